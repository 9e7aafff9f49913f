// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/density_layer.h"

#include <algorithm>
#include <array>
#include <cmath>

#include "ui/models/scale.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr std::size_t kBlock = 1024;  ///< points whose cells are found at once
constexpr int kShades = 256;
constexpr double kCellsPerUnit = 0.4;     ///< cells of a cloud are drawn 2.5 units wide: finer ones would only be noise
constexpr int kExportScale = 4;           ///< since what shows an export may smooth the cells otherwise
constexpr std::size_t kFewPoints = 4000;  ///< so many or fewer are drawn larger than a pixel

/// Colours by share of the logarithm, as the image wants them.
std::vector<QRgb> shades(const Theme& theme) {
    std::vector<QRgb> table(kShades);
    for (int i = 0; i < kShades; ++i)
        table[static_cast<std::size_t>(i)] = densityColor(theme, static_cast<double>(i) / (kShades - 1)).rgb();
    return table;
}

}  // namespace

QColor densityColor(const Theme& theme, double share) {
    static const QColor lightLow(0xD3, 0xD8, 0xDF), lightHigh(0x28, 0x34, 0x42);
    static const QColor darkLow(0x3C, 0x43, 0x4C), darkHigh(0xDD, 0xE3, 0xE9);
    return theme.dark ? mixed(darkLow, darkHigh, share) : mixed(lightLow, lightHigh, share);
}

DensityLayer::DensityLayer(QCustomPlot* plot) : QCPLayerable(plot, QStringLiteral("main")), m_theme(&lightTheme()) {}

void DensityLayer::setCloud(const Cloud& cloud, double xFactor) {
    clear();
    m_resolution = kCellsPerUnit;
    const double shift = std::log2(xFactor);
    m_cells.reserve(cloud.cells.size());
    for (const CloudCell& cell : cloud.cells) {
        const double x = static_cast<double>(cell.energy) / cloud.energyPerOctave + shift;
        const double y = static_cast<double>(cell.cycles) / cloud.cyclesPerOctave;
        m_cells.push_back({static_cast<float>(x), static_cast<float>(x + 1.0 / cloud.energyPerOctave),
                           static_cast<float>(y), static_cast<float>(y + 1.0 / cloud.cyclesPerOctave),
                           static_cast<float>(cell.count)});
    }
}

void DensityLayer::setPoints(std::span<const QPointF> points) {
    clear();
    m_resolution = 1;
    m_x.reserve(points.size());
    m_y.reserve(points.size());
    for (const QPointF& point : points) {
        if (!(point.x() > 0) || !(point.y() > 0)) continue;
        m_x.push_back(std::log2(static_cast<float>(point.x())));
        m_y.push_back(std::log2(static_cast<float>(point.y())));
    }
}

void DensityLayer::clear() {
    m_cells.clear();
    m_x.clear();
    m_y.clear();
    m_most = 0;
}

DensityLayer::Frame DensityLayer::frame() const {
    const QCPAxisRect& axes = *parentPlot()->axisRect();
    const QCPRange x = parentPlot()->xAxis->range(), y = parentPlot()->yAxis->range();
    Frame frame;
    frame.width = std::max(1, static_cast<int>(axes.width() * m_resolution));
    frame.height = std::max(1, static_cast<int>(axes.height() * m_resolution));
    frame.x0 = std::log2(x.lower);
    frame.xScale = frame.width / (std::log2(x.upper) - frame.x0);
    frame.y0 = std::log2(y.upper);  // the image starts at the top
    frame.yScale = frame.height / (std::log2(y.lower) - frame.y0);
    return frame;
}

void DensityLayer::countCells(const Frame& frame) {
    const auto pixel = [](double at) { return static_cast<int>(std::floor(at)); };
    for (const Cell& cell : m_cells) {
        const int left = pixel((cell.left - frame.x0) * frame.xScale);
        const int right = pixel((cell.right - frame.x0) * frame.xScale);
        const int top = pixel((cell.high - frame.y0) * frame.yScale);
        const int bottom = pixel((cell.low - frame.y0) * frame.yScale);
        // Narrower than a pixel: several share one, and their counts add up.
        for (int y = std::max(top, 0); y < std::min(std::max(bottom, top + 1), frame.height); ++y)
            for (int x = std::max(left, 0); x < std::min(std::max(right, left + 1), frame.width); ++x)
                m_counts[static_cast<std::size_t>(y) * static_cast<std::size_t>(frame.width) +
                         static_cast<std::size_t>(x)] += cell.count;
    }
}

