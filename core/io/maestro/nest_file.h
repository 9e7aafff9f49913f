// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A loop nest as a layer of MAESTRO's network file: its directives, with the names that the file knows. Pure function.
#pragma once

#include "core/io/maestro/files.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::maestro {

struct NestFile {
    MappedLayer layer;
    std::int64_t pes = 1;  ///< that the nest uses
};

/// Matrix products become GEMM, convolutions CONV. Refuses other workloads and what directives can't say. Notes say what gets lost.
Result<NestFile> nestAsFile(const Mapping& mapping, const Target& target);

}  // namespace lapidary::maestro
