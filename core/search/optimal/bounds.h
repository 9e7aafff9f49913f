// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Bounds of the reuse model (reuse.md) for mappings of a classic mapspace of which some choices are still open: no
// completion takes less energy or fewer cycles, or fits if this doesn't. docs/models/optimal.md, Branch and bound,
// proves each term. Immutable after findLeastSteps; shared between threads freely.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/mapspace/choice.h"
#include "core/model/rates.h"
#include "core/model/semantics.h"

namespace lapidary::optimal {

/// Which choices of a draft are made. What it keeps is always known.
struct Known {
    unsigned dimensions = 0;  ///< whose chains are, bit mask
    unsigned orders = 0;      ///< levels whose loop order is, bit mask
};

struct LeastCost {
    bool fits = true;
    double energyPj = 0;
    std::int64_t cycles = 0;
};

class BranchBounds {
public:
    BranchBounds(const ChoiceSpace& space, const Semantics& semantics);

    /// Looks through all chains, so that open dimensions have better bounds. False if `tick` gave up.
    bool findLeastSteps(const std::function<bool()>& tick);
    LeastCost of(const Draft& draft, const Known& known) const;
    /// Whether the dimension has a loop on some fanout.
    bool unrolls(std::size_t dimension) const;

private:
    /// A loop slot: spatial ones lie below their level.
    struct Place {
        std::size_t slot = 0;
        int level = 0, fanout = -1;
        Axis axis = Axis::x;
        bool spatial() const { return fanout >= 0; }
    };
    struct TensorShape {
        bool isOutput = false, windows = false;
        unsigned indexed = 0;               ///< dimensions, bit mask
        unsigned alone = 0;                 ///< of these, the only one of their rank
        std::vector<unsigned> windowRanks;  ///< dimensions of each rank that sums several
        double size = 0;                    ///< distinct elements
    };
    /// The loops outside a Store that fetch everything again.
    struct Break {
        int level = -1;        ///< block that moves the tile away; -1 = none does for sure
        unsigned outside = 0;  ///< dimensions whose loop in that block is outside of what moves it
    };
    struct Words {
        std::array<std::array<double, kMaxTensors + 1>, kMaxLevels> reads{}, writes{};  ///< by level and part
        double energy = 0;
    };

    bool fanoutsFit(const Draft& draft, unsigned dimensions) const;
    bool tilesFit(const Draft& draft, unsigned dimensions) const;
    std::int64_t steps(const Draft& draft, unsigned dimensions) const;
    void countTensor(std::size_t t, const Draft& draft, const Known& known, Words& words) const;
    void countComputes(std::size_t t, std::size_t level, const Draft& draft, unsigned dimensions, Words& words) const;
    void charge(std::size_t t, std::size_t level, double reads, double fills, double updates, Words& words) const;
    /// At most this many elements are touched first, over all instances; infinite if open.
    double mostFirstTouches(std::size_t t, std::size_t level, const Draft& draft, unsigned dimensions) const;
    Break breakOutside(std::size_t t, std::size_t level, const Draft& draft, const Known& known) const;
    bool moves(std::size_t d, std::size_t block, std::size_t level, const Draft& draft) const;
    bool merges(std::size_t t, int fanout) const;
    /// Distinct settings of the loops of a dimension that `counts` says yes to; 1 if its chain is open.
    template <class Counts>
    double settings(std::size_t d, const Draft& draft, const Counts& counts) const;

    const ChoiceSpace& m_space;
    const Target& m_target;
    Semantics m_semantics;
    Rates m_rates;
    std::vector<TensorShape> m_tensors;
    std::vector<std::vector<Place>> m_places;  ///< by dimension, outermost first
    std::vector<double> m_leastSteps;          ///< by dimension, of all its chains
};

}  // namespace lapidary::optimal
