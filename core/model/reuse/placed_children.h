// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The instances of a Store along one dimension, one by one and with their places: what counts of tiles that lie partly in
// padding need, where instances of one class (classes.h) no longer fare alike. Allocates; one thread at a time.
#pragma once

#include <algorithm>
#include <cstdint>
#include <vector>

#include "core/model/reuse/between.h"
#include "core/model/reuse/classes.h"

namespace lapidary::reuse {

struct Placed {
    std::int64_t place = 0;   ///< indices of the dimension's spatial loops as one number, outermost most significant
    std::int64_t parent = 0;  ///< the same of its parent
    Spots spots{};
    std::int64_t first = 0;     ///< first index of its tile at setting 0
    std::int64_t settings = 1;  ///< of the dimension's temporal loops outside
    std::int64_t last = 1;      ///< extent at the last setting
    std::int8_t id = 0;         ///< as in InstanceClass
    bool live = true;           ///< may still be in the tail
};

/// Which of the instances are meant; -1 = all.
struct PlaceFilter {
    std::int64_t child = -1, parent = -1;
};

/// How far the temporal loops of a dimension, outermost first, have moved its tile at a setting of theirs.
std::int64_t firstAt(const std::vector<Loop>& temporals, std::int64_t setting);

class PlacedChildren {
public:
    /// All instances that ever work; those of one parent are neighbours in the list.
    void build(const Nest& nest, int dimension, const StoreNode& parent, const StoreNode& child,
               PlaceFilter filter = {});
    /// Every instance of a Store.
    void build(const Nest& nest, int dimension, const StoreNode& store);
    /// One child that never moves: a rank's missing term.
    void buildStill();

    const std::vector<Placed>& children() const { return m_children; }
    std::int64_t firstAt(std::int64_t setting) const { return reuse::firstAt(m_temporals, setting); }
    std::int64_t extentAt(const Placed& child, std::int64_t setting) const {
        return setting == child.settings - 1 ? child.last : m_full;
    }

private:
    struct Inner {
        Loop loop;
        int splits = 0;             ///< among the loops outside it
        std::int64_t spotStep = 0;  ///< if spatial
    };
    void follow(std::size_t next, Placed child, int parentPosition);

    std::int64_t m_full = 1, m_lastExtent = 1;
    PlaceFilter m_filter;
    std::vector<Inner> m_loops;
    std::vector<Loop> m_temporals;
    std::vector<Placed> m_children;
};

/// All tiles of a Store along a rank, wherever they lie. Keeps its memory between uses.
class PlacedTiles {
public:
    void clear() { m_terms = 0; }
    void addTerm(const Nest& nest, int dimension, std::int64_t coefficient, const StoreNode& store) {
        if (m_terms == m_sides.size()) m_sides.emplace_back();
        m_sides[m_terms].children.build(nest, dimension, store);
        m_sides[m_terms++].coefficient = coefficient;
    }

    /// The most that words(first, extents) finds in a tile; `most` = no tile can have more.
    template <class Words>
    std::int64_t widest(std::int64_t most, const Words& words) {
        m_extents.assign(m_terms, 1);
        std::int64_t found = 0;
        look(0, 0, most, words, found);
        return found;
    }

private:
    struct Side {
        PlacedChildren children;
        std::int64_t coefficient = 1;
    };

    /// False once `most` is found.
    template <class Words>
    bool look(std::size_t term, std::int64_t first, std::int64_t most, const Words& words, std::int64_t& found) {
        if (term == m_terms) {
            found = std::max(found, words(first, m_extents));
            return found < most;
        }
        const auto& [children, coefficient] = m_sides[term];
        for (const Placed& child : children.children()) {
            for (std::int64_t setting = 0; setting < child.settings; ++setting) {
                m_extents[term] = children.extentAt(child, setting);
                if (!look(term + 1, first + coefficient * (child.first + children.firstAt(setting)), most, words,
                          found))
                    return false;
            }
        }
        return true;
    }

    std::size_t m_terms = 0;
    std::vector<Side> m_sides;  ///< by term, and some to spare
    std::vector<std::int64_t> m_extents;
};

}  // namespace lapidary::reuse
