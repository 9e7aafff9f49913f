// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which positions of a rank are data, if the zeros around them are not fetched (docs/models/reuse.md, padding). Pure.
#pragma once

#include <optional>

#include "core/model/semantics.h"
#include "core/workload/workload.h"

namespace lapidary::reuse {

/// Positions from <= sum of coefficient * index < to are data.
struct Clip {
    std::int64_t from = 0, to = 0;
};

/// nullopt: all positions are fetched. What is written is never padding.
inline std::optional<Clip> clipOf(const Tensor& tensor, const Rank& rank, const Semantics& semantics) {
    if (!semantics.padding || tensor.isOutput || rank.dataExtent == 0 || rank.terms.empty()) return std::nullopt;
    const std::int64_t from = rank.paddingBefore - rank.constant;
    return Clip{from, from + rank.dataExtent};
}

}  // namespace lapidary::reuse
