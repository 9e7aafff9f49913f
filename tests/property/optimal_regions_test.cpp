// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=400
// The algorithm optimal with uneven placement on designs of any shape finds what a walk over every node list finds,
// counted by the model itself: 2 to 4 levels, up to 3 fanouts, 2 to 4 tensors, windows with and without holes, perfect
// factors and tails at the fanouts, bypass, partitions, blocks, constraints, each objective, whole fronts; each rule
// switched off changes nothing; and more is never worse.

#include <QtTest>

#include "core/model/compat/accelforge.h"
#include "core/search/optimal/methods.h"
#include "core/workload/einsum.h"
#include "tests/support/cases.h"
#include "tests/support/objectives.h"
#include "tests/support/random_draw.h"
#include "tests/support/region_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

template <class T>
T orDie(Result<T> result) {
    if (!result.ok()) qFatal("%s", result.errorText().c_str());
    return std::move(result).value();
}

template <class T>
T oneOf(Rng& rng, std::initializer_list<T> list) {
    return list.begin()[rng.below(list.size())];
}

struct RegionCase {
    std::string einsum;
    std::vector<std::string> dimensions;
};

const std::vector<RegionCase>& regionCases() {
    static const std::vector<RegionCase> list{
        {"Z[m,n] += A[m,k] * B[k,n]", {"m", "n", "k"}}, {"Z[m] += A[m,k]", {"m", "k"}},
        {"O[p] += W[r] * I[p+r]", {"p", "r"}},          {"O[p] += W[r] * I[2p+r]", {"p", "r"}},
        {"O[p] += W[r] * I[2p+3r]", {"p", "r"}},        {"O[k,p] += W[k,r] * I[p+r]", {"k", "p", "r"}},
        {"O[p,q] += W[r] * I[p+r,q]", {"p", "q", "r"}}, {"O[p] += I[p+r] * J[p+2r]", {"p", "r"}},
        {"Z[m] += A[m,k] * B[k] * C[m]", {"m", "k"}},   {"Z[i] += A[i,k] * B[k,j]", {"i", "j", "k"}},
    };
    return list;
}

Figure randomEnergy(Rng& rng, int most) { return {static_cast<double>(between(rng, 0, 10 * most)) / 10, "random"}; }

ArchitectureSpec randomRegions(Rng& rng, const Workload& workload) {
    ArchitectureSpec spec;
    spec.name = "random";
    const char* names[] = {"DRAM", "L2", "L1", "L0"};
    const int levels = static_cast<int>(between(rng, 2, 4));
    const bool ports = chance(rng, 40);
    const int rich = static_cast<int>(rng.below(3));  // how many tensors of a level may be kept by choice
    for (int l = 0; l < levels; ++l) {
        Level level;
        level.name = names[l];
        level.wordBits = 8;
        const int most = 200 >> (2 * l);
        level.energy = {randomEnergy(rng, most), randomEnergy(rng, most), {}, {}};
        if (chance(rng, 30)) level.energy.update = randomEnergy(rng, most);
        if (chance(rng, 15)) level.block = static_cast<int>(between(rng, 2, 4));
        if (l > 0) {
            level.capacity = Capacity{between(rng, 3, chance(rng, 50) ? 8 : 40), true};
            for (const Tensor& tensor : workload.tensors())
                if (levels > 2 && chance(rng, 50))
                    level.keep[tensor.name] = chance(rng, 20 * rich) ? Keep::may : Keep::never;
            if (chance(rng, 20))
                for (const Tensor& tensor : workload.tensors())
                    if (chance(rng, 50)) level.partitions[tensor.name].capacity = Capacity{between(rng, 1, 10), true};
            if (chance(rng, 10)) level.energy.leak = {0.5, "random"};
        }
        if (ports) {
            for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                if (chance(rng, 30)) *port = oneOf(rng, {0.25, 0.5, 1.0, 2.0});
            for (auto& [name, part] : level.partitions)
                if (chance(rng, 30)) part.bandwidth.read = 0.5;
        }
        spec.levels.push_back(level);
    }
    const char* fanoutNames[] = {"F0", "F1", "F2"};
    const int fanouts = static_cast<int>(rng.below(4));
    std::vector<int> below;
    for (int f = 0; f < fanouts; ++f) below.push_back(static_cast<int>(rng.below(static_cast<std::uint64_t>(levels))));
    std::sort(below.begin(), below.end());
    for (int f = 0; f < fanouts; ++f) {
        Fanout fanout;
        fanout.name = fanoutNames[f];
        fanout.below = below[static_cast<std::size_t>(f)];
        fanout.x = between(rng, 1, 4);
        fanout.y = chance(rng, 60) ? 1 : between(rng, 2, 3);
        if (chance(rng, 15)) fanout.multicast = Multicast::none;
        fanout.reduction = chance(rng, 85);
        spec.fanouts.push_back(fanout);
    }
    spec.compute = Compute{.name = "MAC", .energy = randomEnergy(rng, 3), .area = {}, .interval = between(rng, 1, 2)};
    return spec;
}

