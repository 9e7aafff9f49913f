// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// Tunings in session files and what is told of them; machines as designs, there and back.

#include <QtTest>

#include <cmath>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/session_tuning.h"
#include "core/model/fabric/from_mapping.h"
#include "core/model/fabric/to_design.h"
#include "core/search/fabric/mapper.h"

using namespace lapidary;

namespace {

Workload fig10() {
    const auto json =
        parseJson(R"({"schema": "lapidary/workload/1", "name": "fig-10", "conv2d": {"C": 2, "M": 2, "P": 8,
        "Q": 8, "R": 5, "S": 5, "pad": 1, "H": 10, "W": 10}})",
                  "fig-10");
    return *workloadFromJson(*json, "fig-10");
}

SessionTuning smallTuning() {
    SessionTuning tuning;
    tuning.inputs.workload = fig10();
    tuning.inputs.architecture = *loadArchitecture("maeri-128");
    tuning.inputs.mapspace.constraints = tuning.inputs.architecture.spec().constraints;
    tuning.options.trials = 30;
    tuning.options.seed = 5;
    if (!fabric::addKnobValues(tuning.knobs, "ms_size=64,128").empty()) qFatal("knobs");
    const auto space = tuningSpace(tuning);
    if (!space) qFatal("%s", space.errorText().c_str());
    Job job;
    const auto found = fabric::tune(*space, tuning.options, job);
    tuning.trials = found.trials;
    tuning.configurations = found.configurations;
    tuning.valid = found.valid;
    tuning.seconds = 1.5;
    return tuning;
}

Session sessionWith(const SessionTuning& tuning) {
    Session session;
    session.inputs = tuning.inputs;
    session.tuning = std::make_shared<const SessionTuning>(tuning);
    return session;
}

Result<Session> reread(const std::string& text) {
    const auto json = parseJson(text, "s.lapidary");
    return json ? sessionFromJson(*json, "s.lapidary") : Result<Session>(json.diagnostics());
}

std::vector<fabric::Trial> trialsOf(std::initializer_list<std::pair<double, double>> costAndScore) {
    std::vector<fabric::Trial> trials;
    for (const auto& [cost, score] : costAndScore) trials.push_back({std::ssize(trials), cost, score});
    return trials;
}

}  // namespace

class IoSessionTuningTest : public QObject {
    Q_OBJECT
private slots:
    void readsBackEqual() {
        const SessionTuning tuning = smallTuning();
        QCOMPARE(tuning.trials.size(), std::size_t{30});
        const std::string text = toJson(sessionWith(tuning)).dump();
        const auto session = reread(text);
        QVERIFY2(session.ok(), session.errorText().c_str());
        QVERIFY(session->tuning);
        QCOMPARE(toJson(*session).dump(), text);
        QCOMPARE(session->tuning->best(), tuning.best());
        QCOMPARE(session->tuning->trials[7].predicted, tuning.trials[7].predicted);
        const auto space = tuningSpace(*session->tuning);
        const Table table = tuningTable(*session->tuning, *space, NumberStyle::exact);
        QVERIFY((table.header ==
                 std::vector<std::string>{"trial", "index", "tile", "ms_size", "cycles", "best_so_far", "predicted"}));
        QCOMPARE(table.rows.size(), std::size_t{30});
    }

    void damageIsLocated_data() {
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("told");
        QTest::newRow("tuner") << "\"xgboost\""
                               << "\"xgbost\""
                               << "xgboost";
        QTest::newRow("knob") << "ms_size=64,128"
                              << "ms_sizes=64"
                              << "is no knob";
        QTest::newRow("trials") << "\"trials\": ["
                                << "\"trials\": [[1000000000000, 3], "
                                << "tuning.trials[0]";
        QTest::newRow("trial") << "\"trials\": ["
                               << "\"trials\": [[1], "
                               << "expected [index, cost]";
    }
    void damageIsLocated() {
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, told);
        QString text = QString::fromStdString(toJson(sessionWith(smallTuning())).dump());
        text.replace(QStringLiteral("\"trials\":["), QStringLiteral("\"trials\": ["));
        QVERIFY2(text.contains(from), qPrintable(text.left(400)));
        const auto session = reread(text.replace(from, to).toStdString());
        QVERIFY(!session.ok());
        QVERIFY2(QString::fromStdString(toText(session.diagnostics())).contains(told), session.errorText().c_str());
        QVERIFY(session.diagnostics().front().place.line > 0);
    }

    /// Spearman by hand: of five, two neighbours the other way round: 1 - 6 * 2 / (5 * 24) = 0.9; equal costs share ranks.
    void ranksAreCompared() {
        QCOMPARE(*rankCorrelation(trialsOf({{1, 9}, {2, 8}, {3, 7}, {4, 6}})), 1.0);
        QCOMPARE(*rankCorrelation(trialsOf({{4, 9}, {3, 8}, {2, 7}, {1, 6}})), -1.0);
        QCOMPARE(*rankCorrelation(trialsOf({{1, 9}, {2, 8}, {4, 7}, {3, 6}, {5, 5}})), 0.9);
        QCOMPARE(*rankCorrelation(trialsOf({{1, 9}, {2, 8}, {2, 7}})), std::sqrt(0.75));
        QVERIFY(!rankCorrelation(trialsOf({{1, 9}, {2, 8}})));
        QVERIFY(!rankCorrelation(trialsOf({{1, 9}, {1, 8}, {1, 7}})));
    }

    void machinesAreDesigns() {
        const Architecture design = *loadArchitecture("maeri-128");
        const Workload layer = fig10();
        fabric::Hardware hardware = *fabric::hardwareOf(design, layer);
        QVERIFY(*fabric::designWith(design, layer, hardware) == design);
        hardware.multipliers = 32;
        hardware.distributionWidth = 16;
        hardware.reductionWidth = 4;
        hardware.accumulationBuffer = true;
        const auto made = fabric::designWith(design, layer, hardware);
        QVERIFY2(made.ok(), made.errorText().c_str());
        QVERIFY(*fabric::hardwareOf(*made, layer) == hardware);
        hardware.controller = fabric::Controller::sigma;
        QVERIFY(!fabric::designWith(design, layer, hardware).ok());
    }

    /// The analytic tuner begins with the analytic mapper's tile and goes on in the order of the estimates.
    void theAnalyticOrder() {
        SessionTuning tuning = smallTuning();
        tuning.knobs = {};
        tuning.options.tuner = fabric::Tuner::analytic;
        tuning.options.trials.reset();
        const auto space = tuningSpace(tuning);
        Job job;
        const auto found = fabric::tune(*space, tuning.options, job);
        QCOMPARE(std::ssize(found.trials), found.valid);
        const auto mapped = fabric::mapAnalytically(space->base);
        QVERIFY(space->at(found.trials.front().index).tile == mapped->tile);
        QCOMPARE(-*found.trials.front().predicted, mapped->estimate);
        for (std::size_t i = 1; i < found.trials.size(); ++i)
            QVERIFY(*found.trials[i].predicted <= *found.trials[i - 1].predicted);
    }
};

QTEST_APPLESS_MAIN(IoSessionTuningTest)
#include "io_session_tuning_test.moc"
