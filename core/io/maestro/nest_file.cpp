// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/nest_file.h"

#include <algorithm>
#include <cctype>

#include "core/model/data_centric/nest.h"
#include "core/search/flash/styles.h"

namespace lapidary::maestro {
namespace {

using data_centric::Layer;

/// The file's name of each dimension of ours; empty if it has none.
std::vector<std::string> convNames(const Workload& workload) {
    const std::pair<const char*, const char*> known[] = {{"N", "N"}, {"M", "K"}, {"C", "C"}, {"R", "R"},
                                                         {"S", "S"}, {"P", "Y"}, {"Q", "X"}};
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

std::optional<Layer> convOf(const Layer& ours, const std::vector<std::string>& names) {
    data_centric::ConvSizes sizes;
    for (std::size_t d = 0; d < ours.dimensions.size(); ++d) {
        const auto& along = ours.dimensions[d];
        const std::string& name = names[d];
        if (name.empty()) return std::nullopt;
        std::int64_t& size = name == "N"   ? sizes.n
                             : name == "K" ? sizes.k
                             : name == "C" ? sizes.c
                             : name == "R" ? sizes.r
                             : name == "S" ? sizes.s
                             : name == "Y" ? sizes.y
                                           : sizes.x;
        size = along.size;
        if (name == "Y") sizes.strideY = along.stride;
        if (name == "X") sizes.strideX = along.stride;
    }
    Layer layer = data_centric::convLayer(ours.name, sizes);
    return sameTensors(ours, layer, names) ? std::optional(std::move(layer)) : std::nullopt;
}

/// The same flow, its dimensions numbered as the file's layer has them.
void renumber(data_centric::Dataflow& flow, const std::vector<int>& place, const Layer& layer) {
    for (data_centric::ClusterLevel& level : flow.levels)
        for (data_centric::Map& map : level.maps) {
            map.dimension = place[static_cast<std::size_t>(map.dimension)];
            map.inResults = layer.dimensions[static_cast<std::size_t>(map.dimension)].windowed();
        }
}

}  // namespace

Result<NestFile> nestAsFile(const Mapping& mapping, const Target& target) {
    auto form = data_centric::directivesOf(mapping, target);
    if (!form) return form.diagnostics();
    NestFile file{{form->layer, form->flow, {}}, form->pes};
    std::vector<int> place(form->layer.dimensions.size(), -1);
    if (const auto gemm = flash::gemmOf(target.workload)) {
        file.layer.layer = data_centric::gemmLayer(form->layer.name, gemm->sizes[0], gemm->sizes[1], gemm->sizes[2]);
        for (std::size_t axis = 0; axis < 3; ++axis)
            place[static_cast<std::size_t>(gemm->dimension[axis])] = static_cast<int>(axis);
    } else {
        const std::vector<std::string> names = convNames(target.workload);
        auto layer = convOf(form->layer, names);
        if (!layer)
            return error("MAESTRO's files know matrix products and convolutions over N, M, C, R, S, P and Q only",
                         "write the mapping as text or JSON instead");
        file.layer.layer = *std::move(layer);
        for (std::size_t d = 0; d < names.size(); ++d) place[d] = file.layer.layer.findDimension(names[d]);
    }
    renumber(file.layer.dataflow, place, file.layer.layer);
    file.layer.layer.network = "network";
    if (file.layer.layer.name.empty()) file.layer.layer.name = "layer";
    for (char& letter : file.layer.layer.name)
        if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
    return {std::move(file), form.diagnostics()};
}

}  // namespace lapidary::maestro
