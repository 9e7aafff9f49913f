// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The evaluator on problems of real size against hand calculation, its score against its cost, and what it refuses.

#include <QtTest>

#include <algorithm>

#include "core/io/report_text.h"
#include "core/model/compat/compat.h"
#include "core/model/counted_nest.h"
#include "core/model/evaluator.h"
#include "core/workload/builders.h"
#include "core/workload/einsum.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Evaluator evaluatorOf(const Problem& p, const Semantics& semantics = {}) {
    Result<Evaluator> made = Evaluator::make(p.target, semantics);
    if (!made.ok()) qFatal("%s", made.errorText().c_str());
    return std::move(made).value();
}

Cost evaluate(const Problem& p, const Semantics& semantics = {}) {
    return evaluatorOf(p, semantics).evaluate(p.mapping);
}

}  // namespace

class ModelEvaluatorTest : public QObject {
    Q_OBJECT

private slots:
    // A 1x1 convolution; each of 32 outer p steps needs all 768 * 1408 weights, wherever the factor of c stands:
    // 768 * 1408 * 32 = 34,603,008.
    void imperfectSplitReadsEveryWeightOncePerPass_data() {
        QTest::addColumn<QString>("nest");
        const QString head = "DRAM [O W I]\n  for p in 0..32\n    for c in 0..9\n";
        const QString foot = "          for c in 0..16\n            for k in 0..768\n              for p in 0..16\n";
        QTest::newRow("inside") << head + "      BUF [O W I]\n        for c in 0..10 (last 8)\n" + foot;
        QTest::newRow("outside") << head + "      for c in 0..10 (last 8)\n        BUF [O W I]\n" + foot;
    }
    void imperfectSplitReadsEveryWeightOncePerPass() {
        QFETCH(QString, nest);
        const Problem p =
            problem("O[k,p] += W[k,c] * I[c,p]", "k=768,c=1408,p=512", ladder({"DRAM", "BUF"}), nest.toStdString());
        QCOMPARE(at(evaluate(p), *p.target, "DRAM", "W").reads, 34603008);
    }

    // 1000^3 MACs; 1000^2 outputs are touched for the first time.
    void everyOperandIsReadOncePerMac() {
        const Problem p = problem("Z[m,n] += A[m,k] * B[k,n]", "m=1000,n=1000,k=1000", ladder({"MEM"}),
                                  "MEM [A B Z]\n  for m in 0..1000\n    for n in 0..1000\n      for k in 0..1000");
        const Cost cost = evaluate(p);
        QCOMPARE(at(cost, *p.target, "MEM", "A").reads, 1000000000);
        QCOMPARE(at(cost, *p.target, "MEM", "Z").updates, 1000000000);
        QCOMPARE(at(cost, *p.target, "MEM", "Z").reads, 999000000);
    }

    // Ruby, Figs. 4 and 5.
    void toyWithTailTakesSeventeenSteps() {
        const Problem p = problem("A[d]", "d=100", ladder({"DRAM", "GLB", "PE 6x1"}),
                                  "DRAM [A]\n  GLB [A]\n    for d in 0..17\n      parFor d in 0..6 (last 4) @PE.X");
        const Cost cost = evaluate(p);
        QCOMPARE(cost.steps, 17);
        QCOMPARE(cost.macs, 100);
        QVERIFY(qAbs(100 * cost.utilization - 98.04) < 0.005);
    }

    // 4 x 4 outputs over 2 x 2 lanes with 3 x 3 filters: tiles of 4 x 4 inputs, neighbours 2 apart, all different.
    // One by one 4 * 16 words; word by word the whole 6 x 6.
    void halosOfAnArrayShareUnderDistinct() {
        const Problem p = problem(
            "O[p,q] += W[r,s] * I[p+r,q+s]", "p=4,q=4,r=3,s=3", ladder({"GLB", "PE 2x2", "RF"}),
            "GLB [O W I]\n  parFor p in 0..2 @PE.X\n    parFor q in 0..2 @PE.Y\n      RF [I]\n"
            "        for p in 0..2\n          for q in 0..2\n            for r in 0..3\n              for s in 0..3");
        QCOMPARE(at(evaluate(p), *p.target, "GLB", "I").reads, 64);
        QCOMPARE(at(evaluate(p, {.multicast = Multicast::distinct}), *p.target, "GLB", "I").reads, 36);
    }

