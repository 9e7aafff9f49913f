// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/file_layer.h"

#include <algorithm>
#include <array>

#include "core/model/data_centric/nest.h"
#include "core/search/flash/styles.h"
#include "core/workload/builders.h"
#include "core/workload/einsum.h"

namespace lapidary::maestro {
namespace {

using data_centric::Layer;
using data_centric::LayerType;

/// The file's name of each dimension of ours; empty if it has none.
std::vector<std::string> convNames(const Workload& workload, bool depthwise) {
    const std::pair<const char*, const char*> known[] = {
        {"N", "N"}, {"M", "K"}, {depthwise ? "G" : "C", "C"}, {"R", "R"}, {"S", "S"}, {"P", "Y"}, {"Q", "X"}};
    std::vector<std::string> names;
    for (const Dimension& dimension : workload.dimensions()) {
        names.emplace_back();
        for (const auto& [ours, theirs] : known)
            if (dimension.name == ours) names.back() = theirs;
    }
    return names;
}

/// Whether our tensors have the dimensions of the file's, whatever their order.
bool sameTensors(const Layer& ours, const Layer& theirs, const std::vector<std::string>& names) {
    const auto setOf = [](const Layer& layer, const data_centric::LayerTensor& tensor, auto nameOf) {
        std::vector<std::string> set;
        for (const int d : tensor.dimensions)
            if (layer.dimensions[static_cast<std::size_t>(d)].size > 1) set.push_back(nameOf(d));
        std::sort(set.begin(), set.end());
        return set;
    };
    std::vector<std::vector<std::string>> left, right;
    for (const auto& tensor : ours.tensors)
        left.push_back(setOf(ours, tensor, [&](int d) { return names[static_cast<std::size_t>(d)]; }));
    for (const auto& tensor : theirs.tensors)
        right.push_back(
            setOf(theirs, tensor, [&](int d) { return theirs.dimensions[static_cast<std::size_t>(d)].name; }));
    if (left.back() != right.back()) return false;
    std::sort(left.begin(), left.end());
    std::sort(right.begin(), right.end());
    return left == right;
}

std::optional<FileLayer> convOf(const Layer& own, const Workload& workload, bool depthwise) {
    const std::vector<std::string> names = convNames(workload, depthwise);
    data_centric::ConvSizes sizes;
    for (std::size_t d = 0; d < own.dimensions.size(); ++d) {
        const auto& along = own.dimensions[d];
        const std::string& name = names[d];
        if (name.empty() && along.size > 1) return std::nullopt;
        if (name == "N") sizes.n = along.size;
        if (name == "K") sizes.k = along.size;
        if (name == "C") sizes.c = along.size;
        if (name == "R") sizes.r = along.size;
        if (name == "S") sizes.s = along.size;
        if (name == "Y") sizes.y = along.size, sizes.strideY = along.stride;
        if (name == "X") sizes.x = along.size, sizes.strideX = along.stride;
    }
    if (depthwise && sizes.k > 1) return std::nullopt;
    FileLayer file{depthwise ? data_centric::depthwiseLayer(own.name, sizes) : data_centric::convLayer(own.name, sizes),
                   {}};
    if (!sameTensors(own, file.layer, names)) return std::nullopt;
    for (const std::string& name : names) file.place.push_back(name.empty() ? -1 : file.layer.findDimension(name));
    return file;
}

/// Z[b,m,n] += A[b,m,k] * B[b,k,n], whatever the names.
std::optional<FileLayer> batchedOf(const Layer& own) {
    if (own.dimensions.size() != 4 || own.tensors.size() != 3) return std::nullopt;
    const auto uses = [&](std::size_t tensor, int d) {
        const auto& dimensions = own.tensors[tensor].dimensions;
        return std::find(dimensions.begin(), dimensions.end(), d) != dimensions.end();
    };
    std::array<std::int64_t, 4> sizes{};
    FileLayer file{{}, std::vector<int>(4, -1)};
    for (int d = 0; d < 4; ++d) {
        const bool a = uses(0, d), b = uses(1, d), c = uses(2, d);
        const int place = a && b && c ? 0 : a && c ? 1 : b && c ? 2 : a && b ? 3 : -1;
        if (place < 0 || sizes[static_cast<std::size_t>(place)] != 0) return std::nullopt;
        if (own.dimensions[static_cast<std::size_t>(d)].windowed()) return std::nullopt;
        sizes[static_cast<std::size_t>(place)] = own.dimensions[static_cast<std::size_t>(d)].size;
        file.place[static_cast<std::size_t>(d)] = place;
    }
    file.layer = data_centric::batchedGemmLayer(own.name, sizes[0], sizes[1], sizes[2], sizes[3]);
    return file;
}

}  // namespace

std::optional<FileLayer> fileLayerOf(const Layer& own, const Workload& workload) {
    const auto gemm = flash::gemmOf(workload);
    if (!gemm) {
        if (auto conv = convOf(own, workload, false)) return conv;
        if (auto depthwise = convOf(own, workload, true)) return depthwise;
        return batchedOf(own);
    }
    FileLayer file{data_centric::gemmLayer(own.name, gemm->sizes[0], gemm->sizes[1], gemm->sizes[2]),
                   std::vector<int>(own.dimensions.size(), -1)};
    for (std::size_t axis = 0; axis < 3; ++axis)
        file.place[static_cast<std::size_t>(gemm->dimension[axis])] = static_cast<int>(axis);
    return file;
}

Result<Workload> workloadOf(const Layer& layer) {
    if (Diagnostics wrong = data_centric::check(layer); !wrong.empty()) return wrong;
    const auto results = [&](const char* name) { return layer.results(layer.findDimension(name)); };
    if (layer.type == LayerType::gemm) return gemm(layer.name, results("M"), results("N"), results("K"));
    if (layer.type == LayerType::batchedGemm) {
        EinsumOptions options;
        options.name = layer.name;
        return parseEinsum("Z[b,m,n] += A[b,m,k] * B[b,k,n]",
                           {{"b", results("B")}, {"m", results("M")}, {"n", results("N")}, {"k", results("K")}},
                           options);
    }
    const bool depthwise = layer.type == LayerType::depthwise;
    if (depthwise && results("K") > 1)
        return errorAt({{}, 0, 0, "K"}, "a depthwise layer with " + std::to_string(results("K")) +
                                            " of K, which no tensor has: expected K: 1");
    Conv2d shape;
    shape.n = results("N");
    shape.m = depthwise ? 1 : results("K");
    shape.c = depthwise ? 1 : results("C");
    shape.groups = depthwise ? results("C") : 1;
    shape.p = results("Y");
    shape.q = results("X");
    shape.r = results("R");
    shape.s = results("S");
    shape.strideP = layer.dimensions[static_cast<std::size_t>(layer.findDimension("Y"))].stride;
    shape.strideQ = layer.dimensions[static_cast<std::size_t>(layer.findDimension("X"))].stride;
    return conv2d(layer.name, shape);
}

}  // namespace lapidary::maestro
