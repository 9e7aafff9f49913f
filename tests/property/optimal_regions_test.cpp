// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=400
// The algorithm optimal with uneven placement on designs of any shape finds what a walk over every node list finds,
// counted by the model itself: 2 to 4 levels, up to 3 fanouts, 2 to 4 tensors, windows with and without holes, perfect
// factors and tails at the fanouts, bypass, partitions, blocks, constraints, each objective, whole fronts; each rule
// switched off changes nothing; and more is never worse.

#include <QtTest>

#include "core/search/optimal/methods.h"
#include "tests/support/cases.h"
#include "tests/support/region_walk.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

SearchOptions unevenly(const Objective& objective, bool wholeFront = false) {
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.placement = Placement::uneven;
    options.compat = Compat::accelforge;
    options.objective = objective;
    options.wholeFront = wholeFront;
    return options;
}

}  // namespace

class OptimalRegionsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingInTheWholeSpaceIsBetter() {
        int compared = 0, found = 0, open = 0, tails = 0, manyRegions = 0, refused = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(1907, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem) continue;
            Job job;
            const auto first = optimal::searchRegions(problem->mapspace, unevenly(objectives().front()), job, nullptr);
            if (!first) {
                ++refused;
                continue;
            }
            const auto least = leastOf(*problem, [&](const Mapping& mapping) {
                return asAccelforgeCounts(mapping, problem->mapspace.target());
            });
            if (!least) continue;
            ++compared;
            compare(*problem, *least, found, open);
            if (QTest::currentTestFailed()) return;
            if (least->best.front()) {
                tails += problem->mapspace.options().factorization == Factorization::rubyS;
                manyRegions += problem->mapspace.target().architecture.fanoutCount() > 1;
            }
        }
        qInfo("%d problems, %d optima, %d open, %d refused", compared, found, open, refused);
        QVERIFY(open * 5 <= found);
        QVERIFY(found > 0 && (compared < 100 || (tails > 0 && manyRegions > 0)));
    }

    void noRuleLosesAnything() {
        int compared = 0, outgrown = 0;
        for (std::uint64_t i = 0; compared < cases(60, 600); ++i) {
            Rng rng(1908, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem) continue;
            const Objective& objective = objectives()[rng.below(objectives().size())];
            Job job;
            const auto all = optimal::searchRegions(problem->mapspace, unevenly(objective), job, nullptr);
            if (!all || !all->proven) continue;
            ++compared;
            using optimal::regions::Rules;
            for (const auto rule : {&Rules::dominance, &Rules::bound, &Rules::capacity, &Rules::lanes, &Rules::start}) {
                const auto other =
                    optimal::searchRegions(problem->mapspace, unevenly(objective), without(rule), job, nullptr);
                if (!other)
                    QVERIFY2(other.errorText().find("would take more than 640 MiB") != std::string::npos,
                             other.errorText().c_str());
                if (!other || !other->proven) {  // its tables outgrew memory, which says nothing of the rule
                    ++outgrown;
                    continue;
                }
                compareWithout(rule, *other, *all, objective, *problem);
                if (QTest::currentTestFailed()) return;
            }
        }
        qInfo("%d problems, %d searches without a rule that outgrew memory", compared, outgrown);
        QVERIFY(outgrown <= compared / 20);
    }

    /// A larger memory, more bandwidth, tails, or Stores of their own never make the optimum worse.
    void moreIsNeverWorse() {
        int compared = 0, better = 0;
        for (std::uint64_t i = 0; compared < cases(50, 500); ++i) {
            Rng rng(1909, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem) continue;
            const Objective& objective = objectives()[rng.below(4)];
            ArchitectureSpec spec = problem->mapspace.target().architecture.spec();
            MapspaceOptions options = problem->mapspace.options();
            Level& level = spec.levels[rng.below(spec.levels.size())];
            switch (rng.below(4)) {
            case 0:
                if (level.partitions.empty() && level.capacity) level.capacity->amount *= 2;
                for (auto& [name, part] : level.partitions) part.capacity->amount *= 2;
                break;
            case 1:
                for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                    if (*port) *port = **port * 2;
                break;
            case 2: options.constraints = {}; break;
            case 3: options.factorization = Factorization::rubyS; break;
            }
            const auto wider = made(problem->mapspace.target().workload, std::move(spec), options.factorization,
                                    options.constraints, rng);
            if (!wider) continue;
            Job job;
            const auto before = optimal::searchRegions(problem->mapspace, unevenly(objective), job, nullptr);
            const auto after = optimal::searchRegions(wider->mapspace, unevenly(objective), job, nullptr);
            if (!before || !after || !before->best || !before->proven || !after->proven) continue;
            ++compared;
            QVERIFY2(after->best.has_value(), problem->words.c_str());
            const double old = valueOf(objective.metrics.front(), before->best->score),
                         now = valueOf(objective.metrics.front(), after->best->score);
            QVERIFY2(now <= old * (1 + 1e-12), (problem->words + "\n\n" + wider->words).c_str());
            better += now < old * (1 - 1e-9);
        }
        QVERIFY(compared < 50 || better > 0);
    }

    /// Each classic mapping is one of these once every tensor has a Store of its own.
    void unevenIsNeverWorseThanClassic() {
        int compared = 0, better = 0;
        for (std::uint64_t i = 0; compared < cases(50, 500); ++i) {
            Rng rng(1910, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem || problem->mapspace.size() > bigInt(20'000)) continue;
            Job job;
            const auto uneven = optimal::searchRegions(problem->mapspace, unevenly({{Metric::energy}}), job, nullptr);
            if (!uneven) continue;
            const auto classic = leastClassicEnergy(*problem, [&](const Mapping& mapping) {
                return asAccelforgeCounts(splitStores(mapping), problem->mapspace.target());
            });
            if (!classic) continue;
            ++compared;
            QVERIFY2(uneven->best.has_value(), problem->words.c_str());
            QVERIFY2(uneven->best->score.energyPj <= *classic * (1 + 1e-12), problem->words.c_str());
            better += uneven->best->score.energyPj < *classic * (1 - 1e-9);
        }
        QVERIFY(compared < 50 || better > 0);
    }

private:
    static Mapping splitStores(const Mapping& mapping) {
        Mapping split = mapping;
        split.nodes.clear();
        for (const Node& node : mapping.nodes) {
            if (node.isLoop()) split.nodes.push_back(node);
            for (unsigned own = 1; !node.isLoop() && own <= node.tensors; own <<= 1)
                if (node.tensors & own) split.nodes.push_back(store(node.level, own));
        }
        return split;
    }

    /// Only tails may stay open, with the reason and a bound that holds; perfect factors are never better.
    static void checkOpen(const RegionProblem& problem, const SearchResult& result, Metric metric,
                          const std::optional<Score>& best, const std::string& about) {
        QVERIFY2(problem.mapspace.options().factorization == Factorization::rubyS, about.c_str());
        QVERIFY2(result.certificate->reason.find("between two fanouts") != std::string::npos, about.c_str());
        QVERIFY2(result.certificate->bound && best, about.c_str());
        QVERIFY2(*result.certificate->bound <= valueOf(metric, *best) * (1 + 1e-9), about.c_str());
        MapspaceOptions options = problem.mapspace.options();
        options.factorization = Factorization::perfect;
        const auto space = Mapspace::make(problem.mapspace.targetPtr(), options);
        QVERIFY2(space.ok(), about.c_str());
        Job job;
        const auto perfect = optimal::searchRegions(*space, unevenly({{metric}}), job, nullptr);
        QVERIFY2(perfect.ok() && perfect->proven, about.c_str());
        if (!perfect->best) return;
        QVERIFY2(result.best.has_value(), about.c_str());
        QVERIFY2(valueOf(metric, result.best->score) <= valueOf(metric, perfect->best->score) * (1 + 1e-9),
                 about.c_str());
    }

    static void compare(const RegionProblem& problem, const Least& least, int& found, int& open) {
        for (std::size_t o = 0; o < objectives().size(); ++o) {
            Job job;
            const auto result = optimal::searchRegions(problem.mapspace, unevenly(objectives()[o]), job, nullptr);
            const std::string about = toText(objectives()[o]) + ' ' + problem.words;
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            if (!result->proven) {
                checkOpen(problem, *result, objectives()[o].metrics.front(), least.best[o], about);
                ++open;
                continue;
            }
            compareBest(result->best, least.best[o], objectives()[o], problem.mapspace.target(),
                        about + '\n' + least.text[o]);
            if (QTest::currentTestFailed()) return;
            found += result->best.has_value();
        }
        Job job;
        const auto result =
            optimal::searchRegions(problem.mapspace, unevenly(objectives().front(), true), job, nullptr);
        QVERIFY2(result.ok(), (result.errorText() + problem.words).c_str());
        if (!result->proven) return checkOpen(problem, *result, Metric::edp, least.best.front(), problem.words);
        compareFronts(result->front, least.front, problem.words);
    }
};

QTEST_APPLESS_MAIN(OptimalRegionsTest)
#include "optimal_regions_test.moc"
