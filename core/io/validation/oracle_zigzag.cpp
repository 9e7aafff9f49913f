// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <array>
#include <optional>

#include "core/io/native.h"
#include "core/io/validation/oracles.h"
#include "core/io/validation/reference.h"
#include "core/model/evaluator.h"
#include "core/workload/einsum.h"

namespace lapidary::validation {

namespace {

/// A memory of 2,048 bits on three ports, one per tensor, above 8 x 8 registers of one sum for 8 lanes each.
constexpr const char* kThreePorts = R"({"schema": "lapidary/architecture/1", "name": "zigzag-gemm",
  "levels": [{"name": "l1", "word_bits": 8, "ports": [
      {"name": "rw1", "bandwidth": "2048 bits", "serves": ["input"]},
      {"name": "rw2", "bandwidth": "2048 bits", "serves": ["weight"]},
      {"name": "rw3", "bandwidth": "2048 bits", "serves": ["output"]}]},
    {"name": "reg", "keep": {"input": "may", "weight": "may"}}],
  "fanouts": [{"name": "A", "below": "l1", "x": 8, "y": 8}, {"name": "B", "below": "reg", "x": 8, "y": 1}],
  "compute": {"name": "MAC"}})";

/// 32 x 32 lanes with 128 bytes of weights and one sum each, 2 MB for the other tensors, 64 bits per cycle to the outside.
constexpr const char* kTpuLike = R"({"schema": "lapidary/architecture/1", "name": "zigzag-tpu",
  "levels": [{"name": "DRAM", "word_bits": 8, "ports": [{"name": "rw", "bandwidth": "64 bits"}]},
    {"name": "SRAM", "word_bits": 8, "keep": {"weight": "may"}, "ports": [
      {"name": "r", "type": "read", "bandwidth": "2048 bits"}, {"name": "w", "type": "write", "bandwidth": "2048 bits"}]},
    {"name": "rfW", "word_bits": 8, "keep": {"input": "may", "output": "may"}, "ports": [
      {"name": "r", "type": "read", "bandwidth": "8 bits"}, {"name": "w", "type": "write", "bandwidth": "8 bits"}]},
    {"name": "rfO", "word_bits": 8, "keep": {"input": "may", "weight": "may"}, "double_buffered": false, "ports": [
      {"name": "r1", "type": "read", "bandwidth": "16 bits", "serves": ["to_below"]},
      {"name": "r2", "type": "read", "bandwidth": "16 bits", "serves": ["to_above"]},
      {"name": "w1", "type": "write", "bandwidth": "16 bits", "serves": ["from_above"]},
      {"name": "w2", "type": "write", "bandwidth": "16 bits", "serves": ["from_below"]}]}],
  "fanouts": [{"name": "PE", "below": "SRAM", "x": 32, "y": 32}],
  "compute": {"name": "MAC"}})";

struct ZigzagLayer {
    const char* name;
    const char* file;
    std::size_t layer;
    const char* design;
    const char* einsum;
    const char* bounds;
    const char* nest;
};

