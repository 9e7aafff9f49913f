// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The ports of a storage level: what may pass through each of them and how much per cycle. Read by the time option
// `ports` (docs/models/time.md). Plain values and pure functions; no thread rule.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"
#include "core/base/result.h"

namespace lapidary {

inline constexpr int kMaxPorts = 32;  ///< per level

enum class PortType { read, write, readWrite };
std::span<const KeyEntry<PortType>> keyTable(PortType);

/// What moves between a level and its neighbours, seen from the level.
enum class Passage { toBelow, toAbove, fromAbove, fromBelow };
inline constexpr int kPassages = 4;
std::span<const KeyEntry<Passage>> keyTable(Passage);

constexpr bool isRead(Passage passage) { return passage == Passage::toBelow || passage == Passage::toAbove; }
constexpr bool allows(PortType type, Passage passage) {
    return type == PortType::readWrite || (type == PortType::read) == isRead(passage);
}

/// Words per cycle, or bits.
struct Rate {
    double amount = 0;
    bool inBits = false;
    bool operator==(const Rate&) const = default;
};
/// "16" (words), "0.5", "512 bits".
Result<Rate> parseRate(std::string_view text);
std::string toText(const Rate& rate);

/// What a port is for: a role or tensor, one passage, or one passage of one role or tensor.
struct PortUse {
    std::string tensor;  ///< empty = any
    std::optional<Passage> passage;
    bool operator==(const PortUse&) const = default;
};
/// "weight", "to_below", "weight.to_below".
PortUse parsePortUse(std::string_view text);
std::string toText(const PortUse& use);

struct Port {
    std::string name;
    PortType type = PortType::readWrite;
    std::optional<Rate> bandwidth;  ///< nullopt = unlimited
    std::optional<Rate> least;      ///< the smallest access; nullopt = the whole width
    std::vector<PortUse> serves;    ///< empty = all that its type allows
    bool operator==(const Port&) const = default;
};

/// A use that two ports claim alike; nullopt if nothing leaves open which of them serves.
std::optional<PortUse> commonUse(const Port& one, const Port& other);

}  // namespace lapidary
