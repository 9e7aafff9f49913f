// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One choice of what each level keeps: the Stores of each region, who is whose parent, and what their words cost.
// Immutable after make.
#pragma once

#include "core/search/optimal/regions/axes.h"

namespace lapidary::optimal::regions {

inline constexpr std::size_t kMostPorts = 6;
inline constexpr std::size_t kMostReuseStores = 10,
                             kMostRuns = 6;  ///< by the reuse model: of all regions; with windows

struct PlannedStore {
    int level = 0;
    std::size_t tensor = 0, region = 0;
    unsigned bit = 0;         ///< within its region
    unsigned inner = 0;       ///< bits of the same tensor's Stores of this region that are further in
    unsigned outer = 0;       ///< and further out
    int parentLevel = 0;      ///< of the next Store out
    bool parentHere = false;  ///< in the same region
    int room = -1;  ///< number of the shared memory whose bits are summed; -1 = the Store is alone in its part
    int odd = -1;   ///< outputs in accesses that don't divide their size: number of the remainder to keep
    int slot = -1;  ///< outputs below a fanout: number of its count of first touches
};

class Plan {
public:
    /// Tensors kept by level; refused with the reason if there are too many sums to keep.
    static Result<Plan> make(const Question& question, const std::vector<unsigned>& kept);

    const std::vector<PlannedStore>& stores(std::size_t region) const { return m_stores[region]; }
    unsigned all(std::size_t region) const { return (1u << m_stores[region].size()) - 1; }
    std::size_t rooms(std::size_t region) const { return m_rooms[region].size(); }
    unsigned roomMembers(std::size_t region, std::size_t room) const { return m_rooms[region][room]; }
    std::int64_t roomBits(std::size_t region, std::size_t room) const;
    std::size_t slotCount() const { return m_slotEnergy.size(); }
    std::int64_t slotEnergy(std::size_t slot) const { return m_slotEnergy[slot]; }  ///< per lane that touches first
    std::size_t slotRegion(std::size_t slot) const { return m_slotRegion[slot]; }
    std::size_t slotTensor(std::size_t slot) const { return m_slotTensor[slot]; }
    int slotLevel(std::size_t slot) const { return m_slotLevel[slot]; }
    /// Of the innermost Store of a tensor.
    int innermostLevel(std::size_t t) const { return m_innermost[t]; }
    /// Region that holds the parent of what of the tensor comes from below region `below`.
    std::size_t parentRegion(std::size_t t, std::size_t below) const;
    int parentLevel(std::size_t t, std::size_t below) const;
    /// What a remainder of words written, and words that children send, take beyond fillEnergy and readEnergy.
    std::int64_t oddEnergy(const PlannedStore& store, std::int64_t remainder, std::int64_t words) const;
    std::int64_t constantEnergy() const { return m_constant; }

    /// Energy at the level for words that its children take (outputs: send), and for words that fill it. Of outputs read in
    /// accesses that don't divide their size, only whole accesses of each are counted; see oddEnergy.
    std::int64_t readEnergy(int level, std::size_t t, std::int64_t words) const;
    std::int64_t fillEnergy(int level, std::size_t t, std::int64_t words) const;
    /// Number of the limited ports that the tensor passes at the level; -1 = they limit nothing.
    int portOf(int level, std::size_t t) const { return m_portOf[static_cast<std::size_t>(level)][t]; }
    struct Port {
        int level = 0, part = 0;
        std::int64_t readOffset = 0, writeOffset = 0;  ///< outermost region: first touches, which take no words
    };
    const std::vector<Port>& ports() const { return m_ports; }

    /// What Stores of the regions 1 .. `region`, without `placed` of that region, cost at least, parents included.
    std::int64_t leastRest(std::size_t region, unsigned placed) const { return m_rest[region][placed]; }

private:
    explicit Plan(const Question& question) : m_question(&question) {}
    void addStore(std::size_t t, int level, int parentLevel);
    void findRooms(std::size_t region);
    void findRests();
    Result<bool> findPorts(const std::vector<unsigned>& kept);

    const Question* m_question;
    std::vector<std::vector<PlannedStore>> m_stores;
    std::vector<std::vector<unsigned>> m_rooms;
    std::vector<std::vector<std::int64_t>> m_rest;
    std::vector<std::int64_t> m_slotEnergy;
    std::vector<std::size_t> m_slotRegion, m_slotTensor;
    std::vector<int> m_slotLevel;
    std::array<int, kMostTensors> m_innermost{};
    std::array<std::vector<int>, kMostTensors> m_levels;  ///< that keep the tensor, outermost first
    std::int64_t m_constant = 0;
    std::size_t m_odds = 0;
    std::vector<std::array<int, kMostTensors>> m_portOf;
    std::vector<Port> m_ports;
};

/// What levels may keep, one vector of tensor sets per choice.
std::vector<std::vector<unsigned>> keepChoices(const Question& question);

}  // namespace lapidary::optimal::regions
