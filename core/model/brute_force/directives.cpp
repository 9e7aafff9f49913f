// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/directives.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>

namespace lapidary::data_centric {
namespace {

/// A box of the operation space: [from, to) per dimension.
struct PointBox {
    Sizes from{}, to{};
    bool empty(std::size_t dimensions) const {
        for (std::size_t d = 0; d < dimensions; ++d)
            if (to[d] <= from[d]) return true;
        return false;
    }
};

using Elements = std::set<std::vector<std::int64_t>>;

Elements elementsOf(const Layer& layer, const LayerTensor& tensor, const PointBox& box) {
    std::vector<std::vector<std::int64_t>> all{{}};
    for (const int dimension : tensor.dimensions) {
        const auto d = static_cast<std::size_t>(dimension);
        const LayerDimension& along = layer.dimensions[d];
        std::int64_t from = box.from[d], last = box.to[d] - 1;
        if (along.windowed() && !tensor.isOutput) {
            const auto f = static_cast<std::size_t>(along.filter);
            from = from * along.stride + box.from[f];
            last = last * along.stride + box.to[f] - 1;
        }
        std::vector<std::vector<std::int64_t>> longer;
        for (const auto& start : all)
            for (std::int64_t i = from; i <= last; ++i) {
                longer.push_back(start);
                longer.back().push_back(i);
            }
        all = std::move(longer);
    }
    return {all.begin(), all.end()};
}

class LiteralWalk {
public:
    LiteralWalk(const std::vector<TiledLevel>& levels, const Layer& layer, const Hardware& hardware)
        : m_levels(levels), m_layer(layer), m_hardware(hardware) {}

    LevelSums run(std::size_t level, const PointBox& box) {
        LevelSums sums;
        std::vector<std::vector<Elements>> held(static_cast<std::size_t>(m_levels[level].units),
                                                std::vector<Elements>(m_layer.tensors.size()));
        walk(level, box, box, 0, held, sums);
        return sums;
    }

private:
    using Held = std::vector<std::vector<Elements>>;

    /// Loops from tiling `at` inwards; `whole` is what a step of the loops so far covers with all units.
    void walk(std::size_t level, const PointBox& box, const PointBox& whole, std::size_t at, Held& held,
              LevelSums& sums) {
        const TiledLevel& rules = m_levels[level];
        if (at == rules.tilings.size()) return step(level, box, whole, held, sums);
        const Tiling& tiling = rules.tilings[at];
        const auto d = static_cast<std::size_t>(tiling.dimension);
        const std::int64_t reach = tiling.size * (tiling.spatial ? rules.units : 1);
        for (std::int64_t from = box.from[d]; from < box.to[d]; from += reach) {
            PointBox inner = whole;
            inner.from[d] = from;
            inner.to[d] = std::min(box.to[d], from + reach);
            walk(level, box, inner, at + 1, held, sums);
        }
    }

    PointBox unitBox(std::size_t level, const PointBox& whole, std::size_t unit) const {
        PointBox mine = whole;
        for (const Tiling& tiling : m_levels[level].tilings) {
            if (!tiling.spatial) continue;
            const auto d = static_cast<std::size_t>(tiling.dimension);
            mine.from[d] = whole.from[d] + static_cast<std::int64_t>(unit) * tiling.size;
            mine.to[d] = std::min(whole.to[d], mine.from[d] + tiling.size);
        }
        return mine;
    }

