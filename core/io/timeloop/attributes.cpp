// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <array>
#include <cmath>
#include <limits>

#include "core/base/arith.h"
#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

constexpr double kInfinity = std::numeric_limits<double>::infinity();
constexpr double kBitsPerKiB = 8192;

/// Attributes that mean something to Accelergy or to tables only: known, so that no one of them is a mistake.
constexpr std::array kForTables = {"type",
                                   "technology",
                                   "n_banks",
                                   "num_banks",
                                   "num_ports",
                                   "n_ports",
                                   "n_rd_ports",
                                   "n_wr_ports",
                                   "n_rdwr_ports",
                                   "n_rw_ports",
                                   "latency",
                                   "cycle_time",
                                   "global_cycle_seconds",
                                   "cycle_seconds",
                                   "voltage",
                                   "cacti_tech_node",
                                   "multiplier_width",
                                   "adder_width",
                                   "num_pipeline_stages",
                                   "network_word_bits",
                                   "network_type",
                                   "operand_network",
                                   "temporal_reduction",
                                   "has_power_gating",
                                   "action_latency_cycles",
                                   "area_share",
                                   "leak_share",
                                   "exponent",
                                   "mantissa",
                                   "pipelined",
                                   "area",
                                   "depth_scale"};

/// What Timeloop counts and a design here has no place for.
struct Unexpressed {
    const char* key;
    const char* effect;
};
constexpr std::array kUnexpressed = {
    Unexpressed{"addr_gen_energy", "energy of address generation is not counted"},
    Unexpressed{"network_fill_latency", "latency of the network is not added to the cycles"},
    Unexpressed{"network_drain_latency", "latency of the network is not added to the cycles"},
    Unexpressed{"router_energy", "energy of routers is not counted"},
    Unexpressed{"energy_per_ingress", "energy of entering the network is not counted"},
    Unexpressed{"per_dataspace_bandwidth_consumption_scale", "every tensor takes its full bandwidth"},
    Unexpressed{"min_utilization", "a least utilization of a memory is not checked"},
    Unexpressed{"reduction_supported", "every level accumulates; it changes words on the network only"},
    Unexpressed{"power_gated_at", "leakage is not gated"},
    Unexpressed{"allow_overbooking", "tiles must fit"},
    Unexpressed{"network_read", "explicit networks are left out"},
    Unexpressed{"network_fill", "explicit networks are left out"},
    Unexpressed{"network_update", "explicit networks are left out"},
    Unexpressed{"network_drain", "explicit networks are left out"},
    Unexpressed{"network_operand", "explicit networks are left out"},
    Unexpressed{"network_result", "explicit networks are left out"},
    Unexpressed{"decompression_supported", "counted as dense"},
    Unexpressed{"compression_supported", "counted as dense"},
    Unexpressed{"concordant_compressed_tile_traversal", "counted as dense"},
    Unexpressed{"metadata_word_bits", "counted as dense"},
    Unexpressed{"metadata_block_size", "counted as dense"},
    Unexpressed{"metadata_data_width", "counted as dense"},
    Unexpressed{"metadata_datawidth", "counted as dense"},
    Unexpressed{"metadata_width", "counted as dense"},
    Unexpressed{"metadata_depth", "counted as dense"},
    Unexpressed{"metadata_storage_width", "counted as dense"},
    Unexpressed{"metadata_storage_depth", "counted as dense"},
    Unexpressed{"metadata_counter_width", "counted as dense"}};

/// The value under one of several names of the same thing; an error if two of them stand there.
template <class Get>
auto oneOf(ObjectReader& reader, std::initializer_list<const char*> names, Get get) -> decltype(get(*names.begin())) {
    decltype(get(*names.begin())) result;
    const char* first = nullptr;
    for (const char* name : names) {
        const Json* value = reader.any(name);
        if (value == nullptr) continue;
        if (first != nullptr) {
            reader.fail(*value, name,
                        std::string("'") + name + "' means the same as '" + first + "', which is given, too");
            continue;
        }
        first = name;
        result = get(name);
    }
    return result;
}

std::optional<std::int64_t> wholeOf(ObjectReader& reader, std::initializer_list<const char*> names, std::int64_t max) {
    return oneOf(reader, names, [&](const char* name) { return reader.integer(name, 1, max); });
}

/// Nothing, with an error, for 0 and below.
std::optional<double> above0(ObjectReader& reader, const char* key) {
    const Json* value = reader.any(key);
    if (value == nullptr) return std::nullopt;
    if (value->isNumber() && value->real() > 0 && value->real() < kInfinity) return value->real();
    reader.fail(*value, key, "expected a number above 0, found " + described(*value));
    return std::nullopt;
}

