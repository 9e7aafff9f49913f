// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/explore_perspective.h"

#include <QComboBox>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QMenu>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>
#include <utility>

#include "core/base/units.h"
#include "ui/editors/sweep_form.h"
#include "ui/models/point_table_model.h"
#include "ui/plots/pareto_plot.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/study_docks.h"
#include "ui/shell/sweep_control.h"
#include "ui/shell/sweep_relax_panel.h"
#include "ui/theme/fonts.h"
#include "ui/views/improvement_view.h"
#include "ui/views/progress_grid.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

constexpr int kExploreNarrow = 1150;  ///< below, plot and chart lie behind each other

QLabel* line(TypeSize size, bool strong, QPalette::ColorRole role = QPalette::WindowText) {
    auto* label = new QLabel;
    label->setFont(uiFont(size, strong));
    label->setForegroundRole(role);
    return label;
}

QString count(std::size_t number) { return QString::fromStdString(formatCount(static_cast<std::int64_t>(number))); }

}  // namespace

ExplorePerspective::ExplorePerspective(Document& document, const Actions& actions, SweepControl& control,
                                       StudyControl& studies, QWidget* parent)
    : Perspective("explore", parent), m_document(document), m_actions(actions), m_selection(new PointSelection(this)) {
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    buildForm(control);
    buildProgress();
    buildPareto();
    buildImprovement();
    buildPoints();
    m_studies = new StudyDocks(studies, actions, this);
    // A page needs room; it takes that of the plots, which have it back with the table of points.
    connect(m_studies, &StudyDocks::frontChanged, this,
            [this] { QTimer::singleShot(0, this, [this] { shareAnew(); }); });
    connect(actions["openPoint"], &QAction::triggered, this, [this] { openPoint(m_selection->selected()); });
    connect(m_selection, &PointSelection::changed, this, &ExplorePerspective::followSelection);
    connect(m_selection, &PointSelection::brushChanged, this, &ExplorePerspective::followBrush);
    connect(&document, &Document::sweepUpdated, this, &ExplorePerspective::refresh);
    connect(&document, &Document::sweepChanged, this, &ExplorePerspective::refresh);
    refresh();
}

void ExplorePerspective::buildForm(SweepControl& control) {
    m_form = new SweepForm(m_document);
    m_formDock = new Dock("sweepForm", tr("Sweep"), scrolled(m_form), this);
    const auto title = [this] {
        m_formDock->setSubtitle(titleOf(m_document.sweepAsked()));
        const std::size_t errors = m_document.sweepProblems().size();
        m_formDock->pill()->setState(errors == 0   ? QString()
                                     : errors == 1 ? tr("1 error")
                                                   : tr("%1 errors").arg(errors),
                                     Tone::error);
    };
    connect(&m_document, &Document::sweepPlanChanged, this, title);
    title();
    connect(m_form, &SweepForm::designPicked, this, &ExplorePerspective::designPicked);
    connect(m_form, &SweepForm::sweepPicked, &control, &SweepControl::open);
    connect(m_form, &SweepForm::failed, &control,
            [&control](const Diagnostics& problems) { control.tell(tr("The layers cannot be used."), problems); });
    const QString filter = tr("Sweeps (*.json);;All files (*)");
    connect(m_form, &SweepForm::openWanted, this, [this, &control, filter] {
        const QString path = QFileDialog::getOpenFileName(this, tr("Open sweep"), {}, filter);
        if (!path.isEmpty()) control.open(path);
    });
    connect(m_form, &SweepForm::saveWanted, this, [this, &control, filter] {
        const QString path = QFileDialog::getSaveFileName(this, tr("Save sweep"), QStringLiteral("sweep.json"), filter);
        if (!path.isEmpty()) control.saveTo(path);
    });
}

