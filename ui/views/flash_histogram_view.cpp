// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/flash_histogram_view.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kPanel = 45, kPanelHead = 17, kHistogramLeft = 44, kHistogramRight = 16, kHistogramLegend = 20;
constexpr double kPanelGap = 5, kPickHead = 7;  ///< above the bars, for the mark of the pick
constexpr double kLeastPanels = 2.2;

void drawPickMark(QPainter& painter, const Theme& theme, double x, double y) {
    QPainterPath mark;
    mark.moveTo(x - 4.5, y);
    mark.lineTo(x + 4.5, y);
    mark.lineTo(x, y + 7);
    mark.closeSubpath();
    painter.fillPath(mark, theme.text);
}

void drawRandomMark(QPainter& painter, const Theme& theme, double x, double y) {
    painter.save();
    painter.translate(x, y);
    painter.rotate(45);
    painter.setPen(QPen(theme.text, 1.3));
    painter.setBrush(theme.panel);
    painter.drawRect(QRectF(-3, -3, 6, 6));
    painter.restore();
}

QColor barColor(const Theme& theme) { return mixed(theme.text2, theme.panel, 0.3); }

}  // namespace

FlashHistogramView::FlashHistogramView(QWidget* parent) : ItemView(tr("Histogram of runtimes"), parent) {
    setObjectName("flashHistogramView");
}

void FlashHistogramView::setAnswer(const FlashAnswerPtr& answer, const FlashChoice& choice, const QString& refusal) {
    const bool same = answer == m_answer && choice == m_choice && refusal == m_refusal;
    if (same) return;
    m_answer = answer;
    m_choice = choice;
    m_refusal = refusal;
    m_run = shownRun(answer.get(), choice);
    m_panels.clear();
    m_bars.clear();
    for (std::size_t i = 0; m_run && i < m_run->result.styles.size(); ++i) {
        const flash::StyleResult& style = m_run->result.styles[i];
        if (!shows(choice, i) || style.candidates == 0) continue;
        const auto& counts = style.histogram.counts;
        for (std::size_t bin = 0; bin < counts.size(); ++bin)
            if (counts[bin] > 0) m_bars.push_back({m_panels.size(), static_cast<int>(bin)});
        m_panels.push_back(i);
    }
    pictureChanged();
    forgetItems();
}

QString FlashHistogramView::summary() const {
    if (m_panels.empty()) return {};
    std::int64_t candidates = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) candidates += styleOf(i).candidates;
    return tr("%1 on %2: %3 candidates")
        .arg(QString::fromStdString(m_run->workload), QString::fromStdString(m_answer->report.architecture),
             countText(candidates));
}

QSizeF FlashHistogramView::pictureSize() const {
    const double panels = std::max(kLeastPanels, static_cast<double>(m_panels.size()));
    return {420, kHistogramLegend + kPanel * panels + kCycleAxisFoot};
}

/// Logarithmic where styles are compared, since they can be far apart; even for one, as Fig. 7.
CycleAxis FlashHistogramView::axis(QSizeF size) const {
    double low = 1e300, high = 0;
    for (std::size_t i = 0; i < m_panels.size(); ++i) {
        const flash::StyleResult& style = styleOf(i);
        low = std::min(low, static_cast<double>(style.histogram.least));
        high = std::max(high, static_cast<double>(style.histogram.most));
        if (!style.random.best) continue;
        low = std::min(low, static_cast<double>(style.random.best->score.runtime));
        high = std::max(high, static_cast<double>(style.random.best->score.runtime));
    }
    CycleAxis axis;
    axis.log = m_panels.size() > 1;
    if (axis.log) {
        axis.low = std::max(low, 1.0) / 1.06;
        axis.high = std::max(high, low) * 1.06;
    } else {
        const double margin = std::max({(high - low) * 0.03, high * 0.002, 1.0});
        axis.low = std::max(low - margin, 0.0);
        axis.high = high + margin;
    }
    axis.box = {kHistogramLeft, kHistogramLegend, std::max(size.width() - kHistogramLeft - kHistogramRight, 60.0),
                std::max(size.height() - kHistogramLegend - kCycleAxisFoot, 40.0)};
    return axis;
}

QRectF FlashHistogramView::plotOf(std::size_t panel, QSizeF size) const {
    const CycleAxis whole = axis(size);
    const double height = whole.box.height() / static_cast<double>(m_panels.size());
    return {whole.box.left(), whole.box.top() + height * static_cast<double>(panel) + kPanelHead, whole.box.width(),
            height - kPanelHead - (panel + 1 == m_panels.size() ? 0 : kPanelGap)};
}

