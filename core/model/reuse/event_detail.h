// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The children of one parent instance one by one, with their places on the meshes between: what hops, sharing per
// network and moves between neighbours are counted from (reuse.md, Networks; reference/timeloop, "Link transfers" and "Hops").
// The event counter asks it instead of its own sharing where a pair needs that. Allocates; one thread at a time.
#pragma once

#include <array>
#include <cstdint>
#include <map>
#include <vector>

#include "core/model/reuse/between.h"

namespace lapidary::reuse {

enum class Sharing;
class EventCounter;
struct KindEvent;
using Event = std::vector<std::vector<KindEvent>>;

/// What one fanout's network carries.
struct CarriedWords {
    std::int64_t words = 0, deliveries = 0, halfHops = 0;
    auto operator<=>(const CarriedWords&) const = default;  // NOLINT(modernize-use-nullptr): there is no null here
};

/// One way to serve all requests.
struct Ways {
    std::int64_t asked = 0;
    std::map<std::int64_t, std::int64_t> groups;  ///< children served at once -> words
    std::vector<std::int64_t> given;              ///< words sent to neighbours, by combination of kinds
    std::vector<CarriedWords> carried;            ///< by network of the pair

    auto operator<=>(const Ways&) const = default;
    void add(const Ways& more, std::int64_t times);
};

/// What a pair's detail depends on.
struct DetailRules {
    Between between;
    std::array<std::int64_t, kMaxFanouts> rows{};  ///< of each network's mesh
    bool wanted = false;                           ///< closed forms don't do
    bool listed = false;                           ///< the event walk has to list children, if it is what counts
    bool apart = false;                            ///< each network shares what its own children ask for
    bool links = false;                            ///< neighbours may give
};

class EventDetail {
public:
    EventDetail(EventCounter& counter, const DetailRules& rules);

    const DetailRules& rules() const { return m_rules; }
    /// What the parent serves.
    Ways plain(const Event& event, const std::vector<bool>& keeps, const std::vector<std::int64_t>& delivered);
    /// Of the same event: what it serves when neighbours give what came new to them one step before. `news` numbers that
    /// (-1 = nothing) and becomes the number of what comes new now.
    Ways linked(const std::vector<std::int64_t>& delivered, int& news);

private:
    struct Child {
        std::size_t combination = 0;
        std::vector<Spot> spots;           ///< by network of the pair
        std::vector<std::int64_t> firsts;  ///< by rank: first word at setting 0, from the parent's
    };
    /// A combination's words along one rank, from the child's first word; absolute if the rank is clipped.
    struct View {
        std::vector<std::int64_t> words, kept;
        auto operator<=>(const View&) const = default;
    };
    using Views = std::vector<View>;  ///< by rank
    using News = std::vector<Views>;  ///< by combination: what comes new, as normal form; empty = nothing
    struct Group {
        std::vector<std::size_t> children;
        std::int64_t words = 0;
    };
    using Groups = std::vector<Group>;
    using Wish = std::vector<int>;

    void listChildren(std::size_t dimension, std::vector<std::size_t>& chosen);
    void look(const Event& event, const std::vector<bool>& keeps);
    std::vector<std::size_t> asking(const std::vector<std::int64_t>& delivered) const;
    Ways serve(const std::vector<std::size_t>& among, const std::vector<std::int64_t>& delivered);
    Groups groupsOf(const std::vector<std::size_t>& among, const std::vector<std::int64_t>& delivered);
    Groups byWord(const std::vector<std::size_t>& among) const;
    std::map<Wish, Groups> byWish(const std::vector<std::size_t>& among, const std::vector<std::int64_t>& delivered);
    std::map<Wish, Groups> apart(const std::vector<std::size_t>& among, const std::vector<std::int64_t>& delivered,
                                 std::size_t next);
    Wish wishOf(std::size_t child);
    News newsOf(const std::vector<std::int64_t>& delivered) const;
    int giverOf(std::size_t child, const News& now, const News& before) const;
    bool gotJustThat(std::size_t giver, std::size_t child, const News& now, const News& before) const;
    void carry(const Groups& groups, Ways& ways) const;

    EventCounter& m_counter;
    const DetailRules& m_rules;
    std::vector<Child> m_children;
    std::map<Spot, std::size_t> m_at;                ///< children of the only network, if links are on
    std::vector<Views> m_views;                      ///< by combination; empty = idle
    std::vector<bool> m_keepsSome;                   ///< by combination
    std::vector<std::vector<std::int64_t>> m_moves;  ///< by combination and rank: how far the tile has come
    std::vector<News> m_news;                        ///< all that ever came new, numbered
    std::map<News, int> m_newsNumbers;
    std::map<std::vector<std::int64_t>, int> m_numbers;
};

}  // namespace lapidary::reuse
