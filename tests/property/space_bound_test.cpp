// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// The bound that every search shows its gap to: never above what exhaustive search finds in small random spaces, nor what
// a mapping drawn from a large one costs; and equal to the optimum where a hand can count both.

#include "core/search/bounds/space_bound.h"

#include <QtTest>

#include "core/model/compat/sunstone.h"
#include "core/search/bounds/roof.h"
#include "core/workload/einsum.h"
#include "tests/support/cases.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr std::array kMetrics{Metric::energy, Metric::latency, Metric::edp, Metric::ed2p};

SpaceBound boundsOf(const Mapspace& mapspace, const Semantics& semantics) {
    const auto bound = boundOf(mapspace, semantics, [] { return true; });
    if (!bound) qFatal("no bound");
    return *bound;
}

/// DRAM at 10 pJ a word, a buffer at 1 pJ, lanes at its side, 1 pJ per operation.
Mapspace handMade(const std::string& einsum, const std::string& dimensions, std::int64_t capacity, std::int64_t lanes,
                  Factorization kind = Factorization::perfect) {
    ArchitectureSpec spec;
    spec.name = "hand";
    for (const double pj : {10.0, 1.0}) {
        Level level;
        level.name = spec.levels.empty() ? "DRAM" : "buffer";
        level.energy.read.value = level.energy.write.value = pj;
        if (!spec.levels.empty()) level.capacity = Capacity{.amount = capacity};
        spec.levels.push_back(std::move(level));
    }
    if (lanes > 1) {
        spec.fanouts.emplace_back();
        spec.fanouts.back().name = "PE";
        spec.fanouts.back().below = 1;
        spec.fanouts.back().x = lanes;
    }
    spec.compute = Compute{};
    spec.compute->energy.value = 1;
    auto design = Architecture::make(std::move(spec));
    auto bounds = parseBounds(dimensions);
    if (!design || !bounds) qFatal("bad design or bounds");
    auto workload = parseEinsum(einsum, *bounds);
    if (!workload) qFatal("%s", workload.errorText().c_str());
    const auto target = Target::make(*std::move(workload), *std::move(design));
    if (!target) qFatal("%s", target.errorText().c_str());
    auto mapspace = Mapspace::make(*target, {kind, {}});
    if (!mapspace) qFatal("%s", mapspace.errorText().c_str());
    return *std::move(mapspace);
}

/// Least of each metric over all valid mappings.
std::optional<std::array<double, 4>> optima(const Mapspace& mapspace, const Evaluator& evaluator) {
    std::optional<std::array<double, 4>> best;
    const auto scratch = evaluator.makeScratch();
    mapspace.enumerateDistinct([&](const Mapping& mapping) {
        if (mapspace.checkConstraints(mapping).code != ReasonCode::none) return true;
        const Score score = evaluator.score(mapping, *scratch);
        if (!score.valid()) return true;
        if (!best) best = {INFINITY, INFINITY, INFINITY, INFINITY};
        for (std::size_t m = 0; m < kMetrics.size(); ++m)
            (*best)[m] = std::min((*best)[m], valueOf(kMetrics[m], score));
        return true;
    });
    return best;
}

constexpr const char* kProduct = "Z[m,n] += A[m,k] * B[k,n]";

