// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/record.h"

#include <algorithm>

#include "core/base/units.h"

namespace lapidary::sunstone {

namespace {

std::size_t spot(int number) { return static_cast<std::size_t>(number); }

std::string namesOf(const Workload& workload, unsigned dimensions) {
    std::string text;
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (dimensions >> d & 1) text += (text.empty() ? "" : " ") + workload.dimensions()[spot(d)].name;
    return text;
}

OrderRecord orderRecord(const Workload& workload, const OrderingTrie& trie, const TrieNode& node) {
    OrderRecord record;
    record.name = orderName(workload, node.order);
    record.status = node.status;
    record.reason = reasonOf(workload, trie, node);
    if (node.by >= 0) record.byName = orderName(workload, trie.nodes[spot(node.by)].order);
    for (int t = 0; t < workload.tensorCount(); ++t)
        if (const unsigned full = node.reuse.full[spot(t)], window = node.reuse.window[spot(t)]; (full | window) != 0)
            record.reuse.push_back({t, namesOf(workload, full), namesOf(workload, window)});
    return record;
}

/// Nodes that are kept or on the way to one that is.
template <class Node, class Kept>
std::vector<bool> pathsTo(const std::vector<Node>& nodes, Kept kept) {
    std::vector<bool> on(nodes.size(), false);
    for (std::size_t i = 0; i < nodes.size(); ++i)
        if (kept(nodes[i]))
            for (int n = static_cast<int>(i); n >= 0 && !on[spot(n)]; n = nodes[spot(n)].parent) on[spot(n)] = true;
    return on;
}

/// The capacity in words of what stores the level's tensors, if one memory and one width of word serve all of them.
double capacityOf(const Problem& problem, int level) {
    const ProblemLevel& at = problem.level(level);
    int part = -1, bits = -1;
    for (std::size_t t = 0; t < problem.tensors().size(); ++t) {
        if (!(at.stored >> t & 1)) continue;
        if (part >= 0 && (at.part[t] != part || at.wordBits[t] != bits)) return -1;
        part = at.part[t];
        bits = at.wordBits[t];
    }
    if (part < 0 || bits <= 0 || spot(part) >= at.capacityBits.size() || at.capacityBits[spot(part)] < 0) return -1;
    return static_cast<double>(at.capacityBits[spot(part)] / bits);
}

std::string raisedLoop(const Problem& problem, const TileNode& child, const TileNode& parent) {
    for (int l = 0; l < problem.loops(); ++l)
        if (child.tile[spot(l)] != parent.tile[spot(l)])
            return problem.target().workload.dimensions()[spot(problem.dimensionOf(l))].name;
    return {};
}

void explainTile(TileRecord& record, const Problem& problem, const TilingTree& tree, const TileNode& node,
                 double capacity) {
    const auto words = [](double count) { return formatCount(static_cast<std::int64_t>(count)); };
    switch (node.status) {
    case TileStatus::kept:
        record.caption = "maximal";
        record.reason = "fits, and no loop can be raised";
        break;
    case TileStatus::dominated:
        record.caption = "child fits";
        record.reason = tileText(problem, tree.nodes[spot(node.by)].tile) + " fits, too, and moves fewer words";
        break;
    case TileStatus::tooLarge:
        record.caption = capacity < 0 ? "doesn't fit" : "over by " + words(node.words - capacity);
        record.reason =
            "needs " + words(node.words) + " words" + (capacity < 0 ? ", more than fit" : " of " + words(capacity));
        break;
    }
}

}  // namespace

TrieRecord trieRecord(const Workload& workload, std::size_t mostNodes) {
    const OrderingTrie trie = orderingTrie(workload);
    const std::vector<bool> on =
        pathsTo(trie.nodes, [](const TrieNode& node) { return node.status == TrieStatus::kept; });
    TrieRecord record;
    std::vector<int> newNumber(trie.nodes.size(), -1);
    for (std::size_t i = 0; i < trie.nodes.size(); ++i) {
        const TrieNode& node = trie.nodes[i];
        if (node.status == TrieStatus::noReuse) ++record.noReuse;
        if (node.status == TrieStatus::sameReuse || node.status == TrieStatus::included) ++record.needless;
        const bool room = record.nodes.size() < mostNodes && (node.parent < 0 || newNumber[spot(node.parent)] >= 0);
        if (!on[i] && i > 0 && !room) {
            ++record.leftOut;
            continue;
        }
        newNumber[i] = static_cast<int>(record.nodes.size());
        record.nodes.push_back(orderRecord(workload, trie, node));
        record.nodes.back().parent = node.parent < 0 ? -1 : newNumber[spot(node.parent)];
        record.nodes.back().onPath = on[i];
        if (node.status == TrieStatus::kept) record.kept.push_back(newNumber[i]);
    }
    for (std::size_t i = 0; i < trie.nodes.size(); ++i)
        if (newNumber[i] >= 0 && trie.nodes[i].by >= 0)
            record.nodes[spot(newNumber[i])].by = newNumber[spot(trie.nodes[i].by)];
    return record;
}

TilingRecord tilingRecord(const Problem& problem, std::optional<std::size_t> order, std::size_t mostNodes) {
    const Workload& workload = problem.target().workload;
    const OrderingTrie trie = orderingTrie(workload);
    const int level = innermostMemory(problem);
    const TrieNode* above = order ? &trie.nodes[spot(trie.kept[*order])] : nullptr;
    const Mask grows = above ? growingBelow(problem, level, *above) : problem.level(level).growing;
    const TilingTree tree = tilingTree(problem, level, grows, mostNodes);
    const std::vector<bool> on = pathsTo(tree.nodes, [](const TileNode& n) { return n.status == TileStatus::kept; });

    TilingRecord record;
    if (above) record.order = orderName(workload, above->order);
    record.level = problem.target().architecture.levels().back().name;
    unsigned growing = 0;
    for (int l = 0; l < problem.loops(); ++l)
        if (grows >> l & 1) growing |= 1u << problem.dimensionOf(l);
    record.grows = namesOf(workload, growing);
    record.capacityWords = capacityOf(problem, level);
    record.complete = tree.complete;
    for (std::size_t i = 0; i < tree.nodes.size(); ++i) {
        const TileNode& node = tree.nodes[i];
        TileRecord& tile = record.nodes.emplace_back();
        tile.name = tileText(problem, node.tile);
        if (node.parent >= 0) tile.raised = raisedLoop(problem, node, tree.nodes[spot(node.parent)]);
        for (std::size_t t = 0; t < problem.tensors().size(); ++t)
            tile.tensorWords.push_back(problem.level(level).stored >> t & 1 ? problem.boxWords(t, node.tile) : 0);
        tile.words = node.words;
        tile.status = node.status;
        tile.parent = node.parent;
        tile.by = node.by;
        tile.onPath = on[i];
        explainTile(tile, problem, tree, node, record.capacityWords);
        ++(node.status == TileStatus::kept        ? record.kept
           : node.status == TileStatus::dominated ? record.dominated
                                                  : record.tooLarge);
    }
    return record;
}

int innermostMemory(const Problem& problem) { return problem.bareLanes() ? 1 : 0; }

int chosenOrderAbove(const Problem& problem, const MappingSplit& best) {
    const int above = innermostMemory(problem) + 1;
    if (above >= problem.levels() || best.order[spot(above)].empty()) return -1;
    return keptOrderAt(problem, orderingTrie(problem.target().workload), best, above);
}

void markChosen(TrieRecord& record, const Problem& problem, const MappingSplit& best) {
    const OrderingTrie trie = orderingTrie(problem.target().workload);
    for (int m = problem.levels() - 1; m > 0; --m) {
        if (best.order[spot(m)].empty()) continue;
        const int kept = keptOrderAt(problem, trie, best, m);
        if (kept < 0) continue;
        int node = record.kept[spot(kept)];  // both list what is kept in the order of the nodes
        record.nodes[spot(node)].chosenAt.push_back(levelName(problem, m));
        for (; node >= 0; node = record.nodes[spot(node)].parent) record.nodes[spot(node)].onChosen = true;
    }
}

void markChosen(TilingRecord& record, const Problem& problem, const MappingSplit& best) {
    const std::string name = tileText(problem, best.tileAt(innermostMemory(problem)));
    const auto found = std::find_if(record.nodes.begin(), record.nodes.end(),
                                    [&](const TileRecord& node) { return node.name == name; });
    if (found == record.nodes.end()) return;
    found->chosen = true;
    for (int n = static_cast<int>(found - record.nodes.begin()); n >= 0; n = record.nodes[spot(n)].parent)
        record.nodes[spot(n)].onChosen = true;
}

std::int64_t* counterOf(Counters& counters, std::string_view key) {
    struct Member {
        std::string_view key;
        std::int64_t Counters::*value;
    };
    static constexpr Member kMembers[] = {
        {"orders", &Counters::orders},
        {"orders_pruned", &Counters::ordersPruned},
        {"unrollings", &Counters::unrollings},
        {"unrollings_pruned", &Counters::unrollingsPruned},
        {"unrollings_cut", &Counters::unrollingsCut},
        {"tiles", &Counters::tiles},
        {"tiles_pruned", &Counters::tilesPruned},
        {"partials", &Counters::partials},
        {"partials_pruned", &Counters::partialsPruned},
        {"mappings", &Counters::mappings},
        {"evaluations", &Counters::evaluations},
    };
    for (const Member& member : kMembers)
        if (member.key == key) return &(counters.*member.value);
    return nullptr;
}

std::vector<PrincipleRecord> principleRecords(const Options& options, const Counters& counters) {
    return {
        {"ordering", "Ordering", options.ordering, counters.orders, counters.ordersPruned, "orders of a level"},
        {"tiling", "Tiling", options.tiling != TileRule::all, counters.tiles, counters.tilesPruned, "tiles that fit"},
        {"unrolling", "Unrolling", options.unrolling, counters.unrollings, counters.unrollingsPruned,
         "unrollings looked at"},
        {"alpha-beta", "Alpha-beta", options.alphaBeta, counters.partials - counters.partialsPruned,
         counters.partialsPruned, "partial mappings bounded"}};
}

}  // namespace lapidary::sunstone
