// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=400
// Uneven placement under the default semantics: the algorithm optimal finds what a walk over every node list finds, counted
// by the evaluator itself: 2 to 4 levels, up to 3 fanouts, 2 to 4 tensors, windows with and without holes, bypass,
// partitions, blocks, ports, constraints of fanouts, each objective, whole fronts; each rule switched off changes nothing;
// and Stores of their own are never worse than classic placement.

#include <QtTest>

#include "core/search/optimal/methods.h"
#include "core/search/optimal/regions/region_search.h"
#include "tests/support/cases.h"
#include "tests/support/region_walk.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

SearchOptions reusing(const Objective& objective, bool wholeFront = false) {
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.placement = Placement::uneven;
    options.objective = objective;
    options.wholeFront = wholeFront;
    return options;
}

Result<SearchResult> proven(const RegionProblem& problem, const SearchOptions& options,
                            const optimal::regions::Rules& rules = {}) {
    Job job;
    return optimal::searchRegions(problem.mapspace, options, rules, job, nullptr, &problem.evaluator);
}

/// With networks that merge and serve equal children alike, as the method asks for.
std::optional<RegionProblem> randomReuseProblem(Rng& rng, bool wantsTails) {
    const auto problem = randomRegionProblem(rng, wantsTails);
    if (!problem) return std::nullopt;
    ArchitectureSpec spec = problem->mapspace.target().architecture.spec();
    makeMerging(spec);
    const MapspaceOptions& options = problem->mapspace.options();
    return made(problem->mapspace.target().workload, std::move(spec), options.factorization, options.constraints, rng);
}

/// Dimensions that are one (twins), or of which pairs may change places: they have equal bounds more often than not.
std::optional<RegionProblem> randomAlikeProblem(Rng& rng) {
    struct AlikeCase {
        const char* einsum;
        std::vector<std::vector<std::string>> pairs;  ///< of equal bounds
        std::vector<std::string> others;
    };
    static const std::vector<AlikeCase> list{
        {"O[k] += W[k] * I[p+r]", {{"p", "r"}}, {"k"}},
        {"O[k,p,r] += W[k] * I[p+r]", {{"p", "r"}}, {"k"}},
        {"O[p,q] += W[r,s] * I[p+r,q+s]", {{"p", "q"}, {"r", "s"}}, {}},
        {"O[p,q] += W[r,s] * I[2p+r,2q+s]", {{"p", "q"}, {"r", "s"}}, {}},
        {"O[p,q] += W[k,r,s] * I[k,p+r,q+s]", {{"p", "q"}, {"r", "s"}}, {"k"}},
        {"Z[m,n] += A[m,n,k] * B[k]", {{"m", "n"}}, {"k"}},
        {"O[k,p,q] += W[k] * I[p,q]", {}, {"k", "p", "q"}},
        {"O[k,p,q] += W[k,c] * I[c,p,q]", {}, {"k", "c", "p", "q"}},
        {"Z[m] += A[m,i,j,k] * B[i,j,k]", {}, {"m", "i", "j", "k"}},
        {"O[p,a,b] += W[r] * I[p+r,a,b]", {{"p", "r"}}, {"a", "b"}},
    };
    const AlikeCase& kind = list[rng.below(list.size())];
    BoundMap bounds;
    for (const std::string& name : kind.others) bounds[name] = oneOf<std::int64_t>(rng, {1, 2, 2, 3, 4, 6});
    for (const auto& pair : kind.pairs) {
        bounds[pair[0]] = bounds[pair[1]] = oneOf<std::int64_t>(rng, {2, 2, 3, 4});
        if (chance(rng, 15)) bounds[pair[1]] = 2;
    }
    Workload workload = orDie(parseEinsum(kind.einsum, bounds));
    ArchitectureSpec spec = randomRegions(rng, workload);
    makeMerging(spec);
    return made(std::move(workload), std::move(spec), Factorization::perfect, std::nullopt, rng);
}

/// Windows, tails, and accesses of several words: it matters which instance has which words.
std::optional<RegionProblem> randomRoundedProblem(Rng& rng) {
    const auto problem = randomReuseProblem(rng, true);
    if (!problem || problem->words.find('+') == std::string::npos) return std::nullopt;
    ArchitectureSpec spec = problem->mapspace.target().architecture.spec();
    for (std::size_t l = 1; l < spec.levels.size(); ++l)
        if (chance(rng, 70)) spec.levels[l].block = static_cast<int>(between(rng, 2, 4));
    const MapspaceOptions& options = problem->mapspace.options();
    return made(problem->mapspace.target().workload, std::move(spec), options.factorization, options.constraints, rng);
}

}  // namespace

