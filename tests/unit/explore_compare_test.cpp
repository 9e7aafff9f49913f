// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two mappings side by side: rows by hand, and nests aligned as one would by eye.

#include <QtTest>

#include "core/explore/align.h"
#include "core/explore/compare.h"
#include "core/io/compare_report.h"
#include "core/model/evaluator.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/random_mapping.h"
#include "tests/support/sweep_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Compared side(const std::string& name, const TargetPtr& target, std::string_view nest) {
    Mapping mapping = read(*target, nest);
    Cost cost = orDie(Evaluator::make(target)).evaluate(mapping);
    return {name, target, std::move(mapping), std::move(cost)};
}

const CompareRow* find(const std::vector<CompareRow>& rows, std::string_view key) {
    for (const CompareRow& row : rows)
        if (row.key == key) return &row;
    return nullptr;
}

/// "= changed x2 moved ..." of the aligned rows, one word per row.
std::string marks(const Target& target, std::string_view a, std::string_view b) {
    std::string text;
    for (const AlignedRow& row : alignNests(target, read(target, a), target, read(target, b))) {
        text += (text.empty() ? "" : " ") + std::string(keyOf(row.mark));
        if (row.ratio) text += "*" + QString::number(*row.ratio).toStdString();
    }
    return text;
}

TargetPtr product() {
    return makeTarget("Z[m,n] += A[m,k] * B[k,n]", "m=4,n=6,k=8", {memory("DRAM"), memory("GLB"), memory("spad")},
                      {fanout("PE", 1, 4, 2)});
}

constexpr std::string_view kOne =
    "DRAM [A B Z]\nfor m in 0..2\nGLB [A B Z]\nfor n in 0..6\nfor k in 0..4\n"
    "parFor m in 0..2 @PE.X\nspad [A B Z]\nfor k in 0..2";

}  // namespace

class ExploreCompareTest : public QObject {
    Q_OBJECT

private slots:
    // A[d], d = 6 on the line of PEs (sweep_setup.h): E = 103 * 6 on both sides; 6 steps on one PE, 3 on two.
    void rowsAreThoseOneFindsByHand() {
        const TargetPtr target = orDie(Target::make(line("six", 6), lineDesign()));
        const auto rows = compare(side("a", target, "DRAM [A]\nspad [A]\nfor d in 0..6"),
                                  side("b", target, "DRAM [A]\nparFor d in 0..2 @PE.X\nspad [A]\nfor d in 0..3"));
        const auto is = [&](std::string_view key, double a, double b, Better better) {
            const CompareRow* row = find(rows, key);
            QVERIFY2(row, std::string(key).c_str());
            QCOMPARE(*row->a, a);
            QCOMPARE(*row->b, b);
            QCOMPARE(*row->delta(), b - a);
            QCOMPARE(*row->ratio(), b / a);
            QCOMPARE(std::string(keyOf(row->better)), std::string(keyOf(better)));
        };
        is("edp", 618 * 6, 618 * 3, Better::b);
        is("energy_pj", 618, 618, Better::equal);
        is("cycles", 6, 3, Better::b);
        is("time", 6e-9, 3e-9, Better::b);
        is("utilization", 0.5, 1.0, Better::b);
        is("energy_per_mac", 103, 103, Better::equal);
        is("area_um2", 30, 30, Better::equal);
        is("DRAM.words", 6, 6, Better::equal);
        is("DRAM.A.reads", 6, 6, Better::equal);
        is("spad.A.fills", 6, 6, Better::equal);
        is("spad.A.reads", 6, 6, Better::equal);
        is("spad.held", 6.0 / 8, 3.0 / 8, Better::neither);
        QVERIFY2(!find(rows, "DRAM.A.fills"), "nothing but zeros");
        QVERIFY2(!find(rows, "DRAM.held"), "unbounded");
    }

    void whatOneSideLacksIsAbsentThere() {
        const TargetPtr whole = orDie(Target::make(line("six", 6), lineDesign()));
        ArchitectureSpec spec = lineDesign().spec();
        spec.levels.erase(spec.levels.begin() + 1);
        const TargetPtr bare = orDie(Target::make(line("six", 6), orDie(Architecture::make(spec))));
        const auto rows =
            compare(side("a", bare, "DRAM [A]\nfor d in 0..6"), side("b", whole, "DRAM [A]\nfor d in 0..6\nspad [A]"));
        const CompareRow* fills = find(rows, "spad.A.fills");
        QVERIFY(fills && !fills->a && !fills->delta() && fills->better == Better::neither);
        QCOMPARE(*fills->b, 6.0);
        QVERIFY(find(rows, "DRAM.words") < find(rows, "spad.words"));
    }

