// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone from inside: where the best mapping stands in trie and tiling tree, what the array could have unrolled, what alpha-beta
// saw, what principles cost if off. Small cases by hand and by brute force.

#include <QtTest>

#include <algorithm>

#include "core/search/sunstone/inside.h"
#include "core/search/sunstone/record.h"
#include "tests/support/small_space.h"
#include "tests/support/sunstone_cases.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// A 1-D convolution on 7 x 2 PEs, with a mapping by hand: O is reused in L2 over C and R, P and K are on the array.
struct LineCase {
    Mapspace space;
    sunstone::Problem problem;
    Mapping best;
};

LineCase lineCase() {
    Level l2 = memory("L2"), l1 = memory("L1");
    l2.capacity = Capacity{200, true};
    l1.capacity = Capacity{8, true};
    const TargetPtr target = makeTarget("O[K,P] += I[C,P+R] * W[K,C,R]", "K=4,P=14,C=4,R=3", {memory("DRAM"), l2, l1},
                                        {fanout("PE", 1, 7, 2)});
    const Mapspace space = makeSpace(target, Factorization::perfect);
    Mapping best =
        orDie(parseMapping("DRAM [W I O]\n for K in 0..2\n L2 [W I O]\n for C in 0..4\n for R in 0..3\n"
                           " parFor P in 0..7 @PE.X\n parFor K in 0..2 @PE.Y\n L1 [W I O]\n for P in 0..2\n",
                           "best", target->workload, target->architecture));
    return {space, orDie(sunstone::Problem::make(space)), std::move(best)};
}

sunstone::Options orderingFirst() {
    sunstone::Options options;
    options.steps = sunstone::Steps::orderingFirst;
    options.underFills = false;
    return options;
}

/// Products k p c r of divisors that can be dealt out to 7 x 2 lanes, by trying all ways.
int productsThatFit() {
    int count = 0;
    const auto fits = [](std::initializer_list<int> factors) {
        for (int mask = 0; mask < 81; ++mask) {  // of each factor, 1, all or (of 4) half of it on X
            int x = 1, y = 1, rest = mask;
            for (const int factor : factors) {
                const int way = rest % 3;
                rest /= 3;
                const int onX = way == 0 ? 1 : way == 1 ? factor : factor == 4 ? 2 : factor;
                x *= onX;
                y *= factor / onX;
            }
            if (x <= 7 && y <= 2) return true;
        }
        return false;
    };
    for (const int k : {1, 2, 4})
        for (const int p : {1, 7})
            for (const int c : {1, 2, 4})
                for (const int r : {1, 3}) count += fits({k, p, c, r}) ? 1 : 0;
    return count;
}

const sunstone::UnrollingRow* rowOf(const sunstone::UnrollingRecord& record, const std::vector<std::string>& axes) {
    const auto found = std::ranges::find(record.rows, axes, &sunstone::UnrollingRow::axes);
    return found == record.rows.end() ? nullptr : &*found;
}

}  // namespace

class SearchSunstoneInsideTest : public QObject {
    Q_OBJECT
private slots:
    void aMappingIsTakenApart() {
        const LineCase line = lineCase();
        const auto split = sunstone::splitOf(line.problem, line.best);
        QVERIFY(split);
        QCOMPARE(sunstone::tileText(line.problem, split->tileAt(0)), std::string("P2"));
        QCOMPARE(sunstone::tileText(line.problem, split->tileAt(1)), std::string("K2 P14 C4 R3"));
        QCOMPARE(sunstone::tileText(line.problem, split->spatial[0]), std::string("K2 P7"));
        Mapping uneven = line.best;
        uneven.nodes.back().tail = 1;
        QVERIFY(!sunstone::splitOf(line.problem, uneven));
    }

    /// L2 goes over R inside C: the order RC of Fig. 4, and no other although the loops of K and P there have one trip.
    void theWayInTheTrieIsMarked() {
        const LineCase line = lineCase();
        sunstone::TrieRecord trie = sunstone::trieRecord(line.problem.target().workload, 1000);
        sunstone::markChosen(trie, line.problem, *sunstone::splitOf(line.problem, line.best));
        QStringList marked, way;
        for (const auto& node : trie.nodes) {
            if (std::ranges::find(node.chosenAt, "L2") != node.chosenAt.end())
                marked << QString::fromStdString(node.name);
            if (node.onChosen && node.chosenAt.empty()) way << QString::fromStdString(node.name);
        }
        QCOMPARE(marked, QStringList{"RC"});
        QVERIFY(way.contains("") && way.contains("R"));
    }

