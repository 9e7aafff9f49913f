// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=600 unsanitized
// Every figure of a Cost has a derivation, and it evaluates to exactly that figure: on random small problems under every
// semantics, with networks and directives, integers and doubles to the last bit. The counts are also those of the literal
// simulator.

#include <QtTest>

#include <algorithm>

#include "core/base/parallel.h"
#include "core/mapping/nest.h"
#include "core/model/brute_force/literal.h"
#include "core/model/explain/explain.h"
#include "tests/support/cases.h"
#include "tests/support/cost_diff.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// Every third case under the default rules, or Timeloop's; the others under all combinations in turn.
Semantics semanticsOf(std::uint64_t number) {
    if (number % 6 == 0) return {};
    if (number % 6 == 3) return timeloopSemantics();
    return {.halo = number % 2 ? Halo::box : Halo::exact,
            .window = number / 2 % 2 ? Window::oneAxis : Window::set,
            .multicast = std::array{Multicast::equal, Multicast::distinct, Multicast::none}[number / 4 % 3],
            .drainRead = number / 12 % 2 == 1,
            .padding = number / 24 % 4 == 1,
            .perNetwork = number / 5 % 3 == 1,
            .linkTransfers = number / 7 % 4 == 1,
            .fullSteps = number / 11 % 3 == 1,
            .returnHops = number / 13 % 3 != 1};
}

/// Now and then, directives of the mapping.
void addDirectives(Rng& rng, const Target& target, Mapping& mapping) {
    for (const KeyEntry<Directive>& directive : keyTable(Directive{})) {
        const auto places = static_cast<std::uint64_t>(isOfLevel(directive.value) ? target.architecture.levelCount()
                                                                                  : target.architecture.fanoutCount());
        if (places == 0 || !chance(rng, 40)) continue;
        mapping.directives.push_back({directive.value, static_cast<std::uint8_t>(rng.below(places)),
                                      static_cast<std::uint16_t>(rng.below(target.allTensors()) + 1)});
    }
}

/// Every fourth case has hops to count: those are looked at child by child.
RandomProblem draw(std::uint64_t number) {
    Rng rng(20261128, number);
    RandomProblem problem = randomProblem(rng, {.maxMacs = number % 10 == 0 ? 2000 : 400,
                                                .threeTerms = number % 7 == 0,
                                                .padding = number / 24 % 4 == 1,
                                                .plainLoops = number % 4 != 0});
    if (number / 3 % 4 != 1) {
        ArchitectureSpec spec = problem.target->architecture.spec();
        for (Fanout& fanout : spec.fanouts) fanout.hopEnergy = {};
        problem.target = Target::make(problem.target->workload, Architecture::make(spec).value()).value();
    }
    if (number % 5 == 1) addDirectives(rng, *problem.target, problem.mapping);
    return problem;
}

std::string textOf(Number number) {
    return std::visit([](auto value) { return std::to_string(value); }, number);
}

/// What a Cost doesn't hold, counted otherwise.
Number elsewhere(const FigureId& id, const Explainer& explainer, const std::vector<NestLine>& lines) {
    const Cost& cost = explainer.cost();
    const Target& target = explainer.target();
    if (id.kind == CostFigure::idle) return cost.steps * target.architecture.computeInstances() - cost.computes;
    const TargetLevel& level = target.levels[static_cast<std::size_t>(id.level)];
    const int part = id.tensor < 0 ? 0 : level.part[static_cast<std::size_t>(id.tensor)];
    std::int64_t bits = 0;
    for (const NestLine& line : lines) {
        if (line.kind != NodeKind::store || line.level != id.level) continue;
        for (const StoredTile& tile : line.tiles) {
            if (tile.part != part) continue;
            const auto& own =
                cost.levels[static_cast<std::size_t>(id.level)].tensors[static_cast<std::size_t>(tile.tensor)];
            bits += own.tile * level.wordBits[static_cast<std::size_t>(tile.tensor)];
        }
    }
    return bits;
}

