// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The literal simulator against figures worked out by hand; the arithmetic stands beside each.

#include <QtTest>

#include <algorithm>

#include "core/model/brute_force/literal.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Cost simulate(const Problem& p, const Semantics& semantics = {}) {
    return simulateLiterally(p.mapping, *p.target, semantics);
}

constexpr const char* kConv1d = "O[p] += W[r] * I[p+r]";
constexpr const char* kConv1dChannels = "O[k,p] += W[k,r] * I[p+r]";

/// The same problem with `before` zeros before `data` elements of I.
Problem withPadding(const Problem& p, std::int64_t before, std::int64_t data) {
    std::vector<Tensor> tensors = p.target->workload.tensors();
    Rank& rank = tensors[static_cast<std::size_t>(p.target->workload.findTensor("I"))].ranks[0];
    rank.paddingBefore = before;
    rank.dataExtent = data;
    const Workload workload = Workload::make("padded", p.target->workload.dimensions(), tensors).value();
    return {Target::make(workload, p.target->architecture).value(), p.mapping};
}

/// With an energy per hop on every network.
ArchitectureSpec meshes(const std::vector<std::string>& parts) {
    ArchitectureSpec design = ladder(parts);
    for (Fanout& fanout : design.fanouts) fanout.hopEnergy.value = 0.1;
    return design;
}

/// What a network carries of a tensor: "12 words, 24 deliveries, 12 hops".
QString carried(const Cost& cost, const Problem& p, std::string_view network, std::string_view tensor) {
    const auto n = static_cast<std::size_t>(p.target->architecture.findFanout(network));
    const auto t = static_cast<std::size_t>(p.target->workload.findTensor(tensor));
    const NetworkTraffic& own = cost.networks[n].tensors[t];
    return QString("%1 words, %2 deliveries, %3 hops").arg(own.words).arg(own.deliveries).arg(own.hops);
}

}  // namespace

class ModelLiteralTest : public QObject {
    Q_OBJECT

private slots:
    // 16 * 3 MACs read a weight and an input each and update an output; 16 outputs are touched for the first time.
    void oneMemoryReadsBackAllButFirstTouches() {
        const Problem p =
            problem(kConv1d, "p=16,r=3", ladder({"MEM"}), "MEM [O W I]\n  for p in 0..16\n    for r in 0..3");
        const Cost cost = simulate(p);
        QCOMPARE(at(cost, *p.target, "MEM", "W").reads, 48);
        QCOMPARE(at(cost, *p.target, "MEM", "I").reads, 48);
        QCOMPARE(at(cost, *p.target, "MEM", "O").updates, 48);
        QCOMPARE(at(cost, *p.target, "MEM", "O").reads, 32);
        for (const char* tensor : {"W", "I", "O"}) QCOMPARE(at(cost, *p.target, "MEM", tensor).fills, 0);
        QCOMPARE(cost.macs, 48);
        QCOMPARE(cost.steps, 48);
    }

    // For each of 32 k: 3 inputs, then 15 more one by one.
    void windowStartsAgainForEveryChannel() {
        const Problem p =
            problem(kConv1dChannels, "k=32,p=16,r=3", ladder({"DRAM", "BUF"}),
                    "DRAM [O W I]\n  for k in 0..32\n    for p in 0..16\n      BUF [O W I]\n        for r in 0..3");
        const Cost cost = simulate(p);
        QCOMPARE(at(cost, *p.target, "BUF", "I").fills, 32 * (3 + 15));
        QCOMPARE(at(cost, *p.target, "BUF", "W").fills, 32 * 3);
        QCOMPARE(at(cost, *p.target, "BUF", "O").drains, 32 * 16);
        QCOMPARE(at(cost, *p.target, "DRAM", "I").reads, 32 * (3 + 15));
        QCOMPARE(at(cost, *p.target, "BUF", "I").tile, 3);
    }

