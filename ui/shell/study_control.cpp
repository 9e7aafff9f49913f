// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/study_control.h"

#include "core/io/native.h"
#include "core/io/study_results.h"
#include "ui/models/problem_text.h"
#include "ui/session/log.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"

namespace lapidary::ui {

StudyControl::StudyControl(const Actions& actions, BannerArea& banners, const QString& folder, QObject* parent)
    : JobControl("study", actions, banners, parent), m_shelf(folder) {
    attend(m_runner);
    connect(m_actions["runStudy"], &QAction::triggered, this, &StudyControl::runChosen);
    connect(&m_runner, &StudyRunner::updated, this, [this](const StudySnapshot& snapshot) {
        m_live = snapshot;
        emit updated();
    });
    connect(&m_runner, &StudyRunner::outcomesChanged, this,
            [this](const StudyOutcomes& outcomes) { m_shelf.setOutcomes(m_index, outcomes); });
    connect(&m_runner, &StudyRunner::finished, this, &StudyControl::finish);
    connect(&m_shelf, &StudyShelf::currentChanged, this, &StudyControl::refresh);
    connect(&m_shelf, &StudyShelf::outcomesChanged, this, &StudyControl::refresh);
    refresh();
}

void StudyControl::setBusy(const QString& reason) {
    m_busy = reason;
    refresh();
}

QString StudyControl::reason() const {
    const ShelvedStudy* chosen = m_shelf.chosen();
    if (!chosen) return tr("no study is chosen");
    if (hasErrors(chosen->problems)) return tr("it has errors: %1").arg(sentence(chosen->problems));
    if (running()) return tr("a study runs");
    return m_busy;
}

void StudyControl::runChosen() {
    const ShelvedStudy* chosen = m_shelf.chosen();
    if (!chosen || !reason().isEmpty()) return;
    m_banners.withdraw("study");
    if (const std::string file = chosen->resultsFile.toStdString(); !file.empty())
        if (const Diagnostics problems = mayHoldResults(file); hasErrors(problems))
            return tell(tr("The study did not start."), problems);
    m_index = m_shelf.current();
    const bool anew = chosen->whole();
    programLog().add(Severity::note, tr("studies"), tr("%1: started").arg(chosen->name()));
    m_live = {.points = chosen->points, .done = anew ? 0 : chosen->done(), .running = {}, .seconds = 0};
    m_runner.start({.study = chosen->study,
                    .known = anew ? StudyOutcomes{} : chosen->outcomes,
                    .file = chosen->resultsFile,
                    .threads = m_threads});
}

void StudyControl::abandon() {
    if (!m_runner.running()) return;
    m_shelf.setOutcomes(m_index, m_runner.abandonWithOutcomes());
}

void StudyControl::finish(const StudyOutcomes& outcomes, bool stopped, const Diagnostics& problems) {
    m_shelf.setOutcomes(m_index, outcomes);
    const ShelvedStudy& study = m_shelf.all()[static_cast<std::size_t>(m_index)];
    if (hasErrors(problems)) return tell(tr("The study ended early."), problems);
    programLog().add(Severity::note, tr("studies"),
                     tr("%1: %2, %3 of %4 points")
                         .arg(study.name(), stopped ? tr("stopped") : tr("finished"))
                         .arg(study.done())
                         .arg(study.points));
}

QString StudyControl::exported(StudyExport format) const {
    const ShelvedStudy* chosen = m_shelf.chosen();
    if (!chosen || chosen->points == 0) return {};
    return QString::fromStdString(studyExport(*chosen->study, chosen->outcomes, format, m_threads));
}

bool StudyControl::exportTo(const QString& path, StudyExport format) {
    const Diagnostics problems = writeTextFile(path.toStdString(), exported(format).toStdString());
    if (hasErrors(problems)) tell(tr("The study was not exported."), problems);
    return !hasErrors(problems);
}

void StudyControl::refresh() {
    const ShelvedStudy* chosen = m_shelf.chosen();
    QAction* study = m_actions["runStudy"];
    study->setText(!chosen || chosen->done() == 0 ? tr("Run st&udy")
                   : chosen->whole()              ? tr("Run st&udy again")
                                                  : tr("Continue st&udy"));
    const QString against = reason();
    allow(study, against.isEmpty(), against);
    refreshActions(
        {.runs = tr("a study runs"), .idle = tr("no study runs"), .reason = tr("a study runs"), .begin = {}});
}

}  // namespace lapidary::ui
