// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=1800
// The closed forms and the event walk against the literal simulator, figure by figure, on random small problems under
// every semantics, with networks and directives: 10,000 cases. LAPIDARY_DEEP=1 runs 200,000.

#include <QtTest>

#include <algorithm>

#include "core/base/parallel.h"
#include "core/model/brute_force/literal.h"
#include "core/model/evaluator.h"
#include "tests/support/cases.h"
#include "tests/support/cost_diff.h"
#include "tests/support/problem.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr int kBatch = 1000;  // at most so many in one row

/// Every second case under the default, the reference's or Timeloop's rules, the others under all combinations in turn.
Semantics semanticsOf(std::uint64_t number) {
    if (number % 4 == 0) return {};
    if (number % 8 == 2) return exactReferenceSemantics();
    if (number % 8 == 6) return timeloopSemantics();
    const std::uint64_t choice = number / 2;
    return {.halo = choice % 2 ? Halo::box : Halo::exact,
            .window = choice / 2 % 2 ? Window::oneAxis : Window::set,
            .multicast = std::array{Multicast::equal, Multicast::distinct, Multicast::none}[choice / 4 % 3],
            .drainRead = choice / 12 % 2 == 1,
            .padding = choice / 24 % 2 == 1,
            .perNetwork = choice / 3 % 2 == 1,
            .linkTransfers = choice / 5 % 2 == 1,
            .fullSteps = choice / 7 % 3 == 1,
            .returnHops = choice / 11 % 3 != 1};
}

RandomOptions optionsOf(std::uint64_t number) {
    RandomOptions options;
    options.maxMacs = number % 10 == 0 ? 2000 : 400;
    options.threeTerms = number % 5 == 0;
    options.plainLoops = number % 3 != 0;
    options.padding = number % 2 == 1;
    return options;
}

/// Only every fourth case has hops to count: those are looked at child by child.
TargetPtr withoutHops(const Target& target) {
    ArchitectureSpec spec = target.architecture.spec();
    for (Fanout& fanout : spec.fanouts) fanout.hopEnergy = {};
    return Target::make(target.workload, Architecture::make(spec).value()).value();
}

/// Now and then, directives of the mapping.
void addDirectives(Rng& rng, const Target& target, Mapping& mapping) {
    for (const Directive directive :
         {Directive::noReuse, Directive::rmwFirstUpdate, Directive::noMulticast, Directive::noLinkTransfer}) {
        const auto places = static_cast<std::uint64_t>(isOfLevel(directive) ? target.architecture.levelCount()
                                                                            : target.architecture.fanoutCount());
        if (places == 0 || !chance(rng, 40)) continue;
        mapping.directives.push_back({directive, static_cast<std::uint8_t>(rng.below(places)),
                                      static_cast<std::uint16_t>(rng.below(target.allTensors()) + 1)});
    }
}

RandomProblem general(std::uint64_t number) {
    Rng rng(20260101, number);
    return randomProblem(rng, optionsOf(number));
}

/// Two dimensions of one rank are unrolled with tails: children on a diagonal want the same words.
bool hasDiagonal(const RandomProblem& problem) {
    const auto unrolled = [&](const Term& term) {
        return std::any_of(problem.mapping.nodes.begin(), problem.mapping.nodes.end(), [&](const Node& node) {
            return node.kind == NodeKind::spatial && node.dimension == term.dimension && node.bound > 1;
        });
    };
    for (const Tensor& tensor : problem.target->workload.tensors())
        for (const Rank& rank : tensor.ranks)
            if (std::count_if(rank.terms.begin(), rank.terms.end(), unrolled) > 1) return true;
    return false;
}

RandomProblem diagonal(std::uint64_t number) {
    Rng rng(20260202, number);
    for (;;) {
        RandomProblem problem =
            randomProblem(rng, {.maxMacs = number % 4 == 0 ? 2000 : 500, .threeTerms = number % 8 == 0});
        if (hasDiagonal(problem)) return problem;
    }
}

/// A 1-D convolution on an array, both window dimensions unrolled over tiles with tails: tiles of different extents can
/// be the same words.
RandomProblem corner(std::uint64_t number) {
    Rng rng(20260606, number);
    const auto loopsOf = [&](int dimension) {
        return std::vector{temporal(dimension, between(rng, 1, 3), 1),
                           spatial(dimension, between(rng, 1, 4), 1, 0, dimension == 0 ? Axis::x : Axis::y),
                           temporal(dimension, between(rng, 1, 3), 1)};
    };
    const std::vector<Node> p = loopsOf(0), r = loopsOf(1);
    const auto covered = [&](const std::vector<Node>& loops) {
        const std::int64_t inside = loops[1].bound * loops[2].bound;
        return between(rng, inside * (loops[0].bound - 1) + 1, inside * loops[0].bound);
    };
    const std::int64_t m = between(rng, 1, 3);
    const Rank window{.terms = {{0, between(rng, 1, 3)}, {1, between(rng, 1, 3)}}};
    const auto plain = [](int dimension) { return Rank{.terms = {{dimension, 1}}}; };
    Workload workload =
        Workload::make("corner", {{"p", {}, covered(p)}, {"r", {}, covered(r)}, {"m", {}, m}},
                       {{.name = "W", .role = "weight", .ranks = {plain(2), plain(1)}},
                        {.name = "I", .role = "input", .ranks = {window}},
                        {.name = "O", .role = "output", .isOutput = true, .ranks = {plain(2), plain(0)}}})
            .value();
    std::vector<Node> outside{p[0], r[0], temporal(2, m, m)};
    shuffle(rng, outside);
    Mapping mapping{{store(0, 7), outside[0], outside[1], outside[2], p[1], r[1], store(1, 7), r[2], p[2]}, {}};
    if (!completeTails(mapping, workload)) qFatal("corner: tails");
    ArchitectureSpec design = ladder({"DRAM", "PE 4x4", "spad"});
    return {Target::make(std::move(workload), Architecture::make(design).value()).value(), std::move(mapping)};
}

