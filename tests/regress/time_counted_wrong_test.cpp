// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Cycles that other tools got wrong: negative ones, ones that grew with the bandwidth, ones that hid what binds.

#include <QtTest>

#include <limits>

#include "core/io/report_text.h"
#include "core/model/evaluator.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/problem.h"
#include "tests/support/random_mapping.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Cost evaluate(const Problem& p) { return unwrap(Evaluator::make(p.target)).evaluate(p.mapping); }

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

/// A quarter of the outputs at a time; what that needs on chip depends on where the inputs are held.
Problem stripes(std::int64_t capacity, std::string_view nest) {
    ArchitectureSpec design = ladder({"DRAM", "CBUF"});
    design.levels[1].capacity = Capacity{capacity, true};
    return problem("O[m,p] += W[m,c] * I[c,p]", "m=16,c=4,p=8", design, nest);
}

}  // namespace

class TimeCountedWrongTest : public QObject {
    Q_OBJECT

private slots:
    /// Stalls were negative in a sweep of the bandwidth: here never, and more bandwidth never costs a cycle.
    void c21_stallsNeverGrowWithTheBandwidth() {
        int stalled = 0;
        for (int number = 0; number < cases(200); ++number) {
            Rng rng(121, static_cast<std::uint64_t>(number));
            const RandomProblem random = randomProblem(rng, {.partitions = false});
            ArchitectureSpec spec = random.target->architecture.spec();
            std::int64_t before = std::numeric_limits<std::int64_t>::max();
            for (const double words : {0.125, 0.3, 0.5, 1.0, 1.7, 4.0, 64.0}) {
                for (Level& level : spec.levels) level.bandwidth = {words, words, {}};
                const Problem p{targetOf(random.target->workload, spec), random.mapping};
                const Cost cost = evaluate(p);
                const std::int64_t stalls = cost.cycles - cost.steps * spec.compute->interval;
                QVERIFY2(stalls >= 0 && stalls <= before, qPrintable(QString::number(number)));
                stalled += stalls > 0;
                before = stalls;
            }
        }
        QVERIFY(stalled > 0);
    }

    /// The time to load MobileNetV2's first layer as a GEMM came out as -969 cycles.
    void c22_loadTimeIsWithinTheTotal() {
        const SearchSetup setup =
            searchSetup({.design = "toy-6",
                         .einsum = "Z[m,n] += A[m,k] * B[k,n]",
                         .bounds = "m=12544,n=32,k=27",
                         .factorization = Factorization::rubyS,
                         .settings = {{"GLB.bandwidth.read", "2"}, {"GLB.bandwidth.write", "2"}}});
        SearchOptions options;
        options.maxEvaluations = 20'000;
        options.top = 20;
        Job job;
        const SearchResult found = unwrap(search(setup.mapspace, setup.evaluator, options, job));
        QVERIFY(!found.top.empty());
        for (const Candidate& candidate : found.top) {
            const Cost cost = setup.evaluator.evaluate(candidate.mapping);
            QVERIFY(cost.cycles >= cost.steps);
            for (const LevelCost& level : cost.levels) {
                QVERIFY(level.cycles >= 0 && level.cycles <= cost.cycles);
                // Everything an instance receives and sends fits its ports in that time.
                QVERIFY(level.name != "GLB" || level.cycles >= (level.writeWords + 1) / 2);
            }
        }
    }

