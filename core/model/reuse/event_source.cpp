// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/event_source.h"

#include <algorithm>

namespace lapidary::reuse {
namespace {

Stand standAt(std::int64_t setting, std::int64_t lastSetting) {
    return setting < lastSetting ? Stand::before : setting == lastSetting ? Stand::at : Stand::behind;
}

/// How many indices the loops from `from` on move the tile between their first setting and one given by digits.
std::int64_t spanOf(const std::vector<Loop>& loops, std::size_t from, const std::vector<std::int64_t>& digits) {
    std::int64_t span = 0;
    for (std::size_t i = from; i < loops.size(); ++i) span += digits[i] * loops[i].step;
    return span;
}

std::int64_t fullSpan(const std::vector<Loop>& loops, std::size_t from) {
    std::int64_t span = 0;
    for (std::size_t i = from; i < loops.size(); ++i) span += (loops[i].bound - 1) * loops[i].step;
    return span;
}

}  // namespace

EventSource::EventSource(const std::vector<DimensionKinds>& dimensions, const std::vector<const ParentKinds*>& parents)
    : m_dimensions(dimensions), m_parents(parents) {
    for (std::size_t d = 0; d < dimensions.size(); ++d)
        for (std::size_t i = 0; i < dimensions[d].temporals.size(); ++i) m_loops.push_back({d, i});
    std::sort(m_loops.begin(), m_loops.end(), [&](const Place& a, const Place& b) {
        return dimensions[a.dimension].temporals[a.number].position <
               dimensions[b.dimension].temporals[b.number].position;
    });
}

Stands EventSource::atStart() const {
    Stands stands;
    for (const ParentKinds* parent : m_parents)
        stands.push_back({std::vector<Stand>(parent->kinds.size(), Stand::at), 0});
    return stands;
}

DimensionStand EventSource::inside(std::size_t loop, const DimensionStand& stands, std::int64_t index) const {
    const Place place = m_loops[loop];
    DimensionStand inner = stands;
    if (m_dimensions[place.dimension].clipped) inner.setting = stands.setting * at(loop).bound + index;
    for (std::size_t k = 0; k < inner.kinds.size(); ++k)
        if (inner.kinds[k] == Stand::at)
            inner.kinds[k] = standAt(index, m_parents[place.dimension]->kinds[k].digits[place.number]);
    return inner;
}

Event EventSource::first() const {
    Event event;
    for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
        auto& own = event.emplace_back();
        for (const ChildKind& kind : m_parents[d]->kinds) {
            const std::int64_t extent = kind.settings == 1 ? kind.last : m_dimensions[d].full;
            own.push_back({.active = true, .extent = extent, .before = extent, .shift = 0, .begins = true});
        }
    }
    return event;
}

Event EventSource::advance(std::size_t loop, const Stands& stands) const {
    Event event;
    for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
        const DimensionKinds& own = m_dimensions[d];
        const std::size_t inner = outer(loop, d);
        auto& kinds = event.emplace_back();
        const std::int64_t moved = own.clipped ? own.firstAt(stands[d].setting * settingsInside(loop, d)) : 0;
        for (std::size_t k = 0; k < stands[d].kinds.size(); ++k) {
            const ChildKind& kind = m_parents[d]->kinds[k];
            const std::int64_t lastSpan = spanOf(own.temporals, inner, kind.digits),
                               span = fullSpan(own.temporals, inner);
            const bool last = stands[d].kinds[k] == Stand::at;
            KindEvent change{.active = stands[d].kinds[k] != Stand::behind, .moved = moved};
            change.extent = last && lastSpan == 0 ? kind.last : own.full;
            if (d == m_loops[loop].dimension) {
                change.before = own.full;
                change.shift = at(loop).step - span;
            } else {
                change.before = last ? kind.last : own.full;
                change.shift = last ? -lastSpan : -span;
            }
            kinds.push_back(change);
        }
    }
    return event;
}

/// How many of a dimension's loops stand outside `loop`, itself included.
std::size_t EventSource::outer(std::size_t loop, std::size_t dimension) const {
    const int position = at(loop).position;
    const auto& own = m_dimensions[dimension].temporals;
    return static_cast<std::size_t>(
        std::count_if(own.begin(), own.end(), [&](const Loop& other) { return other.position <= position; }));
}

std::int64_t EventSource::settingsInside(std::size_t loop, std::size_t dimension) const {
    const auto& own = m_dimensions[dimension].temporals;
    std::int64_t product = 1;
    for (std::size_t i = outer(loop, dimension); i < own.size(); ++i) product *= own[i].bound;
    return product;
}

std::vector<EventSource::Weighed> EventSource::standsAt(std::size_t loop, std::size_t dimension) const {
    return standsOf(dimension, outer(loop, dimension), dimension == m_loops[loop].dimension);
}

std::vector<EventSource::Weighed> EventSource::allStands(std::size_t dimension) const {
    return standsOf(dimension, m_dimensions[dimension].temporals.size(), false);
}

std::vector<EventSource::Weighed> EventSource::standsOf(std::size_t dimension, std::size_t outerLoops,
                                                        bool advancing) const {
    const auto& loops = m_dimensions[dimension].temporals;
    std::int64_t inside = 1;
    for (std::size_t i = outerLoops; i < loops.size(); ++i) inside *= loops[i].bound;
    std::vector<std::int64_t> last;  // setting of the outer loops, by kind
    std::vector<std::int64_t> cuts{0};
    for (const ChildKind& kind : m_parents[dimension]->kinds) {
        last.push_back((kind.settings - 1) / inside);
        cuts.push_back(last.back());
        cuts.push_back(last.back() + 1);
    }
    std::sort(cuts.begin(), cuts.end());
    if (m_dimensions[dimension].clipped) {
        const std::int64_t end = cuts.back();
        cuts.clear();
        for (std::int64_t setting = 0; setting <= end; ++setting) cuts.push_back(setting);
    }
    std::vector<Weighed> result;
    for (std::size_t i = 0; i + 1 < cuts.size(); ++i) {
        const std::int64_t from = cuts[i], to = cuts[i + 1];
        Weighed own{to - from, {{}, m_dimensions[dimension].clipped ? from : 0}};
        if (advancing) {
            const std::int64_t bound = loops[outerLoops - 1].bound;
            own.times -= (to + bound - 1) / bound - (from + bound - 1) / bound;
        }
        if (own.times <= 0) continue;
        for (const std::int64_t setting : last) own.stands.kinds.push_back(standAt(from, setting));
        result.push_back(std::move(own));
    }
    return result;
}

}  // namespace lapidary::reuse
