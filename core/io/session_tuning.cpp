// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/session_tuning.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <numeric>

#include "core/base/units.h"
#include "core/io/read_native.h"
#include "core/io/report_table.h"
#include "core/io/session_parts.h"
#include "core/model/fabric/from_mapping.h"

namespace lapidary {

namespace {

constexpr double kMostCost = 1e300;

/// Ranks from 1; equal values share the mean of theirs.
std::vector<double> ranksOf(const std::vector<double>& values) {
    std::vector<std::size_t> order(values.size());
    std::iota(order.begin(), order.end(), std::size_t{0});
    std::ranges::sort(order, [&](std::size_t a, std::size_t b) { return values[a] < values[b]; });
    std::vector<double> ranks(values.size());
    for (std::size_t i = 0; i < order.size();) {
        std::size_t end = i;
        while (end < order.size() && values[order[end]] == values[order[i]]) ++end;
        for (std::size_t k = i; k < end; ++k) ranks[order[k]] = (static_cast<double>(i + end) + 1) / 2;
        i = end;
    }
    return ranks;
}

std::optional<double> correlation(const std::vector<double>& a, const std::vector<double>& b) {
    const auto mean = [](const std::vector<double>& list) {
        return std::accumulate(list.begin(), list.end(), 0.0) / static_cast<double>(list.size());
    };
    const double meanA = mean(a), meanB = mean(b);
    double both = 0, ofA = 0, ofB = 0;
    for (std::size_t i = 0; i < a.size(); ++i) {
        both += (a[i] - meanA) * (b[i] - meanB);
        ofA += (a[i] - meanA) * (a[i] - meanA);
        ofB += (b[i] - meanB) * (b[i] - meanB);
    }
    if (ofA == 0 || ofB == 0) return std::nullopt;
    return both / std::sqrt(ofA * ofB);
}

Json trialsJson(const std::vector<fabric::Trial>& trials) {
    Json list = Json::array();
    for (const fabric::Trial& trial : trials) {
        Json item = Json::array();
        item.push(trial.index).push(trial.cost);
        if (trial.predicted) item.push(*trial.predicted);
        list.push(std::move(item));
    }
    return list;
}

std::optional<fabric::Trial> trialOf(const Json& item) {
    if (!item.isArray() || item.size() < 2 || item.size() > 3) return std::nullopt;
    if (item[0].kind() != Json::Kind::integer || !item[1].isNumber() || item[1].real() < 0) return std::nullopt;
    fabric::Trial trial{item[0].integer(), item[1].real(), {}};
    if (item.size() == 3) {
        if (!item[2].isNumber()) return std::nullopt;
        trial.predicted = item[2].real();
    }
    return trial;
}

}  // namespace

int SessionTuning::best() const {
    int best = -1;
    for (std::size_t i = 0; i < trials.size(); ++i)
        if (best < 0 || trials[i].cost < trials[static_cast<std::size_t>(best)].cost) best = static_cast<int>(i);
    return best;
}

Result<fabric::Run> tuningRun(const SessionInputs& inputs) {
    auto layer = fabric::layerOf(inputs.workload);
    if (!layer) return layer.diagnostics();
    const auto hardware =
        fabric::hardwareOf(inputs.architecture, inputs.workload, {.hardware = inputs.fabric.hardware});
    if (!hardware) return hardware.diagnostics();
    fabric::Run run;
    run.layer = *std::move(layer);
    run.hardware = *hardware;
    return Result<fabric::Run>(std::move(run), hardware.diagnostics());
}

Result<fabric::KnobSpace> tuningSpace(const SessionTuning& tuning) {
    const auto run = tuningRun(tuning.inputs);
    if (!run) return run.diagnostics();
    return fabric::tileSpace(*run, tuning.sizes, tuning.knobs);
}

std::optional<double> rankCorrelation(const std::vector<fabric::Trial>& trials) {
    constexpr std::size_t kFewest = 3;
    std::vector<double> predicted, measured;
    for (const fabric::Trial& trial : trials) {
        if (!trial.predicted) continue;
        predicted.push_back(-*trial.predicted);  // higher promises less
        measured.push_back(trial.cost);
    }
    if (predicted.size() < kFewest) return std::nullopt;
    return correlation(ranksOf(predicted), ranksOf(measured));
}

Table tuningTable(const SessionTuning& tuning, const fabric::KnobSpace& space, NumberStyle style) {
    using enum fabric::Knob;
    Table table{{"trial", "index", "tile"}, {}};
    std::vector<fabric::Knob> turned;
    for (const fabric::Knob knob : {multipliers, distribution, reduction, buffer})
        if (space.values[static_cast<std::size_t>(knob)].size() > 1) {
            turned.push_back(knob);
            table.header.emplace_back(keyOf(knob));
        }
    const bool exact = style == NumberStyle::exact;
    const auto number = [exact](double value) { return exact ? formatExact(value) : formatSignificant(value, 9); };
    table.header.insert(table.header.end(), {std::string(keyOf(tuning.options.objective)), "best_so_far", "predicted"});
    double best = std::numeric_limits<double>::infinity();
    for (std::size_t i = 0; i < tuning.trials.size(); ++i) {
        const fabric::Trial& trial = tuning.trials[i];
        best = std::min(best, trial.cost);
        std::vector<std::string> row{cell(static_cast<std::int64_t>(i) + 1, style), cell(trial.index, style),
                                     toText(space.at(trial.index).tile)};
        const auto digits = space.digitsOf(trial.index);
        for (const fabric::Knob knob : turned) {
            const auto at = static_cast<std::size_t>(knob);
            row.push_back(cell(space.values[at][digits[at]], style));
        }
        row.push_back(number(trial.cost));
        row.push_back(number(best));
        row.push_back(trial.predicted ? number(*trial.predicted) : "");
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json sessionTuningJson(const SessionTuning& tuning) {
    Json knobs = Json::array();
    for (const std::string& text : fabric::knobTexts(tuning.knobs)) knobs.push(text);
    Json json = Json::object()
                    .set("tuner", keyOf(tuning.options.tuner))
                    .set("prior", keyOf(tuning.options.prior))
                    .set("objective", keyOf(tuning.options.objective))
                    .set("tiles", keyOf(tuning.sizes))
                    .set("tune", std::move(knobs));
    if (tuning.options.trials) json.set("trials_at_most", *tuning.options.trials);
    if (tuning.options.withoutGain) json.set("without_gain", *tuning.options.withoutGain);
    return json.set("seed", static_cast<std::int64_t>(tuning.options.seed))
        .set("configurations", tuning.configurations)
        .set("valid", tuning.valid)
        .set("stopped", tuning.stopped)
        .set("seconds", tuning.seconds)
        .set("trials", trialsJson(tuning.trials));
}

TuningPtr tuningFromSession(const Json& json, const std::string& file,
                            const std::function<SessionInputs(const Json&)>& inputs, Diagnostics& out) {
    ObjectReader reader(json, file, "tuning", out);
    if (!reader.valid()) return nullptr;
    const std::size_t before = out.size();
    auto tuning = std::make_shared<SessionTuning>();
    if (const Json* part = reader.required("inputs")) tuning->inputs = inputs(*part);
    tuning->options.tuner = readKey<fabric::Tuner>(reader, "tuner").value_or(tuning->options.tuner);
    tuning->options.prior = readKey<fabric::Prior>(reader, "prior").value_or(fabric::Prior::none);
    tuning->options.objective = readKey<fabric::TuneObjective>(reader, "objective").value_or(tuning->options.objective);
    tuning->sizes = readKey<fabric::TileSizes>(reader, "tiles").value_or(tuning->sizes);
    readItems(reader, "tune", [&](const Json& item, const std::string& key) {
        for (const Diagnostic& problem : fabric::addKnobValues(tuning->knobs, item.text()))
            reader.fail(item, key, problem.message, problem.hint);
    });
    tuning->options.trials = reader.integer("trials_at_most", 1, kMostCounted);
    tuning->options.withoutGain = reader.integer("without_gain", 1, kMostCounted);
    tuning->options.seed = static_cast<std::uint64_t>(reader.integer("seed", 0, kMostCounted).value_or(1));
    tuning->configurations = reader.integer("configurations", 0, kMostCounted).value_or(0);
    tuning->valid = reader.integer("valid", 0, kMostCounted).value_or(0);
    tuning->stopped = reader.boolean("stopped").value_or(false);
    tuning->seconds = reader.number("seconds", 0, kMostCost).value_or(0);
    const Json* trials = reader.array("trials");
    const auto space = out.size() == before ? tuningSpace(*tuning) : Result<fabric::KnobSpace>(error("not read"));
    if (out.size() == before && !space) out.insert(out.end(), space.diagnostics().begin(), space.diagnostics().end());
    for (std::size_t i = 0; trials && out.size() == before && i < trials->size(); ++i) {
        const auto trial = trialOf((*trials)[i]);
        if (trial && trial->index >= 0 && trial->index < space->size())
            tuning->trials.push_back(*trial);
        else
            reader.fail((*trials)[i], indexed("trials", i),
                        "expected [index, cost] or [index, cost, predicted] with an index below " +
                            std::to_string(space->size()));
    }
    reader.finish();
    return out.size() == before ? tuning : nullptr;
}

}  // namespace lapidary
