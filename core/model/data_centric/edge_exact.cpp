// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/edge_exact.h"

#include <algorithm>
#include <map>

#include "core/base/arith.h"
#include "core/model/data_centric/silicon.h"

namespace lapidary::data_centric {
namespace {

/// One loop of a level: tiles of one dimension at successive steps.
struct StepLoop {
    Tiling tiling;
    std::int64_t extent = 1, units = 1, trips = 1;

    std::int64_t reach() const { return tiling.size * units; }
    std::int64_t left(bool last) const { return last ? extent - (trips - 1) * reach() : reach(); }
    /// Units with work at a step, and what a unit then has.
    std::int64_t working(bool last) const { return ceilDiv(left(last), tiling.size); }
    std::int64_t sizeOf(std::int64_t unit, bool last) const {
        return std::min(tiling.size, left(last) - unit * tiling.size);
    }
};

/// What a unit has of each dimension at a step, and how its start moved since the step before. prev < 0: it had nothing.
struct UnitStep {
    Sizes now{}, before{}, moved{};
    bool idleBefore = false;
};

/// One kind of step: `now` and `before` say of each loop whether it is at its last position.
struct StepClass {
    std::int64_t times = 1;
    int advancing = -1;  ///< -1: the very first step
    std::array<bool, kMaxMaps> now{}, before{};
};

std::int64_t overlapOf(std::int64_t start, std::int64_t length, std::int64_t earlier) {
    return std::max<std::int64_t>(0, std::min(start + length, earlier) - std::max<std::int64_t>(start, 0));
}

class LevelCount {
public:
    LevelCount(const std::vector<TiledLevel>& levels, const Layer& layer, const Hardware& hardware)
        : m_levels(levels), m_layer(layer), m_hardware(hardware), m_memo(levels.size()) {}

    const LevelSums& of(std::size_t level, const Sizes& extents) {
        const auto known = m_memo[level].find(extents);
        if (known != m_memo[level].end()) return known->second;
        return m_memo[level].emplace(extents, count(level, extents)).first->second;
    }

private:
    std::vector<StepLoop> loopsOf(std::size_t level, const Sizes& extents) const {
        std::vector<StepLoop> loops;
        for (const Tiling& tiling : m_levels[level].tilings) {
            StepLoop loop{tiling, extents[static_cast<std::size_t>(tiling.dimension)],
                          tiling.spatial ? m_levels[level].units : 1, 1};
            loop.tiling.size = std::min(loop.tiling.size, loop.extent);
            loop.trips = ceilDiv(loop.extent, loop.reach());
            loops.push_back(loop);
        }
        return loops;
    }

    LevelSums count(std::size_t level, const Sizes& extents) {
        const std::vector<StepLoop> loops = loopsOf(level, extents);
        LevelSums sums;
        StepClass one;
        for (std::size_t i = 0; i < loops.size(); ++i) one.now[i] = loops[i].trips == 1;
        add(level, extents, loops, one, sums);
        for (std::size_t c = 0; c < loops.size(); ++c)
            if (loops[c].trips > 1) addAdvancesOf(level, extents, loops, c, sums);
        return sums;
    }

    /// Every choice of which loops outside and at c are at their last position.
    void addAdvancesOf(std::size_t level, const Sizes& extents, const std::vector<StepLoop>& loops, std::size_t c,
                       LevelSums& sums) {
        for (unsigned mask = 0; mask < 2u << c; ++mask) {
            StepClass one;
            one.advancing = static_cast<int>(c);
            for (std::size_t i = 0; i < loops.size(); ++i) {
                const bool last = i <= c ? (mask >> i & 1) != 0 : loops[i].trips == 1;
                if (i <= c) one.times *= last ? 1 : loops[i].trips - (i == c ? 2 : 1);
                one.now[i] = last;
                one.before[i] = i < c ? last : i > c;
            }
            if (one.times > 0) add(level, extents, loops, one, sums);
        }
    }

