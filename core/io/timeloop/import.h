// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reading Timeloop's files (v0.1 flat lists, v0.2 to 0.4 trees, v4 nodes; problem, mapping, constraints, mapspace, mapper,
// ERT, ART) as our workload, design, mapping, constraints and search options. Every error has file, line, column, key and
// the nearest valid name. What we can't express is named in a note or, if figures change by it, a warning: nothing is
// dropped silently. What is read and how: docs/formats/timeloop.md. Plain values and pure functions but for files read.
#pragma once

#include <filesystem>
#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/io/timeloop/document.h"
#include "core/mapping/target.h"
#include "core/mapspace/factorization.h"
#include "core/search/search.h"

namespace lapidary {

/// What the files hold; parts that they lack are empty.
struct TimeloopImport {
    std::optional<Architecture> architecture;
    std::optional<Workload> workload;
    std::optional<Mapping> mapping;              ///< checked: it covers the workload
    std::optional<Constraints> constraints;      ///< of architecture and mapspace together
    std::optional<Factorization> factorization;  ///< of the mapspace's template
    std::optional<SearchOptions> search;         ///< of the mapper
};

/// The parts of all texts together. A value comes with notes and warnings: the import report. Of `present` a mapper
/// changes what it states; without it, Timeloop's defaults stand for what it doesn't.
Result<TimeloopImport> importTimeloop(const std::vector<TimeloopText>& texts,
                                      const std::optional<SearchOptions>& present = std::nullopt);

/// The same of files and of all .yaml files of folders.
Result<TimeloopImport> importTimeloopFiles(const std::vector<std::filesystem::path>& paths,
                                           const std::optional<SearchOptions>& present = std::nullopt);

}  // namespace lapidary
