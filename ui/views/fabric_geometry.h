// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the parts of a MAERI fabric lie in its picture, from top to bottom: ports, distribution trees, multipliers, virtual
// neurons, reduction tree, wires to the bus, bus lines. Plain values; functions are pure.
#pragma once

#include <QPointF>
#include <QRectF>
#include <QSizeF>

#include "core/model/fabric/still.h"

namespace lapidary::ui {

class FabricGeometry {
public:
    static constexpr double kLeastCell = 1.6;  ///< 256 multipliers are seen at once in small windows, 512 in usual ones

    /// `mappedOnly`: the smallest part of the trees that holds all virtual neurons.
    FabricGeometry(const fabric::Structure& structure, bool mappedOnly, double width);

    /// With multipliers at least `cell` wide: more of them than there is room for need a picture that scrolls.
    static double leastWidth(const fabric::Structure& structure, bool mappedOnly, double cell = kLeastCell);
    static double usualWidth(const fabric::Structure& structure, bool mappedOnly);

    int multipliers() const { return m_shown; }
    int ports() const { return m_ports; }
    int lines() const { return m_lines; }
    int treeDepth() const { return m_depth; }
    double cell() const { return m_cell; }
    double left() const { return m_left; }
    double right() const { return m_left + m_cell * m_shown; }

    QRectF port(int port) const;
    /// Switch `index` of a port's tree, 0 the root; depth treeDepth() is a multiplier's upper edge.
    QPointF treeNode(int port, int depth, int index) const;
    QRectF multiplier(int multiplier) const;
    QRectF neuronBar(const fabric::NeuronSpan& span) const;
    /// Levels of adders that are drawn: [firstLevel(), levels()), the last that of the multipliers.
    int firstLevel() const { return m_firstLevel; }
    int levels() const { return m_levels; }
    QPointF adder(int level, int number) const;
    /// Distance of neighbouring adders.
    double adderPitch(int level) const;
    QRectF line(int line) const;
    double wireTop() const { return m_wireTop; }
    double legendTop() const { return m_legendTop; }
    double treeTop() const { return m_treeTop; }
    double adderTop() const { return m_adderTop; }

private:
    double m_left, m_cell;
    int m_shown, m_all, m_ports, m_lines, m_depth, m_levels, m_firstLevel;
    double m_treeTop = 0, m_treeStep = 0, m_rowTop = 0, m_barTop = 0, m_adderTop = 0, m_adderStep = 0;
    double m_wireTop = 0, m_lineTop = 0, m_legendTop = 0;
};

}  // namespace lapidary::ui
