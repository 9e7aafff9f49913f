// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/import_report.h"

#include <QApplication>
#include <QClipboard>
#include <QDialogButtonBox>
#include <QFileInfo>
#include <QHeaderView>
#include <QLabel>
#include <QPushButton>
#include <QTreeWidget>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/theme/icons.h"

namespace lapidary::ui {

namespace {

enum ImportColumn { kImportKind, kImportWhat, kImportPlace, kImportHint };

QString kindText(Severity severity) {
    switch (severity) {
    case Severity::error: return QObject::tr("error");
    case Severity::warning: return QObject::tr("differs");
    case Severity::note: break;
    }
    return QObject::tr("note");
}

QString kindIcon(Severity severity) {
    switch (severity) {
    case Severity::error: return QStringLiteral("error");
    case Severity::warning: return QStringLiteral("warning");
    case Severity::note: break;
    }
    return QStringLiteral("info");
}

}  // namespace

QString placeText(const Place& place) {
    QString text = QFileInfo(QString::fromStdString(place.file)).fileName();
    if (place.line > 0) text += QStringLiteral(":%1:%2").arg(place.line).arg(place.column);
    return text;
}

ImportReport::ImportReport(const QString& title, const Diagnostics& notes, QWidget* parent)
    : QDialog(parent), m_notes(notes), m_list(new QTreeWidget) {
    setObjectName("importReport");
    setWindowTitle(tr("Import report"));
    setAttribute(Qt::WA_DeleteOnClose);
    resize(820, 380);
    // What changes figures stands before what doesn't.
    std::stable_sort(m_notes.begin(), m_notes.end(),
                     [](const Diagnostic& a, const Diagnostic& b) { return a.severity > b.severity; });
    build(title);
    fill();
}

void ImportReport::build(const QString& title) {
    m_list->setObjectName("importNotes");
    m_list->setAccessibleName(tr("Notes of the import"));
    m_list->setHeaderLabels({tr("Kind"), tr("What"), tr("Where"), tr("What to do")});
    m_list->setRootIsDecorated(false);
    m_list->setUniformRowHeights(true);
    m_list->setAlternatingRowColors(true);
    m_list->setSelectionMode(QAbstractItemView::ExtendedSelection);
    m_list->headerItem()->setToolTip(
        kImportKind, tr("differs: something can't be expressed here, and figures change by it; note: nothing changes"));

    auto* head = new QLabel(title);
    head->setObjectName("importTitle");
    head->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    auto* copy = buttons->addButton(tr("Copy"), QDialogButtonBox::ActionRole);
    copy->setObjectName("importCopy");
    copy->setToolTip(tr("Copy all notes as text"));
    connect(copy, &QPushButton::clicked, this, [this] { QApplication::clipboard()->setText(text()); });
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);

    auto* layout = new QVBoxLayout(this);
    layout->addWidget(head);
    layout->addWidget(m_list, 1);
    layout->addWidget(buttons);
}

void ImportReport::fill() {
    for (const Diagnostic& note : m_notes) {
        auto* row = new QTreeWidgetItem(m_list, {kindText(note.severity), QString::fromStdString(note.message),
                                                 placeText(note.place), QString::fromStdString(note.hint)});
        row->setIcon(kImportKind, icon(kindIcon(note.severity)));
        row->setToolTip(kImportWhat, QString::fromStdString(toText(note)));
        row->setToolTip(kImportPlace, QString::fromStdString(note.place.file));
        row->setToolTip(kImportHint, QString::fromStdString(note.hint));
    }
    m_list->header()->setStretchLastSection(true);
    for (const int column : {kImportKind, kImportWhat, kImportPlace}) m_list->resizeColumnToContents(column);
    const bool hints = std::ranges::any_of(m_notes, [](const Diagnostic& note) { return !note.hint.empty(); });
    m_list->setColumnHidden(kImportHint, !hints);
    if (hints) m_list->setColumnWidth(kImportWhat, std::min(m_list->columnWidth(kImportWhat), 430));
}

QString ImportReport::text() const { return QString::fromStdString(toText(m_notes)); }

}  // namespace lapidary::ui
