// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/compare_report.h"

#include <algorithm>
#include <cmath>

#include "core/arch/memory_size.h"
#include "core/base/units.h"
#include "core/explore/align.h"
#include "core/explore/model_terms.h"
#include "core/explore/why.h"
#include "core/io/native.h"
#include "core/io/report_text.h"

namespace lapidary {

namespace {

constexpr int kRatioDigits = 5;

std::vector<AlignedRow> aligned(const Compared& a, const Compared& b) {
    return alignNests(*a.target, a.mapping, *b.target, b.mapping);
}

std::string nodeText(const Compared& side, int node) {
    if (node < 0) return "";
    return toText(side.mapping.nodes[static_cast<std::size_t>(node)], side.target->workload, side.target->architecture);
}

/// The design that says how an EDP is shown: with the clock of both sides, or without one where they differ.
const Architecture* clockOf(const Compared& a, const Compared& b) {
    const Architecture &left = a.target->architecture, &right = b.target->architecture;
    return left.spec().clockGhz == right.spec().clockGhz ? &left : nullptr;
}

std::string valueText(const std::optional<double>& value, const CompareRow& row, NumberStyle style,
                      const Architecture* clock) {
    if (!value) return "";
    if (style == NumberStyle::exact) return formatExact(*value);
    if (row.key == "edp" && clock != nullptr) return edpText(*value, *clock);
    switch (row.kind) {
    case FigureKind::quantity: return formatSi(*value, row.unit);
    case FigureKind::count: return formatCount(static_cast<std::int64_t>(*value));
    case FigureKind::share: return formatSignificant(100 * *value) + " %";
    }
    return "";
}

/// Differences carry their sign, so that a glance tells more from less.
std::string deltaText(const CompareRow& row, NumberStyle style, const Architecture* clock) {
    const std::optional<double> delta = row.delta();
    if (!delta || style == NumberStyle::exact) return valueText(delta, row, style, clock);
    const std::string sign = *delta > 0 ? "+" : *delta < 0 ? "\u2212" : "";
    return sign + valueText(std::abs(*delta), row, style, clock);
}

std::string ratioText(const CompareRow& row, NumberStyle style) {
    const std::optional<double> ratio = row.ratio();
    if (!ratio) return "";
    return style == NumberStyle::exact ? formatExact(*ratio) : formatSignificant(*ratio, kRatioDigits);
}

std::string betterText(const CompareRow& row, NumberStyle style) {
    const auto& entry = entryOf(row.better);
    return std::string(style == NumberStyle::exact ? entry.key : entry.label);
}

std::string markText(const AlignedRow& row) {
    const std::string label(entryOf(row.mark).label);
    return row.ratio ? label + " x" + formatSignificant(*row.ratio, 3) : label;
}

Json sideJson(const Compared& side) {
    Json reasons = Json::array();
    for (const Reason& reason : side.cost.reasons) reasons.push(describe(reason, *side.target));
    Json notes = Json::array();
    for (const std::string& note : side.cost.notes) notes.push(note);
    return Json::object()
        .set("name", side.name)
        .set("architecture", side.target->architecture.name())
        .set("workload", side.target->workload.name())
        .set("semantics", toJson(side.cost.semantics))
        .set("valid", side.cost.valid)
        .set("reasons", std::move(reasons))
        .set("notes", std::move(notes))
        .set("mapping", mappingToJson(side.mapping, side.target->workload, side.target->architecture));
}

Json rowJson(const CompareRow& row) {
    return Json::object()
        .set("metric", row.key)
        .set("unit", row.unit)
        .set("a", orNull(row.a))
        .set("b", orNull(row.b))
        .set("delta", orNull(row.delta()))
        .set("ratio", orNull(row.ratio()))
        .set("better", keyOf(row.better));
}

Json alignedJson(const AlignedRow& row, const Compared& a, const Compared& b) {
    return Json::object()
        .set("a", row.a < 0 ? Json() : Json(nodeText(a, row.a)))
        .set("b", row.b < 0 ? Json() : Json(nodeText(b, row.b)))
        .set("mark", keyOf(row.mark))
        .set("ratio", orNull(row.ratio))
        .set("counterpart", row.counterpart < 0 ? Json() : Json(nodeText(b, row.counterpart)));
}

Json termJson(const WhyTerm& term) {
    return Json::object().set("name", term.name).set("a", term.a).set("b", term.b).set("ratio", term.ratio());
}

Json whyJson(const Compared& a, const Compared& b) {
    const Why reasons = why(a, b);
    Json factors = Json::array(), cycles = Json::array(), dimensions = Json::array(), shifts = Json::array();
    for (const WhyTerm& term : reasons.factors) factors.push(termJson(term));
    for (const WhyTerm& term : reasons.cycleFactors) cycles.push(termJson(term));
    for (const WhySteps& steps : reasons.dimensions)
        dimensions.push(Json::object().set("name", steps.dimension).set("a", steps.a).set("b", steps.b));
    for (const EnergyShift& shift : reasons.shifts) {
        if (shift.delta() == 0) continue;
        shifts.push(Json::object()
                        .set("place", shift.place)
                        .set("tensor", shift.tensor)
                        .set("action", shift.action ? Json(keyOf(*shift.action)) : Json())
                        .set("accesses_a", shift.countA)
                        .set("accesses_b", shift.countB)
                        .set("delta_pj", shift.delta()));
    }
    return Json::object()
        .set("winner", keyOf(reasons.winner))
        .set("headline", termJson(reasons.headline))
        .set("factors", std::move(factors))
        .set("cycle_factors", std::move(cycles))
        .set("steps", std::move(dimensions))
        .set("energy_shifts", std::move(shifts));
}

/// "EDP 0.8913 = energy 1.0027 * cycles 0.8889", as the factors of the headline.
std::string factorsText(const std::vector<CompareRow>& rows) {
    const auto ratioOf = [&](std::string_view key) {
        const auto row = std::find_if(rows.begin(), rows.end(), [&](const auto& each) { return each.key == key; });
        return row == rows.end() ? std::nullopt : row->ratio();
    };
    const auto edp = ratioOf("edp"), energy = ratioOf("energy_pj"), cycles = ratioOf("cycles");
    if (!edp || !energy || !cycles) return "";
    return "EDP x" + formatSignificant(*edp) + " = energy x" + formatSignificant(*energy) + " * cycles x" +
           formatSignificant(*cycles) + '\n';
}

/// "5 of 9 lines differ: 3 changed, 2 moved"
std::string differencesText(const std::vector<AlignedRow>& rows) {
    const auto countOf = [&](NestMark mark) {
        return std::count_if(rows.begin(), rows.end(), [&](const AlignedRow& row) { return row.mark == mark; });
    };
    const auto equal = countOf(NestMark::equal), all = static_cast<std::ptrdiff_t>(rows.size());
    if (equal == all) return "the nests are the same\n";
    std::string parts;
    for (const auto& entry : keyTable(NestMark{}))
        if (const auto count = countOf(entry.value); count > 0 && entry.value != NestMark::equal)
            parts += (parts.empty() ? "" : ", ") + std::to_string(count) + " " + std::string(entry.label);
    return std::to_string(all - equal) + " of " + std::to_string(all) + " lines differ: " + parts + "\n";
}

std::string sideText(char letter, const Compared& side) {
    std::string text = std::string(1, letter) + "  " + side.name + " on " + side.target->architecture.name() + "\n";
    for (const Reason& reason : side.cost.reasons) text += "   not valid: " + describe(reason, *side.target) + "\n";
    for (const std::string& note : sizeNotes(side.target->architecture)) text += "   note: " + note + "\n";
    return text;
}

/// What makes two models differ, term by term.
std::string termsText(const std::vector<ModelTerm>& terms) {
    Table table{{"term", "of", "A", "B", "B - A", "why"}, {}};
    for (const ModelTerm& term : terms) {
        const bool energy = term.of == "energy_pj";
        const auto number = [&](double value) {
            return energy ? formatSi(value, "pJ") : formatCount(static_cast<std::int64_t>(value));
        };
        const double delta = term.b - term.a;
        const std::string part = energy ? "energy" : term.of == "cycles" ? "cycles" : "";
        table.rows.push_back({term.label, part, number(term.a), number(term.b),
                              (delta < 0 ? "\u2212" : "+") + number(std::abs(delta)), term.why});
    }
    return "Why the models differ\n" + toAligned(table);
}

Json termsJson(const std::vector<ModelTerm>& terms) {
    Json list = Json::array();
    for (const ModelTerm& term : terms)
        list.push(Json::object()
                      .set("of", term.of)
                      .set("term", term.label)
                      .set("a", term.a)
                      .set("b", term.b)
                      .set("delta", term.b - term.a)
                      .set("why", term.why));
    return list;
}

}  // namespace

Json compareToJson(const Compared& a, const Compared& b, const Provenance& provenance) {
    Json rows = Json::array();
    for (const CompareRow& row : compare(a, b)) rows.push(rowJson(row));
    Json nests = Json::array();
    for (const AlignedRow& row : aligned(a, b)) nests.push(alignedJson(row, a, b));
    Json json = Json::object();
    json.set("lapidary", producerJson("lapidary/compare/1"));
    json.set("provenance", toJson(provenance));
    json.set("a", sideJson(a));
    json.set("b", sideJson(b));
    json.set("rows", std::move(rows));
    json.set("nests", std::move(nests));
    json.set("why", whyJson(a, b));
    if (const std::vector<ModelTerm> terms = modelTerms(a, b); !terms.empty()) json.set("terms", termsJson(terms));
    return json;
}

Table compareTable(const Compared& a, const Compared& b, NumberStyle style) {
    const bool exact = style == NumberStyle::exact;
    const Architecture* clock = clockOf(a, b);
    Table table;
    table.header = exact ? std::vector<std::string>{"metric", "unit", "a", "b", "delta", "ratio", "better"}
                         : std::vector<std::string>{"metric", "A", "B", "B - A", "B / A", "better"};
    for (const CompareRow& row : compare(a, b)) {
        std::vector<std::string> cells{exact ? row.key : row.label};
        if (exact) cells.push_back(row.unit);
        cells.push_back(valueText(row.a, row, style, clock));
        cells.push_back(valueText(row.b, row, style, clock));
        cells.push_back(deltaText(row, style, clock));
        cells.push_back(ratioText(row, style));
        cells.push_back(betterText(row, style));
        table.rows.push_back(std::move(cells));
    }
    return table;
}

Table nestDifferenceTable(const Compared& a, const Compared& b) {
    Table table{{"A", "B / A", "B"}, {}};
    for (const AlignedRow& row : aligned(a, b))
        table.rows.push_back({nodeText(a, row.a), markText(row), nodeText(b, row.b)});
    return table;
}

std::string compareReport(const Compared& a, const Compared& b) {
    const std::vector<ModelTerm> terms = modelTerms(a, b);
    return sideText('A', a) + sideText('B', b) + '\n' + factorsText(compare(a, b)) + differencesText(aligned(a, b)) +
           '\n' + toAligned(compareTable(a, b, NumberStyle::people)) + '\n' + toAligned(nestDifferenceTable(a, b)) +
           '\n' + (terms.empty() ? toText(why(a, b)) : termsText(terms));
}

}  // namespace lapidary
