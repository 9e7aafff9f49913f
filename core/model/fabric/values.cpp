// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/values.h"

#include <algorithm>

#include "core/base/arith.h"
#include "core/model/fabric/indexing.h"

namespace lapidary::fabric {
namespace {

/// A convolution as MAERI sees it: groups apart, padding and the zeros of dilated filters by position.
template <class T>
class MaeriConv {
public:
    MaeriConv(const ConvShape& shape, const Values<T>& values) : m_shape(shape), m_index(shape), m_values(values) {}

    T input(std::int64_t n, std::int64_t g, std::int64_t c, std::int64_t row, std::int64_t column) const {
        const std::int64_t at = m_index.input(n, g * m_shape.c + c, row, column);
        return at < 0 ? T{} : m_values.inputs[static_cast<std::size_t>(at)];
    }
    T weight(std::int64_t g, std::int64_t k, std::int64_t c, std::int64_t r, std::int64_t s) const {
        if (r % m_shape.dilationX != 0 || s % m_shape.dilationY != 0) return T{};
        return m_values.weights[static_cast<std::size_t>(
            m_index.weight(g * m_shape.k + k, c, r / m_shape.dilationX, s / m_shape.dilationY))];
    }
    std::size_t output(std::int64_t n, std::int64_t g, std::int64_t k, std::int64_t x, std::int64_t y) const {
        return static_cast<std::size_t>(m_index.output(n, g * m_shape.k + k, x, y));
    }

private:
    const ConvShape& m_shape;
    ConvIndex m_index;
    const Values<T>& m_values;
};

/// A matrix product as MAERI sees it: a row of k columns under n filters, m rows of results.
template <class T>
class MaeriProduct {
public:
    MaeriProduct(const GemmShape& shape, std::int64_t batch, const Values<T>& values)
        : m_shape(shape), m_values(values), m_batch(batch) {}

