// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tails by hand: Ruby's examples (Figs. 4 and 5, eq. 5) and their edge cases.

#include <QtTest>

#include "core/mapping/extent.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Workload oneDimension(std::int64_t bound) {
    return unwrap(
        Workload::make("one", {{"d", {}, bound}}, {{.name = "A", .role = "input", .ranks = {{.terms = {{0, 1}}}}}}));
}

Mapping loops(std::initializer_list<std::int64_t> trips) {
    Mapping mapping{{store(0, 1)}, {}};
    for (const std::int64_t p : trips) mapping.nodes.push_back(temporal(0, p, p));
    return mapping;
}

std::vector<std::int64_t> tails(const Mapping& mapping) {
    std::vector<std::int64_t> result;
    for (const Node& node : mapping.nodes)
        if (node.isLoop()) result.push_back(node.tail);
    return result;
}

using Numbers = std::vector<std::int64_t>;

}  // namespace

class MappingTailsTest : public QObject {
    Q_OBJECT
private slots:
    void figure4IsPerfect() {  // 100 = 1 * 20 * 5
        Mapping mapping = loops({1, 20, 5});
        QVERIFY(completeTails(mapping, oneDimension(100)));
        QCOMPARE(tails(mapping), (Numbers{1, 20, 5}));
        QCOMPARE(iterations(mapping.nodes, 0), std::int64_t{100});
        QCOMPARE(coverageFormula(mapping.nodes, 0), "1 * 20 * 5");
    }
    void figure5HasSixteenFullRowsAndFourInTheLast() {  // L_1 = 16, L_0 = 6 * 16 + 4 - 1 = 99
        Mapping mapping = loops({1, 17, 6});
        QVERIFY(completeTails(mapping, oneDimension(100)));
        QCOMPARE(tails(mapping), (Numbers{1, 17, 4}));
        QCOMPARE(iterations(mapping.nodes, 0), std::int64_t{100});
        QCOMPARE(coverageFormula(std::span(mapping.nodes).subspan(2), 0), "(17 - 1) * 6 + 4");
    }
    void tailsOfSevenByFourAreTwoThenThree() {  // 7 = 4 + 3
        Mapping mapping = loops({2, 4});
        QVERIFY(completeTails(mapping, oneDimension(7)));
        QCOMPARE(tails(mapping), (Numbers{2, 3}));
    }
    void tailsAreTheDigitsOfTheLastIteration() {  // 99 = 3 * 30 + 1 * 10 + 9: radices ..., 3, 10, digits 3 0 9
        Mapping mapping = loops({7, 3, 10});
        QVERIFY(completeTails(mapping, oneDimension(100)));
        QCOMPARE(tails(mapping), (Numbers{4, 1, 10}));
        QCOMPARE(mapping.nodes[1].bound, std::int64_t{4});  // the outermost loop's P becomes its R
        QCOMPARE(coverageFormula(mapping.nodes, 0), "((4 - 1) * 3 + 1 - 1) * 10 + 10");
    }
    void tooFewTripsAreLeftAsTheyAre() {
        Mapping mapping = loops({9, 11});
        const Mapping before = mapping;
        QVERIFY(!completeTails(mapping, oneDimension(100)));
        QCOMPARE(mapping, before);
    }
    void oneDimensionTooShortLeavesTheOthersAlone() {
        const Workload workload = unwrap(gemm("g", 7, 9, 1));
        Mapping mapping{{temporal(0, 2, 2), temporal(0, 4, 4), temporal(1, 2, 2)}, {}};
        const Mapping before = mapping;
        QVERIFY(!completeTails(mapping, workload));
        QCOMPARE(mapping, before);
    }
    void hugeTripCountsDoNotWrap() {
        constexpr std::int64_t huge = std::int64_t{1} << 62;
        Mapping mapping = loops({huge, huge, huge});
        QCOMPARE(tripProduct(mapping.nodes, 0), kTooMany);
        QCOMPARE(iterations(mapping.nodes, 0), kTooMany);
        QVERIFY(completeTails(mapping, oneDimension(100)));
        QCOMPARE(tails(mapping), (Numbers{1, 1, 100}));
        QCOMPARE(iterations(mapping.nodes, 0), std::int64_t{100});
    }
    void paddedBoundsAreCovered() {
        Mapping mapping = loops({5, 6});
        mapping.paddedBounds = {30};
        QVERIFY(completeTails(mapping, oneDimension(28)));
        QCOMPARE(tails(mapping), (Numbers{5, 6}));
    }
    void aLoopThatOnlyRunsItsLastIterationGetsPEqualR() {
        Mapping mapping{{store(0, 1), temporal(0, 3, 1), temporal(0, 9, 2), temporal(0, 1, 1), temporal(0, 6, 4)}, {}};
        QCOMPARE(canonical(mapping, oneDimension(10)).nodes,
                 (std::vector<Node>{store(0, 1), temporal(0, 2, 2), temporal(0, 6, 4)}));
    }
    void canonicalFormKeepsStoresAndForgetsEmptyPadding() {
        Mapping mapping{{store(0, 1), temporal(0, 5, 5), temporal(0, 2, 2), store(1, 1)}, {10}};
        const Mapping result = canonical(mapping, oneDimension(10));
        QCOMPARE(result.nodes, mapping.nodes);
        QVERIFY(result.paddedBounds.empty());
        QCOMPARE(canonical(mapping, oneDimension(9)).paddedBounds, Numbers{10});
    }
};

QTEST_APPLESS_MAIN(MappingTailsTest)
#include "mapping_tails_test.moc"
