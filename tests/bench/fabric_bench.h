// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Rows of the fabric model for lapidary-bench, fabric/MACHINE/LAYER: simulated cycles per second. `stepped` steps every
// cycle; the others count equal tiles and rounds.
#pragma once

#include <benchmark/benchmark.h>

#include <functional>
#include <string>

namespace lapidary {

void addFabricBenchmarks(
    const std::function<void(const std::string& name, const std::function<void(benchmark::State&)>& run)>& add);

}  // namespace lapidary