constexpr std::array<ZigzagLayer, 5> kZigzagLayers{{
    {"GEMM 128^3", "gemm_l1_lat.json", 0, kThreePorts, "O[x,y] += W[y,z] * I[x,z]", "x=128,y=128,z=128",
     "l1 [W I O]\nfor x in 0..4\nfor y in 0..4\nfor z in 0..4\nfor x in 0..4\nfor z in 0..4\nfor y in 0..4\n"
     "parFor x in 0..8 @A.X\nparFor y in 0..8 @A.Y\nreg [O]\nparFor z in 0..8 @B.X\nrmw-first-update l1 [O]\n"},
    {"ResNet-18 layer4.0 conv2", "resnet18_tpu_lat.json", 17, kTpuLike, "O[k,p,q] += W[k,c,r,s] * I[c,p+r,q+s]",
     "k=512,c=512,p=7,q=7,r=3,s=3",
     "DRAM [W I O]\nSRAM [I O]\nfor s in 0..3\nfor r in 0..3\nfor k in 0..16\nparFor k in 0..32 @PE.X\n"
     "parFor c in 0..32 @PE.Y\nrfW [W]\nfor q in 0..7\nfor p in 0..7\nrfO [O]\nfor c in 0..16\n"},
    {"ResNet-18 layer4.0 conv1", "resnet18_tpu_lat.json", 15, kTpuLike, "O[k,p,q] += W[k,c,r,s] * I[c,2*p+r,2*q+s]",
     "k=512,c=256,p=7,q=7,r=3,s=3",
     "DRAM [W I O]\nSRAM [I O]\nfor s in 0..3\nfor c in 0..8\nparFor k in 0..32 @PE.X\nparFor c in 0..32 @PE.Y\n"
     "rfW [W]\nfor k in 0..16\nfor q in 0..7\nfor p in 0..7\nrfO [O]\nfor r in 0..3\n"},
    {"ResNet-18 layer3.0 conv2", "resnet18_tpu_lat.json", 12, kTpuLike, "O[k,p,q] += W[k,c,r,s] * I[c,p+r,q+s]",
     "k=256,c=256,p=14,q=14,r=3,s=3",
     "DRAM [W I O]\nSRAM [I O]\nfor s in 0..3\nfor k in 0..8\nparFor k in 0..32 @PE.X\nparFor c in 0..32 @PE.Y\n"
     "rfW [W]\nfor q in 0..14\nfor p in 0..14\nrfO [O]\nfor r in 0..3\nfor c in 0..8\n"},
    {"ResNet-18 conv1", "rn18y4_tpu_salsa.json", 0, kTpuLike, "O[k,p,q] += W[k,c,r,s] * I[c,2*p+r,2*q+s]",
     "k=64,c=3,p=112,q=112,r=7,s=7",
     "DRAM [W I O]\nSRAM [I O]\nparFor k in 0..32 @PE.X\nparFor c in 0..3 @PE.Y\nrfW [W]\nfor p in 0..2\n"
     "for q in 0..7\nfor p in 0..2\nfor p in 0..2\nfor q in 0..2\nfor p in 0..2\nfor q in 0..2\nfor k in 0..2\n"
     "for q in 0..2\nfor q in 0..2\nfor p in 0..7\nrfO [O]\nfor s in 0..7\nfor r in 0..7\n"},
}};

Result<Cost> costOf(const ZigzagLayer& layer) {
    const auto json = parseJson(layer.design, layer.name);
    if (!json) return json.diagnostics();
    auto design = architectureFromJson(*json, layer.name);
    if (!design) return design.diagnostics();
    const auto bounds = parseBounds(layer.bounds);
    if (!bounds) return bounds.diagnostics();
    EinsumOptions options;
    options.roles = {{"W", "weight"}, {"I", "input"}};
    auto workload = parseEinsum(layer.einsum, *bounds, options);
    if (!workload) return workload.diagnostics();
    const auto mapping = parseMapping(layer.nest, layer.name, *workload, *design);
    if (!mapping) return mapping.diagnostics();
    const auto target = Target::make(*std::move(workload), *std::move(design));
    if (!target) return target.diagnostics();
    if (Diagnostics found = checkForm(*mapping, **target, layer.name); hasErrors(found)) return found;
    const auto evaluator = Evaluator::make(*target, {.time = Time::ports});
    if (!evaluator) return evaluator.diagnostics();
    return evaluator->evaluate(*mapping);
}

}  // namespace

Result<Rows> zigzagRows(const std::filesystem::path& reference) {
    Tally steps, stalls, all;
    for (const ZigzagLayer& layer : kZigzagLayers) {
        const auto json = readJson(reference / "zigzag" / layer.file);
        if (!json) return json.diagnostics();
        const Json& printed = (*json)["layers"][layer.layer];
        const auto cost = costOf(layer);
        if (!cost) return cost.diagnostics();
        for (Tally* tally : {&steps, &stalls, &all}) tally->beginCase(layer.name);
        steps.compare("ideal cycles", printed["ideal_temporal_cycle"].real(), static_cast<double>(cost->steps));
        stalls.compare("cycles with stalls", printed["latency_total0"].real(),
                       static_cast<double>(cost->steps + cost->stallCycles));
        all.compare("all cycles", printed["latency_total2"].real(), static_cast<double>(cost->cycles));
    }
    const std::string name = "ZigZag 3.8.5, time by ports";
    return Rows{
        oracleRow(name, "compute cycles", steps, ""),
        oracleRow(
            name, "compute and stalls", stalls,
            "ZigZag reads partial sums that aren't there yet; here two of three tiles of layer3.0 conv2 have one to "
            "read"),
        oracleRow(name, "compute, stalls, first and last tiles", all,
                  "ZigZag keeps the last output on the chip for the next layer, leaves zeros of the padding out of the "
                  "first tile and lets tensors share a port at the same time while they come first; here levels load "
                  "one after the other, and outputs go to the DRAM (docs/models/time.md)")};
}

}  // namespace lapidary::validation
