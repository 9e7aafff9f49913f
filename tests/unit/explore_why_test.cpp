// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why one of two mappings is better: terms calculated by hand, and laws on random pairs.

#include <QtTest>

#include <cmath>

#include "core/explore/why.h"
#include "core/model/evaluator.h"
#include "tests/support/mapping_setup.h"
#include "tests/support/random_mapping.h"
#include "tests/support/sweep_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Compared side(const std::string& name, const TargetPtr& target, Mapping mapping) {
    Cost cost = orDie(Evaluator::make(target)).evaluate(mapping);
    return {name, target, std::move(mapping), std::move(cost)};
}
Compared side(const std::string& name, const TargetPtr& target, std::string_view nest) {
    return side(name, target, read(*target, nest));
}

TargetPtr lineTarget() { return orDie(Target::make(line("six", 6), lineDesign())); }

/// DRAM (100 pJ a word) over a scratchpad and a MAC (1 pJ each).
TargetPtr product() {
    ArchitectureSpec spec = lineDesign().spec();
    spec.levels[1].capacity = Capacity{64, true};
    return orDie(
        Target::make(orDie(parseEinsum("Z[m,n] += A[m,k] * B[k,n]", {{"m", 4}, {"n", 6}, {"k", 8}},
                                       {.name = "product", .roles = {}, .aliases = {}, .wordBits = {}, .density = {}})),
                     orDie(Architecture::make(spec))));
}

const EnergyShift* find(const Why& why, std::string_view place, std::string_view tensor, std::optional<Action> action) {
    for (const EnergyShift& shift : why.shifts)
        if (shift.place == place && shift.tensor == tensor && shift.action == action) return &shift;
    return nullptr;
}

const WhyStatement* find(const std::vector<WhyStatement>& statements, WhyStatement::Kind kind) {
    for (const WhyStatement& statement : statements)
        if (statement.kind == kind) return &statement;
    return nullptr;
}

constexpr std::string_view kOneLane = "DRAM [A]\nspad [A]\nfor d in 0..6";
constexpr std::string_view kTwoLanes = "DRAM [A]\nparFor d in 0..2 @PE.X\nspad [A]\nfor d in 0..3";

}  // namespace

class ExploreWhyTest : public QObject {
    Q_OBJECT

private slots:
    // A[d], d = 6 (sweep_setup.h): E = 103 * 6 on both sides, 6 steps on one lane, 3 on two.
    void twiceTheLanesHalveTheStepsAndTheProduct() {
        const Why reasons = why(side("a", lineTarget(), kOneLane), side("b", lineTarget(), kTwoLanes));
        QVERIFY(reasons.winner == Better::b);
        QCOMPARE(reasons.headline.a, 618.0 * 6);
        QCOMPARE(reasons.headline.b, 618.0 * 3);
        QCOMPARE(reasons.factors[0].ratio(), 1.0);
        QCOMPARE(reasons.factors[1].ratio(), 0.5);
        QCOMPARE(reasons.dimensions.size(), std::size_t{1});
        QCOMPARE(reasons.dimensions[0].a, std::int64_t{6});
        QCOMPARE(reasons.dimensions[0].b, std::int64_t{3});
        QCOMPARE(reasons.lanes.a, 1.0);
        QCOMPARE(reasons.lanes.b, 2.0);
        for (const EnergyShift& shift : reasons.shifts) QCOMPARE(shift.delta(), 0.0);
        QCOMPARE(find(reasons, "DRAM", "A", Action::read)->energyB, 600.0);
        QCOMPARE(reasons.equalLevels, (std::vector<std::string>{"DRAM", "spad"}));
        QCOMPARE(reasons.equalWords, (std::vector<std::int64_t>{6, 12}));
    }

    void wordsSayWhatTheFiguresSay() {
        const Why reasons = why(side("a", lineTarget(), kOneLane), side("b", lineTarget(), kTwoLanes));
        QCOMPARE(titleOf(reasons), std::string("Why B wins"));
        QCOMPARE(percentOf(reasons), std::string("−50 %"));
        QCOMPARE(summaryOf(reasons), std::string("EDP: B has 50 % fewer cycles and the same energy"));
        QCOMPARE(productOf(reasons), std::string("0.5000 = 1 · 0.5000"));
        const auto statements = statementsOf(reasons);
        const WhyStatement* steps = find(statements, WhyStatement::Kind::steps);
        QVERIFY(steps);
        QCOMPARE(steps->title, std::string("Fewer steps"));
        QCOMPARE(steps->formulas, (std::vector<std::string>{"A  d 6", "B  d 3", "3 / 6 = 0.5000"}));
        const WhyStatement* lanes = find(statements, WhyStatement::Kind::lanes);
        QVERIFY(lanes);
        QCOMPARE(lanes->formulas, (std::vector<std::string>{"A  6 / 6 = 1 of 2", "B  6 / 3 = 2 of 2"}));
        QVERIFY2(!find(statements, WhyStatement::Kind::waiting), "both are bound by compute");
        QVERIFY2(!find(statements, WhyStatement::Kind::saving), "energies are equal");
        const WhyStatement* not_ = find(statements, WhyStatement::Kind::notTheReason);
        QVERIFY(not_);
        QVERIFY2(not_->text.starts_with("DRAM traffic is equal (6 words); spad traffic is equal (12 words)"),
                 not_->text.c_str());
    }

    void theOtherWayRoundAWins() {
        const Why reasons = why(side("a", lineTarget(), kTwoLanes), side("b", lineTarget(), kOneLane));
        QCOMPARE(titleOf(reasons), std::string("Why A wins"));
        QCOMPARE(percentOf(reasons), std::string("+100 %"));
        QCOMPARE(statementsOf(reasons).front().title, std::string("More steps"));
    }

