// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=120
// A person gives a design a technology and ports: figures come from the tables, with their source, and all is undone.

#include <QAbstractButton>
#include <QCheckBox>
#include <QComboBox>
#include <QLabel>

#include "tests/ui/design_desk.h"
#include "ui/editors/technology_dialog.h"

using namespace lapidary;
using namespace lapidary::ui;

class TechnologyTest : public QObject {
    Q_OBJECT

    static void choose(const Desk& desk, const char* name, int index) {
        auto* choice = desk.find<QComboBox>(name);
        choice->setCurrentIndex(index);
        emit choice->activated(index);
    }
    static void fill(const Desk& desk, const char* name, const char* text) {
        auto* field = desk.find<SettingField>(name);
        field->setFocus();
        field->selectAll();
        QTest::keyClicks(field, text);
        QTest::keyClick(field, Qt::Key_Return);
    }
    static void open(const Desk& desk) {
        desk.action("technology")->trigger();
        QVERIFY(desk.find<TechnologyDialog>("technologyDialog")->isVisible());
    }

    /// Of the present form: the one before is gone once events were handled.
    static void press(const Desk& desk, const char* name) {
        QTest::qWait(1);
        QTest::mouseClick(desk.find<QAbstractButton>(name), Qt::LeftButton);
    }

private slots:
    void initTestCase() { prepareApplication(); }

    // sram_cacti.csv, 65 nm, itrs-lstp, 64 bit, 128 KiB: read 59.336 pJ, 8.9644e5 um^2; itrs-hp: read 56.003 pJ.
    void figuresComeFromTheTablesOnceAsked() {
        const DesignDesk desk;
        const QString before = desk.sessionText();
        open(desk);
        QVERIFY(!desk.find<SettingField>("technology.node_nm")->isEnabled());
        choose(desk, "technology.tables", 1);
        QVERIFY(desk.find<SettingField>("technology.node_nm")->isEnabled());
        fill(desk, "technology.node_nm", "65");
        QCOMPARE(desk.document().inputs().architecture.spec().technology->nodeNm, 65.0);
        QCOMPARE(desk.level(1).energy.read.value, std::optional(74.144));  // given by the preset, so it stays

        desk.select("GLB");
        desk.type("energy_pj.read", "table");
        QCOMPARE(desk.level(1).energy.read.value, std::optional(59.336));
        auto* badge = desk.find<QAbstractButton>("source.GLB.energy_pj.read");
        QVERIFY2(badge->toolTip().contains("65 nm, 128 KiB x 64 bit"), qPrintable(badge->toolTip()));
        choose(desk, "technology.flavor", 1);
        QCOMPARE(desk.level(1).energy.read.value, std::optional(56.003));
        const QString said = desk.find<QLabel>("technologySaid")->text();
        QVERIFY2(said.contains(QRegularExpression("[1-9][0-9]* come from the tables")), qPrintable(said));

        while (desk.document().undoStack().canUndo()) desk.document().undoStack().undo();
        QCOMPARE(desk.sessionText(), before);
        QVERIFY(!desk.find<SettingField>("technology.node_nm")->isEnabled());
    }

    // compute.csv, 45 nm, 16-bit whole numbers: 0.89 pJ at 65 nm by the product of node and voltage, 1.906.
    void allFiguresAreLookedUpInOneStep() {
        const DesignDesk desk;
        open(desk);
        choose(desk, "technology.tables", 1);
        fill(desk, "technology.node_nm", "65");
        const QString before = desk.sessionText();
        press(desk, "technologyTakeAll");
        QCOMPARE(desk.level(1).energy.read.value, std::optional(59.336));
        const auto mac = desk.document().inputs().architecture.compute().energy.value;
        QVERIFY(mac && std::abs(*mac - 0.89 * 1.906) < 1e-9);
        QTest::keySequence(desk.find<TechnologyDialog>("technologyDialog"), QKeySequence::Undo);
        QCOMPARE(desk.sessionText(), before);
    }

