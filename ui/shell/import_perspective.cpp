// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/import_perspective.h"

#include <QComboBox>
#include <QFileInfo>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPushButton>
#include <QTimer>

#include <algorithm>

#include "core/io/stonne/machines.h"
#include "ui/models/import_tables.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/import_control.h"
#include "ui/shell/import_panel.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

namespace {

QLabel* footLine(const char* name) {
    auto* line = new ElidedLabel;
    line->setObjectName(name);
    line->setFont(uiFont(TypeSize::control));
    line->setTextFormat(Qt::PlainText);
    line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return line;
}

/// Controls side by side in the foot or head of a dock.
QWidget* strip(std::initializer_list<QWidget*> parts) {
    auto* row = new QWidget;
    auto* layout = new QHBoxLayout(row);
    layout->setContentsMargins(10, 6, 10, 6);
    layout->setSpacing(6);
    for (QWidget* part : parts)
        layout->addWidget(part, part->sizePolicy().horizontalPolicy() == QSizePolicy::Ignored ? 1 : 0);
    row->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    return row;
}

QPushButton* stripButton(const QString& text, const char* name, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setToolTip(tip);
    return button;
}

}  // namespace

ImportPerspective::ImportPerspective(Document& document, const Actions& actions, ImportControl& control,
                                     QWidget* parent)
    : Perspective("import", parent),
      m_document(document),
      m_control(control),
      m_panel(new ImportPanel(control, actions)),
      m_nodes(new ImportNodeModel(this)),
      m_layers(new ImportLayerModel(this)),
      m_values(new ValuesModel(this)) {
    m_panelDock = new Dock("importModelDock", tr("Model"), scrolled(m_panel), this);
    buildNodes();
    buildLayers(actions);
    buildValues();
    connect(&control, &ImportControl::changed, this, &ImportPerspective::refreshModel);
    connect(&control, &ImportControl::takenChanged, this, &ImportPerspective::refreshTaken);
    connect(&control, &ImportControl::valuesChanged, this, &ImportPerspective::refreshValues);
    refreshModel();
    refreshValues();
}

void ImportPerspective::buildNodes() {
    m_nodeTable = new FigureTable(m_nodes, tr("Nodes of the model"));
    m_nodeTable->setObjectName("importNodes");
    m_nodeTable->setEmptyText(tr("Every node with what becomes of it, once a model is imported."));
    m_nodeTable->setStretchColumn(ImportNodeModel::kWhy, true);
    m_nodeTable->setShrinkable({ImportNodeModel::kName, ImportNodeModel::kBecame, ImportNodeModel::kInputs});
    m_nodesDock = new Dock("importNodesDock", tr("Nodes"), m_nodeTable, this);
    addTableExport(*m_nodesDock, *m_nodes);
    connect(m_nodeTable->selectionModel(), &QItemSelectionModel::currentRowChanged, this,
            [this](const QModelIndex& now) {
                const int layer = now.isValid() ? m_nodes->layerOf(m_nodes->source(now.row())) : -1;
                int shown = -1;
                for (int row = 0; row < m_layers->rowCount(); ++row)
                    if (m_layers->source(row) == layer) shown = row;
                m_layerTable->setOutlinedRow(layer < 0 ? -1 : shown);
                if (layer >= 0 && shown >= 0) m_layerTable->scrollTo(m_layers->index(shown, 0));
            });
}

void ImportPerspective::buildLayers(const Actions& actions) {
    m_layerTable = new FigureTable(m_layers, tr("Layers of the network"));
    m_layerTable->setObjectName("importLayers");
    m_layerTable->setEmptyText(tr("The layers that searches and models can take, once a model is imported."));
    m_layerTable->setStretchColumn(ImportLayerModel::kBounds, true);
    m_layerTable->setShrinkable({ImportLayerModel::kLayer});
    m_layerTable->installEventFilter(this);
    connect(m_layerTable, &QTableView::clicked, this, [this](const QModelIndex& index) {
        if (index.column() == ImportLayerModel::kTaken) toggle(index.row());
    });
    connect(m_layerTable, &FigureTable::rowActivated, this, [this](int row) {
        m_control.useLayer(static_cast<std::size_t>(m_layers->source(row)));
        emit workloadChosen();
    });
    m_takenLine = footLine("importTaken");
    auto* all = m_takeAll = stripButton(tr("All"), "importTakeAll", tr("Take every layer"));
    auto* none = m_takeNone = stripButton(tr("None"), "importTakeNone", tr("Take no layer"));
    connect(all, &QPushButton::clicked, this, [this] { m_control.setAllTaken(true); });
    connect(none, &QPushButton::clicked, this, [this] { m_control.setAllTaken(false); });
    auto* queue = new ActionButton(actions["queueLayers"]);
    queue->setShortcutShown(false);
    m_layersDock = new Dock("importLayersDock", tr("Layers"),
                            stacked({m_layerTable, strip({m_takenLine, all, none, queue})}), this);
    addTableExport(*m_layersDock, *m_layers);
}

