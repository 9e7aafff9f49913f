// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=400
// Constraints on the loops of levels in uneven placement: the algorithm optimal finds what a walk over every node list
// finds of which a literal reading of the constraints (names and all) leaves the mapping: which dimensions, how many trips,
// which order, what is kept. By the evaluator and as AccelForge counts, 2 to 4 levels, up to 3 fanouts, each objective.

#include <QtTest>

#include <set>

#include "core/search/optimal/methods.h"
#include "tests/support/cases.h"
#include "tests/support/region_walk.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Constraints randomLevelRules(Rng& rng, const Target& target, Constraints constraints) {
    const auto& list = target.workload.dimensions();
    const auto dimension = [&] { return list[rng.below(list.size())].name; };
    const auto other = [&](const std::string& name) {
        std::string found = dimension();
        while (found == name) found = dimension();
        return found;
    };
    for (const Level& level : target.architecture.levels()) {
        LevelConstraints own;
        if (chance(rng, 25)) {
            own.only.emplace();
            for (const Dimension& d : list)
                if (chance(rng, 60)) own.only->push_back(d.name);
        }
        if (chance(rng, 25)) {
            const char* relations[] = {" <= 1", " <= 2", " <= 3", " = 1", " = 2", " >= 2", " = full"};
            own.factors.push_back(*parseFactorRule(dimension() + relations[rng.below(7)]));
        }
        if (const std::string name = dimension(); chance(rng, 30)) {
            switch (rng.below(4)) {
            case 0: own.order = {name, other(name)}; break;
            case 1: own.outer = {name}; break;
            case 2: own.inner = {name}; break;
            case 3: own.before = {{name, other(name)}}; break;
            }
        }
        const auto& tensors = target.workload.tensors();
        if (chance(rng, 15)) (chance(rng, 50) ? own.keep : own.bypass) = {tensors[rng.below(tensors.size())].name};
        if (own != LevelConstraints{}) constraints.levels[level.name] = own;
    }
    return constraints;
}

/// Whether the loops of the level, outermost first, are as the constraints say, word by word.
bool obeys(const LevelConstraints& own, const Workload& workload, const std::vector<Node>& loops) {
    std::map<std::string, std::int64_t> trips;
    std::vector<std::string> names;
    for (const Dimension& d : workload.dimensions()) trips[d.name] = 1;
    for (const Node& loop : loops) {
        names.push_back(workload.dimensions()[loop.dimension].name);
        trips[names.back()] *= loop.bound;
    }
    const auto isIn = [](const std::vector<std::string>& list, const std::string& name) {
        return std::find(list.begin(), list.end(), name) != list.end();
    };
    const auto isOutside = [&](const std::string& a, const std::string& b) {
        for (std::size_t i = 0; i < names.size(); ++i)
            for (std::size_t j = 0; j < i; ++j)
                if (names[j] == b && names[i] == a && a != b) return false;
        return true;
    };
    for (const std::string& name : names)
        if (own.only && !isIn(*own.only, name)) return false;
    for (const FactorRule& rule : own.factors) {
        std::int64_t value = rule.value;
        for (const Dimension& d : workload.dimensions())
            if (rule.full && d.name == rule.dimension) value = d.bound;
        const std::int64_t found = trips[rule.dimension];
        if (rule.relation == FactorRule::Relation::equal    ? found != value
            : rule.relation == FactorRule::Relation::atMost ? found > value
                                                            : found < value)
            return false;
    }
    for (const auto* list : {&own.order, &own.outer, &own.inner})
        for (std::size_t i = 0; i < list->size(); ++i)
            for (std::size_t j = i + 1; j < list->size(); ++j)
                if (!isOutside((*list)[i], (*list)[j])) return false;
    for (const std::string& name : names) {
        for (const std::string& outer : own.outer)
            if (!isIn(own.outer, name) && !isOutside(outer, name)) return false;
        for (const std::string& inner : own.inner)
            if (!isIn(own.inner, name) && !isOutside(name, inner)) return false;
    }
    return std::all_of(own.before.begin(), own.before.end(),
                       [&](const auto& pair) { return isOutside(pair.first, pair.second); });
}

