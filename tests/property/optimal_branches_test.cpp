// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=400
// The algorithm optimal on classic mapspaces of every kind: nothing that exhaustive search finds is lost, under each
// objective and under several semantics; and each bound alone is one, for mappings drawn from larger spaces.

#include <QtTest>

#include "core/mapspace/choice.h"
#include "core/search/optimal/bounds.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/objectives.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"
#include "tests/support/random_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Semantics randomSemantics(Rng& rng) {
    Semantics semantics;
    if (chance(rng, 60)) return semantics;
    if (chance(rng, 30)) semantics = exactReferenceSemantics();
    semantics.multicast = oneOf(rng, {Multicast::equal, Multicast::distinct, Multicast::none});
    semantics.drainRead = chance(rng, 50);
    semantics.fullSteps = chance(rng, 30);
    semantics.perNetwork = semantics.multicast == Multicast::equal && chance(rng, 30);
    return semantics;
}

/// A design's own random energies are kept; limited ports and leakage come on top.
Architecture withPorts(Rng& rng, Architecture design) {
    ArchitectureSpec spec = design.spec();
    for (Level& level : spec.levels) drawFigures(rng, level);
    auto result = Architecture::make(std::move(spec));
    return result ? *std::move(result) : design;
}

Constraints randomConstraints(Rng& rng, const Target& target) {
    Constraints constraints;
    if (chance(rng, 50)) return constraints;
    limitOneLevel(rng, target, constraints);
    for (const Fanout& fanout : target.architecture.fanouts()) {
        if (chance(rng, 50)) continue;
        FanoutConstraints own;
        if (chance(rng, 60)) own.x = {anyDimension(rng, target)};
        if (chance(rng, 30)) own.minUtilization = 0.5;
        constraints.fanouts[fanout.name] = own;
    }
    return constraints;
}

using Space = RandomSpace;

/// Nullopt if the draw makes no space: contradicting constraints, no room for a word of each tensor.
std::optional<Space> randomSpace(Rng& rng, std::int64_t maxMacs, std::int64_t maxSize) {
    RandomOptions options;
    options.maxMacs = maxMacs;
    options.threeTerms = true;
    Workload workload = randomWorkload(rng, options);
    Architecture design = withPorts(rng, randomArchitecture(rng, workload, options));
    const auto target = Target::make(std::move(workload), std::move(design));
    if (!target) return std::nullopt;
    const Factorization kind = oneOf(rng, {Factorization::perfect, Factorization::perfect, Factorization::rubyS,
                                           Factorization::ruby, Factorization::rubyT, Factorization::padded});
    MapspaceOptions mapspaceOptions{kind, randomConstraints(rng, **target)};
    const Semantics semantics = randomSemantics(rng);
    return spaceOf(*target, std::move(mapspaceOptions), semantics, maxSize);
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-10 * std::max(std::abs(a), std::abs(b)); }

}  // namespace

class OptimalBranchesTest : public QObject {
    Q_OBJECT

private slots:
    void nothingThatExhaustiveSearchFindsIsLost() {
        int compared = 0, found = 0, empty = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(31, i);
            const auto space = randomSpace(rng, chance(rng, 20) ? 60 : 16, 30'000);
            if (!space) continue;
            ++compared;
            compare(*space, found, empty);
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0 && empty > 0);
    }

    /// Known choices in any combination; the bound is never above what the mapping costs, and what can't fit doesn't.
    void boundsAreBounds() {
        int compared = 0;
        for (std::uint64_t i = 0; compared < cases(3000, 30000); ++i) {
            Rng rng(32, i);
            const auto space = randomSpace(rng, 2000, std::int64_t{1} << 60);
            if (!space) continue;
            ++compared;
            const Mapspace& mapspace = space->mapspace;
            const auto rules = resolveConstraints(mapspace.target(), mapspace.options().constraints);
            const auto choices = ChoiceSpace::make(mapspace.targetPtr(), *rules, mapspace.options().factorization);
            optimal::BranchBounds bounds(*choices, space->evaluator.semantics());
            QVERIFY(bounds.findLeastSteps([] { return true; }));
            const auto scratch = space->evaluator.makeScratch();
            Mapping mapping;
            for (int draw = 0; draw < 20; ++draw) {
                MapspaceChoice choice{};
                mapspace.draw(rng, choice);
                mapspace.assemble(choice, mapping);
                const Score score = space->evaluator.score(mapping, *scratch);
                Draft draft;
                choices->start(draft);
                for (std::size_t t = 0; t < choices->terms().size(); ++t)
                    choices->apply(choices->terms()[t], choice[t], draft);
                const auto known = static_cast<unsigned>(rng.next());
                const bool all = chance(rng, 40);
                const auto least =
                    bounds.of(draft, {.dimensions = all ? ~0u : known,
                                      .orders = all ? static_cast<unsigned>(rng.next() | rng.next()) : 0u});
                const auto before = bounds.of(draft, {.dimensions = all ? ~0u : known & known >> 7, .orders = 0});
                if (!least.fits) {
                    QVERIFY2(!score.valid(), space->words.c_str());
                    continue;
                }
                QVERIFY2(before.fits, space->words.c_str());
                QVERIFY2(before.energyPj <= least.energyPj * (1 + 1e-12), space->words.c_str());
                QVERIFY2(before.cycles <= least.cycles, space->words.c_str());
                if (!score.valid()) continue;
                const std::string about =
                    std::to_string(least.energyPj) + " pJ, " + std::to_string(least.cycles) + " of " +
                    std::to_string(score.energyPj) + ", " + std::to_string(score.cycles) + '\n' +
                    toText(mapping, mapspace.target().workload, mapspace.target().architecture) + space->words;
                QVERIFY2(least.energyPj <= score.energyPj * (1 + 1e-12), about.c_str());
                QVERIFY2(least.cycles <= score.cycles, about.c_str());
            }
        }
    }

