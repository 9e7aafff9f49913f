// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/run.h"

#include <QObject>

#include <array>

namespace lapidary::ui {

namespace {
QString fromView(std::string_view text) { return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size())); }
}  // namespace

SearchSnapshot snapshotOf(const SearchResult& result) {
    SearchSnapshot snapshot;
    snapshot.state = result.cause == StopCause::byHand ? SearchState::stopped : SearchState::finished;
    snapshot.counters = result.counters;
    snapshot.best = result.best;
    snapshot.top = result.top;
    snapshot.trace = result.trace;
    snapshot.seconds = result.seconds;
    snapshot.rate = result.seconds > 0 ? static_cast<double>(result.counters.drawn) / result.seconds : 0;
    snapshot.progress = 1;
    return snapshot;
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

QString titleOf(const Run& run) {
    return QStringLiteral("%1, %2").arg(fromView(entryOf(run.inputs.search.algorithm).label).toLower(),
                                        shortName(run.inputs.mapspace.factorization));
}

QString workloadTitle(const SessionInputs& inputs) {
    return QString::fromStdString(inputs.workloadKey.empty() ? inputs.workload.name() : inputs.workloadKey);
}

QString designTitle(const SessionInputs& inputs) {
    QString title = QString::fromStdString(inputs.architecture.name());
    for (const Fanout& fanout : inputs.architecture.fanouts())
        title += QStringLiteral(" %1 × %2").arg(fanout.x).arg(fanout.y);
    return title;
}

QString stateText(const Run& run) {
    switch (run.live.state) {
    case SearchState::running: return QObject::tr("running");
    case SearchState::paused: return QObject::tr("paused");
    case SearchState::stopped: return QObject::tr("stopped");
    case SearchState::finished: break;
    }
    if (run.result && !run.result->best) return QObject::tr("none valid");
    return QObject::tr("finished");
}

}  // namespace lapidary::ui