/// A loop belongs to the innermost level that has a Store outside of it.
bool obeys(const Mapping& mapping, const Target& target, const Constraints& constraints) {
    std::vector<std::vector<Node>> loops(target.levels.size());
    int level = 0;
    for (const Node& node : mapping.nodes) {
        if (node.kind == NodeKind::store) level = std::max<int>(level, node.level);
        if (node.kind == NodeKind::temporal) loops[static_cast<std::size_t>(level)].push_back(node);
    }
    for (std::size_t l = 0; l < loops.size(); ++l) {
        const auto own = constraints.levels.find(target.architecture.levels()[l].name);
        if (own != constraints.levels.end() && !obeys(own->second, target.workload, loops[l])) return false;
    }
    return true;
}

std::optional<RegionProblem> randomConstrained(Rng& rng, bool byReuse) {
    const auto problem = randomRegionProblem(rng, byReuse ? std::optional(false) : std::nullopt);
    if (!problem) return std::nullopt;
    const Target& target = problem->mapspace.target();
    ArchitectureSpec spec = target.architecture.spec();
    if (byReuse) makeMerging(spec);
    const MapspaceOptions& options = problem->mapspace.options();
    return made(target.workload, std::move(spec), options.factorization,
                randomLevelRules(rng, target, options.constraints), rng);
}

std::string rulesOf(const Constraints& constraints) {
    std::string text;
    const auto list = [&](const char* key, const std::vector<std::string>& names) {
        if (names.empty()) return;
        text += std::string(" ") + key;
        for (const std::string& name : names) text += ' ' + name;
    };
    for (const auto& [name, own] : constraints.levels) {
        text += "\n" + name + ':';
        if (own.only) text += " only:", list("-", *own.only);
        list("order", own.order), list("outer", own.outer), list("inner", own.inner);
        list("keep", own.keep), list("bypass", own.bypass);
        for (const auto& [a, b] : own.before) text += ' ' + a + " before " + b;
        for (const FactorRule& rule : own.factors) text += ' ' + toText(rule);
    }
    return text;
}

}  // namespace

class OptimalRegionsConstraintsTest : public QObject {
    Q_OBJECT

private slots:
    void nothingAllowedIsBetterByTheReuseModel() { nothingAllowedIsBetter(true, 3907, false); }
    void nothingAllowedIsBetterAsAccelforgeCounts() { nothingAllowedIsBetter(false, 3908, false); }
    /// A window may slide by a loop that stands fanouts further out.
    void nothingAllowedIsBetterOverManyFanouts() { nothingAllowedIsBetter(false, 3910, true); }

    void noRuleLosesAnythingAllowed() {
        int compared = 0;
        for (std::uint64_t i = 0; compared < cases(60, 600); ++i) {
            Rng rng(3909, i);
            const bool byReuse = i % 2 == 0;
            const auto problem = randomConstrained(rng, byReuse);
            if (!problem || problem->mapspace.options().constraints.levels.empty()) continue;
            const Objective& objective = objectives()[rng.below(objectives().size())];
            const auto all = search(*problem, byReuse, objective, false);
            if (!all || !all->proven) continue;
            ++compared;
            using optimal::regions::Rules;
            for (const auto rule : {&Rules::dominance, &Rules::bound, &Rules::capacity, &Rules::lanes, &Rules::start}) {
                const auto other = search(*problem, byReuse, objective, false, without(rule));
                if (!other || !other->proven) continue;  // its tables outgrew memory
                compareWithout(rule, *other, *all, objective, *problem);
                QVERIFY2(!QTest::currentTestFailed(), rulesOf(problem->mapspace.options().constraints).c_str());
            }
        }
    }

private:
    static Result<SearchResult> search(const RegionProblem& problem, bool byReuse, const Objective& objective,
                                       bool wholeFront, const optimal::regions::Rules& rules = {}) {
        SearchOptions options;
        options.algorithm = Algorithm::optimal;
        options.placement = Placement::uneven;
        if (!byReuse) options.compat = Compat::accelforge;
        options.objective = objective;
        options.wholeFront = wholeFront;
        Job job;
        return optimal::searchRegions(problem.mapspace, options, rules, job, nullptr, &problem.evaluator);
    }

