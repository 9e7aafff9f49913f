// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/about.h"

#include <CLI/Version.hpp>
#include <gmp.h>
#include <nlohmann/detail/abi_macros.hpp>

#include <QDialog>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <qcustomplot.h>

#include "core/base/version.h"
#include "ui/models/words.h"
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
    static_cast<QGridLayout*>(dialog->layout())->addWidget(buttons, row, 0, 1, 5);
}

struct Library {
    QString name, version, licence, use;
};

QString inParts(int major, int minor, int patch) { return QStringLiteral("%1.%2.%3").arg(major).arg(minor).arg(patch); }

/// Versions of Qt and GMP are those that run, the others those that were built with.
QList<Library> libraries() {
    const QString qt = QString::fromLatin1(qVersion());
    return {
        {"Qt, Qt SVG", qt, "LGPL-3.0-only", QObject::tr("windows, painting, printing")},
        {"Qt Charts", qt, "GPL-3.0-only", QObject::tr("bar charts")},
        {"QCustomPlot", QStringLiteral(QCUSTOMPLOT_VERSION_STR), "GPL-3.0-or-later", QObject::tr("plots")},
        {"GMP", QString::fromLatin1(gmp_version), "LGPL-3.0-or-later", QObject::tr("exact mapspace sizes")},
        {"JSON for Modern C++",
         inParts(NLOHMANN_JSON_VERSION_MAJOR, NLOHMANN_JSON_VERSION_MINOR, NLOHMANN_JSON_VERSION_PATCH), "MIT",
         QObject::tr("reading files")},
        {"CLI11", QStringLiteral(CLI11_VERSION), "BSD-3-Clause", QObject::tr("command line")},
        {"Noto Sans, DejaVu Sans Mono", {}, "OFL-1.1, Bitstream Vera", QObject::tr("type, if installed")},
    };
}

}  // namespace

void showAbout(QWidget* parent) {
    QDialog* dialog = sheet(parent, QObject::tr("About Lapidary"), "aboutSheet");
    auto* grid = static_cast<QGridLayout*>(dialog->layout());
    auto* gem = new QLabel;
    gem->setPixmap(appIcon().pixmap(56, 56));
    grid->addWidget(gem, 0, 0, 2, 1, Qt::AlignTop);
    auto* name = new QLabel(QObject::tr("Lapidary %1").arg(fromView(kVersion)));
    name->setFont(uiFont(TypeSize::heading, true));
    grid->addWidget(name, 0, 1, 1, 4);
    auto* what =
        new QLabel(QObject::tr("An explorer of mappings of tensor algebra onto accelerators.\n"
                               "Free software under the GNU General Public License, version 3 or later."));
    what->setWordWrap(true);
    grid->addWidget(what, 1, 1, 1, 4);
    int row = 2;
    const auto cell = [&](const QString& text, int column, bool strong = false) {
        auto* made = new QLabel(text);
        made->setFont(uiFont(TypeSize::control, strong));
        made->setTextInteractionFlags(Qt::TextSelectableByMouse);
        grid->addWidget(made, row, column);
    };
    grid->setRowMinimumHeight(row++, 8);
    cell(QObject::tr("Library"), 1, true);
    cell(QObject::tr("Version"), 2, true);
    cell(QObject::tr("Licence"), 3, true);
    cell(QObject::tr("For"), 4, true);
    ++row;
    for (const Library& library : libraries()) {
        cell(library.name, 1);
        cell(library.version, 2);
        cell(library.licence, 3);
        cell(library.use, 4);
        ++row;
    }
    addClose(dialog, row);
    dialog->show();
}

}  // namespace lapidary::ui
