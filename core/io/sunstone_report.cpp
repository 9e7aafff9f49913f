// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/sunstone_report.h"

#include <cmath>

#include "core/base/units.h"
#include "core/search/stop_watch.h"
#include "core/search/sunstone/tiling_tree.h"

namespace lapidary {

namespace {

constexpr std::size_t kMostTiles = 1000;

std::string loopNames(const sunstone::Problem& problem, sunstone::Mask loops) {
    std::vector<int> dimensions;
    for (int l = 0; l < problem.loops(); ++l)
        if (loops >> l & 1) dimensions.push_back(problem.dimensionOf(l));
    return sunstone::orderName(problem.target().workload, dimensions);
}

std::string nameOfInnermost(const sunstone::Problem& problem) {
    return problem.target().architecture.levels().back().name;
}

/// The innermost memory.
int firstLevel(const sunstone::Problem& problem) { return problem.bareLanes() ? 1 : 0; }

Json treeJson(const sunstone::Problem& problem, const sunstone::TrieNode& order) {
    const sunstone::Mask grows = growingBelow(problem, firstLevel(problem), order);
    const sunstone::TilingTree tree = tilingTree(problem, firstLevel(problem), grows, kMostTiles);
    Json tiles = Json::array();
    for (const sunstone::TileNode& node : tree.nodes) {
        Json row = Json::object()
                       .set("tile", tileText(problem, node.tile))
                       .set("words", static_cast<std::int64_t>(node.words))
                       .set("status", std::string(keyOf(node.status)));
        if (node.by >= 0) row.set("by", tileText(problem, tree.nodes[static_cast<std::size_t>(node.by)].tile));
        tiles.push(std::move(row));
    }
    return Json::object()
        .set("order", sunstone::orderName(problem.target().workload, order.order))
        .set("level", nameOfInnermost(problem))
        .set("grows", loopNames(problem, grows))
        .set("complete", tree.complete)
        .set("tiles", std::move(tiles));
}

}  // namespace

Result<Json> sunstoneExplanationToJson(const Mapspace& mapspace) {
    const auto problem = sunstone::Problem::make(mapspace);
    if (!problem) return problem.diagnostics();
    const Workload& workload = mapspace.target().workload;
    const sunstone::OrderingTrie trie = sunstone::orderingTrie(workload);
    Json nodes = Json::array(), trees = Json::array();
    for (const sunstone::TrieNode& node : trie.nodes)
        nodes.push(Json::object()
                       .set("order", sunstone::orderName(workload, node.order))
                       .set("status", std::string(keyOf(node.status)))
                       .set("reuse", reuseText(workload, node.reuse))
                       .set("reason", reasonOf(workload, trie, node)));
    for (const int kept : trie.kept) trees.push(treeJson(*problem, trie.nodes[static_cast<std::size_t>(kept)]));
    return Json::object().set("trie", std::move(nodes)).set("tiling", std::move(trees));
}

Result<std::string> sunstoneExplanationText(const Mapspace& mapspace) {
    const auto problem = sunstone::Problem::make(mapspace);
    if (!problem) return problem.diagnostics();
    const Workload& workload = mapspace.target().workload;
    const sunstone::OrderingTrie trie = sunstone::orderingTrie(workload);
    Table orders, tiles;
    orders.header = {"order, innermost first", "status", "reuse", "reason"};
    for (const sunstone::TrieNode& node : trie.nodes)
        if (!node.order.empty())
            orders.rows.push_back({sunstone::orderName(workload, node.order), std::string(keyOf(node.status)),
                                   reuseText(workload, node.reuse), reasonOf(workload, trie, node)});
    tiles.header = {"order", "grows", "tile", "words"};
    for (const int kept : trie.kept) {
        const sunstone::TrieNode& order = trie.nodes[static_cast<std::size_t>(kept)];
        const sunstone::Mask grows = growingBelow(*problem, firstLevel(*problem), order);
        for (const sunstone::TileNode& node : tilingTree(*problem, firstLevel(*problem), grows, kMostTiles).nodes)
            if (node.status == sunstone::TileStatus::kept)
                tiles.rows.push_back({sunstone::orderName(workload, order.order), loopNames(*problem, grows),
                                      tileText(*problem, node.tile),
                                      formatCount(static_cast<std::int64_t>(node.words))});
    }
    return "\nOrdering trie\n" + toAligned(orders) + "\nTiling tree of " + nameOfInnermost(*problem) +
           ": candidates below each order\n" + toAligned(tiles);
}

Result<std::vector<sunstone::Ablation>> sunstoneAblations(const Mapspace& mapspace, const SearchOptions& options,
                                                          double seconds) {
    const auto problem = sunstone::Problem::make(mapspace);
    if (!problem) return problem.diagnostics();
    const auto newTick = [seconds] { return [watch = StopWatch(), seconds] { return watch.seconds() < seconds; }; };
    return sunstone::ablations(*problem, options.sunstone, options.objective.metrics.front(), newTick);
}

Table sunstoneAblationTable(const std::vector<sunstone::Ablation>& list) {
    Table table;
    table.header = {"setting", "best"};
    for (const sunstone::CounterText& counter : sunstone::texts(sunstone::Counters{}))
        table.header.push_back(counter.key);
    for (const sunstone::Ablation& each : list) {
        std::vector<std::string> row{each.setting + (each.complete ? "" : ", cut short"),
                                     formatSignificant(each.best, 5)};
        for (const sunstone::CounterText& counter : sunstone::texts(each.counters))
            row.push_back(std::to_string(counter.value));
        table.rows.push_back(std::move(row));
    }
    return table;
}

Json sunstoneAblationJson(const std::vector<sunstone::Ablation>& list) {
    Json rows = Json::array();
    for (const sunstone::Ablation& each : list) {
        Json row = Json::object().set("setting", each.setting).set("complete", each.complete);
        row.set("best", std::isfinite(each.best) ? Json(each.best) : Json());
        for (const sunstone::CounterText& counter : sunstone::texts(each.counters)) row.set(counter.key, counter.value);
        rows.push(std::move(row));
    }
    return Json::object().set("principles", std::move(rows));
}

}  // namespace lapidary
