// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The views of one mapping as a user meets them: tree, array and energy of a nest known by hand (27 = 3 x 7 + 6 over a
// 14 x 12 array), with one selection through all.

#include <QComboBox>
#include <QSvgRenderer>
#include <QToolButton>

#include "tests/support/problem.h"
#include "tests/ui/desk.h"
#include "ui/export/figure.h"
#include "ui/theme/theme.h"
#include "ui/views/array_grid.h"
#include "ui/views/array_pane.h"
#include "ui/views/array_view.h"
#include "ui/views/breakdown_view.h"
#include "ui/views/tree_view.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/step_bar.h"
#include "ui/widgets/tab_strip.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kOverQ = 4;  // parFor q, by node

Exhibit exhibitOf(std::string_view einsum, std::string_view bounds, const char* array, std::string_view nest) {
    ArchitectureSpec spec = testing::ladder({"DRAM", "GLB", array, "spad"});
    for (Level& level : spec.levels) level.energy.read.value = level.energy.write.value = 2.0;
    spec.compute->energy.value = 1.0;
    const testing::Problem one = testing::problem(einsum, bounds, spec, nest);
    SessionInputs inputs;
    inputs.workload = one.target->workload;
    inputs.architecture = one.target->architecture;
    auto setup = makeSetup(inputs);
    if (!setup) qFatal("%s", setup.errorText().c_str());
    const Cost cost = (*setup)->evaluator.evaluate(one.mapping);
    return {*setup, inputs, one.mapping, cost, "by hand"};
}

Exhibit convolution() {
    return exhibitOf("O[m,q] += W[m,c,s] * I[c,q+s]", "m=2,q=27,c=2,s=5", "PE 14x12",
                     "DRAM [W I O]\nGLB [W I O]\nfor q in 0..4\nparFor m in 0..2 @PE.X\n"
                     "parFor q in 0..7 (last 6) @PE.X\nparFor c in 0..2 @PE.Y\nparFor s in 0..5 @PE.Y\nspad [W I O]\n");
}

QImage shot(View& view, const QSize& size) {
    view.resize(size);
    QImage image(size, QImage::Format_RGB32);
    view.render(&image);
    return image;
}

/// Pixels that two pictures differ in.
int difference(const QImage& a, const QImage& b) {
    int count = 0;
    for (int y = 0; y < a.height(); ++y)
        for (int x = 0; x < a.width(); ++x) count += a.pixel(x, y) != b.pixel(x, y);
    return count;
}

void hoverOver(QWidget& widget, const QPointF& at) {
    QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
}

}  // namespace

class MappingViewsTest : public QObject {
    Q_OBJECT
    Exhibit m_exhibit = convolution();

private slots:
    void initTestCase() { prepareApplication(); }

    void treeShowsTheDimensionWithMostTails() {
        TreeView tree;
        tree.setExhibit(m_exhibit);
        QCOMPARE(tree.dimensionNames()[tree.current()], QString("q"));
        QVERIFY(tree.textTwin().contains("3 · 7 + 1 · 6 = 27"));
        QVERIFY(tree.textTwin().contains("1 idle in the last round"));
        QVERIFY(tree.emptyText().isEmpty());
    }

    void hoveringALoopShowsItsDimensionAndOutlinesItEverywhere() {
        Selection selection;
        TreeView tree;
        ArrayView array;
        BreakdownView energy;
        for (View* view : std::initializer_list<View*>{&tree, &array, &energy}) view->share(&selection);
        tree.setExhibit(m_exhibit);
        array.setExhibit(m_exhibit);
        energy.setExhibit(m_exhibit);
        const QSize size(520, 300);
        const QImage before[] = {shot(tree, size), shot(array, size), shot(energy, size)};
        selection.hover({.node = kOverQ, .level = -1, .tensor = -1});
        QVERIFY(difference(before[0], shot(tree, size)) > 100);
        QVERIFY(difference(before[1], shot(array, size)) > 100);
        QVERIFY(difference(before[2], shot(energy, size)) > 50);
        selection.hover({.node = kOverQ + 1, .level = -1, .tensor = -1});
        QCOMPARE(tree.dimensionNames()[tree.shown()], QString("c"));
        selection.hover({});
        QCOMPARE(difference(before[0], shot(tree, size)), 0);
    }

    /// A view that is laid out for the first time may have no room at all.
    void anArrayWithoutRoomHasOneLabel() {
        GridAxis axis;
        axis.cells = 14;
        axis.pitch = 0;
        QVERIFY(axis.labelStep(20) >= 14);
        axis.pitch = 7;
        QCOMPARE(axis.labelStep(20), std::int64_t{5});  // 3 cells would do; steps are 1, 2, 5, 10 ...
    }

