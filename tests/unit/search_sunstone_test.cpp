// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's principles one by one, against the paper's examples: the ordering trie (Fig. 4, section 1.2 of the reference),
// the tiling tree (Fig. 5), the unrolling principle (III-B), options and counters.
#include <QtTest>

#include <algorithm>

#include "core/search/search.h"
#include "core/search/sunstone/tiles.h"
#include "core/search/sunstone/tiling_tree.h"
#include "core/search/sunstone/unrolling.h"
#include "core/workload/einsum.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Workload workloadOf(const char* einsum, const char* bounds) { return *parseEinsum(einsum, *parseBounds(bounds), {}); }

QStringList keptOrders(const Workload& workload) {
    const sunstone::OrderingTrie trie = sunstone::orderingTrie(workload);
    QStringList names;
    for (const int kept : trie.kept)
        names +=
            QString::fromStdString(sunstone::orderName(workload, trie.nodes[static_cast<std::size_t>(kept)].order));
    names.sort();
    return names;
}

const sunstone::TrieNode* nodeOf(const Workload& workload, const sunstone::OrderingTrie& trie, const char* name) {
    const auto found = std::find_if(trie.nodes.begin(), trie.nodes.end(), [&](const sunstone::TrieNode& node) {
        return sunstone::orderName(workload, node.order) == name;
    });
    return found == trie.nodes.end() ? nullptr : &*found;
}

QString loops(const sunstone::Problem& problem, sunstone::Mask mask) {
    QString text;
    for (int l = 0; l < problem.loops(); ++l)
        if (mask >> l & 1)
            text += QString::fromStdString(
                problem.target().workload.dimensions()[static_cast<std::size_t>(problem.dimensionOf(l))].name);
    return text;
}

SearchResult runSunstone(const SearchSetup& setup, int threads, const sunstone::Options& own = {}) {
    SearchOptions options;
    options.algorithm = Algorithm::sunstone;
    options.threads = threads;
    options.sunstone = own;
    options.compat = Compat::sunstone;
    Job job;
    return *search(setup.mapspace, setup.evaluator, options, job);
}

}  // namespace

class SearchSunstoneTest : public QObject {
    Q_OBJECT

private slots:
    /// Reference set, 1.2: "exactly 8 orders". What stands behind the first loop may come in any order.
    void eightOrdersOfAConvolutionSurvive() {
        const QStringList expected{"KP", "KQ", "KR", "KS", "PNQ", "QNP", "RCS", "SCR"};
        QStringList found;
        for (QString order :
             keptOrders(workloadOf("O[N,K,P,Q] += I[N,C,P+R,Q+S] * W[K,C,R,S]", "P=14,Q=14,R=3,S=3,C=4,K=4,N=2"))) {
            std::sort(order.begin() + 1, order.end());
            found += order;
        }
        found.sort();
        QCOMPARE(found, expected);
    }

    /// Fig. 4: xxCR is kept; xxxC gives way to it, xxCK to its parent.
    void prunesAsFigureFour() {
        const Workload workload = workloadOf("O[K,P] += I[C,P+R] * W[K,C,R]", "K=4,C=4,P=7,R=3");
        const sunstone::OrderingTrie trie = sunstone::orderingTrie(workload);
        QCOMPARE(nodeOf(workload, trie, "RC")->status, sunstone::TrieStatus::kept);
        QCOMPARE(nodeOf(workload, trie, "KC")->status, sunstone::TrieStatus::noReuse);
        QCOMPARE(QString::fromStdString(reasonOf(workload, trie, *nodeOf(workload, trie, "KC"))),
                 QString("reuses no more than K"));
        QCOMPARE(nodeOf(workload, trie, "C")->status, sunstone::TrieStatus::included);
        // Fig. 4's annotations: R reuses the ofmap, and the ifmap in part.
        const QString reused = QString::fromStdString(reuseText(workload, nodeOf(workload, trie, "R")->reuse));
        QVERIFY2(reused.contains("O: R") && reused.contains("I: R (in part)") && !reused.contains("W"),
                 qPrintable(reused));
        // C innermost, then R: the ofmap over both, but the window is not right above a run that reuses the ifmap.
        QCOMPARE(nodeOf(workload, trie, "CR")->status, sunstone::TrieStatus::included);
    }

    void matrixMultiplicationHasThreeOrders() {
        QCOMPARE(keptOrders(workloadOf("Z[m,n] += A[m,k] * B[k,n]", "m=4,n=4,k=4")), (QStringList{"k", "m", "n"}));
    }

    /// Loops of one trip are no loops.
    void ordersLeaveOutLoopsOfOneTrip() {
        QCOMPARE(keptOrders(workloadOf("Z[m,n] += A[m,k] * B[k,n]", "m=4,n=1,k=4")), (QStringList{"k", "m"}));
    }

