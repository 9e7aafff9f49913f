// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/class_facts.h"

#include "core/base/arith.h"

namespace lapidary::derive {
namespace {

/// "lanes 0..3 of parFor q in 0..7 (last 4) @PE.X"; the end is exclusive.
std::string lanes(std::int64_t from, std::int64_t count, const std::string& loop) {
    return (count == 1 ? "lane " + std::to_string(from)
                       : "lanes " + std::to_string(from) + ".." + std::to_string(from + count)) +
           " of " + loop;
}

class Splitter {
public:
    /// `advancing` is null or a loop of the dimension.
    Splitter(const NestFacts& facts, int limit, const reuse::Loop* advancing, const LoopNote& note)
        : m_facts(facts), m_limit(limit), m_advancing(advancing), m_note(note) {
        Own whole;
        whole.facts.instances = whole.facts.served = whole.facts.settings = number(1);
        m_classes.push_back(std::move(whole));
    }

    void enterParent() { m_inside = true; }

    void pass(const reuse::Loop& loop) {
        if (!loop.isSpatial)
            passTemporal(loop);
        else if (loop.perfectInside && loop.tail == loop.bound)
            for (Own& own : m_classes) multiply(own, loop);
        else
            split(loop);
    }

    std::vector<ClassFacts> finish(std::int64_t full, std::int64_t last) {
        std::vector<ClassFacts> result;
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            m_classes[c].facts.full = full;
            m_classes[c].facts.last = c == 0 ? last : full;
            settle(m_classes[c]);
            result.push_back(std::move(m_classes[c].facts));
        }
        return result;
    }
    std::int64_t span() const { return m_span; }

private:
    struct Own {
        ClassFacts facts;
        std::int64_t all = 1;  ///< settings with those of passed loops
        Expression outerOnes;  ///< settings outside the advancing loop
    };

    bool isPassed(const reuse::Loop& loop) const { return loop.position >= m_limit; }

    void passTemporal(const reuse::Loop& loop) {
        m_reached = m_reached || &loop == m_advancing;
        for (std::size_t c = 0; c < m_classes.size(); ++c) {
            Own& own = m_classes[c];
            own.all = c == 0 ? (own.all - 1) * loop.bound + loop.tail : own.all * loop.bound;
            if (isPassed(loop)) continue;
            if (&loop == m_advancing) own.outerOnes = own.facts.settings;
            own.facts.settings = c == 0 ? m_facts.inside(std::move(own.facts.settings), loop, m_note(loop))
                                        : product({std::move(own.facts.settings), m_facts.trips(loop, m_note(loop))});
        }
        if (!isPassed(loop)) return;
        m_passedTrips *= loop.bound;
        m_passed.push_back(&loop);
        m_span += (loop.bound - 1) * loop.step;
    }

    void multiply(Own& own, const reuse::Loop& loop) const {
        own.facts.instances = product({std::move(own.facts.instances), m_facts.trips(loop, m_note(loop))});
        if (!m_inside) {
            own.facts.served = product({std::move(own.facts.served), m_facts.trips(loop, m_note(loop))});
            return;
        }
        Expression one =
            number(1, "one read for all " + std::to_string(loop.bound) + " lanes of " + m_facts.loopName(loop.position),
                   {loop.position});
        own.facts.served = product({std::move(own.facts.served), std::move(one)});
    }

    void split(const reuse::Loop& loop) {
        for (std::size_t c = 1; c < m_classes.size(); ++c) multiply(m_classes[c], loop);
        const Own live = m_classes[0];
        const std::int64_t atTail = loop.perfectInside ? loop.tail : 1, before = loop.tail - atTail;
        const std::int64_t behind = live.all > 1 ? loop.bound - loop.tail : 0;
        const auto id = static_cast<std::int8_t>(2 * m_splits++ + 1);
        if (before > 0) add(live, lane(loop, 0, before), true, id);
        if (behind > 0) addBehind(live, lane(loop, loop.tail, behind), static_cast<std::int8_t>(id + 1));
        Own& own = m_classes[0];
        Expression mine = lane(loop, before, atTail);
        if (!m_inside)
            own.facts.served = product({std::move(own.facts.served), mine});
        else if (before > 0)
            own.facts.served =
                number(0, "served with other lanes of " + m_facts.loopName(loop.position), {loop.position});
        own.facts.instances = product({std::move(own.facts.instances), std::move(mine)});
    }

