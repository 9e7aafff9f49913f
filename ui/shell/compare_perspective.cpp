// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/compare_perspective.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QPainter>
#include <QScrollArea>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "core/explore/fabric_compare.h"
#include "core/io/stonne/desk_compare.h"
#include "ui/models/compare_table_model.h"
#include "ui/shell/actions.h"
#include "ui/shell/compare_bar.h"
#include "ui/shell/dock_exports.h"
#include "ui/views/array_pane.h"
#include "ui/views/array_view.h"
#include "ui/views/compare_energy_view.h"
#include "ui/views/compare_nest_view.h"
#include "ui/views/fabric_error_view.h"
#include "ui/views/why_view.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

constexpr int kCompareNarrow = 1180;

QString clause(const QString& text) { return text.isEmpty() ? text : QStringLiteral("; ") + text; }

}  // namespace

ComparePerspective::ComparePerspective(Document& document, const Actions& actions, QWidget* parent)
    : Perspective("compare", parent),
      m_document(document),
      m_actions(actions),
      m_bar(new CompareBar(document, actions)),
      m_nest(new CompareNestView),
      m_numbers(new CompareTableModel(this)),
      m_energy(new CompareEnergyView),
      m_arrayA(new ArrayView),
      m_arrayB(new ArrayView),
      m_why(new WhyView),
      m_error(new FabricErrorView) {
    setTabPosition(Qt::AllDockWidgetAreas, QTabWidget::North);
    buildNest();
    buildNumbers();
    buildEnergy();
    buildArrays();
    buildWhy();
    connect(&document, &Document::pinsChanged, this, &ComparePerspective::refresh);
    connect(m_bar, &CompareBar::changed, this, &ComparePerspective::refresh);
    connect(&m_selection, &Selection::changed, this, &ComparePerspective::followA);
    connect(&m_selectionB, &Selection::changed, this, &ComparePerspective::followB);
    connect(actions["swapSides"], &QAction::triggered, this, &ComparePerspective::swapSides);
    connect(actions["openB"], &QAction::triggered, this, &ComparePerspective::openB);
    connect(actions["copyWhy"], &QAction::triggered, this,
            [this] { QApplication::clipboard()->setText(m_why->textTwin()); });
    refresh();
}

void ComparePerspective::join(Dock& dock, View& view) {
    view.share(&m_selection);
    addFigureExport(
        dock, [&view] { return view.figure(); }, [&view] { return view.textTwin(); });
}

void ComparePerspective::buildNest() {
    m_nest->setObjectName("compareNest");
    m_nestDock = new Dock("compareNest", tr("Nest difference"), scrolled(m_nest), this);
    m_nestDock->setSubtitle(tr("aligned by level, then by loop"));
    auto* rows = new Segmented({tr("all rows"), tr("differences only")});
    rows->setObjectName("compare.rows");
    rows->setCompact(true);
    rows->setToolTips({tr("Every loop and Store"), tr("Only what differs, with the Stores of its level")});
    m_nestDock->addSwitch(rows);
    connect(rows, &Segmented::currentChanged, m_nest, [this](int index) { m_nest->setDifferencesOnly(index == 1); });
    join(*m_nestDock, *m_nest);
}

void ComparePerspective::buildNumbers() {
    m_table = new FigureTable(m_numbers, tr("Numbers of A and B"));
    m_table->setObjectName("compareTable");
    m_table->setEmptyText(tr("The figures of both with their ratio, once A and B are chosen."));
    m_table->setStretchColumn(CompareTableModel::kBarColumn);
    m_numbersDock = new Dock("compareNumbers", tr("Numbers"), m_table, this);
    addViewExport(*m_numbersDock, m_document, "compare-numbers");
    connect(m_table, &FigureTable::rowHovered, this,
            [this](int row) { m_selection.hover(row < 0 || !m_pair ? Subject{} : m_numbers->subjectOf(row)); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& current) {
                if (current.isValid() && m_pair && m_table->hasFocus())
                    m_selection.select(m_numbers->subjectOf(current.row()));
            });
}

void ComparePerspective::buildEnergy() {
    m_energy->setObjectName("compareEnergy");
    m_energyDock = new Dock("compareEnergy", tr("Energy"), scrolled(m_energy), this);
    m_energyDock->setSubtitle(tr("one scale for A and B"));
    auto* unit = new Segmented({tr("J"), tr("%"), tr("pJ / MAC")});
    unit->setObjectName("compare.unit");
    unit->setCompact(true);
    unit->setToolTips({tr("In joules"), tr("As shares of each side's whole"), tr("Per multiply-accumulate")});
    m_energyDock->addSwitch(unit);
    connect(unit, &Segmented::currentChanged, m_energy,
            [this](int index) { m_energy->setUnit(static_cast<CompareEnergyView::Unit>(index)); });
    join(*m_energyDock, *m_energy);
}

