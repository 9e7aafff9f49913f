// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// Mappings that other tools refused, missed, crashed on, or accepted beyond what fits.

#include <QtTest>

#include "core/io/native.h"
#include "core/io/report_text.h"
#include "core/mapping/nest.h"
#include "core/mapping/validity.h"
#include "core/search/search.h"
#include "tests/support/cases.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/problem.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"
#include "tests/support/search_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Cost evaluate(const Problem& p, const Semantics& semantics = {}) {
    return unwrap(Evaluator::make(p.target, semantics)).evaluate(p.mapping);
}

bool says(const std::string& text, std::string_view part) { return text.find(part) != std::string::npos; }

SearchResult exhaustive(const Mapspace& space, const Evaluator& evaluator) {
    SearchOptions options;
    options.algorithm = Algorithm::exhaustive;
    options.objective.metrics = {Metric::energy};
    Job job;
    return unwrap(search(space, evaluator, options, job));
}

/// DRAM 100 pJ a word, a buffer of `words` 1 pJ a word, free MACs; a GEMM of 4 x 4 x 4.
SearchResult smallGemm(std::int64_t words) {
    ArchitectureSpec design = ladder({"DRAM", "BUF"});
    for (Level& level : design.levels) level.keep.clear();
    const Figure far{100.0, "user"}, near{1.0, "user"};
    design.levels[0].energy = {.read = far, .write = far, .update = far, .leak = {}};
    design.levels[1].energy = {.read = near, .write = near, .update = near, .leak = {}};
    design.levels[1].capacity = Capacity{words, true};
    design.compute->energy = {0.0, "user"};
    const TargetPtr target = targetOf(unwrap(gemm("small", 4, 4, 4)), design);
    return exhaustive(unwrap(Mapspace::make(target, {Factorization::perfect, {}})), unwrap(Evaluator::make(target)));
}

constexpr const char* kDesign = R"({"schema": "lapidary/architecture/1", "name": "x",
  "levels": [{"name": "DRAM", "word_bits": 16}, {"name": "GLB", "word_bits": 16, "capacity": 64}],
  "fanouts": [{"name": "PE", "below": "GLB", "x": 2, "y": 2}],
  "compute": {"name": "MAC", "energy_pj": 1}, %1})";

Result<Architecture> designWith(const QString& more) {
    const std::string text = QString(kDesign).arg(more).toStdString();
    return architectureFromJson(unwrap(parseJson(text, "x.json")), "x.json");
}

}  // namespace

class MappingsRefusedOrLostTest : public QObject {
    Q_OBJECT

private slots:
    /// The best of a shrinking buffer got better. Everything fits 48 words: 16 + 16 reads and 16 updates of DRAM, 32 fills,
    /// 2 * 64 reads of operands, 64 updates and 48 reads of partial sums. Less room never costs less.
    void c25_lessMemoryIsNeverBetter() {
        double before = 0;
        std::vector<double> best;
        for (const std::int64_t words : {48, 24, 12, 6, 3}) {
            const SearchResult found = smallGemm(words);
            QVERIFY(found.proven && found.best.has_value());
            best.push_back(found.best->score.energyPj);
            QVERIFY(best.back() >= before);
            before = best.back();
        }
        QCOMPARE(best.front(), 100.0 * (16 + 16 + 16) + 32 + 128 + 64 + 48);
        QVERIFY(best.back() > best.front());
    }

    /// A stride of 2 over a filter of 1 crashed one tool; another counted the box.
    void c27_strideBeyondTheFilter() {
        Conv2d shape;
        shape.p = shape.q = 28;
        shape.strideP = shape.strideQ = 2;
        ArchitectureSpec design = ladder({"DRAM", "BUF"});
        const TargetPtr target = targetOf(unwrap(conv2d("downsample", shape)), design);
        const Problem p{target, read(*target, "DRAM [W I O]\n  BUF [I]\n    for P in 0..28\n      for Q in 0..28")};
        QCOMPARE(at(evaluate(p), *target, "BUF", "I").fills, 28 * 28);
        QCOMPARE(at(evaluate(p, {.halo = Halo::box}), *target, "BUF", "I").fills, 55 * 55);
        QVERIFY(says(toText(Semantics{}), "halo exact"));
        QVERIFY(says(toText(Semantics{.halo = Halo::box}), "halo box"));
    }

