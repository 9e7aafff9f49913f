// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files and the window: opening by content (session, workload, design, mapping), saving, recent files, drag and drop. A
// file that cannot be read changes nothing and is told in a banner. GUI thread only.
#pragma once

#include <QObject>
#include <QStringList>

#include <functional>

#include "core/io/session.h"
#include "core/io/timeloop/import.h"

class QWidget;

namespace lapidary::ui {

class BannerArea;
class Document;

class FileControl final : public QObject {
    Q_OBJECT
public:
    FileControl(Document& document, BannerArea& banners, QWidget* window);

    /// True if the file was taken.
    bool open(const QString& path);
    void openWithDialog();
    /// As open; Timeloop's files among them are read as the parts of one problem. True if all were taken.
    bool openAll(const QStringList& paths);
    /// Files of Timeloop, or folders of them, together.
    bool importTimeloop(const QStringList& paths);
    void importWithDialog();
    /// A network file of MAESTRO: its layer and dataflow on the design on the desk, in one undo step.
    void importDirectivesWithDialog();
    /// What the last import could not express; nothing if that is nothing.
    void showImportReport();
    bool hasImportReport() const { return !m_importNotes.empty(); }
    /// A mapping on the present inputs, as a side of the comparison. False and a banner if it cannot be read.
    bool pinFile(Side side, const QString& path);
    void pinWithDialog(Side side);
    /// Asks for a name if there is none yet. False if that was refused or writing failed.
    bool save();
    bool saveAs();
    bool saveTo(const QString& path);
    /// Asked before another session takes the place of this one; false keeps it.
    void setMayReplace(std::function<bool()> mayReplace) { m_mayReplace = std::move(mayReplace); }
    void setMostRecent(int most);
    /// A file that somebody else has read: it is remembered and told.
    void noteOpened(const QString& path) { told(path, {}); }
    /// A file is elsewhere now.
    void forget(const QString& path);
    QStringList recent() const;
    /// Tests and --safe-mode leave the user's list alone.
    void setRemembering(bool remembering) { m_remembering = remembering; }

signals:
    void opened(const QString& perspective);  ///< the perspective that shows what was opened
    void modelWanted(const QString& path);    ///< an ONNX model, which the import page reads
    void replacing();                         ///< another session takes the place of this one
    void recentChanged();
    void imported();                 ///< Timeloop's files, well
    void done(const QString& what);  ///< "Opened alexnet.lapidary", for the log

private:
    /// Success is remembered, problems are told; true if there are none.
    bool told(const QString& path, const Diagnostics& problems);
    Diagnostics take(const std::string& text, const QString& path);
    void takeImport(const TimeloopImport& parts, const QString& name);
    void tellImport();
    /// MAESTRO's: a machine as design, directives or a network with a dataflow as mapping.
    Diagnostics takeMaestro(const std::string& text, const QString& path);
    Diagnostics takeSession(const Json& json, const QString& path);
    Result<Mapping> readMapping(const std::string& text, const QString& path) const;
    Diagnostics takeBitmaps(const QString& path);
    Diagnostics takeMapping(const std::string& text, const QString& path);
    void remember(const QString& path);

    Document& m_document;
    BannerArea& m_banners;
    QWidget* m_window;
    bool m_remembering = true;
    int m_mostRecent = 8;
    QString m_imported;  ///< what was imported last, with its parts
    Diagnostics m_importNotes;
    std::function<bool()> m_mayReplace;
};

}  // namespace lapidary::ui
