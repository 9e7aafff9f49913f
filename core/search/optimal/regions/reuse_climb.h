// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// From a single compute outwards under the default semantics of the reuse model: labels as in Climb, compared where the
// same Stores are placed at the same place and their flows go on alike (optimal.md, Reuse across regions). In
// the outermost region labels are taken in the order of their bounds. One owner.
#pragma once

#include <queue>

#include <bit>
#include <deque>
#include <memory>
#include <set>
#include <tuple>

#include "core/search/optimal/regions/ascent.h"
#include "core/search/optimal/regions/blocks.h"
#include "core/search/optimal/regions/flows.h"

namespace lapidary::optimal::regions {

/// What the model counts of a mapping; nullopt = it isn't valid.
struct Judged {
    double energyPj = 0;
    std::int64_t cycles = 0;
};
using Judge = std::function<std::optional<Judged>(const Mapping&)>;

class ReuseClimb : public Ascent {
public:
    ReuseClimb(const Question& question, const Plan& plan, Axes& axes, Archive& archive, const Rules& rules,
               const Tick& tick, const Judge& judge);
    bool prepare() override;
    bool run(std::size_t width, bool withWords) override;
    std::size_t bytes() const override;
    void release() override;

private:
    static constexpr std::size_t kEnergy = 0, kSteps = 1, kPending = 2, kLanes = kPending + kMostTensors,
                                 kRoom = kLanes + kMostSlots, kAsked = kRoom + 3, kExcess = kAsked + kMostTensors,
                                 kWords = kExcess + 1, kWidth = kWords + 4 * kMostReuseStores;
    /// Energy; steps so far; words that wait for their parent, by tensor; lanes that touch first, by output's Store (less
    /// than 0: more is better); bits in use; by tensor what the MACs ask for; by Store words that fill it and that it asks
    /// for: while its tile is still kept per setting of what is left outside, later in all if they matter. With tails: words
    /// in all over the weights, which are what all lanes share; and energy that lanes along windows may take besides.
    struct Label : CountedLabel<kWidth> {
        std::uint64_t past = 0;  ///< with tails: of all that says which instance has which words
    };
    struct Key {
        Place place{};
        std::uint32_t flows = 0;
        unsigned placed = 0;
        bool operator==(const Key&) const = default;
    };
    struct KeyHash {
        std::size_t operator()(const Key& key) const {
            return PlaceHash{}(key.place) ^ (key.flows * 0x9E3779B97F4A7C15ULL) ^ (key.placed * 0xC2B2AE3D27D4EB4FULL);
        }
    };
    /// A partial choice.
    struct State {
        std::size_t region = 0;
        unsigned placed = 0;
        Place place{};
        Flows flows;
        Label label;
        bool mirrored = false;  ///< by the last insert
    };
    struct Spot {
        Key key;
        double size = 1;
        std::uint64_t order = 0;  ///< of spots as large
        std::vector<Label> labels;
    };
    struct Top {
        Key key;
        Label label;
        Worth bound{};
    };
    struct Node {
        double bound = 0, size = 0;
        std::uint64_t order = 0;
        std::uint32_t spot = 0, label = 0;
        bool operator<(const Node& other) const {
            if (bound != other.bound) return bound > other.bound;
            return std::tie(size, order, label) < std::tie(other.size, other.order, other.label);
        }
    };

    /// Of a choice of lanes, found once.
    struct LaneFacts {
        std::array<std::int64_t, kMostTensors> merged{1, 1, 1, 1};   ///< lanes over what doesn't index the tensor
        std::array<std::int64_t, kMostTensors> sliding{1, 1, 1, 1};  ///< and along its windows
        std::array<std::uint8_t, kMostDimensions> unrolled{};
        std::uint8_t count = 0;
    };
    /// Choices of lanes that divide what a tile leaves, as many as one another; with what none of them beats.
    struct LaneGroup {
        std::int64_t product = 1;
        std::uint32_t first = 0, last = 0;                           ///< of LaneTable::ways
        std::int64_t further = 1;                                    ///< lanes that may come after them
        std::array<std::int64_t, kMostTensors> merged{1, 1, 1, 1};   ///< lanes over what doesn't index the tensor
        std::array<std::int64_t, kMostTensors> sliding{1, 1, 1, 1};  ///< and along its windows
    };
    struct LaneTable {
        struct Way {
            std::uint32_t choice = 0, to = 0;  ///< tile behind it
            std::int64_t outer = 0;            ///< least of the outermost region there
        };
        std::vector<LaneGroup> groups;  ///< most lanes first
        std::vector<Way> ways;          ///< of a group by rising energy outside
        bool made = false;
    };
    /// What bounds of lanes need of a state before them.
    struct Crossing {
        std::int64_t fixed = 0;                                      ///< energy that no lanes change, at least
        std::int64_t alive = 0;                                      ///< of this, what flows that are alive take
        std::int64_t left = 1;                                       ///< trips
        std::int64_t further = 1;                                    ///< lanes that may come after these
        std::uint32_t index = 0;                                     ///< of the tile
        bool isLast = false;                                         ///< no fanout comes before the next region
        std::array<std::int64_t, kMostTensors> unindexed{};          ///< trips left
        std::array<std::int64_t, kMostTensors> sliding{1, 1, 1, 1};  ///< and those of windows
        std::array<std::array<std::int64_t, kMostDimensions>, kMostTensors> unrolled{};  ///< lanes since the child
    };

