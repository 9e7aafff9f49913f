// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax when a run has found nothing valid: a notice for each way that is enough by itself, with a button that goes
// it. Found by trying, on another thread, once such a run is looked at. GUI thread only.
#pragma once

#include <QWidget>

#include <vector>

#include "core/explore/relax.h"
#include "ui/jobs/background_task.h"
#include "ui/session/run.h"

namespace lapidary::ui {

class Document;
class Notice;

/// The inputs with other settings of the design and other constraints; errors name the setting.
Result<SessionInputs> withRelaxed(const SessionInputs& inputs, const std::vector<Relaxation::Setting>& settings,
                                  const Constraints& constraints);

/// What a notice says of a way: of one setting its own words, of several the sizes alone: "GLB to 109 words, spad to 19".
QString briefWay(const QString& what, const std::vector<Relaxation::Setting>& settings);

class RelaxPanel final : public QWidget {
    Q_OBJECT
public:
    explicit RelaxPanel(Document& document, QWidget* parent = nullptr);

    /// Hidden unless the run has ended by itself without a valid mapping.
    void setRun(const RunPtr& run);
    /// The lines shown; empty while hidden.
    QString textTwin() const;

signals:
    /// The valid mapping that a search missed.
    void mappingFound(const lapidary::Mapping& mapping);

private:
    void ask();
    void showAdvice();
    Notice* noticeAt(std::size_t place);
    void follow(const Relaxation& way);

    Document& m_document;
    RunPtr m_run;
    std::optional<Advice> m_advice;
    std::vector<Notice*> m_notices;
    BackgroundTask m_task;
};

}  // namespace lapidary::ui
