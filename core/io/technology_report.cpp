// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/technology_report.h"

#include <charconv>
#include <cmath>

#include "core/arch/technology/lookup.h"
#include "core/arch/technology/node_scaling.h"
#include "core/arch/technology/technology_setting.h"
#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/option_key.h"

namespace lapidary {

namespace {

constexpr std::string_view kMac = "mac", kWire = "wire", kScaling = "scale";
constexpr int kWidestBits = 1 << 20;

struct OptionText {
    const char* option;
    const std::string& text;
};

Result<double> positive(const OptionText& given, double otherwise) {
    if (given.text.empty()) return otherwise;
    double value = 0;
    const char* end = given.text.data() + given.text.size();
    const auto read = std::from_chars(given.text.data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && value > 0 && value < 1e12) return value;
    return aboutOption(given.option, "expected a number above 0, found '" + given.text + "'");
}

Result<int> wholeFromOne(const OptionText& given, int most, int otherwise) {
    if (given.text.empty()) return otherwise;
    int value = 0;
    const char* end = given.text.data() + given.text.size();
    const auto read = std::from_chars(given.text.data(), end, value);
    if (read.ec == std::errc() && read.ptr == end && value >= 1 && value <= most) return value;
    return aboutOption(given.option,
                       "expected a whole number from 1 to " + std::to_string(most) + ", found '" + given.text + "'");
}

Result<Technology> technologyOf(const TechnologyQuestion& question) {
    struct Given {
        const char* option;
        const char* key;
        const std::string& text;
    };
    const Given all[] = {{"--tables", "tables", question.tables},
                         {"--node", "node_nm", question.node},
                         {"--flavor", "flavor", question.flavor},
                         {"--scaling", "scaling", question.scaling},
                         {"--temperature", "temperature_k", question.temperature},
                         {"--mac-pj", "mac_pj", question.macPj}};
    std::optional<Technology> technology = Technology{};
    for (const Given& given : all) {
        if (given.text.empty()) continue;
        const bool unset = given.text == "none";
        const auto problem =
            unset ? error("expected a choice, found 'none'") : setTechnology(technology, given.key, given.text);
        if (problem) return aboutOption(given.option, problem->message, problem->hint);
    }
    for (const Diagnostic& problem : checkTechnology(*technology))
        for (const Given& given : all)
            if (problem.place.key == given.key) return aboutOption(given.option, problem.message, problem.hint);
    return *technology;
}

std::vector<std::string> modelNames() {
    std::vector<std::string> names;
    for (const auto& entry : keyTable(MemoryKind{}))
        if (entry.value != MemoryKind::none) names.emplace_back(entry.key);
    for (const std::string_view name : {kMac, kWire, kScaling}) names.emplace_back(name);
    return names;
}

void add(TechnologyAnswer& answer, const char* name, const char* unit, const Figure& figure) {
    std::string_view source = figure.source;
    if (source.starts_with(kLookedUp)) source.remove_prefix(kLookedUp.size());
    answer.rows.push_back({name, figure.value, unit, std::string(source)});
}

Result<TechnologyAnswer> memoryAnswer(TechnologyAnswer answer, MemoryKind kind, const TechnologyQuestion& question) {
    constexpr int usualWidth = 64;
    const auto width = wholeFromOne({"--width", question.width}, kWidestBits, usualWidth);
    if (!width) return width.diagnostics();
    const auto banks = wholeFromOne({"--banks", question.banks}, kMaxBanks, 1);
    if (!banks) return banks.diagnostics();
    MemoryQuery query{kind, std::nullopt, *width, *banks, false, std::nullopt};
    if (!question.size.empty()) {
        const auto size = parseCapacity(question.size);
        if (!size) return aboutOption("--size", size.diagnostics().front().message, size.diagnostics().front().hint);
        query.bits = static_cast<double>(size->bits(*width));
        if (size->amount == 0) return aboutOption("--size", "expected at least one word");
    } else if (!isDram(kind)) {
        return aboutOption("--size", "no size given", "for example --size 128KiB");
    }
    if (!question.clock.empty()) {
        const auto clock = positive({"--clock", question.clock}, 1);
        if (!clock) return clock.diagnostics();
        query.clockGhz = *clock;
    }
    const MemoryFigures found = lookUpMemory(answer.technology, query);
    answer.what = std::string(entryOf(found.kind).label);
    if (query.bits) answer.what += ", " + toText(Capacity{static_cast<std::int64_t>(*query.bits), false});
    answer.what += ", accesses of " + std::to_string(*width) + " bit";
    add(answer, "read", "pJ", found.read);
    add(answer, "write", "pJ", found.write);
    add(answer, "leakage", "mW", found.leakMw);
    if (query.clockGhz) add(answer, "leakage per cycle", "pJ/cycle", found.leak);
    add(answer, "area", "um^2", found.area);
    if (found.accessNs) add(answer, "access time", "ns", {found.accessNs, found.read.source});
    if (found.cycleNs) add(answer, "cycle time", "ns", {found.cycleNs, found.read.source});
    return answer;
}

Result<TechnologyAnswer> macAnswer(TechnologyAnswer answer, const TechnologyQuestion& question) {
    const auto format = parseNumberFormat(question.operands.empty() ? "int16" : question.operands);
    if (!format)
        return aboutOption("--operands", format.diagnostics().front().message, format.diagnostics().front().hint);
    const ComputeFigures found = lookUpCompute(answer.technology, *format);
    answer.what = "multiply-accumulate of " + toText(*format);
    add(answer, "operation", "pJ", found.energy);
    add(answer, "leakage", "mW", found.leakMw);
    add(answer, "area", "um^2", found.area);
    return answer;
}

Result<TechnologyAnswer> wireAnswer(TechnologyAnswer answer, const TechnologyQuestion& question) {
    const auto length = positive({"--length", question.length}, 1);
    if (!length) return length.diagnostics();
    answer.what = "wire of " + formatExact(*length) + " mm";
    add(answer, "hop", "pJ/bit", lookUpHop(answer.technology, *length));
    return answer;
}

Result<TechnologyAnswer> scalingAnswer(TechnologyAnswer answer, const TechnologyQuestion& question) {
    const auto from = positive({"--from", question.from}, 45);
    if (!from) return from.diagnostics();
    const double to = answer.technology.nodeNm, finest = std::min(*from, to);
    if (*from < kMinNodeNm || *from > kMaxNodeNm)
        return aboutOption("--from", "expected a number from " + formatExact(kMinNodeNm) + " to " +
                                         formatExact(kMaxNodeNm) + ", found " + formatExact(*from));
    answer.what = "from " + formatExact(*from) + " nm to " + formatExact(to) + " nm";
    const auto told = [](const NodeScaling& scaling) {
        return Figure{scaling.factor, scaling.how.empty() ? "the same node" : scaling.how.substr(2)};
    };
    for (const auto& entry : keyTable(EnergyScaling{})) {
        if (entry.value != EnergyScaling::product && finest < kMinStillmakerNm)
            answer.rows.push_back({"energy, " + std::string(entry.key), {}, "", "ends at 7 nm"});
        else
            add(answer, ("energy, " + std::string(entry.key)).c_str(), "", told(energyScaling(*from, to, entry.value)));
    }
    add(answer, "area", "", told(areaScaling(*from, to)));
    return answer;
}

}  // namespace

Result<TechnologyAnswer> answerOf(const TechnologyQuestion& question) {
    const auto technology = technologyOf(question);
    if (!technology) return technology.diagnostics();
    TechnologyAnswer answer;
    answer.technology = *technology;
    if (question.what == kMac) return macAnswer(std::move(answer), question);
    if (question.what == kWire) return wireAnswer(std::move(answer), question);
    if (question.what == kScaling) return scalingAnswer(std::move(answer), question);
    const auto kind = fromKey<MemoryKind>(question.what);
    if (kind && kind != MemoryKind::none) return memoryAnswer(std::move(answer), *kind, question);
    std::vector<std::string> names = modelNames();
    for (const TechnologyTable& table : technologyTables()) names.push_back(table.name);
    return error("no model and no table is called '" + question.what + "'",
                 didYouMean(question.what, names, "'lapidary-cli tech' lists them"));
}

Table toTable(const TechnologyAnswer& answer, NumberStyle style) {
    Table table;
    table.header = {"figure", "value", "unit", "source"};
    for (const auto& [figure, value, unit, source] : answer.rows) {
        const std::string shown = !value                         ? style == NumberStyle::people ? "unknown" : ""
                                  : style == NumberStyle::people ? formatSignificant(*value, 5)
                                                                 : formatExact(*value);
        table.rows.push_back({figure, shown, unit, source});
    }
    return table;
}

std::string toText(const TechnologyAnswer& answer) {
    return answer.what + "\ntechnology: " + toText(answer.technology) + "\n\n" +
           toAligned(toTable(answer, NumberStyle::people));
}

Json toJson(const TechnologyAnswer& answer) {
    Json figures = Json::array();
    for (const auto& [figure, value, unit, source] : answer.rows)
        figures.push(
            Json::object().set("figure", figure).set("value", orNull(value)).set("unit", unit).set("source", source));
    return Json::object()
        .set("lapidary", producerJson("lapidary/technology/1"))
        .set("what", answer.what)
        .set("technology", toJson(answer.technology))
        .set("figures", std::move(figures));
}

Table technologyOverview() {
    Table table;
    table.header = {"kind", "name", "what", "from"};
    for (const auto& entry : keyTable(MemoryKind{}))
        if (entry.value != MemoryKind::none)
            table.rows.push_back(
                {"memory", std::string(entry.key), std::string(entry.meaning), std::string(entry.source)});
    table.rows.push_back(
        {"logic", std::string(kMac), "Multiply-accumulate: --operands int8, int16, fp16 ...", "Horowitz ISSCC 2014"});
    table.rows.push_back(
        {"transport", std::string(kWire), "Energy per bit of a wire: --length MM", "Keckler et al., IEEE Micro 2011"});
    table.rows.push_back(
        {"node", std::string(kScaling), "Factors between nodes: --from NM --node NM", "Stillmaker & Baas 2017"});
    for (const TechnologyTable& each : technologyTables())
        table.rows.push_back({"table", each.name,
                              each.title + " (" + formatCount(static_cast<std::int64_t>(each.rows.size())) + " rows)",
                              each.source});
    return table;
}

Table toTable(const TechnologyTable& table) { return {table.header, table.rows}; }

std::string toText(const TechnologyTable& table) {
    std::string text = table.title + "\nsource: " + table.source + '\n';
    if (!table.rule.empty()) text += "rule: " + table.rule + '\n';
    return text + '\n' + toAligned(toTable(table));
}

Json toJson(const TechnologyTable& table) {
    Json rows = Json::array();
    for (std::size_t index = 0; index < table.rows.size(); ++index) {
        Json row = Json::object();
        for (const std::string& column : table.header) {
            const std::string& cell = table.text(index, column);
            row.set(column, std::isnan(table.number(index, column)) ? Json(cell) : Json::numberText(cell));
        }
        rows.push(std::move(row));
    }
    return Json::object()
        .set("lapidary", producerJson("lapidary/technology-table/1"))
        .set("name", table.name)
        .set("title", table.title)
        .set("source", table.source)
        .set("rule", table.rule)
        .set("rows", std::move(rows));
}

}  // namespace lapidary
