// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/timeloop/constraints.h"

#include <algorithm>
#include <set>

#include "core/base/arith.h"
#include "core/io/read_native.h"
#include "core/io/timeloop/directives.h"
#include "core/io/timeloop/factors.h"
#include "core/io/timeloop/reading.h"
#include "core/mapping/extent.h"

namespace lapidary::timeloop {

namespace {

using Relation = FactorRule::Relation;

/// Flags that speak of mappings: a mapspace of ours has no place for them.
constexpr const char* kMappingFlags[] = {"no_reuse",          "no_link_transfer", "no_multicast_no_reduction",
                                         "no_temporal_reuse", "rmw_first_update", "no_coalesce"};
/// Wishes of the v4 front end that have no counterpart.
constexpr const char* kV4Wishes[] = {"factors_only",
                                     "maximize_dims",
                                     "maximize_dims_capacity",
                                     "no_iteration_over_dataspaces",
                                     "must_iterate_over_dataspaces",
                                     "keep_only"};

std::string productText(const std::string& product, std::int64_t value) {
    if (product.empty()) return "1";
    return product.find('*') == std::string::npos ? product : product + " = " + std::to_string(value);
}

class LimitsReader {
public:
    LimitsReader(const Design& design, const TimeloopProblem& problem, Diagnostics& out)
        : m_spec(design.spec), m_places(design.places), m_problem(problem), m_out(out) {
        m_limits.constraints.fromUser = true;
    }

    void readEntries(const EntryList& entries) {
        for (std::size_t i = 0; entries.list != nullptr && i < entries.list->size(); ++i) {
            ObjectReader entry((*entries.list)[i], entries.file, indexed(entries.path, i), m_out);
            const auto head = readHead(entry, m_places, false);
            if (!head) continue;
            readEntry(entry, *head);
            entry.finish();
        }
    }

    /// v4: groups below a node stand for entries.
    void readNode(const NodeConstraints& node, const std::string& file) {
        ObjectReader groups(node.value, file, node.path, m_out);
        for (const auto& [key, kind] :
             {std::pair{"temporal", EntryKind::temporal}, std::pair{"spatial", EntryKind::spatial},
              std::pair{"dataspace", EntryKind::bypass}}) {
            const Json* group = groups.object(key);
            if (group == nullptr) continue;
            ObjectReader entry(*group, file, node.path + "." + key, m_out);
            EntryHead head;
            head.target = node.node;
            head.kind = kind;
            head.place = entry.placeOf(*group, "");
            head.level = placeIn(m_places.levels, node.node);
            head.fanout = ownFanout(node.node);
            readEntry(entry, head);
            entry.finish();
        }
        if (const Json* overbooking = groups.any("max_overbooked_proportion"))
            m_out.push_back(warningAt(groups.placeOf(*overbooking, "max_overbooked_proportion"),
                                      "overbooking can't be expressed: tiles must fit"));
        groups.finish();
    }

    void readTemplate(const Section& mapspace) {
        std::string name = "uber";
        if (mapspace.value.isObject()) {
            ObjectReader reader(mapspace.value, mapspace.file(), mapspace.place.key, m_out);
            if (const auto text = reader.string("template")) name = *text;
            if (name != "uber" && name != "ruby")
                reader.fail(*reader.any("template"), "template", "unknown template '" + name + "'",
                            didYouMean(name, {"uber", "ruby"}, "expected uber or ruby"));
        }
        m_limits.factorization = Factorization::perfect;
        if (name == "ruby" && (m_temporalRemainders || m_spatialRemainders))
            m_limits.factorization = !m_temporalRemainders  ? Factorization::rubyS
                                     : !m_spatialRemainders ? Factorization::rubyT
                                                            : Factorization::ruby;
        if (name != "ruby" && m_remainders)
            m_out.push_back(noteAt(*m_remainders, "'remainders' count under 'template: ruby' only: perfect factors"));
        else if (m_remainders)
            m_out.push_back(
                noteAt(*m_remainders, std::string("'remainders' become the mapspace '") +
                                          std::string(keyOf(*m_limits.factorization)) +
                                          "': tails are allowed at every place of that kind, with any factor"));
    }

