// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/log_window.h"

#include <QAction>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSortFilterProxyModel>
#include <QTableView>
#include <QVBoxLayout>

#include <algorithm>

#include "core/io/native.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

class SeverityFilter final : public QSortFilterProxyModel {
public:
    SeverityFilter(const Log& log, QObject* parent) : QSortFilterProxyModel(parent), m_log(log) {}
    void setLeast(Severity least) {
        m_least = least;
        invalidateFilter();
    }

protected:
    bool filterAcceptsRow(int row, const QModelIndex&) const override { return m_log.at(row).severity >= m_least; }

private:
    const Log& m_log;
    Severity m_least = Severity::note;
};

}  // namespace

LogWindow::LogWindow(Log& log, QWidget* parent)
    : QWidget(parent, Qt::Window),
      m_log(log),
      m_filter(new SeverityFilter(log, this)),
      m_table(new QTableView),
      m_least(new Segmented({tr("All"), tr("Warnings"), tr("Errors")})),
      m_count(new QLabel) {
    setObjectName("logWindow");
    setWindowTitle(tr("Log - Lapidary"));
    resize(760, 360);
    m_filter->setSourceModel(&log);
    build();
    connect(m_least, &Segmented::currentChanged, this, &LogWindow::filter);
    connect(m_filter, &QAbstractItemModel::rowsAboutToBeInserted, this, [this] {
        const QScrollBar* bar = m_table->verticalScrollBar();
        if (bar->value() < bar->maximum()) return;  // someone reads further up
        QMetaObject::invokeMethod(m_table, &QTableView::scrollToBottom, Qt::QueuedConnection);
    });
    for (const auto signal : {&QAbstractItemModel::rowsInserted, &QAbstractItemModel::rowsRemoved})
        connect(m_filter, signal, this, &LogWindow::refreshCount);
    connect(m_filter, &QAbstractItemModel::modelReset, this, &LogWindow::refreshCount);
    refreshCount();
    m_table->scrollToBottom();
}

void LogWindow::build() {
    m_table->setObjectName("logTable");
    m_table->setAccessibleName(tr("Log"));
    m_table->setModel(m_filter);
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(20);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(Log::kTime, 76);
    m_table->setColumnWidth(Log::kSeverity, 72);
    m_table->setColumnWidth(Log::kSource, 84);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    m_table->setWordWrap(false);
    m_least->setObjectName("logFilter");
    m_least->setAccessibleName(tr("Least severity"));
    m_count->setFont(uiFont(TypeSize::note));
    m_count->setForegroundRole(QPalette::PlaceholderText);

    const auto button = [this](const QString& text, const char* name, const QString& tip, auto action) {
        auto* made = new QPushButton(text);
        made->setObjectName(name);
        made->setToolTip(tip);
        connect(made, &QPushButton::clicked, this, action);
        return made;
    };
    auto* bar = new QHBoxLayout;
    bar->setContentsMargins(8, 6, 8, 6);
    bar->setSpacing(6);
    bar->addWidget(m_least);
    bar->addWidget(m_count, 1);
    bar->addWidget(button(tr("Copy"), "logCopy", tr("Copy the selected entries, or all that are shown (Ctrl+C)"),
                          [this] { QApplication::clipboard()->setText(shownText()); }));
    bar->addWidget(
        button(tr("Save..."), "logSave", tr("Write all that is shown into a text file"), [this] { saveWithDialog(); }));
    bar->addWidget(button(tr("Clear"), "logClear", tr("Forget all entries"), [this] { m_log.clear(); }));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_table, 1);

    const auto key = [this](const QKeySequence& keys, auto action) {
        auto* made = new QAction(this);
        made->setShortcut(keys);
        made->setShortcutContext(Qt::WidgetWithChildrenShortcut);
        connect(made, &QAction::triggered, this, action);
        addAction(made);
    };
    key(QKeySequence::Copy, [this] { QApplication::clipboard()->setText(shownText()); });
    key(Qt::Key_Escape, [this] { close(); });
}

void LogWindow::filter(int least) {
    static_cast<SeverityFilter*>(m_filter)->setLeast(static_cast<Severity>(least));
    refreshCount();
    m_table->scrollToBottom();
}

void LogWindow::refreshCount() {
    const int shown = m_filter->rowCount();
    const int all = m_log.rowCount();
    m_count->setText(shown == all ? tr("%1 entries").arg(all) : tr("%1 of %2 entries").arg(shown).arg(all));
}

QString LogWindow::shownText() const {
    QModelIndexList rows = m_table->selectionModel()->selectedRows();
    if (rows.isEmpty())
        for (int row = 0; row < m_filter->rowCount(); ++row) rows << m_filter->index(row, 0);
    std::sort(rows.begin(), rows.end(), [](const auto& a, const auto& b) { return a.row() < b.row(); });
    QString text;
    for (const QModelIndex& row : rows) text += toText(m_log.at(m_filter->mapToSource(row).row())) + u'\n';
    return text;
}

bool LogWindow::saveTo(const QString& path) {
    m_table->clearSelection();
    const Diagnostics problems = writeTextFile(path.toStdString(), shownText().toStdString());
    if (!hasErrors(problems)) return true;
    m_log.add(Severity::error, tr("files"), QString::fromStdString(lapidary::toText(problems)));
    return false;
}

void LogWindow::saveWithDialog() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Save the log"), "lapidary-log.txt", tr("Text (*.txt)"));
    if (!path.isEmpty()) saveTo(path);
}

}  // namespace lapidary::ui