    // 14 x 3 lanes, q on X and s on Y, stride 1: 16 different inputs.
    void rowStationaryDiagonalsAreReadOnce() {
        const Problem p = problem("O[q] += W[s] * I[q+s]", "q=14,s=3", ladder({"GLB", "PE 14x3", "RF"}),
                                  "GLB [O W I]\n  parFor q in 0..14 @PE.X\n    parFor s in 0..3 @PE.Y\n      RF [I]");
        const Cost cost = evaluate(p);
        QCOMPARE(at(cost, *p.target, "GLB", "I").reads, 16);
        const std::map<std::int64_t, std::int64_t> groups{{1, 2}, {2, 2}, {3, 12}};
        QCOMPARE(at(cost, *p.target, "RF", "I").multicast, groups);
    }

    // DRAM access of 64 bits for 512 pJ, words of 8 bits: 8 words a block, so 64 pJ a word.
    void energyIsPerBlockAccess() {
        ArchitectureSpec design = ladder({"DRAM"});
        design.levels[0].wordBits = 8;
        design.levels[0].block = 8;
        design.levels[0].energy.read.value = 512;
        const Problem p = problem("A[d]", "d=20", design, "DRAM [A]\n  for d in 0..20");
        QCOMPARE(at(evaluate(p), *p.target, "DRAM", "A").energyPj.value(), 3 * 512.0);
    }

    void readsAndWritesHaveTheirOwnEnergies() {
        ArchitectureSpec design = ladder({"DRAM", "BUF"});
        design.levels[1].energy.read.value = 5;
        design.levels[1].energy.write.value = 8;
        const Problem p = problem("A[d]", "d=20", design, "DRAM [A]\n  for d in 0..20\n    BUF [A]");
        QCOMPARE(at(evaluate(p), *p.target, "BUF", "A").energyPj.value(), 20 * 5.0 + 20 * 8.0);
    }

    // 20 words at 0.25 a cycle: 80 cycles; faster ports never make it longer, in the end the MACs bind.
    void slowerPortsBind() {
        std::int64_t before = std::numeric_limits<std::int64_t>::max();
        for (const double rate : {0.25, 0.5, 0.75, 1.0, 4.0}) {
            ArchitectureSpec design = ladder({"DRAM"});
            design.levels[0].bandwidth.read = rate;
            const Problem p = problem("A[d]", "d=20", design, "DRAM [A]\n  for d in 0..20");
            const Cost cost = evaluate(p);
            if (rate == 0.25) QCOMPARE(cost.cycles, 80);
            QCOMPARE(cost.boundBy, std::string(rate < 1 ? "DRAM" : "compute"));
            QVERIFY(cost.cycles <= before && cost.cycles >= 20);
            before = cost.cycles;
        }
    }

    void initiationIntervalStretchesSteps() {
        ArchitectureSpec design = ladder({"DRAM"});
        design.compute->interval = 4;
        const Problem p = problem("A[d]", "d=20", design, "DRAM [A]\n  for d in 0..20");
        QCOMPARE(evaluate(p).cycles, 80);
        QCOMPARE(evaluate(p).steps, 20);
    }

    void leakageCountsAllInstancesAllTheTime() {
        ArchitectureSpec design = ladder({"DRAM", "PE 6x1", "RF"});
        design.levels[1].energy.leak.value = 0.5;
        const Problem p = problem("A[d]", "d=20", design, "DRAM [A]\n  for d in 0..20\n    RF [A]");
        QCOMPARE(evaluate(p).levels[1].leakagePj.value(), 0.5 * 20 * 6);
    }

