// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/pareto_data.h"

#include <QObject>

#include <algorithm>

#include "core/base/units.h"
#include "ui/session/run.h"

namespace lapidary::ui {

namespace {

ParetoData::Series seriesFor(const SweepRun& run, const ParetoData& data, Factorization kind) {
    ParetoData::Series series;
    series.look = seriesOf(kind);
    series.name = shortName(kind);
    for (const SweepPointPtr& point : run.points()) {
        if (!point || point->factorization != kind) continue;
        const auto x = data.x.shown(*point);
        const auto y = data.y.shown(*point);
        const bool drawable = x && y && (!data.log || (*x > 0 && *y > 0));
        if (drawable) series.points.push_back({static_cast<int>(point->index), *x, *y, false, false});
    }
    for (const std::size_t number : paretoFront(run.points(), data.x.metric, data.y.metric, kind))
        for (ParetoData::Point& point : series.points)
            if (point.point == static_cast<int>(number)) {
                point.own = true;
                series.front.push_back({point.x, point.y});
            }
    std::sort(series.front.begin(), series.front.end(),
              [](const XY& a, const XY& b) { return a.x != b.x ? a.x < b.x : a.y > b.y; });
    return series;
}

/// Marks what no other point of any series dominates.
void markFront(const SweepRun& run, ParetoData& data) {
    for (const std::size_t number : paretoFront(run.points(), data.x.metric, data.y.metric))
        for (ParetoData::Series& series : data.series)
            for (ParetoData::Point& point : series.points)
                if (point.point == static_cast<int>(number)) point.front = true;
}

bool isEdp(PointMetric metric) { return metric == PointMetric::edp || metric == PointMetric::edpJs; }
bool isDelay(PointMetric metric) { return metric == PointMetric::cycles || metric == PointMetric::time; }

/// The reference mapspace's point of the least EDP.
const ParetoData::Point* bestReference(const SweepRun& run, const ParetoData& data) {
    const PointScale edp = scaleOf(run, PointMetric::edp);
    const QString name = shortName(referenceOf(run));
    const ParetoData::Point* best = nullptr;
    double least = 0;
    for (const ParetoData::Series& series : data.series) {
        if (series.name != name) continue;
        for (const ParetoData::Point& point : series.points) {
            const auto value = edp.shown(*run.points()[static_cast<std::size_t>(point.point)]);
            if (value && (!best || *value < least)) {
                best = &point;
                least = *value;
            }
        }
    }
    return best;
}

void addIsos(const SweepRun& run, ParetoData& data) {
    using Kind = ParetoData::Iso::Kind;
    const ParetoData::Point* best = bestReference(run, data);
    if (!best) return;
    const QString label = QObject::tr("iso-EDP: %1 on %2")
                              .arg(shortName(referenceOf(run)), designText(run, static_cast<std::size_t>(best->point)));
    const bool product = (data.x.metric == PointMetric::energy && isDelay(data.y.metric)) ||
                         (data.y.metric == PointMetric::energy && isDelay(data.x.metric));
    if (product) data.isos.push_back({Kind::product, best->x * best->y, label});
    if (isEdp(data.y.metric)) {
        data.isos.push_back({Kind::horizontal, best->y, label});
        data.isos.push_back({Kind::horizontal, best->y / 2, QObject::tr("half of it")});
    } else if (isEdp(data.x.metric)) {
        data.isos.push_back({Kind::vertical, best->x, label});
    }
}

}  // namespace

bool ParetoData::empty() const {
    return std::all_of(series.begin(), series.end(), [](const Series& one) { return one.points.empty(); });
}

const ParetoData::Point* ParetoData::find(int point) const {
    for (const Series& one : series)
        for (const Point& candidate : one.points)
            if (candidate.point == point) return &candidate;
    return nullptr;
}

const ParetoData::Series* ParetoData::seriesOf(int point) const {
    for (const Series& one : series)
        for (const Point& candidate : one.points)
            if (candidate.point == point) return &one;
    return nullptr;
}

ParetoData paretoDataOf(const SweepRun& run, PointMetric x, PointMetric y, bool log) {
    ParetoData data;
    data.x = scaleOf(run, x);
    data.y = scaleOf(run, y);
    data.log = log;
    for (const Factorization kind : run.spec().mapspaces) data.series.push_back(seriesFor(run, data, kind));
    if (data.empty()) {
        const QString ofX = missingText(run, data.x.metric);
        const QString ofY = missingText(run, data.y.metric);
        data.missing = !ofX.isEmpty() ? ofX : !ofY.isEmpty() ? ofY : QObject::tr("no value is above zero");
        return data;
    }
    markFront(run, data);
    addIsos(run, data);
    return data;
}

QStringList cardLines(const SweepRun& run, const ParetoData& data, int point) {
    const SweepPointPtr& at = run.points()[static_cast<std::size_t>(point)];
    if (!at) return {};
    QStringList figures;
    for (const PointScale* scale : {&data.x, &data.y})
        figures << (scale->scale.unit.isEmpty() ? QStringLiteral("%1 %2").arg(scale->text(*at), nameOf(scale->metric))
                                                : scale->text(*at));
    const bool usedShown = data.x.metric == PointMetric::utilization || data.y.metric == PointMetric::utilization;
    if (at->utilization && !usedShown) figures << QObject::tr("PEs %1").arg(percentText(*at->utilization));
    QStringList more;
    const Factorization reference = referenceOf(run);
    const auto share = improvements(run.points(), PointMetric::edp, reference)[static_cast<std::size_t>(point)];
    if (share && at->factorization != reference)
        more << (*share >= 0 ? QObject::tr("EDP %1 below %2") : QObject::tr("EDP %1 above %2"))
                    .arg(percentText(std::abs(*share)), shortName(reference));
    if (tooFewDraws(run, static_cast<std::size_t>(point))) more << tooFewText();
    const auto mappings = at->layers.size();
    more << (mappings == 1 ? QObject::tr("1 mapping") : QObject::tr("%1 mappings").arg(mappings));
    return {pointText(run, static_cast<std::size_t>(point)), figures.join(QStringLiteral(", ")),
            more.join(QStringLiteral("; "))};
}

QString paretoText(const SweepRun& run, const ParetoData& data) {
    QString text = QStringLiteral("design,mapspace,\"%1\",\"%2\",pareto\n").arg(data.x.title, data.y.title);
    for (const ParetoData::Series& series : data.series)
        for (const ParetoData::Point& point : series.points)
            text += QStringLiteral("\"%1\",%2,%3,%4,%5\n")
                        .arg(designText(run, static_cast<std::size_t>(point.point)), series.name,
                             QString::fromStdString(formatExact(point.x)), QString::fromStdString(formatExact(point.y)),
                             point.front ? QStringLiteral("front")
                             : point.own ? QStringLiteral("own front")
                                         : QStringLiteral("dominated"));
    return text;
}

}  // namespace lapidary::ui