    struct Standing {
        std::array<std::int64_t, kMostDimensions> extent{}, left{}, bound{};
    };

    void findKept();
    void findCompared(std::size_t region);
    State firstState();
    // reuse_flows.cpp: what one more step does.
    bool grow(State& state, std::size_t d, const Step& step);
    void slide(State& state, std::size_t g, Run& run, std::size_t d, std::int64_t factor) const;
    void kill(State& state, std::size_t g) const;
    bool placeStore(State& state, const PlannedStore& store) const;
    // reuse_lanes.cpp: over the fanouts.
    bool findChoices();
    bool findMostLanes();
    std::uint16_t landing(std::size_t d, std::uint16_t state, std::int32_t lanes);
    bool moved(const LaneFacts& facts, const LaneChoice& choice, const Place& place, std::uint32_t& index);
    Crossing crossingOf(const State& state, std::size_t fanout);
    // reuse_groups.cpp
    const LaneTable& laneTable(int fanout, const State& state, std::uint32_t index);
    void makeTable(LaneTable& table, int fanout, const State& state, std::uint32_t index);
    std::int64_t leastOfGroup(const State& state, const Crossing& from, const LaneGroup& group) const;
    bool crossWay(std::size_t fanout, const State& state, const Crossing& from, const LaneTable::Way& way,
                  std::int64_t energy);
    std::int64_t leastBehind(const State& state, const Crossing& from, const LaneFacts& facts, const LaneChoice& choice,
                             std::uint32_t index) const;
    std::int64_t leastStepsBehind(const State& state, const Crossing& from, std::int64_t lanes,
                                  std::uint32_t index) const;
    bool cross(State& state, int fanout, const LaneChoice& choice);
    bool mirror(State& state) const;
    void arrive(State& state);
    void meet(State& state, std::size_t t, std::size_t above);
    bool hasSlid(const State& state, std::size_t g) const;
    bool mayGrow(const State& state, std::size_t d) const;
    bool mayPlace(const State& state, const PlannedStore& store) const;
    bool mayLoop(const State& state) const;
    bool isMet(std::size_t g, std::size_t region) const {
        return region <= m_question.regionOf(m_stores[g]->parentLevel);
    }
    std::size_t runOf(const Flows& flows, std::size_t g) const;
    // reuse_tails.cpp: the same where lanes have tails.
    static std::size_t tailOf(const Flows& flows, std::size_t g) {
        return static_cast<std::size_t>(std::popcount(flows.alive & ((1u << g) - 1)));
    }
    std::size_t numberOfWeight(std::size_t g) const { return kWords + 2 * (m_stores.size() + g); }
    static std::int64_t& words(Label& label, std::size_t g) { return label[kWords + 2 * g]; }
    static std::int64_t& asked(Label& label, std::size_t g) { return label[kWords + 2 * g + 1]; }
    static std::int64_t words(const Label& label, std::size_t g) { return label[kWords + 2 * g]; }
    static std::int64_t asked(const Label& label, std::size_t g) { return label[kWords + 2 * g + 1]; }
    std::int64_t& weight(Label& label, std::size_t g) const { return label[numberOfWeight(g)]; }
    std::int64_t& askedWeight(Label& label, std::size_t g) const { return label[numberOfWeight(g) + 1]; }
    Standing standingAt(const Place& place) const;
    /// Of the Store, MACs if none: something that says which of its instances have which words, at the present place.
    enum class Event : std::uint64_t { placed = 1, ended, slid, softened, unrolled };
    void remember(State& state, Event event, std::size_t g, std::uint64_t what = 0) const;
    void placeRun(State& state, std::size_t g) const;
    void killTail(State& state, std::size_t g) const;
    void serve(State& state, std::size_t t, int parent, std::int64_t& requests, std::int64_t most) const;
    bool isSoftenedBy(const TailRun& run, std::size_t d, std::int64_t factor) const;
    bool growTails(State& state, std::size_t d, const Step& step);
    void endTails(State& state) const;
    void crossRuns(State& state, std::size_t d, std::int64_t lanes);
    bool crossTail(State& state, std::size_t d, std::int64_t lanes);
    bool crossTails(State& state, int fanout, const LaneChoice& choice);
    void unrollTails(std::size_t fanout, const State& state, std::int64_t energy);
    void settleLanes(State& state);
    std::int64_t leastOfTails(const State& state) const;
    bool isUneven(const State& state) const;
    bool isVague(const State& state) const;
    bool isWasteful(std::size_t fanouts, int fanout, const LaneChoice& choice, const Place& place) const;
    bool slides(std::size_t g) const { return m_book.sliding(m_stores[g]->tensor) != 0; }
    std::int64_t extentAlone(std::size_t t, const Place& place) const;
    std::int64_t leftOf(std::size_t t, bool indexed, const Place& place) const;