void ComparePerspective::buildArrays() {
    m_arrayA->setObjectName("compareArrayA");
    m_arrayB->setObjectName("compareArrayB");
    m_arrayA->setCompact(QStringLiteral("A"));
    m_arrayB->setCompact(QStringLiteral("B"));
    auto* pane = new ArrayPane(m_arrayA, m_arrayB);
    m_arrayDock = new Dock("compareArrays", tr("PE arrays"), pane, this);
    m_arrayDock->setSubtitle(tr("one scale, one clock"));
    m_arrayDock->addSwitch(pane->arrayChooser());
    m_arrayDock->addSwitch(pane->colourChooser());
    m_arrayA->share(&m_selection);
    m_arrayB->share(&m_selectionB);
    addFigureExport(
        *m_arrayDock, [this] { return arraysFigure(); },
        [this] { return QStringLiteral("A\n%1\n\nB\n%2").arg(m_arrayA->textTwin(), m_arrayB->textTwin()); });
}

void ComparePerspective::buildWhy() {
    m_why->setObjectName("whyView");
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(scrolled(m_why), 1);
    auto* foot = new QHBoxLayout;
    foot->setContentsMargins(10, 6, 10, 8);
    foot->setSpacing(6);
    foot->addWidget(new ActionButton(m_actions["copyWhy"]));
    foot->addWidget(new ActionButton(m_actions["openB"]));
    foot->addStretch();
    layout->addLayout(foot);
    m_whyDock = new Dock("compareWhy", tr("Why"), body, this);
    join(*m_whyDock, *m_why);
    m_errorDock = new Dock("compareError", tr("Model error"), scrolled(m_error), this);
    join(*m_errorDock, *m_error);
}

Figure ComparePerspective::arraysFigure() const {
    const Figure a = m_arrayA->figure(), b = m_arrayB->figure();
    return {tr("PE arrays of A and B"),
            QSizeF(a.size.width() + b.size.width(), std::max(a.size.height(), b.size.height())),
            [a, b](QPainter& painter, const Theme& theme) {
                a.paint(painter, theme);
                painter.save();
                painter.translate(a.size.width(), 0);
                b.paint(painter, theme);
                painter.restore();
            }};
}

void ComparePerspective::chooseSides() {
    const auto pinOf = [](std::size_t run, int rank) {
        PinnedMapping pin;
        pin.place.run = static_cast<int>(run);
        pin.place.rank = rank;
        return pin;
    };
    const auto& runs = m_document.runs();
    std::vector<std::size_t> found;
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i]->live.best) found.push_back(i);
    if (!m_document.pinned(Side::a)) {
        if (!found.empty())
            m_document.pin(Side::a, pinOf(found.front(), 0), false);
        else if (m_document.exhibit())
            m_document.pin(Side::a, m_document.shownToPin(), false);
    }
    if (m_document.pinned(Side::b) || !m_document.pinned(Side::a)) return;
    const ShownMapping& taken = m_document.pinned(Side::a)->place;
    if (m_document.exhibit() && m_document.shown() != taken)
        m_document.pin(Side::b, m_document.shownToPin(), false);
    else if (!found.empty() && static_cast<int>(found.back()) != taken.run)
        m_document.pin(Side::b, pinOf(found.back(), 0), false);
    else if (!found.empty() && runs[found.back()]->live.top.size() > 1)
        m_document.pin(Side::b, pinOf(found.back(), taken.rank == 0 ? 1 : 0), false);
}

void ComparePerspective::showEvent(QShowEvent* event) {
    Perspective::showEvent(event);
    chooseSides();
    if (m_stale) refresh();
}

namespace {

struct OnFabric {
    FabricComparison both;
    std::vector<CompareRow> rows;
};

/// What the fabric makes of a mapping on its own design, by nothing else.
Result<OnFabric> comparedOnFabric(const Exhibit& exhibit, Job& job) {
    if (!exhibit.cost.valid) return error("the reuse model finds it invalid");
    auto both = compareWithFabric(exhibit.mapping, exhibit.setup->evaluator, {}, &job);
    if (!both) return both.diagnostics();
    if (both->outcome.cycles == 0) return error("stopped");
    auto rows =
        stonne::compareModels(*exhibit.setup->target, both->reuse, both->run, both->outcome, both->timeline).rows;
    return OnFabric{*std::move(both), std::move(rows)};
}

}  // namespace

