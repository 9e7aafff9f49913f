// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/compare_nest_view.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "ui/models/words.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kCompareNestHeader = 24, kCompareNestStoreRow = 27, kCompareNestLoopRow = 25, kFoot = 30;
constexpr double kTrips = 52, kCompareNestBar = 6, kCompareNestGap = 6, kPadding = 10;
constexpr double kBetweenChips = 3;
constexpr double kCompareNestGutter = 52;
constexpr double kMostIndent = 9, kLeastIndent = 2;

QFont pairTextFont(const NestRow& row) { return monoFont(row.kind == NestRow::Kind::compute ? 11 : 12.5); }

double pairLoopWidth(const NestRow& row) {
    double width = textWidth(row.keyword, keywordFont()) + textWidth(row.text, keywordFont());
    if (!row.tail.isEmpty()) width += textWidth(row.tail, tailFont()) + 18;
    if (!row.axis.isEmpty()) width += textWidth(row.axis, uiFont(TypeSize::note)) + 18;
    return width;
}

double pairStoreWidth(const NestRow& row) {
    double width = textWidth(row.text, uiFont(TypeSize::control, true)) + 8;
    for (const NestRow::Held& held : row.held)
        width += drawTensorChip(nullptr, lightTheme(), {}, {}, held.words, held.bypassed) + kBetweenChips;
    return width;
}

const NestRow* rowOf(const std::vector<NestRow>& rows, int node) {
    return node < 0 ? nullptr : &rows[static_cast<std::size_t>(node)];
}

const NestRow::Held* heldBy(const NestRow* row, const QString& name, const Exhibit& exhibit) {
    if (!row) return nullptr;
    for (const NestRow::Held& held : row->held)
        if (QString::fromStdString(exhibit.inputs.workload.tensors()[static_cast<std::size_t>(held.tensor)].name) ==
            name)
            return &held;
    return nullptr;
}

/// "×1.5"
QString ratioText(double ratio) { return QChar(0x00D7) + significantText(ratio, 3); }

}  // namespace

CompareNestView::CompareNestView(QWidget* parent) : View(tr("Nest difference"), parent) {}

void CompareNestView::setPair(const ComparePairPtr& pair) {
    m_pair = pair;
    m_a = pair ? nestRows(pair->a) : std::vector<NestRow>{};
    m_b = pair ? nestRows(pair->b) : std::vector<NestRow>{};
    build();
    pictureChanged();
}

void CompareNestView::setDifferencesOnly(bool only) {
    m_differencesOnly = only;
    build();
    pictureChanged();
}

void CompareNestView::build() {
    m_rows.clear();
    if (!m_pair) return;
    for (const AlignedRow& aligned : m_pair->rows) {
        Row row{aligned, rowOf(m_a, aligned.a), rowOf(m_b, aligned.b)};
        row.store = (row.a ? row.a : row.b)->kind == NestRow::Kind::store;
        m_rows.push_back(row);
    }
    if (m_differencesOnly) {
        std::vector<Row> kept;
        for (std::size_t i = 0; i < m_rows.size(); ++i) {
            std::size_t end = i + 1;
            while (end < m_rows.size() && !m_rows[end].store) ++end;
            const auto differs = [](const Row& row) { return row.aligned.mark != NestMark::equal; };
            const bool any = std::any_of(m_rows.begin() + static_cast<std::ptrdiff_t>(i),
                                         m_rows.begin() + static_cast<std::ptrdiff_t>(end), differs);
            if (differs(m_rows[i]) || (m_rows[i].store && any)) kept.push_back(m_rows[i]);
        }
        m_rows = std::move(kept);
    } else {
        Row compute{{}, &m_a.back(), &m_b.back()};
        compute.compute = true;
        m_rows.push_back(compute);
    }
    double top = kCompareNestHeader;
    for (Row& row : m_rows) {
        row.top = top;
        row.height = row.store ? kCompareNestStoreRow : kCompareNestLoopRow;
        top += row.height;
    }
}

