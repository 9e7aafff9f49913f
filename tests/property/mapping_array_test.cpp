// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Steps, lanes, phases and trees of random mappings against the nest executed one iteration after the other.

#include <QtTest>

#include <map>
#include <set>

#include "core/mapping/array.h"
#include "core/mapping/tree.h"
#include "core/model/evaluator.h"
#include "tests/support/cases.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

RandomProblem draw(int number) {
    Rng rng(97, static_cast<std::uint64_t>(number));
    RandomOptions options;
    options.maxMacs = 300;
    options.plainLoops = number % 2 == 0;
    return randomProblem(rng, options);
}

/// One compute: the iteration of every loop and the index in every dimension.
struct Executed {
    Digits digits;
    std::array<std::int64_t, kMaxDimensions> index{};
};

/// A loop makes P trips, but R if every outer loop of its dimension is in its last iteration.
class Execution {
public:
    explicit Execution(const std::vector<Node>& nodes) : m_nodes(nodes) {
        m_now.digits.assign(nodes.size(), 0);
        m_last.fill(true);
        enter(0);
    }
    std::vector<Executed> computes;

private:
    void enter(std::size_t position) {
        if (position == m_nodes.size()) return computes.push_back(m_now);
        const Node& node = m_nodes[position];
        if (!node.isLoop()) return enter(position + 1);
        const bool outerLast = m_last[node.dimension];
        const std::int64_t outer = m_now.index[node.dimension];
        const std::int64_t trips = outerLast ? node.tail : node.bound;
        for (std::int64_t i = 0; i < trips; ++i) {
            m_now.digits[position] = i;
            m_last[node.dimension] = outerLast && i == trips - 1;
            m_now.index[node.dimension] = outer * node.bound + i;
            enter(position + 1);
        }
        m_now.digits[position] = 0;
        m_last[node.dimension] = outerLast;
        m_now.index[node.dimension] = outer;
    }

    const std::vector<Node>& m_nodes;
    Executed m_now;
    std::array<bool, kMaxDimensions> m_last;
};

/// The computes of each step; steps are in the order of the temporal loops' iterations.
std::map<Digits, std::vector<Executed>> stepsOf(const Mapping& mapping) {
    std::map<Digits, std::vector<Executed>> steps;
    for (const Executed& compute : Execution(mapping.nodes).computes) {
        Digits time = compute.digits;
        for (std::size_t i = 0; i < time.size(); ++i)
            if (mapping.nodes[i].kind != NodeKind::temporal) time[i] = 0;
        steps[time].push_back(compute);
    }
    return steps;
}

struct LanePlace {
    std::int64_t instance = 0, x = 0, y = 0;
};
LanePlace placeOf(const Executed& compute, const Mapping& mapping, int fanout) {
    LanePlace place;
    for (std::size_t i = 0; i < mapping.nodes.size(); ++i) {
        const Node& node = mapping.nodes[i];
        if (node.kind != NodeKind::spatial || node.fanout > fanout) continue;
        std::int64_t& number = node.fanout < fanout ? place.instance : node.axis == Axis::x ? place.x : place.y;
        number = number * node.bound + compute.digits[i];
    }
    return place;
}

using Element = std::vector<std::int64_t>;
Element elementOf(const Tensor& tensor, const Executed& compute) {
    Element element;
    for (const Rank& rank : tensor.ranks) {
        std::int64_t position = rank.constant;
        for (const Term& term : rank.terms)
            position += term.coefficient * compute.index[static_cast<std::size_t>(term.dimension)];
        element.push_back(position);
    }
    return element;
}

using Lanes = std::map<std::pair<std::int64_t, std::int64_t>, std::vector<const Executed*>>;

}  // namespace

class MappingArrayPropertyTest : public QObject {
    Q_OBJECT
private slots:
    void stepsAreThoseOfTheModelInTheOrderOfTheNest() {
        for (int number = 0; number < cases(1000); ++number) {
            const RandomProblem one = draw(number);
            const Steps steps(one.mapping);
            const auto executed = stepsOf(one.mapping);
            QCOMPARE(steps.count(), static_cast<std::int64_t>(executed.size()));
            // Hop energies, which some designs have, are not evaluated.
            if (const auto evaluator = Evaluator::make(one.target))
                QCOMPARE(steps.count(), evaluator->evaluate(one.mapping).steps);
            std::int64_t step = 0;
            for (const auto& [time, ignored] : executed) {
                QVERIFY2(steps.digits(step) == time, qPrintable(QString("case %1, step %2").arg(number).arg(step)));
                QCOMPARE(steps.number(time), step);
                ++step;
            }
        }
    }

    void lanesWorkWhenTheyExecute() {
        for (int number = 0; number < cases(600); ++number) {
            const RandomProblem one = draw(number);
            const auto executed = stepsOf(one.mapping);
            for (int fanout = 0; fanout < one.target->architecture.fanoutCount(); ++fanout)
                for (std::int64_t instance = 0; instance < arrayOf(one, fanout, 0).instances(); ++instance)
                    if (!compareArray(one, executed, fanout, instance))
                        QFAIL(qPrintable(
                            QString("case %1, fanout %2, instance %3").arg(number).arg(fanout).arg(instance)));
        }
    }

