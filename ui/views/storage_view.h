// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How full each storage is: per level, and per partition where it has some, the largest tiles of the tensors it holds
// against its capacity. GUI thread only.
#pragma once

#include "ui/views/exhibit_view.h"

namespace lapidary::ui {

class StorageView final : public ExhibitView {
    Q_OBJECT
public:
    explicit StorageView(QWidget* parent = nullptr);

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 250; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    void exhibitChanged() override;
    Subject subjectAt(const QPointF& position) const override;
    std::optional<FigureId> figureOf(const Subject& subject) const override;
    QString tipAt(const QPointF& position) const override;

private:
    /// One memory: a level, or one partition of it.
    struct Row {
        QString name;
        int level = 0;
        std::vector<int> tensors;
        std::vector<double> bits;  ///< largest tiles
        double capacityBits = -1;  ///< < 0 = unbounded
        std::int64_t words = 0;    ///< sum of the tiles
        double used() const;
    };
    void paintRow(QPainter& painter, const Theme& theme, const Row& row, double y, double width) const;
    std::vector<QRectF> barsOf(const Row& row, double y, double width) const;

    std::vector<Row> m_rows;
};

}  // namespace lapidary::ui