    void step(std::size_t level, const PointBox&, const PointBox& whole, Held& held, LevelSums& sums) {
        const bool innermost = level + 1 == m_levels.size();
        std::int64_t compute = 0;
        std::array<std::int64_t, 4> moved{};
        std::vector<std::set<Elements>> boxes(m_layer.tensors.size());
        std::vector<std::set<std::pair<Elements, Elements>>> asked(m_layer.tensors.size());
        const Held before = held;
        // Words that a unit lacks and one beside it held, of those with equal boxes once.
        std::vector<std::map<Elements, Elements>> passed(m_layer.tensors.size());
        for (std::size_t unit = 0; unit < held.size(); ++unit) {
            const PointBox mine = unitBox(level, whole, unit);
            if (mine.empty(m_layer.dimensions.size())) {
                for (Elements& elements : held[unit]) elements.clear();
                continue;
            }
            for (std::size_t t = 0; t < m_layer.tensors.size(); ++t) {
                const LayerTensor& tensor = m_layer.tensors[t];
                const Elements now = elementsOf(m_layer, tensor, mine);
                Elements missing;
                std::set_difference(now.begin(), now.end(), held[unit][t].begin(), held[unit][t].end(),
                                    std::inserter(missing, missing.end()));
                if (tensor.isOutput) {
                    boxes[t].insert(now);
                } else {
                    asked[t].insert({now, missing});
                    for (const std::size_t beside : {unit - 1, unit + 1})
                        if (beside < before.size())
                            std::set_intersection(missing.begin(), missing.end(), before[beside][t].begin(),
                                                  before[beside][t].end(),
                                                  std::inserter(passed[t][now], passed[t][now].end()));
                    if (innermost) sums.delivered[t] += static_cast<std::int64_t>(missing.size());
                }
                held[unit][t] = now;
            }
            if (innermost) {
                std::int64_t macs = 1;
                for (std::size_t d = 0; d < m_layer.dimensions.size(); ++d) macs *= mine.to[d] - mine.from[d];
                compute = std::max(compute, macs);
                sums.macs += macs;
                sums.busy += 1;
            } else {
                const LevelSums below = LiteralWalk(m_levels, m_layer, m_hardware).run(level + 1, mine);
                compute = std::max(compute, below.runtime);
                sums.macs += below.macs;
                sums.busy += below.utilized();
                for (std::size_t t = 0; t < 4; ++t) {
                    sums.delivered[t] += below.delivered[t];
                    sums.passedBelow[t] += below.passed[t] + below.passedBelow[t];
                }
            }
        }
        for (std::size_t t = 0; t < m_layer.tensors.size(); ++t) {
            for (const Elements& box : boxes[t]) moved[t] += static_cast<std::int64_t>(box.size());
            moved[t] += readOnce(asked[t]);
            for (const auto& [box, words] : passed[t]) sums.passed[t] += static_cast<std::int64_t>(words.size());
        }
        finish(level, moved, compute, sums);
    }

    /// Units with the same box are served together: the union of what they lack is read once.
    static std::int64_t readOnce(const std::set<std::pair<Elements, Elements>>& asked) {
        std::int64_t words = 0;
        for (auto at = asked.begin(); at != asked.end();) {
            Elements lacking;
            const Elements& box = at->first;
            for (; at != asked.end() && at->first == box; ++at) lacking.insert(at->second.begin(), at->second.end());
            words += static_cast<std::int64_t>(lacking.size());
        }
        return words;
    }

    void finish(std::size_t level, const std::array<std::int64_t, 4>& moved, std::int64_t compute,
                LevelSums& sums) const {
        const std::size_t output = m_layer.tensors.size() - 1;
        const bool first = sums.steps == 0;
        if (first) sums.first = moved;
        std::int64_t entering = 0, required = 0;
        for (std::size_t t = 0; t < output; ++t) {
            entering += moved[t];
            required += 2 * sums.first[t];
        }
        for (std::size_t t = 0; t < 4; ++t) sums.moved[t] += moved[t];
        const std::int64_t in = delay(entering), out = delay(moved[output]);
        std::int64_t cycles = first ? compute + in : std::max({compute, in, out});
        if (m_hardware.offchipBandwidth && level == 0)
            cycles = std::max({cycles, 2 * sums.first[output] / *m_hardware.offchipBandwidth / 2,
                               required / *m_hardware.offchipBandwidth / 2});
        sums.runtime += cycles;
        ++sums.steps;
    }

    std::int64_t delay(std::int64_t elements) const {
        std::int64_t flits = 0;
        for (std::int64_t left = elements; left > 0; left -= m_hardware.nocBandwidth.value_or(elements)) ++flits;
        return m_hardware.hops + flits - 1;
    }

    const std::vector<TiledLevel>& m_levels;
    const Layer& m_layer;
    const Hardware& m_hardware;
};

}  // namespace

LevelSums literalSums(const std::vector<TiledLevel>& levels, const Layer& layer, const Hardware& hardware) {
    PointBox box;
    for (std::size_t d = 0; d < layer.dimensions.size(); ++d) box.to[d] = layer.results(static_cast<int>(d));
    return LiteralWalk(levels, layer, hardware).run(0, box);
}

}  // namespace lapidary::data_centric
