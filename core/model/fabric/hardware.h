// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The three machines of the fabric model (Bifrost, section VI and Table III): MAERI, SIGMA and an output-stationary
// systolic array, all of multipliers fed by a distribution network of `distribution` words per cycle and drained by a
// reduction network with `reduction` lines to memory. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <span>

#include "core/base/key_table.h"
#include "core/base/result.h"

namespace lapidary::fabric {

/// Keys are the words of Table III and of the public simulator.
enum class Controller { maeri, sigma, systolic };
std::span<const KeyEntry<Controller>> keyTable(Controller);

enum class Reduction { art, stift, temporal };
std::span<const KeyEntry<Reduction>> keyTable(Reduction);

enum class Array { linear, mesh };
std::span<const KeyEntry<Array>> keyTable(Array);

struct Hardware {
    Controller controller = Controller::maeri;
    Array array = Array::linear;
    Reduction reduction = Reduction::art;
    std::int64_t multipliers = 64;       ///< of a linear array
    std::int64_t rows = 0, columns = 0;  ///< of a mesh
    std::int64_t distributionWidth = 8;  ///< words into the array per cycle (dn_bw)
    std::int64_t reductionWidth = 8;     ///< words out of it per cycle (rn_bw)
    bool accumulationBuffer = false;

    std::int64_t multipliersInUse() const { return array == Array::mesh ? rows * columns : multipliers; }
    bool operator==(const Hardware&) const = default;
};

/// What Table III and the machines themselves rule out, each with the value found and the values expected.
Diagnostics problemsOf(const Hardware& hardware);

}  // namespace lapidary::fabric
