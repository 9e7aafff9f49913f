// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What "best" means, as a total order over mappings: the objective, then lower energy, lower cycles, then canonical order
// of the mapping, so that ties never depend on chance or threads.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"
#include "core/mapping/mapping.h"
#include "core/model/cost.h"

namespace lapidary {

enum class Metric { edp, energy, latency, ed2p };
std::span<const KeyEntry<Metric>> keyTable(Metric);

/// Lexicographic list of metrics; the first is the one shown.
struct Objective {
    std::vector<Metric> metrics{Metric::edp};
    bool operator==(const Objective&) const = default;
};
/// "edp" or "energy,latency".
Result<Objective> parseObjective(std::string_view text);
std::string toText(const Objective& objective);
double valueOf(Metric metric, const Score& score);

/// < 0 if a is better, > 0 if b is, 0 only if equal in objective, energy and cycles.
int compareScores(const Objective& objective, const Score& a, const Score& b);
/// Strict total order over node lists.
bool canonicalLess(const Mapping& a, const Mapping& b);

struct Candidate {
    Mapping mapping;
    Score score;
};
bool better(const Objective& objective, const Candidate& a, const Candidate& b);

}  // namespace lapidary