    /// Fig. 5: below xxCR only P and K grow; of an L1 of 8 entries K2 P2 (4 + 2 + 2 words) is kept, and K2 P1 gives way.
    void tilingTreeIsFigureFive() {
        const SearchSetup setup = searchSetup({"toy-6",
                                               "O[K,P] += I[C,P+R] * W[K,C,R]",
                                               "K=4,C=4,P=14,R=3",
                                               Factorization::perfect,
                                               {{"GLB.capacity", "8"}}});
        const sunstone::Problem problem = *sunstone::Problem::make(setup.mapspace);
        const Workload& workload = setup.target().workload;
        const sunstone::OrderingTrie trie = sunstone::orderingTrie(workload);
        const sunstone::Mask grows = growingBelow(problem, 1, *nodeOf(workload, trie, "RC"));
        QCOMPARE(loops(problem, grows).contains('C'), false);
        QCOMPARE(loops(problem, grows).contains('K') && loops(problem, grows).contains('P'), true);
        const sunstone::Mask paper =
            static_cast<sunstone::Mask>(grows & ~problem.loopsOf(1u << workload.findDimension("R")));
        const sunstone::TilingTree tree = tilingTree(problem, 1, paper, 1000);
        QVERIFY(tree.complete);
        const auto status = [&](const char* name) {
            const auto found = std::find_if(tree.nodes.begin(), tree.nodes.end(), [&](const sunstone::TileNode& node) {
                return tileText(problem, node.tile) == name;
            });
            return found == tree.nodes.end() ? QString("absent")
                                             : QString::fromStdString(std::string(keyOf(found->status)));
        };
        QCOMPARE(status("K2"), QString("dominated"));
        QCOMPARE(status("K2 P2"), QString("kept"));
        QCOMPARE(status("K4 P2"), QString("too-large"));
    }

    /// III-B: the ofmap reused in time, unrolling P and K serves the others; C would reuse the ofmap again.
    void unrollsLoopsThatServeTheOthers() {
        const SearchSetup setup =
            searchSetup({"toy-6", "O[K,P] += I[C,P+R] * W[K,C,R]", "K=4,C=4,P=14,R=3", Factorization::perfect});
        const sunstone::Problem problem = *sunstone::Problem::make(setup.mapspace);
        const auto output = static_cast<std::size_t>(setup.target().workload.findTensor("O"));
        QCOMPARE(loops(problem, sunstone::unrollable(problem, output)), QString("KP"));
    }

    void fillsTheArrayWhereItCan() {
        const SearchSetup setup =
            searchSetup({"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=12,n=6,k=5", Factorization::perfect});
        const sunstone::Problem problem = *sunstone::Problem::make(setup.mapspace);
        const auto exact = sunstone::unrollings(problem, 0, problem.bounds(), {});
        QVERIFY(!exact.empty());
        for (const sunstone::Unrolling& each : exact) QCOMPARE(each.lanes, std::int64_t{6});
        const auto under = sunstone::unrollings(problem, 0, problem.bounds(), {.underFills = true});
        QVERIFY(under.size() > exact.size());
    }

    /// Nothing divides 6 here: 5 of 6 PEs, by k.
    void fallsBackToUnderFills() {
        const SearchSetup setup =
            searchSetup({"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=7,n=11,k=5", Factorization::perfect});
        const sunstone::Problem problem = *sunstone::Problem::make(setup.mapspace);
        const auto found = sunstone::unrollings(problem, 0, problem.bounds(), {});
        QVERIFY(!found.empty());
        QCOMPARE(found.front().lanes, std::int64_t{5});
    }

    /// By hand, 6 PEs in a row, exact fills only: m6 serves A[m,k] and Z[m,n]; k and n don't divide 6, so that B has none.
    void onlyOperandsThatFillTheArrayUnrollIt() {
        const SearchSetup setup =
            searchSetup({"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=12,n=5,k=7", Factorization::perfect});
        const sunstone::Problem problem = *sunstone::Problem::make(setup.mapspace);
        const auto unrolledFor = [&](const char* tensor) {
            QStringList names;
            const int operand = setup.target().workload.findTensor(tensor);
            for (const auto& each : sunstone::unrollings(problem, 0, problem.bounds(), {.operand = operand}))
                names += QString::fromStdString(tileText(problem, each.factors));
            return names.join(", ");
        };
        QCOMPARE(unrolledFor("A"), QString("m6"));
        QCOMPARE(unrolledFor("Z"), QString("m6"));
        QCOMPARE(unrolledFor("B"), QString());
    }
    /// A is indexed by all loops, so that no order reuses it; it alone fills 6 PEs, by i2 k3.
    void operandsThatNoOrderReusesAreServed() {
        const SearchSetup setup = searchSetup(
            {"three-level-array", "Z[i] += A[i,k] * B[k]", "i=2,k=3", Factorization::perfect, {{"PE.fanout", "6x1"}}});
        sunstone::Options options;
        options.tiling = sunstone::TileRule::steered;
        options.underFills = false;
        const SearchResult result = runSunstone(setup, 1, options);
        QVERIFY(result.best);
        std::int64_t lanes = 1;
        for (const Node& node : result.best->mapping.nodes)
            if (node.kind == NodeKind::spatial) lanes *= node.bound;
        QCOMPARE(lanes, std::int64_t{6});
    }

