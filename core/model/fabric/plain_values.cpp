// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/indexing.h"
#include "core/model/fabric/values.h"

namespace lapidary::fabric {
namespace {

template <class T>
std::vector<T> plainProduct(const GemmShape& shape, const Values<T>& values) {
    std::vector<T> out;
    for (std::int64_t b = 0; b < shape.batch; ++b)
        for (std::int64_t m = 0; m < shape.m; ++m)
            for (std::int64_t n = 0; n < shape.n; ++n) {
                T sum{};
                for (std::int64_t k = 0; k < shape.k; ++k)
                    sum += values.inputs[static_cast<std::size_t>((b * shape.m + m) * shape.k + k)] *
                           values.weights[static_cast<std::size_t>((b * shape.k + k) * shape.n + n)];
                out.push_back(sum);
            }
    return out;
}

template <class T>
T plainOutput(const ConvShape& shape, const ConvIndex& index, const Values<T>& values, std::int64_t n,
              std::int64_t filter, std::int64_t x, std::int64_t y) {
    T sum{};
    for (std::int64_t c = 0; c < shape.c; ++c)
        for (std::int64_t r = 0; r < shape.r; ++r)
            for (std::int64_t s = 0; s < shape.s; ++s) {
                const std::int64_t at =
                    index.input(n, filter / shape.k * shape.c + c, x * shape.strideX + r * shape.dilationX,
                                y * shape.strideY + s * shape.dilationY);
                if (at >= 0)
                    sum += values.inputs[static_cast<std::size_t>(at)] *
                           values.weights[static_cast<std::size_t>(index.weight(filter, c, r, s))];
            }
    return sum;
}

}  // namespace

template <class T>
std::vector<T> plainValues(const Layer& layer, const Values<T>& values) {
    if (layer.kind != LayerKind::conv) return plainProduct(layer.gemm, values);
    const ConvShape& shape = layer.conv;
    const ConvIndex index(shape);
    std::vector<T> out(static_cast<std::size_t>(layer.outputs()), T{});
    // Images of one slice follow those of the one before, in inputs and outputs alike.
    for (std::int64_t n = 0; n < shape.slices * shape.n; ++n)
        for (std::int64_t filter = 0; filter < shape.g * shape.k; ++filter)
            for (std::int64_t x = 0; x < shape.outX(); ++x)
                for (std::int64_t y = 0; y < shape.outY(); ++y)
                    out[static_cast<std::size_t>(index.output(n, filter, x, y))] =
                        plainOutput(shape, index, values, n, filter, x, y);
    return out;
}

template std::vector<float> plainValues(const Layer&, const Values<float>&);
template std::vector<double> plainValues(const Layer&, const Values<double>&);
template std::vector<std::int64_t> plainValues(const Layer&, const Values<std::int64_t>&);

}  // namespace lapidary::fabric
