// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// "What if": an edit of the design moves the EDP of the mapping on show at once; what cannot be read stops running.

#include "ui/session/what_if.h"

#include <QAbstractButton>
#include <QLabel>
#include <QWheelEvent>

#include "tests/ui/design_desk.h"
#include "ui/models/step.h"
#include "ui/views/roofline_view.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr const char* kWhole = "O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]";

void turnWheel(QWidget* widget, int notches) {
    QWheelEvent turn(QPointF(5, 5), widget->mapToGlobal(QPointF(5, 5)), {}, {0, 120 * notches}, Qt::NoButton,
                     Qt::NoModifier, Qt::NoScrollPhase, false);
    QApplication::sendEvent(widget, &turn);
}

}  // namespace

class WhatIfTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void stepsMeetRoundNumbers() {
        QCOMPARE(steppedReal(74.144, 1), 75.0);
        QCOMPARE(steppedReal(74.144, -1), 74.0);
        QCOMPARE(steppedReal(75, -1), 74.0);
        QCOMPARE(steppedReal(99, 1), 100.0);
        QCOMPARE(steppedReal(100, 1), 110.0);
        QCOMPARE(steppedReal(100, -1), 99.0);
        QVERIFY(std::abs(steppedReal(0.3, 1) - 0.31) < 1e-12 && std::abs(steppedReal(0.3, -1) - 0.29) < 1e-12);
        QCOMPARE(steppedReal(0, -1), 0.0);
        QVERIFY(steppedReal(0, 1) > 0);
        QCOMPARE(steppedCount(7, 1), 8);
        QCOMPARE(steppedCount(20, -1), 19);
        QCOMPARE(steppedCount(5'000'000, 1), 5'100'000);
        QCOMPARE(steppedCount(5'000'000, -1), 4'900'000);
    }

    void wheelAndKeysStepTheFieldThatHasTheFocus() {
        const DesignDesk desk;
        desk.select("GLB");
        SettingField* field = desk.design().properties().field("energy_pj.read");
        QCOMPARE(field->text(), QString("74.144"));
        turnWheel(field, 1);  // no focus: the form may scroll, the value stays
        QCOMPARE(field->text(), QString("74.144"));
        field->setFocus();
        turnWheel(field, 1);
        QCOMPARE(field->text(), QString("75"));
        turnWheel(field, 2);
        QCOMPARE(desk.level(1).energy.read.value, std::optional<double>(77));
        QTest::keyClick(field, Qt::Key_Down);
        QCOMPARE(desk.level(1).energy.read.value, std::optional<double>(76));
        QCOMPARE(desk.document().undoStack().count(), 1);  // one stretch of steps is one undo
        desk.action("undo")->trigger();
        QCOMPARE(field->text(), QString("74.144"));
    }

    void editedEnergyMovesTheEdpOfTheMappingOnShow() {
        const DesignDesk desk;
        desk.runToEnd();
        const auto& exhibit = desk.document().exhibit();
        QVERIFY(exhibit);
        auto* facts = desk.find<RooflineView>("liveFacts");
        QVERIFY2(facts->textTwin().contains("edit a value"), qPrintable(facts->textTwin()));
        // Reads of the GLB cost 100 pJ more each: by that much times their number the energy grows, cycles stay.
        double accesses = 0;
        for (const TensorCost& tensor : exhibit->cost.levels[1].tensors)
            accesses += static_cast<double>(tensor.readAccesses);
        const double expected = 100 * accesses / exhibit->cost.energyPj.value();
        QVERIFY(expected > 0);
        desk.select("GLB");
        desk.type("energy_pj.read", "174.144");
        const auto moved = whatIf(desk.document());
        QVERIFY(moved && moved->change());
        QVERIFY2(std::abs(*moved->change() - expected) < 1e-9 * (1 + expected),
                 qPrintable(QStringLiteral("%1 %2").arg(*moved->change()).arg(expected)));
        QVERIFY2(facts->textTwin().contains(changeText(expected) + " by the edits"), qPrintable(facts->textTwin()));
        desk.action("undo")->trigger();
        QVERIFY(facts->textTwin().contains("edit a value"));
    }

    void mappingThatNoLongerFitsSaysWhy() {
        const DesignDesk desk;
        desk.runToEnd();
        desk.select("GLB");
        desk.type("capacity", "64 B");
        const auto tight = whatIf(desk.document());
        QVERIFY(tight && !tight->now);
        QVERIFY2(tight->trouble.contains("GLB"), qPrintable(tight->trouble));
        QVERIFY(desk.find<RooflineView>("liveFacts")->textTwin().contains("does not fit"));
        desk.action("undo")->trigger();
        desk.type("name", "L2");  // the mapping speaks of a level that is gone
        const auto renamed = whatIf(desk.document());
        QVERIFY(renamed && !renamed->now && !renamed->trouble.isEmpty());
    }

    void brokenEinsumIsCountedAndStopsRunning() {
        const DesignDesk desk;
        QVERIFY(desk.action("run")->isEnabled());
        desk.write("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+t]");
        QVERIFY(!desk.action("run")->isEnabled());
        QCOMPARE(desk.find<ElidedLabel>("standstill")->text(), QString("fix 1 error to run"));
        QCOMPARE(desk.find<Pill>("problemCount")->text(), QString("1 error"));
        QCOMPARE(desk.find<ElidedLabel>("problemPlace")->text(), QString("Workload: Unknown dimension t at 1:40"));
        QCOMPARE(desk.find<Dock>("mapspaceEditor")->pill()->text(), QString("last valid workload"));
        QCOMPARE(desk.find<Dock>("liveFacts")->pill()->text(), QString("last valid workload"));
        desk.select("GLB");
        desk.type("capacity", "x");
        QCOMPARE(desk.find<ElidedLabel>("standstill")->text(), QString("fix 2 errors to run"));
        QCOMPARE(desk.find<Pill>("problemCount")->text(), QString("2 errors"));
        desk.window->runs().run();
        QVERIFY(!desk.window->runs().running());
        QTest::mouseClick(desk.find<QAbstractButton>("propertyBack"), Qt::LeftButton);
        desk.write(kWhole);
        QVERIFY(desk.action("run")->isEnabled());
        QVERIFY(desk.find<ElidedLabel>("standstill")->text().isEmpty());
        QVERIFY(desk.find<Pill>("problemCount")->text().isEmpty());
        QVERIFY(desk.find<Dock>("mapspaceEditor")->pill()->text().isEmpty());
    }

    void constraintOnAnUnknownDimensionIsRefusedNotIgnored() {
        const DesignDesk desk;
        const QString before = desk.sessionText();
        desk.find<Segmented>("constraintsView")->setCurrent(1);
        auto* code = desk.find<CodeEdit>("constraintsText");
        code->selectAll();
        code->insertPlainText("{\"levels\": {\"GLB\": {\"only\": [\"M\", \"T\"]}}}");
        const QString told = desk.notice("constraintsNotice");
        QVERIFY2(told.contains("no dimension 'T'"), qPrintable(told));
        QVERIFY2(told.contains("last valid constraints stay in use"), qPrintable(told));
        QCOMPARE(desk.sessionText(), before);
        QVERIFY(!desk.action("run")->isEnabled());
        code->selectAll();
        code->insertPlainText("{\"levels\": {\"GLB\": {\"only\": [\"M\"]}}}");
        QVERIFY2(desk.notice("constraintsNotice").isEmpty(), qPrintable(desk.notice("constraintsNotice")));
        QVERIFY(desk.action("run")->isEnabled());
        desk.select("PE");
        auto* onX = desk.find<SettingField>("property.x");
        QVERIFY(onX);
        onX->setFocus();
        onX->selectAll();
        QTest::keyClicks(onX, "M, Y9");
        QTest::keyClick(onX, Qt::Key_Return);
        QVERIFY2(desk.notice("propertiesNotice").contains("'Y9'"), qPrintable(desk.notice("propertiesNotice")));
    }

    void fieldWithTheCursorCommitsBeforeTheDocumentGoes() {
        DesignDesk desk;
        desk.select("GLB");
        SettingField* field = desk.design().properties().field("capacity");
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, "64 KiB");
        int edits = 0;
        connect(&desk.document(), &Document::inputsChanged, this, [&edits] { ++edits; });
        desk.window.reset();
        QCOMPARE(edits, 1);
    }

    void kindsStandInTheOrderInWhichPeopleMeetThem() {
        const DesignDesk desk;
        auto* kinds = desk.find<Segmented>("factorization");
        QList<Factorization> found;
        for (int i = 0; i < 5; ++i) {
            kinds->setCurrent(i);
            found << desk.document().inputs().mapspace.factorization;
        }
        QCOMPARE(found, (QList{Factorization::perfect, Factorization::padded, Factorization::rubyS,
                               Factorization::rubyT, Factorization::ruby}));
    }
};

QTEST_MAIN(WhatIfTest)
#include "what_if_test.moc"
