// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/nest_view.h"

#include <QPainter>

#include <algorithm>

#include "ui/theme/mark_edge.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kNestHeader = 22;
constexpr double kNestStoreRow = 27;
constexpr double kNestLoopRow = 25;
constexpr double kNestGutter = 62;
constexpr double kNestBar = 6;
constexpr double kNestBox = 14;
constexpr double kBoxStep = 18;
constexpr double kNestPadding = 10;

double heightOf(const NestRow& row) { return row.kind == NestRow::Kind::store ? kNestStoreRow : kNestLoopRow; }

QFont textFont(const NestRow& row) { return monoFont(row.kind == NestRow::Kind::compute ? 11.5 : 12.5); }

/// Width of a loop's words and chips without its indent.
double loopWidth(const NestRow& row) {
    double width = textWidth(row.keyword, keywordFont()) + textWidth(row.text, textFont(row));
    if (!row.tail.isEmpty()) width += textWidth(row.tail, tailFont()) + 22;
    if (!row.axis.isEmpty()) width += textWidth(row.axis, uiFont(TypeSize::note)) + 18;
    return width;
}

/// Width of a Store's name and chips; the note at the right shows only if there is room.
double storeWidth(const NestRow& row) {
    double width = textWidth(row.text, uiFont(TypeSize::control, true)) + 12;
    for (const NestRow::Held& held : row.held)
        width += drawTensorChip(nullptr, lightTheme(), {}, {}, held.words, held.bypassed) + 6;
    return width;
}

}  // namespace

NestView::NestView(QWidget* parent) : ExhibitView(tr("Loop nest"), parent) {}

void NestView::exhibitChanged() { m_rows = has() ? nestRows(exhibit()) : std::vector<NestRow>{}; }

double NestView::boxesWidth() const {
    return has() ? kBoxStep * exhibit().inputs.workload.tensorCount() + kNestPadding : 0;
}

double NestView::widthAt(double indent) const {
    double widest = 260;
    for (const NestRow& row : m_rows) {
        if (row.kind == NestRow::Kind::store)
            widest = std::max(widest, storeWidth(row));
        else if (row.kind == NestRow::Kind::loop)
            widest = std::max(widest, row.depth * indent + loopWidth(row) + boxesWidth());
        else if (indent > kLeastIndent)  // gives way where there is no room
            widest = std::max(widest, row.depth * indent + loopWidth(row));
    }
    return kNestGutter + kNestBar + 10 + widest + kNestPadding;
}

QSizeF NestView::pictureSize() const {
    double height = kNestHeader + 6;
    for (const NestRow& row : m_rows) height += heightOf(row);
    return {widthAt(kMostIndent), height};
}

/// Loops keep clear of the index boxes.
double NestView::roomAtRight(const NestRow& row) const {
    return row.kind == NestRow::Kind::loop ? boxesWidth() : kNestPadding;
}

NestView::Layout NestView::layout(double width) const {
    Layout layout;
    layout.left = kNestGutter + kNestBar + 10;
    layout.right = width - boxesWidth();
    layout.width = width;
    for (const NestRow& row : m_rows) {
        if (row.depth == 0 || row.kind != NestRow::Kind::loop) continue;
        layout.indent =
            std::min(layout.indent, (layout.right - layout.left - kNestPadding - loopWidth(row)) / row.depth);
    }
    layout.indent = std::clamp(layout.indent, kLeastIndent, kMostIndent);
    return layout;
}

double NestView::rowTop(std::size_t row) const {
    double y = kNestHeader;
    for (std::size_t i = 0; i < row; ++i) y += heightOf(m_rows[i]);
    return y;
}

std::size_t NestView::rowAt(double y) const {
    double top = kNestHeader;
    for (std::size_t i = 0; i < m_rows.size(); ++i) {
        if (y >= top && y < top + heightOf(m_rows[i])) return i;
        top += heightOf(m_rows[i]);
    }
    return m_rows.size();
}

