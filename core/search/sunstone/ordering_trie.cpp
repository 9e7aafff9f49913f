// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/ordering_trie.h"

#include <algorithm>
#include <map>
#include <tuple>

namespace lapidary::sunstone {

std::span<const KeyEntry<TrieStatus>> keyTable(TrieStatus) {
    static constexpr std::array<KeyEntry<TrieStatus>, 5> table{{
        {TrieStatus::open, "open", "Prefix", "longer orders reuse more", "Sunstone IV-A"},
        {TrieStatus::kept, "kept", "Kept", "no other order reuses all of this and more", "Sunstone IV-A"},
        {TrieStatus::noReuse, "no-reuse", "No further reuse", "reuses no more than the order inside it",
         "Sunstone IV-A, first rule"},
        {TrieStatus::sameReuse, "same-reuse", "Same reuse", "another order of the same loops reuses the same",
         "Sunstone IV-A, second rule (i)"},
        {TrieStatus::included, "included", "Less reuse", "another order reuses this and more",
         "Sunstone IV-A, second rule (ii)"},
    }};
    return table;
}

bool ReuseSet::within(const ReuseSet& other) const {
    for (std::size_t t = 0; t < full.size(); ++t)
        if ((full[t] & ~other.full[t]) != 0 || (window[t] & ~other.window[t]) != 0) return false;
    return true;
}

Access accessOf(const Workload& workload) {
    Access access;
    for (std::size_t t = 0; t < workload.tensors().size(); ++t) {
        for (const Rank& rank : workload.tensors()[t].ranks) {
            unsigned mask = 0;
            for (const Term& term : rank.terms) mask |= 1u << term.dimension;
            access.indexing[t] = static_cast<std::uint16_t>(access.indexing[t] | mask);
            if (rank.terms.size() < 2) continue;
            for (const Term& term : rank.terms)
                access.window[t][static_cast<std::size_t>(term.dimension)] = static_cast<std::uint16_t>(mask);
        }
    }
    return access;
}

namespace {

/// Grows the trie by depth. Orders of the same loops whose tensors are in the same state have the same future: only the
/// first of them grows on, so that even many loops that reuse one tensor make no more nodes than sets of them.
class TrieGrower {
public:
    TrieGrower(const Workload& workload, bool all)
        : m_tensors(workload.tensors().size()), m_access(accessOf(workload)) {
        for (int d = 0; d < workload.dimensionCount(); ++d)
            if (all || workload.bound(d) > 1) m_dimensions.push_back(d);
    }

    OrderingTrie grow() {
        m_trie.nodes.push_back({});
        m_states.push_back({0, (1u << m_tensors) - 1});
        for (std::size_t i = 0; i < m_trie.nodes.size(); ++i)
            if (m_trie.nodes[i].status == TrieStatus::open) growFrom(static_cast<int>(i));
        dropIncluded();
        return std::move(m_trie);
    }

private:
    struct State {
        unsigned placed = 0;  ///< dimensions
        unsigned alive = 0;   ///< tensors that no loop so far indexes
        auto operator<=>(const State&) const = default;
    };
    using Key = std::tuple<State, std::array<std::uint16_t, kMaxTensors>, std::array<std::uint16_t, kMaxTensors>>;

