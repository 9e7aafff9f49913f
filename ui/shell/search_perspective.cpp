// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/search_perspective.h"

#include <QAction>
#include <QCheckBox>
#include <QLabel>
#include <QMetaMethod>
#include <QResizeEvent>
#include <QScrollArea>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>
#include <set>
#include <string_view>

#include "core/model/explain/figure_id.h"
#include "ui/editors/flash_fields.h"
#include "ui/editors/run_form.h"
#include "ui/editors/tuning_fields.h"
#include "ui/models/reason_table_model.h"
#include "ui/models/run_table_model.h"
#include "ui/models/scale.h"
#include "ui/models/top_table_model.h"
#include "ui/plots/cloud_plot.h"
#include "ui/plots/convergence_plot.h"
#include "ui/plots/plot_navigator.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/flash_control.h"
#include "ui/shell/flash_docks.h"
#include "ui/shell/proof_docks.h"
#include "ui/shell/relax_panel.h"
#include "ui/shell/run_list.h"
#include "ui/shell/sunstone_docks.h"
#include "ui/shell/tuning_control.h"
#include "ui/shell/tuning_docks.h"
#include "ui/theme/icons.h"
#include "ui/views/counters_view.h"
#include "ui/views/invalid_view.h"
#include "ui/views/mapspaces_view.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

/// A little more than Qt lets pass between asking for a repaint and painting, so that no two docks share one.
constexpr int kBetweenTurns = 8;  // ms

constexpr int kMostSeeds = 99;

constexpr int kSearchNarrow = 1240;  ///< a window that leaves the forms less than they like

/// Buttons side by side, or one below the other where there is no room.
class ButtonRow final : public QWidget {
public:
    ButtonRow() : m_layout(new QBoxLayout(QBoxLayout::LeftToRight, this)) {
        m_layout->setContentsMargins(10, 2, 10, 10);
        m_layout->setSpacing(6);
        m_layout->addStretch();
        setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    }

    void add(QWidget* button) {
        m_layout->insertWidget(m_layout->count() - 1, button, 0, Qt::AlignLeft);
        m_wanted += button->sizeHint().width() + 8;
    }

protected:
    void resizeEvent(QResizeEvent* event) override {
        QWidget::resizeEvent(event);
        const bool fits = event->size().width() >= m_wanted + 16;
        m_layout->setDirection(fits ? QBoxLayout::LeftToRight : QBoxLayout::TopToBottom);
    }

private:
    QBoxLayout* m_layout;
    int m_wanted = 0;
};

}  // namespace

SearchPerspective::SearchPerspective(Document& document, const Actions& actions, FlashControl& flash,
                                     TuningControl& tuning, QWidget* parent)
    : Perspective("search", parent), m_document(document) {
    buildForm(actions);
    buildRuns(actions);
    buildConvergence();
    buildCloud();
    buildMapspaces();
    buildCounters();
    buildReasons();
    buildTop(actions);
    buildSunstone();
    buildProof();
    buildFlash(flash, actions["openPick"]);
    buildTuning(tuning);
    m_turns.setInterval(kBetweenTurns);
    connect(&m_turns, &QTimer::timeout, this, &SearchPerspective::refreshNext);
    connect(&document, &Document::runUpdated, this, &SearchPerspective::followRun);
    connect(&document, &Document::runsChanged, this, &SearchPerspective::refreshRun);
    connect(&document, &Document::inputsChanged, this, &SearchPerspective::refreshRun);
    refreshRun();
}