void readOthers(ObjectReader& reader, const std::string& name, Diagnostics& out) {
    for (const char* key : kForTables) reader.any(key);
    for (const auto& [key, effect] : kUnexpressed) {
        const Json* value = reader.any(key);
        if (value == nullptr || (value->kind() == Json::Kind::boolean && value->boolean() &&
                                 std::string_view(key) == "reduction_supported"))
            continue;
        if (value->isNumber() && value->real() == 0) continue;
        out.push_back(warningAt(reader.placeOf(*value, key), name + ": '" + key + "' can't be expressed: " + effect));
    }
}

Mesh readMesh(ObjectReader& reader, std::int64_t fromTree) {
    const auto instances = reader.integer("instances", 1, kMaxInstances);
    const auto x = reader.integer("meshX", 1, kMaxInstances);
    const auto y = reader.integer("meshY", 1, kMaxInstances);
    Mesh mesh;
    mesh.instances = instances ? *instances : x && y && fromTree == 1 ? *x * *y : fromTree;
    mesh.x = x ? *x : y && mesh.instances % *y == 0 ? mesh.instances / *y : mesh.instances;
    const auto refuse = [&](const char* key) {
        reader.fail(*reader.any(key), key,
                    std::to_string(mesh.instances) + " instances are no mesh of " + (x ? std::to_string(*x) : "?") +
                        " x " + (y ? std::to_string(*y) : "?"),
                    "meshX * meshY is the number of instances");
        mesh.x = mesh.instances;
    };
    if (x && mesh.instances % *x != 0)
        refuse("meshX");
    else if (y && mesh.y() != *y)
        refuse("meshY");
    return mesh;
}

/// Row width, words per block and instances per physical array: the one that is missing follows from the others.
void readWidths(ObjectReader& reader, StoragePart& part, std::optional<std::int64_t> block) {
    const auto width = wholeOf(reader, {"width", "memory_width", "data_storage_width"}, 1 << 24);
    const auto cluster = reader.integer("cluster_size", 1, kMaxInstances);
    const std::int64_t bits = part.level.wordBits;
    if (width) {
        const std::int64_t known = bits * block.value_or(1) * cluster.value_or(1);
        if (*width % known != 0 || (block && cluster && *width != known)) {
            const char* key = reader.any("width")          ? "width"
                              : reader.any("memory_width") ? "memory_width"
                                                           : "data_storage_width";
            reader.fail(*reader.any(key), key,
                        "a row of " + std::to_string(*width) + " bits is no multiple of " + std::to_string(known) +
                            " bits: word_bits * block_size * cluster_size");
        } else if (!block) {
            block = *width / (bits * cluster.value_or(1));
            part.cluster = cluster.value_or(1);
        } else {
            part.cluster = *width / (bits * *block);
        }
    } else {
        part.cluster = cluster.value_or(1);
    }
    if (block.value_or(1) > kMaxBlock) {  // only a width can ask for it
        const char* key = reader.any("width")          ? "width"
                          : reader.any("memory_width") ? "memory_width"
                                                       : "data_storage_width";
        reader.fail(*reader.any(key), key,
                    "a row of " + std::to_string(*width) + " bits holds more than " + std::to_string(kMaxBlock) +
                        " words of " + std::to_string(bits) + " bits",
                    "the largest block is " + std::to_string(kMaxBlock) + " words");
        block = 1;
    }
    part.level.block = static_cast<int>(block.value_or(1));
}

