// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapspace/rules.h"

#include <algorithm>
#include <cmath>

#include "core/base/json.h"
#include "core/base/units.h"
#include "core/mapspace/names.h"

namespace lapidary {

namespace {

unsigned allDimensions(const Target& target) { return (1u << target.workload.dimensionCount()) - 1; }

/// Resolves the rules of one level or fanout and collects what is wrong with them.
class RuleReader {
public:
    RuleReader(ConstraintNames& names, std::string path, std::string place)
        : m_names(names), m_path(std::move(path)), m_place(std::move(place)) {}

    std::vector<int> dimensions(const std::vector<std::string>& list, const std::string& key) {
        std::vector<int> result;
        for (const std::string& name : list)
            if (const int d = m_names.dimension(name, at(key)); d >= 0) result.push_back(d);
        return result;
    }

    unsigned dimensionMask(const std::optional<std::vector<std::string>>& list, const std::string& key) {
        if (!list) return allDimensions(m_names.target());
        unsigned mask = 0;
        for (const int d : dimensions(*list, key)) mask |= 1u << d;
        return mask;
    }

    unsigned tensorMask(const std::vector<std::string>& list, const std::string& key) {
        unsigned mask = 0;
        for (const std::string& name : list) mask |= m_names.tensors(name, at(key));
        return mask;
    }

    FactorRanges factors(const std::vector<FactorRule>& rules) {
        FactorRanges ranges;
        for (const FactorRule& rule : rules) {
            Place where = at("factors");
            where.line = rule.line;
            where.column = rule.column;
            const int d = m_names.dimension(rule.dimension, where);
            if (d >= 0) narrow(ranges[static_cast<std::size_t>(d)], rule, m_names.target().workload.bound(d), where);
        }
        return ranges;
    }

    /// order, outer, inner and before as one relation.
    Precedence precedence(const LevelConstraints& rules) {
        Precedence result;
        chain(result, dimensions(rules.order, "order"));
        const std::vector<int> outer = dimensions(rules.outer, "outer");
        const std::vector<int> inner = dimensions(rules.inner, "inner");
        chain(result, outer);
        chain(result, inner);
        const auto isIn = [](const std::vector<int>& list, int d) { return std::ranges::find(list, d) != list.end(); };
        for (int d = 0; d < m_names.target().workload.dimensionCount(); ++d) {
            for (const int o : outer)
                if (!isIn(outer, d)) result.add(o, d);
            for (const int i : inner)
                if (!isIn(inner, d)) result.add(d, i);
        }
        for (const auto& [first, second] : rules.before) {
            const int a = m_names.dimension(first, at("before"));
            const int b = m_names.dimension(second, at("before"));
            if (a >= 0 && b >= 0) result.add(a, b);
        }
        result.close();
        if (const auto conflict = result.conflict())
            fail("order", m_place + ": " + name(conflict->first) + " must stand both outside and inside " +
                              name(conflict->second));
        return result;
    }

    void keep(LevelRules& level, unsigned kept, unsigned bypassed, bool outermost) {
        for (int t = 0; t < m_names.target().workload.tensorCount(); ++t) {
            const unsigned bit = 1u << t;
            const std::string& tensor = m_names.target().workload.tensors()[static_cast<std::size_t>(t)].name;
            if (kept & bypassed & bit) {
                fail("keep", m_place + ": " + tensor + " is both to be kept and to bypass");
            } else if (kept & bit && !((level.mustKeep | level.mayKeep) & bit)) {
                fail("keep", m_place + ": " + tensor + " is to be kept, but the design never keeps it here",
                     "let the design keep it: 'may' or 'must'");
            } else if (bypassed & level.mustKeep & bit) {
                fail("bypass",
                     m_place + ": " + tensor + " is to bypass, but " +
                         (outermost ? "the outermost level holds every tensor" : "the design must keep it here"),
                     outermost ? "" : "let the design choose: keep '" + tensor + "': 'may'");
            }
        }
        level.mustKeep |= kept;
        level.mayKeep &= ~(kept | bypassed);
    }

    std::int64_t leastLanes(double utilization, const Fanout& fanout) {
        const std::int64_t lanes = fanout.x * fanout.y;
        if (!(utilization >= 0 && utilization <= 1))
            fail("min_utilization",
                 m_place + ": a utilization lies between 0 and 1, found " + formatExact(utilization));
        // The product may come out a hair above the whole number that is meant.
        return std::max<std::int64_t>(1, std::llround(std::ceil(utilization * static_cast<double>(lanes) - 1e-9)));
    }

private:
    Place at(const std::string& key) const { return {{}, 0, 0, m_path + '.' + key}; }
    void fail(const std::string& key, std::string message, std::string hint = {}) {
        m_names.fail(errorAt(at(key), std::move(message), std::move(hint)));
    }
    const std::string& name(int d) const {
        return m_names.target().workload.dimensions()[static_cast<std::size_t>(d)].name;
    }