    void growFrom(int parent) {
        for (const int d : m_dimensions) {
            const State above = m_states[static_cast<std::size_t>(parent)];
            if (above.placed >> d & 1) continue;
            TrieNode node = m_trie.nodes[static_cast<std::size_t>(parent)];
            node.order.push_back(d);
            node.parent = parent;
            State state = above;
            state.placed |= 1u << d;
            const bool gains = extend(node.reuse, state, d);
            settle(node, state, gains);
            m_trie.nodes.push_back(std::move(node));
            m_states.push_back(state);
        }
    }
    bool extend(ReuseSet& reuse, State& state, int d) const {
        bool gains = false;
        const auto bit = static_cast<std::uint16_t>(1u << d);
        for (std::size_t t = 0; t < m_tensors; ++t) {
            if (!(state.alive >> t & 1)) continue;
            if (!(m_access.indexing[t] & bit)) {
                reuse.full[t] |= bit;
                gains = true;
                continue;
            }
            state.alive &= ~(1u << t);
            if (m_access.window[t][static_cast<std::size_t>(d)] == 0) continue;
            reuse.window[t] |= bit;
            gains = true;
        }
        return gains;
    }
    void settle(TrieNode& node, const State& state, bool gains) {
        node.status = TrieStatus::open;
        if (!gains) {
            node.status = TrieStatus::noReuse;
            node.by = node.parent;
            return;
        }
        const auto [twin, isNew] =
            m_known.try_emplace(Key{state, node.reuse.full, node.reuse.window}, static_cast<int>(m_trie.nodes.size()));
        if (isNew) return;
        node.status = TrieStatus::sameReuse;
        node.by = twin->second;
    }
    /// An order goes if another one reuses this and more; of those that reuse the same, the first stays.
    void dropIncluded() {
        std::vector<int> open;
        for (std::size_t i = 1; i < m_trie.nodes.size(); ++i)
            if (m_trie.nodes[i].status == TrieStatus::open) open.push_back(static_cast<int>(i));
        for (const int i : open) {
            const bool included = std::any_of(open.begin(), open.end(), [&](int k) {
                return k != i && node(i).reuse.within(node(k).reuse) && (k < i || !(node(k).reuse == node(i).reuse));
            });
            if (!included) m_trie.kept.push_back(i);
        }
        for (const int i : m_trie.kept) node(i).status = TrieStatus::kept;
        for (const int i : open)
            if (node(i).status != TrieStatus::kept) nameLarger(i);
    }
    /// Says by which kept order a node goes; it is a mere prefix if one of these goes on from it.
    void nameLarger(int i) {
        for (const int k : m_trie.kept) {
            if (!node(i).reuse.within(node(k).reuse)) continue;
            const bool prefix = isPrefix(node(i).order, node(k).order);
            if (node(i).by >= 0 && !prefix) continue;
            node(i).by = k;
            if (prefix) return;
        }
        node(i).status = TrieStatus::included;
    }
    static bool isPrefix(const std::vector<int>& part, const std::vector<int>& whole) {
        return part.size() < whole.size() && std::equal(part.begin(), part.end(), whole.begin());
    }
    TrieNode& node(int i) { return m_trie.nodes[static_cast<std::size_t>(i)]; }

    std::size_t m_tensors;
    Access m_access;
    std::vector<int> m_dimensions;
    OrderingTrie m_trie;
    std::vector<State> m_states;  ///< by node
    std::map<Key, int> m_known;
};

}  // namespace

OrderingTrie orderingTrie(const Workload& workload, bool all) { return TrieGrower(workload, all).grow(); }

unsigned exploitedDimensions(const Workload& workload, const TrieNode& node) {
    const Access access = accessOf(workload);
    unsigned exploited = 0;
    for (const int d : node.order) {
        bool all = true;
        for (std::size_t t = 0; t < workload.tensors().size(); ++t) {
            const bool offers = !(access.indexing[t] >> d & 1) || access.window[t][static_cast<std::size_t>(d)] != 0;
            if (offers && !((node.reuse.full[t] | node.reuse.window[t]) >> d & 1)) all = false;
        }
        if (all) exploited |= 1u << d;
    }
    return exploited;
}

std::string orderName(const Workload& workload, const std::vector<int>& order) {
    const auto nameOf = [&](int d) -> const std::string& {
        return workload.dimensions()[static_cast<std::size_t>(d)].name;
    };
    const bool letters = std::all_of(order.begin(), order.end(), [&](int d) { return nameOf(d).size() == 1; });
    std::string text;
    for (const int d : order) text += (text.empty() || letters ? "" : ".") + nameOf(d);
    return text;
}

std::string reuseText(const Workload& workload, const ReuseSet& reuse) {
    std::string text;
    for (std::size_t t = 0; t < workload.tensors().size(); ++t) {
        if ((reuse.full[t] | reuse.window[t]) == 0) continue;
        text += (text.empty() ? "" : "; ") + workload.tensors()[t].name + ":";
        for (int d = 0; d < workload.dimensionCount(); ++d)
            if (reuse.full[t] >> d & 1) text += ' ' + workload.dimensions()[static_cast<std::size_t>(d)].name;
        for (int d = 0; d < workload.dimensionCount(); ++d)
            if (reuse.window[t] >> d & 1)
                text += ' ' + workload.dimensions()[static_cast<std::size_t>(d)].name + " (in part)";
    }
    return text.empty() ? "nothing" : text;
}

std::string reasonOf(const Workload& workload, const OrderingTrie& trie, const TrieNode& node) {
    const auto named = [&](int i) {
        const std::string name = orderName(workload, trie.nodes[static_cast<std::size_t>(i)].order);
        return name.empty() ? std::string("the root") : name;
    };
    switch (node.status) {
    case TrieStatus::open: return node.by < 0 ? "all loops are open" : "goes on to " + named(node.by);
    case TrieStatus::kept: return "no other order reuses all of this and more";
    case TrieStatus::noReuse: return "reuses no more than " + named(node.by);
    case TrieStatus::sameReuse: return "reuses the same as " + named(node.by);
    case TrieStatus::included: return named(node.by) + " reuses this and more";
    }
    return {};
}

}  // namespace lapidary::sunstone
