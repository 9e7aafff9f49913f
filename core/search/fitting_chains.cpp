// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/fitting_chains.h"

#include <algorithm>
#include <bit>
#include <map>

#include "core/mapping/extent.h"

namespace lapidary {
namespace {

/// Iterations of the dimension's largest tile in a Store.
std::int64_t widestAt(const Mapping& mapping, std::size_t store, int dimension) {
    const std::span<const Node> nodes(mapping.nodes);
    const bool moves = tripProduct(nodes.first(store), dimension) > 1;
    return moves ? tripProduct(nodes.subspan(store), dimension) : iterations(nodes.subspan(store), dimension);
}

Lanes lanesOf(const Mapping& mapping, std::size_t fanouts) {
    Lanes lanes(2 * fanouts, 1);
    for (const Node& node : mapping.nodes)
        if (node.kind == NodeKind::spatial) lanes[2u * node.fanout + (node.axis == Axis::y)] *= node.bound;
    return lanes;
}

}  // namespace

class FittingChains::Maker {
public:
    Maker(FittingChains& chains, const Mapspace& mapspace, const Evaluator& evaluator)
        : m_chains(chains), m_mapspace(mapspace), m_evaluator(evaluator), m_target(mapspace.target()) {
        const auto& terms = mapspace.terms();
        for (std::size_t t = 0; t < terms.size(); ++t) {
            m_counts.push_back(static_cast<std::uint64_t>(*toInt64(terms[t].count)));
            if (terms[t].kind == SizeTerm::Kind::keep) m_keepMost[t] = m_counts[t] - 1;
        }
    }

    bool run() {
        std::uint64_t all = 0;
        for (std::size_t d = 0; d < static_cast<std::size_t>(m_target.workload.dimensionCount()); ++d) {
            if (m_counts[d] > kMostChains) return false;
            all += m_counts[d];
        }
        if (all > kMostChains) return false;
        findKeeps();
        findTiles();
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) findChains(d);
        findAxes();
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d) addDimension(d);
        const auto free = std::stable_partition(m_chains.m_dimensions.begin(), m_chains.m_dimensions.end(),
                                                [](const FittingDimension& own) { return own.numbers.size() == 1; });
        m_chains.m_firstFree = static_cast<std::size_t>(free - m_chains.m_dimensions.begin());
        findPairs();
        begin();
        return true;
    }

