// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What views are told of a fabric run: states of multipliers by hand, windows out of a long run, sums in bounded memory, adders
// and their results against the counters, positions of products.
#include <QtTest>

#include <algorithm>
#include <map>
#include <set>
#include <tuple>

#include "core/io/stonne/arguments.h"
#include "core/model/fabric/still.h"

using namespace lapidary;
using namespace lapidary::fabric;

namespace {

constexpr const char* kFolded =
    "-CONV -R=3 -S=3 -C=6 -K=6 -X=12 -Y=12 -T_R=3 -T_S=3 -T_X_=3 -num_ms=64 -dn_bw=8 -rn_bw=8";

fabric::Run stillRun(const char* line) { return stonne::readArguments(line)->run; }

EngineTrace traced(const fabric::Run& run, EngineTrace trace) {
    EngineOptions options;
    options.trace = &trace;
    if (!simulate(run, options)) qFatal("not simulated");
    return trace;
}

EngineTrace windowOf(const fabric::Run& run, std::int64_t from, std::int64_t to) {
    EngineTrace trace;
    trace.from = from;
    trace.to = to;
    trace.stops = trace.states = true;
    return traced(run, trace);
}

}  // namespace

class ModelFabricStillTest : public QObject {
    Q_OBJECT
private slots:
    /// The run of the trace test: weights come in the cycles 1 and 2, inputs in 3 and 4, products are made in 4 and 5; from then
    /// on the one multiplier has used its inputs up.
    void statesByHand() {
        EngineTrace asked;
        asked.from = 1;
        asked.to = 100;
        asked.states = true;
        asked.timeline.emplace(64);
        const EngineTrace trace = traced(stillRun("-FC -M=1 -N=1 -K=2 -num_ms=8 -dn_bw=4 -rn_bw=4"), asked);
        std::string states;
        for (const TracedCycle& cycle : trace.cycles) {
            QCOMPARE(cycle.states.size(), std::size_t{8});
            QCOMPARE(cycle.states[2], TracedCycle::kUnused);
            states += keyOf(static_cast<MultiplierState>(cycle.states[1])).substr(0, 2);
        }
        QCOMPARE(states, std::string("wewe"
                                     "op"
                                     "wowo"
                                     "rerererererere")
                             .substr(0, 22));
        const Timeline::Bin sum = trace.timeline->total();
        // Of the multiplier, without the one that passes psums on: 2 at work, 2 for weights, 1 for an operand, the rest drains.
        QCOMPARE(sum.states, (StateCounts{2, 2, 1, 0, 6}));
    }

    /// However coarse the sums, and whether equal tiles are stepped or not, they are those of all cycles; what multiplies is
    /// what the counters say.
    void sumsAreBounded() {
        const fabric::Run run = stillRun(kFolded);
        const auto outcome = simulate(run);
        EngineTrace asked;
        asked.states = true;
        asked.timeline.emplace(std::size_t{1} << 16);
        const EngineTrace fine = traced(run, asked);
        asked.timeline.emplace(64);
        const EngineTrace coarse = traced(run, asked);
        EngineTrace stepped = asked;
        EngineOptions options;
        options.trace = &stepped;
        options.skipEqualTiles = false;
        QVERIFY(simulate(run, options).ok());
        QCOMPARE(fine.timeline->total().cycles(), outcome->cycles);
        QVERIFY(coarse.timeline->bins().size() <= 64);
        const Timeline::Bin a = fine.timeline->total();
        QCOMPARE(coarse.timeline->total().states, a.states);
        QCOMPARE(stepped.timeline->total().states, a.states);
        std::int64_t all = 0;
        for (const std::int64_t count : a.states) all += count;
        QCOMPARE(all, outcome->cycles * run.tile.neuronSize() * run.tile.neurons());
        QCOMPARE(a.states[0], outcome->counters.multiplications);
    }

    /// The same of a systolic array and of SIGMA, where cycles of configuration have no state.
    void sumsOfOthers_data() {
        QTest::addColumn<QString>("line");
        QTest::newRow("tpu") << QString("-DenseGEMM -M=10 -N=7 -K=12 -mem_ctrl=TPU_OS_DENSE -ms_rows=4 -ms_cols=4");
        QTest::newRow("sigma") << QString("-SparseGEMM -M=9 -N=5 -K=16 -num_ms=32 -dn_bw=16 -rn_bw=16");
    }
    void sumsOfOthers() {
        QFETCH(QString, line);
        const fabric::Run run = stillRun(qPrintable(line));
        const auto outcome = simulate(run);
        QVERIFY2(outcome.ok(), outcome.errorText().c_str());
        EngineTrace asked;
        asked.from = 1;
        asked.to = outcome->cycles;
        asked.states = true;
        asked.timeline.emplace(std::size_t{1} << 12);
        const EngineTrace trace = traced(run, asked);
        QCOMPARE(trace.timeline->total().states[0], outcome->counters.multiplications);
        std::int64_t working = 0;
        for (const TracedCycle& cycle : trace.cycles)
            working += std::count(cycle.states.begin(), cycle.states.end(), std::uint8_t{0});
        QCOMPARE(working, outcome->counters.multiplications);
    }

