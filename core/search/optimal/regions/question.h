// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the search over regions is asked, in integers: a design of any number of levels and fanouts, cut at its fanouts
// into regions; perfect factors, or tails at the fanouts (Ruby-S). What a tensor's Store costs depends on its own tile
// and on the lanes between it and its neighbours (docs/models/optimal.md, Regions). Energies are scaled to integers.
// Whatever can't be counted exactly is refused with the reason. Immutable after make.
#pragma once

#include <array>
#include <cstdint>
#include <string>
#include <vector>

#include "core/base/arith.h"
#include "core/mapspace/mapspace.h"
#include "core/mapspace/rules.h"
#include "core/model/rates.h"
#include "core/model/reuse/rank_shape.h"
#include "core/model/semantics.h"
#include "core/search/optimal/exact.h"

namespace lapidary::optimal::regions {

inline constexpr std::size_t kMostTensors = 4;
inline constexpr std::size_t kMostDimensions = 8;  ///< longer than 1

/// Temporal blocks between fanouts; number 0 is the outermost one.
struct Region {
    std::vector<int> levels;   ///< may be empty in the innermost one
    std::vector<int> fanouts;  ///< between this region and the next one in, outermost first
    std::int64_t lanes = 1;    ///< of these fanouts, at most
};

/// Two dimensions of one rank.
struct WindowRank {
    std::size_t a = 0, b = 0;  ///< active dimensions
    std::int64_t ca = 1, cb = 1;
    reuse::RankShape shape;
};

struct TensorShape {
    bool isOutput = false;
    unsigned indexed = 0;  ///< active dimensions, bit mask
    unsigned alone = 0;    ///< of these, those alone in their rank
    std::vector<WindowRank> windows;
    std::array<unsigned, kMostDimensions> slides{};  ///< by dimension: those of its window, 0 = none
    std::int64_t size = 0;                           ///< distinct elements
};

/// What a place has to know of a dimension's loops in the block of its level.
enum class Noted { nothing, whetherAny, trips };

/// Scaled energies of one tensor at one level, per access of `block` words.
struct StoreCosts {
    std::int64_t read = 0, fill = 0, update = 0, block = 1;
    std::int64_t bits = 0;  ///< per word
    int part = 0;
};

class Question {
public:
    /// Counted as AccelForge does, or, if semantics are given, by the reuse model; `alike`: with what can't be told apart.
    static Result<Question> make(const Mapspace& mapspace, const Objective& objective, const Semantics* reuse = nullptr,
                                 bool alike = true);
    bool byReuse() const { return m_byReuse; }

    const Target& target() const { return *m_target; }
    bool tails() const { return m_tails; }
    void forgetTails() {
        m_tails = false;
        m_uncountedPort.clear();
    }
    /// Classic placement, or more: Stores of a level stand together, inside those of the levels further out, and loops inside
    /// the Stores of their region.
    bool together() const { return m_together; }
    void placeTogether() { m_together = true; }
    void compareBy(const Objective& objective) { m_exact.compareBy(objective); }
    std::size_t dimensions() const { return m_bounds.size(); }
    std::int64_t bound(std::size_t d) const { return m_bounds[d]; }
    int dimensionOf(std::size_t active) const { return m_dimensions[active]; }
    /// Under the default semantics twins are one dimension: index the same tensors, alone in their ranks. A loop of it as
    /// loops over them; `left`: trips left inside, by dimension of the workload.
    std::vector<std::pair<int, std::int64_t>> split(std::size_t active, std::int64_t factor,
                                                    std::vector<std::int64_t>& left) const;
    /// Dimensions of which pairs may change places all at once, and nothing costs more or less: with whom each does.
    const std::array<std::uint8_t, kMostDimensions>& mirror() const { return m_mirror; }
    bool mirrors() const { return m_mirrors && !m_tails; }
    const std::vector<Region>& regions() const { return m_regions; }
    std::size_t regionOf(int level) const { return m_regionOf[static_cast<std::size_t>(level)]; }
    const std::vector<TensorShape>& tensors() const { return m_tensors; }
    const StoreCosts& costs(int level, std::size_t t) const { return m_costs[static_cast<std::size_t>(level)][t]; }
    /// Bits of a part of a level; huge if unbounded.
    std::int64_t capacity(int level, int part) const;
    const LevelRules& level(int l) const { return m_rules.levels[static_cast<std::size_t>(l)]; }
    const FanoutRules& fanout(int f) const { return m_rules.fanouts[static_cast<std::size_t>(f)]; }
    /// Levels limit which loops stand where, how many trips they make or in which order.
    bool limitsLoops() const { return m_limitsLoops; }
    /// The level's constraints leave not every number of trips over the dimension.
    bool limitsTrips(int level, std::size_t d) const;
    /// With tails: a memory of limited bandwidth between two fanouts, whose words no table counts; empty if there is none.
    const std::string& uncountedPort() const { return m_uncountedPort; }
    Noted noted(std::size_t d) const { return m_noted[d]; }
    /// Lanes of the fanout over this dimension that want the same of the tensor are served together.
    bool merges(std::size_t t, int fanout, std::size_t d) const;
    /// Active dimensions that the fanout may unroll on an axis.
    unsigned unrollable(int fanout, Axis axis) const;
    std::int64_t macs() const { return m_macs; }
    std::int64_t interval() const { return m_rates.interval; }
    const Rates& rates() const { return m_rates; }

    /// What energies and cycles are worth.
    const ExactWorth& exact() const { return m_exact; }
    std::int64_t macEnergy() const { return m_macEnergy; }

private:
    Result<bool> readSemantics(const Semantics& semantics);
    Result<bool> readShape(const Mapspace& mapspace);
    Result<bool> readTensors();
    Result<bool> readLevels();
    void readLoopRules();
    Result<bool> readEnergies(const Objective& objective);
    void scaleEnergies();
    bool areLimitedAlike(std::size_t a, std::size_t b) const;
    bool areTwins(std::size_t a, std::size_t b) const;
    Result<bool> mergeTwins(bool alike);
    bool isMirror(const std::array<std::uint8_t, kMostDimensions>& other) const;
    void findMirror(bool alike);

    TargetPtr m_target;
    MapspaceRules m_rules;
    Rates m_rates;
    ExactWorth m_exact;
    std::vector<int> m_dimensions;
    std::vector<std::int64_t> m_bounds;
    std::vector<std::vector<int>> m_parts;  ///< by active dimension: those of the workload
    std::array<std::uint8_t, kMostDimensions> m_mirror{};
    std::array<Noted, kMostDimensions> m_noted{};
    std::vector<Region> m_regions;
    std::vector<std::size_t> m_regionOf;
    std::vector<TensorShape> m_tensors;
    std::vector<std::array<StoreCosts, kMostTensors>> m_costs;
    std::string m_uncountedPort;
    std::int64_t m_macs = 1, m_macEnergy = 0;
    bool m_tails = false, m_byReuse = false, m_limitsLoops = false, m_mirrors = false;
    bool m_together = false;

    explicit Question(TargetPtr target) : m_target(std::move(target)), m_rates(*m_target) {}
};

}  // namespace lapidary::optimal::regions
