// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tuners of the fabric model: spaces, stopping, logs that resume, the boosted trees.
#include <QtTest>

#include <set>

#include "core/io/stonne/tuning.h"
#include "core/search/fabric/boosted_trees.h"

using namespace lapidary;
using namespace lapidary::fabric;

namespace {

stonne::Tuning smallTuning(Tuner tuner) {
    stonne::Tuning tuning;
    tuning.arguments = *stonne::readArguments(
        "-CONV -R=3 -S=3 -C=4 -K=4 -X=6 -Y=6 -num_ms=16 -dn_bw=4 -rn_bw=4 -accumulation_buffer=1");
    tuning.options.tuner = tuner;
    return tuning;
}

KnobSpace spaceOf(const stonne::Tuning& tuning) { return *tileSpace(tuning.arguments.run, tuning.sizes); }

std::vector<std::int64_t> orderOf(const TuneResult& result) {
    std::vector<std::int64_t> order;
    for (const Trial& trial : result.trials) order.push_back(trial.index);
    return order;
}

}  // namespace

class SearchFabricTest : public QObject {
    Q_OBJECT
private slots:
    /// 2 sizes of R and S, 3 of C and K, 3 of the 4 rows and columns each; valid ones by hand-written rules.
    void space() {
        const KnobSpace space = spaceOf(smallTuning(Tuner::grid));
        QCOMPARE(space.size(), 2 * 2 * 3 * 3 * 3 * 3);
        const std::vector<std::int64_t> valid = validIndices(space);
        std::set<std::int64_t> expected;
        for (std::int64_t index = 0; index < space.size(); ++index) {
            QCOMPARE(space.indexOf(space.digitsOf(index)), index);
            const Tile tile = space.at(index).tile;
            const std::int64_t size = tile.neuronSize(), neurons = tile.neurons();
            if (size * neurons <= 16 && (size > 1 || neurons == 1)) expected.insert(index);
        }
        QVERIFY(std::set<std::int64_t>(valid.begin(), valid.end()) == expected);
        fabric::Run sigma = smallTuning(Tuner::grid).arguments.run;
        sigma.hardware.controller = Controller::sigma;
        QVERIFY(!tileSpace(sigma, TileSizes::any).ok());
    }

    /// Every tuner ends with every configuration tried once, the best of all, and the same again.
    void tunersSeeAll() {
        double best = -1;
        for (const Tuner tuner : {Tuner::grid, Tuner::random, Tuner::genetic, Tuner::xgboost}) {
            const stonne::Tuning tuning = smallTuning(tuner);
            const KnobSpace space = spaceOf(tuning);
            Job job;
            const TuneResult result = tune(space, tuning.options, job);
            std::vector<std::int64_t> order = orderOf(result);
            QVERIFY(orderOf(tune(space, tuning.options, job)) == order);
            std::sort(order.begin(), order.end());
            QVERIFY2(order == validIndices(space), keyOf(tuner).data());
            if (best < 0) best = result.best->cost;
            QCOMPARE(result.best->cost, best);
        }
    }

    void stopping() {
        stonne::Tuning tuning = smallTuning(Tuner::random);
        tuning.options.trials = 10;
        Job job;
        QCOMPARE(tune(spaceOf(tuning), tuning.options, job).trials.size(), std::size_t{10});
        tuning.options.trials.reset();
        tuning.options.withoutGain = 3;
        const TuneResult early = tune(spaceOf(tuning), tuning.options, job);
        const auto& trials = early.trials;
        QVERIFY(trials.size() < validIndices(spaceOf(tuning)).size());
        for (std::size_t i = trials.size() - 3; i < trials.size(); ++i) QVERIFY(trials[i].cost >= early.best->cost);
        QCOMPARE(trials[trials.size() - 4].cost, early.best->cost);
        job.requestStop();
        const TuneResult stopped = tune(spaceOf(tuning), tuning.options, job);
        QVERIFY(stopped.stopped && stopped.trials.empty() && !stopped.best);
    }

    /// A tuning cut off after 12 trials goes on from its log and ends as if it had never been.
    void resumes() {
        for (const Tuner tuner : {Tuner::genetic, Tuner::xgboost}) {
            stonne::Tuning tuning = smallTuning(tuner);
            tuning.options.trials = 40;
            const KnobSpace space = spaceOf(tuning);
            std::string log = stonne::logHeader(tuning);
            Job job;
            const TuneResult whole = tune(space, tuning.options, job, {}, [&](const Trial& trial, bool known) {
                QVERIFY(!known);
                if (trial.index >= 0 && std::count(log.begin(), log.end(), '\n') <= 12) log += stonne::logLine(trial);
            });
            const auto known = stonne::readLog(log + "{\"index\": 1", "log", tuning);
            QVERIFY2(known.ok(), known.errorText().c_str());
            QCOMPARE(known->size(), std::size_t{12});
            const TuneResult resumed = tune(space, tuning.options, job, *known);
            QVERIFY(orderOf(resumed) == orderOf(whole));
            QCOMPARE(resumed.simulated, 28);
        }
    }
    void wrongLogs() {
        const stonne::Tuning tuning = smallTuning(Tuner::grid);
        const auto message = [&](const std::string& text) { return stonne::readLog(text, "log", tuning).errorText(); };
        QVERIFY(message("{\"schema\": 1}\n").starts_with("log:1:1: error: the log of another tuning"));
        QVERIFY(message(stonne::logHeader(tuning) + "{\"index\": 1}\n").starts_with("log:2:1: error: found"));
        QVERIFY(message(stonne::logHeader(tuning) + "{]\n").starts_with("log:2:"));
    }

    /// A rule of two features is learnt well enough to rank unseen rows.
    void trees() {
        std::vector<std::vector<double>> rows;
        std::vector<double> targets;
        const auto cost = [](double a, double b) { return a + (b > 3 ? 10 : 0); };
        for (int i = 0; i < 40; ++i) {
            rows.push_back({static_cast<double>(i % 8), static_cast<double>(i * 3 % 7), 1.0});
            targets.push_back(cost(rows.back()[0], rows.back()[1]));
        }
        BoostedTrees model;
        QCOMPARE(model.score(rows[0]), 0.0);
        model.fit(rows, targets);
        int right = 0, pairs = 0;
        for (int a = 0; a < 8; ++a)
            for (int b = 0; b < 7; ++b)
                for (int c = 0; c < 8; ++c)
                    for (int d = 0; d < 7; ++d) {
                        if (cost(a, b) + 1.5 > cost(c, d)) continue;
                        ++pairs;
                        right += model.score({double(a), double(b), 1}) > model.score({double(c), double(d), 1});
                    }
        QVERIFY2(right > 0.95 * pairs, qPrintable(QString("%1 of %2").arg(right).arg(pairs)));
    }
};

QTEST_APPLESS_MAIN(SearchFabricTest)
#include "search_fabric_test.moc"