    void pointingAtABandAndACellTellsTheLoop() {
        Selection selection;
        TreeView tree;
        ArrayView array;
        tree.share(&selection);
        array.share(&selection);
        tree.setExhibit(m_exhibit);
        array.setExhibit(m_exhibit);
        tree.resize(520, 200);
        array.resize(520, 260);
        hoverOver(tree, {250, 28 + 2 * 34 + 9});
        QCOMPARE(selection.hovered().node, kOverQ);
        selection.hover({});
        hoverOver(array, {40, 40});
        QCOMPARE(selection.hovered().node, kOverQ);
        QTest::mouseClick(&array, Qt::LeftButton, {}, QPoint(40, 40));
        QCOMPARE(selection.selected().node, kOverQ);
    }

    void selectingALoopElsewhereTurnsTheTree() {
        Selection selection;
        TreeView tree;
        tree.share(&selection);
        tree.setExhibit(m_exhibit);
        connect(&selection, &Selection::changed, &tree, &TreeView::followSelection);
        selection.select({.node = kOverQ + 2, .level = -1, .tensor = -1});
        QCOMPARE(tree.dimensionNames()[tree.current()], QString("s"));
        QTest::keyClick(&tree, Qt::Key_Left);
        QCOMPARE(tree.dimensionNames()[tree.current()], QString("c"));
    }

    void arrowKeysStepTheArray() {
        auto* view = new ArrayView;
        const ArrayPane pane(view);  // has the keys
        ArrayView& array = *view;
        array.setExhibit(m_exhibit);
        QSignalSpy steps(&array, &ArrayView::stepChanged);
        QTest::keyClick(&array, Qt::Key_Right);
        QCOMPARE(array.step(), 1);
        QTest::keyClick(&array, Qt::Key_End);
        QCOMPARE(array.step(), 3);
        QTest::keyClick(&array, Qt::Key_Right);
        QCOMPARE(array.step(), 3);
        QCOMPARE(steps.count(), 2);
        QVERIFY(array.textTwin().contains("120 of 168 PEs work (71.4 %)"));
        QVERIFY(array.textTwin().contains("mean over all steps: 80.4 %"));
        QVERIFY(array.textTwin().contains("q: 21..26, 6 of 7"));
        QTest::keyClick(&array, Qt::Key_Home);
        QVERIFY(array.textTwin().contains("140 of 168 PEs work (83.3 %)"));
    }

    void controlsMoveTheStep() {
        auto* view = new ArrayView;
        ArrayPane pane(view);
        view->setExhibit(m_exhibit);
        pane.resize(640, 320);
        pane.show();
        const auto click = [&](const char* key) {
            QTest::mouseClick(pane.findChild<QToolButton*>(key), Qt::LeftButton);
        };
        click("array.forward");
        QCOMPARE(view->step(), 1);
        click("array.end");
        QCOMPARE(view->step(), 3);
        QVERIFY(!pane.findChild<QToolButton*>("array.forward")->isEnabled());
        auto* phase = pane.findChild<Segmented*>("array.phase");
        QCOMPARE(phase->current(), 1);
        phase->setCurrent(0);
        QCOMPARE(view->step(), 0);
        phase->setCurrent(1);
        QCOMPARE(view->step(), 3);
        auto* number = pane.findChild<NumberField*>("array.step");
        number->setText("2");
        QTest::keyClick(number, Qt::Key_Return);
        QCOMPARE(view->step(), 1);
        pane.colourChooser()->setCurrentIndex(2);
        emit pane.colourChooser()->activated(2);
        QCOMPARE(view->colour(), view->colours()[2]);
    }

