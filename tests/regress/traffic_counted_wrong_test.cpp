// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Access counts that other tools got wrong, as their users reported. The right value is worked out beside each case.

#include <QtTest>

#include "core/model/compat/accelforge.h"
#include "core/model/evaluator.h"
#include "core/search/search.h"
#include "core/workload/builders.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Cost evaluate(const Problem& p, const Semantics& semantics = {}) {
    return unwrap(Evaluator::make(p.target, semantics)).evaluate(p.mapping);
}

/// Words moved by one tensor at one level.
const TensorCost& moved(const Cost& cost, const Problem& p, std::string_view level, std::string_view tensor) {
    return at(cost, *p.target, level, tensor);
}

constexpr std::string_view kConv1d = "O[k,p] += W[k,r] * I[p+r]";

/// Weights of a 3 x 3 layer of 128 x 128 channels; a buffer of 512,000 bytes for them alone. Only their reads from DRAM
/// cost anything.
TargetPtr bigWeightBuffer() {
    ArchitectureSpec design = ladder({"DRAM", "WB"});
    const Figure one{1.0, "user"}, nothing{0.0, "user"};
    for (const char* role : {"input", "weight", "output"}) {
        const Figure& read = std::string_view(role) == "weight" ? one : nothing;
        design.levels[0].partitions[role].energy = {.read = read, .write = nothing, .update = nothing, .leak = {}};
    }
    design.levels[1].wordBits = 8;
    design.levels[1].capacity = Capacity{512'000 * 8, false};
    design.levels[1].energy = {.read = nothing, .write = nothing, .update = nothing, .leak = {}};
    design.levels[1].keep = {{"input", Keep::never}, {"output", Keep::never}};
    design.compute->energy = nothing;
    Conv2d shape;
    shape.c = shape.m = 128, shape.r = shape.s = 3, shape.p = 32;
    return targetOf(unwrap(conv2d("big weights", shape)), design);
}

}  // namespace

class TrafficCountedWrongTest : public QObject {
    Q_OBJECT

private slots:
    /// The only memory printed 2^64 - 16 fills. 16 * 3 MACs read 48 weights and 48 inputs; 16 * 2 of the updates find a
    /// partial sum to add to.
    void c01_outermostFillsDontWrap() {
        const Problem p = problem("O[p] += W[r] * I[p+r]", "p=16,r=3", ladder({"MEM"}),
                                  "MEM [O W I]\n  for p in 0..16\n    for r in 0..3");
        for (const Semantics& semantics : {Semantics{}, exactReferenceSemantics()}) {
            const Cost cost = evaluate(p, semantics);
            for (const TensorCost& tensor : cost.levels[0].tensors) QCOMPARE(tensor.fills, 0);
            QCOMPARE(moved(cost, p, "MEM", "W").reads, 48);
            QCOMPARE(moved(cost, p, "MEM", "I").reads, 48);
            QCOMPARE(moved(cost, p, "MEM", "O").updates, 48);
            QCOMPARE(moved(cost, p, "MEM", "O").accumulateReads, 32);
        }
    }

    /// The buffer holds the loop over R: per k all 18 inputs come once, 3 at first and then one by one: 32 * (3 + 15).
    void c03_windowsSlideInsideChannels() {
        const Problem p =
            problem(kConv1d, "k=32,p=16,r=3", ladder({"MEM", "BUF"}),
                    "MEM [O W I]\n  for k in 0..32\n    for p in 0..16\n      BUF [O W I]\n        for r in 0..3");
        const Cost cost = evaluate(p);
        QCOMPARE(moved(cost, p, "BUF", "I").fills, 576);
        QCOMPARE(moved(cost, p, "BUF", "W").fills, 96);
        QCOMPARE(moved(cost, p, "BUF", "O").drains, 512);
    }

