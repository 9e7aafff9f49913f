// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/import_control.h"

#include <QFileDialog>
#include <QFileInfo>

#include <algorithm>

#include "core/io/sweep_plan.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/shell/file_control.h"

namespace lapidary::ui {

namespace {

bool sameLayers(const Network& a, const Network& b) {
    return a.key == b.key && std::ranges::equal(a.layers, b.layers, [](const Layer& x, const Layer& y) {
               return x.count == y.count && x.workload == y.workload;
           });
}

}  // namespace

ImportControl::ImportControl(Document& document, const Actions& actions, FileControl& files, QObject* parent)
    : QObject(parent), m_document(document), m_actions(actions), m_files(files) {
    connect(&m_reader, &BackgroundTask::progressed, this, &ImportControl::progressed);
    connect(&m_files, &FileControl::modelWanted, this, [this](const QString& path) { open(path); });
    connect(actions["importModel"], &QAction::triggered, this, &ImportControl::openWithDialog);
    connect(actions["useNetwork"], &QAction::triggered, this, &ImportControl::useAsNetwork);
    connect(actions["queueLayers"], &QAction::triggered, this, &ImportControl::queueLayers);
    connect(&document, &Document::inputsChanged, this, [this] {
        refresh();
        emit takenChanged();
    });
    connect(&m_values, &ValuesRunner::updated, this, [this](const ValuesPtr& soFar) {
        m_answer = soFar;
        emit valuesChanged();
    });
    connect(&m_values, &ValuesRunner::finished, this, [this](const Result<ValuesPtr>& result) {
        if (result)
            m_answer = *result;
        else
            m_valuesProblems = result.diagnostics();
        emit valuesChanged();
    });
    connect(&m_values, &ValuesRunner::stateChanged, this, [this] {
        refresh();
        emit valuesChanged();
    });
    refresh();
}

void ImportControl::openWithDialog() {
    const QString path = QFileDialog::getOpenFileName(qobject_cast<QWidget*>(parent()), tr("Import model"), {},
                                                      tr("ONNX models (*.onnx);;All files (*)"));
    if (!path.isEmpty()) open(path);
}

void ImportControl::open(const QString& path, const Extents& extents) {
    if (path != m_path) {
        m_values.abandon();
        m_imported = nullptr;
        m_answer = nullptr;
        m_asked.reset();
        m_taken.clear();
        m_valuesProblems.clear();
    }
    m_path = path;
    m_notes.clear();
    m_reader.start([this, path, extents](Job& job) -> std::function<void()> {
        auto model = loadOnnxModel(path.toStdString(), {false, extents}, &job);
        if (!model) return [this, notes = model.diagnostics()] { finish(notes, nullptr); };
        auto imported = std::make_shared<ImportedModel>();
        imported->path = path.toStdString();
        imported->extents = extents;
        imported->notes = model.diagnostics();
        imported->model = std::move(*model);
        imported->layers = importedLayers(imported->model);
        return [this, imported] { finish(imported->notes, imported); };
    });
    refresh();
    emit changed();
    emit frontWanted();
}

void ImportControl::cancel() { m_reader.stop(); }

void ImportControl::finish(const Diagnostics& notes, const ImportedPtr& imported) {
    m_notes = notes;
    if (imported) {
        m_values.abandon();
        m_answer = nullptr;
        m_asked.reset();
        m_valuesProblems.clear();
        if (m_taken.size() != imported->layers.size()) m_taken.assign(imported->layers.size(), true);
        m_imported = imported;
        m_files.noteOpened(m_path);
    }
    refresh();
    emit changed();
    emit takenChanged();
    emit valuesChanged();
}

void ImportControl::setTaken(std::size_t layer, bool taken) {
    if (m_taken[layer] == taken) return;
    m_taken[layer] = taken;
    refresh();
    emit takenChanged();
}

void ImportControl::setAllTaken(bool taken) {
    m_taken.assign(m_taken.size(), taken);
    refresh();
    emit takenChanged();
}

int ImportControl::takenCount() const { return static_cast<int>(std::ranges::count(m_taken, true)); }

bool ImportControl::inUse() const {
    const auto& network = m_document.inputs().network;
    return m_imported && network && takenCount() > 0 &&
           sameLayers(*network, networkOf(m_imported->model, m_imported->layers, m_taken));
}

void ImportControl::useAsNetwork() {
    if (!m_imported || takenCount() == 0) return;
    auto network = std::make_shared<const Network>(networkOf(m_imported->model, m_imported->layers, m_taken));
    const QString text = tr("Network %1").arg(QString::fromStdString(network->key));
    SessionInputs next = m_document.inputs();
    next.network = network;
    next.workload = network->layers.front().workload;
    next.workloadKey.clear();
    SweepFile plan = m_document.sweepPlan();
    plan.networkKey.clear();
    plan.workloadKey.clear();
    plan.spec.layers = network->layers;
    QUndoStack& undo = m_document.undoStack();
    undo.beginMacro(text);
    m_document.edit(std::move(next), text);
    m_document.editSweep(std::move(plan), text);
    undo.endMacro();
}

void ImportControl::useLayer(std::size_t layer) { m_document.setWorkload(m_imported->layers[layer].workload, {}); }

void ImportControl::queueLayers() {
    if (!m_imported) return;
    for (std::size_t i = 0; i < m_taken.size(); ++i) {
        if (!m_taken[i]) continue;
        SessionInputs inputs = m_document.inputs();
        inputs.workload = m_imported->layers[i].workload;
        inputs.workloadKey.clear();
        if (const auto run = m_document.enqueueRun(inputs); !run) {
            m_notes = run.diagnostics();
            emit changed();
            return;
        }
    }
    emit layersQueued();
}

void ImportControl::runValues(const std::string& machine, std::uint64_t seed) {
    if (!m_imported || m_values.running()) return;
    m_answer = nullptr;
    m_valuesProblems.clear();
    m_asked = ValuesQuestion{m_imported, machine, seed};
    m_values.start(*m_asked);
}

void ImportControl::stopValues() { m_values.stop(); }

void ImportControl::abandon() {
    m_reader.abandon();
    m_values.abandon();
}

void ImportControl::refresh() {
    const QString none = reading() ? tr("the model is being read") : tr("no model was imported");
    const bool there = m_imported != nullptr && !reading();
    const bool some = there && takenCount() > 0;
    allow(m_actions["useNetwork"], some && !inUse(),
          !there    ? none
          : inUse() ? tr("it is the session's network")
                    : tr("no layer is taken"));
    allow(m_actions["queueLayers"], some, !there ? none : tr("no layer is taken"));
}

}  // namespace lapidary::ui
