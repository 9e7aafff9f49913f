// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/proof_docks.h"

#include <QToolButton>

#include "core/io/native.h"
#include "ui/models/scale.h"
#include "ui/plots/plot_navigator.h"
#include "ui/plots/slope_plot.h"
#include "ui/session/document.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/perspective.h"
#include "ui/theme/icons.h"
#include "ui/views/proof_view.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

ProofDocks::ProofDocks(const Document& document, Perspective* parent)
    : QObject(parent), m_document(document), m_proof(new ProofView), m_slope(new SlopePlot) {
    m_proofDock = new Dock("proof", tr("Bound and proof"), scrolled(m_proof), parent);
    addViewExport(
        *m_proofDock, document, "proof",
        [this] {
            return m_run ? ExportOptions{{"run", std::to_string(m_run->number)}} : ExportOptions{};
        },
        [this] { return m_proof->textTwin(); });
    m_slopeDock = new Dock("skiSlope", tr("Ski slope"), m_slope, parent);
    auto* fit = new QToolButton;
    fit->setIcon(icon("fit"));
    fit->setIconSize({13, 13});
    fit->setFixedSize(22, 20);
    fit->setAutoRaise(true);
    fit->setToolTip(tr("Show everything again (0 or double click; drag pans, the wheel zooms)"));
    fit->setAccessibleName(tr("Show everything"));
    fit->setObjectName("slopeFit");
    connect(fit, &QToolButton::clicked, this, [this] { m_slope->navigator().reset(); });
    m_slopeDock->addSwitch(fit);
    addViewExport(*m_slopeDock, document, "ski-slope", {}, [this] { return m_slope->textTwin(); });
    connect(m_slope, &SlopePlot::slopeChanged, this, [this] {
        const QString of = workloadTitle(m_document.inputs());
        const QString what = tr("least words between backing memory and one buffer");
        m_slopeDock->setSubtitle(!m_slope->slope() ? QString()
                                 : of.isEmpty()    ? what
                                                   : QStringLiteral("%1: %2").arg(of, what));
    });
}

void ProofDocks::refreshProof(const RunPtr& run) {
    m_run = run;
    m_proof->setRun(run);
    m_proofDock->setSubtitle(run && run->started ? tr("run %1").arg(run->number) : QString());
    m_proofDock->pill()->setState(run && isProven(*run) ? tr("proven") : QString(), Tone::ok);
}

void ProofDocks::refreshSlope() {
    const SessionInputs& inputs = m_document.inputs();
    std::string now = toJson(inputs.workload).dump() + toJson(inputs.architecture).dump();
    if (now == m_shown) return;
    m_shown = std::move(now);
    m_slope->setInputs(inputs);
}

QString gapText(const Run& run) {
    if (isProven(run)) return QObject::tr("proven");
    return run.live.gap ? QObject::tr("gap %1").arg(percentText(*run.live.gap)) : QString();
}

}  // namespace lapidary::ui
