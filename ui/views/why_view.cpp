// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/why_view.h"

#include <QFontMetricsF>
#include <QPainter>
#include <QtMath>

#include <cmath>

#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kWhyPadding = 10, kNumber = 18, kIndent = 26;
constexpr double kFormulaLine = 17, kBoxPadding = 5, kBetween = 9;

/// "A 1,234 -> B 2,345 cycles, +1,111"
std::string termLine(const ModelTerm& term) {
    const auto figure = [&](double value) {
        return term.of == "energy_pj" ? energyScale(value).withUnit(value).toStdString()
                                      : formatCount(std::llround(value));
    };
    const double delta = term.b - term.a;
    return "A " + figure(term.a) + "  →  B " + figure(term.b) + "   B − A " + (delta > 0 ? "+" : "−") +
           figure(std::abs(delta)) +
           (term.of == "cycles"      ? " cycles"
            : term.of == "energy_pj" ? ""
                                     : " words");
}

/// Two models of one mapping: which rule makes each figure differ.
std::vector<WhyStatement> statementsOf(const std::vector<ModelTerm>& terms) {
    std::vector<WhyStatement> statements;
    for (const ModelTerm& term : terms) {
        const std::string of = term.of == "cycles" ? "Cycles, " : term.of == "energy_pj" ? "Energy, " : "";
        statements.push_back({WhyStatement::Kind::steps, of + term.label, term.why, {termLine(term)}});
    }
    return statements;
}

}  // namespace

WhyView::WhyView(QWidget* parent) : View(tr("Why one side is better"), parent) {
    QSizePolicy policy(QSizePolicy::Preferred, QSizePolicy::Preferred);
    policy.setHeightForWidth(true);
    setSizePolicy(policy);
}

void WhyView::setPair(const ComparePairPtr& pair, const QString& none) {
    m_none = none;
    m_pair = pair;
    m_statements = !pair                 ? std::vector<WhyStatement>{}
                   : pair->terms.empty() ? statementsOf(pair->why)
                                         : statementsOf(pair->terms);
    pictureChanged();
}

int WhyView::heightForWidth(int width) const { return m_pair ? qCeil(heightAt(width)) : 40; }

void WhyView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    updateGeometry();
}

double WhyView::heightAt(double width) const {
    if (!m_pair) return 40;
    double y = layHeadline(nullptr, lightTheme(), width);
    int number = 0;
    for (const WhyStatement& statement : m_statements)
        y = layStatement(nullptr, lightTheme(), ++number, statement, y, width);
    return y;
}

double WhyView::layHeadline(QPainter* painter, const Theme& theme, double width) const {
    const QString percent = QString::fromStdString(percentOf(m_pair->why));
    const QString summary = QString::fromStdString(summaryOf(m_pair->why));
    const QString product = QString::fromStdString(productOf(m_pair->why));
    const QFont big = uiFont(TypeSize::number, true), body = uiFont(TypeSize::control), mono = monoFont(11.5);
    const double after = kWhyPadding + textWidth(percent, big) + 10;
    const double right = textWidth(product, mono) + kWhyPadding;
    const bool oneLine = after + textWidth(summary, body) + 16 + right <= width;
    if (painter) {
        drawText(*painter, {kWhyPadding, 6, width - 2 * kWhyPadding, 26}, Qt::AlignVCenter, percent, big, theme.text);
        if (oneLine)
            drawText(*painter, {width - right, 6, right - kWhyPadding + 1, 26}, Qt::AlignVCenter | Qt::AlignRight,
                     product, mono, theme.text);
    }
    if (oneLine) {
        if (painter)
            drawText(*painter, {after, 8, width - after - right, 24}, Qt::AlignVCenter, summary, body, theme.text2);
        return 40;
    }
    const double height =
        drawWrapped(painter, {after, 11, width - after - kWhyPadding, 40}, summary, body, theme.text2);
    const double y = std::max(34.0, 13 + height);
    if (painter)
        drawText(*painter, {kWhyPadding, y, width - 2 * kWhyPadding, 18}, Qt::AlignVCenter, product, mono, theme.text);
    return y + 24;
}

double WhyView::layStatement(QPainter* painter, const Theme& theme, int number, const WhyStatement& statement,
                             double top, double width) const {
    const double left = kWhyPadding + kIndent;
    const double room = width - left - kWhyPadding;
    const QFont strong = uiFont(TypeSize::control, true), body = uiFont(TypeSize::control), mono = monoFont(11);
    const QString title = QString::fromStdString(statement.title) + u':';
    const QString text = QString::fromStdString(statement.text);
    if (painter) {
        painter->fillRect(QRectF(0, top, width, 1), theme.rowLine);
        painter->setPen(QPen(theme.line, 1));
        painter->setBrush(Qt::NoBrush);
        const QRectF ring(kWhyPadding, top + 8, kNumber, kNumber);
        painter->drawEllipse(ring.adjusted(0.5, 0.5, -0.5, -0.5));
        drawText(*painter, ring, Qt::AlignCenter, QString::number(number), uiFont(TypeSize::cell), theme.text2);
    }
    double y = top + 8;
    const double titleWidth = textWidth(title, strong) + 6;
    if (painter) drawText(*painter, {left, y, room, 18}, Qt::AlignVCenter, title, strong, theme.text);
    if (titleWidth + textWidth(text, body) <= room) {
        if (painter)
            drawText(*painter, {left + titleWidth, y, room - titleWidth, 18}, Qt::AlignVCenter, text, body, theme.text);
        y += 18;
    } else {
        y += 18 + drawWrapped(painter, {left, y + 18, room, 100}, text, body, theme.text);
    }
    if (!statement.formulas.empty()) {
        const QRectF box(left, y + 4, room,
                         kFormulaLine * static_cast<double>(statement.formulas.size()) + kBoxPadding);
        if (painter) {
            drawBox(*painter, box, theme.alternate, theme.rowLine);
            double line = box.top() + kBoxPadding / 2;
            for (const std::string& formula : statement.formulas) {
                drawText(*painter, {box.left() + 7, line, box.width() - 14, kFormulaLine}, Qt::AlignVCenter,
                         QString::fromStdString(formula), mono, theme.text);
                line += kFormulaLine;
            }
        }
        y = box.bottom();
    }
    return y + kBetween;
}

void WhyView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    painter.save();
    double y = layHeadline(&painter, theme, size.width());
    int number = 0;
    for (const WhyStatement& statement : m_statements)
        y = layStatement(&painter, theme, ++number, statement, y, size.width());
    painter.restore();
}

QString WhyView::textTwin() const {
    if (!m_pair) return {};
    if (m_pair->terms.empty()) return QString::fromStdString(toText(m_pair->why));
    QStringList lines{QString::fromStdString(summaryOf(m_pair->why))};
    for (const WhyStatement& statement : m_statements)
        lines << QString::fromStdString(statement.title + ": " + statement.formulas.front() + " (" + statement.text +
                                        ")");
    return lines.join(u'\n');
}

QString WhyView::emptyText() const {
    if (m_pair) return {};
    return m_none.isEmpty() ? tr("What makes one of the two better, with exact factors, once A and B are chosen.")
                            : m_none;
}

}  // namespace lapidary::ui