    // 4 x 4 PEs, M on X, N on Y, one step. A goes to all rows of its column: x + 1.5 + 1.5, mean
    // 4.5; B to all columns of its row: 3 + 4 |y - 1.5|, mean 7; Z comes from one PE: x + |y - 1.5|, mean 2.5 (the numbers
    // checked in reference/timeloop: 4.5, 7, 2.5). K = 2 words of A for each m and of B for each n.
    void hopsFollowTheMesh() {
        ArchitectureSpec design = ladder({"GLB", "PE 4x4", "RF"});
        design.fanouts[0].hopEnergy.value = 0.5;
        design.levels[0].wordBits = 8;
        const Problem p =
            problem("Z[m,n] += A[m,k] * B[k,n]", "m=4,n=4,k=2", design,
                    "GLB [A B Z]\n  parFor m in 0..4 @PE.X\n    parFor n in 0..4 @PE.Y\n      RF [A B Z]\n"
                    "        for k in 0..2");
        const Cost cost = evaluate(p);
        const auto traffic = [&](const char* tensor) {
            return cost.networks[0].tensors[static_cast<std::size_t>(p.target->workload.findTensor(tensor))];
        };
        QVERIFY(cost.networks[0].modelled);
        QCOMPARE(traffic("A").words, 8);
        QCOMPARE(traffic("A").deliveries, 32);
        QCOMPARE(traffic("A").hops, 8 * 4.5);
        QCOMPARE(traffic("B").hops, 8 * 7.0);
        QCOMPARE(traffic("Z").words, 16);
        QCOMPARE(traffic("Z").hops, 16 * 2.5);
        QCOMPARE(traffic("A").energyPj.value(), 8 * 4.5 * 8 * 0.5);
        QCOMPARE(cost.networkEnergyPj.value(), (8 * 4.5 + 8 * 7.0 + 16 * 2.5) * 8 * 0.5);
        QCOMPARE(cost.energyPj.value(), cost.networkEnergyPj.value());
        const Evaluator evaluator = evaluatorOf(p);
        QCOMPARE(evaluator.score(p.mapping, *evaluator.makeScratch()).energyPj, cost.energyPj.value());
    }

    // Three passes over k: each sends 2 x 4 sums up, and all but the first begin with what was sent before.
    void returningSumsTravelToo() {
        ArchitectureSpec design = ladder({"GLB", "PE 4x1", "RF"});
        design.fanouts[0].hopEnergy.value = 1;
        const Problem p =
            problem("Z[m,n] += A[m,k] * B[k,n]", "m=4,n=2,k=3", design,
                    "GLB [A B Z]\n  for k in 0..3\n    for n in 0..2\n      parFor m in 0..4 @PE.X\n        RF [Z]");
        const auto z = static_cast<std::size_t>(p.target->workload.findTensor("Z"));
        // Up: 3 passes x 2 n x columns 0 + 1 + 2 + 3; down: those of the last two passes.
        QCOMPARE(evaluate(p).networks[0].tensors[z].hops, 36 + 24.0);
        QCOMPARE(evaluate(p).networks[0].tensors[z].words, 24 + 16);
        QCOMPARE(evaluate(p, {.returnHops = false}).networks[0].tensors[z].hops, 36.0);
    }

    void networksWithoutFiguresAreSaid() {
        const Problem p = problem("A[d]", "d=20", ladder({"DRAM", "PE 5x1"}),
                                  "DRAM [A]\n  for d in 0..4\n    parFor d in 0..5 @PE.X");
        const Cost cost = evaluate(p);
        QVERIFY(!cost.networks[0].modelled && !cost.networks[0].energyPj && !cost.networkEnergyPj);
        QVERIFY(cost.networks[0].tensors.empty());
        QVERIFY(std::find(cost.notes.begin(), cost.notes.end(), "no network modelled: PE") != cost.notes.end());
    }

    // A row of four PEs, one output and one tap at a time (reference/timeloop, "Link transfers"): with each tap, a PE wants
    // what its right neighbour just held. First taps: 4 words, the other two: 1 each, and 3 moves.
    void neighboursGiveWhatTheyHeld() {
        const char* nest = "GLB [O W I]\n  for r in 0..3\n    parFor p in 0..4 @PE.X\n      RF [O W I]";
        const Problem p = problem("O[p] += W[r] * I[p+r]", "p=4,r=3", ladder({"GLB", "PE 4x1", "RF"}), nest);
        QCOMPARE(at(evaluate(p), *p.target, "GLB", "I").reads, 12);
        const Cost cost = evaluate(p, timeloopSemantics());
        QCOMPARE(at(cost, *p.target, "GLB", "I").reads, 4 + 1 + 1);
        QCOMPARE(at(cost, *p.target, "RF", "I").neighbourMoves, 6);
        QCOMPARE(at(cost, *p.target, "RF", "I").fills, 12);
        QCOMPARE(at(cost, *p.target, "RF", "I").reads, 12 + 6);
        const Problem none = problem("O[p] += W[r] * I[p+r]", "p=4,r=3", ladder({"GLB", "PE 4x1", "RF"}),
                                     std::string("no-link-transfer PE [I]\n") + nest);
        QCOMPARE(at(evaluate(none, timeloopSemantics()), *none.target, "GLB", "I").reads, 12);
    }

