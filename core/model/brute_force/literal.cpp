// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/literal.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/model/brute_force/tally.h"
#include "core/model/finish.h"

namespace lapidary {
namespace literal {
namespace {

class Simulator {
public:
    Simulator(const Mapping& mapping, const Target& target, const Semantics& semantics)
        : m_mapping(mapping),
          m_target(target),
          m_semantics(semantics),
          m_walk(mapping, target.workload.dimensionCount()),
          m_rates(target) {
        for (int d = 0; d < target.workload.dimensionCount(); ++d)
            m_bounds.push_back(mapping.coveredBound(target.workload, d));
    }

    Cost run() {
        for (int t = 0; t < m_target.workload.tensorCount(); ++t) followTensor(t);
        Cost cost = emptyCost(m_mapping, m_target, m_semantics);
        cost.steps = static_cast<std::int64_t>(m_walk.moments(m_mapping.nodes.size(), 0).size());
        for (const auto& [where, tally] : m_tallies) {
            const auto [level, tensor] = where;
            cost.levels[level].tensors[tensor] =
                tally.cost(m_rates.levels[level].stores[tensor], m_semantics.drainRead);
        }
        giveReasons(cost);
        finishCost(cost, busiestWords(), m_target);
        return cost;
    }

private:
    using Where = std::pair<std::size_t, std::size_t>;  ///< level, tensor

    /// From the tensor's outermost Store inwards to the MACs.
    void followTensor(int tensor) {
        const auto t = static_cast<std::size_t>(tensor);
        Tally* parent = nullptr;
        std::size_t parentPosition = 0;
        for (std::size_t p = 0; p < m_mapping.nodes.size(); ++p) {
            const Node& node = m_mapping.nodes[p];
            if (node.isLoop() || !(node.tensors >> tensor & 1)) continue;
            Tally& own = m_tallies[{node.level, t}];
            own.isOutput = m_target.workload.tensors()[t].isOutput;
            own.outermost = parent == nullptr;
            if (parent != nullptr) parent->feedsStores = true;
            fill(own, parent, t, p, parent != nullptr ? parentPosition : p);
            parent = &own;
            parentPosition = p;
        }
        if (parent != nullptr) feedMacs(*parent, t, parentPosition);
    }

    std::vector<Indices> touched(std::size_t position, const Setting& setting) const {
        std::vector<Indices> result;
        for (int d = 0; d < m_target.workload.dimensionCount(); ++d)
            result.push_back(m_walk.touched(position, d, setting));
        return result;
    }

    /// Every tile that the instances of a Store hold, one after another.
    void fill(Tally& own, Tally* parent, std::size_t t, std::size_t position, std::size_t parentPosition) {
        const TileMaker maker(m_target.workload.tensors()[t], m_bounds, m_semantics);
        std::map<std::int64_t, Holding> holdings;
        for (const auto& [time, moment] : m_walk.moments(position, parentPosition)) {
            std::map<std::int64_t, std::vector<Request>> requests;
            for (const Setting& setting : moment) {
                const Tile tile = maker.make(touched(position, setting));
                own.tile = std::max(own.tile, static_cast<std::int64_t>(tile.words.size()));
                unite(own.held[setting.place], tile.words);
                if (parent == nullptr) continue;
                Request request{tile.words, holdings[setting.place].take(tile, m_semantics.window)};
                own.delivered[setting.place] += static_cast<std::int64_t>(request.fresh().size());
                requests[setting.parentPlace].push_back(std::move(request));
            }
            if (parent != nullptr) serve(*parent, &own, requests, networks(parentPosition, position));
        }
    }

    /// Every MAC needs its operands in the step it runs and keeps nothing.
    void feedMacs(Tally& parent, std::size_t t, std::size_t parentPosition) {
        const std::size_t end = m_mapping.nodes.size();
        const TileMaker maker(m_target.workload.tensors()[t], m_bounds, m_semantics);
        for (const auto& [time, moment] : m_walk.moments(end, parentPosition)) {
            std::map<std::int64_t, std::vector<Request>> requests;
            for (const Setting& setting : moment)
                requests[setting.parentPlace].push_back({maker.make(touched(end, setting)).words, {}});
            serve(parent, nullptr, requests, networks(parentPosition, end));
        }
    }

    Networks networks(std::size_t parent, std::size_t child) const {
        return {m_mapping.nodes, parent, child, m_target.architecture, m_semantics.multicast};
    }

    /// One moment's requests, by parent instance.
    static void serve(Tally& parent, Tally* child, const std::map<std::int64_t, std::vector<Request>>& requests,
                      const Networks& networks) {
        for (const auto& [instance, asked] : requests) {
            const Served served =
                parent.isOutput ? wordsUpdated(asked, networks.reduction) : wordsRead(asked, networks.down);
            (parent.isOutput ? parent.updated : parent.read)[instance] += total(served);
            for (const Request& request : asked) parent.sentUp += static_cast<std::int64_t>(request.fresh().size());
            if (child == nullptr) continue;
            for (const auto& [children, words] : served) child->served[children] += words;
        }
    }

    void giveReasons(Cost& cost) const {
        if (const Reason reason = checkLimits(m_mapping, m_target); reason.code != ReasonCode::none)
            cost.reasons.push_back(reason);
        for (std::size_t l = m_target.levels.size(); l-- > 0;) {
            unsigned stored = 0;
            std::array<std::int64_t, kMaxTensors> words{};
            for (std::size_t t = 0; t < cost.levels[l].tensors.size(); ++t) {
                words[t] = cost.levels[l].tensors[t].tile;
                stored |= static_cast<unsigned>(cost.levels[l].tensors[t].stored) << t;
            }
            for (int part = 0; part < m_rates.levels[l].parts; ++part) {
                const Reason reason = checkCapacity(static_cast<int>(l), part, stored, words, m_target.levels[l]);
                if (reason.code != ReasonCode::none) cost.reasons.push_back(reason);
            }
        }
    }

    /// Per level and part: the sums over its tensors, per instance, and the largest of them.
    BusiestWords busiestWords() const {
        std::map<std::array<std::size_t, 2>, std::map<std::int64_t, PortWords>> ports;
        for (const auto& [where, tally] : m_tallies) {
            const auto [level, tensor] = where;
            const auto part = static_cast<std::size_t>(m_rates.levels[level].stores[tensor].part);
            for (const auto& [instance, held] : tally.held) {
                PortWords& words = ports[{level, part}][instance];
                words.reads += tally.reads(instance, m_semantics.drainRead);
                words.writes += tally.fills(instance) + tally.updates(instance);
            }
        }
        BusiestWords busiest(m_target.levels.size());
        for (std::size_t l = 0; l < busiest.size(); ++l)
            busiest[l].resize(static_cast<std::size_t>(m_rates.levels[l].parts));
        for (const auto& [where, instances] : ports) {
            PortWords& most = busiest[where[0]][where[1]];
            for (const auto& [instance, words] : instances) {
                most.reads = std::max(most.reads, words.reads);
                most.writes = std::max(most.writes, words.writes);
                most.both = std::max(most.both, words.reads + words.writes);
            }
        }
        return busiest;
    }

    const Mapping& m_mapping;
    const Target& m_target;
    const Semantics& m_semantics;
    NestWalk m_walk;
    Rates m_rates;
    std::vector<std::int64_t> m_bounds;
    std::map<Where, Tally> m_tallies;
};

}  // namespace
}  // namespace literal

Cost simulateLiterally(const Mapping& mapping, const Target& target, const Semantics& semantics) {
    return literal::Simulator(mapping, target, semantics).run();
}

}  // namespace lapidary