    // The window moves by one over all p; the channel loop inside doesn't touch it: 16 + 3 - 1.
    void windowSeesThroughAnIrrelevantLoop() {
        const Problem p =
            problem(kConv1dChannels, "k=32,p=16,r=3", ladder({"DRAM", "BUF"}),
                    "DRAM [O W I]\n  for p in 0..16\n    for k in 0..32\n      BUF [O W I]\n        for r in 0..3");
        QCOMPARE(at(simulate(p), *p.target, "BUF", "I").fills, 18);
        QCOMPARE(at(simulate(p, exactReferenceSemantics()), *p.target, "BUF", "I").fills, 18);
        QCOMPARE(at(simulate(p), *p.target, "BUF", "W").fills, 16 * 32 * 3);
    }

    // 3 x 3 MACs in one step need inputs 0..4; each one reads its own without multicast.
    void diagonalsOfAnArrayShareInputs() {
        const Problem p = problem(kConv1d, "p=3,r=3", ladder({"BUF", "PE 3x3"}),
                                  "BUF [O W I]\n  parFor r in 0..3 @PE.X\n    parFor p in 0..3 @PE.Y");
        const Cost cost = simulate(p);
        QCOMPARE(cost.steps, 1);
        QCOMPARE(at(cost, *p.target, "BUF", "I").reads, 5);
        QCOMPARE(at(cost, *p.target, "BUF", "W").reads, 3);
        QCOMPARE(at(cost, *p.target, "BUF", "O").updates, 3);
        QCOMPARE(at(cost, *p.target, "BUF", "O").spatialReductions, 6);
        QCOMPARE(at(simulate(p, {.multicast = Multicast::none}), *p.target, "BUF", "I").reads, 9);
    }

    // Lanes with inputs 0-2, 1-3, 2-4: all different tiles, so 'equal' reads 9 words, 'distinct' 5.
    void overlappingHalosShareOnlyUnderDistinct() {
        const Problem p = problem(kConv1d, "p=3,r=3", ladder({"BUF", "PE 3x1", "RF"}),
                                  "BUF [O W I]\n  parFor p in 0..3 @PE.X\n    RF [I]\n      for r in 0..3");
        QCOMPARE(at(simulate(p), *p.target, "BUF", "I").reads, 9);
        const Cost distinct = simulate(p, {.multicast = Multicast::distinct});
        QCOMPARE(at(distinct, *p.target, "BUF", "I").reads, 5);
        const std::map<std::int64_t, std::int64_t> groups{{1, 2}, {2, 2}, {3, 1}};
        QCOMPARE(at(distinct, *p.target, "RF", "I").multicast, groups);
        QCOMPARE(at(distinct, *p.target, "RF", "I").fills, 9);
    }

    // The weights move once per outer p step whatever the split of c: 12 * 20 * 4, c = ((3 - 1) * 4 + 2) * 2.
    void imperfectSplitReadsEveryWeightOncePerPass() {
        const char* einsum = "O[k,p] += W[k,c] * I[c,p]";
        const Problem a = problem(einsum, "k=12,c=20,p=8", ladder({"DRAM", "BUF"}),
                                  "DRAM [O W I]\n  for p in 0..4\n    for c in 0..3\n      BUF [O W I]\n"
                                  "        for c in 0..4 (last 2)\n          for c in 0..2\n            for k in "
                                  "0..12\n              for p in 0..2");
        const Problem b = problem(
            einsum, "k=12,c=20,p=8", ladder({"DRAM", "BUF"}),
            "DRAM [O W I]\n  for p in 0..4\n    for c in 0..3\n      for c in 0..4 (last 2)\n        BUF [O W I]\n"
            "          for c in 0..2\n            for k in 0..12\n              for p in 0..2");
        QCOMPARE(at(simulate(a), *a.target, "DRAM", "W").reads, 12 * 20 * 4);
        QCOMPARE(at(simulate(b), *b.target, "DRAM", "W").reads, 12 * 20 * 4);
    }

    // 8 over 6 lanes: 6, then 2; with 8 x 8 other steps 512 MACs in 2 * 64 steps, 8 of 12 lane-steps used.
    void tailOfLanesIsNotPadded() {
        const Problem p = problem("Z[m,n] += A[m,k] * B[k,n]", "m=8,n=8,k=8", ladder({"MEM", "PE 6x1"}),
                                  "MEM [A B Z]\n  for m in 0..8\n    for k in 0..8\n      for n in 0..2\n"
                                  "        parFor n in 0..6 (last 2) @PE.X");
        const Cost cost = simulate(p);
        QCOMPARE(cost.macs, 512);
        QCOMPARE(cost.computes, 512);
        QCOMPARE(cost.steps, 2 * 64);
        QCOMPARE(cost.utilization, 8.0 / 12.0);
        QCOMPARE(at(cost, *p.target, "MEM", "B").reads, 512);
    }

