// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/values/fabric_layers.h"

#include <algorithm>
#include <numeric>

#include "core/base/arith.h"
#include "core/model/fabric/layer_axes.h"
#include "core/model/fabric/product_roles.h"
#include "core/model/fabric/values.h"
#include "core/workload/graph/graph.h"

namespace lapidary {

namespace {

std::int64_t boundOf(const Workload& workload, const char* dimension, std::int64_t fallback) {
    for (const Dimension& own : workload.dimensions())
        if (own.name == dimension) return own.bound;
    return fallback;
}

const Tensor* tensorNamed(const Workload& workload, const char* name) {
    const auto found = std::ranges::find(workload.tensors(), name, &Tensor::name);
    return found == workload.tensors().end() ? nullptr : &*found;
}

std::int64_t coefficientOf(const Workload& workload, const Rank& rank, const char* dimension) {
    for (const Term& term : rank.terms)
        if (workload.dimensions()[static_cast<std::size_t>(term.dimension)].name == dimension) return term.coefficient;
    return 1;
}

/// Padding behind the data as far as the last window reaches.
std::int64_t paddingBehind(std::int64_t outputs, std::int64_t stride, std::int64_t reach, std::int64_t data,
                           std::int64_t before) {
    return std::max<std::int64_t>((outputs - 1) * stride + reach - before - data, 0);
}

Result<fabric::Layer> convolution(const Workload& workload, const Tensor& image) {
    const Rank& rows = image.ranks[image.ranks.size() - 2];
    const Rank& columns = image.ranks.back();
    fabric::ConvShape shape;
    shape.n = boundOf(workload, "N", 1);
    shape.g = boundOf(workload, "G", 1);
    shape.c = boundOf(workload, "C", 1);
    shape.k = boundOf(workload, "M", 1);
    shape.r = boundOf(workload, "R", 1);
    shape.s = boundOf(workload, "S", 1);
    shape.x = rows.dataExtent;
    shape.y = columns.dataExtent;
    shape.strideX = coefficientOf(workload, rows, "P");
    shape.strideY = coefficientOf(workload, columns, "Q");
    shape.dilationX = coefficientOf(workload, rows, "R");
    shape.dilationY = coefficientOf(workload, columns, "S");
    if (fabric::overThreeAxes(workload)) {
        shape.slices = boundOf(workload, "E", 1);
        shape.c *= boundOf(workload, "T", 1);
    }
    shape.padTop = rows.paddingBefore;
    shape.padLeft = columns.paddingBefore;
    shape.padBottom = paddingBehind(boundOf(workload, "P", 1), shape.strideX, shape.reachX(), shape.x, shape.padTop);
    shape.padRight = paddingBehind(boundOf(workload, "Q", 1), shape.strideY, shape.reachY(), shape.y, shape.padLeft);
    return fabric::convLayer(workload.name(), shape);
}

fabric::Layer product(const Workload& workload, const fabric::ProductRoles& roles) {
    fabric::GemmShape shape;
    for (const int axis : roles.batch) shape.batch *= workload.bound(axis);
    shape.m = workload.bound(roles.row);
    shape.n = workload.bound(roles.column);
    shape.k = workload.bound(roles.inner);
    return fabric::gemmLayer(workload.name(), shape);
}

/// An operand with its dimensions in a given order, repeated along those it doesn't have.
std::vector<float> inOrder(const Workload& workload, int tensor, std::span<const float> data,
                           const std::vector<int>& order) {
    const std::vector<std::int64_t> extents = rankExtents(workload, tensor);
    const auto& ranks = workload.tensors()[static_cast<std::size_t>(tensor)].ranks;
    std::vector<std::int64_t> steps(order.size(), 0);
    std::int64_t stride = 1, count = 1;
    for (std::size_t r = ranks.size(); r-- > 0;) {
        const auto place = std::ranges::find(order, ranks[r].terms[0].dimension) - order.begin();
        steps[static_cast<std::size_t>(place)] = stride;
        stride *= extents[r];
    }
    for (const int dimension : order) count *= workload.bound(dimension);
    std::vector<float> result(static_cast<std::size_t>(count));
    std::vector<std::int64_t> at(order.size(), 0);
    std::int64_t place = 0;
    for (float& value : result) {
        value = data[static_cast<std::size_t>(place)];
        for (std::size_t d = order.size(); d-- > 0;) {
            place += steps[d];
            if (++at[d] < workload.bound(order[d])) break;
            place -= steps[d] * workload.bound(order[d]);
            at[d] = 0;
        }
    }
    return result;
}

/// The third axis of a convolution: output slices, filter slices, and the data's.
struct ThirdAxis {
    std::int64_t outputs = 1, filter = 1, stride = 1, dilation = 1, before = 0, data = 1;
};
ThirdAxis thirdAxisOf(const Workload& workload) {
    const auto& ranks = tensorNamed(workload, "I")->ranks;
    const Rank& rank = ranks[ranks.size() - 3];
    return {boundOf(workload, "E", 1),          boundOf(workload, "T", 1), coefficientOf(workload, rank, "E"),
            coefficientOf(workload, rank, "T"), rank.paddingBefore,        rank.dataExtent};
}

/// Data of N C D X Y as slice after slice of N (C T) X Y: what the filter covers for each output slice, zeros outside.
std::vector<float> slicesOf(const fabric::ConvShape& shape, const ThirdAxis& axis, std::span<const float> data) {
    const std::int64_t plane = shape.x * shape.y, channels = shape.n * shape.g * (shape.c / axis.filter);
    std::vector<float> slices(static_cast<std::size_t>(axis.outputs * channels * axis.filter * plane), 0);
    auto to = slices.begin();
    for (std::int64_t e = 0; e < axis.outputs; ++e)
        for (std::int64_t c = 0; c < channels; ++c)
            for (std::int64_t t = 0; t < axis.filter; ++t, to += plane) {
                const std::int64_t d = e * axis.stride + t * axis.dilation - axis.before;
                if (d < 0 || d >= axis.data) continue;
                std::copy_n(data.begin() + (c * axis.data + d) * plane, plane, to);
            }
    return slices;
}

/// Slice after slice of N M P Q as N M E P Q.
std::vector<float> withSlicesInside(const fabric::ConvShape& shape, const std::vector<float>& values) {
    const std::int64_t plane = shape.outX() * shape.outY(), filters = shape.n * shape.g * shape.k;
    std::vector<float> result(values.size());
    for (std::int64_t e = 0; e < shape.slices; ++e)
        for (std::int64_t f = 0; f < filters; ++f)
            std::copy_n(values.begin() + (e * filters + f) * plane, plane,
                        result.begin() + (f * shape.slices + e) * plane);
    return result;
}

fabric::Values<float> operandsOf(const LayerCall& call, const fabric::Layer& layer) {
    fabric::Values<float> values;
    if (layer.kind == fabric::LayerKind::conv) {
        for (std::size_t t = 0; t < call.operands.size(); ++t) {
            const std::string& name = call.workload.tensors()[t].name;
            if (name == "I") values.inputs.assign(call.operands[t].begin(), call.operands[t].end());
            if (name == "W") values.weights.assign(call.operands[t].begin(), call.operands[t].end());
        }
        if (fabric::overThreeAxes(call.workload))
            values.inputs = slicesOf(layer.conv, thirdAxisOf(call.workload), values.inputs);
        return values;
    }
    const fabric::ProductRoles roles = *fabric::productRoles(call.workload);
    const auto ordered = [&](int tensor, int outer, int inner) {
        std::vector<int> order = roles.batch;
        order.insert(order.end(), {outer, inner});
        return inOrder(call.workload, tensor, call.operands[static_cast<std::size_t>(tensor)], order);
    };
    values.inputs = ordered(roles.rows, roles.row, roles.inner);
    values.weights = ordered(roles.columns, roles.inner, roles.column);
    return values;
}

/// SIGMA skips the zeros of the weights, which stay in the array, a bitmap for each group or product; those of what streams
/// past save no time.
void setSparsity(const fabric::Values<float>& operands, fabric::Run& run) {
    const bool conv = run.layer.kind == fabric::LayerKind::conv;
    const fabric::GemmShape shape = fabric::productOf(run.layer);
    run.stationary = conv ? fabric::Stationary::mk : fabric::Stationary::kn;
    // Weights lie as G K (C R S), of products as batch K N: group below group, as bitmaps do.
    const std::int64_t columns = conv ? shape.k : shape.n;
    fabric::Bitmap map{static_cast<std::int64_t>(operands.weights.size()) / columns, columns, {}};
    map.bits.reserve(operands.weights.size());
    for (const float weight : operands.weights) map.bits.push_back(weight != 0 ? 1 : 0);
    (conv ? run.mk : run.kn) = std::move(map);
}

}  // namespace

Result<fabric::Layer> fabricLayer(const Workload& workload) {
    const Tensor* image = tensorNamed(workload, "I");
    if (image != nullptr && tensorNamed(workload, "W") != nullptr && image->ranks.size() >= 4 &&
        image->ranks.back().dataExtent > 0)
        return convolution(workload, *image);
    if (const auto roles = fabric::productRoles(workload)) return product(workload, *roles);
    return error("layer '" + workload.name() + "' is neither a convolution nor a product of two operands");
}

fabric::Tile fillingTile(const fabric::Layer& layer, const fabric::Hardware& hardware) {
    fabric::Tile tile;
    const auto shape = fabric::maeriShape(layer);
    if (!shape) return tile;
    const std::pair<std::int64_t fabric::Tile::*, std::int64_t> axes[] = {
        {&fabric::Tile::s, shape->s}, {&fabric::Tile::r, shape->r},      {&fabric::Tile::c, shape->c},
        {&fabric::Tile::k, shape->k}, {&fabric::Tile::y, shape->outY()}, {&fabric::Tile::x, shape->outX()},
        {&fabric::Tile::g, shape->g}, {&fabric::Tile::n, shape->n}};
    for (const auto& [axis, extent] : axes) {
        const std::vector<std::int64_t> sizes = divisors(extent);
        for (auto size = sizes.rbegin(); size != sizes.rend(); ++size) {
            fabric::Tile larger = tile;
            larger.*axis = *size;
            if (!fabric::problemsOf(larger, *shape, hardware).empty()) continue;
            tile = larger;
            break;
        }
    }
    return tile;
}

Result<fabric::Run> withFillingTile(fabric::Run run) {
    run.tile = fillingTile(run.layer, run.hardware);
    run.systolicTile = {run.hardware.rows, run.hardware.columns};
    return run;
}

LayerFunction fabricLayers(const fabric::Hardware& hardware, TileChoice choose, std::vector<FabricLayerRun>& runs) {
    return [hardware, choose = std::move(choose), &runs](const LayerCall& call) -> Result<std::vector<float>> {
        auto layer = fabricLayer(call.workload);
        if (!layer) return layer.diagnostics();
        fabric::Run run;
        run.layer = *std::move(layer);
        run.hardware = hardware;
        auto chosen = choose(std::move(run));
        if (!chosen) return chosen.diagnostics();
        const fabric::Values<float> operands = operandsOf(call, chosen->layer);
        if (hardware.controller == fabric::Controller::sigma) setSparsity(operands, *chosen);
        auto outcome = fabric::simulate(*chosen, {.job = call.job});
        if (!outcome) return outcome.diagnostics();
        if (call.job != nullptr && call.job->stopRequested()) return std::vector<float>();
        std::vector<float> values = fabric::computedValues(*chosen, operands);
        if (fabric::overThreeAxes(call.workload)) values = withSlicesInside(chosen->layer.conv, values);
        runs.push_back({call.workload.name(), *std::move(chosen), *std::move(outcome)});
        return values;
    };
}

}  // namespace lapidary
