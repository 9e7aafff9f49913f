// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/pareto.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <map>
#include <numeric>
#include <tuple>

namespace lapidary {

std::span<const KeyEntry<PointMetric>> keyTable(PointMetric) {
    using enum PointMetric;
    static constexpr std::array<KeyEntry<PointMetric>, 13> table{{
        {area, "area", "Area", "all levels and computes on chip", "Ruby, Fig. 13"},
        {edp, "edp", "EDP", "energy times cycles of the whole network", "Ruby, Figs. 13 and 14"},
        {edpJs, "edp_js", "EDP", "energy times time of the whole network; needs a clock", ""},
        {edpSum, "edp_sum", "Sum of EDPs", "energy times cycles of each layer, summed", ""},
        {energy, "energy", "Energy", "of the whole network", ""},
        {cycles, "cycles", "Cycles", "of the whole network, layer after layer", ""},
        {time, "time", "Time", "cycles at the design's clock", ""},
        {energyPerMac, "energy_per_mac", "Energy per MAC", "energy over algorithmic MACs", ""},
        {utilization, "utilization", "Utilization", "MACs over compute steps times compute instances", ""},
        {computeInstances, "computes", "Compute instances", "MAC units of the design", ""},
        {drawn, "drawn", "Mappings tried", "over all layers", ""},
        {stalls, "stalls", "Stall cycles", "that the compute waits for a port; needs time by ports", ""},
        {setting, "setting", "First setting", "value of the sweep's first axis, if it is a number", ""},
    }};
    return table;
}

std::string_view unitOf(PointMetric metric) {
    switch (metric) {
    case PointMetric::area: return "um^2";
    case PointMetric::edp:
    case PointMetric::edpSum: return "pJ*cycles";
    case PointMetric::edpJs: return "J*s";
    case PointMetric::energy:
    case PointMetric::energyPerMac: return "pJ";
    case PointMetric::cycles:
    case PointMetric::stalls: return "cycles";
    case PointMetric::time: return "s";
    case PointMetric::utilization:
    case PointMetric::computeInstances:
    case PointMetric::drawn:
    case PointMetric::setting: return "";
    }
    return "";
}

bool moreIsBetter(PointMetric metric) { return metric == PointMetric::utilization; }

namespace {

using Value = std::optional<double>;

constexpr double kJoulePerPicojoule = 1e-12;
constexpr double kHertzPerGigahertz = 1e9;

template <class T>
Value asDouble(const std::optional<T>& value) {
    return value ? Value(static_cast<double>(*value)) : std::nullopt;
}

Value quotient(const Value& a, const Value& b) { return a && b ? Value(*a / *b) : std::nullopt; }

Value timeOf(const SweepPoint& point) {
    const Value ghz = point.architecture ? point.architecture->spec().clockGhz : std::nullopt;
    return point.cycles && ghz ? Value(static_cast<double>(*point.cycles) / (*ghz * kHertzPerGigahertz)) : std::nullopt;
}

Value edpJsOf(const SweepPoint& point) {
    const Value seconds = timeOf(point);
    return seconds && point.energyPj ? Value(*point.energyPj * kJoulePerPicojoule * *seconds) : std::nullopt;
}

Value instancesOf(const SweepPoint& point) {
    if (!point.architecture) return std::nullopt;
    return static_cast<double>(point.architecture->computeInstances());
}

/// "unlimited", "2x7" and sizes with a unit are no numbers.
Value settingOf(const SweepPoint& point) {
    if (point.values.empty()) return std::nullopt;
    const std::string& text = point.values.front();
    double value = 0;
    const auto [end, problem] = std::from_chars(text.data(), text.data() + text.size(), value);
    return problem == std::errc() && end == text.data() + text.size() ? Value(value) : std::nullopt;
}

/// Less is better.
double asCost(PointMetric metric, double value) { return moreIsBetter(metric) ? -value : value; }

}  // namespace

std::optional<double> valueOf(PointMetric metric, const SweepPoint& point) {
    switch (metric) {
    case PointMetric::area: return point.areaUm2;
    case PointMetric::edp: return point.edp;
    case PointMetric::edpJs: return edpJsOf(point);
    case PointMetric::edpSum: return point.edpSum;
    case PointMetric::energy: return point.energyPj;
    case PointMetric::cycles: return asDouble(point.cycles);
    case PointMetric::time: return timeOf(point);
    case PointMetric::energyPerMac: return quotient(point.energyPj, asDouble(point.macs));
    case PointMetric::utilization: return point.utilization;
    case PointMetric::computeInstances: return instancesOf(point);
    case PointMetric::drawn: return static_cast<double>(point.drawn);
    case PointMetric::stalls: return asDouble(point.stallCycles);
    case PointMetric::setting: return settingOf(point);
    }
    return std::nullopt;
}

std::vector<std::size_t> paretoFront(std::span<const XY> points) {
    std::vector<std::size_t> order(points.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::sort(order.begin(), order.end(), [&](std::size_t a, std::size_t b) {
        return std::tie(points[a].x, points[a].y, a) < std::tie(points[b].x, points[b].y, b);
    });
    std::vector<std::size_t> front;  // each is the lowest so far, or equal to the one before
    for (const std::size_t number : order)
        if (front.empty() || points[number].y < points[front.back()].y || points[number] == points[front.back()])
            front.push_back(number);
    return front;
}

std::vector<std::size_t> paretoFront(const SweepPoints& points, PointMetric x, PointMetric y,
                                     std::optional<Factorization> only) {
    std::vector<XY> values;
    std::vector<std::size_t> numbers;
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!points[i] || (only && points[i]->factorization != *only)) continue;
        const Value atX = valueOf(x, *points[i]);
        const Value atY = valueOf(y, *points[i]);
        if (!atX || !atY) continue;
        values.push_back({asCost(x, *atX), asCost(y, *atY)});
        numbers.push_back(i);
    }
    std::vector<std::size_t> front = paretoFront(values);
    for (std::size_t& number : front) number = numbers[number];
    return front;
}