    void theSameMappingHasNothingToExplain() {
        const Why reasons = why(side("a", lineTarget(), kOneLane), side("b", lineTarget(), kOneLane));
        QCOMPARE(titleOf(reasons), std::string("Neither wins"));
        QCOMPARE(summaryOf(reasons), std::string("EDP: B has as many cycles and the same energy"));
        QCOMPARE(statementsOf(reasons).size(), std::size_t{1});
    }

    // m = 4, n = 6, k = 8, tiles of one word. With k innermost each of 24 sums stays until it is done; with n innermost A
    // is read 4 * 8 instead of 4 * 6 * 8 times, but the sums come and go: 192 updates and 168 reads of them in DRAM.
    void orderTradesReadsOfOneTensorForSumsOfAnother() {
        const Compared a =
            side("a", product(), "DRAM [A B Z]\nfor m in 0..4\nfor n in 0..6\nfor k in 0..8\nspad [A B Z]");
        const Compared b =
            side("b", product(), "DRAM [A B Z]\nfor m in 0..4\nfor k in 0..8\nfor n in 0..6\nspad [A B Z]");
        const Why reasons = why(a, b);
        QVERIFY(reasons.winner == Better::a);
        const auto is = [&](const char* place, const char* tensor, Action action, int countA, int countB,
                            double delta) {
            const EnergyShift* shift = find(reasons, place, tensor, action);
            QVERIFY2(shift, place);
            QCOMPARE(shift->countA, std::int64_t{countA});
            QCOMPARE(shift->countB, std::int64_t{countB});
            QCOMPARE(shift->delta(), delta);
        };
        is("DRAM", "A", Action::read, 192, 32, -16000);
        is("DRAM", "Z", Action::update, 24, 192, 16800);
        is("DRAM", "Z", Action::read, 0, 168, 16800);
        is("spad", "A", Action::fill, 192, 32, -160);
        is("spad", "Z", Action::fill, 0, 168, 168);
        QCOMPARE(*b.cost.energyPj - *a.cost.energyPj, 17608.0);
        const auto statements = statementsOf(reasons);
        const WhyStatement* more = find(statements, WhyStatement::Kind::saving);
        QVERIFY(more);
        QCOMPARE(more->title, std::string("B pays more"));
        QVERIFY2(more->text.starts_with("B spends 33.77 nJ more"), more->text.c_str());
        const WhyStatement* less = find(statements, WhyStatement::Kind::price);
        QVERIFY(less);
        QCOMPARE(less->formulas, (std::vector<std::string>{"DRAM A reads  −160 · 100 pJ = −16 nJ",
                                                           "spad A fills  −160 · 1 pJ = −160 pJ"}));
        QVERIFY2(!find(statements, WhyStatement::Kind::steps), "the order of loops takes no step");
    }

    // DRAM gives one word a cycle: 6 cycles for 6 words, twice what two lanes need.
    void waitingForMemoryIsAFactorOfItsOwn() {
        ArchitectureSpec spec = lineDesign().spec();
        spec.levels[0].bandwidth.read = 1.0;
        const TargetPtr target = orDie(Target::make(line("six", 6), orDie(Architecture::make(spec))));
        const Why reasons = why(side("a", target, kOneLane), side("b", target, kTwoLanes));
        QVERIFY(reasons.winner == Better::equal);
        QCOMPARE(reasons.cycleFactors[0].ratio(), 0.5);
        QCOMPARE(reasons.cycleFactors[2].a, 1.0);
        QCOMPARE(reasons.cycleFactors[2].b, 2.0);
        const auto statements = statementsOf(reasons);
        const WhyStatement* waiting = find(statements, WhyStatement::Kind::waiting);
        QVERIFY(waiting);
        QCOMPARE(waiting->formulas.back(), std::string("0.5000 · 1 · 2.0000 = 1"));
        QVERIFY(waiting->formulas[1].starts_with("B  bound by DRAM"));
    }

    void termsMultiplyAndAddUpOnRandomPairs() {
        Rng rng(11);
        int done = 0;
        for (int i = 0; done <= 100 && i < 3000; ++i) {
            const RandomProblem problem = randomProblem(rng);
            if (!Evaluator::make(problem.target)) continue;  // hop energies
            const Compared a = side("a", problem.target, problem.mapping);
            const Compared b = side("b", problem.target, randomMapping(rng, *problem.target));
            const Why reasons = why(a, b);
            ++done;
            std::int64_t stepsA = 1, stepsB = 1;
            for (const WhySteps& steps : reasons.dimensions) stepsA *= steps.a, stepsB *= steps.b;
            QCOMPARE(stepsA, a.cost.steps);
            QCOMPARE(stepsB, b.cost.steps);
            double ratio = 1;
            for (const WhyTerm& term : reasons.factors) ratio *= term.ratio();
            QVERIFY(std::abs(ratio / reasons.headline.ratio() - 1) < 1e-12);
            ratio = 1;
            for (const WhyTerm& term : reasons.cycleFactors) ratio *= term.ratio();
            QVERIFY(std::abs(ratio * static_cast<double>(a.cost.cycles) / static_cast<double>(b.cost.cycles) - 1) <
                    1e-12);
            if (!a.cost.energyPj) continue;
            double sum = 0;
            for (const EnergyShift& shift : reasons.shifts) sum += shift.delta();
            QVERIFY(std::abs(sum - (*b.cost.energyPj - *a.cost.energyPj)) <= 1e-9 * (1 + *a.cost.energyPj));
        }
        QVERIFY(done > 100);
    }
};

QTEST_APPLESS_MAIN(ExploreWhyTest)
#include "explore_why_test.moc"
