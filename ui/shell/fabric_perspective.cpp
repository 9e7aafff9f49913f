// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/fabric_perspective.h"

#include <QFileDialog>
#include <QScrollArea>
#include <QTimer>

#include <algorithm>

#include "ui/editors/fabric_panel.h"
#include "ui/models/fabric_table_model.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/shell/dock_exports.h"
#include "ui/views/fabric_pane.h"
#include "ui/views/fabric_timeline_view.h"
#include "ui/views/fabric_view.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

constexpr int kFabricNarrow = 1180;  ///< below, tile and counters share a place

QString machineText(const fabric::Hardware& machine) {
    const QString name = fromView(entryOf(machine.controller).label);
    if (machine.array == fabric::Array::mesh)
        return QObject::tr("%1, %2 × %3 multipliers").arg(name).arg(machine.rows).arg(machine.columns);
    return QObject::tr("%1, %2 multipliers").arg(name).arg(machine.multipliers);
}

}  // namespace

FabricPerspective::FabricPerspective(Document& document, QWidget* parent)
    : Perspective("fabric", parent),
      m_document(document),
      m_control(document),
      m_panel(new FabricPanel),
      m_figures(new FabricTableModel(this)),
      m_view(new FabricView),
      m_pane(new FabricPane(m_view)),
      m_timeline(new FabricTimelineView),
      m_shown(new Segmented({tr("all"), tr("mapped only")})) {
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    buildTile();
    buildCounters();
    buildFabric();
    buildTimeline();
    connect(&m_control, &FabricControl::answerChanged, this, &FabricPerspective::refresh);
    connect(&m_control, &FabricControl::cycleChanged, this, &FabricPerspective::refreshCycle);
    connect(&m_control, &FabricControl::runningChanged, this, &FabricPerspective::refreshState);
    connect(&m_control, &FabricControl::busyChanged, this, &FabricPerspective::refreshState);
    connect(&m_control, &FabricControl::progressed, this, &FabricPerspective::refreshState);
    connect(m_panel, &FabricPanel::designWanted, this, &FabricPerspective::designPicked);
    connect(m_panel, &FabricPanel::runAsked, &m_control, &FabricControl::startAgain);
    refresh();
}

void FabricPerspective::buildTile() {
    m_tileDock = new Dock("fabricTile", tr("Tile"), scrolled(m_panel), this);
    connect(m_panel, &FabricPanel::tileEdited, &m_control, &FabricControl::setTile);
    connect(m_panel, &FabricPanel::outputsEdited, &m_control, &FabricControl::setOutputs);
    connect(m_panel, &FabricPanel::hardwareEdited, &m_control, &FabricControl::setHardware);
    connect(m_panel, &FabricPanel::followWanted, &m_control, &FabricControl::followDesk);
    connect(m_panel, &FabricPanel::bitmapsWanted, this, &FabricPerspective::askForBitmaps);
    connect(m_panel, &FabricPanel::bitmapsDropped, this, [this] { m_control.setBitmaps(nullptr, tr("All ones")); });
}

void FabricPerspective::askForBitmaps() {
    const QString path = QFileDialog::getOpenFileName(this, tr("Bitmaps of the operands"), {},
                                                      tr("Bitmaps (*.txt *.bitmap);;All files (*)"));
    if (!path.isEmpty()) importBitmaps(path);
}

bool FabricPerspective::importBitmaps(const QString& path) {
    const auto maps = loadBitmaps(path.toStdString(), m_document.inputs());
    if (!maps) {
        m_panel->tellProblems(tr("The bitmaps can't be taken"), maps.diagnostics());
        return false;
    }
    m_control.setBitmaps(*maps, tr("Bitmaps of %1").arg(QString::fromStdString((*maps)->name)));
    return true;
}

void FabricPerspective::buildCounters() {
    auto* table = new FigureTable(m_figures, tr("Counters"));
    table->setObjectName("fabricTable");
    table->setEmptyText(tr("What was moved and computed, once the fabric has run."));
    table->setStretchColumn(0);
    m_countersDock = new Dock("fabricCounters", tr("Counters"), table, this);
    addViewExport(*m_countersDock, m_document, "fabric-counters");
}

