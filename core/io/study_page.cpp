// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/study_page.h"

#include <algorithm>
#include <array>

#include "core/base/text.h"
#include "core/base/units.h"
#include "core/base/version.h"
#include "core/io/study_results.h"
#include "core/io/study_text.h"
#include "core/io/table_markup.h"

namespace lapidary {

namespace {

std::string studyCell(const StudyValue& value, NumberStyle style) {
    if (style == NumberStyle::people) return studyText(value);
    if (const auto* number = std::get_if<double>(&value)) return formatExact(*number);
    const auto* words = std::get_if<std::string>(&value);
    return words == nullptr ? "" : *words;
}

std::string comparedCell(const StudyValue& ours, const StudyValue& theirs, NumberStyle style) {
    if (const auto ratio = ratioOf(ours, theirs))
        return style == NumberStyle::exact ? formatExact(*ratio) : formatSignificant(*ratio);
    if (std::holds_alternative<std::string>(ours) && std::holds_alternative<std::string>(theirs))
        return ours == theirs ? "equal" : "differs";
    return "";
}

/// "pJ·cycles"
std::string shownUnit(std::string unit) {
    for (std::size_t at = unit.find('*'); at != std::string::npos; at = unit.find('*')) unit.replace(at, 1, "·");
    return unit;
}

/// What a column is titled, with the unit of its figure unless the title says it or it is a ratio.
std::string titleWithUnit(const StudyColumn& column) {
    if (column.relativeTo) return column.title;
    for (const auto& task : keyTable(StudyTask{}))
        for (const StudyFigureInfo& info : figuresOf(task.value)) {
            if (info.key != column.figure || info.unit.empty()) continue;
            const std::string unit = shownUnit(info.unit);
            const bool said = column.title == unit || column.title.ends_with(", " + unit);
            return said ? column.title : column.title + ", " + unit;
        }
    return column.title;
}

std::size_t finished(const StudyOutcomes& outcomes) {
    return static_cast<std::size_t>(
        std::ranges::count_if(outcomes, [](const StudyOutcomePtr& outcome) { return outcome != nullptr; }));
}

std::string doneText(const StudyFile& study, const StudyOutcomes& outcomes) {
    double cpu = 0;
    for (const StudyOutcomePtr& outcome : outcomes)
        if (outcome) cpu += outcome->cpuSeconds;
    return formatCount(static_cast<std::int64_t>(finished(outcomes))) + " of " +
           formatCount(static_cast<std::int64_t>(studyPoints(study.spec).size())) + " points, " +
           formatSignificant(cpu, 3) + " s of processor time";
}

std::vector<std::string> failuresOf(const StudyFile& study, const StudyOutcomes& outcomes) {
    const std::vector<StudyPoint> points = studyPoints(study.spec);
    std::vector<std::string> texts;
    for (const StudyOutcomePtr& outcome : outcomes)
        if (outcome && !outcome->failure.empty())
            texts.push_back(keyOf(study.spec, points[outcome->point]) + ": " + outcome->failure.front());
    return texts;
}

/// Where published values stand.
std::vector<std::string> placesOf(const StudyTable& table) {
    std::vector<std::string> places;
    for (const StudyColumn& column : table.columns)
        for (const StudyPublished& published : column.published) {
            std::string text = column.title + ", " + published.by + ": " + published.place;
            if (!published.unit.empty()) text += " (" + shownUnit(published.unit) + ")";
            if (std::ranges::find(places, text) == places.end()) places.push_back(std::move(text));
        }
    return places;
}

std::string filledText(const StudyFacts& facts, const std::string& text) {
    const auto filled = facts.filled(text);
    return filled ? *filled : text;
}

/// "## Title", then a paragraph for each text.
std::string paragraphs(const StudyFacts& facts, std::string_view title, const std::vector<std::string>& texts) {
    if (texts.empty()) return {};
    std::string page = "\n## " + std::string(title) + "\n";
    for (const std::string& text : texts) page += "\n" + filledText(facts, text) + "\n";
    return page;
}

std::string bullets(const StudyFacts& facts, std::string_view title, const std::vector<std::string>& texts) {
    if (texts.empty()) return {};
    std::string page = "\n## " + std::string(title) + "\n\n";
    for (const std::string& text : texts) page += "- " + filledText(facts, text) + "\n";
    return page;
}

std::string plain(const StudyFacts& facts, std::string_view title, const std::vector<std::string>& texts) {
    std::string report = texts.empty() ? "" : "\n" + std::string(title) + "\n";
    for (const std::string& text : texts) report += "  " + filledText(facts, text) + "\n";
    return report;
}

Json columnJson(const StudyColumn& column, const StudyCell& cell) {
    Json published = Json::object(), ratios = Json::object();
    for (std::size_t i = 0; i < column.published.size(); ++i) {
        published.set(column.published[i].by, toJson(cell.published[i]));
        ratios.set(column.published[i].by, orNull(ratioOf(cell.ours, cell.published[i])));
    }
    return Json::object()
        .set("ours", toJson(cell.ours))
        .set("published", std::move(published))
        .set("ratio", std::move(ratios));
}

}  // namespace

Json studyTablesJson(const StudyFile& study, const StudyOutcomes& outcomes) {
    Json tables = Json::array();
    for (const StudyTable& table : study.tables) {
        Json rows = Json::array();
        for (const StudyRow& row : rowsOf(study.spec, table, outcomes)) {
            Json json = Json::object();
            for (std::size_t i = 0; i < row.names.size(); ++i)
                json.set(std::string(keyOf(table.rows[i])), row.names[i]);
            for (std::size_t i = 0; i < row.cells.size(); ++i)
                if (!isOfTheMoment(table.columns[i].figure))
                    json.set(table.columns[i].key, columnJson(table.columns[i], row.cells[i]));
            rows.push(std::move(json));
        }
        tables.push(Json::object().set("title", table.title).set("rows", std::move(rows)));
    }
    return tables;
}

Table studyTable(const StudyTable& table, const std::vector<StudyRow>& rows, NumberStyle style) {
    Table result;
    for (const StudyAxis axis : table.rows) result.header.emplace_back(entryOf(axis).label);
    for (const StudyColumn& column : table.columns) {
        const std::string title = titleWithUnit(column);
        result.header.push_back(title + (column.published.empty() ? "" : ", ours"));
        for (const StudyPublished& published : column.published) {
            result.header.push_back(title + ", " + published.by);
            result.header.push_back("ours / " + published.by);
        }
    }
    for (const StudyRow& row : rows) {
        std::vector<std::string>& cells = result.rows.emplace_back(row.names);
        for (const StudyCell& cell : row.cells) {
            cells.push_back(studyCell(cell.ours, style));
            for (const StudyValue& published : cell.published) {
                cells.push_back(studyCell(published, style));
                cells.push_back(comparedCell(cell.ours, published, style));
            }
        }
    }
    return result;
}

Table studyPointTable(const StudyFile& study, const StudyOutcomes& outcomes) {
    Table table;
    std::vector<std::string> keys;
    for (const StudyRuns& runs : study.spec.runs)
        for (const StudyFigureInfo& info : figuresOf(runs.task))
            if (!isOfTheMoment(info.key) && std::ranges::find(keys, info.key) == keys.end()) keys.push_back(info.key);
    for (const char* last : {"seconds", "cpu_seconds"}) keys.emplace_back(last);
    table.header = {"runs"};
    for (const auto& entry : keyTable(StudyAxis{})) table.header.emplace_back(entry.key);
    table.header.insert(table.header.end(), {"count", "failure"});
    table.header.insert(table.header.end(), keys.begin(), keys.end());
    const std::vector<StudyPoint> points = studyPoints(study.spec);
    for (const StudyOutcomePtr& outcome : outcomes) {
        if (!outcome) continue;
        const StudyPoint& point = points[outcome->point];
        std::vector<std::string>& row = table.rows.emplace_back();
        row = {study.spec.runs[point.runs].name};
        row.insert(row.end(), point.names.begin(), point.names.end());
        row.push_back(std::to_string(point.count));
        row.push_back(outcome->failure.empty() ? "" : outcome->failure.front());
        for (const std::string& key : keys) row.push_back(studyCell(outcome->figure(key), NumberStyle::exact));
    }
    return table;
}

std::string studyPage(const StudyFile& study, const StudyOutcomes& outcomes) {
    const StudyFacts facts(study, outcomes);
    std::string page = "# " + study.title + "\n\n" + study.paper + ", " + study.place + ". " + study.question + "\n";
    page += paragraphs(facts, "The paper says", study.paperSays);
    if (finished(outcomes) > 0)
        page += paragraphs(facts, "We find", study.weFind);
    else
        page += "\n## We find\n\nNothing yet: the study has not run.\n";
    for (std::size_t i = 0; i < study.tables.size(); ++i) {
        const StudyTable& table = study.tables[i];
        page += "\n### " + table.title + "\n\n" + toMarkdown(studyTable(table, facts.rows()[i], NumberStyle::people));
        const std::vector<std::string> places = placesOf(table);
        if (!places.empty()) page += "\nPublished: " + joined(places, "; ") + ".\n";
    }
    page += bullets(facts, "Why", study.why);
    page += bullets(facts, "Not compared", study.missing);
    page += bullets(facts, "Points without a result", failuresOf(study, outcomes));
    page += "\n---\n\n" + doneText(study, outcomes) + ". Lapidary " + std::string(kVersion) +
            ", `lapidary-cli study run " + study.name + "`. Source: " + study.source + ".\n";
    return page;
}

std::string studyReport(const StudyFile& study, const StudyOutcomes& outcomes) {
    const StudyFacts facts(study, outcomes);
    std::string report =
        study.title + "\n" + study.paper + ", " + study.place + ": " + doneText(study, outcomes) + "\n";
    report += plain(facts, "The paper says", study.paperSays);
    report += plain(facts, "We find", study.weFind);
    for (std::size_t i = 0; i < study.tables.size(); ++i)
        report += "\n" + study.tables[i].title + "\n" +
                  toAligned(studyTable(study.tables[i], facts.rows()[i], NumberStyle::people));
    report += plain(facts, "Why", study.why);
    report += plain(facts, "Not compared", study.missing);
    report += plain(facts, "Points without a result", failuresOf(study, outcomes));
    return report;
}

std::span<const KeyEntry<StudyExport>> keyTable(StudyExport) {
    static constexpr std::array<KeyEntry<StudyExport>, 4> table{{
        {StudyExport::markdown, "markdown", "Markdown", "a page", ""},
        {StudyExport::json, "json", "JSON", "all points, and the tables with what was published", ""},
        {StudyExport::csv, "csv", "CSV", "a line for each point", ""},
        {StudyExport::text, "text", "Text", "for a terminal", ""},
    }};
    return table;
}

std::string studyExport(const StudyFile& study, const StudyOutcomes& outcomes, StudyExport format, int threads) {
    switch (format) {
    case StudyExport::markdown: return studyPage(study, outcomes);
    case StudyExport::csv: return toCsv(studyPointTable(study, outcomes));
    case StudyExport::text: return studyReport(study, outcomes);
    case StudyExport::json: break;
    }
    return studyResultsToJson(study, StudyStamp(study), outcomes, threads)
               .set("tables", studyTablesJson(study, outcomes))
               .dump() +
           '\n';
}

Table inputTable(const StudyFile& study) {
    Table table{{"runs", "axis", "name"}, {}};
    for (const StudyRuns& runs : study.spec.runs) {
        table.rows.push_back({runs.name, "task", std::string(keyOf(runs.task))});
        for (const StudyWorkload& workload : runs.workloads)
            table.rows.push_back({runs.name, "workload",
                                  workload.name + (workload.count > 1 ? " x " + formatCount(workload.count) : "")});
        if (runs.task == StudyTask::reuse) continue;
        for (const StudyDesign& design : runs.designs) table.rows.push_back({runs.name, "design", design.name});
        for (const Factorization kind : runs.mapspaces)
            table.rows.push_back({runs.name, "mapspace", std::string(keyOf(kind))});
        for (const StudySetting& setting : runs.settings) table.rows.push_back({runs.name, "setting", setting.name});
        for (const std::uint64_t seed : runs.seeds) table.rows.push_back({runs.name, "seed", std::to_string(seed)});
    }
    return table;
}

std::string inputReport(const StudyFile& study) {
    const StudyFacts facts(study, {});
    return study.title + "\n" + study.paper + ", " + study.place + ": " + study.question + "\nsource: " + study.source +
           "\n" + plain(facts, "The paper says", study.paperSays) + "\n" +
           formatCount(static_cast<std::int64_t>(studyPoints(study.spec).size())) + " points\n" +
           toAligned(inputTable(study));
}

std::string progressLine(const StudySnapshot& snapshot) {
    std::string text = formatCount(static_cast<std::int64_t>(snapshot.done)) + " of " +
                       formatCount(static_cast<std::int64_t>(snapshot.points)) + " points, " +
                       formatSignificant(snapshot.seconds, 3) + " s";
    if (!snapshot.running.empty()) text += ", " + snapshot.running.front();
    return text;
}

}  // namespace lapidary
