// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One selection through all views of a mapping: whatever is pointed at in one view is outlined in every other. A user's
// pointer moves over the real window; the nest is known by hand (27 = 3 x 7 + 6 over a 14 x 12 array).

#include <map>

#include "tests/ui/mapping_desk.h"
#include "ui/views/view_base.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/tab_strip.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

constexpr int kOverQ = 4;  // parFor q, by node
constexpr int kGlb = 1, kCompute = 3;

template <class Range>
int indexOf(const Range& range, std::string_view name) {
    const auto found = std::find_if(range.begin(), range.end(), [&](const auto& each) { return each.name == name; });
    return static_cast<int>(found - range.begin());
}
int inputs() { return indexOf(convolution().target->workload.tensors(), "I"); }
int overQ() { return indexOf(convolution().target->workload.dimensions(), "q"); }

const char* const kViews[] = {"nestView",      "treeView",  "arrayView",   "storageView",
                              "breakdownView", "factsView", "trafficTable"};

}  // namespace

class MappingLinksTest : public QObject {
    Q_OBJECT
    std::unique_ptr<MappingDesk> m_desk;

    Selection& selection() const { return m_desk->document().selection(); }

    /// What receives the pointer.
    QWidget* surface(const char* name) const {
        auto* widget = m_desk->find<QWidget>(name);
        if (auto* table = qobject_cast<FigureTable*>(widget)) return table->viewport();
        return widget;
    }

    std::map<std::string, QImage> pictures() const {
        std::map<std::string, QImage> result;
        for (const char* name : kViews) result[name] = surface(name)->grab().toImage();
        return result;
    }

    /// Moves the pointer over a view, line by line, until the subject is hovered.
    bool pointAt(const char* view, const Subject& subject) const {
        QWidget& widget = *surface(view);
        for (int y = 1; y < widget.height(); y += 3)
            for (int x = 1; x < widget.width(); x += 4) {
                moveTo(widget, QPointF(x, y));
                if (selection().hovered() == subject) return true;
            }
        return false;
    }

    void leave(const char* view) const {
        QEvent left(QEvent::Leave);
        QWidget* target = m_desk->find<QWidget>(view);
        QApplication::sendEvent(target, &left);
        selection().hover({});
    }

private slots:
    void initTestCase() {
        prepareApplication();
        m_desk = std::make_unique<MappingDesk>();
        QVERIFY(m_desk->document().exhibit().has_value());
    }
    void cleanupTestCase() { m_desk.reset(); }

    void pointedAtInOneViewIsOutlinedInTheOthers_data() {
        QTest::addColumn<QString>("source");
        QTest::addColumn<Subject>("subject");
        const Subject loop{.node = kOverQ}, level{.level = kGlb}, store{.node = 1}, tensor{.tensor = inputs()},
            tile{.level = kGlb, .tensor = inputs()}, dimension{.dimension = overQ()};
        const auto row = [](const char* source, const char* what, const Subject& subject) {
            QTest::addRow("%s: %s", source, what) << QString(source) << subject;
        };
        row("nestView", "loop", loop);
        row("nestView", "level", store);
        row("nestView", "tensor", tensor);
        row("nestView", "tile", tile);
        row("treeView", "loop", loop);
        row("treeView", "dimension", dimension);
        row("arrayView", "loop", loop);
        row("arrayView", "tensor", tensor);
        row("storageView", "tile", tile);
        row("storageView", "level", level);
        row("breakdownView", "tile", tile);
        row("breakdownView", "level", level);
        row("breakdownView", "tensor", tensor);
        row("factsView", "level", level);
        row("trafficTable", "tile", tile);
    }
    void pointedAtInOneViewIsOutlinedInTheOthers() {
        QFETCH(QString, source);
        QFETCH(Subject, subject);
        const QByteArray name = source.toLatin1();
        leave(name);
        const auto before = pictures();
        QVERIFY2(pointAt(name, subject), "the pointer found nothing of the kind");
        const auto during = pictures();
        for (const char* view : kViews)
            if (source != view) QVERIFY2(before.at(view) != during.at(view), view);
        leave(name);
        const auto after = pictures();
        for (const char* view : kViews) QVERIFY2(before.at(view) == after.at(view), view);
    }

    void theDimensionsTabIsASourceToo() {
        const auto before = pictures();
        const Subject q{.dimension = overQ()};
        auto* tabs = m_desk->find<TabStrip>("treeDimensions");
        QVERIFY(tabs->tabs().contains("q"));
        for (int x = 0; x < tabs->width() && selection().hovered() != q; ++x) moveTo(*tabs, QPointF(x, 10));
        QVERIFY((selection().hovered() == q));
        const auto during = pictures();
        for (const char* view : kViews) QVERIFY2(before.at(view) != during.at(view), view);
        leave("treeDimensions");
    }

    void theComputeIsOutlinedWhereItHasAPart() {
        const auto before = pictures();
        QVERIFY(pointAt("factsView", {.level = kCompute}));
        const auto during = pictures();
        for (const char* view : {"nestView", "arrayView", "breakdownView", "trafficTable"})
            QVERIFY2(before.at(view) != during.at(view), view);
        for (const char* view : {"storageView", "treeView"}) QVERIFY2(before.at(view) == during.at(view), view);
        leave("factsView");
    }

    void clickingSelectsAndEscapeClears() {
        const auto before = pictures();
        QVERIFY(pointAt("nestView", {.node = kOverQ}));
        auto* nest = m_desk->find<View>("nestView");
        int y = 0;
        while (y < nest->height()) {
            moveTo(*nest, QPointF(200, y));
            if (selection().hovered() == Subject{.node = kOverQ}) break;
            y += 2;
        }
        QTest::mouseClick(nest, Qt::LeftButton, {}, QPoint(200, y));
        leave("nestView");
        QVERIFY((selection().selected() == Subject{.node = kOverQ}));
        const auto chosen = pictures();
        for (const char* view : kViews) QVERIFY2(before.at(view) != chosen.at(view), view);
        QTest::keyClick(nest, Qt::Key_Escape);
        QVERIFY(selection().selected().empty());
        QVERIFY(before.at("storageView") == pictures().at("storageView"));
    }

    void arrowKeysReachEveryLineOfTheNest() {
        auto* nest = m_desk->find<View>("nestView");
        nest->setFocus();
        selection().select({.node = 0});
        for (int i = 1; i < 8; ++i) {
            QTest::keyClick(nest, Qt::Key_Down);
            QCOMPARE(selection().selected().node, i);
        }
        QTest::keyClick(nest, Qt::Key_Down);
        QCOMPARE(selection().selected().level, kCompute);
        QTest::keyClick(nest, Qt::Key_Up);
        QCOMPARE(selection().selected().node, 7);
        selection().clear();
    }
};

QTEST_MAIN(MappingLinksTest)
#include "mapping_links_test.moc"
