// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/run.h"

#include <QObject>

#include <algorithm>
#include <array>

#include "ui/models/scale.h"
#include "ui/models/words.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kMostDifferences = 3;

QString lookUpSetting(const std::vector<std::pair<std::string, std::string>>& list, const std::string& path) {
    for (const auto& [name, value] : list)
        if (name == path) return QString::fromStdString(value);
    return QObject::tr("none");
}

/// "GLB.capacity 128 KiB, now 16 KiB" for each setting that differs, the first few.
QStringList settingDifferences(const Architecture& design, const Architecture& desk) {
    const auto mine = settings(design), now = settings(desk);
    QStringList all;
    for (const auto& [path, value] : mine) {
        const QString present = lookUpSetting(now, path);
        const QString before = QString::fromStdString(value);
        if (present != before) all << QObject::tr("%1 %2, now %3").arg(QString::fromStdString(path), before, present);
    }
    const auto more = all.size() - static_cast<qsizetype>(kMostDifferences);
    if (more > 0) all = all.mid(0, static_cast<qsizetype>(kMostDifferences)) << QObject::tr("and %1 more").arg(more);
    return all;
}

}  // namespace

QString differenceOf(const SessionInputs& inputs, const SessionInputs& desk) {
    if (inputs.workload != desk.workload) return QObject::tr("other workload");
    return inputs.architecture != desk.architecture ? QObject::tr("other design") : QString();
}

QString differenceDetail(const SessionInputs& inputs, const SessionInputs& desk) {
    QStringList parts;
    if (inputs.workload != desk.workload)
        parts << QObject::tr("%1, now %2").arg(workloadTitle(inputs), workloadTitle(desk));
    if (inputs.architecture == desk.architecture) return parts.join(QStringLiteral("; "));
    if (inputs.architecture.name() != desk.architecture.name())
        parts << QObject::tr("%1, now %2").arg(designTitle(inputs), designTitle(desk));
    else
        parts << settingDifferences(inputs.architecture, desk.architecture);
    return parts.isEmpty() ? QObject::tr("its constraints, or parts of it") : parts.join(QStringLiteral("; "));
}

SearchSnapshot snapshotOf(const SearchResult& result) {
    SearchSnapshot snapshot;
    const bool cut = result.cause == StopCause::byHand || result.cause == StopCause::none;
    snapshot.state = cut ? SearchState::stopped : SearchState::finished;
    snapshot.counters = result.counters;
    snapshot.best = result.best;
    snapshot.top = result.top;
    snapshot.front = result.front;
    snapshot.trace = result.trace;
    snapshot.cloud = result.cloud;
    snapshot.seconds = result.seconds;
    snapshot.rate = result.seconds > 0 ? static_cast<double>(result.counters.drawn) / result.seconds : 0;
    snapshot.progress = 1;
    return snapshot;
}

SearchResult resultSoFar(const Run& run) {
    SearchResult result;
    result.cause = StopCause::byHand;
    result.best = run.live.best;
    result.top = run.live.top;
    result.front = run.live.front;
    result.counters = run.live.counters;
    result.trace = run.live.trace;
    result.cloud = run.live.cloud;
    result.spaceSize = run.setup->mapspace.size();
    result.seconds = run.live.seconds;
    result.threads = run.inputs.search.threads;
    return result;
}

RunState stateOf(const Run& run) {
    if (run.queued()) return RunState::queued;
    switch (run.live.state) {
    case SearchState::running: return RunState::running;
    case SearchState::paused: return RunState::paused;
    case SearchState::stopped: return RunState::stopped;
    case SearchState::finished: break;
    }
    return RunState::finished;
}

RunPtr anchorOf(const std::vector<RunPtr>& runs) {
    RunPtr anchor;
    for (const RunPtr& run : runs)
        if (!run->hidden && run->started && (!anchor || run->other.isEmpty() || !anchor->other.isEmpty())) anchor = run;
    return anchor;
}

std::vector<RunPtr> comparableRuns(const std::vector<RunPtr>& runs) {
    std::vector<RunPtr> kept;
    const RunPtr anchor = anchorOf(runs);
    for (const RunPtr& run : runs)
        if (!run->hidden && run->started && run->inputs.workload == anchor->inputs.workload) kept.push_back(run);
    return kept;
}

