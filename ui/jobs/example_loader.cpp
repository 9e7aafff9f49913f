// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/example_loader.h"

#include <algorithm>

#include "core/io/presets.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

namespace {

struct Outcome {
    std::string key;
    RehearsedPtr example;  ///< null if it failed
    Diagnostics problems;
};

struct LoaderWork final : JobWork {
    Renewed<std::vector<Outcome>> outcomes;

    void put(Outcome outcome) {
        outcomes.change([&](std::vector<Outcome>& all) { all.push_back(std::move(outcome)); });
    }

    void run() override {
        for (const auto& [key, example] : exampleList()) {
            if (job.stopRequested()) break;
            auto result = rehearsed(key, example, job);
            if (result)
                put({key, std::make_shared<const Rehearsed>(std::move(result).value()), {}});
            else
                put({key, nullptr, result.diagnostics()});
        }
    }

    std::size_t told = 0;  ///< GUI thread
};

}  // namespace

std::vector<std::pair<std::string, Example>> exampleList() {
    std::vector<std::pair<std::string, Example>> list;
    for (const PresetInfo& preset : presets("example"))
        if (auto example = loadExample(preset.key)) list.emplace_back(preset.key, std::move(example).value());
    std::stable_sort(list.begin(), list.end(),
                     [](const auto& a, const auto& b) { return a.second.place < b.second.place; });
    return list;
}

Result<Rehearsed> rehearsed(const std::string& key, const Example& example, Job& job) {
    auto session = rehearse(example, job);
    if (!session) return session.diagnostics();
    Rehearsed result{key, example, std::move(session).value(), std::nullopt};
    const int run = result.session.shown.run;
    if (run < 0) return result;
    const SessionRun& shown = result.session.runs[static_cast<std::size_t>(run)];
    const auto setup = makeSetup(shown.inputs);
    if (!setup) return setup.diagnostics();
    result.cost = (*setup)->evaluator.evaluate(shown.result.best->mapping);
    return result;
}

void ExampleLoader::start() {
    Q_ASSERT(!running());
    launch(std::make_unique<LoaderWork>());
}

void ExampleLoader::look(JobWork& work) {
    auto& loader = static_cast<LoaderWork&>(work);
    const auto outcomes = loader.outcomes.takeNews();
    if (!outcomes) return;
    for (; loader.told < outcomes->size(); ++loader.told) {
        const Outcome& outcome = (*outcomes)[loader.told];
        if (outcome.example)
            emit ready(outcome.example);
        else
            emit failed(outcome.key, outcome.problems);
    }
}

}  // namespace lapidary::ui
