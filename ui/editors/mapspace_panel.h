// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The mapspace: which factorization, what that means, its exact size term by term, and which share of it is valid, found
// on another thread. While the inputs cannot be mapped it shows the last ones that could be. GUI thread only.
#pragma once

#include <QTimer>
#include <QWidget>

#include "ui/jobs/validity_sampler.h"

class QLabel;
class QPushButton;

namespace lapidary::ui {

class Document;
class FigureTable;
class Segmented;
class ShareBar;
class SizeTermModel;

class MapspacePanel final : public QWidget {
    Q_OBJECT
public:
    explicit MapspacePanel(Document& document, QWidget* parent = nullptr);

    const SizeTermModel& terms() const { return *m_terms; }
    /// No worker afterwards, until the inputs change.
    void abandon() { m_sampler.abandon(); }

protected:
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    void layOut();
    void refresh();
    void sample();
    void showShare(const Result<ValidCount>& count);

    Document& m_document;
    Segmented* m_kind;
    QLabel* m_meaning;
    SizeTermModel* m_terms;
    FigureTable* m_table = nullptr;
    QLabel* m_product;
    QLabel* m_share;
    ShareBar* m_bar;
    QPushButton* m_again;
    ValiditySampler m_sampler;
    QTimer m_pause;      ///< edits in a row are sampled once
    SetupPtr m_sampled;  ///< what the share shown belongs to
    SetupPtr m_listed;   ///< what the terms shown belong to
    std::uint64_t m_seed = 1;
};

}  // namespace lapidary::ui
