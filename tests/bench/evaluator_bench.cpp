// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mappings per second on one core, WHAT/LAYER/DESIGN/MAPSPACE: resnet50's layer1_0_conv2 (3x3) and layer1_0_conv1 (1x1) on
// eyeriss-like and simba-like-16 with their own constraints, default semantics, no padding.
//   valid     mappings that fit, counted one by one, once every form has its tapes
//   plain     the same on the path that the others are tested against
//   batch     the same, 4096 at once, drawn with their loops of bound 1, once every skeleton has its tape
//   drawn     as a random search draws them, most of which are refused early
//   draw      the drawing alone
//   fitting   drawing mappings that respect fanouts, capacities and constraints (core/search/fitting_draw.h)
//   search    drawing, checking and counting
//   directives  the data-centric model as MAESTRO counts, directives-exact by its own rules: two-level mappings of a GEMM;
//             flash: whole searches of FLASH, all styles, products and machines
//   engine    a whole search on one thread with someone looking on; engine-cloud also counts where the valid mappings lie
//   fabric    simulated cycles of the fabric model (fabric_bench.h)
// Rates are items per second of CPU time, which holds on a busy machine as well; the best of the repetitions is told.
// Options beside Google Benchmark's: --baseline FILE (rates to compare with), --save FILE (to be the next baseline).

#include <benchmark/benchmark.h>

#include <cstdlib>
#include <iostream>
#include <memory>
#include <optional>

#include "core/io/presets.h"
#include "core/mapspace/mapspace.h"
#include "core/model/data_centric/edge_exact.h"
#include "core/model/data_centric/evaluator.h"
#include "core/model/data_centric/machine.h"
#include "core/model/evaluator.h"
#include "core/search/fitting_draw.h"
#include "core/search/flash/search.h"
#include "core/search/search.h"
#include "tests/bench/bench_report.h"
#include "tests/bench/fabric_bench.h"

using namespace lapidary;

namespace {

constexpr int kRepetitions = 5;
constexpr double kMinSeconds = 0.1;
constexpr int kWarmUp = 40;  ///< times through all mappings

template <class T>
T require(Result<T> result) {
    if (!result.ok()) {
        std::cerr << result.errorText() << std::endl;
        std::exit(1);
    }
    return std::move(result).value();
}

struct Case {
    std::string layer, design;
    Factorization factorization;
    Semantics semantics;
};

/// Mappings of a mapspace, drawn once.
struct Subject {
    Mapspace space;
    Evaluator evaluator;
    std::vector<Mapping> drawn, valid, whole;  ///< whole: valid ones with their loops of bound 1

    static constexpr std::size_t kMappings = 4096;

