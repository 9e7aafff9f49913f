// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// Sunstone from inside as a person sees it: choose the algorithm and its principles in the form, run, walk the ordering trie
// by keys and pointer, look at the tiles below an order, read what each principle removed.

#include "ui/views/sunstone_views.h"

#include <QCheckBox>
#include <QClipboard>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>
#include <QTableView>

#include <algorithm>

#include "tests/ui/search_desk.h"
#include "ui/models/unrolling_table_model.h"
#include "ui/models/words.h"
#include "ui/views/bounds_view.h"
#include "ui/views/principles_view.h"
#include "ui/views/view_list.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

void pick(QComboBox* combo, const QString& text) {
    const int row = combo->findText(text);
    QVERIFY2(row >= 0, qPrintable(text));
    combo->setFocus();
    combo->setCurrentIndex(row);
    emit combo->activated(row);
}

void raise(const Desk& desk, const char* dock) {
    desk.find<QDockWidget>(dock)->raise();
    desk.comeToRest();
}

int nodeNamed(const PrunedTreeView& tree, const QString& title) {
    const auto& boxes = tree.boxes();
    const auto found = std::find_if(boxes.begin(), boxes.end(), [&](const TreeBox& box) { return box.title == title; });
    return found == boxes.end() ? -1 : static_cast<int>(found - boxes.begin());
}

}  // namespace

class SunstoneViewsTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() {
        prepareApplication();
        m_desk = std::make_unique<Desk>();
        m_desk->window->setPerspective("search");
        raise(*m_desk, "orderingTrie");
        m_trie = m_desk->find<OrderingTrieView>("orderingTrieView");
        QVERIFY(m_trie);
        QVERIFY2(m_trie->emptyText().contains("Run the algorithm Sunstone"), qPrintable(m_trie->emptyText()));
        m_desk->document().setFactorization(Factorization::perfect);
        pick(m_desk->find<QComboBox>("algorithm"), "Sunstone");
        m_desk->runToEnd();
        QVERIFY(m_desk->document().currentRun()->finished());
    }
    void cleanupTestCase() { m_desk.reset(); }

    /// Each principle is a setting of the next run, with words, and one undo step.
    void formOffersThePrinciples() {
        auto* unrolling = m_desk->find<QCheckBox>("sunstoneUnrolling");
        QVERIFY(unrolling->isVisible() && unrolling->isChecked() && !unrolling->toolTip().isEmpty());
        QTest::mouseClick(unrolling, Qt::LeftButton, {}, QPoint(8, unrolling->height() / 2));
        QVERIFY(!m_desk->document().inputs().search.sunstone.unrolling);
        pick(m_desk->find<QComboBox>("sunstoneDirection"), "Top-down");
        QCOMPARE(m_desk->document().inputs().search.sunstone.direction, sunstone::Direction::topDown);
        m_desk->document().undoStack().undo();
        QCOMPARE(m_desk->document().inputs().search.sunstone.direction, sunstone::Direction::bottomUp);
        m_desk->document().undoStack().undo();
        QVERIFY(unrolling->isChecked());
        pick(m_desk->find<QComboBox>("algorithm"), "Random");
        QVERIFY(!unrolling->isVisible());
        m_desk->document().undoStack().undo();
    }

    /// The layer has a batch of 1: of the convolution's eight orders P and Q lose N, nothing else changes.
    void trieShowsTheOrdersThatSurvive() {
        raise(*m_desk, "orderingTrie");
        const auto kept =
            std::count_if(m_trie->boxes().begin(), m_trie->boxes().end(), [](const TreeBox& box) { return box.kept; });
        QCOMPARE(kept, 8);
        QVERIFY(m_trie->textTwin().contains("no further reuse"));
    }

    void keysWalkAndTheLineTellsWhy() {
        raise(*m_desk, "orderingTrie");
        auto* note = m_desk->find<QLabel>("trieNote");
        m_trie->setFocus();
        QTest::keyClick(m_trie, Qt::Key_Home);
        QCOMPARE(m_trie->chosen(), 0);
        QTest::keyClick(m_trie, Qt::Key_Right);  // a tree as wide as this one grows to the right
        const int below = m_trie->chosen();
        QVERIFY(below > 0);
        QCOMPARE(m_trie->boxes()[static_cast<std::size_t>(below)].parent, 0);
        QCOMPARE(note->text(), m_trie->boxes()[static_cast<std::size_t>(below)].words);
        QTest::keyClick(m_trie, Qt::Key_Down);
        QVERIFY(m_trie->chosen() != below);
        QCOMPARE(m_trie->placeOf(m_trie->chosen()).left(), m_trie->placeOf(below).left());
        QVERIFY(m_trie->placeOf(m_trie->chosen()).top() > m_trie->placeOf(below).top());
        QTest::keyClick(m_trie, Qt::Key_Left);
        QCOMPARE(m_trie->chosen(), 0);
        // C alone: the sums stay, but R or S inside reuse as much and a window besides.
        const int c = nodeNamed(*m_trie, "C");
        QVERIFY(c > 0);
        const QPointF place = m_trie->placeOf(c).center();
        moveTo(*m_trie, place);
        QVERIFY2(note->text().startsWith("C: less reuse") && note->text().contains("reuses this and more"),
                 qPrintable(note->text()));
        QCOMPARE(m_trie->wordsAt(place.toPoint()), note->text());
    }

    void keptOnlyLeavesTheOthersOut() {
        raise(*m_desk, "orderingTrie");
        const double all = m_trie->pictureSize().height();
        auto* nodes = m_desk->find<Segmented>("trieNodes");
        nodes->setCurrent(1);
        QVERIFY(m_trie->pictureSize().height() < all);
        QVERIFY(m_trie->placeOf(nodeNamed(*m_trie, "C")).isEmpty());
        nodes->setCurrent(0);
        QCOMPARE(m_trie->pictureSize().height(), all);
    }

    /// No two nodes that are drawn lie on one another.
    void nodesDontOverlap() {
        for (std::size_t i = 0; i < m_trie->boxes().size(); ++i)
            for (std::size_t k = 0; k < i; ++k) {
                const QRectF a = m_trie->placeOf(static_cast<int>(i)), b = m_trie->placeOf(static_cast<int>(k));
                if (!a.isEmpty() && !b.isEmpty())
                    QVERIFY(!a.adjusted(1, 1, -1, -1).intersects(b.adjusted(1, 1, -1, -1)));
            }
    }

    void tilesFollowTheChosenOrder() {
        raise(*m_desk, "sunstoneTiling");
        auto* tiles = m_desk->find<SunstoneTilesView>("sunstoneTilesView");
        QCOMPARE(tiles->orders().size(), 9);  // and any
        auto* order = m_desk->find<QComboBox>("tilesOrder");
        QCOMPARE(order->count(), 9);
        // The best mapping's tile is in the tree that comes first, with the way there.
        QCOMPARE(tiles->order(), tiles->bestOrder());
        const auto& boxes = tiles->boxes();
        QVERIFY(boxes.front().chosen);
        QCOMPARE(std::count_if(boxes.begin(), boxes.end(), [](const TreeBox& box) { return !box.badge.isEmpty(); }), 1);
        // It is in sight, and each order's tree is a row of the table below.
        m_desk->comeToRest();
        const auto best =
            std::find_if(boxes.begin(), boxes.end(), [](const TreeBox& box) { return !box.badge.isEmpty(); });
        QVERIFY(
            tiles->visibleRegion().intersects(tiles->placeOf(static_cast<int>(best - boxes.begin())).toAlignedRect()));
        for (const QSize& size : {QSize(1024, 700), QSize(1440, 900)}) {  // wherever the dock's edges are
            m_desk->window->resize(size);
            m_desk->comeToRest();
            const QRect title = tiles->placeOf(static_cast<int>(best - boxes.begin())).toRect().adjusted(2, 2, -2, -2);
            QVERIFY(tiles->visibleRegion().contains(QRect(title.topLeft(), QSize(60, 16))));
        }
        const auto* table = m_desk->find<QTableView>("tilingOrders")->model();
        QCOMPARE(table->rowCount(), 9);
        for (int row = 0; row < 9; ++row)
            QVERIFY(table->index(row, 0).data().toString().endsWith(tiles->orders()[row]));
        QVERIFY(table->index(tiles->bestOrder(), 0).data().toString().startsWith(u'▼'));
        const QString before = tiles->textTwin();
        pick(order, order->itemText(7));
        QCOMPARE(tiles->order(), 7);
        QVERIFY(tiles->textTwin() != before);
        QVERIFY(std::any_of(tiles->boxes().begin(), tiles->boxes().end(), [](const TreeBox& box) { return box.kept; }));
    }

    void principlesTellWhatTheRunCounted() {
        raise(*m_desk, "principles");
        auto* view = m_desk->find<PrinciplesView>("principlesView");
        const sunstone::Counters counted = *m_desk->document().currentRun()->result->sunstone;
        QVERIFY2(view->textTwin().contains(QString("Ordering (on): of orders of a level %1 kept, %2 removed")
                                               .arg(countText(counted.orders), countText(counted.ordersPruned))),
                 qPrintable(view->textTwin()));
    }

    void theWholeMapspaceIsToldToo() {
        const auto* view = m_desk->find<PrinciplesView>("principlesView");
        QVERIFY2(view->textTwin().contains("all off: "), qPrintable(view->textTwin()));
    }

    /// Once the run has ended: the way from the root to an order of every level with loops, by a line and by words.
    void theBestMappingsWayIsMarked() {
        raise(*m_desk, "orderingTrie");
        const auto& boxes = m_trie->boxes();
        QVERIFY(boxes.front().chosen && boxes.front().badge.isEmpty());
        int badges = 0;
        for (std::size_t i = 0; i < boxes.size(); ++i) {
            if (boxes[i].chosen && boxes[i].parent >= 0)
                QVERIFY(boxes[static_cast<std::size_t>(boxes[i].parent)].chosen);
            if (boxes[i].badge.isEmpty()) continue;
            ++badges;
            QVERIFY(boxes[i].chosen && boxes[i].kept);
            QVERIFY(m_trie->placeOf(static_cast<int>(i)).top() < m_trie->pictureSize().height() / 2);  // seen first
            QVERIFY2(boxes[i].words.contains("best mapping has it in " + boxes[i].badge), qPrintable(boxes[i].words));
        }
        QVERIFY(badges > 0);
        QVERIFY(m_trie->textTwin().contains("The best mapping has it in"));
    }

    /// Another thread searches again, without one principle after the other; the figures are those of the same searches here.
    void principlesSayWhatTheSearchCostsWithout() {
        raise(*m_desk, "principles");
        auto* view = m_desk->find<PrinciplesView>("principlesView");
        const RunPtr run = m_desk->document().currentRun();
        QTRY_VERIFY_WITH_TIMEOUT(run->inside && run->inside->complete, 60'000);
        const auto problem = sunstone::Problem::make(run->setup->mapspace);
        QVERIFY(problem.ok());
        const auto again = sunstone::ablation(*problem, {}, Metric::edp, "tiling=all", [] { return true; });
        QVERIFY2(view->textTwin().contains(countText(again.counters.evaluations) + " evaluations if off"),
                 qPrintable(view->textTwin()));
        QVERIFY(!view->verdict().isEmpty());
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Home);
        QTest::keyClick(view, Qt::Key_Down);
        QCOMPARE(view->chosen(), 1);
        auto* note = m_desk->find<QLabel>("principlesNote");
        QVERIFY2(note->text().startsWith("Tiling (on)") && note->text().contains("evaluations if off"),
                 qPrintable(note->text()));
        QTest::keyClick(view, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), view->textTwin());
    }

    /// As many bounded and left out as the counters say; the keys walk over the steps and tell each.
    void alphaBetaShowsBoundsAgainstTheBest() {
        raise(*m_desk, "alphaBeta");
        auto* view = m_desk->find<BoundsView>("boundsView");
        const RunPtr run = m_desk->document().currentRun();
        QTRY_VERIFY_WITH_TIMEOUT(run->inside && view->emptyText().isEmpty(), 60'000);
        const sunstone::Counters counted = *run->result->sunstone;
        QCOMPARE(
            view->summary(),
            QString("%1 bounded, %2 left out").arg(countText(counted.partials), countText(counted.partialsPruned)));
        auto* note = m_desk->find<QLabel>("boundsNote");
        view->setFocus();
        QTest::keyClick(view, Qt::Key_Home);
        QCOMPARE(view->chosen(), 0);
        QVERIFY2(note->text().startsWith("Partial mappings 1 to "), qPrintable(note->text()));
        QTest::keyClick(view, Qt::Key_End);
        QVERIFY(note->text().contains(countText(counted.partials)));
        const QRectF first = view->placeOf(0, view->size());
        QTest::mouseClick(view, Qt::LeftButton, {}, first.center().toPoint());
        QCOMPARE(view->chosen(), 0);
        QVERIFY(view->wordsAt(first.center().toPoint()).contains("least bound"));
        QTest::keyClick(view, Qt::Key_Escape);
        QCOMPARE(view->chosen(), -1);
    }

    /// One row is the best mapping's; every row has a reason, and the keys copy rows.
    void unrollingListsWhatTheArrayCouldTake() {
        raise(*m_desk, "sunstoneUnrolling");
        const RunPtr run = m_desk->document().currentRun();
        QTRY_VERIFY_WITH_TIMEOUT(run->inside, 60'000);
        auto* table = m_desk->find<FigureTable>("unrollingTable");
        const sunstone::UnrollingRecord& record = run->inside->arrays.front();
        QTRY_COMPARE(table->model()->rowCount(), static_cast<int>(record.rows.size()));
        const int fate = static_cast<int>(record.axes.size()) + 2;
        int best = 0;
        for (int row = 0; row < table->model()->rowCount(); ++row) {
            best += cell(*table, row, fate) == "▼ best" ? 1 : 0;
            QVERIFY(!cell(*table, row, fate + 1).isEmpty());
        }
        QCOMPARE(best, 1);
        table->setFocus();
        table->setCurrentIndex(table->model()->index(0, 0));
        QTest::keyClick(table, Qt::Key_C, Qt::ControlModifier);
        QCOMPARE(QApplication::clipboard()->text(), cell(*table, 0, 0));
        QVERIFY(m_desk->find<QLabel>("unrollingNote")->text().startsWith("Left to unroll"));
    }

    void exportsHaveRowsOfTheirOwn() {
        const auto unrolling = findView("unrolling");
        QVERIFY(unrolling.ok() && (*unrolling)->table(m_desk->document(), {}, NumberStyle::exact).ok());
        const auto nowhere = (*unrolling)->table(m_desk->document(), {{"array", "nowhere"}}, NumberStyle::exact);
        QVERIFY(!nowhere.ok() && nowhere.errorText().find("unknown value 'nowhere'") != std::string::npos);
        for (const char* key : {"ordering-trie", "sunstone-tiling", "principles", "alpha-beta"}) {
            const auto entry = findView(key);
            QVERIFY(entry.ok());
            QVERIFY(!hasErrors(whyNot(**entry, m_desk->document(), {})));
            QVERIFY((*entry)->figure(m_desk->document(), {}).ok());
        }
        const auto tiling = findView("sunstone-tiling");
        const auto wrong = (*tiling)->figure(m_desk->document(), {{"order", "XYZ"}});
        QVERIFY(!wrong.ok() && wrong.errorText().find("unknown value 'XYZ'") != std::string::npos);
    }

    /// With another run chosen there is nothing of Sunstone to see, and an export says so.
    void otherRunsHaveNothingToShow() {
        const Desk desk(20'000);
        desk.window->setPerspective("search");
        desk.runToEnd();
        for (const char* dock : {"orderingTrie", "principles", "alphaBeta", "sunstoneUnrolling"}) raise(desk, dock);
        QVERIFY(!desk.find<OrderingTrieView>("orderingTrieView")->emptyText().isEmpty());
        QVERIFY(desk.find<BoundsView>("boundsView")->emptyText().contains("Run the algorithm Sunstone"));
        QVERIFY(desk.find<PrinciplesView>("principlesView")->emptyText().contains("Run the algorithm Sunstone"));
        QVERIFY(desk.find<QLabel>("unrollingNote")->text().contains("Run the algorithm Sunstone"));
        const auto entry = findView("ordering-trie");
        QVERIFY(hasErrors(whyNot(**entry, desk.document(), {})));
    }

private:
    std::unique_ptr<Desk> m_desk;
    OrderingTrieView* m_trie = nullptr;
};

QTEST_MAIN(SunstoneViewsTest)
#include "sunstone_views_test.moc"