/// Every tensor kept everywhere or nearly, in memories of a few words, whose prices differ.
std::optional<Mapspace> tightSpace(Rng& rng) {
    const std::array<std::pair<const char*, std::vector<std::string>>, 5> einsums{
        {{kProduct, {"m", "n", "k"}},
         {"O[k,p] += W[k,c,r] * I[c,p+r]", {"k", "c", "p", "r"}},
         {"O[k,p] += W[k,r] * I[2p+r]", {"k", "p", "r"}},
         {"Z[m,n] += A[m,k] * B[k,n] * D[m,k]", {"m", "n", "k"}},
         {"O[g,k,p] += W[g,k,c] * I[g,c,p]", {"g", "k", "c", "p"}}}};
    const auto& [einsum, names] = einsums[rng.below(einsums.size())];
    std::string bounds;
    for (const std::string& name : names)
        bounds += (bounds.empty() ? "" : ",") + name + '=' + std::to_string(std::array{1, 2, 3, 4, 6}[rng.below(5)]);
    ArchitectureSpec spec;
    spec.name = "tight";
    const int levels = static_cast<int>(between(rng, 2, 3));
    for (int l = 0; l < levels; ++l) {
        Level level;
        level.name = "L" + std::to_string(l);
        level.energy.read.value = static_cast<double>(between(rng, 1, 40));
        level.energy.write.value = static_cast<double>(between(rng, 1, 40));
        if (l > 0) level.capacity = Capacity{between(rng, 2, 20), true};
        if (chance(rng, 30)) level.bandwidth.read = 0.5;
        if (chance(rng, 30)) level.bandwidth.write = 1;
        for (const char* role : {"input", "weight", "output"})
            if (l > 0 && chance(rng, 15)) level.keep[role] = chance(rng, 50) ? Keep::may : Keep::never;
        spec.levels.push_back(std::move(level));
    }
    if (chance(rng, 60)) {
        Fanout& fanout = spec.fanouts.emplace_back();
        fanout.name = "PE";
        fanout.below = static_cast<int>(rng.below(static_cast<std::uint64_t>(levels)));
        fanout.x = between(rng, 2, 4);
        if (chance(rng, 30)) fanout.multicast = Multicast::none;
        fanout.reduction = chance(rng, 70);
    }
    spec.compute = Compute{};
    auto design = Architecture::make(std::move(spec));
    auto workload = parseEinsum(einsum, *parseBounds(bounds));
    if (!design || !workload) return std::nullopt;
    const auto target = Target::make(*std::move(workload), *std::move(design));
    if (!target) return std::nullopt;
    auto mapspace = Mapspace::make(*target, {chance(rng, 30) ? Factorization::rubyS : Factorization::perfect, {}});
    if (!mapspace || mapspace->size() > bigInt(200'000)) return std::nullopt;
    return *std::move(mapspace);
}

}  // namespace

class SpaceBoundTest : public QObject {
    Q_OBJECT

private slots:
    void neverAboveTheOptimum() {
        int compared = 0, enforced = 0, met = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(51, i);
            const auto kind = i % 2 ? std::optional(Factorization::perfect) : std::nullopt;
            const auto space = randomMapspace(rng, i % 5 ? 24 : 100, 30'000, kind);
            if (!space) continue;
            const auto best = optima(space->mapspace, space->evaluator);
            if (!best) continue;
            ++compared;
            const SpaceBound bound = boundsOf(space->mapspace, space->evaluator.semantics());
            for (std::size_t m = 0; m < kMetrics.size(); ++m) {
                const double least = bound.value(kMetrics[m]);
                const std::string about = std::string(keyOf(kMetrics[m])) + ' ' + std::to_string(least) + " above " +
                                          std::to_string((*best)[m]) + '\n' + space->words;
                QVERIFY2(least <= (*best)[m] * (1 + 1e-12), about.c_str());
                met += kMetrics[m] == Metric::energy && least >= (*best)[m] * (1 - 1e-9);
            }
            enforced += std::ranges::any_of(bound.keeps, [](const KeepBound& keep) { return keep.capacityPj > 0; });
        }
        qInfo("capacity enforced traffic in %d of %d spaces; the least energy met its bound in %d", enforced, compared,
              met);
        QVERIFY(enforced > 0 && met > 0);
    }

    void neverAboveTheOptimumWhereMemoriesAreTight() {
        int compared = 0, enforced = 0, met = 0, tails = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(53, i);
            const auto mapspace = tightSpace(rng);
            if (!mapspace) continue;
            Semantics semantics = chance(rng, 50) ? Semantics{} : exactReferenceSemantics();
            semantics.drainRead = chance(rng, 30);
            if (chance(rng, 20)) semantics = timeloopSemantics();
            const auto best = optima(*mapspace, *Evaluator::make(mapspace->targetPtr(), semantics));
            if (!best) continue;
            ++compared;
            const SpaceBound bound = boundsOf(*mapspace, semantics);
            for (std::size_t m = 0; m < kMetrics.size(); ++m) {
                std::string about = std::to_string(bound.value(kMetrics[m])) + " above " + std::to_string((*best)[m]) +
                                    ' ' + std::string(keyOf(kMetrics[m])) + ", " +
                                    mapspace->target().workload.einsum() + ", " + toText(semantics);
                for (const Dimension& d : mapspace->target().workload.dimensions())
                    about += ' ' + d.name + '=' + std::to_string(d.bound);
                for (const auto& [path, value] : settings(mapspace->target().architecture))
                    about += '\n' + path + '=' + value;
                QVERIFY2(bound.value(kMetrics[m]) <= (*best)[m] * (1 + 1e-12), about.c_str());
            }
            const KeepBound* where = nullptr;
            const double least = bound.value(Metric::energy, &where);
            if (where->capacityPj == 0) continue;
            ++enforced;
            tails += mapspace->options().factorization == Factorization::rubyS;
            met += least >= (*best)[0] * (1 - 1e-9);
        }
        qInfo(
            "capacity enforced traffic in %d of %d spaces (%d with tails); the least energy met its bound in %d of "
            "these",
            enforced, compared, tails, met);
        QVERIFY(enforced > compared / 8 && met > 0 && (compared < 200 || tails > 0));
    }

    void neverAboveAMappingOfALargeSpace() {
        int compared = 0;
        for (std::uint64_t i = 0; compared < cases(2000, 20000); ++i) {
            Rng rng(52, i);
            const auto space = randomMapspace(rng, 4000, std::int64_t{1} << 60);
            if (!space) continue;
            ++compared;
            const SpaceBound bound = boundsOf(space->mapspace, space->evaluator.semantics());
            const auto scratch = space->evaluator.makeScratch();
            Mapping mapping;
            for (int draw = 0; draw < 20; ++draw) {
                MapspaceChoice choice{};
                space->mapspace.draw(rng, choice);
                space->mapspace.assemble(choice, mapping);
                if (space->mapspace.checkConstraints(mapping).code != ReasonCode::none) continue;
                const Score score = space->evaluator.score(mapping, *scratch);
                if (!score.valid()) continue;
                for (const Metric metric : kMetrics)
                    QVERIFY2(bound.value(metric) <= valueOf(metric, score) * (1 + 1e-12), space->words.c_str());
            }
        }
    }

    /// 24 products of A 2x4 and B 4x3: DRAM gives 8 + 12 and takes 6 words, the buffer takes 20, gives 48 operands, takes
    /// 24 sums and gives 18 back. (26 * 10) + 20 + 48 + 24 + 18 + 24 operations = 394 pJ.
    /// As its model counts, mappings of the perfect mapspace that it knows.
    void neverAboveASunstoneMapping() {
        int compared = 0, near = 0;
        for (std::uint64_t i = 0; compared < cases(500, 5000) && i < 200'000; ++i) {
            Rng rng(54, i);
            const auto space = randomMapspace(rng, 100, 30'000, Factorization::perfect);
            if (!space) continue;
            const auto model = sunstone::Model::make(space->mapspace.targetPtr());
            if (!model) continue;
            std::optional<std::array<double, 2>> best;
            const auto scratch = space->evaluator.makeScratch();
            space->mapspace.enumerateDistinct([&](const Mapping& mapping) {
                if (space->mapspace.checkConstraints(mapping).code != ReasonCode::none) return true;
                if (!space->evaluator.score(mapping, *scratch).valid()) return true;
                const auto tiling = model->tilingOf(mapping);
                if (!tiling) return true;
                const sunstone::Evaluation found = model->evaluate(*tiling);
                if (!best) best = {INFINITY, INFINITY};
                (*best)[0] = std::min((*best)[0], found.energyPj);
                (*best)[1] = std::min((*best)[1], found.cycles);
                return true;
            });
            if (!best) continue;
            ++compared;
            const auto bound = boundOf(
                space->mapspace, {}, [] { return true; }, Counted::bySunstone);
            QVERIFY(bound);
            QVERIFY2(bound->value(Metric::energy) <= (*best)[0] * (1 + 1e-12), space->words.c_str());
            QVERIFY2(bound->value(Metric::latency) <= (*best)[1] * (1 + 1e-12), space->words.c_str());
            near += bound->value(Metric::energy) > (*best)[0] * 0.8;
        }
        qInfo("%d spaces, within 20 %% in %d", compared, near);
        QVERIFY(compared > 0 && near > 0);
    }

    void allThatFitsIsFetchedOnce() {
        const Mapspace mapspace = handMade(kProduct, "m=2,n=3,k=4", 26, 1);
        const SpaceBound bound = boundsOf(mapspace, {});
        QCOMPARE(bound.value(Metric::energy), 394.0);
        QCOMPARE(bound.value(Metric::latency), 24.0);
        QCOMPARE(bound.keeps.front().capacityPj, 0.0);
        QCOMPARE((*optima(mapspace, *Evaluator::make(mapspace.targetPtr())))[0], 394.0);
    }

    /// 4x4x4 with room for one word of each: with k innermost A and B are fetched four times, 48 words more of each at 11 pJ;
    /// any other order brings Z down and up again, which costs 21 pJ a word. All once: 48 * 10 + 32 + 128 + 64 + 48 + 64 = 816 pJ.
    void whatDoesNotFitIsFetchedAgain() {
        const Mapspace mapspace = handMade(kProduct, "m=4,n=4,k=4", 3, 1);
        const SpaceBound bound = boundsOf(mapspace, {});
        QCOMPARE(bound.keeps.front().capacityPj, 96 * 11.0);
        QCOMPARE(bound.value(Metric::energy), 816 + 96 * 11.0);
        QCOMPARE((*optima(mapspace, *Evaluator::make(mapspace.targetPtr())))[0], 816 + 96 * 11.0);
    }

    /// Three-tap filter over 8 places: a window moved away is fetched again only as far as it doesn't overlap, so only the
    /// channels outside of it count.
    void slidingWindowsAreNoRefetch() {
        const Mapspace mapspace = handMade("O[k,p] += W[k,r] * I[p+r]", "k=1,p=8,r=3", 7, 1);
        QCOMPARE(boundsOf(mapspace, {}).keeps.front().capacityPj, 0.0);
    }

    void stepsByTheLanesThatDimensionsFill_data() {
        QTest::addColumn<QString>("dimensions");
        QTest::addColumn<int>("lanes");
        QTest::addColumn<bool>("perfect");
        QTest::addColumn<int>("steps");
        QTest::newRow("divides") << "m=6,n=2,k=1" << 4 << true << 12 / 4;
        QTest::newRow("three of four lanes") << "m=9,n=1,k=1" << 4 << true << 3;
        QTest::newRow("tails fill four lanes") << "m=9,n=1,k=1" << 4 << false << 3;
        QTest::newRow("a prime alone") << "m=7,n=1,k=1" << 4 << true << 7;
        QTest::newRow("a prime with a tail") << "m=7,n=1,k=1" << 4 << false << 2;
        // 6 lanes over m make 2 * 5 steps, over n (5 of them busy) 7 * 1, 3 x 2 lanes 3 * 3, 2 x 3 lanes 4 * 2.
        QTest::newRow("two primes, tails") << "m=7,n=5,k=1" << 6 << false << 7;
    }
    void stepsByTheLanesThatDimensionsFill() {
        QFETCH(QString, dimensions);
        QFETCH(int, lanes);
        QFETCH(bool, perfect);
        QFETCH(int, steps);
        const Mapspace mapspace = handMade(kProduct, dimensions.toStdString(), 1000, lanes,
                                           perfect ? Factorization::perfect : Factorization::rubyS);
        const SpaceBound bound = boundsOf(mapspace, {});
        QCOMPARE(bound.keeps.front().steps, steps);
        QCOMPARE((*optima(mapspace, *Evaluator::make(mapspace.targetPtr())))[1], static_cast<double>(steps));
    }

    void gaps() {
        QCOMPARE(gapOf(200, 150), 0.25);
        QCOMPARE(gapOf(200, 200), 0.0);
        QCOMPARE(gapOf(0, 0), 0.0);
        QCOMPARE(gapOf(1, 1 + 1e-15), 0.0);
    }

    void whoeverStopsItHasNone() {
        const Mapspace mapspace = handMade(kProduct, "m=4,n=4,k=4", 3, 1);
        QVERIFY(!boundOf(mapspace, {}, [] { return false; }));
    }
};

QTEST_APPLESS_MAIN(SpaceBoundTest)
#include "space_bound_test.moc"
