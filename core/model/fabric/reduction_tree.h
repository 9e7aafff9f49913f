// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How virtual neurons lie in the augmented reduction tree (MAERI; Bifrost, section VI-7): a complete binary tree of adders
// in which neighbours of different parents share a lateral link. What a product needs to reach the top adder of its neuron
// is a number of hops, since every adder takes one cycle and nothing ever waits for room; so the tree need not be stepped.
// Plain values; functions are pure.
#pragma once

#include <cstdint>
#include <vector>

namespace lapidary::fabric {

/// Multipliers of one virtual neuron: [first, first + size).
struct NeuronSpan {
    std::int32_t first = 0;
    std::int32_t size = 0;
};

/// One virtual neuron in the tree.
struct NeuronRoute {
    std::int32_t line = 0;   ///< of the collection bus
    std::int32_t input = 0;  ///< of that line
    std::int32_t depth = 0;  ///< hops of the multiplier furthest from the top adder
    std::int32_t twoInputSums = 0, threeInputSums = 0;
    std::int32_t parentSends = 0, linkSends = 0;  ///< without the one to memory or accumulator
    /// Of these, passed by the first multiplier's data alone: its first zero gets that far before anything else arrives.
    std::int32_t aloneParents = 0, aloneLinks = 0;
};

struct ReductionTree {
    std::vector<std::int32_t> hops;    ///< per multiplier, cycles from its product to the top adder's result
    std::vector<NeuronRoute> neurons;  ///< in the order of the spans
};

/// One adder as far as it works for a neuron: an adder may pass on a sum of each of two neurons. Level 0 is the root; the adders of a level are numbered from the left.
struct AdderUse {
    enum class To { parent, left, right, memory };  ///< left, right: over the link to the neighbour
    std::int32_t neuron = 0;
    std::int32_t level = 0, number = 0;
    std::int32_t inputs = 1;  ///< 1: only passes on
    To to = To::parent;
    std::int32_t from = 0;           ///< first multiplier whose products meet here
    std::vector<std::int32_t> hops;  ///< of these multipliers, from the product to this adder's result
};

/// The adders in the order in which sums pass them, neuron by neuron. Same requirements as layOut().
std::vector<AdderUse> addersOf(const std::vector<NeuronSpan>& spans, std::int64_t multipliers);

/// Requires disjoint ascending spans below `multipliers`, a power of two; `lines` a power of two.
ReductionTree layOut(const std::vector<NeuronSpan>& spans, std::int64_t multipliers, std::int64_t lines);

}  // namespace lapidary::fabric