QRectF FlashHistogramView::boxOf(const Bar& bar, const CycleAxis& axis, QSizeF size) const {
    const flash::Histogram& histogram = styleOf(bar.panel).histogram;
    const QRectF plot = plotOf(bar.panel, size);
    const auto [from, to] = flashBinSpan(histogram, bar.bin);
    double left = axis.x(from), right = axis.x(to);
    if (right - left < 3) {  // a hair's breadth can't be seen
        const double middle = (left + right) / 2;
        left = middle - 1.5;
        right = middle + 1.5;
    }
    const double most = static_cast<double>(*std::ranges::max_element(histogram.counts));
    const double share = static_cast<double>(histogram.counts[static_cast<std::size_t>(bar.bin)]) / most;
    const double height = std::max(2.0, share * std::max(plot.height() - kPickHead, 4.0));
    return {left, plot.bottom() - height, right - left, height};
}

QRectF FlashHistogramView::placeOf(int bar, QSizeF size) const {
    if (bar < 0 || bar >= bars()) return {};
    return boxOf(m_bars[static_cast<std::size_t>(bar)], axis(size), size);
}

int FlashHistogramView::pickBar() const {
    for (int bar = 0; bar < bars(); ++bar) {
        const Bar& each = m_bars[static_cast<std::size_t>(bar)];
        const bool wanted = m_choice.style || static_cast<int>(m_panels[each.panel]) == m_run->result.best;
        const flash::StyleResult& style = styleOf(each.panel);
        if (wanted && style.best && flashBin(style.histogram, style.best->score.runtime) == each.bin) return bar;
    }
    return -1;
}

/// What the right end of the title says: the pick in bold, or that there is none.
void FlashHistogramView::paintTold(QPainter& painter, const Theme& theme, std::size_t panel, const QRectF& room) const {
    const flash::StyleResult& style = styleOf(panel);
    const QFont note = uiFont(TypeSize::note), strong = uiFont(TypeSize::note, true);
    const QString figure = style.best ? shortCount(static_cast<double>(style.best->score.runtime), 4) : QString();
    const bool misfit = style.best && !style.best->score.fits;
    const QString pick = !style.best ? tr("no pick: none fits")
                         : misfit    ? tr("pick %1, doesn't fit").arg(figure)
                                     : tr("pick %1").arg(figure);
    const double wide = textWidth(pick, strong) + 2;
    drawText(painter, {room.right() - wide, room.top(), wide, room.height()}, Qt::AlignVCenter | Qt::AlignRight, pick,
             strong, style.best && !misfit ? theme.text : theme.warning);
    QString told = tr("%1 candidates, %2 fit").arg(countText(style.candidates), countText(style.fitting));
    const bool best = static_cast<int>(m_panels[panel]) == m_run->result.best;
    if (best && m_run->result.styles.size() > 1) told = tr("best style; ") + told;
    drawText(painter, {room.left(), room.top(), room.width() - wide - 8, room.height()},
             Qt::AlignVCenter | Qt::AlignRight, told + QStringLiteral(","), note, theme.text2);
}

void FlashHistogramView::paintPanel(QPainter& painter, const Theme& theme, std::size_t panel, const CycleAxis& axis,
                                    QSizeF size) const {
    const flash::StyleResult& style = styleOf(panel);
    const QRectF plot = plotOf(panel, size);
    const QFont note = uiFont(TypeSize::note), bold = uiFont(TypeSize::control, true);
    const QString name = QString::fromStdString(flashLabel(style));
    const double head = plot.top() - kPanelHead - 1;
    const double wide = std::min(textWidth(name, bold) + 8, plot.width() * 0.5);
    drawText(painter, {plot.left(), head, wide, kPanelHead}, Qt::AlignVCenter, name, bold, theme.text);
    paintTold(painter, theme, panel, {plot.left() + wide + 4, head, plot.width() - wide - 4, kPanelHead});
    const double most = static_cast<double>(*std::ranges::max_element(style.histogram.counts));
    drawText(painter, {0, plot.top() + kPickHead - 7, kHistogramLeft - 5, 14}, Qt::AlignVCenter | Qt::AlignRight,
             shortCount(most), note, theme.text2);
    painter.fillRect(QRectF(plot.left(), plot.bottom(), plot.width(), 1), theme.plotAxis);
    for (const Bar& bar : m_bars)
        if (bar.panel == panel) painter.fillRect(boxOf(bar, axis, size), barColor(theme));
    if (style.random.best)
        drawRandomMark(painter, theme, axis.x(static_cast<double>(style.random.best->score.runtime)),
                       plot.bottom() - 6);
    if (!style.best) return;
    const double x = axis.x(static_cast<double>(style.best->score.runtime));
    painter.fillRect(QRectF(x - 0.75, plot.top() + 4, 1.5, plot.height() - 4), theme.text);
    drawPickMark(painter, theme, x, plot.top());
}

