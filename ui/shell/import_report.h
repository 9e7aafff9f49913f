// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an import took, changed or left out, note by note, with its place in the files. Stays open beside the window.
#pragma once

#include <QDialog>

#include "core/base/result.h"

class QTreeWidget;

namespace lapidary::ui {

class ImportReport final : public QDialog {
    Q_OBJECT
public:
    /// `title` names what was imported.
    ImportReport(const QString& title, const Diagnostics& notes, QWidget* parent);

    /// All notes, one per line, as the command line prints them.
    QString text() const;

private:
    void build(const QString& title);
    void fill();

    Diagnostics m_notes;
    QTreeWidget* m_list;
};

/// "gemm.yaml:12:3" as far as it is known.
QString placeText(const Place& place);

}  // namespace lapidary::ui
