// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A nest's directives as a text to be read and changed beside it: one directive per line in the dimensions of the workload,
// sizes and offsets in results (P of a convolution where MAESTRO writes P'). And MAESTRO's network files as workload and nest.
// Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::maestro {

/// Requires a well-formed mapping. Notes say what gets lost.
Result<std::string> directiveText(const Mapping& mapping, const Target& target);

/// The nest of such a text; names as the workload's, by name or alias. Errors have line and column, apart from those of the
/// workload and the design.
Result<Mapping> nestOfDirectives(std::string_view text, const std::string& file, const Target& target);

/// Whether a text is a network file ("Network NAME {"), and whether one of hardware ("num_pes: 256").
bool isNetworkText(std::string_view text);
bool isHardwareText(std::string_view text);

struct NestOfFile {
    Workload workload;  ///< the target's own, if the file's layer is the same
    Mapping mapping;
    bool sameWorkload = false;
};
/// The layer of a network file that the target's workload is, else its first one, on the target's design. Notes say how many
/// layers were left out. Refuses depthwise layers.
Result<NestOfFile> nestOfNetwork(std::string_view text, const std::string& file, const Target& target);

}  // namespace lapidary::maestro
