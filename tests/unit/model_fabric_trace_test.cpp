// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The trace of a fabric run: one small product by hand, sums that agree with the counters, and stopping.
#include <QtTest>

#include "core/io/stonne/arguments.h"

using namespace lapidary;
using namespace lapidary::fabric;

namespace {

fabric::Run tracedRun(const char* line) { return stonne::readArguments(line)->run; }

}  // namespace

class ModelFabricTraceTest : public QObject {
    Q_OBJECT
private slots:
    /// One output of two products, one at a time, the partial sum through memory: two weights (cycles 1 and 2), two inputs
    /// (3, 4), products a cycle later; adder, bus and memory take one each, so that the first sum is on the bus in cycle 6, goes
    /// back in 7, is passed on in 8, and what it becomes is on the bus in 10 and in memory in 11 = 5 K + 1. The psum
    /// multiplier (0) sends a zero at first and after the output.
    void byHand() {
        EngineTrace trace;
        trace.from = 1;
        trace.to = 100;
        trace.timeline.emplace(3);
        EngineOptions options;
        options.trace = &trace;
        const auto outcome = simulate(tracedRun("-FC -M=1 -N=1 -K=2 -num_ms=8 -dn_bw=4 -rn_bw=4"), options);
        QVERIFY(outcome.ok());
        QCOMPARE(outcome->cycles, 11);
        QCOMPARE(trace.cycles.size(), std::size_t{11});
        std::string sends, packets, written;
        for (const TracedCycle& cycle : trace.cycles) {
            for (const std::int32_t m : cycle.multipliers)
                sends += std::to_string(cycle.cycle) + ":" + std::to_string(m) + " ";
            for (const TracedPacket& packet : cycle.packets)
                packets += std::to_string(cycle.cycle) + ":" + "wip"[static_cast<int>(packet.kind)] +
                           std::to_string(packet.firstReceiver) + " ";
            for (std::size_t i = 0; i < cycle.written.size(); ++i) written += std::to_string(cycle.cycle) + " ";
        }
        QCOMPARE(sends, std::string("1:0 4:1 5:1 8:0 9:0 "));
        QCOMPARE(packets, std::string("1:w1 2:w1 3:i1 4:i1 7:p0 "));
        QCOMPARE(written, std::string("6 10 "));
        QCOMPARE(keyOf(trace.cycles[1].activity), std::string_view("weights"));
        QCOMPARE(keyOf(trace.cycles[2].activity), std::string_view("operands"));
        QCOMPARE(keyOf(trace.cycles[5].activity), std::string_view("results"));
        QCOMPARE(trace.timeline->width(), 4);
        QCOMPARE(trace.timeline->bins().size(), std::size_t{3});
        QCOMPARE(trace.timeline->bins()[0].products, 2);
        QCOMPARE(trace.timeline->bins()[1].products, 2);
        QCOMPARE(trace.timeline->bins()[2].products, 1);
        QCOMPARE(trace.timeline->cycles(), 11);
        QCOMPARE(trace.sections.size(), std::size_t{1});
        QCOMPARE(trace.sections[0].neurons[0].size, 2);
    }