void SearchPerspective::buildForm(const Actions& actions) {
    auto* buttons = new ButtonRow;
    for (const char* key : {"enqueue", "compareMapspaces"}) {
        auto* button = new ActionButton(actions[key]);
        button->setShortcutShown(false);
        if (std::string_view(key) != "enqueue") {
            buttons->add(button);
            continue;
        }
        auto* count = new NumberField(1, kMostSeeds);
        count->setObjectName("seedCount");
        count->setAccessibleName(tr("Seeds"));
        count->setToolTip(tr("How many runs are added to the queue: with the seed above, the next one, and so on"));
        count->setFixedWidth(40);
        count->setNumber(1);
        QAction* enqueue = actions["enqueue"];
        connect(count, &NumberField::numberEdited, enqueue, [enqueue](std::optional<std::int64_t> number) {
            enqueue->setProperty("seeds", static_cast<int>(number.value_or(1)));
        });
        auto* together = new QWidget;
        auto* row = new QHBoxLayout(together);
        row->setContentsMargins(0, 0, 0, 0);
        row->setSpacing(6);
        for (QWidget* part : {static_cast<QWidget*>(button), static_cast<QWidget*>(count),
                              static_cast<QWidget*>(new QLabel(tr("seeds")))})
            row->addWidget(part);
        buttons->add(together);
    }
    m_form = new RunForm(m_document);
    m_queueButtons = buttons;
    m_formDock = new Dock("newRun", tr("New run"), scrolled(stacked({m_form, buttons})), this);
    const auto title = [this] {
        m_formDock->setSubtitle(
            tr("%1 on %2").arg(workloadTitle(m_document.inputs()), designTitle(m_document.inputs())) +
            (modelOf(m_document.inputs()) ? tr(", %1").arg(modelTitle(modelOf(m_document.inputs()))) : QString()));
    };
    connect(&m_document, &Document::inputsChanged, this, title);
    title();
}

void SearchPerspective::buildRuns(const Actions& actions) {
    m_runs = new RunList(m_document, actions);
    connect(m_runs, &RunList::opened, this, [this](int run) {
        m_document.show({.run = run, .rank = 0, .own = {}});
        emit mappingOpened();
    });
    connect(m_runs, &RunList::currentRunChanged, this, &SearchPerspective::refreshRun);
    m_runsDock = new Dock("runs", tr("Runs"), m_runs, this);
    addViewExport(*m_runsDock, m_document, "runs");
}

void SearchPerspective::buildConvergence() {
    m_plot = new ConvergencePlot;
    auto* seeds = new QCheckBox(tr("Seeds as mean and band"));
    seeds->setObjectName("convergenceSeeds");
    seeds->setToolTip(tr(
        "Runs that differ by their seed only as one line: their mean, geometric on log axes, in a band from the best "
        "to the worst of them"));
    connect(seeds, &QCheckBox::toggled, this, [this](bool bands) { m_plot->setBands(bands); });
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(10, 0, 10, 4);
    row->addWidget(seeds);
    row->addStretch();
    foot->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_plotDock = new Dock("convergence", tr("Convergence"), stacked({m_plot, foot}), this);
    m_plotDock->setSubtitle(tr("lower is better"));
    auto* axis = new Segmented({tr("drawn"), tr("time")});
    axis->setObjectName("convergenceAxis");
    axis->setAccessibleName(tr("Horizontal axis"));
    axis->setCompact(true);
    connect(axis, &Segmented::currentChanged, this,
            [this](int index) { m_plot->setAxis(index == 0 ? ConvergenceAxis::evaluations : ConvergenceAxis::time); });
    axis->setToolTips({tr("Mappings drawn, valid or not"), tr("Time of work, pauses not counted")});
    auto* scale = new Segmented({tr("log"), tr("linear")});
    scale->setObjectName("convergenceScale");
    scale->setAccessibleName(tr("Scale of the axes"));
    scale->setCompact(true);
    connect(scale, &Segmented::currentChanged, this, [this](int index) { m_plot->setLog(index == 0); });
    m_plotDock->addSwitch(axis);
    m_plotDock->addSwitch(scale);
    addFit(*m_plotDock, "convergenceFit", [this] { m_plot->navigator().reset(); });
    const auto options = [this] {
        return ExportOptions{{"x", m_plot->data().axis == ConvergenceAxis::time ? "time" : "evaluations"},
                             {"axes", m_plot->data().log ? "log" : "linear"},
                             {"seeds", m_plot->data().bands ? "band" : "each"}};
    };
    addViewExport(*m_plotDock, m_document, "convergence", options, [this] { return m_plot->textTwin(); });
    keepFresh(*m_plotDock, [this] { m_plot->setRuns(m_document.runs()); });
}

