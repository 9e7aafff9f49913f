// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: xcb
// Every figure of a mapping explains itself: a click on a cell, a bar, a memory or a PE, and the arrow keys, bring its
// formula, and the loops it stems from light up in the other views. The mapping is known by hand: 27 = 3 x 7 + 6 over a
// 14 x 12 array, so that the input is read again by q and by nothing else.

#include <QComboBox>
#include <QHeaderView>

#include "tests/ui/mapping_desk.h"
#include "ui/views/explain_view.h"
#include "ui/widgets/figure_table.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kOverQ = 2;  // for q in 0..4, by node
constexpr int kReadsColumn = 4, kAccessesColumn = 7, kEnergyColumn = 9;

}  // namespace

class ExplainTest : public QObject {
    Q_OBJECT
    std::unique_ptr<MappingDesk> m_desk;

    ExplainView& view() const { return *m_desk->find<ExplainView>("explainView"); }
    QString explained() const { return QString::fromStdString(view().derivation()->name); }
    Selection& selection() const { return m_desk->document().selection(); }
    const Cost& cost() const { return m_desk->document().exhibit()->cost; }
    /// Clicks a view wherever it answers with another figure of the kind.
    bool clickFor(const char* name, const QString& figure) const {
        auto* target = m_desk->find<QWidget>(name);
        for (int y = 2; y < target->height(); y += 5)
            for (int x = 4; x < target->width(); x += 9) {
                QTest::mouseClick(target, Qt::LeftButton, {}, QPoint(x, y));
                if (view().derivation() && explained() == figure) return true;
            }
        return false;
    }
    void clickCell(int row, int column) const {
        auto* table = m_desk->find<FigureTable>("trafficTable");
        const QModelIndex index = table->model()->index(row, column);
        table->scrollTo(index);
        table->setFocus();
        QTest::mouseClick(table->viewport(), Qt::LeftButton, {}, table->visualRect(index).center());
    }

private slots:
    void initTestCase() {
        prepareApplication();
        m_desk = std::make_unique<MappingDesk>();
        QVERIFY(m_desk->document().exhibit().has_value());
    }
    void cleanupTestCase() { m_desk.reset(); }

    void itBeginsWithTheObjective() {
        QVERIFY(view().derivation());
        QCOMPARE(explained(), QString("edp"));
        QCOMPARE(toDouble(view().derivation()->value()), *cost().edp);
    }

    void aCellIsExplainedAndItsLoopsLightUp() {
        auto* nest = m_desk->find<View>("nestView");
        selection().clear();
        const QImage before = nest->grab().toImage();
        clickCell(4, kReadsColumn);  // GLB, the second of its tensors
        const QString name = explained();
        QVERIFY2(name.startsWith("GLB.") && name.endsWith(".reads"), qPrintable(name));
        const FigureId figure = view().derivation()->figure;
        const std::int64_t told = cost().levels[1].tensors[static_cast<std::size_t>(figure.tensor)].reads;
        QCOMPARE(std::get<std::int64_t>(view().derivation()->value()), told);
        QVERIFY(selection().selected().causes.test(kOverQ));
        QVERIFY(nest->grab().toImage() != before);
        // The table's arrow keys reach the next figure.
        auto* table = m_desk->find<FigureTable>("trafficTable");
        QTest::keyClick(table, Qt::Key_Right);
        QVERIFY2(explained().endsWith(".fills"), qPrintable(explained()));
        clickCell(4, kEnergyColumn);
        QVERIFY2(explained().endsWith(".energy"), qPrintable(explained()));
        QTest::keyClick(table, Qt::Key_Escape);
    }

    void barsMemoriesPesAndFactsAreExplained() {
        QVERIFY(clickFor("breakdownView", "GLB.W.energy"));
        QVERIFY(clickFor("breakdownView", "compute_energy"));
        QVERIFY(clickFor("storageView", "GLB.capacity"));
        QVERIFY2(view().derivation()->limit.has_value(), "what the sum is held against");
        QVERIFY(clickFor("storageView", "spad.W.tile"));
        QVERIFY(clickFor("arrayView", "PE.idle"));
        QVERIFY(clickFor("factsView", "cycles"));
        QVERIFY(clickFor("factsView", "area"));
        QVERIFY(clickFor("factsView", "utilization"));
    }

    void idleLanesNameTheFactorThatLeavesThemIdle() {
        QVERIFY(clickFor("arrayView", "PE.idle"));
        // 14 x 12 lanes, of which 2 * 7 by 2 * 5 work in three steps and 2 * 6 by 10 in the fourth: 168 * 4 - 540.
        QCOMPARE(toDouble(view().derivation()->value()), 132.0);
    }

