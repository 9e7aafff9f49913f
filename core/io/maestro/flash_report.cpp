// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/maestro/flash_report.h"

#include <algorithm>
#include <cctype>

#include "core/base/units.h"
#include "core/io/maestro/report.h"
#include "core/io/native.h"
#include "core/io/report_table.h"

namespace lapidary {
namespace {

using flash::Found;
using flash::StyleResult;

Json tileJson(const flash::Tile& tile) { return Json::object().set("M", tile[0]).set("N", tile[1]).set("K", tile[2]); }

std::string tileText(const flash::Tile& tile) {
    return std::to_string(tile[0]) + " x " + std::to_string(tile[1]) + " x " + std::to_string(tile[2]);
}

double milliseconds(const Found& found, const FlashReport& report) {
    return static_cast<double>(found.score.runtime) / report.clockGhz * 1e-6;
}

double utilization(const Found& found, const FlashReport& report) {
    return static_cast<double>(found.score.macs) / static_cast<double>(found.score.runtime) /
           static_cast<double>(report.hardware.pes);
}

Json foundJson(const Found& found, const FlashRun& run, const FlashReport& report) {
    Json directives = Json::array();
    for (const std::string& line : data_centric::toLines(flash::dataflowOf(found.candidate, run.gemm), run.gemm.layer))
        directives.push(line);
    return Json::object()
        .set("cluster", found.candidate.cluster)
        .set("outer", tileJson(found.candidate.outer))
        .set("inner", tileJson(found.candidate.inner))
        .set("dataflow", std::move(directives))
        .set("cycles", found.score.runtime)
        .set("milliseconds", milliseconds(found, report))
        .set("macs", found.score.macs)
        .set("utilization", utilization(found, report))
        .set("energy_nj", found.score.energyNj)
        .set("energy_pj", found.score.energyNj * 1000)
        .set("edp", found.score.edp() * 1000)
        .set("l1_required", found.score.l1Required)
        .set("l2_required", found.score.l2Required)
        .set("fits", found.score.fits)
        .set("equation_1", found.equation1)
        .set("equation_2", found.equation2);
}

Json histogramJson(const flash::Histogram& histogram) {
    Json counts = Json::array();
    for (const std::int64_t count : histogram.counts) counts.push(count);
    return Json::object()
        .set("least", histogram.least)
        .set("most", histogram.most)
        .set("width", histogram.width())
        .set("counts", std::move(counts));
}

/// FLASH's figure over that of the random samples.
Json ratioJson(const StyleResult& style, const flash::Options& options) {
    if (!style.best || !style.random.best) return {};
    return flash::valueOf(options.metric, style.best->score) / flash::valueOf(options.metric, style.random.best->score);
}

Json styleJson(const StyleResult& style, const FlashRun& run, const FlashReport& report) {
    Json clusters = Json::array();
    for (const std::int64_t cluster : style.clusters) clusters.push(cluster);
    Json json = Json::object()
                    .set("style", std::string(keyOf(style.style)))
                    .set("order", style.style == flash::Style::maeri ? Json(std::string(keyOf(style.order))) : Json())
                    .set("clusters", std::move(clusters))
                    .set("candidates", style.candidates)
                    .set("over_s1", style.overS1)
                    .set("over_s2", style.overS2)
                    .set("fitting", style.fitting)
                    .set("unpruned", style.unpruned ? Json(toDecimal(*style.unpruned)) : Json())
                    .set("best", style.best ? foundJson(*style.best, run, report) : Json())
                    .set("histogram", histogramJson(style.histogram));
    if (report.options.samples > 0)
        json.set("random", Json::object()
                               .set("drawn", style.random.drawn)
                               .set("tile_sets", style.random.tileSets)
                               .set("best", style.random.best ? foundJson(*style.random.best, run, report) : Json())
                               .set("flash_over_random", ratioJson(style, report.options)));
    return json;
}

Json runsJson(const FlashReport& report) {
    Json list = Json::array();
    for (const FlashRun& run : report.runs) {
        Json styles = Json::array();
        for (const StyleResult& style : run.result.styles) styles.push(styleJson(style, run, report));
        const int best = run.result.best;
        list.push(
            Json::object()
                .set("workload", run.workload)
                .set("bounds", tileJson(run.gemm.sizes))
                .set("best", best < 0 ? Json() : Json(flashKey(run.result.styles[static_cast<std::size_t>(best)])))
                .set("styles", std::move(styles)));
    }
    return list;
}

Json flashOptionsJson(const flash::Options& options) {
    Json json = Json::object();
    for (const flash::OptionText& option : texts(options)) json.set(option.key, option.value);
    return json;
}

std::string groupedCell(double value, NumberStyle style) {
    return style == NumberStyle::exact ? formatExact(value) : maestro::formatGrouped(value);
}

std::vector<std::string> rowOf(const StyleResult& style, const FlashRun& run, const FlashReport& report,
                               NumberStyle numbers) {
    std::vector<std::string> row{run.workload, flashKey(style), cell(style.candidates, numbers),
                                 cell(style.fitting, numbers)};
    if (!style.best) {
        row.resize(13);
        return row;
    }
    const Found& best = *style.best;
    for (std::string next :
         {cell(best.candidate.cluster, numbers), tileText(best.candidate.outer), tileText(best.candidate.inner),
          cell(best.score.runtime, numbers), groupedCell(milliseconds(best, report), numbers),
          groupedCell(100 * utilization(best, report), numbers), groupedCell(best.score.energyNj * 1e-6, numbers),
          style.random.best ? groupedCell(ratioJson(style, report.options).real(), numbers) : std::string(),
          flashProblem(best)})
        row.push_back(std::move(next));
    return row;
}

std::string histogramText(const StyleResult& style, const FlashReport& report) {
    constexpr std::size_t kBars = 10;
    const auto& counts = style.histogram.counts;
    const std::size_t each = (counts.size() + kBars - 1) / kBars;
    std::string text = flashKey(style) + ": " + formatCount(style.candidates) + " candidates from " +
                       formatCount(style.histogram.least) + " to " + formatCount(style.histogram.most) +
                       " cycles; tenths of that span hold";
    for (std::size_t from = 0; from < counts.size(); from += each) {
        std::int64_t sum = 0;
        for (std::size_t i = from; i < std::min(from + each, counts.size()); ++i) sum += counts[i];
        text += " " + formatCount(sum);
    }
    if (style.unpruned) text += "; " + toDecimal(*style.unpruned) + " tile sets without the bounds";
    if (report.options.samples > 0)
        text += "; random: " + formatCount(style.random.tileSets) + " tile sets in " + formatCount(style.random.drawn) +
                " draws";
    return text + "\n";
}

}  // namespace

bool FlashReport::stopped() const {
    return std::any_of(runs.begin(), runs.end(), [](const FlashRun& run) { return run.result.stopped; });
}
bool FlashReport::complete() const {
    return std::all_of(runs.begin(), runs.end(), [](const FlashRun& run) { return run.result.best >= 0; });
}
bool FlashReport::fits() const {
    return complete() && std::all_of(runs.begin(), runs.end(), [](const FlashRun& run) {
               return run.result.styles[static_cast<std::size_t>(run.result.best)].best->score.fits;
           });
}

Json flashJson(const FlashReport& report) {
    return Json::object()
        .set("lapidary", producerJson("lapidary/flash/1"))
        .set("model", "data-centric")
        .set("semantics", maestro::semanticsJson(report.options.compat))
        .set("architecture", report.architecture)
        .set("hardware", maestro::hardwareJson(report.hardware))
        .set("objective", std::string(keyOf(report.options.metric)))
        .set("seed", Json::numberText(std::to_string(report.options.seed)))
        .set("options", flashOptionsJson(report.options))
        .set("workloads", runsJson(report));
}

std::string flashText(const FlashReport& report) {
    std::string text = "FLASH on " + report.architecture + ", " + formatCount(report.hardware.pes) + " PEs, " +
                       (report.options.compat ? "as MAESTRO counts" : "rules edge-exact") + "; best by " +
                       std::string(keyOf(report.options.metric)) + "\n\n";
    text += toAligned(flashTable(report, NumberStyle::people)) + "\n";
    if (report.runs.size() > 1) {
        text += "Runtime in cycles, the best of each workload marked\n" + toAligned(bestStyleTable(report));
        return text;
    }
    for (const FlashRun& run : report.runs) {
        for (const StyleResult& style : run.result.styles) text += histogramText(style, report);
        if (run.result.best < 0) continue;
        const StyleResult& best = run.result.styles[static_cast<std::size_t>(run.result.best)];
        text += "\nBest: " + std::string(entryOf(best.style).label) + "\n";
        for (const std::string& line :
             data_centric::toLines(flash::dataflowOf(best.best->candidate, run.gemm), run.gemm.layer))
            text += "  " + line + "\n";
    }
    return text;
}

Table flashTable(const FlashReport& report, NumberStyle style) {
    Table table{{"workload", "style", "candidates", "fitting", "cluster", "outer M x N x K", "inner M x N x K",
                 "cycles", "ms", "utilization %", "energy mJ", "over random", "problem"},
                {}};
    for (const FlashRun& run : report.runs)
        for (const StyleResult& found : run.result.styles) table.rows.push_back(rowOf(found, run, report, style));
    return table;
}

Table bestStyleTable(const FlashReport& report) {
    Table table{{"workload"}, {}};
    if (report.runs.empty()) return table;
    for (const StyleResult& style : report.runs.front().result.styles) table.header.push_back(flashKey(style));
    for (const FlashRun& run : report.runs) {
        std::vector<std::string> row{run.workload};
        for (std::size_t i = 0; i < run.result.styles.size(); ++i) {
            const auto& best = run.result.styles[i].best;
            row.push_back(best ? formatCount(best->score.runtime) + (static_cast<int>(i) == run.result.best ? " *" : "")
                               : std::string());
        }
        table.rows.push_back(std::move(row));
    }
    return table;
}

std::vector<maestro::MappedLayer> bestLayers(const FlashReport& report) {
    std::vector<maestro::MappedLayer> layers;
    for (const FlashRun& run : report.runs) {
        if (run.result.best < 0) continue;
        const auto& best = run.result.styles[static_cast<std::size_t>(run.result.best)].best;
        // MAESTRO's file knows M, N and K by these names.
        const flash::Gemm gemm{
            data_centric::gemmLayer(run.workload, run.gemm.sizes[0], run.gemm.sizes[1], run.gemm.sizes[2]),
            {data_centric::kGemmM, data_centric::kGemmN, data_centric::kGemmK},
            run.gemm.sizes};
        maestro::MappedLayer layer{gemm.layer, flash::dataflowOf(best->candidate, gemm), {}};
        layer.layer.network = "flash";
        for (char& letter : layer.layer.name)
            if (!std::isalnum(static_cast<unsigned char>(letter))) letter = '_';
        layers.push_back(std::move(layer));
    }
    return layers;
}

}  // namespace lapidary