    /// 2 x 2 outputs of two products: 1 cycle of configuration, products (0, 0) in 2 and 3, (0, 1) and (1, 0) in 3 and 4,
    /// (1, 1) in 4 and 5; accumulator and bus take one each, so that results are on the bus in 5, 6, 6, 7; memory takes half
    /// of what waits: one each in 6, 7, 8, 9.
    void systolicByHand() {
        EngineTrace trace;
        trace.to = 100;
        EngineOptions options;
        options.trace = &trace;
        const auto outcome = simulate(
            tracedRun("-DenseGEMM -M=2 -N=2 -K=2 -T_M=2 -T_N=2 -T_K=1 -ms_rows=4 -ms_cols=4 -dn_bw=8 -rn_bw=16 "
                      "-accumulation_buffer=1 -rn_type=TEMPORALRN -mn_type=OS_MESH -mem_ctrl=TPU_OS_DENSE"),
            options);
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.diagnostics().front().message.c_str());
        QCOMPARE(outcome->cycles, 9);
        std::string sends, packets, written, waiting;
        for (const TracedCycle& cycle : trace.cycles) {
            for (const std::int32_t m : cycle.multipliers)
                sends += std::to_string(cycle.cycle) + ":" + std::to_string(m) + " ";
            for (const TracedPacket& packet : cycle.packets)
                packets += std::to_string(packet.port) + "wip"[static_cast<int>(packet.kind)] +
                           std::to_string(packet.firstReceiver) + " ";
            for (const std::int32_t neuron : cycle.written)
                written += std::to_string(cycle.cycle) + ":" + std::to_string(neuron) + " ";
            waiting += std::to_string(cycle.waiting);
        }
        QCOMPARE(sends, std::string("2:0 3:0 3:1 3:4 4:1 4:4 4:5 5:5 "));
        QCOMPARE(packets, std::string("0i0 1i4 4w0 5w1 0i0 1i4 4w0 5w1 "));
        QCOMPARE(written, std::string("5:0 6:1 6:2 7:3 "));
        QCOMPARE(waiting, std::string("000012210"));
        QCOMPARE(keyOf(trace.cycles[0].activity), std::string_view("configuration"));
        QCOMPARE(keyOf(trace.cycles[6].activity), std::string_view("results"));
    }

    void sums_data() {
        QTest::addColumn<QString>("line");
        QTest::newRow("MAERI, links") << "-CONV -R=3 -S=3 -C=4 -K=4 -X=8 -Y=8 -T_R=3 -T_S=3 -T_K=2 -num_ms=64 -dn_bw=8 "
                                         "-rn_bw=8";
        QTest::newRow("MAERI, many equal tiles") << "-FC -M=2 -N=40 -K=24 -T_N=2 -T_K=5 -num_ms=16 -dn_bw=4 -rn_bw=4";
        QTest::newRow("SIGMA, several rounds") << "-SparseGEMM -M=7 -N=9 -K=20 -num_ms=16 -dn_bw=4 -rn_bw=4";
        QTest::newRow("SIGMA, convolution in groups")
            << "-CONV -R=3 -S=3 -C=4 -K=4 -G=2 -X=6 -Y=6 -num_ms=16 -dn_bw=4 -rn_bw=4 -mem_ctrl=SIGMA_SPARSE_GEMM";
        const QString mesh =
            " -ms_rows=4 -ms_cols=4 -dn_bw=8 -accumulation_buffer=1 -rn_type=TEMPORALRN -mn_type=OS_MESH "
            "-mem_ctrl=TPU_OS_DENSE";
        QTest::newRow("TPU") << "-DenseGEMM -M=10 -N=13 -K=11 -T_M=4 -T_N=3 -T_K=1 -rn_bw=16" + mesh;
        QTest::newRow("TPU, short sums") << "-DenseGEMM -M=10 -N=13 -K=2 -T_M=4 -T_N=4 -T_K=1 -rn_bw=16" + mesh;
        QTest::newRow("TPU, few lines") << "-DenseGEMM -M=9 -N=6 -K=5 -T_M=4 -T_N=4 -T_K=1 -rn_bw=2" + mesh;
        QTest::newRow("TPU, convolution in groups") << "-CONV -R=3 -S=3 -C=4 -K=4 -G=2 -X=6 -Y=6 -rn_bw=16" + mesh;
    }
    /// Every cycle once, in order; what it shows adds up to what was counted; windows and bins are parts of it.
    void sums() {
        QFETCH(QString, line);
        const fabric::Run run = tracedRun(line.toUtf8().constData());
        EngineTrace trace;
        trace.to = 1'000'000;
        trace.timeline.emplace(1'000'000);
        EngineOptions options;
        options.trace = &trace;
        options.skipEqualTiles = false;
        const auto outcome = simulate(run, options);
        QVERIFY2(outcome.ok(), outcome.ok() ? "" : outcome.diagnostics().front().message.c_str());
        QCOMPARE(outcome->cycles, simulate(run)->cycles);
        QCOMPARE(static_cast<std::int64_t>(trace.cycles.size()), outcome->cycles);
        QCOMPARE(trace.timeline->cycles(), outcome->cycles);
        std::int64_t sends = 0, packets = 0, written = 0;
        for (std::size_t i = 0; i < trace.cycles.size(); ++i) {
            const TracedCycle& cycle = trace.cycles[i];
            QCOMPARE(cycle.cycle, static_cast<std::int64_t>(i) + 1);
            QCOMPARE(trace.timeline->bins()[i].products, static_cast<std::int64_t>(cycle.multipliers.size()));
            QCOMPARE(trace.timeline->bins()[i].of(cycle.activity), 1);
            sends += static_cast<std::int64_t>(cycle.multipliers.size());
            packets += static_cast<std::int64_t>(cycle.packets.size());
            written += static_cast<std::int64_t>(cycle.written.size());
        }
        const fabric::Counters& c = outcome->counters;
        QCOMPARE(sends, c.multiplications + c.psumForwards + c.zeroForwards);
        if (run.hardware.controller != Controller::systolic) QCOMPARE(packets, c.packets);
        QCOMPARE(written, c.results);
        sections(trace);
        window(run, trace);
        bins(run, trace);
    }