    UnitStep unitStep(const Sizes& extents, const std::vector<StepLoop>& loops, const StepClass& one,
                      std::int64_t unit) const {
        UnitStep step{extents, extents, {}, false};
        for (std::size_t i = 0; i < loops.size(); ++i) {
            const StepLoop& loop = loops[i];
            const auto d = static_cast<std::size_t>(loop.tiling.dimension);
            const std::int64_t at = loop.tiling.spatial ? unit : 0;
            step.now[d] = loop.sizeOf(at, one.now[i]);
            step.before[d] = loop.sizeOf(at, one.before[i]);
            const int place = static_cast<int>(i);
            step.moved[d] = place < one.advancing    ? 0
                            : place == one.advancing ? loop.reach()
                                                     : -(loop.trips - 1) * loop.reach();
            step.idleBefore = step.idleBefore || step.before[d] <= 0;
        }
        return step;
    }

    /// Elements of a tensor in a unit, and how many of them it had before.
    std::pair<std::int64_t, std::int64_t> heldAndKept(const LayerTensor& tensor, const UnitStep& step,
                                                      bool first) const {
        std::int64_t held = 1, kept = first || step.idleBefore ? 0 : 1;
        for (const int dimension : tensor.dimensions) {
            const auto d = static_cast<std::size_t>(dimension);
            const LayerDimension& along = m_layer.dimensions[d];
            std::int64_t length = step.now[d], earlier = step.before[d], moved = step.moved[d];
            if (along.windowed() && !tensor.isOutput) {
                const auto f = static_cast<std::size_t>(along.filter);
                length = along.stride * (length - 1) + step.now[f];
                earlier = along.stride * (earlier - 1) + step.before[f];
                moved = along.stride * moved + step.moved[f];
            }
            held *= length;
            kept *= overlapOf(moved, length, earlier);
        }
        return {held, kept};
    }

    struct Working {
        int spatial = -1;  ///< dimension
        std::int64_t now = 1, before = 1;
    };

    Working workingOf(const std::vector<StepLoop>& loops, const StepClass& one) const {
        for (std::size_t i = 0; i < loops.size(); ++i)
            if (loops[i].tiling.spatial)
                return {loops[i].tiling.dimension, loops[i].working(one.now[i]), loops[i].working(one.before[i])};
        return {};
    }

    void add(std::size_t level, const Sizes& extents, const std::vector<StepLoop>& loops, const StepClass& one,
             LevelSums& sums) {
        const bool first = one.advancing < 0;
        const bool innermost = level + 1 == m_levels.size();
        const Working working = workingOf(loops, one);
        std::int64_t edges[] = {0, working.before - 1, working.before, working.now - 1, working.now};
        std::sort(std::begin(edges), std::end(edges));
        std::array<std::int64_t, 4> moved{};
        std::int64_t compute = 0;
        for (std::size_t e = 0; e + 1 < std::size(edges); ++e) {
            const std::int64_t from = edges[e];
            const std::int64_t units = std::min(edges[e + 1], working.now) - from;
            if (units <= 0) continue;
            const UnitStep step = unitStep(extents, loops, one, from);
            for (std::size_t t = 0; t < m_layer.tensors.size(); ++t) {
                const LayerTensor& tensor = m_layer.tensors[t];
                const auto [held, kept] = heldAndKept(tensor, step, first);
                const std::int64_t words = tensor.isOutput ? held : held - kept;
                moved[t] = spreads(tensor, working.spatial) ? moved[t] + units * words : std::max(moved[t], words);
                if (innermost && !tensor.isOutput) sums.delivered[t] += one.times * units * words;
            }
            if (innermost) {
                std::int64_t macs = 1;
                for (std::size_t d = 0; d < m_layer.dimensions.size(); ++d) macs *= step.now[d];
                compute = std::max(compute, macs);
                sums.macs += one.times * units * macs;
                sums.busy += static_cast<double>(one.times * units);
            } else {
                const LevelSums& below = of(level + 1, step.now);
                compute = std::max(compute, below.runtime);
                sums.macs += one.times * units * below.macs;
                sums.busy += static_cast<double>(one.times * units) * below.utilized();
                for (std::size_t t = 0; t < 4; ++t) sums.delivered[t] += one.times * units * below.delivered[t];
            }
        }
        if (first) sums.first = moved;
        for (std::size_t t = 0; t < 4; ++t) sums.moved[t] += one.times * moved[t];
        addTime(level, loops, one, moved, compute, sums);
    }