void readCapacity(ObjectReader& reader, StoragePart& part, Diagnostics& out) {
    const auto depth = wholeOf(reader, {"depth", "memory_depth", "data_storage_depth"}, kMaxCapacity);
    const auto entries = reader.integer("entries", 1, kMaxCapacity);
    const auto sizeKB = above0(reader, "sizeKB");
    if ((depth ? 1 : 0) + (entries ? 1 : 0) + (sizeKB ? 1 : 0) > 1) {
        const char* key = entries ? "entries" : "sizeKB";
        reader.fail(*reader.any(key), key, "the size is given twice", "give one of depth, entries and sizeKB");
        return;
    }
    std::optional<std::int64_t> words = entries;
    if (depth) words = checkedMul(*depth, part.level.block);
    if (depth && !words) words = kMaxCapacity;
    if (sizeKB)
        words = static_cast<std::int64_t>(
            std::min(*sizeKB * kBitsPerKiB / part.level.wordBits, static_cast<double>(kMaxCapacity)));
    if (sizeKB && *words < 1) {
        reader.fail(*reader.any("sizeKB"), "sizeKB",
                    "no room for one word of " + std::to_string(part.level.wordBits) + " bits");
        return;
    }
    const auto buffering = reader.number("multiple_buffering", 1, kMaxBuffers);
    if (buffering && words) {
        if (*buffering == std::floor(*buffering)) {
            part.level.buffers = static_cast<int>(*buffering);
        } else {
            words = std::max<std::int64_t>(1, static_cast<std::int64_t>(static_cast<double>(*words) / *buffering));
            const Json& value = *reader.any("multiple_buffering");
            out.push_back(noteAt(reader.placeOf(value, "multiple_buffering"),
                                 part.level.name + ": multiple_buffering " + value.text() +
                                     " is no whole number: the capacity is what remains of it, " +
                                     std::to_string(*words) + " words"));
        }
    }
    if (words) part.level.capacity = Capacity{*words, true};
}

void readBandwidth(ObjectReader& reader, Level& level) {
    level.bandwidth.read = above0(reader, "read_bandwidth");
    level.bandwidth.write = above0(reader, "write_bandwidth");
    level.bandwidth.shared = above0(reader, "shared_bandwidth");
    const auto both = above0(reader, "bandwidth");
    if (!both) return;
    if (level.bandwidth.read || level.bandwidth.write)
        return reader.fail(*reader.any("bandwidth"), "bandwidth", "the bandwidth is given twice",
                           "'bandwidth' is halved into read_bandwidth and write_bandwidth");
    level.bandwidth.read = level.bandwidth.write = *both / 2;
}

void readFigures(ObjectReader& reader, StoragePart& part) {
    const auto clusters = static_cast<double>(part.cluster);
    if (const auto energy = reader.number("vector_access_energy", 0, kInfinity)) {
        const Figure figure{*energy / clusters, "Timeloop file: vector_access_energy"};
        part.level.energy = {figure, figure, figure, {}};
    }
    if (const auto area = reader.number("cluster_area", 0, kInfinity))
        part.level.area = {*area / clusters, "Timeloop file: cluster_area"};
    part.energyPerHop = reader.number("energy_per_hop", 0, kInfinity);
    part.wireEnergy = reader.number("wire_energy", 0, kInfinity);
    part.tileWidth = reader.number("tile_width", 0, kInfinity);
    for (const char* key : {"wire_energy", "energy_per_hop"})
        if (const Json* value = reader.any(key)) part.networkPlace = reader.placeOf(*value, key);
}

}  // namespace

StoragePart readStorage(ObjectReader& reader, const std::string& name, const Place& place, const std::string& className,
                        std::int64_t instances, Diagnostics& out) {
    StoragePart part;
    part.place = place;
    part.level.name = name;
    if (!reader.valid()) return part;
    part.level.wordBits =
        static_cast<int>(wholeOf(reader, {"word_bits", "word_width", "datawidth"}, kMaxLevelWordBits).value_or(16));
    const auto block = wholeOf(reader, {"block_size", "n_words"}, kMaxBlock);
    const Json* technology = reader.any("technology");
    part.isDram = className.find("DRAM") != std::string::npos ||
                  (technology != nullptr && technology->isString() && technology->text() == "DRAM");
    readWidths(reader, part, block);
    readCapacity(reader, part, out);
    part.mesh = readMesh(reader, instances);
    readBandwidth(reader, part.level);
    readFigures(reader, part);
    readOthers(reader, name, out);
    reader.finish();
    return part;
}

ComputePart readCompute(ObjectReader& reader, const std::string& name, const Place& place, std::int64_t instances,
                        Diagnostics& out) {
    ComputePart part;
    part.place = place;
    part.compute.name = name;
    if (!reader.valid()) return part;
    part.wordBits =
        static_cast<int>(wholeOf(reader, {"word_bits", "word_width", "datawidth"}, kMaxLevelWordBits).value_or(16));
    part.mesh = readMesh(reader, instances);
    if (const auto energy = reader.number("energy", 0, kInfinity))
        part.compute.energy = {*energy, "Timeloop file: energy"};
    if (const auto area = reader.number("area", 0, kInfinity)) part.compute.area = {*area, "Timeloop file: area"};
    for (const char* key : {"width", "depth"}) reader.any(key);
    readOthers(reader, name, out);
    reader.finish();
    return part;
}

}  // namespace lapidary::timeloop
