// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which dimension of a workload is which of a layer. Pure function.
#pragma once

#include <vector>

#include "core/model/fabric/layer.h"
#include "core/workload/workload.h"

namespace lapidary::fabric {

/// Dimensions, -1 where the workload has none. Of a product the rows are x, the columns k, what is summed up s.
struct LayerAxes {
    bool conv = true;
    int r = -1, s = -1, c = -1, k = -1, g = -1, n = -1, x = -1, y = -1;
    int t = -1;              ///< filter slices of a convolution over three axes, which count as channels
    std::vector<int> batch;  ///< run one after the other: of a product, and the output slices of such a convolution
};

/// Whether it is a convolution whose outputs have slices E and whose filters have slices T.
bool overThreeAxes(const Workload& workload);
/// Requires a workload that layerOf() takes.
LayerAxes axesOf(const Workload& workload);

}  // namespace lapidary::fabric
