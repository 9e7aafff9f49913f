// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A painted view of one mapping. It holds the mapping on show and knows what of it belongs to the hovered and the selected
// subject; a concrete view prepares its rows in exhibitChanged(). GUI thread only.
#pragma once

#include <optional>

#include "ui/session/document.h"
#include "ui/views/links.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class ExhibitView : public View {
    Q_OBJECT
public:
    using View::View;
    void setExhibit(const std::optional<Exhibit>& exhibit);

protected:
    /// The mapping is another one, or gone.
    virtual void exhibitChanged() = 0;

    bool has() const { return m_exhibit.has_value(); }
    const Exhibit& exhibit() const { return *m_exhibit; }
    const Workload& workload() const { return m_exhibit->inputs.workload; }
    const Architecture& design() const { return m_exhibit->inputs.architecture; }
    /// What belongs to the hovered and to the selected subject.
    const Links& over() const { return m_over; }
    const Links& chosen() const { return m_chosen; }
    /// Whether `belongs` says so of what belongs to either.
    template <class Belongs>
    bool marked(Belongs belongs) const {
        return belongs(m_over) || belongs(m_chosen);
    }
    void subjectsChanged() override;

private:
    void relink();

    std::optional<Exhibit> m_exhibit;
    Links m_over, m_chosen;
};

}  // namespace lapidary::ui
