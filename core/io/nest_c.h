// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping as a C program that runs: the loop nest with its tails (Ruby, eq. 5), one statement in its middle, Stores
// and lanes as comments. Its main() fills the operands, runs the nest and the plain loops and compares both, so that
// anyone can convince himself that a mapping computes what the einsum says. Pure function.
#pragma once

#include <string>

#include "core/io/provenance.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

/// C99. Exits with 0 and prints "macs N computes N equal" if the nest agrees with the plain loops, else with 1 and
/// "differs". Requires a well-formed mapping (checkForm).
std::string nestToC(const Mapping& mapping, const Target& target, const Provenance& provenance);

}  // namespace lapidary
