// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/tuning_docks.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>

#include "ui/editors/tuning_fields.h"
#include "ui/models/trial_table_model.h"
#include "ui/models/words.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/perspective.h"
#include "ui/shell/tuning_control.h"
#include "ui/theme/fonts.h"
#include "ui/views/tuning_scatter.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/note_line.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

namespace {

/// The view over two lines that tell of the trial that is pointed at or chosen; until then, the hint.
QWidget* withTrialNote(TuningScatter* view, const char* name, const QString& hint) {
    auto* body = stacked({view, toldLine(view, QString::fromLatin1(name), hint)});
    static_cast<QVBoxLayout*>(body->layout())->setStretch(0, 1);
    return body;
}

}  // namespace

TuningDocks::TuningDocks(const Document& document, TuningControl& control, Perspective* parent)
    : QObject(parent),
      m_control(control),
      m_home(parent),
      m_fields(new TuningFields),
      m_trials(new TuningScatter(TuningScatter::Kind::trials)),
      m_predicted(new TuningScatter(TuningScatter::Kind::predicted)),
      m_model(new TrialTableModel(this)) {
    const QString hint = tr("Point at a trial, or walk with the arrow keys, for what it tried.");
    m_trialsDock = new Dock("tuningTrials", tr("Trials"), withTrialNote(m_trials, "tuningTrialsNote", hint), m_home);
    m_predictedDock =
        new Dock("tuningPredicted", tr("Predicted"), withTrialNote(m_predicted, "tuningPredictedNote", hint), m_home);
    addViewExport(*m_trialsDock, document, "tuning-trials", {}, [this] { return m_trials->textTwin(); });
    addViewExport(*m_predictedDock, document, "tuning-predicted", {}, [this] { return m_predicted->textTwin(); });
    buildTable(document);
    m_fields->setSettings(control.settings());
    connect(m_fields, &TuningFields::edited, this,
            [this](const TuningSettings& settings) { m_control.setSettings(settings); });
    connect(&control, &TuningControl::settingsChanged, this, [this] { m_fields->setSettings(m_control.settings()); });
    connect(&control, &TuningControl::chosenChanged, this, [this] { m_fields->setAnalytic(m_control.analytic()); });
    for (TuningScatter* view : {m_trials, m_predicted})
        connect(view, &TuningScatter::trialChosen, this, &TuningDocks::choose);
    connect(&control, &TuningControl::updated, this, &TuningDocks::refresh);
    connect(&control, &TuningControl::begun, this, &TuningDocks::bring);
    refresh();
}

void TuningDocks::buildTable(const Document& document) {
    m_table = new FigureTable(m_model, tr("Trials"));
    m_table->setObjectName("trialTable");
    m_table->setEmptyText(tr(
        "Every trial of a tuning: tile, cost, what the model foretold. Choose the algorithm Fabric tuner in New run, "
        "then Run (F5)."));
    m_table->setStretchColumn(TrialTableModel::kPredicted);
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this](const QModelIndex& now) {
        if (now.isValid()) choose(m_model->source(now.row()));
    });
    connect(m_table, &FigureTable::rowActivated, this, [this](int row) { m_control.apply(m_model->source(row)); });
    m_bestLine = new QLabel;
    m_bestLine->setObjectName("tuningBest");
    m_bestLine->setFont(uiFont(TypeSize::note));
    m_bestLine->setWordWrap(true);
    m_bestLine->setTextFormat(Qt::PlainText);
    m_bestLine->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    m_apply = new QPushButton;
    m_apply->setObjectName("tuningApply");
    m_apply->setToolTip(
        tr("The tile becomes the mapping on show, on its machine; Undo takes it back (Enter in a row does "
           "the same)"));
    connect(m_apply, &QPushButton::clicked, this, [this] {
        if (m_control.shown()) m_control.apply(m_chosen >= 0 ? m_chosen : m_control.shown().tuning->best());
    });
    auto* foot = new QWidget;
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(10, 6, 10, 8);
    layout->setSpacing(8);
    layout->addWidget(m_bestLine, 1);
    layout->addWidget(m_apply);
    m_tableDock = new Dock("tuningTable", tr("Tried"), stacked({m_table, foot}), m_home);
    addViewExport(*m_tableDock, document, "tuning-trials");
}

void TuningDocks::refresh() {
    const ShownTuning& shown = m_control.shown();
    if (!shown || m_chosen >= std::ssize(shown.tuning->trials)) m_chosen = -1;
    m_trials->setTuning(shown, m_control.reason());
    m_predicted->setTuning(shown, m_control.reason());
    m_model->setTuning(shown);
    const QString other = m_control.otherDesk();
    m_trialsDock->setSubtitle(other.isEmpty() ? m_trials->summary() : tr("of %1: %2").arg(other, m_trials->summary()));
    m_predictedDock->setSubtitle(m_predicted->summary());
    m_tableDock->setSubtitle(!shown ? QString()
                                    : tr("%1 of %2 that the machine can run")
                                          .arg(countText(std::ssize(shown.tuning->trials)),
                                               shown.tuning->valid > 0 ? countText(shown.tuning->valid) : tr("those")));
    const bool running = m_control.running();
    const bool stopped = shown && !running && shown.tuning->stopped;
    for (Dock* dock : {m_trialsDock, m_predictedDock, m_tableDock})
        dock->pill()->setState(m_control.paused() ? tr("paused")
                               : running          ? tr("running")
                               : stopped          ? tr("stopped")
                               : !other.isEmpty() ? tr("other inputs")
                                                  : QString(),
                               running && !m_control.paused() ? Tone::accent : Tone::warning);
    m_fields->setOwnValues(m_control.ownValues());
    m_fields->setState(m_control.stateText(), m_control.progress(), m_control.reason());
    refreshFoot();
}

void TuningDocks::choose(int trial) {
    m_chosen = trial;
    m_trials->mark(trial);
    m_predicted->mark(trial);
    const int row = m_model->rowOf(trial);
    m_table->setMarkedRows({}, row >= 0 ? std::vector{row} : std::vector<int>{});
    if (row >= 0 && m_table->currentIndex().row() != row) m_table->scrollTo(m_model->index(row, 0));
    refreshFoot();
}

void TuningDocks::refreshFoot() {
    const ShownTuning& shown = m_control.shown();
    const int best = shown ? shown.tuning->best() : -1;
    m_apply->setEnabled(best >= 0);
    m_apply->setText(m_chosen >= 0 && m_chosen != best ? tr("Use tile of trial %1").arg(m_chosen + 1)
                                                       : tr("Use best tile"));
    m_bestLine->setText(best < 0 ? QString() : tr("Best: %1").arg(trialText(shown, best)));
}

void TuningDocks::bring() {
    m_chosen = -1;
    for (Dock* dock : {m_trialsDock, m_predictedDock, m_tableDock}) {
        dock->show();
        dock->raise();
    }
}

}  // namespace lapidary::ui
