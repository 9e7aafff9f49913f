// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Our designs, workloads and mappings as Timeloop's files: the tree format ("v3") or nodes ("v4"), with ERT and ART, one
// document. Tails stand in the factors ("M=6,4"), so that an imperfect mapping reads back as what it was. What Timeloop
// can't express is refused if the figures of the mapping would be others, else named in a note. Pure functions.
#pragma once

#include <string>

#include "core/arch/architecture.h"
#include "core/base/key_table.h"
#include "core/mapping/mapping.h"

namespace lapidary {

enum class TimeloopFormat { v3, v3Hyphens, v4 };
std::span<const KeyEntry<TimeloopFormat>> keyTable(TimeloopFormat);

/// What to write; null = left out. A mapping needs the other two. `mapping` must be well-formed (checkForm).
struct TimeloopParts {
    const Architecture* architecture = nullptr;
    const Workload* workload = nullptr;
    const Mapping* mapping = nullptr;
};

/// YAML text that importTimeloop reads back. Partitions of a level become levels of their own, several fan-outs below one
/// level get an empty level between them (v3), dimensions get single letters.
Result<std::string> exportTimeloop(const TimeloopParts& parts, TimeloopFormat format);

}  // namespace lapidary