void ImportPerspective::buildValues() {
    m_machine = new QComboBox;
    m_machine->setObjectName("valuesMachine");
    m_machine->setAccessibleName(tr("Computed by"));
    m_machine->setToolTip(
        tr("What computes the layers: their own definition, or a machine of the fabric model, cycle by "
           "cycle"));
    m_machine->addItem(tr("definition of the layers"), QString());
    for (const auto& entry : keyTable(stonne::Machine{})) m_machine->addItem(fromView(entry.key), fromView(entry.key));
    m_seed = new NumberField(0);
    m_seed->setObjectName("valuesSeed");
    m_seed->setAccessibleName(tr("Seed of the inputs"));
    m_seed->setToolTip(tr("Inputs are drawn from it, uniform in [-1, 1)"));
    m_seed->setFixedWidth(60);
    m_seed->setNumber(1);
    m_runValues = stripButton(tr("Run with values"), "valuesRun",
                              tr("Computes the network in float32 twice in step and compares after each node"));
    m_stopValues = stripButton(tr("Cancel"), "valuesStop", tr("Ends after the node that is computed"));
    m_valuesProgress = new ProgressLine;
    m_valuesProgress->setFixedSize(90, 6);
    m_valuesLine = footLine("valuesLine");
    connect(m_runValues, &QPushButton::clicked, this, [this] {
        m_control.runValues(m_machine->currentData().toString().toStdString(),
                            static_cast<std::uint64_t>(m_seed->number().value_or(1)));
    });
    connect(m_stopValues, &QPushButton::clicked, this, [this] { m_control.stopValues(); });
    auto* table = new FigureTable(m_values, tr("Nodes that ran"));
    table->setObjectName("valuesTable");
    table->setEmptyText(tr("How far each node is from its definition, once the model has run with values."));
    table->setStretchColumn(ValuesModel::kDeviation);
    auto* head = strip({new QLabel(tr("by")), m_machine, new QLabel(tr("seed")), m_seed, m_runValues, m_stopValues,
                        m_valuesProgress, m_valuesLine});
    m_valuesDock = new Dock("importValuesDock", tr("Run with values"), stacked({head, table}), this);
    addTableExport(*m_valuesDock, *m_values);
}

void ImportPerspective::toggle(int row) {
    const auto layer = static_cast<std::size_t>(m_layers->source(row));
    m_control.setTaken(layer, !m_control.taken()[layer]);
}

bool ImportPerspective::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_layerTable && event->type() == QEvent::KeyPress &&
        static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space && m_layerTable->currentIndex().isValid()) {
        toggle(m_layerTable->currentIndex().row());
        return true;
    }
    return Perspective::eventFilter(watched, event);
}

void ImportPerspective::refreshModel() {
    const ImportedPtr& imported = m_control.imported();
    m_nodes->setModel(imported);
    m_nodesDock->setSubtitle(
        imported ? tr("%1 in the order in which they run").arg(countText(std::ssize(imported->model.graph.nodes)))
                 : QString());
    m_panelDock->pill()->setState(m_control.reading() ? tr("reading") : QString(), Tone::accent);
    refreshTaken();
}

