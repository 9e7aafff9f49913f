// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which size of memory a figure was given for. A table states energy and area of one memory; when a person or a sweep
// changes that memory's capacity or width, its figures keep their values, since no table has a row for the new size, but
// their sources say for what they hold: "given for 128 KiB, 64 bit wide: Accelergy table ...". The words live in
// Figure::source, so that files and sessions carry them; the old size takes them away again. Figures of the user stay as
// they are, and those that the design's technology looked up follow the size. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"

namespace lapidary {

/// What figures of a memory depend on: its bits, and those of one access.
struct MemorySize {
    std::optional<Capacity> capacity;  ///< nullopt = unbounded
    int wordBits = 16;
    int block = 1;  ///< words per access
};

MemorySize sizeOf(const Level& level);
/// What a partition does not say is its level's.
MemorySize sizeOf(const Partition& partition, const Level& level);
/// "128 KiB, 64 bit wide", "224 words (448 B), 16 bit wide", "64 bit wide" if unbounded.
std::string toText(const MemorySize& size);

/// A memory went from one size to another: `figure` keeps its value and says which size it was given for, unless that is
/// the new one. Nothing happens to the user's figures and to unknown ones.
void noteResize(Figure& figure, const MemorySize& from, const MemorySize& to);
void noteResize(Energies& energies, const MemorySize& from, const MemorySize& to);
/// The same for every level and partition that has one size in `before` and another in `after`, found by name.
void noteResizes(const ArchitectureSpec& before, ArchitectureSpec& after);

/// The size of which a figure says that it was given for it; empty if it says none.
std::string givenFor(const Figure& figure);
/// One line per memory with figures of another size than its own: "GLB: energy and area are those of 128 KiB".
std::vector<std::string> sizeNotes(const Architecture& architecture);

}  // namespace lapidary
