// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/nest_file.h"

#include <cctype>

#include "core/io/maestro/file_layer.h"
#include "core/model/data_centric/nest.h"

namespace lapidary::maestro {
namespace {

using data_centric::Layer;

/// The same flow, its dimensions numbered as the file's layer has them.
void renumber(data_centric::Dataflow& flow, const FileLayer& file) {
    for (data_centric::ClusterLevel& level : flow.levels)
        for (data_centric::Map& map : level.maps) {
            const int place = file.place[static_cast<std::size_t>(map.dimension)];
            map.dimension = place < 0 ? file.layer.findDimension("K") : place;  // of bound 1, as K is
            map.inResults = file.layer.dimensions[static_cast<std::size_t>(map.dimension)].windowed();
        }
}

}  // namespace

Result<NestFile> nestAsFile(const Mapping& mapping, const Target& target) {
    auto form = data_centric::directivesOf(mapping, target);
    if (!form) return form.diagnostics();
    auto known = fileLayerOf(form->layer, target.workload);
    if (!known)
        return error(
            "MAESTRO's files know matrix products, also in batches, convolutions over N, M, C, R, S, P and Q, and "
            "those of one channel per group only",
            "write the mapping as text or JSON instead");
    NestFile file{{known->layer, form->flow, {}}, form->pes};
    renumber(file.layer.dataflow, *known);
    data_centric::useInputCoordinates(file.layer.dataflow, file.layer.layer, true);
    file.layer.layer.network = "network";
    if (file.layer.layer.name.empty()) file.layer.layer.name = "layer";
    for (char& letter : file.layer.layer.name)
        if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
    return {std::move(file), form.diagnostics()};
}

}  // namespace lapidary::maestro
