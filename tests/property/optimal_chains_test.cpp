// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=400
// The algorithm optimal with uneven placement finds what a walk over every mapping finds, counted by the model itself,
// under each objective: GEMMs, windows with and without holes, two to four tensors, limited ports, leakage, tight
// memories, prime bounds.

#include <QtTest>

#include "core/io/presets.h"
#include "core/search/search.h"
#include "core/workload/einsum.h"
#include "tests/support/cases.h"
#include "tests/support/region_walk.h"
#include "tests/support/uneven_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// Bounds with at most `primes` prime factors in all.
BoundMap randomBounds(Rng& rng, const std::vector<std::string>& dimensions, int primes) {
    BoundMap bounds;
    for (const std::string& name : dimensions) bounds[name] = 1;
    const auto count = 1 + static_cast<int>(rng.below(static_cast<std::uint64_t>(primes)));
    for (int i = 0; i < count; ++i)
        bounds[dimensions[rng.below(dimensions.size())]] *= oneOf<std::int64_t>(rng, {2, 2, 2, 3, 5});
    return bounds;
}

Architecture randomDesign(Rng& rng) {
    Architecture design = orDie(loadArchitecture("three-level-array"));
    const auto set = [&](const std::string& path, const std::string& value) {
        design = orDie(withSetting(design, path, value));
    };
    const auto number = [](std::uint64_t n) { return std::to_string(n); };
    set("PE.fanout", oneOf<const char*>(rng, {"1x1", "2x1", "2x2", "3x1", "2x3", "4x1"}));
    set("L1.capacity", number(4 + rng.below(rng.below(2) ? 8 : 30)));
    set("L2.capacity", number(4 + rng.below(rng.below(2) ? 16 : 80)));
    for (const char* level : {"DRAM", "L2", "L1"})
        for (const char* action : {".energy_pj.read", ".energy_pj.write"})
            if (rng.below(3) == 0)
                set(std::string(level) + action, number(rng.below(100)) + "." + number(rng.below(100)));
    if (rng.below(3) == 0) set("L1.energy_pj.leak", "0.5");
    for (const char* path : {"DRAM.bandwidth.read", "L2.bandwidth.read", "L2.bandwidth.write", "L1.bandwidth.write"})
        if (rng.below(3) == 0) set(path, oneOf<const char*>(rng, {"0.25", "0.5", "1", "2"}));
    return design;
}

}  // namespace

class OptimalChainsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingInTheWholeSpaceIsBetter() {
        int found = 0, windows = 0;
        for (int i = 0; i < cases(1000, 10000); ++i) {
            Rng rng(907, static_cast<std::uint64_t>(i));
            const EinsumCase& kind = einsumCases()[rng.below(einsumCases().size())];
            const int primes = kind.einsum.find("* C") != std::string::npos ? 2 : rng.below(40) == 0 ? 4 : 3;
            const BoundMap bounds = randomBounds(rng, kind.dimensions, primes);
            const TargetPtr target = orDie(Target::make(orDie(parseEinsum(kind.einsum, bounds)), randomDesign(rng)));
            compare(target, found);
            windows += kind.einsum.find("[p+") != std::string::npos || kind.einsum.find("[2p") != std::string::npos;
            if (QTest::currentTestFailed()) return;
        }
        QVERIFY(found > 0 && windows > 0);
    }

private:
    static void compare(const TargetPtr& target, int& found) {
        std::vector<std::optional<Score>> best(objectives().size());
        const UnevenSpace walk(*target, [&](const Mapping& mapping) {
            const auto score = asAccelforgeCounts(mapping, *target);
            if (!score) return;
            for (std::size_t o = 0; o < best.size(); ++o)
                if (!best[o] || compareScores(objectives()[o], *score, *best[o]) < 0) best[o] = score;
        });
        const Mapspace mapspace = orDie(Mapspace::make(target, {Factorization::perfect, {}}));
        const Evaluator evaluator = orDie(Evaluator::make(target));
        for (std::size_t o = 0; o < best.size(); ++o) {
            SearchOptions options;
            options.algorithm = Algorithm::optimal;
            options.placement = Placement::uneven;
            options.compat = Compat::accelforge;
            options.objective = objectives()[o];
            Job job;
            const auto result = search(mapspace, evaluator, options, job);
            const std::string about = toText(options.objective) + ' ' + inWords(*target);
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            QVERIFY2(result->proven, about.c_str());
            compareBest(result->best, best[o], options.objective, *target, about);
            if (QTest::currentTestFailed()) return;
            if (!best[o]) continue;
            ++found;
            QVERIFY2(close(result->certificate->bound.value(),
                           valueOf(options.objective.metrics.front(), result->best->score)),
                     about.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(OptimalChainsTest)
#include "optimal_chains_test.moc"