bool NestView::isMarked(const Subject& subject, const Links& links, const NestRow& row) const {
    if (subject.tensor >= 0) return false;
    return row.kind == NestRow::Kind::compute ? links.wholeLevel(row.level) : links.node(row.node);
}

bool NestView::isTensorMarked(const NestRow& row, int tensor) const {
    const auto by = [&](const Subject& subject, const Links& links) {
        if (subject.node >= 0 || subject.tensor != tensor) return false;
        return row.kind == NestRow::Kind::store ? links.tile(row.level, tensor) : links.node(row.node);
    };
    return by(hovered(), over()) || by(selected(), chosen());
}

std::vector<QRectF> NestView::chipBoxes(const NestRow& row, double top, const Layout& layout) const {
    std::vector<QRectF> boxes;
    double x = layout.left + textWidth(row.text, uiFont(TypeSize::control, true)) + 12;
    for (const NestRow::Held& held : row.held) {
        boxes.emplace_back(x, top + 4, drawTensorChip(nullptr, lightTheme(), {}, {}, held.words, held.bypassed), 19);
        x = boxes.back().right() + 6;
    }
    return boxes;
}

QRectF NestView::indexBox(int tensor, double top, const Layout& layout) const {
    return {layout.right + kBoxStep * tensor, top + (kNestLoopRow - kNestBox) / 2, kNestBox, kNestBox};
}

/// One outline around rows that follow each other.
void NestView::paintOutlines(QPainter& painter, const Theme& theme, double width) const {
    double y = kNestHeader;
    QRectF outline;
    for (const NestRow& row : m_rows) {
        const QRectF box(0, y, width, heightOf(row));
        y += box.height();
        if (isMarked(hovered(), over(), row)) {
            outline = outline.united(box);
            continue;
        }
        if (!outline.isEmpty()) drawOutline(painter, theme, outline.adjusted(1, 1, -1, -2));
        outline = {};
    }
    if (!outline.isEmpty()) drawOutline(painter, theme, outline.adjusted(1, 1, -1, -2));
}

void NestView::paintHeader(QPainter& painter, const Theme& theme, const Layout& layout) const {
    const QFont font = uiFont(TypeSize::note);
    drawText(painter, {0, 0, kNestGutter - 6, kNestHeader}, Qt::AlignVCenter | Qt::AlignRight, tr("∏ trips"), font,
             theme.text2);
    drawText(painter, {layout.left, 0, 80, kNestHeader}, Qt::AlignVCenter, tr("loop"), font, theme.text2);
    drawText(painter, {layout.width - kNestPadding - 60, 0, 60, kNestHeader}, Qt::AlignVCenter | Qt::AlignRight,
             tr("indexes"), font, theme.text2);
    painter.fillRect(QRectF(0, kNestHeader - 1, layout.width, 1), theme.line);
}

void NestView::paintGround(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box) const {
    const bool chosen = isMarked(selected(), this->chosen(), row);
    const bool under = isMarked(hovered(), over(), row);
    const QColor plain = row.kind == NestRow::Kind::store ? theme.header : theme.panel;
    painter.fillRect(box, chosen ? theme.selectedRow : under ? theme.tint1 : plain);
    painter.fillRect(QRectF(box.left(), box.bottom() - 1, box.width(), 1), theme.rowLine);
    const int levels = exhibit().inputs.architecture.levelCount();
    const QColor bar = row.kind == NestRow::Kind::compute ? theme.compute()
                       : row.spatial                      ? theme.array()
                                                          : theme.level(row.level, levels);
    painter.fillRect(QRectF(kNestGutter, box.top(), kNestBar, box.height()), edgeOf(theme, bar, theme.panel));
    if (row.kind == NestRow::Kind::compute)
        painter.fillRect(QRectF(kNestGutter + 1, box.top() + 1, kNestBar - 2, box.height() - 2), bar);
    if (chosen) painter.fillRect(QRectF(box.left(), box.top(), 3, box.height()), theme.accent);
}

