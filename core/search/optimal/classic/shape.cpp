// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/shape.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

namespace lapidary::optimal::classic {

namespace {

constexpr std::int64_t kMostTiles = 400'000;

std::vector<int> activeDimensions(const Workload& workload) {
    std::vector<int> active;
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (workload.bound(d) > 1) active.push_back(d);
    return active;
}

std::vector<std::int64_t> boundsOf(const Workload& workload, const std::vector<int>& active) {
    std::vector<std::int64_t> bounds;
    for (const int d : active) bounds.push_back(workload.bound(d));
    return bounds;
}

/// Terms of a rank that move, with active dimensions.
std::vector<Term> movingTerms(const Rank& rank, const std::vector<int>& active) {
    std::vector<Term> terms;
    for (const Term& term : rank.terms) {
        const auto found = std::ranges::find(active, term.dimension);
        if (found != active.end()) terms.push_back({static_cast<int>(found - active.begin()), term.coefficient});
    }
    return terms;
}

std::optional<std::string> whyNotTensors(const Workload& workload) {
    const std::vector<int> active = activeDimensions(workload);
    for (const Tensor& tensor : workload.tensors()) {
        std::size_t windows = 0;
        for (const Rank& rank : tensor.ranks) {
            const std::size_t terms = movingTerms(rank, active).size();
            if (terms > 2 || (terms == 2 && tensor.isOutput)) return "windows of outputs, or of three dimensions";
            windows += terms == 2;
        }
        if (windows > kWindows) return "more than two windows in a tensor";
    }
    return std::nullopt;
}

std::optional<std::string> whyNotSemantics(const Semantics& semantics) {
    if (semantics.halo != Halo::exact || semantics.window != Window::set) return "box halos or one-axis windows";
    if (semantics.drainRead || semantics.padding || semantics.perNetwork || semantics.linkTransfers)
        return "drains that are read, padding, sharing per network or links";
    if (semantics.time != Time::overlap) return "time by ports";
    if (semantics.fullSteps) return "full steps";
    return std::nullopt;
}

}  // namespace

std::optional<std::string> Shape::whyNot(const Mapspace& mapspace, const Semantics& semantics) {
    return whyNot(mapspace, semantics, false);
}

std::optional<std::string> Shape::whyNot(const Mapspace& mapspace, const Semantics& semantics, bool likeAccelforge) {
    const Target& target = mapspace.target();
    const auto& fanouts = target.architecture.fanouts();
    if (mapspace.options().factorization == Factorization::rubyS) {
        const auto outermost = [&](const Fanout& fanout) { return fanout.below == fanouts.front().below; };
        if (fanouts.empty() || fanouts.front().below > 1 || std::ranges::count_if(fanouts, outermost) != 1)
            return "tails below the third level or further in, or of two fanouts in one place";
    } else if (mapspace.options().factorization != Factorization::perfect) {
        return "tails of temporal loops, or padding";
    }
    if (!mapspace.options().constraints.empty()) return "constraints";
    if (!likeAccelforge)
        if (auto reason = whyNotSemantics(semantics)) return reason;
    for (const Fanout& fanout : target.architecture.fanouts()) {
        if (!fanout.reduction) return "networks without reduction";
        const Multicast multicast = fanout.multicast.value_or(likeAccelforge ? Multicast::equal : semantics.multicast);
        if (multicast == Multicast::none || (multicast != Multicast::equal && !likeAccelforge))
            return "multicast other than equal";
        if (fanout.hopEnergy.value && !likeAccelforge) return "hop energies";
    }
    if (auto reason = whyNotTensors(target.workload)) return reason;
    const std::vector<int> active = activeDimensions(target.workload);
    if (active.empty() || active.size() > kDims || target.levels.size() > kLevels ||
        target.architecture.fanouts().size() > kFans)
        return "more than eight dimensions or levels, or four fanouts";
    std::size_t flows = target.workload.tensors().size();
    for (std::size_t l = 1; l < target.levels.size(); ++l)
        flows += static_cast<std::size_t>(std::popcount(target.mayKeep(static_cast<int>(l))));
    if (flows > kFlows) return "too many Stores";
    for (const Fanout& fanout : target.architecture.fanouts())
        if (fanout.x * fanout.y > 30'000) return "more than 30,000 lanes";
    if (target.architecture.fanouts().size() > 3) {
        for (const Tensor& tensor : target.workload.tensors())
            for (const Rank& rank : tensor.ranks)
                if (movingTerms(rank, active).size() > 1) return "windows and four fanouts";
    }
    if (target.workload.macs() > std::int64_t{1} << 44) return "more than 2^44 computes";
    for (const int d : active)
        if (target.workload.bound(d) >= std::int64_t{1} << 28) return "dimensions of 2^28 and more";
    if (Lattice::sizeFor(boundsOf(target.workload, active)) > kMostTiles) return "too many tiles";
    return std::nullopt;
}

Shape::Shape(const Mapspace& mapspace, const ChoiceSpace& space, bool likeAccelforge)
    : m_target(mapspace.targetPtr()),
      m_rates(space.target()),
      m_active(activeDimensions(m_target->workload)),
      m_bounds(boundsOf(m_target->workload, m_active)),
      m_lattice(m_bounds),
      m_likeAccelforge(likeAccelforge) {
    m_whole.fill(1);
    for (std::size_t d = 0; d < m_bounds.size(); ++d) {
        m_whole[d] = static_cast<std::int32_t>(m_bounds[d]);
        m_macs *= m_bounds[d];
    }
    for (const Tensor& tensor : m_target->workload.tensors()) {
        Operand operand;
        operand.isOutput = tensor.isOutput;
        for (const Rank& rank : tensor.ranks) {
            const std::vector<Term> terms = movingTerms(rank, m_active);
            if (terms.empty()) continue;
            for (const Term& term : terms) {
                operand.indexed |= 1u << term.dimension;
                if (terms.size() == 2) operand.sliding |= 1u << term.dimension;
            }
            (terms.size() == 2 ? operand.windows : operand.single).emplace_back(terms, false);
        }
        for (std::size_t d = 0, slot = 0; d < dims(); ++d)
            if (operand.sliding >> d & 1) operand.slot[d] = static_cast<std::uint8_t>(slot++);
        m_operands.push_back(std::move(operand));
    }
    m_words.resize(m_operands.size());
    for (std::size_t t = 0; t < m_operands.size(); ++t) {
        for (TileNumber tile = 0; tile < m_lattice.size(); ++tile) m_words[t].push_back(tileWords(t, extent(tile)));
        m_operands[t].size = m_words[t].back();
    }
    for (std::size_t f = 0; f < m_target->architecture.fanouts().size(); ++f) findLanes(f);
    for (std::size_t l = 0; l < levels(); ++l)
        for (std::size_t d = 0; d < dims(); ++d)
            if (space.frame().levels[l].temporal[static_cast<std::size_t>(m_active[d])] >= 0) m_loops[l] |= 1u << d;
    for (std::size_t l = 0; l < levels(); ++l)
        m_leakage += m_rates.levels[l].leak.value_or(0) * static_cast<double>(m_rates.levels[l].instances);
}

std::int64_t Shape::tileWords(std::size_t tensor, const Extent& extent) const {
    std::int64_t words = 1;
    const auto at = [&](int d) { return extent[static_cast<std::size_t>(d)]; };
    for (const auto& rank : m_operands[tensor].single) words *= at(rank.dimension(0));
    for (const auto& rank : m_operands[tensor].windows)
        words *= rank.length({at(rank.dimension(0)), at(rank.dimension(1))});
    return words;
}

TileNumber Shape::number(const Extent& extent) const {
    TileNumber number = 0;
    for (std::size_t d = 0; d < dims(); ++d) number += m_lattice.numberOf(d, extent[d]);
    return number;
}

Extent Shape::extent(TileNumber number) const {
    Extent extent;
    extent.fill(1);
    const Tile tile = m_lattice.tile(number);
    for (std::size_t d = 0; d < dims(); ++d) extent[d] = static_cast<std::int32_t>(tile[d]);
    return extent;
}

template <class WordsOf>
bool Shape::fitsTiles(std::size_t level, unsigned kept, const WordsOf& wordsOf) const {
    const TargetLevel& resolved = m_target->levels[level];
    std::array<std::int64_t, kMaxTensors + 1> bits{};
    for (std::size_t t = 0; t < m_operands.size(); ++t) {
        if (!(kept >> t & 1)) continue;
        const auto part = static_cast<std::size_t>(resolved.part[t]);
        bits[part] += wordsOf(t) * resolved.wordBits[t];
        if (resolved.capacityBits[part] >= 0 && bits[part] > resolved.capacityBits[part]) return false;
    }
    return true;
}

bool Shape::fits(std::size_t level, unsigned kept, TileNumber tile) const {
    return fitsTiles(level, kept, [&](std::size_t t) { return m_words[t][tile]; });
}

bool Shape::fits(std::size_t level, unsigned kept, const Extent& tile) const {
    return fitsTiles(level, kept, [&](std::size_t t) { return tileWords(t, tile); });
}

std::vector<std::size_t> Shape::fanoutsBelow(std::size_t level) const {
    std::vector<std::size_t> found;
    for (std::size_t f = 0; f < m_target->architecture.fanouts().size(); ++f)
        if (static_cast<std::size_t>(m_target->architecture.fanouts()[f].below) == level) found.push_back(f);
    return found;
}

std::size_t Shape::outermostFanout() const {
    for (std::size_t l = 0; l < levels(); ++l)
        if (!fanoutsBelow(l).empty()) return l;
    return levels() - 1;
}

void Shape::findLanes(std::size_t fanout) {
    const Fanout& network = m_target->architecture.fanouts()[fanout];
    std::map<Extent, Extent> found;  // product -> share of X
    Extent all, onX;
    all.fill(1);
    onX.fill(1);
    const std::function<void(std::size_t, std::int64_t, std::int64_t)> go = [&](std::size_t d, std::int64_t x,
                                                                                std::int64_t y) {
        if (d == dims()) {
            found.try_emplace(all, onX);
            return;
        }
        for (const std::int64_t lanes : divisors(m_bounds[d]))
            for (const std::int64_t share : divisors(lanes)) {
                if (share > x || lanes / share > y) continue;
                all[d] = static_cast<std::int32_t>(lanes);
                onX[d] = static_cast<std::int32_t>(share);
                go(d + 1, x / share, y / (lanes / share));
            }
        all[d] = onX[d] = 1;
    };
    go(0, network.x, network.y);
    std::vector<Lanes> list;
    for (const auto& [product, share] : found) {
        Lanes lanes{product, share, 1};
        for (std::size_t d = 0; d < dims(); ++d) lanes.count *= product[d];
        list.push_back(lanes);
    }
    m_lanes.push_back(std::move(list));
}

std::vector<Lanes> wholeLanes(const Shape& shape, const Fanout& network) {
    std::map<Extent, Extent> found;
    Extent all, onX;
    all.fill(1);
    onX.fill(1);
    const std::function<void(std::size_t, std::int64_t, std::int64_t)> go = [&](std::size_t d, std::int64_t x,
                                                                                std::int64_t y) {
        if (d == shape.dims()) {
            found.try_emplace(all, onX);
            return;
        }
        const std::int64_t bound = shape.bounds()[d];
        // X stands outside Y: it takes what Y leaves at most.
        for (std::int64_t b = 1; b <= std::min(y, bound); ++b)
            for (std::int64_t a = 1; a <= std::min(x, (bound + b - 1) / b); ++a) {
                all[d] = static_cast<std::int32_t>(a * b);
                onX[d] = static_cast<std::int32_t>(a);
                go(d + 1, x / a, y / b);
            }
        all[d] = onX[d] = 1;
    };
    go(0, network.x, network.y);
    std::vector<Lanes> list;
    for (const auto& [product, share] : found) {
        Lanes lanes{product, share, 1};
        for (std::size_t d = 0; d < shape.dims(); ++d) lanes.count *= product[d];
        list.push_back(lanes);
    }
    return list;
}

}  // namespace lapidary::optimal::classic
