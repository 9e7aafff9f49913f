// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a mapping back to the choice it comes from. Where a level may keep nothing, its loops stand under the level
// above and nothing in the list says whose they are: then every way to share them out is tried.

#include <algorithm>

#include "core/mapspace/choice.h"

namespace lapidary {

namespace {

class ChoiceFinder {
public:
    ChoiceFinder(const ChoiceSpace& space, const Mapping& mapping)
        : m_space(space), m_mapping(mapping), m_nodes(mapping.nodes), m_begin(space.frame().levels.size() + 1) {}

    std::optional<Choice> best() {
        share(0, 0);
        return m_best;
    }

private:
    /// Tries all ways in which level l and those below it can own the nodes from `at` on.
    void share(std::size_t l, std::size_t at) {
        m_begin[l] = at;
        if (l == m_space.frame().levels.size()) {
            if (at == m_nodes.size()) consider();
            return;
        }
        unsigned kept = 0;
        if (at < m_nodes.size() && m_nodes[at].kind == NodeKind::store && m_nodes[at].level == l)
            kept = m_nodes[at++].tensors;
        if (const unsigned must = m_space.mustKeep(l); (kept & must) != must || kept & ~(must | m_space.mayKeep(l)))
            return;
        for (;; ++at) {
            share(l + 1, endOfSpatial(l, at));
            if (at == m_nodes.size() || m_nodes[at].kind != NodeKind::temporal) return;
        }
    }

    std::size_t endOfSpatial(std::size_t l, std::size_t at) const {
        const auto& fanouts = m_space.target().architecture.fanouts();
        while (at < m_nodes.size() && m_nodes[at].kind == NodeKind::spatial &&
               fanouts[m_nodes[at].fanout].below == static_cast<int>(l))
            ++at;
        return at;
    }

    /// Judges one way of sharing: are these loops in the space, and is this its smallest choice so far?
    void consider() {
        m_factors.assign(m_space.frame().slotList.size(), {1, 1});
        for (std::size_t l = 0; l < m_space.frame().levels.size(); ++l)
            if (!fillLevel(l)) return;
        Choice choice{};
        for (std::size_t t = 0; t < m_space.terms().size(); ++t) {
            const auto number = numberIn(m_space.terms()[t]);
            if (!number) return;
            choice[t] = *number;
        }
        if (!m_best || choice < *m_best) m_best = choice;
    }

    bool fillLevel(std::size_t l) {
        const LevelFrame& level = m_space.frame().levels[l];
        m_sequence[l].clear();
        m_kept[l] = 0;
        auto nextSpatial = level.spatial.begin();
        for (std::size_t at = m_begin[l]; at < m_begin[l + 1]; ++at) {
            const Node& node = m_nodes[at];
            std::int16_t slot = -1;
            if (node.kind == NodeKind::store) {
                m_kept[l] = node.tensors;
                continue;
            }
            if (node.kind == NodeKind::temporal) {
                m_sequence[l].push_back(node.dimension);
                slot = level.temporal[node.dimension];
            } else {
                nextSpatial = std::find_if(nextSpatial, level.spatial.end(), [&](std::int16_t s) {
                    const Node& loop = m_space.frame().slotList[static_cast<std::size_t>(s)].loop;
                    return loop.fanout == node.fanout && loop.axis == node.axis && loop.dimension == node.dimension;
                });
                if (nextSpatial != level.spatial.end()) slot = *nextSpatial++;
            }
            if (slot < 0) return false;
            m_factors[static_cast<std::size_t>(slot)] = {node.bound, node.tail};
        }
        return m_space.orders(l).allows(m_sequence[l]);
    }

    std::optional<std::uint64_t> numberIn(const ChoiceTerm& term) const {
        switch (term.kind) {
        case SizeTerm::Kind::chains: {
            const auto covered = m_mapping.coveredBound(m_space.target().workload, static_cast<int>(term.where));
            return m_space.chains(term.where).rankOf(covered, m_factors.data() + m_space.frame().first[term.where]);
        }
        case SizeTerm::Kind::order: return m_space.orders(term.where).smallestRank(m_sequence[term.where]);
        case SizeTerm::Kind::keep: return numberOf(m_kept[term.where], m_space.mayKeep(term.where));
        }
        return std::nullopt;
    }

    const ChoiceSpace& m_space;
    const Mapping& m_mapping;
    const std::vector<Node>& m_nodes;
    std::vector<std::size_t> m_begin;  ///< by level: its first node
    std::vector<Factor> m_factors;
    std::array<std::vector<std::uint8_t>, kMaxLevels> m_sequence;
    std::array<unsigned, kMaxLevels> m_kept{};
    std::optional<Choice> m_best;
};

}  // namespace

std::optional<Choice> ChoiceSpace::find(const Mapping& mapping) const {
    return ChoiceFinder(*this, canonical(mapping, m_target->workload)).best();
}

}  // namespace lapidary
