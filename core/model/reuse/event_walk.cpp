// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/event_walk.h"

#include <algorithm>
#include <bit>
#include <functional>
#include <map>

#include "core/model/reuse/count_in_time.h"
#include "core/model/reuse/event_source.h"
#include "core/model/reuse/placed_children.h"

namespace lapidary::reuse {
namespace {

std::vector<RankTiles> rankTiles(const Plan& plan, const Tensor& tensor) {
    const bool box = plan.semantics.halo == Halo::box && !tensor.isOutput;
    std::vector<RankTiles> ranks;
    for (const Rank& rank : tensor.ranks) ranks.emplace_back(rank, box, clipOf(tensor, rank, plan.semantics));
    return ranks;
}

class EventWalk {
public:
    EventWalk(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore, Sharing sharing,
              std::vector<ParentEvents>* events)
        : m_tensor(plan.target->workload.tensors()[static_cast<std::size_t>(tensor)]),
          m_oneAxis(plan.semantics.window == Window::oneAxis),
          m_toMacs(childStore == nest.storeCount),
          m_reuses(m_toMacs || !nest.forbidsReuse(tensor, childStore)),
          m_sharing(sharing),
          m_rules(detailRules(plan, nest, tensor, childStore, parentStore, sharing)),
          m_events(events) {
        const StoreNode& parent = nest.stores[static_cast<std::size_t>(parentStore)];
        const StoreNode& child = nest.stores[static_cast<std::size_t>(childStore)];
        for (DimensionMask mask = nest.moving; mask != 0; mask &= mask - 1)
            m_dimensions.emplace_back(
                nest, std::countr_zero(mask), parent, child, (placedDimensions(plan, tensor) & mask & -mask) != 0,
                (plan.tensors[static_cast<std::size_t>(tensor)].clippedDimensions & mask & -mask) != 0);
        m_ranks = rankTiles(plan, m_tensor);
    }

    PairCounts run() {
        chooseParents();
        chooseWay();
        return std::move(m_result);
    }

private:
    /// Every combination of parent classes.
    void chooseParents() {
        if (m_parents.size() == m_dimensions.size()) return countBelow();
        for (const ParentKinds& parent : m_dimensions[m_parents.size()].parents) {
            m_parents.push_back(&parent);
            chooseParents();
            m_parents.pop_back();
        }
    }

    void countBelow() {
        EventCounter counter(m_tensor, m_ranks, m_dimensions, m_parents, m_sharing);
        if (m_rules.wanted || m_rules.listed) counter.detail(m_rules);
        const EventSource source(m_dimensions, m_parents);
        EventCounts counts;
        EventLog log;
        if (m_events) counter.writeTo(log);
        if (m_toMacs)
            addOperands(source, counter, counts);
        else if ((m_oneAxis && m_reuses) || m_rules.links)
            counts = countInTime(source, counter,
                                 !m_reuses   ? Reuse::nothing
                                 : m_oneAxis ? Reuse::oneAxis
                                             : Reuse::anything);
        else
            addTiles(source, counter, counts);
        if (m_events) describe(counter, counts, std::move(log));
        record(counter, counts);
    }

    /// Set semantics: what a tile keeps depends on the advance alone.
    void addTiles(const EventSource& source, EventCounter& counter, EventCounts& counts) {
        const std::vector<bool> nothing(counter.combinations(), false), all(counter.combinations(), true);
        counts.add(counter.count(source.first(), nothing), 1);
        m_settingsInside.assign(m_dimensions.size(), 1);
        const std::vector<bool>& keeps = m_reuses ? all : nothing;
        bool moves = !m_reuses;
        for (std::size_t loop = source.loops(); loop-- > 0;) {
            moves = moves || m_tensor.uses(m_dimensions[source.dimension(loop)].dimension);
            if (!moves) continue;
            const auto standsAt = [&](std::size_t d) { return source.standsAt(loop, d); };
            for (std::size_t d = 0; d < m_dimensions.size(); ++d) m_settingsInside[d] = source.settingsInside(loop, d);
            visitStands(standsAt, [&](const Stands& stands, std::int64_t times) {
                counts.add(counter.count(source.advance(loop, stands), keeps, source.position(loop)), times);
            });
        }
    }

