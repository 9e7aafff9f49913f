// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/flows.h"

#include <algorithm>
#include <bit>

namespace lapidary::optimal::regions {

FlowBook::FlowBook(const Question& question, const Tick& tick) : m_question(question), m_tick(tick) {
    for (const TensorShape& tensor : question.tensors()) {
        unsigned sliding = 0;
        for (const WindowRank& rank : tensor.windows) sliding |= 1u << rank.a | 1u << rank.b;
        m_sliding.push_back(sliding & ~tensor.alone);
        m_slot.emplace_back();
        std::uint8_t next = 0;
        for (std::size_t d = 0; d < question.dimensions(); ++d)
            if (sliding >> d & 1) m_slot.back()[d] = next++;
    }
    find({});
}

bool FlowBook::covers(const Question& question) {
    std::size_t fanouts = 0, unrolled = 0;
    for (const Region& region : question.regions()) fanouts += region.fanouts.size();
    for (const TensorShape& tensor : question.tensors()) {
        unsigned sliding = 0;
        for (const WindowRank& rank : tensor.windows) sliding |= 1u << rank.a | 1u << rank.b;
        const auto count = static_cast<std::size_t>(std::popcount(sliding));
        if (count > kMostSliding || (sliding & tensor.alone) != 0) return false;
        unrolled += count * fanouts;
    }
    return fanouts <= kMostInner && unrolled <= kMostUnrolls;
}

std::size_t FlowBook::Hash::operator()(const Flows& flows) const {
    std::uint64_t h = flows.alive;
    const auto mix = [&h](std::uint64_t more) { h = (h ^ more) * 0x9E3779B97F4A7C15ULL, h ^= h >> 29; };
    for (std::size_t i = 0; i < flows.runs; ++i) {
        const Run& run = flows.run[i];
        for (std::size_t s = 0; s < kMostSliding; ++s)
            mix(static_cast<std::uint64_t>(run.tile[s]) << 32 | static_cast<std::uint32_t>(run.last[s]));
        mix(static_cast<std::uint64_t>(run.lanes));
    }
    for (std::size_t i = 0; i < flows.unrolls; ++i) {
        const Unrolled& own = flows.unrolled[i];
        mix(static_cast<std::uint64_t>(own.lanes) << 32 | static_cast<std::uint32_t>(own.stride));
        mix(static_cast<std::uint64_t>(own.tensor * 16 + own.dimension));
    }
    for (const std::int32_t lanes : flows.lanes) mix(static_cast<std::uint64_t>(lanes));
    for (const TailRun& run : flows.tails) mix(run.hash());
    return h;
}

std::size_t FlowBook::bytes() const {
    constexpr std::size_t kNode = 2 * sizeof(void*);  // of a hash table, besides its entry
    return m_flows.capacity() * sizeof(const Flows*) + m_tailBytes +
           m_numbers.size() * (sizeof(Flows) + sizeof(std::uint64_t) + kNode) + m_gains.bytes();
}

std::uint32_t FlowBook::find(const Flows& flows) {
    const auto [found, isNew] = m_numbers.try_emplace(flows, static_cast<std::uint32_t>(m_flows.size()));
    if (!isNew) return found->second;
    m_flows.push_back(&found->first);
    for (const TailRun& run : flows.tails) m_tailBytes += sizeof(TailRun) + run.sliding.size() * sizeof(SlidingRun);
    return found->second;
}

std::int64_t FlowBook::shared(std::size_t t, const Sliding& tile, const Sliding& last, std::size_t d,
                              std::int64_t step) const {
    const TensorShape& tensor = m_question.tensors()[t];
    std::int64_t kept = 1;
    for (std::size_t w = 0; w < tensor.windows.size() && kept > 0; ++w) {
        const WindowRank& rank = tensor.windows[w];
        const auto shift = [&](std::size_t own) { return (own == d ? step : 0) - last[m_slot[t][own]]; };
        const reuse::Extents extents{tile[m_slot[t][rank.a]], tile[m_slot[t][rank.b]]};
        kept *= rank.shape.overlap(extents, extents, rank.ca * shift(rank.a) + rank.cb * shift(rank.b));
    }
    return kept;
}

bool FlowBook::isOver(std::size_t t, const Sliding& tile, const Sliding& last, const Sliding& least,
                      const std::array<std::int64_t, kMostDimensions>& extent,
                      const std::array<std::int64_t, kMostDimensions>& left, bool lanesAhead) const {
    const TensorShape& tensor = m_question.tensors()[t];
    std::size_t away = 0, which = 0;
    const auto length = [&](const WindowRank& rank) {
        return 1 + rank.ca * (tile[m_slot[t][rank.a]] - 1) + rank.cb * (tile[m_slot[t][rank.b]] - 1);
    };
    // Loops over other dimensions go back by all that the run has moved: ever more.
    for (std::size_t w = 0; w < tensor.windows.size(); ++w) {
        const WindowRank& rank = tensor.windows[w];
        if (rank.ca * least[m_slot[t][rank.a]] + rank.cb * least[m_slot[t][rank.b]] < length(rank)) continue;
        ++away, which = w;
    }
    if (away != 1) return away > 1;
    const WindowRank& rank = tensor.windows[which];
    const auto isOverFor = [&](std::size_t d, std::int64_t own, std::size_t other, std::int64_t others) {
        if (left[d] == 1) return true;
        const std::int64_t step = own * (extent[d] - last[m_slot[t][d]]);
        const std::int64_t fewest = step - others * last[m_slot[t][other]],
                           most = step - others * least[m_slot[t][other]];
        return (most <= -length(rank) && !lanesAhead) || (fewest >= length(rank) && left[other] == 1);
    };
    return isOverFor(rank.a, rank.ca, rank.b, rank.cb) && isOverFor(rank.b, rank.cb, rank.a, rank.ca);
}

const FlowBook::Gains& FlowBook::gains(std::size_t t, const Sliding& tile, const Sliding& last,
                                       const std::array<std::int64_t, kMostDimensions>& left) {
    const TensorShape& tensor = m_question.tensors()[t];
    RunKey key;
    key.numbers[0] = static_cast<std::int32_t>(t);
    for (std::size_t s = 0; s < kMostSliding; ++s) key.numbers[1 + s] = tile[s], key.numbers[5 + s] = last[s];
    std::array<std::int64_t, kMostDimensions> extent{};
    std::int64_t settings = 1;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        extent[d] = m_question.bound(d) / left[d];
        if (tensor.alone >> d & 1) continue;
        settings *= left[d];
        key.numbers[9 + d] = static_cast<std::int32_t>(left[d]);
    }
    if (const Gains* found = m_gains.find(key)) return *found;
    Gains gains{};
    constexpr std::size_t kGainsPerTick = 256;
    if (m_gains.size() % kGainsPerTick == kGainsPerTick - 1) m_goesOn = m_goesOn && m_tick();
    const bool over = !m_goesOn || isOver(t, tile, last, last, extent, left, false);
    for (std::size_t d = 0; d < m_question.dimensions() && !over; ++d) {
        if ((tensor.alone >> d & 1) || left[d] == 1) continue;
        const bool slides = m_sliding[t] >> d & 1;
        const std::int64_t kept = shared(t, tile, last, d, extent[d]);
        std::int64_t rest = left[d];
        for (std::int64_t factor = 2; rest > 1; ++factor) {
            if (rest % factor != 0) continue;
            while (rest % factor == 0) rest /= factor;
            auto nextLast = last;
            auto nextLeft = left;
            if (slides) nextLast[m_slot[t][d]] += static_cast<std::int32_t>((factor - 1) * extent[d]);
            nextLeft[d] /= factor;
            const Gains further = this->gains(t, tile, nextLast, nextLeft);
            gains[d] = std::max(gains[d], (factor - 1) * kept * (settings / factor) +
                                              *std::max_element(further.begin(), further.end()));
        }
    }
    return m_gains.add(key, gains);
}