    static bool slidesFarOut(const Target& target) {
        std::set<int> below;
        for (const Fanout& fanout : target.architecture.fanouts())
            if (fanout.x * fanout.y > 1) below.insert(fanout.below);
        return below.size() > 1 && target.workload.einsum().find("+r]") != std::string::npos;
    }

    static void nothingAllowedIsBetter(bool byReuse, std::uint64_t seed, bool farOut) {
        int compared = 0, found = 0, limited = 0, none = 0, refused = 0;
        for (std::uint64_t i = 0; compared < (farOut ? cases(100, 1000) : cases(250, 2500)); ++i) {
            Rng rng(seed, i);
            const auto problem = randomConstrained(rng, byReuse);
            if (!problem || problem->mapspace.options().constraints.levels.empty()) continue;
            if (farOut && !slidesFarOut(problem->mapspace.target())) continue;
            const auto first = search(*problem, byReuse, objectives().front(), false);
            if (!first) {
                ++refused;
                continue;
            }
            const Target& target = problem->mapspace.target();
            const Count byModel = byReuse ? byEvaluator(*problem)
                                          : [&](const Mapping& mapping) { return asAccelforgeCounts(mapping, target); };
            int all = 0, left = 0;
            const auto allowed = leastOf(*problem, [&](const Mapping& mapping) {
                ++all;
                if (!obeys(mapping, target, problem->mapspace.options().constraints)) return std::optional<Score>();
                ++left;
                return byModel(mapping);
            });
            if (!allowed) continue;
            ++compared;
            limited += left < all;
            found += allowed->best.front().has_value();
            none += !allowed->best.front().has_value();
            compare(*problem, byReuse, *allowed);
            if (QTest::currentTestFailed()) {
                qWarning("case %llu", static_cast<unsigned long long>(i));
                return;
            }
        }
        qInfo("%d problems, %d of them limited, %d optima, %d without any mapping, %d refused", compared, limited,
              found, none, refused);
        QVERIFY(compared < 50 || (found > compared / 3 && limited > compared / 3));
    }

    /// Tails where ports between two fanouts bind: optimal_regions_test looks at these.
    static bool staysOpen(const RegionProblem& problem, const SearchResult& result) {
        return problem.mapspace.options().factorization == Factorization::rubyS &&
               result.certificate->reason.find("between two fanouts") != std::string::npos;
    }

    static void compare(const RegionProblem& problem, bool byReuse, const Least& allowed) {
        const Target& target = problem.mapspace.target();
        const Constraints& constraints = problem.mapspace.options().constraints;
        const std::string about = problem.words + rulesOf(constraints);
        for (std::size_t o = 0; o < objectives().size(); ++o) {
            const auto result = search(problem, byReuse, objectives()[o], false);
            QVERIFY2(result.ok(), (result.errorText() + about).c_str());
            if (!result->proven && staysOpen(problem, *result)) continue;
            QVERIFY2(result->proven, about.c_str());
            compareBest(result->best, allowed.best[o], objectives()[o], target, about);
            if (QTest::currentTestFailed()) return;
            if (result->best) QVERIFY2(obeys(result->best->mapping, target, constraints), about.c_str());
        }
        const auto result = search(problem, byReuse, objectives().front(), true);
        QVERIFY2(result.ok(), (result.errorText() + about).c_str());
        if (!result->proven && staysOpen(problem, *result)) return;
        QVERIFY2(result->proven, about.c_str());
        compareFronts(result->front, allowed.front, about);
        for (const Candidate& found : result->front) QVERIFY2(obeys(found.mapping, target, constraints), about.c_str());
    }
};

QTEST_APPLESS_MAIN(OptimalRegionsConstraintsTest)
#include "optimal_regions_constraints_test.moc"
