// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// compat accelforge equals its definition, executed: every compute of a small problem is visited, and a Store's words are
// the distinct pairs of (setting of the loops outside it that count, element).

#include <QtTest>

#include <map>
#include <set>

#include "core/model/compat/accelforge.h"
#include "tests/support/cases.h"
#include "tests/support/cost_diff.h"
#include "tests/support/problem.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr int kCases = 600;

using Index = std::vector<std::int64_t>;  ///< one number per node, -1 where it isn't asked for

/// One compute: the iteration of every loop, and the index in every dimension.
struct Visit {
    Index iterations, point;
};

class Execution {
public:
    explicit Execution(const RandomProblem& problem) : m_nodes(problem.mapping.nodes), m_last(kMaxDimensions, true) {
        m_visit.iterations.assign(m_nodes.size(), 0);
        m_visit.point.assign(kMaxDimensions, 0);
        enter(0);
    }
    std::vector<Visit> visits;

private:
    void enter(std::size_t at) {
        if (at == m_nodes.size()) return visits.push_back(m_visit);
        const Node& node = m_nodes[at];
        if (!node.isLoop()) return enter(at + 1);
        const bool last = m_last[node.dimension];
        const std::int64_t outer = m_visit.point[node.dimension], trips = last ? node.tail : node.bound;
        for (std::int64_t i = 0; i < trips; ++i) {
            m_last[node.dimension] = last && i == trips - 1;
            m_visit.iterations[at] = i;
            m_visit.point[node.dimension] = outer * node.bound + i;
            enter(at + 1);
        }
        m_last[node.dimension] = last;
        m_visit.point[node.dimension] = outer;
    }

    const std::vector<Node>& m_nodes;
    std::vector<bool> m_last;
    Visit m_visit;
};

/// Words by instance.
using Counts = std::map<Index, std::int64_t>;
std::int64_t total(const Counts& counts) {
    std::int64_t sum = 0;
    for (const auto& [instance, words] : counts) sum += words;
    return sum;
}

class Judge {
public:
    explicit Judge(const RandomProblem& problem)
        : m_mapping(problem.mapping), m_target(*problem.target), m_execution(problem) {}

    /// Empty if all is equal.
    std::string differences(const Cost& cost) {
        for (std::size_t t = 0; t < m_target.workload.tensors().size(); ++t) judgeTensor(t, cost);
        for (const auto& [level, byInstance] : m_reads) {
            std::int64_t most = 0;
            for (const auto& [instance, words] : byInstance) most = std::max(most, words);
            expect(std::string("busiest reads ").append(std::to_string(level)), most, cost.levels[level].readWords);
        }
        std::set<Index> steps;
        for (const Visit& visit : m_execution.visits)
            steps.insert(
                picked(visit, [this](std::size_t i) { return m_mapping.nodes[i].kind == NodeKind::temporal; }));
        expect("steps", static_cast<std::int64_t>(steps.size()), cost.steps);
        return m_text;
    }

private:
    template <class Keep>
    Index picked(const Visit& visit, const Keep& keep) const {
        Index index;
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
            index.push_back(m_mapping.nodes[i].isLoop() && keep(i) ? visit.iterations[i] : -1);
        return index;
    }

    Index element(std::size_t t, const Visit& visit) const {
        Index place;
        for (const Rank& rank : m_target.workload.tensors()[t].ranks) {
            std::int64_t position = 0;
            for (const Term& term : rank.terms)
                position += term.coefficient * visit.point[static_cast<std::size_t>(term.dimension)];
            place.push_back(position);
        }
        return place;
    }

    bool spatialBefore(std::size_t i, std::size_t node) const {
        return i < node && m_mapping.nodes[i].kind == NodeKind::spatial;
    }

