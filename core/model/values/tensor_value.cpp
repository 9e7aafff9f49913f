// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/values/tensor_value.h"

#include <cmath>
#include <limits>

namespace lapidary {

std::vector<std::int64_t> stridesOf(const TensorShape& shape) {
    std::vector<std::int64_t> strides(shape.size(), 1);
    for (std::size_t i = shape.size(); i-- > 1;) strides[i - 1] = strides[i] * shape[i];
    return strides;
}

double relativeError(const std::vector<float>& found, const std::vector<float>& reference) {
    if (found.size() != reference.size()) return std::numeric_limits<double>::infinity();
    double largest = 0;
    double difference = 0;
    for (std::size_t i = 0; i < found.size(); ++i) {
        if (found[i] == reference[i] || (std::isnan(found[i]) && std::isnan(reference[i]))) {
            if (std::isfinite(reference[i])) largest = std::max(largest, std::abs(static_cast<double>(reference[i])));
            continue;
        }
        if (!std::isfinite(found[i]) || !std::isfinite(reference[i])) return std::numeric_limits<double>::infinity();
        largest = std::max(largest, std::abs(static_cast<double>(reference[i])));
        difference = std::max(difference, std::abs(static_cast<double>(found[i]) - static_cast<double>(reference[i])));
    }
    if (difference == 0) return 0;
    return largest == 0 ? std::numeric_limits<double>::infinity() : difference / largest;
}

}  // namespace lapidary