void SearchPerspective::buildCloud() {
    m_cloud = new CloudPlot;
    m_cloud->setObjectName("cloudPlot");
    m_cloudDock = new Dock("cloud", tr("Energy and delay"), m_cloud, this);
    auto* style = new Segmented({tr("density"), tr("points")});
    style->setObjectName("cloudStyle");
    style->setAccessibleName(tr("What is drawn"));
    style->setToolTips({tr("How many valid mappings lie where, and the Pareto front"),
                        tr("Only the mappings that are kept: the Pareto front and the top of each run")});
    style->setCompact(true);
    connect(style, &Segmented::currentChanged, this,
            [this](int index) { m_cloud->setCloudStyle(index == 0 ? CloudStyle::density : CloudStyle::points); });
    m_cloudDock->addSwitch(style);
    addFit(*m_cloudDock, "cloudFit", [this] { m_cloud->navigator().reset(); });
    const auto options = [this] {
        return ExportOptions{{"style", m_cloud->cloudStyle() == CloudStyle::density ? "density" : "points"}};
    };
    addViewExport(*m_cloudDock, m_document, "cloud", options, [this] { return m_cloud->textTwin(); });
    connect(m_cloud, &CloudPlot::opened, this, &SearchPerspective::open);
    keepFresh(*m_cloudDock, [this] {
        m_cloud->setRuns(m_document.runs());
        const CloudData& drawn = m_cloud->data();
        m_cloudDock->setSubtitle(drawn.empty() ? QString()
                                               : withLeftOut(tr("%1 valid, Pareto front %2")
                                                                 .arg(shortCount(static_cast<double>(drawn.valid)))
                                                                 .arg(drawn.front.size())));
    });
}

void SearchPerspective::buildMapspaces() {
    m_mapspaces = new MapspacesView;
    m_mapspaces->setObjectName("mapspacesView");
    m_mapspacesDock = new Dock("mapspaces", tr("Mapspaces compared"), m_mapspaces, this);
    m_mapspacesDock->setSubtitle(tr("lower is better"));
    addViewExport(*m_mapspacesDock, m_document, "mapspaces", {}, [this] { return m_mapspaces->textTwin(); });
    keepFresh(*m_mapspacesDock, [this] { m_mapspaces->setRuns(m_document.runs()); });
}

void SearchPerspective::buildSunstone() {
    m_sunstone = new SunstoneDocks(m_document, this);
    keepFresh(*m_sunstone->trie(), [this] { m_sunstone->refreshTrie(focusedRun()); });
    keepFresh(*m_sunstone->tiles(), [this] { m_sunstone->refreshTiles(focusedRun()); });
    keepFresh(*m_sunstone->unrolling(), [this] { m_sunstone->refreshUnrolling(focusedRun()); });
    keepFresh(*m_sunstone->principles(), [this] { m_sunstone->refreshPrinciples(focusedRun()); });
    keepFresh(*m_sunstone->bounds(), [this] { m_sunstone->refreshBounds(focusedRun()); });
    connect(m_sunstone, &SunstoneDocks::inspected, this, &SearchPerspective::refreshRun);
}

void SearchPerspective::buildProof() {
    m_proof = new ProofDocks(m_document, this);
    keepFresh(*m_proof->proof(), [this] { m_proof->refreshProof(focusedRun()); });
    keepFresh(*m_proof->slope(), [this] { m_proof->refreshSlope(); });
}

void SearchPerspective::buildFlash(FlashControl& flash, QAction* openPick) {
    m_flash = new FlashDocks(m_document, flash, openPick, this);
    m_form->offerFlash(m_flash->fields());
    connect(m_form, &RunForm::flashChosen, &flash, &FlashControl::setChosen);
    connect(&flash, &FlashControl::chosenChanged, this, [this, &flash] {
        m_form->setFlash(flash.chosen());
        m_mapsByStyle = flash.chosen();
        shareAnew();
        m_queueButtons->setVisible(m_form->choosesSearch());
    });
}

void SearchPerspective::buildTuning(TuningControl& tuning) {
    m_tuning = new TuningDocks(m_document, tuning, this);
    const int tuner =
        m_form->offer(tr("Fabric tuner"), tr("Tiles and machine of the fabric model, tried and learnt from"),
                      m_tuning->fields(), true);
    const int mapper = m_form->offer(tr("Analytic mapper (mRNA)"),
                                     tr("Tiles of the fabric model in the order of their estimated cycles, simulated"),
                                     m_tuning->fields(), true);
    connect(m_form, &RunForm::otherChosen, &tuning, [&tuning, tuner, mapper](int other) {
        tuning.setChosen(other == tuner || other == mapper, other == mapper);
    });
    connect(&tuning, &TuningControl::chosenChanged, this, [this, &tuning, tuner, mapper] {
        if (tuning.chosen()) m_form->choose(tuning.analytic() ? mapper : tuner);
        m_queueButtons->setVisible(m_form->choosesSearch());
    });
    connect(&tuning, &TuningControl::applied, this, &SearchPerspective::mappingOpened);
}