double CompareNestView::columnWidth(double indent) const {
    double widest = 200;
    for (const std::vector<NestRow>* rows : {&m_a, &m_b})
        for (const NestRow& row : *rows) {
            if (row.kind == NestRow::Kind::compute) {  // gives way where there is no room
                if (indent == kMostIndent) widest = std::max(widest, textWidth(row.text, pairTextFont(row)) + 4);
                continue;
            }
            const bool store = row.kind == NestRow::Kind::store;
            widest = std::max(widest, store ? pairStoreWidth(row) : indent * row.depth + pairLoopWidth(row));
        }
    return kTrips + kCompareNestBar + kCompareNestGap + widest + 3;
}

QSizeF CompareNestView::pictureSize() const {
    const double bottom = m_rows.empty() ? kCompareNestHeader : m_rows.back().top + m_rows.back().height;
    return {std::max(620.0, 2 * columnWidth(kMostIndent) + kCompareNestGutter), bottom + kFoot};
}

double CompareNestView::leastWidth() const { return 2 * columnWidth(kLeastIndent) + kCompareNestGutter; }

std::vector<CompareNestView::Column> CompareNestView::columns(double width) const {
    const double each = (width - kCompareNestGutter) / 2;
    double indent = kMostIndent;
    for (const std::vector<NestRow>* rows : {&m_a, &m_b})
        for (const NestRow& row : *rows)
            if (row.kind == NestRow::Kind::loop && row.depth > 0)
                indent = std::min(
                    indent, (each - kTrips - kCompareNestBar - kCompareNestGap - 6 - pairLoopWidth(row)) / row.depth);
    indent = std::clamp(indent, kLeastIndent, kMostIndent);
    return {{0, each, indent}, {each + kCompareNestGutter, width, indent}};
}

const CompareNestView::Row* CompareNestView::rowAt(double y) const {
    for (const Row& row : m_rows)
        if (y >= row.top && y < row.top + row.height) return &row;
    return nullptr;
}

bool CompareNestView::isAbout(const Subject& subject, const Row& row) const {
    if (subject.empty()) return false;
    if (row.compute) return subject.level == m_pair->a.inputs.architecture.levelCount();
    if (subject.node >= 0) {
        const int node = subject.node;
        return node >= m_pair->nodesOfA() ? row.aligned.a < 0 && row.aligned.b == node - m_pair->nodesOfA()
                                          : row.aligned.a == node;
    }
    const NestRow* nest = row.a ? row.a : row.b;
    if (subject.dimension >= 0) {
        if (row.store || !row.a) return false;
        return m_pair->a.mapping.nodes[static_cast<std::size_t>(row.aligned.a)].dimension == subject.dimension;
    }
    return row.store && row.a && nest->level == subject.level &&
           (subject.tensor < 0 || std::any_of(nest->held.begin(), nest->held.end(), [&](const NestRow::Held& held) {
                return held.tensor == subject.tensor && !held.bypassed;
            }));
}

void CompareNestView::paintHeader(QPainter& painter, const Theme& theme, const std::vector<Column>& columns) const {
    const QFont note = uiFont(TypeSize::note), strong = uiFont(TypeSize::note, true);
    for (const Side side : {Side::a, Side::b}) {
        const Column& column = columns[side == Side::a ? 0 : 1];
        const Exhibit& exhibit = m_pair->side(side);
        drawText(painter, {column.left, 0, kTrips - 6, kCompareNestHeader}, Qt::AlignVCenter | Qt::AlignRight,
                 tr("∏ trips"), note, theme.text2);
        double x = column.left + kTrips + kCompareNestBar + kCompareNestGap;
        drawSymbol(painter, theme, seriesOf(exhibit), {x + 4, kCompareNestHeader / 2});
        x += 14;
        const QString letter = side == Side::a ? QStringLiteral("A") : QStringLiteral("B");
        drawText(painter, {x, 0, 14, kCompareNestHeader}, Qt::AlignVCenter, letter, strong, theme.text);
        drawText(painter, {x + 16, 0, column.right - x - 20, kCompareNestHeader}, Qt::AlignVCenter, sideName(exhibit),
                 note, theme.text2);
    }
    drawText(painter, {columns[0].right, 0, kCompareNestGutter, kCompareNestHeader}, Qt::AlignCenter, tr("B / A"), note,
             theme.text2);
    painter.fillRect(QRectF(0, kCompareNestHeader - 1, columns[1].right, 1), theme.line);
}