    void playingRunsToTheEndAndStops() {
        auto* view = new ArrayView;
        ArrayPane pane(view);
        view->setExhibit(m_exhibit);
        pane.show();
        QTest::keyClick(view, Qt::Key_Space);
        QVERIFY(pane.bar()->isPlaying());
        QTRY_COMPARE_WITH_TIMEOUT(view->step(), 3, 60'000);
        QTRY_VERIFY(!pane.bar()->isPlaying());
    }

    void percentFillsEveryBar() {
        BreakdownView energy;
        energy.setExhibit(m_exhibit);
        const QImage joules = shot(energy, {400, 200});
        energy.setUnit(BreakdownView::Unit::percent);
        QVERIFY(difference(joules, shot(energy, {400, 200})) > 500);
        QVERIFY(energy.textTwin().contains("MAC: 0.5400 nJ"));  // 2 * 27 * 2 * 5 of 1 pJ
    }

    void everyViewExportsAnSvgWithContent() {
        TreeView tree;
        ArrayView array;
        BreakdownView energy;
        tree.setExhibit(m_exhibit);
        array.setExhibit(m_exhibit);
        energy.setExhibit(m_exhibit);
        const QTemporaryDir folder;
        for (const View* view : std::initializer_list<const View*>{&tree, &array, &energy}) {
            const QString path = folder.filePath(view->accessibleName() + ".svg");
            QVERIFY(!hasErrors(exportFigure(view->figure(), path)));
            QFile file(path);
            QVERIFY(file.open(QIODevice::ReadOnly));
            const QByteArray svg = file.readAll();
            QVERIFY(QSvgRenderer(svg).isValid());
            QVERIFY(svg.count("<text") > 5);
            QVERIFY(svg.count("<rect") + svg.count("<path") + svg.count("<polyline") > 10);
        }
    }

    void hugeArraysArePainted() {
        const Exhibit huge = exhibitOf("O[m,q] += W[m] * I[q]", "m=5000,q=2000", "PE 256x256",
                                       "DRAM [W I O]\nGLB [W I O]\nfor m in 0..20\nfor q in 0..8\n"
                                       "parFor m in 0..256 (last 136) @PE.X\nparFor q in 0..256 (last 208) @PE.Y\n");
        ArrayView array;
        array.setExhibit(huge);
        QImage image(700, 400, QImage::Format_RGB32);
        array.resize(image.size());
        for (const ArrayColour& colour : array.colours()) {
            array.setColour(colour);
            image.fill(Qt::magenta);
            array.setStep(array.step() + 1);
            array.render(&image);
            QSet<QRgb> seen;
            for (int x = 0; x < image.width(); ++x) seen.insert(image.pixel(x, image.height() / 2));
            QVERIFY2(seen.size() > 1 && !seen.contains(QColor(Qt::magenta).rgb()),
                     qPrintable(array.colourName(colour)));
        }
        array.goToLast();
        QVERIFY(array.textTwin().contains("28,288 of 65,536 PEs work"));  // 136 x 208
    }

    void theWindowShowsALoopInAllItsViews() {
        const Desk desk;
        desk.window->setPerspective("mapping");
        desk.runToEnd();
        const Exhibit& shown = *desk.document().exhibit();
        const auto& nodes = shown.mapping.nodes;
        const auto loop = std::find_if(nodes.begin(), nodes.end(), [&](const Node& node) {
            return node.kind == NodeKind::spatial && shown.inputs.workload.bound(node.dimension) > 1;
        });
        QVERIFY(loop != nodes.end());
        auto* tree = desk.find<TreeView>("treeView");
        auto* tabs = desk.find<TabStrip>("treeDimensions");
        QCOMPARE(tabs->tabs(), tree->dimensionNames());
        desk.document().selection().select({.node = static_cast<int>(loop - nodes.begin()), .level = -1, .tensor = -1});
        QCOMPARE(tabs->current(), tree->current());
        QCOMPARE(tree->dimensions()[static_cast<std::size_t>(tree->current())], int{loop->dimension});
        QCOMPARE(desk.find<ArrayView>("arrayView")->stepCount(), shown.cost.steps);
        QVERIFY(desk.find<BreakdownView>("breakdownView")->textTwin().contains("DRAM"));
    }

    void narrowWindowsPutPicturesBehindTabs() {
        const Desk desk;
        desk.window->setPerspective("mapping");
        desk.window->resize(1440, 900);
        desk.comeToRest();
        auto* tree = desk.find<Dock>("tree");
        auto* perspective = qobject_cast<QMainWindow*>(tree->parentWidget());
        QCOMPARE(perspective->tabifiedDockWidgets(tree), QList<QDockWidget*>{desk.find<Dock>("directives")});
        desk.window->resize(1024, 700);
        desk.comeToRest();
        QCOMPARE(perspective->tabifiedDockWidgets(tree).size(), 4);
        desk.window->resize(1440, 900);
        desk.comeToRest();
        QCOMPARE(perspective->tabifiedDockWidgets(tree), QList<QDockWidget*>{desk.find<Dock>("directives")});
    }

    void tinyMappingsHaveSomethingToShowToo() {
        const Exhibit tiny = exhibitOf("Z[d] += A[d] * B[d]", "d=1", "PE 4x4", "DRAM [A B Z]\n");
        TreeView tree;
        ArrayView array;
        BreakdownView energy;
        tree.setExhibit(tiny);
        array.setExhibit(tiny);
        energy.setExhibit(tiny);
        QVERIFY(tree.textTwin().contains("0 + 1 = D = 1"));
        QVERIFY(array.textTwin().contains("1 of 16 PEs work"));
        QVERIFY(!array.hasTails());
        for (View* view : std::initializer_list<View*>{&tree, &array, &energy}) {
            const QImage filled = shot(*view, {420, 240});
            QImage plain(filled.size(), filled.format());
            plain.fill(lightTheme().panel);
            QVERIFY(difference(filled, plain) > 200);
        }
        tree.setExhibit(std::nullopt);
        array.setExhibit(std::nullopt);
        energy.setExhibit(std::nullopt);
        QVERIFY(!tree.emptyText().isEmpty() && !array.emptyText().isEmpty() && !energy.emptyText().isEmpty());
    }
};

QTEST_MAIN(MappingViewsTest)
#include "mapping_views_test.moc"