    /// The other order: inputs stay while k runs, so the window slides once, 16 + 3 - 1 words; a user was told 48. Rules
    /// that look through loops that don't move the tensor say the same.
    void c03_windowsSlideAroundChannels() {
        const Problem p =
            problem(kConv1d, "k=32,p=16,r=3", ladder({"MEM", "BUF"}),
                    "MEM [O W I]\n  for p in 0..16\n    for k in 0..32\n      BUF [O W I]\n        for r in 0..3");
        QCOMPARE(moved(evaluate(p), p, "BUF", "I").fills, 18);
        QCOMPARE(moved(evaluate(p, exactReferenceSemantics()), p, "BUF", "I").fills, 18);
        QCOMPARE(moved(unwrap(accelforge::evaluate(p.mapping, *p.target)), p, "BUF", "I").fills, 18);
    }

    /// R across columns, P across rows: lane (r, p) wants input p + r, 5 of them different; 9 were counted.
    void c04_diagonalsAreServedByOneRead() {
        const Problem p =
            problem("O[p] += W[r] * I[p+r]", "p=3,r=3", ladder({"BUF", "PE 3x3", "RF"}),
                    "BUF [O W I]\n  parFor r in 0..3 @PE.X\n    parFor p in 0..3 @PE.Y\n      RF [O W I]");
        const Cost cost = evaluate(p);
        QCOMPARE(moved(cost, p, "BUF", "I").reads, 5);
        QCOMPARE(moved(cost, p, "BUF", "W").reads, 3);
        QCOMPARE(moved(cost, p, "BUF", "O").updates, 3);
        QCOMPARE(cost.steps, 1);
        QCOMPARE(moved(evaluate(p, {.multicast = Multicast::none}), p, "BUF", "I").reads, 9);
    }

    /// C = 1408 = ((9 - 1) * 10 + 8) * 16 was counted as 9 * 10 * 16. All 768 * 1408 weights are read for each of 32 steps
    /// of P, wherever a factor 2 of C stands.
    void c06_imperfectFactorsReadWhatThereIs() {
        const auto weightReads = [](const std::string& outerC, const std::string& innerC) {
            const Problem p = problem("O[k,p] += W[k,c] * I[c,p]", "k=768,c=1408,p=512", ladder({"DRAM", "BUF"}),
                                      "DRAM [O W I]\n  for p in 0..32\n    for c in 0..9\n      for c in " + outerC +
                                          "\n        BUF [O W I]\n          for k in 0..768\n            for p in "
                                          "0..16\n              for c in " +
                                          innerC);
            return moved(evaluate(p), p, "DRAM", "W").reads;
        };
        QCOMPARE(weightReads("0..10 (last 8)", "0..16"), 34'603'008);
        QCOMPARE(weightReads("0..5 (last 4)", "0..32"), 34'603'008);
        QCOMPARE(768 * 1408 * 32, 34'603'008);
    }

    /// N = 8 over 6 lanes, 6 and then 2, was padded to 12: 768 MACs instead of 8 * 8 * 8.
    void c07_imperfectLanesDontCompute() {
        ArchitectureSpec design = ladder({"MEM", "PE 6x1", "RF"});
        design.compute->energy = {2.0, "user"};
        const Problem p = problem("Z[m,n] += A[m,k] * B[k,n]", "m=8,n=8,k=8", design,
                                  "MEM [A B Z]\n  for m in 0..8\n    for k in 0..8\n      for n in 0..2\n"
                                  "        parFor n in 0..6 (last 2) @PE.X\n          RF [A B Z]");
        const Cost cost = evaluate(p);
        QCOMPARE(cost.computes, 512);
        QCOMPARE(cost.steps, 2 * 64);
        QCOMPARE(cost.utilization, 8.0 / 12);
        QCOMPARE(cost.computeEnergyPj.value(), 512 * 2.0);
    }

