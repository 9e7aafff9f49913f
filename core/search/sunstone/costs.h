// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The compat sunstone model (core/model/compat/sunstone.h) once more, laid out for a search that tries all promising
// orders of a level at once and asks for bounds of what is still open: numbers are doubles, loops of one trip don't exist.
// Equal to the model's to rounding (tested). Immutable; any thread.
#pragma once

#include <array>
#include <vector>

#include "core/model/rates.h"
#include "core/search/sunstone/ordering_trie.h"
#include "core/search/sunstone/problem.h"

namespace lapidary::sunstone {

inline constexpr std::size_t kMaxOrders = 128;  ///< promising ones of a level

/// Of one boundary under one order.
struct BoundaryCost {
    double energy = 0;  ///< pJ
    double cycles = 0;  ///< of the outer level's ports
};

/// Loops of a level, innermost first.
using LoopOrder = std::vector<std::uint8_t>;

class Costs {
public:
    /// `orders`: by level, those to try; `reuse`: what they let tensors reuse at most, in dimensions.
    /// `problem` must outlive this.
    Costs(const Problem& problem, std::vector<std::vector<LoopOrder>> orders,
          const std::vector<std::vector<ReuseSet>>& reuse);

    const std::vector<LoopOrder>& orders(int level) const { return m_orders[static_cast<std::size_t>(level)]; }

    /// Traffic between level `inner` and the next outer one for each order there. `tile`: extents at `inner`; `spatial`:
    /// factors of the gap; `temporal`: factors of the outer level, or all that is left for a bound.
    void boundary(int inner, const Sizes& tile, const Sizes& spatial, const Sizes& temporal,
                  std::vector<BoundaryCost>& byOrder) const;
    /// The least of each, over orders. Loops of one trip are no obstacle here to those outside them: some other order
    /// has them further out.
    BoundaryCost leastBoundary(int inner, const Sizes& tile, const Sizes& spatial, const Sizes& temporal) const;
    /// What every mapping moves there: each tensor once.
    const BoundaryCost& compulsory(int inner) const { return m_compulsory[static_cast<std::size_t>(inner)]; }
    /// Of the compute and its accesses to level 0.
    double computeEnergy() const { return m_computeEnergy; }

private:
    /// One way that a tensor stays.
    struct Kept {
        Mask full = 0;
        int window = -1;  ///< loop
        bool operator==(const Kept&) const = default;
    };
    /// The ways of one level: each tensor's, each once, and which of them an order brings about.
    struct KeptAt {
        std::array<std::vector<Kept>, kMaxTensors> ways;
        std::vector<std::array<std::uint8_t, kMaxTensors>> byOrder;  ///< way of each tensor, each combination once
    };
    struct Moved {
        double settings = 1;
        std::array<double, kMaxTensors> sharing{};  ///< lanes that take the same word
    };
    Moved moved(const Sizes& tile, const Sizes& spatial) const;
    struct Charge {
        double perFill = 0;   ///< per word filled at the inner level
        double perOuter = 0;  ///< per word at the outer level
        double fixed = 0;
        double fixedPerMulticast = 0;  ///< divided by the lanes that share a word
    };
    void addCharges(const Rates& rates);
    void addComputeEnergy(const Rates& rates);
    Charge chargeOf(const Rates& rates, int inner, std::size_t tensor) const;
    void addCompulsory();
    double fills(std::size_t tensor, const LoopOrder& order, double settings, const Sizes& tile, const Sizes& spatial,
                 const Sizes& temporal) const;
    double portTime(int inner, double reads, double writes) const;
    double fillsIfReused(std::size_t tensor, const Kept& kept, double settings, const Sizes& tile, const Sizes& spatial,
                         const Sizes& temporal) const;
    void addKept(const std::vector<std::vector<ReuseSet>>& reuse);

    const Problem& m_problem;
    std::vector<std::vector<LoopOrder>> m_orders;
    std::vector<std::array<Charge, kMaxTensors>> m_charges;  ///< by boundary
    std::vector<PortRates> m_ports;                          ///< by boundary, of the outer level
    std::vector<KeptAt> m_kept;                              ///< by level
    std::vector<BoundaryCost> m_compulsory;
    std::size_t m_output = 0;
    double m_computeEnergy = 0;
};

}  // namespace lapidary::sunstone