    void theTileInTheTreeIsMarked() {
        const LineCase line = lineCase();
        const auto split = *sunstone::splitOf(line.problem, line.best);
        const int order = sunstone::chosenOrderAbove(line.problem, split);
        QVERIFY(order >= 0);
        auto tree = sunstone::tilingRecord(line.problem, static_cast<std::size_t>(order), 1000);
        QCOMPARE(tree.order, std::string("RC"));
        sunstone::markChosen(tree, line.problem, split);
        QStringList way;
        for (const auto& node : tree.nodes)
            if (node.onChosen) way << QString::fromStdString(node.name) + (node.chosen ? "!" : "");
        QCOMPARE(way, (QStringList{"1", "P2!"}));
        auto any = sunstone::tilingRecord(line.problem, std::nullopt, 1000);
        QCOMPARE(any.grows, std::string("K P C R"));
        QVERIFY(any.order.empty() && any.nodes.size() > tree.nodes.size());
        sunstone::markChosen(any, line.problem, split);
        QVERIFY(std::ranges::any_of(any.nodes, &sunstone::TileRecord::chosen));
    }

    /// O is reused over C and R, so that K and P remain for the array, and they fill it: 7 x 2.
    void theArrayKeepsTheOneExactFill() {
        const LineCase line = lineCase();
        const auto split = *sunstone::splitOf(line.problem, line.best);
        QCOMPARE(sunstone::gapsWithArrays(line.problem), std::vector<int>{0});
        const auto record = sunstone::unrollingRecord(line.problem, 0, orderingFirst(), &split, 1000);
        QCOMPARE(record.axes, (std::vector<std::string>{"PE.X 7", "PE.Y 2"}));
        QCOMPARE(record.level, std::string("L1"));
        QCOMPARE(record.operand, std::string("O"));
        QCOMPARE(record.left, std::string("K4 P7 C4 R3"));
        QCOMPARE(record.kept, 1);
        QCOMPARE(static_cast<int>(record.kept + record.dropped), productsThatFit());
        const auto& best = record.rows.front();
        QCOMPARE(best.axes, (std::vector<std::string>{"P7", "K2"}));
        QVERIFY(best.kept && best.chosen && best.utilization == 1.0);
        QCOMPARE(best.reason, std::string("fills the array"));
        const auto* half = rowOf(record, {"P7", "1"});
        QVERIFY(half && !half->kept);
        QCOMPARE(half->lanes, 7);
        QCOMPARE(half->reason, std::string("7 of 14 lanes: an exact fill exists"));
        const auto* again = rowOf(record, {"P7", "C2"});
        QVERIFY(again && !again->kept);
        QCOMPARE(again->reason, std::string("reuses O again, over C"));
    }

    void moreRowsThanTheLimitAreCounted() {
        const LineCase line = lineCase();
        const auto record = sunstone::unrollingRecord(line.problem, 0, orderingFirst(), nullptr, 5);
        QCOMPARE(record.rows.size(), std::size_t{5});
        QCOMPARE(static_cast<std::int64_t>(record.rows.size()) + record.leftOut, record.kept + record.dropped);
        sunstone::Options off = orderingFirst();
        off.unrolling = false;
        QCOMPARE(sunstone::unrollingRecord(line.problem, 0, off, nullptr, 5).dropped, 0);
    }

    /// 1,000 bounds from 1,000 down to 1, the best known halfway: neighbours become one, nothing is lost.
    void aTraceStaysSmall() {
        sunstone::BoundTrace trace;
        for (int i = 0; i < 1000; ++i) {
            trace.bounded(1000 - i, i < 500 ? 2000 : 600);
            if (i % 10 == 0) trace.cut(i % 2, 3);
        }
        trace.end(500);
        QVERIFY(trace.steps().size() <= 128);
        const auto total = trace.total();
        QCOMPARE(total.bounded, 1000);
        QCOMPARE(total.cuts(), 300);
        QCOMPARE(total.least, 1.0);
        QCOMPARE(total.most, 1000.0);
        QCOMPARE(trace.steps().back().best, 500.0);
        QCOMPARE(trace.perStep(), 8);
        QCOMPARE(trace.steps().front().least, 993.0);
        QCOMPARE(trace.steps().front().best, 2000.0);
        for (std::size_t i = 0; i + 1 < trace.steps().size(); ++i) QCOMPARE(trace.steps()[i].bounded, 8);
    }

