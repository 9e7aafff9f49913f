// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What to relax when nothing is valid: smallest sizes calculated by hand, rules that stand in the way and rules that
// don't, several memories at once, nothing at all, and that each suggestion works once it is followed.

#include <QtTest>

#include <algorithm>

#include "core/explore/relax.h"
#include "core/search/search.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr const char* kGemm = "Z[m,n] += A[m,k] * B[k,n]";

Level sized(const std::string& name, std::int64_t words, int buffers = 1) {
    Level level = memory(name);
    level.capacity = Capacity{words, true};
    level.buffers = buffers;
    return level;
}

Constraints ruled(const std::vector<std::pair<std::string, std::string>>& rules) {
    Constraints constraints;
    for (const auto& [level, rule] : rules) constraints.levels[level].factors.push_back(orDie(parseFactorRule(rule)));
    constraints.fromUser = true;
    return constraints;
}

Advice adviceOn(const Mapspace& space) {
    Job job;
    return whatToRelax(space, {}, 1, job);
}

const Relaxation* wayOf(const Advice& advice, const std::string& part) {
    const auto way = std::ranges::find_if(
        advice.ways, [&](const Relaxation& each) { return each.what.find(part) != std::string::npos; });
    return way == advice.ways.end() ? nullptr : &*way;
}

std::string settingsOf(const Relaxation& way) {
    std::string text;
    for (const auto& [path, value] : way.settings) text += path + "=" + value + " ";
    return text;
}

/// Follows a way and looks whether anything is valid then.
bool works(const Mapspace& space, const Relaxation& way) {
    Architecture design = space.target().architecture;
    for (const auto& [path, value] : way.settings) design = orDie(withSetting(design, path, value));
    const TargetPtr target = orDie(Target::make(space.target().workload, design));
    const Mapspace changed = orDie(Mapspace::make(target, {space.options().factorization, way.constraints}));
    const Evaluator evaluator = orDie(Evaluator::make(target));
    return changed.indexOf(way.witness) && changed.checkConstraints(way.witness).code == ReasonCode::none &&
           evaluator.evaluate(way.witness).valid;
}

}  // namespace

class ExploreRelaxTest : public QObject {
    Q_OBJECT
private slots:
    /// Z's tile is 10 x 12 words, A's and B's at least 10 x 1 and 1 x 12: 142. Without m = full, 12 + 1 + 12 fit; without
    /// n = full, 10 + 10 + 1.
    void aMemoryAndEachRuleThatFillsIt() {
        const TargetPtr target = makeTarget(kGemm, "m=10,n=12,k=4", {memory("DRAM"), sized("GLB", 64)}, {});
        const Mapspace space =
            makeSpace(target, Factorization::perfect, ruled({{"GLB", "m = full"}, {"GLB", "n = full"}}));
        const Advice advice = adviceOn(space);
        QVERIFY(!advice.valid);
        QCOMPARE(advice.ways.size(), std::size_t{3});
        QCOMPARE(settingsOf(advice.ways[0]), std::string("GLB.capacity=142 "));
        QVERIFY(advice.ways[0].least);
        QCOMPARE(advice.ways[1].what, std::string("GLB: without factor m = full"));
        QCOMPARE(advice.ways[2].what, std::string("GLB: without factor n = full"));
        for (const Relaxation& way : advice.ways) QVERIFY(works(space, way));
        QCOMPARE(toLines(advice).front(),
                 std::string("GLB: tiles of A + B + Z need 142 words, 64 fit: --set GLB.capacity=142 is the least"));
    }

    /// Half of a double buffer holds the next tiles.
    void bothBuffersGrow() {
        const TargetPtr target = makeTarget(kGemm, "m=10,n=12,k=4", {memory("DRAM"), sized("GLB", 128, 2)}, {});
        const Mapspace space =
            makeSpace(target, Factorization::perfect, ruled({{"GLB", "m = full"}, {"GLB", "n = full"}}));
        const Advice advice = adviceOn(space);
        QVERIFY(!advice.ways.empty());
        QCOMPARE(settingsOf(advice.ways[0]), std::string("GLB.capacity=284 "));
        QVERIFY(works(space, advice.ways[0]));
    }

