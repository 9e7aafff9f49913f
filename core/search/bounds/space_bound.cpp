// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/bounds/space_bound.h"

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/mapspace/choice.h"
#include "core/model/rates.h"
#include "core/search/bounds/capacity.h"
#include "core/search/bounds/roof.h"

namespace lapidary {

namespace {

using bounds::CapacityFloor;
using bounds::Weights;

constexpr std::uint64_t kMostKeeps = 4096;

/// Words through a level's ports, by part.
struct PortSums {
    std::array<std::array<double, kMaxTensors + 1>, kMaxLevels> reads{}, writes{};
};

class BoundFinder {
public:
    BoundFinder(const ChoiceSpace& space, const Semantics& semantics, Factorization kind,
                const std::function<bool()>& goesOn, Counted counted)
        : m_target(space.target()),
          m_semantics(semantics),
          m_rates(m_target),
          m_goesOn(goesOn),
          m_counted(counted),
          m_floor(m_target, kind != Factorization::perfect) {
        m_capacities = counted == Counted::byReuse && (kind == Factorization::perfect || kind == Factorization::rubyS);
        m_steps = bounds::leastSteps(space.frame(), m_target, kind);
        const Workload& workload = m_target.workload;
        for (int t = 0; t < workload.tensorCount(); ++t) {
            const Tensor& tensor = workload.tensors()[static_cast<std::size_t>(t)];
            Shape shape;
            shape.isOutput = tensor.isOutput;
            shape.size = static_cast<double>(workload.tensorSize(t));
            unsigned indexed = 0;
            for (const Rank& rank : tensor.ranks) {
                for (const Term& term : rank.terms) indexed |= 1u << term.dimension;
                shape.windows = shape.windows || rank.terms.size() > 1;
                if (rank.terms.size() > 2) shape.size = 1;  // the box of three terms may count more than there is
            }
            for (int d = 0; d < workload.dimensionCount(); ++d)
                if (!(indexed >> d & 1)) shape.visits *= static_cast<double>(workload.bound(d));
            if (semantics.padding && shape.windows) shape.size = 0;
            m_shapes.push_back(shape);
        }
    }

    KeepBound of(const std::vector<unsigned>& kept) {
        if (m_counted == Counted::bySunstone) return likeSunstone(kept);
        KeepBound bound;
        bound.kept = kept;
        PortSums ports;
        const double macs = m_rates.mac.value_or(0) * static_cast<double>(m_target.workload.macs());
        bound.energyPj = macs;
        for (std::size_t t = 0; t < m_shapes.size(); ++t) {
            std::size_t parent = 0;
            for (std::size_t l = 1; l < kept.size(); ++l) {
                if (!(kept[l] >> t & 1)) continue;
                bound.energyPj += countCrossing(t, parent, l, ports);
                parent = l;
            }
            bound.energyPj += countComputes(t, parent, ports);
        }
        if (m_capacities) bound.capacityPj = enforced(kept, ports);
        bound.energyPj += bound.capacityPj;
        bound.steps = m_steps;
        bound.cycles = cyclesOf(ports);
        for (std::size_t l = 0; l < kept.size(); ++l)
            bound.energyPj += m_rates.levels[l].leak.value_or(0) * static_cast<double>(bound.cycles) *
                              static_cast<double>(m_rates.levels[l].instances);
        return bound;
    }

    /// Each boundary moves every element once; the MACs ask the innermost memory for each operand. No leakage, no ports.
    KeepBound likeSunstone(const std::vector<unsigned>& kept) {
        KeepBound bound;
        bound.kept = kept;
        const auto macs = static_cast<double>(m_target.workload.macs());
        bound.energyPj = m_rates.mac.value_or(0) * macs;
        const std::size_t last = kept.size() - 1;
        for (std::size_t t = 0; t < m_shapes.size(); ++t) {
            const Shape& shape = m_shapes[t];
            const auto rates = [&](std::size_t level) -> const StoreRates& { return m_rates.levels[level].stores[t]; };
            if (kept[last] >> t & 1) {
                const double reads = !shape.isOutput ? macs : shape.windows ? 0 : macs - shape.size;
                bound.energyPj += reads * rates(last).read.value_or(0);
                if (shape.isOutput) bound.energyPj += macs * rates(last).update.value_or(0);
            }
            for (std::size_t l = last; l > 0; --l) {
                std::size_t outer = l - 1;
                while (outer > 0 && !(kept[outer] >> t & 1)) --outer;
                const auto& each = shape.isOutput ? rates(outer).update : rates(outer).read;
                bound.energyPj += shape.size * each.value_or(0);
                if (!shape.isOutput && kept[l] >> t & 1) bound.energyPj += shape.size * rates(l).fill.value_or(0);
            }
        }
        bound.steps = bound.cycles = m_steps;
        return bound;
    }

