// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/about.h"

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>

#include "core/base/version.h"
#include "ui/shell/actions.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"

namespace lapidary::ui {

namespace {

QDialog* sheet(QWidget* parent, const QString& title, const QString& key) {
    auto* dialog = new QDialog(parent);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(title);
    dialog->setObjectName(key);
    auto* grid = new QGridLayout(dialog);
    grid->setContentsMargins(20, 16, 20, 16);
    grid->setHorizontalSpacing(16);
    return dialog;
}

void addClose(QDialog* dialog, int row) {
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    QObject::connect(buttons, &QDialogButtonBox::rejected, dialog, &QDialog::reject);
    static_cast<QGridLayout*>(dialog->layout())->addWidget(buttons, row, 0, 1, 3);
}

struct Library {
    const char* name;
    const char* licence;
};
constexpr Library kLibraries[] = {
    {"Qt 6, Qt SVG", "LGPL-3.0-only"}, {"Qt Charts", "GPL-3.0-only"}, {"QCustomPlot", "GPL-3.0-or-later"},
    {"GMP", "LGPL-3.0-or-later"},      {"nlohmann/json", "MIT"},
};

}  // namespace

void showAbout(QWidget* parent) {
    QDialog* dialog = sheet(parent, QObject::tr("About Lapidary"), "aboutSheet");
    auto* grid = static_cast<QGridLayout*>(dialog->layout());
    auto* gem = new QLabel;
    gem->setPixmap(appIcon().pixmap(56, 56));
    grid->addWidget(gem, 0, 0, 2, 1, Qt::AlignTop);
    auto* name = new QLabel(
        QObject::tr("Lapidary %1").arg(QString::fromUtf8(kVersion.data(), static_cast<qsizetype>(kVersion.size()))));
    name->setFont(uiFont(TypeSize::heading, true));
    grid->addWidget(name, 0, 1, 1, 2);
    auto* what =
        new QLabel(QObject::tr("An explorer of mappings of tensor algebra onto accelerators.\n"
                               "Free software under the GNU General Public License, version 3 or later."));
    what->setWordWrap(true);
    grid->addWidget(what, 1, 1, 1, 2);
    int row = 2;
    for (const Library& library : kLibraries) {
        grid->addWidget(new QLabel(QString::fromLatin1(library.name)), row, 1);
        grid->addWidget(new QLabel(QString::fromLatin1(library.licence)), row++, 2);
    }
    addClose(dialog, row);
    dialog->show();
}

void showShortcuts(QWidget* parent, const Actions& actions) {
    QDialog* dialog = sheet(parent, QObject::tr("Keyboard shortcuts"), "shortcutSheet");
    auto* grid = static_cast<QGridLayout*>(dialog->layout());
    int row = 0;
    for (const QAction* action : actions.all()) {
        if (action->shortcut().isEmpty()) continue;
        auto* keys = new QLabel(action->shortcut().toString(QKeySequence::NativeText));
        keys->setFont(monoFont(11.5));
        grid->addWidget(keys, row, 0);
        grid->addWidget(new QLabel(action->iconText()), row, 1);
        grid->addWidget(new QLabel(action->toolTip()), row++, 2);
    }
    addClose(dialog, row);
    dialog->show();
}

}  // namespace lapidary::ui