void CompareNestView::paintStore(QPainter& painter, const Theme& theme, const Row& row, const NestRow& nest,
                                 const Column& column, Side side) const {
    const Exhibit& own = m_pair->side(side);
    const bool isA = side == Side::a;
    const NestRow* other = isA ? row.b : row.a;
    const Exhibit& others = isA ? m_pair->b : m_pair->a;
    const QFont name = uiFont(TypeSize::control, true);
    double x = column.left + kTrips + kCompareNestBar + kCompareNestGap;
    drawText(painter, {x, row.top, column.right - x, row.height}, Qt::AlignVCenter, nest.text, name, theme.text);
    x += textWidth(nest.text, name) + 8;
    for (const NestRow::Held& held : nest.held) {
        const double width = drawTensorChip(&painter, theme, {x, row.top + 4}, markOf(own.inputs.workload, held.tensor),
                                            held.words, held.bypassed);
        const QString tensor =
            QString::fromStdString(own.inputs.workload.tensors()[static_cast<std::size_t>(held.tensor)].name);
        const NestRow::Held* twin = heldBy(other, tensor, others);
        if (other && (!twin || twin->words != held.words))
            painter.fillRect(QRectF(x + 21, row.top + 20, width - 27, 2), theme.levels[1]);
        x += width + kBetweenChips;
    }
    const QFont strong = uiFont(TypeSize::note, true);
    if (column.right - 6 - x > textWidth(nest.noteStrong, strong))
        drawText(painter, {x, row.top, column.right - 6 - x, row.height}, Qt::AlignVCenter | Qt::AlignRight,
                 nest.noteStrong, strong, theme.text2);
}

void CompareNestView::paintSide(QPainter& painter, const Theme& theme, const Row& row, const NestRow& nest,
                                const Column& column, Side side) const {
    const int levels = m_pair->side(side).inputs.architecture.levelCount();
    const QColor bar = row.compute ? theme.compute() : nest.spatial ? theme.array() : theme.level(nest.level, levels);
    painter.fillRect(QRectF(column.left + kTrips, row.top, kCompareNestBar, row.height), bar);
    if (row.store) return paintStore(painter, theme, row, nest, column, side);
    drawText(painter, {column.left, row.top, kTrips - 6, row.height}, Qt::AlignVCenter | Qt::AlignRight, nest.gutter,
             monoFont(11), theme.text2);
    double x = column.left + kTrips + kCompareNestBar + kCompareNestGap + column.indent * nest.depth;
    if (row.compute)
        x = std::max(column.left + kTrips + kCompareNestBar + kCompareNestGap,
                     std::min(x, column.right - 6 - pairLoopWidth(nest)));
    const auto word = [&](const QString& text, const QFont& font, const QColor& color) {
        const double width = std::min(textWidth(text, font), column.right - x - 4);
        drawText(painter, {x, row.top, width, row.height}, Qt::AlignVCenter, text, font, color);
        x += width;
        return width;
    };
    word(nest.keyword, keywordFont(), theme.text);
    const bool changed = row.aligned.ratio.has_value() && row.aligned.mark == NestMark::changed;
    const qsizetype dots = nest.text.indexOf(QStringLiteral(".."));
    if (changed && dots >= 0) {
        word(nest.text.left(dots + 2), pairTextFont(nest), theme.text);
        const double width = word(nest.text.mid(dots + 2), keywordFont(), theme.text);
        painter.fillRect(QRectF(x - width, row.top + 19, width, 2), theme.levels[1]);
    } else {
        word(nest.text, pairTextFont(nest), theme.text);
    }
    const auto chip = [&](const QString& text, const QFont& font, const QColor& fill, const QColor& edge,
                          const QColor& ink) {
        const QRectF frame(x + 7, row.top + row.height / 2 - 9, textWidth(text, font) + 9, 18);
        drawBox(painter, frame, fill, edge);
        drawText(painter, frame, Qt::AlignCenter, text, font, ink);
        x = frame.right();
    };
    if (!nest.tail.isEmpty()) chip(nest.tail, tailFont(), theme.warningGround, theme.warningGround, theme.warning);
    if (!nest.axis.isEmpty()) chip(nest.axis, uiFont(TypeSize::note), theme.panel, theme.line, theme.text);
}

