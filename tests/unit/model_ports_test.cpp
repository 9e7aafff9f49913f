// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Time by ports on small nests whose schedules are worked out by hand in each test (docs/models/time.md).

#include <QtTest>

#include <atomic>
#include <cstdlib>
#include <new>

#include "core/io/native.h"
#include "core/model/evaluator.h"
#include "core/model/explain/explain.h"
#include "core/model/port_plan.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {
std::atomic<std::int64_t> portTestAllocations{0};
}

void* operator new(std::size_t size) {
    ++portTestAllocations;
    if (void* memory = std::malloc(size)) return memory;
    throw std::bad_alloc();
}
void operator delete(void* memory) noexcept { std::free(memory); }
void operator delete(void* memory, std::size_t) noexcept { std::free(memory); }

namespace {

Semantics byPorts() { return {.time = Time::ports}; }

Cost evaluate(const Problem& p, const Semantics& semantics = byPorts()) {
    Result<Evaluator> made = Evaluator::make(p.target, semantics);
    if (!made.ok()) qFatal("%s", made.errorText().c_str());
    return made->evaluate(p.mapping);
}

/// Four rows of eight steps: A comes row by row, B stays, an element of Z is done with each row.
Problem rows(const ArchitectureSpec& design) {
    return problem("Z[m] += A[m,k] * B[k]", "m=4,k=8", design,
                   "DRAM [A B Z]\n  for m in 0..4\n    buf [A B Z]\n      for k in 0..8");
}

const PortCost& port(const Cost& cost, std::size_t level, const std::string& name) {
    for (const PortCost& own : cost.levels[level].ports)
        if (own.name == name) return own;
    qFatal("no port %s", name.c_str());
}

Port named(const char* name, PortType type, Rate bandwidth, const std::vector<std::string>& serves = {}) {
    Port result{.name = name, .type = type, .bandwidth = bandwidth, .least = {}, .serves = {}};
    for (const std::string& use : serves) result.serves.push_back(parsePortUse(use));
    return result;
}

}  // namespace

class ModelPortsTest : public QObject {
    Q_OBJECT

private slots:
    // Nothing is limited: 32 steps and not a cycle more.
    void withoutLimitsThereIsOnlyTheCompute() {
        const Cost cost = evaluate(rows(ladder({"DRAM", "buf"})));
        QCOMPARE(cost.cycles, 32);
        QCOMPARE(cost.stallCycles + cost.onloadCycles + cost.offloadCycles, 0);
        QCOMPARE(cost.boundBy, std::string("compute"));
    }