void ImportPerspective::refreshTaken() {
    const ImportedPtr& imported = m_control.imported();
    m_layers->setModel(imported, m_control.taken());
    m_takeAll->setEnabled(imported != nullptr);
    m_takeNone->setEnabled(imported != nullptr);
    m_layersDock->pill()->setState(m_control.inUse() ? tr("in use") : QString(), Tone::ok);
    if (!imported) {
        m_layersDock->setSubtitle({});
        return m_takenLine->setText({});
    }
    const std::size_t nodes = imported->model.lowered.layers.size();
    m_layersDock->setSubtitle(
        tr("%1 of different shape, %2 in all; Enter makes one the workload")
            .arg(countText(std::ssize(imported->layers)), countText(static_cast<std::int64_t>(nodes))));
    std::int64_t macs = 0;
    for (std::size_t i = 0; i < imported->layers.size(); ++i)
        if (m_control.taken()[i]) macs += imported->layers[i].macs * imported->layers[i].count();
    const std::int64_t all = macsOf(imported->model);
    const double share = all == 0 ? 0 : 100 * static_cast<double>(macs) / static_cast<double>(all);
    m_takenLine->setText(tr("%1 of %2 taken, %3 MACs, %4 % of the model's")
                             .arg(m_control.takenCount())
                             .arg(imported->layers.size())
                             .arg(countText(macs))
                             .arg(share, 0, 'f', 1));
}

void ImportPerspective::refreshValues() {
    const bool runs = m_control.valuesRunning();
    followQuestion();
    m_values->setAnswer(m_control.values());
    m_runValues->setEnabled(m_control.imported() && !runs);
    m_machine->setEnabled(!runs);
    m_seed->setEnabled(!runs);
    m_stopValues->setVisible(runs);
    m_valuesProgress->setVisible(runs);
    m_valuesProgress->setFraction(m_control.valuesProgress());
    m_valuesDock->pill()->setState(runs ? tr("running") : QString(), Tone::accent);
    tellValues();
}

/// The fields show what is asked when a run begins, however it was begun; the subtitle goes on to say it of the results.
void ImportPerspective::followQuestion() {
    const std::optional<ValuesQuestion>& asked = m_control.valuesQuestion();
    if (!asked) return m_valuesDock->setSubtitle({});
    const QString machine = QString::fromStdString(asked->machine);
    m_valuesDock->setSubtitle(tr("by %1, seed %2")
                                  .arg(machine.isEmpty() ? m_machine->itemText(0) : machine)
                                  .arg(countText(static_cast<std::int64_t>(asked->seed))));
    if (!m_control.valuesRunning()) return;
    m_machine->setCurrentIndex(std::max(0, m_machine->findData(machine)));
    m_seed->setNumber(static_cast<std::int64_t>(asked->seed));
}

void ImportPerspective::tellValues() {
    const ValuesPtr& answer = m_control.values();
    QString text;
    if (hasErrors(m_control.valuesProblems())) {
        const Diagnostic& first = m_control.valuesProblems().front();
        text = QString::fromStdString(first.message);
        m_valuesDock->pill()->setState(tr("refused"), Tone::error);
    } else if (answer) {
        text = tr("%1 nodes, deviation %2, %3 1e-4")
                   .arg(countText(std::ssize(answer->nodes)))
                   .arg(answer->largestError(), 0, 'e', 1)
                   .arg(answer->largestError() <= kValueTolerance ? tr("within") : tr("beyond"));
        if (!answer->question.machine.empty())
            text = tr("%1 cycles on %2; ")
                       .arg(countText(answer->cycles()), QString::fromStdString(answer->question.machine)) +
                   text;
        if (answer->stopped) text = tr("stopped: ") + text;
        if (answer->complete)
            m_valuesDock->pill()->setState(answer->largestError() <= kValueTolerance ? tr("agrees") : tr("deviates"),
                                           answer->largestError() <= kValueTolerance ? Tone::ok : Tone::error);
    } else if (m_control.valuesRunning()) {
        text = tr("reading the weights ...");
    } else {
        text = m_control.imported() ? tr("Each node is computed twice and compared") : QString();
    }
    m_valuesLine->setText(text);
    m_valuesLine->setToolTip(text);
}

void ImportPerspective::arrange() {
    addDockWidget(Qt::LeftDockWidgetArea, m_panelDock);
    splitDockWidget(m_panelDock, m_nodesDock, Qt::Horizontal);
    splitDockWidget(m_nodesDock, m_layersDock, Qt::Vertical);
    tabifyDockWidget(m_layersDock, m_valuesDock);
    QTimer::singleShot(0, this, [this] { m_layersDock->raise(); });
}

void ImportPerspective::proportion() {
    const int side = std::clamp(width() * 26 / 100, 322, 400);
    resizeDocks({m_panelDock, m_nodesDock}, {side, width() - 16 - side}, Qt::Horizontal);
    const int tall = height() - 16;
    resizeDocks({m_nodesDock, m_layersDock}, {tall * 56 / 100, tall * 44 / 100}, Qt::Vertical);
}

}  // namespace lapidary::ui
