// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/export_options.h"

#include <algorithm>
#include <array>
#include <charconv>

#include "core/base/json.h"
#include "core/base/units.h"
#include "core/io/option_key.h"

namespace lapidary {

std::span<const ExportOption> exportOptions() {
    static constexpr std::array kTable{
        ExportOption{"dimension", "NAME", "tree: which dimension (default: the first with more than one index)", true},
        ExportOption{
            "array", "NAME",
            "array: which fanout (default: the first with more than one lane); unrolling: the array above which "
            "memory (default: the innermost)",
            true},
        ExportOption{"instance", "N", "array: which instance of it (default 0)", true},
        ExportOption{"step", "N", "array: which compute step (default 0)", true},
        ExportOption{"colour", "work|NAME",
                     "array: colour by work, by a dimension's coordinate, or by what shares a "
                     "tensor's element (default: as the window)",
                     true},
        ExportOption{"cycle", "N", "fabric, fabric-timeline: which cycle (default 1)", true},
        ExportOption{"multipliers", "all|mapped", "fabric: which multipliers (default all)", true},
        ExportOption{"unit", "joules|percent|per-mac", "breakdown, compare-energy: what the bars show (default joules)",
                     true},
        ExportOption{"figure", "NAME", "explain: which figure, such as GLB.input.reads (default edp)", true},
        ExportOption{"x", "evaluations|time|METRIC",
                     "convergence: what is counted along (default evaluations); pareto: a metric (default area)", true},
        ExportOption{"y", "METRIC", "pareto: the other metric (default edp)", true},
        ExportOption{"metric", "edp|energy|cycles", "improvement: what is compared (default edp)", true},
        ExportOption{
            "style", "density|points|NAME",
            "cloud: all valid mappings, or those kept (default density); flash-histogram, flash-cases: all, or "
            "one style such as eyeriss (default all)",
            true},
        ExportOption{"flash", "KEY=VALUE,...", "flash-...: as search --algorithm flash has them, e.g. tiles=integers",
                     true},
        ExportOption{"product", "NAME",
                     "flash-histogram, flash-cases: which matrix product of the network (default: the open one)", true},
        ExportOption{"rows", "all|differences", "compare-nest: which rows (default all)", true},
        ExportOption{"seeds", "each|band",
                     "convergence: each run, or mean and band of those that differ by their seed (default each)", true},
        ExportOption{"nodes", "all|kept", "ordering-trie, sunstone-tiling: which nodes (default all)", true},
        ExportOption{"order", "NAME",
                     "sunstone-tiling: below which order that the trie keeps, or any (default: the best mapping's)",
                     true},
        ExportOption{"run", "N", "counters, reasons, proof, Sunstone: which run by its number (default: the last)",
                     true},
        ExportOption{"axes", "log|linear", "plots: scale of the axes (default log)", true},
        ExportOption{"width", "MM", "Figures: width; 84 and 174 fill one and two columns (default: as in the window)"},
        ExportOption{"height", "MM", "Figures: height (default: what the picture needs)"},
        ExportOption{"font", "PT", "Figures: size of the usual text (default 9, or less if the width asks for it)"},
        ExportOption{"scale", "1..4", "PNG: pixels per 1/96 inch (default 2)"},
        ExportOption{"theme", "light|dark", "Figures: colours (default light)"},
        ExportOption{"text", "text|paths", "SVG and PDF: text stays text, or becomes outlines (default text)"},
        ExportOption{"numbers", "exact|shown",
                     "Tables: all digits, or rounded with units (default: exact for csv, tsv "
                     "and json)"},
    };
    return kTable;
}

const ExportOption* findExportOption(std::string_view key) {
    const auto table = exportOptions();
    const auto found = std::find_if(table.begin(), table.end(), [&](const ExportOption& it) { return it.key == key; });
    return found == table.end() ? nullptr : &*found;
}

Result<std::string> chosen(const ExportOptions& options, std::string_view key, const std::vector<std::string>& values,
                           std::string_view fallback) {
    const auto given = options.find(key);
    if (given == options.end()) return std::string(fallback);
    if (std::find(values.begin(), values.end(), given->second) != values.end()) return given->second;
    std::string expected;
    for (const std::string& value : values) expected += (expected.empty() ? "" : ", ") + value;
    return aboutOption("--" + std::string(key), "unknown value '" + given->second + "', expected one of " + expected,
                       didYouMean(given->second, values));
}

Result<double> chosenNumber(const ExportOptions& options, std::string_view key, double min, double max,
                            double fallback) {
    const auto given = options.find(key);
    if (given == options.end()) return fallback;
    const std::string& text = given->second;
    double value = 0;
    const auto read = std::from_chars(text.data(), text.data() + text.size(), value);
    if (read.ec == std::errc{} && read.ptr == text.data() + text.size() && value >= min && value <= max) return value;
    return aboutOption("--" + std::string(key), "expected a number from " + formatExact(min) + " to " +
                                                    formatExact(max) + ", found '" + text + "'");
}

std::vector<std::string> wordsOf(const ExportOptions& options) {
    std::vector<std::string> words;
    for (const ExportOption& option : exportOptions())
        if (const auto given = options.find(option.key); given != options.end())
            words.insert(words.end(), {"--" + given->first, given->second});
    return words;
}

}  // namespace lapidary