    /// MACs keep nothing: every setting is a tile of its own.
    void addOperands(const EventSource& source, EventCounter& counter, EventCounts& counts) {
        const std::vector<bool> nothing(counter.combinations(), false);
        m_settingsInside.assign(m_dimensions.size(), 1);
        visitStands([&](std::size_t d) { return source.allStands(d); },
                    [&](const Stands& stands, std::int64_t times) {
                        Event event = source.first();
                        for (std::size_t d = 0; d < event.size(); ++d)
                            for (std::size_t k = 0; k < event[d].size(); ++k) {
                                event[d][k].active = stands[d].kinds[k] != Stand::behind;
                                event[d][k].moved =
                                    m_dimensions[d].clipped ? m_dimensions[d].firstAt(stands[d].setting) : 0;
                            }
                        counts.add(counter.count(event, nothing), times);
                    });
    }

    /// Calls visit(stands, times) for all combinations of what the dimensions may be at. Dimensions of a clipped rank
    /// are looked at together: most places of a tile are as far from the padding as others.
    template <class StandsOf, class Visit>
    void visitStands(StandsOf standsOf, Visit visit) const {
        std::vector<Joint> choices;
        std::vector<bool> done(m_dimensions.size(), false);
        for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
            if (done[d]) continue;
            const RankTiles* rank = m_dimensions[d].clipped ? clippedRankOf(m_dimensions[d].dimension) : nullptr;
            Joint joint;
            for (std::size_t other = d; other < m_dimensions.size(); ++other) {
                if (other != d && !(rank && rank->uses(m_dimensions[other].dimension))) continue;
                done[other] = true;
                joint.dimensions.push_back(other);
                joint.extend(standsOf(other));
            }
            if (rank) mergeAlike(joint, *rank);
            choices.push_back(std::move(joint));
        }
        Stands stands(m_dimensions.size());
        const std::function<void(std::size_t, std::int64_t)> choose = [&](std::size_t next, std::int64_t times) {
            if (next == choices.size()) return visit(stands, times);
            for (const auto& [own, ownTimes] : choices[next].stands) {
                for (std::size_t i = 0; i < own.size(); ++i) stands[choices[next].dimensions[i]] = own[i];
                choose(next + 1, times * ownTimes);
            }
        };
        choose(0, 1);
    }

    /// What some dimensions may be at together, and how often.
    struct Joint {
        std::vector<std::size_t> dimensions;
        std::vector<std::pair<Stands, std::int64_t>> stands{{{}, 1}};

        void extend(const std::vector<EventSource::Weighed>& more) {
            std::vector<std::pair<Stands, std::int64_t>> all;
            for (const auto& [own, times] : stands) {
                for (const EventSource::Weighed& choice : more) {
                    all.emplace_back(own, times * choice.times);
                    all.back().first.push_back(choice.stands);
                }
            }
            stands = std::move(all);
        }
    };

    const RankTiles* clippedRankOf(int dimension) const {
        const auto found = std::find_if(m_ranks.begin(), m_ranks.end(),
                                        [&](const RankTiles& rank) { return rank.clipped() && rank.uses(dimension); });
        return found == m_ranks.end() ? nullptr : &*found;
    }

    /// Two settings fare alike if so do the kinds of children, and the same part of every child's full tile is data.
    void mergeAlike(Joint& joint, const RankTiles& rank) const {
        using Key = std::pair<std::vector<std::vector<Stand>>, std::vector<std::int64_t>>;
        std::map<Key, std::size_t> known;
        std::vector<std::pair<Stands, std::int64_t>> merged;
        for (auto& [stands, times] : joint.stands) {
            Key key;
            for (const DimensionStand& own : stands) key.first.push_back(own.kinds);
            key.second = dataParts(joint, stands, rank);
            const auto [entry, isNew] = known.try_emplace(std::move(key), merged.size());
            if (isNew)
                merged.emplace_back(std::move(stands), times);
            else
                merged[entry->second].second += times;
        }
        joint.stands = std::move(merged);
    }

    std::vector<std::int64_t> dataParts(const Joint& joint, const Stands& stands, const RankTiles& rank) const {
        std::vector<std::int64_t> parts;
        const std::function<void(std::size_t, std::int64_t, WordList)> choose =
            [&](std::size_t term, std::int64_t first, WordList extents) {
                if (term == rank.terms().size()) {
                    const Clip data = rank.dataIn(extents, first);
                    parts.push_back(data.from);
                    parts.push_back(data.to);
                    return;
                }
                extents.push_back(1);
                const auto found = std::find_if(joint.dimensions.begin(), joint.dimensions.end(), [&](std::size_t d) {
                    return m_dimensions[d].dimension == rank.terms()[term].dimension;
                });
                if (found == joint.dimensions.end()) return choose(term + 1, first, extents);
                const DimensionKinds& own = m_dimensions[*found];
                const DimensionStand& at = stands[static_cast<std::size_t>(found - joint.dimensions.begin())];
                extents.back() = own.full;
                const std::int64_t moved = own.firstAt(at.setting * m_settingsInside[*found]);
                for (const ChildKind& kind : m_parents[*found]->kinds)
                    choose(term + 1, first + rank.terms()[term].coefficient * (kind.firsts.front() + moved), extents);
            };
        choose(0, 0, {});
        return parts;
    }

