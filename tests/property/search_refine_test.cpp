// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Refinement of drafts: never worse than the best draft, of the space, at the proven best of small spaces with walks long
// enough, the same at any thread count, and obedient to a stop.

#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/search/refine.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// What a few draws under other rules bring up.
std::vector<Candidate> draftsOf(const SearchSetup& setup, std::int64_t draws = 240) {
    const auto fast = Evaluator::make(setup.mapspace.targetPtr(), Semantics{.halo = Halo::box});
    SearchOptions options;
    options.algorithm = Algorithm::randomPruned;
    options.maxEvaluations = draws;
    options.top = 12;
    Job job;
    const auto found = search(setup.mapspace, *fast, options, job);
    if (!found) qFatal("%s", found.errorText().c_str());
    return found->top;
}

Refined refined(const SearchSetup& setup, const std::vector<Candidate>& drafts, std::int64_t steps, int threads = 1) {
    RefineOptions options;
    options.steps = steps;
    options.threads = threads;
    Job job;
    return refine(setup.mapspace, setup.evaluator, drafts, options, job);
}

}  // namespace

class SearchRefineTest : public QObject {
    Q_OBJECT
private slots:
    void reachesWhatIsBest_data() {
        QTest::addColumn<int>("problem");
        for (std::size_t i = 0; i < smallSearchProblems().size(); ++i) QTest::addRow("%zu", i) << static_cast<int>(i);
    }
    void reachesWhatIsBest() {
        QFETCH(int, problem);
        const auto setup = searchSetup(smallSearchProblems()[static_cast<std::size_t>(problem)]);
        const std::vector<Candidate> drafts = draftsOf(setup);
        QVERIFY(!drafts.empty());
        double bestDraft = INFINITY, least = INFINITY;
        const auto scratch = setup.evaluator.makeScratch();
        for (const Candidate& draft : drafts)
            bestDraft = std::min(bestDraft, setup.evaluator.score(draft.mapping, *scratch).edp());
        setup.mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
            if (const Score score = setup.evaluator.score(mapping, *scratch); score.valid())
                least = std::min(least, score.edp());
            return true;
        });
        const Refined none = refined(setup, drafts, 0);
        QCOMPARE(none.best->score.edp(), bestDraft);
        QCOMPARE(none.judged, std::ssize(drafts));
        const Refined best = refined(setup, drafts, 20'000);
        QVERIFY(setup.mapspace.indexOf(best.best->mapping));
        QCOMPARE(best.best->score.edp(), setup.evaluator.evaluate(best.best->mapping).edp.value());
        QCOMPARE(best.best->score.edp(), least);
    }

    void threadsChangeNothing() {
        const auto setup = searchSetup({"eyeriss-like", "O[n,m,p,q] += W[m,c,r,s] * I[n,c,p+r,q+s]",
                                        "n=1,m=64,c=64,p=56,q=56,r=3,s=3", Factorization::rubyS});
        const std::vector<Candidate> drafts = draftsOf(setup, 48'000);
        const Refined one = refined(setup, drafts, 300);
        for (const int threads : {2, 8}) {
            const Refined more = refined(setup, drafts, 300, threads);
            QVERIFY(more.best && one.best && more.best->mapping == one.best->mapping);
            QCOMPARE(more.judged, one.judged);
        }
        // 12 drafts and 8 walks of 300 steps.
        QCOMPARE(one.fromDrafts, std::int64_t{12});
        QCOMPARE(one.judged, std::int64_t{12 + 8 * 300});
    }

    void aStopEndsIt() {
        const auto setup = searchSetup(smallSearchProblems()[0]);
        const std::vector<Candidate> drafts = draftsOf(setup);
        RefineOptions options;
        options.steps = 1'000'000'000;
        Job job;
        job.requestStop();
        QVERIFY(!refine(setup.mapspace, setup.evaluator, drafts, options, job).best);
    }
};

QTEST_APPLESS_MAIN(SearchRefineTest)
#include "search_refine_test.moc"