    /// Whether the units hold different parts of it.
    bool spreads(const LayerTensor& tensor, int spatial) const {
        return std::any_of(tensor.dimensions.begin(), tensor.dimensions.end(), [&](int d) {
            return d == spatial || (!tensor.isOutput &&
                                    m_layer.dimensions[static_cast<std::size_t>(d)].filter == spatial && spatial >= 0);
        });
    }

    void addTime(std::size_t level, const std::vector<StepLoop>& loops, const StepClass& one,
                 const std::array<std::int64_t, 4>& moved, std::int64_t compute, LevelSums& sums) const {
        const std::size_t output = m_layer.tensors.size() - 1;
        std::int64_t entering = 0, required = 0;
        for (std::size_t t = 0; t < output; ++t) {
            entering += moved[t];
            required += 2 * sums.first[t];
        }
        const std::int64_t in = movingDelay(m_hardware, entering), out = movingDelay(m_hardware, moved[output]);
        std::int64_t delay = one.advancing < 0 ? compute + in : std::max({compute, in, out});
        if (const auto& offchip = m_hardware.offchipBandwidth; offchip && level == 0)
            delay = std::max({delay, 2 * sums.first[output] / *offchip / 2, required / *offchip / 2});
        sums.runtime += one.times * delay;
        sums.steps += one.times;
        bool cut = false;
        for (std::size_t i = 0; i < loops.size(); ++i)
            cut = cut || (loops[i].trips > 1 && one.now[i] && loops[i].extent % loops[i].reach() != 0);
        PhaseTime& time = sums.phases[static_cast<std::size_t>(one.advancing < 0 ? Phase::init
                                                               : cut             ? Phase::edge
                                                                                 : Phase::steady)];
        time.steps += one.times;
        time.cycles += one.times * delay;
        time.compute += one.times * std::min(compute, delay);
        time.communication += one.times * (delay - std::min(compute, delay));
    }

    const std::vector<TiledLevel>& m_levels;
    const Layer& m_layer;
    const Hardware& m_hardware;
    std::vector<std::map<Sizes, LevelSums>> m_memo;
};

Sizes layerPoints(const Layer& layer) {
    Sizes extents{};
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) extents[d] = layer.results(static_cast<int>(d));
    return extents;
}

/// What the first PE holds first.
Sizes firstTile(const std::vector<TiledLevel>& levels, const Layer& layer) {
    Sizes tile = layerPoints(layer);
    for (const TiledLevel& level : levels)
        for (const Tiling& tiling : level.tilings) {
            auto& size = tile[static_cast<std::size_t>(tiling.dimension)];
            size = std::min(size, tiling.size);
        }
    return tile;
}

std::int64_t elementsOf(const Layer& layer, const LayerTensor& tensor, const Sizes& points) {
    std::int64_t product = 1;
    for (const int dimension : tensor.dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        const LayerDimension& along = layer.dimensions[d];
        product *= along.windowed() && !tensor.isOutput
                       ? along.stride * (points[d] - 1) + points[static_cast<std::size_t>(along.filter)]
                       : points[d];
    }
    return product;
}

}  // namespace

std::int64_t movingDelay(const Hardware& hardware, std::int64_t elements) {
    return hardware.hops - 1 +
           (hardware.nocBandwidth ? ceilDiv(elements, *hardware.nocBandwidth) : std::int64_t{elements > 0});
}

LevelSums edgeExactSums(const std::vector<TiledLevel>& levels, const Layer& layer, const Hardware& hardware) {
    return LevelCount(levels, layer, hardware).of(0, layerPoints(layer));
}

