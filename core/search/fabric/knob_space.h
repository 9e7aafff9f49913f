// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a tuner of the fabric model may turn (Bifrost, section VII): sizes of MAERI's tile, and hardware parameters if they
// are not fixed. A configuration is one value per knob; its index counts them in mixed radix, last knob fastest.
// Plain values; functions are pure.
#pragma once

#include <array>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::fabric {

enum class Knob { r, s, c, k, g, n, x, y, multipliers, distribution, reduction, buffer };
std::span<const KeyEntry<Knob>> keyTable(Knob);
inline constexpr std::size_t kKnobs = 12;

/// Which sizes of a dimension a tile may have.
enum class TileSizes { dividing, any };
std::span<const KeyEntry<TileSizes>> keyTable(TileSizes);

struct KnobSpace {
    Run base;  ///< layer and hardware; the knobs override
    std::array<std::vector<std::int64_t>, kKnobs> values;

    std::int64_t size() const;
    /// The run at an index below size().
    Run at(std::int64_t index) const;
    /// Place of each knob's value in its list.
    std::array<std::size_t, kKnobs> digitsOf(std::int64_t index) const;
    std::int64_t indexOf(const std::array<std::size_t, kKnobs>& digits) const;
    /// Whether the machine can run it.
    bool valid(std::int64_t index) const { return problemsOf(at(index)).empty(); }
};

/// Values for some knobs, empty for the others.
using KnobValues = std::array<std::vector<std::int64_t>, kKnobs>;
/// "KEY=V1,V2": a knob and its values, each once.
Diagnostics addKnobValues(KnobValues& values, std::string_view text);
/// "ms_size=64,128" of each knob that has values.
std::vector<std::string> knobTexts(const KnobValues& values);

/// Tiles of the layer on its own hardware, but for the knobs that `given` turns. Errors unless the run is MAERI's and its
/// layer and hardware are right, with any one of the values.
Result<KnobSpace> tileSpace(const Run& base, TileSizes sizes, const KnobValues& given = {});
/// Indices of the valid configurations, ascending; some of them if the job was stopped.
std::vector<std::int64_t> validIndices(const KnobSpace& space, Job* job = nullptr);

/// What is made small.
enum class TuneObjective { cycles, psums, energy };
std::span<const KeyEntry<TuneObjective>> keyTable(TuneObjective);
/// Requires a valid run; a negative number if the job was stopped. `psums` simulates nothing.
double objectiveOf(const Run& run, TuneObjective objective, Job* job = nullptr);

}  // namespace lapidary::fabric
