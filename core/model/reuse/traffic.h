// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Words that move between a parent Store and its children, in closed form (reuse.md, Closed form): the tiles of all
// settings, minus what consecutive tiles of an instance have in common. Both are products over a tensor's ranks, since
// each dimension stands in one rank and is last, or not, by itself:
//   words = I(all) prod_r S_r - sum over temporal loops j of I(j) prod_r B_r(j).
// S_r: lengths along rank r over the settings of its dimensions and the instances; B_r(j): overlaps when j advances and
// the loops inside it start again; I: settings and instances of the dimensions the tensor doesn't use.
// On the path of every search: allocates nothing.
#pragma once

#include <optional>

#include "core/model/reuse/clipped_rank.h"
#include "core/model/reuse/shared_rank.h"

namespace lapidary::reuse {

struct Flow {
    std::int64_t delivered = 0;  ///< new words of all children's tiles
    std::int64_t asked = 0;      ///< words after one read has served all children that want the same
};

/// One term of the sum: how it comes about, with the words of the children.
struct FlowTerm {
    const Loop* advancing = nullptr;  ///< overlap when this loop advances; null = the tiles of all settings
    int passed = 0;                   ///< the loops inside: Nest::temporals from this index on to the Store
    std::int64_t words = 0;           ///< prod_r S_r or -prod_r B_r
};

/// Working memory of one thread.
struct TrafficScratch {
    std::vector<FlowTerm>* terms = nullptr;  ///< if set, storeTraffic writes its terms here

    bool apart = false;  ///< networks share by themselves, and none has children that share along a rank

    std::array<SharedRank, kMaxRanks> shared;
    SharedChildren children;
    std::array<ClippedRank, kMaxRanks> clipped;
    std::array<PlaceFilter, kMaxDimensions> places{};  ///< of clipped dimensions: which instances are meant
};

/// Words into the Stores of `table.child`, which keep their last tile if `reuses`. nullopt: too many different children.
std::optional<Flow> storeTraffic(const TensorPlan& tensor, const PairTable& table, const Nest& nest,
                                 TrafficScratch& scratch, bool reuses);

/// Operands of the MACs (`table.child` is the MACs), which keep nothing.
std::optional<Flow> operandTraffic(const TensorPlan& tensor, const PairTable& table, const Nest& nest,
                                   TrafficScratch& scratch);

/// Distinct elements of a tensor of one-term ranks ever held, summed over the instances of `table.child`.
std::int64_t distinctHeld(const TensorPlan& tensor, const PairTable& table, const Nest& nest);

/// Instances of `table.child` that ever hold a tile.
std::int64_t instancesTouched(const PairTable& table, const Nest& nest);

/// Ranks of the tensor that can name the same words by different children: two dimensions unrolled below the parent.
unsigned sharedRanks(const TensorPlan& tensor, const PairTable& table);

}  // namespace lapidary::reuse
