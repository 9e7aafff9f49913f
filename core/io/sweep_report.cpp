// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/sweep_report.h"

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "core/explore/pareto.h"
#include "core/io/report_table.h"
#include "core/io/report_text.h"

namespace lapidary {

namespace {

using Value = std::optional<double>;

/// Which of two fronts each point is on.
class Fronts {
public:
    Fronts(const SweepSpec& spec, const SweepPoints& points) : m_all(points.size()), m_own(points.size()) {
        mark(m_all, paretoFront(points, PointMetric::area, PointMetric::edp));
        for (const Factorization kind : spec.mapspaces)
            mark(m_own, paretoFront(points, PointMetric::area, PointMetric::edp, kind));
    }
    std::string cell(std::size_t point) const {
        if (m_all[point]) return "front";
        return m_own[point] ? "own front" : "";
    }

private:
    static void mark(std::vector<bool>& flags, const std::vector<std::size_t>& front) {
        for (const std::size_t point : front) flags[point] = true;
    }

    std::vector<bool> m_all, m_own;
};

std::string quantity(const Value& value, std::string_view unit, NumberStyle style) {
    if (!value) return style == NumberStyle::exact ? "" : "unknown";
    return style == NumberStyle::exact ? formatExact(*value) : formatSi(*value, unit);
}

std::string percent(const Value& share, NumberStyle style) {
    if (!share) return "";
    return style == NumberStyle::exact ? formatExact(*share) : formatSignificant(100 * *share, 3) + " %";
}

/// With the typographic minus where people read it, as in all quantities.
std::string signedPercent(const Value& share, NumberStyle style) {
    if (!share || style == NumberStyle::exact) return percent(share, style);
    return (*share < 0 ? "\u2212" : "") + formatSignificant(100 * std::abs(*share), 3);
}

/// J·s where the design has a clock, as in evaluations and searches.
std::string edpCell(const Value& edp, const std::optional<Architecture>& design, NumberStyle style) {
    return edp && design && style == NumberStyle::people ? edpText(*edp, *design) : quantity(edp, "pJ*cycles", style);
}

std::string count(const std::optional<std::int64_t>& value, NumberStyle style) {
    return value ? cell(*value, style) : "";
}

std::string firstMessage(const Diagnostics& failure) { return failure.empty() ? "" : failure.front().message; }

/// The reason met most often.
std::string noMapping(const LayerOutcome& outcome) {
    const std::vector<ReasonCount>& invalid = outcome.counters.invalid;
    return invalid.empty() ? "not searched"
                           : "no valid mapping: " + reasonTitle(invalid.front().example, *outcome.target);
}

std::string layerNote(const LayerOutcome& outcome) {
    if (!outcome.failure.empty()) return firstMessage(outcome.failure);
    if (!outcome.best) return noMapping(outcome);
    return outcome.cause == StopCause::byHand ? "stopped" : "";
}

/// Why the point or a layer has no figures, or else that they are not yet what its mapspace holds; then what is to be
/// known of its design's figures.
std::string pointNote(const SweepSpec& spec, const SweepResult& result, const SweepPoint& point) {
    if (!point.failure.empty()) return firstMessage(point.failure);
    std::string text;
    for (std::size_t i = 0; i < point.layers.size() && text.empty(); ++i)
        if (const std::string note = layerNote(point.layers[i]); !note.empty())
            text = result.layers[i].workload.name() + ": " + note;
    if (text.empty() && tooFewDraws(spec, result.points, point.index)) text = kTooFewDraws;
    for (const std::string& note : point.notes) text += (text.empty() ? "" : "; ") + note;
    return text;
}

/// The cells that say which point it is.
std::vector<std::string> pointCells(const SweepPoint& point, NumberStyle style) {
    std::vector<std::string> cells = point.values;
    const auto& mapspace = entryOf(point.factorization);
    cells.emplace_back(style == NumberStyle::exact ? mapspace.key : mapspace.label);
    return cells;
}

std::vector<std::string> pointHeader(const SweepSpec& spec) {
    std::vector<std::string> header;
    for (const SweepAxis& axis : spec.axes) header.push_back(axis.path);
    header.emplace_back("mapspace");
    return header;
}

void append(std::vector<std::string>& cells, std::vector<std::string> more) {
    cells.insert(cells.end(), std::make_move_iterator(more.begin()), std::make_move_iterator(more.end()));
}

std::string listText(const std::vector<std::string>& words) {
    std::string text;
    for (const std::string& word : words) text += (text.empty() ? "" : " ") + word;
    return text;
}

std::string clockText(double seconds) {
    const auto whole = static_cast<std::int64_t>(std::llround(seconds));
    const auto twoDigits = [](std::int64_t value) { return (value < 10 ? "0" : "") + std::to_string(value); };
    if (whole < 3600) return std::to_string(whole / 60) + ":" + twoDigits(whole % 60);
    return std::to_string(whole / 3600) + ":" + twoDigits(whole / 60 % 60) + ":" + twoDigits(whole % 60);
}

std::string meansText(const SweepSpec& spec, const SweepResult& result) {
    std::string text;
    for (const Factorization kind : spec.mapspaces) {
        if (kind == Factorization::perfect) continue;
        if (const Value mean = meanImprovement(result.points, PointMetric::edp, kind))
            text += "EDP of " + std::string(entryOf(kind).label) +
                    " below PFM: " + signedPercent(mean, NumberStyle::people) + " % in the mean (negative = above)\n";
    }
    return text;
}

}  // namespace

Table pointTable(const SweepSpec& spec, const SweepResult& result, NumberStyle style) {
    const bool exact = style == NumberStyle::exact;
    const Fronts fronts(spec, result.points);
    const std::vector<Value> better = improvements(result.points, PointMetric::edp);
    Table table{pointHeader(spec), {}};
    append(table.header,
           exact ? std::vector<std::string>{"area_um2", "edp", "edp_sum", "energy_pj", "cycles", "utilization",
                                            "improvement_over_pfm", "pareto", "drawn", "note"}
                 : std::vector<std::string>{"area", "EDP", "sum of EDPs", "energy", "cycles", "utilization",
                                            "EDP below PFM, %", "Pareto", "tried", "note"});
    for (const SweepPointPtr& point : result.points) {
        std::vector<std::string> cells = pointCells(*point, style);
        append(cells, {quantity(point->areaUm2, "um^2", style), edpCell(point->edp, point->architecture, style),
                       edpCell(point->edpSum, point->architecture, style), quantity(point->energyPj, "pJ", style),
                       count(point->cycles, style), percent(point->utilization, style),
                       signedPercent(better[point->index], style), fronts.cell(point->index), cell(point->drawn, style),
                       pointNote(spec, result, *point)});
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Table layerTable(const SweepSpec& spec, const SweepResult& result, NumberStyle style) {
    const bool exact = style == NumberStyle::exact;
    Table table{pointHeader(spec), {}};
    append(table.header, {"layer", "count", exact ? "edp" : "EDP", exact ? "energy_pj" : "energy", "cycles",
                          "utilization", exact ? "drawn" : "tried", "note"});
    for (const SweepPointPtr& point : result.points) {
        for (std::size_t i = 0; i < point->layers.size(); ++i) {
            const LayerOutcome& outcome = point->layers[i];
            std::vector<std::string> cells = pointCells(*point, style);
            append(cells, {result.layers[i].workload.name(), cell(result.layers[i].count, style),
                           edpCell(outcome.edp, point->architecture, style), quantity(outcome.energyPj, "pJ", style),
                           outcome.best ? cell(outcome.cycles, style) : "",
                           outcome.best ? percent(outcome.utilization, style) : "", cell(outcome.counters.drawn, style),
                           layerNote(outcome)});
            table.rows.push_back(std::move(cells));
        }
    }
    return table;
}

std::string networkReport(const SweepFile& sweep, const SweepResult& result) {
    const SweepSpec& spec = sweep.spec;
    const SweepPoint& point = *result.points.front();
    const auto style = NumberStyle::people;
    const auto total = [&](const char* name, const std::string& value) {
        return std::string(name) + "  " + (value.empty() ? "unknown" : value) + '\n';
    };
    std::int64_t occurrences = 0;
    for (const Layer& layer : result.layers) occurrences += layer.count;
    std::string text = sweep.networkKey + " on " + spec.base.name() + ": " + formatCount(occurrences) + " layers, " +
                       formatCount(static_cast<std::int64_t>(result.layers.size())) + " shapes, " +
                       std::string(keyOf(spec.search.algorithm)) + ", seed " + std::to_string(spec.search.seed) + ", " +
                       (spec.search.compat ? rulesText(*spec.search.compat) + ", " : "") + clockText(result.seconds) +
                       (result.stopped ? ", stopped" : "") + "\n\n";
    text += toAligned(layerTable(spec, result, style)) + "\nall layers with their counts\n";
    text += total("  energy     ", quantity(point.energyPj, "pJ", style));
    text += total("  cycles     ", count(point.cycles, style));
    text += total("  EDP        ", edpCell(point.edp, point.architecture, style));
    text += total("  sum of EDPs", edpCell(point.edpSum, point.architecture, style));
    text += total("  utilization", percent(point.utilization, style));
    if (!point.bound || !point.gap) return text;
    // Energy and cycles add up over layers; of EDP it is the sum of EDPs that a bound of every layer bounds.
    return text + "  lower bound  " +
           boundText(*point.bound, point.gap, spec.search.objective.metrics.front(), spec.base) + ", sum over layers\n";
}

std::string sweepReport(const SweepFile& sweep, const SweepResult& result) {
    const SweepSpec& spec = sweep.spec;
    const auto complete = std::count_if(result.points.begin(), result.points.end(),
                                        [](const SweepPointPtr& point) { return point->complete; });
    std::string text = spec.base.name() + ", " + formatCount(static_cast<std::int64_t>(result.points.size())) +
                       " points (" + formatCount(complete) + " complete), " +
                       formatCount(static_cast<std::int64_t>(result.layers.size())) + " shapes each, " +
                       std::string(keyOf(spec.search.algorithm)) + ", seed " + std::to_string(spec.search.seed) + ", " +
                       (spec.search.compat ? rulesText(*spec.search.compat) + ", " : "") + clockText(result.seconds) +
                       (result.stopped ? ", stopped" : "") + "\n\n";
    text += toAligned(pointTable(spec, result, NumberStyle::people));
    const std::string means = meansText(spec, result);
    return means.empty() ? text : text + '\n' + means;
}

Table inputTable(const SweepFile& sweep) {
    const SweepSpec& spec = sweep.spec;
    Table table{{"part", "name", "values"}, {}};
    for (const SweepAxis& axis : spec.axes) table.rows.push_back({"axis", axis.path, listText(axis.values)});
    std::vector<std::string> mapspaces;
    for (const Factorization kind : spec.mapspaces) mapspaces.emplace_back(keyOf(kind));
    table.rows.push_back({"mapspaces", "", listText(mapspaces)});
    for (const Layer& layer : uniqueLayers(spec))
        table.rows.push_back({"layer", layer.workload.name(), "x " + formatCount(layer.count)});
    return table;
}

std::string inputReport(const SweepFile& sweep) {
    const SweepSpec& spec = sweep.spec;
    const auto points = static_cast<std::int64_t>(pointCount(spec));
    const auto shapes = static_cast<std::int64_t>(uniqueLayers(spec).size());
    return (sweep.title.empty() ? sweep.name : sweep.title) + "\nsource: " + sweep.source + "\n" + spec.base.name() +
           ", " + formatCount(points) + " points x " + formatCount(shapes) +
           " shapes = " + formatCount(points * shapes) + " searches\n\n" + toAligned(inputTable(sweep));
}

std::string progressLine(const SweepSnapshot& snapshot) {
    const auto finished = std::count_if(snapshot.points.begin(), snapshot.points.end(),
                                        [](const SweepPointPtr& point) { return point != nullptr; });
    std::string text = formatCount(static_cast<std::int64_t>(snapshot.tasksDone)) + " of " +
                       formatCount(static_cast<std::int64_t>(snapshot.tasks)) + " searches, " + formatCount(finished) +
                       " of " + formatCount(static_cast<std::int64_t>(snapshot.points.size())) + " points, " +
                       clockText(snapshot.seconds);
    if (snapshot.secondsLeft) text += ", ETA " + clockText(*snapshot.secondsLeft);
    return text;
}

}  // namespace lapidary
