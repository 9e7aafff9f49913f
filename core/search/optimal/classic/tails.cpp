// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/tails.h"

#include <algorithm>
#include <limits>
#include <set>

namespace lapidary::optimal::classic {

namespace {

constexpr std::size_t kMostCells = 2'000'000;

std::int32_t ceilOf(std::int32_t a, std::int32_t b) { return (a + b - 1) / b; }

/// Different positions among a and b lanes along a window.
std::int64_t differentLanes(const reuse::RankShape& rank, std::int64_t strideA, std::int64_t a, std::int64_t strideB,
                            std::int64_t b) {
    std::set<std::int64_t> positions;
    for (std::int64_t i = 0; i < a; ++i)
        for (std::int64_t j = 0; j < b; ++j) positions.insert(rank.distance(strideA * i, strideB * j));
    return static_cast<std::int64_t>(positions.size());
}

/// Of all requests of lanes along both dimensions of a window, the share that is left where equal ones are one. Lanes sit
/// out the last setting alone.
double shareLeft(const reuse::RankShape& rank, const TailState& state, const Extent& tile) {
    const auto a = static_cast<std::size_t>(rank.dimension(0)), b = static_cast<std::size_t>(rank.dimension(1));
    if (state.active[a] == 1 || state.active[b] == 1) return 1;
    const std::int64_t lastA = state.inner[a] - std::int64_t{state.trips[a] - 1} * state.active[a];
    const std::int64_t lastB = state.inner[b] - std::int64_t{state.trips[b] - 1} * state.active[b];
    const auto count = [&](std::int64_t lanesA, std::int64_t lanesB) {
        return static_cast<double>(differentLanes(rank, tile[a], lanesA, tile[b], lanesB));
    };
    const double moreA = state.trips[a] - 1, moreB = state.trips[b] - 1;
    double requests = count(lastA, lastB);
    if (moreA > 0) requests += moreA * count(state.active[a], lastB);
    if (moreB > 0) requests += moreB * count(lastA, state.active[b]);
    if (moreA > 0 && moreB > 0) requests += moreA * moreB * count(state.active[a], state.active[b]);
    return requests / (static_cast<double>(state.inner[a]) * state.inner[b]);
}

/// Each lane along a window is asked for by itself: of a and b numbers its sums are a + b - 1 at least. How many times the
/// distinct elements that makes.
double leastShare(const Operand& operand, const TailState& state, const Extent& bounds) {
    double share = 1;
    for (const auto& rank : operand.windows) {
        const auto a = static_cast<std::size_t>(rank.dimension(0)), b = static_cast<std::size_t>(rank.dimension(1));
        const double lanesA = state.active[a], lanesB = state.active[b];
        const double words = lanesB * bounds[a] + lanesA * bounds[b] - lanesA * lanesB;
        share *= std::max(1.0, words / static_cast<double>(rank.length({bounds[a], bounds[b]})));
    }
    return share;
}

}  // namespace

bool TailState::anyAlive() const {
    return std::any_of(flow.begin(), flow.begin() + flows, [](const TailFlow& f) { return f.alive; });
}

bool TailBounds::prepare(const Kept& kept, const Tick& tick) {
    const unsigned before = m_kept;
    m_kept = m_level == 0 ? 0 : kept[m_level];
    if (m_level == 0 || (m_kept == before && !m_least.empty())) return true;
    m_least.clear();
    if (m_axes.empty()) makeGrid();
    std::size_t cells = 1;
    for (const Axis& axis : m_axes) cells *= axis.values.size();
    if (cells > kMostCells) return false;
    m_least.resize(cells);
    Extent trips;
    trips.fill(1);
    for (std::size_t cell = 0; cell < cells; ++cell) {
        if (!tick()) return false;
        for (std::size_t d = 0; d < m_axes.size(); ++d)
            trips[d] = m_axes[d].values[cell / m_strides[d] % m_axes[d].values.size()];
        m_least[cell] = leastAt(trips);
    }
    // The least over all that leave fewer trips.
    for (std::size_t d = 0; d < m_axes.size(); ++d)
        for (std::size_t cell = 0; cell < cells; ++cell)
            if (cell / m_strides[d] % m_axes[d].values.size() > 0)
                m_least[cell] = std::min(m_least[cell], m_least[cell - m_strides[d]]);
    return true;
}

std::string TailBounds::whyOutgrown() const {
    return "a table of trips outgrew " + std::to_string(kMostCells * sizeof(double) >> 20) + " MiB at " +
           m_counter.shape().target().architecture.levels()[m_level].name;
}

void TailBounds::makeGrid() {
    const Shape& shape = m_counter.shape();
    std::size_t stride = 1;
    for (std::size_t d = 0; d < shape.dims(); ++d) {
        std::set<std::int32_t> values;
        const std::int32_t bound = shape.bounds()[d];
        for (std::int32_t x = 1; x <= bound; ++x) values.insert(ceilOf(bound, x));
        Axis axis;
        axis.values.assign(values.begin(), values.end());
        axis.places.resize(static_cast<std::size_t>(bound) + 1);
        for (std::int32_t v = 1, place = 0; v <= bound; ++v) {
            while (axis.values[static_cast<std::size_t>(place)] < v) ++place;
            axis.places[static_cast<std::size_t>(v)] = static_cast<std::uint32_t>(place);
        }
        m_strides.push_back(stride);
        stride *= axis.values.size();
        m_axes.push_back(std::move(axis));
    }
}

double TailBounds::outside(const Extent& trips) const {
    if (m_level == 0) return 0;
    std::size_t cell = 0;
    for (std::size_t d = 0; d < m_axes.size(); ++d)
        cell += m_strides[d] * m_axes[d].places[static_cast<std::size_t>(trips[d])];
    return m_least[cell];
}

double TailBounds::leastAt(const Extent& trips) const {
    bool loops = false;
    double least = OuterTables::kNever;
    for (std::size_t d = 0; d < m_counter.shape().dims(); ++d) {
        if (trips[d] == 1) continue;
        loops = true;
        least = std::min(least, at(trips, static_cast<int>(d)));
    }
    return loops ? least : at(trips, -1);
}

double TailBounds::at(const Extent& trips, int first) const {
    if (m_level == 0) return 0;
    const Shape& shape = m_counter.shape();
    Extent tile;
    tile.fill(1);
    for (std::size_t d = 0; d < shape.dims(); ++d) tile[d] = ceilOf(shape.bounds()[d], trips[d]);
    if (!shape.fits(m_level, m_kept, tile)) return OuterTables::kNever;
    double energy = 0;
    for (std::size_t t = 0; t < shape.operands().size(); ++t) {
        if (!(m_kept >> t & 1)) continue;
        const Operand& operand = shape.operands()[t];
        auto words = static_cast<double>(operand.size);
        const bool ends = first >= 0 && (operand.indexed & ~operand.sliding) >> first & 1;
        if (ends) {
            if (operand.sliding) words = static_cast<double>(slidingWords(t, trips));
            for (std::size_t d = 0; d < shape.dims(); ++d)
                if (!(operand.indexed >> d & 1)) words *= trips[d];
        }
        energy += storeEnergy(t, words);
    }
    return energy;
}

double TailBounds::moreMoved(std::size_t t, const Extent& trips, unsigned inside) const {
    if (m_level == 0 || !(m_kept >> t & 1)) return 0;
    const Operand& operand = m_counter.shape().operands()[t];
    // Loops that slide its window leave who knows how much.
    if (operand.sliding & inside) return 0;
    const auto size = static_cast<double>(operand.size);
    double words = operand.sliding ? static_cast<double>(slidingWords(t, trips)) : size;
    for (std::size_t d = 0; d < m_counter.shape().dims(); ++d)
        if (!((operand.indexed | inside) >> d & 1)) words *= trips[d];
    return std::max(0.0, storeEnergy(t, words) - storeEnergy(t, size));
}

double TailBounds::moreEnded(const TailState& state, const State& label, const Kept& kept, std::size_t t,
                             unsigned inside) const {
    const Operand& operand = m_counter.shape().operands()[t];
    if (operand.sliding & inside) return 0;
    double run = 1, more = 0;
    for (std::size_t d = 0; d < m_counter.shape().dims(); ++d)
        if (!(operand.indexed >> d & 1) && inside >> d & 1) run *= state.trips[d];
    for (std::size_t i = 0; i < state.flows; ++i) {
        if (!state.flow[i].alive || static_cast<std::size_t>(label.flow[state.flow[i].index].tensor) != t) continue;
        TailState one = state;
        one.fixed = 0;
        one.flows = 1;
        one.flow[0] = state.flow[i];
        const double least = energy(one, label, kept, true);
        one.flow[0].alive = false;
        one.flow[0].fills /= run, one.flow[0].asked /= run;
        more += std::max(0.0, energy(one, label, kept, false) - least);
    }
    return more;
}

double TailBounds::storeEnergy(std::size_t t, double words) const {
    const StoreRates &own = m_counter.shape().rates().levels[m_level].stores[t],
                     &from = m_counter.shape().rates().levels[0].stores[t];
    const Operand& operand = m_counter.shape().operands()[t];
    const double again = words - (operand.isOutput ? static_cast<double>(operand.size) : 0);
    double energy = again * (own.fill.value_or(0) / static_cast<double>(own.block) +
                             from.read.value_or(0) / static_cast<double>(from.block));
    if (operand.isOutput) energy += words * from.update.value_or(0) / static_cast<double>(from.block);
    if (operand.isOutput && m_counter.shape().likeAccelforge())
        energy += words * own.read.value_or(0) / static_cast<double>(own.block);
    return energy;
}

/// All tiles' words, whatever the tile that leaves these trips.
std::int64_t TailBounds::slidingWords(std::size_t tensor, const Extent& trips) const {
    const Shape& shape = m_counter.shape();
    const Operand& operand = shape.operands()[tensor];
    std::int64_t words = 1;
    for (const auto& rank : operand.single) words *= shape.bounds()[static_cast<std::size_t>(rank.dimension(0))];
    for (std::size_t w = 0; w < operand.windows.size(); ++w) {
        const reuse::RankShape& rank = operand.windows[w];
        const auto a = static_cast<std::size_t>(rank.dimension(0)), b = static_cast<std::size_t>(rank.dimension(1));
        const std::int64_t da = shape.bounds()[a], db = shape.bounds()[b], na = trips[a], nb = trips[b];
        auto& least =
            m_sliding[{static_cast<std::int32_t>(tensor), static_cast<std::int32_t>(w), trips[a], trips[b], 0, 0}];
        if (least == 0) {
            least = std::numeric_limits<std::int64_t>::max();
            const auto most = [](std::int64_t bound, std::int64_t n) { return n == 1 ? bound : (bound - 1) / (n - 1); };
            for (std::int64_t ta = (da + na - 1) / na; ta <= most(da, na); ++ta)
                for (std::int64_t tb = (db + nb - 1) / nb; tb <= most(db, nb); ++tb) {
                    const std::int64_t la = da - (na - 1) * ta, lb = db - (nb - 1) * tb;
                    least =
                        std::min(least, (na - 1) * (nb - 1) * rank.length({ta, tb}) + (na - 1) * rank.length({ta, lb}) +
                                            (nb - 1) * rank.length({la, tb}) + rank.length({la, lb}));
                }
        }
        words *= least;
    }
    return words;
}

TailState TailBounds::join(const State& label, const Kept& kept, const Extent& lanes) const {
    const Shape& shape = m_counter.shape();
    TailState state;
    state.tile = state.trips = state.inner = state.active = state.atLanes = label.tile;
    for (std::size_t d = 0; d < shape.dims(); ++d) {
        state.inner[d] = shape.bounds()[d] / label.tile[d];
        state.active[d] = std::min(lanes[d], state.inner[d]);
        state.trips[d] = state.atLanes[d] = ceilOf(state.inner[d], lanes[d]);
        state.tile[d] = label.tile[d] * state.active[d];
        state.steps *= static_cast<double>(label.tile[d]) * state.trips[d];
    }
    state.steps /= static_cast<double>(label.lanes);
    for (std::size_t i = 0; i < label.flows; ++i) {
        const Flow& flow = label.flow[i];
        const Operand& operand = shape.operands()[static_cast<std::size_t>(flow.tensor)];
        TailFlow own;
        own.index = static_cast<std::uint8_t>(i);
        own.alive = flow.alive;
        own.fills = static_cast<double>(flow.words) * static_cast<double>(flow.outside) / static_cast<double>(flow.run);
        own.asked = own.fills / static_cast<double>(flow.merged * flow.asking) * static_cast<double>(flow.shared);
        own.words = static_cast<double>(flow.words);
        own.run = static_cast<double>(flow.run);
        own.last = flow.last;
        if (flow.parent < 0) {
            for (std::size_t d = 0; d < shape.dims(); ++d)
                if (!(operand.indexed >> d & 1)) own.asked *= static_cast<double>(state.trips[d]) / state.inner[d];
            if (shape.likeAccelforge()) {
                state.flow[state.flows++] = own;
                continue;
            }
            for (const auto& rank : operand.windows) own.asked *= shareLeft(rank, state, label.tile);
            // Lanes further in along a window: as many different positions at least as without them.
            for (std::size_t u = 0; u < flow.unrolls; ++u) own.asked /= flow.unroll[u].lanes;
        }
        state.flow[state.flows++] = own;
    }
    const std::uint8_t all = state.flows;
    TailState dead = state;
    state.flows = dead.flows = 0;
    for (std::size_t i = 0; i < all; ++i) {
        const TailFlow own = state.flow[i];
        TailState& home = own.alive ? state : dead;
        home.flow[home.flows++] = own;
    }
    state.fixed = energy(dead, label, kept, false);
    return state;
}

double TailBounds::energy(const TailState& state, const State& label, const Kept& kept, bool least) const {
    const Shape& shape = m_counter.shape();
    double energy = state.fixed;
    for (std::size_t i = 0; i < state.flows; ++i) {
        const TailFlow& own = state.flow[i];
        const Flow& flow = label.flow[own.index];
        const auto t = static_cast<std::size_t>(flow.tensor), child = static_cast<std::size_t>(flow.child);
        const Operand& operand = shape.operands()[t];
        const auto size = static_cast<double>(operand.size);
        double lanes = 1;
        for (std::size_t d = 0; d < shape.dims(); ++d)
            if (!(operand.indexed >> d & 1)) lanes *= state.active[d];
        double fills = own.fills, asked = own.asked;
        if (least && own.alive) {
            fills = size * static_cast<double>(flow.touched) * lanes;
            asked = flow.parent < 0 || operand.sliding ? size : fills / static_cast<double>(flow.merged);
            if (shape.likeAccelforge() && operand.sliding) {
                const double more = leastShare(operand, state, shape.bounds());
                asked = flow.parent < 0 ? size * more : fills * more / static_cast<double>(flow.merged);
                fills *= more;
            }
        }
        if (child < shape.levels()) {
            const StoreRates& rates = shape.rates().levels[child].stores[t];
            const double held = operand.isOutput ? size * static_cast<double>(flow.touched) * lanes : 0;
            const double drained = operand.isOutput && shape.likeAccelforge() ? fills * rates.read.value_or(0) : 0;
            energy += ((fills - held) * rates.fill.value_or(0) + drained) / static_cast<double>(rates.block);
        }
        std::size_t parent = flow.parent < 0 ? 0 : static_cast<std::size_t>(flow.parent);
        for (std::size_t l = 1; l <= m_level && flow.parent < 0; ++l)
            if (kept[l] >> t & 1) parent = l;
        const StoreRates& rates = shape.rates().levels[parent].stores[t];
        double again = asked;
        if (operand.isOutput) {
            energy += asked * rates.update.value_or(0) / static_cast<double>(rates.block);
            const bool inside = flow.parentFlow >= 0;
            again -=
                size * (inside
                            ? lanes * static_cast<double>(label.flow[static_cast<std::size_t>(flow.parentFlow)].touched)
                            : 1);
        }
        energy += again * rates.read.value_or(0) / static_cast<double>(rates.block);
    }
    return energy;
}

double TailBounds::leastEnded(TailState state, const State& label, const Kept& kept, std::size_t dimension) const {
    for (std::size_t i = 0; i < state.flows; ++i) {
        const auto t = static_cast<std::size_t>(label.flow[state.flow[i].index].tensor);
        const Operand& operand = m_counter.shape().operands()[t];
        if ((operand.indexed & ~operand.sliding) >> dimension & 1) state.flow[i].alive = false;
    }
    return energy(state, label, kept, true);
}

bool TailBounds::mayReuse(const TailState& state, const State& label, std::size_t d) const {
    for (std::size_t i = 0; i < state.flows; ++i) {
        const Operand& operand =
            m_counter.shape().operands()[static_cast<std::size_t>(label.flow[state.flow[i].index].tensor)];
        if (state.flow[i].alive && (!(operand.indexed >> d & 1) || operand.sliding >> d & 1)) return true;
    }
    // Two trips, and lanes that make but one of them: those go on holding what they hold.
    return state.anyAlive() && state.inner[d] % state.active[d] != 0 && state.trips[d] % 2 == 0;
}

void TailBounds::passStores(TailState& state, const State& label) const {
    if (!m_counter.shape().likeAccelforge() || m_kept == 0) return;
    for (std::size_t i = 0; i < state.flows; ++i) {
        TailFlow& own = state.flow[i];
        const auto t = static_cast<std::size_t>(label.flow[own.index].tensor);
        own.alive = own.alive && m_counter.shape().operands()[t].sliding != 0;
    }
}

bool TailBounds::loop(TailState& state, const State& label, std::size_t d, std::int32_t trips) const {
    bool reuses = false;
    const bool idle = state.inner[d] % state.active[d] != 0;
    for (std::size_t i = 0; i < state.flows; ++i) {
        TailFlow& own = state.flow[i];
        if (!own.alive) continue;
        const Operand& operand = m_counter.shape().operands()[static_cast<std::size_t>(label.flow[own.index].tensor)];
        if ((operand.indexed & ~operand.sliding) >> d & 1) {
            own.alive = leavesIdle(state, d, trips);
        } else if (operand.sliding && !m_counter.shape().likeAccelforge()) {
            slide(own, state, label, d, trips);
        } else if (operand.sliding >> d & 1) {
            reuses = slideOnce(own, state, label, d, trips) || reuses;
        } else if (!idle || !m_counter.shape().likeAccelforge()) {
            // All lanes work in some trip of the loop, which counts no more.
            if (!(own.looped >> d & 1))
                own.fills *= static_cast<double>(state.active[d]) * state.atLanes[d] / state.inner[d];
            own.fills /= trips;
            own.asked /= trips;
            own.looped |= 1u << d;
        }
        reuses = reuses || own.alive;
    }
    state.tile[d] = std::min(m_counter.shape().bounds()[d], state.tile[d] * trips);
    state.trips[d] /= trips;
    return reuses;
}

/// As Counter::slideOnce: with no lanes along the window there are no tails along it.
bool TailBounds::slideOnce(TailFlow& own, const TailState& state, const State& label, std::size_t d,
                           std::int32_t trips) const {
    const Operand& operand = m_counter.shape().operands()[static_cast<std::size_t>(label.flow[own.index].tensor)];
    own.alive = false;
    auto words = static_cast<double>(label.flow[own.index].fixed);
    bool credited = false;
    for (const auto& rank : operand.windows) {
        std::array<std::int64_t, 2> tile{};
        bool moved = false, unrolled = false;
        for (int term = 0; term < 2; ++term) {
            const auto i = static_cast<std::size_t>(rank.dimension(term));
            moved = moved || i == d;
            unrolled = unrolled || state.active[i] > 1 || label.flow[own.index].unrolled >> i & 1;
            tile[static_cast<std::size_t>(term)] =
                std::int64_t{label.flow[own.index].tile[operand.slot[i]]} * (i == d ? trips : 1);
        }
        credited = credited || (moved && !unrolled);
        words *= static_cast<double>(rank.length({tile[0], tile[1]}));
    }
    if (!credited) return false;
    own.fills *= words / (own.words * trips);
    own.asked *= words / (own.words * trips);
    own.words = words;
    own.run *= trips;
    return true;
}

/// As Counter::slide, where lanes that sit out the last trip may go back less far, and so keep more.
void TailBounds::slide(TailFlow& own, const TailState& state, const State& label, std::size_t d,
                       std::int32_t trips) const {
    const Flow& flow = label.flow[own.index];
    const Operand& operand = m_counter.shape().operands()[static_cast<std::size_t>(flow.tensor)];
    const auto extent = [&](int i) { return std::int64_t{flow.tile[operand.slot[static_cast<std::size_t>(i)]]}; };
    auto kept = static_cast<double>(flow.fixed);
    for (const auto& rank : operand.windows) {
        std::int64_t most = 0;
        const reuse::Extents tile{extent(rank.dimension(0)), extent(rank.dimension(1))};
        for (unsigned sooner = 0; sooner < 4; ++sooner) {
            std::array<std::int64_t, 2> shift{};
            for (int term = 0; term < 2; ++term) {
                const auto i = static_cast<std::size_t>(rank.dimension(term));
                std::int64_t back = own.last[operand.slot[i]];
                if (sooner >> term & 1)
                    back = std::max<std::int64_t>(0, back - std::int64_t{label.tile[i]} * state.active[i]);
                shift[static_cast<std::size_t>(term)] = (i == d ? state.tile[i] : 0) - back;
            }
            most = std::max(most, rank.overlap(tile, tile, rank.distance(shift[0], shift[1])));
        }
        kept *= static_cast<double>(most);
    }
    const double words = trips * own.words - (trips - 1) * kept;
    own.fills *= words / (own.words * trips);
    own.asked *= words / (own.words * trips);
    own.words = words;
    own.run *= trips;
    if (operand.sliding >> d & 1) own.last[operand.slot[d]] += (trips - 1) * state.tile[d];
}

}  // namespace lapidary::optimal::classic
