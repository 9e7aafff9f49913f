// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// An array of the design at one compute step (Ruby, Figs. 6 and 9): a cell per lane, coloured by the coordinate of a
// dimension, by how much it works over the run, or by the element of a tensor it shares with others; lanes that idle in a tail
// and lanes never used are hatched differently; beside it what the phase is worth. Left and Right step, Home and End go to
// the ends, Up and Down go through the spatial loops. GUI thread only.
#pragma once

#include <optional>

#include "core/mapping/array.h"
#include "ui/views/array_grid.h"
#include "ui/views/exhibit_view.h"

namespace lapidary::ui {

/// What the colour of a cell says.
struct ArrayColour {
    enum class Kind { coordinate, work, shared };
    Kind kind = Kind::work;
    int index = 0;  ///< dimension or tensor

    bool operator==(const ArrayColour&) const = default;
};

class ArrayView final : public ExhibitView {
    Q_OBJECT
public:
    explicit ArrayView(QWidget* parent = nullptr);

    /// Which array and which instance of it.
    QStringList fanoutNames() const;
    int fanout() const { return m_fanout; }
    void setFanout(int fanout);
    std::int64_t instance() const { return m_instance; }
    void setInstance(std::int64_t instance);

    std::int64_t step() const { return m_number; }
    std::int64_t stepCount() const { return m_array ? m_array->steps().count() : 0; }
    /// Clamped to the steps there are.
    void setStep(std::int64_t step);
    /// The first step of the phase without tails, and of the one in which everything is in its tail.
    void goToSteady() { setStep(0); }
    void goToLast();
    bool hasTails() const { return m_phases.size() > 1; }
    bool inTail() const { return m_step.tails != 0; }

    std::vector<ArrayColour> colours() const;
    QString colourName(const ArrayColour& colour) const;
    const ArrayColour& colour() const { return m_colour; }
    void setColour(const ArrayColour& colour);

    /// Without the panel beside the cells; its facts stand in lines above and below. For arrays side by side.
    void setCompact(const QString& caption);
    /// Lanes or groups that the colour scale spans at least, so that two arrays share one scale.
    std::int64_t colourSpan() const;
    void setLeastSpan(std::int64_t span);

    const PeArray* array() const { return m_array ? &*m_array : nullptr; }
    /// "14 × 12, X × Y"
    QString sizeText() const;

    QSizeF pictureSize() const override;
    double leastWidth() const override { return m_compact ? 250 : 400; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

signals:
    void arrayChanged();  ///< another array, instance or number of steps
    void stepChanged();
    void colourChanged();

protected:
    void exhibitChanged() override;
    Subject subjectAt(const QPointF& position) const override;
    std::optional<FigureId> figureAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;
    Subject neighbour(const Subject& from, int step) const override;

private:
    /// A line of the panel beside the array.
    struct Fact {
        enum class Mark { none, tail, unused, tensor, legend };
        QString text;
        Mark mark = Mark::none;
        bool strong = false;
        int tensor = 0;
    };

    void rebuild();
    void refreshStep();
    ArrayGrid grid(QSizeF size) const;
    std::int64_t lanesAtFirst() const { return m_phases.front().lanes / m_phases.front().steps; }
    QString laneNoun() const;
    QString dimensionName(int dimension) const;
    QString rangeText(int dimension) const;
    QString axisText(Axis axis) const;
    QString phaseText() const;
    QString sharingText(int tensor) const;
    std::vector<Fact> facts() const;
    QRectF panel(const ArrayGrid& grid, QSizeF size) const;
    double factsHeight() const;  ///< below one another
    double panelWidth(QSizeF size) const;
    std::vector<QRectF> factPlaces(const std::vector<Fact>& facts, const QRectF& box) const;
    int tensorOfFactAt(const QPointF& position) const;  ///< -1 if none
    /// Share of the colour scale, and the words in the cell.
    double shareOf(std::int64_t x, std::int64_t y) const;
    QString labelOf(std::int64_t x, std::int64_t y) const;
    bool labelsFit(const ArrayGrid& grid, const QFont& font) const;

    void paintCells(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const;
    void paintImage(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const;
    void paintAxes(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const;
    void paintGroups(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const;
    void paintGroupNames(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const;
    void paintCaption(QPainter& painter, const Theme& theme, QSizeF size, const ArrayGrid& grid) const;
    void paintPanel(QPainter& painter, const Theme& theme, const QRectF& box) const;
    void paintLegend(QPainter& painter, const Theme& theme, const QRectF& box) const;

    bool m_compact = false;
    QString m_caption;
    std::int64_t m_leastSpan = 0;
    int m_fanout = 0;
    std::int64_t m_instance = 0;
    std::optional<PeArray> m_array;
    std::vector<ArrayPhase> m_phases;
    std::vector<Node> m_nodes;  ///< of the mapping that m_number is a step of
    std::int64_t m_number = 0;
    ArrayStep m_step;
    ArrayColour m_colour;
    std::vector<Sharing> m_sharing;  ///< by tensor; empty groups if not counted
};

}  // namespace lapidary::ui
