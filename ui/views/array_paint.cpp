// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How ArrayView is painted.

#include <QImage>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <array>

#include "ui/theme/theme.h"
#include "ui/theme/viridis.h"
#include "ui/views/array_view.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kArrayPadding = 10;
constexpr double kArrayLeft = 34;                   ///< row numbers
constexpr double kArrayTop = 26;                    ///< names of groups
constexpr double kBelow = 22;                       ///< column numbers
constexpr double kPanel = 206, kSecondPanel = 156;  ///< the second: where a low dock has no room for all facts in one
constexpr double kLeastCells = 160, kUsualCells = 270, kLeastTall = 150;
constexpr double kCaption = 20, kCompactFoot = 18;
constexpr double kWidestCell = 40, kTallestCell = 24;
constexpr double kFactRow = 17;
constexpr double kLegend = 58;
constexpr std::int64_t kMostSwatches = 12;

/// Lanes between wider gaps: what one iteration of the outermost of several loops on the axis takes.
std::int64_t groupOf(const PeArray& array, Axis axis) {
    const ArrayLoop* outermost = nullptr;
    int count = 0;
    for (const ArrayLoop& loop : array.loops())
        if (loop.axis == axis && loop.bound > 1) {
            if (!outermost) outermost = &loop;
            ++count;
        }
    return count > 1 ? outermost->stride : 0;
}

}  // namespace

QSizeF ArrayView::pictureSize() const {
    if (m_compact) return {kArrayLeft + kUsualCells + kArrayPadding, 220};
    const QSizeF alone(kArrayLeft + kUsualCells + kPanel + kArrayPadding, std::max(220.0, factsHeight()));
    const QSizeF seen = parentWidget() ? parentWidget()->size() : QSizeF();
    if (seen.height() >= alone.height() || panelWidth(seen) <= kPanel) return alone;
    return {alone.width(), std::max(kLeastTall, factsHeight() / 2 + kLegend / 2)};
}

double ArrayView::factsHeight() const {
    const double lines = m_array ? static_cast<double>(facts().size() - 1) : 0;
    return 12 + kFactRow * lines + kLegend;
}

/// Two columns of facts if one is too tall and the cells keep some room.
double ArrayView::panelWidth(QSizeF size) const {
    const double both = kPanel + kSecondPanel;
    const bool two = size.height() < factsHeight() && size.width() >= kArrayLeft + kLeastCells + both + kArrayPadding;
    return two ? both : kPanel;
}

ArrayGrid ArrayView::grid(QSizeF size) const {
    ArrayGrid grid;
    grid.x = {.cells = m_array->x(), .group = groupOf(*m_array, Axis::x), .used = m_array->usedX()};
    grid.y = {.cells = m_array->y(), .group = groupOf(*m_array, Axis::y), .used = m_array->usedY()};
    const double panel = m_compact ? 0 : panelWidth(size), above = m_compact ? kCaption : 0,
                 foot = m_compact ? kCompactFoot : 0;
    grid.x.fit(kArrayLeft, size.width() - kArrayLeft - panel - kArrayPadding, kWidestCell);
    grid.y.fit(kArrayTop + above, size.height() - kArrayTop - kBelow - above - foot, kTallestCell);
    return grid;
}

/// Numbers in some cells alone would read as if the others had none.
bool ArrayView::labelsFit(const ArrayGrid& grid, const QFont& font) const {
    const QRectF cell = grid.cell(0, 0).adjusted(0, 0, -1, -1);
    if (cell.height() < 12 || cell.width() < 12) return false;
    const double room = cell.width() - 2;
    for (std::int64_t y = 0; y < m_array->y(); ++y)
        for (std::int64_t x = 0; x < m_array->x(); ++x)
            if (m_array->state(m_step, x, y) == LaneState::works && textWidth(labelOf(x, y), font) > room) return false;
    return true;
}