    /// Five rows of the filter in the spad: its partition needs 5 words, whatever the sizes of the others.
    void aPartitionIsNamed() {
        Level spad = memory("spad");
        spad.partitions["weight"].capacity = Capacity{4, true};
        for (const char* role : {"input", "output"}) spad.partitions[role].capacity = Capacity{64, true};
        EinsumOptions options;
        options.roles = {{"W", "weight"}, {"I", "input"}, {"O", "output"}};
        const TargetPtr target =
            makeTarget("O[p,m] += W[r,m] * I[p+r]", "p=6,r=5,m=2", {memory("DRAM"), spad}, {}, options);
        const Mapspace space = makeSpace(target, Factorization::perfect, ruled({{"spad", "r = full"}}));
        const Advice advice = adviceOn(space);
        QCOMPARE(advice.ways.size(), std::size_t{2});
        QCOMPARE(settingsOf(advice.ways[0]), std::string("spad.partitions.weight.capacity=5 "));
        QVERIFY(works(space, advice.ways[0]) && works(space, advice.ways[1]));
    }

    /// k = full in the spad takes 9 + 9 + 1 words, m = full in the GLB then 10 x 9 + 9 + 10. Without the latter the GLB
    /// still has to hold 19 of 15 words; without the former 10 + 1 + 10. So no single change will do.
    void twoMemoriesAtOnceWhereNoneAloneIsEnough() {
        const TargetPtr target =
            makeTarget(kGemm, "m=10,n=3,k=9", {memory("DRAM"), sized("GLB", 15), sized("spad", 8)}, {});
        const Mapspace space =
            makeSpace(target, Factorization::perfect, ruled({{"spad", "k = full"}, {"GLB", "m = full"}}));
        const Advice advice = adviceOn(space);
        QCOMPARE(advice.ways.size(), std::size_t{2});
        QCOMPARE(settingsOf(advice.ways[0]), std::string("GLB.capacity=109 spad.capacity=19 "));
        QCOMPARE(advice.ways[1].what, std::string("without all constraints"));
        QVERIFY(works(space, advice.ways[0]) && works(space, advice.ways[1]));
    }

    /// All 2 x 3 lanes must work: m on X and n on Y, for k = 5 fits neither.
    void leastUseOfAnArray() {
        const TargetPtr target =
            makeTarget(kGemm, "m=2,n=3,k=5", {memory("DRAM"), sized("GLB", 4)}, {fanout("PE", 1, 2, 3)});
        Constraints constraints;
        constraints.fanouts["PE"].minUtilization = 1;
        constraints.fromUser = true;
        const Mapspace space = makeSpace(target, Factorization::perfect, constraints);
        const Advice advice = adviceOn(space);
        // Six lanes take Z 6 + A 2 + B 3 words of the GLB with k outside.
        QVERIFY(!advice.valid);
        QCOMPARE(advice.ways.size(), std::size_t{2});
        QCOMPARE(settingsOf(advice.ways[0]), std::string("GLB.capacity=11 "));
        QCOMPARE(advice.ways[1].what, std::string("PE: without the least utilization"));
        for (const Relaxation& way : advice.ways) QVERIFY(works(space, way));
    }

    /// Too many candidates to try them all: 3 x 3 x 3 words of W at least.
    void aLargeMapspaceIsWalked() {
        const TargetPtr target =
            makeTarget("O[m,p,q] += W[m,c,r,s] * I[c,p+r,q+s]", "m=64,c=48,p=56,q=56,r=3,s=3",
                       {memory("DRAM"), sized("GLB", 1 << 20), sized("spad", 20)}, {fanout("PE", 1, 12, 14)});
        const Mapspace space = makeSpace(target, Factorization::rubyS,
                                         ruled({{"spad", "r = full"}, {"spad", "s = full"}, {"spad", "c = 3"}}));
        QVERIFY(space.size() > bigInt(kMaxRelaxed));
        const Advice advice = adviceOn(space);
        // W 27, I 27, O 1.
        const Relaxation* way = wayOf(advice, "spad: tiles");
        QVERIFY(way != nullptr && !way->least);
        QCOMPARE(settingsOf(*way), std::string("spad.capacity=55 "));
        QVERIFY(works(space, *way));
        // Without r = full or s = full, 9 + 9 + 1 words fit.
        QVERIFY(wayOf(advice, "spad: without factor r = full") && wayOf(advice, "spad: without factor s = full"));
        // Without c = 3 it is still 9 + 9 + 1 words.
        QVERIFY(wayOf(advice, "spad: without factor c = 3"));
        Job job;
        QCOMPARE(toLines(whatToRelax(space, {}, 1, job)), toLines(advice));
    }

    void nothingNeedsToBeRelaxed() {
        const TargetPtr target = makeTarget(kGemm, "m=10,n=12,k=4", {memory("DRAM"), sized("GLB", 64)}, {});
        const Advice advice = adviceOn(makeSpace(target, Factorization::perfect));
        QVERIFY(advice.valid && advice.ways.empty());
        QCOMPARE(toLines(advice).size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(ExploreRelaxTest)
#include "explore_relax_test.moc"
