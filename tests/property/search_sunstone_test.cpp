// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Laws of Sunstone's search on random small problems: what it finds is a valid mapping of the mapspace whose cost the
// evaluator (or the compat model) confirms, never better than the exhaustive best, the same at any thread count; the
// fast costs it searches by are the compat model's.
#include <QtTest>

#include <algorithm>
#include <cmath>
#include <sstream>

#include "core/base/rng.h"
#include "core/io/search_json.h"
#include "core/model/compat/sunstone.h"
#include "core/search/search.h"
#include "core/search/sunstone/explorer.h"
#include "tests/support/cases.h"
#include "tests/support/search_setup.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::int64_t pick(Rng& rng, std::initializer_list<std::int64_t> values) {
    return values.begin()[rng.below(values.size())];
}

std::string number(std::int64_t value) { return std::to_string(value); }

SearchProblem randomProblem(Rng& rng) {
    struct Kind {
        const char* einsum;
        std::vector<const char*> dimensions;
    };
    static const std::vector<Kind> kinds{
        {"Z[m,n] += A[m,k] * B[k,n]", {"m", "n", "k"}},
        {"O[k,p] += I[c,p+r] * W[k,c,r]", {"k", "p", "c", "r"}},
        {"Z[i,j] += A[i,k,l] * B[k,j] * C[l,j]", {"i", "j", "k", "l"}},
        {"Z[i,l] += A[i,j] * B[j,k] * C[k,l]", {"i", "j", "k", "l"}},
    };
    const Kind& kind = kinds[rng.below(kinds.size())];
    SearchProblem problem{.design = rng.below(2) == 0 ? "three-level-array" : "toy-6",
                          .einsum = kind.einsum,
                          .bounds = {},
                          .factorization = Factorization::perfect};
    for (const char* name : kind.dimensions)
        problem.bounds +=
            (problem.bounds.empty() ? "" : ",") + std::string(name) + "=" + number(pick(rng, {1, 2, 3, 4, 5, 6, 8}));
    if (problem.design == "toy-6") {
        problem.settings = {{"GLB.capacity", number(pick(rng, {12, 20, 40}))}, {"PE.fanout", "4x1"}};
    } else {
        problem.settings = {{"PE.fanout", rng.below(2) == 0 ? "2x2" : "3x1"},
                            {"L1.capacity", number(pick(rng, {5, 8, 14, 24}))},
                            {"L2.capacity", number(pick(rng, {40, 80, 200}))}};
    }
    return problem;
}

SearchOptions sunstoneOptions(Rng& rng) {
    SearchOptions options;
    options.algorithm = Algorithm::sunstone;
    options.top = 3;
    const auto tilings = keysOf<sunstone::TileRule>();
    options.sunstone.tiling = *fromKey<sunstone::TileRule>(tilings[rng.below(tilings.size())]);
    options.sunstone.direction = rng.below(3) == 0 ? sunstone::Direction::topDown : sunstone::Direction::bottomUp;
    options.sunstone.steps = static_cast<sunstone::Steps>(rng.below(3));
    options.sunstone.underFills = rng.below(2) == 0;
    options.sunstone.alphaBeta = rng.below(3) != 0;
    options.sunstone.ordering = rng.below(4) != 0;
    return options;
}

/// Arrays above both memories on the chip: what a tile leaves outside is there for lanes, too.
TargetPtr withTwoArrays(const SearchProblem& problem, Rng& rng) {
    std::vector<Level> levels{memory("DRAM"), memory("L2"), memory("L1")};
    const std::array<double, 3> energies{100, 10, 1};
    for (std::size_t level = 0; level < levels.size(); ++level) {
        const Figure figure{energies[level], "test"};
        levels[level].energy = {figure, figure, figure, {}};
    }
    levels[1].capacity = Capacity{pick(rng, {12, 24, 60}), true};
    levels[2].capacity = Capacity{pick(rng, {4, 8, 12}), true};
    return makeTarget(problem.einsum, problem.bounds, levels,
                      {fanout("Core", 0, pick(rng, {2, 3}), 2), fanout("PE", 1, 2)});
}

std::vector<std::string> dimensionsOf(const SearchProblem& problem) {
    std::vector<std::string> names;
    std::stringstream bounds(problem.bounds);
    for (std::string each; std::getline(bounds, each, ',');) names.push_back(each.substr(0, each.find('=')));
    return names;
}