void ExplorePerspective::buildProgress() {
    m_grid = new ProgressGrid;
    m_grid->setObjectName("progressGrid");
    m_grid->sharePoints(m_selection);
    connect(m_grid, &PointView::pointActivated, this, &ExplorePerspective::openPoint);
    m_bar = new ProgressLine;
    m_bar->setMaximumWidth(QWIDGETSIZE_MAX);
    m_bar->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    m_done = line(TypeSize::body, true);
    m_done->setObjectName("sweepDone");
    m_eta = line(TypeSize::body, true);
    m_eta->setObjectName("sweepEta");
    m_pace = line(TypeSize::note, false, QPalette::PlaceholderText);
    m_pace->setObjectName("sweepPace");
    m_pace->setWordWrap(true);
    auto* head = new QWidget;
    auto* layout = new QVBoxLayout(head);
    layout->setContentsMargins(10, 8, 10, 4);
    layout->setSpacing(4);
    auto* first = new QHBoxLayout;
    first->addWidget(m_done, 1);
    first->addWidget(m_eta);
    layout->addLayout(first);
    layout->addWidget(m_bar);
    layout->addWidget(m_pace);
    auto* body = new QWidget;
    auto* all = new QVBoxLayout(body);
    all->setContentsMargins(0, 0, 0, 0);
    all->setSpacing(0);
    all->addWidget(head);
    all->addWidget(scrolled(m_grid), 1);
    m_progressDock = new Dock("sweepProgress", tr("Progress"), body, this);
    addViewExport(*m_progressDock, m_document, "progress", {}, [this] { return m_grid->textTwin(); });
}

QComboBox* ExplorePerspective::metricChooser(const QString& name, const char* key, int index) {
    auto* combo = new QComboBox;
    combo->setObjectName(key);
    combo->setAccessibleName(name);
    combo->setToolTip(name);
    combo->setFixedHeight(20);
    combo->setFont(uiFont(TypeSize::note));
    combo->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo->setMinimumContentsLength(7);
    for (const PointMetric metric : plotMetrics()) {
        combo->addItem(nameOf(metric));
        combo->setItemData(combo->count() - 1, meaningOf(metric), Qt::ToolTipRole);
    }
    combo->setCurrentIndex(index);
    connect(combo, &QComboBox::currentIndexChanged, this, &ExplorePerspective::setMetrics);
    return combo;
}

void ExplorePerspective::buildPareto() {
    m_pareto = new ParetoPlot(*m_selection);
    m_paretoDock = new Dock("pareto", tr("Pareto"), m_pareto, this);
    m_x = metricChooser(tr("Metric on X"), "paretoX", 0);
    m_y = metricChooser(tr("Metric on Y"), "paretoY", 1);
    auto* scale = new Segmented({tr("log"), tr("linear")});
    scale->setObjectName("paretoScale");
    scale->setAccessibleName(tr("Scale of the axes"));
    scale->setCompact(true);
    connect(scale, &Segmented::currentChanged, this, [this](int index) { m_pareto->setLog(index == 0); });
    m_paretoDock->addSwitch(m_x);
    m_paretoDock->addSwitch(m_y);
    m_paretoDock->addSwitch(scale);
    connect(m_pareto, &ParetoPlot::pointActivated, this, &ExplorePerspective::openPoint);
    connect(m_pareto, &ParetoPlot::otherMetricWanted, this, [this] {
        const auto metrics = plotMetrics();
        const auto found = std::find(metrics.begin(), metrics.end(), PointMetric::computeInstances);
        m_x->setCurrentIndex(static_cast<int>(found - metrics.begin()));
    });
    const auto options = [this] {
        return ExportOptions{{"x", std::string(keyOf(m_pareto->xMetric()))},
                             {"y", std::string(keyOf(m_pareto->yMetric()))},
                             {"axes", m_pareto->data().log ? "log" : "linear"}};
    };
    addViewExport(*m_paretoDock, m_document, "pareto", options, [this] { return m_pareto->textTwin(); });
}

void ExplorePerspective::buildImprovement() {
    m_improvement = new ImprovementView;
    m_improvement->setObjectName("improvementView");
    m_improvement->sharePoints(m_selection);
    connect(m_improvement, &PointView::pointActivated, this, &ExplorePerspective::openPoint);
    m_improvementDock = new Dock("improvement", tr("Improvement"), m_improvement, this);
    auto* metric = new Segmented({tr("EDP"), tr("energy"), tr("cycles")});
    metric->setObjectName("improvementMetric");
    metric->setAccessibleName(tr("What is compared"));
    metric->setCompact(true);
    connect(metric, &Segmented::currentChanged, this, [this](int index) {
        m_improvement->setMetric(index == 0   ? PointMetric::edp
                                 : index == 1 ? PointMetric::energy
                                              : PointMetric::cycles);
    });
    m_improvementDock->addSwitch(metric);
    const auto options = [this] { return ExportOptions{{"metric", std::string(keyOf(m_improvement->shownMetric()))}}; };
    addViewExport(*m_improvementDock, m_document, "improvement", options, [this] { return m_improvement->textTwin(); });
}