QString CompareNestView::markText(const Row& row) const {
    switch (row.aligned.mark) {
    case NestMark::equal: return QStringLiteral("=");
    case NestMark::changed:
        if (row.store) return tr("tile");
        return row.aligned.ratio ? ratioText(*row.aligned.ratio) : tr("tail");
    case NestMark::moved: return row.aligned.ratio ? ratioText(*row.aligned.ratio) : QString();
    case NestMark::onlyInA: return QStringLiteral("−");
    case NestMark::onlyInB: break;
    }
    return QStringLiteral("+");
}

void CompareNestView::paintMark(QPainter& painter, const Theme& theme, const Row& row, const QRectF& gutter) const {
    if (row.compute) return;
    const QString text = markText(row);
    if (row.aligned.mark == NestMark::equal) {
        drawText(painter, gutter, Qt::AlignCenter, text, uiFont(TypeSize::control), theme.text3);
        return;
    }
    if (text.isEmpty() || row.aligned.mark == NestMark::moved) return;  // drawn over the curves
    const QFont font = uiFont(TypeSize::note, true);
    const double width = std::min(kCompareNestGutter - 6, std::max(28.0, textWidth(text, font) + 14));
    const QRectF pill(gutter.center().x() - width / 2, gutter.center().y() - 9.5, width, 18);
    const bool alone = row.aligned.mark == NestMark::onlyInA || row.aligned.mark == NestMark::onlyInB;
    painter.setPen(alone ? QPen(theme.levels[1], 1, Qt::DashLine) : QPen(Qt::NoPen));
    painter.setBrush(alone ? theme.panel : theme.levels[1]);
    painter.drawRoundedRect(pill.adjusted(0.5, 0.5, -0.5, -0.5), 9, 9);
    drawText(painter, pill, Qt::AlignCenter, text, font, alone ? theme.text : readableOn(theme.levels[1]));
}

/// From where A has the loop to where B has it.
void CompareNestView::paintMoves(QPainter& painter, const Theme& theme, const QRectF& gutter) const {
    const auto middle = [](const Row& row) { return row.top + row.height / 2; };
    for (const Row& row : m_rows) {
        if (row.aligned.mark != NestMark::moved) continue;
        const auto to = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& one) {
            return !one.compute && one.aligned.b == row.aligned.counterpart;
        });
        if (to == m_rows.end()) continue;
        const QPointF from(gutter.left() + 2, middle(row)), end(gutter.right() - 4, middle(*to));
        QPainterPath path(from);
        path.cubicTo({gutter.center().x(), from.y()}, {gutter.center().x(), end.y()}, end);
        painter.setPen(QPen(theme.levels[1], 1.8));
        painter.setBrush(Qt::NoBrush);
        painter.drawPath(path);
        painter.drawPolyline(QPolygonF{{end.x() - 5, end.y() - 4}, end, {end.x() - 5, end.y() + 4}});
        if (row.aligned.ratio) {  // it moved and changed
            const QFont font = uiFont(TypeSize::cell, true);
            const QString text = ratioText(*row.aligned.ratio);
            const QRectF pill(gutter.left() + 4, from.y() - 9, textWidth(text, font) + 8, 14);
            painter.setPen(Qt::NoPen);
            painter.setBrush(theme.levels[1]);
            painter.drawRoundedRect(pill, 7, 7);
            drawText(painter, pill, Qt::AlignCenter, text, font, readableOn(theme.levels[1]));
        }
    }
}

void CompareNestView::paintFoot(QPainter& painter, const Theme& theme, double width, double top) const {
    const QFont font = uiFont(TypeSize::note);
    painter.fillRect(QRectF(0, top, width, 1), theme.line);
    const QString text = tr("%1 changed · %2 moved · %3 only in A · %4 only in B")
                             .arg(m_pair->differences(NestMark::changed))
                             .arg(m_pair->differences(NestMark::moved))
                             .arg(m_pair->differences(NestMark::onlyInA))
                             .arg(m_pair->differences(NestMark::onlyInB));
    drawText(painter, {kPadding, top, width - 2 * kPadding, kFoot}, Qt::AlignVCenter, text, font, theme.text2);
    const QString hint = tr("hover outlines both sides");
    if (textWidth(text, font) + textWidth(hint, font) + 40 < width)
        drawText(painter, {kPadding, top, width - 2 * kPadding, kFoot}, Qt::AlignVCenter | Qt::AlignRight, hint, font,
                 theme.text3);
}

