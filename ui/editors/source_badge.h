// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where a figure comes from: a badge - user, table, model, none - and the source in words. A figure that replaces one of
// the preset shows what it replaced; a click takes that back. GUI thread only.
#pragma once

#include <QAbstractButton>

#include "core/arch/architecture.h"

namespace lapidary::ui {

class SourceBadge final : public QAbstractButton {
    Q_OBJECT
public:
    explicit SourceBadge(QWidget* parent = nullptr);

    /// `replaced` is the preset's value, empty if the figure is the preset's or there is none.
    void setSource(const Figure& figure, const QString& replaced);
    /// "user", "table", "model", "file" or "none".
    QString kind() const { return m_kind; }

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override { return {44, 24}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    QString m_kind, m_note;
};

}  // namespace lapidary::ui
