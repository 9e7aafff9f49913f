// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

// ctest: room=search
#include "core/search/objective.h"

using namespace lapidary;

namespace {

Score scoreOf(double energy, std::int64_t cycles) {
    Score score;
    score.energyPj = energy;
    score.cycles = cycles;
    return score;
}

Mapping loopOf(std::int64_t bound) { return {{temporal(0, bound, bound)}, {}}; }

}  // namespace

class SearchObjectiveTest : public QObject {
    Q_OBJECT
private slots:
    void listsAreReadAndWrittenInOrder() {
        const auto objective = parseObjective("latency, energy");
        QVERIFY(objective.ok());
        QCOMPARE(objective->metrics.size(), std::size_t{2});
        QVERIFY(objective->metrics[0] == Metric::latency && objective->metrics[1] == Metric::energy);
        QCOMPARE(toText(*objective), std::string("latency,energy"));
    }

    void unknownMetricsNameTheNearest() {
        QCOMPARE(parseObjective("edq").errorText(),
                 std::string("error: unknown objective 'edq', expected one or more of edp, energy, latency, ed2p; "
                             "did you mean 'edp'?"));
        QVERIFY(!parseObjective("").ok());
        QVERIFY(!parseObjective("edp,").ok());
        QCOMPARE(parseObjective("edp,edp").errorText(), std::string("error: objective 'edp' stands twice in the list"));
    }

    void metricsAreProductsOfEnergyAndCycles() {
        const Score score = scoreOf(3, 5);
        QCOMPARE(valueOf(Metric::energy, score), 3.0);
        QCOMPARE(valueOf(Metric::latency, score), 5.0);
        QCOMPARE(valueOf(Metric::edp, score), 15.0);
        QCOMPARE(valueOf(Metric::ed2p, score), 75.0);
    }

    void equalProductsAreDecidedByEnergyThenCycles() {
        const Objective edp;
        QVERIFY(compareScores(edp, scoreOf(2, 6), scoreOf(3, 4)) < 0);
        QVERIFY(compareScores(edp, scoreOf(3, 4), scoreOf(2, 6)) > 0);
        QCOMPARE(compareScores(edp, scoreOf(3, 4), scoreOf(3, 4)), 0);
        const Objective energy{{Metric::energy}};
        QVERIFY(compareScores(energy, scoreOf(3, 4), scoreOf(3, 5)) < 0);
    }

    void equalScoresAreDecidedByTheMapping() {
        const Candidate a{loopOf(3), scoreOf(1, 1)};
        const Candidate b{loopOf(4), scoreOf(1, 1)};
        QVERIFY(better({}, a, b));
        QVERIFY(!better({}, b, a));
        QVERIFY(!better({}, a, a));
    }

    void canonicalOrderIsStrictAndTotal() {
        Mapping padded = loopOf(3);
        padded.paddedBounds = {4};
        const std::vector<Mapping> ascending{{{store(0, 1)}, {}},
                                             {{store(0, 1), temporal(0, 2, 2)}, {}},
                                             {{store(1, 1)}, {}},
                                             loopOf(2),
                                             {{temporal(0, 3, 2)}, {}},
                                             loopOf(3),
                                             padded,
                                             {{spatial(0, 2, 2, 0, Axis::x)}, {}},
                                             {{spatial(0, 2, 2, 0, Axis::y)}, {}}};
        for (std::size_t i = 0; i < ascending.size(); ++i)
            for (std::size_t j = 0; j < ascending.size(); ++j)
                QCOMPARE(canonicalLess(ascending[i], ascending[j]), i < j);
    }
};

QTEST_APPLESS_MAIN(SearchObjectiveTest)
#include "search_objective_test.moc"
