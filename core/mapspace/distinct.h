// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Walks the distinct mappings of a space, and tells which dimensions are alike in them. One thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <functional>

#include "core/mapspace/choice.h"

namespace lapidary {

/// See Mapspace::enumerateDistinct.
void enumerateDistinct(const ChoiceSpace& space, const std::function<bool(const Mapping&)>& visit);

/// The group of each dimension of the workload. Neighbouring loops of one group may change places without a change of
/// reuse: they index the same tensors (distinct.cpp, 2). A dimension in a window is alone.
std::array<std::uint8_t, kMaxDimensions> exchangeableDimensions(const Workload& workload);

}  // namespace lapidary
