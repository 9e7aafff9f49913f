// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// MAERI's mappings (Bifrost, Tables IV and V): how much of each dimension lies in the array at once. R, S and C make up a
// virtual neuron, K, G, N, X' and Y' count neurons. Plain values; functions are pure.
#pragma once

#include <cstdint>
#include <string>

#include "core/model/fabric/hardware.h"
#include "core/model/fabric/layer.h"

namespace lapidary::fabric {

struct Tile {
    std::int64_t r = 1, s = 1, c = 1, k = 1, g = 1, n = 1, x = 1, y = 1;  ///< x, y: output rows, columns

    std::int64_t neuronSize() const { return r * s * c; }
    std::int64_t neurons() const { return k * g * n * x * y; }
    bool operator==(const Tile&) const = default;
};

/// Of a matrix product: `outputs` (N) and `batch` (M) neurons of `reduction` (K) multipliers.
Tile gemmTile(std::int64_t batch, std::int64_t outputs, std::int64_t reduction);

/// A layer as MAERI's controller counts it: padding is part of the image, a dilated filter has zeros between its rows and
/// columns, a matrix product is a row of k columns under n filters of one row. C and K are per group.
struct MaeriShape {
    std::int64_t r = 1, s = 1, c = 1, k = 1, g = 1, n = 1, x = 1, y = 1, stride = 1;

    std::int64_t outX() const { return (x - r + stride) / stride; }
    std::int64_t outY() const { return (y - s + stride) / stride; }
    bool operator==(const MaeriShape&) const = default;
};
/// Errors for strides that differ; the batch of a product is run product after product.
Result<MaeriShape> maeriShape(const Layer& layer);

struct Folding {
    std::int64_t r = 1, s = 1, c = 1;  ///< folds of each dimension

    std::int64_t count() const { return r * s * c; }
};
Folding foldingOf(const MaeriShape& shape, const Tile& tile);

/// Unfinished sums return to the array, which costs each neuron one more multiplier.
bool psumsThroughMemory(const Hardware& hardware, const MaeriShape& shape, const Tile& tile);
/// Multipliers of one neuron, with the one for psums.
std::int64_t neuronWidth(const Hardware& hardware, const MaeriShape& shape, const Tile& tile);

/// Results that memory waits for: known without simulating (Bifrost, section VII-B).
std::int64_t psumCount(const Hardware& hardware, const MaeriShape& shape, const Tile& tile);

/// What rules a tile out: more multipliers than there are, neurons of one multiplier side by side, sizes below 1.
Diagnostics problemsOf(const Tile& tile, const MaeriShape& shape, const Hardware& hardware);

/// "T_R=3 T_S=3 ...".
std::string toText(const Tile& tile);

}  // namespace lapidary::fabric
