// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The headline figures of a mapping and what its time is bound by: compute against each memory's words over bandwidth.
// GUI thread only.
#pragma once

#include <optional>

#include "ui/session/document.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class FactsView final : public View {
    Q_OBJECT
public:
    explicit FactsView(QWidget* parent = nullptr);
    void setExhibit(const std::optional<Exhibit>& exhibit);

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 270; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    Subject subjectAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;

private:
    struct Fact {
        QString name, value, unit, definition;
    };
    struct Bound {
        QString name;
        std::int64_t cycles = 0;
        int level = -1;  ///< -1 = compute
    };
    std::vector<Fact> makeFacts() const;
    std::vector<Bound> makeBounds() const;
    void paintFacts(QPainter& painter, const Theme& theme, double width) const;
    void paintBounds(QPainter& painter, const Theme& theme, double width) const;
    double boundsTop() const;

    std::optional<Exhibit> m_exhibit;
    std::vector<Fact> m_facts;
    std::vector<Bound> m_bounds;
};

}  // namespace lapidary::ui
