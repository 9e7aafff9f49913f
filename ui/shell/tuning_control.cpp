// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/tuning_control.h"

#include "core/base/units.h"
#include "core/mapping/target.h"
#include "core/model/fabric/from_mapping.h"
#include "core/model/fabric/to_design.h"
#include "ui/models/tile_words.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/session/unread.h"
#include "ui/shell/actions.h"
#include "ui/shell/banner.h"

namespace lapidary::ui {

namespace {

/// "1 ... 64" for many, "1, 2, 4" for few.
QString shortList(const std::vector<std::int64_t>& values) {
    constexpr std::size_t kFew = 4;
    if (values.empty()) return {};
    if (values.size() > kFew) return QStringLiteral("%1 ... %2").arg(values.front()).arg(values.back());
    QStringList words;
    for (const std::int64_t value : values) words << QString::number(value);
    return words.join(QStringLiteral(", "));
}

}  // namespace

TuningControl::TuningControl(Document& document, const Actions& actions, BannerArea& banners, QObject* parent)
    : JobControl("tuning", actions, banners, parent), m_document(document) {
    attend(m_runner);
    connect(&m_runner, &TuningRunner::updated, this, [this](const ShownTuning& soFar) {
        m_shown = soFar;
        emit updated();
    });
    connect(&m_runner, &TuningRunner::finished, this, &TuningControl::finish);
    connect(&m_runner, &JobRunner::stateChanged, this, &TuningControl::updated);
    connect(&document, &Document::inputsChanged, this, &TuningControl::followInputs);
    connect(&document, &Document::tuningChanged, this, &TuningControl::followDocument);
    connect(&Unread::of(document), &Unread::changed, this, &TuningControl::refresh);
    followDocument();
    followInputs();
}

void TuningControl::setChosen(bool chosen, bool analytic) {
    if (chosen == m_chosen && analytic == m_analytic) return;
    m_chosen = chosen;
    m_analytic = analytic;
    followInputs();
    emit chosenChanged();
}

void TuningControl::setSettings(const TuningSettings& settings) {
    m_settings = settings;
    followInputs();
    emit settingsChanged();
}

QString TuningControl::stateText() const {
    if (running() && (!m_shown || m_shown.tuning->trials.empty())) return tr("listing what the machine can run ...");
    if (!m_shown) return {};
    const SessionTuning& tuning = *m_shown.tuning;
    QString text = tr("%1 trials").arg(countText(std::ssize(tuning.trials)));
    if (const int best = tuning.best(); best >= 0)
        text += tr(", best %1 %2 in trial %3")
                    .arg(costWords(tuning.trials[static_cast<std::size_t>(best)].cost))
                    .arg(fromView(entryOf(tuning.options.objective).label).toLower())
                    .arg(best + 1);
    if (paused()) return tr("paused: ") + text;
    if (!running() && tuning.stopped) return tr("stopped: ") + text;
    return text;
}

double TuningControl::progress() const { return running() ? std::max(m_runner.progress(), 0.0) : -1; }

QString TuningControl::otherDesk() const {
    if (!m_shown) return {};
    const SessionInputs& asked = m_shown.tuning->inputs;
    const SessionInputs& desk = m_document.inputs();
    const bool sameMachine = asked.architecture == desk.architecture && asked.fabric.hardware == desk.fabric.hardware;
    if (asked.workload == desk.workload && sameMachine) return {};
    if (asked.fabric.hardware) return tr("%1 on a machine set by hand").arg(workloadTitle(asked));
    return tr("%1 on %2").arg(workloadTitle(asked), QString::fromStdString(asked.architecture.name()));
}

void TuningControl::begin() {
    if (!m_reason.isEmpty() || !Unread::of(m_document).standstill().isEmpty()) return;
    m_banners.withdraw("tuning");
    m_shown = {};
    TuningSettings settings = m_settings;
    settings.options.seed = m_document.inputs().search.seed;
    if (m_analytic) settings.options.tuner = fabric::Tuner::analytic;
    m_runner.start(m_document.inputs(), settings);
    emit begun();
}

void TuningControl::abandon() {
    if (!running()) return;
    m_shown = {};
    m_runner.abandon();
    followDocument();
}

/// A tuning keeps its own inputs: it goes on and stays, whatever becomes of the desk.
void TuningControl::followInputs() {
    const SessionInputs& inputs = m_document.inputs();
    SessionTuning asked;
    asked.inputs = inputs;
    asked.sizes = m_settings.sizes;
    asked.knobs = m_settings.knobs;
    const auto space = tuningSpace(asked);
    m_reason = space ? QString() : QString::fromStdString(space.diagnostics().front().message);
    asked.knobs = {};
    const auto own = tuningSpace(asked);
    for (std::size_t i = 0; i < fabric::kKnobs; ++i) m_ownValues[i] = own ? shortList(own->values[i]) : QString();
    refresh();
    emit updated();
}

void TuningControl::followDocument() {
    if (running() || m_document.tuning() == m_shown.tuning) return;
    m_shown = shownTuning(m_document.tuning());
    emit updated();
}

void TuningControl::finish(const Result<ShownTuning>& result) {
    if (!result) {
        m_shown = shownTuning(m_document.tuning());
        return tell(tr("The tuning did not end."), result.diagnostics());
    }
    if (result->tuning->trials.empty()) {  // stopped before anything was tried
        m_shown = shownTuning(m_document.tuning());
        return;
    }
    m_shown = *result;
    m_document.setTuning(m_shown.tuning);
}

void TuningControl::apply(int trial) {
    if (!m_shown || trial < 0 || trial >= std::ssize(m_shown.tuning->trials)) return;
    const SessionInputs& asked = m_shown.tuning->inputs;
    const fabric::Run run = m_shown.runOf(trial);
    const QString text = tr("Tile of trial %1").arg(trial + 1);
    const auto design = fabric::designWith(asked.architecture, asked.workload, run.hardware);
    if (!design) return tell(tr("The machine of trial %1 is no design.").arg(trial + 1), design.diagnostics());
    SessionInputs next = m_document.inputs();
    next.fabric = {};  // the machine follows the design, the tile the mapping
    if (next.workload != asked.workload) {
        next.workload = asked.workload;
        next.workloadKey = asked.workloadKey;
    }
    if (next.architecture != *design) {
        next.architecture = *design;
        next.architectureKey = *design == asked.architecture ? asked.architectureKey : std::string();
        next.mapspace.constraints = design->spec().constraints;
    }
    const auto target = Target::make(next.workload, next.architecture);
    if (!target) return tell(tr("The tile can't be mapped."), target.diagnostics());
    const auto mapping = fabric::mappingOf(run, **target);
    if (!mapping) return tell(tr("The tile is no mapping of this design."), mapping.diagnostics());
    m_banners.withdraw("tuning");
    m_document.editMapping(std::move(next), *mapping, text, text);
    emit applied();
}

void TuningControl::refresh() {
    refreshActions({.runs = tr("a tuning runs"),
                    .idle = tr("no tuning runs"),
                    .reason = m_reason.isEmpty() ? Unread::of(m_document).standstill() : m_reason,
                    .begin = {}});
}

}  // namespace lapidary::ui