bool ComparePerspective::onFabric() const { return m_bar->underTwoModels() && m_bar->model().fabric; }

void ComparePerspective::simulate() {
    m_error->setComparison(std::nullopt, {});
    m_errorDock->setSubtitle({});
    if (!onFabric() || !m_pair) {
        m_simulation.abandon();
        return m_error->setComparison(
            std::nullopt, tr("How far the reuse model is off: choose two models, and the fabric as the other."));
    }
    m_simulation.start([this, pair = m_pair](Job& job) -> std::function<void()> {
        return [this, pair, found = comparedOnFabric(pair->a, job)] {
            if (!found)
                return m_error->setComparison(std::nullopt,
                                              tr("The fabric can't run mapping A: %1.")
                                                  .arg(QString::fromStdString(found.diagnostics().front().message)));
            auto both = std::make_shared<ComparePair>(*pair);
            both->numbers = found->rows;
            m_pair = both;
            m_numbers->setPair(m_pair);
            m_error->setComparison(found->both, {});
            m_errorDock->setSubtitle(m_error->headline());
        };
    });
}

ComparePairPtr ComparePerspective::pairOfModels() {
    Exhibit a = *m_document.compared(Side::a), b = a;
    if (onFabric()) {
        a.origin += tr(", reuse model");
        b.origin = m_bar->model().name;
        auto pair = std::make_shared<ComparePair>(*makePair(a, b));
        pair->numbers.clear();  // those of both models follow
        return pair;
    }
    const ModelChoice model = m_bar->model();
    auto evaluator = Evaluator::make(a.setup->target, model.semantics);
    if (!evaluator) {
        m_bar->setNote(QString::fromStdString(evaluator.errorText()));
        return nullptr;
    }
    b.setup = std::make_shared<Setup>(Setup{a.setup->target, a.setup->mapspace, *evaluator});
    b.inputs.semantics = model.semantics;
    setModel(b.inputs, model.rules);
    b.cost = costOf(*b.setup, b.inputs, b.mapping);
    b.origin = model.name;
    const bool plain = !modelOf(a.inputs) && !model.rules && a.inputs.semantics == Semantics{};
    a.origin += QStringLiteral(", ") + (plain ? tr("default model") : modelTitle(modelOf(a.inputs)));
    return makePair(a, b);
}

void ComparePerspective::refresh() {
    m_stale = !isVisible();
    if (m_stale) return;
    const auto& a = m_document.compared(Side::a);
    const auto& b = m_document.compared(Side::b);
    m_bar->setNote({});
    m_pair = nullptr;
    if (m_bar->underTwoModels())
        m_pair = a ? pairOfModels() : nullptr;
    else if (a && b)
        m_pair = makePair(*a, *b);
    m_selection.clear();
    m_nest->setPair(m_pair);
    m_numbers->setPair(m_pair);
    m_energy->setPair(
        onFabric() ? nullptr : m_pair,
        !onFabric()
            ? QString()
            : tr("The fabric's energy has no unit: it counts events by STONNE's table of relative costs, which "
                 "can't stand beside the reuse model's joules. Its sums are among the counters of Mapping, fabric."));
    m_arrayA->setExhibit(m_pair ? std::optional(m_pair->a) : std::nullopt);
    m_arrayB->setExhibit(m_pair ? std::optional(m_pair->b) : std::nullopt);
    m_why->setPair(onFabric() ? nullptr : m_pair,
                   onFabric() ? tr("Why the two models differ is said term by term in Model error.") : QString());
    simulate();
    if (onFabric()) m_errorDock->raise();
    const QString missing = tr("two mappings must be pinned");
    allow(m_actions["openB"], m_pair && !m_bar->underTwoModels(),
          m_pair ? tr("both sides are the same mapping") : missing);
    allow(m_actions["copyWhy"], m_pair != nullptr, missing);
    allow(m_actions["swapSides"], a && b, missing);
    m_nestDock->pill()->setState({});
    m_whyDock->setWindowTitle(tr("Why"));
    m_whyDock->setSubtitle({});
    if (!m_pair) return;
    const bool sameWorkload = m_pair->a.inputs.workload == m_pair->b.inputs.workload;
    const bool sameDesign = m_pair->a.inputs.architecture == m_pair->b.inputs.architecture;
    m_bar->setNote(tr("%1 on %2").arg(workloadTitle(m_pair->b.inputs), designTitle(m_pair->b.inputs)) +
                   clause(sameDesign ? QString() : tr("A on %1").arg(designTitle(m_pair->a.inputs))));
    m_numbersDock->setSubtitle(onFabric()                   ? tr("A reuse model, B fabric")
                               : m_bar->underTwoModels()    ? tr("one mapping, two models")
                               : sameWorkload && sameDesign ? tr("same model, workload and design")
                               : sameWorkload               ? tr("same workload, other design")
                                                            : tr("another workload"));
    if (onFabric()) return;
    const QString title = QString::fromStdString(titleOf(m_pair->why));
    m_whyDock->setSubtitle(!m_pair->terms.empty()      ? tr("term by term; those of cycles and energy add up")
                           : title.startsWith(u"Why ") ? title.mid(4)
                                                       : title.toLower());
    if (!m_pair->a.cost.valid || !m_pair->b.cost.valid)
        m_nestDock->pill()->setState(m_pair->a.cost.valid ? tr("B is not valid") : tr("A is not valid"), Tone::error);
}

