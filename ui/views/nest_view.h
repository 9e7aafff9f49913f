// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping as a loop nest, outermost first: Store lines with a chip per tensor (words, capacity), loops with their trips
// in the gutter, the level as a bar, a tail as an amber chip, the axis of a spatial loop in a box, and at the right which
// tensors a loop indexes (an empty box is reuse). GUI thread only.
#pragma once

#include "ui/views/exhibit_view.h"
#include "ui/views/nest_rows.h"

namespace lapidary::ui {

class NestView final : public ExhibitView {
    Q_OBJECT
public:
    explicit NestView(QWidget* parent = nullptr);

    QSizeF pictureSize() const override;
    double leastWidth() const override { return widthAt(kLeastIndent); }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    void exhibitChanged() override;
    Subject subjectAt(const QPointF& position) const override;
    std::optional<FigureId> figureOf(const Subject& subject) const override;
    QString tipAt(const QPointF& position) const override;
    Subject neighbour(const Subject& from, int step) const override;

private:
    static constexpr double kLeastIndent = 4, kMostIndent = 13;

    struct Layout {
        double left = 0;  ///< of stores and of loops at depth 0
        double indent = kMostIndent;
        double right = 0;  ///< left edge of the index boxes
        double width = 0;
    };
    Layout layout(double width) const;
    double boxesWidth() const;
    double roomAtRight(const NestRow& row) const;
    double widthAt(double indent) const;  ///< that all rows fit in
    double rowTop(std::size_t row) const;
    std::size_t rowAt(double y) const;  ///< number of rows if none
    /// The row as a whole: a tensor is marked by its chips and boxes instead.
    bool isMarked(const Subject& subject, const Links& links, const NestRow& row) const;
    bool isTensorMarked(const NestRow& row, int tensor) const;
    std::vector<QRectF> chipBoxes(const NestRow& row, double top, const Layout& layout) const;
    QRectF indexBox(int tensor, double top, const Layout& layout) const;
    void paintOutlines(QPainter& painter, const Theme& theme, double width) const;

    void paintHeader(QPainter& painter, const Theme& theme, const Layout& layout) const;
    void paintGround(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box) const;
    void paintStore(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box,
                    const Layout& layout) const;
    void paintLoop(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box,
                   const Layout& layout) const;
    void paintIndexes(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box,
                      const Layout& layout) const;

    std::vector<NestRow> m_rows;
};

}  // namespace lapidary::ui
