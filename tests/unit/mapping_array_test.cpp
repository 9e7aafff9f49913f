// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A 14 x 12 array by hand: X carries m 2 x q 7 (last 6), Y carries c 2 x s 5; q = 27 is 3 rounds of 7 and one of 6.

#include <QtTest>

#include "core/mapping/array.h"
#include "tests/support/problem.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Problem convolution() {
    return problem("O[m,q] += W[m,c,s] * I[c,q+s]", "m=2,q=27,c=2,s=5", ladder({"DRAM", "GLB", "PE 14x12", "spad"}),
                   "DRAM [W I O]\n"
                   "GLB [W I O]\n"
                   "for q in 0..4\n"
                   "parFor m in 0..2 @PE.X\n"
                   "parFor q in 0..7 (last 6) @PE.X\n"
                   "parFor c in 0..2 @PE.Y\n"
                   "parFor s in 0..5 @PE.Y\n"
                   "spad [W I O]\n");
}

PeArray arrayOf(const Problem& one, int fanout = 0, std::int64_t instance = 0) {
    return {one.mapping, one.target->workload, one.target->architecture, fanout, instance};
}

}  // namespace

class MappingArrayTest : public QObject {
    Q_OBJECT
    Problem m_problem = convolution();
    PeArray m_array = arrayOf(m_problem);
    int m_q = m_problem.target->workload.findDimension("q");

private slots:
    void axesAreProductsOfTheirLoops() {
        QCOMPARE(m_array.x(), std::int64_t{14});
        QCOMPARE(m_array.y(), std::int64_t{12});
        QCOMPARE(m_array.usedX(), std::int64_t{14});
        QCOMPARE(m_array.usedY(), std::int64_t{10});
        QCOMPARE(m_array.loops().size(), std::size_t{4});
        QCOMPARE(m_array.loops()[0].stride, std::int64_t{7});  // m jumps over the lanes of q
        QCOMPARE(m_array.loops()[1].stride, std::int64_t{1});
    }

    void theLastOfFourStepsLeavesTwentyLanesIdle() {
        QCOMPARE(m_array.steps().count(), std::int64_t{4});
        QCOMPARE(m_array.at(0).lanes, std::int64_t{140});
        QCOMPARE(m_array.at(0).tails, 0U);
        QCOMPARE(m_array.at(3).lanes, std::int64_t{120});
        QCOMPARE(m_array.at(3).tails, 1U << m_q);
    }

    void idleLanesTellTailFromNeverUsed() {
        const ArrayStep steady = m_array.at(2), last = m_array.at(3);
        QCOMPARE(m_array.state(steady, 6, 0), LaneState::works);
        QCOMPARE(m_array.state(last, 6, 0), LaneState::tail);
        QCOMPARE(m_array.state(last, 13, 9), LaneState::tail);
        QCOMPARE(m_array.state(last, 5, 0), LaneState::works);
        QCOMPARE(m_array.state(last, 7, 0), LaneState::works);  // q = 21 again, for the other m
        QCOMPARE(m_array.state(last, 0, 10), LaneState::unused);
        QCOMPARE(m_array.state(steady, 13, 11), LaneState::unused);
    }

    void coordinatesCountOnFromStepToStep() {
        QCOMPARE(m_array.laneOf(m_q, 9, 4), std::int64_t{2});
        QCOMPARE(m_array.index(m_array.at(0), m_q, 2), std::int64_t{2});
        QCOMPARE(m_array.index(m_array.at(3), m_q, 0), std::int64_t{21});
        QCOMPARE(m_array.index(m_array.at(3), m_q, 5), std::int64_t{26});
    }

    void phasesAndTheirMean() {
        const std::vector<ArrayPhase> phases = m_array.phases();
        QCOMPARE(phases.size(), std::size_t{2});
        QCOMPARE(phases[0].steps, std::int64_t{3});
        QCOMPARE(phases[0].work, std::int64_t{420});
        QCOMPARE(phases[0].firstStep, std::int64_t{0});
        QCOMPARE(phases[1].tails, 1U << m_q);
        QCOMPARE(phases[1].steps, std::int64_t{1});
        QCOMPARE(phases[1].work, std::int64_t{120});
        QCOMPARE(phases[1].firstStep, std::int64_t{3});
    }