void ComparePerspective::followA() {
    if (!m_pair) return;
    m_selectionB.hover(m_pair->onB(m_selection.hovered()));
    m_selectionB.select(m_pair->onB(m_selection.selected()));
    m_table->setMarkedRows(m_numbers->rowsOf(m_selection.hovered()), m_numbers->rowsOf(m_selection.selected()));
}

void ComparePerspective::followB() {
    if (!m_pair) return;
    // What A has none of comes back empty; that is no news for A.
    if (m_pair->onB(m_selection.hovered()) != m_selectionB.hovered())
        m_selection.hover(m_pair->fromB(m_selectionB.hovered()));
    if (m_pair->onB(m_selection.selected()) != m_selectionB.selected())
        m_selection.select(m_pair->fromB(m_selectionB.selected()));
}

void ComparePerspective::swapSides() {
    const auto a = m_document.pinned(Side::a), b = m_document.pinned(Side::b);
    if (!a || !b) return;
    m_document.pin(Side::a, *b);
    m_document.pin(Side::b, *a);
}

void ComparePerspective::openB() {
    const auto& pin = m_document.pinned(Side::b);
    if (!pin) return;
    if (pin->place.own && pin->inputs) {
        const bool here = pin->inputs->workload == m_document.inputs().workload &&
                          pin->inputs->architecture == m_document.inputs().architecture;
        if (!here) m_document.edit(*pin->inputs, tr("Inputs of %1").arg(QString::fromStdString(pin->name)));
        m_document.show(pin->place, QString::fromStdString(pin->name));
    } else {
        m_document.show(pin->place);
    }
    emit mappingOpened();
}

bool ComparePerspective::isNarrow() const { return width() < kCompareNarrow; }

void ComparePerspective::arrange() {
    m_narrow = isNarrow();
    addDockWidget(Qt::LeftDockWidgetArea, m_nestDock);
    if (m_narrow) {
        splitDockWidget(m_nestDock, m_numbersDock, Qt::Vertical);
        tabifyDockWidget(m_nestDock, m_arrayDock);
        tabifyDockWidget(m_numbersDock, m_energyDock);
        tabifyDockWidget(m_numbersDock, m_whyDock);
        tabifyDockWidget(m_numbersDock, m_errorDock);
        QTimer::singleShot(0, this, [this] {
            m_nestDock->raise();
            (onFabric() ? m_errorDock : m_numbersDock)->raise();
        });
        return;
    }
    splitDockWidget(m_nestDock, m_numbersDock, Qt::Horizontal);
    splitDockWidget(m_nestDock, m_arrayDock, Qt::Vertical);
    splitDockWidget(m_numbersDock, m_energyDock, Qt::Vertical);
    splitDockWidget(m_energyDock, m_whyDock, Qt::Vertical);
    tabifyDockWidget(m_whyDock, m_errorDock);
    QTimer::singleShot(0, this, [this] { (onFabric() ? m_errorDock : m_whyDock)->raise(); });
}

void ComparePerspective::proportion() {
    if (isNarrow() != m_narrow) return resetLayout();
    const int room = width() - 12, tall = height() - 12;
    if (m_narrow) return resizeDocks({m_nestDock, m_numbersDock}, {tall * 56 / 100, tall * 44 / 100}, Qt::Vertical);
    const int left = std::clamp(room * 52 / 100, 620, 780);
    resizeDocks({m_nestDock, m_numbersDock}, {left, room - left}, Qt::Horizontal);
    resizeDocks({m_nestDock, m_arrayDock}, {tall * 56 / 100, tall * 44 / 100}, Qt::Vertical);
    resizeDocks({m_numbersDock, m_energyDock, m_whyDock}, {tall * 29 / 100, tall * 32 / 100, tall * 39 / 100},
                Qt::Vertical);
}

}  // namespace lapidary::ui
