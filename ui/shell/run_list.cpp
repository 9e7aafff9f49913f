// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/run_list.h"

#include <QAction>
#include <QApplication>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QToolTip>
#include <QVBoxLayout>

#include <algorithm>
#include <set>

#include "ui/models/run_table_model.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/shell/run_delegate.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/figure_table.h"

namespace lapidary::ui {

namespace {
/// Width below which the mapspace moves to the second line of a row.
constexpr int kRunListNarrow = 330;
}  // namespace

RunList::RunList(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_model(new RunTableModel(this)),
      m_table(new FigureTable(m_model, tr("Runs"))),
      m_keys(
          new QLabel(tr("Enter opens the best mapping, Space shows or hides in all plots, F2 names, Del removes."))) {
    m_table->setObjectName("runTable");
    m_table->setEmptyText(tr("No run yet. Run a search (F5)."));
    auto* delegate = new RunDelegate(m_table, *m_model);
    m_table->setItemDelegate(delegate);
    m_table->setRowHeight(RunDelegate::kRow);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_table->setStretchColumn(RunTableModel::kTitle);
    m_keys->setFont(uiFont(TypeSize::note));
    m_keys->setForegroundRole(QPalette::PlaceholderText);
    m_keys->setWordWrap(true);
    auto* startQueue = new ActionButton(actions["startQueue"]);
    auto* foot = new QVBoxLayout;
    foot->setContentsMargins(10, 4, 10, 6);
    foot->addWidget(startQueue);
    foot->addWidget(m_keys);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_table, 1);
    layout->addLayout(foot);
    const auto followQueue = [startQueue, action = actions["startQueue"]] {
        startQueue->setVisible(action->isEnabled());
    };
    connect(actions["startQueue"], &QAction::changed, this, followQueue);
    followQueue();

    connect(m_table, &FigureTable::rowActivated, this, [this, delegate](int row) {
        if (!delegate->pressedCheck() || !(QApplication::mouseButtons() & Qt::LeftButton))
            emit opened(m_model->source(row));
    });
    connect(delegate, &RunDelegate::checkClicked, this,
            [this](int row) { m_document.setRunHidden(m_model->source(row), !m_model->run(row)->hidden); });
    connect(m_table->selectionModel(), &QItemSelectionModel::currentRowChanged, this, [this] {
        if (!m_refreshing) emit currentRunChanged();
    });
    connect(m_model, &RunTableModel::renamed, this, [this](int run, const QString& name) {
        const Run& named = *m_document.runs()[static_cast<std::size_t>(run)];
        if (name != titleOf(named)) m_document.renameRun(run, name);
    });
    addCommands();
}

QAction* RunList::addCommand(const QString& key, const QString& text, const QString& iconName, const QKeySequence& keys,
                             const QString& tip) {
    auto* action = new QAction(icon(iconName), text, m_table);
    action->setObjectName(key);
    action->setShortcut(keys);
    action->setShortcutContext(Qt::WidgetShortcut);
    action->setToolTip(tip);
    m_table->addAction(action);
    return action;
}

void RunList::addCommands() {
    m_table->setContextMenuPolicy(Qt::ActionsContextMenu);
    connect(addCommand("openRun", tr("&Open its best mapping"), "mapping", {}, tr("Look into it in Mapping (Enter)")),
            &QAction::triggered, this, [this] {
                if (const RunPtr run = currentRun()) emit opened(m_document.indexOf(run));
            });
    connect(addCommand("toggleRun", tr("&Show or hide"), "check", Qt::Key_Space, tr("In all plots and tables")),
            &QAction::triggered, this, &RunList::toggleChosen);
    connect(addCommand("showOnlyRun", tr("Show o&nly this"), "check", {}, tr("Hide all other runs")),
            &QAction::triggered, this, &RunList::showOnly);
    connect(addCommand("showAllRuns", tr("Show &all"), "check", {}, tr("Hide none")), &QAction::triggered, this,
            &RunList::showAll);
    connect(addCommand("renameRun", tr("Re&name"), "rename", Qt::Key_F2, tr("Give the run a name")),
            &QAction::triggered, this, [this] {
                const QModelIndex current = m_table->currentIndex();
                if (current.isValid()) m_table->edit(current.siblingAtColumn(RunTableModel::kTitle));
            });
    connect(addCommand("removeRun", tr("&Remove"), "remove", QKeySequence::Delete,
                       tr("Take it out of the session; Undo brings it back with its results")),
            &QAction::triggered, this, &RunList::removeChosen);
}

void RunList::refresh() {
    const RunPtr kept = currentRun();
    const int row = m_table->currentIndex().row();
    m_refreshing = true;
    m_model->setRuns(m_document.runs());
    if (kept && !m_table->currentIndex().isValid()) {
        setCurrentRun(kept);
        if (!currentRun() && m_model->rowCount() > 0)  // it was removed: the next takes its place
            m_table->setCurrentIndex(m_model->index(std::min(row, m_model->rowCount() - 1), RunTableModel::kTitle));
    }
    m_refreshing = false;
}

RunPtr RunList::currentRun() const {
    const QModelIndex current = m_table->currentIndex();
    return current.isValid() && current.row() < m_model->rowCount() ? m_model->run(current.row()) : nullptr;
}

void RunList::setCurrentRun(const RunPtr& run) {
    for (int row = 0; row < m_model->rowCount(); ++row)
        if (m_model->run(row) == run) m_table->setCurrentIndex(m_model->index(row, RunTableModel::kTitle));
}

bool RunList::naming() const {
    const auto* line = qobject_cast<QLineEdit*>(QApplication::focusWidget());
    return line && m_table->isAncestorOf(line);
}

std::vector<int> RunList::chosenRuns() const {
    std::set<int> chosen;
    for (const QModelIndex& index : m_table->selectionModel()->selectedIndexes())
        chosen.insert(m_document.indexOf(m_model->run(index.row())));
    return {chosen.begin(), chosen.end()};
}

void RunList::toggleChosen() {
    const std::vector<int> chosen = chosenRuns();
    if (chosen.empty()) return;
    const bool hide = !m_document.runs()[static_cast<std::size_t>(chosen.front())]->hidden;
    for (const int run : chosen) m_document.setRunHidden(run, hide);
}

void RunList::showOnly() {
    const RunPtr only = currentRun();
    if (!only) return;
    for (std::size_t i = 0; i < m_document.runs().size(); ++i)
        m_document.setRunHidden(static_cast<int>(i), m_document.runs()[i] != only);
}

void RunList::showAll() {
    for (std::size_t i = 0; i < m_document.runs().size(); ++i) m_document.setRunHidden(static_cast<int>(i), false);
}

void RunList::removeChosen() {
    const std::vector<int> chosen = chosenRuns();
    for (auto run = chosen.rbegin(); run != chosen.rend(); ++run) {
        const Run& goes = *m_document.runs()[static_cast<std::size_t>(*run)];
        if (goes.ongoing())
            tell(tr("Run %1 goes on: stop it first (Shift+F5).").arg(goes.number));
        else
            m_document.removeRun(*run);
    }
}

void RunList::tell(const QString& text) {
    QToolTip::showText(m_table->viewport()->mapToGlobal(m_table->visualRect(m_table->currentIndex()).bottomLeft()),
                       text, m_table);
}

void RunList::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    const bool narrow = width() < kRunListNarrow;
    if (narrow == m_table->isColumnHidden(RunTableModel::kMapspace)) return;
    m_table->setColumnHidden(RunTableModel::kMapspace, narrow);
    m_table->setStretchColumn(RunTableModel::kTitle);  // fits the others anew
}

}  // namespace lapidary::ui
