// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/dock_exports.h"

#include <QAbstractItemModel>
#include <QApplication>
#include <QClipboard>
#include <QFileInfo>
#include <QImage>
#include <QMenu>
#include <QTimer>

#include <chrono>

#include "ui/export/export_dialog.h"
#include "ui/export/table.h"
#include "ui/models/problem_text.h"
#include "ui/session/log.h"
#include "ui/shell/banner.h"
#include "ui/shell/main_window.h"
#include "ui/shell/perspective.h"
#include "ui/theme/icons.h"
#include "ui/widgets/dock.h"

namespace lapidary::ui {

namespace {

constexpr std::chrono::seconds kBannerStays{8};
constexpr const char* kBannerTimer = "exportBannerEnds";
constexpr const char* kExporter = "exporter";  ///< property of a dock: the first entry of its menu

QAction* exporterOf(const Dock* dock) {
    // Not every dock has an export; asking one for its menu would make one.
    return dock && dock->property(kExporter).isValid() ? const_cast<Dock*>(dock)->exportMenu()->actions().front()
                                                       : nullptr;
}

/// What a menu speaks of, as it is when something is chosen.
struct Source {
    Dock* dock = nullptr;
    std::function<const Document*()> document;
    ViewEntry entry;
    std::function<ExportOptions()> options;

