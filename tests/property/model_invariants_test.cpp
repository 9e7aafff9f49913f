// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Laws of the cost model that hold whatever the mapping (docs/models/reuse.md), on random small problems.

#include <QtTest>

#include <algorithm>

#include "core/model/evaluator.h"
#include "tests/support/cases.h"
#include "tests/support/cost_diff.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr int kCases = 1000;

struct Sample {
    Rng rng;
    RandomProblem problem;
    Semantics semantics;

    explicit Sample(int number) : rng(4711, static_cast<std::uint64_t>(number)), problem(randomProblem(rng)) {
        if (number % 2) semantics = exactReferenceSemantics();
    }
    Cost cost() const { return costOf(*problem.target, problem.mapping, semantics); }

    static Cost costOf(const TargetPtr& target, const Mapping& mapping, const Semantics& rules) {
        return Evaluator::make(target, rules).value().evaluate(mapping);
    }
    static Cost costOf(const Target& target, const Mapping& mapping, const Semantics& rules) {
        return costOf(std::make_shared<const Target>(target), mapping, rules);
    }
};

/// A random order of 0 .. count - 1: new place of each.
std::vector<int> shuffled(Rng& rng, int count) {
    std::vector<int> places;
    for (int i = 0; i < count; ++i) places.push_back(i);
    shuffle(rng, places);
    return places;
}

template <class T>
std::vector<T> rearranged(const std::vector<T>& items, const std::vector<int>& places) {
    std::vector<T> result(items.size());
    for (std::size_t i = 0; i < items.size(); ++i) result[static_cast<std::size_t>(places[i])] = items[i];
    return result;
}

unsigned rearrangedMask(unsigned mask, const std::vector<int>& places) {
    unsigned result = 0;
    for (std::size_t i = 0; i < places.size(); ++i)
        if (mask >> i & 1) result |= 1u << places[i];
    return result;
}

/// First and last Store of a tensor: level indices.
std::pair<std::size_t, std::size_t> outermostAndInnermost(const Mapping& mapping, int tensor) {
    std::vector<std::size_t> levels;
    for (const Node& node : mapping.nodes)
        if (!node.isLoop() && node.tensors >> tensor & 1) levels.push_back(node.level);
    return {levels.front(), levels.back()};
}

}  // namespace

class ModelInvariantsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingIsNegativeAndOutermostFillsAreZero() {
        for (int i = 0; i < cases(kCases); ++i) {
            const Sample sample(i);
            const Cost cost = sample.cost();
            for (const LevelCost& level : cost.levels)
                for (const TensorCost& t : level.tensors)
                    for (const std::int64_t count :
                         {t.tile, t.reads, t.fills, t.updates, t.accesses, t.delivered, t.drains, t.accumulateReads,
                          t.refetchReads, t.spatialReductions, t.distinct})
                        QVERIFY2(count >= 0, qPrintable(QString("case %1").arg(i)));
            for (int t = 0; t < sample.problem.target->workload.tensorCount(); ++t) {
                const auto outermost = outermostAndInnermost(sample.problem.mapping, t).first;
                QCOMPARE(cost.levels[outermost].tensors[static_cast<std::size_t>(t)].fills, 0);
            }
        }
    }

    void utilizationIsAtMostOne() {
        for (int i = 0; i < cases(kCases); ++i) {
            const Cost cost = Sample(i).cost();
            if (!cost.valid) continue;
            QVERIFY(cost.utilization > 0 && cost.utilization <= 1);
            QVERIFY(cost.throughputUtilization <= cost.utilization);
        }
    }

    // Each MAC's product either is the first to touch its element, or is added to what is there, or meets another
    // lane's on the way.
    void everyProductIsAddedOrMergedOrFirst() {
        for (int i = 0; i < cases(kCases); ++i) {
            const Sample sample(i);
            const Cost cost = sample.cost();
            for (int t = 0; t < sample.problem.target->workload.tensorCount(); ++t) {
                if (!sample.problem.target->workload.tensors()[static_cast<std::size_t>(t)].isOutput) continue;
                const auto innermost = outermostAndInnermost(sample.problem.mapping, t).second;
                const TensorCost& z = cost.levels[innermost].tensors[static_cast<std::size_t>(t)];
                QCOMPARE(z.accumulateReads + z.spatialReductions, cost.computes - z.distinct);
                QVERIFY(z.distinct >= sample.problem.target->workload.tensorSize(t));
            }
        }
    }

    void loopsOfOneTripChangeNothing() {
        for (int i = 0; i < cases(kCases); ++i) {
            Sample sample(i);
            Mapping more = sample.problem.mapping;
            for (int n = 0; n < 3; ++n) {
                const auto dimension = static_cast<int>(
                    sample.rng.below(static_cast<std::uint64_t>(sample.problem.target->workload.dimensionCount())));
                const auto backing = static_cast<std::int64_t>(
                    std::find_if(more.nodes.begin(), more.nodes.end(),
                                 [](const Node& node) { return node.isLoop() || node.level > 0; }) -
                    more.nodes.begin());
                const auto place = between(sample.rng, backing, static_cast<std::int64_t>(more.nodes.size()));
                more.nodes.insert(more.nodes.begin() + place, temporal(dimension, 1, 1));
            }
            const std::string found = firstDifference(
                sample.cost(), Sample::costOf(sample.problem.target, more, sample.semantics), *sample.problem.target);
            QVERIFY2(found.empty(), found.c_str());
        }
    }

    void orderOfDimensionsChangesNothing() {
        for (int i = 0; i < cases(kCases); ++i) {
            Sample sample(i);
            const Workload& workload = sample.problem.target->workload;
            const std::vector<int> places = shuffled(sample.rng, workload.dimensionCount());
            std::vector<Tensor> tensors = workload.tensors();
            for (Tensor& tensor : tensors)
                for (Rank& rank : tensor.ranks)
                    for (Term& term : rank.terms) term.dimension = places[static_cast<std::size_t>(term.dimension)];
            Mapping mapping = sample.problem.mapping;
            for (Node& node : mapping.nodes)
                if (node.isLoop()) node.dimension = static_cast<std::uint8_t>(places[node.dimension]);
            const Workload other = Workload::make("other", rearranged(workload.dimensions(), places), tensors).value();
            const TargetPtr target = Target::make(other, sample.problem.target->architecture).value();
            Cost expected = sample.cost(), found = Sample::costOf(target, mapping, sample.semantics);
            expected.reasons.clear();  // they name dimensions by number
            found.reasons.clear();
            const std::string difference = firstDifference(expected, found, *sample.problem.target);
            QVERIFY2(difference.empty(), difference.c_str());
        }
    }

    void orderOfTensorsChangesNothing() {
        for (int i = 0; i < cases(kCases); ++i) {
            Sample sample(i);
            const Workload& workload = sample.problem.target->workload;
            const std::vector<int> places = shuffled(sample.rng, workload.tensorCount());
            Mapping mapping = sample.problem.mapping;
            for (Node& node : mapping.nodes)
                if (!node.isLoop()) node.tensors = static_cast<std::uint16_t>(rearrangedMask(node.tensors, places));
            const Workload other =
                Workload::make("other", workload.dimensions(), rearranged(workload.tensors(), places)).value();
            const TargetPtr target = Target::make(other, sample.problem.target->architecture).value();
            Cost expected = sample.cost();
            for (LevelCost& level : expected.levels) level.tensors = rearranged(level.tensors, places);
            for (NetworkCost& network : expected.networks)
                if (network.modelled) network.tensors = rearranged(network.tensors, places);
            Cost found = Sample::costOf(target, mapping, sample.semantics);
            expected.reasons.clear();  // they name tensors by number
            found.reasons.clear();
            const std::string difference = firstDifference(expected, found, *target);
            QVERIFY2(difference.empty(), difference.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(ModelInvariantsTest)
#include "model_invariants_test.moc"