    // Ruby, Figs. 4 and 5: 100 over six lanes.
    void toyOfTwentyStepsUsesFiveOfSixLanes() {
        const Problem p = problem("A[d]", "d=100", ladder({"DRAM", "GLB", "PE 6x1"}),
                                  "DRAM [A]\n  GLB [A]\n    for d in 0..20\n      parFor d in 0..5 @PE.X");
        const Cost cost = simulate(p);
        QCOMPARE(cost.steps, 20);
        QCOMPARE(cost.networks.front().usedX, 5);
        QCOMPARE(cost.utilization, 100.0 / (20 * 6));
    }

    void toyWithTailTakesSeventeenSteps() {
        const Problem p = problem("A[d]", "d=100", ladder({"DRAM", "GLB", "PE 6x1"}),
                                  "DRAM [A]\n  GLB [A]\n    for d in 0..17\n      parFor d in 0..6 (last 4) @PE.X");
        const Cost cost = simulate(p);
        QCOMPARE(cost.steps, 17);
        QCOMPARE(cost.macs, 100);
        QVERIFY(qAbs(100 * cost.utilization - 98.04) < 0.005);
        QCOMPARE(at(cost, *p.target, "GLB", "A").reads, 100);
        QCOMPARE(at(cost, *p.target, "DRAM", "A").reads, 100);
    }

    // k outside: each of 4 outputs comes back 2 times, is sent up 3 times and merges with nothing.
    void partialSumsComeBackForEveryPass() {
        const Problem p =
            problem("Z[m] += A[m,k] * B[k]", "m=4,k=6", ladder({"DRAM", "BUF"}),
                    "DRAM [A B Z]\n  for k in 0..3\n    for m in 0..4\n      BUF [Z]\n        for k in 0..2");
        const Cost cost = simulate(p);
        const TensorCost& outer = at(cost, *p.target, "DRAM", "Z");
        const TensorCost& inner = at(cost, *p.target, "BUF", "Z");
        QCOMPARE(inner.updates, 24);
        QCOMPARE(inner.reads, 24 - 4);
        QCOMPARE(inner.fills, 12 - 4);
        QCOMPARE(inner.drains, 12);
        QCOMPARE(outer.updates, 12);
        QCOMPARE(outer.refetchReads, 12 - 4);
        QCOMPARE(outer.fills, 0);
        QCOMPARE(at(simulate(p, {.drainRead = true}), *p.target, "BUF", "Z").reads, 24 - 4 + 12);
    }

    // Stride 2, one filter tap: inputs 0, 2, 4; the box around them has 5.
    void boxCountsTheGapsOfAStride() {
        const Problem p = problem("O[p] += W[r] * I[2p+r]", "p=3,r=1", ladder({"DRAM", "BUF"}),
                                  "DRAM [O W I]\n  BUF [O W I]\n    for p in 0..3");
        QCOMPARE(at(simulate(p), *p.target, "BUF", "I").fills, 3);
        QCOMPARE(at(simulate(p, {.halo = Halo::box}), *p.target, "BUF", "I").fills, 5);
    }

    // Data 4 in zeros of 1, filter 3: windows 0-1, 0-2, 1-3, 2-3. The first and the last tap of all are zeros.
    void zerosOfThePaddingAreNoWords() {
        const Problem p = withPadding(problem(kConv1d, "p=4,r=3", ladder({"DRAM", "BUF"}),
                                              "DRAM [O W I]\n  for p in 0..4\n    BUF [O W I]\n      for r in 0..3"),
                                      1, 4);
        QCOMPARE(at(simulate(p), *p.target, "BUF", "I").fills, 6);
        const Cost cost = simulate(p, {.padding = true});
        QCOMPARE(at(cost, *p.target, "BUF", "I").fills, 4);
        QCOMPARE(at(cost, *p.target, "BUF", "I").tile, 3);
        QCOMPARE(at(cost, *p.target, "BUF", "I").reads, 4 * 3 - 2);
        QCOMPARE(cost.macs, 12);
    }

