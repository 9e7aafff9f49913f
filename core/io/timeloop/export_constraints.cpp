// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <optional>
#include <set>

#include "core/io/timeloop/export_parts.h"
#include "core/io/timeloop/letters.h"
#include "core/io/timeloop/reading.h"

namespace lapidary::timeloop {

namespace {

std::string ruleText(const std::string& letter, const FactorRule& rule) {
    const char* sign = rule.relation == FactorRule::Relation::equal    ? "="
                       : rule.relation == FactorRule::Relation::atMost ? "<="
                                                                       : ">=";
    // 0 is the whole bound there.
    return letter + sign + std::to_string(rule.full ? 0 : rule.value);
}

/// The design's own constraints and what its levels must and may keep, entry by entry.
class LimitsWriter {
public:
    LimitsWriter(const Target& target, const Ladder& ladder, Export& out)
        : m_target(target), m_ladder(ladder), m_out(out), m_letters(lettersOf(target.workload)) {}

    void write() {
        for (std::size_t i = 0; i < m_ladder.rungs.size(); ++i) {
            const Rung& rung = m_ladder.rungs[i];
            if (rung.level >= 0) {
                writeChoices(rung, i == 0);
                writeLoops(rung, isLastOfLevel(i));
            }
            if (rung.fanout >= 0) writeLanes(rung);
        }
        if (m_entries.empty()) return;
        m_out.line(0, m_out.isV4() ? "constraints:" : "architecture_constraints:");
        m_out.line(1, m_out.isV4() ? "version: 0.4" : "version: 0.3");
        m_out.line(1, "targets:");
        for (const std::string& entry : m_entries) m_out.line(1, "- {" + entry + "}");
    }

private:
    const Constraints& constraints() const { return m_target.architecture.spec().constraints; }

    const LevelConstraints* limitsOf(const Rung& rung) const {
        const auto& levels = constraints().levels;
        const auto found = levels.find(m_target.architecture.levels()[static_cast<std::size_t>(rung.level)].name);
        return found == levels.end() ? nullptr : &found->second;
    }

    bool isLastOfLevel(std::size_t rung) const {
        return rung + 1 == m_ladder.rungs.size() || m_ladder.rungs[rung + 1].level != m_ladder.rungs[rung].level;
    }

    /// Without those that the workload lacks: a design's constraints may speak of more.
    std::vector<int> dimensionsOf(const std::vector<std::string>& names) const {
        std::vector<int> list;
        for (const std::string& name : names)
            if (const int d = m_target.workload.findDimension(name); d >= 0 && std::ranges::find(list, d) == list.end())
                list.push_back(d);
        return list;
    }
    const std::string& letter(int dimension) const { return m_letters[static_cast<std::size_t>(dimension)]; }

    unsigned maskOf(const std::vector<std::string>& names) const {
        unsigned mask = 0;
        for (const std::string& name : names) mask |= m_target.workload.tensorMask(name);
        return mask;
    }
    std::string tensorsText(unsigned mask) const {
        std::vector<std::string> names;
        for (int t = 0; t < m_target.workload.tensorCount(); ++t)
            if (mask >> t & 1) names.push_back(scalarOf(m_target.workload.tensors()[static_cast<std::size_t>(t)].name));
        return "[" + joined(names) + "]";
    }

    /// A rung of a partition holds what the partition does; the outermost level keeps everything anyway.
    void writeChoices(const Rung& rung, bool isOutermost) {
        if (isOutermost) return;
        const LevelConstraints* limits = limitsOf(rung);
        const unsigned here = rung.tensors & m_target.allTensors();
        unsigned keep = m_target.mustKeep(rung.level) & here;
        unsigned bypass = m_target.allTensors() & ~(m_target.mayKeep(rung.level) & here);
        if (limits != nullptr) {
            keep |= maskOf(limits->keep) & here;
            bypass |= maskOf(limits->bypass);
        }
        keep &= ~bypass;
        if ((keep | bypass) == 0) return;
        m_entries.push_back("target: " + scalarOf(rung.name) + ", type: bypass, keep: " + tensorsText(keep) +
                            ", bypass: " + tensorsText(bypass));
    }

    /// Loops of a level with partitions stand inside all of its Stores, at its last rung.
    void writeLoops(const Rung& rung, bool isLast) {
        const LevelConstraints* limits = limitsOf(rung);
        if (limits == nullptr) return;
        std::vector<std::string> factors;
        if (!isLast) {
            for (const std::string& each : m_letters) factors.push_back(each + "=1");
            return push(rung.name, "temporal", factors, {});
        }
        std::vector<int> open = openDimensions(limits->only, factors);
        addRules(limits->factors, factors);
        push(rung.name, "temporal", factors, permutationOf(*limits, open, rung));
    }

