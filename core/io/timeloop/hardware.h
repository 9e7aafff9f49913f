// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The parts of a Timeloop architecture - storages, MAC, explicit fan-outs - as each of its three formats states them, and
// the design they make (reference/timeloop/formats.md, 2, 3 and 10). Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/io/timeloop/document.h"

namespace lapidary::timeloop {

/// Where instances stand: of `instances`, `x` in a row.
struct Mesh {
    std::int64_t instances = 1, x = 1;
    std::int64_t y() const { return instances / x; }
};

struct StoragePart {
    Level level;  ///< figures only where an attribute states them
    Place place;  ///< of its name
    Mesh mesh;
    bool isDram = false;
    std::int64_t cluster = 1;  ///< instances that share one physical array
    std::optional<double> energyPerHop, wireEnergy, tileWidth;
    Place networkPlace;  ///< of the first of those
};

struct ComputePart {
    Compute compute;
    Place place;
    Mesh mesh;
    int wordBits = 16;
};

/// A fan-out that stands in the file itself (v4), rather than in the meshes of its neighbours.
struct FanoutPart {
    Fanout fanout;  ///< `below` counts storages
    Place place;
};

/// What belongs to a node of the v4 format beside its attributes.
struct NodeConstraints {
    std::string node;
    Json value;
    std::string path;
};

struct Hardware {
    std::string file, name;
    Place place;                        ///< of the architecture
    std::vector<StoragePart> storages;  ///< outermost first
    std::optional<ComputePart> compute;
    std::vector<FanoutPart> fanouts;  ///< v4 only
    bool isV4 = false;
    std::vector<NodeConstraints> constraints;  ///< v4 only
};

/// Errors and notes go to `out`.
Hardware readHardware(const Section& architecture, const Section* variables, Diagnostics& out);

/// The attributes of a storage, a MAC.
StoragePart readStorage(ObjectReader& attributes, const std::string& name, const Place& place,
                        const std::string& className, std::int64_t instances, Diagnostics& out);
ComputePart readCompute(ObjectReader& attributes, const std::string& name, const Place& place, std::int64_t instances,
                        Diagnostics& out);

/// The three formats.
void readFlat(const Section& section, Hardware& out, Diagnostics& problems);
void readTree(const Section& section, Hardware& out, Diagnostics& problems);
void readNodes(const Section& section, const Section* variables, Hardware& out, Diagnostics& problems);

/// What Timeloop takes a class for, by a part of its name.
enum class PartKind { storage, compute, network, other };
PartKind partKind(std::string_view className);

/// "PE[0..15]" without its range, and how many it stands for. Errors at `place`.
struct RangedName {
    std::string name;
    std::int64_t count = 1;
};
RangedName readName(const std::string& text, const Place& place, Diagnostics& out);

/// What mappings and constraints call the places of the design.
struct Places {
    std::map<std::string, int> levels;   ///< storage by name
    std::map<std::string, int> fanouts;  ///< the fan-out that `type: spatial` of a name speaks of
    std::vector<std::string> names;      ///< all, outermost first
};

struct Design {
    ArchitectureSpec spec;
    Places places;
};
/// Levels and the fan-outs between them: of two neighbours, inner mesh / outer mesh in X and Y.
std::optional<Design> designOf(const Hardware& hardware, Diagnostics& out);

}  // namespace lapidary::timeloop
