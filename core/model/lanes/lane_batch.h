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
    static constexpr int kLanesUntilTape = 512;  ///< recording one takes as long as the kernel with about as many

    /// Lanes of a skeleton are counted by the kernel itself until so many were seen, then by a tape.
    explicit LaneBatch(InstructionSet set = bestInstructionSet(), int lanesUntilTape = kLanesUntilTape)
        : m_set(set), m_lanesUntilTape(lanesUntilTape) {}

    /// Fills scores[i] for mappings[i], and lists the mappings that the plain path has to count. Allocates until it has seen
    /// enough skeletons.
    void score(const LanePlan& plan, std::span<const Mapping> mappings, std::span<Score> scores, LaneMemory& memory,
               std::vector<std::size_t>& plain);

private:
    /// Which dimensions and loops of a mapping have tails.
    struct Tails {
        unsigned dimensions = 0;
        std::uint64_t loops = 0;
    };
    struct Group;
    /// The nodes of a mapping of a group that is checked, to know the next one at a glance.
    struct Pattern {
        static constexpr int kMaxNodes = 64;
        Group* group = nullptr;
        int nodeCount = 0;  ///< 0 = none
        double computes = 1;
        std::uint64_t nodes[kMaxNodes];  ///< but for their bounds
        std::int8_t loop[kMaxNodes];     ///< of the skeleton, -1 = none
    };
    static constexpr int kMaxLanes = kTapeVectors * kMaxWidth;
    /// Mappings that wait for their lanes to fill up. Loops of a vector of lanes stand together, then those of the next one.
    struct Group {
        Skeleton skeleton;
        LaneWork work = LaneWork::check;
        unsigned imperfect = 0;  ///< of any lane
        std::uint64_t key = 0;
        int count = 0;
        std::size_t index[kMaxLanes] = {};
        Tails tailed[kMaxLanes];        ///< by lane
        std::uint64_t tailedLoops = 0;  ///< of any lane
        int lanesRun = 0;               ///< so far, until there is a tape
        bool refused = false;           ///< there is none
        std::uint64_t tapeLoops = 0;    ///< that may have tails on the tape
        std::unique_ptr<const Tape> tape;
        std::vector<double> bounds, tails;
        alignas(kKernelAlignment) double computes[kMaxLanes];
    };
    struct Answer {
        double energyPj = 0, cycles = 0, steps = 0, needed = 0;
        LaneFailure failure = LaneFailure::none;
        int place = 0, detail = 0;
        bool plain = false;
    };

    void takeIn(const Pattern& pattern, const Tails& tails, std::size_t index);
    bool addBySight(const Mapping& mapping, std::size_t index, Pattern*& place);
    bool readInto(const Pattern& pattern, const Mapping& mapping, Tails& tails) const;
    bool addByReading(const Mapping& mapping, std::size_t index, Pattern* place);
    void remember(Group& group, const Mapping& mapping, Pattern& pattern) const;
    int lanes() const { return kTapeVectors * width(); }
    /// Where the value of a lane stands for loop 0; those of the other loops follow width() apart.
    int placeOf(const Group& group, int lane) const {
        return lane / width() * group.skeleton.loopCount * width() + lane % width();
    }
    int width() const { return m_set == InstructionSet::scalar ? 1 : m_set == InstructionSet::two ? 2 : kMaxWidth; }
    std::size_t groupFor(const Skeleton& skeleton, LaneWork work, unsigned imperfect, std::uint64_t skeletonKey);
    void add(Group& group, const double* bounds, const double* tails, int stride, double computes, const Tails& tailed,
             std::size_t index);
    void run(Group& group);
    void count(const Group& group, int vector, std::span<Answer> answers);
    bool isFew(const Group& group) const;
    void countSingly(const Group& group, std::span<Answer> answers);
    bool hasTape(Group& group);
    void play(const Group& group, std::span<Answer> answers);
    void flush();

    const InstructionSet m_set;
    const int m_lanesUntilTape;
    const LanePlan* m_plan = nullptr;
    std::span<Score> m_scores;
    LaneMemory* m_memory = nullptr;
    std::vector<std::size_t>* m_plain = nullptr;
    std::vector<std::unique_ptr<Group>> m_groups;
    std::vector<std::int16_t> m_places;  ///< hash table of groups, -1 = none
    std::size_t m_used = 0;
    const Pattern* m_last = nullptr;               ///< the last one known by sight
    std::vector<std::unique_ptr<Pattern>> m_seen;  ///< by the nodes of their mappings, one of each hash
    Mapping m_sorted;                              ///< the one at hand, its loops in the order of its skeleton
    std::vector<std::uint16_t> m_runs, m_from;     ///< of that
};

}  // namespace lapidary::lanes