    Limits finish() {
        checkReach();
        return std::move(m_limits);
    }

private:
    static int placeIn(const std::map<std::string, int>& places, const std::string& name) {
        const auto found = places.find(name);
        return found == places.end() ? -1 : found->second;
    }

    /// A v4 node speaks of the fan-out that it brings itself, not of the one below it.
    int ownFanout(const std::string& node) const {
        for (std::size_t f = 0; f < m_spec.fanouts.size(); ++f)
            if (m_spec.fanouts[f].name == node || m_spec.fanouts[f].name == "to_" + node) return static_cast<int>(f);
        return -1;
    }

    void readEntry(ObjectReader& entry, const EntryHead& head) {
        for (const char* key : kMappingFlags) warnOf(entry, key, head.target, "it is no part of a mapspace here");
        for (const char* key : kV4Wishes) warnOf(entry, key, head.target, "it is left out");
        switch (head.kind) {
        case EntryKind::temporal: readTemporal(entry, head); break;
        case EntryKind::spatial: readSpatial(entry, head); break;
        case EntryKind::bypass: readBypass(entry, head); break;
        case EntryKind::utilization: readUtilization(entry, head); break;
        case EntryKind::overbooking:
            entry.any("proportion");
            m_out.push_back(warningAt(head.place, "overbooking can't be expressed: tiles must fit"));
            break;
        }
    }

    void warnOf(ObjectReader& entry, const char* key, const std::string& target, const char* effect) {
        const Json* value = entry.any(key);
        if (value == nullptr || value->isNull() || (value->isArray() && value->size() == 0)) return;
        m_out.push_back(
            warningAt(entry.placeOf(*value, key), target + ": '" + key + "' can't be expressed: " + effect));
    }

    /// False, with an error, if the same was said before.
    bool claim(const std::string& what, const Place& place) {
        const auto [earlier, isNew] = m_said.try_emplace(what, place);
        if (isNew) return true;
        m_out.push_back(
            errorAt(place, what + " is given twice",
                    "it also stands in " + earlier->second.file + ":" + std::to_string(earlier->second.line)));
        return false;
    }

    const std::string& nameOf(int letter) const { return m_problem.letters[static_cast<std::size_t>(letter)].name; }

    /// Names of letters in reverse, without those that the workload lacks.
    std::vector<std::string> outerToInner(const std::vector<int>& letters) const {
        std::vector<std::string> names;
        for (auto letter = letters.rbegin(); letter != letters.rend(); ++letter)
            if (m_problem.letters[static_cast<std::size_t>(*letter)].dimension >= 0) names.push_back(nameOf(*letter));
        return names;
    }

    std::vector<FactorRule> readRules(ObjectReader& entry, const EntryHead& head, const char* kind) {
        std::vector<FactorRule> rules;
        std::set<int> named;
        for (const FactorText& factor : readFactors(entry, "factors", m_problem)) {
            const Letter& letter = m_problem.letters[static_cast<std::size_t>(factor.letter)];
            named.insert(factor.letter);
            const char* sign = factor.relation == Relation::equal    ? "="
                               : factor.relation == Relation::atMost ? "<="
                                                                     : ">=";
            if (!claim(head.target + "'s " + kind + " factor " + letter.name + sign, factor.place)) continue;
            if (factor.residual)
                m_out.push_back(
                    warningAt(factor.place, "the residual of a fixed factor can't be expressed: it is searched"));
            if (factor.value > letter.bound && factor.relation != Relation::atMost) {
                m_out.push_back(noteAt(factor.place, "'" + letter.name + "' has bound " + std::to_string(letter.bound) +
                                                         ": the larger factor is left out, as Timeloop does"));
                continue;
            }
            if (letter.dimension < 0) continue;
            FactorRule rule;
            rule.dimension = letter.name;
            rule.relation = factor.relation;
            rule.full = factor.value == 0;
            rule.value = factor.value == 0 ? 1 : factor.value;
            rules.push_back(rule);
            m_rulePlaces[letter.name] = factor.place;
        }
        addDefaults(entry, "default_max_factor", Relation::atMost, named, rules);
        addDefaults(entry, "default_min_factor", Relation::atLeast, named, rules);
        return rules;
    }

