// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// Sweeps in session files: the same points come back, also of a sweep that was stopped, which then goes on.

#include <QtTest>

#include "core/explore/sweep_monitor.h"
#include "core/explore/sweep_point.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/session.h"
#include "core/io/sweep_report.h"

using namespace lapidary;

namespace {

SweepFile toySweep() {
    SweepFile file;
    file.architectureKey = "toy-6";
    file.networkKey = "alexnet";
    file.spec.base = *loadArchitecture("toy-6");
    file.spec.layers = {{*loadWorkload("tensor-100"), 3}};
    file.networkKey.clear();
    file.spec.axes = {{"PE.fanout", {"2x1", "5x1", "6x1"}}};
    file.spec.mapspaces = {Factorization::perfect, Factorization::rubyS};
    file.spec.search.maxEvaluations = 500;
    return file;
}

SweepResult run(const SweepSpec& spec, const SweepPoints& known = {}) {
    Job job;
    return *runSweep(spec, job, nullptr, known);
}

Session sessionOf(const SweepFile& file, const SweepPoints& points) {
    Session session;
    session.inputs.architecture = file.spec.base;
    session.inputs.workload = file.spec.layers.front().workload;
    session.inputs.mapspace.constraints = file.spec.base.spec().constraints;
    session.plan = file;
    session.planFollows = false;
    session.sweep = SessionSweep{file, points, 1.5, 2, true};
    session.shown.point = 1;
    return session;
}

Result<Session> reread(const Json& json) {
    const auto again = parseJson(json.dump(), "s.lapidary");
    return again ? sessionFromJson(*again, "s.lapidary") : Result<Session>(again.diagnostics());
}

/// All figures of all points, without the time they took.
std::string figures(const SweepFile& file, const SweepPoints& points) {
    SweepResult result;
    result.layers = uniqueLayers(file.spec);
    result.points = points;
    return toCsv(pointTable(file.spec, result, NumberStyle::exact)) +
           toCsv(layerTable(file.spec, result, NumberStyle::exact));
}

}  // namespace

class IoSessionSweepTest : public QObject {
    Q_OBJECT

private slots:
    void everyPointComesBack() {
        const SweepFile file = toySweep();
        const SweepResult result = run(file.spec);
        const auto again = reread(toJson(sessionOf(file, result.points)));
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(again->sweep);
        QCOMPARE(figures(file, again->sweep->points), figures(file, result.points));
        for (std::size_t i = 0; i < result.points.size(); ++i) {
            const LayerOutcome& before = result.points[i]->layers[0];
            const LayerOutcome& after = again->sweep->points[i]->layers[0];
            QCOMPARE(after.best.has_value(), before.best.has_value());
            if (before.best) QVERIFY(after.best->mapping == before.best->mapping);
            QCOMPARE(again->sweep->points[i]->complete, result.points[i]->complete);
        }
        QCOMPARE(again->shown.point, 1);
        QCOMPARE(again->sweep->threads, 2);
        QVERIFY(again->sweep->stopped);
        QCOMPARE(again->plan->architectureKey, std::string("toy-6"));
        QVERIFY(!again->planFollows);
        QVERIFY(toJson(*again) == toJson(sessionOf(file, result.points)));
    }

    void aStoppedSweepGoesOnWithTheMissingPoints() {
        const SweepFile file = toySweep();
        const SweepResult whole = run(file.spec);
        SweepPoints some = whole.points;
        some[0].reset();
        some[3].reset();
        const auto again = reread(toJson(sessionOf(file, some)));
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(!again->sweep->points[0] && !again->sweep->points[3] && again->sweep->points[1]);
        SweepMonitor monitor;
        Job job;
        const auto rest = runSweep(again->sweep->file.spec, job, &monitor, again->sweep->points);
        QVERIFY(rest.ok());
        QCOMPARE(monitor.snapshot().tasks, std::size_t{2});
        QCOMPARE(figures(file, rest->points), figures(file, whole.points));
        QVERIFY(rest->points[1] == again->sweep->points[1]);
    }

    void refusedPointsAndOlderSessionsOpen() {
        SweepFile file = toySweep();
        file.spec.axes = {{"PE.x", {"2"}}, {"PE.y", {"1", "16777216"}}};  // the second is beyond 2^24 instances
        const SweepResult result = run(file.spec);
        QVERIFY(!result.points[2]->failure.empty());
        Session session = sessionOf(file, result.points);
        session.shown = {};
        const auto again = reread(toJson(session));
        QVERIFY2(again.ok(), again.errorText().c_str());
        QCOMPARE(again->sweep->points[2]->failure, result.points[2]->failure);
        session.plan.reset();
        session.sweep.reset();
        const auto old = reread(toJson(session));
        QVERIFY2(old.ok(), old.errorText().c_str());
        QVERIFY(!old->plan && !old->sweep);
    }

    void brokenPointsAreLocated() {
        const SweepFile file = toySweep();
        const SweepResult result = run(file.spec);
        std::string text = toJson(sessionOf(file, result.points)).dump();
        const std::string key = "\"index\": 2";
        text.replace(text.find(key), key.size(), "\"index\": 9");
        const auto json = parseJson(text, "s.lapidary");
        QVERIFY(json.ok());
        const auto session = sessionFromJson(*json, "s.lapidary");
        QVERIFY(!session.ok());
        QVERIFY2(session.errorText().find("sweep.points[2].index") != std::string::npos, session.errorText().c_str());
    }

    void settledMeansSearchedToItsOwnEnd() {
        const SweepResult result = run(toySweep().spec);
        QVERIFY(isSettled(*result.points[0]));
        SweepPoint cut = *result.points[0];
        cut.layers[0].cause = StopCause::byHand;
        QVERIFY(!isSettled(cut));
        cut.layers[0].cause = StopCause::none;
        QVERIFY(!isSettled(cut));
        cut.layers[0].failure = {error("no room")};
        QVERIFY(isSettled(cut));
    }
};

QTEST_APPLESS_MAIN(IoSessionSweepTest)
#include "io_session_sweep_test.moc"