    T input(std::int64_t, std::int64_t, std::int64_t, std::int64_t row, std::int64_t column) const {
        return m_values.inputs[static_cast<std::size_t>((m_batch * m_shape.m + row) * m_shape.k + column)];
    }
    T weight(std::int64_t, std::int64_t k, std::int64_t, std::int64_t, std::int64_t s) const {
        return m_values.weights[static_cast<std::size_t>((m_batch * m_shape.k + s) * m_shape.n + k)];
    }
    std::size_t output(std::int64_t, std::int64_t, std::int64_t k, std::int64_t x, std::int64_t) const {
        return static_cast<std::size_t>((m_batch * m_shape.m + x) * m_shape.n + k);
    }

private:
    const GemmShape& m_shape;
    const Values<T>& m_values;
    std::int64_t m_batch;
};

/// Visits [0, size) in tiles, last one cut.
template <class Visit>
void forEachTile(std::int64_t size, std::int64_t tile, Visit visit) {
    for (std::int64_t from = 0; from < size; from += tile) visit(from, std::min(size, from + tile));
}

/// One neuron's products of one fold.
template <class T, class Operands>
T foldSum(const Operands& operands, const MaeriShape& shape, const Tile& tile, const std::int64_t (&output)[5],
          std::int64_t r0, std::int64_t s0, std::int64_t c0) {
    const auto [n, g, k, x, y] = output;
    T sum{};
    for (std::int64_t c = c0; c < std::min(shape.c, c0 + tile.c); ++c)
        for (std::int64_t r = r0; r < std::min(shape.r, r0 + tile.r); ++r)
            for (std::int64_t s = s0; s < std::min(shape.s, s0 + tile.s); ++s)
                sum += operands.weight(g, k, c, r, s) *
                       operands.input(n, g, c, x * shape.stride + r, y * shape.stride + s);
    return sum;
}

/// All folds of one output, S fastest, then R, then C: the order in which partial sums meet.
template <class T, class Operands>
T outputSum(const Operands& operands, const MaeriShape& shape, const Tile& tile, const std::int64_t (&output)[5]) {
    T sum{};
    for (std::int64_t c = 0; c < shape.c; c += tile.c)
        for (std::int64_t r = 0; r < shape.r; r += tile.r)
            for (std::int64_t s = 0; s < shape.s; s += tile.s)
                sum += foldSum<T>(operands, shape, tile, output, r, s, c);
    return sum;
}

template <class T, class Operands>
void runTiles(const Operands& operands, const MaeriShape& shape, const Tile& tile, std::vector<T>& out) {
    const auto neuron = [&](std::int64_t n, std::int64_t g, std::int64_t k, std::int64_t x, std::int64_t y) {
        out[operands.output(n, g, k, x, y)] = outputSum<T>(operands, shape, tile, {n, g, k, x, y});
    };
    const auto windows = [&](std::int64_t n, std::int64_t g, std::int64_t k0, std::int64_t k1) {
        forEachTile(shape.outX(), tile.x, [&](std::int64_t x0, std::int64_t x1) {
            forEachTile(shape.outY(), tile.y, [&](std::int64_t y0, std::int64_t y1) {
                for (std::int64_t k = k0; k < k1; ++k)
                    for (std::int64_t x = x0; x < x1; ++x)
                        for (std::int64_t y = y0; y < y1; ++y) neuron(n, g, k, x, y);
            });
        });
    };
    for (std::int64_t n = 0; n < shape.n; ++n)
        for (std::int64_t g = 0; g < shape.g; ++g)
            forEachTile(shape.k, tile.k, [&](std::int64_t k0, std::int64_t k1) { windows(n, g, k0, k1); });
}

/// Two matrices and where their product goes: the batch of a product, or one group of a convolution (im2col).
template <class T>
struct Product {
    std::vector<T> a, b;                ///< m x k, k x n
    std::vector<std::int64_t> outputs;  ///< m x n: places in the layer's outputs
};

template <class T>
Product<T> batchProduct(const GemmShape& shape, std::int64_t batch, const Values<T>& values) {
    const auto part = [](const std::vector<T>& all, std::int64_t at, std::int64_t size) {
        return std::vector<T>(all.begin() + at * size, all.begin() + (at + 1) * size);
    };
    Product<T> product{
        part(values.inputs, batch, shape.m * shape.k), part(values.weights, batch, shape.k * shape.n), {}};
    for (std::int64_t i = 0; i < shape.m * shape.n; ++i) product.outputs.push_back(batch * shape.m * shape.n + i);
    return product;
}

/// Weights of one group as filters x depth, inputs as depth x positions.
template <class T>
Product<T> groupProduct(const ConvShape& shape, std::int64_t g, const Values<T>& values) {
    const ConvIndex index(shape);
    const GemmShape size = im2col(shape);
    const bool weightsFirst = shape.layout == Layout::nchw;
    const std::int64_t positions = weightsFirst ? size.n : size.m, depth = size.k;
    std::vector<T> weights(static_cast<std::size_t>(shape.k * depth));
    std::vector<T> data(static_cast<std::size_t>(positions * depth));
    Product<T> product;
    product.outputs.resize(static_cast<std::size_t>(size.m * size.n));
    for (std::int64_t c = 0, d = 0; c < shape.c; ++c)
        for (std::int64_t r = 0; r < shape.r; ++r)
            for (std::int64_t s = 0; s < shape.s; ++s, ++d) {
                for (std::int64_t k = 0; k < shape.k; ++k)
                    weights[static_cast<std::size_t>(weightsFirst ? k * depth + d : d * shape.k + k)] =
                        values.weights[static_cast<std::size_t>(index.weight(g * shape.k + k, c, r, s))];
                for (std::int64_t p = 0; p < positions; ++p) {
                    const std::int64_t y = p % shape.outY(), x = p / shape.outY() % shape.outX();
                    const std::int64_t at =
                        index.input(p / (shape.outY() * shape.outX()), g * shape.c + c,
                                    x * shape.strideX + r * shape.dilationX, y * shape.strideY + s * shape.dilationY);
                    data[static_cast<std::size_t>(weightsFirst ? d * positions + p : p * depth + d)] =
                        at < 0 ? T{} : values.inputs[static_cast<std::size_t>(at)];
                }
            }
    for (std::int64_t k = 0; k < shape.k; ++k)
        for (std::int64_t p = 0; p < positions; ++p)
            product.outputs[static_cast<std::size_t>(weightsFirst ? k * positions + p : p * shape.k + k)] =
                index.output(p / (shape.outY() * shape.outX()), g * shape.k + k, p / shape.outY() % shape.outX(),
                             p % shape.outY());
    product.a = weightsFirst ? std::move(weights) : std::move(data);
    product.b = weightsFirst ? std::move(data) : std::move(weights);
    return product;
}

/// Round after round: stationary ones times what streams past, where it has ones.
template <class T>
void runRounds(const Run& run, const GemmShape& shape, std::int64_t number, const Product<T>& product,
               std::vector<T>& out) {
    const SigmaOperands maps = sigmaOperands(run.mkOf(number), run.knOf(number), run.stationary);
    const bool mk = run.stationary == Stationary::mk;
    for (const SigmaRound& round : sigmaRounds(maps.stationary, run.hardware.multipliers))
        for (const SigmaRound::Part& part : round.parts)
            for (std::int64_t other = 0; other < maps.streaming.rows; ++other) {
                const std::int64_t m = mk ? part.vector : other, n = mk ? other : part.vector;
                T sum{};
                for (const std::int64_t k : part.positions)
                    if (maps.streaming.at(other, k))
                        sum += product.a[static_cast<std::size_t>(m * shape.k + k)] *
                               product.b[static_cast<std::size_t>(k * shape.n + n)];
                out[static_cast<std::size_t>(product.outputs[static_cast<std::size_t>(m * shape.n + n)])] += sum;
            }
}

template <class T>
void runMesh(const Run& run, const GemmShape& shape, const Product<T>& product, std::vector<T>& out) {
    const SystolicTile& tile = run.systolicTile;
    forEachTile(shape.m, tile.m, [&](std::int64_t m0, std::int64_t m1) {
        forEachTile(shape.n, tile.n, [&](std::int64_t n0, std::int64_t n1) {
            for (std::int64_t m = m0; m < m1; ++m)
                for (std::int64_t n = n0; n < n1; ++n) {
                    T sum{};
                    for (std::int64_t k = 0; k < shape.k; ++k)
                        sum += product.a[static_cast<std::size_t>(m * shape.k + k)] *
                               product.b[static_cast<std::size_t>(k * shape.n + n)];
                    out[static_cast<std::size_t>(product.outputs[static_cast<std::size_t>(m * shape.n + n)])] = sum;
                }
        });
    });
}

}  // namespace

std::int64_t inputCount(const Layer& layer) {
    if (layer.kind == LayerKind::conv)
        return layer.conv.slices * layer.conv.n * layer.conv.g * layer.conv.c * layer.conv.x * layer.conv.y;
    return layer.gemm.batch * layer.gemm.m * layer.gemm.k;
}

std::int64_t weightCount(const Layer& layer) {
    if (layer.kind == LayerKind::conv) return layer.conv.g * layer.conv.k * layer.conv.c * layer.conv.r * layer.conv.s;
    return layer.gemm.batch * layer.gemm.k * layer.gemm.n;
}

namespace {

/// Values of the first slice; `slice` is which of the layer's slices it is, for the bitmaps.
template <class T>
std::vector<T> sliceValues(const Run& run, const Values<T>& values, std::int64_t slice) {
    std::vector<T> out(static_cast<std::size_t>(run.layer.outputs()), T{});
    const bool conv = run.layer.kind == LayerKind::conv;
    const GemmShape shape = productOf(run.layer);
    if (run.hardware.controller == Controller::maeri) {
        const auto maeri = maeriShape(run.layer);
        if (!maeri) return {};
        if (conv) runTiles(MaeriConv<T>(run.layer.conv, values), *maeri, run.tile, out);
        for (std::int64_t b = 0; !conv && b < shape.batch; ++b)
            runTiles(MaeriProduct<T>(run.layer.gemm, b, values), *maeri, run.tile, out);
        return out;
    }
    for (std::int64_t b = 0; b < shape.batch; ++b) {
        const Product<T> product =
            conv ? groupProduct(run.layer.conv, b, values) : batchProduct(run.layer.gemm, b, values);
        if (run.hardware.controller == Controller::sigma)
            runRounds(run, shape, slice * shape.batch + b, product, out);
        else
            runMesh(run, shape, product, out);
    }
    return out;
}

}  // namespace

template <class T>
std::vector<T> computedValues(const Run& run, const Values<T>& values) {
    const std::int64_t slices = run.layer.kind == LayerKind::conv ? run.layer.conv.slices : 1;
    if (slices == 1) return sliceValues(run, values, 0);
    Run one = run;
    one.layer.conv.slices = 1;
    const std::int64_t size = inputCount(one.layer);
    Values<T> part{{}, values.weights};
    std::vector<T> out;
    for (std::int64_t slice = 0; slice < slices; ++slice) {
        part.inputs.assign(values.inputs.begin() + slice * size, values.inputs.begin() + (slice + 1) * size);
        const std::vector<T> computed = sliceValues(one, part, slice);
        out.insert(out.end(), computed.begin(), computed.end());
    }
    return out;
}

template std::vector<float> computedValues(const Run&, const Values<float>&);
template std::vector<double> computedValues(const Run&, const Values<double>&);
template std::vector<std::int64_t> computedValues(const Run&, const Values<std::int64_t>&);

}  // namespace lapidary::fabric