    /// Dimensions that a list lets have loops; the others get a factor of 1.
    std::vector<int> openDimensions(const std::optional<std::vector<std::string>>& only,
                                    std::vector<std::string>& factors) const {
        std::vector<int> open;
        const std::vector<int> listed = only ? dimensionsOf(*only) : std::vector<int>();
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d)
            if (!only || std::ranges::find(listed, d) != listed.end())
                open.push_back(d);
            else
                factors.push_back(letter(d) + "=1");
        return open;
    }

    /// What has a factor of 1 already needs no other rule.
    void addRules(const std::vector<FactorRule>& rules, std::vector<std::string>& factors) const {
        for (const FactorRule& rule : rules) {
            const int d = m_target.workload.findDimension(rule.dimension);
            if (d >= 0 && std::ranges::find(factors, letter(d) + "=1") == factors.end())
                factors.push_back(ruleText(letter(d), rule));
        }
    }

    /// Innermost first; "_" stands before what is outermost.
    std::vector<std::string> permutationOf(const LevelConstraints& limits, const std::vector<int>& open,
                                           const Rung& rung) {
        std::vector<std::string> letters;
        const auto add = [&](const std::vector<std::string>& names) {
            const std::vector<int> list = dimensionsOf(names);
            for (auto d = list.rbegin(); d != list.rend(); ++d) letters.push_back(letter(*d));
        };
        add(limits.inner);
        if (!limits.outer.empty()) letters.emplace_back("_");
        add(limits.outer);
        if (!limits.before.empty()) m_out.warn(rung.name + ": 'before' of its constraints can't be written");
        if (limits.order.empty()) return letters;
        const std::vector<int> ordered = dimensionsOf(limits.order);
        const bool isWhole =
            std::ranges::all_of(open, [&](int d) { return std::ranges::find(ordered, d) != ordered.end(); });
        if (!letters.empty() || !isWhole) {
            m_out.warn(rung.name + ": an order of some of its dimensions can't be written");
            return letters;
        }
        add(limits.order);
        return letters;
    }

    void writeLanes(const Rung& rung) {
        const Fanout& fanout = m_target.architecture.fanouts()[static_cast<std::size_t>(rung.fanout)];
        const auto found = constraints().fanouts.find(fanout.name);
        if (found == constraints().fanouts.end()) return;
        const FanoutConstraints& limits = found->second;
        if (limits.minUtilization > 0) m_out.warn(fanout.name + ": a least utilization is not written");
        // An axis of one column or row takes nothing, whatever its list says.
        const auto x = fanout.x > 1 ? limits.x : std::vector<std::string>();
        const auto y = fanout.y > 1 ? limits.y : std::vector<std::string>();
        std::vector<std::string> factors, order;
        std::optional<std::vector<std::string>> both;
        if (x && y) {
            both = *x;
            both->insert(both->end(), y->begin(), y->end());
        }
        openDimensions(both, factors);
        addRules(limits.factors, factors);
        const std::string name = m_out.isV4() ? fanout.name : rung.name;
        const auto onX = x ? dimensionsOf(*x) : std::vector<int>(), onY = y ? dimensionsOf(*y) : std::vector<int>();
        const bool overlap = std::ranges::any_of(onX, [&](int d) { return std::ranges::find(onY, d) != onY.end(); });
        if (!x != !y || overlap) {
            m_out.warn(fanout.name +
                       ": dimensions that may lie on either axis can't be written: the axes are left open");
            return push(name, "spatial", factors, {});
        }
        if (!x) return push(name, "spatial", factors, {});
        for (const int d : onX) order.push_back(letter(d));
        for (const int d : onY) order.push_back(letter(d));
        for (const std::string& each : m_letters)
            if (std::ranges::find(order, each) == order.end()) order.push_back(each);
        push(name, "spatial", factors, order, onX.size());
    }

    void push(const std::string& name, const char* type, const std::vector<std::string>& factors,
              const std::vector<std::string>& permutation, std::optional<std::size_t> split = {}) {
        if (factors.empty() && permutation.empty()) return;
        std::string entry = "target: " + scalarOf(name) + ", type: " + type;
        if (!factors.empty()) entry += ", factors: " + listOf(factors, " ", '"');
        if (!permutation.empty()) entry += ", permutation: " + listOf(permutation, "", '"');
        if (split) entry += ", split: " + std::to_string(*split);
        m_entries.push_back(std::move(entry));
    }

    /// v4 has lists where v3 has one text.
    std::string listOf(const std::vector<std::string>& words, const char* between, char quote) const {
        std::string text;
        for (const std::string& word : words) {
            if (!text.empty()) text += m_out.isV4() ? ", " : between;
            text += m_out.isV4() ? quote + word + quote : word;
        }
        return m_out.isV4() ? "[" + text + "]" : quote + text + quote;
    }

    const Target& m_target;
    const Ladder& m_ladder;
    Export& m_out;
    std::vector<std::string> m_letters;
    std::vector<std::string> m_entries;
};

}  // namespace

void writeConstraints(const Target& target, const Ladder& ladder, Export& out) {
    LimitsWriter(target, ladder, out).write();
}

}  // namespace lapidary::timeloop
