// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/tuning.h"

#include <filesystem>

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/stonne/report.h"

namespace lapidary::stonne {
namespace {

constexpr const char* kLogSchema = "lapidary/tuning/1";

/// Layer and machine without the tile, which the tuner sets.
std::string subjectOf(const Tuning& tuning) {
    Arguments plain = tuning.arguments;
    plain.run.tile = {};
    plain.generateTile.clear();
    return argumentsText(plain);
}

Json knobsJson(const fabric::KnobValues& knobs) {
    Json list = Json::array();
    for (const std::string& text : fabric::knobTexts(knobs)) list.push(text);
    return list;
}

Json headerJson(const Tuning& tuning) {
    Json header = Json::object()
                      .set("schema", kLogSchema)
                      .set("stonne", subjectOf(tuning))
                      .set("tiles", keyOf(tuning.sizes))
                      .set("objective", keyOf(tuning.options.objective));
    // Slices of a convolution over three axes, or a batch, which STONNE's words don't name.
    if (const std::int64_t times = tuning.arguments.run.layer.times(); times > 1) header.set("times", times);
    if (const Json knobs = knobsJson(tuning.knobs); knobs.size() > 0) header.set("tune", knobs);
    return header;
}

/// Knobs of the hardware that have several values in a space, with a configuration's.
std::vector<std::pair<std::string, std::int64_t>> turnedHardware(const fabric::KnobSpace& space, std::int64_t index) {
    using enum fabric::Knob;
    const auto digits = space.digitsOf(index);
    std::vector<std::pair<std::string, std::int64_t>> turned;
    for (const fabric::Knob knob : {multipliers, distribution, reduction, buffer}) {
        const auto at = static_cast<std::size_t>(knob);
        if (space.values[at].size() > 1) turned.emplace_back(keyOf(knob), space.values[at][digits[at]]);
    }
    return turned;
}

Json trialJson(const fabric::KnobSpace& space, const fabric::Trial& trial) {
    Json json = Json::object().set("index", trial.index).set("tile", tileJson(space.at(trial.index).tile));
    for (const auto& [key, value] : turnedHardware(space, trial.index)) json.set(key, value);
    return json.set("cost", trial.cost).set("predicted", orNull(trial.predicted));
}

Json countersJson(const fabric::TuneResult& result) {
    return Json::object()
        .set("configurations", result.configurations)
        .set("valid", result.valid)
        .set("trials", static_cast<std::int64_t>(result.trials.size()));
}

/// A trial of the log: a configuration of the space that the machine can run, and what it cost.
Diagnostics addLogLine(const Json& json, Place place, const fabric::KnobSpace& space, fabric::KnownCosts& costs) {
    const Json &index = json["index"], &cost = json["cost"];
    if (index.kind() != Json::Kind::integer || !cost.isNumber())
        return {errorAt(place, "found " + json.dump(-1) + ", expected an index and a cost")};
    const auto at = [&](const Json& value, const char* key) {
        place.column = value.column();
        place.key = key;
        return place;
    };
    const std::string range = "expected 0 to " + std::to_string(space.size() - 1);
    if (index.integer() < 0 || index.integer() >= space.size())
        return {errorAt(at(index, "index"),
                        "found " + index.text() + ", which no configuration of the knobs has, " + range)};
    if (!space.valid(index.integer()))
        return {errorAt(at(index, "index"), "found " + index.text() + ", a configuration that the machine can't run",
                        "it has tile " + toText(space.at(index.integer()).tile))};
    if (cost.real() < 0)
        return {errorAt(at(cost, "cost"), "found " + cost.text() + ", expected a number of at least 0")};
    const auto [known, added] = costs.emplace(index.integer(), cost.real());
    if (!added && known->second != cost.real())
        return {errorAt(at(cost, "cost"), "found " + cost.text() + ", but a line before gives configuration " +
                                              index.text() + " the cost " + formatExact(known->second))};
    return {};
}

}  // namespace

std::string logHeader(const Tuning& tuning) { return headerJson(tuning).dump(-1) + "\n"; }

std::string logLine(const fabric::Trial& trial) {
    return Json::object().set("index", trial.index).set("cost", trial.cost).dump(-1) + "\n";
}

Result<fabric::KnownCosts> readLog(std::string_view text, const std::string& file, const Tuning& tuning) {
    fabric::KnownCosts costs;
    const auto space = fabric::tileSpace(tuning.arguments.run, tuning.sizes, tuning.knobs);
    if (!space) return space.diagnostics();
    int line = 0;
    while (!text.empty()) {
        const std::size_t end = text.find('\n');
        if (end == std::string_view::npos && line == 0 && text != headerJson(tuning).dump(-1))
            return errorAt({file, 1, 1, {}},
                           "the file ends within its first line, expected " + headerJson(tuning).dump(-1),
                           "remove the file to begin anew");
        if (end == std::string_view::npos) break;  // cut off while it was written
        ++line;
        const auto json = parseJson(text.substr(0, end), file);
        text.remove_prefix(end + 1);
        if (!json) {
            Diagnostics problems = json.diagnostics();
            for (Diagnostic& problem : problems) problem.place.line = line;
            return problems;
        }
        if (line == 1) {
            if (!(*json == headerJson(tuning)))
                return errorAt({file, 1, 1, {}}, "the log of another tuning, expected " + headerJson(tuning).dump(-1));
            continue;
        }
        if (Diagnostics problems = addLogLine(*json, {file, line, 1, {}}, *space, costs); !problems.empty())
            return problems;
    }
    return costs;
}

Result<fabric::KnownCosts> openLog(const std::string& file, const Tuning& tuning, std::ofstream& log) {
    const fabric::ConvShape& conv = tuning.arguments.run.layer.conv;
    const bool isConv = tuning.arguments.run.layer.kind == fabric::LayerKind::conv;
    if (isConv && (conv.strideX != conv.strideY || conv.dilationX != 1 || conv.dilationY != 1))
        return errorAt({file, 0, 0, {}},
                       "a log names its layer in STONNE's words, which know one stride and no dilation");
    fabric::KnownCosts known;
    std::error_code ignored;
    if (std::filesystem::exists(file, ignored) && !std::filesystem::is_empty(file, ignored)) {
        const auto text = readTextFile(file);
        if (!text) return text.diagnostics();
        auto read = readLog(*text, file, tuning);
        if (!read) return read.diagnostics();
        known = *std::move(read);
    }
    // Written anew, so that an unfinished last line is gone.
    log.open(file, std::ios::trunc);
    log << logHeader(tuning);
    for (const auto& [index, cost] : known) log << logLine({index, cost, {}});
    log.flush();
    if (!log) return errorAt({file, 0, 0, {}}, "can't be written");
    return known;
}

namespace {
/// Other tuners than xgboost know nothing.
fabric::Prior priorOf(const fabric::TuneOptions& options) {
    return options.tuner == fabric::Tuner::xgboost ? options.prior : fabric::Prior::none;
}
}  // namespace

Json tuningJson(const Tuning& tuning, const fabric::KnobSpace& space, const fabric::TuneResult& result,
                const fabric::Outcome& best) {
    Json trials = Json::array();
    for (const fabric::Trial& trial : result.trials) trials.push(trialJson(space, trial));
    Json winner;
    if (result.best)
        winner = Json::object()
                     .set("index", result.best->index)
                     .set("tile", tileJson(space.at(result.best->index).tile))
                     .set("objective", result.best->cost)
                     .set("cost", reportJson(space.at(result.best->index), best));
    Json json = Json::object()
                    .set("lapidary", producerJson("lapidary/fabric-search/1"))
                    .set("model", "fabric")
                    .set("algorithm", "tuner")
                    .set("tuner", keyOf(tuning.options.tuner))
                    .set("prior", keyOf(priorOf(tuning.options)))
                    .set("objective", keyOf(tuning.options.objective))
                    .set("tiles", keyOf(tuning.sizes));
    if (const Json knobs = knobsJson(tuning.knobs); knobs.size() > 0) json.set("tune", knobs);
    return json.set("seed", static_cast<std::int64_t>(tuning.options.seed))
        .set("best", winner)
        .set("counters", countersJson(result))
        .set("trials", trials);
}

std::string tuningText(const Tuning& tuning, const fabric::KnobSpace& space, const fabric::TuneResult& result,
                       const fabric::Outcome& best) {
    std::string text = std::string(entryOf(tuning.options.tuner).label) +
                       " tuner: " + formatCount(static_cast<std::int64_t>(result.trials.size())) + " trials of " +
                       formatCount(result.valid) + " configurations that the machine can run (" +
                       formatCount(result.configurations) + " in the space)\n";
    if (!result.best) return text + "nothing found\n";
    std::int64_t at = 0;
    for (std::size_t i = 0; i < result.trials.size(); ++i)
        if (result.trials[i].index == result.best->index) at = static_cast<std::int64_t>(i) + 1;
    text += "best " + std::string(keyOf(tuning.options.objective)) + ": " + formatSignificant(result.best->cost, 9) +
            " in trial " + formatCount(at) + "\n\n";
    return text + reportText(space.at(result.best->index), best);
}

Table trialTable(const fabric::KnobSpace& space, const fabric::TuneResult& result) {
    Table table{{"trial", "index", "tile"}, {}};
    for (const auto& [key, value] : turnedHardware(space, 0)) table.header.push_back(key);
    table.header.insert(table.header.end(), {"cost", "predicted"});
    for (std::size_t i = 0; i < result.trials.size(); ++i) {
        const fabric::Trial& trial = result.trials[i];
        std::vector<std::string> row{std::to_string(i + 1), std::to_string(trial.index),
                                     toText(space.at(trial.index).tile)};
        for (const auto& [key, value] : turnedHardware(space, trial.index)) row.push_back(std::to_string(value));
        row.push_back(formatExact(trial.cost));
        row.push_back(trial.predicted ? formatExact(*trial.predicted) : "");
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json mapperJson(const fabric::Run& run, const fabric::MappedTile& mapped, const fabric::Outcome& outcome) {
    return Json::object()
        .set("lapidary", producerJson("lapidary/fabric-search/1"))
        .set("model", "fabric")
        .set("algorithm", "mrna")
        .set("best", Json::object()
                         .set("tile", tileJson(mapped.tile))
                         .set("estimate", mapped.estimate)
                         .set("cost", reportJson(run, outcome)))
        .set("counters", Json::object().set("considered", mapped.considered));
}

std::string mapperText(const fabric::Run& run, const fabric::MappedTile& mapped, const fabric::Outcome& outcome) {
    return "analytic mapper: " + formatCount(mapped.considered) + " dividing tiles, " +
           formatSignificant(mapped.estimate, 9) + " cycles estimated\n\n" + reportText(run, outcome);
}

}  // namespace lapidary::stonne
