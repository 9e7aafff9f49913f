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
        trace.bucket = 4;
        EngineOptions options;
        options.trace = &trace;
        const auto outcome = simulate(tracedRun("-FC -M=1 -N=1 -K=2 -num_ms=8 -dn_bw=4 -rn_bw=4"), options);
        QVERIFY(outcome.ok());
        QCOMPARE(outcome->cycles, 11);
        QCOMPARE(trace.cycles.size(), std::size_t{10});
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
        QCOMPARE(trace.buckets.size(), std::size_t{3});
        QCOMPARE(trace.buckets[0].products, 2);
        QCOMPARE(trace.buckets[1].products, 2);
        QCOMPARE(trace.buckets[2].products, 1);
    }

    void sums() {
        const fabric::Run run =
            tracedRun("-CONV -R=3 -S=3 -C=4 -K=4 -X=8 -Y=8 -T_R=3 -T_S=3 -T_K=2 -num_ms=64 -dn_bw=8 -rn_bw=8");
        EngineTrace trace;
        trace.from = 1;
        trace.to = 1'000'000;
        EngineOptions options;
        options.trace = &trace;
        const auto outcome = simulate(run, options);
        QVERIFY(outcome.ok());
        QCOMPARE(outcome->cycles, simulate(run)->cycles);
        QCOMPARE(static_cast<std::int64_t>(trace.cycles.size()), outcome->cycles - 1);
        std::int64_t sends = 0, packets = 0, written = 0;
        for (const TracedCycle& cycle : trace.cycles) {
            sends += static_cast<std::int64_t>(cycle.multipliers.size());
            packets += static_cast<std::int64_t>(cycle.packets.size());
            written += static_cast<std::int64_t>(cycle.written.size());
        }
        const fabric::Counters& c = outcome->counters;
        QCOMPARE(sends, c.multiplications + c.psumForwards + c.zeroForwards);
        QCOMPARE(packets, c.packets);
        QCOMPARE(written, c.results);
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