void ExplorePerspective::buildPoints() {
    m_points = new PointTableModel(this);
    m_table = new FigureTable(m_points, tr("Points"));
    m_table->setObjectName("pointTable");
    m_relax = new SweepRelaxPanel(m_document);
    m_pointsDock = new Dock("points", tr("Points"), stacked({scrolledNotes(m_relax), m_table}), this);
    m_filter = new QLineEdit;
    m_filter->setObjectName("pointFilter");
    m_filter->setAccessibleName(tr("Filter of points"));
    m_filter->setPlaceholderText(tr("filter, e.g. pe>=100"));
    m_filter->setClearButtonEnabled(true);
    m_filter->setFixedSize(170, 20);
    m_filter->setFont(uiFont(TypeSize::note));
    connect(m_filter, &QLineEdit::textChanged, this, &ExplorePerspective::setFilter);
    m_clearBrush = new QPushButton(tr("Clear brush"));
    m_clearBrush->setObjectName("clearBrush");
    m_clearBrush->setProperty("compact", true);
    m_clearBrush->setToolTip(tr("Show all points again (Esc in the plot)"));
    connect(m_clearBrush, &QPushButton::clicked, this, [this] { m_selection->brush(std::nullopt); });
    m_pointsDock->addSwitch(m_filter);
    m_pointsDock->addSwitch(m_clearBrush);
    addViewExport(*m_pointsDock, m_document, "points");
    setFilter({});
    connect(m_table, &FigureTable::rowHovered, this,
            [this](int row) { m_selection->hover(row < 0 ? -1 : m_points->pointOf(row)); });
    connect(m_table, &FigureTable::rowActivated, this, [this](int row) { openPoint(m_points->pointOf(row)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid() && !m_following) m_selection->select(m_points->pointOf(current.row()));
            });
}

void ExplorePerspective::setMetrics() {
    const auto metrics = plotMetrics();
    const PointMetric x = metrics[static_cast<std::size_t>(m_x->currentIndex())];
    const PointMetric y = metrics[static_cast<std::size_t>(m_y->currentIndex())];
    m_pareto->setMetrics(x, y);
    m_points->setFront(x, y);
    m_stale = true;
    refresh();
}

void ExplorePerspective::setFilter(const QString& text) {
    const auto filter = PointFilter::parse(text);
    QString tip = tr("Words of a row, and comparisons of:");
    for (const auto& [name, meaning] : PointFilter::names()) tip += QStringLiteral("\n%1: %2").arg(name, meaning);
    if (!filter) tip = tr("Not used: %1").arg(QString::fromStdString(filter.errorText()));
    m_filter->setToolTip(tip);
    m_pointsDock->pill()->setState(filter ? QString() : tr("filter not understood"), Tone::error);
    m_table->setEmptyText(text.trimmed().isEmpty() ? tr("Every design of the sweep with its figures. Run it (F5).")
                                                   : tr("No point passes the filter."));
    m_points->setFilter(filter ? *filter : PointFilter{});
    refreshPointsTitle();
}

void ExplorePerspective::refresh() {
    const SweepRunPtr& run = m_document.sweep();
    if (run.get() != m_shownSweep) {
        m_shownSweep = run.get();
        m_stale = true;
        m_selection->clear();
    }
    if (!isVisible()) {
        m_stale = true;
        return refreshAction();
    }
    m_grid->setRun(run);
    refreshProgress();
    const std::size_t done = run ? run->pointsDone() : 0;
    if (!m_stale && done == m_shownDone && run && run->running()) return;  // nothing new but progress
    m_stale = false;
    m_shownDone = done;
    m_following = true;  // rows come and go; the selection is ours
    m_points->setRun(run);
    m_following = false;
    if (const int last = m_points->columnCount() - 1; last != m_noteColumn) {
        m_noteColumn = last;
        m_table->setStretchColumn(last);
    }
    m_pareto->setRun(run);
    m_improvement->setRun(run);
    refreshPointsTitle();
    followSelection();
    m_paretoDock->setSubtitle(tr("%1 and %2").arg(m_x->currentText().toLower(), m_y->currentText()));
    m_improvementDock->setSubtitle(tr("per design"));
}

