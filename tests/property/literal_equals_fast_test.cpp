// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=600
// The closed forms and the event walk against the literal simulator, figure by figure, on random small problems under
// every semantics. LAPIDARY_DEEP=1 runs 200,000 instead of 3,000.

#include <QtTest>

#include "core/base/parallel.h"
#include "core/model/brute_force/literal.h"
#include "core/model/evaluator.h"
#include "tests/support/cases.h"
#include "tests/support/cost_diff.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr int kBatch = 1000;

/// Every second case under the default or the reference's rules, the others under all combinations in turn.
Semantics semanticsOf(std::uint64_t number) {
    if (number % 4 == 0) return {};
    if (number % 4 == 2) return exactReferenceSemantics();
    const std::uint64_t choice = number / 2;
    return {.halo = choice % 2 ? Halo::box : Halo::exact,
            .window = choice / 2 % 2 ? Window::oneAxis : Window::set,
            .multicast = std::array{Multicast::equal, Multicast::distinct, Multicast::none}[choice / 4 % 3],
            .drainRead = choice / 12 % 2 == 1};
}

RandomOptions optionsOf(std::uint64_t number) {
    RandomOptions options;
    options.maxMacs = number % 10 == 0 ? 2000 : 400;
    options.threeTerms = number % 5 == 0;
    options.plainLoops = number % 3 != 0;
    return options;
}

/// Hop energies are not counted yet.
TargetPtr withoutHops(const Target& target) {
    ArchitectureSpec spec = target.architecture.spec();
    for (Fanout& fanout : spec.fanouts) fanout.hopEnergy = {};
    return Target::make(target.workload, Architecture::make(spec).value()).value();
}

/// Empty if all figures agree.
std::string disagreement(std::uint64_t number) {
    Rng rng(20260101, number);
    RandomProblem problem = randomProblem(rng, optionsOf(number));
    problem.target = withoutHops(*problem.target);
    const Semantics semantics = semanticsOf(number);
    const Result<Evaluator> evaluator = Evaluator::make(problem.target, semantics);
    if (!evaluator.ok()) return "refused: " + evaluator.errorText();
    const Cost expected = simulateLiterally(problem.mapping, *problem.target, semantics);
    const Cost found = evaluator->evaluate(problem.mapping);
    std::string difference = firstDifference(expected, found, *problem.target);
    const Evaluator::ScratchPtr scratch = evaluator->makeScratch();
    const Score score = evaluator->score(problem.mapping, *scratch);
    if (difference.empty() && score.valid() != expected.valid) difference = "score: validity differs";
    if (difference.empty() && !score.valid() && score.reason != expected.reasons.front())
        difference = "score: another reason";
    if (difference.empty() && score.valid() &&
        (score.cycles != expected.cycles || score.steps != expected.steps || score.energyPj != found.energyPj.value_or(0)))
        difference = "score: cycles, steps or energy differ from evaluate's";
    if (difference.empty()) return {};
    return "case " + std::to_string(number) + ": " + difference + "\n" +
           describeProblem(*problem.target, problem.mapping, semantics);
}

}  // namespace

class LiteralEqualsFastTest : public QObject {
    Q_OBJECT

private slots:
    void everyFigureIsTheSame_data() {
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("end");
        const int count = cases(3000, 200000);
        for (int first = 0; first < count; first += kBatch)
            QTest::addRow("from %d", first) << first << std::min(first + kBatch, count);
    }

    void everyFigureIsTheSame() {
        QFETCH(int, first);
        QFETCH(int, end);
        std::vector<std::string> found(static_cast<std::size_t>(end - first));
        parallelFor(availableThreads(), found.size(),
                    [&](std::size_t i) { found[i] = disagreement(static_cast<std::uint64_t>(first) + i); });
        std::erase_if(found, [](const std::string& text) { return text.empty(); });
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 3); ++i) qWarning("%s", found[i].c_str());
        QCOMPARE(found.size(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(LiteralEqualsFastTest)
#include "literal_equals_fast_test.moc"