    /// A larger memory, a faster port, fewer constraints or more factors never make the optimum worse.
    void moreIsNeverWorse() {
        int compared = 0, better = 0;
        for (std::uint64_t i = 0; compared < cases(500, 5000); ++i) {
            Rng rng(33, i);
            const auto space = randomSpace(rng, 24, 30'000);
            if (!space) continue;
            const auto wider = widened(rng, *space);
            if (!wider) continue;
            ++compared;
            const Objective& objective = objectives()[rng.below(4)];
            const std::optional<double> before = optimum(*space, objective), after = optimum(*wider, objective);
            if (!before) continue;
            // What a failure prints.
            const std::string about = toText(objective) + ", " + std::to_string(before.value_or(0)) + " and " +
                                      std::to_string(after.value_or(0)) + ", differing in " +
                                      differences(*space, *wider) + '\n' + space->words;
            QVERIFY2(after.has_value(), about.c_str());
            QVERIFY2(*after <= *before * (1 + 1e-10), about.c_str());
            better += *after < *before * (1 - 1e-10);
        }
        QVERIFY(better > 0);
    }

private:
    static std::optional<double> optimum(const Space& space, const Objective& objective) {
        SearchOptions options;
        options.algorithm = Algorithm::optimal;
        options.objective = objective;
        Job job;
        const auto result = search(space.mapspace, space.evaluator, options, job);
        if (!result.ok() || !result->proven) qFatal("not proven: %s", space.words.c_str());
        if (!result->best) return std::nullopt;
        return valueOf(objective.metrics.front(), result->best->score);
    }

    static std::string differences(const Space& a, const Space& b) {
        std::string text =
            std::string(keyOf(b.mapspace.options().factorization)) +
            (a.mapspace.options().constraints == b.mapspace.options().constraints ? "" : ", constraints");
        for (const SettingDifference& each :
             settingDifferences(a.mapspace.target().architecture, b.mapspace.target().architecture))
            text += ", " + each.path + ' ' + each.value + " -> " + each.other.value_or("none");
        return text;
    }

    static std::optional<Space> widened(Rng& rng, const Space& space) {
        const Target& target = space.mapspace.target();
        ArchitectureSpec spec = target.architecture.spec();
        MapspaceOptions options = space.mapspace.options();
        Level& level = spec.levels[rng.below(spec.levels.size())];
        switch (rng.below(4)) {
        case 0:
            // Without a shared part, what has no partition couldn't be kept any more.
            if (level.partitions.empty()) level.capacity.reset();
            for (auto& [role, part] : level.partitions) part.capacity.reset();
            break;
        case 1:
            for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                if (*port) *port = **port * 2;
            break;
        case 2: options.constraints = {}; break;
        case 3:
            if (options.factorization == Factorization::padded) return std::nullopt;  // no tails, other bounds
            options.factorization =
                options.factorization == Factorization::perfect ? Factorization::rubyS : Factorization::ruby;
            break;
        }
        auto design = Architecture::make(std::move(spec));
        if (!design) return std::nullopt;
        const auto wider = Target::make(target.workload, *std::move(design));
        if (!wider) return std::nullopt;
        return spaceOf(*wider, std::move(options), space.evaluator.semantics(), 100'000);
    }

    static void compare(const Space& space, int& found, int& empty) {
        std::vector<std::optional<Score>> best(objectives().size());
        const auto scratch = space.evaluator.makeScratch();
        space.mapspace.enumerateDistinct([&](const Mapping& mapping) {
            if (space.mapspace.checkConstraints(mapping).code != ReasonCode::none) return true;
            const Score score = space.evaluator.score(mapping, *scratch);
            if (!score.valid()) return true;
            for (std::size_t o = 0; o < best.size(); ++o)
                if (!best[o] || compareScores(objectives()[o], score, *best[o]) < 0) best[o] = score;
            return true;
        });
        for (std::size_t o = 0; o < best.size(); ++o) {
            SearchOptions options;
            options.algorithm = Algorithm::optimal;
            options.objective = objectives()[o];
            Job job;
            const auto result = search(space.mapspace, space.evaluator, options, job);
            const std::string about = toText(options.objective) + ' ' + space.words;
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            QVERIFY2(result->proven, about.c_str());
            QVERIFY2(result->best.has_value() == best[o].has_value(), about.c_str());
            if (!best[o]) {
                ++empty;
                continue;
            }
            ++found;
            QVERIFY(space.mapspace.indexOf(result->best->mapping).has_value());
            for (const Metric metric : options.objective.metrics) {
                const double own = valueOf(metric, result->best->score), expected = valueOf(metric, *best[o]);
                QVERIFY2(close(own, expected),
                         (std::to_string(own) + " instead of " + std::to_string(expected) + ' ' + about).c_str());
            }
        }
    }
};

QTEST_APPLESS_MAIN(OptimalBranchesTest)
#include "optimal_branches_test.moc"
