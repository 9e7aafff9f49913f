// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The grid of a sweep, designs by mapspaces: each cell is filled as far as its layers are searched, the accent colour says
// where work is going on; refused points are hatched. GUI thread only.
#pragma once

#include "ui/views/point_view.h"

namespace lapidary::ui {

class ProgressGrid final : public PointView {
    Q_OBJECT
public:
    explicit ProgressGrid(QWidget* parent = nullptr);

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 180; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    int pointAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;
    void runChanged() override;

private:
    QRectF cell(std::size_t point, double width) const;
    void paintCell(QPainter& painter, const Theme& theme, std::size_t point, const QRectF& box) const;
    QString stateOf(std::size_t point) const;

    double m_labels = 0;  ///< width of the names of designs
};

}  // namespace lapidary::ui
