// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=240
// Sunstone from inside as a person sees it: choose the algorithm and its principles in the form, run, walk the ordering trie
// by keys and pointer, look at the tiles below an order, read what each principle removed.

#include "ui/views/sunstone_views.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDockWidget>
#include <QLabel>

#include <algorithm>

#include "tests/ui/search_desk.h"
#include "ui/models/words.h"
#include "ui/views/view_list.h"
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
    QTest::qWait(50);
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
        QCOMPARE(tiles->orders().size(), 8);
        auto* order = m_desk->find<QComboBox>("tilesOrder");
        QCOMPARE(order->count(), 8);
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

    void exportsHaveRowsOfTheirOwn() {
        for (const char* key : {"ordering-trie", "sunstone-tiling", "principles"}) {
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
        raise(desk, "orderingTrie");
        QVERIFY(!desk.find<OrderingTrieView>("orderingTrieView")->emptyText().isEmpty());
        const auto entry = findView("ordering-trie");
        QVERIFY(hasErrors(whyNot(**entry, desk.document(), {})));
    }

private:
    std::unique_ptr<Desk> m_desk;
    OrderingTrieView* m_trie = nullptr;
};

QTEST_MAIN(SunstoneViewsTest)
#include "sunstone_views_test.moc"
