// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The points of a sweep: what each changes, its figures, how it compares with PFM on the same design and whether it is on
// the area-EDP front; points that failed say why. Shows those that are brushed and pass the filter. GUI thread only.
#pragma once

#include "ui/models/figure_table_model.h"
#include "ui/models/point_filter.h"
#include "ui/models/point_metric.h"
#include "ui/session/point_selection.h"

namespace lapidary::ui {

class PointTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    explicit PointTableModel(QObject* parent = nullptr);

    void setRun(const SweepRunPtr& run);
    /// The front is that of these two.
    void setFront(PointMetric x, PointMetric y);
    void setFilter(const PointFilter& filter);
    void setBrushed(const std::optional<std::set<int>>& points);

    /// Points of the sweep that are finished, shown or not.
    int finished() const { return m_finished; }
    int pointOf(int row) const { return m_points[static_cast<std::size_t>(source(row))]; }
    /// -1 if the point has no row.
    int rowOf(int point) const;

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_points.size()); }
    Cell cell(int row, int column) const override;

private:
    enum class Kind { axis, mapspace, area, edp, energy, cycles, stalls, used, versus, front, drawn, note };
    struct Field {
        Kind kind;
        int axis = 0;
    };

    void rebuild();
    void makeColumns();
    void choosePoints();
    bool passes(int point) const;
    std::optional<double> figure(int point, const QString& name) const;
    Cell axisCell(const SweepPoint& point, int axis) const;
    Cell frontCell(const SweepPoint& point) const;
    Cell versusCell(std::size_t point) const;

    SweepRunPtr m_run;
    PointMetric m_x = PointMetric::area, m_y = PointMetric::edp;
    PointFilter m_filter;
    std::optional<std::set<int>> m_brushed;

    std::vector<Column> m_columns;
    std::vector<Field> m_fields;
    std::vector<int> m_points;
    std::vector<bool> m_front, m_own;  ///< on the front of all, on that of its mapspace
    std::vector<std::optional<double>> m_versus;
    PointScale m_area, m_edp, m_energy, m_cycles, m_stalls;
    int m_finished = 0;
};

}  // namespace lapidary::ui
