// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Loop nests under the data-centric model: a search's score is the evaluation's, what FLASH picks costs the same as a nest, an
// exhaustive search finds the least, and the terms between the models add up.
#include <QtTest>

#include <cmath>

#include "core/explore/model_terms.h"
#include "core/io/presets.h"
#include "core/mapspace/mapspace.h"
#include "core/model/compat/compat.h"
#include "core/search/flash/search.h"
#include "core/search/search.h"
#include "core/workload/builders.h"
#include "tests/support/cases.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

TargetPtr onEdge(std::int64_t m, std::int64_t n, std::int64_t k) {
    return *Target::make(unwrap(gemm("g", m, n, k)), unwrap(loadArchitecture("flash-edge")));
}

Mapspace spaceOf(const TargetPtr& target, Factorization kind) {
    return unwrap(Mapspace::make(target, {kind, target->architecture.spec().constraints}));
}

}  // namespace

class DirectiveModelProperty : public QObject {
    Q_OBJECT
private slots:
    void scoresAreEvaluations() {
        Rng rng(5);
        int valid = 0, said = 0;
        for (const Compat rules : {Compat::dataCentric, Compat::maestro}) {
            const TargetPtr target = onEdge(24, 10, 18);
            const auto model = unwrap(dataCentricModel(rules, target));
            const Mapspace space = spaceOf(target, Factorization::rubyS);
            data_centric::MappingModel::Workspace work;
            Mapping mapping;
            for (int i = 0; i < cases(3000); ++i) {
                space.sample(rng, mapping);
                const Score score = model.score(mapping, work);
                const auto cost = evaluateLike(rules, mapping, target);
                if (score.reason.code == ReasonCode::directives) {
                    QVERIFY(!cost);
                    continue;
                }
                if (!cost) continue;
                ++said;
                QCOMPARE(cost->valid, score.valid());
                if (!score.valid()) continue;
                ++valid;
                QCOMPARE(score.cycles, cost->cycles);
                QCOMPARE(score.energyPj, *cost->energyPj);
                QCOMPARE(cost->cycles, cost->steps + cost->stallCycles);
                if (rules == Compat::dataCentric) QCOMPARE(cost->computes, 24 * 10 * 18);
            }
        }
        QVERIFY(valid > cases(3000) / 100 && said > valid);
    }

    /// FLASH's picks as nests: same cycles, same energy, but for clusters of which only one works.
    void picksAsNests() {
        int compared = 0;
        for (const auto& [m, n, k] : {std::array{512, 256, 256}, std::array{64, 64, 64}, std::array{128, 32, 256}}) {
            const TargetPtr target = onEdge(m, n, k);
            const auto model = unwrap(dataCentricModel(Compat::dataCentric, target));
            const auto gemm = unwrap(flash::gemmOf(target->workload));
            flash::Options options;
            options.cluster = 16;
            Job job;
            for (const auto& style : unwrap(flash::search(gemm, model.hardware(), options, job)).styles) {
                if (!style.best) continue;
                const auto flow = flash::dataflowOf(style.best->candidate, gemm);
                const auto nest = data_centric::nestOf(flow, 256, *target);
                if (!nest) continue;
                const auto spread = std::count_if(nest->nodes.begin(), nest->nodes.end(), [](const Node& node) {
                    return node.kind == NodeKind::spatial && node.bound > 1;
                });
                if (spread != 2) continue;
                const Cost cost = unwrap(evaluateLike(Compat::dataCentric, *nest, target));
                QCOMPARE(cost.cycles, style.best->score.runtime);
                QVERIFY(std::abs(*cost.energyPj - 1000 * style.best->score.energyNj) <= 1e-9 * *cost.energyPj);
                ++compared;
            }
        }
        QVERIFY(compared >= 5);
    }

    void exhaustiveFindsTheLeast() {
        const TargetPtr target = onEdge(4, 3, 4);
        const Mapspace space = spaceOf(target, Factorization::perfect);
        const auto evaluator = unwrap(Evaluator::make(target));
        SearchOptions options;
        options.algorithm = Algorithm::exhaustive;
        options.objective = unwrap(parseObjective("latency"));
        options.compat = Compat::dataCentric;
        Job job;
        const SearchResult found = unwrap(search(space, evaluator, options, job));
        QVERIFY(found.best && !found.proven);
        const auto model = unwrap(dataCentricModel(Compat::dataCentric, target));
        data_centric::MappingModel::Workspace work;
        Rng rng(3);
        Mapping mapping;
        std::int64_t least = found.best->score.cycles;
        for (int i = 0; i < cases(5000); ++i) {
            space.sample(rng, mapping);
            const Score score = model.score(mapping, work);
            if (score.valid()) least = std::min(least, score.cycles);
        }
        QCOMPARE(found.best->score.cycles, least);
        for (const Algorithm other :
             {Algorithm::random, Algorithm::hillClimb, Algorithm::annealing, Algorithm::genetic}) {
            options.algorithm = other;
            options.maxEvaluations = 3000;
            options.threads = 2;
            Job again;
            const SearchResult walked = unwrap(search(space, evaluator, options, again));
            QVERIFY(walked.best && walked.best->score.cycles >= found.best->score.cycles);
        }
        options.algorithm = Algorithm::optimal;
        QVERIFY(!search(space, evaluator, options, job));
    }

    /// Cycles and energy: the terms are the whole difference.
    void termsAddUp() {
        const TargetPtr target = onEdge(64, 32, 48);
        const Mapspace space = spaceOf(target, Factorization::rubyS);
        const auto evaluator = unwrap(Evaluator::make(target));
        Rng rng(9);
        Mapping mapping;
        int compared = 0;
        for (int i = 0; i < cases(3000); ++i) {
            space.sample(rng, mapping);
            for (const Compat rules : {Compat::dataCentric, Compat::maestro}) {
                const auto cost = evaluateLike(rules, mapping, target);
                if (!cost) continue;
                ++compared;
                const Compared reuse{"a", target, mapping, evaluator.evaluate(mapping)};
                const Compared directives{"b", target, mapping, *cost, rules};
                double cycles = 0, energy = 0;
                for (const ModelTerm& term : modelTerms(reuse, directives)) {
                    if (term.of == "cycles") cycles += term.b - term.a;
                    if (term.of == "energy_pj") energy += term.b - term.a;
                    QVERIFY(!term.why.empty());
                }
                QCOMPARE(cycles, static_cast<double>(cost->cycles - reuse.cost.cycles));
                const double right = *cost->energyPj - *reuse.cost.energyPj;
                QVERIFY(std::abs(energy - right) <= 1e-9 * std::max(*cost->energyPj, *reuse.cost.energyPj));
                QVERIFY(modelTerms(reuse, reuse).empty());
            }
        }
        QVERIFY(compared > cases(3000) / 100);
    }
};

QTEST_GUILESS_MAIN(DirectiveModelProperty)
#include "directive_model_test.moc"