    // The weights stay while n moves; told not to reuse, every PE takes them again, and told not to multicast, each by itself.
    void directivesForbidReuse() {
        const char* nest =
            "GLB [A B Z]\n  for n in 0..3\n    parFor m in 0..2 @PE.X\n      RF [A B Z]\n        for k in 0..5";
        const auto made = [&](const std::string& directive) {
            return problem("Z[m,n] += A[m,k] * B[k,n]", "m=2,n=3,k=5", ladder({"GLB", "PE 2x1", "RF"}),
                           directive + nest);
        };
        const auto count = [&](const std::string& directive, const char* level, const char* tensor) {
            const Problem p = made(directive);
            return at(evaluate(p), *p.target, level, tensor);
        };
        QCOMPARE(count("", "RF", "A").fills, 10);
        QCOMPARE(count("no-reuse RF [A]\n", "RF", "A").fills, 30);
        QCOMPARE(count("no-reuse RF [A]\n", "GLB", "A").reads, 30);
        QCOMPARE(count("", "GLB", "B").reads, 15);
        QCOMPARE(count("no-multicast PE [B]\n", "GLB", "B").reads, 30);
        QCOMPARE(count("", "RF", "Z").reads, 30 - 6);
        QCOMPARE(count("rmw-first-update RF [Z]\n", "RF", "Z").reads, 30);
        QCOMPARE(count("rmw-first-update RF [Z]\n", "RF", "Z").fills, 6);
    }

    // Q on X, S on Y, with a level between that holds nothing: each row of Y merges its own, columns share nothing.
    void networksShareByThemselvesIfAsked() {
        const char* nest = "GLB [O W I]\n  parFor p in 0..4 @COL.X\n    parFor r in 0..3 @ROW.Y\n      RF [O W I]";
        const Problem p =
            problem("O[p] += W[r] * I[p+r]", "p=4,r=3", ladder({"GLB", "COL 4x1", "DUMMY", "ROW 1x3", "RF"}), nest);
        QCOMPARE(at(evaluate(p), *p.target, "GLB", "I").reads, 6);
        QCOMPARE(at(evaluate(p, {.perNetwork = true}), *p.target, "GLB", "I").reads, 12);
        QCOMPARE(at(evaluate(p, {.perNetwork = true}), *p.target, "GLB", "W").reads, 3);
    }

    // 100 = 17 x (6, last 4): 17 steps either way; temporal tails, 100 = 7 x (15, last 10), take 105 under full bounds.
    void tailsTakeFullStepsIfAsked() {
        const Problem p = problem("A[d]", "d=100", ladder({"DRAM", "GLB"}),
                                  "DRAM [A]\n  for d in 0..7\n    GLB [A]\n      for d in 0..15 (last 10)");
        QCOMPARE(evaluate(p).steps, 100);
        QCOMPARE(evaluate(p, timeloopSemantics()).steps, 105);
    }

    // 2^57 MACs: counts fit, but not at 2^20 cycles each, nor over 2^24 PEs of hops.
    void countsThatMayNotFitAreRefused() {
        const Workload large = gemm("large", 1 << 19, 1 << 19, 1 << 19).value();
        ArchitectureSpec design = ladder({"DRAM", "PE 4096x4096"});
        const auto make = [&] {
            return Evaluator::make(Target::make(large, Architecture::make(design).value()).value());
        };
        QVERIFY(make().ok());
        design.compute->interval = 1 << 20;
        QCOMPARE(make().errorText(),
                 std::string("error: MAC: large may take more than 2^59 cycles; split the workload, or "
                             "give a shorter initiation interval"));
        design.compute->interval = 1;
        design.fanouts[0].hopEnergy.value = 0.1;
        QVERIFY(make().errorText().find("PE: the hops of large may not fit 64 bits") != std::string::npos);
        const Workload larger = gemm("larger", 1 << 20, 1 << 20, 1 << 20).value();
        design.fanouts[0].hopEnergy.value = {};
        QVERIFY(Evaluator::make(Target::make(larger, Architecture::make(design).value()).value())
                    .errorText()
                    .find("larger: its word counts may not fit 64 bits") != std::string::npos);
    }

    // Boxes of stride 64 have up to 65 words per MAC: 2^40 MACs fit over 2^20 PEs of hops, 65 times as many words don't.
    void hopsOfStridedBoxesThatMayNotFitAreRefused() {
        const Workload strided =
            parseEinsum("O[p] += W[r] * I[64p+r]", {{"p", 1 << 30}, {"r", 1 << 10}}).value().named("strided");
        ArchitectureSpec design = ladder({"DRAM", "PE 1024x1024"});
        const auto make = [&](const Semantics& semantics) {
            return Evaluator::make(Target::make(strided, Architecture::make(design).value()).value(), semantics);
        };
        QVERIFY(make({.halo = Halo::box}).ok());
        // Hops are counted for what children share, too.
        QCOMPARE(make({.halo = Halo::box, .perNetwork = true}).errorText(),
                 std::string("error: PE: the hops of strided may not fit 64 bits; split the workload"));
        design.fanouts[0].hopEnergy.value = 0.1;
        QVERIFY(make({}).ok());
        QCOMPARE(
            make({.halo = Halo::box}).errorText(),
            std::string("error: PE: the hops of strided may not fit 64 bits; split the workload, or leave out hop_pj"));
    }

