// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/report_text.h"

#include <algorithm>
#include <iterator>

#include "core/arch/figures.h"
#include "core/arch/technology/fill.h"
#include "core/base/text.h"
#include "core/base/units.h"
#include "core/io/report_inputs.h"
#include "core/io/report_table.h"

namespace lapidary {

std::string rulesText(Compat tool) {
    if (tool == Compat::dataCentric) return "data-centric model, rules edge-exact";
    return (tool == Compat::maestro ? "data-centric model, compat " : "compat ") + std::string(keyOf(tool));
}

namespace {

/// "label      value"
std::string line(std::string_view label, const std::string& value) {
    constexpr std::size_t width = 13;
    std::string text(label);
    text.resize(std::max(width, text.size() + 1), ' ');
    return text + value + '\n';
}

std::string subject(const Target& target) {
    const std::string& name = target.workload.name();
    return (name.empty() ? "" : name + ": ") + target.workload.einsum() + " on " + target.architecture.name() + '\n';
}

std::string sizeText(const BigInt& size) {
    const std::string digits = toDecimal(size);
    return digits.size() <= 15 ? formatCount(*toInt64(size)) : "10^" + formatSignificant(log10Of(size), 5);
}

std::string known(const std::optional<double>& value, std::string_view unit) {
    return value ? formatSi(*value, unit, 5) : "unknown";
}

std::string percent(double share) { return formatSignificant(100 * share) + " %"; }

/// Networks without figures are said, so that nobody takes them for free.
std::string networkLines(const Cost& cost) {
    std::string text;
    for (const NetworkCost& network : cost.networks)
        text += line("network", network.name + ": " +
                                    (network.modelled ? known(network.energyPj, "pJ")
                                                      : "no network modelled, its transport costs nothing here"));
    return text;
}

std::string waitingText(const Cost& cost) {
    return formatCount(cost.stallCycles) + " cycles of stalls, " + formatCount(cost.onloadCycles) +
           " before the compute starts, " + formatCount(cost.offloadCycles) + " after it ends";
}

std::string headline(const Cost& cost, const Architecture& design) {
    std::string text;
    text += line("EDP", cost.edp ? edpText(*cost.edp, design, 5) : "unknown");
    text += line("energy", known(cost.energyPj, "pJ"));
    text += line("cycles", formatCount(cost.cycles) + ", bound by " + cost.boundBy + " (" + formatCount(cost.steps) +
                               " compute steps)");
    if (cost.semantics.time == Time::ports) text += line("waiting", waitingText(cost));
    text += line("utilization", percent(cost.utilization) + " of the compute in those steps, " +
                                    percent(cost.throughputUtilization) + " over all cycles");
    const std::string executed = cost.computes == cost.macs ? "" : ", " + formatCount(cost.computes) + " executed";
    text += line("MACs", formatCount(cost.macs) + executed);
    text += line("area", known(cost.areaUm2, "um^2") + (cost.areaUm2 ? ", memories and compute only" : ""));
    return text + networkLines(cost);
}

bool isLack(const std::string& note) { return note.starts_with("no "); }
/// Said in a line of its own.
bool isAboutNetworks(const std::string& note) { return note.starts_with("no network modelled"); }

/// What is lacking in one quiet line, whose names JSON has; anything else in a line of its own.
std::string notes(const std::vector<std::string>& texts) {
    std::vector<std::string> lacks;
    std::ranges::copy_if(texts, std::back_inserter(lacks),
                         [](const std::string& note) { return isLack(note) && !isAboutNetworks(note); });
    const std::string lacking = lackingText(lacks);
    std::string text = lacking.empty() ? "" : line("not counted", lacking + " (no figures; --format json names them)");
    for (const std::string& note : texts)
        if (!isLack(note)) text += line("note", note);
    return text;
}

/// Where the figures behind energy and area come from, if tables gave some of them.
std::string sourcesLine(const Architecture& design) {
    const auto [lookedUp, given, unknown] = figureCounts(design.spec());
    if (lookedUp == 0) return {};
    return line("figures", std::to_string(lookedUp) + " looked up for " +
                               formatExact(design.spec().technology->nodeNm) + " nm, " + std::to_string(given) +
                               " given; 'show' and --format json name each source");
}

std::string stopText(const SearchOptions& options) {
    return (options.victory ? ", victory after " + formatCount(*options.victory) : "") +
           (options.gap ? ", stops at a gap of " + formatSignificant(100 * *options.gap, 3) + " %" : "");
}

/// What a proof rests on.
std::string certificateLines(const optimal::Certificate& certificate, const SearchResult& result) {
    std::string state = "not proven" + (certificate.reason.empty() ? "" : ": " + certificate.reason);
    if (result.cause == StopCause::gap && result.gap)
        state = "nothing is better by more than " + formatSignificant(100 * *result.gap, 3) + " %";
    if (result.proven) state = result.best ? "proven: no mapping of the space is better" : "proven: nothing fits";
    std::string text = line("proof", state);
    text += line("method", certificate.method + ", " + formatCount(certificate.nodes) + " nodes in " +
                               formatSignificant(result.seconds, 3) + " s on 1 thread");
    for (const optimal::RuleCount& rule : certificate.closed)
        if (rule.count > 0) text += line("closed", formatCount(rule.count) + " " + rule.meaning);
    return text;
}

std::string searchHead(const SearchResult& result, const SearchOptions& options, const Mapspace& mapspace,
                       const Evaluator& evaluator) {
    const Counters& counters = result.counters;
    const double rate = result.seconds > 0 ? static_cast<double>(counters.drawn) / result.seconds : 0;
    std::string text = subject(mapspace.target());
    const std::string kind(entryOf(mapspace.options().factorization).label);
    text += line("mapspace", options.placement == Placement::classic
                                 ? kind + ", " + sizeText(result.spaceSize) + " candidates"
                                 : kind + ", uneven placement");
    text += line("search", std::string(keyOf(options.algorithm)) + ", seed " + std::to_string(options.seed) +
                               stopText(options) + ", ended: " + std::string(entryOf(result.cause).label));
    if (result.certificate) {
        text += certificateLines(*result.certificate, result);
    } else {
        text += line("drawn", formatCount(counters.drawn) + ", " + formatCount(counters.valid) + " valid (" +
                                  shareText(counters.valid, counters.drawn) + ")");
        text += line("rate", formatSignificant(rate, 3) + "/s over " + formatSignificant(result.seconds, 3) + " s on " +
                                 std::to_string(result.threads) + (result.threads == 1 ? " thread" : " threads"));
    }
    const Metric shown = options.objective.metrics.front();
    if (result.best && result.bound && (shown == Metric::latency || evaluator.evaluate(result.best->mapping).energyPj))
        text += line("lower bound", boundText(*result.bound, result.gap, shown, mapspace.target().architecture));
    text += line("semantics", options.compat ? rulesText(*options.compat) : toText(evaluator.semantics()));
    if (!result.sunstone) return text;
    for (const sunstone::CounterText& counter : sunstone::texts(*result.sunstone))
        text += line(counter.key, formatCount(counter.value) + " " + counter.label);
    return text;
}

/// If nothing fits, the rules that reach where it fits least: what to relax.
std::string rulesInTheWay(const Counters& counters, const Mapspace& mapspace) {
    if (counters.invalid.empty() || counters.invalid.front().example.code != ReasonCode::capacity) return {};
    const auto level = static_cast<std::size_t>(counters.invalid.front().example.level);
    const std::string& name = mapspace.target().architecture.levels()[level].name;
    Constraints there;
    for (const auto& [place, rules] : mapspace.options().constraints.levels)
        if (place == name) there.levels[place] = rules;
    std::string text;
    for (const std::vector<std::string>& row : inputTable(there).rows)
        text += (text.empty() ? "\nConstraints at " + name + ": " : "; ") + row[1] + ' ' + row[2];
    return text.empty() ? text : text + '\n';
}

std::string validText(const ValidCount& valid) {
    if (valid.exact) return sizeText(valid.value) + " (" + shareText(valid.valid, valid.judged) + "), exact";
    return sizeText(valid.value) + ", between " + sizeText(valid.low) + " and " + sizeText(valid.high) + " (95 %, " +
           formatCount(valid.judged) + " judged)";
}

}  // namespace

std::string countReport(const SpaceCounts& counts, const Mapspace& mapspace) {
    std::string text = subject(mapspace.target());
    text += line("mapspace", std::string(entryOf(mapspace.options().factorization).label));
    text += line("size", groupedDigits(toDecimal(mapspace.size())) + " (10^" +
                             formatSignificant(log10Of(mapspace.size()), 5) + ")");
    if (counts.valid) text += line("valid", validText(*counts.valid));
    if (counts.distinctAsked)
        text += line("distinct", counts.distinct ? sizeText(*counts.distinct) : "unknown, too many candidates to walk");
    return text + "\nsize is the product of\n" + toAligned(termTable(mapspace, NumberStyle::people));
}

std::string costReport(const Cost& cost, const Target& target, std::optional<Compat> tool) {
    std::string text = subject(target);
    text += line("valid", cost.valid ? "yes" : "no");
    for (const Reason& reason : cost.reasons) text += line("", describe(reason, target));
    text += headline(cost, target.architecture);
    const bool byPorts = cost.semantics.time == Time::ports;
    text += line("leaves out", byPorts ? "control, and the time a word travels"
                                       : "start-up and control; transfers overlap the computation");
    text += notes(cost.notes);
    text += sourcesLine(target.architecture);
    text += line("semantics",
                 tool ? "those of " + std::string(entryOf(*tool).label) + ", see " + std::string(entryOf(*tool).source)
                      : toText(cost.semantics));
    text += '\n' + toAligned(trafficTable(cost, target, NumberStyle::people));
    const Table ports = portTable(cost, NumberStyle::people);
    return ports.rows.empty() ? text : text + "\nPorts, cycles\n" + toAligned(ports);
}

std::string searchReport(const SearchResult& result, const SearchOptions& options, const Mapspace& mapspace,
                         const Evaluator& evaluator) {
    const Target& target = mapspace.target();
    std::string text = searchHead(result, options, mapspace, evaluator);
    if (result.best) {
        const Cost cost = costOf(options, result.best->mapping, evaluator);
        text += std::string("\nBest by ") + toText(options.objective) + (result.proven ? ", proven\n" : "\n");
        text += headline(cost, target.architecture) + notes(cost.notes);
    } else {
        text += result.proven ? "\nNo mapping of this mapspace is valid\n" : "\nNo valid mapping found\n";
    }
    if (!result.counters.invalid.empty())
        text +=
            "\nWhy mappings were not valid\n" + toAligned(reasonTable(result.counters, target, NumberStyle::people));
    if (!result.best) return text + rulesInTheWay(result.counters, mapspace);
    text += "\nBest mappings\n" + toAligned(candidateTable(result.top, evaluator, NumberStyle::people, options));
    return text + "\nBest mapping\n" + toText(result.best->mapping, target.workload, target.architecture);
}

std::string edpText(double edp, const Architecture& design, int digits) {
    const auto& clock = design.spec().clockGhz;
    return clock ? formatSi(edp * 1e-12 / (*clock * 1e9), "J*s", digits) : formatSi(edp, "pJ*cycles", digits);
}

std::string lackingText(const std::vector<std::string>& notes) {
    std::string text;
    for (const std::string& note : notes) {
        constexpr std::string_view kBefore = "no ", kAfter = " data: ";
        const std::size_t middle = note.find(kAfter);
        std::string about = note;
        for (const std::string_view figures :
             {": energy and area are those of ", ": energy is that of ", ": area is that of "})
            if (const std::size_t at = note.find(figures); at != std::string::npos)
                about = "the change of " + note.substr(0, at) + " from " + note.substr(at + figures.size());
        if (note.starts_with(kBefore) && middle != std::string::npos) {
            const std::string what = note.substr(kBefore.size(), middle - kBefore.size());
            const std::string names = note.substr(middle + kAfter.size());
            const auto commas = std::ranges::count(names, ',');
            about = what + " of " + (commas == 0 ? names : std::to_string(commas + 1) + " parts");
        }
        constexpr std::string_view kNetworks = "no network modelled: ";
        if (note.starts_with(kNetworks)) about = "hops of " + note.substr(kNetworks.size());
        text += (text.empty() ? "" : ", ") + about;
    }
    return text;
}

std::string boundText(double bound, const std::optional<double>& gap, Metric metric, const Architecture& design) {
    std::string text;
    switch (metric) {
    case Metric::edp: text = edpText(bound, design, 5); break;
    case Metric::energy: text = formatSi(bound, "pJ", 5); break;
    case Metric::latency: text = formatCount(static_cast<std::int64_t>(bound)) + " cycles"; break;
    case Metric::ed2p: text = formatSignificant(bound, 5) + " pJ*cycles^2"; break;
    }
    return gap ? text + ", gap " + formatSignificant(*gap * 100, 3) + " %" : text;
}

std::string progressLine(const SearchSnapshot& snapshot, const Objective& objective, const Architecture& design) {
    const Counters& counters = snapshot.counters;
    const Metric shown = objective.metrics.front();
    std::string text = formatCount(counters.drawn) + " drawn, " + shareText(counters.valid, counters.drawn) +
                       " valid, " + formatSignificant(snapshot.rate, 3) + "/s";
    if (snapshot.best)
        text += ", best " + std::string(keyOf(shown)) + " " +
                (shown == Metric::edp ? edpText(snapshot.best->score.edp(), design, 5)
                                      : formatSignificant(valueOf(shown, snapshot.best->score), 5));
    if (snapshot.gap) text += ", gap " + formatSignificant(100 * *snapshot.gap, 3) + " %";
    if (snapshot.progress >= 0) text += ", " + formatSignificant(100 * snapshot.progress, 3) + " %";
    return text;
}

}  // namespace lapidary
