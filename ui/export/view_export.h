// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One entry of the list of views as a file, a text or a picture, with its provenance: the way that the window, the tour and
// `lapidary --headless export` share, so that the command in a file makes that file again. GUI thread only.
#pragma once

#include <QByteArray>
#include <QString>

#include "ui/views/view_list.h"

namespace lapidary::ui {

/// A format that a view can have.
struct ViewFormat {
    enum class Kind { figure, table, text };
    Kind kind = Kind::figure;
    QString key;     ///< as in --format: "svg", "latex", "tikz"
    QString ending;  ///< "svg", "tex"
    QString title;   ///< "SVG"
};
/// Figures first, then texts, then tables.
std::vector<ViewFormat> formatsOf(const ViewEntry& entry);
/// The format by key, or if that is empty by the ending of the path; errors name those there are.
Result<ViewFormat> formatOf(const ViewEntry& entry, const QString& key, const QString& path);

struct ViewExport {
    const ViewEntry* entry = nullptr;
    ViewFormat format;
    ExportOptions options;  ///< of the view and of the look

    /// "tree-c.svg": a name to propose.
    QString proposal() const;
};

/// How a session is named beside a file made from it: by name in the same folder, else by its whole path.
QString sessionReference(const QString& session, const QString& output);

/// Version, seed and hashes of what the view speaks of.
Provenance originOf(const Document& document, ViewNeeds needs, const ExportOptions& options = {});
/// Whether the document, saved, shows the same: not while the run behind the view goes on.
bool isRepeatable(const Document& document, ViewNeeds needs);
/// What makes the export again. `source` are the words that name the inputs: a session, or --arch, --workload ...; empty
/// if there are none.
std::string commandOf(const ViewExport& wanted, const QStringList& source, const QString& output);

/// The bytes of the file, or why there are none.
Result<QByteArray> renderView(const Document& document, const ViewExport& wanted, const Provenance& provenance);
/// Renders and writes.
Diagnostics exportView(const Document& document, const ViewExport& wanted, const QStringList& source,
                       const QString& output);

}  // namespace lapidary::ui
