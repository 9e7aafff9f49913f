// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The workload as text and as tables: the einsum is read while it is typed, an error is underlined where it is and told
// above with a way out, and the last valid workload stays in use until it is mended. Bounds are typed into their table.
// GUI thread only.
#pragma once

#include <QWidget>

#include "core/workload/draft.h"

class QHBoxLayout;
class QLabel;

namespace lapidary::ui {

class BoundTableModel;
class CodeEdit;
class Document;
class FigureTable;
class Notice;
class TensorTableModel;

class WorkloadPanel final : public QWidget {
    Q_OBJECT
public:
    explicit WorkloadPanel(Document& document, QWidget* parent = nullptr);

    bool broken() const { return m_broken; }
    const BoundTableModel& bounds() const { return *m_bounds; }
    const TensorTableModel& tensors() const { return *m_tensors; }

protected:
    void resizeEvent(QResizeEvent* event) override;

signals:
    void brokenChanged(bool broken);

private:
    void read();
    void follow();
    void refreshTables();
    void showProblem();
    void setBroken(bool broken);
    void commitBound(int dimension, const QString& text);
    void undo();
    QString canonicalText() const;

    Document& m_document;
    Notice* m_notice;
    CodeEdit* m_code;
    BoundTableModel* m_bounds;
    TensorTableModel* m_tensors;
    FigureTable *m_boundTable, *m_tensorTable;
    QHBoxLayout* m_tables;
    QLabel* m_facts;
    EinsumDraft m_draft;
    BoundMap m_declared;  ///< bounds of dimensions that the person declared
    bool m_broken = false;
    int m_typingId = -1;
};

}  // namespace lapidary::ui
