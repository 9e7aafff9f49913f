// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/flash_runner.h"

#include "core/io/maestro/flash_session.h"

namespace lapidary::ui {

FlashQuestion flashQuestion(const SessionInputs& inputs, flash::Options options) {
    options.metric = inputs.search.objective.metrics.front();
    options.seed = inputs.search.seed;
    return {inputs.workloadKey, inputs.workload, inputs.architecture, std::move(options)};
}

FlashAnswerPtr answerFor(const FlashAnswerPtr& answer, const SessionInputs& inputs) {
    if (!answer) return nullptr;
    const int run = runAbout(*answer, inputs.workload, inputs.architecture, inputs.search.objective.metrics.front(),
                             inputs.search.seed);
    if (run < 0) return nullptr;
    if (static_cast<std::size_t>(run) == answer->current) return answer;
    auto other = std::make_shared<FlashAnswer>(*answer);
    other->current = static_cast<std::size_t>(run);
    return other;
}

Result<FlashAnswerPtr> flashAnswerOf(const FlashQuestion& question, const FlashAnswerPtr& known) {
    if (known && known->report.options == question.options) return known;
    Job job;
    auto found = answer(question, job);
    if (!found) return found.diagnostics();
    return FlashAnswerPtr(std::make_shared<const FlashAnswer>(*std::move(found)));
}

namespace {

struct FlashWork final : JobWork {
    FlashQuestion question;
    Renewed<FlashAnswerPtr> soFar;
    std::optional<Result<FlashAnswerPtr>> result;

    explicit FlashWork(FlashQuestion asked) : question(std::move(asked)) {}

    void run() override {
        const auto look = [this](const FlashAnswer& known) {
            auto shown = std::make_shared<const FlashAnswer>(known);
            soFar.change([&](FlashAnswerPtr& latest) { latest = std::move(shown); });
        };
        auto found = answer(question, job, look);
        if (found)
            result.emplace(FlashAnswerPtr(std::make_shared<const FlashAnswer>(*std::move(found))));
        else
            result.emplace(found.diagnostics());
    }
};

}  // namespace

void FlashRunner::start(FlashQuestion question) {
    Q_ASSERT(!running());
    launch(std::make_unique<FlashWork>(std::move(question)));
}

void FlashRunner::look(JobWork& work) {
    if (const auto news = static_cast<FlashWork&>(work).soFar.takeNews()) emit updated(*news);
}

void FlashRunner::deliver(JobWork& work) { emit finished(*static_cast<FlashWork&>(work).result); }

}  // namespace lapidary::ui