    /// A window is what a trace of everything shows there, though equal tiles before it are counted, not stepped.
    void windows() {
        const fabric::Run run = stillRun(kFolded);
        const std::int64_t cycles = simulate(run)->cycles;
        EngineTrace asked;
        asked.from = 1;
        asked.to = cycles;
        asked.states = true;
        const EngineTrace all = traced(run, asked);
        for (const std::int64_t from : {std::int64_t{1}, std::int64_t{2}, cycles / 2, cycles * 5 / 6, cycles - 20}) {
            const EngineTrace window = windowOf(run, from, std::min(from + 99, cycles - 1));
            QCOMPARE(static_cast<std::int64_t>(window.cycles.size()), std::min(from + 99, cycles - 1) - from + 1);
            std::vector<std::int64_t> sent(64, 0);
            for (const TracedCycle& cycle : all.cycles)
                for (const std::int32_t m : cycle.multipliers)
                    if (cycle.cycle < from) ++sent[static_cast<std::size_t>(m)];
            QCOMPARE(window.sections.front().products, sent);
            for (const TracedCycle& cycle : window.cycles) {
                const TracedCycle& same = all.cycles[static_cast<std::size_t>(cycle.cycle - 1)];
                QCOMPARE(cycle.cycle, same.cycle);
                QVERIFY(cycle.packets == same.packets);
                QCOMPARE(cycle.multipliers, same.multipliers);
                QCOMPARE(cycle.written, same.written);
                QCOMPARE(cycle.states, same.states);
                QCOMPARE(cycle.waiting, same.waiting);
            }
        }
    }

    /// Adders by counting: of each neuron one result leaves for memory, the adders are as many as the counters say, and the
    /// way to the top is that of the engine.
    void adders_data() {
        QTest::addColumn<QString>("line");
        QTest::newRow("folded") << QString(kFolded);
        QTest::newRow("one") << QString("-CONV -R=1 -S=1 -C=3 -K=1 -X=4 -Y=4 -T_C=3 -num_ms=8 -dn_bw=8 -rn_bw=8");
        QTest::newRow("large") << QString(
            "-CONV -R=3 -S=3 -C=16 -K=8 -X=10 -Y=10 -T_R=3 -T_S=3 -T_C=3 -T_K=8 -num_ms=256 -dn_bw=64 -rn_bw=64 "
            "-accumulation_buffer=1");
    }
    void adders() {
        QFETCH(QString, line);
        const auto structure = structureOf(stillRun(qPrintable(line)));
        QVERIFY(structure.ok());
        std::vector<std::int32_t> two(structure->plan.neurons.size()), three = two, tops = two;
        std::set<std::tuple<std::int32_t, std::int32_t, std::int32_t>> places;
        std::map<std::pair<std::int32_t, std::int32_t>, std::int32_t> operands;  // of an adder, for all that share it
        for (const AdderUse& adder : structure->adders) {
            QVERIFY(places.insert({adder.neuron, adder.level, adder.number}).second);
            operands[{adder.level, adder.number}] += adder.inputs;
            const auto v = static_cast<std::size_t>(adder.neuron);
            two[v] += adder.inputs == 2;
            three[v] += adder.inputs == 3;
            if (adder.to != AdderUse::To::memory) continue;
            ++tops[v];
            const NeuronSpan& span = structure->plan.neurons[v];
            QCOMPARE(adder.from, span.first);
            QCOMPARE(static_cast<std::int32_t>(adder.hops.size()), span.size);
            for (std::int32_t i = 0; i < span.size; ++i)
                QCOMPARE(adder.hops[static_cast<std::size_t>(i)],
                         structure->tree.hops[static_cast<std::size_t>(span.first + i)]);
        }
        for (const auto& [place, count] : operands) QVERIFY(count <= 3);  // two below, one link
        for (std::size_t v = 0; v < tops.size(); ++v) {
            QCOMPARE(tops[v], 1);
            QCOMPARE(two[v], structure->tree.neurons[v].twoInputSums);
            QCOMPARE(three[v], structure->tree.neurons[v].threeInputSums);
        }
    }