    /// Requires that the parent is not recorded yet.
    void describe(const EventCounter& counter, const EventCounts& counts, EventLog log) {
        ParentEvents below;
        below.log.resize(log.size());
        below.times.resize(log.size());
        while (!log.empty()) {
            auto entry = log.extract(log.begin());
            below.log[static_cast<std::size_t>(entry.mapped())] = std::move(entry.key());
        }
        for (const auto& [entry, times] : counts.entries) below.times[static_cast<std::size_t>(entry)] = times;
        below.parent = m_result.parents.size();
        below.firstChild = m_result.children.size();
        for (std::size_t c = 0; c < counter.combinations(); ++c) below.children.push_back(counter.children(c));
        m_events->push_back(std::move(below));
    }

    void record(const EventCounter& counter, const EventCounts& counts) {
        ClassWords parent{.words = counts.asked};
        for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
            parent.instances *= m_parents[d]->instances;
            parent.ids[static_cast<std::size_t>(m_dimensions[d].dimension)] = m_parents[d]->id;
        }
        parent.linked = counts.linked.asked;
        m_result.parents.push_back(parent);
        for (std::size_t c = 0; c < counter.combinations(); ++c) {
            ClassWords child{.instances = parent.instances * counter.children(c), .words = counts.delivered[c]};
            for (std::size_t d = 0; d < m_dimensions.size(); ++d)
                child.ids[static_cast<std::size_t>(m_dimensions[d].dimension)] = counter.kind(d, c).id;
            if (m_tensor.isOutput && !m_toMacs) child.held = held(counter, c);
            if (m_rules.links && c < counts.linked.given.size()) child.given = counts.linked.given[c];
            m_result.children.push_back(child);
        }
        for (const auto& [size, words] : counts.groups) m_result.groups[size] += words * parent.instances;
        m_plain.add(counts.plain, parent.instances);
        m_linked.add(counts.linked, parent.instances);
    }

    /// Neighbours give only if that spares the parents words.
    void chooseWay() {
        const bool links = m_rules.links && m_linked.asked < m_plain.asked;
        m_result.carried = (links ? m_linked : m_plain).carried;
        if (links) m_result.groups = m_linked.groups;
        for (ClassWords& parent : m_result.parents)
            if (links) parent.words = parent.linked;
        for (ClassWords& child : m_result.children) {
            if (!links) child.given = 0;
            m_result.given += child.instances * child.given;
        }
    }

    /// Distinct elements that one child ever holds: along each rank, all sums of indices it ever covers.
    std::int64_t held(const EventCounter& counter, std::size_t combination) const {
        std::int64_t product = 1;
        for (const RankTiles& rank : m_ranks) {
            WordList sums{0};
            for (const Term& term : rank.terms()) {
                WordList more;
                for (const std::int64_t index : coveredIndices(counter, combination, term.dimension))
                    for (const std::int64_t sum : sums) more.push_back(sum + term.coefficient * index);
                std::sort(more.begin(), more.end());
                more.erase(std::unique(more.begin(), more.end()), more.end());
                sums = std::move(more);
            }
            product *= static_cast<std::int64_t>(sums.size());
        }
        return product;
    }

    WordList coveredIndices(const EventCounter& counter, std::size_t combination, int dimension) const {
        for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
            if (m_dimensions[d].dimension != dimension) continue;
            const ChildKind& kind = counter.kind(d, combination);
            WordList indices;
            for (std::int64_t setting = 0; setting < kind.settings; ++setting) {
                const std::int64_t extent = setting == kind.settings - 1 ? kind.last : m_dimensions[d].full;
                const std::int64_t first = m_dimensions[d].firstAt(setting);
                for (std::int64_t i = 0; i < extent; ++i) indices.push_back(first + i);
            }
            return indices;
        }
        return {0};
    }

    const Tensor& m_tensor;
    const bool m_oneAxis, m_toMacs, m_reuses;
    const Sharing m_sharing;
    const DetailRules m_rules;
    Ways m_plain, m_linked;  ///< over all parents
    std::vector<ParentEvents>* m_events;
    std::vector<DimensionKinds> m_dimensions;
    std::vector<RankTiles> m_ranks;
    std::vector<const ParentKinds*> m_parents;   ///< chosen so far, by dimension
    std::vector<std::int64_t> m_settingsInside;  ///< by dimension: of the loops that an event starts again
    PairCounts m_result;
};

}  // namespace