/// The same convolution on two nested arrays, with or without a Store between them, loops of either dimension on either.
RandomProblem meshes(std::uint64_t number) {
    Rng rng(20260909, number);
    const std::int64_t m = between(rng, 1, 3);
    std::vector<Node> outside, first, second, inside;
    const auto loopsOf = [&](int dimension) {
        std::vector<Node> own{temporal(dimension, between(rng, 1, 3), 1),
                              spatial(dimension, between(rng, 1, 3), 1, 0, chance(rng, 50) ? Axis::x : Axis::y),
                              spatial(dimension, between(rng, 1, 3), 1, 1, chance(rng, 50) ? Axis::x : Axis::y),
                              temporal(dimension, between(rng, 1, 2), 1)};
        if (chance(rng, 40)) own[1].bound = 1;
        if (chance(rng, 40)) own[2].bound = 1;
        outside.push_back(own[0]);
        first.push_back(own[1]);
        second.push_back(own[2]);
        inside.push_back(own[3]);
        const std::int64_t below = own[1].bound * own[2].bound * own[3].bound;
        return between(rng, below * (own[0].bound - 1) + 1, below * own[0].bound);
    };
    const std::int64_t p = loopsOf(0), r = loopsOf(1);
    (chance(rng, 50) ? outside : inside).push_back(temporal(2, m, m));
    for (std::vector<Node>* block : {&outside, &first, &second, &inside}) shuffle(rng, *block);
    const auto plain = [](int dimension) { return Rank{.terms = {{dimension, 1}}}; };
    Workload workload =
        Workload::make("meshes", {{"p", {}, p}, {"r", {}, r}, {"m", {}, m}},
                       {{.name = "W", .role = "weight", .ranks = {plain(2), plain(1)}},
                        {.name = "I", .role = "input", .ranks = {{.terms = {{0, between(rng, 1, 2)}, {1, 1}}}}},
                        {.name = "O", .role = "output", .isOutput = true, .ranks = {plain(2), plain(0)}}})
            .value();
    Mapping mapping{{store(0, 7)}, {}};
    const auto add = [&](const std::vector<Node>& nodes) {
        mapping.nodes.insert(mapping.nodes.end(), nodes.begin(), nodes.end());
    };
    add(outside);
    add(first);
    if (const auto kept = static_cast<unsigned>(rng.below(8))) mapping.nodes.push_back(store(1, kept));
    add(second);
    if (const auto kept = static_cast<unsigned>(rng.below(8))) mapping.nodes.push_back(store(2, kept));
    add(inside);
    if (!completeTails(mapping, workload)) qFatal("meshes: tails");
    ArchitectureSpec design = ladder({"DRAM", "A 9x9", "MID", "B 9x9", "spad"});
    for (Fanout& fanout : design.fanouts)
        if (chance(rng, 50)) fanout.hopEnergy.value = 0.25;
    return {Target::make(std::move(workload), Architecture::make(design).value()).value(), std::move(mapping)};
}

/// One dimension of many steps slides a window: histories repeat.
RandomProblem longWindow(std::uint64_t number) {
    Rng rng(20260303, number);
    for (;;) {
        RandomProblem problem = randomProblem(rng, {.maxMacs = 3000, .maxLevels = 3});
        const auto isLong = [](const Node& node) { return node.kind == NodeKind::temporal && node.bound >= 6; };
        const auto& tensors = problem.target->workload.tensors();
        const bool windowed = std::any_of(tensors.begin(), tensors.end(), [](const Tensor& tensor) {
            return std::any_of(tensor.ranks.begin(), tensor.ranks.end(),
                               [](const Rank& rank) { return rank.terms.size() > 1; });
        });
        if (windowed && std::any_of(problem.mapping.nodes.begin(), problem.mapping.nodes.end(), isLong)) return problem;
    }
}