    // 2^57 MACs of 4 cycles fit; under full bounds each dimension may take almost twice as long.
    void fullStepsThatMayNotFitAreRefused() {
        const Workload large = gemm("large", 1 << 19, 1 << 19, 1 << 19).value();
        ArchitectureSpec design = ladder({"DRAM"});
        design.compute->interval = 4;
        const TargetPtr target = Target::make(large, Architecture::make(design).value()).value();
        QVERIFY(Evaluator::make(target).ok());
        QVERIFY(Evaluator::make(target, {.fullSteps = true}).errorText().find("more than 2^59 cycles") !=
                std::string::npos);
    }

    void unknownFiguresAreSaid() {
        const Problem p = problem("A[d]", "d=20", ladder({"DRAM", "BUF"}), "DRAM [A]\n  for d in 0..20\n    BUF [A]");
        const Cost cost = evaluate(p);
        QVERIFY(!cost.energyPj && !cost.edp && !cost.areaUm2 && !cost.levels[0].energyPj);
        const std::vector<std::string> notes{"no energy data: DRAM, BUF, MAC", "no leakage data: DRAM, BUF",
                                             "no area data: BUF, MAC"};
        QCOMPARE(cost.notes, notes);
    }

    void tilesThatDontFitAreAReason() {
        ArchitectureSpec design = ladder({"DRAM", "BUF"});
        design.levels[1].capacity = Capacity{10, true};
        const Problem p = problem("Z[m] += A[m,k]", "m=4,k=3", design,
                                  "DRAM [A Z]\n  BUF [A Z]\n    for m in 0..4\n      for k in 0..3");
        const Evaluator evaluator = evaluatorOf(p);
        const Cost cost = evaluator.evaluate(p.mapping);
        QVERIFY(!cost.valid);
        QCOMPARE(describe(cost.reasons.front(), *p.target), std::string("BUF: tiles of A + Z need 16 words, 10 fit"));
        QCOMPARE(at(cost, *p.target, "DRAM", "A").reads, 12);
        const Evaluator::ScratchPtr scratch = evaluator.makeScratch();
        QVERIFY(evaluator.score(p.mapping, *scratch).reason == cost.reasons.front());
    }

    // ResNet-50, conv2_3x3: 56 x 56 data with a zero on each side; nine taps read 58 x 58, of which 4 * 57 are zeros. Of
    // the 56 * 3 reads along an axis the first and the last one are zeros.
    void zerosOfThePaddingAreNotFetched() {
        const Conv2d shape{
            .c = 2, .m = 2, .p = 56, .q = 56, .r = 3, .s = 3, .paddingP = 1, .paddingQ = 1, .height = 56, .width = 56};
        const Workload workload = conv2d("conv2_3x3", shape).value();
        const Architecture design = Architecture::make(ladder({"DRAM", "GLB"})).value();
        const Mapping mapping = parseMapping(
                                    "DRAM [W I O]\n  GLB [W I O]\n    for M in 0..2\n      for C in 0..2\n"
                                    "        for P in 0..56\n          for Q in 0..56\n            for R in 0..3\n"
                                    "              for S in 0..3",
                                    "nest", workload, design)
                                    .value();
        const Problem p{Target::make(workload, design).value(), mapping};
        QCOMPARE(at(evaluate(p), *p.target, "DRAM", "I").reads, 2 * 58 * 58);
        const Cost cost = evaluate(p, {.padding = true});
        QCOMPARE(at(cost, *p.target, "DRAM", "I").reads, 2 * 56 * 56);
        QCOMPARE(at(cost, *p.target, "GLB", "I").tile, 2 * 56 * 56);
        QCOMPARE(at(cost, *p.target, "GLB", "I").reads, 2 * 2 * (56 * 3 - 2) * (56 * 3 - 2));
        QCOMPARE(cost.macs, 2 * 2 * 56 * 56 * 9);
        QCOMPARE(at(cost, *p.target, "GLB", "W").reads, cost.macs);
    }

