// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/example_loader.h"

#include <algorithm>
#include <atomic>
#include <mutex>
#include <thread>

#include "core/io/presets.h"
#include "ui/session/setup.h"

namespace lapidary::ui {

namespace {
constexpr std::chrono::milliseconds kLoaderTick{33};

struct Outcome {
    std::string key;
    RehearsedPtr example;  ///< null if it failed
    Diagnostics problems;
};
}  // namespace

struct ExampleLoader::Work {
    Job job;
    std::mutex mutex;
    std::vector<Outcome> outcomes;  ///< guarded
    std::atomic<bool> done{false};
    std::thread thread;

    ~Work() {
        job.requestStop();
        if (thread.joinable()) thread.join();
    }

    void put(Outcome outcome) {
        const std::lock_guard lock(mutex);
        outcomes.push_back(std::move(outcome));
    }

    void run() {
        for (const auto& [key, example] : exampleList()) {
            if (job.stopRequested()) break;
            auto result = rehearsed(key, example, job);
            if (result)
                put({key, std::make_shared<const Rehearsed>(std::move(result).value()), {}});
            else
                put({key, nullptr, result.diagnostics()});
        }
        done.store(true, std::memory_order_release);
    }
};

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

ExampleLoader::ExampleLoader(QObject* parent) : QObject(parent) {
    m_timer.setInterval(kLoaderTick);
    connect(&m_timer, &QTimer::timeout, this, &ExampleLoader::poll);
}

ExampleLoader::~ExampleLoader() = default;

void ExampleLoader::start() {
    Q_ASSERT(!m_work);
    m_work = std::make_unique<Work>();
    m_work->thread = std::thread([work = m_work.get()] { work->run(); });
    m_timer.start();
}

void ExampleLoader::poll() {
    const bool done = m_work->done.load(std::memory_order_acquire);
    std::vector<Outcome> outcomes;
    {
        const std::lock_guard lock(m_work->mutex);
        outcomes.swap(m_work->outcomes);
    }
    if (done) m_timer.stop();
    for (const Outcome& outcome : outcomes) {
        if (outcome.example)
            emit ready(outcome.example);
        else
            emit failed(outcome.key, outcome.problems);
    }
}

}  // namespace lapidary::ui
