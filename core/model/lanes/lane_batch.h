// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Scores many mappings by the lane kernel: sorts them by skeleton, checks as many at once as the machine has lanes, and
// counts those that fit, sorted by the dimensions that have tails, too. Scores don't depend on the company.
// Thread rule: each thread owns its LaneBatch.
#pragma once

#include <memory>
#include <span>
#include <vector>

#include "core/model/cost.h"
#include "core/model/lanes/lane_score.h"
#include "core/model/lanes/lane_sets.h"

namespace lapidary::lanes {

enum class InstructionSet : std::uint8_t { scalar, two, avx2, avx512 };

/// The widest that this machine has.
InstructionSet bestInstructionSet();
bool isAvailable(InstructionSet set);

class LaneBatch {
public:
    explicit LaneBatch(InstructionSet set = bestInstructionSet()) : m_set(set) {}

    /// Fills scores[i] for mappings[i], and lists the mappings that the plain path has to count. Allocates until it has seen
    /// enough skeletons.
    void score(const LanePlan& plan, std::span<const Mapping> mappings, std::span<Score> scores, LaneMemory& memory,
               std::vector<std::size_t>& plain);

private:
    /// The nodes of a mapping that has the skeleton, to know the next one at a glance.
    struct Pattern {
        static constexpr int kMaxNodes = 64;
        int nodeCount = 0;  ///< 0 = none
        double computes = 1;
        std::uint64_t nodes[kMaxNodes];  ///< but for their bounds
        std::int8_t loop[kMaxNodes];     ///< of the skeleton, -1 = none
    };
    /// Mappings that wait for their lanes to fill up.
    struct Group {
        Skeleton skeleton;
        LaneWork work = LaneWork::check;
        unsigned imperfect = 0;  ///< of any lane
        std::uint64_t key = 0;
        Pattern pattern;  ///< of those that are checked
        int count = 0;
        std::size_t index[kMaxWidth] = {};
        unsigned tailed[kMaxWidth] = {};  ///< dimensions with a tail, by lane
        alignas(kKernelAlignment) double bounds[kMaxLoops * kMaxWidth];
        alignas(kKernelAlignment) double tails[kMaxLoops * kMaxWidth];
        alignas(kKernelAlignment) double computes[kMaxWidth];
    };
    struct Answer {
        double energyPj, cycles, steps, needed;
        LaneFailure failure;
        int place, detail;
        bool plain;
    };

    void takeIn(Group& group, unsigned imperfect, std::size_t index);
    bool addBySight(const Mapping& mapping, std::size_t index, std::int16_t*& place);
    bool readInto(Group& group, const Mapping& mapping, unsigned& imperfect) const;
    void remember(Group& group, const Mapping& mapping) const;
    int width() const { return m_set == InstructionSet::scalar ? 1 : m_set == InstructionSet::two ? 2 : kMaxWidth; }
    std::size_t groupFor(const Skeleton& skeleton, LaneWork work, unsigned imperfect, std::uint64_t skeletonKey);
    void add(Group& group, const double* bounds, const double* tails, int stride, double computes, unsigned imperfect,
             std::size_t index);
    void run(Group& group);
    void count(const Group& group, std::span<Answer> answers);
    void flush();

    const InstructionSet m_set;
    const LanePlan* m_plan = nullptr;
    std::span<Score> m_scores;
    LaneMemory* m_memory = nullptr;
    std::vector<std::size_t>* m_plain = nullptr;
    std::vector<std::unique_ptr<Group>> m_groups;
    std::vector<std::int16_t> m_places;  ///< hash table of groups, -1 = none
    std::size_t m_used = 0;
    Group* m_last = nullptr;           ///< the last one known by sight
    std::vector<std::int16_t> m_seen;  ///< groups by the nodes of their mappings, one of each hash; -1 = none
};

}  // namespace lapidary::lanes
