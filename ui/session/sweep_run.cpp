// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/sweep_run.h"

#include <QObject>
#include <QRegularExpression>

#include <algorithm>

#include "core/explore/sweep_point.h"
#include "core/io/sweep_file.h"
#include "core/mapping/validity.h"
#include "ui/session/run.h"

namespace lapidary::ui {

std::size_t SweepRun::pointsDone() const {
    return static_cast<std::size_t>(std::count_if(live.points.begin(), live.points.end(),
                                                  [](const SweepPointPtr& point) { return point != nullptr; }));
}

void SweepRun::countKnown() {
    for (std::size_t i = 0; i < known.size(); ++i) {
        if (!known[i] || !known[i]->failure.empty()) continue;
        live.done[i] = live.layers;
        live.tasksDone += live.layers;
        live.tasks += live.layers;
    }
}

SweepRunPtr sweepRunOf(const SessionSweep& kept) {
    auto run = std::make_shared<SweepRun>();
    run->file = kept.file;
    run->layers = uniqueLayers(kept.file.spec);
    run->threads = kept.threads;
    SweepSnapshot& live = run->live;
    live.points = kept.points;
    live.layers = run->layers.size();
    live.seconds = kept.seconds;
    live.done.resize(kept.points.size());
    for (std::size_t i = 0; i < kept.points.size(); ++i) {
        if (kept.points[i] && !kept.points[i]->failure.empty()) continue;
        live.tasks += live.layers;
        if (!kept.points[i]) continue;
        live.done[i] = live.layers;
        live.tasksDone += live.layers;
    }
    live.state = kept.stopped || live.tasksDone < live.tasks ? SearchState::stopped : SearchState::finished;
    return run;
}

SweepPoints settledPoints(const SweepPoints& points) {
    SweepPoints settled(points.size());
    for (std::size_t i = 0; i < points.size(); ++i)
        if (points[i] && isSettled(*points[i])) settled[i] = points[i];
    return settled;
}

bool sameSweep(const SweepFile& a, const SweepFile& b) {
    SweepFile left = a, right = b;
    for (SweepFile* file : {&left, &right}) {  // where a part came from makes no difference
        file->name.clear(), file->title.clear(), file->source.clear();
        file->architectureKey.clear(), file->networkKey.clear(), file->workloadKey.clear();
        file->name = "sweep";
    }
    return toJson(left) == toJson(right);
}

std::optional<PointMapping> mappingOf(const SweepRun& run, int point, int layer) {
    if (point < 0 || static_cast<std::size_t>(point) >= run.points().size()) return std::nullopt;
    const SweepPointPtr& at = run.points()[static_cast<std::size_t>(point)];
    if (!at || layer < 0 || static_cast<std::size_t>(layer) >= at->layers.size()) return std::nullopt;
    const LayerOutcome& outcome = at->layers[static_cast<std::size_t>(layer)];
    if (!outcome.best) return std::nullopt;
    auto mapspace = Mapspace::make(outcome.target, lapidary::mapspaceOf(run.spec(), *at));
    auto evaluator = Evaluator::make(outcome.target, run.spec().semantics);
    if (!mapspace || !evaluator) return std::nullopt;
    PointMapping result;
    result.inputs.workload = outcome.target->workload;
    result.inputs.architecture = outcome.target->architecture;
    result.inputs.mapspace = lapidary::mapspaceOf(run.spec(), *at);
    result.inputs.search = run.spec().search;
    result.setup =
        std::make_shared<Setup>(Setup{outcome.target, std::move(mapspace).value(), std::move(evaluator).value()});
    result.mapping = outcome.best->mapping;
    result.origin = pointText(run, static_cast<std::size_t>(point));
    if (run.layers.size() > 1)
        result.origin += QStringLiteral(", ") + QString::fromStdString(outcome.target->workload.name());
    return result;
}

QString valueText(const std::string& value) {
    static const QRegularExpression size(QStringLiteral("^(\\d+)x(\\d+)$"));
    return QString::fromStdString(value).replace(size, QStringLiteral("\\1 × \\2"));
}

QString axisTitle(const std::string& path) {
    QString title = QString::fromStdString(path);
    if (title.startsWith(u"bounds.")) return title.mid(7);
    if (title.endsWith(u".fanout")) return QObject::tr("%1 array").arg(title.chopped(7));
    return title.replace(u'.', u' ').replace(u'_', u' ');
}

QString designText(const SweepRun& run, std::size_t point) {
    const SweepSpec& spec = run.spec();
    std::size_t index = point / spec.mapspaces.size();
    QStringList parts;
    for (std::size_t axis = spec.axes.size(); axis-- > 0;) {
        const std::vector<std::string>& values = spec.axes[axis].values;
        parts.prepend(valueText(values[index % values.size()]));
        index /= values.size();
    }
    return parts.isEmpty() ? QObject::tr("base design") : parts.join(QStringLiteral(", "));
}

Factorization mapspaceOf(const SweepRun& run, std::size_t point) {
    return run.spec().mapspaces[point % run.spec().mapspaces.size()];
}

QString pointText(const SweepRun& run, std::size_t point) {
    return QStringLiteral("%1, %2").arg(designText(run, point), shortName(mapspaceOf(run, point)));
}

QString titleOf(const SweepFile& file) {
    if (!file.name.empty()) return QString::fromStdString(file.name);
    QStringList parts;
    for (const SweepAxis& axis : file.spec.axes) parts << axisTitle(axis.path);
    return parts.isEmpty() ? QObject::tr("base design") : parts.join(QStringLiteral(", "));
}

QString stateText(const SweepRun& run) {
    switch (run.live.state) {
    case SearchState::running: return QObject::tr("running");
    case SearchState::paused: return QObject::tr("paused");
    case SearchState::stopped: return QObject::tr("stopped");
    case SearchState::finished: break;
    }
    return QObject::tr("finished");
}

QString troubleOf(const SweepRun& run, const SweepPoint& point) {
    const auto first = [](const Diagnostics& why) { return QString::fromStdString(why.front().message); };
    if (!point.failure.empty()) return QObject::tr("refused: %1").arg(first(point.failure));
    for (std::size_t i = 0; i < point.layers.size(); ++i) {
        const LayerOutcome& outcome = point.layers[i];
        if (outcome.best) continue;
        QString why = QObject::tr("not searched");
        if (!outcome.failure.empty())
            why = first(outcome.failure);
        else if (outcome.target && !outcome.counters.invalid.empty())
            why = QObject::tr("no valid mapping: %1")
                      .arg(QString::fromStdString(
                          reasonTitle(outcome.counters.invalid.front().example, *outcome.target)));
        return run.layers.size() == 1
                   ? why
                   : QStringLiteral("%1: %2").arg(QString::fromStdString(run.layers[i].workload.name()), why);
    }
    return {};
}

}  // namespace lapidary::ui
