// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/desk.h"

#include "core/io/stonne/machines.h"
#include "core/model/fabric/from_mapping.h"
#include "core/search/fabric/mapper.h"

namespace lapidary::stonne {
namespace {

using fabric::Controller;

/// The designs of SIGMA and the TPU are known by name: a design doesn't say which controller it has.
Result<fabric::Hardware> machineOf(const SessionInputs& inputs) {
    if (inputs.fabric.hardware) return *inputs.fabric.hardware;
    if (const auto machine = fromKey<Machine>(inputs.architectureKey))
        if (const fabric::Hardware hardware = hardwareOf(*machine); hardware.controller != Controller::maeri)
            return hardware;
    return fabric::hardwareOf(inputs.architecture, inputs.workload);
}

Result<DeskRun> withoutTile(const SessionInputs& inputs) {
    auto layer = fabric::layerOf(inputs.workload);
    if (!layer) return layer.diagnostics();
    auto hardware = machineOf(inputs);
    if (!hardware) return hardware.diagnostics();
    DeskRun desk;
    desk.run.layer = *std::move(layer);
    desk.run.hardware = *hardware;
    desk.notes = hardware.diagnostics();
    return desk;
}

/// Of MAERI: the tile of the mapping, else the one that the analytic mapper finds; all ones where it finds none.
void chooseTile(const SessionInputs& inputs, const Mapping* mapping, DeskRun& desk) {
    if (inputs.fabric.tile) {
        desk.run.tile = *inputs.fabric.tile;
        return;
    }
    if (mapping) {
        const auto target = Target::make(inputs.workload, inputs.architecture);
        if (const auto mapped =
                target ? fabric::runOf(*mapping, **target) : Result<fabric::Run>(target.diagnostics())) {
            desk.run.tile = mapped->tile;
            desk.tileFrom = DeskRun::TileFrom::mapping;
            return;
        }
    }
    desk.tileFrom = DeskRun::TileFrom::nothing;
    if (!problemsOf(desk.run.hardware).empty()) return;
    if (const auto found = fabric::mapAnalytically(desk.run)) {
        desk.run.tile = found->tile;
        desk.tileFrom = DeskRun::TileFrom::mapper;
    }
}

}  // namespace

Diagnostics whyNoFabric(const SessionInputs& inputs) {
    const auto desk = withoutTile(inputs);
    return desk ? Diagnostics{} : desk.diagnostics();
}

Result<DeskRun> runOnDesk(const SessionInputs& inputs, const Mapping* mapping) {
    auto desk = withoutTile(inputs);
    if (!desk) return desk;
    fabric::Run& run = desk->run;
    switch (run.hardware.controller) {
    case Controller::maeri: chooseTile(inputs, mapping, *desk); break;
    case Controller::sigma:
        desk->tileFrom = inputs.fabric.bitmaps ? DeskRun::TileFrom::bitmaps : DeskRun::TileFrom::nothing;
        if (inputs.fabric.bitmaps) {
            run.mk = inputs.fabric.bitmaps->mk;
            run.kn = inputs.fabric.bitmaps->kn;
        }
        break;
    case Controller::systolic:
        desk->tileFrom = inputs.fabric.systolicTile ? DeskRun::TileFrom::session : DeskRun::TileFrom::array;
        run.systolicTile =
            inputs.fabric.systolicTile.value_or(fabric::SystolicTile{run.hardware.rows, run.hardware.columns});
        break;
    }
    return desk;
}

}  // namespace lapidary::stonne
