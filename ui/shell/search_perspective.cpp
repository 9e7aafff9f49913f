// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/search_perspective.h"

#include <QLabel>
#include <QScrollArea>
#include <QVBoxLayout>

#include "ui/editors/run_form.h"
#include "ui/models/reason_table_model.h"
#include "ui/models/run_table_model.h"
#include "ui/models/scale.h"
#include "ui/models/top_table_model.h"
#include "ui/plots/convergence_plot.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_exports.h"
#include "ui/theme/fonts.h"
#include "ui/views/counters_view.h"
#include "ui/views/invalid_view.h"
#include "ui/views/nest_view.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

/// Widgets one below the other, without gaps.
QWidget* stacked(std::initializer_list<QWidget*> parts) {
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* part : parts) layout->addWidget(part);
    return body;
}

QLabel* keysNote(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(TypeSize::note));
    label->setForegroundRole(QPalette::PlaceholderText);
    label->setContentsMargins(10, 4, 10, 6);
    label->setWordWrap(true);
    return label;
}

}  // namespace

SearchPerspective::SearchPerspective(Document& document, const Actions& actions, QWidget* parent)
    : Perspective("search", parent), m_document(document) {
    buildForm();
    buildRuns();
    buildConvergence();
    buildBest();
    buildCounters();
    buildReasons();
    buildTop(actions);
    connect(&document, &Document::runUpdated, this, &SearchPerspective::refreshRun);
    connect(&document, &Document::runsChanged, this, &SearchPerspective::refreshRun);
    refreshRun();
}

void SearchPerspective::buildForm() {
    m_formDock = new Dock("newRun", tr("New run"), scrolled(new RunForm(m_document)), this);
    const auto title = [this] {
        m_formDock->setSubtitle(
            tr("%1 on %2").arg(workloadTitle(m_document.inputs()), designTitle(m_document.inputs())));
    };
    connect(&m_document, &Document::inputsChanged, this, title);
    title();
}

void SearchPerspective::buildRuns() {
    m_runs = new RunTableModel(this);
    auto* table = new FigureTable(m_runs, tr("Runs"));
    table->setObjectName("runTable");
    table->setStretchColumn(RunTableModel::kTitleColumn);
    connect(table, &FigureTable::rowActivated, this, [this](int row) {
        m_document.show({.run = m_runs->source(row), .rank = 0, .own = {}});
        emit mappingOpened();
    });
    m_runsDock =
        new Dock("runs", tr("Runs"), stacked({table, keysNote(tr("Enter opens the run's best mapping."))}), this);
    addTableExport(*m_runsDock, *m_runs);
}

void SearchPerspective::buildConvergence() {
    m_plot = new ConvergencePlot;
    m_plotDock = new Dock("convergence", tr("Convergence"), m_plot, this);
    m_plotDock->setSubtitle(tr("lower is better"));
    auto* axis = new Segmented({tr("evaluations"), tr("time")});
    axis->setObjectName("convergenceAxis");
    axis->setAccessibleName(tr("Horizontal axis"));
    axis->setCompact(true);
    connect(axis, &Segmented::currentChanged, this,
            [this](int index) { m_plot->setAxis(index == 0 ? ConvergenceAxis::evaluations : ConvergenceAxis::time); });
    auto* scale = new Segmented({tr("log"), tr("linear")});
    scale->setObjectName("convergenceScale");
    scale->setAccessibleName(tr("Scale of the axes"));
    scale->setCompact(true);
    connect(scale, &Segmented::currentChanged, this, [this](int index) { m_plot->setLog(index == 0); });
    m_plotDock->addSwitch(axis);
    m_plotDock->addSwitch(scale);
    addFigureExport(
        *m_plotDock, [this] { return convergenceFigure(m_plot->data()); }, [this] { return m_plot->textTwin(); });
}

void SearchPerspective::buildBest() {
    m_nest = new NestView;
    m_nest->setObjectName("bestNest");
    connect(m_nest, &View::activated, this, &SearchPerspective::mappingOpened);
    m_bestDock = new Dock("best", tr("Best mapping"), scrolled(m_nest), this);
    connect(&m_document, &Document::shownChanged, this, [this] {
        m_nest->setExhibit(m_document.exhibit());
        m_bestDock->setSubtitle(m_document.exhibit() ? m_document.exhibit()->origin : QString());
    });
    m_nest->setExhibit(m_document.exhibit());
    addFigureExport(
        *m_bestDock, [this] { return m_nest->figure(); }, [this] { return m_nest->textTwin(); });
}

