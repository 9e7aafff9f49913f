// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which neighbouring temporal loops may change places without changing a figure, so that mappings that differ in nothing
// else can share a skeleton. For a tensor with a Store inside, both loops must go over dimensions that index it, each in a
// rank of its own, or both over such that don't: core/mapspace/distinct.cpp has why. Other tensors have nothing inside
// whose reuse an order could decide. Pure functions.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

#include "core/mapping/mapping.h"
#include "core/model/lanes/lane_plan.h"

namespace lapidary::lanes {

/// Ascending numbers by node: neighbouring loops with the same one may change places.
void numberRuns(const LanePlan& plan, std::span<const Node> nodes, std::vector<std::uint16_t>& runs);

/// Puts such loops, numbered so, into the order of their dimensions. from[n]: where node n stood before.
void sortRuns(std::span<const std::uint16_t> runs, std::vector<Node>& nodes, std::vector<std::uint16_t>& from);

}  // namespace lapidary::lanes