std::vector<std::optional<double>> improvements(const SweepPoints& points, PointMetric metric,
                                                Factorization reference) {
    std::map<std::vector<std::string>, double> references;
    for (const SweepPointPtr& point : points)
        if (point && point->factorization == reference)
            if (const Value value = valueOf(metric, *point)) references[point->values] = *value;
    std::vector<Value> shares(points.size());
    for (std::size_t i = 0; i < points.size(); ++i) {
        const Value value = points[i] ? valueOf(metric, *points[i]) : std::nullopt;
        if (!value) continue;
        const auto found = references.find(points[i]->values);
        if (found != references.end()) shares[i] = asCost(metric, 1 - *value / found->second);
    }
    return shares;
}

std::optional<double> meanImprovement(const SweepPoints& points, PointMetric metric, Factorization of,
                                      Factorization reference) {
    double sum = 0;
    int count = 0;
    const std::vector<Value> shares = improvements(points, metric, reference);
    for (std::size_t i = 0; i < points.size(); ++i) {
        if (!shares[i] || points[i]->factorization != of) continue;
        sum += *shares[i];
        ++count;
    }
    return count ? Value(sum / count) : std::nullopt;
}

bool tooFewDraws(Factorization mapspace, double best, double perfect) {
    return containsPerfect(mapspace) && best > perfect;
}

bool tooFewDraws(const SweepSpec& spec, const SweepPoints& points, std::size_t point) {
    const std::vector<Factorization>& kinds = spec.mapspaces;
    const auto perfect = std::find(kinds.begin(), kinds.end(), Factorization::perfect);
    if (perfect == kinds.end() || !points[point]) return false;
    const std::size_t first = point / kinds.size() * kinds.size();  // of the points of this design
    const SweepPointPtr& reference = points[first + static_cast<std::size_t>(perfect - kinds.begin())];
    if (!reference) return false;
    const SweepPoint& at = *points[point];
    const Metric metric = spec.search.objective.metrics.front();
    for (std::size_t i = 0; i < std::min(at.layers.size(), reference->layers.size()); ++i) {
        const auto& mine = at.layers[i].best;
        const auto& theirs = reference->layers[i].best;
        if (mine && theirs &&
            tooFewDraws(at.factorization, valueOf(metric, mine->score), valueOf(metric, theirs->score)))
            return true;
    }
    return false;
}

}  // namespace lapidary