/// Leaves speak of nodes that are loops of the mapping.
bool hasBadNode(const Expression& expression, const Mapping& mapping) {
    for (const int node : nodesOf(expression))
        if (node < 0 || node >= static_cast<int>(mapping.nodes.size()) ||
            !mapping.nodes[static_cast<std::size_t>(node)].isLoop())
            return true;
    return false;
}

/// What is wrong with a figure's derivation; empty if nothing is.
std::string faultOf(const FigureId& id, const Derivation& derivation, const Explainer& explainer,
                    const std::vector<NestLine>& lines, const Cost& literal) {
    const Result<FigureId> again = parseFigure(derivation.name, explainer.target());
    if (!again || !(*again == id)) return "is not read back";
    if (hasBadNode(derivation.expression, explainer.mapping())) return "a node that is no loop";
    const Number found = derivation.value();
    const auto counted = valueOf(id, literal);
    if (counted && std::holds_alternative<std::int64_t>(*counted) && !isEqual(found, *counted))
        return "the literal simulator says " + textOf(*counted) + ", derived " + textOf(found);
    if (id.kind == CostFigure::idle && id.fanout >= 0) return {};
    const auto expected = valueOf(id, explainer.cost());
    const Number value = expected ? *expected : elsewhere(id, explainer, lines);
    if (!isEqual(found, value)) return textOf(value) + " expected, " + textOf(found) + " derived";
    return {};
}

struct Idle {
    std::int64_t all = 0, ofNetworks = 0;
};

/// Tails of temporal loops leave all lanes idle if they take full steps.
bool isWrong(const Idle& idle, const Semantics& semantics) {
    return semantics.fullSteps ? idle.ofNetworks > idle.all : idle.ofNetworks != idle.all;
}

/// Empty if all figures agree.
std::string disagreement(std::uint64_t number) {
    const RandomProblem problem = draw(number);
    const Semantics semantics = semanticsOf(number);
    const auto failure = [&](const std::string& what) {
        return "case " + std::to_string(number) + ": " + what + "\n" +
               describeProblem(*problem.target, problem.mapping, semantics);
    };
    Result<Explainer> explainer = Explainer::make(problem.target, problem.mapping, semantics);
    if (!explainer) return failure("refused: " + explainer.errorText());
    const Cost literal = simulateLiterally(problem.mapping, *problem.target, semantics);
    const std::vector<NestLine> lines = describeNest(problem.mapping, *problem.target);
    if (explainer->figures() != figuresOf(explainer->cost(), *problem.target)) return failure("not all figures listed");
    Idle idle;
    for (const FigureId& id : explainer->figures()) {
        const std::string name = toText(id, *problem.target);
        const Result<Derivation> derivation = explainer->explain(id);
        if (!derivation) return failure(name + " has no derivation: " + derivation.errorText());
        if (const std::string fault = faultOf(id, *derivation, *explainer, lines, literal); !fault.empty())
            return failure(name + ": " + fault);
        if (id.kind == CostFigure::idle)
            (id.fanout < 0 ? idle.all : idle.ofNetworks) += std::get<std::int64_t>(derivation->value());
    }
    if (isWrong(idle, semantics)) return failure("the networks' idle lane steps don't sum up");
    return {};
}

}  // namespace

class ExplainEvaluatesTest : public QObject {
    Q_OBJECT

private slots:
    void everyDerivationEvaluatesToItsFigure() {
        const int count = cases(2000, 40000);
        std::vector<std::string> found(static_cast<std::size_t>(count));
        parallelFor(availableThreads(), found.size(), [&](std::size_t i) { found[i] = disagreement(i); });
        std::erase_if(found, [](const std::string& text) { return text.empty(); });
        for (std::size_t i = 0; i < std::min<std::size_t>(found.size(), 5); ++i) qWarning("%s", found[i].c_str());
        QCOMPARE(found.size(), std::size_t{0});
    }
};

QTEST_APPLESS_MAIN(ExplainEvaluatesTest)
#include "explain_evaluates_test.moc"