std::vector<RunPtr> alikeRuns(const std::vector<RunPtr>& runs) {
    std::vector<RunPtr> kept = comparableRuns(runs);
    if (const RunPtr anchor = anchorOf(runs))
        std::erase_if(kept,
                      [&anchor](const RunPtr& run) { return run->inputs.architecture != anchor->inputs.architecture; });
    return kept;
}

QString leftOutText(const std::vector<RunPtr>& runs) {
    const auto left = comparableRuns(runs).size() - alikeRuns(runs).size();
    return left == 0   ? QString()
           : left == 1 ? QObject::tr("1 run of another design left out")
                       : QObject::tr("%1 runs of other designs left out").arg(left);
}

std::optional<ShownMapping> bestShown(const std::vector<RunPtr>& runs) {
    RunPtr best;
    double least = 0;
    const RunPtr anchor = anchorOf(runs);
    for (const RunPtr& run : alikeRuns(runs)) {
        if (!run->live.best) continue;
        const double value = valueOf(anchor->inputs.search.objective.metrics.front(), run->live.best->score);
        if (best && least <= value) continue;
        best = run;
        least = value;
    }
    if (!best) return std::nullopt;
    const auto index = std::find(runs.begin(), runs.end(), best) - runs.begin();
    return ShownMapping{.run = static_cast<int>(index), .rank = 0, .own = {}};
}

std::span<const Factorization> mapspaceKinds() {
    static constexpr std::array kKinds{Factorization::perfect, Factorization::padded, Factorization::rubyS,
                                       Factorization::rubyT, Factorization::ruby};
    return kKinds;
}

QString shortName(Factorization factorization) {
    return factorization == Factorization::perfect ? QStringLiteral("PFM") : fromView(entryOf(factorization).label);
}

bool containsPerfect(Factorization factorization) { return factorization != Factorization::perfect; }

int seriesOf(Factorization factorization) {
    switch (factorization) {
    case Factorization::perfect: return 0;
    case Factorization::padded: return 1;
    case Factorization::rubyS: return 2;
    case Factorization::rubyT: return 3;
    case Factorization::ruby: break;
    }
    return 4;
}

QString algorithmName(const Run& run) { return fromView(entryOf(run.inputs.search.algorithm).label).toLower(); }

QString titleOf(const Run& run) {
    if (!run.name.isEmpty()) return run.name;
    return QStringLiteral("%1, %2").arg(algorithmName(run), shortName(run.inputs.mapspace.factorization));
}

QString workloadTitle(const SessionInputs& inputs) {
    return QString::fromStdString(inputs.workloadKey.empty() ? inputs.workload.name() : inputs.workloadKey);
}

QString designTitle(const SessionInputs& inputs) {
    QString title = QString::fromStdString(inputs.architecture.name());
    for (const Fanout& fanout : inputs.architecture.fanouts())
        title += QStringLiteral(", %1 × %2").arg(fanout.x).arg(fanout.y);
    return title;
}

QString stateText(const Run& run) {
    if (run.started && run.result && run.result->cause == StopCause::none) return QObject::tr("interrupted");
    switch (stateOf(run)) {
    case RunState::queued: return QObject::tr("queued");
    case RunState::running: return QObject::tr("running");
    case RunState::paused: return QObject::tr("paused");
    case RunState::stopped: return QObject::tr("stopped");
    case RunState::finished: break;
    }
    if (run.started && run.result && !run.result->best) return QObject::tr("none valid");
    return QObject::tr("finished");
}

QString etaText(const Run& run) {
    const SearchSnapshot& live = run.live;
    if (!run.ongoing() || stateOf(run) != RunState::running || live.progress <= 0.005) return {};
    const SearchOptions& options = run.inputs.search;
    const double left = live.seconds * (1 / live.progress - 1);
    const double byCount = options.maxEvaluations
                               ? static_cast<double>(live.counters.drawn) / static_cast<double>(*options.maxEvaluations)
                               : 0;
    const double byTime = options.maxSeconds ? live.seconds / *options.maxSeconds : 0;
    return byCount >= byTime
               ? QObject::tr("ETA %1 to %2 drawn")
                     .arg(clockText(left), shortCount(static_cast<double>(options.maxEvaluations.value_or(0))))
               : QObject::tr("ETA %1 to the time limit").arg(clockText(left));
}

}  // namespace lapidary::ui
