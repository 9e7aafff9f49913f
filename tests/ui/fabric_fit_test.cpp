// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// Fabrics of hundreds of multipliers: all of them at once without scrolling, larger by keys and wheel, walked through in sight;
// a tile that is too large is refused with the number that the panel shows.

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include "core/workload/einsum.h"
#include "tests/ui/desk.h"
#include "ui/shell/fabric_perspective.h"
#include "ui/views/fabric_view.h"
#include "ui/widgets/notice.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

class LargeFabric : public Desk {
public:
    LargeFabric(std::int64_t multipliers, const fabric::Tile& tile, QSize size) {
        window->resize(size);
        window->pickDesign("maeri-128");
        SessionInputs next = document().inputs();
        next.workload =
            *parseEinsum("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]", *parseBounds("N=1,M=6,C=6,P=18,Q=18,R=3,S=3"));
        next.workloadKey.clear();
        next.fabric.hardware =
            fabric::Hardware{.multipliers = multipliers, .distributionWidth = 8, .reductionWidth = 8};
        next.fabric.tile = tile;
        document().edit(next, "large fabric");
        window->setPerspective("fabric");
        QTest::qWait(600);  // docks glide into place
        FabricControl& control = window->fabric().control();
        QVERIFY(QTest::qWaitFor([&] { return control.answer() && !control.running(); }, 30'000));
    }
    FabricView* view() const { return find<FabricView>("fabricView"); }
    QScrollArea* area() const { return qobject_cast<QScrollArea*>(view()->parentWidget()->parentWidget()); }
};

}  // namespace

class FabricFitTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void allAtOnce_data() {
        QTest::addColumn<int>("multipliers");
        QTest::addColumn<QSize>("size");
        QTest::newRow("128 in a small window") << 128 << QSize(1024, 700);
        QTest::newRow("256 in a small window") << 256 << QSize(1024, 700);
        QTest::newRow("256") << 256 << QSize(1440, 900);
        QTest::newRow("512") << 512 << QSize(1440, 900);
    }
    void allAtOnce() {
        QFETCH(int, multipliers);
        QFETCH(QSize, size);
        const LargeFabric desk(multipliers, {.r = 3, .s = 3, .c = 2, .k = 6}, size);
        QVERIFY2(desk.view()->emptyText().isEmpty(), qPrintable(desk.view()->emptyText()));
        QCOMPARE(desk.area()->horizontalScrollBar()->maximum(), 0);
        QVERIFY(desk.view()->width() <= desk.area()->viewport()->width());
    }

    void largerByKeysAndWheel() {
        const LargeFabric desk(256, {.r = 3, .s = 3, .c = 2, .k = 6}, {1440, 900});
        FabricView* view = desk.view();
        const QScrollBar* bar = desk.area()->horizontalScrollBar();
        const int whole = view->width();
        QTest::keyClick(view, Qt::Key_Plus);
        QTRY_VERIFY(view->width() > whole && bar->maximum() > 0);
        const int once = view->width();
        QTest::keyClick(view, Qt::Key_Plus);
        QTRY_VERIFY(view->width() > once);
        // The multiplier that is walked to stays in sight.
        for (int i = 0; i < 100; ++i) QTest::keyClick(view, Qt::Key_Down);
        QVERIFY(bar->value() > 0);
        QVERIFY(desk.find<QLabel>("fabricNote")->text().startsWith("Multiplier 99 "));
        QTest::keyClick(view, Qt::Key_Minus);
        QTest::keyClick(view, Qt::Key_Minus);
        QTRY_COMPARE(view->width(), whole);
        const QPointF at(300, 100);
        QWheelEvent wheel(at, view->mapToGlobal(at), {}, {0, 120}, Qt::NoButton, Qt::ControlModifier, Qt::NoScrollPhase,
                          false);
        QApplication::sendEvent(view, &wheel);
        QTRY_VERIFY(view->width() > whole);
    }

    /// A design that is no fabric: the way on is a button, and one undo step back.
    void aDesignThatIsNoFabricIsReplacedByAButton() {
        const Desk desk;
        const auto before = desk.document().inputs().architecture;
        desk.window->setPerspective("fabric");
        FabricControl& control = desk.window->fabric().control();
        QTRY_VERIFY(!control.refusal().isEmpty());
        auto* take = desk.find<QPushButton>("fabricTake.maeri-128");
        QVERIFY(take && take->isVisible());
        const int steps = desk.document().undoStack().index();
        take->setFocus();
        QTest::keyClick(take, Qt::Key_Space);
        QCOMPARE(desk.document().inputs().architecture.name(), std::string("maeri-128"));
        QCOMPARE(desk.document().undoStack().index(), steps + 1);
        QTRY_VERIFY_WITH_TIMEOUT(control.refusal().isEmpty(), 30'000);
        desk.action("undo")->trigger();
        QVERIFY(desk.document().inputs().architecture == before);
        QTRY_VERIFY(!control.refusal().isEmpty());
    }

    /// 9 neurons of 9 products, and a multiplier of each that passes partial sums on.
    void aRefusalHasThePanelsNumber() {
        const LargeFabric desk(64, {.r = 3, .s = 3, .x = 9}, {1440, 900});
        const QString refusal = desk.find<Notice>("fabricNotice")->text();
        QVERIFY2(refusal.contains("needs 90 multipliers (81 for products, 9 for partial sums), the array has 64"),
                 qPrintable(refusal));
        const QString panel = desk.find<QLabel>("fabricFormula")->text();
        QVERIFY2(panel.contains("used 81 + 9 = 90 of 64: doesn't fit"), qPrintable(panel));
    }
};

QTEST_MAIN(FabricFitTest)
#include "fabric_fit_test.moc"
