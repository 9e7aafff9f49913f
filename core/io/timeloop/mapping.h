// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A Timeloop mapping as one of ours: per level a Store, its temporal loops, then the loops of the fan-outs below it
// (reference/timeloop, README and formats.md 6). Pure functions.
#pragma once

#include <optional>

#include "core/io/timeloop/document.h"
#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/problem.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary::timeloop {

/// A mapping and where each of its nodes stands in the file.
struct PlacedMapping {
    Mapping mapping;
    std::vector<Place> places;  ///< by node
    Place place;
};

std::optional<PlacedMapping> readMapping(const Section& section, const Document& document, const Design& design,
                                         const TimeloopProblem& problem, Diagnostics& out);

/// checkForm with the places of the file.
Diagnostics checkPlaced(const PlacedMapping& mapping, const Target& target);

}  // namespace lapidary::timeloop
