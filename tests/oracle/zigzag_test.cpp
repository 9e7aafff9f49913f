// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time by ports against latencies that ZigZag 3.8.5 printed for layers whose designs and mappings can be said here. Per
// case: what is the same, what differs and why. "latency_total0" is compute and stalls, before first and last tiles.

#include <QtTest>

#include "core/io/native.h"
#include "core/model/evaluator.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

struct Told {
    std::int64_t ideal = 0, withStalls = 0, withOnload = 0, all = 0;
};

std::optional<Told> told(const char* file, std::size_t layer) {
    const std::string path = std::string(LAPIDARY_SHARED_DIR "/reference/zigzag/") + file;
    const auto text = readTextFile(path);
    if (!text) return std::nullopt;
    const auto json = parseJson(*text, path);
    if (!json) return std::nullopt;
    const Json& layers = (*json)["layers"];
    if (layer >= layers.size()) return std::nullopt;
    const Json& own = layers[layer];
    const auto cycles = [&](const char* key) { return static_cast<std::int64_t>(own[key].real()); };
    return Told{cycles("ideal_temporal_cycle"), cycles("latency_total0"), cycles("latency_total1"),
                cycles("latency_total2")};
}

Port bits(const char* name, PortType type, double bandwidth, const std::vector<std::string>& serves = {}) {
    Port port{.name = name, .type = type, .bandwidth = Rate{bandwidth, true}, .least = {}, .serves = {}};
    for (const std::string& use : serves) port.serves.push_back(parsePortUse(use));
    return port;
}

Cost evaluate(const Problem& p, bool padding = false) {
    const Result<Evaluator> made = Evaluator::make(p.target, {.padding = padding, .time = Time::ports});
    if (!made.ok()) qFatal("%s", made.errorText().c_str());
    return made->evaluate(p.mapping);
}

/// A memory of 2,048 bits on three ports, one per tensor, above 8 x 8 registers of one sum for 8 lanes each.
ArchitectureSpec gemmDesign() {
    ArchitectureSpec design = ladder({"l1", "A 8x8", "reg", "B 8x1"});
    design.levels[0].wordBits = 8;
    design.levels[0].ports = {bits("rw1", PortType::readWrite, 2048, {"input"}),
                              bits("rw2", PortType::readWrite, 2048, {"weight"}),
                              bits("rw3", PortType::readWrite, 2048, {"output"})};
    return design;
}

/// 32 x 32 lanes with 128 bytes of weights and one sum each, 2 MB for the other tensors, 64 bits per cycle to the outside.
/// A register of one sum has no room for a second one; the weights use at most half of theirs.
ArchitectureSpec tpuDesign() {
    ArchitectureSpec design = ladder({"DRAM", "SRAM", "PE 32x32", "rfW", "rfO"});
    for (Level& level : design.levels) level.wordBits = 8;
    design.levels[0].ports = {bits("rw", PortType::readWrite, 64)};
    design.levels[1].ports = {bits("r", PortType::read, 2048), bits("w", PortType::write, 2048)};
    design.levels[2].ports = {bits("r", PortType::read, 8), bits("w", PortType::write, 8)};
    design.levels[3].ports = {
        bits("r1", PortType::read, 16, {"to_below"}), bits("r2", PortType::read, 16, {"to_above"}),
        bits("w1", PortType::write, 16, {"from_above"}), bits("w2", PortType::write, 16, {"from_below"})};
    design.levels[3].doubleBuffered = false;
    return design;
}

/// "s 3,k 16": a loop per line, outermost first.
std::string loopLines(const QString& loops) {
    std::string text;
    for (const QString& loop : loops.split(',')) {
        const QStringList words = loop.split(' ');
        text += "for " + words[0].toStdString() + " in 0.." + words[1].toStdString() + "\n";
    }
    return text;
}

/// Outside the weights' registers, outside those of the sums, inside both.
QString tpuNest(const QStringList& loops) {
    return QString::fromStdString("DRAM [W I O]\nSRAM [I O]\n" + loopLines(loops[0]) +
                                  "parFor k in 0..32 @PE.X\nparFor c in 0..32 @PE.Y\nrfW [W]\n" + loopLines(loops[1]) +
                                  "rfO [O]\n" + loopLines(loops[2]));
}

}  // namespace

class ZigzagTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() {
        if (!told("gemm_l1_lat.json", 0)) QSKIP("no reference data");
    }

    // 128^3 with every sum read from and written to l1 in every step: 4,095 of each beside the first and the last, through
    // one port in 4,096 cycles. The same: 4,094 cycles of stalls. ZigZag reads sums that aren't there yet, which is
    // rmw-first-update here. It charges one cycle for the last sum; we charge the first operands and sums, too, and both
    // ends of the register: a cycle each for l1 to reg, reg to the MACs, and back.
    void sumsThatPassOnePortBothWays() {
        const auto reference = told("gemm_l1_lat.json", 0);
        if (!reference) QSKIP("no reference data of this layer");
        const Problem p = problem("O[x,y] += W[y,z] * I[x,z]", "x=128,y=128,z=128", gemmDesign(),
                                  "l1 [W I O]\n"
                                  "  for x in 0..4\n    for y in 0..4\n      for z in 0..4\n        for x in 0..4\n"
                                  "          for z in 0..4\n            for y in 0..4\n"
                                  "              parFor x in 0..8 @A.X\n                parFor y in 0..8 @A.Y\n"
                                  "                  reg [O]\n                    parFor z in 0..8 @B.X\n"
                                  "rmw-first-update l1 [O]\n");
        const Cost cost = evaluate(p);
        QCOMPARE(cost.steps, reference->ideal);
        QCOMPARE(cost.steps + cost.stallCycles, reference->withStalls);
        QCOMPARE(reference->all, 8191);
        QCOMPARE(cost.onloadCycles, 2);
        QCOMPARE(cost.offloadCycles, 1);
        QCOMPARE(cost.cycles, 8193);
        QCOMPARE(cost.boundBy, std::string("l1.rw3"));
    }

    // The weights of 1,024 lanes take longer to come than they are used: e.g. 143 times 2,048 cycles in 784. The stalls are
    // the same to the cycle. The rest differs: ZigZag leaves the zeros of the padding out of the input (7 x 7 for 9 x 9) and
    // lets weights come over the DRAM's one port at the same time as the input; here, levels load one after the other and
    // the first step's operands take a cycle. Last tiles: 3,136 cycles for 512 x 49 outputs and one for each level below,
    // of which ZigZag counts one less.
    void weightsThatComeTooSlowly_data() {
        QTest::addColumn<int>("layer");
        QTest::addColumn<QString>("einsum");
        QTest::addColumn<QString>("bounds");
        QTest::addColumn<QStringList>("loops");  // above the weights' registers, above those of the sums, below them
        QTest::addColumn<qint64>("onload");
        QTest::newRow("layer4.0 conv2") << 17 << "O[k,p,q] += W[k,c,r,s] * I[c,p+r,q+s]"
                                        << "k=512,c=512,p=7,q=7,r=3,s=3"
                                        << QStringList{"s 3,r 3,k 16", "q 7,p 7", "c 16"}
                                        << qint64(512 * 81 / 8 + 16 * 1024 / 8 + 1);
        QTest::newRow("layer4.0 conv1") << 15 << "O[k,p,q] += W[k,c,r,s] * I[c,2*p+r,2*q+s]"
                                        << "k=512,c=256,p=7,q=7,r=3,s=3"
                                        << QStringList{"s 3,c 8", "k 16,q 7,p 7", "r 3"}
                                        << qint64(256 * 225 / 8 + 48 * 1024 / 8 + 1);
    }
    void weightsThatComeTooSlowly() {
        QFETCH(int, layer);
        QFETCH(QString, einsum);
        QFETCH(QString, bounds);
        QFETCH(QStringList, loops);
        QFETCH(qint64, onload);
        const auto reference = told("resnet18_tpu_lat.json", static_cast<std::size_t>(layer));
        if (!reference) QSKIP("no reference data of this layer");
        const Cost cost =
            evaluate(problem(einsum.toStdString(), bounds.toStdString(), tpuDesign(), tpuNest(loops).toStdString()));
        QCOMPARE(cost.steps, reference->ideal);
        QCOMPARE(cost.steps + cost.stallCycles, reference->withStalls);
        QCOMPARE(cost.boundBy, std::string("DRAM.rw"));
        QCOMPARE(cost.onloadCycles, onload);
        QCOMPARE(cost.offloadCycles, 3136 + 1 + 1);
        QCOMPARE(reference->all - reference->withOnload, 3136 + 1);
    }

    // Inputs take the memory's read port in every step, so that sums which come back have to wait. ZigZag reads a sum for
    // each of 4,704 tiles and lets the last step of all be used, too: 4,702. Nothing is read for a step after the last: 4,703
    // here if all sums are read; two of three are there yet: 3,136.
    void sumsThatComeBackBesideInputs() {
        const auto reference = told("resnet18_tpu_lat.json", 12);
        if (!reference) QSKIP("no reference data of this layer");
        const QString nest = tpuNest({"s 3,k 8", "q 14,p 14", "r 3,c 8"});
        const auto stalls = [&](const QString& text) {
            const Cost cost = evaluate(problem("O[k,p,q] += W[k,c,r,s] * I[c,p+r,q+s]", "k=256,c=256,p=14,q=14,r=3,s=3",
                                               tpuDesign(), text.toStdString()));
            if (cost.steps != reference->ideal || cost.boundBy != "SRAM.r") qFatal("another layer");
            return cost.stallCycles;
        };
        QCOMPARE(reference->withStalls - reference->ideal, 4702);
        QCOMPARE(stalls(nest + "rmw-first-update SRAM [O]\n"), 4703);
        QCOMPARE(stalls(nest), 3136);
    }

    // The first layer's sums are done in their registers: 3 x 32 lanes never wait. ZigZag keeps the output on the chip for
    // the next layer, so that its last tile is that of one lane; here it goes to the DRAM.
    void noStallsWhereSumsStayInPlace() {
        const auto reference = told("rn18y4_tpu_salsa.json", 0);
        if (!reference) QSKIP("no reference data of this layer");
        const Cost cost = evaluate(
            problem("O[k,p,q] += W[k,c,r,s] * I[c,2*p+r,2*q+s]", "k=64,c=3,p=112,q=112,r=7,s=7", tpuDesign(),
                    "DRAM [W I O]\n  SRAM [I O]\n    parFor k in 0..32 @PE.X\n      parFor c in 0..3 @PE.Y\n"
                    "        rfW [W]\n" +
                        loopLines("p 2,q 7,p 2,p 2,q 2,p 2,q 2,k 2,q 2,q 2,p 7") + "rfO [O]\n" + loopLines("s 7,r 7")));
        QCOMPARE(cost.steps, reference->ideal);
        QCOMPARE(cost.stallCycles, 0);
        QCOMPARE(reference->withStalls, reference->ideal);
    }
};

QTEST_APPLESS_MAIN(ZigzagTest)
#include "zigzag_test.moc"
