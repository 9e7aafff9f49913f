// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/cost_diff.h"

#include <algorithm>
#include <cmath>
#include <sstream>

namespace lapidary::testing {
namespace {

std::string text(std::int64_t value) { return std::to_string(value); }
std::string text(const std::string& value) { return '\'' + value + '\''; }
std::string text(double value) { return std::to_string(value); }
std::string text(const std::optional<double>& value) { return value ? std::to_string(*value) : "unknown"; }
std::string text(const std::map<std::int64_t, std::int64_t>& value) {
    std::string out = "{";
    for (const auto& [size, words] : value) out += ' ' + std::to_string(size) + ':' + std::to_string(words);
    return out + " }";
}

bool same(double a, double b) { return a == b || std::abs(a - b) <= 1e-12 * std::max(std::abs(a), std::abs(b)); }
bool same(const std::optional<double>& a, const std::optional<double>& b) {
    return a.has_value() == b.has_value() && (!a || same(*a, *b));
}
template <class T>
bool same(const T& a, const T& b) {
    return a == b;
}

/// Remembers the first difference.
class Differ {
public:
    template <class T>
    void compare(const std::string& name, const T& expected, const T& found) {
        if (m_first.empty() && !same(expected, found))
            m_first = name + ": " + text(expected) + " expected, " + text(found) + " found";
    }

    void compare(const std::string& where, const TensorCost& a, const TensorCost& b) {
        const auto figure = [&](const char* name, auto member) { compare(where + name, a.*member, b.*member); };
        compare<std::int64_t>(where + ".stored", a.stored, b.stored);
        figure(".tile", &TensorCost::tile);
        figure(".instancesTouched", &TensorCost::instancesTouched);
        figure(".delivered", &TensorCost::delivered);
        figure(".distinct", &TensorCost::distinct);
        figure(".fills", &TensorCost::fills);
        figure(".updates", &TensorCost::updates);
        figure(".reads", &TensorCost::reads);
        figure(".readAccesses", &TensorCost::readAccesses);
        figure(".fillAccesses", &TensorCost::fillAccesses);
        figure(".updateAccesses", &TensorCost::updateAccesses);
        figure(".accesses", &TensorCost::accesses);
        figure(".accumulateReads", &TensorCost::accumulateReads);
        figure(".refetchReads", &TensorCost::refetchReads);
        figure(".drains", &TensorCost::drains);
        figure(".spatialReductions", &TensorCost::spatialReductions);
        figure(".multicast", &TensorCost::multicast);
        figure(".neighbourMoves", &TensorCost::neighbourMoves);
        figure(".energyPj", &TensorCost::energyPj);
    }

    void compare(const LevelCost& a, const LevelCost& b, const Workload& workload) {
        for (std::size_t t = 0; t < a.tensors.size(); ++t)
            compare(a.name + '.' + workload.tensors()[t].name, a.tensors[t], b.tensors[t]);
        compare(a.name + ".readWords", a.readWords, b.readWords);
        compare(a.name + ".writeWords", a.writeWords, b.writeWords);
        compare(a.name + ".cycles", a.cycles, b.cycles);
        compare(a.name + ".energyPj", a.energyPj, b.energyPj);
    }

    void compare(const NetworkCost& a, const NetworkCost& b, const Workload& workload) {
        for (std::size_t t = 0; t < a.tensors.size(); ++t) {
            const std::string where = a.name + '.' + workload.tensors()[t].name;
            compare(where + ".words", a.tensors[t].words, b.tensors[t].words);
            compare(where + ".deliveries", a.tensors[t].deliveries, b.tensors[t].deliveries);
            compare(where + ".hops", a.tensors[t].hops, b.tensors[t].hops);
            compare(where + ".energyPj", a.tensors[t].energyPj, b.tensors[t].energyPj);
        }
        compare(a.name + ".energyPj", a.energyPj, b.energyPj);
    }

    std::string first() && { return std::move(m_first); }

private:
    std::string m_first;
};

}  // namespace

std::string firstDifference(const Cost& expected, const Cost& found, const Target& target) {
    Differ differ;
    differ.compare("steps", expected.steps, found.steps);
    differ.compare("macs", expected.macs, found.macs);
    differ.compare("computes", expected.computes, found.computes);
    for (std::size_t l = 0; l < expected.levels.size(); ++l)
        differ.compare(expected.levels[l], found.levels[l], target.workload);
    for (std::size_t f = 0; f < expected.networks.size(); ++f)
        differ.compare(expected.networks[f], found.networks[f], target.workload);
    differ.compare("cycles", expected.cycles, found.cycles);
    differ.compare("boundBy", expected.boundBy, found.boundBy);
    differ.compare("energyPj", expected.energyPj, found.energyPj);
    differ.compare("utilization", expected.utilization, found.utilization);
    differ.compare<std::int64_t>("valid", expected.valid, found.valid);
    differ.compare<std::int64_t>("reasons", static_cast<std::int64_t>(expected.reasons.size()),
                                 static_cast<std::int64_t>(found.reasons.size()));
    if (expected.reasons != found.reasons) differ.compare<std::int64_t>("reasons are the same", 1, 0);
    return std::move(differ).first();
}

std::string describeProblem(const Target& target, const Mapping& mapping, const Semantics& semantics) {
    std::ostringstream out;
    out << target.workload.einsum();
    for (const Dimension& dimension : target.workload.dimensions())
        out << ' ' << dimension.name << '=' << dimension.bound;
    for (const Fanout& fanout : target.architecture.fanouts()) {
        out << "\n" << fanout.name << ' ' << fanout.x << 'x' << fanout.y;
        if (fanout.multicast) out << " multicast " << keyOf(*fanout.multicast);
        if (!fanout.reduction) out << " without reduction";
    }
    out << "\n" << toText(mapping, target.workload, target.architecture) << "\n" << toText(semantics);
    return out.str();
}

}  // namespace lapidary::testing
