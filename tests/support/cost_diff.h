// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two costs of one mapping that should be the same, figure by figure.
#pragma once

#include <string>

#include "core/mapping/target.h"
#include "core/model/cost.h"

namespace lapidary::testing {

/// "spad.I.fills: 12 expected, 13 found" for the first figure that differs; empty if none does. Integers must be equal,
/// energies to 1e-12 relative.
std::string firstDifference(const Cost& expected, const Cost& found, const Target& target);

/// The problem as text, to be printed with a failure.
std::string describeProblem(const Target& target, const Mapping& mapping, const Semantics& semantics);

}  // namespace lapidary::testing
