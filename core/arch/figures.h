// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// All figures of a design by the path that sets them: "GLB.energy_pj.read", "spad.partitions.weight.area_um2". For
// whoever lists them or their sources. The pointers live as long as the specification stays where it is.
#pragma once

#include <string>
#include <vector>

#include "core/arch/architecture.h"

namespace lapidary {

struct NamedFigure {
    std::string path;
    Figure* figure = nullptr;
};
std::vector<NamedFigure> figuresOf(ArchitectureSpec& spec);

struct ConstNamedFigure {
    std::string path;
    const Figure* figure = nullptr;
};
std::vector<ConstNamedFigure> figuresOf(const ArchitectureSpec& spec);

/// How many of a design's figures tables gave, how many somebody, and how many nobody knows.
struct FigureCounts {
    int lookedUp = 0, given = 0, unknown = 0;
};
FigureCounts figureCounts(const ArchitectureSpec& spec);

/// "pJ", "pJ/cycle", "um^2", "pJ/bit/hop", by the path's end.
std::string_view unitOfFigure(std::string_view path);

}  // namespace lapidary