void FabricPerspective::buildFabric() {
    m_fabricDock = new Dock("fabricPicture", tr("Fabric"), m_pane, this);
    m_shown->setObjectName("fabric.shown");
    m_shown->setCompact(true);
    m_shown->setToolTips({tr("All multipliers of the machine"), tr("Only the part of the trees that this tile uses")});
    m_fabricDock->addSwitch(m_shown);
    connect(m_shown, &Segmented::currentChanged, m_view, [this](int index) { m_view->setMappedOnly(index == 1); });
    addViewExport(
        *m_fabricDock, m_document, "fabric",
        [this] {
            return ExportOptions{{"cycle", std::to_string(std::max<std::int64_t>(1, m_control.cycle()))},
                                 {"multipliers", m_view->mappedOnly() ? "mapped" : "all"}};
        },
        [this] { return m_view->textTwin(); });
    connect(m_pane, &FabricPane::cycleAsked, &m_control, &FabricControl::setCycle);
}

void FabricPerspective::buildTimeline() {
    m_timelineDock = new Dock("fabricTime", tr("Utilisation and stalls"), scrolled(m_timeline), this);
    addViewExport(
        *m_timelineDock, m_document, "fabric-timeline",
        [this] {
            return ExportOptions{{"cycle", std::to_string(std::max<std::int64_t>(1, m_control.cycle()))}};
        },
        [this] { return m_timeline->textTwin(); });
    connect(m_timeline, &FabricTimelineView::cycleAsked, &m_control, &FabricControl::setCycle);
    m_pane->takeKeysOf(m_timeline);
}

void FabricPerspective::refresh() {
    const FabricAnswerPtr& answer = m_control.answer();
    m_panel->setAnswer(answer, m_document.inputs().fabric, m_control.refusal());
    m_figures->setFigures(answer && answer->runs()
                              ? stonne::figuresOf(answer->desk.run, *answer->outcome, answer->reuseCycles)
                              : std::vector<stonne::DeskFigure>{});
    m_tileDock->setSubtitle(answer ? QString::fromStdString(answer->desk.run.layer.name) : QString());
    m_countersDock->setSubtitle(answer && answer->runs() ? tr("whole run") : QString());
    m_fabricDock->setSubtitle(answer ? machineText(answer->desk.run.hardware) : QString());
    m_shown->setVisible(answer && answer->runs() && answer->controller() != fabric::Controller::systolic);
    refreshCycle();
    refreshState();
}

void FabricPerspective::refreshCycle() {
    const FabricAnswerPtr& answer = m_control.answer();
    m_pane->setCycle(m_control.cycle(), answer ? answer->lastCycle() : 0);
    m_view->setMoment(answer, m_control.window(), m_control.cycle(), m_control.refusal());
    m_timeline->setMoment(answer, m_control.window(), m_control.cycle(), m_control.refusal());
    m_timelineDock->setSubtitle(m_timeline->summary());
}

void FabricPerspective::refreshState() {
    const FabricAnswerPtr& answer = m_control.answer();
    const bool refused = answer && !answer->problems.empty();
    const QString state = m_control.stateText();
    const bool quick = m_control.running() && !m_control.busy() && !m_control.paused();
    m_fabricDock->pill()->setState(quick                             ? tr("simulating")
                                   : refused && !m_control.running() ? tr("can't run")
                                                                     : state,
                                   refused && !m_control.running()             ? Tone::error
                                   : m_control.paused() || m_control.stopped() ? Tone::warning
                                                                               : Tone::accent);
}

void FabricPerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    m_control.setWatched(true);
}

void FabricPerspective::hideEvent(QHideEvent* event) {
    Perspective::hideEvent(event);
    m_control.setWatched(false);
}

bool FabricPerspective::isNarrow() const { return width() < kFabricNarrow; }

void FabricPerspective::arrange() {
    m_narrow = isNarrow();
    addDockWidget(Qt::LeftDockWidgetArea, m_tileDock);
    splitDockWidget(m_tileDock, m_fabricDock, Qt::Horizontal);
    if (m_narrow)
        tabifyDockWidget(m_tileDock, m_countersDock);
    else
        splitDockWidget(m_tileDock, m_countersDock, Qt::Vertical);
    splitDockWidget(m_fabricDock, m_timelineDock, Qt::Vertical);
    if (m_narrow) QTimer::singleShot(0, this, [this] { m_tileDock->raise(); });
}

void FabricPerspective::proportion() {
    if (isNarrow() != m_narrow) return resetLayout();
    const int room = width() - 12, tall = height() - 12;
    const int side = std::clamp(room * 21 / 100, 256, 300);
    resizeDocks({m_tileDock, m_fabricDock}, {side, room - side}, Qt::Horizontal);
    if (!m_narrow) resizeDocks({m_tileDock, m_countersDock}, {tall * 64 / 100, tall * 36 / 100}, Qt::Vertical);
    const int time = std::min(310, tall * 40 / 100);
    resizeDocks({m_fabricDock, m_timelineDock}, {tall - time, time}, Qt::Vertical);
}

}  // namespace lapidary::ui
