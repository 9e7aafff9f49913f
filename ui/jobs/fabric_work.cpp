// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/jobs/fabric_work.h"

#include <algorithm>
#include <bit>
#include <mutex>

#include "core/io/native.h"
#include "core/io/stonne/arguments.h"
#include "core/search/stop_watch.h"
#include "ui/session/document.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kFabricBins = 2048;
constexpr std::int64_t kWindowStates = 2'000'000;  ///< multipliers x cycles
constexpr std::int64_t kLeastWindow = 128, kMostWindow = 2048;

struct KnownFabric {
    std::mutex mutex;
    std::string question;
    FabricAnswerPtr answer;
};
KnownFabric& knownFabric() {
    static KnownFabric known;
    return known;
}

std::string fabricNameOf(const FabricQuestion& question) {
    Session session;
    session.inputs = question.inputs;
    session.shown.own = question.mapping;
    return toJson(session).dump();
}

}  // namespace

FabricQuestion fabricQuestion(const Document& document) {
    FabricQuestion question{document.inputs(), std::nullopt};
    const auto& exhibit = document.exhibit();
    if (exhibit && exhibit->inputs.workload == question.inputs.workload &&
        exhibit->inputs.architecture == question.inputs.architecture)
        question.mapping = exhibit->mapping;
    return question;
}

Result<std::shared_ptr<const FabricBitmaps>> loadBitmaps(const std::string& path, const SessionInputs& desk) {
    const auto text = readTextFile(path);
    if (!text) return text.diagnostics();
    auto maps = stonne::readBitmaps(*text, path);
    if (!maps) return maps.diagnostics();
    const auto run = stonne::runOnDesk(desk, nullptr);
    if (!run) return run.diagnostics();
    if (run->run.hardware.controller != fabric::Controller::sigma)
        return errorAt({.file = path}, "bitmaps of operands are read by a SIGMA machine only, and the desk has another",
                       "choose a matrix product or a fully connected layer, or a machine with controller sigma");
    const std::size_t name = path.find_last_of('/');
    return std::make_shared<const FabricBitmaps>(FabricBitmaps{path.substr(name == std::string::npos ? 0 : name + 1),
                                                               std::move(maps->first), std::move(maps->second)});
}

Result<FabricAnswer> fabricPrepared(const FabricQuestion& question) {
    auto desk = stonne::runOnDesk(question.inputs, question.mapping ? &*question.mapping : nullptr);
    if (!desk) return desk.diagnostics();
    FabricAnswer answer;
    answer.desk = *std::move(desk);
    answer.problems = fabric::problemsOf(answer.desk.run);
    if (question.mapping)
        if (const auto setup = makeSetup(question.inputs))
            if (const Cost cost = (*setup)->evaluator.evaluate(*question.mapping); cost.valid)
                answer.reuseCycles = cost.cycles;
    return answer;
}

void fabricSimulate(FabricAnswer& answer, Job& job) {
    if (!answer.problems.empty()) return;
    const fabric::Run& run = answer.desk.run;
    const StopWatch watch;
    fabric::EngineOptions options;
    options.job = &job;
    auto outcome = fabric::simulate(run, options);
    answer.seconds = watch.seconds();
    if (!outcome || outcome->cycles == 0) {
        answer.stopped = job.stopRequested();
        return;
    }
    answer.notes = outcome.diagnostics();
    answer.outcome = *std::move(outcome);
}

void fabricSums(FabricAnswer& answer, Job& job) {
    if (!answer.runs()) return;
    fabric::EngineTrace trace;
    trace.states = true;
    trace.timeline.emplace(kFabricBins);
    fabric::EngineOptions options;
    options.trace = &trace;
    options.job = &job;
    if (const auto outcome = fabric::simulate(answer.desk.run, options); outcome && outcome->cycles > 0)
        answer.whole = std::move(trace.timeline);
    answer.stopped = !answer.whole && job.stopRequested();
}

FabricWindowPtr fabricWindow(const FabricAnswer& answer, std::int64_t cycle, Job& job) {
    auto window = std::make_shared<FabricWindow>();
    fabric::EngineTrace& trace = window->trace;
    const std::int64_t multipliers = answer.desk.run.hardware.multipliersInUse();
    const std::int64_t size = std::clamp(kWindowStates / multipliers, kLeastWindow, kMostWindow);
    // A sum passes at most two adders per level of the tree.
    const std::int64_t lookBack = 2 * std::bit_width(static_cast<std::uint64_t>(multipliers)) + 2;
    trace.from = std::max<std::int64_t>(1, cycle - size / 4 - lookBack);
    trace.to = std::min(trace.from + size, answer.lastCycle());
    trace.states = trace.stops = true;
    window->first = trace.from == 1 ? 1 : trace.from + lookBack;
    fabric::EngineOptions options;
    options.trace = &trace;
    options.job = &job;
    if (!fabric::simulate(answer.desk.run, options) || trace.cycles.empty()) return nullptr;
    for (const fabric::TracedSection& section : trace.sections) {
        const bool other = window->structures.empty() || answer.controller() == fabric::Controller::sigma;
        if (!other) {
            window->structures.push_back(window->structures.back());
            continue;
        }
        auto structure = fabric::structureOf(answer.desk.run, section.number, section.product);
        window->structures.push_back(structure ? std::make_shared<const fabric::Structure>(*std::move(structure))
                                               : nullptr);
    }
    return window;
}

std::int64_t FabricAnswer::multipliers() const {
    if (!outcome) return 0;
    if (controller() != fabric::Controller::maeri) return desk.run.hardware.multipliersInUse();
    return desk.run.tile.neuronSize() * desk.run.tile.neurons();
}

bool FabricWindow::shows(std::int64_t cycle) const {
    return !trace.cycles.empty() && cycle >= first && cycle <= trace.cycles.back().cycle &&
           fabric::sectionOf(trace, cycle) >= 0;
}

const fabric::TracedCycle& FabricWindow::at(std::int64_t cycle) const {
    return trace.cycles[static_cast<std::size_t>(cycle - trace.cycles.front().cycle)];
}

void rememberFabric(const FabricQuestion& question, const FabricAnswerPtr& answer) {
    KnownFabric& known = knownFabric();
    std::string name = fabricNameOf(question);
    const std::lock_guard lock(known.mutex);
    known.question = std::move(name);
    known.answer = answer;
}

Result<FabricAnswerPtr> fabricAnswerOf(const FabricQuestion& question) {
    {
        KnownFabric& known = knownFabric();
        const std::string name = fabricNameOf(question);
        const std::lock_guard lock(known.mutex);
        if (known.answer && known.question == name) return known.answer;
    }
    auto answer = fabricPrepared(question);
    if (!answer) return answer.diagnostics();
    Job job;
    fabricSimulate(*answer, job);
    fabricSums(*answer, job);
    auto shared = std::make_shared<const FabricAnswer>(*std::move(answer));
    rememberFabric(question, shared);
    return FabricAnswerPtr(std::move(shared));
}

}  // namespace lapidary::ui
