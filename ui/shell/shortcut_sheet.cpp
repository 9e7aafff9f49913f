// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/shortcut_sheet.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QHeaderView>
#include <QLineEdit>
#include <QTableWidget>
#include <QVBoxLayout>

#include "ui/models/fuzzy.h"
#include "ui/shell/actions.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"

namespace lapidary::ui {

namespace {

/// Keys that belong to what has the focus rather than to the window.
struct PlaceKey {
    const char* keys;
    const char* what;
    const char* where;
};
constexpr PlaceKey kPlaceKeys[] = {
    {"Tab", QT_TRANSLATE_NOOP("Shortcuts", "Next control"), QT_TRANSLATE_NOOP("Shortcuts", "everywhere")},
    {"Ctrl+C", QT_TRANSLATE_NOOP("Shortcuts", "Copy the selected cells, tab-separated"),
     QT_TRANSLATE_NOOP("Shortcuts", "in tables")},
    {"Return", QT_TRANSLATE_NOOP("Shortcuts", "Open the mapping of the row"),
     QT_TRANSLATE_NOOP("Shortcuts", "in tables of runs and mappings")},
    {"Insert", QT_TRANSLATE_NOOP("Shortcuts", "Add a level below the selected part"),
     QT_TRANSLATE_NOOP("Shortcuts", "in the block diagram")},
    {"Delete", QT_TRANSLATE_NOOP("Shortcuts", "Remove the selected part"),
     QT_TRANSLATE_NOOP("Shortcuts", "in the block diagram")},
    {"Ctrl+D", QT_TRANSLATE_NOOP("Shortcuts", "Duplicate the selected part"),
     QT_TRANSLATE_NOOP("Shortcuts", "in the block diagram")},
    {"Left, Right", QT_TRANSLATE_NOOP("Shortcuts", "Choose the one beside"),
     QT_TRANSLATE_NOOP("Shortcuts", "in switches and tabs")},
    {"Up, Down", QT_TRANSLATE_NOOP("Shortcuts", "Choose the row above or below"),
     QT_TRANSLATE_NOOP("Shortcuts", "in lists, tables and the loop nest")},
};

void addRow(QTableWidget& table, const QString& keys, const QString& what, const QString& explanation) {
    const int row = table.rowCount();
    table.insertRow(row);
    auto* first = new QTableWidgetItem(keys);
    first->setFont(monoFont(11.5));
    table.setItem(row, 0, first);
    table.setItem(row, 1, new QTableWidgetItem(what));
    table.setItem(row, 2, new QTableWidgetItem(explanation));
    table.item(row, 2)->setToolTip(explanation);
}

QTableWidget* makeTable(const Actions& actions) {
    auto* table = new QTableWidget(0, 3);
    table->setObjectName("shortcutTable");
    table->setAccessibleName(QObject::tr("Actions and keys"));
    table->setHorizontalHeaderLabels({QObject::tr("Keys"), QObject::tr("Action"), QObject::tr("What it does")});
    table->verticalHeader()->hide();
    table->verticalHeader()->setDefaultSectionSize(22);
    table->horizontalHeader()->setDefaultAlignment(Qt::AlignLeft | Qt::AlignVCenter);
    table->horizontalHeader()->setStretchLastSection(true);
    table->setColumnWidth(0, 112);
    table->setColumnWidth(1, 210);
    table->setShowGrid(false);
    table->setFrameShape(QFrame::NoFrame);
    table->setEditTriggers(QAbstractItemView::NoEditTriggers);
    table->setSelectionBehavior(QAbstractItemView::SelectRows);
    // Those with keys first.
    for (const bool withKeys : {true, false}) {
        for (const QAction* action : actions.all())
            if (action->shortcut().isEmpty() != withKeys)
                addRow(*table, action->shortcut().toString(QKeySequence::NativeText), action->iconText(),
                       action->property("usualTip").toString());
        if (!withKeys) break;
        for (const PlaceKey& key : kPlaceKeys)
            addRow(*table, QString::fromLatin1(key.keys), QObject::tr(key.what), QObject::tr(key.where));
    }
    return table;
}

}  // namespace

void showShortcuts(QWidget* parent, const Actions& actions) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(QObject::tr("Keyboard shortcuts - Lapidary"));
    dialog->setObjectName("shortcutSheet");
    dialog->resize(760, 560);
    auto* search = new QLineEdit;
    search->setObjectName("shortcutSearch");
    search->setAccessibleName(QObject::tr("Search shortcuts"));
    search->setPlaceholderText(QObject::tr("Search by name, key or meaning"));
    search->setClearButtonEnabled(true);
    QTableWidget* table = makeTable(actions);
    QObject::connect(search, &QLineEdit::textChanged, table, [table](const QString& text) {
        for (int row = 0; row < table->rowCount(); ++row) {
            bool found = text.trimmed().isEmpty() || fuzzyMatch(text, table->item(row, 1)->text()).has_value();
            for (const int column : {0, 2})
                found = found || table->item(row, column)->text().contains(text, Qt::CaseInsensitive);
            table->setRowHidden(row, !found);
        }
    });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    auto* layout = new QVBoxLayout(dialog);
    layout->setContentsMargins(12, 12, 12, 10);
    layout->setSpacing(8);
    layout->addWidget(search);
    layout->addWidget(table, 1);
    layout->addWidget(buttons);
    dialog->show();
    search->setFocus();
}

}  // namespace lapidary::ui
