// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/sweep_control.h"

#include <QFileInfo>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"

namespace lapidary::ui {

SweepControl::SweepControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent)
    : JobControl("sweep", actions, banners, parent), m_document(document) {
    attend(m_runner);
    connect(&m_runner, &SweepRunner::updated, &document, &Document::updateSweep);
    connect(&m_runner, &SweepRunner::finished, this, &SweepControl::finish);
    connect(&document, &Document::sweepPlanChanged, this, &SweepControl::refresh);
    connect(&document, &Document::sweepChanged, this, &SweepControl::refresh);
}

void SweepControl::begin() {
    if (!m_document.sweepProblems().empty()) return;
    m_banners.withdraw("sweep");
    const SweepRunPtr run = m_document.beginSweep(m_threads);
    m_runner.start(run->spec(), run->known);
}

void SweepControl::abandon() {
    if (!m_runner.running()) return;
    m_runner.abandon();
    m_document.abandonSweep();
}

void SweepControl::finish(const Result<SweepResult>& result) {
    if (result) return m_document.finishSweep(*result);
    m_document.abandonSweep();
    tell(tr("The sweep did not start."), result.diagnostics());
}

bool SweepControl::open(const QString& keyOrFile) {
    auto sweep = loadSweep(keyOrFile.toStdString());
    if (!sweep) {
        tell(tr("%1 is not readable.").arg(QFileInfo(keyOrFile).fileName()), sweep.diagnostics());
        return false;
    }
    m_banners.withdraw("sweep");
    const QString name =
        sweep->name.empty() ? QFileInfo(keyOrFile).completeBaseName() : QString::fromStdString(sweep->name);
    m_document.openSweep(std::move(sweep).value(), tr("Sweep %1").arg(name));
    return true;
}

bool SweepControl::saveTo(const QString& path) {
    SweepFile file = m_document.sweepAsked();
    if (file.name.empty()) file.name = QFileInfo(path).completeBaseName().toStdString();
    const Diagnostics problems = writeTextFile(path.toStdString(), toJson(file).dump() + "\n");
    if (hasErrors(problems)) tell(tr("The sweep was not saved."), problems);
    return !hasErrors(problems);
}

QString SweepControl::reason() const {
    const auto& problems = m_document.sweepProblems();
    if (running() || problems.empty()) return {};
    const QString first = QString::fromStdString(problems.front().diagnostic.message);
    return problems.size() == 1 ? tr("fix 1 error to run: %1").arg(first)
                                : tr("fix %1 errors to run: %2").arg(problems.size()).arg(first);
}

void SweepControl::refresh() {
    emit reasonChanged();
    refreshActions({.runs = tr("a sweep runs"),
                    .idle = tr("no sweep runs"),
                    .reason = reason(),
                    .begin = m_document.knownPoints().empty() ? QString() : tr("&Continue")});
}

}  // namespace lapidary::ui