private:
    std::array<unsigned, kMaxLevels> keptBy(const MapspaceChoice& choice) {
        std::array<unsigned, kMaxLevels> kept{};
        m_mapspace.assemblePart(choice, 0, m_mapping);
        for (const Node& node : m_mapping.nodes)
            if (!node.isLoop()) kept[node.level] |= node.tensors;
        return kept;
    }

    void findKeeps() {
        MapspaceChoice choice{};
        m_chains.m_kept = keptBy(choice);
        for (std::size_t t = 0; t < m_counts.size(); ++t) {
            if (m_mapspace.terms()[t].kind != SizeTerm::Kind::keep) continue;
            Keep keep{.term = t, .level = 0, .kept = {}};
            choice[t] = m_counts[t] - 1;
            const auto most = keptBy(choice);
            while (most[keep.level] == m_chains.m_kept[keep.level]) ++keep.level;
            for (choice[t] = 0; choice[t] < m_counts[t]; ++choice[t]) keep.kept.push_back(keptBy(choice)[keep.level]);
            choice[t] = 0;
            m_chains.m_keeps.push_back(std::move(keep));
        }
    }

    void findTiles() {
        const std::vector<std::int64_t> ones(static_cast<std::size_t>(m_target.workload.dimensionCount()), 1);
        for (std::size_t l = 0; l < m_target.levels.size(); ++l) {
            const TargetLevel& level = m_target.levels[l];
            for (std::size_t part = 0; part < level.capacityBits.size(); ++part) {
                if (level.capacityBits[part] < 0) continue;
                Part own{.level = l, .capacity = static_cast<double>(level.capacityBits[part]), .shares = {}};
                for (int t = 0; t < m_target.workload.tensorCount(); ++t) {
                    const auto tensor = static_cast<std::size_t>(t);
                    if (level.part[tensor] != static_cast<int>(part)) continue;
                    if (!(m_target.mayKeep(static_cast<int>(l)) >> t & 1)) continue;
                    if (!m_evaluator.tileWords(t, ones)) {
                        m_chains.m_knowsTiles = false;
                        continue;
                    }
                    own.shares.push_back(
                        {m_chains.m_tiles.size(), 1u << t, static_cast<double>(level.wordBits[tensor])});
                    m_chains.m_tiles.push_back({static_cast<int>(l), t});
                }
                if (!own.shares.empty()) m_chains.m_parts.push_back(std::move(own));
            }
        }
    }

    /// The dimension that shares a rank of the tensor with this one, -1 = none, and whether the tensor uses this one.
    std::pair<bool, int> rankOf(int tensor, int dimension) const {
        for (const Rank& rank : m_target.workload.tensors()[static_cast<std::size_t>(tensor)].ranks)
            for (const Term& term : rank.terms) {
                if (term.dimension != dimension) continue;
                for (const Term& other : rank.terms)
                    if (other.dimension != dimension) return {true, other.dimension};
                return {true, -1};
            }
        return {false, -1};
    }

    double wordsOf(int tensor, int a, std::int64_t extentA, int b = 0, std::int64_t extentB = 0) const {
        std::vector<std::int64_t> extents(static_cast<std::size_t>(m_target.workload.dimensionCount()), 1);
        extents[static_cast<std::size_t>(a)] = extentA;
        if (extentB > 0) extents[static_cast<std::size_t>(b)] = extentB;
        return static_cast<double>(*m_evaluator.tileWords(tensor, extents));
    }

    /// That break no limit by themselves, by their lanes.
    void findChains(int d) {
        const auto term = static_cast<std::size_t>(d);
        const auto scratch = m_evaluator.makeScratch();
        auto& byLanes = m_byLanes.emplace_back();
        MapspaceChoice choice{};
        for (choice[term] = 0; choice[term] < m_counts[term]; ++choice[term]) {
            m_mapspace.assemblePart(choice, 1u << d, m_mapping);
            if (m_evaluator.limits(m_mapping, *scratch).code != ReasonCode::none) continue;
            byLanes[lanesOf(m_mapping, m_target.architecture.fanouts().size())].push_back(choice[term]);
        }
    }

    void findAxes() {
        const bool mustBeUsed = m_mapspace.checkConstraints({}).code == ReasonCode::utilization;
        for (std::size_t a = 0; a < 2 * m_target.architecture.fanouts().size(); ++a) {
            const auto users = std::ranges::count_if(m_byLanes, [a](const auto& dimension) {
                return std::ranges::any_of(dimension, [a](const auto& group) { return group.first[a] > 1; });
            });
            if (users > 1 || (users == 1 && mustBeUsed)) m_chains.m_axes.push_back(a);
        }
    }

    void addDimension(int d) {
        FittingDimension own;
        own.term = static_cast<std::size_t>(d);
        own.extentList.resize(m_target.levels.size());
        std::map<Lanes, std::vector<std::uint64_t>> byLanes;
        for (const auto& [all, numbers] : m_byLanes[own.term]) {
            Lanes counted(all.size(), 1);
            for (const std::size_t a : m_chains.m_axes) counted[a] = all[a];
            auto& list = byLanes[counted];
            list.insert(list.end(), numbers.begin(), numbers.end());
        }
        for (const auto& [lanes, numbers] : byLanes) {
            own.groups.push_back(
                {lanes, static_cast<std::uint32_t>(own.numbers.size()), static_cast<std::uint32_t>(numbers.size())});
            own.numbers.insert(own.numbers.end(), numbers.begin(), numbers.end());
        }
        m_factors.assign(m_chains.m_tiles.size(), {});
        for (const std::uint64_t number : own.numbers) addChain(d, number, own);
        m_chains.m_dimensions.push_back(std::move(own));
    }

    void addChain(int d, std::uint64_t number, FittingDimension& own) {
        MapspaceChoice choice = m_keepMost;
        choice[static_cast<std::size_t>(d)] = number;
        m_mapspace.assemblePart(choice, 1u << d, m_mapping);
        std::array<std::int64_t, kMaxLevels> widest;
        widest.fill(1);
        for (std::size_t n = 0; n < m_mapping.nodes.size(); ++n)
            if (!m_mapping.nodes[n].isLoop()) widest[m_mapping.nodes[n].level] = widestAt(m_mapping, n, d);
        for (std::size_t l = 0; l < m_target.levels.size(); ++l) {
            std::vector<std::int64_t>& list = own.extentList[l];
            const auto known = std::ranges::find(list, widest[l]);
            own.extents.push_back(static_cast<std::uint16_t>(known - list.begin()));
            if (known == list.end()) list.push_back(widest[l]);
        }
        const std::uint16_t* const extents = own.extents.data() + own.extents.size() - m_target.levels.size();
        for (std::size_t k = 0; k < m_chains.m_tiles.size(); ++k) {
            const Tile& tile = m_chains.m_tiles[k];
            const auto level = static_cast<std::size_t>(tile.level);
            if (extents[level] == m_factors[k].size()) {  // a new one
                const auto [used, other] = rankOf(tile.tensor, d);
                m_factors[k].push_back(used && other < 0 ? wordsOf(tile.tensor, d, widest[level]) : 1);
            }
            own.factors.push_back(m_factors[k][extents[level]]);
        }
    }

    void findPairs() {
        m_chains.m_pairs.resize(m_chains.m_dimensions.size());
        for (std::size_t b = 0; b < m_chains.m_dimensions.size(); ++b)
            for (std::size_t a = 0; a < b; ++a)
                for (std::size_t k = 0; k < m_chains.m_tiles.size(); ++k) {
                    const int other = rankOf(m_chains.m_tiles[k].tensor, dimension(a)).second;
                    if (other == dimension(b)) m_chains.m_pairs[b].push_back(pairOf(k, a, b));
                }
    }

    int dimension(std::size_t i) const { return static_cast<int>(m_chains.m_dimensions[i].term); }

    Pair pairOf(std::size_t k, std::size_t a, std::size_t b) const {
        const Tile& tile = m_chains.m_tiles[k];
        const auto& listOf = [&](std::size_t i) -> const std::vector<std::int64_t>& {
            return m_chains.m_dimensions[i].extentList[static_cast<std::size_t>(tile.level)];
        };
        Pair pair{.tile = k, .a = a, .b = b, .width = listOf(b).size(), .words = {}};
        for (const std::int64_t extentA : listOf(a))
            for (const std::int64_t extentB : listOf(b))
                pair.words.push_back(wordsOf(tile.tensor, dimension(a), extentA, dimension(b), extentB));
        return pair;
    }

    /// With the dimensions that have one chain.
    void begin() {
        m_chains.m_start.assign(m_chains.m_tiles.size(), 1);
        const std::vector<std::uint32_t> at(m_chains.m_firstFree, 0);
        for (std::size_t i = 0; i < m_chains.m_firstFree; ++i) m_chains.add(i, at.data(), m_chains.m_start.data());
    }

    FittingChains& m_chains;
    const Mapspace& m_mapspace;
    const Evaluator& m_evaluator;
    const Target& m_target;
    std::vector<std::uint64_t> m_counts;  ///< choices by term
    MapspaceChoice m_keepMost{};
    std::vector<std::vector<double>> m_factors;  ///< by tile and extent, of the dimension at hand
    std::vector<std::map<Lanes, std::vector<std::uint64_t>>> m_byLanes;  ///< chains of each dimension
    Mapping m_mapping;
};

