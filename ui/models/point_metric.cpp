// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/point_metric.h"

#include <QObject>

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/models/words.h"
#include "ui/session/run.h"

namespace lapidary::ui {

namespace {

/// The middle one, so that a prefix suits most.
double typicalOf(const SweepRun& run, PointMetric metric) {
    std::vector<double> values;
    for (const SweepPointPtr& point : run.points())
        if (point)
            if (const auto value = valueOf(metric, *point)) values.push_back(std::abs(*value));
    if (values.empty()) return 0;
    const auto middle = values.begin() + static_cast<std::ptrdiff_t>(values.size() / 2);
    std::nth_element(values.begin(), middle, values.end());
    return *middle;
}

Scale unitScale(PointMetric metric, double typical) {
    switch (metric) {
    case PointMetric::area: return areaScale(typical);
    case PointMetric::edpJs: return siScale(typical, 1, QStringLiteral("J·s"));
    case PointMetric::edp:
    case PointMetric::edpSum: return edpScale(typical, std::nullopt);
    case PointMetric::energy:
    case PointMetric::energyPerMac: return energyScale(typical);
    case PointMetric::cycles:
    case PointMetric::stalls: return siScale(typical, 1, QStringLiteral("cycles"));
    case PointMetric::time: return siScale(typical, 1, QStringLiteral("s"));
    case PointMetric::utilization: return {100, QStringLiteral("%")};
    case PointMetric::computeInstances:
    case PointMetric::drawn:
    case PointMetric::setting: break;
    }
    return {1, {}};
}

}  // namespace

std::span<const PointMetric> plotMetrics() {
    using enum PointMetric;
    static constexpr std::array kMetrics{area,         edp,         energy,           cycles, time,   edpSum,
                                         energyPerMac, utilization, computeInstances, drawn,  stalls, setting};
    return kMetrics;
}

QString nameOf(PointMetric metric) { return fromView(entryOf(metric).label); }

QString meaningOf(PointMetric metric) { return fromView(entryOf(metric).meaning); }

std::optional<double> PointScale::shown(const SweepPoint& point) const {
    const auto value = valueOf(metric, point);
    return value ? std::optional(*value * scale.factor) : std::nullopt;
}

QString PointScale::text(const SweepPoint& point) const {
    const auto value = valueOf(metric, point);
    if (!value) return QStringLiteral("-");
    return scale.unit.isEmpty() ? scale.text(*value) : scale.withUnit(*value);
}

PointScale scaleOf(const SweepRun& run, PointMetric metric) {
    if (metric == PointMetric::edp && run.spec().base.spec().clockGhz) metric = PointMetric::edpJs;
    PointScale result{metric, unitScale(metric, typicalOf(run, metric)), nameOf(metric)};
    if (metric == PointMetric::setting && !run.spec().axes.empty())
        result.title = QString::fromStdString(run.spec().axes.front().path);
    else if (metric == PointMetric::cycles || metric == PointMetric::stalls) {
        const QString prefix = result.scale.unit.chopped(6);  // of "Mcycles"
        if (!prefix.isEmpty()) result.title += QStringLiteral(", ") + prefix;
    } else if (!result.scale.unit.isEmpty())
        result.title += QStringLiteral(", ") + result.scale.unit;
    return result;
}

QString missingText(const SweepRun& run, PointMetric metric) {
    bool any = false;
    for (const SweepPointPtr& point : run.points()) {
        if (!point) continue;
        any = true;
        if (valueOf(metric, *point)) return {};
    }
    if (!any) return QObject::tr("no point is finished yet");
    if (metric == PointMetric::area) {
        for (const SweepPointPtr& point : run.points())
            if (point && !point->notes.empty())
                return QObject::tr("the design has %1").arg(QString::fromStdString(point->notes.front()));
    }
    if (metric == PointMetric::time) return QObject::tr("the design has no clock");
    for (const SweepPointPtr& point : run.points())
        if (point)
            if (const QString trouble = troubleOf(run, *point); !trouble.isEmpty()) return trouble;
    return QObject::tr("an energy is unknown");
}

Factorization referenceOf(const SweepRun& run) {
    const std::vector<Factorization>& kinds = run.spec().mapspaces;
    const bool perfect = std::find(kinds.begin(), kinds.end(), Factorization::perfect) != kinds.end();
    return perfect ? Factorization::perfect : kinds.front();
}

bool tooFewDraws(const SweepRun& run, std::size_t point) {
    return lapidary::tooFewDraws(run.spec(), run.points(), point);
}

QString tooFewText() { return fromView(kTooFewDraws); }

std::size_t designCount(const SweepRun& run) { return run.points().size() / run.spec().mapspaces.size(); }

}  // namespace lapidary::ui
