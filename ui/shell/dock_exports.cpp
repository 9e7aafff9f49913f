// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/dock_exports.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QClipboard>
#include <QFileDialog>
#include <QImage>
#include <QMenu>
#include <QPainter>

#include "ui/export/table.h"
#include "ui/shell/banner.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/dock.h"

namespace lapidary::ui {

namespace {

/// Asks for a file, writes, and tells a failure where the dock's window shows banners.
void saveAs(Dock& dock, const QString& filter, const QString& suffix,
            const std::function<Diagnostics(const QString&)>& write) {
    const QString proposal = dock.windowTitle().toLower().replace(u' ', u'-') + u'.' + suffix;
    const QString path =
        QFileDialog::getSaveFileName(&dock, QObject::tr("Export %1").arg(dock.windowTitle()), proposal, filter);
    if (path.isEmpty()) return;
    const Diagnostics problems = write(path);
    auto* banners = dock.window()->findChild<BannerArea*>();
    if (hasErrors(problems) && banners)
        banners->post({.cause = "export",
                       .severity = Severity::error,
                       .title = QObject::tr("Nothing was exported."),
                       .text = bannerText(problems),
                       .button = {},
                       .action = {}});
}

QImage imageOf(const Figure& figure) {
    constexpr double kScale = 2;
    QImage image((figure.size * kScale).toSize(), QImage::Format_RGB32);
    image.setDevicePixelRatio(kScale);
    image.fill(Qt::white);
    QPainter painter(&image);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    figure.paint(painter, lightTheme());
    return image;
}

}  // namespace

void addFigureExport(Dock& dock, std::function<Figure()> figure, std::function<QString()> textTwin) {
    QMenu* menu = dock.exportMenu();
    for (const QString& format : figureFormats())
        menu->addAction(icon("export"), QObject::tr("Export as %1...").arg(format.toUpper()), &dock,
                        [&dock, figure, format] {
                            saveAs(dock, QStringLiteral("%1 (*.%2)").arg(format.toUpper(), format), format,
                                   [&](const QString& path) { return exportFigure(figure(), path); });
                        });
    menu->addSeparator();
    menu->addAction(icon("copy"), QObject::tr("Copy picture"), &dock,
                    [figure] { QApplication::clipboard()->setImage(imageOf(figure())); });
    menu->addAction(icon("copy"), QObject::tr("Copy as text"), &dock,
                    [textTwin] { QApplication::clipboard()->setText(textTwin()); });
}

void addTableExport(Dock& dock, const QAbstractItemModel& model) {
    QMenu* menu = dock.exportMenu();
    if (!menu->isEmpty()) menu->addSeparator();
    menu->addAction(icon("export"), QObject::tr("Export table as CSV..."), &dock, [&dock, &model] {
        saveAs(dock, QStringLiteral("CSV (*.csv)"), QStringLiteral("csv"),
               [&](const QString& path) { return exportTable(model, path); });
    });
    menu->addAction(icon("copy"), QObject::tr("Copy table"), &dock,
                    [&model] { QApplication::clipboard()->setText(QString::fromStdString(toCsv(tableOf(model)))); });
}

}  // namespace lapidary::ui
