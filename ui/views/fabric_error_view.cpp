// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/fabric_error_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kErrorPadding = 10, kErrorHead = 52, kErrorBar = 22, kErrorNames = 58, kErrorRow = 19;

/// By activity: work is neutral, waiting has the colour of the tensor waited for.
QColor termColor(const Theme& theme, const std::string& key) {
    if (key == "working") return theme.levels[1];
    if (key == "weights") return theme.tensors[0];
    if (key == "operands") return theme.tensors[1];
    if (key == "results") return theme.tensors[2];
    return theme.levels[3];
}

QString signedPercent(double share) {
    return (share < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + percentText(std::abs(share));
}

}  // namespace

FabricErrorView::FabricErrorView(QWidget* parent) : View(tr("Error of the reuse model"), parent) {
    setObjectName("fabricError");
}

void FabricErrorView::setComparison(const std::optional<stonne::ModelComparison>& comparison, const QString& reason) {
    m_comparison = comparison;
    m_reason = reason;
    pictureChanged();
}

QString FabricErrorView::headline() const {
    if (!m_comparison) return {};
    const double error = m_comparison->error();
    if (error == 0) return tr("both models count the same cycles");
    return error < 0 ? tr("the reuse model counts %1 fewer cycles").arg(percentText(-error))
                     : tr("the reuse model counts %1 more cycles").arg(percentText(error));
}

QSizeF FabricErrorView::pictureSize() const {
    const double rows = m_comparison ? static_cast<double>(m_comparison->terms.size()) : 3;
    return {560, kErrorHead + 2 * (kErrorBar + 6) + 14 + kErrorRow * (rows + 1) + 40};
}

QString FabricErrorView::emptyText() const {
    if (m_comparison) return {};
    return m_reason.isEmpty() ? tr("Simulating mapping A ...") : m_reason;
}

void FabricErrorView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    if (!m_comparison) return;
    const stonne::ModelComparison& it = *m_comparison;
    const QFont font = uiFont(TypeSize::control), note = uiFont(TypeSize::note);
    drawText(painter, {kErrorPadding, 4, 130, 26}, Qt::AlignVCenter, signedPercent(it.error()),
             uiFont(TypeSize::number, true), theme.text);
    const double after = kErrorPadding + textWidth(signedPercent(it.error()), uiFont(TypeSize::number, true)) + 10;
    drawText(painter, {after, 6, size.width() - after - 8, 24}, Qt::AlignVCenter, headline(), font, theme.text2);
    drawText(painter, {kErrorPadding, 29, size.width() - 20, 18}, Qt::AlignVCenter,
             QStringLiteral("%1 / %2 − 1").arg(countText(it.reuse), countText(it.fabric)), monoFont(11.5), theme.text2);
    const double left = kErrorPadding + kErrorNames, room = size.width() - left - 84;
    const double scale = room / static_cast<double>(std::max({it.reuse, it.fabric, std::int64_t{1}}));
    const auto bar = [&](double y, const QString& name, std::int64_t cycles,
                         const std::vector<std::pair<std::string, std::int64_t>>& parts) {
        drawText(painter, {kErrorPadding, y, kErrorNames - 6, kErrorBar}, Qt::AlignVCenter, name, font, theme.text);
        double x = left;
        for (const auto& [key, count] : parts) {
            const double wide = static_cast<double>(count) * scale;
            painter.fillRect(QRectF(x, y + 2, wide, kErrorBar - 4), termColor(theme, key));
            x += wide;
        }
        painter.setPen(QPen(theme.text2, 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(left + 0.5, y + 2.5, std::max(1.0, x - left - 1), kErrorBar - 5));
        drawText(painter, {x + 6, y, 78, kErrorBar}, Qt::AlignVCenter, countText(cycles),
                 uiFont(TypeSize::control, true), theme.text);
    };
    double y = kErrorHead;
    bar(y, tr("reuse"), it.reuse,
        {{"working", std::min(it.steps, it.reuse)}, {"", std::max<std::int64_t>(0, it.reuse - it.steps)}});
    y += kErrorBar + 6;
    std::vector<std::pair<std::string, std::int64_t>> parts;
    for (const stonne::ModelTerm& term : it.terms) parts.emplace_back(term.key, term.cycles);
    bar(y, tr("fabric"), it.fabric, parts);
    y += kErrorBar + 14;
    for (const stonne::ModelTerm& term : it.terms) {
        painter.fillRect(QRectF(kErrorPadding, y + 4, 10, 10), termColor(theme, term.key));
        drawText(painter, {kErrorPadding + 18, y, 100, kErrorRow}, Qt::AlignVCenter, QString::fromStdString(term.label),
                 font, theme.text);
        drawText(painter, {kErrorPadding + 110, y, 78, kErrorRow}, Qt::AlignVCenter | Qt::AlignRight,
                 countText(term.cycles), uiFont(TypeSize::control, true), theme.text);
        drawText(painter, {kErrorPadding + 200, y, size.width() - kErrorPadding - 208, kErrorRow}, Qt::AlignVCenter,
                 QString::fromStdString(term.meaning), note, theme.text2);
        y += kErrorRow;
    }
    drawWrapped(&painter, {kErrorPadding, y + 6, size.width() - 2 * kErrorPadding, 60},
                tr("The reuse model: %1 compute steps, bound by %2. It leaves out filling and draining the array, "
                   "ports that carry "
                   "several operands, results that wait, and partial sums on their way through memory.")
                    .arg(countText(it.steps), QString::fromStdString(it.boundBy)),
                note, theme.text2);
}

QString FabricErrorView::textTwin() const {
    if (!m_comparison) return {};
    QStringList lines{tr("%1: %2 by the reuse model, %3 simulated")
                          .arg(headline(), countText(m_comparison->reuse), countText(m_comparison->fabric))};
    for (const stonne::ModelTerm& term : m_comparison->terms)
        lines << tr("%1: %2 cycles; %3")
                     .arg(QString::fromStdString(term.label), countText(term.cycles),
                          QString::fromStdString(term.meaning));
    return lines.join(u'\n');
}

}  // namespace lapidary::ui