Result<std::vector<TiledLevel>> tiledLevels(const Dataflow& flow, const Layer& layer, std::int64_t pes) {
    Diagnostics found = check(layer);
    if (!found.empty()) return found;
    found = check(flow, layer, pes);
    if (!found.empty()) return found;
    std::vector<TiledLevel> levels;
    const std::vector<std::int64_t> units = unitsOf(flow, pes);
    Sizes filters{};
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) filters[d] = layer.dimensions[d].size;
    for (std::size_t l = 0; l < flow.levels.size(); ++l) {
        TiledLevel level{units[l], {}};
        for (const Map& map : flow.levels[l].maps) {
            auto& size = filters[static_cast<std::size_t>(map.dimension)];
            size = std::min(size, map.size);
        }
        for (std::size_t i = 0; i < flow.levels[l].maps.size(); ++i) {
            const Map& map = flow.levels[l].maps[i];
            const LayerDimension& along = layer.dimensions[static_cast<std::size_t>(map.dimension)];
            const Place place{{}, 0, 0, "levels[" + std::to_string(l) + "].maps[" + std::to_string(i) + "]"};
            std::int64_t size = map.size;
            if (along.windowed() && !map.inResults) {
                const std::int64_t filter = filters[static_cast<std::size_t>(along.filter)];
                if (size < filter)
                    return errorAt(place, std::to_string(size) + " of " + along.name +
                                              " hold no result: the filter has " + std::to_string(filter));
                size = (size - filter) / along.stride + 1;
            }
            const bool whole = size >= layer.results(map.dimension);
            if (map.offset != size && !whole && (!along.windowed() || along.stride == 1 || map.inResults))
                return errorAt(place,
                               along.name + " moves on by " + std::to_string(map.offset) + ", but a tile has " +
                                   std::to_string(size) + (along.windowed() ? " results" : "") + ": work would be " +
                                   (map.offset < size ? "repeated" : "left out"),
                               "use an offset of " + std::to_string(size) + ", or --compat maestro");
            level.tilings.push_back({map.dimension, size, map.kind == MapKind::spatial});
        }
        levels.push_back(std::move(level));
    }
    return levels;
}

Result<Outcome> evaluateEdgeExact(const Dataflow& flow, const Layer& layer, const Hardware& hardware) {
    if (Diagnostics wrong = check(hardware); !wrong.empty()) return wrong;
    const auto levels = tiledLevels(flow, layer, hardware.pes);
    if (!levels) return levels.diagnostics();
    const LevelSums sums = edgeExactSums(*levels, layer, hardware);
    Outcome outcome;
    outcome.runtime = sums.runtime;
    outcome.macs = sums.macs;
    outcome.trueMacs = layer.macs();
    outcome.steps = sums.steps;
    outcome.utilizedPes = sums.utilized();
    std::copy(std::begin(sums.phases), std::end(sums.phases), std::begin(outcome.phases));
    const Sizes tile = firstTile(*levels, layer);
    std::int64_t l1 = 0, l2 = 0;
    for (std::size_t t = 0; t < layer.tensors.size(); ++t) {
        const LayerTensor& tensor = layer.tensors[t];
        TensorAccess access{tensor.name, tensor.isOutput};
        access.size = elementsOf(layer, tensor, layerPoints(layer));
        access.l2Read = tensor.isOutput ? access.size : sums.moved[t];
        access.l2Write = tensor.isOutput ? sums.moved[t] : access.size;
        access.l1Read = sums.macs;
        access.l1Write = tensor.isOutput ? sums.macs : sums.delivered[t];
        access.l2Required = 2 * sums.first[t];
        access.l1Required = 2 * elementsOf(layer, tensor, tile);
        l1 += access.l1Read + access.l1Write;
        l2 += access.l2Read + access.l2Write;
        outcome.l1Required += access.l1Required;
        outcome.l2Required += access.l2Required;
        outcome.tensors.push_back(std::move(access));
    }
    outcome.energyMacs = hardware.costs.l1Access * static_cast<double>(l1) +
                         hardware.costs.l2Access * static_cast<double>(l2) + static_cast<double>(sums.macs);
    outcome.energyNj = outcome.energyMacs * hardware.costs.macNj;
    addSiliconOf(outcome, hardware);
    addFitOf(outcome, hardware);
    return outcome;
}

}  // namespace lapidary::data_centric
