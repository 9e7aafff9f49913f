// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which neighbouring loops of a skeleton may change places: worked out by hand for a convolution
// O[m,p] += W[m,c,r] * I[c,p+r].

#include <QtTest>

#include "core/model/lanes/lane_order.h"
#include "core/model/lanes/lane_setup.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

enum Dimension { m, p, c, r };        // as they come up in the einsum: outputs first
enum Tensor { W = 1, I = 2, O = 4 };  // outputs last

lanes::LanePlan plan() {
    const TargetPtr target = makeTarget("O[m,p] += W[m,c,r] * I[c,p+r]", "m=4,p=8,c=4,r=3",
                                        {memory("DRAM"), memory("buffer"), memory("regs")}, {fanout("PE", 0, 4)});
    return lanes::makeLanePlan(reuse::Plan(target, {}));
}

std::vector<std::uint16_t> runsOf(const std::vector<Node>& nodes) {
    std::vector<std::uint16_t> runs;
    lanes::numberRuns(plan(), nodes, runs);
    return runs;
}

}  // namespace

class ModelLaneOrderTest : public QObject {
    Q_OBJECT
private slots:
    /// Outside a Store of W alone: it is indexed by m, c and r, each in a rank of its own, not by p. That I slides over
    /// p + r is of no account: nothing of it is kept inside.
    void aStoreOfWeights() {
        const std::vector<Node> nodes{store(0, O | W | I), temporal(r, 3, 3), temporal(c, 2, 2), temporal(m, 2, 2),
                                      temporal(p, 2, 2),   store(2, W),       temporal(p, 4, 4)};
        QCOMPARE(runsOf(nodes), (std::vector<std::uint16_t>{0, 1, 1, 1, 2, 3, 4}));
    }

    /// With I inside, too: c indexes both, m only W, and loops of the window keep their places.
    void aStoreOfInputs() {
        const std::vector<Node> nodes{store(0, O | W | I), temporal(c, 2, 2), temporal(m, 2, 2),
                                      temporal(r, 3, 3),   temporal(p, 2, 2), store(2, W | I)};
        QCOMPARE(runsOf(nodes), (std::vector<std::uint16_t>{0, 1, 2, 3, 4, 5}));
    }

    /// Inside the last Store any order will do; spatial loops keep their places and part what stands on both sides.
    void insideTheLastStore() {
        const std::vector<Node> nodes{store(0, O | W | I),          temporal(p, 2, 2), temporal(m, 2, 2),
                                      spatial(c, 4, 4, 0, Axis::x), temporal(r, 3, 3), temporal(m, 2, 2)};
        QCOMPARE(runsOf(nodes), (std::vector<std::uint16_t>{0, 1, 1, 2, 3, 3}));
    }

    /// Loops of one dimension don't pass each other: the outer one counts slower.
    void sortingKeepsLoopsOfOneDimensionInOrder() {
        std::vector<Node> nodes{store(0, O | W | I), temporal(c, 2, 2), temporal(m, 2, 2), temporal(p, 8, 8),
                                temporal(m, 3, 2)};
        std::vector<std::uint16_t> runs = runsOf(nodes), from;
        lanes::sortRuns(runs, nodes, from);
        QCOMPARE(from, (std::vector<std::uint16_t>{0, 2, 4, 3, 1}));
        QVERIFY(nodes[1] == temporal(m, 2, 2) && nodes[2] == temporal(m, 3, 2));
        QVERIFY(nodes[3] == temporal(p, 8, 8) && nodes[4] == temporal(c, 2, 2));
    }
};

QTEST_APPLESS_MAIN(ModelLaneOrderTest)
#include "model_lane_order_test.moc"
