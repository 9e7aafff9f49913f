// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two mappings compared as a user does it: two runs, A and B chosen, swapped, hovered, stepped, copied, saved and opened.

#include <QClipboard>
#include <QComboBox>
#include <QSvgRenderer>
#include <QToolButton>

#include "core/io/native.h"
#include "tests/ui/desk.h"
#include "ui/export/figure.h"
#include "ui/models/compare_table_model.h"
#include "ui/shell/compare_perspective.h"
#include "ui/views/array_view.h"
#include "ui/views/compare_energy_view.h"
#include "ui/views/compare_nest_view.h"
#include "ui/views/why_view.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kA = 2, kB = 3;  // columns

/// A PFM run and a Ruby-S run.
struct Two : Desk {
    Two() : Desk(20'000) {
        document().setFactorization(Factorization::perfect);
        runToEnd();
        document().setFactorization(Factorization::rubyS);
        runToEnd();
    }
    ComparePerspective* compare() const { return window->findChild<ComparePerspective*>(); }
    QString cell(int row, int column) const {
        const auto* table = find<FigureTable>("compareTable");
        return table->model()->index(row, column).data().toString();
    }
    int rowOf(const QString& metric) const {
        const auto* model = find<FigureTable>("compareTable")->model();
        for (int row = 0; row < model->rowCount(); ++row)
            if (model->index(row, 0).data() == metric) return row;
        return -1;
    }
    void choose(const char* combo, const QString& text) const {
        auto* box = find<QComboBox>(combo);
        const int index = box->findText(text);
        QVERIFY2(index >= 0, qPrintable(text));
        box->setCurrentIndex(index);
        emit box->activated(index);
    }
};

}  // namespace

class CompareTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase() { prepareApplication(); }

    void withoutMappingsItSaysWhatWillBeHere() {
        const Desk desk;
        desk.action("compare")->trigger();
        QCOMPARE(desk.window->perspective(), QString("compare"));
        QVERIFY(!desk.find<View>("compareNest")->emptyText().isEmpty());
        QVERIFY(!desk.find<View>("whyView")->emptyText().isEmpty());
        QVERIFY(!desk.action("copyWhy")->isEnabled());
        desk.action("closeCompare")->trigger();
        QCOMPARE(desk.window->perspective(), QString("mapping"));
    }

    void twoRunsStandSideBySideAtOnce() {
        const Two desk;
        desk.action("compare")->trigger();
        QVERIFY(desk.action("mapping")->isChecked());
        QCOMPARE(desk.document().pinned(Side::a)->place.run, 0);
        QCOMPARE(desk.document().pinned(Side::b)->place.run, 1);
        const double a = *desk.document().compared(Side::a)->cost.edp, b = *desk.document().compared(Side::b)->cost.edp;
        const int edp = desk.rowOf("EDP");
        QVERIFY(edp >= 0);
        QCOMPARE(desk.cell(edp, 5), QString::number(b / a, 'f', 4));
        QCOMPARE(desk.cell(edp, 7), b < a ? QString("B") : QString("A"));
        const QString text = desk.find<View>("whyView")->textTwin();
        QVERIFY2(text.startsWith(b < a ? "Why B wins" : "Why A wins"), qPrintable(text));
        QVERIFY2(text.contains(QString::number(b / a, 'f', 4) + " = "), qPrintable(text));
        QVERIFY(desk.find<View>("compareNest")->textTwin().contains("DRAM"));
    }

    void swappingExchangesTheSides() {
        const Two desk;
        desk.action("compare")->trigger();
        const int edp = desk.rowOf("EDP");
        const QString a = desk.cell(edp, kA), b = desk.cell(edp, kB);
        desk.action("swapSides")->trigger();
        QCOMPARE(desk.cell(edp, kA), b);
        QCOMPARE(desk.cell(edp, kB), a);
        QCOMPARE(desk.document().pinned(Side::a)->place.run, 1);
    }

    void sidesArePickedFromRunsAndTheTrivialMapping() {
        const Two desk;
        desk.action("compare")->trigger();
        desk.choose("compare.b", "Run 1, number 2 PFM");
        QCOMPARE(desk.document().pinned(Side::b)->place, (ShownMapping{.run = 0, .rank = 1, .own = {}}));
        desk.choose("compare.a", "Trivial mapping");
        QVERIFY(desk.document().pinned(Side::a)->place.own.has_value());
        QCOMPARE(desk.find<QComboBox>("compare.a")->currentText(), QString("Trivial mapping"));
        QVERIFY(desk.compare()->pair()->a.cost.cycles > desk.compare()->pair()->b.cost.cycles);
    }

    void theMappingShownIsPinnedByAKey() {
        const Two desk;
        desk.window->setPerspective("mapping");
        desk.document().show({.run = 0, .rank = 2, .own = {}});
        desk.action("pinB")->trigger();
        QCOMPARE(desk.document().pinned(Side::b)->place.rank, 2);
        QVERIFY(desk.document().modified());
    }

    void onlyDifferencesAreFewerRows() {
        const Two desk;
        desk.action("compare")->trigger();
        const auto* nest = desk.find<View>("compareNest");
        const qsizetype all = nest->textTwin().count('\n');
        desk.find<Segmented>("compare.rows")->setCurrent(1);
        QVERIFY(nest->textTwin().count('\n') < all);
        QVERIFY(nest->textTwin().count('\n') > 0);
    }

    void hoveringARowOutlinesBothSides() {
        const Two desk;
        desk.window->resize(1600, 1000);
        desk.action("compare")->trigger();
        desk.comeToRest();
        auto* nest = desk.find<CompareNestView>("compareNest");
        const ComparePairPtr pair = desk.compare()->pair();
        const QImage before = desk.find<View>("compareEnergy")->grab().toImage();
        const QImage plainB = desk.find<View>("compareArrayB")->grab().toImage();
        bool energy = false, array = false;
        for (int y = 2; y < nest->height(); y += 6) {
            moveTo(*nest, QPointF(200, y));
            energy = energy || desk.find<View>("compareEnergy")->grab().toImage() != before;
            array = array || desk.find<View>("compareArrayB")->grab().toImage() != plainB;
        }
        QVERIFY(energy);
        QVERIFY(array);
        auto* arrayB = desk.find<ArrayView>("compareArrayB");
        moveTo(*arrayB, QPointF(60, 80));
        QVERIFY(!desk.compare()->selection().hovered().empty());
        QEvent left(QEvent::Leave);
        QApplication::sendEvent(arrayB, &left);
        QVERIFY(desk.compare()->selection().hovered().empty());
    }

    void aRowOfTheNumbersOutlinesItsBars() {
        const Two desk;
        desk.action("compare")->trigger();
        desk.comeToRest();
        auto* table = desk.find<FigureTable>("compareTable");
        const QImage before = desk.find<View>("compareEnergy")->grab().toImage();
        emit table->rowHovered(desk.rowOf("DRAM energy"));
        QVERIFY(desk.find<View>("compareEnergy")->grab().toImage() != before);
        emit table->rowHovered(-1);
        QVERIFY(desk.find<View>("compareEnergy")->grab().toImage() == before);
    }

    void oneClockDrivesBothArrays() {
        const Two desk;
        desk.action("compare")->trigger();
        auto* a = desk.find<ArrayView>("compareArrayA");
        auto* b = desk.find<ArrayView>("compareArrayB");
        QVERIFY(a->stepCount() > 1 && b->stepCount() > 1);
        QTest::keyClick(a, Qt::Key_End);
        QCOMPARE(a->step(), a->stepCount() - 1);
        QCOMPARE(b->step(), b->stepCount() - 1);
        a->setStep((a->stepCount() - 1) / 2);
        const double half = static_cast<double>(b->step()) / static_cast<double>(b->stepCount() - 1);
        QVERIFY(std::abs(half - 0.5) < 1.0 / static_cast<double>(std::min(a->stepCount(), b->stepCount()) - 1));
        QTest::keyClick(a, Qt::Key_Home);
        QCOMPARE(b->step(), 0);
    }

    void theReasonIsCopiedAndBIsOpened() {
        const Two desk;
        desk.action("compare")->trigger();
        desk.action("copyWhy")->trigger();
        QVERIFY(QApplication::clipboard()->text().contains("EDP: B has"));
        desk.document().show({.run = 0, .rank = 1, .own = {}});
        desk.action("openB")->trigger();
        QCOMPARE(desk.window->perspective(), QString("mapping"));
        QCOMPARE(desk.document().shown().run, 1);
        QCOMPARE(desk.document().shown().rank, 0);
    }

    void aFileMayBeASide() {
        const Two desk;
        desk.action("compare")->trigger();
        const SessionInputs& inputs = desk.document().inputs();
        const Mapping trivial = trivialMapping(inputs.workload, inputs.architecture);
        const QString good = desk.folder.filePath("t.map"), bad = desk.folder.filePath("bad.map");
        QVERIFY(!hasErrors(writeTextFile(good.toStdString(), toText(trivial, inputs.workload, inputs.architecture))));
        QVERIFY(!hasErrors(writeTextFile(bad.toStdString(), "DRAM [nothing]\n")));
        QVERIFY(desk.window->files().pinFile(Side::a, good));
        QCOMPARE(desk.find<QComboBox>("compare.a")->currentText(), QString("t.map"));
        QVERIFY(!desk.window->files().pinFile(Side::a, bad));
        QCOMPARE(desk.find<QComboBox>("compare.a")->currentText(), QString("t.map"));
        QVERIFY(desk.window->banners().count() > 0);
    }

    void oneMappingUnderTwoModels() {
        const Two desk;
        desk.action("compare")->trigger();
        desk.find<Segmented>("compare.mode")->setCurrent(1);
        desk.choose("compare.model", "multicast none");
        const ComparePairPtr pair = desk.compare()->pair();
        QVERIFY(pair != nullptr);
        QCOMPARE(pair->a.mapping, pair->b.mapping);
        QCOMPARE(pair->a.cost.steps, pair->b.cost.steps);
        QVERIFY(*pair->b.cost.energyPj > *pair->a.cost.energyPj);  // every child is read for by itself
        QVERIFY(!desk.action("openB")->isEnabled());
        desk.find<Segmented>("compare.mode")->setCurrent(0);
        QVERIFY(desk.compare()->pair()->a.mapping != desk.compare()->pair()->b.mapping);
    }

    void pinsAreSavedAndOpenedAgain() {
        const Two desk;
        desk.action("compare")->trigger();
        desk.choose("compare.a", "Trivial mapping");
        const QString path = desk.folder.filePath("two.lapidary");
        QVERIFY(desk.window->files().saveTo(path));
        const QString text = desk.sessionText();
        const Desk other;
        QVERIFY(other.window->files().open(path));
        QCOMPARE(other.sessionText(), text);
        QCOMPARE(other.window->perspective(), QString("compare"));
        QVERIFY(other.document().compared(Side::a) && other.document().compared(Side::b));
        QCOMPARE(other.find<View>("whyView")->textTwin(), desk.find<View>("whyView")->textTwin());
    }

    void everyViewExportsAnSvgWithContent() {
        const Two desk;
        desk.action("compare")->trigger();
        for (const char* name : {"compareNest", "compareEnergy", "whyView", "compareArrayA"}) {
            const QString path = desk.folder.filePath(QString(name) + ".svg");
            QVERIFY(!hasErrors(exportFigure(desk.find<View>(name)->figure(), path)));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray svg = file.readAll();
            QVERIFY2(QSvgRenderer(svg).isValid() && svg.count("<text") > 5, name);
        }
    }
};

QTEST_MAIN(CompareTest)
#include "compare_test.moc"