    std::int64_t leastEnergyOf(const State& state);
    std::int64_t leastOfAlive(const State& state);
    std::int64_t leastOfAliveBehind(const State& state, const Crossing& from, const LaneFacts& facts,
                                    const LaneChoice& choice, std::uint32_t index);
    std::int64_t leastOfOrders(const State& state, const Place& outside, const LaneChoice* choice,
                               std::int64_t lanesLeft, bool arrives);
    std::int64_t leastOfWaiting(const State& state) const;
    std::int64_t leastOfOutputs(const State& state) const;
    std::int64_t mostFirstTouches(std::size_t slot, std::int64_t settings) const;
    std::int64_t lanesAfter(const State& state) const;
    std::int64_t leastStepsOf(const State& state) const;
    std::int64_t leastCyclesOf(const State& state) const;
    bool isClosed(std::int64_t energy, std::int64_t cycles) const {
        return energy >= Outer::kNoWay ||
               (m_rules.bound && (m_archive.closes(energy, cycles) || isCapped(m_question, energy, cycles)));
    }
    bool canHold(const State& state) const;

    bool ascend(std::size_t region);
    void clearTables();
    bool climbRegion(std::size_t region, std::deque<Top>& tops);
    bool climbOutermost();
    template <class Emit>
    void expand(const State& state, const Emit& emit);
    bool insert(State& state, std::uint32_t* spot);
    void note(Label& label, const State& state, std::uint32_t trace);
    bool isNoWorse(const Label& a, const Label& b, std::uint32_t alive, bool uneven, bool vague) const;
    State stateOf(const Key& key, const Label& label, std::size_t region) const;
    void push(State& state);
    void enqueue(std::uint32_t spot, std::int64_t energy, std::int64_t cycles);
    void unroll(std::size_t fanout, const State& state, std::int64_t energy);
    void offer(State state);
    bool judge(std::int64_t energy, std::int64_t excess, std::int64_t least, Found& found);
    bool isFull();
    bool isHalfFull() const;

    const Question& m_question;
    const Plan& m_plan;
    Blocks m_blocks;
    Axes& m_axes;
    Archive& m_archive;
    const Rules& m_rules;
    const Tick& m_tick;
    const Judge& m_judge;
    FlowBook m_book;
    std::unique_ptr<Outer> m_outer;
    std::vector<std::vector<LaneChoice>> m_choices;           ///< by fanout of the design
    std::vector<std::vector<LaneFacts>> m_facts;              ///< of these
    std::array<std::int32_t, kMostDimensions> m_mostOf{};     ///< lanes of a choice, by dimension
    std::vector<std::vector<std::uint16_t>> m_landings;       ///< by dimension: of state and lanes, see landing
    std::vector<std::vector<std::int64_t>> m_mostLanes;       ///< by region and tile; empty = not known
    std::vector<std::vector<LaneTable>> m_laneTables;         ///< by fanout and tile, made when they are asked for
    std::vector<LaneTable> m_unkeptTables;                    ///< by fanout, once there is no room for more of these
    std::size_t m_laneBytes = 0;                              ///< of them all
    std::vector<std::pair<int, const LaneChoice*>> m_chosen;  ///< between the last region and the next one
    std::vector<std::size_t> m_compared;                      ///< numbers of a label
    std::vector<std::set<std::array<std::int32_t, kMostDimensions>>> m_known;  ///< with tails: lanes, by fanout
    std::vector<std::int64_t> m_lanesAbove;                                    ///< by region
    std::vector<const PlannedStore*> m_stores;                                 ///< of all regions
    std::vector<std::size_t> m_first;                                          ///< by region: number of its first Store
    std::vector<std::array<int, kMostTensors>>
        m_outermost;  ///< by region: the outermost Store of it and further in, or -1
    std::vector<std::size_t> m_innerFanouts;
    std::array<bool, kWidth> m_kept{};  ///< numbers that matter once they are counted
    std::uint32_t m_remembered = 0;     ///< with tails: Stores of which it matters which instance has which words
    std::size_t m_lastRounded = 0;      ///< innermost region with memories whose accesses are rounded up; 0 = none
    std::array<std::size_t, kMostTensors> m_lastRoundedOf{};  ///< that hold the tensor
    std::int64_t m_slack = 0;                                 ///< what rounding to accesses may add
    bool m_rounds = false, m_withWords = false, m_anyWindows = false;
    std::size_t m_width = kWidth, m_labels = 0, m_tops = 0, m_topCount = 0;
    Traces m_traces;
    std::vector<Spot> m_spots;
    std::unordered_map<Key, std::uint32_t, KeyHash> m_numberOf;
    std::priority_queue<Node> m_queue;
};

}  // namespace lapidary::optimal::regions
