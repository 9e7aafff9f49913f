// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The closed form behind edge_exact.h: the steps of a level in classes of equal ones, sub-clusters once per tile that occurs.
// Allocates nothing once its scratch has seen as much. Each thread owns its scratch.
#pragma once

#include <span>
#include <vector>

#include "core/model/data_centric/edge_exact.h"

namespace lapidary::data_centric {

/// One loop of a level: tiles of one dimension at successive steps.
struct StepLoop {
    int dimension = 0;
    bool spatial = false;
    bool cut = false;  ///< its last position isn't full
    std::int64_t size = 1, trips = 1;
    std::int64_t reach = 1;              ///< points of all units at a full position
    std::int64_t working = 1, left = 1;  ///< units with work, points: at a full position
    std::int64_t lastWorking = 1, lastLeft = 1;

    std::int64_t leftAt(bool last) const { return last ? lastLeft : left; }
    std::int64_t workingAt(bool last) const { return last ? lastWorking : working; }
    std::int64_t sizeOf(std::int64_t unit, bool last) const { return std::min(size, leftAt(last) - unit * size); }
};

/// A level that runs on tiles of certain sizes.
struct LevelRun {
    std::size_t level = 0;
    const Sizes* extents = nullptr;
    int count = 0;
    int spatial = -1;  ///< which loop
    std::array<StepLoop, kMaxMaps> loops{};
    std::array<bool, 4> spread{};  ///< by tensor: whether units hold different parts of it
};

/// What a unit has of each dimension at a step and had at the step before, and how its start moved.
struct UnitStep {
    Sizes now{}, before{}, moved{};
};

/// One kind of step: `now` and `before` say of each loop whether it is at its last position.
struct StepClass {
    std::int64_t times = 1;
    int advancing = -1;  ///< -1: the very first step
    std::array<bool, kMaxMaps> now{}, before{};
};

class ExactCount {
public:
    /// `passes`: whether what neighbours could hand on is counted, too, which takes time per unit.
    ExactCount(std::span<const TiledLevel> levels, const Layer& layer, const Hardware& hardware, ExactScratch& scratch,
               bool passes = false);

    /// Of a level on these sizes; valid until the level's next one.
    const LevelSums& of(std::size_t level, const Sizes& extents);
    /// Of the top level, after of(0, ...).
    const ExactTop& top() const { return m_top; }

private:
    LevelRun runOf(std::size_t level, const Sizes& extents) const;
    LevelSums count(std::size_t level, const Sizes& extents);
    void addAdvancesOf(const LevelRun& run, int c, LevelSums& sums);
    UnitStep stepOf(const LevelRun& run, const StepClass& one) const;
    std::pair<std::int64_t, std::int64_t> heldAndKept(const LayerTensor& tensor, const UnitStep& step,
                                                      bool nothingBefore) const;
    void add(const LevelRun& run, const StepClass& one, LevelSums& sums);
    std::int64_t passedBy(const LevelRun& run, const StepClass& one, const LayerTensor& tensor, UnitStep step) const;
    std::int64_t addUnits(const LevelRun& run, std::int64_t workers, const UnitStep& step, LevelSums& sums);
    void addTime(const LevelRun& run, const StepClass& one, const std::array<std::int64_t, 4>& moved,
                 std::int64_t compute, LevelSums& sums);
    void noteTop(const StepClass& one, std::int64_t entering, std::int64_t leaving, std::int64_t compute,
                 std::int64_t delay);

    std::span<const TiledLevel> m_levels;
    const Layer& m_layer;
    const Hardware& m_hardware;
    ExactScratch& m_scratch;
    bool m_passes;
    ExactTop m_top;
};

}  // namespace lapidary::data_centric
