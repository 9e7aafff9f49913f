// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks of the Search perspective that tell how good a mapping can be at all: the bound with its proof, and the ski
// slope of the workload. GUI thread only.
#pragma once

#include <QObject>

#include "ui/session/run.h"

namespace lapidary::ui {

class Dock;
class Document;
class Perspective;
class ProofView;
class SlopePlot;

class ProofDocks final : public QObject {
    Q_OBJECT
public:
    ProofDocks(const Document& document, Perspective* parent);

    Dock* proof() const { return m_proofDock; }
    Dock* slope() const { return m_slopeDock; }
    void refreshProof(const RunPtr& run);
    /// Anew only if workload or design differ from what is shown.
    void refreshSlope();

private:
    const Document& m_document;
    RunPtr m_run;  ///< on show, for exports
    ProofView* m_proof;
    SlopePlot* m_slope;
    std::string m_shown;  ///< what the slope is of
    Dock *m_proofDock = nullptr, *m_slopeDock = nullptr;
};

/// "gap 2.2 %", "proven"; empty if nothing is known.
QString gapText(const Run& run);

}  // namespace lapidary::ui