    /// The trace counts what the counters count, and ends with what the search found.
    void theTraceAgreesWithTheCounters() {
        const SunstoneCase gemm = sunstoneGemm({.m = 64, .n = 64, .k = 64, .x = 4, .y = 4, .l1 = 64, .l2 = 2048});
        Job job;
        const auto inside = sunstone::insideOf(gemm.problem, {}, Metric::edp, nullptr, job);
        const sunstone::Ablation& asked = inside.ablations.front();
        QVERIFY(inside.traceComplete && !inside.complete && inside.ablations.size() == 1);
        const auto total = inside.trace.total();
        QCOMPARE(total.bounded, asked.counters.partials);
        QCOMPARE(total.cuts(), asked.counters.partialsPruned);
        QVERIFY(total.cuts() > 0);
        QCOMPARE(total.best, asked.best);
        for (const auto& step : inside.trace.steps()) QVERIFY(step.best >= total.best && step.least <= step.most);
    }

    /// Stage by stage the same as all at once; alpha-beta off opens more and finds the same best.
    void principlesComeOneByOne() {
        const SunstoneCase gemm = sunstoneGemm({.m = 16, .n = 16, .k = 16, .x = 2, .y = 2, .l1 = 16, .l2 = 256});
        Job job;
        auto inside = sunstone::insideOf(gemm.problem, {}, Metric::edp, nullptr, job);
        QVERIFY(!sunstone::ablationOf(inside, "alpha-beta"));
        while (!inside.complete) sunstone::addAblation(inside, gemm.problem, {}, Metric::edp, job);
        const auto all = sunstone::ablations(gemm.problem, {}, Metric::edp, [] { return [] { return true; }; });
        QCOMPARE(inside.ablations.size(), all.size());
        for (std::size_t i = 0; i < all.size(); ++i) {
            QVERIFY(inside.ablations[i].counters == all[i].counters && inside.ablations[i].complete);
            QCOMPARE(inside.ablations[i].setting, all[i].setting);
        }
        const auto* off = sunstone::ablationOf(inside, "alpha-beta");
        QVERIFY(off && off->counters.evaluations >= inside.ablations.front().counters.evaluations);
        QCOMPARE(off->best, inside.ablations.front().best);
        // With nothing left out, a search of such a small problem looks at more than without any one principle.
        QVERIFY(inside.allOff && inside.allOff->complete);
        QCOMPARE(inside.allOff->setting, std::string("all-off"));
        for (const sunstone::Ablation& each : all)
            QVERIFY(inside.allOff->counters.evaluations > each.counters.evaluations &&
                    inside.allOff->best <= each.best);
        const sunstone::Counters& counted = inside.allOff->counters;
        QCOMPARE(counted.tilesPruned + counted.ordersPruned + counted.partialsPruned + counted.unrollingsCut, 0);
    }

    /// One principle that is on: with it off, all are.
    void allOffIsNoSearchOfItsOwnWhereOnePrincipleIsOn() {
        const SunstoneCase gemm = sunstoneGemm({.m = 16, .n = 16, .k = 16, .x = 2, .y = 2, .l1 = 16, .l2 = 256});
        sunstone::Options options;
        options.ordering = options.unrolling = options.alphaBeta = false;
        Job job;
        auto inside = sunstone::insideOf(gemm.problem, options, Metric::edp, nullptr, job);
        while (!inside.complete) sunstone::addAblation(inside, gemm.problem, options, Metric::edp, job);
        QCOMPARE(inside.ablations.size(), std::size_t{2});
        QVERIFY(!inside.allOff);
    }

    void looksEndASearchThatIsTooLong() {
        const SunstoneCase gemm = sunstoneGemm({.m = 64, .n = 64, .k = 64, .x = 4, .y = 4, .l1 = 64, .l2 = 2048});
        Job job;
        const auto inside = sunstone::insideOf(gemm.problem, {}, Metric::edp, nullptr, job, 1);
        QVERIFY(!inside.traceComplete);
        QVERIFY(!inside.ablations.front().complete);
    }
};

QTEST_APPLESS_MAIN(SearchSunstoneInsideTest)
#include "search_sunstone_inside_test.moc"
