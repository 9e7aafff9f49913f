// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/desk_compare.h"

#include <algorithm>

namespace lapidary::stonne {
namespace {

using fabric::Activity;

class ModelRows {
public:
    void count(const char* key, const std::string& label, const char* unit, std::optional<std::int64_t> a,
               std::int64_t b) {
        add(key, label, unit, FigureKind::count, a ? std::optional(static_cast<double>(*a)) : std::nullopt,
            static_cast<double>(b));
    }
    void share(const char* key, const std::string& label, double a, double b) {
        add(key, label, "", FigureKind::share, a, b);
    }
    std::vector<CompareRow> take() { return std::move(m_rows); }

private:
    /// Neither model's figure is better in itself.
    void add(const char* key, const std::string& label, const char* unit, FigureKind kind, std::optional<double> a,
             double b) {
        CompareRow row;
        row.key = key;
        row.label = label;
        row.unit = unit;
        row.kind = kind;
        row.a = a;
        row.b = b;
        row.better = Better::neither;
        m_rows.push_back(std::move(row));
    }
    std::vector<CompareRow> m_rows;
};

/// Words of a role at a level.
std::int64_t wordsOf(const Target& target, const LevelCost& level, const char* role, std::int64_t TensorCost::*words) {
    std::int64_t sum = 0;
    const auto& tensors = target.workload.tensors();
    for (std::size_t t = 0; t < tensors.size(); ++t)
        if (tensors[t].role == role || (tensors[t].isOutput && std::string(role) == "output"))
            sum += level.tensors[t].*words;
    return sum;
}

void addTraffic(const Target& target, const Cost& reuse, const fabric::Sram& sram, ModelRows& rows) {
    if (target.architecture.fanouts().empty()) return;
    const int buffer = std::max(0, target.architecture.fanouts().front().below);
    const LevelCost& level = reuse.levels[static_cast<std::size_t>(buffer)];
    rows.count("weight_reads", level.name + " weight reads", "words",
               wordsOf(target, level, "weight", &TensorCost::reads), sram.weightReads);
    rows.count("input_reads", level.name + " input reads", "words", wordsOf(target, level, "input", &TensorCost::reads),
               sram.inputReads);
    rows.count("psum_reads", level.name + " psum reads", "words",
               wordsOf(target, level, "output", &TensorCost::refetchReads), sram.psumReads);
    rows.count("psum_writes", level.name + " psum, output writes", "words",
               wordsOf(target, level, "output", &TensorCost::updates), sram.psumWrites);
}

}  // namespace

ModelComparison compareModels(const Target& target, const Cost& reuse, const fabric::Run& run,
                              const fabric::Outcome& outcome, const fabric::Timeline& timeline) {
    ModelComparison result;
    result.reuse = reuse.cycles;
    result.fabric = outcome.cycles;
    result.boundBy = reuse.boundBy;
    result.steps = reuse.steps;
    const fabric::Timeline::Bin sum = timeline.total();
    for (const auto& entry : keyTable(Activity{}))
        if (const std::int64_t cycles = sum.of(entry.value); cycles > 0)
            result.terms.push_back(
                {std::string(entry.key), std::string(entry.label), std::string(entry.meaning), cycles});
    ModelRows rows;
    rows.count("cycles", "Cycles", "", reuse.cycles, outcome.cycles);
    rows.count("steps", "  compute steps, cycles at work", "", reuse.steps, sum.of(Activity::working));
    for (const ModelTerm& term : result.terms)
        if (term.key != "working") rows.count("waiting", "  " + term.label + " only", "", std::nullopt, term.cycles);
    rows.share("utilization", "Utilization over all cycles", reuse.throughputUtilization, outcome.utilization());
    rows.count("macs", "MACs, multiplications", "", reuse.macs, outcome.counters.multiplications);
    if (run.hardware.controller != fabric::Controller::systolic) addTraffic(target, reuse, outcome.sram, rows);
    result.rows = rows.take();
    return result;
}

}  // namespace lapidary::stonne
