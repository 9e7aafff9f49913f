// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240 xcb
// A person at work on a design: sizes, the einsum, keep and bypass, constraints; nothing is lost, everything is undone.

#include <QAbstractButton>
#include <QClipboard>
#include <QLabel>
#include <QRandomGenerator>
#include <QTableView>

#include "core/base/arith.h"
#include "tests/support/cases.h"
#include "tests/ui/design_desk.h"
#include "ui/editors/diagram_view.h"
#include "ui/models/figure_table_model.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr const char* kWhole = "O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]";

}  // namespace

class DesignPerspectiveTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void aSizeIsEditedUndoneAndRedone() {
        const DesignDesk desk;
        desk.select("GLB");
        QCOMPARE(desk.design().properties().field("capacity")->text(), QString("128 KiB"));
        const int steps = desk.document().undoStack().count();
        desk.type("capacity", "64 KiB");
        QCOMPARE(desk.level(1).capacity, (std::optional<Capacity>{{524'288, false}}));
        QCOMPARE(desk.document().undoStack().count(), steps + 1);
        desk.action("undo")->trigger();
        QCOMPARE(desk.level(1).capacity, (std::optional<Capacity>{{1'048'576, false}}));
        QCOMPARE(desk.design().properties().field("capacity")->text(), QString("128 KiB"));
        desk.action("redo")->trigger();
        QCOMPARE(desk.design().properties().field("capacity")->text(), QString("64 KiB"));
    }

    void upAndDownDoubleAndHalveInOneStep() {
        const DesignDesk desk;
        desk.select("GLB");
        SettingField* field = desk.design().properties().field("capacity");
        for (int i = 0; i < 3; ++i) QTest::keyClick(field, Qt::Key_Down);
        QCOMPARE(desk.level(1).capacity->amount, 1'048'576 / 8);
        desk.action("undo")->trigger();
        QCOMPARE(desk.level(1).capacity->amount, 1'048'576);
    }

    void refusedValueKeepsTheLastValidOneAndSaysWhy() {
        const DesignDesk desk;
        desk.select("GLB");
        const QString before = desk.sessionText();
        desk.type("capacity", "12 KiX");
        QCOMPARE(desk.sessionText(), before);
        QCOMPARE(desk.design().properties().field("capacity")->text(), QString("12 KiX"));
        QVERIFY2(desk.notice("propertiesNotice").contains("GLB capacity"), qPrintable(desk.notice("propertiesNotice")));
        QVERIFY(desk.notice("propertiesNotice").contains("128 KiB stays in use"));
        QTest::mouseClick(desk.find<QAbstractButton>("propertyBack"), Qt::LeftButton);
        QCOMPARE(desk.design().properties().field("capacity")->text(), QString("128 KiB"));
        QVERIFY(desk.notice("propertiesNotice").isEmpty());
    }

    void overriddenEnergyShowsItsSourceAndGoesBack() {
        const DesignDesk desk;
        desk.select("GLB");
        const QString before = desk.sessionText();
        desk.type("energy_pj.read", "12.5");
        QCOMPARE(desk.level(1).energy.read.source, std::string("user"));
        auto* badge = desk.find<QAbstractButton>("source.GLB.energy_pj.read");
        QVERIFY2(badge->accessibleName().contains("was 74.144"), qPrintable(badge->accessibleName()));
        QTest::mouseClick(badge, Qt::LeftButton);
        QCOMPARE(desk.sessionText(), before);
    }

    void nameChangesEverywhereItIsSpokenOf() {
        const DesignDesk desk;
        desk.select("GLB");
        desk.type("name", "L2");
        QVERIFY(desk.document().inputs().mapspace.constraints.levels.contains("L2"));
        QVERIFY(desk.document().problems().empty());
        QCOMPARE(desk.design().properties().field("capacity")->objectName(), QString("property.L2.capacity"));
    }

    void einsumBreaksAndIsMended() {
        const DesignDesk desk;
        QCOMPARE(desk.find<CodeEdit>("einsum")->toPlainText(), QString(kWhole));
        const QString before = desk.sessionText();
        desk.write("# typed\nO[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+t]");
        QCOMPARE(desk.sessionText(), before);
        const QString told = desk.notice("einsumNotice");
        QVERIFY2(told.contains("Unknown dimension t") && told.contains("2:40"), qPrintable(told));
        QVERIFY(told.contains("last valid workload stays in use"));
        QVERIFY(desk.document().problems().empty());
        QTest::mouseClick(desk.find<QAbstractButton>("replaceDimension"), Qt::LeftButton);
        QVERIFY2(desk.notice("einsumNotice").isEmpty(), qPrintable(desk.notice("einsumNotice")));
        QCOMPARE(desk.sessionText(), before);
        QVERIFY(desk.find<CodeEdit>("einsum")->toPlainText().startsWith("# typed"));
    }

    void declaredDimensionJoinsTheBounds() {
        const DesignDesk desk;
        desk.write("O[N,M,P,Q] += W[M,C,R,S,t] * I[N,C,P+R,Q+S]");
        QTest::mouseClick(desk.find<QAbstractButton>("declareDimension"), Qt::LeftButton);
        QCOMPARE(desk.document().inputs().workload.findDimension("t"), 7);
        QCOMPARE(desk.cell("boundTable", 7, 0), QString("t"));
        desk.action("undo")->trigger();
        QCOMPARE(desk.find<CodeEdit>("einsum")->toPlainText(), QString(kWhole));
    }

    void takingABrokenTextBackLosesNothing() {
        const DesignDesk desk;
        desk.write("O[N,");
        QVERIFY(!desk.notice("einsumNotice").isEmpty());
        QTest::keyClick(desk.find<CodeEdit>("einsum"), Qt::Key_Z, Qt::ControlModifier);
        QCOMPARE(desk.find<CodeEdit>("einsum")->toPlainText(), QString(kWhole));
        QVERIFY(desk.notice("einsumNotice").isEmpty());
    }

    void boundIsTypedIntoItsTable() {
        const DesignDesk desk;
        auto* table = desk.find<QTableView>("boundTable");
        table->model()->setData(table->model()->index(1, 1), "100");
        QCOMPARE(desk.document().inputs().workload.bound(1), 100);
        table->model()->setData(table->model()->index(1, 1), "0");
        QCOMPARE(desk.document().inputs().workload.bound(1), 100);
        QVERIFY(desk.notice("einsumNotice").contains("100 stays in use"));
    }

    void keepGoesFromMustToMayToNever() {
        const DesignDesk desk;
        auto* table = desk.find<QTableView>("keepTable");
        const QModelIndex inputs = table->model()->index(1, 2);  // GLB, I
        QCOMPARE(inputs.data().toString(), QString("must"));
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(inputs).center());
        QCOMPARE(inputs.data().toString(), QString("may"));
        table->setCurrentIndex(inputs);
        QTest::keyClick(table, Qt::Key_Space);
        QCOMPARE(inputs.data().toString(), QString("never"));
        QTest::keyClick(table, Qt::Key_Space);
        QCOMPARE(inputs.data().toString(), QString("must"));
        QCOMPARE(desk.document().undoStack().count(), 3);
    }

    void outermostLevelKeepsAll() {
        const DesignDesk desk;
        auto* table = desk.find<QTableView>("keepTable");
        table->setCurrentIndex(table->model()->index(0, 1));
        QTest::keyClick(table, Qt::Key_Space);
        QVERIFY(desk.notice("keepNotice").contains("outermost level"));
        QCOMPARE(desk.document().undoStack().count(), 0);
    }

    void levelMovesByKeyAndByDragging() {
        const DesignDesk desk;
        auto* diagram = desk.find<DiagramView>("diagram");
        desk.select("GLB");
        diagram->setFocus();
        QTest::keyClick(diagram, Qt::Key_Down, Qt::AltModifier);
        QCOMPARE(desk.document().inputs().architecture.instances(1), 168);
        QTest::keyClick(diagram, Qt::Key_Up, Qt::AltModifier);
        QCOMPARE(desk.document().inputs().architecture.instances(1), 1);

        const QPoint from = diagram->layoutNow().rectOf({Part::Kind::level, 1, {}}).center().toPoint();
        const QRectF network = diagram->layoutNow().rectOf({Part::Kind::fanout, 0, {}});
        const QPoint to(from.x(), qRound(network.bottom()) + 4);  // below the network that stands below it
        QTest::mousePress(diagram, Qt::LeftButton, {}, from);
        QMouseEvent move(QEvent::MouseMove, to, diagram->mapToGlobal(to), Qt::NoButton, Qt::LeftButton, Qt::NoModifier);
        QApplication::sendEvent(diagram, &move);
        QTest::mouseRelease(diagram, Qt::LeftButton, {}, to);
        QCOMPARE(desk.document().inputs().architecture.instances(1), 168);
        QCOMPARE(desk.document().undoStack().count(), 3);
    }

    void addDuplicateAndRemoveAreOneStepEach() {
        const DesignDesk desk;
        const QString before = desk.sessionText();
        desk.select("GLB");
        desk.action("addLevel")->trigger();
        QCOMPARE(desk.document().inputs().architecture.levelCount(), 4);
        QCOMPARE(desk.editor().titleOf(desk.editor().selected()), QString("buffer"));
        desk.action("duplicatePart")->trigger();
        desk.action("addFanout")->trigger();
        QVERIFY2(desk.document().problems().empty(),
                 desk.document().problems().empty() ? "" : desk.document().problems().front().message.c_str());
        desk.action("removePart")->trigger();
        QCOMPARE(desk.document().undoStack().count(), 4);
        for (int i = 0; i < 4; ++i) desk.action("undo")->trigger();
        QCOMPARE(desk.sessionText(), before);
        desk.select("MAC");
        desk.action("removePart")->trigger();
        QVERIFY(desk.notice("designNotice").contains("a design needs its compute"));
    }

    void termsMultiplyToTheSize() {
        const DesignDesk desk;
        const QAbstractItemModel* model = desk.find<QTableView>("termTable")->model();
        const int last = model->columnCount() - 1;
        BigInt product = 1;
        for (int row = 0; row + 1 < model->rowCount(); ++row)
            product *= BigInt(model->index(row, last).data(FigureTableModel::ExactRole).toString().toStdString());
        const std::string size =
            model->index(model->rowCount() - 1, last).data(FigureTableModel::ExactRole).toString().toStdString();
        QVERIFY(product == BigInt(size));
        QVERIFY(product == desk.document().setup()->mapspace.size());
    }

    void validShareComesFromAnotherThread() {
        const DesignDesk desk;
        auto* share = desk.find<QLabel>("validShare");
        // Ruby-S on this design has 1,416,394 mappings: few enough to look at each.
        QTRY_VERIFY_WITH_TIMEOUT(share->text().contains("exact") && share->text().contains("1,416,394"), 60'000);
        QVERIFY(!desk.find<QAbstractButton>("sampleAgain")->isVisible());
        desk.document().setFactorization(Factorization::ruby);
        QTRY_VERIFY_WITH_TIMEOUT(share->text().contains("samples"), 30'000);
        QVERIFY(desk.find<QAbstractButton>("sampleAgain")->isVisible());
        QTest::mouseClick(desk.find<QAbstractButton>("sampleAgain"), Qt::LeftButton);
        QVERIFY2(share->text().contains("sampling"), qPrintable(share->text()));
        QTRY_VERIFY_WITH_TIMEOUT(share->text().contains("samples"), 30'000);
    }

    void constraintsTextIsReadAndItsErrorsLocated() {
        const DesignDesk desk;
        desk.find<Segmented>("constraintsView")->setCurrent(1);
        auto* code = desk.find<CodeEdit>("constraintsText");
        const QString before = desk.sessionText();
        code->selectAll();
        code->insertPlainText("{\n  \"levels\": {\"GLB\": {\"onyl\": [\"M\"]}}\n}");
        QCOMPARE(desk.sessionText(), before);
        const QString told = desk.notice("constraintsNotice");
        QVERIFY2(told.contains("did you mean 'only'?") && told.contains("at 2:"), qPrintable(told));
        code->selectAll();
        code->insertPlainText("{\"levels\": {\"GLB\": {\"only\": [\"M\"]}}}");
        QVERIFY(desk.notice("constraintsNotice").isEmpty());
        QCOMPARE(desk.document().inputs().mapspace.constraints.levels.size(), std::size_t{1});
        QCOMPARE(desk.document().inputs().architecture.spec().constraints,
                 desk.document().inputs().mapspace.constraints);
    }

    void contradictionIsToldWithItsArithmetic() {
        const DesignDesk desk;
        const SetupPtr valid = desk.document().setup();
        auto* table = desk.find<QTableView>("constraintTable");
        Constraints constraints = desk.document().inputs().mapspace.constraints;
        constraints.fanouts["PE"].factors = {{.dimension = "M", .relation = FactorRule::Relation::equal, .value = 999}};
        QVERIFY(desk.editor().setConstraints(constraints, "Contradiction").empty());
        QVERIFY(!desk.document().problems().empty());
        QVERIFY2(desk.notice("constraintsNotice").contains("999"), qPrintable(desk.notice("constraintsNotice")));
        QCOMPARE(desk.document().setup(), valid);  // the last one that could be used
        QTest::mouseClick(desk.find<QAbstractButton>("undoConstraints"), Qt::LeftButton);
        QVERIFY(desk.document().problems().empty());
        QVERIFY(desk.notice("constraintsNotice").isEmpty());
        QVERIFY(table->model()->rowCount() >= 5);
    }

    void tablesCopyTabSeparated() {
        const DesignDesk desk;
        auto* table = desk.find<QTableView>("boundTable");
        table->setFocus();
        table->selectionModel()->select(QItemSelection(table->model()->index(0, 0), table->model()->index(1, 1)),
                                        QItemSelectionModel::ClearAndSelect);
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text().split('\n').size(), 2);
        QVERIFY(QApplication::clipboard()->text().startsWith("N\t1\n"));
    }

    void randomEditsAreAllUndoneAndRedone() {
        const DesignDesk desk;
        QRandomGenerator random(20260101);
        const QString start = desk.sessionText();
        for (int i = 0; i < lapidary::testing::cases(200); ++i) randomEdit(desk, random);
        const QString end = desk.sessionText();
        QVERIFY(end != start);
        QUndoStack& stack = desk.document().undoStack();
        while (stack.canUndo()) stack.undo();
        QCOMPARE(desk.sessionText(), start);
        while (stack.canRedo()) stack.redo();
        QCOMPARE(desk.sessionText(), end);
    }

private:
    /// One thing that a person might do; what is refused changes nothing.
    static void randomEdit(const DesignDesk& desk, QRandomGenerator& random) {
        DesignEditor& editor = desk.editor();
        const std::vector<Part> parts = allParts(editor.design().spec());
        editor.select(parts[random.bounded(static_cast<quint32>(parts.size()))]);
        switch (random.bounded(11)) {
        case 0:
            if (editor.design().levelCount() < 6) editor.addLevel();
            break;
        case 1:
            if (editor.design().fanoutCount() < 3) editor.addFanout();
            break;
        case 2: editor.removeSelected(); break;
        case 3: editor.moveSelected(random.bounded(2) ? 1 : -1); break;
        case 4: editor.cycleKeep(random.bounded(editor.design().levelCount()), random.bounded(3)); break;
        case 5: {
            const auto all = settings(editor.design());
            const auto& [path, value] = all[random.bounded(static_cast<quint32>(all.size()))];
            editor.set(QString::fromStdString(path), QString::number(1 + random.bounded(64)), "Setting");
            break;
        }
        case 6: {
            auto* table = desk.find<QTableView>("boundTable");
            table->model()->setData(table->model()->index(random.bounded(table->model()->rowCount()), 1),
                                    QString::number(1 + random.bounded(60)));
            break;
        }
        case 7: desk.document().setFactorization(keyTable(Factorization{})[random.bounded(5)].value); break;
        case 8: desk.write(random.bounded(2) ? "O[N,M,P] += W[M,R] * I[N,P+R]" : kWhole); break;
        case 9: editor.setConstraints({}, "No constraints"); break;
        default:
            editor.apply(renamePart(editor.spec(), editor.selected(), "part" + std::to_string(random.bounded(9))),
                         "Name");
        }
    }
};

QTEST_MAIN(DesignPerspectiveTest)
#include "design_perspective_test.moc"