    Expression lane(const reuse::Loop& loop, std::int64_t from, std::int64_t lanesThere) const {
        return number(lanesThere, lanes(from, lanesThere, m_facts.loopName(loop.position)), {loop.position});
    }

    void add(const Own& live, Expression lanesThere, bool serves, std::int8_t id) {
        Own own = live;
        own.facts.id = id;
        own.facts.parent = m_inside ? std::int8_t{0} : id;
        if (!serves && m_inside)
            own.facts.served = number(0, "served with other lanes", lanesThere.nodes);
        else if (!m_inside)
            own.facts.served = product({std::move(own.facts.served), lanesThere});
        own.facts.instances = product({std::move(own.facts.instances), std::move(lanesThere)});
        m_classes.push_back(std::move(own));
    }

    /// Lanes that sit out the very last setting; it may be one of several that the passed loops make of the last one.
    void addBehind(const Own& live, Expression lanesThere, std::int8_t id) {
        add(live, std::move(lanesThere), false, id);
        Own& own = m_classes.back();
        --own.all;
        const auto less = [](Expression settings) {
            return difference(std::move(settings), number(1), "all but the last");
        };
        if (ceilDiv(own.all, m_passedTrips) < ceilDiv(live.all, m_passedTrips))
            own.facts.settings = less(std::move(own.facts.settings));
        if (!m_reached) return;
        const std::int64_t outer = m_passedTrips * m_advancing->bound;
        if (ceilDiv(own.all, outer) < ceilDiv(live.all, outer)) own.outerOnes = less(std::move(own.outerOnes));
    }

    void settle(Own& own) const {
        ClassFacts& facts = own.facts;
        facts.settingCount = count(facts.settings);
        facts.otherSettings = difference(facts.settings, number(1));
        std::int64_t rest = own.all - 1;
        for (auto loop = m_passed.rbegin(); loop != m_passed.rend(); ++loop) {
            facts.lastSpan += rest % (*loop)->bound * (*loop)->step;
            rest /= (*loop)->bound;
        }
        if (!m_advancing) return;
        facts.endsInTail = rest % m_advancing->bound > 0 && facts.lastSpan == 0 && facts.last != facts.full;
        const std::int64_t outer = count(own.outerOnes);
        if (facts.settingCount == outer * m_advancing->bound) {
            Expression others = difference(m_facts.trips(*m_advancing, m_note(*m_advancing)), number(1, "first trip"));
            facts.advances = product({own.outerOnes, std::move(others)});
        } else {
            facts.advances = difference(facts.settings, own.outerOnes, "advances");
        }
    }

    const NestFacts& m_facts;
    const int m_limit;
    const reuse::Loop* m_advancing;
    const LoopNote& m_note;
    std::vector<Own> m_classes;
    std::vector<const reuse::Loop*> m_passed;  ///< outermost first
    std::int64_t m_passedTrips = 1, m_span = 0;
    int m_splits = 0;
    bool m_inside = false;
    bool m_reached = false;  ///< the advancing loop stands outside of what follows
};

}  // namespace

DimensionFacts classesAlong(const NestFacts& facts, const reuse::PairTable& pair, int dimension, int limit,
                            const reuse::Loop* advancing, const LoopNote& note) {
    const reuse::Nest& nest = facts.nest();
    const auto d = static_cast<std::size_t>(dimension);
    const reuse::StoreNode& child = nest.stores[static_cast<std::size_t>(pair.child)];
    const reuse::StoreNode& parent = nest.stores[static_cast<std::size_t>(pair.parent)];
    const bool isOwn = advancing != nullptr && advancing->dimension == dimension;
    Splitter splitter(facts, limit, isOwn ? advancing : nullptr, note);
    for (int i = 0; i < nest.loopsOf[d]; ++i) {
        const reuse::Loop& loop = nest.loops[nest.loopOf[d][static_cast<std::size_t>(i)]];
        if (loop.position > child.position) break;
        if (loop.position > parent.position) splitter.enterParent();
        splitter.pass(loop);
    }
    DimensionFacts result{.dimension = dimension, .span = splitter.span(), .classes = {}};
    result.classes = splitter.finish(child.full[d], child.last[d]);
    return result;
}

}  // namespace lapidary::derive