    /// Each tensor where it is cheapest: for more ways to keep them than can be looked at.
    KeepBound ofAny(const ChoiceSpace& space) {
        KeepBound bound;
        bound.energyPj = m_rates.mac.value_or(0) * static_cast<double>(m_target.workload.macs());
        for (std::size_t t = 0; t < m_shapes.size(); ++t) bound.energyPj += cheapestKeep(space, t, 0, 1);
        bound.steps = m_steps;
        bound.cycles = m_steps * m_rates.interval;
        return bound;
    }

private:
    struct Shape {
        bool isOutput = false, windows = false;
        double size = 0;    ///< distinct elements
        double visits = 1;  ///< by computes, of each element; without windows
    };

    double price(std::size_t t, std::size_t level, double reads, double fills, double updates, PortSums& ports) const {
        const StoreRates& rates = m_rates.levels[level].stores[t];
        const auto part = static_cast<std::size_t>(rates.part);
        ports.reads[level][part] += reads;
        ports.writes[level][part] += fills + updates;
        return (reads * rates.read.value_or(0) + fills * rates.fill.value_or(0) + updates * rates.update.value_or(0)) /
               static_cast<double>(rates.block);
    }

    /// Each element once.
    double countCrossing(std::size_t t, std::size_t parent, std::size_t child, PortSums& ports) const {
        const Shape& shape = m_shapes[t];
        if (!shape.isOutput)
            return price(t, parent, shape.size, 0, 0, ports) + price(t, child, 0, shape.size, 0, ports);
        return price(t, parent, 0, 0, shape.size, ports) +
               price(t, child, m_semantics.drainRead ? shape.size : 0, 0, 0, ports);
    }

    /// Lanes of fanouts in [from, to) levels, those that can't serve the tensor together left out if `merging`.
    double lanes(std::size_t t, std::size_t from, std::size_t to, bool merging) const {
        double product = 1;
        for (const Fanout& fanout : m_target.architecture.fanouts()) {
            const auto below = static_cast<std::size_t>(fanout.below);
            if (below < from || below >= to) continue;
            const bool merges = m_shapes[t].isOutput
                                    ? fanout.reduction
                                    : fanout.multicast.value_or(m_semantics.multicast) != Multicast::none;
            if (!merging || merges) product *= static_cast<double>(fanout.x * fanout.y);
        }
        return product;
    }

    double countComputes(std::size_t t, std::size_t level, PortSums& ports) const {
        const Shape& shape = m_shapes[t];
        const double together = lanes(t, level, m_target.levels.size(), true);
        double operands = std::max(shape.size, static_cast<double>(m_target.workload.macs()) / together);
        if (shape.windows && m_semantics.padding) operands = 0;
        if (!shape.isOutput) return price(t, level, operands, 0, 0, ports);
        const double again =
            shape.windows ? 0 : shape.size * std::max(0.0, shape.visits / together - lanes(t, 0, level, false));
        return price(t, level, again, 0, operands, ports);
    }

    /// What capacities enforce: energy, and words through ports.
    double enforced(const std::vector<unsigned>& kept, PortSums& ports) {
        double energy = 0;
        for (std::size_t l = 1; l < kept.size(); ++l) {
            Weights energies{}, childReads{}, childWrites{};
            std::array<Weights, kMaxLevels> parentReads{}, parentWrites{};
            for (std::size_t t = 0; t < m_shapes.size(); ++t) {
                if (!(kept[l] >> t & 1) || m_shapes[t].size == 0) continue;
                std::size_t parent = l - 1;
                while (parent > 0 && !(kept[parent] >> t & 1)) --parent;
                const Shape& shape = m_shapes[t];
                const double back = shape.isOutput && shape.windows ? 0 : 1, up = shape.isOutput ? 1 : 0;
                const double drained = shape.isOutput && m_semantics.drainRead ? 1 : 0;
                PortSums none;
                energies[t] = price(t, parent, back, 0, up, none) + price(t, l, drained, back, 0, none);
                parentReads[parent][t] = back;
                parentWrites[parent][t] = up;
                childReads[t] = drained;
                childWrites[t] = back;
            }
            energy += m_floor.extra(l, kept[l], energies, m_goesOn);
            for (std::size_t p = 0; p < l; ++p) {
                addWords(l, kept[l], p, parentReads[p], ports.reads);
                addWords(l, kept[l], p, parentWrites[p], ports.writes);
            }
            addWords(l, kept[l], l, childReads, ports.reads);
            addWords(l, kept[l], l, childWrites, ports.writes);
        }
        return energy;
    }

