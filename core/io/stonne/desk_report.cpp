// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/stonne/desk_report.h"

#include "core/base/units.h"
#include "core/io/report_table.h"

namespace lapidary::stonne {
namespace {

using Kind = DeskFigure::Kind;

class Figures {
public:
    void count(const char* key, const char* label, const char* unit, std::int64_t value, const char* meaning) {
        m_all.push_back({key, label, unit, meaning, Kind::count, static_cast<double>(value)});
    }
    void share(const char* key, const char* label, double value, const char* meaning) {
        m_all.push_back({key, label, "%", meaning, Kind::share, value});
    }
    void quantity(const char* key, const char* label, double value, const char* meaning) {
        m_all.push_back({key, label, "relative", meaning, Kind::quantity, value});
    }
    std::vector<DeskFigure> take() { return std::move(m_all); }

private:
    std::vector<DeskFigure> m_all;
};

void addNeurons(Figures& figures, const fabric::Outcome& outcome) {
    figures.count("neurons", "Virtual neurons", "", outcome.neurons, "neurons in the array at once");
    figures.count("neuron_size", "Multipliers of a neuron", "", outcome.neuronSize,
                  "with the one that passes partial sums on, if there is one");
    figures.count("folds", "Folds", "", outcome.folds, "passes of a neuron for one output");
    figures.count("psums", "Partial sums", "", outcome.psums,
                  "results that memory waits for: Bifrost's objective, known without simulating");
}

void addCounters(Figures& figures, const fabric::Counters& counters) {
    figures.count("packets", "Packets", "", counters.packets, "sent by the ports of the distribution network");
    figures.count("two_input_sums", "Adds 2:1", "", counters.twoInputSums,
                  "sums of two operands in the reduction tree");
    figures.count("three_input_sums", "Adds 3:1", "", counters.threeInputSums,
                  "sums of three operands, one of them over a link");
    figures.count("bus_conflicts", "Bus conflicts", "", counters.busConflicts,
                  "cycles of bus lines with several results waiting");
}

}  // namespace

std::vector<DeskFigure> figuresOf(const fabric::Run& run, const fabric::Outcome& outcome,
                                  const std::optional<std::int64_t>& reuseCycles) {
    Figures figures;
    figures.count("cycles", "Cycles", "", outcome.cycles, "until memory takes the last output");
    if (reuseCycles) {
        figures.count("reuse_cycles", "Cycles, reuse model", "", *reuseCycles, "of the same mapping, analytically");
        figures.share("reuse_error", "Error of the reuse model",
                      static_cast<double>(*reuseCycles) / static_cast<double>(outcome.cycles) - 1,
                      "its cycles over those simulated, less 1");
    }
    figures.count("multiplications", "Multiplications", "", outcome.counters.multiplications,
                  "with the zeros outside the layer");
    figures.share("utilization", "Utilisation", outcome.utilization(), "multiplications / (cycles x multipliers)");
    figures.count("sram_weight_reads", "SRAM weight reads", "words", outcome.sram.weightReads, "at the global buffer");
    figures.count("sram_input_reads", "SRAM input reads", "words", outcome.sram.inputReads, "at the global buffer");
    figures.count("sram_psum_reads", "SRAM psum reads", "words", outcome.sram.psumReads,
                  "partial sums that go back into the array");
    figures.count("sram_psum_writes", "SRAM psum writes", "words", outcome.sram.psumWrites,
                  "partial sums and outputs at the global buffer");
    figures.quantity("energy", "Energy", outcome.energy(),
                     "dynamic and leakage, in the unit of STONNE's table, which states none");
    figures.quantity("dynamic_energy", "  dynamic", outcome.dynamicEnergy(),
                     "events of each component times STONNE's table");
    figures.quantity("leakage", "  leakage", outcome.leakage(), "per cycle, of every component");
    if (run.hardware.controller == fabric::Controller::maeri) addNeurons(figures, outcome);
    if (run.hardware.controller != fabric::Controller::systolic) addCounters(figures, outcome.counters);
    if (outcome.counters.configurations > 0)
        figures.count("configurations", run.hardware.controller == fabric::Controller::sigma ? "Rounds" : "Tiles", "",
                      outcome.counters.configurations, "settings of the array, one after the other");
    return figures.take();
}

Table figureTable(const std::vector<DeskFigure>& figures, NumberStyle style) {
    Table table{{"figure", "value", "unit"}, {}};
    for (const DeskFigure& figure : figures) {
        const double value =
            figure.kind == Kind::share && style == NumberStyle::people ? 100 * figure.value : figure.value;
        const std::string text = figure.kind == Kind::count && style == NumberStyle::people
                                     ? formatCount(static_cast<std::int64_t>(value))
                                     : realCell(value, style);
        const bool exactShare = figure.kind == Kind::share && style != NumberStyle::people;
        table.rows.push_back(
            {style == NumberStyle::people ? figure.label : figure.key, text, exactShare ? "" : figure.unit});
    }
    return table;
}

}  // namespace lapidary::stonne