    void addDefaults(ObjectReader& entry, const char* key, Relation relation, const std::set<int>& named,
                     std::vector<FactorRule>& rules) {
        const auto value = entry.integer(key, 1, kMaxBound);
        if (!value) return;
        for (int letter = 0; letter < static_cast<int>(m_problem.letters.size()); ++letter) {
            const Letter& each = m_problem.letters[static_cast<std::size_t>(letter)];
            if (named.contains(letter) || each.dimension < 0) continue;
            if (relation == Relation::atLeast && *value > each.bound) continue;
            FactorRule rule;
            rule.dimension = each.name;
            rule.relation = relation;
            rule.value = *value;
            rules.push_back(rule);
            m_rulePlaces[each.name] = entry.placeOf(*entry.any(key), key);
        }
    }

    void readTemporal(ObjectReader& entry, const EntryHead& head) {
        const std::vector<FactorRule> rules = readRules(entry, head, "temporal");
        const auto permutation = readPermutation(entry, "permutation", m_problem);
        readRemainders(entry, m_temporalRemainders);
        if (head.level < 0) return;  // a fan-out holds nothing: there are no temporal loops
        LevelConstraints& level = m_limits.constraints.levels[m_spec.levels[static_cast<std::size_t>(head.level)].name];
        level.factors.insert(level.factors.end(), rules.begin(), rules.end());
        if (!permutation || !claim(head.target + "'s permutation", permutation->place)) return;
        level.inner = outerToInner(permutation->inner);
        level.outer = outerToInner(permutation->outer);
    }

    void readSpatial(ObjectReader& entry, const EntryHead& head) {
        const std::vector<FactorRule> rules = readRules(entry, head, "spatial");
        const auto permutation = readPermutation(entry, "permutation", m_problem);
        const auto split = entry.integer("split", 0, 1000);
        readRemainders(entry, m_spatialRemainders);
        if (head.fanout < 0) {
            for (const FactorRule& rule : rules)
                if (rule.relation != Relation::atMost && (rule.full || rule.value > 1))
                    m_out.push_back(errorAt(
                        m_rulePlaces[rule.dimension],
                        "there is no fan-out below '" + head.target + "': '" + rule.dimension + "' can only be 1"));
            return;
        }
        const Fanout& hardware = m_spec.fanouts[static_cast<std::size_t>(head.fanout)];
        FanoutConstraints& fanout = m_limits.constraints.fanouts[hardware.name];
        fanout.factors.insert(fanout.factors.end(), rules.begin(), rules.end());
        if (!split) {
            if (permutation && hardware.x > 1 && hardware.y > 1)
                m_out.push_back(warningAt(permutation->place,
                                          "a spatial permutation without a split can't be expressed: "
                                          "every dimension may lie on both axes"));
            return;
        }
        if (!claim(head.target + "'s split", entry.placeOf(*entry.any("split"), "split"))) return;
        const std::vector<int> order = completeOrder(permutation, m_problem);
        fanout.x.emplace();
        fanout.y.emplace();
        for (std::size_t i = 0; i < order.size(); ++i)
            if (m_problem.letters[static_cast<std::size_t>(order[i])].dimension >= 0)
                (i < static_cast<std::size_t>(*split) ? fanout.x : fanout.y)->push_back(nameOf(order[i]));
    }

    void readRemainders(ObjectReader& entry, bool& used) {
        const auto remainders = entry.integer("remainders", 1, kMaxBound);
        if (!remainders || *remainders == 1) return;
        used = true;
        if (!m_remainders) m_remainders = entry.placeOf(*entry.any("remainders"), "remainders");
    }

    void readBypass(ObjectReader& entry, const EntryHead& head) {
        const unsigned kept = readTensors(entry, "keep", m_problem.workload).value_or(0);
        const unsigned bypassed = readTensors(entry, "bypass", m_problem.workload).value_or(0);
        if (kept & bypassed)
            entry.fail(*entry.any("bypass"), "bypass",
                       "a data space is both kept and bypassed at '" + head.target + "'");
        if (head.level < 0) return;
        LevelConstraints& level = m_limits.constraints.levels[m_spec.levels[static_cast<std::size_t>(head.level)].name];
        for (int t = 0; t < m_problem.workload.tensorCount(); ++t) {
            if (!((kept | bypassed) >> t & 1)) continue;
            const std::string& name = m_problem.workload.tensors()[static_cast<std::size_t>(t)].name;
            const char* key = kept >> t & 1 ? "keep" : "bypass";
            if (claim(head.target + "'s choice for " + name, entry.placeOf(*entry.any(key), key)))
                (kept >> t & 1 ? level.keep : level.bypass).push_back(name);
        }
    }