void ExplorePerspective::refreshProgress() {
    const SweepRunPtr& run = m_document.sweep();
    m_bar->setVisible(run != nullptr);
    if (!run) {
        m_done->setText(tr("Nothing swept yet"));
        m_eta->clear();
        m_pace->setText(tr("Run (F5) starts the sweep."));
        m_progressDock->setSubtitle({});
        return m_progressDock->pill()->setState({});
    }
    const SweepSnapshot& live = run->live;
    const double share = live.tasks == 0 ? 1 : static_cast<double>(live.tasksDone) / static_cast<double>(live.tasks);
    m_bar->setFraction(share);
    m_done->setText(tr("%1 of %2 searches").arg(count(live.tasksDone), count(live.tasks)));
    const bool running = run->running();
    const bool moving = live.state == SearchState::running;  // clocks of a sweep that is held stand still
    m_eta->setText(moving && live.secondsLeft ? tr("ETA %1").arg(clockText(*live.secondsLeft)) : QString());
    QStringList pace{tr("elapsed %1").arg(clockText(run->seconds()))};
    if (run->seconds() > 0 && live.tasksDone > 0)
        pace << tr("%1 searches/s")
                    .arg(QString::fromStdString(
                        formatSignificant(static_cast<double>(live.tasksDone) / run->seconds(), 3)));
    if (moving && live.secondsLeft) pace << tr("ETA from the last %1").arg(std::min<std::size_t>(live.tasksDone, 50));
    if (!running && !run->whole()) pace << tr("Run (F5) goes on with what is missing");
    m_pace->setText(pace.join(QStringLiteral(", ")));
    m_progressDock->setSubtitle(tr("%1 of %2 points").arg(count(run->pointsDone()), count(run->points().size())));
    m_progressDock->pill()->setState(stateText(*run), running                               ? Tone::accent
                                                      : live.state == SearchState::finished ? Tone::ok
                                                                                            : Tone::neutral);
}

void ExplorePerspective::refreshPointsTitle() {
    const int shown = m_points->rowCount();
    const int all = m_points->finished();
    m_clearBrush->setVisible(m_selection->brushed().has_value());
    if (all == 0) return m_pointsDock->setSubtitle(tr("one row per design and mapspace"));
    m_pointsDock->setSubtitle(shown == all             ? tr("%1; Enter opens the mapping").arg(all)
                              : m_selection->brushed() ? tr("%1 of %2, brushed").arg(shown).arg(all)
                                                       : tr("%1 of %2").arg(shown).arg(all));
}

void ExplorePerspective::refreshAction() {
    const SweepRunPtr& run = m_document.sweep();
    const int point = m_selection->selected();
    QAction* action = m_actions["openPoint"];
    bool any = false;
    if (run && point >= 0 && static_cast<std::size_t>(point) < run->points().size()) {
        const SweepPointPtr& at = run->points()[static_cast<std::size_t>(point)];
        any = at && std::any_of(at->layers.begin(), at->layers.end(),
                                [](const LayerOutcome& outcome) { return outcome.best.has_value(); });
    }
    allow(action, any, point < 0 ? tr("no point is chosen") : tr("the point has no valid mapping yet"));
    action->setText(any ? tr("Open %1 in &Mapping").arg(pointText(*run, static_cast<std::size_t>(point)))
                        : tr("Open point in &Mapping"));
}

void ExplorePerspective::followSelection() {
    if (isVisible()) m_relax->setPoint(m_document.sweep(), m_selection->selected());
    m_table->setOutlinedRow(m_selection->hovered() < 0 ? -1 : m_points->rowOf(m_selection->hovered()));
    const int row = m_selection->selected() < 0 ? -1 : m_points->rowOf(m_selection->selected());
    m_following = true;
    if (row < 0) {
        m_table->setCurrentIndex({});
    } else if (m_table->currentIndex().row() != row) {
        const int column = std::max(m_table->currentIndex().column(), 0);
        m_table->setCurrentIndex(m_points->index(row, column));
    }
    m_following = false;
    refreshAction();
}

void ExplorePerspective::followBrush() {
    m_following = true;
    m_points->setBrushed(m_selection->brushed());
    m_following = false;
    refreshPointsTitle();
    followSelection();
}

void ExplorePerspective::openPoint(int point) {
    withLayer(point, [this, point](int layer) { openLayer(point, layer); });
}

