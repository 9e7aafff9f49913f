// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/slope_report.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/report_table.h"
#include "core/io/search_json.h"

namespace lapidary {

namespace {

constexpr std::size_t kMostRows = 16;  ///< of the curve, for people

double perWord(std::int64_t count, std::int64_t words) {
    return words > 0 ? static_cast<double>(count) / static_cast<double>(words) : 0;
}

std::string ratioText(double ratio, NumberStyle style) {
    return style == NumberStyle::exact ? formatExact(ratio) : formatSignificant(ratio, 4);
}

std::vector<std::string> pointRow(const Slope& slope, std::int64_t bits, std::int64_t words, NumberStyle style) {
    return {cell(bits, style), cell(bits / slope.wordBits, style), cell(words, style),
            ratioText(perWord(words, slope.compulsory), style), ratioText(perWord(slope.macs, words), style)};
}

std::vector<std::string> slopeHeader(NumberStyle style) {
    if (style == NumberStyle::exact) return {"bits", "capacity_words", "least_words", "of_compulsory", "macs_per_word"};
    return {"bits", "words it holds", "least words moved", "x compulsory", "MACs per word"};
}

/// Some of the points, evenly along the curve, the ends among them.
Slope thinned(const Slope& slope) {
    Slope few = slope;
    few.points.clear();
    const std::size_t count = slope.points.size(), rows = std::min(kMostRows, count);
    for (std::size_t i = 0; i < rows; ++i)
        few.points.push_back(slope.points[i * (count - 1) / std::max<std::size_t>(1, rows - 1)]);
    return few;
}

}  // namespace

Table slopeTable(const Slope& slope, NumberStyle style) {
    Table table{slopeHeader(style), {}};
    for (const optimal::SkiSlopePoint& point : slope.points)
        table.rows.push_back(pointRow(slope, point.bits, point.words, style));
    return table;
}

Table slopeMarkTable(const Slope& slope, NumberStyle style) {
    Table table{{"memory", "instances"}, {}};
    for (const std::string& name : slopeHeader(style)) table.header.push_back(name);
    for (const SlopeMark& mark : slope.marks) {
        std::vector<std::string> row{mark.memory, cell(mark.instances, style)};
        if (mark.words) {
            for (std::string& text : pointRow(slope, mark.bits, *mark.words, style)) row.push_back(std::move(text));
        } else {
            const std::string none = style == NumberStyle::exact ? "" : "too small for a word of each tensor";
            row.insert(row.end(), {cell(mark.bits, style), cell(mark.bits / slope.wordBits, style), none, "", ""});
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::string slopeReport(const Slope& slope, const Workload& workload, const std::string& design) {
    const auto style = NumberStyle::people;
    const std::string& name = workload.name();
    std::string text =
        (name.empty() ? "" : name + ": ") + workload.einsum() + (design.empty() ? "" : " on " + design) + '\n';
    text += "compulsory   " + formatCount(slope.compulsory) + " words of " + std::to_string(slope.wordBits) +
            " bits: every element of every tensor once\n";
    text += "MACs         " + formatCount(slope.macs) + '\n';
    text += "curve        " + formatCount(static_cast<std::int64_t>(slope.points.size())) +
            " points: least words between backing memory and one buffer, by its size\n";
    if (!slope.marks.empty())
        text += "\nMemories, all instances of each as one buffer\n" + toAligned(slopeMarkTable(slope, style));
    const Slope few = thinned(slope);
    text +=
        few.points.size() < slope.points.size() ? "\nSome of the points (--format csv has them all)\n" : "\nPoints\n";
    return text + toAligned(slopeTable(few, style));
}

Json slopeToJson(const Slope& slope, const Workload& workload, const std::string& design, double seconds) {
    Json points = Json::array(), marks = Json::array();
    for (const optimal::SkiSlopePoint& point : slope.points)
        points.push(Json::object().set("bits", point.bits).set("words", point.words));
    for (const SlopeMark& mark : slope.marks)
        marks.push(Json::object()
                       .set("memory", mark.memory)
                       .set("instances", mark.instances)
                       .set("bits", mark.bits)
                       .set("words", orNull(mark.words)));
    Json json = Json::object();
    json.set("lapidary", producerJson("lapidary/ski-slope/1"));
    json.set("workload", workloadEcho(workload));
    json.set("architecture", design.empty() ? Json() : Json(design));
    json.set("word_bits", slope.wordBits);
    json.set("macs", slope.macs);
    json.set("compulsory_words", slope.compulsory);
    json.set("points", std::move(points));
    json.set("memories", std::move(marks));
    json.set("run", runJson(seconds, 1, 1));
    return json;
}

}  // namespace lapidary