    /// Over all cycles each adder adds as often as its neuron has results, and a packet reaches as many as the trace counts.
    void stills() {
        const fabric::Run run = stillRun(kFolded);
        const auto structure = structureOf(run);
        const auto outcome = simulate(run);
        EngineTrace asked;
        asked.from = 1;
        asked.to = outcome->cycles;
        asked.states = true;
        const EngineTrace trace = traced(run, asked);
        QCOMPARE(sectionOf(trace, 5), std::ptrdiff_t{0});
        std::int64_t two = 0, three = 0;
        for (const TracedCycle& cycle : trace.cycles) {
            const Still still = stillAt(*structure, trace.sections.front(), trace, cycle.cycle);
            QVERIFY(still.cycle == &cycle);
            for (std::size_t i = 0; i < cycle.packets.size(); ++i) {
                QCOMPARE(static_cast<std::int32_t>(still.receivers[i].size()), cycle.packets[i].receivers);
                QCOMPARE(still.receivers[i].front(), cycle.packets[i].firstReceiver);
            }
            for (std::size_t a = 0; a < structure->adders.size(); ++a) {
                if (!still.adds[a]) continue;
                two += structure->adders[a].inputs == 2;
                three += structure->adders[a].inputs == 3;
            }
        }
        QCOMPARE(two, outcome->counters.twoInputSums);
        QCOMPARE(three, outcome->counters.threeInputSums);
    }

    /// 3 x 3 filter elements, one channel of six per fold; the rows of outputs 3 by 3, columns one by one; filters one by one.
    void positions() {
        const auto structure = structureOf(stillRun(kFolded));
        QCOMPARE(structure->used(), 30);
        QCOMPARE(structure->mapped(), 27);
        QVERIFY(structure->passes[10] && !structure->passes[11]);
        QCOMPARE(structure->neuronOf[29], 2);
        QCOMPARE(structure->neuronOf[30], -1);
        // The 7th product of multiplier 15 (neuron 1, element 4): second window, first fold.
        const Position at = positionOf(*structure, 15, 6);
        QCOMPARE(at.tile, 0);
        QCOMPARE(at.fold, 0);
        QCOMPARE(at.x, 1);
        QCOMPARE(at.y, 1);
        QCOMPARE(at.r, 1);
        QCOMPARE(at.s, 1);
        QCOMPARE(at.c, 0);
        // 10 columns x 4 rows of windows (the last with rows 9, 10 and 11 of 10) x 6 folds are a filter's.
        const Position last = positionOf(*structure, 29, 10 * 4 * 6 + 10 * 3 * 6 + 5);
        QCOMPARE(last.k, 1);
        QCOMPARE(last.x, 11);
        QVERIFY(last.outside);
        QCOMPARE(last.c, 5);
    }

    /// Rounds of SIGMA: 9 vectors of 16 ones, two of them fit into 32 multipliers; over all rounds each adder adds as often as the
    /// counters say.
    void roundsOfSigma() {
        const fabric::Run run = stillRun("-SparseGEMM -M=9 -N=5 -K=16 -num_ms=32 -dn_bw=16 -rn_bw=16");
        const auto outcome = simulate(run);
        QCOMPARE(outcome->counters.configurations, 5);
        EngineTrace asked;
        asked.from = 1;
        asked.to = outcome->cycles;
        asked.states = true;
        const EngineTrace trace = traced(run, asked);
        QCOMPARE(trace.sections.size(), std::size_t{5});
        std::int64_t two = 0, three = 0;
        for (const TracedSection& section : trace.sections) {
            const auto structure = structureOf(run, section.number);
            QVERIFY(structure.ok());
            QCOMPARE(structure->mapped(), section.number < 5 ? 32 : 16);
            for (std::int64_t cycle = section.from; cycle <= section.to; ++cycle) {
                const Still still = stillAt(*structure, section, trace, cycle);
                for (std::size_t a = 0; a < structure->adders.size(); ++a) {
                    two += still.adds[a] && structure->adders[a].inputs == 2;
                    three += still.adds[a] && structure->adders[a].inputs == 3;
                }
                for (std::size_t i = 0; i < still.receivers.size(); ++i)
                    QCOMPARE(static_cast<std::int32_t>(still.receivers[i].size()), still.cycle->packets[i].receivers);
            }
        }
        QCOMPARE(two, outcome->counters.twoInputSums);
        QCOMPARE(three, outcome->counters.threeInputSums);
        QVERIFY(!structureOf(run, 6).ok());
    }

    void notOfASystolicArray() {
        const auto none =
            structureOf(stillRun("-DenseGEMM -M=4 -N=4 -K=16 -mem_ctrl=TPU_OS_DENSE -ms_rows=4 -ms_cols=4"));
        QVERIFY(!none.ok());
        QVERIFY(none.errorText().find("systolic") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(ModelFabricStillTest)
#include "model_fabric_still_test.moc"
