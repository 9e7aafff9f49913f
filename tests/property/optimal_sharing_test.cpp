// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// A proof that starts from some mapping of its space, good or bad, finds the very mapping that it finds alone.

#include <QtTest>

#include "core/explore/sweep.h"
#include "core/io/presets.h"
#include "core/mapping/mapping.h"
#include "core/search/search.h"
#include "core/workload/einsum.h"
#include "tests/support/cases.h"
#include "tests/support/costed_space.h"
#include "tests/support/objectives.h"
#include "tests/support/random_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// Looked at in proofs alone, and with a neighbour.
struct Nodes {
    std::int64_t alone = 0, together = 0;
    int proofs = 0, helped = 0;

    void add(const SearchResult& first, const SearchResult& second) {
        ++proofs;
        alone += first.certificate->nodes;
        together += second.certificate->nodes;
        helped += second.certificate->nodes < first.certificate->nodes;
    }
    void tell() const {
        qInfo("%d of %d proofs took fewer nodes; %lld instead of %lld in all", helped, proofs,
              static_cast<long long>(together), static_cast<long long>(alone));
    }
};

/// The second search finds the mapping that the first one found, at the same cost.
void compareBest(const SearchResult& first, const SearchResult& second, const RandomSpace& space) {
    const Target& target = space.mapspace.target();
    const auto text = [&](const SearchResult& found) {
        return "\n" + found.certificate->method + "\n" +
               toText(found.best->mapping, target.workload, target.architecture);
    };
    QVERIFY2(second.best && second.proven, space.words.c_str());
    QVERIFY2(second.best->mapping == first.best->mapping, (text(first) + text(second) + space.words).c_str());
    QCOMPARE(second.best->score.energyPj, first.best->score.energyPj);
    QCOMPARE(second.best->score.cycles, first.best->score.cycles);
}

}  // namespace

