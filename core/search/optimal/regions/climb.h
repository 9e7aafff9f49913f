// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a single compute outwards, region by region: labels of partial choices at a place with a set of Stores placed;
// at the fanouts every way to unroll; in the outermost region the table of Outer answers at once. A label that is no
// better in any number than another at the same place is dropped, and one whose bound the best found closes
// (docs/models/optimal.md, Regions). One owner.
#pragma once

#include <memory>
#include <set>
#include <unordered_map>

#include "core/search/optimal/regions/ascent.h"
#include "core/search/optimal/regions/blocks.h"

namespace lapidary::optimal::regions {

class Climb : public Ascent {
public:
    Climb(const Question& question, const Plan& plan, Axes& axes, Archive& archive, const Rules& rules,
          const Tick& tick);

    bool prepare() override;
    bool run(std::size_t width, bool withWords) override;
    std::size_t bytes() const override;
    void release() override;

private:
    static constexpr std::size_t kEnergy = 0, kSteps = 1, kPending = 2, kLanes = kPending + kMostTensors,
                                 kRoom = kLanes + kMostSlots, kFirst = kRoom + 3, kWords = kFirst + kMostSlots,
                                 kWidth = kWords + 2 * kMostPorts;
    /// Energy; steps so far; words that wait for their parent, by tensor; lanes that touch first, by output's Store (less than
    /// 0: more is better); bits in use; with words: first touches of an instance (less than 0), and per port what one
    /// instance reads and writes in one run of the present tile.
    using Label = CountedLabel<kWidth>;
    struct Trace {
        std::uint32_t parent = 0;
        std::int32_t factor = 1;
        NestStep::Kind kind = NestStep::Kind::loop;
        std::uint8_t a = 0, b = 0, c = 0;
    };
    /// Labels at one place with the same Stores placed.
    struct Spot {
        Place place{};
        std::pair<double, std::uint64_t> turn;  ///< smaller tiles first
        std::vector<Label> labels;
    };
    struct Layer {
        std::unordered_map<Place, std::uint32_t, PlaceHash> numberOf;
        std::vector<Spot> spots;
    };
    struct Top {
        Place place{};
        Label label;
        unsigned open = 0;  ///< Stores at the top whose fills the first loop outside decides
        Worth bound{};
    };
    /// A Store whose first loop outside isn't known yet.
    struct Open {
        const PlannedStore* store = nullptr;
        Place at{};
        unsigned unrolled = 0;                 ///< dimensions, since
        std::int64_t apart = 1, together = 1;  ///< fills over words that the parent serves
        bool served = false;                   ///< the parent's region is reached
    };
    /// On the way over a fanout.
    struct Crossing {
        Place place{};
        Label label;
        std::vector<Open> open;
        std::vector<std::pair<int, const LaneChoice*>> chosen;
    };

    Label firstLabel() const;
    bool climbRegion(std::size_t region, std::vector<Layer>& layers, std::vector<Top>& tops);
    void leaveSpot(std::size_t region, unsigned placed, const Place& place, const Label& label,
                   std::vector<Layer>& layers, std::vector<Top>& tops);
    void putStores(std::size_t region, unsigned placed, unsigned own, std::size_t d, const Step* loop,
                   const Place& place, const Label& label, std::vector<Layer>& layers);
    void leaveRegion(std::size_t region, unsigned placed, const Place& place, const Label& label,
                     std::vector<Top>& tops);
    bool insert(Layer& layer, const Place& place, const Label& label, std::uint32_t* position = nullptr);
    bool canHold(std::size_t region, unsigned placed, const Place& place, const Label& label) const;
    bool isClosedInside(std::size_t region, unsigned placed) const;
    /// Places a Store whose fills are counted at `credited`.
    bool placeStore(const PlannedStore& store, unsigned placed, const Place& place, const Place& credited,
                    std::int64_t times, Label& label) const;
    void charge(const PlannedStore& store, std::int64_t words, std::int64_t served, Label& label) const;
    std::int64_t oddRest(std::size_t t, int level, std::int64_t words) const;
    void passPorts(const PlannedStore& store, std::int64_t words, Label& label) const;
    void pass(int level, std::size_t t, bool reads, bool writes, std::int64_t words, Label& label) const;
    std::int64_t cyclesOf(const Place& place, const Label& label, const Outer& outer, const Outer::Numbers& way) const;
    void grow(std::size_t d, const Place& from, const Step& step, Label& label) const;
    void growOuter(std::size_t d, const Step& step, Label& label) const;
    void growIn(std::size_t region, std::size_t d, const Place& from, const Step& step, Label& label) const;
    void finish(const Place& place, const Label& label);
    void settle(const Place& place, Label& label) const;
    std::uint32_t noteLoop(std::uint32_t parent, std::size_t d, std::int64_t factor);
    std::uint32_t noteStore(std::uint32_t parent, const PlannedStore& store);

    std::int64_t leastEnergyOf(std::size_t region, unsigned placed, const Place& place, const Label& label) const;
    std::int64_t leastStepsOf(std::size_t region, const Place& place, const Label& label) const;
    std::int64_t outerLeast(const Place& place) const;
    bool isClosed(std::int64_t energy, std::int64_t steps) const {
        return energy >= Outer::kNoWay || (m_rules.bound && m_archive.closes(energy, steps * m_question.interval()));
    }

    void unroll(std::size_t region, std::size_t fanout, const Crossing& crossing, std::int64_t energy);
    bool step(std::size_t region, int fanout, const LaneChoice& choice, Crossing& crossing) const;
    bool isWasteful(int fanout, const LaneChoice& choice, const Place& place) const;
    void arrive(std::size_t region, Crossing crossing);
    void passOn(std::size_t region, const Crossing& crossing);
    void passThrough(std::size_t region, const Crossing& crossing);
    void commit(const Crossing& crossing, std::size_t d, const Step& loop, Label& label) const;
    bool slidesAll(const Crossing& crossing, std::size_t d) const;
    void land(const Crossing& crossing);
    void landOpen(const Crossing& crossing, std::size_t d, const Step& loop, const Label& label);
    template <class MakeNest>
    void offer(std::int64_t energy, std::int64_t steps, std::int64_t cycles, std::uint32_t trace,
               const MakeNest& outer);
    std::uint32_t traced(const Crossing& crossing);
    std::int64_t oddEnergy(const Outer& outer, const Outer::Numbers& way, const Label& label) const;
    Outer* exactOuter(const Place& place);

    const Question& m_question;
    const Plan& m_plan;
    Blocks m_blocks;
    Axes& m_axes;
    Archive& m_archive;
    const Rules& m_rules;
    const Tick& m_tick;
    std::vector<std::vector<LaneChoice>> m_choices;                            ///< by fanout of the design
    std::vector<std::set<std::array<std::int32_t, kMostDimensions>>> m_known;  ///< the lanes of these
    std::unique_ptr<Outer> m_outer;       ///< exact, or the bound if there are tails
    std::unique_ptr<Outer> m_outerWords;  ///< the same with words
    std::unordered_map<Place, std::unique_ptr<Outer>, PlaceHash> m_exact;
    std::vector<std::int64_t> m_lanesAbove;  ///< by region
    std::vector<Trace> m_traces;
    std::vector<std::vector<Layer>> m_layers;  ///< by region, that crossings arrive in, and Stores placed
    std::size_t m_kept = 0, m_exactSize = 0;
    std::size_t m_width = kFirst;
    bool m_withWords = false;
};

}  // namespace lapidary::optimal::regions
