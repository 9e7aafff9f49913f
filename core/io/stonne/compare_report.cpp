// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/compare_report.h"

#include <cmath>
#include <optional>

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/stonne/report.h"

namespace lapidary::stonne {
namespace {

/// The reuse model's figure over the fabric's; nothing if that is 0.
std::optional<double> ratioOf(const FabricFigure& figure) {
    return figure.fabric == 0 ? std::nullopt : std::optional(figure.reuse / figure.fabric);
}

std::string figureText(const FabricFigure& figure, double value, NumberStyle style) {
    if (style == NumberStyle::exact) return formatExact(value);
    if (figure.key == "utilization") return formatSignificant(100 * value) + " %";
    return formatCount(static_cast<std::int64_t>(value));
}

}  // namespace

Json comparisonJson(const FabricComparison& comparison) {
    Json figures = Json::array();
    for (const FabricFigure& figure : comparison.figures) {
        const auto ratio = ratioOf(figure);
        figures.push(Json::object()
                         .set("key", figure.key)
                         .set("unit", figure.unit)
                         .set("reuse", figure.reuse)
                         .set("fabric", figure.fabric)
                         .set("ratio", ratio ? Json(*ratio) : Json()));
    }
    Json terms = Json::array();
    for (const FabricTerm& term : comparison.terms)
        terms.push(Json::object().set("key", term.key).set("cycles", term.cycles).set("why", term.why));
    return Json::object()
        .set("lapidary", producerJson("lapidary/fabric-compare/1"))
        .set("figures", std::move(figures))
        .set("error", comparison.error())
        .set("terms", std::move(terms))
        .set("fabric", reportJson(comparison.run, comparison.outcome));
}

std::string comparisonText(const FabricComparison& comparison) {
    const double error = comparison.error();
    std::string text = "the reuse model counts " + formatCount(comparison.reuse.cycles) + " cycles, the fabric takes " +
                       formatCount(comparison.outcome.cycles) + ": " + formatSignificant(100 * std::abs(error)) +
                       (error < 0 ? " % too few\n\n" : " % too many\n\n");
    Table figures{{"", "reuse", "fabric", "reuse / fabric"}, {}};
    for (const FabricFigure& figure : comparison.figures) {
        const auto ratio = ratioOf(figure);
        figures.rows.push_back({figure.label, figureText(figure, figure.reuse, NumberStyle::people),
                                figureText(figure, figure.fabric, NumberStyle::people),
                                ratio ? formatSignificant(*ratio) : "-"});
    }
    text += toAligned(figures) + "\ncycles that the reuse model leaves out:\n\n";
    Table terms{{"", "cycles", "of the fabric's", ""}, {}};
    for (const FabricTerm& term : comparison.terms)
        terms.rows.push_back({term.label, formatCount(term.cycles),
                              formatSignificant(100 * static_cast<double>(term.cycles) /
                                                static_cast<double>(comparison.outcome.cycles)) +
                                  " %",
                              term.why});
    return text + toAligned(terms);
}

Table comparisonTable(const FabricComparison& comparison, NumberStyle style) {
    Table table{{"figure", "unit", "reuse", "fabric", "reuse / fabric"}, {}};
    for (const FabricFigure& figure : comparison.figures) {
        const auto ratio = ratioOf(figure);
        table.rows.push_back({figure.key, figure.unit, figureText(figure, figure.reuse, style),
                              figureText(figure, figure.fabric, style), ratio ? formatExact(*ratio) : ""});
    }
    for (const FabricTerm& term : comparison.terms)
        table.rows.push_back({"cycles." + term.key, "cycles", "", std::to_string(term.cycles), ""});
    return table;
}

}  // namespace lapidary::stonne
