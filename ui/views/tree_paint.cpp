// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the parts of a TreeView lie and how they are painted.

#include <QPainter>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/theme/viridis.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"
#include "ui/views/tree_view.h"

namespace lapidary::ui {

namespace {

constexpr double kTreePadding = 10;
constexpr double kHead = 28;
constexpr double kBand = 18;   ///< height of a band
constexpr double kPitch = 34;  ///< of bands, the branches between them included
constexpr double kTreeMostNames = 112;
constexpr double kIdleRoom = 66;
constexpr double kLeastTile = 3;  ///< narrower tiles are drawn as one block
constexpr double kTreeFoot = 44;

double real(std::int64_t value) { return static_cast<double>(value); }
double bandTop(std::size_t row) { return kHead + kPitch * static_cast<double>(row); }

}  // namespace

QSizeF TreeView::pictureSize() const {
    std::size_t rows = 1;
    for (const TilingTree& one : m_trees) rows = std::max(rows, one.bands.size() + 1);
    return {520, bandTop(rows) - (kPitch - kBand) + kTreeFoot};
}

TreeView::Layout TreeView::layout(double width) const {
    Layout layout;
    double names = textWidth(rootName(), uiFont(TypeSize::control));
    for (const TreeBand& band : tree().bands)
        names = std::max(names, textWidth(bandName(band), uiFont(TypeSize::control, true)));
    layout.numbers = kTreePadding + 9 + std::min(names, kTreeMostNames) + 10;
    double numbers = 0;
    for (const TreeBand& band : tree().bands)
        numbers = std::max(numbers, textWidth(trips(band.bound, band.tail), monoFont(11)));
    layout.left = layout.numbers + std::max(numbers, textWidth(trips(1, 1), monoFont(11))) + 12;
    layout.width = std::max(60.0, width - layout.left - kIdleRoom);
    layout.scale = layout.width / real(tree().bound);
    return layout;
}

QRectF TreeView::bandBox(const Layout& layout, std::size_t band) const {
    return {layout.left, bandTop(band + 1), layout.width, kBand};
}

QRectF TreeView::tileBox(const Layout& layout, const QRectF& band, std::int64_t first, std::int64_t extent) const {
    return {band.left() + real(first) * layout.scale, band.top(), real(extent) * layout.scale, band.height()};
}

double TreeView::rootBottom() const { return bandTop(0) + kBand + 4; }

std::size_t TreeView::bandAt(double y) const {
    const std::size_t count = tree().bands.size();
    for (std::size_t band = 0; band < count; ++band)
        if (y >= bandTop(band + 1) - 4 && y < bandTop(band + 1) + kBand + 4) return band;
    return count;
}

void TreeView::paintHead(QPainter& painter, const Theme& theme, const Layout& layout, double width) const {
    const QString name = dimensionNames()[shown()];
    const QString title = QStringLiteral("%1 = %2").arg(name, countText(tree().bound - tree().padding));
    const QFont strong = uiFont(TypeSize::control, true);
    drawText(painter, {kTreePadding, 4, layout.left + 60, 18}, Qt::AlignVCenter, title, strong, theme.text);
    if (kTreePadding + textWidth(title, strong) + 8 < layout.numbers)
        drawText(painter, {layout.numbers, 4, layout.left - layout.numbers, 18}, Qt::AlignVCenter, tr("trips, last"),
                 uiFont(TypeSize::note), theme.text2);
    const double from = std::max(layout.left, kTreePadding + textWidth(title, strong) + 12);
    const QString note = tree().padding > 0 ? tr("padded by %1 to %2").arg(tree().padding).arg(tree().bound)
                                            : tr("widths to scale · in time: size, in space: first %1").arg(name);
    drawText(painter, {from, 4, width - kTreePadding - from, 18}, Qt::AlignVCenter | Qt::AlignRight, note,
             uiFont(TypeSize::note), theme.text2);
}

void TreeView::paintRoot(QPainter& painter, const Theme& theme, const Layout& layout) const {
    const Architecture& design = exhibit().inputs.architecture;
    const double y = bandTop(0);
    painter.fillRect(QRectF(kTreePadding, y, 4, kBand), theme.level(0, design.levelCount()));
    drawText(painter, {kTreePadding + 9, y, layout.numbers - kTreePadding - 15, kBand}, Qt::AlignVCenter, rootName(),
             uiFont(TypeSize::control), theme.text);
    if (rootIsLevel())
        drawText(painter, {layout.numbers, y, layout.left - layout.numbers, kBand}, Qt::AlignVCenter, trips(1, 1),
                 monoFont(11), theme.text2);
    const QRectF box(layout.left, y, layout.width, kBand);
    painter.setPen(QPen(theme.level(0, design.levelCount()), 1));
    painter.setBrush(theme.header);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    const QString prime = tree().padding > 0 ? QStringLiteral("′") : QString();
    drawText(painter, box, Qt::AlignCenter, QStringLiteral("%1 = D%2").arg(countText(tree().bound), prime),
             uiFont(TypeSize::note, true), theme.text);
    const int dimension = m_dimensions[static_cast<std::size_t>(shown())];
    const bool wholeLevel = rootIsLevel() && marked([](const Links& links) { return links.wholeLevel(0); });
    if (wholeLevel || marked([&](const Links& links) { return links.dimension(dimension); }))
        drawOutline(painter, theme, box.adjusted(-2, -2, 2, 2));
}

void TreeView::paintLabel(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t index) const {
    const TreeBand& band = tree().bands[index];
    const double y = bandTop(index + 1);
    const bool chosen = this->chosen().node(band.node);
    const bool marked = isMarked(band);
    if (chosen) painter.fillRect(QRectF(0, y - 3, layout.left - 6, kBand + 6), theme.selectedRow);
    if (chosen) painter.fillRect(QRectF(0, y - 3, 3, kBand + 6), theme.accent);
    const bool temporal = band.kind == NodeKind::temporal;
    painter.fillRect(QRectF(kTreePadding, y, 4, kBand),
                     temporal ? theme.level(band.level, exhibit().inputs.architecture.levelCount()) : theme.array());
    drawText(painter, {kTreePadding + 9, y, layout.numbers - kTreePadding - 15, kBand}, Qt::AlignVCenter,
             bandName(band), uiFont(TypeSize::control, marked), marked ? theme.accent : theme.text);
    drawText(painter, {layout.numbers, y, layout.left - layout.numbers, kBand}, Qt::AlignVCenter,
             trips(band.bound, band.tail), monoFont(11), band.tail < band.bound ? theme.warning : theme.text2);
}

void TreeView::paintTile(QPainter& painter, const Theme& theme, const TreeBand& band, const TileRun& run,
                         std::int64_t first, const QRectF& box) const {
    const bool lane = band.kind == NodeKind::spatial;
    const QColor fill = lane       ? viridis(first / band.extent % band.bound, band.bound)
                        : run.tail ? theme.warningGround
                                   : theme.panel;
    const QRectF inner = box.width() >= 5 ? box.adjusted(0.5, 0.5, -0.5, -0.5) : box.adjusted(0.4, 0.5, -0.4, -0.5);
    painter.setPen(lane ? QPen(Qt::NoPen) : QPen(run.tail ? theme.warning : theme.levels[1], 1));
    painter.setBrush(fill);
    painter.drawRect(inner);
    const QString text = lane ? countText(first) : countText(run.extent);
    const QFont font = uiFont(lane ? TypeSize::cell : TypeSize::note, run.tail && !lane);
    if (textWidth(text, font) + 1 <= box.width())
        drawText(painter, box, Qt::AlignCenter, text, font, lane ? readableOn(fill) : theme.text);
}

void TreeView::paintRun(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t index,
                        const TileRun& run) const {
    const TreeBand& band = tree().bands[index];
    const QRectF strip = bandBox(layout, index);
    const QRectF whole = tileBox(layout, strip, run.first, run.extent * run.count);
    if (real(run.extent) * layout.scale >= kLeastTile || run.count == 1) {
        for (std::int64_t i = 0; i < run.count; ++i) {
            const std::int64_t first = run.first + i * run.extent;
            paintTile(painter, theme, band, run, first, tileBox(layout, strip, first, run.extent));
        }
    } else {
        painter.fillRect(whole.adjusted(0, 0.5, 0, -0.5), run.tail ? theme.warningGround : theme.levels[3]);
        const QString text = tr("%1 tiles of %2").arg(countText(run.count), countText(run.extent));
        if (textWidth(text, uiFont(TypeSize::note)) + 8 <= whole.width())
            drawText(painter, whole, Qt::AlignCenter, text, uiFont(TypeSize::note),
                     run.tail ? theme.text : readableOn(theme.levels[3]));
    }
    if (!run.tail) return;
    // A tail is seen however narrow it is to scale.
    const double least = std::max(whole.width(), 2.0);
    painter.setPen(QPen(theme.warning, 1));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(QRectF(whole.right() - least, whole.top(), least, whole.height()).adjusted(0.5, 0.5, -0.5, -0.5));
}

void TreeView::paintIdle(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t index) const {
    const TreeBand& band = tree().bands[index];
    if (band.idle() == 0) return;
    const double width = std::clamp(real(band.idle() * band.extent) * layout.scale, 6.0, 20.0);
    const QRectF box(layout.left + layout.width + 4, bandTop(index + 1), width, kBand);
    drawHatch(painter, theme, box, Idle::tail);
    painter.setPen(QPen(theme.warning, 1, Qt::DashLine));
    painter.setBrush(Qt::NoBrush);
    painter.drawRect(box.adjusted(0.5, 0.5, -0.5, -0.5));
    drawText(painter, {box.right() + 4, box.top(), kIdleRoom - width - 8, kBand}, Qt::AlignVCenter,
             tr("%1 idle").arg(band.idle()), uiFont(TypeSize::note), theme.warning);
}

void TreeView::paintBranches(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t index) const {
    const TreeBand& band = tree().bands[index];
    const double top = bandTop(index) + kBand;
    const double bottom = bandTop(index + 1);
    const std::int64_t parentExtent = index > 0 ? tree().bands[index - 1].extent : tree().bound;
    const double parent = real(parentExtent) * layout.scale;
    painter.setPen(QPen(theme.idleHatch, 1));
    if (index == 0 && real(band.extent) * layout.scale >= 8) {
        for (const TileRun& run : band.tiles)
            for (std::int64_t i = 0; i < run.count; ++i) {
                const double x = layout.left + (real(run.first + i * run.extent) + real(run.extent) / 2) * layout.scale;
                painter.drawLine(QPointF(x, top), QPointF(x, bottom));
            }
        return;
    }
    // One funnel per parent, or one for all if they are too narrow to tell apart.
    const double step = parent >= 6 ? parent : layout.width;
    painter.setPen(QPen(theme.rowLine, 1));
    painter.setBrush(theme.header);
    for (double x = 0; x < layout.width - 0.01; x += step) {
        const double left = layout.left + x;
        const double right = layout.left + std::min(x + step, layout.width);
        const double middle = (left + right) / 2;
        painter.drawPolygon(QPolygonF{{middle, top}, {right, bottom}, {left, bottom}});
    }
}

void TreeView::paintBand(QPainter& painter, const Theme& theme, const Layout& layout, std::size_t index) const {
    const TreeBand& band = tree().bands[index];
    paintLabel(painter, theme, layout, index);
    paintBranches(painter, theme, layout, index);
    for (const TileRun& run : band.tiles) paintRun(painter, theme, layout, index, run);
    paintIdle(painter, theme, layout, index);
    if (isMarked(band)) drawOutline(painter, theme, bandBox(layout, index).adjusted(-2, -2, 2, 2));
}

void TreeView::paintSum(QPainter& painter, const Theme& theme, const Layout& layout, double width) const {
    const double y = bandTop(tree().bands.size() + 1) - (kPitch - kBand) + 4;
    const QString sum = QString::fromStdString(tree().sum);
    const QFont sumFont = monoFont(11.5, true);
    drawText(painter, {layout.left, y, width - kTreePadding - layout.left, 16}, Qt::AlignVCenter, sum, sumFont,
             theme.text);
    QStringList lines;
    for (const std::string& line : tree().equation) lines << QString::fromStdString(line);
    const QFont font = uiFont(TypeSize::note);
    const QString end = tr(" (Ruby, eq. 5)");
    QString equation = lines.join(QStringLiteral(", ")) + end;
    const double beside = width - kTreePadding - layout.left - textWidth(sum, sumFont) - 16;
    const bool fitsBeside = textWidth(equation, font) <= beside;
    const double room = width - 2 * kTreePadding;
    while (!fitsBeside && lines.size() > 1 && textWidth(equation, font) > room) {
        lines.removeFirst();
        equation = QStringLiteral("…, ") + lines.join(QStringLiteral(", ")) + end;
    }
    drawText(painter, {kTreePadding, fitsBeside ? y : y + 18, room, 16}, Qt::AlignVCenter | Qt::AlignRight, equation,
             font, theme.text2);
}

void TreeView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const Layout place = layout(size.width());
    painter.save();
    paintHead(painter, theme, place, size.width());
    paintRoot(painter, theme, place);
    for (std::size_t band = 0; band < tree().bands.size(); ++band) paintBand(painter, theme, place, band);
    paintSum(painter, theme, place, size.width());
    painter.restore();
}

}  // namespace lapidary::ui
