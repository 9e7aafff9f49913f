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

constexpr double kErrorPadding = 10, kErrorHead = 52, kErrorBar = 20, kErrorNames = 168, kErrorFigure = 84;
constexpr double kErrorUsual = 560;

/// Where the two models' ways of counting differ is neutral, waiting has the colour of the tensor waited for.
QColor termColor(const Theme& theme, const std::string& key) {
    if (key == "weights") return theme.tensors[0];
    if (key == "operands") return theme.tensors[1];
    if (key == "results") return theme.tensors[2];
    if (key == "configuration") return theme.levels[3];
    return theme.levels[2];
}

QString signedCount(std::int64_t count) {
    return (count < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + countText(std::abs(count));
}

QString signedPercent(double share) {
    return (share < 0 ? QString(QChar(0x2212)) : QStringLiteral("+")) + percentText(std::abs(share));
}

}  // namespace

FabricErrorView::FabricErrorView(QWidget* parent) : View(tr("Error of the reuse model"), parent) {
    setObjectName("fabricError");
}

void FabricErrorView::setComparison(const std::optional<FabricComparison>& comparison, const QString& reason) {
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
    return {kErrorUsual, m_comparison ? terms(nullptr, nullptr, kErrorHead, kErrorUsual) + kErrorPadding : 160};
}

QString FabricErrorView::emptyText() const {
    if (m_comparison) return {};
    return m_reason.isEmpty() ? tr("Simulating mapping A ...") : m_reason;
}

/// A waterfall: the reuse model's bar, each term where the ones before it end, the fabric's bar.
double FabricErrorView::terms(QPainter* painter, const Theme* theme, double top, double width) const {
    const FabricComparison& it = *m_comparison;
    const QFont font = uiFont(TypeSize::control), strong = uiFont(TypeSize::control, true);
    const double names = width < kErrorUsual - 60 ? 130 : kErrorNames;
    const double left = kErrorPadding + names, room = std::max(40.0, width - left - kErrorFigure);
    std::int64_t most = std::max({it.reuse.cycles, it.outcome.cycles, std::int64_t{1}}), sum = it.reuse.cycles;
    for (const FabricTerm& term : it.terms) most = std::max(most, sum += term.cycles);
    const double scale = room / static_cast<double>(most);
    double y = top;
    const auto bar = [&](const QString& name, std::int64_t from, std::int64_t to, const QString& figure,
                         const std::string& key) {
        if (painter) {
            const double a = left + static_cast<double>(std::min(from, to)) * scale;
            const double wide = std::max(1.0, static_cast<double>(std::abs(to - from)) * scale);
            drawText(*painter, {kErrorPadding, y, names - 6, kErrorBar}, Qt::AlignVCenter, name,
                     key.empty() ? strong : font, theme->text);
            painter->fillRect(QRectF(a, y + 3, wide, kErrorBar - 6),
                              key.empty() ? theme->levels[1] : termColor(*theme, key));
            drawText(*painter, {width - kErrorFigure, y, kErrorFigure - kErrorPadding, kErrorBar},
                     Qt::AlignVCenter | Qt::AlignRight, figure, strong, theme->text);
        }
        y += kErrorBar;
    };
    bar(tr("reuse model"), 0, it.reuse.cycles, countText(it.reuse.cycles), {});
    sum = it.reuse.cycles;
    for (const FabricTerm& term : it.terms) {
        bar(QString::fromStdString(term.label), sum, sum + term.cycles, signedCount(term.cycles), term.key);
        sum += term.cycles;
        const QRectF words(kErrorPadding + 12, y, width - 2 * kErrorPadding - 12, 400);
        y += drawWrapped(painter, words, QString::fromStdString(term.why), uiFont(TypeSize::note),
                         theme ? theme->text2 : QColor()) +
             5;
    }
    bar(tr("fabric"), 0, it.outcome.cycles, countText(it.outcome.cycles), {});
    return y;
}

void FabricErrorView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    if (!m_comparison) return;
    const FabricComparison& it = *m_comparison;
    const QFont number = uiFont(TypeSize::number, true);
    drawText(painter, {kErrorPadding, 4, 130, 26}, Qt::AlignVCenter, signedPercent(it.error()), number, theme.text);
    const double after = kErrorPadding + textWidth(signedPercent(it.error()), number) + 10;
    drawText(painter, {after, 6, size.width() - after - 8, 24}, Qt::AlignVCenter, headline(), uiFont(TypeSize::control),
             theme.text2);
    drawText(
        painter, {kErrorPadding, 29, size.width() - 20, 18}, Qt::AlignVCenter,
        tr("%1 / %2 − 1, in cycles; bound by %3 in the reuse model")
            .arg(countText(it.reuse.cycles), countText(it.outcome.cycles), QString::fromStdString(it.reuse.boundBy)),
        uiFont(TypeSize::note), theme.text2);
    terms(&painter, &theme, kErrorHead, size.width());
}

QString FabricErrorView::textTwin() const {
    if (!m_comparison) return {};
    QStringList lines{
        tr("%1: %2 cycles by the reuse model, %3 simulated")
            .arg(headline(), countText(m_comparison->reuse.cycles), countText(m_comparison->outcome.cycles))};
    for (const FabricTerm& term : m_comparison->terms)
        lines << tr("%1: %2 cycles; %3")
                     .arg(QString::fromStdString(term.label), signedCount(term.cycles),
                          QString::fromStdString(term.why));
    return lines.join(u'\n');
}

}  // namespace lapidary::ui
