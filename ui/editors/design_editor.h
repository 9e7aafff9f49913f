// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The design on the desk as its editors share it: the selected part, and every edit as one undo step of the document. An
// edit that gives no sound design is refused with its reasons and changes nothing. Constraints are part of the design: an
// edit keeps those in use together with it. GUI thread only.
#pragma once

#include <QObject>

#include "core/arch/edit.h"
#include "ui/models/problem_text.h"
#include "ui/session/document.h"

namespace lapidary::ui {

class DesignEditor final : public QObject {
    Q_OBJECT
public:
    explicit DesignEditor(Document& document, QObject* parent = nullptr);

    Document& document() const { return m_document; }
    const Architecture& design() const { return m_document.inputs().architecture; }
    const Workload& workload() const { return m_document.inputs().workload; }
    /// The design's specification with the constraints that are in use.
    ArchitectureSpec spec() const;

    const Part& selected() const { return m_selected; }
    void select(const Part& part);
    /// "GLB", "spad, weights", "PE", for people.
    QString titleOf(const Part& part) const;

    /// Roles of the workload's tensors that a level may keep.
    std::vector<std::string> rolesAt(int level) const;

    /// The preset that the design came from; null if from none.
    const Architecture* preset() const;
    bool differsFromPreset() const;

    // Each returns what stands against it; empty = done.
    Diagnostics apply(const Result<DesignEdit>& edit, const QString& what, int mergeId = -1);
    Diagnostics apply(const Result<Architecture>& design, const QString& what, int mergeId = -1);
    /// One setting, as `--set PATH=VALUE` on the command line.
    Diagnostics set(const QString& path, const QString& value, const QString& what, int mergeId = -1);
    /// Refuses names that the workload or the design lacks, unless they stood there before.
    Diagnostics setConstraints(const Constraints& constraints, const QString& what, int mergeId = -1);

    // What buttons and keys do; a refusal is told by refused().
    void addLevel();
    void addFanout();
    void duplicateSelected();
    void removeSelected();
    /// One place up (-1) or down (+1).
    void moveSelected(int step);
    void moveTo(const Part& part, int position);
    void cycleKeep(int level, int tensor);
    bool canMove(int step) const;

signals:
    void selectionChanged();
    void refused(const lapidary::Diagnostics& reasons);
    void accepted();

private:
    void followDesign();
    void report(const Diagnostics& problems);

    Document& m_document;
    Part m_selected;
    std::string m_name;  ///< of the selected part, by which it is found again after an edit elsewhere
    mutable std::string m_presetKey;
    mutable std::optional<Architecture> m_preset;
};

}  // namespace lapidary::ui
