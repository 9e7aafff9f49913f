// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Sunstone's principles keep and drop, as a record of bounded size to draw and to read out: the ordering trie
// (Olyaiy et al., ISPASS 2023, IV-A, Fig. 4), the tiling tree below one of its orders (IV-B, Fig. 5), and what each principle
// removed in a search so far. All figures and reasons of the views come from here. Pure functions.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/search/sunstone/options.h"
#include "core/search/sunstone/split.h"
#include "core/search/sunstone/tiling_tree.h"

namespace lapidary::sunstone {

/// What one tensor still reuses under an order.
struct ReuseRecord {
    int tensor = 0;
    std::string full;    ///< "C R"
    std::string window;  ///< the dimension of a sliding window, reused in part; may be empty
};

struct OrderRecord {
    std::string name;  ///< "RC", innermost first; empty = the root
    std::vector<ReuseRecord> reuse;
    TrieStatus status = TrieStatus::open;
    int parent = -1;
    int by = -1;                        ///< the order that makes it needless
    std::string byName;                 ///< its name; empty = the root or none
    std::string reason;                 ///< a sentence
    bool onPath = false;                ///< kept, or kept ones go on from it
    bool onChosen = false;              ///< the best mapping's order, or on the way there
    std::vector<std::string> chosenAt;  ///< levels whose loops the best mapping puts into this order, outermost first
};

struct TrieRecord {
    std::vector<OrderRecord> nodes;  ///< parents before children
    std::vector<int> kept;           ///< nodes that survive
    int noReuse = 0, needless = 0;   ///< dropped: for no further reuse; for another order's
    std::size_t leftOut = 0;         ///< dropped ones beyond the limit
};

/// At most `mostNodes` nodes, but all that are kept and those on the way to them.
TrieRecord trieRecord(const Workload& workload, std::size_t mostNodes);

struct TileRecord {
    std::string name;                 ///< "K2 P2"
    std::string raised;               ///< the loop by which it differs from its parent
    std::vector<double> tensorWords;  ///< by tensor, 0 = not stored here
    double words = 0;
    TileStatus status = TileStatus::kept;
    int parent = -1;
    int by = -1;
    std::string reason;     ///< a sentence
    std::string caption;    ///< two words: "over by 7"
    bool onPath = false;    ///< kept, or a kept one was met from it
    bool onChosen = false;  ///< the best mapping's tile, or on the way there
    bool chosen = false;    ///< the best mapping's tile
};

struct TilingRecord {
    std::string order, level, grows;
    double capacityWords = -1;  ///< < 0: unbounded, or not the same for all tensors
    std::vector<TileRecord> nodes;
    int kept = 0, dominated = 0, tooLarge = 0;
    bool complete = true;  ///< false: cut at the limit of nodes
};

/// Of the innermost memory, below the trie's kept order number `order`, which must be there; nullopt = tiles that grow in all
/// loops, as they do in a search that doesn't steer them by the order.
TilingRecord tilingRecord(const Problem& problem, std::optional<std::size_t> order, std::size_t mostNodes);

/// Marks where the best mapping went: the kept order of each level that has loops, and its tile of the innermost memory.
void markChosen(TrieRecord& record, const Problem& problem, const MappingSplit& best);
void markChosen(TilingRecord& record, const Problem& problem, const MappingSplit& best);
/// The innermost memory of a problem, and the kept order (by number) right above it that the best mapping follows; -1 = none.
int innermostMemory(const Problem& problem);
int chosenOrderAbove(const Problem& problem, const MappingSplit& best);

/// A principle in a search: whether it is on, and what it has kept and removed so far.
struct PrincipleRecord {
    std::string key, label;
    bool on = true;
    std::int64_t kept = 0, removed = 0;
    std::string what;  ///< is counted: "orders of a level"
};
std::vector<PrincipleRecord> principleRecords(const Options& options, const Counters& counters);

/// The counter of a key that texts(Counters) gives, to be read back; null if there is none.
std::int64_t* counterOf(Counters& counters, std::string_view key);

}  // namespace lapidary::sunstone
