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

/// "GLB.capacity 128 KiB, now 16 KiB" for each setting that differs, the first few.
QStringList differencesTold(const Architecture& design, const Architecture& desk) {
    QStringList all;
    for (const auto& [path, value, other] : settingDifferences(design, desk))
        all << QObject::tr("%1 %2, now %3")
                   .arg(QString::fromStdString(path), QString::fromStdString(value),
                        other ? QString::fromStdString(*other) : QObject::tr("none"));
    const auto more = all.size() - static_cast<qsizetype>(kMostDifferences);
    if (more > 0) all = all.mid(0, static_cast<qsizetype>(kMostDifferences)) << QObject::tr("and %1 more").arg(more);
    return all;
}

/// Ended before its own rules ended it.
bool cutShort(const Run& run) { return run.finished() && stateOf(run) == RunState::stopped; }

/// The newest run of the mapspace: with the budget and finished, else with the budget, else finished, else any.
RunPtr newestOf(const std::vector<RunPtr>& runs, Factorization kind, const Run& budget) {
    RunPtr chosen;
    int least = 4;
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        if ((*run)->inputs.mapspace.factorization != kind) continue;
        const int rank = (sameBudget(**run, budget) ? 0 : 2) + ((*run)->finished() ? 0 : 1);
        if (rank >= least) continue;
        least = rank;
        chosen = *run;
    }
    return chosen;
}

/// The newest finished run whose budget another mapspace had, too, else the newest. Requires one.
const Run& budgetOf(const std::vector<RunPtr>& runs) {
    for (auto run = runs.rbegin(); run != runs.rend(); ++run) {
        const bool shared = std::any_of(runs.begin(), runs.end(), [&run](const RunPtr& other) {
            return other->finished() && other->inputs.mapspace.factorization != (*run)->inputs.mapspace.factorization &&
                   sameBudget(*other, **run);
        });
        if ((*run)->finished() && shared) return **run;
    }
    return *runs.back();
}

}  // namespace

QString differenceOf(const SessionInputs& inputs, const SessionInputs& desk) {
    if (inputs.workload != desk.workload) return QObject::tr("other workload");
    if (inputs.architecture != desk.architecture) return QObject::tr("other design");
    if (modelOf(inputs) != modelOf(desk)) return QObject::tr("other model");
    return inputs.semantics != desk.semantics ? QObject::tr("other rules") : QString();
}

QString differenceDetail(const SessionInputs& inputs, const SessionInputs& desk) {
    QStringList parts;
    if (modelOf(inputs) != modelOf(desk))
        parts << QObject::tr("counted by the %1, now by the %2")
                     .arg(modelTitle(modelOf(inputs)), modelTitle(modelOf(desk)));
    if (inputs.semantics != desk.semantics)
        parts << QObject::tr("counted with %1, now with %2")
                     .arg(QString::fromStdString(toText(inputs.semantics)),
                          QString::fromStdString(toText(desk.semantics)));
    if (inputs.workload != desk.workload)
        parts << QObject::tr("%1, now %2").arg(workloadTitle(inputs), workloadTitle(desk));
    if (inputs.architecture == desk.architecture) return parts.join(QStringLiteral("; "));
    if (inputs.architecture.name() != desk.architecture.name())
        parts << QObject::tr("%1, now %2").arg(designTitle(inputs), designTitle(desk));
    else
        parts << differencesTold(inputs.architecture, desk.architecture);
    return parts.isEmpty() ? QObject::tr("its constraints, or parts of it") : parts.join(QStringLiteral("; "));
}

QString differenceDetail(const Run& run) { return run.desk ? differenceDetail(run.inputs, *run.desk) : QString(); }

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
    snapshot.sunstone = result.sunstone;
    snapshot.certificate = result.certificate;
    snapshot.bound = result.bound;
    snapshot.gap = result.gap;
    snapshot.seconds = result.seconds;
    snapshot.rate = result.seconds > 0 ? static_cast<double>(result.counters.drawn) / result.seconds : 0;
    snapshot.progress = 1;
    return snapshot;
}

bool isProven(const Run& run) { return run.result && run.result->proven; }

void noteBound(Run& run) {
    constexpr std::size_t kMostSteps = 2'000;
    if (!run.live.bound || run.boundSteps.size() >= kMostSteps) return;
    if (!run.boundSteps.empty() && run.boundSteps.back().bound == *run.live.bound) return;
    run.boundSteps.push_back({run.live.counters.drawn, run.live.seconds, *run.live.bound});
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
    result.sunstone = run.live.sunstone;
    result.certificate = run.live.certificate;
    result.bound = run.live.bound;
    result.gap = run.live.gap;
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
        if (!run->hidden && run->started && run->workloadId == anchor->workloadId) kept.push_back(run);
    return kept;
}

std::vector<RunPtr> alikeRuns(const std::vector<RunPtr>& runs) {
    std::vector<RunPtr> kept = comparableRuns(runs);
    if (const RunPtr anchor = anchorOf(runs))
        std::erase_if(kept, [&anchor](const RunPtr& run) { return run->designId != anchor->designId; });
    return kept;
}

QString leftOutText(const std::vector<RunPtr>& runs) {
    const auto left = comparableRuns(runs).size() - alikeRuns(runs).size();
    return left == 0   ? QString()
           : left == 1 ? QObject::tr("1 run of another design or other rules left out")
                       : QObject::tr("%1 runs of other designs or rules left out").arg(left);
}

bool sameBudget(const Run& a, const Run& b) {
    if (a.finished() && b.finished()) {
        if (a.live.counters.drawn == b.live.counters.drawn) return true;
        if (a.result->cause == StopCause::exhausted && b.result->cause == StopCause::exhausted) return true;
    }
    const SearchOptions &x = a.inputs.search, &y = b.inputs.search;
    return !cutShort(a) && !cutShort(b) && x.maxEvaluations == y.maxEvaluations && x.maxSeconds == y.maxSeconds &&
           x.victory == y.victory && x.gap == y.gap;
}

std::vector<RunPtr> runsByMapspace(const std::vector<RunPtr>& all) {
    std::vector<RunPtr> chosen(mapspaceKinds().size());
    std::vector<RunPtr> runs = alikeRuns(all);
    if (runs.empty()) return chosen;
    const RunPtr anchor = anchorOf(all);
    std::erase_if(runs, [&anchor](const RunPtr& run) {
        return run->inputs.search.objective != anchor->inputs.search.objective || !run->live.best;
    });
    if (runs.empty()) return chosen;
    const Run& budget = budgetOf(runs);
    for (std::size_t i = 0; i < chosen.size(); ++i) chosen[i] = newestOf(runs, mapspaceKinds()[i], budget);
    return chosen;
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
    if (!inputs.workloadKey.empty()) return QString::fromStdString(inputs.workloadKey);
    return QString::fromStdString(inputs.workload.name().empty() ? inputs.workload.einsum() : inputs.workload.name());
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
    return isProven(run) ? QObject::tr("proven") : QObject::tr("finished");
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
