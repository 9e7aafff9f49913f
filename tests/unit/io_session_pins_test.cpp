// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mappings put aside to be compared, in the session's file.

#include <QtTest>

#include "core/io/presets.h"
#include "core/io/session.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Session withRun() {
    Session session;
    session.inputs.workload = smallConvolution();
    session.inputs.architecture = smallDesign();
    SessionRun run{session.inputs, {}};
    run.result.top = {{read(*smallTarget(), kSmallNest), {}}, {read(*smallTarget(), kSmallNest), {}}};
    run.result.best = run.result.top.front();
    session.runs.push_back(std::move(run));
    return session;
}

Session again(const Session& session) { return unwrap(sessionFromJson(toJson(session), "s.lapidary")); }

}  // namespace

class IoSessionPinsTest : public QObject {
    Q_OBJECT

private slots:
    void aSessionWithoutPinsSaysNothingOfThem() {
        QVERIFY(toJson(withRun())["pins"].isNull());
        QVERIFY(!again(withRun()).pins[0] && !again(withRun()).pins[1]);
    }

    void pinsOfRunsAndOfOwnMappingsReadBack() {
        Session session = withRun();
        session.pins[0] = PinnedMapping{{.run = 0, .rank = 1, .own = {}}, {}, {}};
        PinnedMapping own;
        own.place.own = read(*smallTarget(), kSmallNest);
        own.inputs = session.inputs;
        own.name = "a.json";
        session.pins[1] = own;
        const Session back = again(session);
        QVERIFY(back.pins[0] && back.pins[1]);
        QCOMPARE(back.pins[0]->place.run, 0);
        QCOMPARE(back.pins[0]->place.rank, 1);
        QVERIFY(!back.pins[0]->inputs);
        QVERIFY(back.pins[1]->place.own == own.place.own);
        QCOMPARE(back.pins[1]->name, std::string("a.json"));
        QVERIFY(back.pins[1]->inputs->workload == session.inputs.workload);
        QCOMPARE(toJson(back).dump(), toJson(session).dump());
    }

    void aPinOfARunThatIsNotThereIsAnError() {
        Session session = withRun();
        session.pins[0] = PinnedMapping{{.run = 3, .rank = 0, .own = {}}, {}, {}};
        const auto back = sessionFromJson(toJson(session), "s.lapidary");
        QVERIFY(!back);
        QVERIFY2(back.errorText().find("run") != std::string::npos, back.errorText().c_str());
    }
};

QTEST_APPLESS_MAIN(IoSessionPinsTest)
#include "io_session_pins_test.moc"