    void lanesShareWhatTheirLoopsDoNotIndex() {
        const auto groups = [&](std::int64_t step, const char* name) {
            const Workload& workload = m_problem.target->workload;
            const auto tensor = static_cast<std::size_t>(workload.findTensor(name));
            return m_array.sharing(m_array.at(step), workload.tensors()[tensor]);
        };
        QCOMPARE(groups(0, "W").groups, 20);  // m, c, s: one read feeds the 7 lanes of q
        QCOMPARE(groups(0, "I").groups, 22);  // c times the 7 + 5 - 1 diagonals q + s
        QCOMPARE(groups(0, "O").groups, 14);  // m, q: 10 lanes add to one
        QCOMPARE(groups(3, "I").groups, 20);  // 6 + 5 - 1
        const Sharing inputs = groups(3, "I");
        const auto at = [&](std::size_t x, std::size_t y) { return inputs.group[y * 14 + x]; };
        QCOMPARE(at(1, 0), at(0, 1));   // q + s
        QCOMPARE(at(1, 0), at(8, 0));   // whatever m
        QVERIFY(at(1, 0) != at(1, 5));  // not whatever c
        QCOMPARE(at(6, 0), -1);
    }

    void workOverTheRunIsAShareOfAllSteps() {
        QCOMPARE(m_array.workShare(0, 0), 1.0);
        QCOMPARE(m_array.workShare(6, 0), 0.75);
    }

    // 17 rounds of 6, the last of 4 (Ruby, Fig. 5).
    void hundredOverSixLanes() {
        const Problem one = problem("Z[d] += A[d] * B[d]", "d=100", ladder({"DRAM", "PE 6x1"}),
                                    "DRAM [A B Z]\nfor d in 0..17\nparFor d in 0..6 (last 4) @PE.X\n");
        const PeArray array = arrayOf(one);
        QCOMPARE(array.steps().count(), std::int64_t{17});
        QCOMPARE(array.at(15).lanes, std::int64_t{6});
        QCOMPARE(array.at(16).lanes, std::int64_t{4});
        QCOMPARE(array.index(array.at(16), 0, 3), std::int64_t{99});
    }

    // Lanes start at 0, 4, 8 and run 4 steps, the last one 2: 10 = 2 * 4 + 2.
    void aTemporalTailBelowTheArrayEndsItsLastLaneEarly() {
        const Problem one = problem("Z[d] += A[d] * B[d]", "d=10", ladder({"DRAM", "PE 3x1"}),
                                    "DRAM [A B Z]\nparFor d in 0..3 @PE.X\nfor d in 0..4 (last 2)\n");
        const PeArray array = arrayOf(one);
        QCOMPARE(array.steps().count(), std::int64_t{4});
        QCOMPARE(array.at(1).lanes, std::int64_t{3});
        QCOMPARE(array.at(2).lanes, std::int64_t{2});
        QCOMPARE(array.index(array.at(1), 0, 2), std::int64_t{9});
        QCOMPARE(array.phases().back().firstStep, std::int64_t{2});
        QCOMPARE(array.phases().back().steps, std::int64_t{2});
    }

    // 7 = 3 + 3 + 1 over three clusters of 3: the last cluster has one lane at work.
    void everyInstanceHasItsOwnLanes() {
        const Problem one = problem("Z[d] += A[d] * B[d]", "d=7", ladder({"DRAM", "cluster 3x1", "GLB", "PE 3x1"}),
                                    "DRAM [A B Z]\nparFor d in 0..3 @cluster.X\nparFor d in 0..3 (last 1) @PE.X\n");
        QCOMPARE(arrayOf(one, 1).instances(), std::int64_t{3});
        QCOMPARE(arrayOf(one, 1, 1).at(0).lanes, std::int64_t{3});
        const PeArray last = arrayOf(one, 1, 2);
        QCOMPARE(last.at(0).lanes, std::int64_t{1});
        QCOMPARE(last.state(last.at(0), 1, 0), LaneState::unused);
        const PeArray clusters = arrayOf(one, 0);
        QCOMPARE(clusters.at(0).lanes, std::int64_t{3});
        QCOMPARE(clusters.at(0).work, std::int64_t{7});
        QCOMPARE(clusters.computeBelow(), std::int64_t{3});
        QCOMPARE(clusters.workShare(2, 0), 1.0 / 3.0);
    }

    void anArrayWithoutLoopsHasOneLaneAtWork() {
        const Problem one = problem("Z[d] += A[d] * B[d]", "d=1", ladder({"DRAM", "PE 4x4"}), "DRAM [A B Z]\n");
        const PeArray array = arrayOf(one);
        QCOMPARE(array.steps().count(), std::int64_t{1});
        QCOMPARE(array.at(0).lanes, std::int64_t{1});
        QCOMPARE(array.state(array.at(0), 1, 0), LaneState::unused);
        QCOMPARE(array.phases().size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(MappingArrayTest)
#include "mapping_array_test.moc"