class OptimalSharingTest : public QObject {
    Q_OBJECT
private slots:
    void aNeighbourChangesNothing() {
        int compared = 0, tables = 0;
        Nodes nodes;
        for (std::uint64_t i = 0; compared < cases(400, 4000); ++i) {
            Rng rng(61, i);
            const auto space = i % 2 ? randomMapspace(rng, 60, 60'000) : countedByTables(rng);
            if (!space || space->evaluator.semantics().padding || space->evaluator.semantics().linkTransfers) continue;
            SearchOptions options;
            options.algorithm = Algorithm::optimal;
            options.objective = objectives()[rng.below(objectives().size())];
            if (rng.below(3) == 0) options.compat = Compat::accelforge;
            const auto first = searched(*space, options);
            if (!first || !first->best) continue;
            ++compared;
            tables += first->certificate->method == "tables of tiles";
            options.neighbour = neighbour(rng, *space, *first);
            const auto second = searched(*space, options);
            QVERIFY2(second && first->proven, space->words.c_str());
            compareBest(*first, *second, *space);
            if (QTest::currentTestFailed()) return;
            nodes.add(*first, *second);
        }
        nodes.tell();
        QVERIFY(tables > 0 && (nodes.helped > 0 || compared < 200));  // one proof in twenty is helped
        QVERIFY(nodes.together <= nodes.alone);
    }

    /// Chains of tiles, and regions under both counts; the neighbour may be one of another space.
    void aNeighbourChangesNothingUnevenly() {
        int compared = 0, chains = 0, regions = 0, foreign = 0;
        Nodes nodes;
        for (std::uint64_t i = 0; compared < cases(400, 4000); ++i) {
            Rng rng(62, i);
            const auto space = i % 3 == 0   ? threeLevels(rng)
                               : i % 3 == 1 ? randomMapspace(rng, 60, 60'000)
                                            : countedByTables(rng);
            if (!space || space->evaluator.semantics().padding || space->evaluator.semantics().linkTransfers) continue;
            SearchOptions options;
            options.algorithm = Algorithm::optimal;
            options.placement = Placement::uneven;
            options.objective = objectives()[rng.below(objectives().size())];
            if (rng.below(2) == 0) options.compat = Compat::accelforge;
            const auto first = searched(*space, options);
            if (!first || !first->best || !first->proven) continue;
            ++compared;
            chains += first->certificate->method == "chains of tiles";
            regions += first->certificate->method == "regions between fanouts";
            options.neighbour = unevenNeighbour(rng, *space, *first, options);
            foreign += options.neighbour->nodes != first->best->mapping.nodes;
            const auto second = searched(*space, options);
            QVERIFY2(second, space->words.c_str());
            compareBest(*first, *second, *space);
            if (QTest::currentTestFailed()) return;
            nodes.add(*first, *second);
        }
        nodes.tell();
        QVERIFY(chains > 0 && regions > 0 && foreign > 0 && (nodes.helped > 0 || compared < 200));
        QVERIFY(nodes.together <= nodes.alone);
    }

    /// The same at every point, with neighbours, on several threads, and alone; each method of proof.
    void sweepsFindTheSame_data() {
        QTest::addColumn<bool>("uneven");
        QTest::addColumn<bool>("likeAccelforge");
        QTest::addColumn<bool>("tails");
        QTest::newRow("tables") << false << false << true;
        QTest::newRow("tables, as AccelForge counts") << false << true << true;
        QTest::newRow("chains and regions, as AccelForge counts") << true << true << true;
        QTest::newRow("regions") << true << false << false;
        QTest::newRow("regions with tails") << true << false << true;
    }
    void sweepsFindTheSame() {
        QFETCH(bool, uneven);
        QFETCH(bool, likeAccelforge);
        QFETCH(bool, tails);
        SweepSpec spec;
        spec.base = *loadArchitecture("three-level-array");
        spec.axes = {{"PE.fanout", {"2x2", "3x2", "4x2"}}, {"L2.capacity", {"64", "128", "512"}}};
        spec.mapspaces = {Factorization::perfect};
        if (tails) spec.mapspaces.push_back(Factorization::rubyS);
        spec.layers = {{*parseEinsum("C[m,n] += A[m,k] * B[k,n]", {{"m", 12}, {"n", 10}, {"k", 6}}), 1},
                       {*parseEinsum("O[k,p] += W[k,r] * I[p+r]", {{"k", 6}, {"p", 8}, {"r", 3}}), 1}};
        spec.search.algorithm = Algorithm::optimal;
        if (uneven) spec.search.placement = Placement::uneven;
        if (likeAccelforge) spec.search.compat = Compat::accelforge;
        spec.search.threads = 1;
        const SweepResult shared = swept(spec);
        spec.search.threads = 3;
        const SweepResult parallel = swept(spec);
        spec.share = false;
        const SweepResult alone = swept(spec);
        for (std::size_t i = 0; i < alone.points.size(); ++i)
            for (std::size_t l = 0; l < alone.layers.size(); ++l) {
                const LayerOutcome &a = alone.points[i]->layers[l], &b = shared.points[i]->layers[l],
                                   &c = parallel.points[i]->layers[l];
                QVERIFY(a.best && b.best && c.best);
                QCOMPARE(b.best->mapping, a.best->mapping);
                QCOMPARE(c.best->mapping, a.best->mapping);
                QCOMPARE(b.best->score.energyPj, a.best->score.energyPj);
                QCOMPARE(b.best->score.cycles, a.best->score.cycles);
                QCOMPARE(b.bound, a.bound);
                QCOMPARE(c.bound, a.bound);
                QVERIFY(a.proven == b.proven && a.proven == c.proven);
                QVERIFY(a.proven || (tails && uneven && !likeAccelforge));
            }
    }

private:
    static SweepResult swept(const SweepSpec& spec) {
        Job job;
        return *runSweep(spec, job);
    }
    /// Of one fanout, below the second level: what chains of tiles count.
    static std::optional<RandomSpace> threeLevels(Rng& rng) {
        Architecture design = *loadArchitecture("three-level-array");
        const auto set = [&](const char* path, const std::string& value) {
            design = *withSetting(design, path, value);
        };
        set("PE.fanout", oneOf(rng, {"2x1", "2x2", "2x3", "4x1"}));
        set("L1.capacity", std::to_string(4 + rng.below(20)));
        set("L2.capacity", std::to_string(8 + rng.below(80)));
        if (rng.below(3) == 0) set("L2.bandwidth.read", oneOf(rng, {"0.25", "0.5", "2"}));
        const char* einsum = oneOf(rng, {"C[m,n] += A[m,k] * B[k,n]", "C[m] += A[n,m+k] * B[k,n]"});
        const auto bound = [&] { return oneOf<std::int64_t>(rng, {2, 3, 4, 6, 8}); };
        auto target = Target::make(*parseEinsum(einsum, {{"m", bound()}, {"n", bound()}, {"k", bound()}}), design);
        return RandomSpace{*Mapspace::make(*target, {Factorization::perfect, {}}), *Evaluator::make(*target, {}),
                           einsum};
    }
    static std::optional<RandomSpace> countedByTables(Rng& rng) {
        const Factorization kind = rng.below(3) == 0 ? Factorization::rubyS : Factorization::perfect;
        return costedSpace(rng, 96, 100'000, kind);
    }
    static std::optional<SearchResult> searched(const RandomSpace& space, const SearchOptions& options) {
        Job job;
        auto result = search(space.mapspace, space.evaluator, options, job);
        if (!result.ok()) return std::nullopt;
        return *std::move(result);
    }

    /// The best itself, one drawn from the space, valid or not, or one of another form.
    static std::shared_ptr<const Mapping> neighbour(Rng& rng, const RandomSpace& space, const SearchResult& found) {
        auto mapping = std::make_shared<Mapping>(found.best->mapping);
        if (rng.below(2) == 0) return mapping;
        MapspaceChoice choice{};
        space.mapspace.draw(rng, choice);
        space.mapspace.assemble(choice, *mapping);
        if (rng.below(8) == 0) mapping->nodes.pop_back();
        return mapping;
    }

    /// The best itself, the best by another objective, or a classic mapping that may break rules of the space.
    static std::shared_ptr<const Mapping> unevenNeighbour(Rng& rng, const RandomSpace& space, const SearchResult& found,
                                                          SearchOptions options) {
        auto mapping = std::make_shared<Mapping>(found.best->mapping);
        if (rng.below(3) == 0) return mapping;
        if (rng.below(2) == 0) return neighbour(rng, space, found);
        options.objective = objectives()[rng.below(objectives().size())];
        if (const auto other = searched(space, options); other && other->best) *mapping = other->best->mapping;
        return mapping;
    }
};

QTEST_APPLESS_MAIN(OptimalSharingTest)
#include "optimal_sharing_test.moc"
