// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A workload on a design, with the design's role names resolved to tensors: who may be kept where, what capacity each
// tensor sees, which axes a dimension may be unrolled on. Made once; read by mapspace, model, search and views.
// Immutable, shared between threads freely.
#pragma once

#include <array>
#include <cstdint>
#include <memory>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/base/result.h"
#include "core/workload/workload.h"

namespace lapidary {

struct TargetLevel {
    std::array<Keep, kMaxTensors> keep{};  ///< per tensor
    /// Where each tensor lives in this level: 0 = the shared memory, 1.. = its partition (index + 1 in `partitions`).
    std::array<int, kMaxTensors> part{};
    std::vector<std::string> partitions;      ///< keys of Level::partitions that some tensor uses
    std::array<int, kMaxTensors> wordBits{};  ///< Tensor::wordBits, else the partition's or level's
    std::array<int, kMaxTensors> block{};
    /// Usable bits per part (capacity / buffers, rounded down to whole words of the level), < 0 = unbounded.
    std::vector<std::int64_t> capacityBits;
    std::int64_t instances = 1;
};

struct Target {
    Workload workload;
    Architecture architecture;
    std::vector<TargetLevel> levels;
    Diagnostics notes;  ///< e.g. names in the design that the workload lacks

    /// Fails if the outermost level can't keep every tensor, if a must-keep tensor has no place in a partitioned level, or
    /// if the must-keep tensors have no room for one word each.
    static Result<std::shared_ptr<const Target>> make(Workload workload, Architecture architecture);
    unsigned allTensors() const { return (1u << workload.tensorCount()) - 1; }
    unsigned mustKeep(int level) const;
    unsigned mayKeep(int level) const;  ///< must or may
};

using TargetPtr = std::shared_ptr<const Target>;

/// What a level's design says about a tensor: by the tensor's name, else by its role, else must. In a level that has
/// only partitions, a tensor without one of its own and without a rule can't be kept: never.
Keep keepRule(const Level& level, const Tensor& tensor);

}  // namespace lapidary