    void phasesAddUpToAllComputes() {
        for (int number = 0; number < cases(600); ++number) {
            const RandomProblem one = draw(number);
            for (int fanout = 0; fanout < one.target->architecture.fanoutCount(); ++fanout) {
                std::int64_t work = 0;
                for (std::int64_t instance = 0; instance < arrayOf(one, fanout, 0).instances(); ++instance) {
                    const PeArray array = arrayOf(one, fanout, instance);
                    std::int64_t steps = 0;
                    for (const ArrayPhase& phase : array.phases()) {
                        steps += phase.steps;
                        work += phase.work;
                        QCOMPARE(array.at(phase.firstStep).tails, phase.tails);
                    }
                    QCOMPARE(steps, array.steps().count());
                    QCOMPARE(array.at(steps - 1).tails, array.phases().back().tails);
                }
                QCOMPARE(work, one.target->workload.macs());
            }
        }
    }

    void tilesOfEveryBandCoverTheDimension() {
        for (int number = 0; number < cases(1000); ++number) {
            const RandomProblem one = draw(number);
            for (int d = 0; d < one.target->workload.dimensionCount(); ++d) {
                const TilingTree tree = tilingTree(one.mapping, one.target->workload, d);
                for (const TreeBand& band : tree.bands) {
                    std::int64_t end = 0;
                    for (const TileRun& run : band.tiles) {
                        QCOMPARE(run.first, end);
                        end = run.first + run.extent * run.count;
                    }
                    QCOMPARE(end, tree.bound);
                    QCOMPARE(band.count(), tilesExecuted(one, band));
                }
            }
        }
    }

private:
    static PeArray arrayOf(const RandomProblem& one, int fanout, std::int64_t instance) {
        return {one.mapping, one.target->workload, one.target->architecture, fanout, instance};
    }

    static std::int64_t tilesExecuted(const RandomProblem& one, const TreeBand& band) {
        std::set<std::int64_t> starts;
        for (const Executed& compute : Execution(one.mapping.nodes).computes)
            starts.insert(compute.index[one.mapping.nodes[static_cast<std::size_t>(band.node)].dimension] /
                          band.extent);
        return static_cast<std::int64_t>(starts.size());
    }

    static bool compareArray(const RandomProblem& one, const std::map<Digits, std::vector<Executed>>& executed,
                             int fanout, std::int64_t instance) {
        const PeArray array = arrayOf(one, fanout, instance);
        std::int64_t number = 0;
        std::set<std::pair<std::int64_t, std::int64_t>> everUsed;
        std::vector<Lanes> all;
        for (const auto& [time, computes] : executed) {
            Lanes lanes;
            for (const Executed& compute : computes) {
                const LanePlace place = placeOf(compute, one.mapping, fanout);
                if (place.instance != instance) continue;
                lanes[{place.x, place.y}].push_back(&compute);
                everUsed.insert({place.x, place.y});
            }
            all.push_back(std::move(lanes));
        }
        for (const Lanes& lanes : all)
            if (!compareStep(one, array, array.at(number++), lanes, everUsed)) return false;
        return true;
    }

    static bool compareStep(const RandomProblem& one, const PeArray& array, const ArrayStep& step, const Lanes& lanes,
                            const std::set<std::pair<std::int64_t, std::int64_t>>& everUsed) {
        std::int64_t work = 0;
        for (std::int64_t y = 0; y < array.y(); ++y)
            for (std::int64_t x = 0; x < array.x(); ++x) {
                const auto lane = lanes.find({x, y});
                const LaneState expected = lane != lanes.end()         ? LaneState::works
                                           : everUsed.contains({x, y}) ? LaneState::tail
                                                                       : LaneState::unused;
                if (array.state(step, x, y) != expected) return false;
                if (lane == lanes.end()) continue;
                work += static_cast<std::int64_t>(lane->second.size());
                for (int d = 0; d < one.target->workload.dimensionCount(); ++d)
                    if (array.index(step, d, array.laneOf(d, x, y)) !=
                        lane->second.front()->index[static_cast<std::size_t>(d)])
                        return false;
            }
        if (step.work != work || step.lanes != static_cast<std::int64_t>(lanes.size())) return false;
        return std::all_of(one.target->workload.tensors().begin(), one.target->workload.tensors().end(),
                           [&](const Tensor& tensor) { return compareSharing(array, step, lanes, tensor); });
    }

    static bool compareSharing(const PeArray& array, const ArrayStep& step, const Lanes& lanes, const Tensor& tensor) {
        const Sharing sharing = array.sharing(step, tensor);
        std::map<Element, int> groups;
        std::set<int> seen;
        for (const auto& [place, computes] : lanes) {
            const int group = sharing.group[static_cast<std::size_t>(place.second * array.usedX() + place.first)];
            const auto [entry, isNew] = groups.try_emplace(elementOf(tensor, *computes.front()), group);
            if (entry->second != group || group < 0 || group >= std::max(sharing.groups, 1)) return false;
            if (isNew && !seen.insert(group).second) return false;
        }
        return static_cast<int>(groups.size()) == sharing.groups;
    }
};

QTEST_APPLESS_MAIN(MappingArrayPropertyTest)
#include "mapping_array_test.moc"