PairCounts walkEvents(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore, Sharing sharing,
                      std::vector<ParentEvents>* events) {
    return EventWalk(plan, nest, tensor, childStore, parentStore, sharing, events).run();
}

DimensionMask placedDimensions(const Plan& plan, int tensor) {
    const TensorPlan& own = plan.tensors[static_cast<std::size_t>(tensor)];
    return plan.semantics.linkTransfers && !own.isOutput ? ~DimensionMask{0} : own.clippedDimensions;
}

namespace {

DimensionMask dimensionsOf(const Rank& rank) {
    DimensionMask mask = 0;
    for (const Term& term : rank.terms) mask |= bit(term.dimension);
    return mask;
}

}  // namespace

bool sharesApart(const Plan& plan, const Between& between, Sharing sharing) {
    return plan.semantics.perNetwork && sharing == Sharing::equal && between.count > 1;
}

DetailRules detailRules(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore,
                        Sharing sharing) {
    const TensorPlan& own = plan.tensors[static_cast<std::size_t>(tensor)];
    const StoreNode& parent = nest.stores[static_cast<std::size_t>(parentStore)];
    const StoreNode& child = nest.stores[static_cast<std::size_t>(childStore)];
    DetailRules rules{.between = Between(nest, parent, child)};
    const auto& fanouts = plan.target->architecture.fanouts();
    for (std::size_t n = 0; n < static_cast<std::size_t>(rules.between.count); ++n) {
        const std::uint8_t fanout = rules.between.fanouts[n];
        rules.rows[n] = fanouts[fanout].y;
        rules.wanted = rules.wanted || plan.rates.hops[fanout].known;
    }
    if (own.isOutput) return rules;
    rules.apart = sharesApart(plan, rules.between, sharing);
    // Children of one network that differ along two dimensions of a rank may want the same words; beyond it, they don't
    // unless what is left of their tiles is.
    if (rules.apart && (own.clippedDimensions & nest.moving)) rules.wanted = true;
    for (const Rank& rank : plan.target->workload.tensors()[static_cast<std::size_t>(tensor)].ranks) {
        DimensionMask anywhere = 0;
        for (std::size_t n = 0; rules.apart && n < static_cast<std::size_t>(rules.between.count); ++n) {
            const DimensionMask unrolled = rules.between.dimensions[n] & dimensionsOf(rank);
            rules.wanted = rules.wanted || std::popcount(unrolled) > 1;
            anywhere |= unrolled;
        }
        rules.listed = rules.listed || std::popcount(anywhere) > 1;
    }
    if (!plan.semantics.linkTransfers || childStore == nest.storeCount || rules.between.count != 1) return rules;
    const std::uint8_t fanout = rules.between.fanouts[0];
    rules.links = fanouts[fanout].below + 1 == child.level && !(nest.noLinkTransfer[fanout] >> tensor & 1);
    rules.wanted = rules.wanted || rules.links;
    return rules;
}

std::int64_t widestTile(const Plan& plan, const Nest& nest, int tensorIndex, const StoreNode& store) {
    const Tensor& tensor = plan.target->workload.tensors()[static_cast<std::size_t>(tensorIndex)];
    std::int64_t product = 1;
    for (RankTiles& rank : rankTiles(plan, tensor)) {
        WordList own;
        for (const Term& term : rank.terms())
            own.push_back(nest.moving & bit(term.dimension) ? store.widest[static_cast<std::size_t>(term.dimension)]
                                                            : 1);
        std::int64_t words = rank.length(own);
        if (rank.clipped()) {
            PlacedTiles tiles;
            for (const Term& term : rank.terms()) tiles.addTerm(nest, term.dimension, term.coefficient, store);
            words = tiles.widest(std::min(words, rank.dataExtent()), [&](std::int64_t first, const WordList& extents) {
                return static_cast<std::int64_t>(rank.dataOf(rank.words(extents), first).size());
            });
        }
        product *= words;
    }
    return product;
}

}  // namespace lapidary::reuse