    /// "No valid mapping", and no word about why: here the filter rows must lie in the PE, and 5 words don't fit 4.
    void c28_noMappingSaysWhatDoesntFit() {
        ArchitectureSpec design = ladder({"DRAM", "spad"});
        design.levels[1].partitions["weight"].capacity = Capacity{4, true};
        for (const char* role : {"input", "output"}) design.levels[1].partitions[role].capacity = Capacity{64, true};
        for (Level& level : design.levels) level.keep.clear();
        Conv2d shape;
        shape.m = 2, shape.p = 6, shape.r = 5;
        const TargetPtr target = targetOf(unwrap(conv2d("conv2", shape)), design);
        Constraints constraints;
        constraints.levels["spad"].factors = {unwrap(parseFactorRule("R = full"))};
        constraints.fromUser = true;
        const Mapspace space = unwrap(Mapspace::make(target, {Factorization::perfect, constraints}));
        const Evaluator evaluator = unwrap(Evaluator::make(target));
        const SearchResult found = exhaustive(space, evaluator);
        QVERIFY(!found.best.has_value() && found.proven);
        SearchOptions options;
        const std::string text = searchReport(found, options, space, evaluator);
        QVERIFY2(says(text, "No mapping of this mapspace is valid"), text.c_str());
        QVERIFY2(says(text, "spad: the tile of W needs 5 words, 4 fit"), text.c_str());
        QVERIFY2(says(text, "Constraints at spad: factor R = full"), text.c_str());
    }

    /// 7 outputs as 2 x 4 was refused because 8 is not 7: lanes of 4 and then 3, 2 steps, 7 / 8 used.
    void c30_factorsNeedntDivide() {
        const Problem p = problem("O[p] += W[r] * I[p+r]", "p=7,r=1", ladder({"MEM", "PE 4x1", "RF"}),
                                  "MEM [O W I]\n  for p in 0..2\n    parFor p in 0..4 @PE.X\n      RF [O W I]");
        QCOMPARE(p.mapping.nodes[2].tail, 3);
        const Cost cost = evaluate(p);
        QVERIFY(cost.valid);
        QCOMPARE(cost.steps, 2);
        QCOMPARE(cost.utilization, 0.875);
        QCOMPARE(cost.computes, 7);
    }

    /// Empty lists of constraints failed an assertion.
    void c43_emptyConstraintsAreNone() {
        const auto design = designWith(R"("constraints": {"levels": {"GLB": {"factors": [], "order": [], "keep": []}},
                                                          "fanouts": {"PE": {"factors": []}}})");
        QVERIFY2(design.ok(), design.errorText().c_str());
        const TargetPtr target = unwrap(Target::make(unwrap(gemm("g", 4, 4, 4)), *design));
        const Mapspace constrained =
            unwrap(Mapspace::make(target, {Factorization::perfect, design->spec().constraints}));
        const Mapspace free = unwrap(Mapspace::make(target, {Factorization::perfect, {}}));
        QCOMPARE(toDecimal(constrained.size()), toDecimal(free.size()));
    }
    /// An axis on which nothing may be unrolled is a rule, and leaves a mapspace.
    void c43_emptyAxesUnrollNothing() {
        const auto design = designWith(R"("constraints": {"fanouts": {"PE": {"x": [], "y": []}}})");
        QVERIFY2(design.ok(), design.errorText().c_str());
        const TargetPtr target = unwrap(Target::make(unwrap(gemm("g", 4, 4, 4)), *design));
        const Mapspace space = unwrap(Mapspace::make(target, {Factorization::perfect, design->spec().constraints}));
        Rng rng(43, 0);
        Mapping mapping;
        for (int i = 0; i < 100; ++i) {
            space.sample(rng, mapping);
            for (const Node& node : mapping.nodes) QVERIFY(node.kind != NodeKind::spatial || node.bound == 1);
        }
    }
    /// A component that the tool didn't know made it crash.
    void c43_unknownComponentsAreRefusedWithTheirPlace() {
        const auto design = designWith(R"("crossbar": {"rows": 128, "columns": 128})");
        QVERIFY(!design.ok());
        QVERIFY2(says(design.errorText(), "x.json:4:") && says(design.errorText(), "crossbar"),
                 design.errorText().c_str());
    }

    /// Memories were more than full because traffic of layers that were fused away still counted.
    void c63_noMemoryIsMoreThanFull() {
        int tight = 0, overfull = 0;
        for (int number = 0; number < cases(2000); ++number) {
            Rng rng(63, static_cast<std::uint64_t>(number));
            const RandomProblem random = randomProblem(rng, {.partitions = false});
            ArchitectureSpec spec = random.target->architecture.spec();
            for (std::size_t l = 1; l < spec.levels.size(); ++l)
                spec.levels[l].capacity = Capacity{between(rng, 16, 128), true};
            const Problem p{targetOf(random.target->workload, spec), random.mapping};
            const Cost cost = evaluate(p);
            QVERIFY(cost.utilization > 0 && cost.utilization <= 1 && cost.throughputUtilization <= 1);
            bool fits = true;
            for (const NestLine& line : describeNest(p.mapping, *p.target))
                for (const PartUse& part : line.parts) {
                    fits = fits && part.share() <= 1;
                    tight += part.share() > 0.5 && part.share() <= 1;
                }
            const bool refused = std::ranges::any_of(
                cost.reasons, [](const Reason& reason) { return reason.code == ReasonCode::capacity; });
            QCOMPARE(!fits, refused);
            overfull += refused;
        }
        QVERIFY(tight > 0 && overfull > 0);
    }
};

QTEST_APPLESS_MAIN(MappingsRefusedOrLostTest)
#include "mappings_refused_or_lost_test.moc"