    // Data of 4 in zeros of 1, filter 3: O 4, W 3 and I 4 words fill 11 words; the loops alone ask for 6 of I. A box of
    // stride 2 has 5 words, of which one tap reads 3.
    void linesOfANestHaveTheTilesThatWereCounted() {
        ArchitectureSpec design = ladder({"DRAM", "BUF"});
        design.levels[1].capacity = Capacity{11, true};
        const Conv2d shape{.p = 4, .r = 3, .paddingP = 1, .height = 4, .width = 1};
        const Workload padded = conv2d("padded", shape).value();
        const Architecture buffered = Architecture::make(design).value();
        const Mapping mapping = parseMapping("DRAM [W I O]\n  BUF [W I O]\n    for P in 0..4\n      for R in 0..3",
                                             "nest", padded, buffered)
                                    .value();
        const Problem p{Target::make(padded, buffered).value(), mapping};
        const auto fullness = [&](const Cost& cost) {
            return describeNest(p.mapping, *p.target, cost)[1].parts.front().share();
        };
        const Cost cost = evaluate(p, {.padding = true});
        QVERIFY(cost.valid);
        QCOMPARE(fullness(cost), 1.0);
        QCOMPARE(fullness(evaluate(p)), 13.0 / 11);
        const Problem strided =
            problem("O[p] += W[r] * I[2p+r]", "p=3,r=1", ladder({"DRAM"}), "DRAM [O W I]\n  for p in 0..3");
        const auto inputs = [&](const Semantics& semantics) {
            const auto lines = describeNest(strided.mapping, *strided.target, evaluate(strided, semantics));
            const auto& tiles = lines.front().tiles;
            return std::ranges::find(tiles, strided.target->workload.findTensor("I"), &StoredTile::tensor)->words;
        };
        QCOMPARE(inputs({}), 3);
        QCOMPARE(inputs({.halo = Halo::box}), 5);
    }

    void otherToolsKnowNoDirectives_data() {
        QTest::addColumn<int>("tool");
        for (const KeyEntry<Compat>& tool : keyTable(Compat{}))
            QTest::newRow(std::string(tool.key).c_str()) << static_cast<int>(tool.value);
    }
    void otherToolsKnowNoDirectives() {
        QFETCH(int, tool);
        const auto compat = static_cast<Compat>(tool);
        const Problem p = problem("A[d]", "d=4", ladder({"DRAM", "PE 4x1", "BUF"}),
                                  "no-multicast PE [A]\nDRAM [A]\n  for d in 0..4\n    BUF [A]");
        QCOMPARE(
            evaluateLike(compat, p.mapping, p.target).errorText(),
            "error: compat " + std::string(keyOf(compat)) +
                " knows no directives, found no-multicast PE [no-multicast PE]; take it out of the mapping, or leave "
                "--compat out");
    }

    void paddingThatIsNowhereStatedIsSaid() {
        const Problem p = problem("O[p] += W[r] * I[p+r]", "p=3,r=3", ladder({"DRAM"}),
                                  "DRAM [O W I]\n  for p in 0..3\n    for r in 0..3");
        const Cost cost = evaluate(p, {.padding = true});
        QCOMPARE(at(cost, *p.target, "DRAM", "I").reads, 9);
        QVERIFY(std::find(cost.notes.begin(), cost.notes.end(),
                          "padding: the workload states none, so nothing is left out") != cost.notes.end());
        // Nothing is lacking: the report has it in a line of its own.
        const QString report = QString::fromStdString(costReport(cost, *p.target));
        QVERIFY2(report.contains("\nnote         padding: the workload states none"), qPrintable(report));
    }

    void semanticsAreSpelledOut() {
        QCOMPARE(toText(Semantics{}),
                 std::string("halo exact, window set, multicast equal, drain not read, halo zeros counted"));
        QCOMPARE(
            toText(timeloopSemantics()),
            std::string("halo box, window one-axis, multicast equal, drain not read, halo zeros counted, shared per "
                        "network, neighbour moves, tails take full steps, no hops of returning sums"));
        QCOMPARE(toText(exactReferenceSemantics()),
                 std::string("halo box, window one-axis, multicast equal, drain not read, halo zeros counted"));
        QVERIFY(fromKey<Window>("one-axis") == Window::oneAxis);
        QVERIFY(fromKey<Halo>("box") == Halo::box);
    }
};

QTEST_APPLESS_MAIN(ModelEvaluatorTest)
#include "model_evaluator_test.moc"
