// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/recovery_dialog.h"

#include <QDesktopServices>
#include <QHBoxLayout>
#include <QHeaderView>
#include <QLabel>
#include <QMessageBox>
#include <QPushButton>
#include <QTableWidget>
#include <QUrl>
#include <QVBoxLayout>

#include "ui/session/autosave.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

enum RecoveryColumn { kSession, kWritten, kSaved, kOnlyHere, kColumns };

/// The time of day; the day too if it is another.
QString timeText(const QDateTime& time, const QString& format) {
    const QString day = time.date() == QDate::currentDate() ? QString() : time.toString("d MMM ");
    return day + time.toString(format);
}

QTableWidgetItem* cell(const QString& text, Qt::Alignment alignment = Qt::AlignLeft | Qt::AlignVCenter) {
    auto* item = new QTableWidgetItem(text);
    item->setTextAlignment(alignment);
    item->setFlags(Qt::ItemIsEnabled | Qt::ItemIsSelectable);
    return item;
}

/// What the table has no column for: runs that were cut, and older copies.
QString footnote(const std::vector<Leftover>& leftovers) {
    QStringList parts;
    for (const Leftover& leftover : leftovers) {
        const auto& runs = leftover.copy.session.runs;
        for (std::size_t i = 0; i < runs.size(); ++i)
            if (!runs[i].queued && runs[i].result.cause == StopCause::none)
                parts << QObject::tr("Run %1 of %2 comes back with what it had found; it does not go on by itself.")
                             .arg(runs[i].number)
                             .arg(leftover.title());
    }
    QStringList older;
    for (const Leftover& leftover : leftovers)
        for (const QDateTime& time : leftover.olderAt) older << timeText(time, "HH:mm:ss");
    if (!older.isEmpty()) parts << QObject::tr("Older copies: %1.").arg(older.join(", "));
    return parts.join(u' ');
}

QWidget* heading() {
    auto* head = new QWidget;
    auto* layout = new QHBoxLayout(head);
    layout->setContentsMargins(20, 16, 20, 12);
    layout->setSpacing(14);
    auto* mark = new QLabel;
    mark->setPixmap(icon("recent").pixmap(24, 24));
    layout->addWidget(mark, 0, Qt::AlignTop);
    auto* texts = new QVBoxLayout;
    texts->setSpacing(2);
    auto* title = new QLabel(QObject::tr("Lapidary did not close properly. Restore?"));
    title->setFont(uiFont(TypeSize::number, true));
    auto* note = new QLabel(QObject::tr("Unsaved work is kept every few seconds; at most the last %1 s are missing. "
                                        "The saved files stay as they are.")
                                .arg(kLongestAutosave.count()));
    note->setWordWrap(true);
    texts->addWidget(title);
    texts->addWidget(note);
    layout->addLayout(texts, 1);
    return head;
}

}  // namespace

RecoveryDialog::RecoveryDialog(const std::vector<Leftover>& leftovers, QWidget* parent)
    : QDialog(parent), m_table(new QTableWidget), m_restore(new QPushButton) {
    setObjectName("recoveryDialog");
    setWindowTitle(tr("Restore sessions - Lapidary"));
    setModal(true);
    resize(680, 340);
    fill(leftovers);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(heading());
    layout->addWidget(m_table, 1);
    if (const QString note = footnote(leftovers); !note.isEmpty()) {
        auto* label = new QLabel(note);
        label->setObjectName("recoveryNote");
        label->setFont(uiFont(TypeSize::note));
        label->setWordWrap(true);
        label->setContentsMargins(20, 8, 20, 8);
        layout->addWidget(label);
    }
    layout->addWidget(buttons(leftovers));
    connect(m_table, &QTableWidget::itemChanged, this, &RecoveryDialog::refresh);
    refresh();
    m_restore->setFocus();
}

