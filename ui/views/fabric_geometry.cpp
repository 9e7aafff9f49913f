// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/fabric_geometry.h"

#include <algorithm>
#include <bit>

namespace lapidary::ui {

namespace {

constexpr double kFabricGutter = 96, kFabricMargin = 10;
constexpr double kUsualCell = 15, kMostCell = 34;
constexpr double kPortTop = 6, kPortHeight = 20;
constexpr double kCellHeight = 32, kNeuronBar = 16;

int log2Of(std::int64_t power) { return std::bit_width(static_cast<std::uint64_t>(power)) - 1; }

int shownOf(const fabric::Structure& structure, bool mappedOnly) {
    const auto all = static_cast<int>(structure.plan.multipliers);
    if (!mappedOnly) return all;
    const auto used = static_cast<std::uint64_t>(structure.used());
    const auto perPort = static_cast<std::uint64_t>(structure.plan.multipliers / structure.plan.ports);
    return static_cast<int>(std::bit_ceil(std::max({used, perPort, std::uint64_t{2}})));
}

}  // namespace

double FabricGeometry::leastWidth(const fabric::Structure& structure, bool mappedOnly, double cell) {
    return kFabricGutter + kFabricMargin + std::max(260.0, cell * shownOf(structure, mappedOnly));
}

double FabricGeometry::usualWidth(const fabric::Structure& structure, bool mappedOnly) {
    return kFabricGutter + kFabricMargin + std::max(420.0, kUsualCell * shownOf(structure, mappedOnly));
}

FabricGeometry::FabricGeometry(const fabric::Structure& structure, bool mappedOnly, double width)
    : m_left(kFabricGutter),
      m_cell(0),
      m_shown(shownOf(structure, mappedOnly)),
      m_all(static_cast<int>(structure.plan.multipliers)),
      m_ports(0),
      m_lines(static_cast<int>(structure.plan.lines)),
      m_depth(log2Of(structure.plan.multipliers / structure.plan.ports)),
      m_levels(log2Of(structure.plan.multipliers)),
      m_firstLevel(m_levels - 1) {
    const double room = width - kFabricGutter - kFabricMargin;
    m_cell = std::clamp(room / m_shown, kLeastCell, std::max(kMostCell, 420.0 / m_shown));
    m_ports = m_shown >> m_depth;
    const int top = m_levels - log2Of(m_shown);  // the level whose one adder has all that is shown below it
    int used = m_levels - 1;
    for (const fabric::AdderUse& adder : structure.adders) used = std::min(used, static_cast<int>(adder.level));
    m_firstLevel = std::max(top, m_levels <= 6 ? top : used - 1);
    m_treeTop = kPortTop + kPortHeight + 12;
    m_treeStep = m_depth <= 4 ? 21 : 16;
    m_rowTop = m_treeTop + std::max(1, m_depth) * m_treeStep + 10;
    m_barTop = m_rowTop + kCellHeight + 3;
    m_adderTop = m_barTop + kNeuronBar + 22;
    m_adderStep = m_levels <= 6 ? 27 : 22;
    m_wireTop = m_adderTop + m_adderStep * (m_levels - 1 - m_firstLevel) + 14;
    const auto neurons = static_cast<double>(structure.plan.neurons.size());
    m_lineTop = m_wireTop + std::clamp(3 * neurons, 12.0, 30.0) + 6;
    m_legendTop = m_lineTop + kPortHeight + 8;
}

QRectF FabricGeometry::port(int port) const {
    const double pitch = m_cell * (1 << m_depth);
    const double wide = std::min(pitch - (pitch > 20 ? 6 : 1), 150.0);
    const double centre = m_left + pitch * (port + 0.5);
    return {centre - wide / 2, kPortTop, wide, kPortHeight};
}

QPointF FabricGeometry::treeNode(int port, int depth, int index) const {
    const double pitch = m_cell * (1 << (m_depth - depth));
    const double x = m_left + m_cell * (1 << m_depth) * port + pitch * (index + 0.5);
    return {x, depth == m_depth ? m_rowTop : m_treeTop + m_treeStep * depth};
}

QRectF FabricGeometry::multiplier(int multiplier) const {
    const double gap = m_cell >= 6 ? 1 : 0.5;
    return {m_left + m_cell * multiplier + gap / 2, m_rowTop, m_cell - gap, kCellHeight};
}

QRectF FabricGeometry::neuronBar(const fabric::NeuronSpan& span) const {
    return {m_left + m_cell * span.first + 0.5, m_barTop, m_cell * span.size - 1, kNeuronBar};
}

double FabricGeometry::adderPitch(int level) const { return m_cell * m_all / (1 << level); }

QPointF FabricGeometry::adder(int level, int number) const {
    return {m_left + adderPitch(level) * (number + 0.5), m_adderTop + m_adderStep * (m_levels - 1 - level)};
}

QRectF FabricGeometry::line(int line) const {
    const double pitch = (right() - m_left) / m_lines;
    return {m_left + pitch * line + (pitch > 20 ? 2 : 0.5), m_lineTop, pitch - (pitch > 20 ? 4 : 1), kPortHeight};
}

}  // namespace lapidary::ui
