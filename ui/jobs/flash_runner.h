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
    explicit FlashRunner(QObject* parent = nullptr) : JobRunner(parent) {}

    /// Requires !running().
    void start(FlashQuestion question);

signals:
    void updated(const lapidary::ui::FlashAnswerPtr& soFar);
    void finished(const lapidary::Result<lapidary::ui::FlashAnswerPtr>& result);

private:
    void look(JobWork& work) override;
    void deliver(JobWork& work) override;
};

}  // namespace lapidary::ui