void DensityLayer::countPoints(const Frame& frame) {
    const auto x0 = static_cast<float>(frame.x0), xScale = static_cast<float>(frame.xScale);
    const auto y0 = static_cast<float>(frame.y0), yScale = static_cast<float>(frame.yScale);
    const auto right = static_cast<float>(frame.width), bottom = static_cast<float>(frame.height);
    const int half = m_x.size() <= kFewPoints ? static_cast<int>(std::lround(m_resolution)) : 0;
    const int width = frame.width, outside = frame.width * frame.height;
    m_tally.assign(static_cast<std::size_t>(outside) + 1, 0);
    std::array<int, kBlock> cells;
    for (std::size_t done = 0; done < m_x.size(); done += kBlock) {
        const float *xs = m_x.data() + done, *ys = m_y.data() + done;
        const std::size_t count = std::min(kBlock, m_x.size() - done);
        // No branch, since where a point lies is hard to foresee, and several at a time.
        for (std::size_t i = 0; i < count; ++i) {
            const float x = (xs[i] - x0) * xScale, y = (ys[i] - y0) * yScale;
            const bool inside = (x >= 0) & (x < right) & (y >= 0) & (y < bottom);
            cells[i] = inside ? static_cast<int>(y) * width + static_cast<int>(x) : outside;
        }
        for (std::size_t i = 0; i < count; ++i) ++m_tally[static_cast<std::size_t>(cells[i])];
    }
    for (int cell = 0; cell < outside; ++cell) {
        const std::uint32_t count = m_tally[static_cast<std::size_t>(cell)];
        if (count == 0) continue;
        const int row = cell / width, column = cell % width;
        for (int r = std::max(row - half, 0); r <= std::min(row + half, frame.height - 1); ++r)
            for (int c = std::max(column - half, 0); c <= std::min(column + half, frame.width - 1); ++c)
                m_counts[static_cast<std::size_t>(r * frame.width + c)] += static_cast<float>(count);
    }
}

void DensityLayer::paintImage(const Frame& frame) {
    if (m_image.size() != QSize(frame.width, frame.height))
        m_image = QImage(frame.width, frame.height, QImage::Format_ARGB32_Premultiplied);
    m_image.fill(Qt::transparent);
    m_most = *std::max_element(m_counts.begin(), m_counts.end());
    const double scale = m_most > 1 ? (kShades - 1) / std::log2(m_most) : 0;
    const std::vector<QRgb> colors = shades(*m_theme);
    const auto colorOf = [&](float count) { return colors[static_cast<std::size_t>(std::log2(count) * scale)]; };
    std::array<QRgb, 256> few{};  // most cells hold few, and a logarithm of each would take longer than all the rest
    for (std::size_t count = 1; count < few.size(); ++count)
        few[count] = count <= m_most ? colorOf(static_cast<float>(count)) : 0;
    for (int row = 0; row < frame.height; ++row) {
        auto* line = reinterpret_cast<QRgb*>(m_image.scanLine(row));
        const float* counts = m_counts.data() + static_cast<std::ptrdiff_t>(row) * frame.width;
        for (int column = 0; column < frame.width; ++column)
            if (const float count = counts[column]; count > 0)
                line[column] = count < few.size() ? few[static_cast<std::size_t>(count)] : colorOf(count);
    }
}

void DensityLayer::draw(QCPPainter* painter) {
    if (m_cells.empty() && m_x.empty()) return;
    const Frame at = frame();
    m_counts.assign(static_cast<std::size_t>(at.width) * static_cast<std::size_t>(at.height), 0);
    countCells(at);
    countPoints(at);
    paintImage(at);
    const bool exported = painter->modes().testFlag(QCPPainter::pmVectorized);
    painter->drawImage(QRectF(parentPlot()->axisRect()->rect()),
                       exported ? m_image.scaled(m_image.size() * kExportScale) : m_image);
}

DensityLegend::DensityLegend(QCustomPlot* plot, const DensityLayer& density)
    : QCPLayerable(plot, QStringLiteral("overlay")), m_density(density), m_theme(&lightTheme()) {}

void DensityLegend::draw(QCPPainter* painter) {
    const double most = m_density.most();
    if (most <= 0) return;
    const QRectF axes = parentPlot()->axisRect()->rect();
    const QRectF box(axes.right() - 178, axes.top() + 6, 170, 46);
    if (box.left() < axes.left() + 60 || box.height() > axes.height() / 2) return;
    QColor ground = m_theme->panel;
    ground.setAlphaF(0.92F);
    drawBox(*painter, box, ground, m_theme->line);
    const QFont font = uiFont(TypeSize::note);
    drawText(*painter, box.adjusted(8, 2, -8, -28), Qt::AlignVCenter | Qt::AlignLeft,
             QObject::tr("valid mappings per cell"), font, m_theme->text);
    const QRectF ramp(box.left() + 8, box.top() + 19, box.width() - 16, 9);
    for (int i = 0; i < static_cast<int>(ramp.width()); ++i)
        painter->fillRect(QRectF(ramp.left() + i, ramp.top(), 1, ramp.height()),
                          densityColor(*m_theme, i / (ramp.width() - 1)));
    const QRectF labels(ramp.left(), ramp.bottom() + 1, ramp.width(), 15);
    drawText(*painter, labels, Qt::AlignLeft | Qt::AlignVCenter, QStringLiteral("1"), font, m_theme->text2);
    if (most < 2) return;
    drawText(*painter, labels, Qt::AlignHCenter | Qt::AlignVCenter, shortCount(std::round(std::sqrt(most)), 2), font,
             m_theme->text2);
    drawText(*painter, labels, Qt::AlignRight | Qt::AlignVCenter, shortCount(most, 2), font, m_theme->text2);
}

}  // namespace lapidary::ui