    /// Each outside the next. A name repeated at once comes from aliases that mean the same dimension.
    static void chain(Precedence& precedence, const std::vector<int>& list) {
        for (std::size_t i = 1; i < list.size(); ++i)
            if (list[i - 1] != list[i]) precedence.add(list[i - 1], list[i]);
    }

    void narrow(FactorRange& range, const FactorRule& rule, std::int64_t bound, const Place& where) {
        const std::int64_t value = rule.full ? bound : rule.value;
        if (rule.relation != FactorRule::Relation::atMost) range.least = std::max(range.least, value);
        if (rule.relation != FactorRule::Relation::atLeast && !rule.full) range.most = std::min(range.most, value);
        range.whole |= rule.full && rule.relation != FactorRule::Relation::atMost;
        if (range.least > range.most)
            m_names.fail(errorAt(where, m_place + ": '" + toText(rule) + "' contradicts another rule: at least " +
                                            formatCount(range.least) + " and at most " + formatCount(range.most)));
    }

    ConstraintNames& m_names;
    std::string m_path;   ///< of keys, "levels.GLB"
    std::string m_place;  ///< "GLB"
};

LevelRules resolveLevel(ConstraintNames& names, int index, const LevelConstraints& rules) {
    const Target& target = names.target();
    const std::string& name = target.architecture.levels()[static_cast<std::size_t>(index)].name;
    RuleReader reader(names, "constraints.levels." + name, name);
    LevelRules result;
    result.mustKeep = index == 0 ? target.allTensors() : target.mustKeep(index);
    result.mayKeep = target.mayKeep(index) & ~result.mustKeep;
    reader.keep(result, reader.tensorMask(rules.keep, "keep"), reader.tensorMask(rules.bypass, "bypass"), index == 0);
    result.loops = reader.dimensionMask(rules.only, "only");
    // A loop belongs to the level of the Store above it: without Stores, no loops.
    if ((result.mustKeep | result.mayKeep) == 0) result.loops = 0;
    result.precedence = reader.precedence(rules);
    result.factors = reader.factors(rules.factors);
    return result;
}

FanoutRules resolveFanout(ConstraintNames& names, const Fanout& fanout, const FanoutConstraints& rules) {
    RuleReader reader(names, "constraints.fanouts." + fanout.name, fanout.name);
    FanoutRules result;
    result.loops = {reader.dimensionMask(rules.x, "x"), reader.dimensionMask(rules.y, "y")};
    if (fanout.x == 1) result.loops[0] = 0;
    if (fanout.y == 1) result.loops[1] = 0;
    result.factors = reader.factors(rules.factors);
    result.leastLanes = reader.leastLanes(rules.minUtilization, fanout);
    return result;
}

MapspaceRules resolve(ConstraintNames& names, const Constraints& constraints) {
    const Target& target = names.target();
    for (const auto& [name, rules] : constraints.levels) names.checkLevel(name);
    for (const auto& [name, rules] : constraints.fanouts) names.checkFanout(name);
    MapspaceRules result;
    for (int l = 0; l < target.architecture.levelCount(); ++l) {
        const auto found = constraints.levels.find(target.architecture.levels()[static_cast<std::size_t>(l)].name);
        result.levels.push_back(
            resolveLevel(names, l, found == constraints.levels.end() ? LevelConstraints{} : found->second));
    }
    for (const Fanout& fanout : target.architecture.fanouts()) {
        const auto found = constraints.fanouts.find(fanout.name);
        result.fanouts.push_back(
            resolveFanout(names, fanout, found == constraints.fanouts.end() ? FanoutConstraints{} : found->second));
    }
    return result;
}

}  // namespace

Result<MapspaceRules> resolveConstraints(const Target& target, const Constraints& constraints) {
    ConstraintNames names(target, constraints.fromUser);
    MapspaceRules result = resolve(names, constraints);
    if (hasErrors(names.diagnostics())) return names.diagnostics();
    return {std::move(result), names.diagnostics()};
}

Diagnostics newUnknownNames(const Target& target, const Constraints& before, const Constraints& after) {
    ConstraintNames then(target, false), now(target, false);
    resolve(then, before);
    resolve(now, after);
    Diagnostics fresh;
    for (const Diagnostic& name : now.lacking())
        if (std::ranges::none_of(then.lacking(), [&](const Diagnostic& old) {
                return old.message == name.message && old.place.key == name.place.key;
            }))
            fresh.push_back(name);
    return fresh;
}

}  // namespace lapidary