    // Data 2 in zeros of 2, filter 5: every lane of three wants both words and nothing else; one read serves all.
    void zerosMakeTilesOfNeighboursEqual() {
        const Problem p = withPadding(problem(kConv1d, "p=3,r=5", ladder({"BUF", "PE 3x1", "RF"}),
                                              "BUF [O W I]\n  parFor p in 0..3 @PE.X\n    RF [I]\n      for r in 0..5"),
                                      2, 2);
        QCOMPARE(at(simulate(p), *p.target, "BUF", "I").reads, 15);
        const Cost cost = simulate(p, {.padding = true});
        QCOMPARE(at(cost, *p.target, "BUF", "I").reads, 2);
        const std::map<std::int64_t, std::int64_t> groups{{3, 2}};
        QCOMPARE(at(cost, *p.target, "RF", "I").multicast, groups);
    }

    // p turns back for every c: under one-axis the moves are +1 (first: allowed), -2 (differs: dropped), +1, +1 ...
    // words of I per c: 3 + 1 + 1, then the way back to the start (other c, all new) counts 3 anyway.
    void oneAxisForgetsAfterATurn() {
        const Problem p =
            problem("O[p] += W[r,k] * I[p+r]", "p=3,r=3,k=2", ladder({"DRAM", "BUF"}),
                    "DRAM [O W I]\n  for k in 0..2\n    for p in 0..3\n      BUF [I]\n        for r in 0..3");
        // set: 3 + 1 + 1, back by two (one word stays): 2, then 1 + 1
        QCOMPARE(at(simulate(p), *p.target, "BUF", "I").fills, 9);
        // one-axis: 3 + 1 + 1, back: all 3 new, then 1 (accepted after the drop) + 1
        QCOMPARE(at(simulate(p, exactReferenceSemantics()), *p.target, "BUF", "I").fills, 10);
    }

    // Lanes 0..3 share each weight; the tail step of m has one lane less.
    void groupSizesFollowTheTails() {
        const Problem p = problem(
            "Z[m,n] += A[m,k] * B[k,n]", "m=7,n=2,k=1", ladder({"GLB", "PE 4x1", "RF"}),
            "GLB [A B Z]\n  for m in 0..2\n    for n in 0..2\n      parFor m in 0..4 (last 3) @PE.X\n        RF [B]");
        const Cost cost = simulate(p);
        const std::map<std::int64_t, std::int64_t> groups{{4, 2}, {3, 2}};
        QCOMPARE(at(cost, *p.target, "RF", "B").multicast, groups);
        QCOMPARE(at(cost, *p.target, "GLB", "B").reads, 4);
        QCOMPARE(at(cost, *p.target, "RF", "B").fills, 14);
    }

    // 7 lanes of 3 words each, 4 words a block: 7 * ceil(3 / 4), not ceil(21 / 4).
    void blocksAreRoundedUpPerInstance() {
        ArchitectureSpec design = ladder({"GLB", "PE 7x1", "RF"});
        design.levels[1].block = 4;
        design.levels[0].bandwidth.read = 2;
        design.levels[0].energy.read.value = 5;
        const Problem p = problem("Z[m] += A[m,k] * B[k]", "m=7,k=3", design,
                                  "GLB [A B Z]\n  parFor m in 0..7 @PE.X\n    RF [A]\n      for k in 0..3");
        const Cost cost = simulate(p);
        QCOMPARE(at(cost, *p.target, "RF", "A").fillAccesses, 7);
        QCOMPARE(at(cost, *p.target, "RF", "A").readAccesses, 7);
        // GLB reads 21 A, 3 B (one per step for all lanes), 7 * 3 updates of which 7 * 2 read back: 38 words, 2 a cycle.
        QCOMPARE(cost.levels[0].readWords, 21 + 3 + 14);
        QCOMPARE(cost.cycles, 19);
        QCOMPARE(cost.boundBy, std::string("GLB"));
        QCOMPARE(at(cost, *p.target, "GLB", "A").energyPj.value(), 5.0 * 21);
        QVERIFY(std::any_of(cost.notes.begin(), cost.notes.end(),
                            [](const std::string& note) { return note.starts_with("no energy data: GLB, RF"); }));
    }