    ExportOptions present() const { return options ? options() : ExportOptions{}; }
};

MainWindow* windowOf(const Dock& dock) {
    for (QWidget* widget = dock.parentWidget(); widget; widget = widget->parentWidget())
        if (auto* window = qobject_cast<MainWindow*>(widget)) return window;
    return nullptr;
}

/// Tells why there is nothing to export where the window shows banners; true if there is something.
bool isReady(const Source& source) {
    MainWindow* window = windowOf(*source.dock);
    Diagnostics reasons = whyNot(source.entry, *source.document(), source.present());
    if (const QString notYet = source.dock->property(kNotYet).toString(); reasons.empty() && !notYet.isEmpty())
        reasons = {error(notYet.toStdString())};
    if (window && hasErrors(reasons))
        window->banners().post({.cause = "export",
                                .severity = Severity::note,
                                .title = QObject::tr("There is nothing to export yet."),
                                .text = sentence(reasons),
                                .button = {},
                                .action = {}});
    else if (window)
        window->banners().withdraw("export");
    return !hasErrors(reasons);
}

void openDialog(const Source& source, const QString& format) {
    if (!isReady(source)) return;
    const MainWindow* window = windowOf(*source.dock);
    auto* dialog = new ExportDialog(*source.document(), source.entry, source.present(),
                                    window && window->property("remembers").toBool(), source.dock);
    if (!format.isEmpty()) dialog->setFormat(format);
    QObject::connect(dialog, &ExportDialog::exported, dialog,
                     [dock = source.dock](const QString& path) { tellExported(*dock, path); });
    dialog->open();
}

void copyPicture(const Source& source) {
    if (!isReady(source)) return;
    FigureLook look;
    look.scale = 4;
    if (const auto figure = source.entry.figure(*source.document(), source.present()))
        QApplication::clipboard()->setImage(imageOf(*figure, look));
}

void copyAs(const Source& source, const ViewFormat& format) {
    if (!isReady(source)) return;
    const ViewExport wanted{&source.entry, format, source.present()};
    if (const auto bytes =
            renderView(*source.document(), wanted, originOf(*source.document(), source.entry.needs, wanted.options)))
        copyToClipboard(*bytes, format);
}

void fillMenu(const Source& source, const std::function<QString()>& textTwin) {
    QMenu* menu = source.dock->exportMenu();
    const QString title = QString::fromStdString(source.entry.title);
    if (!menu->isEmpty()) menu->addSeparator();
    const QString prefix = QString::fromStdString(source.entry.key.empty() ? source.entry.title : source.entry.key);
    const auto add = [&](const char* picture, const QString& text, const QString& name, auto action) {
        QAction* entry = menu->addAction(icon(QString::fromLatin1(picture)), text, source.dock, action);
        entry->setObjectName(QStringLiteral("export.%1.%2").arg(prefix, name));
        return entry;
    };
    const QAction* first =
        add("export", QObject::tr("Export %1...").arg(title), "dialog", [source] { openDialog(source, {}); });
    if (menu->actions().front() == first) source.dock->setProperty(kExporter, prefix);
    if (source.entry.figure) add("copy", QObject::tr("Copy picture"), "copyPicture", [source] { copyPicture(source); });
    for (const ViewFormat& format : formatsOf(source.entry)) {
        const bool copied = format.kind == ViewFormat::Kind::text || format.key == u"svg" || format.key == u"tsv" ||
                            format.key == u"latex" || format.key == u"markdown";
        if (copied)
            add("copy", QObject::tr("Copy as %1").arg(format.title), "copy." + format.key,
                [source, format] { copyAs(source, format); });
    }
    if (textTwin)
        add("copy", QObject::tr("Copy as words"), "copyWords",
            [textTwin] { QApplication::clipboard()->setText(textTwin()); });
    for (const ViewFormat& format : formatsOf(source.entry))
        add("export", QObject::tr("Save as %1...").arg(format.title), "save." + format.key,
            [source, format] { openDialog(source, format.key); });
}

std::function<const Document*()> documentOf(const Dock& dock) {
    return [&dock]() -> const Document* { return &windowOf(dock)->document(); };
}

}  // namespace

void addViewExport(Dock& dock, const Document& document, const std::string& key, std::function<ExportOptions()> options,
                   const std::function<QString()>& textTwin) {
    const auto entry = findView(key);
    Q_ASSERT(entry);
    fillMenu({&dock, [&document] { return &document; }, **entry, std::move(options)}, textTwin);
}

void tellExported(const Dock& dock, const QString& path) {
    programLog().add(Severity::note, "exports", QObject::tr("wrote %1").arg(path));
    MainWindow* shell = windowOf(dock);
    if (!shell) return;
    shell->banners().post({.cause = "exported",
                           .severity = Severity::note,
                           .title = QObject::tr("Exported %1.").arg(QFileInfo(path).fileName()),
                           .text = QFileInfo(path).absolutePath(),
                           .button = {},
                           .action = {}});
    auto* ends = shell->findChild<QTimer*>(kBannerTimer);  // one, so that an earlier export ends no later banner
    if (!ends) {
        ends = new QTimer(shell);
        ends->setObjectName(kBannerTimer);
        ends->setSingleShot(true);
        QObject::connect(ends, &QTimer::timeout, shell, [shell] { shell->banners().withdraw("exported"); });
    }
    ends->start(kBannerStays);
}

void exportFront(const Perspective& perspective) {
    for (QWidget* widget = QApplication::focusWidget(); widget; widget = widget->parentWidget())
        if (QAction* exporter = exporterOf(qobject_cast<Dock*>(widget))) return exporter->trigger();
    for (const Dock* dock : perspective.docks())
        if (QAction* exporter = exporterOf(dock); exporter && !dock->visibleRegion().isEmpty())
            return exporter->trigger();
}

void addFigureExport(Dock& dock, std::function<Figure()> figure, const std::function<QString()>& textTwin) {
    ViewEntry entry;
    entry.title = dock.windowTitle().toStdString();
    entry.figure = [figure = std::move(figure)](const Document&, const ExportOptions&) -> Result<Drawing> {
        return Drawing{figure()};
    };
    fillMenu({&dock, documentOf(dock), std::move(entry), {}}, textTwin);
}

void addTableExport(Dock& dock, const QAbstractItemModel& model) {
    ViewEntry entry;
    entry.title = dock.windowTitle().toStdString();
    entry.table = [&model](const Document&, const ExportOptions&, NumberStyle style) -> Result<Table> {
        return tableOf(model, style);
    };
    fillMenu({&dock, documentOf(dock), std::move(entry), {}}, {});
}

}  // namespace lapidary::ui