    void equalNestsAreEqualRowByRow() {
        QCOMPARE(marks(*product(), kOne, kOne), std::string("equal equal equal equal equal equal equal equal"));
        QCOMPARE(compareReport(side("x", product(), kOne), side("y", product(), kOne)).find("the nests are the same") !=
                     std::string::npos,
                 true);
    }

    void changedBoundsCarryTheirRatioAndTilesFollow() {
        QCOMPARE(marks(*product(), kOne,
                       "DRAM [A B Z]\nfor m in 0..1\nGLB [A B Z]\nfor n in 0..6\nfor k in 0..4\n"
                       "parFor m in 0..4 @PE.X\nspad [A B Z]\nfor k in 0..2"),
                 std::string("equal changed*0.5 changed equal equal changed*2 equal equal"));
    }

    // 99 = 4 * 20 + 3 * 5 + 4 = 4 * 24 + 0 * 6 + 3: the middle loop keeps its bound of 4 and gets a tail of 1.
    void aTailAloneIsAChange() {
        const TargetPtr target = orDie(Target::make(line("hundred", 100), lineDesign()));
        QCOMPARE(marks(*target, "DRAM [A]\nfor d in 0..5\nfor d in 0..4\nspad [A]\nfor d in 0..5",
                       "DRAM [A]\nfor d in 0..5\nfor d in 0..4 (last 1)\nspad [A]\nfor d in 0..6 (last 4)"),
                 std::string("equal equal changed changed changed*1.2"));
    }

    void swappedLoopsAreMovedAndKnowTheirCounterparts() {
        const TargetPtr target = product();
        const Mapping a = read(*target, kOne);
        const Mapping b = read(*target,
                               "DRAM [A B Z]\nfor m in 0..2\nGLB [A B Z]\nfor k in 0..4\nfor n in 0..6\n"
                               "parFor m in 0..2 @PE.X\nspad [A B Z]\nfor k in 0..2");
        const auto rows = alignNests(*target, a, *target, b);
        QCOMPARE(rows.size(), std::size_t{8});
        QVERIFY((rows[3] == AlignedRow{3, 3, NestMark::moved, {}, 4}));
        QVERIFY((rows[4] == AlignedRow{4, 4, NestMark::moved, {}, 3}));
        QVERIFY(rows[5].mark == NestMark::equal);
    }

    void loopsOfOneSideStandAlone() {
        // k moves from GLB to DRAM, m from X to Y; there is no second level on the other side.
        QCOMPARE(marks(*product(), kOne,
                       "DRAM [A B Z]\nfor m in 0..2\nfor k in 0..8\nGLB [A B Z]\nfor n in 0..6\n"
                       "parFor m in 0..2 @PE.Y\nspad [A B Z]"),
                 std::string("equal equal only-in-b changed equal only-in-a only-in-a only-in-b changed only-in-a"));
    }

    void aLevelThatOneSideBypassesStandsAlone() {
        const TargetPtr target = makeTarget(
            "Z[m,n] += A[m,k] * B[k,n]", "m=4,n=6,k=8",
            {memory("DRAM"), memory("GLB", {{"input", Keep::may}, {"weight", Keep::may}, {"output", Keep::may}}),
             memory("spad")},
            {});
        QCOMPARE(marks(*target, "DRAM [A B Z]\nfor m in 0..4\nGLB [A]\nfor n in 0..6\nspad [A B Z]\nfor k in 0..8",
                       "DRAM [A B Z]\nfor m in 0..4\nfor n in 0..6\nspad [A B Z]\nfor k in 0..8"),
                 std::string("equal equal only-in-b only-in-a only-in-a equal equal"));
    }

    void everyNodeStandsInOneRowOfItsSide() {
        Rng rng(3);
        for (int i = 0; i < 200; ++i) {
            const RandomProblem problem = randomProblem(rng);
            const Mapping other = randomMapping(rng, *problem.target);
            int nextA = 0, nextB = 0;
            for (const AlignedRow& row : alignNests(*problem.target, problem.mapping, *problem.target, other)) {
                if (row.a >= 0) QCOMPARE(row.a, nextA++);
                if (row.b >= 0) QCOMPARE(row.b, nextB++);
                QCOMPARE(row.counterpart >= 0, row.mark == NestMark::moved);
            }
            QCOMPARE(nextA, static_cast<int>(problem.mapping.nodes.size()));
            QCOMPARE(nextB, static_cast<int>(other.nodes.size()));
        }
    }
};

QTEST_APPLESS_MAIN(ExploreCompareTest)
#include "explore_compare_test.moc"