    // m on three columns, n on two rows below each; a row is half a hop from the port of its column. Per step of k: A has a
    // word per column, for both of its rows; B one per row, for all columns, so it enters three columns. Z leaves once.
    void wordsTravelThroughNestedNetworks() {
        const Problem p =
            problem("Z[m,n] += A[m,k] * B[k,n]", "m=3,n=2,k=4", meshes({"DRAM", "COL 3x1", "MID", "ROW 1x2", "BUF"}),
                    "DRAM [A B Z]\n  for k in 0..4\n    parFor m in 0..3 @COL.X\n"
                    "      parFor n in 0..2 @ROW.Y\n        BUF [A B Z]");
        const Cost cost = simulate(p);
        QCOMPARE(carried(cost, p, "COL", "A"), QString("12 words, 12 deliveries, 12 hops"));  // 4 * (0 + 1 + 2)
        QCOMPARE(carried(cost, p, "ROW", "A"), QString("12 words, 24 deliveries, 12 hops"));  // 4 * 3 * (1/2 + 1/2)
        QCOMPARE(carried(cost, p, "COL", "B"), QString("8 words, 24 deliveries, 16 hops"));   // 4 * 2 * 2
        QCOMPARE(carried(cost, p, "ROW", "B"), QString("24 words, 24 deliveries, 12 hops"));  // 4 * 2 * 3 * 1/2
        QCOMPARE(carried(cost, p, "COL", "Z"), QString("6 words, 6 deliveries, 6 hops"));     // 2 * (0 + 1 + 2)
        QCOMPARE(carried(cost, p, "ROW", "Z"), QString("6 words, 6 deliveries, 3 hops"));
    }

    // Windows 0 1 and 1 2 below two columns. Alone, a network can't tell that input 1 is wanted below the other column, too;
    // weights 0 1 are wanted below both. Rows of a column add up their sums.
    void networksThatShareByThemselvesSendTwice() {
        const Problem p = problem(kConv1d, "p=2,r=2", meshes({"DRAM", "COL 2x1", "MID", "ROW 1x2", "BUF"}),
                                  "DRAM [O W I]\n  parFor p in 0..2 @COL.X\n    parFor r in 0..2 @ROW.Y\n"
                                  "      BUF [O W I]");
        const Cost together = simulate(p), apart = simulate(p, {.perNetwork = true});
        QCOMPARE(at(together, *p.target, "DRAM", "I").reads, 3);
        QCOMPARE(carried(together, p, "COL", "I"), QString("3 words, 4 deliveries, 2 hops"));  // 0 + 1 + 1
        QCOMPARE(carried(together, p, "ROW", "I"), QString("4 words, 4 deliveries, 2 hops"));
        QCOMPARE(at(apart, *p.target, "DRAM", "I").reads, 4);
        QCOMPARE(carried(apart, p, "COL", "I"), QString("4 words, 4 deliveries, 2 hops"));  // 0 + 0 + 1 + 1
        QCOMPARE(carried(apart, p, "ROW", "I"), QString("4 words, 4 deliveries, 2 hops"));
        for (const Cost& cost : {together, apart}) {
            QCOMPARE(at(cost, *p.target, "DRAM", "W").reads, 2);
            QCOMPARE(carried(cost, p, "COL", "W"), QString("2 words, 4 deliveries, 2 hops"));
            QCOMPARE(carried(cost, p, "ROW", "W"), QString("4 words, 4 deliveries, 2 hops"));
            QCOMPARE(carried(cost, p, "COL", "O"), QString("2 words, 2 deliveries, 1 hops"));
            QCOMPARE(carried(cost, p, "ROW", "O"), QString("2 words, 4 deliveries, 2 hops"));
        }
    }