void SearchPerspective::buildCounters() {
    m_counters = new CountersView;
    m_countersDock = new Dock("counters", tr("Live counters"), m_counters, this);
    addFigureExport(
        *m_countersDock, [this] { return m_counters->figure(); }, [this] { return m_counters->textTwin(); });
}

void SearchPerspective::buildReasons() {
    m_invalid = new InvalidView;
    m_reasons = new ReasonTableModel(this);
    auto* table = new FigureTable(m_reasons, tr("Reasons for refusal"));
    table->setObjectName("reasonTable");
    table->setStretchColumn(1);
    m_reasonsDock = new Dock("reasons", tr("Why invalid"), stacked({m_invalid, table}), this);
    addFigureExport(
        *m_reasonsDock, [this] { return m_invalid->figure(); }, [this] { return m_invalid->textTwin(); });
    addTableExport(*m_reasonsDock, *m_reasons);
}

void SearchPerspective::buildTop(const Actions& actions) {
    m_top = new TopTableModel(this);
    auto* table = new FigureTable(m_top, tr("Best mappings"));
    table->setObjectName("topTable");
    table->setStretchColumn(5);
    connect(table, &FigureTable::rowActivated, this, &SearchPerspective::openRow);
    auto* open = new ActionButton(actions["openBest"]);
    auto* foot = new QWidget;
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(10, 6, 10, 8);
    layout->addWidget(open);
    layout->addStretch();
    m_topDock = new Dock("top", tr("Top mappings"), stacked({table, foot}), this);
    addTableExport(*m_topDock, *m_top);
}

void SearchPerspective::openRow(int row) {
    m_document.show(m_top->shownOf(row));
    emit mappingOpened();
}

void SearchPerspective::refreshRun() {
    const RunPtr run = m_document.currentRun();
    m_plot->setRuns(m_document.runs());
    m_counters->setRun(run);
    m_invalid->setRun(run);
    m_reasons->setRun(run);
    m_top->setRuns(m_document.runs());
    m_runs->setRuns(m_document.runs());
    const QString name = run ? tr("run %1").arg(run->number) : QString();
    m_countersDock->setSubtitle(name);
    m_topDock->setSubtitle(m_document.runs().size() > 1 ? tr("all runs; Enter opens one") : name);
    m_runsDock->setSubtitle(m_document.runs().empty() ? tr("none yet") : QString::number(m_document.runs().size()));
    if (!run) return m_reasonsDock->setSubtitle({});
    const std::int64_t invalid = run->live.counters.drawn - run->live.counters.valid;
    m_reasonsDock->setSubtitle(tr("%1 mappings, first failing check").arg(shortCount(static_cast<double>(invalid))));
    m_reasonsDock->pill()->setState(run->finished() && !run->live.best ? tr("0 valid") : QString(), Tone::error);
}

void SearchPerspective::arrange() {
    addDockWidget(Qt::LeftDockWidgetArea, m_formDock);
    splitDockWidget(m_formDock, m_plotDock, Qt::Horizontal);
    splitDockWidget(m_plotDock, m_countersDock, Qt::Horizontal);
    splitDockWidget(m_formDock, m_runsDock, Qt::Vertical);
    splitDockWidget(m_plotDock, m_bestDock, Qt::Vertical);
    splitDockWidget(m_countersDock, m_reasonsDock, Qt::Vertical);
    splitDockWidget(m_reasonsDock, m_topDock, Qt::Vertical);
}

void SearchPerspective::proportion() {
    const int room = width() - 16;
    const int side = std::clamp(room * 27 / 100, 282, 420);
    const int form = std::clamp(room * 25 / 100, 296, 360);
    resizeDocks({m_formDock, m_plotDock, m_countersDock}, {form, room - side - form, side}, Qt::Horizontal);
    const int tall = height() - 16;
    resizeDocks({m_formDock, m_runsDock}, {330, tall - 330}, Qt::Vertical);
    resizeDocks({m_plotDock, m_bestDock}, {tall * 45 / 100, tall * 55 / 100}, Qt::Vertical);
    resizeDocks({m_countersDock, m_reasonsDock, m_topDock}, {140, tall * 36 / 100, tall * 64 / 100 - 140},
                Qt::Vertical);
}

}  // namespace lapidary::ui
