// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/objective.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/base/json.h"

namespace lapidary {

std::span<const KeyEntry<Metric>> keyTable(Metric) {
    static constexpr std::array<KeyEntry<Metric>, 4> table{{
        {Metric::edp, "edp", "Energy-delay product",
         "energy times time, J·s; of a design without a clock energy times cycles, pJ·cycles", ""},
        {Metric::energy, "energy", "Energy", "energy of the whole workload, pJ", ""},
        {Metric::latency, "latency", "Latency", "cycles of the whole workload", ""},
        {Metric::ed2p, "ed2p", "Energy-delay-squared product", "energy times cycles squared, pJ·cycles²", ""},
    }};
    return table;
}

namespace {

std::string_view trimmed(std::string_view text) {
    while (!text.empty() && text.front() == ' ') text.remove_prefix(1);
    while (!text.empty() && text.back() == ' ') text.remove_suffix(1);
    return text;
}

Diagnostic unknownMetric(std::string_view word) {
    std::string expected;
    for (const auto& key : keysOf<Metric>()) expected += (expected.empty() ? "" : ", ") + key;
    return error("unknown objective '" + std::string(word) + "', expected one or more of " + expected,
                 didYouMean(word, keysOf<Metric>()));
}

template <class T>
int compare(const T& a, const T& b) {
    return a < b ? -1 : b < a ? 1 : 0;
}

auto rankOf(const Node& node) {
    return std::make_tuple(node.kind, node.level, node.tensors, node.fanout, node.axis, node.dimension, node.bound,
                           node.tail);
}

}  // namespace

Result<Objective> parseObjective(std::string_view text) {
    Objective objective;
    objective.metrics.clear();
    while (true) {
        const std::size_t comma = text.find(',');
        const std::string_view word = trimmed(text.substr(0, comma));
        const auto metric = fromKey<Metric>(word);
        if (!metric) return unknownMetric(word);
        if (std::find(objective.metrics.begin(), objective.metrics.end(), *metric) != objective.metrics.end())
            return error("objective '" + std::string(word) + "' stands twice in the list");
        objective.metrics.push_back(*metric);
        if (comma == std::string_view::npos) return objective;
        text.remove_prefix(comma + 1);
    }
}

std::string toText(const Objective& objective) {
    std::string text;
    for (const Metric metric : objective.metrics) {
        if (!text.empty()) text += ',';
        text += keyOf(metric);
    }
    return text;
}

double valueOf(Metric metric, const Score& score) {
    const double cycles = static_cast<double>(score.cycles);
    switch (metric) {
    case Metric::edp: return score.edp();
    case Metric::energy: return score.energyPj;
    case Metric::latency: return cycles;
    case Metric::ed2p: return score.edp() * cycles;
    }
    return score.edp();
}

int compareScores(const Objective& objective, const Score& a, const Score& b) {
    for (const Metric metric : objective.metrics)
        if (const int order = compare(valueOf(metric, a), valueOf(metric, b))) return order;
    if (const int order = compare(a.energyPj, b.energyPj)) return order;
    return compare(a.cycles, b.cycles);
}

bool canonicalLess(const Mapping& a, const Mapping& b) {
    const auto first = std::mismatch(a.nodes.begin(), a.nodes.end(), b.nodes.begin(), b.nodes.end());
    if (first.first != a.nodes.end() && first.second != b.nodes.end())
        return rankOf(*first.first) < rankOf(*first.second);
    if (a.nodes.size() != b.nodes.size()) return a.nodes.size() < b.nodes.size();
    return a.paddedBounds < b.paddedBounds;
}

bool better(const Objective& objective, const Candidate& a, const Candidate& b) {
    const int order = compareScores(objective, a.score, b.score);
    return order != 0 ? order < 0 : canonicalLess(a.mapping, b.mapping);
}

}  // namespace lapidary
