// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far the reuse model is off: from its cycles to those of the fabric, term by term, each with its reason. GUI thread only.
#pragma once

#include "core/explore/fabric_compare.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class FabricErrorView final : public View {
    Q_OBJECT
public:
    explicit FabricErrorView(QWidget* parent = nullptr);
    /// None: nothing is compared, because of `reason`, or it isn't known yet.
    void setComparison(const std::optional<FabricComparison>& comparison, const QString& reason);
    const std::optional<FabricComparison>& comparison() const { return m_comparison; }
    /// "the reuse model counts 54.1 % fewer cycles"
    QString headline() const;

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 320; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

private:
    /// Height of the terms; painted unless painter is null.
    double terms(QPainter* painter, const Theme* theme, double top, double width) const;

    std::optional<FabricComparison> m_comparison;
    QString m_reason;
};

}  // namespace lapidary::ui
