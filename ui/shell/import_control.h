// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An ONNX model on its way into the session: reading it on another thread, the extents that it leaves open, which of its
// layers to take, the network on the desk, and runs of it with values. What can't be read changes nothing. GUI thread only.
#pragma once

#include <QObject>

#include "ui/jobs/background_task.h"
#include "ui/jobs/values_runner.h"

namespace lapidary::ui {

class Actions;
class Document;
class FileControl;

class ImportControl final : public QObject {
    Q_OBJECT
public:
    using Extents = std::map<std::string, std::int64_t>;

    ImportControl(Document& document, const Actions& actions, FileControl& files, QObject* parent = nullptr);

    /// Reads a file; one that is being read is given up.
    void open(const QString& path, const Extents& extents = {});
    void openWithDialog();
    /// The same file with other extents of its open axes.
    void readAgain(const Extents& extents) { open(m_path, extents); }
    void cancel();
    bool reading() const { return m_reader.running(); }
    /// < 0 = not known.
    double progress() const { return m_reader.progress(); }
    /// Of what is read, was read or couldn't be; empty at first.
    const QString& path() const { return m_path; }
    /// Null while there is none.
    const ImportedPtr& imported() const { return m_imported; }
    /// Why the file couldn't be read, or what is to be said of it.
    const Diagnostics& notes() const { return m_notes; }

    const std::vector<bool>& taken() const { return m_taken; }
    void setTaken(std::size_t layer, bool taken);
    void setAllTaken(bool taken);
    int takenCount() const;
    /// The layers that are taken are the session's network, and a sweep's; the first of them is the workload. One undo step.
    void useAsNetwork();
    /// Whether exactly these are the session's network.
    bool inUse() const;
    /// One layer as the workload, beside the network.
    void useLayer(std::size_t layer);
    /// A search with the present settings for each layer that is taken, in the queue.
    void queueLayers();

    /// On a machine of the fabric model, or by the layers' own definition if there is none.
    void runValues(const std::string& machine, std::uint64_t seed);
    void stopValues();
    bool valuesRunning() const { return m_values.running(); }
    /// < 0 = not known.
    double valuesProgress() const { return m_values.progress(); }
    const ValuesPtr& values() const { return m_answer; }
    /// What the values, or the problems, come of; nullopt if nothing ran of this model.
    const std::optional<ValuesQuestion>& valuesQuestion() const { return m_asked; }
    const Diagnostics& valuesProblems() const { return m_valuesProblems; }
    /// For closing. Returns within 200 ms.
    void abandon();

signals:
    void frontWanted();    ///< the page is to be seen
    void changed();        ///< another model, another state of reading
    void progressed();     ///< of reading
    void takenChanged();   ///< or whether they are the session's network
    void valuesChanged();  ///< results or state of a run with values
    void layersQueued();   ///< runs wait in the queue

private:
    void finish(const Diagnostics& notes, const ImportedPtr& imported);
    void refresh();

    Document& m_document;
    const Actions& m_actions;
    FileControl& m_files;
    BackgroundTask m_reader;
    ValuesRunner m_values;
    QString m_path;
    ImportedPtr m_imported;
    Diagnostics m_notes, m_valuesProblems;
    std::vector<bool> m_taken;
    ValuesPtr m_answer;
    std::optional<ValuesQuestion> m_asked;
};

}  // namespace lapidary::ui
