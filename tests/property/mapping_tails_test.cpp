// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tails against literal execution of the loops.

#include <QtTest>

#include "core/mapping/extent.h"
#include "tests/support/cases.h"
#include "tests/support/nest_walk.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::int64_t walkedIterations(const std::vector<Node>& nodes) {
    std::int64_t count = 0;
    NestWalk walk(nodes);
    walk.onCompute = [&](const Point&) { ++count; };
    walk.run();
    return count;
}

/// True if the loops visit 0, 1, 2 ... bound - 1 in this order.
bool walksInOrder(const std::vector<Node>& nodes, std::int64_t bound) {
    std::int64_t expected = 0;
    bool inOrder = true;
    NestWalk walk(nodes);
    walk.onCompute = [&](const Point& point) { inOrder &= point[0] == expected++; };
    walk.run();
    return inOrder && expected == bound;
}

/// Calls `visit` for every way to set the tails of `nodes`.
void forAllTails(std::vector<Node>& nodes, std::size_t from, const std::function<void()>& visit) {
    if (from == nodes.size()) return visit();
    for (nodes[from].tail = 1; nodes[from].tail <= nodes[from].bound; ++nodes[from].tail)
        forAllTails(nodes, from + 1, visit);
}

}  // namespace

class MappingTailsPropertyTest : public QObject {
    Q_OBJECT
private slots:
    void completedLoopsVisitEachIndexOnce() {
        for (int i = 0; i < cases(5000, 50000); ++i) {
            Rng rng(1, static_cast<std::uint64_t>(i));
            const std::int64_t bound = between(rng, 1, 600);
            std::vector<Node> nodes;
            for (std::int64_t product = 1; product < bound || chance(rng, 20); product *= nodes.back().bound)
                nodes.push_back(temporal(0, between(rng, 1, chance(rng, 70) ? 5 : 60), 1));
            shuffle(rng, nodes);
            QVERIFY(completeTails(nodes, 0, bound));
            QVERIFY2(walksInOrder(nodes, bound), coverageFormula(nodes, 0).c_str());
            QCOMPARE(iterations(nodes, 0), bound);
        }
    }
    void anyTailsRunAsManyIterationsAsEquation5Says() {
        for (int i = 0; i < cases(5000, 50000); ++i) {
            Rng rng(2, static_cast<std::uint64_t>(i));
            std::vector<Node> nodes;
            for (std::int64_t count = between(rng, 0, 5); count > 0; --count) {
                const std::int64_t trips = between(rng, 1, 5);
                nodes.push_back(temporal(0, trips, between(rng, 1, trips)));
            }
            const std::int64_t walked = walkedIterations(nodes);
            QCOMPARE(iterations(nodes, 0), walked);
            QVERIFY(walksInOrder(nodes, walked));
        }
    }
    /// For given P_0 .. P_{n-1}: of all tails and all P_n = R_n, exactly one choice covers D.
    void eachChoiceOfTripCountsHasExactlyOneSetOfTails() {
        const std::int64_t largest = cases(24, 40);
        for (std::int64_t bound = 1; bound <= largest; ++bound)
            for (std::int64_t p1 = 1; p1 <= 4; ++p1)
                for (std::int64_t p0 = 1; p0 <= 5; ++p0) {
                    int fitting = 0;
                    std::vector<Node> found;
                    for (std::int64_t outer = 1; outer <= bound; ++outer) {
                        std::vector<Node> nodes{temporal(0, p1, 1), temporal(0, p0, 1)};
                        forAllTails(nodes, 0, [&] {
                            std::vector<Node> all = nodes;
                            all.insert(all.begin(), temporal(0, outer, outer));
                            if (walkedIterations(all) != bound) return;
                            ++fitting;
                            found = all;
                        });
                    }
                    QCOMPARE(fitting, 1);
                    std::vector<Node> completed{temporal(0, bound, 1), temporal(0, p1, 1), temporal(0, p0, 1)};
                    QVERIFY(completeTails(completed, 0, bound));
                    QCOMPARE(completed, found);
                }
    }
    void canonicalFormRunsTheSamePointsInTheSameOrder() {
        RandomOptions options;
        options.plainLoops = false;
        options.maxMacs = 400;
        for (int i = 0; i < cases(1000, 10000); ++i) {
            Rng rng(3, static_cast<std::uint64_t>(i));
            const RandomProblem problem = randomProblem(rng, options);
            const Mapping result = canonical(problem.mapping, problem.target->workload);
            std::vector<Point> before, after;
            NestWalk walk(problem.mapping.nodes);
            walk.onCompute = [&](const Point& point) { before.push_back(point); };
            walk.run();
            NestWalk canonicalWalk(result.nodes);
            canonicalWalk.onCompute = [&](const Point& point) { after.push_back(point); };
            canonicalWalk.run();
            QVERIFY(before == after);
            QCOMPARE(canonical(result, problem.target->workload), result);
            for (const Node& node : result.nodes) QVERIFY(!node.isLoop() || node.bound > 1);
        }
    }
};

QTEST_APPLESS_MAIN(MappingTailsPropertyTest)
#include "mapping_tails_test.moc"
