// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Evaluations per second on one core: resnet50/layer1_0_conv2 on eyeriss-like, perfect and imperfect mapspaces.
//   valid     mappings that fit, fully counted        (items_per_second = valid mappings/s)
//   drawn     as a random search draws them, most of which are refused early
//   search    the same with the drawing
//   engine    a whole search on one thread with someone looking on; /cloud also counts where the valid mappings lie
// items_per_second counts CPU time, so it holds on a busy machine as well.

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>

#include "core/io/presets.h"
#include "core/mapspace/mapspace.h"
#include "core/model/evaluator.h"
#include "core/search/search.h"

using namespace lapidary;

namespace {

template <class T>
T require(Result<T> result) {
    if (!result.ok()) {
        std::cerr << result.errorText() << std::endl;
        std::exit(1);
    }
    return std::move(result).value();
}

/// Mappings of a mapspace on the reference problem, drawn once.
struct Subject {
    Mapspace space;
    Evaluator evaluator;
    std::vector<Mapping> drawn, valid;

    static constexpr std::size_t kMappings = 4096;

    static Subject make(Factorization factorization, const Semantics& semantics) {
        const Architecture design = require(loadArchitecture("eyeriss-like"));
        const TargetPtr target = require(Target::make(require(loadWorkload("resnet50/layer1_0_conv2")), design));
        Subject subject{require(Mapspace::make(target, {factorization, design.spec().constraints})),
                        require(Evaluator::make(target, semantics)),
                        {},
                        {}};
        const Evaluator::ScratchPtr scratch = subject.evaluator.makeScratch();
        Rng rng(1);
        Mapping mapping;
        while (subject.valid.size() < kMappings) {
            subject.space.sample(rng, mapping);
            if (subject.drawn.size() < kMappings) subject.drawn.push_back(mapping);
            if (subject.evaluator.score(mapping, *scratch).valid()) subject.valid.push_back(mapping);
        }
        return subject;
    }
};

void scoreAll(benchmark::State& state, const Subject& subject, const std::vector<Mapping>& mappings) {
    const Evaluator::ScratchPtr scratch = subject.evaluator.makeScratch();
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(subject.evaluator.score(mappings[next], *scratch));
        if (++next == mappings.size()) next = 0;
    }
    state.SetItemsProcessed(state.iterations());
}

void search(benchmark::State& state, const Subject& subject) {
    const Evaluator::ScratchPtr scratch = subject.evaluator.makeScratch();
    Rng rng(2);
    Mapping mapping;
    for (auto _ : state) {
        subject.space.sample(rng, mapping);
        benchmark::DoNotOptimize(subject.evaluator.score(mapping, *scratch));
    }
    state.SetItemsProcessed(state.iterations());
}

void runEngine(benchmark::State& state, const Subject& subject, bool cloud) {
    SearchOptions options;
    options.maxEvaluations = 2'000'000;
    options.cloud = cloud;
    for (auto _ : state) {
        Job job;
        SearchMonitor monitor;
        benchmark::DoNotOptimize(require(lapidary::search(subject.space, subject.evaluator, options, job, &monitor)));
    }
    state.SetItemsProcessed(state.iterations() * *options.maxEvaluations);
}

void addBenchmarks(Factorization factorization, const Semantics& semantics, const std::string& suffix) {
    const std::string name = std::string(keyOf(factorization)) + suffix;
    // Made when the first benchmark that needs it runs.
    const auto made = std::make_shared<std::optional<Subject>>();
    const auto subject = [=]() -> const Subject& {
        if (!*made) made->emplace(Subject::make(factorization, semantics));
        return **made;
    };
    benchmark::RegisterBenchmark(("valid/" + name).c_str(),
                                 [=](benchmark::State& state) { scoreAll(state, subject(), subject().valid); });
    benchmark::RegisterBenchmark(("drawn/" + name).c_str(),
                                 [=](benchmark::State& state) { scoreAll(state, subject(), subject().drawn); });
    benchmark::RegisterBenchmark(("search/" + name).c_str(),
                                 [=](benchmark::State& state) { search(state, subject()); });
    for (const bool cloud : {false, true})
        benchmark::RegisterBenchmark(("engine/" + name + (cloud ? "/cloud" : "")).c_str(),
                                     [=](benchmark::State& state) { runEngine(state, subject(), cloud); });
}

}  // namespace

int main(int argc, char** argv) {
    for (const Factorization factorization : {Factorization::perfect, Factorization::rubyS, Factorization::ruby})
        addBenchmarks(factorization, {}, "");
    addBenchmarks(Factorization::rubyS, exactReferenceSemantics(), "/one-axis");
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    benchmark::RunSpecifiedBenchmarks();
    benchmark::Shutdown();
}
