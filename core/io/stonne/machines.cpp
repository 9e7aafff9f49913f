// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/machines.h"

#include "core/base/text.h"
#include "core/io/native.h"
#include "core/io/stonne/arguments.h"

namespace lapidary::stonne {
namespace {

constexpr KeyEntry<Machine> kMachines[] = {
    {Machine::maeri64, "maeri-64", "MAERI, 64", "64 multipliers, 8 words in and out per cycle", "STONNE's example"},
    {Machine::maeri128, "maeri-128", "MAERI, 128", "128 multipliers, 64 words in and out per cycle", "Bifrost, VIII"},
    {Machine::maeri256, "maeri-256", "MAERI, 256", "256 multipliers, 64 words in and out per cycle", "Bifrost, VI"},
    {Machine::sigma128, "sigma-128", "SIGMA, 128", "128 multipliers, 64 words in and out per cycle", "Bifrost, VI"},
    {Machine::tpu8, "tpu-8x8", "TPU, 8 x 8", "8 x 8 multipliers, each accumulates an output", "Bifrost, Table III"},
    {Machine::tpu16, "tpu-16x16", "TPU, 16 x 16", "16 x 16 multipliers, each accumulates an output",
     "Bifrost, Table III"},
};

fabric::Hardware row(std::int64_t multipliers, std::int64_t words) {
    fabric::Hardware hardware;
    hardware.multipliers = multipliers;
    hardware.distributionWidth = hardware.reductionWidth = words;
    return hardware;
}

fabric::Hardware square(std::int64_t side) {
    fabric::Hardware hardware;
    hardware.controller = fabric::Controller::systolic;
    hardware.array = fabric::Array::mesh;
    hardware.reduction = fabric::Reduction::temporal;
    hardware.rows = hardware.columns = side;
    hardware.distributionWidth = 2 * side;
    hardware.reductionWidth = side * side;
    hardware.accumulationBuffer = true;
    return hardware;
}

}  // namespace

std::span<const KeyEntry<Machine>> keyTable(Machine) { return kMachines; }

fabric::Hardware hardwareOf(Machine machine) {
    switch (machine) {
    case Machine::maeri64: return row(64, 8);
    case Machine::maeri128: return row(128, 64);
    case Machine::maeri256: return row(256, 64);
    case Machine::sigma128: {
        fabric::Hardware hardware = row(128, 64);
        hardware.controller = fabric::Controller::sigma;
        return hardware;
    }
    case Machine::tpu8: return square(8);
    case Machine::tpu16: return square(16);
    }
    return {};
}

std::string machineText(Machine machine) {
    const KeyEntry<Machine>& entry = entryOf(machine);
    return std::string(entry.label) + ": " + std::string(entry.meaning) + "\nsource: " + std::string(entry.source) +
           "\n\nIts configuration for STONNE:\n" + hardwareText(hardwareOf(machine));
}

Json machineJson(Machine machine) {
    const KeyEntry<Machine>& entry = entryOf(machine);
    return Json::object()
        .set("lapidary", producerJson("lapidary/machine/1"))
        .set("key", std::string(entry.key))
        .set("title", std::string(entry.label))
        .set("meaning", std::string(entry.meaning))
        .set("source", std::string(entry.source))
        .set("configuration", hardwareText(hardwareOf(machine)));
}

Result<fabric::Hardware> loadHardware(const std::string& keyOrFile) {
    if (const auto machine = fromKey<Machine>(keyOrFile)) return hardwareOf(*machine);
    if (!isThere(keyOrFile))
        return errorAt({keyOrFile, 0, 0, {}}, "no such file, expected one or a key: " + joined(keysOf<Machine>()),
                       didYouMean(keyOrFile, keysOf<Machine>()));
    const auto text = readTextFile(keyOrFile);
    if (!text) return text.diagnostics();
    return readHardware(*text, keyOrFile);
}

}  // namespace lapidary::stonne