    /// Only where a port is limited.
    void addWords(std::size_t child, unsigned kept, std::size_t level, const Weights& weights,
                  std::array<std::array<double, kMaxTensors + 1>, kMaxLevels>& sums) {
        for (std::size_t part = 0; part < static_cast<std::size_t>(m_rates.levels[level].parts); ++part) {
            if (!m_rates.levels[level].ports[part].limited()) continue;
            Weights own{};
            for (std::size_t t = 0; t < m_shapes.size(); ++t)
                if (m_rates.levels[level].stores[t].part == static_cast<int>(part)) own[t] = weights[t];
            if (own != Weights{}) sums[level][part] += m_floor.extra(child, kept, own, m_goesOn);
        }
    }

    std::int64_t cyclesOf(const PortSums& ports) const {
        std::int64_t cycles = m_steps * m_rates.interval;
        if (m_semantics.time != Time::overlap) return cycles;
        for (std::size_t l = 0; l < m_target.levels.size(); ++l) {
            const LevelRates& level = m_rates.levels[l];
            for (std::size_t part = 0; part < static_cast<std::size_t>(level.parts); ++part) {
                if (!level.ports[part].limited()) continue;
                const auto busiest = [&](double all) {
                    return static_cast<std::int64_t>(
                        std::ceil(all / static_cast<double>(level.instances) * (1 - 1e-12)));
                };
                const double reads = ports.reads[l][part], writes = ports.writes[l][part];
                cycles = std::max(
                    cycles, portCycles({busiest(reads), busiest(writes), busiest(reads + writes)}, level.ports[part]));
            }
        }
        return cycles;
    }

    double cheapestKeep(const ChoiceSpace& space, std::size_t t, std::size_t parent, std::size_t level) const {
        PortSums none;
        if (level == m_target.levels.size()) return countComputes(t, parent, none);
        double least = std::numeric_limits<double>::infinity();
        if (!(space.mustKeep(level) >> t & 1)) least = cheapestKeep(space, t, parent, level + 1);
        if (space.mayKeep(level) >> t & 1)
            least = std::min(least, countCrossing(t, parent, level, none) + cheapestKeep(space, t, level, level + 1));
        return least;
    }

    const Target& m_target;
    Semantics m_semantics;
    Rates m_rates;
    const std::function<bool()>& m_goesOn;
    const Counted m_counted;
    CapacityFloor m_floor;
    std::vector<Shape> m_shapes;
    std::int64_t m_steps = 1;
    bool m_capacities = false;
};

}  // namespace

double SpaceBound::value(Metric metric, const KeepBound** which) const {
    double least = std::numeric_limits<double>::infinity();
    for (const KeepBound& keep : keeps) {
        const double value = valueOf(metric, Score{{}, keep.energyPj, keep.cycles, keep.steps});
        if (!(value < least)) continue;
        least = value;
        if (which) *which = &keep;
    }
    return least;
}

std::optional<SpaceBound> boundOf(const Mapspace& mapspace, const Semantics& semantics,
                                  const std::function<bool()>& goesOn, Counted counted) {
    const auto rules = resolveConstraints(mapspace.target(), mapspace.options().constraints);
    if (!rules) return std::nullopt;
    const auto space = ChoiceSpace::make(mapspace.targetPtr(), *rules, mapspace.options().factorization);
    if (!space) return std::nullopt;
    BoundFinder finder(*space, semantics, mapspace.options().factorization, goesOn, counted);
    std::uint64_t count = 1;
    std::vector<const ChoiceTerm*> terms;
    for (const ChoiceTerm& term : space->terms())
        if (term.kind == SizeTerm::Kind::keep) {
            terms.push_back(&term);
            count = std::min(count * term.count, kMostKeeps * kMaxLevels);
        }
    SpaceBound bound;
    if (count > kMostKeeps) {
        if (counted == Counted::bySunstone) return std::nullopt;
        bound.keeps.push_back(finder.ofAny(*space));
        return bound;
    }
    Draft draft;
    space->start(draft);
    for (std::uint64_t number = 0; number < count; ++number) {
        std::uint64_t rest = number;
        for (const ChoiceTerm* term : terms) {
            space->apply(*term, rest % term->count, draft);
            rest /= term->count;
        }
        std::vector<unsigned> kept;
        for (std::size_t l = 0; l < mapspace.target().levels.size(); ++l) kept.push_back(draft.kept[l]);
        bound.keeps.push_back(finder.of(kept));
        if (!goesOn()) return std::nullopt;
    }
    return bound;
}

double gapOf(double reached, double bound) { return reached > 0 ? std::max(0.0, (reached - bound) / reached) : 0; }

}  // namespace lapidary
