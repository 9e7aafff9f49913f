// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is drawn of a FLASH search: histogram, runtime by case, styles compared.

#include <algorithm>

#include "core/io/maestro/flash_report.h"
#include "core/io/report_table.h"

namespace lapidary {
namespace {

using flash::Found;
using flash::StyleResult;

}  // namespace

std::string flashKey(const StyleResult& style) {
    std::string name(keyOf(style.style));
    if (style.style == flash::Style::maeri) name += "-" + std::string(keyOf(style.order));
    return name;
}

std::string flashLabel(const StyleResult& style) {
    std::string name(entryOf(style.style).label);
    if (style.style == flash::Style::maeri) name += " " + std::string(entryOf(style.order).label);
    return name;
}

std::string flashProblem(const Found& found) {
    if (found.score.fits) return "";
    if (!found.equation1) return found.equation2 ? "S2 overflows" : "S1 and S2 overflow";
    return found.equation2 ? "requirement overflows" : "S1 overflows";
}

std::vector<FlashCases> flashCases(const FlashReport& report, const FlashRun& run) {
    std::vector<FlashCases> cases;
    for (std::size_t i = 0; i < run.result.styles.size(); ++i) {
        const auto& best = run.result.styles[i].best;
        if (!best) continue;
        auto outcome = flash::outcomeOf(flash::dataflowOf(best->candidate, run.gemm), run.gemm.layer, report.hardware,
                                        report.options);
        if (outcome) cases.push_back({i, *std::move(outcome)});
    }
    return cases;
}

std::optional<double> overPick(const FlashReport& report, const FlashRun& run, std::size_t style) {
    const auto& found = run.result.styles[style].best;
    if (!found || run.result.best < 0) return std::nullopt;
    const auto& best = run.result.styles[static_cast<std::size_t>(run.result.best)].best;
    const Metric metric = report.options.metric;
    return flash::valueOf(metric, found->score) / flash::valueOf(metric, best->score);
}

int flashBin(const flash::Histogram& histogram, std::int64_t cycles) {
    const auto bins = static_cast<std::int64_t>(histogram.counts.size());
    if (bins == 0 || cycles < histogram.least || cycles > histogram.most) return -1;
    if (histogram.most == histogram.least) return 0;
    const Int128 place = Int128(cycles - histogram.least) * bins / (histogram.most - histogram.least);
    return static_cast<int>(std::min<Int128>(place, bins - 1));
}

std::pair<double, double> flashBinSpan(const flash::Histogram& histogram, int bin) {
    const auto least = static_cast<double>(histogram.least);
    return {least + histogram.width() * bin, least + histogram.width() * (bin + 1)};
}

Table flashHistogramTable(const FlashReport&, const FlashRun& run, NumberStyle numbers) {
    Table table{{"workload", "style", "from cycles", "to cycles", "candidates", "pick"}, {}};
    for (const StyleResult& style : run.result.styles) {
        if (style.candidates == 0) continue;
        const int pick = style.best ? flashBin(style.histogram, style.best->score.runtime) : -1;
        for (int bin = 0; bin < static_cast<int>(style.histogram.counts.size()); ++bin) {
            const auto [from, to] = flashBinSpan(style.histogram, bin);
            table.rows.push_back({run.workload, flashKey(style), realCell(from, numbers), realCell(to, numbers),
                                  cell(style.histogram.counts[static_cast<std::size_t>(bin)], numbers),
                                  bin == pick ? cell(style.best->score.runtime, numbers) : std::string()});
        }
    }
    return table;
}

Table flashCaseTable(const FlashReport& report, const FlashRun& run, NumberStyle numbers) {
    Table table{{"workload", "style", "case", "steps", "cycles", "compute", "communication", "fits"}, {}};
    for (const FlashCases& each : flashCases(report, run))
        for (const auto& phase : keyTable(data_centric::Phase{})) {
            const data_centric::PhaseTime& time = each.outcome.phases[static_cast<std::size_t>(phase.value)];
            table.rows.push_back({run.workload, flashKey(run.result.styles[each.style]), std::string(phase.key),
                                  cell(time.steps, numbers), cell(time.cycles, numbers), cell(time.compute, numbers),
                                  cell(time.communication, numbers), each.outcome.fits ? "yes" : "no"});
        }
    return table;
}

Table flashRatioTable(const FlashReport& report, NumberStyle numbers) {
    Table table{{"workload", "style", "over best", "cycles", "energy mJ", "fits", "best"}, {}};
    for (const FlashRun& run : report.runs)
        for (std::size_t i = 0; i < run.result.styles.size(); ++i) {
            const StyleResult& style = run.result.styles[i];
            const auto ratio = overPick(report, run, i);
            std::vector<std::string> row{run.workload, flashKey(style), ratio ? realCell(*ratio, numbers) : ""};
            if (style.best) {
                row.push_back(cell(style.best->score.runtime, numbers));
                row.push_back(realCell(style.best->score.energyNj * 1e-6, numbers));
                row.emplace_back(style.best->score.fits ? "yes" : "no");
            }
            row.resize(table.header.size());
            if (static_cast<int>(i) == run.result.best) row.back() = "best";
            table.rows.push_back(std::move(row));
        }
    return table;
}

}  // namespace lapidary
