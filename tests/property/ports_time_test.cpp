// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300

// Laws of time by ports on random small problems (docs/models/time.md), and its cycles against a simulator that steps
// through the cycles of one port.

#include <QtTest>

#include <algorithm>

#include "core/model/evaluator.h"
#include "tests/support/cases.h"
#include "tests/support/problem.h"
#include "tests/support/random_draw.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr int kPortCases = 2000;

/// A random problem, some of whose levels have single buffers, and some all traffic on one listed port.
struct PortSample {
    Rng rng;
    RandomProblem problem;
    Semantics semantics;

    explicit PortSample(int number) : rng(2209, static_cast<std::uint64_t>(number)), problem(randomProblem(rng)) {
        if (number % 4 == 1) semantics = exactReferenceSemantics();
        if (number % 4 == 2) semantics.drainRead = true;
        if (number % 8 == 3) semantics.fullSteps = true;
        semantics.time = Time::ports;
        ArchitectureSpec spec = problem.target->architecture.spec();
        for (Level& level : spec.levels) {
            level.doubleBuffered = chance(rng, 50);
            if (chance(rng, 40)) level.ports = {onePort()};
        }
        problem.target = withDesign(std::move(spec));
    }

    Port onePort() {
        Port port{.name = "all", .type = PortType::readWrite, .bandwidth = {}, .least = {}, .serves = {}};
        const bool inBits = chance(rng, 50);
        const auto amount = static_cast<double>(between(rng, 1, 24)) / (inBits ? 0.25 : 4);
        port.bandwidth = Rate{amount, inBits};
        if (chance(rng, 30)) port.least = Rate{amount / 4, inBits};
        return port;
    }

    TargetPtr withDesign(ArchitectureSpec spec) const {
        auto made = Target::make(problem.target->workload, *Architecture::make(std::move(spec)));
        if (!made.ok()) qFatal("%s", made.errorText().c_str());
        return *made;
    }

    /// The same mapping on a design that `change` made of this one.
    template <class Change>
    std::int64_t cyclesAfter(Change change) const {
        ArchitectureSpec spec = problem.target->architecture.spec();
        for (Level& level : spec.levels) change(level);
        return cyclesOn(withDesign(std::move(spec)), semantics);
    }
    std::int64_t cycles() const { return cyclesOn(problem.target, semantics); }
    std::int64_t cyclesOn(const TargetPtr& target, const Semantics& rules) const {
        return Evaluator::make(target, rules).value().evaluate(problem.mapping).cycles;
    }
};

void faster(std::optional<double>& rate, double by) {
    if (rate) *rate *= by;
}
void faster(Bandwidth& bandwidth, double by) {
    for (std::optional<double>* rate : {&bandwidth.read, &bandwidth.write, &bandwidth.shared}) faster(*rate, by);
}

/// One port, its links and the compute, cycle by cycle. A link brings `tiles` tiles, each in `busy` cycles of the port and
/// for `stay` steps of the compute. The next one may come while its buffer is free: from the beginning of a stay if there
/// are two, else in the last `window` steps. The port serves the tile that is needed first.
struct SimulatedLink {
    std::int64_t tiles = 1, stay = 1, busy = 1, window = 1;
    bool buffered = true;

    std::int64_t loaded = 0, progress = 0;
    bool mayCome(std::int64_t step) const {
        if (loaded == tiles) return false;
        return loaded == 0 || step >= loaded * stay - (buffered ? stay : window);
    }
    bool isThere(std::int64_t step) const { return loaded > step / stay; }
};

std::int64_t simulatedCycles(std::vector<SimulatedLink> links) {
    const std::int64_t steps = links.front().tiles * links.front().stay;
    std::int64_t cycles = 0;
    for (std::int64_t step = 0; step < steps; ++cycles) {
        SimulatedLink* first = nullptr;
        for (SimulatedLink& link : links)
            if (link.mayCome(step) && (!first || link.loaded * link.stay < first->loaded * first->stay)) first = &link;
        const bool computes = std::ranges::all_of(links, [&](const SimulatedLink& link) { return link.isThere(step); });
        if (first && ++first->progress == first->busy) first->progress = 0, ++first->loaded;
        if (computes) ++step;
    }
    return cycles;
}