private:
    /// One behind the other, and neurons of each write what it counts.
    static void sections(const EngineTrace& trace) {
        std::int64_t next = 1;
        for (const TracedSection& section : trace.sections) {
            QCOMPARE(section.from, next);
            next = section.to + 1;
            for (std::int64_t cycle = section.from; cycle <= section.to; ++cycle)
                for (const std::int32_t neuron : trace.cycles[static_cast<std::size_t>(cycle - 1)].written)
                    QVERIFY(static_cast<std::size_t>(neuron) < section.neurons.size());
        }
        QCOMPARE(next, static_cast<std::int64_t>(trace.cycles.size()) + 1);
    }
    static void window(const fabric::Run& run, const EngineTrace& whole) {
        const auto cycles = static_cast<std::int64_t>(whole.cycles.size());
        EngineTrace part;
        part.from = 2 * cycles / 3;
        part.to = part.from + 40;
        EngineOptions options;
        options.trace = &part;
        QVERIFY(simulate(run, options).ok());
        QCOMPARE(static_cast<std::int64_t>(part.cycles.size()), std::min<std::int64_t>(41, cycles - part.from + 1));
        for (std::size_t i = 0; i < part.cycles.size(); ++i) {
            const TracedCycle& expected = whole.cycles[static_cast<std::size_t>(part.from - 1) + i];
            const TracedCycle& found = part.cycles[i];
            QCOMPARE(found.cycle, expected.cycle);
            QVERIFY(found.packets == expected.packets && found.multipliers == expected.multipliers);
            QVERIFY(found.written == expected.written && found.waiting == expected.waiting);
        }
    }
    static void bins(const fabric::Run& run, const EngineTrace& whole) {
        for (const std::size_t most : {1, 7, 64}) {
            EngineTrace binned;
            binned.timeline.emplace(most);
            EngineOptions options;
            options.trace = &binned;
            QVERIFY(simulate(run, options).ok());
            QVERIFY(binned.timeline->bins().size() <= most);
            QCOMPARE(binned.timeline->cycles(), whole.timeline->cycles());
            for (std::size_t i = 0; i < binned.timeline->bins().size(); ++i) {
                Timeline::Bin expected;
                const std::int64_t from = static_cast<std::int64_t>(i) * binned.timeline->width();
                for (std::int64_t c = from; c < std::min(from + binned.timeline->width(), binned.timeline->cycles());
                     ++c)
                    expected += whole.timeline->bins()[static_cast<std::size_t>(c)];
                QVERIFY(binned.timeline->bins()[i] == expected);
            }
        }
    }

private slots:
    /// A fully connected layer of 188,747,776 cycles: what 4096 equal tiles do is added, and a window at the end found.
    void longRun() {
        const fabric::Run run = tracedRun("-FC -M=1 -N=4096 -K=9216 -num_ms=128 -dn_bw=64 -rn_bw=64");
        EngineTrace trace;
        trace.from = 188'747'776;
        trace.to = trace.from + 10;
        trace.timeline.emplace(256);
        EngineOptions options;
        options.trace = &trace;
        const auto outcome = simulate(run, options);
        QCOMPARE(outcome->cycles, 188'747'776);
        QVERIFY(outcome->steppedCycles < 1'000'000);
        QCOMPARE(trace.cycles.size(), std::size_t{1});
        QCOMPARE(trace.timeline->total().products,
                 outcome->counters.multiplications + outcome->counters.psumForwards + outcome->counters.zeroForwards);
        QCOMPARE(trace.timeline->total().cycles(), outcome->cycles);
    }

    void stops() {
        Job job;
        job.requestStop();
        EngineOptions options;
        options.job = &job;
        options.skipEqualTiles = false;
        const auto outcome = simulate(tracedRun("-FC -M=1 -N=1000 -K=4096 -num_ms=128"), options);
        QVERIFY(outcome.ok());
        QCOMPARE(outcome->cycles, 0);
    }
};

QTEST_APPLESS_MAIN(ModelFabricTraceTest)
#include "model_fabric_trace_test.moc"