    /// P outside, and a tile of one output channel: all 147,456 weights come 32 times. With P inside they come once.
    void c13_bigBuffersFillOncePerLoopOutside() {
        const TargetPtr target = bigWeightBuffer();
        const auto fills = [&](std::string_view nest) {
            const Problem p{target, read(*target, nest)};
            return moved(evaluate(p), p, "WB", "W").fills;
        };
        QCOMPARE(fills("DRAM [W I O]\n  for P in 0..32\n    for M in 0..128\n      WB [W]\n        for C in 0..128\n"
                       "          for R in 0..3\n            for S in 0..3"),
                 4'718'592);
        QCOMPARE(fills("DRAM [W I O]\n  for M in 0..128\n    WB [W]\n      for P in 0..32\n        for C in 0..128\n"
                       "          for R in 0..3\n            for S in 0..3"),
                 147'456);
    }

    /// A search that pays for weights from DRAM only reads each of them once.
    void c13_searchFindsTheCompulsoryTraffic() {
        const TargetPtr target = bigWeightBuffer();
        const Mapspace space = unwrap(Mapspace::make(target, {Factorization::perfect, {}}));
        const Evaluator evaluator = unwrap(Evaluator::make(target));
        SearchOptions options;
        options.objective.metrics = {Metric::energy};
        options.maxEvaluations = 5000;
        Job job;
        const SearchResult found = unwrap(search(space, evaluator, options, job));
        QVERIFY(found.best.has_value());
        const Problem best{target, found.best->mapping};
        QCOMPARE(moved(evaluate(best), best, "DRAM", "W").reads, 147'456);
    }

    /// 48 bytes of outputs per PE, words of 2 bytes, 16 output channels each on 3 PEs: 32 bytes in each, 96 in all. A user
    /// took the 96 for one PE and the mapping for invalid.
    void c51_capacityIsPerInstance() {
        ArchitectureSpec design = ladder({"MEM", "PE 3x1", "RF"});
        design.levels[1].partitions["output"].capacity = Capacity{48 * 8, false};
        for (const char* role : {"input", "weight"}) design.levels[1].partitions[role].capacity = Capacity{1, true};
        const Problem p =
            problem("O[k] += W[k,c] * I[c]", "k=48,c=4", design,
                    "MEM [O W I]\n  for c in 0..4\n    parFor k in 0..3 @PE.X\n      RF [O]\n        for k in 0..16");
        const Cost cost = evaluate(p);
        QVERIFY(cost.valid);
        const TensorCost& outputs = moved(cost, p, "RF", "O");
        QCOMPARE(outputs.tile * 2, 32);
        QCOMPARE(outputs.tile * outputs.instancesTouched * 2, 96);
    }
    /// With 25 channels each it no longer fits: 25 words against the 24 of 48 bytes.
    void c51_capacityThatIsExceededIsSaidPerInstance() {
        ArchitectureSpec design = ladder({"MEM", "PE 3x1", "RF"});
        design.levels[1].partitions["output"].capacity = Capacity{48 * 8, false};
        for (const char* role : {"input", "weight"}) design.levels[1].partitions[role].capacity = Capacity{1, true};
        const Problem p =
            problem("O[k] += W[k,c] * I[c]", "k=75,c=4", design,
                    "MEM [O W I]\n  for c in 0..4\n    parFor k in 0..3 @PE.X\n      RF [O]\n        for k in 0..25");
        const Cost cost = evaluate(p);
        QVERIFY(!cost.valid);
        QCOMPARE(describe(cost.reasons.front(), *p.target), std::string("RF: the tile of O needs 25 words, 24 fit"));
    }

    /// 14 channels, 5 kernels and 3 filter rows unrolled, 3 filter columns and 7 outputs in the lanes: 4,410 MACs use
    /// (1 + 3 - 1) * (7 + 3 - 1) * 14 = 378 different inputs, 11.667 times each.
    void c52_reuseCountsDistinctInputs() {
        const Problem p =
            problem("O[k,x] += W[k,c,r,s] * I[c,r,x+s]", "k=5,c=14,r=3,s=3,x=7", ladder({"L1", "PE 14x15", "L0"}),
                    "L1 [O W I]\n  parFor c in 0..14 @PE.X\n    parFor k in 0..5 @PE.Y\n      parFor r in 0..3 @PE.Y\n"
                    "        L0 [O W I]\n          for x in 0..7\n            for s in 0..3");
        const Cost cost = evaluate(p);
        QCOMPARE(cost.macs, 4410);
        const std::int64_t reads = moved(cost, p, "L1", "I").reads;
        QCOMPARE(reads, 378);
        QCOMPARE(QString::number(static_cast<double>(cost.macs) / static_cast<double>(reads), 'f', 3),
                 QString("11.667"));
    }
};

QTEST_APPLESS_MAIN(TrafficCountedWrongTest)
#include "traffic_counted_wrong_test.moc"