Constraints randomFanoutRules(Rng& rng, const Target& target) {
    Constraints constraints;
    if (chance(rng, 60)) return constraints;
    const auto dimension = [&] {
        const auto& list = target.workload.dimensions();
        return list[rng.below(list.size())].name;
    };
    for (const Fanout& fanout : target.architecture.fanouts()) {
        FanoutConstraints own;
        if (chance(rng, 30)) own.x = {dimension()};
        if (chance(rng, 20)) own.minUtilization = 0.4;
        if (chance(rng, 20)) own.factors = {*parseFactorRule(dimension() + " <= 2")};
        constraints.fanouts[fanout.name] = own;
    }
    return constraints;
}

struct RegionProblem {
    Mapspace mapspace;
    Evaluator evaluator;
    std::string words;
};

std::string wordsOf(const Mapspace& mapspace) {
    const Target& target = mapspace.target();
    std::string text = std::string(keyOf(mapspace.options().factorization)) + ' ' + target.workload.einsum();
    for (const Dimension& d : target.workload.dimensions()) text += ' ' + d.name + '=' + std::to_string(d.bound);
    for (const Fanout& fanout : target.architecture.fanouts())
        text += " [" + fanout.name + " below " + std::to_string(fanout.below) + ']';
    for (const auto& [path, value] : settings(target.architecture)) text += '\n' + path + '=' + value;
    for (const auto& [name, own] : mapspace.options().constraints.fanouts) {
        text += "\nrules of " + name + ": least " + std::to_string(own.minUtilization);
        if (own.x) text += " x " + own.x->front();
        for (const FactorRule& rule : own.factors) text += ' ' + toText(rule);
    }
    return text;
}

std::optional<RegionProblem> made(Workload workload, ArchitectureSpec spec, Factorization kind,
                                  std::optional<Constraints> constraints, Rng& rng) {
    auto design = Architecture::make(std::move(spec));
    if (!design) return std::nullopt;
    const auto target = Target::make(std::move(workload), *std::move(design));
    if (!target) return std::nullopt;
    MapspaceOptions options{kind, constraints ? *constraints : randomFanoutRules(rng, **target)};
    auto mapspace = Mapspace::make(*target, std::move(options));
    if (!mapspace) return std::nullopt;
    auto evaluator = Evaluator::make(*target);
    if (!evaluator) return std::nullopt;
    std::string words = wordsOf(*mapspace);
    return RegionProblem{*std::move(mapspace), *std::move(evaluator), std::move(words)};
}

std::optional<RegionProblem> randomRegionProblem(Rng& rng) {
    const RegionCase& kind = regionCases()[rng.below(regionCases().size())];
    const bool tails = chance(rng, 50);
    BoundMap bounds;
    for (const std::string& name : kind.dimensions) bounds[name] = 1;
    const auto count = 1 + static_cast<int>(rng.below(3));
    for (int i = 0; i < count; ++i)
        bounds[kind.dimensions[rng.below(kind.dimensions.size())]] *=
            tails ? oneOf<std::int64_t>(rng, {2, 3, 5, 7}) : oneOf<std::int64_t>(rng, {2, 2, 2, 3, 5});
    Workload workload = orDie(parseEinsum(kind.einsum, bounds));
    ArchitectureSpec spec = randomRegions(rng, workload);
    return made(std::move(workload), std::move(spec), tails ? Factorization::rubyS : Factorization::perfect,
                std::nullopt, rng);
}

bool close(double a, double b) { return std::abs(a - b) <= 1e-9 * std::max(std::abs(a), std::abs(b)); }

SearchOptions unevenly(const Objective& objective, bool wholeFront = false) {
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.placement = Placement::uneven;
    options.compat = Compat::accelforge;
    options.objective = objective;
    options.wholeFront = wholeFront;
    return options;
}

using Front = std::vector<std::pair<double, std::int64_t>>;  ///< energy and cycles, by energy

void addTo(Front& front, double energy, std::int64_t cycles) {
    for (const auto& [e, c] : front)
        if (e <= energy * (1 + 1e-12) && c <= cycles) return;
    std::erase_if(front,
                  [&](const auto& point) { return point.first >= energy * (1 - 1e-12) && point.second >= cycles; });
    front.emplace_back(energy, cycles);
}

}  // namespace

class OptimalRegionsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingInTheWholeSpaceIsBetter() {
        int compared = 0, found = 0, tails = 0, manyRegions = 0, refused = 0;
        for (std::uint64_t i = 0; compared < cases(1000, 10000); ++i) {
            Rng rng(1907, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem) continue;
            Job job;
            const auto first = optimal::searchRegions(problem->mapspace, unevenly(objectives().front()), job, nullptr);
            if (!first) {
                ++refused;
                continue;
            }
            Expected expected;
            if (!walk(*problem, expected)) continue;
            ++compared;
            compare(*problem, expected, found);
            if (QTest::currentTestFailed()) return;
            if (expected.best.front()) {
                tails += problem->mapspace.options().factorization == Factorization::rubyS;
                manyRegions += problem->mapspace.target().architecture.fanoutCount() > 1;
            }
        }
        qInfo("%d problems, %d optima, %d refused", compared, found, refused);
        QVERIFY(found > 0 && (compared < 100 || (tails > 0 && manyRegions > 0)));
    }

    void noRuleLosesAnything() {
        int compared = 0, outgrown = 0;
        for (std::uint64_t i = 0; compared < cases(60, 600); ++i) {
            Rng rng(1908, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem) continue;
            const Objective& objective = objectives()[rng.below(objectives().size())];
            Job job;
            const auto all = optimal::searchRegions(problem->mapspace, unevenly(objective), job, nullptr);
            if (!all) continue;
            ++compared;
            for (int rule = 0; rule < 5; ++rule) {
                optimal::regions::Rules rules;
                (rule == 0   ? rules.dominance
                 : rule == 1 ? rules.bound
                 : rule == 2 ? rules.capacity
                 : rule == 3 ? rules.lanes
                             : rules.start) = false;
                const auto without =
                    optimal::searchRegions(problem->mapspace, unevenly(objective), rules, job, nullptr);
                if (!without)
                    QVERIFY2(without.errorText().find("gigabyte") != std::string::npos, without.errorText().c_str());
                if (!without || !without->proven) {  // its tables outgrew memory, which says nothing of the rule
                    ++outgrown;
                    continue;
                }
                QVERIFY2(without->best.has_value() == all->best.has_value(), problem->words.c_str());
                if (!all->best) continue;
                for (const Metric metric : objective.metrics)
                    QVERIFY2(close(valueOf(metric, without->best->score), valueOf(metric, all->best->score)),
                             (std::to_string(rule) + ' ' + problem->words).c_str());
            }
        }
        qInfo("%d problems, %d searches without a rule that outgrew memory", compared, outgrown);
        QVERIFY(outgrown <= compared / 20);
    }

    /// A larger memory, more bandwidth, tails, or Stores of their own never make the optimum worse.
    void moreIsNeverWorse() {
        int compared = 0, better = 0;
        for (std::uint64_t i = 0; compared < cases(50, 500); ++i) {
            Rng rng(1909, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem) continue;
            const Objective& objective = objectives()[rng.below(4)];
            ArchitectureSpec spec = problem->mapspace.target().architecture.spec();
            MapspaceOptions options = problem->mapspace.options();
            Level& level = spec.levels[rng.below(spec.levels.size())];
            switch (rng.below(4)) {
            case 0:
                if (level.partitions.empty() && level.capacity) level.capacity->amount *= 2;
                for (auto& [name, part] : level.partitions) part.capacity->amount *= 2;
                break;
            case 1:
                for (auto* port : {&level.bandwidth.read, &level.bandwidth.write, &level.bandwidth.shared})
                    if (*port) *port = **port * 2;
                break;
            case 2: options.constraints = {}; break;
            case 3: options.factorization = Factorization::rubyS; break;
            }
            const auto wider = made(problem->mapspace.target().workload, std::move(spec), options.factorization,
                                    options.constraints, rng);
            if (!wider) continue;
            Job job;
            const auto before = optimal::searchRegions(problem->mapspace, unevenly(objective), job, nullptr);
            const auto after = optimal::searchRegions(wider->mapspace, unevenly(objective), job, nullptr);
            if (!before || !after || !before->best) continue;
            ++compared;
            QVERIFY2(after->best.has_value(), problem->words.c_str());
            const double old = valueOf(objective.metrics.front(), before->best->score),
                         now = valueOf(objective.metrics.front(), after->best->score);
            QVERIFY2(now <= old * (1 + 1e-12), (problem->words + "\n\n" + wider->words).c_str());
            better += now < old * (1 - 1e-9);
        }
        QVERIFY(compared < 50 || better > 0);
    }

    /// Each classic mapping is one of these once every tensor has a Store of its own.
    void unevenIsNeverWorseThanClassic() {
        int compared = 0, better = 0;
        for (std::uint64_t i = 0; compared < cases(50, 500); ++i) {
            Rng rng(1910, i);
            const auto problem = randomRegionProblem(rng);
            if (!problem || problem->mapspace.size() > bigInt(20'000)) continue;
            Job job;
            const auto uneven = optimal::searchRegions(problem->mapspace, unevenly({{Metric::energy}}), job, nullptr);
            if (!uneven) continue;
            std::optional<double> classic;
            problem->mapspace.enumerateDistinct([&](const Mapping& mapping) {
                if (problem->mapspace.checkConstraints(mapping).code != ReasonCode::none) return true;
                const Mapping split = splitStores(mapping);
                const auto cost = accelforge::evaluate(split, problem->mapspace.target());
                if (cost.ok() && cost->valid) classic = std::min(classic.value_or(1e300), *cost->energyPj);
                return true;
            });
            if (!classic) continue;
            ++compared;
            QVERIFY2(uneven->best.has_value(), problem->words.c_str());
            QVERIFY2(uneven->best->score.energyPj <= *classic * (1 + 1e-12), problem->words.c_str());
            better += uneven->best->score.energyPj < *classic * (1 - 1e-9);
        }
        QVERIFY(compared < 50 || better > 0);
    }

private:
    static Mapping splitStores(const Mapping& mapping) {
        Mapping split = mapping;
        split.nodes.clear();
        for (const Node& node : mapping.nodes) {
            if (node.isLoop()) split.nodes.push_back(node);
            for (unsigned own = 1; !node.isLoop() && own <= node.tensors; own <<= 1)
                if (node.tensors & own) split.nodes.push_back(store(node.level, own));
        }
        return split;
    }

    struct Expected {
        std::vector<std::optional<Score>> best;
        Front front;
    };

    static bool walk(const RegionProblem& problem, Expected& expected) {
        const Target& target = problem.mapspace.target();
        const auto rules = resolveConstraints(target, problem.mapspace.options().constraints);
        expected.best.assign(objectives().size(), std::nullopt);
        const RegionSpace space(
            target, *rules, problem.mapspace.options().factorization == Factorization::rubyS, 6000,
            [&](const Mapping& mapping) {
                const auto cost = accelforge::evaluate(mapping, target);
                if (!cost.ok() || !cost->valid) return;
                const Score score{{}, cost->energyPj.value_or(0), cost->cycles, cost->steps};
                for (std::size_t o = 0; o < expected.best.size(); ++o)
                    if (!expected.best[o] || compareScores(objectives()[o], score, *expected.best[o]) < 0)
                        expected.best[o] = score;
                addTo(expected.front, score.energyPj, score.cycles);
            });
        std::sort(expected.front.begin(), expected.front.end());
        return space.complete();
    }

    static void compare(const RegionProblem& problem, const Expected& expected, int& found) {
        for (std::size_t o = 0; o < objectives().size(); ++o) {
            Job job;
            const auto result = optimal::searchRegions(problem.mapspace, unevenly(objectives()[o]), job, nullptr);
            const std::string about = toText(objectives()[o]) + ' ' + problem.words;
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            QVERIFY2(result->proven, about.c_str());
            QVERIFY2(result->best.has_value() == expected.best[o].has_value(), about.c_str());
            if (!result->best) continue;
            ++found;
            for (const Metric metric : objectives()[o].metrics) {
                const double own = valueOf(metric, result->best->score), wanted = valueOf(metric, *expected.best[o]);
                if (!close(own, wanted))
                    qWarning("%s\n%s", about.c_str(),
                             toText(result->best->mapping, problem.mapspace.target().workload,
                                    problem.mapspace.target().architecture)
                                 .c_str());
                QVERIFY2(close(own, wanted), (std::to_string(own) + " instead of " + std::to_string(wanted)).c_str());
            }
        }
        Job job;
        const auto result =
            optimal::searchRegions(problem.mapspace, unevenly(objectives().front(), true), job, nullptr);
        QVERIFY2(result.ok() && result->proven, (result.errorText() + problem.words).c_str());
        QVERIFY2(result->front.size() == expected.front.size(), problem.words.c_str());
        for (std::size_t i = 0; i < expected.front.size(); ++i) {
            QVERIFY2(close(result->front[i].score.energyPj, expected.front[i].first), problem.words.c_str());
            QVERIFY2(result->front[i].score.cycles == expected.front[i].second, problem.words.c_str());
        }
    }
};

QTEST_APPLESS_MAIN(OptimalRegionsTest)
#include "optimal_regions_test.moc"
