// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/brute_force/literal.h"

#include <algorithm>
#include <map>
#include <optional>

#include "core/mapping/extent.h"
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
          m_rates(target),
          m_hops(std::ranges::any_of(m_rates.hops, &HopRates::known)) {
        for (int d = 0; d < target.workload.dimensionCount(); ++d)
            m_bounds.push_back(mapping.coveredBound(target.workload, d));
    }

    Cost run() {
        for (int t = 0; t < m_target.workload.tensorCount(); ++t) followTensor(t);
        Cost cost = emptyCost(m_mapping, m_target, m_semantics);
        cost.steps = m_semantics.fullSteps
                         ? fullSteps()
                         : static_cast<std::int64_t>(m_walk.moments(m_mapping.nodes.size(), 0).size());
        for (const auto& [where, tally] : m_tallies) {
            const auto [level, tensor] = where;
            cost.levels[level].tensors[tensor] =
                tally.cost(m_rates.levels[level].stores[tensor], m_semantics.drainRead);
        }
        giveNetworks(cost);
        addReasons(cost, m_mapping, m_target);
        finishCost(cost, busiestWords(), m_target);
        return cost;
    }

private:
    using Where = std::pair<std::size_t, std::size_t>;  ///< level, tensor

    std::int64_t fullSteps() const {
        std::int64_t product = 1;
        for (std::size_t p = 0; p < m_mapping.nodes.size(); ++p)
            if (m_mapping.nodes[p].kind == NodeKind::temporal) product = saturatingMul(product, m_walk.trips(p));
        return product;
    }

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
            own.rmwFirstUpdate = m_mapping.tensorsUnder(Directive::rmwFirstUpdate, node.level) >> tensor & 1;
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

    /// What a pair of holders moves: as is, and with what neighbours can give each other.
    struct Traffic {
        PerInstance read, given;
        Served served;
        CarriedBy carried;
        std::int64_t words = 0;
    };

    /// Every tile that the instances of a Store hold, one after another.
    void fill(Tally& own, Tally* parent, std::size_t t, std::size_t position, std::size_t parentPosition) {
        const TileMaker maker(m_target.workload.tensors()[t], m_bounds, m_semantics);
        const bool reuses = !(m_mapping.tensorsUnder(Directive::noReuse, m_mapping.nodes[position].level) >> t & 1);
        std::map<std::int64_t, Holding> holdings;
        const Networks between = networks(parentPosition, position, t);
        const bool links = own.isOutput ? false : mayLink(between, t, m_mapping.nodes[position].level);
        Traffic plain, linked;
        std::map<std::int64_t, std::map<std::int64_t, Words>> lastNew;  // by parent and child, one step before
        for (const auto& [time, moment] : m_walk.moments(position, parentPosition)) {
            std::map<std::int64_t, Requests> requests;
            for (const Setting& setting : moment) {
                const Tile tile = maker.make(touched(position, setting));
                own.tile = std::max(own.tile, static_cast<std::int64_t>(tile.words.size()));
                unite(own.held[setting.place], tile.words);
                if (parent == nullptr) continue;
                Holding& holding = holdings[setting.place];
                Request request{
                    tile.words, {}, lastNew[setting.parentPlace][setting.place], setting.spots, setting.place};
                request.kept = holding.take(tile, m_semantics.window);
                if (!reuses) request.kept.clear();
                own.delivered[setting.place] += static_cast<std::int64_t>(request.fresh().size());
                requests[setting.parentPlace].push_back(std::move(request));
            }
            for (const auto& [instance, asked] : requests) {
                serve(*parent, instance, asked, between, plain);
                if (!links) continue;
                serveLinked(instance, asked, between, linked);
                lastNew[instance].clear();
                for (const Request& request : asked) lastNew[instance][request.place] = request.fresh();
            }
        }
        if (parent == nullptr) return;
        const bool useLinks = links && linked.words < plain.words;
        take(useLinks ? linked : plain, *parent, t);
        own.served = (useLinks ? linked : plain).served;
        own.given = (useLinks ? linked : plain).given;
    }

    /// Every MAC needs its operands in the step it runs and keeps nothing.
    void feedMacs(Tally& parent, std::size_t t, std::size_t parentPosition) {
        const std::size_t end = m_mapping.nodes.size();
        const TileMaker maker(m_target.workload.tensors()[t], m_bounds, m_semantics);
        const Networks between = networks(parentPosition, end, t);
        Traffic traffic;
        for (const auto& [time, moment] : m_walk.moments(end, parentPosition)) {
            std::map<std::int64_t, Requests> requests;
            for (const Setting& setting : moment)
                requests[setting.parentPlace].push_back(
                    {maker.make(touched(end, setting)).words, {}, {}, setting.spots, setting.place});
            for (const auto& [instance, asked] : requests) serve(parent, instance, asked, between, traffic);
        }
        take(traffic, parent, t);
    }

    Networks networks(std::size_t parent, std::size_t child, std::size_t t) const {
        return {m_mapping, m_walk, parent, child, m_target.architecture, m_semantics, static_cast<int>(t)};
    }

    /// Neighbours are the children of one fanout that hold the tensor themselves.
    bool mayLink(const Networks& between, std::size_t t, int childLevel) const {
        if (!m_semantics.linkTransfers || between.fanouts.size() != 1) return false;
        const int fanout = between.fanouts.front();
        return m_target.architecture.fanouts()[static_cast<std::size_t>(fanout)].below + 1 == childLevel &&
               !(m_mapping.tensorsUnder(Directive::noLinkTransfer, static_cast<std::size_t>(fanout)) >> t & 1);
    }

    /// One moment's requests of one parent instance.
    void serve(Tally& parent, std::int64_t instance, const Requests& asked, const Networks& between, Traffic& traffic) {
        const Groups groups = parent.isOutput ? groupsUpdated(asked, between) : groupsRead(asked, between);
        count(groups, asked, instance, between, traffic);
        for (const Request& request : asked) parent.sentUp += static_cast<std::int64_t>(request.fresh().size());
    }

    void serveLinked(std::int64_t instance, const Requests& asked, const Networks& between, Traffic& traffic) {
        const int fanout = between.fanouts.front();
        const std::vector<int> from = givers(asked, fanout);
        Requests rest;
        for (std::size_t i = 0; i < asked.size(); ++i) {
            if (from[i] < 0) {
                rest.push_back(asked[i]);
                continue;
            }
            const auto words = static_cast<std::int64_t>(asked[i].fresh().size());
            traffic.given[asked[static_cast<std::size_t>(from[i])].place] += words;
            traffic.carried[fanout].halfHops += 2 * words;
        }
        count(groupsRead(rest, between), rest, instance, between, traffic);
    }

    void count(const Groups& groups, const Requests& asked, std::int64_t instance, const Networks& between,
               Traffic& traffic) const {
        traffic.read[instance] += total(groups);
        traffic.words += total(groups);
        for (const auto& [children, words] : sizes(groups)) traffic.served[children] += words;
        if (m_hops) carry(groups, asked, between, m_target.architecture, traffic.carried);
    }

    void take(const Traffic& traffic, Tally& parent, std::size_t t) {
        PerInstance& words = parent.isOutput ? parent.updated : parent.read;
        for (const auto& [instance, own] : traffic.read) words[instance] += own;
        for (const auto& [fanout, carried] : traffic.carried) m_carried[{fanout, t}] = {carried, &parent};
    }

    void giveNetworks(Cost& cost) const {
        for (const auto& [where, found] : m_carried) {
            NetworkCost& network = cost.networks[static_cast<std::size_t>(where.first)];
            if (!network.modelled) continue;
            const auto& [carried, parent] = found;
            NetworkTraffic& traffic = network.tensors[where.second];
            traffic.words = carried.words;
            traffic.deliveries = carried.deliveries;
            traffic.hops = 0.5 * static_cast<double>(carried.halfHops);
            if (!parent->isOutput) continue;
            const TensorCost sums = parent->cost({}, m_semantics.drainRead);
            if (m_semantics.returnHops) addReturning(traffic, sums.updates, sums.refetchReads);
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
    const bool m_hops;  ///< some network has figures for its hops
    std::vector<std::int64_t> m_bounds;
    std::map<Where, Tally> m_tallies;
    std::map<std::pair<int, std::size_t>, std::pair<Carried, const Tally*>> m_carried;  ///< by fanout and tensor
};

}  // namespace
}  // namespace literal

Cost simulateLiterally(const Mapping& mapping, const Target& target, const Semantics& semantics) {
    return literal::Simulator(mapping, target, semantics).run();
}

}  // namespace lapidary
