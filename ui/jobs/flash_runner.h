// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Asks FLASH on a thread of its own and shows what it has so far by polling, as the other runners do. GUI thread only, apart
// from the worker inside and flashAnswerOf().
#pragma once

#include <memory>

#include "core/io/maestro/flash_question.h"
#include "core/io/session.h"
#include "ui/jobs/job_runner.h"

namespace lapidary::ui {

using FlashAnswerPtr = std::shared_ptr<const FlashAnswer>;

/// With workload, design, objective and seed of the inputs.
FlashQuestion flashQuestion(const SessionInputs& inputs, flash::Options options);
/// What is asked, if the document has it, else FLASH is asked now.
Result<FlashAnswerPtr> flashAnswerOf(const FlashQuestion& question, const FlashAnswerPtr& known = {});
/// Its run of these inputs in front; null if it is about something else.
FlashAnswerPtr answerFor(const FlashAnswerPtr& answer, const SessionInputs& inputs);

class FlashRunner final : public JobRunner {
    Q_OBJECT
public:
    explicit FlashRunner(QObject* parent = nullptr);
    ~FlashRunner() override;

    /// Requires !running().
    void start(FlashQuestion question);
    /// Stops, waits for the worker and forgets the result.
    void abandon();

signals:
    void updated(const lapidary::ui::FlashAnswerPtr& soFar);
    void finished(const lapidary::Result<lapidary::ui::FlashAnswerPtr>& result);

private:
    struct Work;
    Job* job() const override;
    void poll() override;

    std::unique_ptr<Work> m_work;
};

}  // namespace lapidary::ui