void SearchPerspective::buildCounters() {
    m_counters = new CountersView;
    m_countersDock = new Dock("counters", tr("Live counters"), m_counters, this);
    addViewExport(
        *m_countersDock, m_document, "counters", [this] { return runOption(); },
        [this] { return m_counters->textTwin(); });
    keepFresh(*m_countersDock, [this] { m_counters->setRun(focusedRun()); });
}

void SearchPerspective::buildReasons() {
    m_invalid = new InvalidView;
    m_reasons = new ReasonTableModel(this);
    auto* table = new FigureTable(m_reasons, tr("Reasons for refusal"));
    table->setObjectName("reasonTable");
    table->setEmptyText(QStringLiteral(" "));
    table->setStretchColumn(1);
    connect(table, &FigureTable::rowActivated, this, &SearchPerspective::openRefused);
    m_relax = new RelaxPanel(m_document);
    connect(m_relax, &RelaxPanel::mappingFound, this,
            [this](const Mapping& mapping) { open({.run = -1, .rank = 0, .own = mapping}); });
    m_reasonsDock = new Dock("reasons", tr("Why invalid"), stacked({m_invalid, scrolledNotes(m_relax), table}), this);
    addViewExport(
        *m_reasonsDock, m_document, "reasons", [this] { return runOption(); },
        [this] { return m_invalid->textTwin() + m_relax->textTwin(); });
    keepFresh(*m_reasonsDock, [this] {
        m_invalid->setRun(focusedRun());
        m_reasons->setRun(focusedRun());
        m_relax->setRun(focusedRun());
    });
}

void SearchPerspective::buildTop(const Actions& actions) {
    m_top = new TopTableModel(this);
    m_topTable = new FigureTable(m_top, tr("Best mappings"));
    m_topTable->setObjectName("topTable");
    m_topTable->setEmptyText(tr("The best mappings of the runs shown, once there is one. Run a search (F5)."));
    m_topTable->setStretchColumn(5);
    connect(m_topTable, &FigureTable::rowActivated, this, &SearchPerspective::openRow);
    m_compareRows = new QAction(icon("mapspaces"), tr("Compare two"), this);
    m_compareRows->setObjectName("compareRows");
    m_compareRows->setProperty("iconName", "mapspaces");
    m_compareRows->setToolTip(tr("The two selected mappings side by side"));
    connect(m_compareRows, &QAction::triggered, this, [this] {
        const std::vector<int> rows = chosenRows();
        if (rows.size() == 2) emit compareAsked(m_top->shownOf(rows[0]), m_top->shownOf(rows[1]));
    });
    connect(m_topTable->selectionModel(), &QItemSelectionModel::selectionChanged, this,
            &SearchPerspective::offerCompare);
    auto* foot = new QWidget;
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(10, 6, 10, 8);
    auto* openBest = new ActionButton(actions["openBest"]);
    openBest->setShortcutShown(false);
    layout->addWidget(openBest);
    layout->addWidget(new ActionButton(m_compareRows));
    layout->addStretch();
    m_topDock = new Dock("top", tr("Top mappings"), stacked({m_topTable, foot}), this);
    addViewExport(*m_topDock, m_document, "top");
    keepFresh(*m_topDock, [this] { m_top->setRuns(m_document.runs()); });
    offerCompare();
}

std::vector<int> SearchPerspective::chosenRows() const {
    std::set<int> rows;
    for (const QModelIndex& index : m_topTable->selectionModel()->selectedIndexes()) rows.insert(index.row());
    return {rows.begin(), rows.end()};
}

/// Only where someone listens, and with two rows selected.
void SearchPerspective::offerCompare() {
    m_compareRows->setVisible(isSignalConnected(QMetaMethod::fromSignal(&SearchPerspective::compareAsked)));
    m_compareRows->setEnabled(chosenRows().size() == 2);
}

void SearchPerspective::openRow(int row) { open(m_top->shownOf(row)); }