    /// Distinct (setting, element) pairs, by the instance whose lanes lie before `owner`.
    template <class Keep>
    Counts count(std::size_t t, const Keep& counts, std::size_t owner) const {
        std::set<std::pair<Index, Index>> pairs;
        Counts result;
        for (const Visit& visit : m_execution.visits)
            if (pairs.emplace(picked(visit, counts), element(t, visit)).second)
                ++result[picked(visit, [&](std::size_t i) { return spatialBefore(i, owner); })];
        return result;
    }

    /// Loops outside a Store that don't make it fetch anew: by position where Stores stand apart; in a classic mapping also
    /// those that don't index the tensor between it and the next Store, unless they have to stay outside of a fanout.
    std::set<std::size_t> ignored(std::size_t t, std::size_t node) const {
        std::set<std::size_t> loops, unrolled;
        std::multiset<int> levels;
        for (const Node& each : m_mapping.nodes)
            if (!each.isLoop()) levels.insert(each.level);
        const bool classic = std::set<int>(levels.begin(), levels.end()).size() == levels.size();
        if (node == 0 || node == m_mapping.nodes.size()) return loops;
        std::size_t store = node;
        do --store;
        while (m_mapping.nodes[store].isLoop() && store > 0);
        bool between = false;
        for (std::size_t i = node; i-- > 0;) {
            const Node& loop = m_mapping.nodes[i];
            if (loop.kind == NodeKind::spatial) unrolled.insert(loop.dimension);
            if (loop.kind != NodeKind::temporal) continue;
            const Rank* rank = rankOf(t, loop.dimension);
            if (rank == nullptr) {
                if (!classic || i < store) break;
                if (leavesTail(i, node))
                    between = true;
                else
                    loops.insert(i);
                continue;
            }
            bool slides = rank->terms.size() > 1 && !(between && i < store);
            for (const Term& term : rank->terms)
                slides = slides && !unrolled.count(static_cast<std::size_t>(term.dimension));
            if (slides) loops.insert(i);
            break;
        }
        return loops;
    }

    /// Whether lanes of the loop's dimension inside of it, or itself, leave a tail.
    bool leavesTail(std::size_t loop, std::size_t node) const {
        std::int64_t trips = 1, full = 1, lanes = 0;
        for (std::size_t i = loop; i < node; ++i) {
            const Node& each = m_mapping.nodes[i];
            if (!each.isLoop() || each.dimension != m_mapping.nodes[loop].dimension) continue;
            if (i != loop && each.kind != NodeKind::spatial) continue;
            lanes += each.kind == NodeKind::spatial;
            trips *= each.tail;
            full *= each.bound;
        }
        return lanes > 0 && trips != full;
    }

    const Rank* rankOf(std::size_t t, int dimension) const {
        for (const Rank& rank : m_target.workload.tensors()[t].ranks)
            for (const Term& term : rank.terms)
                if (term.dimension == dimension) return &rank;
        return nullptr;
    }

    void judgeTensor(std::size_t t, const Cost& cost) {
        const Tensor& tensor = m_target.workload.tensors()[t];
        std::vector<std::size_t> places;
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
            if (!m_mapping.nodes[i].isLoop() && m_mapping.nodes[i].tensors >> t & 1) places.push_back(i);
        places.push_back(m_mapping.nodes.size());
        for (std::size_t p = 0; p + 1 < places.size(); ++p) {
            const std::size_t own = places[p], child = places[p + 1];
            const auto ownIgnored = ignored(t, own), childIgnored = ignored(t, child);
            const Counts arrived = p == 0 ? Counts{}
                                          : count(
                                                t, [&](std::size_t i) { return i < own && !ownIgnored.count(i); }, own);
            const Counts served = count(
                t,
                [&](std::size_t i) {
                    const bool merges = spatialBefore(i, child) && i > own &&
                                        rankOf(t, m_mapping.nodes[i].dimension) == nullptr &&
                                        (tensor.isOutput || multicasts(i));
                    return i < child && !childIgnored.count(i) && !merges;
                },
                own);
            const Counts held = count(
                t, [&](std::size_t i) { return spatialBefore(i, own); }, own);
            const std::size_t level = m_mapping.nodes[own].level;
            const TensorCost& found = cost.levels[level].tensors[t];
            const std::string name = cost.levels[level].name + '.' + tensor.name;
            const bool output = tensor.isOutput;
            expect(name + ".reads", total(served) + (output ? total(arrived) - total(held) : 0), found.reads);
            expect(name + ".fills", p == 0 ? 0 : total(arrived) - (output ? total(held) : 0), found.fills);
            expect(name + ".updates", output ? total(served) : 0, found.updates);
            for (const auto& [instance, words] : served) m_reads[level][instance] += words;
            if (!output) continue;
            for (const auto& [instance, words] : arrived) m_reads[level][instance] += words;
            for (const auto& [instance, words] : held) m_reads[level][instance] -= words;
        }
    }

