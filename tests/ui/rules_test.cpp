// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rules by which figures are counted, changed as a person does: the mapping on show is counted anew, runs keep their
// rules, undo and a saved session bring back what was.

#include <QCheckBox>
#include <QComboBox>

#include "core/io/session.h"
#include "core/model/evaluator.h"
#include "tests/ui/search_desk.h"
#include "ui/editors/rules_dialog.h"
#include "ui/views/view_base.h"

using namespace lapidary;
using namespace lapidary::ui;

class RulesTest : public QObject {
    Q_OBJECT

    static void choose(const Desk& desk, const char* name, const char* text) {
        auto* choice = desk.find<QComboBox>(name);
        choice->setFocus();
        const int index = choice->findText(text);
        QVERIFY2(index >= 0, text);
        choice->setCurrentIndex(index);
        emit choice->activated(index);
    }
    static void open(const Desk& desk) {
        desk.action("rules")->trigger();
        QVERIFY(desk.find<RulesDialog>("rulesDialog")->isVisible());
    }

private slots:
    void initTestCase() { prepareApplication(); }

    void theMappingOnShowIsCountedAnew() {
        const Desk desk(20'000);
        desk.runToEnd();
        Document& document = desk.document();
        const Mapping mapping = document.exhibit()->mapping;
        const double before = *document.exhibit()->cost.energyPj;
        open(desk);
        QCOMPARE(desk.find<QComboBox>("rulesPreset")->currentText(), QString("Lapidary's rules"));
        auto* padding = desk.find<QCheckBox>("rulesPadding");
        QTest::mouseClick(padding, Qt::LeftButton, {}, QPoint(8, padding->height() / 2));
        QVERIFY(document.inputs().semantics.padding);
        QCOMPARE(desk.find<QComboBox>("rulesPreset")->currentText(), QString("Own rules"));
        QVERIFY(document.exhibit()->mapping == mapping);
        QVERIFY(document.exhibit()->cost.semantics.padding);
        const auto evaluator = Evaluator::make(document.exhibit()->setup->target, Semantics{.padding = true});
        QVERIFY(evaluator.ok());
        QCOMPARE(*document.exhibit()->cost.energyPj, *evaluator->evaluate(mapping).energyPj);
        QVERIFY2(*document.exhibit()->cost.energyPj < before, "zeros that are not fetched cost nothing");
        QCOMPARE(runs(desk)[0]->other, QString("other rules"));

        document.undoStack().undo();
        QVERIFY(!padding->isChecked());
        QCOMPARE(*document.exhibit()->cost.energyPj, before);
        QCOMPARE(runs(desk)[0]->other, QString());
        document.undoStack().redo();
        QVERIFY(padding->isChecked());
        QVERIFY(*document.exhibit()->cost.energyPj < before);
    }

    void anotherToolsRulesAreOneChoice() {
        const Desk desk(20'000);
        open(desk);
        choose(desk, "rulesPreset", "Timeloop's rules");
        QVERIFY(desk.document().inputs().semantics == timeloopSemantics());
        QCOMPARE(desk.find<QComboBox>("rulesHalo")->currentText(), QString("Bounding box"));
        QVERIFY(desk.find<QCheckBox>("rulesSteps")->isChecked());
        choose(desk, "rulesHalo", "Exact");
        QCOMPARE(desk.find<QComboBox>("rulesPreset")->currentText(), QString("Own rules"));
        QCOMPARE(desk.find<QComboBox>("rulesPreset")->count(), 4);
        choose(desk, "rulesPreset", "Lapidary's rules");
        QVERIFY(desk.document().inputs().semantics == Semantics{});
        QCOMPARE(desk.find<QComboBox>("rulesPreset")->count(), 3);
    }

    // compute + stalls + first tiles + last tiles, and each port by itself.
    void timeByPortsShowsWhatStalls() {
        const Desk desk(20'000);
        desk.runToEnd();
        const std::int64_t before = desk.document().exhibit()->cost.cycles;
        open(desk);
        auto* time = desk.find<QComboBox>("rulesTime");
        time->setCurrentIndex(1);
        emit time->activated(1);
        const Cost& cost = desk.document().exhibit()->cost;
        QCOMPARE(cost.semantics.time, Time::ports);
        QVERIFY(cost.cycles >= before);
        QCOMPARE(cost.steps * desk.document().inputs().architecture.compute().interval + cost.stallCycles +
                     cost.onloadCycles + cost.offloadCycles,
                 cost.cycles);
        desk.window->setPerspective("mapping");
        const QString facts = desk.find<View>("factsView")->textTwin();
        QVERIFY2(facts.contains("GLB.read: ") && facts.contains("On-load: "), qPrintable(facts));
    }

    void runsAndSessionsKeepTheirRules() {
        const Desk desk(20'000);
        open(desk);
        choose(desk, "rulesHalo", "Bounding box");
        desk.runToEnd();
        QCOMPARE(runs(desk)[0]->inputs.semantics.halo, Halo::box);
        QCOMPARE(desk.document().exhibit()->cost.semantics.halo, Halo::box);
        const auto json = parseJson(toJson(desk.document().session()).dump(), "s.lapidary");
        QVERIFY(json.ok());
        const auto again = sessionFromJson(*json, "s.lapidary");
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(again->inputs.semantics == desk.document().inputs().semantics);
        QVERIFY(again->runs[0].inputs.semantics == runs(desk)[0]->inputs.semantics);
        QVERIFY(desk.document().sweepAsked().spec.semantics.halo == Halo::box);
    }
};

QTEST_MAIN(RulesTest)
#include "rules_test.moc"