/// The first mapping refused for a reason, with that reason explained.
void SearchPerspective::openRefused(int row) {
    const RunPtr run = focusedRun();
    const ReasonCount* reason = m_reasons->reasonAt(row);
    if (!reason || !m_reasons->canOpen(*reason)) return;
    const std::optional<FigureId> figure = figureOf(reason->example);
    m_document.show({.run = -1, .rank = 0, .own = *reason->mapping}, tr("Run %1, refused").arg(run->number));
    emit mappingOpened();
    m_document.selection().explain(figure);
}

void SearchPerspective::open(const ShownMapping& mapping) {
    m_document.show(mapping);
    emit mappingOpened();
}

void SearchPerspective::addFit(Dock& dock, const QString& name, const std::function<void()>& fit) {
    auto* button = new QToolButton;
    button->setIcon(icon("fit"));
    button->setIconSize({13, 13});
    button->setFixedSize(22, 20);
    button->setAutoRaise(true);
    button->setToolTip(tr("Show everything again (0 or double click; drag pans, the wheel zooms)"));
    button->setAccessibleName(tr("Show everything"));
    button->setObjectName(name);
    connect(button, &QToolButton::clicked, this, fit);
    dock.addSwitch(button);
}

void SearchPerspective::keepFresh(Dock& dock, std::function<void()> refresh) {
    const std::size_t index = m_parts.size();
    m_parts.push_back({&dock, std::move(refresh), true});
    connect(&dock, &QDockWidget::visibilityChanged, this, [this, index](bool visible) {
        Part& part = m_parts[index];
        if (!visible || !part.stale) return;
        part.stale = false;
        part.refresh();
    });
}

/// So that counters and reasons are exported of the run that the docks show.
ExportOptions SearchPerspective::runOption() const {
    const RunPtr run = focusedRun();
    return run ? ExportOptions{{"run", std::to_string(run->number)}} : ExportOptions{};
}

/// The run whose counters and reasons are shown: that of the current row, else the live or last one.
RunPtr SearchPerspective::focusedRun() const {
    const RunPtr chosen = m_runs->currentRun();
    return chosen && chosen->started ? chosen : m_document.currentRun();
}

void SearchPerspective::refreshRun() {
    refreshRunList();
    m_turns.stop();
    for (Part& part : m_parts) {
        part.stale = !part.dock->body()->isVisible();
        if (!part.stale) part.refresh();
    }
    refreshTitles();
}

void SearchPerspective::followRun() {
    if (!m_document.liveRun()) return refreshRun();
    refreshRunList();
    for (Part& part : m_parts) part.stale = true;
    if (!m_turns.isActive()) m_turns.start();
}

void SearchPerspective::refreshNext() {
    for (std::size_t tried = 0; tried < m_parts.size(); ++tried) {
        Part& part = m_parts[m_next];
        m_next = (m_next + 1) % m_parts.size();
        if (m_next == 0) refreshTitles();
        if (!part.stale || !part.dock->body()->isVisible()) continue;
        part.stale = false;
        return part.refresh();
    }
    m_turns.stop();
}

void SearchPerspective::refreshRunList() {
    m_runs->refresh();
    const RunPtr live = m_document.liveRun();
    if (!live || live == m_followed) return;
    m_followed = live;  // first, since this comes back here
    if (!m_runs->naming()) m_runs->setCurrentRun(live);
}

void SearchPerspective::refreshTitles() {
    const std::vector<RunPtr> shown = alikeRuns(m_document.runs());
    const RunPtr run = focusedRun();
    const QString name = run ? tr("run %1").arg(run->number) : QString();
    m_countersDock->setSubtitle(name);
    m_topDock->setSubtitle(withLeftOut(shown.size() > 1 ? tr("of %1 runs; Enter opens one").arg(shown.size())
                                       : shown.empty()  ? QString()
                                                        : tr("run %1").arg(shown.front()->number)));
    m_runsDock->setSubtitle(runsText());
    const RunPtr bounded = anchorOf(m_document.runs());
    const QString gap = bounded ? gapText(*bounded) : QString();
    m_plotDock->setSubtitle(gap.isEmpty() ? tr("lower is better")
                                          : tr("lower is better; run %1: %2").arg(bounded->number).arg(gap));
    if (!run) return m_reasonsDock->setSubtitle({});
    const std::int64_t invalid = run->live.counters.drawn - run->live.counters.valid;
    m_reasonsDock->setSubtitle(tr("run %1, %2 fail").arg(run->number).arg(shortCount(static_cast<double>(invalid))));
    m_reasonsDock->pill()->setState(run->finished() && !run->live.best ? tr("0 valid") : QString(), Tone::error);
}

