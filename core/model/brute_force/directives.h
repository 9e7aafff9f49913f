// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The judge of data_centric/edge_exact.h: walks every step of every unit of every cluster level and compares the sets of
// elements that a unit holds, one by one. Only for tiny layers. Pure function.
#pragma once

#include "core/model/data_centric/edge_exact.h"

namespace lapidary::data_centric {

/// As edgeExactSums(), except that `phases` stay empty.
LevelSums literalSums(const std::vector<TiledLevel>& levels, const Layer& layer, const Hardware& hardware);

}  // namespace lapidary::data_centric
