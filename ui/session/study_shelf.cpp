// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/study_shelf.h"

#include <QDir>
#include <QFileInfo>
#include <QStandardPaths>

#include <algorithm>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/io/study_results.h"

namespace lapidary::ui {

std::size_t ShelvedStudy::done() const {
    return static_cast<std::size_t>(std::count_if(outcomes.begin(), outcomes.end(),
                                                  [](const StudyOutcomePtr& outcome) { return outcome != nullptr; }));
}

QString ShelvedStudy::name() const {
    if (!study) return QFileInfo(key).fileName();
    return QStringLiteral("%1, %2").arg(QString::fromStdString(study->paper), QString::fromStdString(study->place));
}

QString studyFolder() {
    return QDir(QStandardPaths::writableLocation(QStandardPaths::AppLocalDataLocation)).filePath("studies");
}

StudyShelf::StudyShelf(QString folder, QObject* parent) : QObject(parent), m_folder(std::move(folder)) {}

void StudyShelf::load() {
    if (m_loaded) return;
    m_loaded = true;
    for (const PresetInfo& info : presets("study")) m_all.push_back(read(QString::fromStdString(info.key)));
    emit listChanged();
    if (m_current < 0 && !m_all.empty()) choose(0);
}

ShelvedStudy StudyShelf::read(const QString& keyOrFile) const {
    ShelvedStudy shelved{.key = keyOrFile, .study = nullptr, .problems = {}};
    auto study = loadStudy(keyOrFile.toStdString());
    if (!study) {
        shelved.problems = study.diagnostics();
        return shelved;
    }
    shelved.problems = checkStudy(study->spec);
    if (!hasErrors(shelved.problems)) shelved.points = studyPoints(study->spec).size();
    shelved.study = std::make_shared<const StudyFile>(*std::move(study));
    if (m_folder.isEmpty()) return shelved;
    // A study of one's own that has the name of another must not take its results.
    const QString file = QString::fromStdString(shelved.study->name) + QStringLiteral(".results.json");
    const bool preset = std::ranges::any_of(
        presets("study"), [&](const PresetInfo& info) { return info.key == keyOrFile.toStdString(); });
    shelved.resultsFile = preset ? QDir(m_folder).filePath(file) : QFileInfo(keyOrFile).absoluteDir().filePath(file);
    if (shelved.points > 0) readResults(shelved);
    return shelved;
}

void StudyShelf::readResults(ShelvedStudy& shelved) const {
    const std::string file = shelved.resultsFile.toStdString();
    if (!QFileInfo::exists(shelved.resultsFile)) return;
    const auto refuse = [&](const Diagnostics& why) { shelved.refused = why; };
    const auto text = readTextFile(file);
    if (!text) return refuse(text.diagnostics());
    const auto json = parseJson(*text, file);
    if (!json) return refuse(json.diagnostics());
    auto results = studyResultsFromJson(*json, file, *shelved.study);
    if (!results) return refuse(results.diagnostics());
    if (results->seed) {  // of `study run --seed`: they belong to the study with that seed
        StudyFile seeded = *shelved.study;
        seeded.spec.seed = results->seed;
        shelved.study = std::make_shared<const StudyFile>(std::move(seeded));
    }
    shelved.outcomes = std::move(results->outcomes);
}

const ShelvedStudy* StudyShelf::chosen() const {
    return m_current < 0 ? nullptr : &m_all[static_cast<std::size_t>(m_current)];
}

void StudyShelf::choose(int index) {
    if (index == m_current || index < 0 || index >= static_cast<int>(m_all.size())) return;
    m_current = index;
    emit currentChanged();
}

int StudyShelf::open(const QString& keyOrFile) {
    load();
    const auto found =
        std::ranges::find_if(m_all, [&](const ShelvedStudy& shelved) { return shelved.key == keyOrFile; });
    const int index = static_cast<int>(found - m_all.begin());
    if (found == m_all.end()) {
        m_all.push_back(read(keyOrFile));
        emit listChanged();
    } else if (QFileInfo::exists(keyOrFile)) {  // it may have changed
        *found = read(keyOrFile);
        emit listChanged();
        if (index == m_current) emit currentChanged();
    }
    choose(index);
    return index;
}

void StudyShelf::setOutcomes(int index, StudyOutcomes outcomes) {
    ShelvedStudy& shelved = m_all[static_cast<std::size_t>(index)];
    shelved.outcomes = std::move(outcomes);
    shelved.refused = {};
    emit outcomesChanged(index);
}

}  // namespace lapidary::ui
