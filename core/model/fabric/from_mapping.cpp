// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/from_mapping.h"

#include <algorithm>
#include <bit>
#include <cmath>

namespace lapidary::fabric {
namespace {

Diagnostic noLayer(const Workload& workload, const std::string& why) {
    return error("the fabric model can't take workload '" + workload.name() + "': " + why,
                 "it runs convolutions (N G C M P Q R S) and matrix products (m n k)");
}
Diagnostic fabricNote(std::string message) { return {Severity::note, std::move(message), {}, {}}; }

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

Result<Layer> convolutionOf(const Workload& workload) {
    const auto rows = windowOf(workload, "P", "R"), columns = windowOf(workload, "Q", "S");
    if (!rows || !columns) return noLayer(workload, "its input isn't addressed by P and R, Q and S");
    ConvShape shape;
    shape.n = boundOf(workload, "N"), shape.g = boundOf(workload, "G"), shape.c = boundOf(workload, "C");
    shape.k = boundOf(workload, "M"), shape.r = boundOf(workload, "R"), shape.s = boundOf(workload, "S");
    shape.strideX = rows->first, shape.dilationX = rows->second;
    shape.strideY = columns->first, shape.dilationY = columns->second;
    shape.x = (boundOf(workload, "P") - 1) * shape.strideX + shape.reachX();
    shape.y = (boundOf(workload, "Q") - 1) * shape.strideY + shape.reachY();
    return convLayer(workload.name(), shape);
}

/// Rounded down to a power of two.
std::int64_t wholePower(double words) {
    return static_cast<std::int64_t>(std::bit_floor(static_cast<std::uint64_t>(std::floor(words))));
}

std::int64_t widthOf(const std::optional<double>& own, const std::optional<double>& shared, std::int64_t multipliers,
                     const char* what, Diagnostics& notes) {
    constexpr std::int64_t kUsual = 64;  // as on STONNE's command line
    const std::optional<double> words = own ? own : shared;
    if (!words || *words < 1) {
        notes.push_back(fabricNote(std::string("the design doesn't say how many words go ") + what +
                                   " its array per cycle: " + std::to_string(std::min(kUsual, multipliers))));
        return std::min(kUsual, multipliers);
    }
    return std::min(wholePower(*words), multipliers);
}

bool mayHoldOutputs(const Level& level, const Workload& workload) {
    for (const Tensor& tensor : workload.tensors()) {
        if (!tensor.isOutput) continue;
        for (const std::string& key : {tensor.role, tensor.name})
            if (const auto found = level.keep.find(key); found != level.keep.end()) return found->second != Keep::never;
    }
    return true;
}

bool isProduct(const Workload& workload) {
    return workload.dimensionCount() == 3 && workload.tensorCount() == 3 && workload.findDimension("m") >= 0 &&
           workload.findDimension("n") >= 0 && workload.findDimension("k") >= 0;
}

}  // namespace

Result<Layer> layerOf(const Workload& workload) {
    if (workload.findDimension("P") >= 0 && workload.findDimension("M") >= 0) return convolutionOf(workload);
    if (!isProduct(workload)) return noLayer(workload, "it is neither");
    return gemmLayer(workload.name(), {1, boundOf(workload, "m"), boundOf(workload, "n"), boundOf(workload, "k")});
}

Result<Hardware> hardwareOf(const Architecture& architecture, const Workload& workload) {
    if (architecture.fanouts().empty())
        return error("the fabric model can't take design '" + architecture.name() + "': it has no fanout");
    Diagnostics notes;
    Hardware hardware;
    hardware.multipliers = 1;
    for (const Fanout& fanout : architecture.fanouts()) hardware.multipliers *= fanout.x * fanout.y;
    const int above = architecture.fanouts().front().below;
    const Level& buffer = architecture.levels()[static_cast<std::size_t>(std::max(0, above))];
    hardware.distributionWidth =
        widthOf(buffer.bandwidth.read, buffer.bandwidth.shared, hardware.multipliers, "into", notes);
    hardware.reductionWidth =
        widthOf(buffer.bandwidth.write, buffer.bandwidth.shared, hardware.multipliers, "out of", notes);
    for (int level = above + 1; level < architecture.levelCount(); ++level)
        hardware.accumulationBuffer |= mayHoldOutputs(architecture.levels()[static_cast<std::size_t>(level)], workload);
    Diagnostics problems = problemsOf(hardware);
    if (!problems.empty()) return problems;
    return Result<Hardware>(hardware, std::move(notes));
}

Result<Run> runOf(const Mapping& mapping, const Target& target) {
    const Workload& workload = target.workload;
    auto layer = layerOf(workload);
    if (!layer) return layer.diagnostics();
    auto hardware = hardwareOf(target.architecture, workload);
    if (!hardware) return hardware.diagnostics();
    Run run;
    run.layer = *std::move(layer);
    run.hardware = *hardware;
    const bool conv = run.layer.kind == LayerKind::conv;
    const std::pair<const char*, std::int64_t*> convSizes[] = {
        {"R", &run.tile.r}, {"S", &run.tile.s}, {"C", &run.tile.c}, {"M", &run.tile.k},
        {"G", &run.tile.g}, {"N", &run.tile.n}, {"P", &run.tile.x}, {"Q", &run.tile.y}};
    const std::pair<const char*, std::int64_t*> productSizes[] = {
        {"m", &run.tile.x}, {"n", &run.tile.k}, {"k", &run.tile.s}};
    for (const Node& node : mapping.nodes) {
        if (node.kind != NodeKind::spatial) continue;
        const auto multiply = [&](const auto& sizes) {
            for (const auto& [name, size] : sizes)
                if (workload.findDimension(name) == node.dimension) *size *= node.bound;
        };
        if (conv)
            multiply(convSizes);
        else
            multiply(productSizes);
    }
    Diagnostics notes = hardware.diagnostics();
    notes.push_back(
        fabricNote("MAERI holds what the spatial loops hold; its controller takes the rest in its own order"));
    return Result<Run>(std::move(run), std::move(notes));
}

}  // namespace lapidary::fabric