std::int64_t FlowBook::leastFills(std::size_t t, const std::array<std::int64_t, kMostDimensions>& extent,
                                  const std::array<std::int64_t, kMostDimensions>& left) {
    const TensorShape& tensor = m_question.tensors()[t];
    std::int64_t alone = 1, settings = 1, windows = 1;
    for (std::size_t d = 0; d < m_question.dimensions(); ++d) {
        if (tensor.alone >> d & 1)
            alone *= m_question.bound(d);
        else
            settings *= left[d];
    }
    if (tensor.windows.empty()) return alone * settings;
    Sliding tile{};
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (m_sliding[t] >> d & 1) tile[m_slot[t][d]] = static_cast<std::int32_t>(extent[d]);
    for (const WindowRank& rank : tensor.windows) windows *= rank.shape.length({extent[rank.a], extent[rank.b]});
    // Directly above the Store, a loop that doesn't index the tensor may as well stand below it.
    std::int64_t most = 0;
    const Gains& gains = this->gains(t, tile, {}, left);
    for (std::size_t d = 0; d < m_question.dimensions(); ++d)
        if (tensor.indexed >> d & 1) most = std::max(most, gains[d]);
    return alone * (windows * settings - most);
}

Asking FlowBook::asking(std::size_t t, const Flows& flows) const {
    Asking asking;
    std::vector<std::int64_t> positions, next;
    for (const WindowRank& rank : m_question.tensors()[t].windows) {
        positions.assign(1, 0);
        bool both[2] = {false, false};
        for (std::size_t i = 0; i < flows.unrolls; ++i) {
            const Unrolled& own = flows.unrolled[i];
            const auto d = static_cast<std::size_t>(own.dimension);
            if (static_cast<std::size_t>(own.tensor) == t && (d == rank.a || d == rank.b)) both[d == rank.b] = true;
        }
        if (!both[0] || !both[1]) continue;
        std::int64_t own[2] = {1, 1};
        bool isExact = true;
        for (std::size_t i = 0; i < flows.unrolls; ++i) {
            const Unrolled& entry = flows.unrolled[i];
            const auto d = static_cast<std::size_t>(entry.dimension);
            if (static_cast<std::size_t>(entry.tensor) != t || (d != rank.a && d != rank.b)) continue;
            own[d == rank.b] *= entry.lanes;
            isExact = isExact && entry.tailed == 0;
            if (!isExact) continue;
            next.clear();
            for (const std::int64_t position : positions)
                for (std::int64_t lane = 0; lane < entry.lanes; ++lane)
                    next.push_back(position + (d == rank.a ? rank.ca : rank.cb) * entry.stride * lane);
            std::sort(next.begin(), next.end());
            next.erase(std::unique(next.begin(), next.end()), next.end());
            positions.swap(next);
        }
        if (isExact) {
            asking.all *= own[0] * own[1];
            asking.different *= static_cast<std::int64_t>(positions.size());
        } else {
            asking.most *= std::min(own[0], own[1]);
        }
    }
    return asking;
}