/// An order of some loops, loops that may not stand there, a loop's factor; or nothing.
void addConstraints(Constraints& constraints, std::vector<std::string> names, const char* level, Rng& rng) {
    for (std::size_t i = names.size(); i > 1; --i) std::swap(names[i - 1], names[rng.below(i)]);
    LevelConstraints& own = constraints.levels[level];
    if (rng.below(2) == 0) own.inner = {names[0], names[1]};
    if (rng.below(5) == 0) own.order = {names[2], names[0]};
    if (rng.below(5) == 0) own.only.emplace(names.begin(), names.end() - 1);
    if (rng.below(4) == 0) {
        const bool least = rng.below(2) == 0;
        own.factors.push_back({.dimension = names[1],
                               .relation = least ? FactorRule::Relation::atLeast : FactorRule::Relation::atMost,
                               .value = 2});
    }
}

double bestWith(const sunstone::Problem& problem, const sunstone::Options& options, Metric metric) {
    double best = INFINITY;
    sunstone::Explorer explorer(
        problem, options, metric, 1,
        {[&](const sunstone::Solution& solution) {
             best = std::min(best, metric == Metric::energy ? solution.energy : solution.energy * solution.cycles);
             return true;
         },
         [] { return true; }});
    explorer.run();
    return best;
}

SearchResult searched(const SearchSetup& setup, const SearchOptions& options) {
    Job job;
    return *search(setup.mapspace, setup.evaluator, options, job);
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::abs(b); }
bool same(double a, double b) { return close(a, b) || (std::isinf(a) && std::isinf(b)); }

std::string describe(const SearchProblem& problem) {
    std::string text = problem.design + " " + problem.einsum + " " + problem.bounds;
    for (const auto& [path, value] : problem.settings) text += " " + path + "=" + value;
    return text;
}

}  // namespace

class SearchSunstoneLawsTest : public QObject {
    Q_OBJECT

private slots:
    void resultsAreValidAndTheSameAtAnyThreadCount() {
        int found = 0;
        for (int i = 0; i < cases(60, 1500); ++i) {
            Rng rng(71, static_cast<std::uint64_t>(i));
            const SearchProblem problem = randomProblem(rng);
            const SearchSetup setup = searchSetup(problem);
            SearchOptions options = sunstoneOptions(rng);
            if (problem.design != "toy-6" && rng.below(2) == 0) options.compat = Compat::sunstone;
            const SearchResult result = searched(setup, options);
            const std::string one = withoutRun(searchToJson(result, options, setup.mapspace, setup.evaluator)).dump();
            for (const int threads : {2, 8}) {
                SearchOptions more = options;
                more.threads = threads;
                const SearchResult again = searched(setup, more);
                QVERIFY2(withoutRun(searchToJson(again, options, setup.mapspace, setup.evaluator)).dump() == one,
                         describe(problem).c_str());
            }
            QVERIFY2(result.counters.invalid.empty(), describe(problem).c_str());
            if (!result.best) continue;
            ++found;
            const Cost cost = costOf(options, result.best->mapping, setup.evaluator);
            QVERIFY2(cost.valid, describe(problem).c_str());
            QVERIFY2(close(cost.energyPj.value(), result.best->score.energyPj), describe(problem).c_str());
            QCOMPARE(cost.cycles, result.best->score.cycles);
            QVERIFY(setup.mapspace.indexOf(result.best->mapping).has_value());
        }
        QVERIFY(found > 0);
    }

