// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tiling trees by hand: D = 100 as in Ruby, Fig. 5, and others.

#include <QtTest>

#include "core/mapping/tree.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// The tree of the only dimension of a vector product; `loops` stand below GLB, spatial ones on an array of 16 x 16.
TilingTree treeOf(std::int64_t bound, const std::string& loops) {
    const Problem one = problem("Z[d] += A[d] * B[d]", "d=" + std::to_string(bound),
                                ladder({"DRAM", "GLB", "PE 16x16", "spad"}), "DRAM [A B Z]\nGLB [A B Z]\n" + loops);
    return tilingTree(one.mapping, one.target->workload, 0);
}

using Runs = std::vector<TileRun>;
using Lines = std::vector<std::string>;

}  // namespace

class MappingTreeTest : public QObject {
    Q_OBJECT
private slots:
    void hundredOverSixLanes() {
        const TilingTree tree = treeOf(100, "for d in 0..17\nparFor d in 0..6 (last 4) @PE.X\n");
        QCOMPARE(tree.bands.size(), std::size_t{2});
        QCOMPARE(tree.bands[0].tiles, (Runs{{0, 6, 16, false}, {96, 4, 1, true}}));
        QCOMPARE(tree.bands[1].tiles, (Runs{{0, 1, 96, false}, {96, 1, 4, true}}));
        QCOMPARE(tree.bands[1].idle(), std::int64_t{2});
        QCOMPARE(tree.bands[0].level, 1);
        QCOMPARE(tree.sum, std::string("16 · 6 + 1 · 4 = 100"));
        QCOMPARE(tree.equation, (Lines{"L₁ = 16", "L₀ = 16·6 + 4 − 1 = 99", "L₀ + 1 = D = 100"}));
    }

    void tailsOfSevenByFourAreThreeSevensThenSix() {
        const TilingTree tree = treeOf(27, "for d in 0..4\nparFor d in 0..7 (last 6) @PE.X\n");
        QCOMPARE(tree.bands[0].tiles, (Runs{{0, 7, 3, false}, {21, 6, 1, true}}));
        QCOMPARE(tree.bands[0].count(), std::int64_t{4});
        QCOMPARE(tree.bands[1].count(), std::int64_t{27});
        QCOMPARE(tree.bands[1].idle(), std::int64_t{1});
        QCOMPARE(tree.sum, std::string("3 · 7 + 1 · 6 = 27"));
        QCOMPARE(tree.equation, (Lines{"L₁ = 3", "L₀ = 3·7 + 6 − 1 = 26", "L₀ + 1 = D = 27"}));
    }

    void perfectTreesAreProducts() {
        const TilingTree tree = treeOf(24, "for d in 0..2\nfor d in 0..3\nparFor d in 0..4 @PE.Y\n");
        QCOMPARE(tree.sum, std::string("2 · 3 · 4 = 24"));
        QCOMPARE(tree.bands[0].tiles, (Runs{{0, 12, 2, false}}));
        QCOMPARE(tree.bands[2].idle(), std::int64_t{0});
        QVERIFY(tree.bands[2].axis == Axis::y);
    }

    // 3 tiles of 20, then 2 of 5, then 3: 60 + 10 + 3.
    void tailsOfSeveralLoopsAddUpAlongThePath() {
        const TilingTree tree = treeOf(73, "for d in 0..4\nparFor d in 0..4 (last 3) @PE.X\nfor d in 0..5 (last 3)\n");
        QCOMPARE(tree.bands[0].tiles, (Runs{{0, 20, 3, false}, {60, 13, 1, true}}));
        QCOMPARE(tree.bands[1].tiles, (Runs{{0, 5, 12, false}, {60, 5, 2, true}, {70, 3, 1, true}}));
        QCOMPARE(tree.bands[2].tiles, (Runs{{0, 1, 70, false}, {70, 1, 3, true}}));
        QCOMPARE(tree.bands[2].idle(), std::int64_t{0});  // a temporal loop ends earlier, nothing idles
        QCOMPARE(tree.sum, std::string("3 · 20 + 2 · 5 + 1 · 3 = 73"));
        QCOMPARE(tree.equation.back(), std::string("L₀ + 1 = D = 73"));
    }

    // What full tails further in add is not taken apart: 16 tiles of 30, then 4 lanes of 5.
    void fullTailsFurtherInStayInOneTerm() {
        const TilingTree tree = treeOf(500, "for d in 0..17\nparFor d in 0..6 (last 4) @PE.X\nfor d in 0..5\n");
        QCOMPARE(tree.sum, std::string("16 · 30 + 1 · 20 = 500"));
    }

    void dimensionsWithoutLoopsAreOneTile() {
        const TilingTree tree = treeOf(1, "");
        QVERIFY(tree.bands.empty());
        QCOMPARE(tree.sum, std::string("1"));
        QCOMPARE(tree.equation, (Lines{"0 + 1 = D = 1"}));
    }

    void aMillionIndicesAreAFewRuns() {
        const TilingTree tree =
            treeOf(1'000'000, "for d in 0..7576\nparFor d in 0..12 (last 10) @PE.X\nfor d in 0..11 (last 1)\n");
        for (const TreeBand& band : tree.bands) QVERIFY(band.tiles.size() <= 3);
        QCOMPARE(tree.bands[2].count(), std::int64_t{1'000'000});
        QCOMPARE(tree.sum, std::string("7,575 · 132 + 9 · 11 + 1 · 1 = 1,000,000"));
    }

    void paddedTreesCoverThePaddedBound() {
        Problem one = problem("Z[d] += A[d] * B[d]", "d=27", ladder({"DRAM", "PE 16x16", "spad"}),
                              "DRAM [A B Z]\nfor d in 0..4\nparFor d in 0..7 (last 6) @PE.X\n");
        one.mapping.paddedBounds = {28};
        one.mapping.nodes[2].tail = 7;
        const TilingTree tree = tilingTree(one.mapping, one.target->workload, 0);
        QCOMPARE(tree.padding, std::int64_t{1});
        QCOMPARE(tree.sum, std::string("4 · 7 = 28"));
        QCOMPARE(tree.equation.back(), std::string("L₀ + 1 = D′ = 28"));
    }
};

QTEST_APPLESS_MAIN(MappingTreeTest)
#include "mapping_tree_test.moc"
