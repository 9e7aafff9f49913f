// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The record of Sunstone's principles that views draw: what Figs. 4 and 5 of the paper show, with the rule that dropped each
// node, and its bounds.
#include <QtTest>

#include <algorithm>

#include "core/search/sunstone/record.h"
#include "core/workload/einsum.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Workload workloadOf(const char* einsum, const char* bounds) { return *parseEinsum(einsum, *parseBounds(bounds), {}); }

const sunstone::OrderRecord* orderOf(const sunstone::TrieRecord& trie, const char* name) {
    const auto found =
        std::find_if(trie.nodes.begin(), trie.nodes.end(), [&](const auto& n) { return n.name == name; });
    return found == trie.nodes.end() ? nullptr : &*found;
}

const sunstone::TileRecord* tileOf(const sunstone::TilingRecord& tree, const char* name) {
    const auto found =
        std::find_if(tree.nodes.begin(), tree.nodes.end(), [&](const auto& n) { return n.name == name; });
    return found == tree.nodes.end() ? nullptr : &*found;
}

}  // namespace

class SearchSunstoneRecordTest : public QObject {
    Q_OBJECT

private slots:
    /// Reference set, 1.2: eight orders of a convolution, with P and Q before N, R before S, as the workload has them.
    void recordsTheEightOrdersOfAConvolution() {
        const sunstone::TrieRecord trie = sunstone::trieRecord(
            workloadOf("O[N,K,P,Q] += I[N,C,P+R,Q+S] * W[K,C,R,S]", "P=14,Q=14,R=3,S=3,C=4,K=4,N=2"), 10'000);
        QStringList names;
        for (const int kept : trie.kept) {
            QString name = QString::fromStdString(trie.nodes[static_cast<std::size_t>(kept)].name);
            std::sort(name.begin() + 1, name.end());  // behind the first loop any order will do
            names += name;
        }
        names.sort();
        QCOMPARE(names, (QStringList{"KP", "KQ", "KR", "KS", "PNQ", "QNP", "RCS", "SCR"}));
        QCOMPARE(trie.leftOut, std::size_t{0});
        // Whatever isn't kept was dropped for one of two causes, or leads on to what is.
        const auto open = std::count_if(trie.nodes.begin(), trie.nodes.end(),
                                        [](const auto& node) { return node.status == sunstone::TrieStatus::open; });
        QCOMPARE(8 + trie.noReuse + trie.needless + static_cast<int>(open), static_cast<int>(trie.nodes.size()));
        for (const sunstone::OrderRecord& node : trie.nodes)
            QCOMPARE(node.onPath,
                     node.status == sunstone::TrieStatus::kept || node.status == sunstone::TrieStatus::open);
    }

    /// A bound on nodes leaves out dropped ones only.
    void keepsWhatIsKeptWithinABound() {
        const Workload workload =
            workloadOf("O[N,K,P,Q] += I[N,C,P+R,Q+S] * W[K,C,R,S]", "P=14,Q=14,R=3,S=3,C=4,K=4,N=2");
        const sunstone::TrieRecord all = sunstone::trieRecord(workload, 10'000);
        const sunstone::TrieRecord few = sunstone::trieRecord(workload, 20);
        QCOMPARE(few.kept.size(), std::size_t{8});
        QCOMPARE(few.nodes.size() + few.leftOut, all.nodes.size());
        QVERIFY(few.nodes.size() < 50);
        for (std::size_t i = 1; i < few.nodes.size(); ++i) {
            QVERIFY(few.nodes[i].parent >= 0 && few.nodes[i].parent < static_cast<int>(i));
            const auto& parent = few.nodes[static_cast<std::size_t>(few.nodes[i].parent)];
            QVERIFY(few.nodes[i].name.starts_with(parent.name));
        }
    }

    /// Fig. 4: C gives way, KC adds nothing to K, R reuses the ofmap in full and the ifmap in part and leads to RC.
    void tellsWhoDroppedAnOrder() {
        const sunstone::TrieRecord trie =
            sunstone::trieRecord(workloadOf("O[K,P] += I[C,P+R] * W[K,C,R]", "K=4,C=4,P=7,R=3"), 1000);
        const auto* c = orderOf(trie, "C");
        QVERIFY(c && c->status == sunstone::TrieStatus::included && !c->onPath);
        QCOMPARE(c->byName, std::string("RC"));
        QCOMPARE(trie.nodes[static_cast<std::size_t>(c->by)].name, std::string("RC"));
        const auto* kc = orderOf(trie, "KC");
        QVERIFY(kc && kc->status == sunstone::TrieStatus::noReuse);
        QCOMPARE(kc->reason, std::string("reuses no more than K"));
        const auto* r = orderOf(trie, "R");
        QVERIFY(r && r->onPath);
        QCOMPARE(r->reuse.size(), std::size_t{2});
        QVERIFY(std::any_of(r->reuse.begin(), r->reuse.end(), [](const auto& each) { return each.full == "R"; }));
        QVERIFY(std::any_of(r->reuse.begin(), r->reuse.end(),
                            [](const auto& each) { return each.full.empty() && each.window == "R"; }));
    }

    /// An L1 of 8 words, all loops of K and P below RC. K2 P2 holds 4 + 2 + 2 = 8 words and is kept; K2 P1 gives way to it;
    /// K4 P2 needs 8 + 2 + 4 = 14 words, 6 too many.
    void recordsTheTilesOfFigureFive() {
        const SearchSetup setup = searchSetup({"toy-6",
                                               "O[K,P] += I[C,P+R] * W[K,C,R]",
                                               "K=4,C=4,P=14,R=3",
                                               Factorization::perfect,
                                               {{"GLB.capacity", "8"}}});
        const auto problem = sunstone::Problem::make(setup.mapspace);
        QVERIFY(problem.ok());
        const sunstone::TrieRecord trie = sunstone::trieRecord(setup.target().workload, 1000);
        std::size_t number = 0;
        while (trie.nodes[static_cast<std::size_t>(trie.kept[number])].name != "RC") ++number;
        const sunstone::TilingRecord tree = sunstone::tilingRecord(*problem, number, 1000);
        QCOMPARE(tree.order, std::string("RC"));
        QVERIFY(tree.complete);
        QCOMPARE(tree.capacityWords, 8.0);
        const auto* best = tileOf(tree, "K2 P2");
        QVERIFY(best && best->status == sunstone::TileStatus::kept && best->onPath);
        QCOMPARE(best->words, 8.0);
        const auto* less = tileOf(tree, "K2");
        QVERIFY(less && less->status == sunstone::TileStatus::dominated);
        QCOMPARE(tree.nodes[static_cast<std::size_t>(less->by)].status, sunstone::TileStatus::kept);
        const auto* over = tileOf(tree, "K4 P2");
        QVERIFY(over && over->status == sunstone::TileStatus::tooLarge);
        QCOMPARE(over->caption, std::string("over by 6"));
        QCOMPARE(over->reason, std::string("needs 14 words of 8"));
        QCOMPARE(tree.kept + tree.dominated + tree.tooLarge, static_cast<int>(tree.nodes.size()));
        QCOMPARE(sunstone::tilingRecord(*problem, number, 5).nodes.size(), std::size_t{5});
        QVERIFY(!sunstone::tilingRecord(*problem, number, 5).complete);
    }

    /// Every counter that is written has a place to be read into, each its own.
    void countersAreFoundByTheirKeys() {
        sunstone::Counters counters;
        std::int64_t next = 1;
        for (const sunstone::CounterText& counter : sunstone::texts(counters)) {
            std::int64_t* place = sunstone::counterOf(counters, counter.key);
            QVERIFY2(place, counter.key.c_str());
            *place = next++;
        }
        next = 1;
        for (const sunstone::CounterText& counter : sunstone::texts(counters)) QCOMPARE(counter.value, next++);
        QVERIFY(!sunstone::counterOf(counters, "rounds"));
    }

    void countsByPrinciple() {
        sunstone::Counters counters;
        counters.orders = 8;
        counters.ordersPruned = 5032;
        counters.partials = 10;
        counters.partialsPruned = 7;
        sunstone::Options options;
        options.tiling = sunstone::TileRule::all;
        options.alphaBeta = false;
        const auto rows = sunstone::principleRecords(options, counters);
        QCOMPARE(rows.size(), std::size_t{4});
        QVERIFY(rows[0].on && rows[0].kept == 8 && rows[0].removed == 5032);
        QVERIFY(!rows[1].on && rows[2].on && !rows[3].on);
        QVERIFY(rows[3].kept == 3 && rows[3].removed == 7);
    }
};

QTEST_APPLESS_MAIN(SearchSunstoneRecordTest)
#include "search_sunstone_record_test.moc"