    bool multicasts(std::size_t i) const {
        return m_target.architecture.fanouts()[m_mapping.nodes[i].fanout].multicast != Multicast::none;
    }

    void expect(const std::string& name, std::int64_t expected, std::int64_t found) {
        if (expected == found) return;
        m_text += name + ": " + std::to_string(expected) + " expected, " + std::to_string(found) + " found\n";
    }

    const Mapping& m_mapping;
    const Target& m_target;
    Execution m_execution;
    std::map<std::size_t, Counts> m_reads;
    std::string m_text;
};

bool countable(const Workload& workload) {
    for (const Tensor& tensor : workload.tensors())
        for (const Rank& rank : tensor.ranks)
            if (tensor.isOutput && rank.terms.size() > 1) return false;
    return true;
}

}  // namespace

class AccelforgeLiteralTest : public QObject {
    Q_OBJECT

private slots:
    void wordsAreThoseOfTheDefinition() {
        int judged = 0;
        for (int number = 0; number < cases(kCases, 20 * kCases); ++number) {
            Rng rng(20260, static_cast<std::uint64_t>(number));
            const RandomProblem problem = randomProblem(rng, {.maxMacs = 600, .partitions = false});
            if (!countable(problem.target->workload)) continue;
            const auto cost = accelforge::evaluate(problem.mapping, *problem.target);
            QVERIFY2(cost.ok(), cost.errorText().c_str());
            const std::string text = Judge(problem).differences(*cost);
            QVERIFY2(text.empty(), (std::to_string(number) + ": " + text +
                                    describeProblem(*problem.target, problem.mapping, cost->semantics))
                                       .c_str());
            ++judged;
        }
        QVERIFY(judged > cases(kCases, 20 * kCases) / 2);
    }

    void loopsOfOneTripChangeNothing() {
        for (int number = 0; number < cases(kCases); ++number) {
            Rng rng(20261, static_cast<std::uint64_t>(number));
            const RandomProblem problem = randomProblem(rng, {.plainLoops = false});
            if (!countable(problem.target->workload)) continue;
            const Mapping plain = canonical(problem.mapping, problem.target->workload);
            const Cost found = accelforge::evaluate(problem.mapping, *problem.target).value();
            const Cost expected = accelforge::evaluate(plain, *problem.target).value();
            QCOMPARE(firstDifference(expected, found, *problem.target), std::string());
        }
    }

    void windowsOfOutputsAreRefused() {
        const Problem p = problem("O[p+r] += A[p] * B[r]", "p=3,r=2", ladder({"MEM"}),
                                  "MEM [O A B]\n  for p in 0..3\n    for r in 0..2");
        const auto cost = accelforge::evaluate(p.mapping, *p.target);
        QVERIFY(!cost.ok());
        QVERIFY2(cost.errorText().find("no outputs with sliding windows, found O") != std::string::npos,
                 cost.errorText().c_str());
    }
};

QTEST_APPLESS_MAIN(AccelforgeLiteralTest)
#include "accelforge_literal_test.moc"
