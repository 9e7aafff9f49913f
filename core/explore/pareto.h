// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What points of a sweep are judged by: the metrics, exact Pareto fronts of any two of them, how much a mapspace improves
// on another at the same design (Ruby, Fig. 14), and whether its search drew enough to say so. Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"
#include "core/explore/sweep.h"

namespace lapidary {

enum class PointMetric {
    area,
    edp,
    edpJs,
    edpSum,
    energy,
    cycles,
    time,
    energyPerMac,
    utilization,
    computeInstances,
    drawn,
    stalls,
    setting
};
std::span<const KeyEntry<PointMetric>> keyTable(PointMetric);
/// Of valueOf: "um^2", "pJ*cycles", "J*s" ...; empty for counts and shares.
std::string_view unitOf(PointMetric metric);
bool moreIsBetter(PointMetric metric);
/// nullopt if the point has none: unknown, refused or not finished (null).
std::optional<double> valueOf(PointMetric metric, const SweepPoint& point);

struct XY {
    double x = 0, y = 0;
    bool operator==(const XY&) const = default;
};

/// Numbers of the points that no other dominates, where less is better in both: dominated = another is no worse in both
/// and better in one. Equal points don't dominate each other: all of them are on the front or none. Sorted by x, then
/// by number.
std::vector<std::size_t> paretoFront(std::span<const XY> points);

/// The same for points of a sweep, whichever way a metric is better; points without a value in either are left out.
/// `only` = the points of one mapspace, judged among themselves.
std::vector<std::size_t> paretoFront(const SweepPoints& points, PointMetric x, PointMetric y,
                                     std::optional<Factorization> only = std::nullopt);

/// Per point, by how much it is better than the reference mapspace on the same design, as a share: 1 - value / reference
/// (Ruby, Fig. 14; negative = worse; for a metric of which more is better value / reference - 1). nullopt where one of
/// the two has no value.
std::vector<std::optional<double>> improvements(const SweepPoints& points, PointMetric metric,
                                                Factorization reference = Factorization::perfect);
/// Mean of the improvements of one mapspace's points; nullopt if there is none.
std::optional<double> meanImprovement(const SweepPoints& points, PointMetric metric, Factorization of,
                                      Factorization reference = Factorization::perfect);

/// Whether the best found in a mapspace that contains PFM's is worse than PFM's best: then its search drew too few.
bool tooFewDraws(Factorization mapspace, double best, double perfect);
/// The same for a point of a sweep: whether it holds for a layer, by the first metric of the objective. False where
/// PFM's point of the same design is unknown.
bool tooFewDraws(const SweepSpec& spec, const SweepPoints& points, std::size_t point);
/// What is said of it, wherever it is.
inline constexpr std::string_view kTooFewDraws = "contains PFM: too few draws";

}  // namespace lapidary