    void eachRefusedFieldIsToldUntilItIsMended() {
        const DesignDesk desk;
        desk.select("GLB");
        desk.type("block", "none");
        desk.type("bandwidth.read", "fast");
        QVERIFY2(desk.notice("propertiesNotice").contains("'fast'"), qPrintable(desk.notice("propertiesNotice")));
        QVERIFY(desk.notice("propertiesNotice").contains("One of 2 fields in red"));
        press(desk, "propertyBack");
        QVERIFY2(desk.notice("propertiesNotice").contains("'none'"), qPrintable(desk.notice("propertiesNotice")));
        QVERIFY(!desk.action("run")->isEnabled());
        press(desk, "propertyBack");
        QVERIFY(desk.notice("propertiesNotice").isEmpty());
        QVERIFY(desk.action("run")->isEnabled());
    }

    void commasGroupThousandsAndNothingElse() {
        const DesignDesk desk;
        desk.select("GLB");
        desk.type("bandwidth.read", "0,5");
        QVERIFY(!desk.notice("propertiesNotice").isEmpty());
        desk.type("bandwidth.read", "1,024");
        QCOMPARE(desk.level(1).bandwidth.read, std::optional(1024.0));
    }

    void aNewPortIsNamedNextAndCountedIfAsked() {
        const DesignDesk desk;
        desk.window->activateWindow();
        desk.select("GLB");
        press(desk, "property.GLB.ports.add");
        QTRY_COMPARE(QApplication::focusWidget() ? QApplication::focusWidget()->objectName() : QString(),
                     QString("property.GLB.ports.write.name"));
        press(desk, "property.GLB.ports.time");
        QVERIFY(desk.document().inputs().semantics.time == Time::ports);
        QTest::qWait(1);
        QVERIFY(!desk.find<QAbstractButton>("property.GLB.ports.time"));
    }

    void aNodeBeyondTheTablesIsRefused() {
        const DesignDesk desk;
        open(desk);
        choose(desk, "technology.tables", 1);
        const QString before = desk.sessionText();
        fill(desk, "technology.node_nm", "130");
        QCOMPARE(desk.sessionText(), before);
        auto* field = desk.find<SettingField>("technology.node_nm");
        QVERIFY(field->isWrong());
        QVERIFY2(field->toolTip().contains("from 5 to 90"), qPrintable(field->toolTip()));
        fill(desk, "technology.node_nm", "45");
        QVERIFY(!field->isWrong());
    }

    void portsAreAFormOfTheirLevel() {
        const DesignDesk desk;
        const QString before = desk.sessionText();
        desk.select("GLB");
        press(desk, "property.GLB.ports.add");
        QCOMPARE(desk.level(1).ports.size(), std::size_t{2});
        QCOMPARE(desk.level(1).ports[0].bandwidth, std::optional(Rate{16, false}));
        desk.type("ports.read.bandwidth", "64 bits");
        QCOMPARE(desk.level(1).ports[0].bandwidth, std::optional(Rate{64, true}));
        desk.type("ports.read.name", "out");
        QCOMPARE(desk.level(1).ports[0].name, std::string("out"));
        press(desk, "property.GLB.ports.add");
        QCOMPARE(desk.level(1).ports[2].serves.front().tensor, std::string("input"));
        desk.type("ports.input.serves", "input.to_below");
        QCOMPARE(desk.level(1).ports[2].serves.front().passage, std::optional(Passage::toBelow));
        desk.type("ports.input.serves", "input.sideways");
        QVERIFY2(!desk.notice("propertiesNotice").isEmpty(), "a way that there is none is refused");
        press(desk, "property.GLB.ports.out.remove");
        QCOMPARE(desk.level(1).ports.size(), std::size_t{2});
        while (desk.document().undoStack().canUndo()) desk.document().undoStack().undo();
        QCOMPARE(desk.sessionText(), before);
        QVERIFY(desk.level(1).ports.empty());
    }
};

QTEST_MAIN(TechnologyTest)
#include "technology_test.moc"