    // Two such machines side by side: both halves ask for 0, twice 1, and 2, so each of these goes to both.
    void halvesThatAskForTheSameAreServedTogether() {
        const Problem p = problem("O[h,p] += W[h,r] * I[p+r]", "h=2,p=2,r=2",
                                  meshes({"DRAM", "HALF 2x1", "L2", "COL 2x1", "L1", "ROW 1x2", "BUF"}),
                                  "DRAM [O W I]\n  parFor h in 0..2 @HALF.X\n    parFor p in 0..2 @COL.X\n"
                                  "      parFor r in 0..2 @ROW.Y\n        BUF [O W I]");
        const Cost together = simulate(p), apart = simulate(p, {.perNetwork = true});
        QCOMPARE(at(together, *p.target, "DRAM", "I").reads, 3);
        QCOMPARE(carried(together, p, "HALF", "I"), QString("3 words, 6 deliveries, 3 hops"));
        QCOMPARE(carried(together, p, "COL", "I"), QString("6 words, 8 deliveries, 4 hops"));  // 2 * (0 + 1 + 1)
        QCOMPARE(at(apart, *p.target, "DRAM", "I").reads, 4);
        QCOMPARE(carried(apart, p, "HALF", "I"), QString("4 words, 8 deliveries, 4 hops"));
        QCOMPARE(carried(apart, p, "COL", "I"), QString("8 words, 8 deliveries, 4 hops"));  // 2 * (0 + 0 + 1 + 1)
        for (const Cost& cost : {together, apart})
            QCOMPARE(carried(cost, p, "ROW", "I"), QString("8 words, 8 deliveries, 4 hops"));
    }

    // Lanes 0 and 1 hold two outputs in turn, each sent up for either k; lane 2 has one and keeps it. Up: 9 words over
    // 4 * 0 + 4 * 1 + 1 * 2 = 6 hops. Of the first two lanes' four come back; they travel as far as the mean word did.
    void returningSumsTravelTheMeanWay() {
        const Problem p = problem("Z[n] += A[k,n]", "n=5,k=2", meshes({"DRAM", "PE 3x1", "BUF"}),
                                  "DRAM [A Z]\n  for k in 0..2\n    for n in 0..2\n"
                                  "      parFor n in 0..3 (last 2) @PE.X\n        BUF [A Z]");
        const Cost cost = simulate(p), oneWay = simulate(p, {.returnHops = false});
        QCOMPARE(at(cost, *p.target, "DRAM", "Z").updates, 9);
        QCOMPARE(at(cost, *p.target, "DRAM", "Z").refetchReads, 4);
        QCOMPARE(carried(oneWay, p, "PE", "Z"), QString("9 words, 9 deliveries, 6 hops"));
        const NetworkTraffic& sums =
            cost.networks[0].tensors[static_cast<std::size_t>(p.target->workload.findTensor("Z"))];
        QCOMPARE(sums.words, 9 + 4);
        QCOMPARE(sums.deliveries, 9 + 4);
        QCOMPARE(sums.hops, 6 + 6 * (4.0 / 9));
    }

    // Lane r wants input p + r at step p, which its right neighbour got one step before: all but the last lane take it from
    // there, one hop. The rest comes from the port: 0 + 1 + 2 hops at first, then 2 for each of three steps.
    void neighboursGiveWhatJustCame() {
        const Problem p = problem(kConv1d, "p=4,r=3", meshes({"DRAM", "PE 3x1", "BUF"}),
                                  "DRAM [O W I]\n  for p in 0..4\n    parFor r in 0..3 @PE.X\n      BUF [O W I]");
        const Cost cost = simulate(p, {.linkTransfers = true});
        QCOMPARE(at(cost, *p.target, "DRAM", "I").reads, 3 + 3);
        QCOMPARE(at(cost, *p.target, "BUF", "I").fills, 4 * 3);
        QCOMPARE(at(cost, *p.target, "BUF", "I").neighbourMoves, 3 * 2);
        QCOMPARE(carried(cost, p, "PE", "I"), QString("6 words, 6 deliveries, 15 hops"));  // 3 + 3 * 2 + 6
        QCOMPARE(at(simulate(p), *p.target, "DRAM", "I").reads, 4 * 3);
    }
};

QTEST_APPLESS_MAIN(ModelLiteralTest)
#include "model_literal_test.moc"
