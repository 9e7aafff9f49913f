// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What moves: one row per level and tensor stored there, then the compute, then the sum of all. GUI thread only.
#pragma once

#include <optional>

#include "ui/models/figure_table_model.h"
#include "ui/models/scale.h"
#include "ui/session/document.h"
#include "ui/views/links.h"

namespace lapidary::ui {

class TrafficTableModel final : public FigureTableModel {
    Q_OBJECT
public:
    static constexpr int kShareColumn = 10;

    explicit TrafficTableModel(QObject* parent = nullptr);
    void setExhibit(const std::optional<Exhibit>& exhibit);
    /// Level and tensor of a shown row, of the compute the level behind the last; empty for the sum.
    Subject subjectOf(int row) const;
    /// What a cell shows, to be explained; none of names.
    std::optional<FigureId> figureOf(int row, int column) const;
    /// Shown rows of what belongs to a subject.
    std::vector<int> rowsOf(const Links& links) const;

protected:
    const std::vector<Column>& columns() const override { return m_columns; }
    int count() const override { return static_cast<int>(m_lines.size()); }
    Cell cell(int row, int column) const override;

private:
    /// `moves`: part of the reads and fills above it, between neighbours; `carried`: of a tensor on a network.
    enum class LineKind { stored, moves, carried, compute, sum };
    struct Line {
        LineKind kind = LineKind::stored;
        int level = -1;  ///< carried: the fanout
        int tensor = -1;
    };
    void addStored(int level, int tensor);
    Cell storedCell(const Line& line, int column) const;
    Cell movesCell(const Line& line, int column) const;
    Cell carriedCell(const Line& line, int column) const;
    Cell computeCell(int column) const;
    static std::optional<FigureId> figureOfStored(const Line& line, int column);
    static std::optional<FigureId> figureOfCarried(const Line& line, int column);
    Cell sumCell(int column) const;
    Cell energyCell(std::optional<double> picojoules) const;
    Cell energyShare(std::optional<double> picojoules) const;

    std::optional<Exhibit> m_exhibit;
    std::vector<Line> m_lines;
    std::vector<Column> m_columns;
    Scale m_energy;
};

}  // namespace lapidary::ui
