// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Constraints of an architecture, of its v4 nodes and of a mapspace, as ours (reference/timeloop/formats.md, 7 and 10).
// Pure functions.
#pragma once

#include <optional>

#include "core/arch/constraint.h"
#include "core/io/timeloop/document.h"
#include "core/io/timeloop/hardware.h"
#include "core/io/timeloop/problem.h"
#include "core/mapspace/factorization.h"

namespace lapidary::timeloop {

struct Limits {
    Constraints constraints;
    std::optional<Factorization> factorization;  ///< nullopt if there is no mapspace part
};

/// Errors besides those of each entry: the same thing given twice, factors that can't reach a bound.
Limits readLimitsOf(const Document& document, const Hardware& hardware, const Design& design,
                    const TimeloopProblem& problem, Diagnostics& out);

}  // namespace lapidary::timeloop
