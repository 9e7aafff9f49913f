// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a study runs: matrices of workloads, designs, mapspaces, settings and seeds, each place of which is a point with one
// task: search for a mapping, count a mapspace, or say what a workload reuses (Sunstone, Table III). A paper's table or
// figure is such a matrix, whatever the paper. Plain values and pure functions; no thread rule.
#pragma once

#include <array>
#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/arch/architecture.h"
#include "core/base/key_table.h"
#include "core/mapspace/factorization.h"
#include "core/model/semantics.h"
#include "core/search/fabric/tuner.h"
#include "core/search/flash/options.h"
#include "core/search/search.h"
#include "core/workload/workload.h"

namespace lapidary {

enum class StudyTask { search, count, reuse, flash, fabric };
std::span<const KeyEntry<StudyTask>> keyTable(StudyTask);

/// What places of a matrix differ in.
enum class StudyAxis { workload, design, mapspace, setting, seed, tensor };
std::span<const KeyEntry<StudyAxis>> keyTable(StudyAxis);
inline constexpr std::size_t kStudyAxes = 6;

struct StudyWorkload {
    std::string name;
    Workload workload;
    std::int64_t count = 1;  ///< how often it occurs, in sums
};

struct StudyDesign {
    std::string name;
    Architecture architecture;
};

/// A directive in the words of the workload; of P and Q the size counts results.
struct StudyMap {
    std::string dimension;  ///< empty: Cluster(size)
    std::int64_t size = 1;
    bool spatial = false;
};

/// What a setting has FLASH do.
struct StudyFlash {
    flash::Options options;
    std::optional<flash::Candidate> candidate;  ///< that alone is counted; none: search
    std::optional<flash::Space> beside{};       ///< also search this space, to say how far the pick is off
    std::vector<StudyMap> maps{};               ///< these alone are counted, of any workload that the model takes
};

/// How a tile of the fabric model is chosen.
enum class FabricPick { tile, mapper, tuner, range, sparse, random };
std::span<const KeyEntry<FabricPick>> keyTable(FabricPick);

/// What a setting has the fabric model do.
struct StudyFabric {
    FabricPick pick = FabricPick::mapper;
    fabric::Tile tile;                                      ///< of `tile`
    fabric::TuneOptions tuning;                             ///< of `tuner`
    fabric::TileSizes sizes = fabric::TileSizes::dividing;  ///< of `tuner`, `range` and `random`
    fabric::KnobValues knobs;                               ///< the same
    int zeros = 0;                                          ///< of `sparse`: per cent of the weights
};

/// How one column of the matrix searches and counts.
struct StudySetting {
    std::string name;
    SearchOptions search;
    Semantics semantics;
    std::optional<Constraints> constraints;  ///< nullopt = the design's own
    std::optional<StudyFlash> flash{};       ///< of the task flash
    std::optional<StudyFabric> fabric{};     ///< of the task fabric
};

/// One matrix. The last axis changes fastest: workload, design, mapspace, setting, seed, tensor.
struct StudyRuns {
    std::string name;
    StudyTask task = StudyTask::search;
    std::vector<StudyWorkload> workloads;
    std::vector<StudyDesign> designs;  ///< none for reuse, which asks the workload alone
    std::vector<Factorization> mapspaces{Factorization::perfect};
    std::vector<StudySetting> settings;
    std::vector<std::uint64_t> seeds;       ///< empty = each setting's own
    std::optional<std::int64_t> samples{};  ///< of count: also how many are valid, larger spaces by that many samples
};

struct StudySpec {
    std::vector<StudyRuns> runs;
    std::optional<std::uint64_t> seed;  ///< instead of the settings' own; matrices with seeds of their own keep those
};

/// A place of a matrix; numbers index into its lists.
struct StudyPoint {
    std::size_t runs = 0, workload = 0, design = 0, mapspace = 0, setting = 0, seed = 0, tensor = 0;
    std::array<std::string, kStudyAxes> names;  ///< by axis; empty where the task knows no such axis
    std::int64_t count = 1;

    const std::string& name(StudyAxis axis) const { return names[static_cast<std::size_t>(axis)]; }
};

inline constexpr std::size_t kMaxStudyPoints = 10'000;

/// All points, matrix after matrix. Requires a study without problems.
std::vector<StudyPoint> studyPoints(const StudySpec& spec);
/// "kernels / mttkrp-r32-nell2 / sunstone-conventional / pfm / paper"; each point has its own.
std::string keyOf(const StudySpec& spec, const StudyPoint& point);

/// What makes a study impossible, with the key of what is wrong as its place: "runs[0].settings[1].search".
Diagnostics checkStudy(const StudySpec& spec);

}  // namespace lapidary
