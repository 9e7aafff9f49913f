// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/event_walk.h"

#include <algorithm>
#include <bit>
#include <functional>

#include "core/model/reuse/event_source.h"
#include "core/model/reuse/one_axis.h"

namespace lapidary::reuse {
namespace {

class EventWalk {
public:
    EventWalk(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore, Sharing sharing,
              std::vector<ParentEvents>* events)
        : m_tensor(plan.target->workload.tensors()[static_cast<std::size_t>(tensor)]),
          m_oneAxis(plan.semantics.window == Window::oneAxis), m_toMacs(childStore == nest.storeCount),
          m_sharing(sharing), m_events(events) {
        const StoreNode& parent = nest.stores[static_cast<std::size_t>(parentStore)];
        const StoreNode& child = nest.stores[static_cast<std::size_t>(childStore)];
        for (DimensionMask mask = nest.moving; mask != 0; mask &= mask - 1)
            m_dimensions.emplace_back(nest, std::countr_zero(mask), parent, child);
        const bool box = plan.semantics.halo == Halo::box && !m_tensor.isOutput;
        for (const Rank& rank : m_tensor.ranks) m_ranks.emplace_back(rank, box);
    }

    PairCounts run() {
        chooseParents();
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
        const EventSource source(m_dimensions, m_parents);
        EventCounts counts;
        ParentEvents below;
        if (m_events) counter.writeTo(below.log);
        if (m_toMacs)
            addOperands(source, counter, counts);
        else if (m_oneAxis)
            counts = countOneAxis(source, counter);
        else
            addTiles(source, counter, counts);
        if (m_events) describe(counter, counts, std::move(below));
        record(counter, counts);
    }

    /// Set semantics: what a tile keeps depends on the advance alone.
    void addTiles(const EventSource& source, EventCounter& counter, EventCounts& counts) {
        const std::vector<bool> nothing(counter.combinations(), false), all(counter.combinations(), true);
        counts.add(counter.count(source.first(), nothing), 1);
        bool moves = false;
        for (std::size_t loop = source.loops(); loop-- > 0;) {
            moves = moves || m_tensor.uses(m_dimensions[source.dimension(loop)].dimension);
            if (!moves) continue;
            const auto standsAt = [&](std::size_t d) { return source.standsAt(loop, d); };
            visitStands(standsAt, [&](const Stands& stands, std::int64_t times) {
                counts.add(counter.count(source.advance(loop, stands), all, source.position(loop)), times);
            });
        }
    }

    /// MACs keep nothing: every setting is a tile of its own.
    void addOperands(const EventSource& source, EventCounter& counter, EventCounts& counts) {
        const std::vector<bool> nothing(counter.combinations(), false);
        visitStands([&](std::size_t d) { return source.allStands(d); }, [&](const Stands& stands, std::int64_t times) {
            Event event = source.first();
            for (std::size_t d = 0; d < event.size(); ++d)
                for (std::size_t k = 0; k < event[d].size(); ++k)
                    event[d][k].active = stands[d][k] != Stand::behind;
            counts.add(counter.count(event, nothing), times);
        });
    }

    template <class StandsOf, class Visit>
    void visitStands(StandsOf standsOf, Visit visit) const {
        std::vector<std::vector<EventSource::Weighed>> choices;
        for (std::size_t d = 0; d < m_dimensions.size(); ++d) choices.push_back(standsOf(d));
        Stands stands;
        const std::function<void(std::int64_t)> choose = [&](std::int64_t times) {
            if (stands.size() == choices.size()) return visit(stands, times);
            for (const EventSource::Weighed& choice : choices[stands.size()]) {
                stands.push_back(choice.stands);
                choose(times * choice.times);
                stands.pop_back();
            }
        };
        choose(1);
    }

    /// Requires that the parent is not recorded yet.
    void describe(const EventCounter& counter, const EventCounts& counts, ParentEvents below) {
        below.times.resize(below.log.size());
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
        m_result.parents.push_back(parent);
        for (std::size_t c = 0; c < counter.combinations(); ++c) {
            ClassWords child{.instances = parent.instances * counter.children(c), .words = counts.delivered[c]};
            for (std::size_t d = 0; d < m_dimensions.size(); ++d)
                child.ids[static_cast<std::size_t>(m_dimensions[d].dimension)] = counter.kind(d, c).id;
            if (m_tensor.isOutput && !m_toMacs) child.held = held(counter, c);
            m_result.children.push_back(child);
        }
        for (const auto& [size, words] : counts.groups) m_result.groups[size] += words * parent.instances;
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
    const bool m_oneAxis, m_toMacs;
    const Sharing m_sharing;
    std::vector<ParentEvents>* m_events;
    std::vector<DimensionKinds> m_dimensions;
    std::vector<RankTiles> m_ranks;
    std::vector<const ParentKinds*> m_parents;  ///< chosen so far, by dimension
    PairCounts m_result;
};

}  // namespace

PairCounts walkEvents(const Plan& plan, const Nest& nest, int tensor, int childStore, int parentStore, Sharing sharing,
                      std::vector<ParentEvents>* events) {
    return EventWalk(plan, nest, tensor, childStore, parentStore, sharing, events).run();
}

std::int64_t tileWords(const Tensor& tensor, bool box, const Extent& extents, DimensionMask moving) {
    std::int64_t product = 1;
    for (const Rank& rank : tensor.ranks) {
        WordList own;
        for (const Term& term : rank.terms)
            own.push_back(moving & bit(term.dimension) ? extents[static_cast<std::size_t>(term.dimension)] : 1);
        product *= RankTiles(rank, box).length(own);
    }
    return product;
}

}  // namespace lapidary::reuse
