// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/export/export_choice.h"

#include <QApplication>
#include <QClipboard>
#include <QMimeData>
#include <QSettings>

namespace lapidary::ui {

namespace {
const QString kGroup = QStringLiteral("export/");
}

ExportChoice& lastExport() {
    static ExportChoice choice;
    return choice;
}

void loadLastExport() {
    const QSettings settings;
    ExportChoice& choice = lastExport();
    const auto read = [&](const char* key, const QVariant& usual) { return settings.value(kGroup + key, usual); };
    choice.figureFormat = read("figureFormat", choice.figureFormat).toString();
    choice.tableFormat = read("tableFormat", choice.tableFormat).toString();
    choice.numbers = read("numbers", choice.numbers).toString();
    choice.folder = read("folder", choice.folder).toString();
    choice.asShown = read("asShown", choice.asShown).toBool();
    ExportOptions options;
    for (const char* key : {"width", "height", "font", "scale", "theme", "text"})
        if (const QString value = read(key, {}).toString(); !value.isEmpty()) options[key] = value.toStdString();
    if (const auto look = lookOf(options)) choice.look = *look;  // edited by hand into nonsense: as before
}

void saveLastExport() {
    QSettings settings;
    const ExportChoice& choice = lastExport();
    settings.remove(QStringLiteral("export"));
    const auto write = [&](const char* key, const QVariant& value) { settings.setValue(kGroup + key, value); };
    write("figureFormat", choice.figureFormat);
    write("tableFormat", choice.tableFormat);
    write("numbers", choice.numbers);
    write("folder", choice.folder);
    write("asShown", choice.asShown);
    for (const auto& [key, value] : optionsOf(choice.look)) write(key.c_str(), QString::fromStdString(value));
}

void copyToClipboard(const QByteArray& bytes, const ViewFormat& format) {
    auto* data = new QMimeData;
    if (format.key == u"pdf")
        data->setData(QStringLiteral("application/pdf"), bytes);
    else
        data->setText(QString::fromUtf8(bytes));
    if (format.key == u"svg") data->setData(QStringLiteral("image/svg+xml"), bytes);
    QApplication::clipboard()->setMimeData(data);
}

}  // namespace lapidary::ui