class OptimalRegionsReuseTest : public QObject {
    Q_OBJECT

private slots:
    void nothingInTheWholeSpaceIsBetter() {
        int compared = 0, found = 0, manyRegions = 0, windows = 0, refused = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(2907, i);
            const auto problem = randomReuseProblem(rng, false);
            if (!problem) continue;
            if (const auto first = proven(*problem, reusing(objectives().front())); !first) {
                ++refused;
                continue;
            }
            const auto least = leastOf(*problem, byEvaluator(*problem));
            if (!least) continue;
            ++compared;
            compare(*problem, *least);
            if (QTest::currentTestFailed()) {
                qWarning("case %llu", static_cast<unsigned long long>(i));
                return;
            }
            found += least->best.front().has_value();
            manyRegions += problem->mapspace.target().architecture.fanoutCount() > 1;
            windows += problem->words.find("+r]") != std::string::npos;
        }
        qInfo("%d problems, %d optima, %d with windows, %d refused", compared, found, windows, refused);
        QVERIFY(found > 0 && (compared < 100 || (manyRegions > 0 && windows > 0)));
    }

    void whatCantBeToldApartLosesNothing() {
        int compared = 0, twins = 0, mirrored = 0;
        for (std::uint64_t i = 0; compared < cases(120, 3000); ++i) {
            Rng rng(2914, i);
            const auto problem = randomAlikeProblem(rng);
            if (!problem) continue;
            const auto question =
                optimal::regions::Question::make(problem->mapspace, {}, &problem->evaluator.semantics());
            if (!question || !proven(*problem, reusing(objectives().front()))) continue;
            const auto least = leastOf(*problem, byEvaluator(*problem));
            if (!least) continue;
            ++compared;
            compare(*problem, *least);
            if (QTest::currentTestFailed()) {
                qWarning("case %llu", static_cast<unsigned long long>(i));
                return;
            }
            std::size_t longer = 0;
            for (const Dimension& d : problem->mapspace.target().workload.dimensions()) longer += d.bound > 1;
            twins += question->dimensions() < longer;
            mirrored += question->mirrors();
        }
        qInfo("%d problems, %d with twins, %d mirrored", compared, twins, mirrored);
        QVERIFY(compared < 100 || (twins > 0 && mirrored > 0));
    }

    void noRuleLosesAnything() {
        int compared = 0, outgrown = 0;
        for (std::uint64_t i = 0; compared < cases(60, 600); ++i) {
            Rng rng(2908, i);
            const bool tails = i % 3 == 2;
            const auto problem = tails        ? randomReuseProblem(rng, true)
                                 : i % 2 == 0 ? randomReuseProblem(rng, false)
                                              : randomAlikeProblem(rng);
            if (!problem) continue;
            const Objective& objective = objectives()[rng.below(objectives().size())];
            const auto all = proven(*problem, reusing(objective));
            if (!all || !all->proven) continue;
            ++compared;
            const auto front = proven(*problem, reusing(objective, true));
            QVERIFY2(front.ok() && (front->proven || tails), problem->words.c_str());
            // Without dominance the tables over ranges of trips alone would outgrow memory.
            using optimal::regions::Rules;
            for (const auto rule : {&Rules::dominance, &Rules::bound, &Rules::capacity, &Rules::start,
                                    &Rules::foresight, &Rules::groups, &Rules::alike, &Rules::pasts, &Rules::lanes}) {
                if (tails && rule == &Rules::dominance) continue;
                if (const auto points = proven(*problem, reusing(objective, true), without(rule));
                    points && points->proven && front->proven) {
                    QVERIFY2(points->front.size() == front->front.size(), problem->words.c_str());
                    for (std::size_t p = 0; p < points->front.size(); ++p)
                        QVERIFY2(close(points->front[p].score.energyPj, front->front[p].score.energyPj) &&
                                     points->front[p].score.cycles == front->front[p].score.cycles,
                                 problem->words.c_str());
                }
                const auto other = proven(*problem, reusing(objective), without(rule));
                if (!other || !other->proven) {  // its tables outgrew memory, which says nothing of the rule
                    ++outgrown;
                    continue;
                }
                compareWithout(rule, *other, *all, objective, *problem);
                if (QTest::currentTestFailed()) return;
            }
        }
        qInfo("%d problems, %d searches without a rule that outgrew memory", compared, outgrown);
        QVERIFY(outgrown <= compared / 10);
    }

    /// Each classic mapping is one of these once every tensor has a Store of its own, and moves as much.
    void unevenIsNeverWorseThanClassic() {
        int compared = 0, better = 0;
        for (std::uint64_t i = 0; compared < cases(50, 500); ++i) {
            Rng rng(2910, i);
            const auto problem = randomReuseProblem(rng, false);
            if (!problem || problem->mapspace.size() > bigInt(20'000)) continue;
            const auto uneven = proven(*problem, reusing({{Metric::energy}}));
            if (!uneven) continue;
            const auto classic = leastClassicEnergy(*problem, byEvaluator(*problem));
            if (!classic) continue;
            ++compared;
            QVERIFY2(uneven->best.has_value(), problem->words.c_str());
            QVERIFY2(uneven->best->score.energyPj <= *classic * (1 + 1e-12), problem->words.c_str());
            better += uneven->best->score.energyPj < *classic * (1 - 1e-9);
        }
        QVERIFY(compared < 50 || better > 0);
    }

    /// Regions that leave out what isn't classic lose no classic mapping.
    void togetherNothingClassicIsLost() {
        int compared = 0, provenOnes = 0, worse = 0, fanouts = 0;
        for (std::uint64_t i = 0; compared < cases(150, 4000); ++i) {
            Rng rng(2916, i);
            const auto random = chance(rng, 50) ? randomReuseProblem(rng, true) : randomRoundedProblem(rng);
            if (!random) continue;
            const auto problem = made(random->mapspace.target().workload, random->mapspace.target().architecture.spec(),
                                      random->mapspace.options().factorization, Constraints{}, rng);
            if (!problem || problem->mapspace.size() > bigInt(20'000)) continue;
            const Objective& objective = objectives()[rng.below(objectives().size())];
            std::optional<Score> best;
            std::string text;
            const auto scratch = problem->evaluator.makeScratch();
            problem->mapspace.enumerateDistinct([&](const Mapping& mapping) {
                const Score score = problem->evaluator.score(mapping, *scratch);
                if (!score.valid() || (best && compareScores(objective, score, *best) >= 0)) return true;
                best = score;
                text = toText(mapping, problem->mapspace.target().workload, problem->mapspace.target().architecture);
                return true;
            });
            if (!best) continue;
            optimal::regions::Rules rules;
            rules.together = true;
            rules.bound = chance(rng, 70);
            const auto result = proven(*problem, reusing(objective), rules);
            if (!result) continue;
            ++compared;
            const double least = valueOf(objective.metrics.front(), *best);
            const auto& certificate = *result->certificate;
            const std::string about = std::to_string(i) + ' ' + toText(objective) + '\n' + text + '\n' + problem->words;
            QVERIFY2(!certificate.bound || *certificate.bound <= least * (1 + 1e-9), about.c_str());
            QVERIFY2(certificate.reason.find("differently") == std::string::npos, about.c_str());
            if (!result->proven) continue;
            ++provenOnes;
            QVERIFY2(result->best.has_value(), about.c_str());
            for (const Metric metric : objective.metrics)
                QVERIFY2(close(valueOf(metric, result->best->score), valueOf(metric, *best)), about.c_str());
            const auto uneven = proven(*problem, reusing(objective));
            worse += uneven.ok() && uneven->proven &&
                     valueOf(objective.metrics.front(), uneven->best->score) < least * (1 - 1e-9);
            fanouts += problem->mapspace.target().architecture.fanoutCount() > 1;
        }
        qInfo("%d problems, proven %d, worse than uneven in %d, %d with fanouts", compared, provenOnes, worse, fanouts);
        QVERIFY(compared < 100 || (provenOnes > compared / 2 && worse > 0 && fanouts > 0));
    }

    /// With tails nothing of the whole space is better than what is proven; elsewhere there is a bound that holds, and the
    /// best of perfect factors.
    void withTailsNothingIsBetterEither() {
        int compared = 0, exact = 0, better = 0, provenOnes = 0, fronts = 0;
        for (std::uint64_t i = 0; compared < cases(200, 3000); ++i) {
            Rng rng(2911, i);
            const auto problem = randomReuseProblem(rng, true);
            if (!problem) continue;
            const Objective& objective = objectives()[rng.below(4)];
            const auto result = proven(*problem, reusing(objective));
            if (!result) continue;
            const auto least = leastOf(*problem, byEvaluator(*problem));
            if (!least) continue;
            ++compared;
            MapspaceOptions options = problem->mapspace.options();
            options.factorization = Factorization::perfect;
            const auto perfect =
                made(problem->mapspace.target().workload, problem->mapspace.target().architecture.spec(),
                     options.factorization, options.constraints, rng);
            QVERIFY(perfect);
            const auto without = proven(*perfect, reusing(objective));
            QVERIFY2(without.ok(), problem->words.c_str());
            const Metric metric = objective.metrics.front();
            std::optional<double> best;
            for (std::size_t o = 0; o < objectives().size(); ++o)
                if (objectives()[o] == objective && least->best[o]) best = valueOf(metric, *least->best[o]);
            QVERIFY2(result->proven || !result->certificate->reason.empty(), problem->words.c_str());
            QVERIFY2(result->certificate->reason.find("differently") == std::string::npos, problem->words.c_str());
            provenOnes += result->proven;
            if (!best) continue;
            QVERIFY2(!result->certificate->bound || *result->certificate->bound <= *best * (1 + 1e-9),
                     problem->words.c_str());
            if (result->proven)
                QVERIFY2(result->best && close(valueOf(metric, result->best->score), *best), problem->words.c_str());
            compareFront(*problem, *least, objectives().front(), {}, fronts);
            if (QTest::currentTestFailed()) return;
            if (result->best) exact += close(valueOf(metric, result->best->score), *best);
            if (!without->best) continue;
            QVERIFY2(result->best.has_value(), problem->words.c_str());
            const double own = valueOf(metric, result->best->score), old = valueOf(metric, without->best->score);
            const std::string about =
                std::to_string(own) + " against " + std::to_string(old) + " with perfect factors: " + problem->words;
            QVERIFY2(own <= old * (1 + 1e-12), about.c_str());
            better += own < old * (1 - 1e-9);
        }
        qInfo("%d problems, the best of all found in %d, better than perfect in %d, proven %d, fronts %d", compared,
              exact, better, provenOnes, fronts);
        QVERIFY(compared < 100 || (better > 0 && provenOnes > compared / 2 && fronts > compared / 4));
    }

    /// Labels are held against each other where all instances have the same words, bounds or not.
    void whatInstancesHaveIsToldApart() {
        int compared = 0, provenOnes = 0;
        for (std::uint64_t i = 0; compared < cases(100, 3000); ++i) {
            compared += compareRounded(i, provenOnes);
            if (QTest::currentTestFailed()) return;
        }
        qInfo("%d problems, proven %d", compared, provenOnes);
        QVERIFY(provenOnes > compared);
    }

    /// 25 tiles in 3 lanes, then in 4 (the last one idle twice) or in 3: the same words, shared out otherwise, which accesses of 2
    /// and 3 words round up to 7148.8 and 7201.6.
    void fewerLanesAreRoundedOtherwise() {
        int provenOnes = 0;
        QVERIFY(compareRounded(1602, provenOnes));
        QCOMPARE(provenOnes, 2);
    }

    /// Tables that may take no more ends the search with what there is, and why.
    void tablesThatOutgrowMemoryAreNamed() {
        int ended = 0, named = 0;
        for (std::uint64_t i = 0; ended < cases(40); ++i) {
            Rng rng(2912, i);
            const auto problem = randomReuseProblem(rng, false);
            if (!problem) continue;
            optimal::regions::Rules rules;
            rules.mostBytes = static_cast<std::size_t>(between(rng, 2'000, 60'000));
            const auto result = proven(*problem, reusing(objectives().front(), true), rules);
            if (!result) {
                if (result.errorText().find("tables of partial choices would take") != std::string::npos) ++ended;
                continue;
            }
            ++ended;
            QCOMPARE(result->proven, result->cause == StopCause::complete);
            QCOMPARE(result->proven, result->certificate->reason.empty());
            named += result->cause == StopCause::memory;
        }
        QVERIFY(ended < 20 || named > 0);
    }

    /// Stop and pause are looked at between small pieces of work.
    void theJobIsLookedAtOften() {
        Rng rng(2913, 0);
        Workload workload = orDie(parseEinsum("O[k,p,q] += W[k,c,r,s] * I[c,p+r,q+s]",
                                              {{"k", 8}, {"c", 8}, {"p", 8}, {"q", 8}, {"r", 3}, {"s", 3}}));
        ArchitectureSpec spec;
        spec.name = "array";
        for (const char* name : {"DRAM", "L2", "L1"}) {
            Level level;
            level.name = name;
            level.wordBits = 8;
            level.energy = {randomEnergy(rng, 9), randomEnergy(rng, 9), {}, {}};
            if (name != std::string("DRAM")) level.capacity = Capacity{name == std::string("L2") ? 600 : 60, true};
            spec.levels.push_back(level);
        }
        Fanout fanout;
        fanout.name = "PE", fanout.below = 1, fanout.x = fanout.y = 4;
        spec.fanouts = {fanout};
        spec.compute = Compute{.name = "MAC", .energy = {1.0, "given"}, .area = {}, .interval = 1};
        const auto problem = made(std::move(workload), std::move(spec), Factorization::perfect, Constraints{}, rng);
        QVERIFY(problem);
        const auto question = optimal::regions::Question::make(problem->mapspace, {}, &problem->evaluator.semantics());
        QVERIFY2(question.ok(), question.errorText().c_str());
        std::int64_t before = 0, most = 0, looks = 0;
        optimal::regions::RegionSearch* running = nullptr;
        optimal::regions::RegionSearch search(
            *question, *question, false, {},
            [&] {
                const auto certificate = running->certificate();
                std::int64_t nodes = certificate.nodes;
                for (const auto& rule : certificate.closed) nodes += rule.count;
                // While no tables are made there are none.
                if (before > 0) most = std::max(most, nodes - before);
                before = nodes;
                return ++looks < 20'000;
            },
            [](const Mapping&) { return std::nullopt; });
        running = &search;
        const auto done = search.run();
        QVERIFY2(done.ok() && looks > 1000, std::to_string(looks).c_str());
        QVERIFY2(most > 0 && most < 2'000, std::to_string(most).c_str());  // of a microsecond or so each
    }

private:
    /// False if there is nothing to compare with.
    static bool compareRounded(std::uint64_t number, int& provenOnes) {
        Rng rng(2915, number);
        const auto problem = randomRoundedProblem(rng);
        if (!problem) return false;
        const std::size_t o = rng.below(objectives().size());
        const auto least = leastOf(*problem, byEvaluator(*problem));
        if (!least) return false;
        for (const bool bound : {true, false}) {
            optimal::regions::Rules rules;
            rules.bound = bound;
            const auto result = proven(*problem, reusing(objectives()[o]), rules);
            if (result && result->proven)
                compareBest(result->best, least->best[o], objectives()[o], problem->mapspace.target(),
                            std::to_string(number) + '\n' + least->text[o] + '\n' + problem->words);
            provenOnes += result && result->proven;
        }
        return true;
    }

    static void compare(const RegionProblem& problem, const Least& least) {
        for (std::size_t o = 0; o < objectives().size(); ++o) {
            const auto result = proven(problem, reusing(objectives()[o]));
            const std::string about = toText(objectives()[o]) + ' ' + problem.words + '\n' + least.text[o];
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            QVERIFY2(result->proven, about.c_str());
            compareBest(result->best, least.best[o], objectives()[o], problem.mapspace.target(), about);
            if (QTest::currentTestFailed()) return;
        }
        int fronts = 0;
        compareFront(problem, least, objectives().front(), {}, fronts);
        QVERIFY2(fronts == 1, problem.words.c_str());
        // Whatever the objective that it begins with, and if tables are looked into before all is in them.
        optimal::regions::Rules inParts;
        inParts.mostBytes = std::size_t{1} << 18;
        compareFront(problem, least, objectives()[problem.words.size() % objectives().size()], inParts, fronts);
    }

    /// Adds to `fronts` if it is proven.
    static void compareFront(const RegionProblem& problem, const Least& least, const Objective& objective,
                             const optimal::regions::Rules& rules, int& fronts) {
        const auto result = proven(problem, reusing(objective, true), rules);
        const bool outgrown =
            !result && result.errorText().find("tables of partial choices would take more than") != std::string::npos;
        if (outgrown && rules.mostBytes < optimal::regions::kMostRegionBytes) return;
        QVERIFY2(result.ok(), (result.errorText() + problem.words).c_str());
        if (!result->proven) return;
        ++fronts;
        compareFronts(result->front, least.front, problem.words);
    }
};

QTEST_APPLESS_MAIN(OptimalRegionsReuseTest)
#include "optimal_regions_reuse_test.moc"
