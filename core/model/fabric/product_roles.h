// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A product of two operands seen as rows, columns and what is summed up: one matrix product, or a batch of them.
// Pure function.
#pragma once

#include <optional>
#include <vector>

#include "core/workload/workload.h"

namespace lapidary::fabric {

/// Dimensions and tensors by what they do.
struct ProductRoles {
    int row = -1, column = -1, inner = -1;  ///< dimensions
    int rows = 0, columns = 0, result = 0;  ///< tensors: the operand with the rows, that with the columns
    std::vector<int> batch;                 ///< dimensions of the result before its last two
};

/// Nothing if the workload isn't one: its result's last two ranks are row and column, each in one operand only.
std::optional<ProductRoles> productRoles(const Workload& workload);

}  // namespace lapidary::fabric
