// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/cloud_data.h"

#include <QObject>

#include <algorithm>

#include "core/explore/pareto.h"

namespace lapidary::ui {

namespace {

CloudMark markOf(const Run& run, const Candidate& candidate, ShownMapping where) {
    return {.at = {candidate.score.energyPj, static_cast<double>(candidate.score.cycles)},
            .edp = candidate.score.edp(),
            .number = run.number,
            .series = seriesOf(run.inputs.mapspace.factorization),
            .where = std::move(where)};
}

/// Fronts of single runs lose points to those of others.
std::vector<CloudMark> jointFront(std::vector<CloudMark> marks) {
    std::vector<XY> points;
    for (const CloudMark& mark : marks) points.push_back({mark.at.x(), mark.at.y()});
    std::vector<CloudMark> front;
    for (const std::size_t index : paretoFront(points))
        if (front.empty() || front.back().at != marks[index].at) front.push_back(std::move(marks[index]));
    return front;
}

}  // namespace

CloudData cloudOf(const std::vector<RunPtr>& all) {
    CloudData data;
    const std::vector<RunPtr> runs = alikeRuns(all);
    std::vector<CloudMark> fronts;
    std::vector<const Cloud*> clouds;
    for (const RunPtr& run : runs) {
        const int index = static_cast<int>(std::find(all.begin(), all.end(), run) - all.begin());
        const auto where = [index](std::size_t rank, bool onFront) {
            return ShownMapping{.run = index, .rank = static_cast<int>(rank), .own = {}, .onFront = onFront};
        };
        const SearchSnapshot& live = run->live;
        data.valid += live.counters.valid;
        if (live.cloud) clouds.push_back(live.cloud.get());
        for (std::size_t i = 0; i < live.front.size(); ++i)
            fronts.push_back(markOf(*run, live.front[i], where(i, true)));
        for (std::size_t i = 0; i < live.top.size(); ++i)
            data.kept.push_back(markOf(*run, live.top[i], where(i, false)));
        if (live.best) data.bests.push_back(markOf(*run, *live.best, where(0, false)));
    }
    std::erase_if(fronts, [](const CloudMark& mark) { return !(mark.at.x() > 0); });  // energy unknown
    data.front = jointFront(std::move(fronts));
    if (data.front.empty()) return data;
    data.cloud = std::make_shared<const Cloud>(sumOf(clouds));
    data.bestEdp = data.front.front().edp;
    for (const CloudMark& mark : data.front) data.bestEdp = std::min(data.bestEdp, mark.edp);
    data.energy = energyScale(data.front.front().at.x());
    data.edp = edpScale(data.bestEdp, runs.back()->inputs.architecture.spec().clockGhz);
    for (auto* marks : {&data.front, &data.bests, &data.kept})
        for (CloudMark& mark : *marks) mark.at.rx() *= data.energy.factor;
    return data;
}

QString markTitle(const CloudMark& mark) {
    const QString place = mark.where.onFront ? QObject::tr("Pareto point %1") : QObject::tr("rank %1");
    return QObject::tr("Run %1, %2").arg(mark.number).arg(place.arg(mark.where.rank + 1));
}

}  // namespace lapidary::ui