    void readUtilization(ObjectReader& entry, const EntryHead& head) {
        entry.required("min");
        const auto least = entry.number("min", 0, 1);
        if (!least) return;
        if (m_spec.fanouts.size() == 1) {
            m_limits.constraints.fanouts[m_spec.fanouts.front().name].minUtilization = *least;
            return;
        }
        m_out.push_back(
            warningAt(head.place, "a least utilization over several fan-outs can't be expressed: left out"));
    }

    /// The largest factor that a list of rules allows; nullopt if it allows any.
    std::optional<std::int64_t> capOf(const std::vector<FactorRule>& rules, const std::string& dimension) const {
        std::optional<std::int64_t> cap;
        for (const FactorRule& rule : rules)
            if (rule.dimension == dimension && rule.relation != Relation::atLeast) {
                if (rule.full) return std::nullopt;
                cap = std::min(cap.value_or(rule.value), rule.value);
            }
        return cap;
    }

    /// If every place caps a dimension, the caps must reach its bound.
    void checkReach() {
        for (const Letter& letter : m_problem.letters) {
            if (letter.dimension < 0) continue;
            std::int64_t reach = 1;
            std::string product;
            bool capped = true;
            const auto add = [&](std::optional<std::int64_t> cap) {
                capped = capped && cap.has_value();
                if (!cap || *cap == 1) return;
                reach = saturatingMul(reach, *cap);
                product += (product.empty() ? "" : " * ") + std::to_string(*cap);
            };
            for (const Level& level : m_spec.levels) {
                const auto found = m_limits.constraints.levels.find(level.name);
                add(found == m_limits.constraints.levels.end() ? std::nullopt
                                                               : capOf(found->second.factors, letter.name));
            }
            for (const Fanout& fanout : m_spec.fanouts) {
                const auto found = m_limits.constraints.fanouts.find(fanout.name);
                const auto cap = found == m_limits.constraints.fanouts.end()
                                     ? std::nullopt
                                     : capOf(found->second.factors, letter.name);
                add(std::min(cap.value_or(fanout.x * fanout.y), fanout.x * fanout.y));
            }
            if (!capped || reach >= letter.bound) continue;
            m_out.push_back(errorAt(m_rulePlaces[letter.name],
                                    letter.name + ": the factors allowed at all places multiply to " +
                                        productText(product, reach) + ", less than the bound " +
                                        std::to_string(letter.bound),
                                    "leave one of them open or raise it"));
        }
    }

    const ArchitectureSpec& m_spec;
    const Places& m_places;
    const TimeloopProblem& m_problem;
    Diagnostics& m_out;
    Limits m_limits;
    std::map<std::string, Place> m_said;
    std::map<std::string, Place> m_rulePlaces;  ///< of the last rule of each dimension
    std::optional<Place> m_remainders;
    bool m_temporalRemainders = false, m_spatialRemainders = false;
};

}  // namespace

Limits readLimitsOf(const Document& document, const Hardware& hardware, const Design& design,
                    const TimeloopProblem& problem, Diagnostics& out) {
    LimitsReader reader(design, problem, out);
    for (const NodeConstraints& node : hardware.constraints) reader.readNode(node, hardware.file);
    if (const Section* own = document.find("architecture_constraints"))
        reader.readEntries(entriesOf(*own, document, {"targets", "constraints", "nodes"}, {"version"}, out));
    if (const Section* v4 = document.find("constraints"))
        reader.readEntries(entriesOf(*v4, document, {"targets", "constraints", "nodes"}, {"version"}, out));
    if (const Section* space = document.find("mapspace")) {
        reader.readEntries(
            entriesOf(*space, document, {"targets", "constraints", "nodes"}, {"version", "template"}, out));
        reader.readTemplate(*space);
    }
    return reader.finish();
}

}  // namespace lapidary::timeloop
