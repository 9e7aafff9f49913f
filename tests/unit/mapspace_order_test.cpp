// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=mapspace
#include <QtTest>

#include <algorithm>
#include <numeric>

#include "core/base/rng.h"
#include "core/mapspace/permutation/order.h"
#include "tests/support/cases.h"
#include "tests/support/random_draw.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

using Order = std::vector<std::uint8_t>;

Order firstDimensions(int n) {
    Order dimensions(static_cast<std::size_t>(n));
    std::iota(dimensions.begin(), dimensions.end(), 0);
    return dimensions;
}

Precedence chain(const std::vector<int>& list) {
    Precedence precedence;
    for (std::size_t i = 1; i < list.size(); ++i) precedence.add(list[i - 1], list[i]);
    precedence.close();
    return precedence;
}

/// All orders that keep the relations, by filtering all permutations, in lexicographic order.
std::vector<Order> filtered(Order dimensions, const std::vector<std::pair<int, int>>& relations) {
    std::vector<Order> kept;
    do {
        const auto placeOf = [&](int d) { return std::ranges::find(dimensions, d); };
        if (std::ranges::all_of(relations, [&](const auto& r) { return placeOf(r.first) < placeOf(r.second); }))
            kept.push_back(dimensions);
    } while (std::ranges::next_permutation(dimensions).found);
    return kept;
}

Order orderAt(const LoopOrders& orders, std::uint64_t rank) {
    Order order(orders.dimensions().size());
    orders.at(rank, order.data());
    return order;
}

}  // namespace

class MapspaceOrderTest : public QObject {
    Q_OBJECT

private slots:
    void threeOfSevenInOrderLeaves840Of5040();
    void nothingLimitedMeansAllOrders();
    void sixteenLoopsHaveSixteenFactorialOrders();
    void randomPartialOrdersAreTheFilteredPermutations();
    void cyclesAreFound();
};

void MapspaceOrderTest::threeOfSevenInOrderLeaves840Of5040() {
    QCOMPARE(LoopOrders(firstDimensions(7), chain({})).count(), std::uint64_t{5040});
    QCOMPARE(LoopOrders(firstDimensions(7), chain({4, 1, 6})).count(), std::uint64_t{840});
}

void MapspaceOrderTest::nothingLimitedMeansAllOrders() {
    const Order dimensions{1, 3, 4, 7};
    const LoopOrders orders(dimensions, chain({0, 2, 5}));
    const std::vector<Order> expected = filtered(dimensions, {});
    QCOMPARE(orders.count(), std::uint64_t{24});
    for (std::size_t rank = 0; rank < expected.size(); ++rank) QCOMPARE(orderAt(orders, rank), expected[rank]);
}

void MapspaceOrderTest::sixteenLoopsHaveSixteenFactorialOrders() {
    const LoopOrders orders(firstDimensions(16), chain({}));
    QCOMPARE(orders.count(), std::uint64_t{20922789888000});
    Order last = firstDimensions(16);
    std::ranges::reverse(last);
    QCOMPARE(orderAt(orders, orders.count() - 1), last);
    QCOMPARE(orders.smallestRank(last), orders.count() - 1);
}

void MapspaceOrderTest::randomPartialOrdersAreTheFilteredPermutations() {
    Rng rng(1);
    for (int i = 0; i < cases(300); ++i) {
        const int n = static_cast<int>(between(rng, 1, 6));
        Order hidden = firstDimensions(n);  // an order that the relations agree with, so that there is no cycle
        shuffle(rng, hidden);
        std::vector<std::pair<int, int>> relations;
        Precedence precedence;
        for (std::size_t a = 0; a < hidden.size(); ++a)
            for (std::size_t b = a + 1; b < hidden.size(); ++b)
                if (chance(rng, 25)) {
                    relations.emplace_back(hidden[a], hidden[b]);
                    precedence.add(hidden[a], hidden[b]);
                }
        precedence.close();
        QVERIFY(!precedence.conflict());
        const LoopOrders orders(firstDimensions(n), precedence);
        const std::vector<Order> expected = filtered(firstDimensions(n), relations);
        QCOMPARE(orders.count(), static_cast<std::uint64_t>(expected.size()));
        for (std::size_t rank = 0; rank < expected.size(); ++rank) QCOMPARE(orderAt(orders, rank), expected[rank]);

        // A part of the loops in some order: the smallest number among the orders that contain it, or not allowed.
        Order part = firstDimensions(n);
        shuffle(rng, part);
        part.resize(rng.below(part.size() + 1));
        const auto contains = [&](const Order& order) {
            auto next = part.begin();
            for (const auto d : order)
                if (next != part.end() && *next == d) ++next;
            return next == part.end();
        };
        const auto smallest = std::ranges::find_if(expected, contains);
        QCOMPARE(orders.allows(part), smallest != expected.end());
        if (smallest != expected.end())
            QCOMPARE(orders.smallestRank(part), static_cast<std::uint64_t>(smallest - expected.begin()));
    }
}

void MapspaceOrderTest::cyclesAreFound() {
    Precedence precedence;
    precedence.add(2, 5);
    precedence.add(5, 1);
    precedence.add(0, 2);
    precedence.close();
    QVERIFY(!precedence.conflict());
    QVERIFY(precedence.outsideOf(1) == (1u << 0 | 1u << 2 | 1u << 5));
    precedence.add(1, 2);
    precedence.close();
    QVERIFY(precedence.conflict() == (std::pair{1, 2}));
}

QTEST_APPLESS_MAIN(MapspaceOrderTest)
#include "mapspace_order_test.moc"
