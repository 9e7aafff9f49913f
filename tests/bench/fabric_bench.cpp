// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/bench/fabric_bench.h"

#include <cstdlib>
#include <iostream>

#include "core/base/rng.h"
#include "core/io/stonne/arguments.h"

namespace lapidary {
namespace {

fabric::Run fabricRun(const std::string& line) {
    auto arguments = stonne::readArguments(line);
    if (!arguments) {
        std::cerr << arguments.errorText() << std::endl;
        std::exit(1);
    }
    return arguments->run;
}

void simulateAgain(benchmark::State& state, const fabric::Run& run, bool skip) {
    fabric::EngineOptions options;
    options.skipEqualTiles = skip;
    std::int64_t cycles = 0;
    for (auto _ : state) cycles += fabric::simulate(run, options)->cycles;
    state.SetItemsProcessed(cycles);
}

}  // namespace

void addFabricBenchmarks(
    const std::function<void(const std::string& name, const std::function<void(benchmark::State&)>& run)>& add) {
    const auto both = [&](const std::string& name, const fabric::Run& run) {
        add("fabric/" + name, [run](benchmark::State& state) { simulateAgain(state, run, true); });
        add("fabric-stepped/" + name, [run](benchmark::State& state) { simulateAgain(state, run, false); });
    };
    both("maeri-64/readme-conv", fabricRun("-CONV -R=3 -S=3 -C=6 -K=6 -X=20 -Y=20 -T_R=3 -T_S=3 -T_X_=3 -num_ms=64 "
                                           "-dn_bw=8 -rn_bw=8"));
    both("maeri-128/alexnet-fc3", fabricRun("-FC -M=1 -N=1000 -K=4096 -T_N=10 -T_K=8 -num_ms=128"));
    both("maeri-128/alexnet-conv1", fabricRun("-CONV -R=11 -S=11 -C=3 -K=64 -X=228 -Y=228 -strides=4 -T_R=11 -T_S=11 "
                                              "-num_ms=128"));
    add("fabric/tpu-16x16/gemm", [](benchmark::State& state) {
        simulateAgain(state, fabricRun("-DenseGEMM -M=256 -N=256 -K=64 -ms_rows=16 -ms_cols=16 -mem_ctrl=TPU_OS_DENSE"),
                      true);
    });
    add("fabric/sigma-128/gemm-half-zeros", [](benchmark::State& state) {
        fabric::Run run = fabricRun("-SparseGEMM -M=20 -N=20 -K=256 -num_ms=128");
        Rng rng(1);
        run.mk = fabric::fullBitmap(20, 256);
        for (std::uint8_t& bit : run.mk->bits) bit = rng.below(2) == 0;
        simulateAgain(state, run, true);
    });
}

}  // namespace lapidary