void ExplorePerspective::pinSelected(Side side) {
    const int point = m_selection->selected();
    withLayer(point, [this, side, point](int layer) {
        PinnedMapping pin;
        pin.place.point = point;
        pin.place.layer = layer;
        m_document.pin(side, std::move(pin));
    });
}

void ExplorePerspective::withLayer(int point, const std::function<void(int)>& then) {
    const SweepRunPtr& run = m_document.sweep();
    if (!run || point < 0 || static_cast<std::size_t>(point) >= run->points().size()) return;
    m_selection->select(point);
    const SweepPointPtr& at = run->points()[static_cast<std::size_t>(point)];
    if (!at || at->layers.empty()) return;
    if (at->layers.size() == 1) {
        if (at->layers[0].best) then(0);
        return;
    }
    auto* menu = new QMenu(this);
    menu->setObjectName("layerMenu");
    menu->setAttribute(Qt::WA_DeleteOnClose);
    menu->addSection(tr("Mappings of %1").arg(pointText(*run, static_cast<std::size_t>(point))));
    for (std::size_t layer = 0; layer < at->layers.size(); ++layer) {
        const LayerOutcome& outcome = at->layers[layer];
        QString text = QString::fromStdString(run->layers[layer].workload.name());
        if (run->layers[layer].count > 1) text += QStringLiteral(" × %1").arg(run->layers[layer].count);
        if (outcome.edp) {
            const auto clock = at->architecture->spec().clockGhz;
            text += u'\t' + edpScale(*outcome.edp, clock).withUnit(*outcome.edp);
        }
        QAction* action = menu->addAction(text, this, [then, layer] { then(static_cast<int>(layer)); });
        action->setEnabled(outcome.best.has_value());
    }
    menu->popup(QCursor::pos());
}

void ExplorePerspective::openLayer(int point, int layer) {
    m_document.show({.run = -1, .rank = 0, .point = point, .layer = layer, .own = {}});
    if (m_document.exhibit()) emit mappingOpened();
}

void ExplorePerspective::showStudies(const QString& key) {
    m_studying = true;  // when this is the first show, docks are arranged only now
    m_studies->bring(key);
    QTimer::singleShot(0, this, [this] {
        m_studying = false;
        m_studies->bring({});
    });
}

void ExplorePerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    m_stale = true;
    refresh();
}

bool ExplorePerspective::isNarrow() const { return width() < kExploreNarrow; }

void ExplorePerspective::arrange() {
    m_narrow = isNarrow();
    addDockWidget(Qt::LeftDockWidgetArea, m_formDock);
    splitDockWidget(m_formDock, m_paretoDock, Qt::Horizontal);
    splitDockWidget(m_formDock, m_progressDock, Qt::Vertical);
    splitDockWidget(m_paretoDock, m_pointsDock, Qt::Vertical);
    tabifyDockWidget(m_formDock, m_studies->list());
    tabifyDockWidget(m_pointsDock, m_studies->page());
    if (m_narrow)
        tabifyDockWidget(m_paretoDock, m_improvementDock);
    else
        splitDockWidget(m_paretoDock, m_improvementDock, Qt::Horizontal);
    // Docks come to the front as they are shown, which happens after this.
    QTimer::singleShot(0, this, [this, studying = std::exchange(m_studying, false)] {
        m_paretoDock->raise();
        if (studying) return m_studies->bring({});
        m_formDock->raise();
        m_pointsDock->raise();
    });
}

void ExplorePerspective::proportion() {
    const bool studying = m_studies->inFront();
    if (isNarrow() != m_narrow) {
        m_studying = studying;
        return resetLayout();
    }
    const int room = width() - 16;
    const int form = std::clamp(room * 22 / 100, 324, 360);
    const int chart = std::max(room * 33 / 100, 300);
    if (m_narrow)
        resizeDocks({m_formDock, m_paretoDock}, {form, room - form}, Qt::Horizontal);
    else
        resizeDocks({m_formDock, m_paretoDock, m_improvementDock}, {form, room - form - chart, chart}, Qt::Horizontal);
    const int tall = height() - 16;
    const int points = tall * (studying ? 70 : 34) / 100;
    const int asked = studying ? tall * 70 / 100 : std::min(400, tall * 55 / 100);
    resizeDocks({m_formDock, m_progressDock}, {asked, tall - asked}, Qt::Vertical);
    resizeDocks({m_paretoDock, m_pointsDock}, {tall - points, points}, Qt::Vertical);
}

}  // namespace lapidary::ui
