// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far the reuse model is off: its cycles beside those of the fabric, split into what they go with. GUI thread only.
#pragma once

#include "core/io/stonne/desk_compare.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class FabricErrorView final : public View {
    Q_OBJECT
public:
    explicit FabricErrorView(QWidget* parent = nullptr);
    /// None: nothing is compared, because of `reason`, or it isn't known yet.
    void setComparison(const std::optional<stonne::ModelComparison>& comparison, const QString& reason);
    const std::optional<stonne::ModelComparison>& comparison() const { return m_comparison; }
    /// "the reuse model counts 54.1 % fewer cycles"
    QString headline() const;

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 320; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

private:
    std::optional<stonne::ModelComparison> m_comparison;
    QString m_reason;
};

}  // namespace lapidary::ui
