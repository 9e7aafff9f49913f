// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Edits of a design by its parts, as a person makes them: add, duplicate, remove, move, rename, keep or bypass, split a
// memory. A design reads as one list, levels and fanouts in the order in which data passes them and the compute last, so
// that moving a level below a fanout puts one into each instance. Constraints follow the names they speak of. The
// outcome is a specification, not yet checked: Architecture::make judges it. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/arch/architecture.h"

namespace lapidary {

struct Part {
    enum class Kind { level, partition, fanout, compute };
    Kind kind = Kind::compute;
    int index = 0;     ///< of the level (partitions, too) or fanout
    std::string role;  ///< of a partition
    bool operator==(const Part&) const = default;
};

/// Levels and fanouts in the order of data, then the compute. Partitions belong to their level.
std::vector<Part> partsInOrder(const ArchitectureSpec& spec);
/// The same, with the partitions of a level behind it.
std::vector<Part> allParts(const ArchitectureSpec& spec);
/// "GLB", "spad.partitions.weight", "PE", "MAC": also the beginning of the part's setting paths.
std::string nameOf(const ArchitectureSpec& spec, const Part& part);
std::optional<Part> findPart(const ArchitectureSpec& spec, std::string_view name);

struct DesignEdit {
    ArchitectureSpec spec;
    Part part;  ///< where the part concerned stands now
};

/// A new level behind `after`, with the word size of the level above, 1,024 words and unknown energies; mappings may
/// keep each of `roles` there or not.
Result<DesignEdit> addLevel(ArchitectureSpec spec, const Part& after, const std::vector<std::string>& roles);
/// A new fanout of 2 x 1 behind `after`.
Result<DesignEdit> addFanout(ArchitectureSpec spec, const Part& after);
/// The same again behind it, "GLB-2"; levels and fanouts only.
Result<DesignEdit> duplicatePart(ArchitectureSpec spec, const Part& part);
/// Anything but the compute, the outermost level and a level's last memory.
Result<DesignEdit> removePart(ArchitectureSpec spec, const Part& part);
/// Puts a level or fanout before the one that stands at `position` of partsInOrder.
Result<DesignEdit> movePart(ArchitectureSpec spec, const Part& part, int position);
Result<DesignEdit> renamePart(ArchitectureSpec spec, const Part& part, const std::string& name);
/// Says by `key`, a role or tensor, whether a level keeps it. A level of partitions only needs one for what it keeps.
Result<DesignEdit> setKeep(ArchitectureSpec spec, int level, const std::string& key, Keep keep);
/// One partition for each of `roles`, which share the level's capacity evenly and have its figures.
Result<DesignEdit> splitLevel(ArchitectureSpec spec, int level, const std::vector<std::string>& roles);
/// One memory again, with the partitions' capacity together and the figures of the largest.
Result<DesignEdit> joinLevel(ArchitectureSpec spec, int level);
/// The part as it is in `original`, found by its name.
Result<DesignEdit> resetPart(ArchitectureSpec spec, const Part& part, const ArchitectureSpec& original);

}  // namespace lapidary