    /// By hand, GEMM 4 x 4 x 4, L1 of 8 words, 2 x 2 PEs unrolled by m and n. m2 k2, n2 k2 and m2 n2 fill L1; outside they
    /// take 20, 20 and 24 words. Where L2 holds 19, tiles of one loop are the largest that fit both; a tiling that is
    /// steered has none, since L1 alone says which tile gives way.
    void steeredTilesAreJudgedByTheirOwnMemory() {
        const auto tiles = [](const char* l2, bool looksOut) {
            const SearchSetup setup = searchSetup({"three-level-array",
                                                   "Z[m,n] += A[m,k] * B[k,n]",
                                                   "m=4,n=4,k=4",
                                                   Factorization::perfect,
                                                   {{"PE.fanout", "2x2"}, {"L1.capacity", "8"}, {"L2.capacity", l2}}});
            const sunstone::Problem problem = *sunstone::Problem::make(setup.mapspace);
            sunstone::TileQuestion question{.level = 0, .grows = problem.allLoops(), .looksOut = looksOut};
            question.base.fill(1);
            question.outside = {2, 2, 1};
            question.rest = {2, 2, 4};
            sunstone::TileCounts counts;
            QStringList found;
            eachTile(problem, question, counts, [&](const sunstone::Sizes& factors) {
                found += QString::fromStdString(tileText(problem, factors));
                return true;
            });
            found.sort();
            return found.join(", ");
        };
        QCOMPARE(tiles("20", true), QString("m2 k2, n2 k2"));
        QCOMPARE(tiles("20", false), QString("m2 k2, n2 k2"));
        QCOMPARE(tiles("19", true), QString("k2, m2, n2"));
        QCOMPARE(tiles("19", false), QString());
    }

    void optionsAreReadAndPrinted() {
        sunstone::Options options;
        for (const sunstone::OptionText& text : texts(options)) {
            const auto again = withOption(options, text.key + "=" + text.value);
            QVERIFY(again.ok());
            QCOMPARE(*again == options, true);
        }
        QCOMPARE(withOption(options, "alpha-beta=off")->alphaBeta, false);
        QCOMPARE(withOption(options, "direction=top-down")->direction, sunstone::Direction::topDown);
    }
    void optionsNameTheNearestKey() {
        const auto wrongKey = sunstone::withOption({}, "under-fill=on");
        QVERIFY(!wrongKey.ok());
        QCOMPARE(QString::fromStdString(wrongKey.diagnostics().front().message),
                 QString("unknown option 'under-fill'"));
        QVERIFY(QString::fromStdString(wrongKey.diagnostics().front().hint).contains("under-fills"));
        const auto wrongValue = sunstone::withOption({}, "tiling=maximum");
        QVERIFY(QString::fromStdString(wrongValue.diagnostics().front().hint).contains("maximal"));
        QVERIFY(!sunstone::withOption({}, "tiling").ok());
    }

    /// Alpha-beta costs nothing but time; all tiles are more than maximal ones.
    void principlesSpareWork() {
        const SearchSetup setup = searchSetup({"three-level-array",
                                               "Z[m,n] += A[m,k] * B[k,n]",
                                               "m=12,n=12,k=12",
                                               Factorization::perfect,
                                               {{"PE.fanout", "2x2"}, {"L1.capacity", "24"}, {"L2.capacity", "200"}}});
        const SearchResult full = runSunstone(setup, 1);
        QCOMPARE(full.cause, StopCause::complete);
        QVERIFY(full.best && full.sunstone);
        sunstone::Options loose;
        loose.alphaBeta = false;
        const SearchResult slow = runSunstone(setup, 1, loose);
        QCOMPARE(slow.best->score.edp(), full.best->score.edp());
        QVERIFY(slow.sunstone->mappings > full.sunstone->mappings);
        QCOMPARE(slow.sunstone->partialsPruned, std::int64_t{0});
        loose.tiling = sunstone::TileRule::all;
        QVERIFY(runSunstone(setup, 1, loose).sunstone->tiles > slow.sunstone->tiles);
    }

    void compatNeedsItsAlgorithm() {
        const SearchSetup setup =
            searchSetup({"toy-6", "Z[m,n] += A[m,k] * B[k,n]", "m=4,n=4,k=4", Factorization::perfect});
        SearchOptions options;
        options.maxEvaluations = 10;
        options.compat = Compat::sunstone;
        Job job;
        QVERIFY(!search(setup.mapspace, setup.evaluator, options, job).ok());
        options.algorithm = Algorithm::sunstone;
        // Lanes without storage of their own are none of the public program's.
        const auto refused = search(setup.mapspace, setup.evaluator, options, job);
        QVERIFY(QString::fromStdString(refused.errorText()).contains("no fanout below the innermost level"));
        const SearchSetup array =
            searchSetup({"three-level-array", "Z[m,n] += A[m,k] * B[k,n]", "m=4,n=4,k=4", Factorization::perfect});
        QVERIFY(search(array.mapspace, array.evaluator, options, job).ok());
    }
};

QTEST_APPLESS_MAIN(SearchSunstoneTest)
#include "search_sunstone_test.moc"
