// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// A proof that starts from some mapping of its space, good or bad, finds the very mapping that it finds alone.

#include <QtTest>

#include "core/mapping/mapping.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/costed_space.h"
#include "tests/support/objectives.h"
#include "tests/support/random_space.h"

using namespace lapidary;
using namespace lapidary::testing;

class OptimalSharingTest : public QObject {
    Q_OBJECT
private slots:
    void aNeighbourChangesNothing() {
        int compared = 0, helped = 0, tables = 0;
        std::int64_t alone = 0, together = 0;
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
            QVERIFY2(second && second->proven && first->proven, space->words.c_str());
            const auto text = [&](const SearchResult& found) {
                return "\n" + found.certificate->method + "\n" +
                       toText(found.best->mapping, space->mapspace.target().workload,
                              space->mapspace.target().architecture);
            };
            QVERIFY2(second->best && second->best->mapping == first->best->mapping,
                     (text(*first) + text(*second) + space->words).c_str());
            QCOMPARE(second->best->score.energyPj, first->best->score.energyPj);
            QCOMPARE(second->best->score.cycles, first->best->score.cycles);
            alone += first->certificate->nodes;
            together += second->certificate->nodes;
            helped += second->certificate->nodes < first->certificate->nodes;
        }
        qInfo("%d of %d proofs took fewer nodes; %lld instead of %lld in all", helped, compared,
              static_cast<long long>(together), static_cast<long long>(alone));
        QVERIFY(tables > 0 && (helped > 0 || compared < 200));  // one proof in twenty is helped
        QVERIFY(together <= alone);
    }

private:
    static std::optional<RandomSpace> countedByTables(Rng& rng) {
        const Factorization kind = rng.below(3) == 0 ? Factorization::rubyS : Factorization::perfect;
        auto space = costedSpace(rng, 96, 100'000, kind);
        if (!space) return std::nullopt;
        return RandomSpace{std::move(space->mapspace), std::move(space->evaluator), std::move(space->words)};
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
};

QTEST_APPLESS_MAIN(OptimalSharingTest)
#include "optimal_sharing_test.moc"
