// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/import.h"

#include <filesystem>

#include "core/io/maestro/file_layer.h"
#include "core/io/maestro/files.h"
#include "core/io/maestro/tokens.h"
#include "core/io/native.h"

namespace lapidary::maestro {
namespace {

Json wordsJson(const std::optional<std::int64_t>& perCycle) {
    Json bandwidth;
    if (perCycle) bandwidth.set("read", *perCycle).set("write", *perCycle);
    return bandwidth;
}

Json levelJson(const char* name, const std::optional<std::int64_t>& elements, double energyPj, const char* source) {
    Json level;
    level.set("name", name).set("word_bits", 8);
    if (elements) level.set("capacity", std::to_string(*elements) + " B").set("buffers", 2);
    Json energy;
    energy.set("read", energyPj).set("write", energyPj);
    level.set("energy_pj", std::move(energy)).set("source", source);
    return level;
}

/// The file's name without folders and endings.
std::string stemOf(const std::string& file) {
    std::string name = std::filesystem::path(file).stem().string();
    for (char& letter : name)
        if (!std::isalnum(static_cast<unsigned char>(letter)) && letter != '-' && letter != '_') letter = '-';
    return name.empty() ? "maestro" : name;
}

/// How the text begins, comments aside.
Words beginning(std::string_view text) { return Words(text.substr(0, 4096), {}); }

}  // namespace

bool isHardware(std::string_view text) {
    Words words = beginning(text);
    const char* const keys[] = {"num_pes", "l1_size_cstr", "l2_size_cstr", "noc_bw_cstr", "offchip_bw_cstr",
                                "NumPEs",  "L1Size",       "L2Size",       "NoC_BW",      "NoC_NumHops"};
    for (const char* key : keys)
        if (words.is(key)) {
            words.take();
            words.takeIf(":");
            return words.next().kind == Word::Kind::number;
        }
    return false;
}

bool isNetwork(std::string_view text) {
    Words words = beginning(text);
    const bool opens = words.takeIf("Network") || words.takeIf("Constant");
    return opens && words.next().kind == Word::Kind::name;
}

Result<Architecture> readDesign(std::string_view text, const std::string& file) {
    const auto hardware = readHardware(text, file);
    if (!hardware) return hardware.diagnostics();
    const auto& costs = hardware->costs;
    const double mac = costs.macNj * 1000;
    Json off = levelJson("DRAM", {}, 0, "not counted by MAESTRO");
    if (hardware->offchipBandwidth) off.set("bandwidth", wordsJson(hardware->offchipBandwidth));
    Json shared = levelJson("S2", hardware->l2Elements, costs.l2Access * mac, "18.61 MACs (MAESTRO)");
    if (hardware->nocBandwidth) shared.set("bandwidth", wordsJson(hardware->nocBandwidth));
    Json levels = Json::array();
    levels.push(std::move(off));
    levels.push(std::move(shared));
    levels.push(levelJson("S1", hardware->l1Elements, costs.l1Access * mac, "1.68 MACs (MAESTRO)"));
    Json fanout, fanouts = Json::array(), compute, only, outer, limits, design;
    fanout.set("name", "PE").set("below", "S2").set("x", hardware->pes);
    fanouts.push(std::move(fanout));
    compute.set("name", "MAC").set("energy_pj", mac).set("source", "MAESTRO");
    only.set("only", Json::array());
    outer.set("DRAM", std::move(only));
    limits.set("levels", std::move(outer));
    design.set("schema", "lapidary/architecture/1")
        .set("name", stemOf(file))
        .set("title", stemOf(file) + ", from a hardware file of MAESTRO")
        .set("source", "a hardware file of MAESTRO: one byte per element, both buffers double-buffered")
        .set("clock_ghz", 1)
        .set("levels", std::move(levels))
        .set("fanouts", std::move(fanouts))
        .set("compute", std::move(compute))
        .set("constraints", std::move(limits));
    auto made = architectureFromJson(design, file);
    if (!made || hardware->hops == 1) return made;
    Diagnostics notes = made.diagnostics();
    notes.push_back({Severity::note,
                     "a design has no NoC_NumHops: a transfer takes 1 hop, not " + std::to_string(hardware->hops),
                     {file, 0, 0, {}},
                     "evaluate --maestro counts them"});
    return {*std::move(made), std::move(notes)};
}

Result<Network> readModel(std::string_view text, const std::string& file) {
    const auto layers = readLayers(text, file);
    if (!layers) return layers.diagnostics();
    Network network;
    network.key = stemOf(file);
    network.title = layers->front().layer.network;
    network.source = "a network file of MAESTRO";
    for (const MappedLayer& layer : *layers) {
        auto workload = workloadOf(layer.layer);
        if (!workload) return located(workload.diagnostics(), layer, file);
        network.layers.push_back({*std::move(workload), 1});
    }
    return network;
}

}  // namespace lapidary::maestro
