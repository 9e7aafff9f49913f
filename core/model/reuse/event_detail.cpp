// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/event_detail.h"

#include <algorithm>
#include <functional>
#include <iterator>
#include <set>

#include "core/model/reuse/event_counter.h"

namespace lapidary::reuse {

void Ways::add(const Ways& more, std::int64_t times) {
    asked += times * more.asked;
    for (const auto& [children, words] : more.groups) groups[children] += times * words;
    if (given.size() < more.given.size()) given.resize(more.given.size());
    for (std::size_t i = 0; i < more.given.size(); ++i) given[i] += times * more.given[i];
    if (carried.size() < more.carried.size()) carried.resize(more.carried.size());
    for (std::size_t i = 0; i < more.carried.size(); ++i) {
        carried[i].words += times * more.carried[i].words;
        carried[i].deliveries += times * more.carried[i].deliveries;
        carried[i].halfHops += times * more.carried[i].halfHops;
    }
}

EventDetail::EventDetail(EventCounter& counter, const DetailRules& rules) : m_counter(counter), m_rules(rules) {
    std::vector<std::size_t> chosen;
    listChildren(0, chosen);
    if (rules.links)
        for (std::size_t i = 0; i < m_children.size(); ++i) m_at[m_children[i].spots.front()] = i;
}

/// `chosen`: per dimension the number of the kind and of the child in it, one after the other.
void EventDetail::listChildren(std::size_t dimension, std::vector<std::size_t>& chosen) {
    if (dimension < m_counter.m_dimensions.size()) {
        const auto& kinds = m_counter.m_parents[dimension]->kinds;
        for (std::size_t k = 0; k < kinds.size(); ++k)
            for (std::size_t i = 0; i < kinds[k].firsts.size(); ++i) {
                chosen.push_back(k);
                chosen.push_back(i);
                listChildren(dimension + 1, chosen);
                chosen.resize(2 * dimension);
            }
        return;
    }
    Child child;
    child.spots.resize(static_cast<std::size_t>(m_rules.between.count));
    for (std::size_t d = 0; d < dimension; ++d) {
        child.combination += chosen[2 * d] * m_counter.m_stride[d];
        const Spots& own = m_counter.m_parents[d]->kinds[chosen[2 * d]].spots[chosen[2 * d + 1]];
        for (std::size_t n = 0; n < child.spots.size(); ++n) {
            child.spots[n].x += own[m_rules.between.fanouts[n]].x;
            child.spots[n].y += own[m_rules.between.fanouts[n]].y;
        }
    }
    for (std::size_t r = 0; r < m_counter.m_ranks.size(); ++r) {
        std::int64_t first = 0;
        for (std::size_t term = 0; term < m_counter.m_rankDimensions[r].size(); ++term) {
            const int d = m_counter.m_rankDimensions[r][term];
            if (d < 0) continue;
            const auto own = static_cast<std::size_t>(d);
            first += m_counter.m_ranks[r].terms()[term].coefficient *
                     m_counter.m_parents[own]->kinds[chosen[2 * own]].firsts[chosen[2 * own + 1]];
        }
        child.firsts.push_back(m_counter.m_ranks[r].clipped() ? 0 : first);
    }
    m_children.push_back(std::move(child));
}

void EventDetail::look(const Event& event, const std::vector<bool>& keeps) {
    m_views.assign(m_counter.combinations(), {});
    m_keepsSome.assign(m_counter.combinations(), false);
    m_moves.assign(m_counter.combinations(), {});
    for (std::size_t c = 0; c < m_counter.combinations(); ++c) {
        if (!m_counter.active(event, c)) continue;
        m_keepsSome[c] = m_counter.keptWords(event, c, keeps) > 0;
        for (std::size_t r = 0; r < m_counter.m_ranks.size(); ++r) {
            const EventCounter::Tile tile = m_counter.tile(event, r, c);
            RankTiles& rank = m_counter.m_ranks[r];
            const std::int64_t absolute = rank.clipped() ? tile.first : 0;
            View view{m_counter.wordsOf(tile, r), m_counter.keptOf(tile, r)};
            m_moves[c].push_back(rank.clipped() ? 0 : tile.distance);
            view.words = shifted(std::move(view.words), absolute);
            view.kept = shifted(std::move(view.kept), absolute);
            m_views[c].push_back(std::move(view));
        }
        if (m_counter.m_ranks.empty()) m_views[c].emplace_back(View{{0}, m_keepsSome[c] ? WordList{0} : WordList{}});
    }
}

std::vector<std::size_t> EventDetail::asking(const std::vector<std::int64_t>& delivered) const {
    std::vector<std::size_t> among;
    for (std::size_t i = 0; i < m_children.size(); ++i)
        if (delivered[m_children[i].combination] > 0) among.push_back(i);
    return among;
}

Ways EventDetail::plain(const Event& event, const std::vector<bool>& keeps,
                        const std::vector<std::int64_t>& delivered) {
    look(event, keeps);
    return serve(asking(delivered), delivered);
}

Ways EventDetail::linked(const std::vector<std::int64_t>& delivered, int& news) {
    const News now = newsOf(delivered);
    std::vector<std::size_t> rest;
    std::vector<std::int64_t> given(m_counter.combinations(), 0);
    std::int64_t moves = 0;
    for (const std::size_t child : asking(delivered)) {
        const int giver = news < 0 ? -1 : giverOf(child, now, m_news[static_cast<std::size_t>(news)]);
        if (giver < 0) {
            rest.push_back(child);
            continue;
        }
        const std::int64_t words = delivered[m_children[child].combination];
        given[m_children[static_cast<std::size_t>(giver)].combination] += words;
        moves += words;
    }
    const auto [entry, isNew] = m_newsNumbers.try_emplace(now, static_cast<int>(m_news.size()));
    if (isNew) m_news.push_back(now);
    news = entry->second;
    Ways ways = serve(rest, delivered);
    ways.given = std::move(given);
    ways.carried.front().halfHops += 2 * moves;
    return ways;
}

/// A tile less what is kept of it. If the two differ along one rank only, the rest is a product of its own, with nothing
/// kept; else it tells both.
EventDetail::News EventDetail::newsOf(const std::vector<std::int64_t>& delivered) const {
    News news(m_counter.combinations());
    for (std::size_t c = 0; c < news.size(); ++c) {
        if (delivered[c] == 0) continue;
        news[c] = m_views[c];
        std::size_t differing = 0, where = 0;
        for (std::size_t r = 0; r < news[c].size(); ++r) {
            if (!m_keepsSome[c]) news[c][r].kept.clear();
            if (news[c][r].kept == news[c][r].words) continue;
            ++differing;
            where = r;
        }
        if (!m_keepsSome[c] || differing != 1) continue;
        WordList rest;
        const View& view = news[c][where];
        std::set_difference(view.words.begin(), view.words.end(), view.kept.begin(), view.kept.end(),
                            std::back_inserter(rest));
        news[c][where].words = std::move(rest);
        for (View& own : news[c]) own.kept.clear();
    }
    return news;
}

Ways EventDetail::serve(const std::vector<std::size_t>& among, const std::vector<std::int64_t>& delivered) {
    Ways ways;
    const Groups groups = groupsOf(among, delivered);
    for (const Group& group : groups) {
        ways.asked += group.words;
        ways.groups[static_cast<std::int64_t>(group.children.size())] += group.words;
    }
    carry(groups, ways);
    return ways;
}

EventDetail::Groups EventDetail::groupsOf(const std::vector<std::size_t>& among,
                                          const std::vector<std::int64_t>& delivered) {
    Groups groups;
    switch (m_counter.m_sharing) {
    case Sharing::none:
        for (const std::size_t child : among) groups.push_back({{child}, delivered[m_children[child].combination]});
        break;
    case Sharing::equal:
        for (auto& [wish, own] : m_rules.apart ? apart(among, delivered, 0) : byWish(among, delivered))
            groups.insert(groups.end(), own.begin(), own.end());
        break;
    case Sharing::byWord: groups = byWord(among); break;
    }
    return groups;
}

/// Along each rank, words that the same children hold, and had before, are alike.
EventDetail::Groups EventDetail::byWord(const std::vector<std::size_t>& among) const {
    enum : std::int8_t { absent, isNew, kept };
    using States = std::vector<std::int8_t>;  // by child of `among`
    const std::size_t ranks = m_counter.m_ranks.empty() ? 1 : m_counter.m_ranks.size();
    std::vector<std::map<States, std::int64_t>> alike(ranks);
    for (std::size_t r = 0; r < ranks; ++r) {
        std::map<std::int64_t, States> states;
        for (std::size_t i = 0; i < among.size(); ++i) {
            const Child& child = m_children[among[i]];
            const View& view = m_views[child.combination][r];
            const std::int64_t first = child.firsts.empty() ? 0 : child.firsts[r];
            for (const std::int64_t word : view.words) {
                States& own = states[first + word];
                own.resize(among.size(), absent);
                const bool had =
                    m_keepsSome[child.combination] && std::binary_search(view.kept.begin(), view.kept.end(), word);
                own[i] = had ? kept : isNew;
            }
        }
        for (const auto& [word, own] : states) ++alike[r][own];
    }
    std::map<std::vector<std::size_t>, std::int64_t> groups;
    std::vector<const States*> chosen;
    const std::function<void(std::int64_t)> choose = [&](std::int64_t words) {
        if (chosen.size() < ranks) {
            for (const auto& [states, count] : alike[chosen.size()]) {
                chosen.push_back(&states);
                choose(words * count);
                chosen.pop_back();
            }
            return;
        }
        std::vector<std::size_t> takers;
        for (std::size_t i = 0; i < among.size(); ++i) {
            bool holds = true, had = true;
            for (const States* states : chosen) {
                holds = holds && (*states)[i] != absent;
                had = had && (*states)[i] == kept;
            }
            if (holds && !had) takers.push_back(among[i]);
        }
        if (!takers.empty()) groups[takers] += words;
    };
    choose(1);
    Groups result;
    for (const auto& [takers, words] : groups) result.push_back({takers, words});
    return result;
}

EventDetail::Wish EventDetail::wishOf(std::size_t child) {
    const Child& own = m_children[child];
    const Views& views = m_views[own.combination];
    const auto number = [&](const WordList& words) {
        return m_numbers.try_emplace(words, static_cast<int>(m_numbers.size())).first->second;
    };
    Wish wish;
    for (std::size_t r = 0; r < views.size(); ++r) {
        const std::int64_t first = own.firsts.empty() ? 0 : own.firsts[r];
        wish.push_back(number(shifted(views[r].words, first)));
        wish.push_back(m_keepsSome[own.combination] ? number(shifted(views[r].kept, first)) : -1);
    }
    return wish;
}

std::map<EventDetail::Wish, EventDetail::Groups> EventDetail::byWish(const std::vector<std::size_t>& among,
                                                                     const std::vector<std::int64_t>& delivered) {
    std::map<Wish, Groups> groups;
    for (const std::size_t child : among) {
        Groups& own = groups[wishOf(child)];
        if (own.empty()) own.push_back({{}, delivered[m_children[child].combination]});
        own.front().children.push_back(child);
    }
    return groups;
}

/// Networks from number `next` on: instances of the inner ones that have the very same wishes are served together.
std::map<EventDetail::Wish, EventDetail::Groups> EventDetail::apart(const std::vector<std::size_t>& among,
                                                                    const std::vector<std::int64_t>& delivered,
                                                                    std::size_t next) {
    if (static_cast<int>(next) + 1 >= m_rules.between.count) return byWish(among, delivered);
    std::map<Spot, std::vector<std::size_t>> below;
    for (const std::size_t child : among) below[m_children[child].spots[next]].push_back(child);
    using Wishes = std::vector<std::pair<Wish, std::size_t>>;  // and how often each is served below
    std::map<Wishes, std::map<Wish, Groups>> alike;
    for (const auto& [spot, children] : below) {
        const std::map<Wish, Groups> groups = apart(children, delivered, next + 1);
        Wishes wishes;
        for (const auto& [wish, own] : groups) wishes.emplace_back(wish, own.size());
        const auto [entry, isNew] = alike.try_emplace(std::move(wishes), groups);
        if (isNew) continue;
        for (const auto& [wish, own] : groups)
            for (std::size_t g = 0; g < own.size(); ++g) {
                auto& all = entry->second[wish][g].children;
                all.insert(all.end(), own[g].children.begin(), own[g].children.end());
            }
    }
    std::map<Wish, Groups> result;
    for (const auto& [wishes, groups] : alike)
        for (const auto& [wish, own] : groups) result[wish].insert(result[wish].end(), own.begin(), own.end());
    return result;
}

/// Left, right, up, down: the first that can give all.
int EventDetail::giverOf(std::size_t child, const News& now, const News& before) const {
    const Spot own = m_children[child].spots.front();
    for (const Spot& step : {Spot{-1, 0}, Spot{1, 0}, Spot{0, -1}, Spot{0, 1}}) {
        const auto neighbour = m_at.find({own.x + step.x, own.y + step.y});
        if (neighbour != m_at.end() && gotJustThat(neighbour->second, child, now, before))
            return static_cast<int>(neighbour->second);
    }
    return -1;
}

/// Whether what came new to the giver one step before is what comes new to the child. Givers work now, too.
bool EventDetail::gotJustThat(std::size_t giver, std::size_t child, const News& now, const News& before) const {
    const std::size_t from = m_children[giver].combination, to = m_children[child].combination;
    if (m_views[from].empty() || before[from].empty()) return false;
    for (std::size_t r = 0; r < now[to].size(); ++r) {
        const bool scalar = m_children[child].firsts.empty();
        const std::int64_t apart =
            scalar ? 0 : m_children[giver].firsts[r] - m_moves[from][r] - m_children[child].firsts[r];
        if (shifted(before[from][r].words, apart) != now[to][r].words ||
            shifted(before[from][r].kept, apart) != now[to][r].kept)
            return false;
    }
    return true;
}

void EventDetail::carry(const Groups& groups, Ways& ways) const {
    ways.carried.resize(static_cast<std::size_t>(m_rules.between.count));
    for (const Group& group : groups) {
        for (std::size_t n = 0; n < ways.carried.size(); ++n) {
            std::map<std::vector<Spot>, std::set<Spot>> instances;
            for (const std::size_t child : group.children) {
                const std::vector<Spot>& spots = m_children[child].spots;
                instances[{spots.begin(), spots.begin() + static_cast<std::ptrdiff_t>(n)}].insert(spots[n]);
            }
            for (const auto& [outside, spots] : instances) {
                ways.carried[n].words += group.words;
                ways.carried[n].deliveries += group.words * static_cast<std::int64_t>(spots.size());
                ways.carried[n].halfHops += group.words * halfHops(spots, m_rules.rows[n]);
            }
        }
    }
}

}  // namespace lapidary::reuse