    /// A MAC every 4 cycles: the computation takes 4 times as long, and the search counts so too.
    void c24_initiationInterval() {
        ArchitectureSpec design = ladder({"MEM", "PE 4x1", "RF"});
        const std::string_view nest =
            "MEM [A B Z]\n  for m in 0..5\n    for k in 0..5\n      parFor n in 0..4 @PE.X\n        RF [A B Z]";
        const Problem every = problem("Z[m,n] += A[m,k] * B[k,n]", "m=5,n=4,k=5", design, nest);
        QCOMPARE(evaluate(every).cycles, 25);
        design.compute->interval = 4;
        const Problem fourth = problem("Z[m,n] += A[m,k] * B[k,n]", "m=5,n=4,k=5", design, nest);
        QCOMPARE(evaluate(fourth).cycles, 100);
        QCOMPARE(evaluate(fourth).steps, 25);
    }
    void c24_searchKnowsTheInitiationInterval() {
        SearchOptions options;
        options.algorithm = Algorithm::exhaustive;
        options.objective.metrics = {Metric::latency};
        std::vector<std::int64_t> cycles;
        for (const char* interval : {"1", "4"}) {
            // 100 words over 9 lanes: 12 steps at best.
            const SearchSetup setup = searchSetup({.design = "toy-linear",
                                                   .einsum = "A[d]",
                                                   .bounds = "d=100",
                                                   .factorization = Factorization::rubyS,
                                                   .settings = {{"PE.fanout", "9x1"}, {"MAC.interval", interval}}});
            Job job;
            const SearchResult found = unwrap(search(setup.mapspace, setup.evaluator, options, job));
            QVERIFY(found.best.has_value() && found.proven);
            cycles.push_back(found.best->score.cycles);
        }
        QCOMPARE(cycles, (std::vector<std::int64_t>{12, 48}));
    }

    /// A vendor's table said 895,443 cycles and the hardware took 2,093,882. An estimate is max(compute, words over
    /// bandwidth), names what binds, and says what it leaves out.
    void c57_estimatesNameWhatBindsAndWhatIsLeftOut() {
        ArchitectureSpec design = ladder({"DRAM", "BUF"});
        const auto at = [&](double bandwidth) {
            design.levels[0].bandwidth.read = bandwidth;
            return problem("Z[m] += A[m,k] * B[k]", "m=6,k=10", design,
                           "DRAM [A B Z]\n  BUF [B]\n    for m in 0..6\n      for k in 0..10");
        };
        // DRAM sends 60 words of A and 10 of B, and reads 54 partial sums again: 124 words.
        const Problem slow = at(0.5), fast = at(4);
        QCOMPARE(evaluate(slow).cycles, 248);
        QCOMPARE(evaluate(slow).boundBy, std::string("DRAM"));
        QCOMPARE(evaluate(fast).cycles, 60);
        QCOMPARE(evaluate(fast).boundBy, std::string("compute"));
        const std::string text = costReport(evaluate(slow), *slow.target);
        QVERIFY2(says(text, "248, bound by DRAM (60 compute steps)"), text.c_str());
        QVERIFY2(says(text, "leaves out   start-up and control; transfers overlap the computation"), text.c_str());
    }

    /// A formula counted every tensor once whatever the buffer. All 32 inputs and a group of 4 kernels need
    /// 32 + 16 + 4 * 8 words; half of that holds them only if the inputs come again for each of the 4 groups.
    void c58_smallBuffersRefetch() {
        const std::string_view once =
            "DRAM [O W I]\n  CBUF [I]\n    for m in 0..4\n      CBUF [O W]\n        for m in 0..4\n          for c in "
            "0..4\n            for p in 0..8";
        const std::string_view again =
            "DRAM [O W I]\n  for m in 0..4\n    for p in 0..8\n      CBUF [O W I]\n        for m in 0..4\n          "
            "for c in 0..4";
        const auto refetch = [](const Problem& p) {
            const Cost cost = evaluate(p);
            return std::pair(cost.valid, at(cost, *p.target, "DRAM", "I").reads / 32);
        };
        QCOMPARE(refetch(stripes(80, once)), std::pair(true, std::int64_t{1}));
        QCOMPARE(refetch(stripes(40, once)), std::pair(false, std::int64_t{1}));
        QCOMPARE(refetch(stripes(40, again)), std::pair(true, std::int64_t{4}));
        const Problem tight = stripes(40, once);
        const std::string reason = describe(evaluate(tight).reasons.front(), *tight.target);
        QCOMPARE(reason, std::string("CBUF: tiles of W + I + O need 80 words, 40 fit"));
    }
};

QTEST_APPLESS_MAIN(TimeCountedWrongTest)
#include "time_counted_wrong_test.moc"