/// With what is missing because it ran on another design.
QString SearchPerspective::withLeftOut(const QString& text) const {
    const QString left = leftOutText(m_document.runs());
    return left.isEmpty() ? text : QStringLiteral("%1; %2").arg(text, left);
}

void SearchPerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    refreshRun();
    offerCompare();
}

/// "6, one running, 2 queued"
QString SearchPerspective::runsText() const {
    if (m_document.runs().empty()) return tr("none yet");
    QString text = QString::number(m_document.runs().size());
    if (const RunPtr live = m_document.liveRun()) text += QStringLiteral(", one ") + stateText(*live);
    if (const int waiting = m_document.queuedRuns(); waiting > 0) text += tr(", %1 queued").arg(waiting);
    return text;
}

void SearchPerspective::arrange() {
    addDockWidget(Qt::LeftDockWidgetArea, m_formDock);
    splitDockWidget(m_formDock, m_plotDock, Qt::Horizontal);
    splitDockWidget(m_plotDock, m_countersDock, Qt::Horizontal);
    splitDockWidget(m_formDock, m_runsDock, Qt::Vertical);
    splitDockWidget(m_runsDock, m_mapspacesDock, Qt::Vertical);
    splitDockWidget(m_plotDock, m_cloudDock, Qt::Vertical);
    splitDockWidget(m_countersDock, m_reasonsDock, Qt::Vertical);
    splitDockWidget(m_reasonsDock, m_topDock, Qt::Vertical);
    tabifyDockWidget(m_plotDock, m_sunstone->trie());
    tabifyDockWidget(m_cloudDock, m_sunstone->tiles());
    tabifyDockWidget(m_sunstone->tiles(), m_sunstone->unrolling());
    tabifyDockWidget(m_reasonsDock, m_sunstone->principles());
    tabifyDockWidget(m_topDock, m_sunstone->bounds());
    tabifyDockWidget(m_reasonsDock, m_proof->proof());
    tabifyDockWidget(m_cloudDock, m_proof->slope());
    tabifyDockWidget(m_plotDock, m_flash->histogram());
    tabifyDockWidget(m_cloudDock, m_flash->styles());
    tabifyDockWidget(m_topDock, m_flash->cases());
    tabifyDockWidget(m_plotDock, m_tuning->trials());
    tabifyDockWidget(m_cloudDock, m_tuning->predicted());
    tabifyDockWidget(m_topDock, m_tuning->table());
    // Docks come to the front as they are shown, which happens after this.
    QTimer::singleShot(0, this, [this] {
        for (Dock* front : {m_plotDock, m_cloudDock, m_reasonsDock, m_topDock}) front->raise();
    });
}

void SearchPerspective::proportion() {
    const int room = width() - 16;
    const int side = std::clamp(room * 27 / 100, 282, 420);
    const int form = std::clamp(room * 26 / 100, 300, 380);
    resizeDocks({m_formDock, m_plotDock, m_countersDock}, {form, room - side - form, side}, Qt::Horizontal);
    const int tall = height() - 16;
    const int question = std::min(width() < kSearchNarrow ? 364 : 334, tall * 45 / 100);
    const int compared = std::min(180, tall * 26 / 100);
    resizeDocks({m_formDock, m_runsDock, m_mapspacesDock}, {question, tall - question - compared, compared},
                Qt::Vertical);
    resizeDocks({m_plotDock, m_cloudDock}, {tall * 48 / 100, tall * 52 / 100}, Qt::Vertical);
    const int figures = 132;
    // A verdict with its figures and some rules; FLASH has none, but cases of five styles in the dock below.
    const int reasons = (tall - figures) * (m_mapsByStyle ? 36 : tall > 700 ? 52 : 50) / 100;
    resizeDocks({m_countersDock, m_reasonsDock, m_topDock}, {figures, reasons, tall - figures - reasons}, Qt::Vertical);
}

}  // namespace lapidary::ui
