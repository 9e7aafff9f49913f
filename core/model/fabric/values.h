// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a run computes: the values of its outputs, gathered by the same tiles, folds, neurons and rounds that the cycles are
// counted for, and the plain loops to judge them by (Bifrost, section V). Pure functions; float, double and 64-bit
// integers, which are exact.
#pragma once

#include <vector>

#include "core/model/fabric/simulate.h"

namespace lapidary::fabric {

/// Operands in the layer's layout. Convolutions: inputs N (G C) X Y and weights (G K) C R S beside NCHW, N X Y (G C) and
/// R S C (G K) beside NHWC, without padding; of several slices the inputs one slice after the other. Products: inputs batch M K, weights batch K N.
template <class T>
struct Values {
    std::vector<T> inputs, weights;
};

std::int64_t inputCount(const Layer& layer);
std::int64_t weightCount(const Layer& layer);

/// Outputs N (G K) X' Y', beside NHWC N X' Y' (G K), slice after slice; products: batch M N. Requires a run without problems and operands of
/// the right sizes. On SIGMA values where the bitmaps have no one count as zero.
template <class T>
std::vector<T> computedValues(const Run& run, const Values<T>& values);

/// The same by plain loops over the layer.
template <class T>
std::vector<T> plainValues(const Layer& layer, const Values<T>& values);

extern template std::vector<float> computedValues(const Run&, const Values<float>&);
extern template std::vector<double> computedValues(const Run&, const Values<double>&);
extern template std::vector<std::int64_t> computedValues(const Run&, const Values<std::int64_t>&);
extern template std::vector<float> plainValues(const Layer&, const Values<float>&);
extern template std::vector<double> plainValues(const Layer&, const Values<double>&);
extern template std::vector<std::int64_t> plainValues(const Layer&, const Values<std::int64_t>&);

}  // namespace lapidary::fabric
