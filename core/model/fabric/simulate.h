// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One layer on one fabric, everything checked: what command line, tuners, networks and views call. Pure functions; long
// ones are steered by the job of their options.
#pragma once

#include <optional>

#include "core/base/result.h"
#include "core/model/fabric/maeri.h"
#include "core/model/fabric/sigma.h"
#include "core/model/fabric/systolic.h"

namespace lapidary::fabric {

struct Run {
    Layer layer;
    Hardware hardware;
    Tile tile;                               ///< MAERI; all ones is Bifrost's basic mapping
    SystolicTile systolicTile;               ///< TPU
    Stationary stationary = Stationary::mk;  ///< SIGMA
    /// SIGMA: M x K and K x N of the layer's product; none: all ones. Of several products (groups, slices, a batch) one bitmap
    /// for all, one per group, or one per product, below each other.
    std::optional<Bitmap> mk, kn;

    /// Both of one product.
    Bitmap mkOf(std::int64_t product) const;
    Bitmap knOf(std::int64_t product) const;
};
/// The layer as a matrix product; SIGMA and the TPU run a convolution by im2col.
GemmShape productOf(const Layer& layer);

/// What is wrong with the run: sizes, hardware, tile, bitmaps.
Diagnostics problemsOf(const Run& run);

/// Errors if anything is wrong; cycles 0 if the job was stopped. SIGMA and the TPU run convolutions as matrix products,
/// one per group; a batch is run product after product. A warning comes with runs whose values the machine gets wrong.
Result<Outcome> simulate(const Run& run, const EngineOptions& options = {});

/// The same so many times, one after the other.
Outcome repeated(Outcome outcome, std::int64_t times);

}  // namespace lapidary::fabric
