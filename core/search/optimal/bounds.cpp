// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/bounds.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mapping/nest.h"

namespace lapidary::optimal {

namespace {

constexpr std::uint64_t kMostChainsLookedAt = 1 << 20;
constexpr double kOpen = std::numeric_limits<double>::infinity();

}  // namespace

BranchBounds::BranchBounds(const ChoiceSpace& space, const Semantics& semantics)
    : m_space(space), m_target(space.target()), m_semantics(semantics), m_rates(m_target) {
    const Workload& workload = m_target.workload;
    for (int t = 0; t < workload.tensorCount(); ++t) {
        const Tensor& tensor = workload.tensors()[static_cast<std::size_t>(t)];
        TensorShape shape;
        shape.isOutput = tensor.isOutput;
        shape.size = static_cast<double>(workload.tensorSize(t));
        for (const Rank& rank : tensor.ranks) {
            unsigned mask = 0;
            for (const Term& term : rank.terms) mask |= 1u << term.dimension;
            shape.indexed |= mask;
            if (rank.terms.size() == 1) shape.alone |= mask;
            if (rank.terms.size() > 1) shape.windowRanks.push_back(mask);
        }
        shape.windows = !shape.windowRanks.empty();
        // The box of three terms may count more than there is.
        for (const Rank& rank : tensor.ranks)
            if (rank.terms.size() > 2) shape.size = 1;
        m_tensors.push_back(shape);
    }
    const NestFrame& frame = space.frame();
    for (int d = 0; d < workload.dimensionCount(); ++d) {
        std::vector<Place> places;
        for (std::size_t s = frame.first[static_cast<std::size_t>(d)]; s < frame.first[static_cast<std::size_t>(d) + 1];
             ++s) {
            const Node& loop = frame.slotList[s].loop;
            Place place{.slot = s, .axis = loop.axis};
            if (loop.kind == NodeKind::spatial) {
                place.fanout = loop.fanout;
                place.level = m_target.architecture.fanouts()[loop.fanout].below;
            } else {
                for (std::size_t l = 0; l < frame.levels.size(); ++l)
                    if (frame.levels[l].temporal[static_cast<std::size_t>(d)] == static_cast<std::int16_t>(s))
                        place.level = static_cast<int>(l);
            }
            places.push_back(place);
        }
        m_places.push_back(std::move(places));
    }
    m_leastSteps.assign(m_places.size(), 1);
}

bool BranchBounds::findLeastSteps(const std::function<bool()>& tick) {
    Draft draft;
    m_space.start(draft);
    for (const ChoiceTerm& term : m_space.terms()) {
        if (term.kind != SizeTerm::Kind::chains || term.count > kMostChainsLookedAt) continue;
        double least = kOpen;
        for (std::uint64_t number = 0; number < term.count; ++number) {
            if (!tick()) return false;
            m_space.apply(term, number, draft);
            if (!fanoutsFit(draft, 1u << term.where)) continue;
            least = std::min(least, settings(term.where, draft, [](const Place& place) { return !place.spatial(); }));
        }
        if (least < kOpen) m_leastSteps[term.where] = least;
    }
    return true;
}

bool BranchBounds::unrolls(std::size_t dimension) const {
    return std::ranges::any_of(m_places[dimension], [](const Place& place) { return place.spatial(); });
}

template <class Counts>
double BranchBounds::settings(std::size_t d, const Draft& draft, const Counts& counts) const {
    double free = 1, last = 1;
    for (std::size_t i = m_places[d].size(); i-- > 0;) {
        const Factor& factor = draft.factors[m_places[d][i].slot];
        if (factor.bound == 1) continue;
        if (!counts(m_places[d][i])) {
            if (factor.tail > 1) last = free;
            continue;
        }
        last = static_cast<double>(factor.tail - 1) * free + last;
        free *= static_cast<double>(factor.bound);
    }
    return last;
}

bool BranchBounds::fanoutsFit(const Draft& draft, unsigned dimensions) const {
    std::array<std::array<std::int64_t, 2>, kMaxFanouts> used;
    for (auto& axes : used) axes = {1, 1};
    for (std::size_t d = 0; d < m_places.size(); ++d)
        if (dimensions >> d & 1)
            for (const Place& place : m_places[d]) {
                if (!place.spatial()) continue;
                const auto f = static_cast<std::size_t>(place.fanout);
                const Fanout& fanout = m_target.architecture.fanouts()[f];
                std::int64_t& lanes = used[f][place.axis == Axis::y];
                lanes *= draft.factors[place.slot].bound;
                if (lanes > (place.axis == Axis::x ? fanout.x : fanout.y)) return false;
            }
    return true;
}

bool BranchBounds::tilesFit(const Draft& draft, unsigned dimensions) const {
    Extents extents;
    extents.fill(1);
    for (std::size_t l = m_target.levels.size(); l-- > 0;) {
        for (std::size_t d = 0; d < m_places.size(); ++d)
            if (dimensions >> d & 1) {
                const std::int64_t bound = m_target.workload.bound(static_cast<int>(d));
                for (const Place& place : m_places[d])
                    if (place.level == static_cast<int>(l))
                        extents[d] = std::min(bound, extents[d] * draft.factors[place.slot].bound);
            }
        std::array<std::int64_t, kMaxTensors + 1> bits{};
        const TargetLevel& level = m_target.levels[l];
        for (std::size_t t = 0; t < m_tensors.size(); ++t) {
            if (!(draft.kept[l] >> t & 1)) continue;
            const auto part = static_cast<std::size_t>(level.part[t]);
            if (level.capacityBits[part] < 0) continue;
            bits[part] += tileWords(m_target.workload.tensors()[t], extents) * level.wordBits[t];
            if (bits[part] > level.capacityBits[part]) return false;
        }
    }
    return true;
}

/// Steps of open dimensions are at least those of each one's best chain, and their iterations over the lanes that the others leave.
std::int64_t BranchBounds::steps(const Draft& draft, unsigned dimensions) const {
    double steps = 1, open = 1, least = 1;
    std::array<std::array<std::int64_t, 2>, kMaxFanouts> left{};
    const auto& fanouts = m_target.architecture.fanouts();
    for (std::size_t f = 0; f < fanouts.size(); ++f) left[f] = {fanouts[f].x, fanouts[f].y};
    for (std::size_t d = 0; d < m_places.size(); ++d) {
        if (!(dimensions >> d & 1)) {
            open *= static_cast<double>(m_target.workload.bound(static_cast<int>(d)));
            least *= m_leastSteps[d];
            continue;
        }
        steps *= settings(d, draft, [](const Place& place) { return !place.spatial(); });
        for (const Place& place : m_places[d])
            if (place.spatial())
                left[static_cast<std::size_t>(place.fanout)][place.axis == Axis::y] /= draft.factors[place.slot].bound;
    }
    double lanes = 1;
    for (std::size_t f = 0; f < fanouts.size(); ++f) lanes *= static_cast<double>(left[f][0] * left[f][1]);
    // A little less before rounding up: the quotient may come out above a whole number that it is.
    return static_cast<std::int64_t>(std::ceil(steps * std::max(least, open / lanes) * (1 - 1e-12)));
}

bool BranchBounds::merges(std::size_t t, int fanout) const {
    const Fanout& network = m_target.architecture.fanouts()[static_cast<std::size_t>(fanout)];
    if (m_tensors[t].isOutput) return network.reduction;
    return network.multicast.value_or(m_semantics.multicast) != Multicast::none;
}

/// Whether the temporal loop over d in this block makes at least two trips for every lane of the level.
bool BranchBounds::moves(std::size_t d, std::size_t block, std::size_t level, const Draft& draft) const {
    std::int64_t trips = 0;
    bool inside = false, idleLanes = false;
    for (const Place& place : m_places[d]) {
        const Factor& factor = draft.factors[place.slot];
        if (!place.spatial() && place.level == static_cast<int>(block)) {
            trips = factor.tail;
            inside = true;
        } else if (inside && place.spatial() && place.level < static_cast<int>(level)) {
            idleLanes = idleLanes || factor.tail < factor.bound;
        }
    }
    return trips - (idleLanes ? 1 : 0) >= 2;
}

BranchBounds::Break BranchBounds::breakOutside(std::size_t t, std::size_t level, const Draft& draft,
                                               const Known& known) const {
    const TensorShape& tensor = m_tensors[t];
    for (std::size_t block = level; block-- > 0;) {
        unsigned movers = 0;
        for (std::size_t d = 0; d < m_places.size(); ++d)
            if (tensor.alone & known.dimensions & 1u << d && moves(d, block, level, draft)) movers |= 1u << d;
        if (movers == 0) continue;
        Break found{.level = static_cast<int>(block)};
        if (!(known.orders >> block & 1)) return found;
        for (std::size_t i = draft.orderSize[block]; i-- > 0;)
            if (movers >> draft.order[block][i] & 1) {
                for (std::size_t o = 0; o < i; ++o) found.outside |= 1u << draft.order[block][o];
                break;
            }
        return found;
    }
    return {};
}

double BranchBounds::mostFirstTouches(std::size_t t, std::size_t level, const Draft& draft, unsigned dimensions) const {
    const TensorShape& tensor = m_tensors[t];
    if (tensor.windows) return kOpen;
    double elements = tensor.size;
    for (std::size_t d = 0; d < m_places.size(); ++d) {
        if (tensor.indexed >> d & 1) continue;
        for (const Place& place : m_places[d]) {
            if (!place.spatial() || place.level >= static_cast<int>(level)) continue;
            if (!(dimensions >> d & 1)) return kOpen;
            elements *= static_cast<double>(draft.factors[place.slot].bound);
        }
    }
    return elements;
}

void BranchBounds::charge(std::size_t t, std::size_t level, double reads, double fills, double updates,
                          Words& words) const {
    const StoreRates& rates = m_rates.levels[level].stores[t];
    const auto part = static_cast<std::size_t>(rates.part);
    words.reads[level][part] += reads;
    words.writes[level][part] += fills + updates;
    words.energy +=
        (reads * rates.read.value_or(0) + fills * rates.fill.value_or(0) + updates * rates.update.value_or(0)) /
        static_cast<double>(rates.block);
}

void BranchBounds::countComputes(std::size_t t, std::size_t level, const Draft& draft, unsigned dimensions,
                                 Words& words) const {
    const TensorShape& tensor = m_tensors[t];
    const auto apart = [&](const Place& place) {
        return !place.spatial() || place.level < static_cast<int>(level) || !merges(t, place.fanout);
    };
    const auto times = [&](std::size_t d) { return dimensions >> d & 1 ? settings(d, draft, apart) : 1.0; };
    const auto bound = [&](std::size_t d) { return static_cast<double>(m_target.workload.bound(static_cast<int>(d))); };
    double operands = 1;
    for (std::size_t d = 0; d < m_places.size(); ++d) {
        if (tensor.alone >> d & 1) operands *= bound(d);
        if (!(tensor.indexed >> d & 1)) operands *= times(d);
    }
    for (const unsigned rank : tensor.windowRanks) {
        double most = 1;
        for (std::size_t whole = 0; whole < m_places.size(); ++whole) {
            if (!(rank >> whole & 1)) continue;
            double own = bound(whole);
            for (std::size_t d = 0; d < m_places.size(); ++d)
                if (d != whole && rank >> d & 1) own *= times(d);
            most = std::max(most, own);
        }
        operands *= most;
    }
    if (!tensor.isOutput) return charge(t, level, operands, 0, 0, words);
    const double first = mostFirstTouches(t, level, draft, dimensions);
    charge(t, level, std::max(0.0, operands - first), 0, operands, words);
}

void BranchBounds::countTensor(std::size_t t, const Draft& draft, const Known& known, Words& words) const {
    const TensorShape& tensor = m_tensors[t];
    std::size_t parent = 0;
    for (std::size_t l = 1; l < m_target.levels.size(); ++l) {
        if (!(draft.kept[l] >> t & 1)) continue;
        const Break broken = breakOutside(t, l, draft, known);
        const auto again = [&](const Place& place, std::size_t d) {
            return place.level < broken.level || (place.level == broken.level && broken.outside >> d & 1);
        };
        double fills = tensor.size, served = tensor.size;
        for (std::size_t d = 0; d < m_places.size(); ++d) {
            if (tensor.indexed >> d & 1 || !(known.dimensions >> d & 1)) continue;
            fills *= settings(d, draft, [&](const Place& place) {
                return place.spatial() ? place.level < static_cast<int>(l) : again(place, d);
            });
            served *= settings(d, draft, [&](const Place& place) {
                if (!place.spatial()) return again(place, d);
                return place.level < static_cast<int>(parent) ||
                       (place.level < static_cast<int>(l) && !merges(t, place.fanout));
            });
        }
        if (tensor.isOutput) {
            const double firstHere = mostFirstTouches(t, l, draft, known.dimensions);
            const double firstThere = mostFirstTouches(t, parent, draft, known.dimensions);
            charge(t, parent, std::max(0.0, served - firstThere), 0, served, words);
            charge(t, l, m_semantics.drainRead ? fills : 0, std::max(0.0, fills - firstHere), 0, words);
        } else {
            charge(t, parent, served, 0, 0, words);
            charge(t, l, 0, fills, 0, words);
        }
        parent = l;
    }
    countComputes(t, parent, draft, known.dimensions, words);
}

LeastCost BranchBounds::of(const Draft& draft, const Known& known) const {
    LeastCost cost;
    cost.fits = fanoutsFit(draft, known.dimensions) && tilesFit(draft, known.dimensions);
    if (!cost.fits) return cost;
    Words words;
    for (std::size_t t = 0; t < m_tensors.size(); ++t) countTensor(t, draft, known, words);
    cost.cycles = steps(draft, known.dimensions) * m_rates.interval;
    cost.energyPj = words.energy + m_rates.mac.value_or(0) * static_cast<double>(m_target.workload.macs());
    for (std::size_t l = 0; l < m_target.levels.size(); ++l) {
        const LevelRates& level = m_rates.levels[l];
        if (m_semantics.time != Time::overlap) break;
        for (std::size_t part = 0; part < static_cast<std::size_t>(level.parts); ++part) {
            if (!level.ports[part].limited()) continue;
            // A little less before rounding up, see steps().
            const auto busiest = [&](double all) {
                return static_cast<std::int64_t>(std::ceil(all / static_cast<double>(level.instances) * (1 - 1e-12)));
            };
            const double reads = words.reads[l][part], writes = words.writes[l][part];
            cost.cycles = std::max(
                cost.cycles, portCycles({busiest(reads), busiest(writes), busiest(reads + writes)}, level.ports[part]));
        }
    }
    for (std::size_t l = 0; l < m_target.levels.size(); ++l)
        cost.energyPj += m_rates.levels[l].leak.value_or(0) * static_cast<double>(cost.cycles) *
                         static_cast<double>(m_rates.levels[l].instances);
    return cost;
}

}  // namespace lapidary::optimal