    void factsAreWalkedByKeys() {
        auto* facts = m_desk->find<QWidget>("factsView");
        selection().explain(FigureId{.kind = CostFigure::edp});
        facts->setFocus();
        QTest::keyClick(facts, Qt::Key_Down);
        QCOMPARE(explained(), QString("energy"));
        QTest::keyClick(facts, Qt::Key_Down);
        QCOMPARE(explained(), QString("cycles"));
        QTest::keyClick(facts, Qt::Key_Up);
        QCOMPARE(explained(), QString("energy"));
    }

    void theBreakdownIsWalkedByKeysToTheComputeAndBack() {
        auto* bars = m_desk->find<QWidget>("breakdownView");
        selection().clear();
        bars->setFocus();
        for (const char* name : {"DRAM.energy", "GLB.energy", "spad.energy", "compute_energy", "compute_energy"}) {
            QTest::keyClick(bars, Qt::Key_Down);
            QCOMPARE(explained(), QString(name));
        }
        QTest::keyClick(bars, Qt::Key_Up);
        QCOMPARE(explained(), QString("spad.energy"));
    }

    void operandsLightTheirLoopsByKeys() {
        selection().explain(FigureId{.kind = CostFigure::steps});
        view().setFocus();
        selection().hover({});
        QTest::keyClick(&view(), Qt::Key_Down);
        QVERIFY(selection().hovered().causes.any());
    }

    void operandsFoldAndLeadOn() {
        selection().explain(FigureId{.kind = CostFigure::edp});
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_Down);
        QTest::keyClick(&view(), Qt::Key_Return);
        QVERIFY2(explained() == "energy" || explained() == "cycles", qPrintable(explained()));
        auto* figures = m_desk->find<QComboBox>("explainFigure");
        QCOMPARE(figures->currentText(), explained());
        QCOMPARE(figures->count(), view().figureNames().size());
        const int steps = figures->findText("steps");
        QVERIFY(steps >= 0);
        figures->setFocus();
        figures->setCurrentIndex(steps);
        emit figures->activated(steps);
        QCOMPARE(explained(), QString("steps"));
        QCOMPARE(std::get<std::int64_t>(view().derivation()->value()), std::int64_t{4});
    }

    void everyFigureIsTheCosts() {
        for (int i = 0; i < view().figureNames().size(); ++i) {
            view().setCurrent(i);
            QVERIFY2(view().derivation(), qPrintable(view().figureNames()[i]));
            const auto told = valueOf(view().derivation()->figure, cost());
            if (told) QVERIFY2(isEqual(view().derivation()->value(), *told), qPrintable(explained()));
            QVERIFY(view().textTwin().contains(explained()));
        }
    }

    void anotherMappingKeepsTheFigure() {
        selection().explain(FigureId{.kind = CostFigure::energy});
        QVERIFY(selection().selected().causes.any());
        m_desk->document().show({.run = -1, .rank = 0, .own = convolution().mapping}, "again");
        QCOMPARE(explained(), QString("energy"));
        QVERIFY(selection().selected().causes.none());  // they are nodes of the mapping before
    }

    void networksAreRowsOfTheirOwn() {
        SessionInputs next = m_desk->document().inputs();
        ArchitectureSpec design = next.architecture.spec();
        design.fanouts[0].hopEnergy.value = 0.5;
        next.architecture = *Architecture::make(design);
        m_desk->document().edit(next, "hops");
        m_desk->document().show({.run = -1, .rank = 0, .own = convolution().mapping}, "with hops");
        auto* table = m_desk->find<FigureTable>("trafficTable");
        int row = 0;
        while (row < table->model()->rowCount() && table->model()->index(row, 0).data().toString() != "PE network")
            ++row;
        QVERIFY(row < table->model()->rowCount());
        clickCell(row, kAccessesColumn);
        QCOMPARE(view().derivation()->figure.kind, CostFigure::hops);
        const NetworkTraffic& traffic =
            cost().networks[0].tensors[static_cast<std::size_t>(view().derivation()->figure.tensor)];
        QVERIFY(traffic.hops > 0);
        QCOMPARE(toDouble(view().derivation()->value()), traffic.hops);
        clickCell(row, kEnergyColumn);
        QCOMPARE(toDouble(view().derivation()->value()), *traffic.energyPj);
    }
};

QTEST_MAIN(ExplainTest)
#include "explain_test.moc"