    // DRAM gives a word in two cycles. Row 0 of A and B, 16 words: cycles 0-32. Rows 1, 2, 3 arrive until 48, 64 and 80,
    // each of which is computed in the 8 cycles that follow: done at 88. Full overlap says 40 words * 2 = 80.
    void aSlowPortMakesEveryRowWait() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].bandwidth.read = 0.5;
        const Problem p = rows(design);
        const Cost cost = evaluate(p);
        QCOMPARE(cost.onloadCycles, 32);
        QCOMPARE(cost.stallCycles, 24);
        QCOMPARE(cost.offloadCycles, 0);
        QCOMPARE(cost.cycles, 88);
        QCOMPARE(cost.boundBy, std::string("DRAM.read"));
        QCOMPARE(port(cost, 0, "read").busyCycles, 80);
        QCOMPARE(port(cost, 0, "read").windowCycles, 24);
        QCOMPARE(cost.throughputUtilization, 32.0 / 88);
        QCOMPARE(evaluate(p, {}).cycles, 80);
    }

    // A row may take the place of the one in use as that one is used up: no step of k uses a word of A twice, so that one
    // buffer is as good as two.
    void withoutASecondBufferWordsGiveWayOneByOne() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].bandwidth.read = 0.5;
        design.levels[1].doubleBuffered = false;
        QCOMPARE(evaluate(rows(design)).cycles, 88);
    }

    // Z leaves at a word per four cycles. With a second buffer three elements have 24 cycles for 12, and the last one goes
    // after the end: 32 + 4. Without, an element is there to the last of its eight steps, so that each of three has a
    // window of one cycle: they wait 3 * 3 cycles.
    void resultsLeaveInTheirLastStepUnlessBufferedTwice_data() {
        QTest::addColumn<bool>("buffered");
        QTest::addColumn<int>("stall");
        QTest::newRow("two buffers") << true << 0;
        QTest::newRow("one buffer") << false << 9;
    }
    void resultsLeaveInTheirLastStepUnlessBufferedTwice() {
        QFETCH(bool, buffered);
        QFETCH(int, stall);
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].bandwidth.write = 0.25;
        design.levels[1].doubleBuffered = buffered;
        const Cost cost = evaluate(rows(design));
        QCOMPARE(cost.stallCycles, stall);
        QCOMPARE(cost.offloadCycles, 4);
        QCOMPARE(cost.cycles, 36 + stall);
        QCOMPARE(cost.boundBy, std::string(stall > 0 ? "DRAM.write" : "compute"));
    }

    // m = 7 in tiles of 3, 3 and 1, two steps each: 14 steps. A: 6 words before, 8 after; 2 cycles a word. B: 2 words.
    // The stays of the first two rows of tiles are 12 cycles: 16 - 12 = 4 cycles of stall; first tiles 8 * 2.
    void tailsHaveShorterTilesAndStays() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].bandwidth.read = 0.5;
        const Cost cost =
            evaluate(problem("Z[m] += A[m,k] * B[k]", "m=7,k=2", design,
                             "DRAM [A B Z]\n  for m in 0..3\n    buf [A B Z]\n      for m in 0..3 (last 1)\n"
                             "        for k in 0..2"));
        QCOMPARE(cost.steps, 14);
        QCOMPARE(port(cost, 0, "read").windowCycles, 12);
        QCOMPARE(cost.stallCycles, 4);
        QCOMPARE(cost.onloadCycles, 16);
        QCOMPARE(cost.cycles, 34);
    }

    // One port for everything at one word per cycle: per step A and B are read; Z is read in all but the first of eight
    // steps and written in all: 32 + 32 + 28 + 32 = 124. The first step's two reads come before, the last write after.
    void tensorsThatShareAPortQueue() {
        ArchitectureSpec design = ladder({"buf"});
        const auto p = [&] {
            return problem("Z[m] += A[m,k] * B[k]", "m=4,k=8", design,
                           "buf [A B Z]\n  for m in 0..4\n    for k in 0..8");
        };
        design.levels[0].ports = {named("one", PortType::readWrite, {1, false})};
        const Cost shared = evaluate(p());
        QCOMPARE(shared.onloadCycles, 2);
        QCOMPARE(shared.offloadCycles, 1);
        QCOMPARE(shared.stallCycles, 124 - 3 - 32);
        QCOMPARE(shared.boundBy, std::string("buf.one"));
        QCOMPARE(shared.cycles, 124);

        // Z on a port of its own: 28 reads and 31 + 1 writes: 59 - 32 cycles of stall; A and B: 62 - 31.
        design.levels[0].ports = {named("in", PortType::read, {1, false}, {"A", "B"}),
                                  named("out", PortType::readWrite, {1, false}, {"Z"})};
        const Cost apart = evaluate(p());
        QCOMPARE(port(apart, 0, "in").stallCycles, 31);
        QCOMPARE(port(apart, 0, "out").stallCycles, 27);
        QCOMPARE(apart.cycles, 32 + 31 + 2 + 1);

        // One port each: nothing waits within the steps.
        design.levels[0].ports = {
            named("a", PortType::read, {1, false}, {"A"}), named("b", PortType::read, {1, false}, {"B"}),
            named("zr", PortType::read, {1, false}, {"Z"}), named("zw", PortType::write, {1, false})};
        QCOMPARE(evaluate(p()).cycles, 32 + 1 + 1);
    }

    // A port of 64 bits moves rows of eight 16-bit words in two cycles, in one access of 128 bits in one. Rows of 5 words,
    // 80 bits, take two accesses of 64 bits too, but five of 16 bits, of which four fit a cycle.
    void transfersTakeWholeAccesses() {
        const PortLimit whole{.name = "p", .most = 64, .least = 64, .inBits = true};
        QCOMPARE(whole.load(32, 4, 16), 512.0);
        QCOMPARE(whole.load(20, 4, 16), 512.0);
        const PortLimit lanes{.name = "p", .most = 64, .least = 16, .inBits = true};
        QCOMPARE(lanes.load(20, 4, 16), 320.0);
        const PortLimit wide{.name = "p", .most = 128, .least = 128, .inBits = true};
        QCOMPARE(wide.load(32, 4, 16), 512.0);
        // Seven words in three transfers: 2, 2 and 3 words.
        const PortLimit narrow{.name = "p", .most = 2, .least = 2, .inBits = false};
        QCOMPARE(narrow.load(7, 3, 16), 8.0);
        // No more transfers than words.
        QCOMPARE(narrow.load(3, 100, 16), 6.0);
        QCOMPARE(narrow.load(0, 5, 16), 0.0);
    }

    void partitionsHavePortsOfTheirOwn() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        for (const char* tensor : {"A", "B", "Z"}) design.levels[1].partitions[tensor] = {};
        design.levels[1].partitions["A"].bandwidth.read = 0.5;
        const Cost cost = evaluate(rows(design));
        // A is read in every step, two cycles each: the first before, 31 in 31 cycles.
        QCOMPARE(port(cost, 1, "A.read").stallCycles, 62 - 31);
        QCOMPARE(cost.boundBy, std::string("buf.A.read"));
        QCOMPARE(cost.cycles, 32 + 31 + 2);
    }

    void aPassageWithoutAPortIsRefused() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].ports = {named("r", PortType::read, {1, false})};
        const Problem p = rows(design);
        const Result<Evaluator> made = Evaluator::make(p.target, byPorts());
        QVERIFY(!made.ok());
        QCOMPARE(made.errorText(), std::string("error: DRAM: none of its ports serves Z.from_below; add "
                                               "\"output.from_below\" to what one of them serves"));
        QVERIFY(Evaluator::make(p.target, {}).ok());  // full overlap looks at no ports, and says so
        const Cost cost = evaluate(p, {});
        QVERIFY(std::ranges::find(cost.notes, "full overlap: listed ports are not looked at: DRAM") !=
                cost.notes.end());
    }

    void theScoreIsTheCostAndAllocatesNothing() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].bandwidth = {0.5, 0.25, 1.5};
        design.levels[1].doubleBuffered = false;
        const Problem p = rows(design);
        const Evaluator evaluator = *Evaluator::make(p.target, byPorts());
        const Evaluator::ScratchPtr scratch = evaluator.makeScratch();
        QCOMPARE(evaluator.score(p.mapping, *scratch).cycles, evaluator.evaluate(p.mapping).cycles);
        const std::int64_t before = portTestAllocations;
        const Score score = evaluator.score(p.mapping, *scratch);
        QCOMPARE(portTestAllocations.load(), before);
        QVERIFY(score.valid());
    }

    void cyclesAreExplained() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].bandwidth.read = 0.5;
        const Problem p = rows(design);
        Result<Explainer> explainer = Explainer::make(p.target, p.mapping, byPorts());
        QVERIFY(explainer.ok());
        const Result<Derivation> derivation = explainer->explain({.kind = CostFigure::cycles});
        QVERIFY2(derivation.ok(), derivation.errorText().c_str());
        QCOMPARE(std::get<std::int64_t>(derivation->value()), 88);
        QCOMPARE(derivation->verdict, std::string("bound by DRAM.read"));
        QVERIFY(derivation->reference.starts_with("Mei et al., DATE 2022"));
        const Expression& sum = derivation->expression;
        QCOMPARE(sum.operands.size(), std::size_t{3});
        QCOMPARE(sum.operands[1].label, std::string("waiting for DRAM.read"));
        QCOMPARE(std::get<std::int64_t>(evaluate(sum.operands[1])), 24);
    }

    void theFileSaysWhatEachPortCosts() {
        ArchitectureSpec design = ladder({"DRAM", "buf"});
        design.levels[0].bandwidth.read = 0.5;
        const Problem p = rows(design);
        const Json json = costToJson(evaluate(p), *p.target);
        QCOMPARE(json["stall_cycles"].integer(), 24);
        QCOMPARE(json["onload_cycles"].integer(), 32);
        QCOMPARE(json["offload_cycles"].integer(), 0);
        QCOMPARE(json["semantics"]["time"].text(), std::string("ports"));
        const Json& row = json["levels"][0]["ports"][0];
        QCOMPARE(row["name"].text(), std::string("read"));
        QCOMPARE(row["busy_cycles"].integer(), 80);
        QVERIFY(costToJson(evaluate(p, {}), *p.target)["stall_cycles"].isNull());
    }
};

QTEST_APPLESS_MAIN(ModelPortsTest)
#include "model_ports_test.moc"