    /// Nothing lost but what the principles give up: with all of them off, the best of every perfect mapping under the
    /// model that it counts by.
    void withoutPrinciplesTheBestOfAll() {
        int compared = 0;
        for (int i = 0; i < cases(5, 60); ++i) {
            Rng rng(72, static_cast<std::uint64_t>(i));
            SearchProblem problem = randomProblem(rng);
            problem.design = "three-level-array";
            problem.settings = {{"PE.fanout", "2x2"}, {"L1.capacity", "6"}, {"L2.capacity", "60"}};
            problem.einsum = "Z[m,n] += A[m,k] * B[k,n]";
            problem.bounds = "m=" + number(pick(rng, {2, 4})) + ",n=" + number(pick(rng, {2, 3})) +
                             ",k=" + number(pick(rng, {2, 4, 6}));
            const SearchSetup setup = searchSetup(problem);
            const auto model = sunstone::Model::make(setup.mapspace.targetPtr());
            const auto scratch = setup.evaluator.makeScratch();
            double best = INFINITY;
            setup.mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
                if (!setup.evaluator.score(mapping, *scratch).valid()) return true;
                best = std::min(best, model->evaluate(*model->tilingOf(mapping)).edp());
                return true;
            });
            for (const sunstone::TileRule tiling : {sunstone::TileRule::all, sunstone::TileRule::settled}) {
                const auto own = *sunstone::Problem::make(setup.mapspace);
                double reached = INFINITY;
                sunstone::Options options;
                options.unrolling = false;
                options.tiling = tiling;
                sunstone::Explorer explorer(own, options, Metric::edp, 1,
                                            {[&](const sunstone::Solution& solution) {
                                                 reached = std::min(reached, solution.energy * solution.cycles);
                                                 return true;
                                             },
                                             [] { return true; }});
                QVERIFY(explorer.run());
                QVERIFY2(close(reached, best) || (std::isinf(reached) && std::isinf(best)),
                         (describe(problem) + ": " + std::to_string(reached / best)).c_str());
            }
            ++compared;
        }
        QVERIFY(compared > 0);
    }

    /// A tile is left out as settled only for another that costs no more: whatever constraints say of orders, places and
    /// factors, the best of settled tiles is that of all.
    void settledTilesLoseNothing() {
        int compared = 0;
        for (int i = 0; i < cases(150, 4000); ++i) {
            Rng rng(74, static_cast<std::uint64_t>(i));
            SearchProblem problem = randomProblem(rng);
            const TargetPtr target =
                rng.below(3) == 0 ? withTwoArrays(problem, rng) : searchSetup(problem).mapspace.targetPtr();
            Constraints constraints;
            if (rng.below(3) > 0)
                for (const Level& level : target->architecture.levels())
                    addConstraints(constraints, dimensionsOf(problem), level.name.c_str(), rng);
            const auto space = Mapspace::make(target, {Factorization::perfect, constraints});
            if (!space) continue;  // they contradict each other
            const auto own = *sunstone::Problem::make(*space);
            sunstone::Options options;
            options.unrolling = false;
            options.ordering = rng.below(2) == 0;
            options.direction = rng.below(3) == 0 ? sunstone::Direction::topDown : sunstone::Direction::bottomUp;
            const Metric metric = rng.below(2) == 0 ? Metric::edp : Metric::energy;
            options.tiling = sunstone::TileRule::settled;
            const double settled = bestWith(own, options, metric);
            options.alphaBeta = false;
            QVERIFY2(same(bestWith(own, options, metric), settled),
                     (std::to_string(i) + " " + describe(problem)).c_str());
            options.tiling = sunstone::TileRule::all;
            const double all = bestWith(own, options, metric);
            QVERIFY2(same(all, settled), (std::to_string(i) + " " + describe(problem)).c_str());
            compared += !std::isinf(all);
        }
        QVERIFY(compared > 0);
    }

    void costsAreTheModels() {
        for (int i = 0; i < cases(60, 1000); ++i) {
            Rng rng(73, static_cast<std::uint64_t>(i));
            SearchProblem problem = randomProblem(rng);
            while (problem.design == "toy-6") problem = randomProblem(rng);
            const SearchSetup setup = searchSetup(problem);
            const auto model = sunstone::Model::make(setup.mapspace.targetPtr());
            const auto own = *sunstone::Problem::make(setup.mapspace);
            const sunstone::Explorer* explorer = nullptr;
            const sunstone::ExplorerHooks hooks{
                [&](const sunstone::Solution& solution) {
                    const Mapping mapping = mappingOf(own, explorer->costs(), solution);
                    const sunstone::Evaluation found = model->evaluate(*model->tilingOf(mapping));
                    return close(found.energyPj, solution.energy) && close(found.cycles, solution.cycles);
                },
                [] { return true; }};
            sunstone::Explorer run(own, sunstoneOptions(rng).sunstone, Metric::edp, 5, hooks);
            explorer = &run;
            QVERIFY2(run.run(), describe(problem).c_str());
        }
    }
};

QTEST_APPLESS_MAIN(SearchSunstoneLawsTest)
#include "search_sunstone_test.moc"