void CompareNestView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const std::vector<Column> sides = columns(size.width());
    const QRectF gutter(sides[0].right, 0, kCompareNestGutter, size.height());
    painter.save();
    paintHeader(painter, theme, sides);
    double bottom = kCompareNestHeader;
    for (const Row& row : m_rows) {
        const QRectF box(0, row.top, size.width(), row.height);
        const bool chosen = isAbout(selected(), row), under = isAbout(hovered(), row);
        painter.fillRect(box, chosen      ? theme.selectedRow
                              : under     ? theme.tint1
                              : row.store ? theme.header
                                          : theme.panel);
        if (!chosen && !under)
            painter.fillRect(QRectF(gutter.left(), row.top, kCompareNestGutter, row.height), theme.alternate);
        painter.fillRect(QRectF(0, box.bottom() - 1, size.width(), 1), theme.rowLine);
        if (row.a) paintSide(painter, theme, row, *row.a, sides[0], Side::a);
        if (row.b) paintSide(painter, theme, row, *row.b, sides[1], Side::b);
        paintMark(painter, theme, row, {gutter.left(), row.top, kCompareNestGutter, row.height});
        if (chosen) painter.fillRect(QRectF(0, row.top, 3, row.height), theme.accent);
        bottom = box.bottom();
    }
    paintMoves(painter, theme, gutter);
    for (const Row& row : m_rows)
        if (isAbout(hovered(), row)) {
            drawOutline(painter, theme, {1, row.top + 1, sides[0].right - 2, row.height - 3});
            drawOutline(painter, theme,
                        {sides[1].left + 1, row.top + 1, size.width() - sides[1].left - 2, row.height - 3});
        }
    painter.restore();
    paintFoot(painter, theme, size.width(), bottom);
}

Subject CompareNestView::subjectAt(const QPointF& position) const {
    const Row* row = rowAt(position.y());
    if (!row) return {};
    if (row->compute) return {.level = m_pair->a.inputs.architecture.levelCount()};
    return m_pair->subjectOf(row->aligned);
}

Subject CompareNestView::neighbour(const Subject& from, int step) const {
    if (m_rows.empty()) return from;
    const auto here = std::find_if(m_rows.begin(), m_rows.end(), [&](const Row& row) { return isAbout(from, row); });
    int index = here == m_rows.end() ? (step > 0 ? -1 : 0) : static_cast<int>(here - m_rows.begin());
    index = std::clamp(index + step, 0, static_cast<int>(m_rows.size()) - 1);
    const Row& row = m_rows[static_cast<std::size_t>(index)];
    return row.compute ? Subject{.level = m_pair->a.inputs.architecture.levelCount()} : m_pair->subjectOf(row.aligned);
}

QString CompareNestView::tipAt(const QPointF& position) const {
    const Row* row = rowAt(position.y());
    if (!row || row->compute) return {};
    const auto& entry = entryOf(row->aligned.mark);
    QString tip = fromView(entry.meaning);
    if (row->aligned.ratio) tip += tr("; bound B / A = %1").arg(formatSignificant(*row->aligned.ratio, 4).c_str());
    return tip;
}

QString CompareNestView::textTwin() const {
    if (!m_pair) return {};
    const auto line = [](const Exhibit& exhibit, int node) {
        if (node < 0) return QString();
        return QString::fromStdString(toText(exhibit.mapping.nodes[static_cast<std::size_t>(node)],
                                             exhibit.inputs.workload, exhibit.inputs.architecture));
    };
    QStringList lines{QStringLiteral("A %1\tB / A\tB %2").arg(sideName(m_pair->a), sideName(m_pair->b))};
    for (const Row& row : m_rows) {
        if (row.compute) continue;
        const auto& entry = entryOf(row.aligned.mark);
        const QString text = row.aligned.mark == NestMark::moved ? fromView(entry.label) : markText(row);
        lines << QStringLiteral("%1\t%2\t%3").arg(line(m_pair->a, row.aligned.a), text, line(m_pair->b, row.aligned.b));
    }
    return lines.join(u'\n');
}

QString CompareNestView::emptyText() const {
    return m_pair ? QString() : tr("Two loop nests side by side, once A and B are chosen in the bar above.");
}

}  // namespace lapidary::ui