FittingChains::FittingChains(const Mapspace& mapspace, const Evaluator& evaluator) {
    m_usable = Maker(*this, mapspace, evaluator).run();
}

void FittingChains::add(std::size_t dimension, const std::uint32_t* at, double* words) const {
    const FittingDimension& own = m_dimensions[dimension];
    const double* const factors = own.factors.data() + at[dimension] * m_tiles.size();
    for (std::size_t k = 0; k < m_tiles.size(); ++k) words[k] *= factors[k];
    const auto extentOf = [&](std::size_t i, std::size_t level) {
        const FittingDimension& of = m_dimensions[i];
        return of.extents[at[i] * of.extentList.size() + level];
    };
    for (const Pair& pair : m_pairs[dimension]) {
        const auto level = static_cast<std::size_t>(m_tiles[pair.tile].level);
        words[pair.tile] *= pair.words[extentOf(pair.a, level) * pair.width + extentOf(pair.b, level)];
    }
}

bool FittingChains::fits(const double* words, const unsigned* kept) const {
    for (const Part& part : m_parts) {
        double bits = 0;
        for (const Part::Share& share : part.shares)
            bits += kept[part.level] & share.tensor ? words[share.tile] * share.bits : 0;
        if (bits > part.capacity) return false;
    }
    return true;
}

}  // namespace lapidary