/// Outputs whose tiles overlap, as in a transposed convolution.
RandomProblem windowedOutput(std::uint64_t number) {
    Rng rng(20260404, number);
    const auto draw = [&](std::int64_t most) { return between(rng, 1, most); };
    const Rank window{.terms = {{0, draw(3)}, {1, draw(3)}}};
    const Tensor output{.name = "O", .role = "output", .isOutput = true, .ranks = {{.terms = {{3, 1}}}, window}};
    const Tensor weight{
        .name = "W", .role = "weight", .ranks = {{.terms = {{3, 1}}}, {.terms = {{2, 1}}}, {.terms = {{1, 1}}}}};
    const Tensor input{.name = "I", .role = "input", .ranks = {{.terms = {{2, 1}}}, {.terms = {{0, 1}}}}};
    Workload workload =
        Workload::make("transposed", {{"p", {}, draw(8)}, {"r", {}, draw(6)}, {"c", {}, draw(3)}, {"m", {}, draw(3)}},
                       {weight, input, output})
            .value();
    const RandomOptions options;
    for (;;) {
        const auto target = Target::make(workload, randomArchitecture(rng, workload, options));
        if (target.ok()) return {*target, randomMapping(rng, **target, options)};
    }
}

/// Part of the windows lies in zeros around the data.
RandomProblem zeros(std::uint64_t number) {
    Rng rng(20260707, number);
    const auto isClipped = [](const Tensor& tensor) {
        return std::any_of(tensor.ranks.begin(), tensor.ranks.end(),
                           [](const Rank& rank) { return rank.dataExtent > 0; });
    };
    for (;;) {
        RandomProblem problem = randomProblem(
            rng, {.maxMacs = number % 4 == 0 ? 2000 : 500, .threeTerms = number % 8 == 0, .padding = true});
        const auto& tensors = problem.target->workload.tensors();
        if (std::any_of(tensors.begin(), tensors.end(), isClipped)) return problem;
    }
}

/// Some bounds are smaller than what the loops cover.
RandomProblem padded(std::uint64_t number) {
    Rng rng(20260505, number);
    RandomProblem problem = randomProblem(rng, optionsOf(number));
    std::vector<std::int64_t> bounds;
    for (const Dimension& dimension : problem.target->workload.dimensions()) {
        problem.mapping.paddedBounds.push_back(dimension.bound);
        bounds.push_back(between(rng, (dimension.bound + 1) / 2, dimension.bound));
    }
    problem.target =
        Target::make(problem.target->workload.withBounds(bounds).value(), problem.target->architecture).value();
    return problem;
}

using Draw = RandomProblem (*)(std::uint64_t number);

/// Empty if all figures agree.
std::string disagreement(Draw draw, std::uint64_t number) {
    RandomProblem problem = draw(number);
    if (number % 4 != 1 && draw != meshes) problem.target = withoutHops(*problem.target);
    Rng more(20260808, number);
    if (number % 5 == 1) addDirectives(more, *problem.target, problem.mapping);
    Semantics semantics = semanticsOf(number);
    if (draw == zeros) semantics.padding = true;
    if (draw == meshes) semantics.perNetwork = semantics.linkTransfers = true;
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
        (score.cycles != expected.cycles || score.steps != expected.steps ||
         score.energyPj != found.energyPj.value_or(0)))
        difference = "score: cycles, steps or energy differ from evaluate's";
    if (difference.empty()) return {};
    return "case " + std::to_string(number) + ": " + difference + "\n" +
           describeProblem(*problem.target, problem.mapping, semantics);
}

}  // namespace

Q_DECLARE_METATYPE(Draw)

class LiteralEqualsFastTest : public QObject {
    Q_OBJECT

private slots:
    void everyFigureIsTheSame_data() {
        QTest::addColumn<Draw>("draw");
        QTest::addColumn<int>("first");
        QTest::addColumn<int>("end");
        const auto add = [](const char* name, Draw draw, int count) {
            for (int first = 0; first < count; first += kBatch)
                QTest::addRow("%s from %d", name, first) << draw << first << std::min(first + kBatch, count);
        };
        add("general", general, cases(5000, 100000));
        add("diagonal", diagonal, cases(800, 16000));
        add("corner", corner, cases(1200, 24000));
        add("meshes", meshes, cases(600, 12000));
        add("long window", longWindow, cases(300, 6000));
        add("windowed output", windowedOutput, cases(400, 8000));
        add("padded", padded, cases(400, 8000));
        add("zeros", zeros, cases(1300, 26000));
    }

    void everyFigureIsTheSame() {
        QFETCH(Draw, draw);
        QFETCH(int, first);
        QFETCH(int, end);
        std::vector<std::string> found(static_cast<std::size_t>(end - first));
        parallelFor(availableThreads(), found.size(),
                    [&](std::size_t i) { found[i] = disagreement(draw, static_cast<std::uint64_t>(first) + i); });
        std::erase_if(found, [](const std::string& text) { return text.empty(); });
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 3); ++i) qWarning("%s", found[i].c_str());
        QCOMPARE(found.size(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(LiteralEqualsFastTest)
#include "literal_equals_fast_test.moc"
