// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Tuners of the fabric model: spaces, stopping, logs that resume, the ranking.
#include <QtTest>

#include <set>

#include "core/io/stonne/tuning.h"
#include "core/search/ranking/boosted_ranking.h"

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

    /// Knobs of the machine: each array and its widths, those that fit together by hand-written rules.
    void hardwareKnobs() {
        KnobValues knobs;
        for (const char* text : {"ms_size=16,8", "dn_bw=4,16", "accumulation_buffer=1,0", "T_C=1,3"})
            QVERIFY(addKnobValues(knobs, text).empty());
        QVERIFY((knobTexts(knobs) ==
                 std::vector<std::string>{"T_C=1,3", "ms_size=16,8", "dn_bw=4,16", "accumulation_buffer=1,0"}));
        const auto made = tileSpace(smallTuning(Tuner::grid).arguments.run, TileSizes::dividing, knobs);
        QVERIFY2(made.ok(), made.errorText().c_str());
        const KnobSpace& space = *made;
        QCOMPARE(space.size(), 2 * 2 * 2 * 3 * 3 * 3 * 2 * 2 * 2);
        std::vector<std::int64_t> expected;
        for (std::int64_t index = 0; index < space.size(); ++index) {
            const fabric::Run run = space.at(index);
            const Tile& tile = run.tile;
            const std::int64_t folds = (3 / tile.r) * (3 / tile.s) * ((4 + tile.c - 1) / tile.c);
            const std::int64_t size = tile.neuronSize() + (folds > 1 && !run.hardware.accumulationBuffer ? 1 : 0);
            if (run.hardware.distributionWidth <= run.hardware.multipliers &&
                size * tile.neurons() <= run.hardware.multipliers && (size > 1 || tile.neurons() == 1))
                expected.push_back(index);
        }
        QVERIFY(validIndices(space) == expected);
        KnobValues wrong;
        QVERIFY(addKnobValues(wrong, "rn_bw=32").empty());
        QVERIFY(!tileSpace(smallTuning(Tuner::grid).arguments.run, TileSizes::dividing, wrong).ok());
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
    /// What was cut off while the first line was written tells nothing of the tuning: not to be taken for an empty log, and
    /// overwritten.
    void logsCutInTheirFirstLine() {
        const stonne::Tuning tuning = smallTuning(Tuner::grid);
        const std::string header = stonne::logHeader(tuning);
        QVERIFY(stonne::readLog("", "log", tuning).ok());
        for (std::size_t length = 1; length + 1 < header.size(); ++length) {
            const auto read = stonne::readLog(header.substr(0, length), "log", tuning);
            QVERIFY(!read.ok());
            const std::string told = read.errorText();
            QVERIFY2(told.starts_with("log:1:1: error: the file ends within its first line, expected {") &&
                         told.find("remove the file") != std::string::npos,
                     told.c_str());
        }
        const auto unended = stonne::readLog(header.substr(0, header.size() - 1), "log", tuning);
        QVERIFY(unended.ok() && unended->empty());
    }
    /// Lines that name no configuration of the space, or one that the machine rules out, say where and what would do.
    void logsOfOtherIndices() {
        const stonne::Tuning tuning = smallTuning(Tuner::grid);
        const KnobSpace space = spaceOf(tuning);
        const auto message = [&](const std::string& lines) {
            return stonne::readLog(stonne::logHeader(tuning) + lines, "log", tuning).errorText();
        };
        std::int64_t most = 1;  // counted from the lists themselves
        for (const auto& list : space.values) most *= static_cast<std::int64_t>(list.size());
        const std::string range = "expected 0 to " + std::to_string(most - 1);
        const std::string beyond = message("{\"index\": " + std::to_string(most) + ", \"cost\": 5}\n");
        QVERIFY2(beyond.starts_with("log:2:11: error: found " + std::to_string(most)), beyond.c_str());
        QVERIFY2(beyond.find(range) != std::string::npos, beyond.c_str());
        const std::string below = message("{\"index\": -1, \"cost\": 5}\n");
        QVERIFY2(below.starts_with("log:2:11: error: found -1") && below.find(range) != std::string::npos,
                 below.c_str());
        // All dimensions at once: more multipliers than there are.
        const std::string large = message("{\"index\": " + std::to_string(most - 1) + ", \"cost\": 5}\n");
        QVERIFY2(large.starts_with("log:2:11: error: found") && large.find("can't run") != std::string::npos,
                 large.c_str());
        const auto valid = validIndices(space);
        const std::string first = "{\"index\": " + std::to_string(valid.front()) + ", \"cost\": ";
        QVERIFY(message(first + "5}\n" + first + "5}\n").empty());
        const std::string twice = message(first + "5}\n" + first + "6}\n");
        QVERIFY2(twice.starts_with("log:3:") && twice.find("cost") != std::string::npos, twice.c_str());
        const std::string negative = message(first + "-5}\n");
        QVERIFY2(negative.starts_with("log:2:") && negative.find("found -5") != std::string::npos, negative.c_str());
    }

    /// A rule of two features is learnt well enough to rank unseen rows, the same way each time; costs count by their
    /// order only, so that 2^52 and one more differ.
    void ranking() {
        FeatureRows rows, asked;
        std::vector<double> costs, large;
        const auto cost = [](double a, double b) { return a + (b > 3 ? 10 : 0); };
        for (int i = 0; i < 40; ++i) {
            rows.add({double(i % 8), double(i * 3 % 7), 1});
            costs.push_back(cost(i % 8, i * 3 % 7));
            large.push_back(0x1p52 + costs.back());
        }
        for (int i = 0; i < 56; ++i) asked.add({double(i / 7), double(i % 7), 1});
        const auto scores = rankedScores(rows, costs, asked);
        QVERIFY2(scores.ok(), scores.errorText().c_str());
        QCOMPARE(scores->size(), std::size_t{56});
        QVERIFY(*rankedScores(rows, costs, asked) == *scores);
        QVERIFY(*rankedScores(rows, large, asked) == *scores);
        std::size_t right = 0, pairs = 0;
        for (std::size_t i = 0; i < 56; ++i)
            for (std::size_t j = 0; j < 56; ++j) {
                const auto costOf = [&](std::size_t n) { return cost(double(n / 7), double(n % 7)); };
                if (costOf(i) + 1.5 > costOf(j)) continue;
                ++pairs;
                right += (*scores)[i] > (*scores)[j];
            }
        QVERIFY2(right > 0.95 * double(pairs), qPrintable(QString("%1 of %2").arg(right).arg(pairs)));
    }
    void rankingFails() {
        FeatureRows rows, none;
        rows.add({1, 2});
        QVERIFY(!rankedScores(none, {}, rows).ok());
    }
};

QTEST_APPLESS_MAIN(SearchFabricTest)
#include "search_fabric_test.moc"
