// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax at a point of a sweep, or of a network on one design, that has layers without a valid mapping: what is enough
// for all of them first, then each layer's ways. Found by trying, on another thread, once the point is looked at. Apply
// changes the design or its constraints; a setting that is swept gets the value on its axis instead. GUI thread only.
#pragma once

#include <QWidget>

#include <vector>

#include "core/explore/relax_sweep.h"
#include "ui/jobs/background_task.h"
#include "ui/session/sweep_run.h"

namespace lapidary::ui {

class Document;
class Notice;

class SweepRelaxPanel final : public QWidget {
    Q_OBJECT
public:
    explicit SweepRelaxPanel(Document& document, QWidget* parent = nullptr);

    /// The point chosen, or the first that lacks a mapping if none is; hidden if it lacks none or the sweep runs.
    void setPoint(const SweepRunPtr& run, int chosen);
    /// The lines shown; empty while hidden.
    QString textTwin() const;

private:
    struct Way {
        QString what;
        QString brief;  ///< instead, in a notice, where several settings go together
        std::vector<Relaxation::Setting> settings;
        Constraints constraints;
        bool least = false;
    };
    void ask();
    void showAdvice();
    std::vector<Way> ways() const;
    QString wayText(const Way& way) const;
    Notice* noticeAt(std::size_t place);
    void follow(const Way& way);

    Document& m_document;
    SweepRunPtr m_run;
    std::size_t m_point = 0;
    std::optional<PointAdvice> m_advice;
    std::size_t m_leftOut = 0;
    std::vector<Notice*> m_notices;
    BackgroundTask m_task;
};

}  // namespace lapidary::ui
