// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An accelerator design: storage levels from outermost to innermost, fanouts between neighbours, compute at the bottom.
// Everything the native file can say (native.md) has a place here; unknown energy or area is nullopt, never 0.
// Built and checked by Architecture::make; immutable afterwards. Plain value; no thread rule.
#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "core/arch/constraint.h"
#include "core/arch/port.h"
#include "core/arch/technology/number_format.h"
#include "core/arch/technology/technology.h"
#include "core/base/key_table.h"
#include "core/base/result.h"
#include "core/base/units.h"

namespace lapidary {

inline constexpr int kMaxLevels = 12;
inline constexpr int kMaxFanouts = 8;
inline constexpr std::int64_t kMaxInstances = std::int64_t{1} << 24;  ///< of the compute
inline constexpr std::int64_t kMaxCapacity = std::int64_t{1} << 50;   ///< words or bits
inline constexpr int kMaxLevelWordBits = 1024;
inline constexpr int kMaxBlock = 1 << 20;
inline constexpr int kMaxBuffers = 64;
inline constexpr int kMaxInterval = 1 << 20;

/// Sources of figures that the tables of the design's technology gave begin with this. They follow what they depend on;
/// all others were given by hand and stay as they are.
inline constexpr std::string_view kLookedUp = "looked up: ";

/// A figure with its origin: "user", "looked up: ...", words of the file, "" = from the file without a note.
struct Figure {
    std::optional<double> value;
    std::string source;
    bool operator==(const Figure&) const = default;
};

/// pJ per access of one block; leak in pJ per cycle and instance. update defaults to write.
struct Energies {
    Figure read, write, update, leak;
    bool operator==(const Energies&) const = default;
};

/// Words per cycle and instance; nullopt = unlimited.
struct Bandwidth {
    std::optional<double> read, write, shared;
    bool operator==(const Bandwidth&) const = default;
};

enum class Keep { must, may, never };
std::span<const KeyEntry<Keep>> keyTable(Keep);

/// A part of a level reserved for one role or tensor.
struct Partition {
    std::optional<Capacity> capacity;
    Energies energy;
    Figure area;
    Bandwidth bandwidth;
    int wordBits = 0;  ///< 0 = the level's
    int block = 0;     ///< 0 = the level's
    MemoryKind memory = MemoryKind::automatic;
    int banks = 1;
    bool operator==(const Partition&) const = default;
};

struct Level {
    std::string name;
    int wordBits = 16;
    std::optional<Capacity> capacity;  ///< nullopt = unbounded; shared by all its tensors, bits are summed
    int block = 1;                     ///< words per access
    int buffers = 1;                   ///< 2 = double buffering: usable capacity = capacity / buffers
    Bandwidth bandwidth;
    std::vector<Port> ports;     ///< beside what `bandwidth` limits; empty = that alone
    bool doubleBuffered = true;  ///< the next tile may arrive while the present one is in use; its room is in `buffers`
    Energies energy;
    Figure area;                                  ///< um^2 per instance
    std::map<std::string, Keep> keep;             ///< by role or tensor; absent = must
    std::map<std::string, Partition> partitions;  ///< by role or tensor; empty = one shared memory
    MemoryKind memory = MemoryKind::automatic;    ///< what the tables of the technology take it for
    int banks = 1;                                ///< for the tables, too; an access reaches one of them
    bool operator==(const Level&) const = default;
};

/// How one read serves several children of a parent instance (docs/models/reuse.md).
enum class Multicast { equal, distinct, none };
std::span<const KeyEntry<Multicast>> keyTable(Multicast);

struct Fanout {
    std::string name;
    int below = 0;  ///< index of the storage level above it; its children are level below + 1, or the compute
    std::int64_t x = 1, y = 1;
    std::optional<Multicast> multicast;  ///< nullopt = whatever the semantics says
    bool reduction = true;               ///< spatial reduction of outputs on the way up
    Figure hopEnergy;                    ///< pJ per bit and hop
    std::optional<double> hopMm{};       ///< length of a hop, from which the tables know its energy
    bool operator==(const Fanout&) const = default;
};

struct Compute {
    std::string name = "MAC";
    Figure energy;                         ///< pJ per operation
    Figure area;                           ///< um^2 per instance
    std::int64_t interval = 1;             ///< initiation interval, cycles
    std::optional<NumberFormat> format{};  ///< for the tables; nullopt = whole numbers as wide as the innermost words
    bool operator==(const Compute&) const = default;
};

struct ArchitectureSpec {
    std::string name, title, source;
    std::optional<double> clockGhz;
    std::vector<Level> levels;    ///< outermost first
    std::vector<Fanout> fanouts;  ///< by `below` ascending; several below one level are nested in order
    std::optional<Compute> compute;
    Constraints constraints;                 ///< the design's own
    std::optional<Technology> technology{};  ///< gives the figures that nobody gave
    std::string controller{};                ///< what the fabric model runs the array as, in its words; empty = MAERI
    bool operator==(const ArchitectureSpec&) const = default;
};

class Architecture {
public:
    /// Checks: at least one level, a compute ("no compute level"), unique names, positive sizes, capacities of at least
    /// one word per level or partition, fanouts below existing levels, product of all fanouts <= 2^24.
    /// Then looks up what a design with a technology leaves open (technology/fill.h).
    static Result<Architecture> make(ArchitectureSpec spec);

    const ArchitectureSpec& spec() const { return m_spec; }
    const std::string& name() const { return m_spec.name; }
    const std::vector<Level>& levels() const { return m_spec.levels; }
    const std::vector<Fanout>& fanouts() const { return m_spec.fanouts; }
    const Compute& compute() const { return *m_spec.compute; }
    int levelCount() const { return static_cast<int>(m_spec.levels.size()); }
    int fanoutCount() const { return static_cast<int>(m_spec.fanouts.size()); }
    int findLevel(std::string_view name) const;   ///< -1 if none
    int findFanout(std::string_view name) const;  ///< -1 if none

    /// Hardware instances of a level: product of the fanouts above it.
    std::int64_t instances(int level) const;
    std::int64_t computeInstances() const;
    /// um^2 of levels, partitions and compute over all instances; nullopt with the names of what is unknown in `missing`.
    /// The outermost level (off chip) counts only if it has an area.
    std::optional<double> area(std::vector<std::string>* missing = nullptr) const;

    bool operator==(const Architecture&) const = default;

private:
    ArchitectureSpec m_spec;
};

/// One assignment of `--set PATH=VALUE` and of sweeps: "GLB.capacity=64KiB", "PE.fanout=14x12", "clock_ghz=1". Paths as
/// in docs/formats/native.md. Unknown paths name the nearest valid one.
Result<Architecture> withSetting(const Architecture& architecture, std::string_view path, std::string_view value);
/// Paths and values as text.
using SettingList = std::vector<std::pair<std::string, std::string>>;
/// All paths that withSetting accepts for this design, with their present values as text.
SettingList settings(const Architecture& architecture);
/// The value of a path in such a list; null if it isn't there. As long-lived as the list.
const std::string* findSetting(const SettingList& list, std::string_view path);

/// A setting of one design that has another value in the other, or isn't there.
struct SettingDifference {
    std::string path, value;
    std::optional<std::string> other;
};
/// In the order of the first design's settings, each change once: not what sets several at once, such as "PE.fanout", nor
/// figures that both looked up, since they follow from others.
std::vector<SettingDifference> settingDifferences(const Architecture& design, const Architecture& other);

}  // namespace lapidary