/// All of A's traffic, and C's, passes one port of DRAM that takes `perWord` cycles per word; nothing else is limited.
ArchitectureSpec oneSlowPort(std::int64_t perWord, bool buffered) {
    ArchitectureSpec design = ladder({"DRAM", "buf"});
    Port slow{.name = "slow", .type = PortType::read, .bandwidth = {}, .least = {}, .serves = {}};
    slow.bandwidth = Rate{1.0 / static_cast<double>(perWord), false};
    slow.serves = {{"A", std::nullopt}, {"C", std::nullopt}};
    design.levels[0].ports = {
        slow, {.name = "rest", .type = PortType::readWrite, .bandwidth = {}, .least = {}, .serves = {}}};
    design.levels[1].doubleBuffered = buffered;
    return design;
}

std::string boundText(const char* name, std::int64_t bound) { return std::string(name) + "=" + std::to_string(bound); }
std::string loopText(const char* name, std::int64_t bound) {
    return std::string("for ") + name + " in 0.." + std::to_string(bound) + "\n";
}

}  // namespace

class PortsTimeTest : public QObject {
    Q_OBJECT

private slots:
    void neverFasterThanFullOverlapNorThanTheCompute() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            const PortSample sample(i);
            const Cost cost =
                Evaluator::make(sample.problem.target, sample.semantics).value().evaluate(sample.problem.mapping);
            Semantics overlap = sample.semantics;
            overlap.time = Time::overlap;
            QVERIFY2(cost.cycles >= sample.cyclesOn(sample.problem.target, overlap), qPrintable(QString::number(i)));
            QVERIFY2(cost.stallCycles >= 0 && cost.onloadCycles >= 0 && cost.offloadCycles >= 0,
                     qPrintable(QString::number(i)));
            const std::int64_t compute = cost.steps * sample.problem.target->architecture.compute().interval;
            QCOMPARE(cost.cycles, compute + cost.stallCycles + cost.onloadCycles + cost.offloadCycles);
            for (const LevelCost& level : cost.levels)
                for (const PortCost& port : level.ports) {
                    QVERIFY2(port.windowCycles <= compute, qPrintable(QString::number(i)));
                    QVERIFY2(port.busyCycles <= cost.cycles, qPrintable(QString::number(i)));
                }
        }
    }

    void theScoreIsTheCost() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            const PortSample sample(i);
            const Evaluator evaluator = Evaluator::make(sample.problem.target, sample.semantics).value();
            const Cost cost = evaluator.evaluate(sample.problem.mapping);
            if (!cost.valid) continue;
            const Score score = evaluator.score(sample.problem.mapping, *evaluator.makeScratch());
            QVERIFY2(score.cycles == cost.cycles, qPrintable(QString::number(i)));
            if (cost.energyPj) QVERIFY2(score.energyPj == *cost.energyPj, qPrintable(QString::number(i)));
        }
    }

    void withoutLimitsThereIsOnlyTheCompute() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            const PortSample sample(i);
            const Cost cost =
                Evaluator::make(sample.problem.target, sample.semantics).value().evaluate(sample.problem.mapping);
            const std::int64_t cycles = sample.cyclesAfter([](Level& level) {
                level.bandwidth = {};
                for (auto& [role, partition] : level.partitions) partition.bandwidth = {};
                for (Port& port : level.ports) port.bandwidth = port.least = std::nullopt;
            });
            QVERIFY2(cycles == cost.steps * sample.problem.target->architecture.compute().interval,
                     qPrintable(QString::number(i)));
        }
    }

    void moreBandwidthIsNeverSlower() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            PortSample sample(i);
            const double by = 1 + static_cast<double>(between(sample.rng, 1, 12)) / 4;
            const std::int64_t cycles = sample.cyclesAfter([&](Level& level) {
                faster(level.bandwidth, by);
                for (auto& [role, partition] : level.partitions) faster(partition.bandwidth, by);
                for (Port& port : level.ports) port.bandwidth->amount *= by;
            });
            QVERIFY2(cycles <= sample.cycles(), qPrintable(QString::number(i)));
        }
    }

    void moreBuffersAreNeverSlower() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            const PortSample sample(i);
            QVERIFY2(sample.cyclesAfter([](Level& level) { level.doubleBuffered = true; }) <= sample.cycles(),
                     qPrintable(QString::number(i)));
        }
    }

    void morePortsAreNeverSlower() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            PortSample sample(i);
            const bool byTensor = chance(sample.rng, 50);
            const auto split = [&](Level& level) {
                if (level.ports.empty()) return;
                const Port shared = level.ports.front();
                level.ports.clear();
                const auto add = [&](const std::string& use, const std::string& name) {
                    level.ports.push_back(shared);
                    level.ports.back().name = name;
                    level.ports.back().serves = {parsePortUse(use)};
                };
                for (const std::string& passage : keysOf<Passage>())
                    if (!byTensor) add(passage, passage);
                for (const Tensor& tensor : sample.problem.target->workload.tensors())
                    if (byTensor) add(tensor.name, "of_" + tensor.name);
            };
            QVERIFY2(sample.cyclesAfter(split) <= sample.cycles(), qPrintable(QString::number(i)));
        }
    }

    // A changes with m and is used once per n: `tiles` stays of n * k steps, the last k of which are open.
    void oneLinkTakesTheCyclesOfTheSimulator() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            Rng rng(77, static_cast<std::uint64_t>(i));
            const std::int64_t m = between(rng, 1, 6), n = between(rng, 1, 5), k = between(rng, 1, 6);
            const std::int64_t perWord = between(rng, 1, 8);
            const bool buffered = chance(rng, 50);
            const Problem p = problem(
                "Z[m,n] += A[m,k] * B[k,n]", boundText("m", m) + "," + boundText("n", n) + "," + boundText("k", k),
                oneSlowPort(perWord, buffered),
                "DRAM [A B Z]\n" + loopText("m", m) + "buf [A B Z]\n" + loopText("n", n) + loopText("k", k));
            const std::int64_t found =
                Evaluator::make(p.target, {.time = Time::ports}).value().evaluate(p.mapping).cycles;
            const SimulatedLink link{
                .tiles = m, .stay = n * k, .busy = k * perWord, .window = n == 1 ? n * k : k, .buffered = buffered};
            // With a single trip of n, the words of a tile give way one by one from its first step on.
            QVERIFY2(found == simulatedCycles({link}), qPrintable(QString::number(i)));
        }
    }

    // A and C change together: their tiles pass the port one after the other in the same window.
    void twoLinksOfOneWindowTakeTheCyclesOfTheSimulator() {
        for (int i = 0; i < cases(kPortCases); ++i) {
            Rng rng(78, static_cast<std::uint64_t>(i));
            const std::int64_t m = between(rng, 1, 6), n = between(rng, 1, 5), k = between(rng, 1, 6);
            const std::int64_t perWord = between(rng, 1, 5);
            const bool buffered = chance(rng, 50);
            const Problem p = problem(
                "Z[m,n] += A[m,k] * B[k,n] * C[m,k]",
                boundText("m", m) + "," + boundText("n", n) + "," + boundText("k", k), oneSlowPort(perWord, buffered),
                "DRAM [A B C Z]\n" + loopText("m", m) + "buf [A B C Z]\n" + loopText("n", n) + loopText("k", k));
            const std::int64_t found =
                Evaluator::make(p.target, {.time = Time::ports}).value().evaluate(p.mapping).cycles;
            const SimulatedLink link{
                .tiles = m, .stay = n * k, .busy = k * perWord, .window = n == 1 ? n * k : k, .buffered = buffered};
            QVERIFY2(found == simulatedCycles({link, link}), qPrintable(QString::number(i)));
        }
    }

    // A changes with every m, C only with every q: what the port has to do in all is a lower bound of what it takes, since
    // a stall now can't be made up by slack later.
    void linksOfDifferentStaysTakeAtMostTheCyclesOfTheSimulator() {
        int equal = 0;
        for (int i = 0; i < cases(kPortCases); ++i) {
            Rng rng(79, static_cast<std::uint64_t>(i));
            const std::int64_t q = between(rng, 2, 5), m = between(rng, 2, 5), k = between(rng, 1, 6);
            const std::int64_t perWord = between(rng, 1, 4);
            const Problem p = problem(
                "Z[q,m] += A[q,m,k] * C[q,k]", boundText("q", q) + "," + boundText("m", m) + "," + boundText("k", k),
                oneSlowPort(perWord, true),
                "DRAM [A C Z]\n" + loopText("q", q) + loopText("m", m) + "buf [A C Z]\n" + loopText("k", k));
            const std::int64_t found =
                Evaluator::make(p.target, {.time = Time::ports}).value().evaluate(p.mapping).cycles;
            const SimulatedLink a{.tiles = q * m, .stay = k, .busy = k * perWord, .window = k, .buffered = true};
            const SimulatedLink c{.tiles = q, .stay = m * k, .busy = k * perWord, .window = m * k, .buffered = true};
            const std::int64_t simulated = simulatedCycles({a, c});
            QVERIFY2(found <= simulated, qPrintable(QString::number(i)));
            equal += found == simulated;
        }
        QVERIFY(equal > 0);
    }
};

QTEST_APPLESS_MAIN(PortsTimeTest)
#include "ports_time_test.moc"
