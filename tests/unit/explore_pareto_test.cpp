// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Fronts against their definition on random points, improvements by hand.

#include <QtTest>

#include <algorithm>
#include <set>

#include "core/base/rng.h"
#include "core/explore/pareto.h"
#include "tests/support/cases.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

bool dominates(const XY& a, const XY& b) { return a.x <= b.x && a.y <= b.y && (a.x < b.x || a.y < b.y); }

/// Straight from the definition: n^2 comparisons.
std::vector<std::size_t> frontByDefinition(const std::vector<XY>& points) {
    std::vector<std::size_t> front;
    for (std::size_t i = 0; i < points.size(); ++i)
        if (std::none_of(points.begin(), points.end(), [&](const XY& other) { return dominates(other, points[i]); }))
            front.push_back(i);
    std::sort(front.begin(), front.end(), [&](std::size_t a, std::size_t b) {
        return points[a].x != points[b].x ? points[a].x < points[b].x : a < b;
    });
    return front;
}

SweepPointPtr point(std::size_t index, const char* array, Factorization kind, std::optional<double> area,
                    std::optional<double> edp) {
    SweepPoint it;
    it.index = index;
    it.values = {array};
    it.factorization = kind;
    it.areaUm2 = area;
    it.edp = edp;
    it.utilization = edp ? std::optional(1 / *edp) : std::nullopt;
    return std::make_shared<const SweepPoint>(std::move(it));
}

constexpr auto kPfm = Factorization::perfect, kRubyS = Factorization::rubyS;

/// 2x7: 80 and 60; 3x7: 40 and 50; 4x7: PFM unknown; 6x7 not finished.
SweepPoints somePoints() {
    return {point(0, "2x7", kPfm, 1, 80),
            point(1, "2x7", kRubyS, 1, 60),
            point(2, "3x7", kPfm, 2, 40),
            point(3, "3x7", kRubyS, 2, 50),
            point(4, "4x7", kPfm, 3, {}),
            point(5, "4x7", kRubyS, 3, 30),
            point(6, "5x7", kRubyS, std::nullopt, 1),
            nullptr};
}

/// A point with a best mapping of each EDP, one per layer.
SweepPointPtr found(Factorization kind, const std::vector<double>& edps) {
    SweepPoint it;
    it.factorization = kind;
    for (const double edp : edps) {
        Score score;
        score.energyPj = edp;
        score.cycles = 1;
        it.layers.emplace_back();
        it.layers.back().best = Candidate{{}, score};
    }
    return std::make_shared<const SweepPoint>(std::move(it));
}

}  // namespace

class ExploreParetoTest : public QObject {
    Q_OBJECT

private slots:
    void frontsAreThoseOfTheDefinition() {
        Rng rng(11);
        for (int round = 0; round < cases(300); ++round) {
            const std::uint64_t values = 1 + rng.below(30);  // few values: many ties
            std::vector<XY> points(rng.below(40));
            for (XY& each : points) each = {double(rng.below(values)), double(rng.below(values))};
            QCOMPARE(paretoFront(points), frontByDefinition(points));
        }
    }

    void equalPointsAreOnTheFrontTogether() {
        QCOMPARE(paretoFront(std::vector<XY>{{2, 1}, {1, 2}, {2, 1}, {1, 3}, {1, 2}, {3, 1}}),
                 (std::vector<std::size_t>{1, 4, 0, 2}));
        QVERIFY(paretoFront(std::vector<XY>{}).empty());
    }

    void pointsWithoutAValueAreNoCandidates() {
        const SweepPoints points = somePoints();
        QCOMPARE(paretoFront(points, PointMetric::area, PointMetric::edp), (std::vector<std::size_t>{1, 2, 5}));
        QCOMPARE(paretoFront(points, PointMetric::area, PointMetric::edp, kPfm), (std::vector<std::size_t>{0, 2}));
        QCOMPARE(paretoFront(points, PointMetric::area, PointMetric::edp, kRubyS), (std::vector<std::size_t>{1, 3, 5}));
    }

    void ofUtilizationMoreIsBetter() {
        QCOMPARE(paretoFront(somePoints(), PointMetric::area, PointMetric::utilization),
                 (std::vector<std::size_t>{1, 2, 5}));
    }

    void improvementsAreSharesOfTheReference() {
        const SweepPoints points = somePoints();
        const auto shares = improvements(points, PointMetric::edp);
        QCOMPARE(shares.size(), points.size());
        QCOMPARE(*shares[0], 0.0);
        QCOMPARE(*shares[1], 0.25);   // 1 - 60 / 80
        QCOMPARE(*shares[3], -0.25);  // 1 - 50 / 40
        for (const std::size_t without : {4u, 5u, 6u, 7u}) QVERIFY(!shares[without]);
        QCOMPARE(*meanImprovement(points, PointMetric::edp, kRubyS), 0.0);
        QVERIFY(!meanImprovement(points, PointMetric::edp, Factorization::padded));
        QCOMPARE(*improvements(points, PointMetric::utilization)[1], 80.0 / 60 - 1);
    }

    void worseThanPfmMeansTooFewDrawsWhereItIsContained() {
        for (const KeyEntry<Factorization>& kind : keyTable(Factorization{})) {
            QCOMPARE(containsPerfect(kind.value), kind.value != kPfm);
            QCOMPARE(tooFewDraws(kind.value, 2, 1), kind.value != kPfm);
            QVERIFY(!tooFewDraws(kind.value, 1, 1) && !tooFewDraws(kind.value, 1, 2));
        }
        SweepSpec spec;
        spec.mapspaces = {kRubyS, kPfm};
        const SweepPoints points{found(kRubyS, {3, 10}), found(kPfm, {4, 9}), found(kRubyS, {4, 9}),
                                 found(kPfm, {4, 9}),    found(kRubyS, {99}), nullptr};
        const std::vector<bool> expected{true, false, false, false, false, false};
        for (std::size_t i = 0; i < points.size(); ++i) QCOMPARE(tooFewDraws(spec, points, i), expected[i]);
        spec.mapspaces = {kRubyS};
        QVERIFY(!tooFewDraws(spec, points, 0));
    }

    void everyMetricHasAKeyOfItsOwn() {
        QCOMPARE(unitOf(PointMetric::area), std::string_view("um^2"));
        QCOMPARE(unitOf(PointMetric::edp), std::string_view("pJ*cycles"));
        std::set<std::string_view> keys;
        for (const auto& entry : keyTable(PointMetric{})) QVERIFY(keys.insert(entry.key).second);
    }
};

QTEST_APPLESS_MAIN(ExploreParetoTest)
#include "explore_pareto_test.moc"