void NestView::paintStore(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box,
                          const Layout& layout) const {
    const QFont name = uiFont(TypeSize::control, true);
    drawText(painter, {layout.left, box.top(), 200, box.height()}, Qt::AlignVCenter, row.text, name, theme.text);
    const std::vector<QRectF> chips = chipBoxes(row, box.top(), layout);
    for (std::size_t i = 0; i < chips.size(); ++i) {
        const NestRow::Held& held = row.held[i];
        drawTensorChip(&painter, theme, chips[i].topLeft(), markOf(workload(), held.tensor), held.words, held.bypassed);
        if (!held.bypassed && isTensorMarked(row, held.tensor)) drawOutline(painter, theme, chips[i]);
    }
    const double x = chips.empty() ? layout.left + textWidth(row.text, name) + 12 : chips.back().right() + 6;
    const QFont strong = uiFont(TypeSize::note, true);
    const QFont note = uiFont(TypeSize::note);
    const double strongWidth = row.noteStrong.isEmpty() ? 0 : textWidth(row.noteStrong, strong) + 6;
    const double right = layout.width - kNestPadding;
    if (right - strongWidth > x)
        drawText(painter, {right - strongWidth, box.top(), strongWidth, box.height()},
                 Qt::AlignVCenter | Qt::AlignRight, row.noteStrong, strong, theme.text);
    if (right - strongWidth - x > textWidth(row.note, note))
        drawText(painter, {x, box.top(), right - strongWidth - x, box.height()}, Qt::AlignVCenter | Qt::AlignRight,
                 row.note, note, theme.text2);
}

void NestView::paintIndexes(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box,
                            const Layout& layout) const {
    for (int tensor = 0; tensor < workload().tensorCount(); ++tensor) {
        const QRectF place = indexBox(tensor, box.top(), layout);
        const bool indexed = row.indexes >> tensor & 1U;
        drawTensorBox(painter, theme, place, markOf(workload(), tensor), indexed);
        if (indexed && isTensorMarked(row, tensor)) drawOutline(painter, theme, place.adjusted(-1.5, -1.5, 1.5, 1.5));
    }
}

void NestView::paintLoop(QPainter& painter, const Theme& theme, const NestRow& row, const QRectF& box,
                         const Layout& layout) const {
    drawText(painter, {0, box.top(), kNestGutter - 6, box.height()}, Qt::AlignVCenter | Qt::AlignRight, row.gutter,
             monoFont(11), theme.text2);
    const double room = layout.width - layout.left - roomAtRight(row) - loopWidth(row);
    double x = layout.left + std::max(0.0, std::min(layout.indent * row.depth, room));
    const auto word = [&](const QString& text, const QFont& font, const QColor& color) {
        const double width = std::min(textWidth(text, font), layout.width - roomAtRight(row) - x);
        drawText(painter, {x, box.top(), width, box.height()}, Qt::AlignVCenter, text, font, color);
        x += width;
    };
    word(row.keyword, keywordFont(), theme.text);
    word(row.text, textFont(row), theme.text);
    const auto chip = [&](const QString& text, const QFont& font, const QColor& fill, const QColor& edge,
                          const QColor& ink) {
        const QRectF frame(x + 8, box.center().y() - 9, textWidth(text, font) + 10, 18);
        drawBox(painter, frame, fill, edge);
        drawText(painter, frame, Qt::AlignCenter, text, font, ink);
        x += frame.width() + 8;
    };
    if (!row.tail.isEmpty()) chip(row.tail, tailFont(), theme.warningGround, theme.warningGround, theme.warning);
    if (!row.axis.isEmpty()) chip(row.axis, uiFont(TypeSize::note), theme.panel, theme.line, theme.text);
    if (row.kind == NestRow::Kind::loop) paintIndexes(painter, theme, row, box, layout);
}

void NestView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const Layout place = layout(size.width());
    paintHeader(painter, theme, place);
    double y = kNestHeader;
    for (const NestRow& row : m_rows) {
        const QRectF box(0, y, size.width(), heightOf(row));
        paintGround(painter, theme, row, box);
        if (row.kind == NestRow::Kind::store)
            paintStore(painter, theme, row, box, place);
        else
            paintLoop(painter, theme, row, box, place);
        y += box.height();
    }
    paintOutlines(painter, theme, size.width());
}

