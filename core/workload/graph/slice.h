// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a Slice takes from each axis, starts and ends resolved and clamped. Pure functions.
#pragma once

#include "core/workload/graph/node_reader.h"

namespace lapidary {

struct SliceAxis {
    std::int64_t start = 0, step = 1, count = 0;
};

/// One entry per axis of `data`; nullopt if something isn't known or, with an error that `node` keeps, is wrong.
std::optional<std::vector<SliceAxis>> sliceOf(NodeReader& node, const TensorShape& data);

}  // namespace lapidary