void FlashHistogramView::paintLegend(QPainter& painter, const Theme& theme, double width) const {
    const QFont note = uiFont(TypeSize::note);
    double x = kHistogramLeft;
    const auto entry = [&](const QString& text) {
        drawText(painter, {x + 14, 2, width - x - 14, 15}, Qt::AlignVCenter, text, note, theme.text2);
        const double at = x + 5;
        x += 14 + textWidth(text, note) + 14;
        return at;
    };
    painter.fillRect(QRectF(entry(tr("candidates")) - 4, 5, 9, 9), barColor(theme));
    drawPickMark(painter, theme, entry(tr("pick")), 6);
    if (m_answer->report.options.samples > 0) drawRandomMark(painter, theme, entry(tr("best random one")), 9.5);
}

void FlashHistogramView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const CycleAxis shared = axis(size);
    shared.paint(painter, theme, shared.log ? tr("runtime, cycles (logarithmic)") : tr("runtime, cycles"));
    paintLegend(painter, theme, size.width());
    for (std::size_t panel = 0; panel < m_panels.size(); ++panel) paintPanel(painter, theme, panel, shared, size);
    paintMarks(painter, theme, [&](int bar) { return placeOf(bar, size); });
}

QString FlashHistogramView::wordsOf(int bar) const {
    if (bar < 0 || bar >= bars()) return {};
    const Bar& each = m_bars[static_cast<std::size_t>(bar)];
    const flash::StyleResult& style = styleOf(each.panel);
    const auto [from, to] = flashBinSpan(style.histogram, each.bin);
    const std::int64_t count = style.histogram.counts[static_cast<std::size_t>(each.bin)];
    QString text = tr("%1: %2 of %3 candidates take %4 to %5 cycles")
                       .arg(QString::fromStdString(flashLabel(style)), countText(count), countText(style.candidates),
                            countText(std::llround(from)), countText(std::llround(to)));
    if (style.best && flashBin(style.histogram, style.best->score.runtime) == each.bin)
        text += tr("; the pick is among them: %1").arg(cyclesText(m_answer->report, style.best->score.runtime));
    return text;
}

QString FlashHistogramView::textTwin() const {
    if (m_panels.empty()) return {};
    QStringList lines{summary()};
    for (std::size_t panel = 0; panel < m_panels.size(); ++panel) {
        const flash::StyleResult& style = styleOf(panel);
        QString line =
            tr("%1: %2 candidates, %3 fit, %4 to %5 cycles")
                .arg(QString::fromStdString(flashLabel(style)), countText(style.candidates), countText(style.fitting),
                     countText(style.histogram.least), countText(style.histogram.most));
        line += style.best ? tr("; pick %1").arg(cyclesText(m_answer->report, style.best->score.runtime))
                           : tr("; no pick: none fits");
        if (style.best && !style.best->score.fits)
            line += QStringLiteral(" (%1)").arg(QString::fromStdString(flashProblem(*style.best)));
        if (style.random.best)
            line += tr("; best random one %1").arg(cyclesText(m_answer->report, style.random.best->score.runtime));
        lines << line;
    }
    for (int bar = 0; bar < bars(); ++bar) lines << wordsOf(bar);
    return lines.join(u'\n');
}

QString FlashHistogramView::emptyText() const {
    if (!m_panels.empty()) return {};
    if (m_answer) return tr("No candidate yet: no tile of these styles stays within the limits.");
    return flashEmptyText(tr("How fast all candidate mappings of FLASH are, style by style, with its pick."),
                          m_refusal);
}

int FlashHistogramView::itemAt(const QPointF& position) const {
    if (m_panels.empty()) return -1;
    const CycleAxis shared = axis(size());
    for (int bar = 0; bar < bars(); ++bar) {
        const Bar& each = m_bars[static_cast<std::size_t>(bar)];
        const QRectF plot = plotOf(each.panel, size());
        const QRectF box = boxOf(each, shared, size());
        if (QRectF(box.left(), plot.top(), box.width(), plot.height()).contains(position)) return bar;
    }
    return -1;
}

std::optional<int> FlashHistogramView::stepFrom(int bar, int key) const {
    if (key != Qt::Key_Up && key != Qt::Key_Down) return stepAlong(bar, bars(), key, Qt::Key_Left, Qt::Key_Right);
    if (bars() == 0) return std::nullopt;
    if (bar < 0) return 0;
    const std::size_t panel = m_bars[static_cast<std::size_t>(bar)].panel;
    int next = bar;
    if (key == Qt::Key_Down) {
        while (next + 1 < bars() && m_bars[static_cast<std::size_t>(next)].panel == panel) ++next;
        return next;
    }
    while (next > 0 && m_bars[static_cast<std::size_t>(next)].panel == panel) --next;
    const std::size_t above = m_bars[static_cast<std::size_t>(next)].panel;
    while (next > 0 && m_bars[static_cast<std::size_t>(next - 1)].panel == above) --next;
    return next;
}

}  // namespace lapidary::ui