Subject NestView::subjectAt(const QPointF& position) const {
    const std::size_t index = rowAt(position.y());
    if (index >= m_rows.size()) return {};
    const NestRow& row = m_rows[index];
    if (row.kind == NestRow::Kind::compute) return {.level = row.level};
    const Layout place = layout(width());
    if (row.kind == NestRow::Kind::store) {
        const std::vector<QRectF> chips = chipBoxes(row, rowTop(index), place);
        for (std::size_t i = 0; i < chips.size(); ++i)
            if (!row.held[i].bypassed && chips[i].contains(position))
                return {.level = row.level, .tensor = row.held[i].tensor};
        return {.node = row.node};
    }
    for (int tensor = 0; tensor < workload().tensorCount(); ++tensor)
        if ((row.indexes >> tensor & 1U) && indexBox(tensor, rowTop(index), place).contains(position))
            return {.tensor = tensor};
    return {.node = row.node};
}

Subject NestView::neighbour(const Subject& from, int step) const {
    const auto here = std::find_if(m_rows.begin(), m_rows.end(), [&](const NestRow& row) {
        return row.node >= 0 ? row.node == from.node : from.level == row.level;
    });
    auto index = here == m_rows.end() ? (step > 0 ? -1 : 0) : static_cast<int>(here - m_rows.begin());
    index = std::clamp(index + step, 0, std::max(0, static_cast<int>(m_rows.size()) - 1));
    if (m_rows.empty()) return from;
    const NestRow& row = m_rows[static_cast<std::size_t>(index)];
    return row.node < 0 ? Subject{.level = row.level} : Subject{.node = row.node};
}

std::optional<FigureId> NestView::figureOf(const Subject& subject) const {
    if (subject.node >= 0 || subject.level < 0 || subject.tensor < 0) return std::nullopt;
    return FigureId{.kind = CostFigure::tile,
                    .level = static_cast<std::int8_t>(subject.level),
                    .tensor = static_cast<std::int8_t>(subject.tensor)};
}

QString NestView::tipAt(const QPointF& position) const {
    const std::size_t index = rowAt(position.y());
    if (index >= m_rows.size()) return {};
    const NestRow& row = m_rows[index];
    if (position.x() < kNestGutter && row.kind != NestRow::Kind::store)
        return row.spatial ? tr("Lanes down to this loop, of the parFor loops of its network")
                           : tr("Iterations down to this loop: the product of the trip counts");
    if (row.kind == NestRow::Kind::compute) return tr("One multiply-accumulate per innermost iteration");
    if (row.kind == NestRow::Kind::store)
        return tr("From here inwards, %1 holds these tiles: largest words of one instance").arg(row.text);
    QStringList indexed, reused;
    const Workload& workload = exhibit().inputs.workload;
    for (int tensor = 0; tensor < workload.tensorCount(); ++tensor)
        (row.indexes >> tensor & 1U ? indexed : reused)
            << QString::fromStdString(workload.tensors()[static_cast<std::size_t>(tensor)].name);
    QString tip = indexed.isEmpty() ? QString() : tr("Steps through %1").arg(indexed.join(QStringLiteral(", ")));
    if (!reused.isEmpty())
        tip +=
            (tip.isEmpty() ? QString() : QStringLiteral("; ")) + tr("reuses %1").arg(reused.join(QStringLiteral(", ")));
    if (!row.tail.isEmpty())
        tip += QStringLiteral("\n") + tr("In the last round of all outer loops of this dimension, %1").arg(row.tail);
    return tip;
}

QString NestView::textTwin() const {
    if (!has()) return {};
    return QString::fromStdString(toText(exhibit().mapping, exhibit().inputs.workload, exhibit().inputs.architecture));
}

QString NestView::emptyText() const {
    return has() ? QString() : tr("No mapping yet. Run a search (F5), or start from the trivial mapping (Run menu).");
}

}  // namespace lapidary::ui