namespace {

/// Positions of lanes along a dimension, and at how many settings only the first n of them work.
struct LanesAlong {
    std::vector<std::int64_t> positions{0};
    std::map<std::size_t, std::int64_t> settings;

    LanesAlong(const std::vector<Unrolled>& lanes, std::int64_t bound) {
        for (const Unrolled& own : lanes) {
            const std::vector<std::int64_t> inner = positions;
            for (std::int64_t lane = 1; lane < own.lanes; ++lane)
                for (const std::int64_t position : inner) positions.push_back(position + lane * own.stride);
        }
        std::sort(positions.begin(), positions.end());
        for (std::int64_t first = 0; first < bound; ++first) {
            const bool isFirst = std::all_of(lanes.begin(), lanes.end(), [first](const Unrolled& own) {
                return first / own.stride % own.lanes == 0;
            });
            if (!isFirst) continue;
            const auto working = std::lower_bound(positions.begin(), positions.end(), bound - first);
            ++settings[static_cast<std::size_t>(working - positions.begin())];
        }
    }
};

}  // namespace

std::int64_t FlowBook::askedAlong(const WindowRank& rank, const std::vector<Unrolled>& a,
                                  const std::vector<Unrolled>& b) {
    std::vector<std::int32_t> key{static_cast<std::int32_t>(rank.a), static_cast<std::int32_t>(rank.b),
                                  static_cast<std::int32_t>(rank.ca), static_cast<std::int32_t>(rank.cb),
                                  static_cast<std::int32_t>(a.size())};
    for (const auto* list : {&a, &b})
        for (const Unrolled& own : *list) key.push_back(own.lanes), key.push_back(own.stride);
    const auto [found, isNew] = m_askedAlong.try_emplace(key, 0);
    if (!isNew) return found->second;
    const LanesAlong alongA(a, m_question.bound(rank.a)), alongB(b, m_question.bound(rank.b));
    std::vector<std::int64_t> positions;
    for (const auto& [workingA, settingsA] : alongA.settings)
        for (const auto& [workingB, settingsB] : alongB.settings) {
            positions.clear();
            for (std::size_t i = 0; i < workingA; ++i)
                for (std::size_t j = 0; j < workingB; ++j)
                    positions.push_back(rank.ca * alongA.positions[i] + rank.cb * alongB.positions[j]);
            std::sort(positions.begin(), positions.end());
            const auto end = std::unique(positions.begin(), positions.end());
            found->second += settingsA * settingsB * (end - positions.begin());
        }
    return found->second;
}

std::int64_t FlowBook::askedByMacs(std::size_t t, const Flows& flows, std::int64_t words) {
    std::vector<Unrolled> a, b;
    for (const WindowRank& rank : m_question.tensors()[t].windows) {
        a.clear(), b.clear();
        for (std::size_t i = 0; i < flows.unrolls; ++i) {
            const Unrolled& own = flows.unrolled[i];
            if (static_cast<std::size_t>(own.tensor) != t) continue;
            if (static_cast<std::size_t>(own.dimension) == rank.a) a.push_back(own);
            if (static_cast<std::size_t>(own.dimension) == rank.b) b.push_back(own);
        }
        if (a.empty() || b.empty()) continue;
        words = words / (m_question.bound(rank.a) * m_question.bound(rank.b)) * askedAlong(rank, a, b);
    }
    return words;
}

}  // namespace lapidary::optimal::regions
