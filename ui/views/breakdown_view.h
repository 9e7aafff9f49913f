// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the energy goes: a stacked bar per level with a part per tensor and one for leakage, then networks and the MACs;
// in joules, or each bar as shares of itself. Bars are Qt Charts'. GUI thread only.
#pragma once

#include "ui/models/scale.h"
#include "ui/plots/stacked_bars.h"
#include "ui/views/energy_rows.h"
#include "ui/views/exhibit_view.h"

namespace lapidary::ui {

class BreakdownView final : public ExhibitView {
    Q_OBJECT
public:
    enum class Unit { joules, percent };

    explicit BreakdownView(QWidget* parent = nullptr);
    void setUnit(Unit unit);
    Unit unit() const { return m_unit; }

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 300; }
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
    std::size_t tensorCount() const;
    double total() const;
    double namesWidth() const;
    /// Of the legend: where a tensor's entry lies.
    QRectF legendBox(std::size_t tensor) const;
    std::size_t rowAt(double y, const QRectF& plot) const;  ///< number of rows if none
    void paintMarks(QPainter& painter, const Theme& theme, const StackedBars& bars, const QRectF& plot) const;
    QRectF plot(QSizeF size) const;
    StackedBars bars(const Theme& theme) const;
    QString partName(std::size_t part, const EnergyRow& row) const;

    void paintLegend(QPainter& painter, const Theme& theme, double width) const;
    void paintRow(QPainter& painter, const Theme& theme, const StackedBars& bars, const QRectF& plot, std::size_t row,
                  double width) const;

    Unit m_unit = Unit::joules;
    std::vector<EnergyRow> m_rows;
    Scale m_scale;
};

}  // namespace lapidary::ui
