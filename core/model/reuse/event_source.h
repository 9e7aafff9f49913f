// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the children of one parent instance do when a temporal loop advances, told from where each kind of children
// stands in its own prefix of the dimension's counter (classes.h). Allocates; immutable after construction.
#pragma once

#include <vector>

#include "core/model/reuse/event_counter.h"

namespace lapidary::reuse {

/// Where the outer loops of a dimension stand, for one kind: before its last setting, at it, or behind it.
enum class Stand : std::int8_t { before, at, behind };

struct DimensionStand {
    std::vector<Stand> kinds;
    std::int64_t setting = 0;  ///< of clipped dimensions: where the outer loops themselves stand
    auto operator<=>(const DimensionStand&) const = default;
};

/// By dimension.
using Stands = std::vector<DimensionStand>;

class EventSource {
public:
    /// `parents` as in EventCounter.
    EventSource(const std::vector<DimensionKinds>& dimensions, const std::vector<const ParentKinds*>& parents);

    /// Temporal loops outside the children, outermost first.
    std::size_t loops() const { return m_loops.size(); }
    /// Settings of a dimension's loops inside `loop`.
    std::int64_t settingsInside(std::size_t loop, std::size_t dimension) const;
    std::int64_t bound(std::size_t loop) const { return at(loop).bound; }
    std::size_t dimension(std::size_t loop) const { return m_loops[loop].dimension; }
    int position(std::size_t loop) const { return at(loop).position; }  ///< in Mapping::nodes

    Stands atStart() const;
    /// After `loop` is set to `index`, if its dimension's outer loops stand at `stands`.
    DimensionStand inside(std::size_t loop, const DimensionStand& stands, std::int64_t index) const;

    /// The first tiles.
    Event first() const;
    /// `loop` has advanced and all inside it have started again; stands of the loops up to and with `loop`.
    Event advance(std::size_t loop, const Stands& stands) const;

    struct Weighed {
        std::int64_t times = 0;
        DimensionStand stands;
    };
    /// The different stands of a dimension's loops up to, and with, `loop`: over all their settings; if it moves the
    /// dimension, over those that its advances lead to.
    std::vector<Weighed> standsAt(std::size_t loop, std::size_t dimension) const;
    /// Over all settings of all loops of the dimension.
    std::vector<Weighed> allStands(std::size_t dimension) const;

private:
    struct Place {
        std::size_t dimension = 0, number = 0;  ///< among the dimension's temporal loops
    };
    const Loop& at(std::size_t loop) const {
        return m_dimensions[m_loops[loop].dimension].temporals[m_loops[loop].number];
    }
    std::size_t outer(std::size_t loop, std::size_t dimension) const;
    std::vector<Weighed> standsOf(std::size_t dimension, std::size_t outerLoops, bool advancing) const;

    const std::vector<DimensionKinds>& m_dimensions;
    const std::vector<const ParentKinds*>& m_parents;
    std::vector<Place> m_loops;
};

}  // namespace lapidary::reuse