void ArrayView::paintCells(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const {
    const QFont font = uiFont(TypeSize::cell);
    const bool labelled = labelsFit(grid, font);
    for (std::int64_t y = 0; y < m_array->y(); ++y)
        for (std::int64_t x = 0; x < m_array->x(); ++x) {
            const QRectF box = grid.cell(x, y).adjusted(0, 0, -1, -1);
            const LaneState state = m_array->state(m_step, x, y);
            if (state != LaneState::works) {
                drawHatch(painter, theme, box, state == LaneState::tail ? Idle::tail : Idle::unused);
                continue;
            }
            const QColor fill = viridis(shareOf(x, y));
            painter.fillRect(box, fill);
            if (labelled) drawText(painter, box, Qt::AlignCenter, labelOf(x, y), font, readableOn(fill));
        }
}

/// Cells of a few pixels or less: hatched grounds show through where nothing works.
void ArrayView::paintImage(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const {
    static const std::array<QRgb, 256> scale = [] {
        std::array<QRgb, 256> colours{};
        for (std::size_t i = 0; i < colours.size(); ++i) colours[i] = viridis(static_cast<double>(i) / 255).rgb();
        return colours;
    }();
    const QRectF used = grid.block(0, 0, m_array->usedX(), m_array->usedY());
    if (used != grid.area()) drawHatch(painter, theme, grid.area(), Idle::unused);
    if (m_step.lanes < m_array->usedX() * m_array->usedY()) drawHatch(painter, theme, used, Idle::tail);
    // No more samples than pixels, however many lanes there are.
    const auto samples = [](std::int64_t lanes, double pixels) {
        return static_cast<int>(std::clamp<std::int64_t>(lanes, 1, std::max(1, static_cast<int>(pixels))));
    };
    const int columns = samples(m_array->usedX(), used.width());
    const int rows = samples(m_array->usedY(), used.height());
    QImage image(columns, rows, QImage::Format_ARGB32_Premultiplied);
    image.fill(Qt::transparent);
    for (int row = 0; row < rows; ++row) {
        const std::int64_t y = row * m_array->usedY() / rows;
        auto* line = reinterpret_cast<QRgb*>(image.scanLine(row));
        for (int column = 0; column < columns; ++column) {
            const std::int64_t x = column * m_array->usedX() / columns;
            const LaneState state = m_array->state(m_step, x, y);
            if (state == LaneState::works) line[column] = scale[static_cast<std::size_t>(shareOf(x, y) * 255)];
            if (state == LaneState::unused) line[column] = theme.emptyCell.rgb();
        }
    }
    painter.save();
    painter.setRenderHint(QPainter::SmoothPixmapTransform, false);
    painter.drawImage(used, image);
    painter.restore();
}

void ArrayView::paintAxes(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const {
    const QFont font = uiFont(TypeSize::cell);
    const double widest = textWidth(QString::number(m_array->x() - 1), font) + 6;
    const std::int64_t columns = grid.x.labelStep(widest);
    for (std::int64_t x = 0; x < m_array->x(); x += columns)
        drawText(painter, {grid.x.at(x) + grid.x.pitch / 2 - widest / 2 - 4, grid.y.end() + 3, widest + 8, 14},
                 Qt::AlignCenter, QString::number(x), font, theme.text2);
    const std::int64_t rows = grid.y.labelStep(12);
    for (std::int64_t y = 0; y < m_array->y(); y += rows)
        drawText(painter, {0, grid.y.at(y) + grid.y.pitch / 2 - 7, kArrayLeft - 5, 14},
                 Qt::AlignVCenter | Qt::AlignRight, QString::number(y), font, theme.text2);
}

/// Around each group of a loop that is hovered or selected; around all lanes if that is a level they hold.
void ArrayView::paintGroups(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const {
    const int above = design().fanouts()[static_cast<std::size_t>(m_fanout)].below;
    for (int level = above + 1; level <= design().levelCount(); ++level)
        if (marked([&](const Links& links) { return links.wholeLevel(level); }))
            drawOutline(painter, theme, grid.block(0, 0, m_array->usedX(), m_array->usedY()).adjusted(-1, -1, 0, 0));
    for (const ArrayLoop& loop : m_array->loops()) {
        const bool hoveredLoop = hovered().tensor < 0 && over().node(loop.node);
        const bool chosenLoop = selected().tensor < 0 && chosen().node(loop.node);
        if (!hoveredLoop && !chosenLoop) continue;
        const bool onX = loop.axis == Axis::x;
        const std::int64_t span = loop.stride * loop.bound;
        const std::int64_t used = onX ? m_array->usedX() : m_array->usedY();
        for (std::int64_t from = 0; from < used; from += span) {
            const QRectF box =
                onX ? grid.block(from, 0, span, m_array->usedY()) : grid.block(0, from, m_array->usedX(), span);
            if (onX ? box.width() < 3 : box.height() < 3) break;
            drawOutline(painter, theme, box.adjusted(-1, -1, 0, 0));
        }
    }
}

void ArrayView::paintGroupNames(QPainter& painter, const Theme& theme, const ArrayGrid& grid) const {
    const ArrayLoop* inner = nullptr;
    const ArrayLoop* outer = nullptr;
    for (const ArrayLoop& loop : m_array->loops()) {
        if (loop.axis != Axis::x || loop.bound == 1) continue;
        if (!outer) outer = &loop;
        inner = &loop;
    }
    if (!inner) return;
    const bool grouped = outer != inner && grid.x.group > 0;
    const std::int64_t group = grouped ? grid.x.group : m_array->usedX();
    const bool marked =
        (hovered().tensor < 0 && over().node(inner->node)) || (selected().tensor < 0 && chosen().node(inner->node));
    const QFont font = uiFont(TypeSize::note);
    const QFont innerFont = uiFont(TypeSize::note, marked);
    const QString range = QStringLiteral("%1: %2").arg(dimensionName(inner->dimension), rangeText(inner->dimension));
    for (std::int64_t x = 0; x < m_array->usedX(); x += group) {
        const double left = grid.x.at(x);
        const double room = (grouped ? grid.block(x, 0, group, 1).right() : grid.area().right()) - left;
        const QRectF line(left, grid.y.start - 20, room, 16);
        double taken = 0;
        if (grouped) {
            const std::int64_t lane = m_array->laneOf(outer->dimension, x, 0);
            const bool idle = lane >= m_step.atWork[static_cast<std::size_t>(outer->dimension)].lanes;
            const QString name = idle ? tr("idle")
                                      : QStringLiteral("%1 = %2")
                                            .arg(dimensionName(outer->dimension))
                                            .arg(m_array->index(m_step, outer->dimension, lane));
            taken = textWidth(name, font) + 8;
            if (taken <= room + 8)
                drawText(painter, line, Qt::AlignVCenter, name, font, idle ? theme.warning : theme.text);
            if (idle) continue;
        }
        for (const QString& text : {QStringLiteral("parFor ") + range, range}) {
            if (taken + textWidth(text, innerFont) > room) continue;
            drawText(painter, line.adjusted(taken, 0, 0, 0), Qt::AlignVCenter, text, innerFont,
                     marked ? theme.accent : theme.text2);
            break;
        }
    }
}

void ArrayView::paintLegend(QPainter& painter, const Theme& theme, const QRectF& box) const {
    const QFont font = uiFont(TypeSize::note);
    QString title, low, high;
    std::int64_t count = 0;
    switch (m_colour.kind) {
    case ArrayColour::Kind::coordinate:
        count = m_array->lanesOf(m_colour.index);
        title = tr("colour: %1 in tile").arg(dimensionName(m_colour.index));
        break;
    case ArrayColour::Kind::work:
        title = tr("colour: % of all steps at work");
        high = QStringLiteral("100");
        break;
    case ArrayColour::Kind::shared:
        count = m_sharing[static_cast<std::size_t>(m_colour.index)].groups;
        title = tr("colour: one element of %1").arg(colourName(m_colour).section(u' ', 1));
    }
    drawText(painter, {box.left(), box.top(), box.width(), 16}, Qt::AlignVCenter, title, font, theme.text2);
    const QRectF bar(box.left(), box.top() + 18, std::min(box.width(), 168.0), 13);
    if (count > 0 && count <= kMostSwatches) {
        const double pitch = std::min(24.0, bar.width() / static_cast<double>(count));
        for (std::int64_t i = 0; i < count; ++i) {
            const QRectF swatch(bar.left() + pitch * static_cast<double>(i), bar.top(), pitch - 1, bar.height());
            painter.fillRect(swatch, viridis(i, count));
            drawText(painter, swatch.translated(0, bar.height() + 1), Qt::AlignCenter, QString::number(i),
                     uiFont(TypeSize::cell), theme.text2);
        }
        return;
    }
    QLinearGradient scale(bar.topLeft(), bar.topRight());
    for (int i = 0; i <= 10; ++i) scale.setColorAt(i / 10.0, viridis(i / 10.0));
    painter.fillRect(bar, scale);
    if (high.isEmpty()) high = QString::number(count - 1);
    const QRectF below = bar.translated(0, bar.height() + 1);
    drawText(painter, below, Qt::AlignVCenter | Qt::AlignLeft, QStringLiteral("0"), uiFont(TypeSize::cell),
             theme.text2);
    drawText(painter, below, Qt::AlignVCenter | Qt::AlignRight, high, uiFont(TypeSize::cell), theme.text2);
}

void ArrayView::paintPanel(QPainter& painter, const Theme& theme, const QRectF& box) const {
    int line = 0;
    const std::vector<Fact> told = facts();
    const std::vector<QRectF> places = factPlaces(told, box);
    for (std::size_t i = 0; i < told.size(); ++i) {
        const Fact& fact = told[i];
        const QRectF& place = places[i];
        const double y = place.top();
        if (fact.mark == Fact::Mark::legend) {
            paintLegend(painter, theme, {place.left(), y + 4, place.width(), 48});
            continue;
        }
        const QFont font = uiFont(line < 2 ? TypeSize::control : TypeSize::note, fact.strong);
        double indent = 0;
        if (fact.mark == Fact::Mark::tail || fact.mark == Fact::Mark::unused) {
            const bool tail = fact.mark == Fact::Mark::tail;
            const QRectF swatch(place.left(), y + 3, 20, 12);
            drawHatch(painter, theme, swatch, tail ? Idle::tail : Idle::unused);
            painter.setPen(QPen(tail ? theme.warning : theme.idleHatch, 1));
            painter.setBrush(Qt::NoBrush);
            painter.drawRect(swatch.adjusted(0.5, 0.5, -0.5, -0.5));
            indent = 26;
        } else if (fact.mark == Fact::Mark::tensor) {
            drawTensorBox(painter, theme, {place.left() + 3, y + 1.5, 14, 14},
                          markOf(exhibit().inputs.workload, fact.tensor));
            indent = 26;
            if (marked([&](const Links& links) { return links.tensor(fact.tensor); }))
                drawOutline(painter, theme, {place.left() + 1, y - 0.5, 18, 18});
        }
        drawText(painter, place.adjusted(indent, 0, 0, 0), Qt::AlignVCenter, fact.text, font,
                 line < 2 || indent > 0 ? theme.text : theme.text2);
        ++line;
    }
}

void ArrayView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const ArrayGrid cells = grid(size);
    painter.save();
    paintStill(painter, theme, size, [&](QPainter& still) {
        if (cells.fine())
            paintCells(still, theme, cells);
        else
            paintImage(still, theme, cells);
    });
    paintAxes(painter, theme, cells);
    paintGroupNames(painter, theme, cells);
    paintGroups(painter, theme, cells);
    if (m_compact)
        paintCaption(painter, theme, size, cells);
    else
        paintPanel(painter, theme, panel(cells, size));
    painter.restore();
}

QRectF ArrayView::panel(const ArrayGrid& grid, QSizeF size) const {
    const double left = grid.area().right() + 16;
    return {left, 6, std::max(panelWidth(size) - 16, size.width() - left - kArrayPadding), size.height() - 6};
}

/// Below one another; what doesn't fit stands in a second column, if there is one.
std::vector<QRectF> ArrayView::factPlaces(const std::vector<Fact>& facts, const QRectF& box) const {
    const double first = kPanel - 16;
    const bool two = factsHeight() > box.height() + 6 && box.width() >= first + kSecondPanel;
    std::vector<QRectF> places;
    QPointF at = box.topLeft();
    for (const Fact& fact : facts) {
        const double tall = fact.mark == Fact::Mark::legend ? kLegend : kFactRow;
        if (two && at.x() == box.left() && at.y() + tall > box.bottom()) at = {box.left() + kPanel, box.top()};
        const double wide = !two ? box.width() : at.x() == box.left() ? first : box.right() - at.x();
        places.emplace_back(at, QSizeF(wide, tall));
        at.ry() += tall;
    }
    return places;
}

/// "A  120 of 168 PEs work (71.4 %)" above; below how many idle, with their hatching.
void ArrayView::paintCaption(QPainter& painter, const Theme& theme, QSizeF size, const ArrayGrid& grid) const {
    const std::vector<Fact> lines = facts();
    const QFont strong = uiFont(TypeSize::control, true), note = uiFont(TypeSize::note);
    drawText(painter, {kArrayPadding, 3, size.width() - 2 * kArrayPadding, kCaption}, Qt::AlignVCenter, m_caption,
             strong, theme.text);
    const double after = kArrayPadding + textWidth(m_caption, strong) + 8;
    QString text = lines[1].text;
    for (std::size_t i = 2; i < lines.size() && hasTails() && lines[i].mark == Fact::Mark::none; ++i) {
        const QString longer = text + QStringLiteral(" · ") + lines[i].text;
        if (textWidth(longer, note) < size.width() - after - kArrayPadding) text = longer;
    }
    drawText(painter, {after, 3, size.width() - after - kArrayPadding, kCaption}, Qt::AlignVCenter, text, note,
             theme.text2);
    double x = kArrayLeft;
    const double y = grid.y.end() + kBelow;
    for (const Fact& fact : lines) {
        const bool tail = fact.mark == Fact::Mark::tail;
        if (!tail && fact.mark != Fact::Mark::unused) continue;
        drawHatch(painter, theme, {x, y + 2, 18, 11}, tail ? Idle::tail : Idle::unused);
        drawText(painter, {x + 24, y, size.width() - x - 24, 15}, Qt::AlignVCenter, fact.text, note, theme.text2);
        x += 24 + textWidth(fact.text, note) + 16;
    }
}

int ArrayView::tensorOfFactAt(const QPointF& position) const {
    if (m_compact) return -1;
    const std::vector<Fact> told = facts();
    const std::vector<QRectF> places = factPlaces(told, panel(grid(size()), size()));
    for (std::size_t i = 0; i < told.size(); ++i)
        if (told[i].mark == Fact::Mark::tensor && places[i].contains(position)) return told[i].tensor;
    return -1;
}

}  // namespace lapidary::ui