    static Subject make(const Case& about) {
        const Architecture design = require(loadArchitecture(about.design));
        const TargetPtr target = require(Target::make(require(loadWorkload("resnet50/" + about.layer)), design));
        Subject subject{require(Mapspace::make(target, {about.factorization, design.spec().constraints})),
                        require(Evaluator::make(target, about.semantics)),
                        {},
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
        while (subject.whole.size() < kMappings) {
            subject.space.sampleWhole(rng, mapping);
            if (subject.evaluator.score(mapping, *scratch).valid()) subject.whole.push_back(mapping);
        }
        return subject;
    }
};

void scoreAll(benchmark::State& state, const Subject& subject, const std::vector<Mapping>& mappings) {
    const Evaluator::ScratchPtr scratch = subject.evaluator.makeScratch();
    // A search comes by the same loops again and again; what is made once for them isn't counted.
    for (int i = 0; i < kWarmUp; ++i)
        for (const Mapping& mapping : mappings) benchmark::DoNotOptimize(subject.evaluator.score(mapping, *scratch));
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(subject.evaluator.score(mappings[next], *scratch));
        if (++next == mappings.size()) next = 0;
    }
    state.SetItemsProcessed(state.iterations());
}

void scorePlainly(benchmark::State& state, const Subject& subject) {
    const Evaluator::ScratchPtr scratch = subject.evaluator.makeScratch();
    std::size_t next = 0;
    for (auto _ : state) {
        benchmark::DoNotOptimize(subject.evaluator.scorePlainly(subject.valid[next], *scratch));
        if (++next == subject.valid.size()) next = 0;
    }
    state.SetItemsProcessed(state.iterations());
}

void scoreAtOnce(benchmark::State& state, const Subject& subject) {
    const Evaluator::ScratchPtr scratch = subject.evaluator.makeScratch();
    std::vector<Score> scores(subject.whole.size());
    for (int i = 0; i < kWarmUp; ++i) subject.evaluator.score(subject.whole, scores, *scratch);
    for (auto _ : state) {
        subject.evaluator.score(subject.whole, scores, *scratch);
        benchmark::DoNotOptimize(scores.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations() * static_cast<std::int64_t>(scores.size()));
}

void draw(benchmark::State& state, const Subject& subject) {
    Rng rng(2);
    Mapping mapping;
    for (auto _ : state) {
        subject.space.sample(rng, mapping);
        benchmark::DoNotOptimize(mapping.nodes.data());
        benchmark::ClobberMemory();
    }
    state.SetItemsProcessed(state.iterations());
}

void drawFitting(benchmark::State& state, const Subject& subject) {
    const FittingDraw source(subject.space, subject.evaluator);
    const Evaluator::ScratchPtr scratch = subject.evaluator.makeScratch();
    Rng rng(2);
    MapspaceChoice choice;
    Mapping mapping;
    for (auto _ : state) {
        if (!source.draw(rng, scratch.get(), choice, mapping)) return state.SkipWithError("nothing fits");
        benchmark::DoNotOptimize(mapping.nodes.data());
        benchmark::ClobberMemory();
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
    options.maxEvaluations = 200'000;
    options.cloud = cloud;
    for (auto _ : state) {
        Job job;
        SearchMonitor monitor;
        benchmark::DoNotOptimize(require(lapidary::search(subject.space, subject.evaluator, options, job, &monitor)));
    }
    state.SetItemsProcessed(state.iterations() * *options.maxEvaluations);
}

/// FLASH's workload VI on the edge machine, MAERI-style in two cluster levels. `ragged`: tiles of M from 1 to 64, half of
/// which leave a rest; else powers of two.
template <class Score>
void scoreDirectives(benchmark::State& state, bool ragged, const Score& score) {
    data_centric::Dataflow flow{
        {{0,
          {data_centric::temporalMap(data_centric::kGemmM, 64), data_centric::spatialMap(data_centric::kGemmN, 16),
           data_centric::temporalMap(data_centric::kGemmK, 64)}},
         {16,
          {data_centric::temporalMap(data_centric::kGemmM, 4), data_centric::temporalMap(data_centric::kGemmN, 4),
           data_centric::spatialMap(data_centric::kGemmK, 4)}}}};
    data_centric::Map& outer = flow.levels.front().maps.front();
    std::int64_t tile = 0;
    for (auto _ : state) {
        if (ragged)
            tile = tile % 64 + 1;
        else
            tile = tile == 0 || tile == 64 ? 1 : 2 * tile;
        outer.size = outer.offset = tile;
        benchmark::DoNotOptimize(score(flow));
    }
    state.SetItemsProcessed(state.iterations());
}

template <class Run>
void add(const std::string& what, const std::string& name, Run run) {
    benchmark::RegisterBenchmark((what + "/" + name).c_str(), run)->Repetitions(kRepetitions)->MinTime(kMinSeconds);
}

void addBenchmarks(const Case& about, const std::string& name) {
    // Made when the first benchmark that needs it runs.
    const auto made = std::make_shared<std::optional<Subject>>();
    const auto subject = [=]() -> const Subject& {
        if (!*made) made->emplace(Subject::make(about));
        return **made;
    };
    add("valid", name, [=](benchmark::State& state) { scoreAll(state, subject(), subject().valid); });
    add("plain", name, [=](benchmark::State& state) { scorePlainly(state, subject()); });
    add("batch", name, [=](benchmark::State& state) { scoreAtOnce(state, subject()); });
    add("drawn", name, [=](benchmark::State& state) { scoreAll(state, subject(), subject().drawn); });
    add("draw", name, [=](benchmark::State& state) { draw(state, subject()); });
    add("fitting", name, [=](benchmark::State& state) { drawFitting(state, subject()); });
    add("search", name, [=](benchmark::State& state) { search(state, subject()); });
    add("engine", name, [=](benchmark::State& state) { runEngine(state, subject(), false); });
    add("engine-cloud", name, [=](benchmark::State& state) { runEngine(state, subject(), true); });
}

/// directives: as MAESTRO counts; directives-exact: our own rules.
void addDirectives(const std::string& name, bool ragged) {
    const auto layer = data_centric::gemmLayer("VI", 512, 256, 256);
    const auto machine = data_centric::edgeHardware();
    add("directives", name, [=](benchmark::State& state) {
        const data_centric::Evaluator model = require(data_centric::Evaluator::make(layer, machine));
        data_centric::Scratch scratch;
        scoreDirectives(state, ragged, [&](const auto& flow) { return model.score(flow, scratch).runtime; });
    });
    add("directives-exact", name, [=](benchmark::State& state) {
        data_centric::ExactScratch scratch;
        scoreDirectives(state, ragged, [&](const auto& flow) {
            return data_centric::scoreEdgeExact(flow, layer, machine, scratch).runtime;
        });
    });
}

/// FLASH's five styles on its six products and two machines, powers of two: searches per second.
void flashAll(benchmark::State& state) {
    std::vector<std::pair<flash::Gemm, data_centric::Hardware>> cases;
    for (const char* machine : {"flash-edge", "flash-cloud"})
        for (const Layer& layer : require(loadNetwork("flash-gemms")).layers)
            cases.emplace_back(require(flash::gemmOf(layer.workload)),
                               require(data_centric::hardwareOf(require(loadArchitecture(machine)))));
    for (auto _ : state) {
        Job job;
        for (const auto& [gemm, machine] : cases)
            benchmark::DoNotOptimize(require(flash::search(gemm, machine, flash::Options(), job)));
    }
    state.SetItemsProcessed(state.iterations());
}

void addAll() {
    for (const std::string layer : {"layer1_0_conv2", "layer1_0_conv1"})
        for (const std::string design : {"eyeriss-like", "simba-like-16"})
            for (const Factorization kind : {Factorization::perfect, Factorization::rubyS})
                addBenchmarks({layer, design, kind, {}},
                              (layer == "layer1_0_conv2" ? "3x3/" : "1x1/") + design + "/" + std::string(keyOf(kind)));
    addBenchmarks({"layer1_0_conv2", "eyeriss-like", Factorization::ruby, {}}, "3x3/eyeriss-like/ruby");
    add("flash", "all", flashAll);
    addDirectives("gemm-VI/edge/maeri", false);
    addDirectives("gemm-VI/edge/maeri-ragged", true);
    addFabricBenchmarks([](const std::string& name, const auto& run) {
        benchmark::RegisterBenchmark(name.c_str(), run)->Repetitions(kRepetitions)->MinTime(kMinSeconds);
    });
}

/// Takes an option of ours, with its value, out of the arguments.
std::string takeOption(int& argc, char** argv, const std::string& name) {
    for (int i = 1; i + 1 < argc; ++i) {
        if (argv[i] != name) continue;
        std::string value = argv[i + 1];
        std::copy(argv + i + 2, argv + argc, argv + i);
        argc -= 2;
        return value;
    }
    return {};
}

}  // namespace

int main(int argc, char** argv) {
    const std::string baselineFile = takeOption(argc, argv, "--baseline"), saveFile = takeOption(argc, argv, "--save");
    const BenchRates baseline = baselineFile.empty() ? BenchRates() : require(readBaseline(baselineFile));
    const std::string semantics = toText(Semantics());
    addAll();
    benchmark::AddCustomContext("semantics", semantics);
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) return 1;
    RateReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    std::cout << "\nSemantics: " << semantics << "; best of " << kRepetitions << " by CPU time, one core\n\n"
              << rateTable(reporter.best(), baseline);
    return saveFile.empty() || saveBaseline(saveFile, reporter.best(), semantics) ? 0 : 1;
}
