// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is said of a figure beside its formula: title, unit, the rule that counts it and the switches of the semantics it
// depends on. Pure functions.
#pragma once

#include <string>

#include "core/model/explain/traffic_facts.h"

namespace lapidary::derive {

/// "words", "pJ", "cycles", ...; empty = a plain count.
std::string unitOf(const FigureId& id);
/// "Reads of I at GLB"
std::string titleOf(const FigureId& id, const Target& target);
/// One sentence.
std::string ruleOf(const FigureId& id, const Target& target, const Semantics& semantics);
/// "halo exact, multicast distinct on PE"; empty if it depends on none. Requires a tensor that is stored there.
std::string switchesOf(const FigureId& id, const TrafficFacts& traffic);

}  // namespace lapidary::derive
