// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/report_table.h"

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/io/report_text.h"

namespace lapidary {

std::string cell(std::int64_t count, NumberStyle style) {
    return style == NumberStyle::people ? formatCount(count) : std::to_string(count);
}

std::string realCell(double value, NumberStyle style) {
    return style == NumberStyle::people ? formatSignificant(value) : formatExact(value);
}

std::string energyCell(const std::optional<double>& picojoules, NumberStyle style) {
    if (style == NumberStyle::exact) return picojoules ? formatExact(*picojoules) : "";
    return picojoules ? formatSi(*picojoules, "pJ") : "unknown";
}

std::string shareText(std::int64_t part, std::int64_t whole) {
    if (whole == 0) return "0 %";
    return formatSignificant(100.0 * static_cast<double>(part) / static_cast<double>(whole)) + " %";
}

std::optional<double> meanMulticast(const TensorCost& cost) {
    double served = 0;
    double reads = 0;
    for (const auto& [group, words] : cost.multicast) {
        served += static_cast<double>(group) * static_cast<double>(words);
        reads += static_cast<double>(words);
    }
    return reads > 0 ? std::optional(served / reads) : std::nullopt;
}

Table trafficTable(const Cost& cost, const Target& target, NumberStyle style) {
    Table table;
    const std::string energy = style == NumberStyle::people ? "energy" : "energy_pj";
    table.header = {"level",    "tensor", "tile",  "reads",     "fills",    "updates",
                    "accesses", energy,   "share", "instances", "multicast"};
    const auto share = [&](const std::optional<double>& part) -> std::string {
        if (!part || !cost.energyPj || *cost.energyPj <= 0) return "";
        const double value = *part / *cost.energyPj;
        return style == NumberStyle::exact ? formatExact(value) : formatSignificant(100 * value, 3) + " %";
    };
    const auto multicast = [&](const TensorCost& tensor) -> std::string {
        const auto mean = meanMulticast(tensor);
        if (!mean) return "";
        return realCell(*mean, style);
    };
    for (const LevelCost& level : cost.levels) {
        for (std::size_t i = 0; i < level.tensors.size(); ++i) {
            const TensorCost& tensor = level.tensors[i];
            if (!tensor.stored) continue;
            table.rows.push_back({level.name, target.workload.tensors()[i].name, cell(tensor.tile, style),
                                  cell(tensor.reads, style), cell(tensor.fills, style), cell(tensor.updates, style),
                                  cell(tensor.accesses, style), energyCell(tensor.energyPj, style),
                                  share(tensor.energyPj), cell(level.instances, style), multicast(tensor)});
            // Part of the reads and fills above: from one instance to the next.
            if (const std::int64_t moves = tensor.neighbourMoves; moves > 0)
                table.rows.push_back({level.name, target.workload.tensors()[i].name + " neighbour moves", "",
                                      cell(moves, style), cell(moves, style), "", "", "", "", "", ""});
        }
    }
    for (const NetworkCost& network : cost.networks)
        for (std::size_t i = 0; i < network.tensors.size(); ++i)
            table.rows.push_back({network.name, target.workload.tensors()[i].name + " hops", "", "", "", "",
                                  style == NumberStyle::exact ? formatExact(network.tensors[i].hops)
                                                              : formatSignificant(network.tensors[i].hops, 6),
                                  energyCell(network.tensors[i].energyPj, style), share(network.tensors[i].energyPj),
                                  cell(network.instances, style), ""});
    table.rows.push_back({target.architecture.compute().name, "", "", "", "", "", cell(cost.computes, style),
                          energyCell(cost.computeEnergyPj, style), share(cost.computeEnergyPj),
                          cell(target.architecture.computeInstances(), style), ""});
    return table;
}

Table portTable(const Cost& cost, NumberStyle style) {
    Table table;
    table.header = {"level", "port", "busy", "window", "stall", "on-loading", "off-loading"};
    for (const LevelCost& level : cost.levels)
        for (const PortCost& port : level.ports)
            table.rows.push_back({level.name, port.name, cell(port.busyCycles, style), cell(port.windowCycles, style),
                                  cell(port.stallCycles, style), cell(port.onloadCycles, style),
                                  cell(port.offloadCycles, style)});
    return table;
}

Table candidateTable(const std::vector<Candidate>& candidates, const Evaluator& evaluator, NumberStyle style,
                     const SearchOptions& options) {
    const bool exact = style == NumberStyle::exact;
    Table table;
    table.header = {"rank", exact ? "edp" : "EDP", exact ? "energy_pj" : "energy", "cycles", "utilization"};
    for (std::size_t i = 0; i < candidates.size(); ++i) {
        const Cost cost = costOf(options, candidates[i].mapping, evaluator);
        const std::string unknown = exact ? "" : "unknown";
        const std::string edp = !cost.edp ? unknown
                                : exact   ? formatExact(*cost.edp)
                                          : edpText(*cost.edp, evaluator.target().architecture);
        table.rows.push_back(
            {std::to_string(i + 1), edp, energyCell(cost.energyPj, style), cell(cost.cycles, style),
             exact ? formatExact(cost.utilization) : formatSignificant(100 * cost.utilization) + " %"});
    }
    return table;
}

Table reasonTable(const Counters& counters, const Target& target, NumberStyle style) {
    Table table;
    table.header = {"count", "share", "reason", "example"};
    for (const ReasonCount& reason : counters.invalid)
        table.rows.push_back({cell(reason.count, style), shareText(reason.count, counters.drawn),
                              reasonTitle(reason.example, target), describe(reason.example, target)});
    return table;
}

Table termTable(const Mapspace& mapspace, NumberStyle style) {
    Table table;
    table.header = {"count", "term", "meaning"};
    for (const SizeTerm& term : mapspace.terms())
        table.rows.push_back(
            {style == NumberStyle::people ? groupedDigits(toDecimal(term.count)) : toDecimal(term.count), term.name,
             term.meaning});
    return table;
}

Table traceTable(const std::vector<TracedRun>& runs, NumberStyle style) {
    Table table;
    table.header = {"run", "drawn", "seconds", "metric", "best"};
    for (const TracedRun& run : runs)
        for (const Improvement& improvement : *run.trace) {
            const double best = valueOf(run.metric, improvement.best.score);
            const bool exact = style == NumberStyle::exact;
            table.rows.push_back({std::to_string(run.number), cell(improvement.drawn, style),
                                  exact ? formatExact(improvement.seconds) : formatSignificant(improvement.seconds, 3),
                                  std::string(keyOf(run.metric)), exact ? formatExact(best) : formatSignificant(best)});
        }
    return table;
}

}  // namespace lapidary