void RecoveryDialog::fill(const std::vector<Leftover>& leftovers) {
    m_table->setObjectName("recoveryTable");
    m_table->setAccessibleName(tr("Sessions that can be restored"));
    m_table->setColumnCount(kColumns);
    m_table->setRowCount(static_cast<int>(leftovers.size()));
    m_table->setHorizontalHeaderLabels({tr("Session"), tr("Autosaved"), tr("Saved"), tr("Only in the autosave")});
    m_table->verticalHeader()->hide();
    m_table->verticalHeader()->setDefaultSectionSize(26);
    m_table->horizontalHeader()->setHighlightSections(false);
    m_table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    m_table->horizontalHeader()->setStretchLastSection(true);
    m_table->setColumnWidth(kSession, 200);
    m_table->setColumnWidth(kWritten, 110);
    m_table->setColumnWidth(kSaved, 90);
    m_table->setShowGrid(false);
    m_table->setFrameShape(QFrame::NoFrame);
    m_table->setSelectionBehavior(QAbstractItemView::SelectRows);
    for (int row = 0; row < m_table->rowCount(); ++row) {
        const Leftover& leftover = leftovers[static_cast<std::size_t>(row)];
        const bool worth = !leftover.onlyHere.isEmpty();
        auto* name = cell(leftover.title());
        name->setFlags(name->flags() | Qt::ItemIsUserCheckable);
        name->setCheckState(worth ? Qt::Checked : Qt::Unchecked);
        name->setToolTip(leftover.copy.path.isEmpty() ? tr("Never saved") : leftover.copy.path);
        QFont bold = uiFont(TypeSize::control, true);
        name->setFont(bold);
        m_table->setItem(row, kSession, name);
        m_table->setItem(row, kWritten, cell(timeText(leftover.writtenAt, "HH:mm:ss")));
        m_table->setItem(row, kSaved,
                         cell(leftover.savedAt.isValid() ? timeText(leftover.savedAt, "HH:mm") : tr("never")));
        m_table->setItem(row, kOnlyHere, cell(worth ? leftover.onlyHere : tr("nothing")));
        if (worth) continue;
        for (int column = 0; column < kColumns; ++column)
            m_table->item(row, column)->setForeground(palette().color(QPalette::PlaceholderText));
    }
}

QWidget* RecoveryDialog::buttons(const std::vector<Leftover>& leftovers) {
    auto* foot = new QWidget;
    foot->setAutoFillBackground(true);
    foot->setBackgroundRole(QPalette::AlternateBase);
    auto* layout = new QHBoxLayout(foot);
    layout->setContentsMargins(12, 8, 12, 8);
    layout->setSpacing(6);
    m_restore->setObjectName("restore");
    m_restore->setDefault(true);
    m_restore->setProperty("primary", true);
    auto* wait = new QPushButton(tr("Later"));
    wait->setObjectName("restoreLater");
    wait->setToolTip(tr("Keep everything and ask again at the next start; File > Restore sessions asks too"));
    auto* show = new QPushButton(tr("Show files"));
    show->setObjectName("restoreShow");
    show->setToolTip(tr("Open the folder of the copies"));
    auto* discard = new QPushButton(tr("Discard..."));
    discard->setObjectName("restoreDiscard");
    discard->setToolTip(tr("Remove these copies; asks before it does"));
    layout->addWidget(m_restore);
    layout->addWidget(wait);
    layout->addWidget(show);
    layout->addStretch();
    layout->addWidget(discard);
    for (QPushButton* button : {wait, show, discard}) button->setAutoDefault(false);
    connect(m_restore, &QPushButton::clicked, this, &QDialog::accept);
    connect(wait, &QPushButton::clicked, this, &QDialog::reject);
    connect(show, &QPushButton::clicked, this,
            [folder = leftovers.front().folder] { QDesktopServices::openUrl(QUrl::fromLocalFile(folder)); });
    connect(discard, &QPushButton::clicked, this, &RecoveryDialog::askToDiscard);
    return foot;
}

std::vector<std::size_t> RecoveryDialog::chosen() const {
    std::vector<std::size_t> rows;
    for (int row = 0; row < m_table->rowCount(); ++row)
        if (m_table->item(row, kSession)->checkState() == Qt::Checked) rows.push_back(static_cast<std::size_t>(row));
    return rows;
}

void RecoveryDialog::refresh() {
    const auto count = chosen().size();
    m_restore->setText(count == 1 ? tr("Restore 1 session") : tr("Restore %1 sessions").arg(count));
    m_restore->setEnabled(count > 0);
    m_restore->setToolTip(count > 0 ? tr("Bring back what is ticked; the rest is kept for later")
                                    : tr("Tick a session to restore it"));
}

void RecoveryDialog::askToDiscard() {
    auto* question =
        new QMessageBox(QMessageBox::Warning, tr("Discard the copies?"),
                        tr("What only the autosaves have is lost for good. The saved files stay as they are."),
                        QMessageBox::Cancel, this);
    question->setObjectName("discardQuestion");
    question->setAttribute(Qt::WA_DeleteOnClose);
    QPushButton* yes = question->addButton(tr("Discard"), QMessageBox::DestructiveRole);
    yes->setObjectName("discardForGood");
    question->setDefaultButton(QMessageBox::Cancel);
    connect(yes, &QPushButton::clicked, this, [this] { done(discardAll); });
    question->open();
}

}  // namespace lapidary::ui
