// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The fabric machines taken literally, for tests: a memory controller that makes every packet with its value, and the array
// of fabric_array.h or a mesh of cells. Gives cycles and the values that reach memory. Slow; small layers only.
// Pure functions.
#pragma once

#include "core/model/fabric/values.h"

namespace lapidary::fabric::literal {

struct Stepped {
    std::int64_t cycles = 0;  ///< 0 if memory never got all outputs
    std::int64_t multiplications = 0;
    std::vector<std::int64_t> outputs;  ///< in the layer's layout
};

/// Requires a run without problems and, on SIGMA and the TPU, a matrix product of batch 1.
Stepped step(const Run& run, const Values<std::int64_t>& values);

}  // namespace lapidary::fabric::literal
