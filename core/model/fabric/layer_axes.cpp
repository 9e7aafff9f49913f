// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/layer_axes.h"

#include <optional>

#include "core/model/fabric/from_mapping.h"
#include "core/model/fabric/product_roles.h"

namespace lapidary::fabric {
namespace {

Diagnostic noLayer(const Workload& workload, const std::string& why) {
    return error("the fabric model can't take workload '" + workload.name() + "': " + why,
                 "it runs convolutions (N G C M P Q R S) and products of two operands");
}

std::int64_t boundOf(const Workload& workload, const char* name) {
    const int dimension = workload.findDimension(name);
    return dimension < 0 ? 1 : workload.bound(dimension);
}

/// Coefficients of the two dimensions in the rank of a tensor that has both, e.g. 2p + r: stride 2, dilation 1.
std::optional<std::pair<std::int64_t, std::int64_t>> windowOf(const Workload& workload, const char* output,
                                                              const char* filter) {
    const int o = workload.findDimension(output), f = workload.findDimension(filter);
    std::optional<std::int64_t> stride, dilation;
    for (const Tensor& tensor : workload.tensors())
        for (const Rank& rank : tensor.ranks) {
            if (tensor.isOutput || tensor.role != "input") continue;
            for (const Term& term : rank.terms) {
                if (term.dimension == o) stride = term.coefficient;
                if (term.dimension == f) dilation = term.coefficient;
            }
        }
    if (o < 0 || (f >= 0 && !dilation) || !stride) return std::nullopt;
    return std::pair(*stride, dilation.value_or(1));
}

bool isConvolution(const Workload& workload) {
    return workload.findDimension("P") >= 0 && workload.findDimension("M") >= 0 && !productRoles(workload);
}

Result<Layer> convolutionOf(const Workload& workload) {
    const auto rows = windowOf(workload, "P", "R"), columns = windowOf(workload, "Q", "S");
    if (!rows || !columns) return noLayer(workload, "its input isn't addressed by P and R, Q and S");
    ConvShape shape;
    shape.n = boundOf(workload, "N"), shape.g = boundOf(workload, "G"), shape.c = boundOf(workload, "C");
    if (overThreeAxes(workload)) shape.slices = boundOf(workload, "E"), shape.c *= boundOf(workload, "T");
    shape.k = boundOf(workload, "M"), shape.r = boundOf(workload, "R"), shape.s = boundOf(workload, "S");
    shape.strideX = rows->first, shape.dilationX = rows->second;
    shape.strideY = columns->first, shape.dilationY = columns->second;
    shape.x = (boundOf(workload, "P") - 1) * shape.strideX + shape.reachX();
    shape.y = (boundOf(workload, "Q") - 1) * shape.strideY + shape.reachY();
    return convLayer(workload.name(), shape);
}

}  // namespace

bool overThreeAxes(const Workload& workload) {
    return isConvolution(workload) && workload.findDimension("E") >= 0 && workload.findDimension("T") >= 0;
}

Result<Layer> layerOf(const Workload& workload) {
    if (isConvolution(workload)) return convolutionOf(workload);
    const auto roles = productRoles(workload);
    if (!roles) return noLayer(workload, "it is neither");
    GemmShape shape{1, workload.bound(roles->row), workload.bound(roles->column), workload.bound(roles->inner)};
    for (const int dimension : roles->batch) shape.batch *= workload.bound(dimension);
    return gemmLayer(workload.name(), shape);
}

LayerAxes axesOf(const Workload& workload) {
    LayerAxes axes;
    axes.conv = isConvolution(workload);
    if (!axes.conv) {
        const ProductRoles roles = *productRoles(workload);
        axes.x = roles.row, axes.k = roles.column, axes.s = roles.inner;
        axes.batch = roles.batch;
        return axes;
    }
    const std::pair<const char*, int*> names[] = {{"R", &axes.r}, {"S", &axes.s}, {"C", &axes.c}, {"M", &axes.k},
                                                  {"G", &axes.g}, {"N", &axes.n}, {"P", &axes.x}, {"Q", &axes.y}};
    for (const auto& [name, dimension] : names) *dimension = workload.findDimension(name);
    if (overThreeAxes(workload)) axes.t = workload.findDimension("T"), axes.batch = {workload.findDimension("E")};
    return axes;
}

}  // namespace lapidary::fabric
