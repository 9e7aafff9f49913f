// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/roofline_view.h"

#include <QPainter>

#include <algorithm>
#include <cmath>

#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kRooflinePadding = 10, kRooflineRow = 34, kLowRow = 21, kFactsWidth = 206, kPlotLeast = 150;

QString shortText(double value) { return significantText(value); }
QString marginText(double value) { return significantText(value, 3); }

/// A log axis over whole decades.
struct Decades {
    double low = 0, high = 1;  ///< log10
    Decades(double smallest, double largest)
        : low(std::floor(std::log10(smallest))), high(std::max(std::ceil(std::log10(largest)), low + 1)) {}
    double at(double value) const { return (std::log10(value) - low) / (high - low); }
    int step() const { return high - low > 4 ? 2 : 1; }
};

QString tick(double exponent) {
    const double value = std::pow(10.0, exponent);
    if (exponent >= 6) return shortText(value / 1e6) + u'M';
    return exponent >= 3 ? shortText(value / 1e3) + u'k' : shortText(value);
}

}  // namespace

RooflineView::RooflineView(QWidget* parent) : View(tr("Live facts and roofline"), parent) {}

void RooflineView::setDesign(const Architecture& design, const Workload& workload) {
    m_facts = designFacts(design, workload);
    m_basis = QString::fromStdString(intensityBasis(m_facts, design, workload));
    m_lines = makeFacts(design);
    pictureChanged();
}

void RooflineView::setWhatIf(const std::optional<WhatIf>& shown, std::optional<double> clockGhz) {
    m_shown.reset();
    if (shown) {
        const QString meaning =
            tr("EDP of the mapping on show (%1), evaluated on the design as it stands here").arg(shown->origin);
        if (!shown->trouble.isEmpty()) {
            m_shown = Fact{tr("EDP"), tr("does not fit"), {}, shown->trouble, meaning + u'\n' + shown->trouble};
        } else if (shown->now && shown->now->edp) {
            const Scale scale = edpScale(*shown->now->edp, clockGhz);
            const auto change = shown->change();
            const bool same = !change || changeText(*change) == changeText(0);
            m_shown = Fact{tr("EDP"), scale.text(*shown->now->edp), scale.unit,
                           same ? tr("%1; edit a value to see it move").arg(shown->origin)
                                : tr("%1 by the edits, %2").arg(changeText(*change), shown->origin),
                           meaning};
        } else {
            m_shown = Fact{tr("EDP"), tr("unknown"), {}, tr("the design lacks energies"), meaning};
        }
    }
    pictureChanged();
}

std::vector<RooflineView::Fact> RooflineView::allFacts() const {
    std::vector<Fact> facts;
    if (m_shown) facts.push_back(*m_shown);
    facts.insert(facts.end(), m_lines.begin(), m_lines.end());
    return facts;
}

std::vector<RooflineView::Fact> RooflineView::makeFacts(const Architecture& design) const {
    std::vector<Fact> lines;
    const QString areaMeaning = tr("All instances; the outermost level counts only if it has an area");
    if (m_facts.areaUm2) {
        const Scale scale = areaScale(*m_facts.areaUm2);
        const bool outside = !design.levels().front().area.value && design.levels().front().partitions.empty();
        lines.push_back({tr("Area"), scale.text(*m_facts.areaUm2), scale.unit,
                         outside ? tr("%1 not counted").arg(QString::fromStdString(design.levels().front().name))
                                 : tr("all levels"),
                         areaMeaning});
    } else {
        QStringList names;
        for (const std::string& name : m_facts.areaMissing) names << QString::fromStdString(name);
        lines.push_back(
            {tr("Area"), tr("unknown"), {}, tr("no figure: %1").arg(names.join(QStringLiteral(", "))), areaMeaning});
    }
    lines.push_back({tr("Peak"), shortText(m_facts.peak), tr("MAC/cycle"),
                     m_facts.peakPerSecond ? tr("%1 GMAC/s").arg(shortText(*m_facts.peakPerSecond / 1e9))
                                           : tr("%1 units").arg(countText(m_facts.computeInstances)),
                     tr("Compute units over their initiation interval")});
    const QString intensityMeaning =
        tr("MACs per word if each word moves once: the most that any mapping can reach. Counted: %1").arg(m_basis);
    if (!m_facts.roofline) {
        lines.push_back({tr("Ridge"),
                         tr("none"),
                         {},
                         tr("no bandwidth is limited"),
                         tr("MACs per word above which the compute binds")});
        lines.push_back({tr("Intensity"), shortText(m_facts.intensity), tr("MAC/word"), tr("all tensors, each once"),
                         intensityMeaning});
        return lines;
    }
    const Roofline& roof = *m_facts.roofline;
    const QString level = QString::fromStdString(design.levels()[static_cast<std::size_t>(roof.level)].name);
    lines.push_back(
        {tr("Ridge"), shortText(roof.ridge), tr("MAC/word"),
         tr("%1 over %2 words/cycle at %3").arg(shortText(m_facts.peak), shortText(roof.wordsPerCycle), level),
         tr("MACs per word moved at %1 above which the compute binds").arg(level)});
    lines.push_back({tr("Intensity"), shortText(roof.intensity), tr("MAC/word"),
                     roof.computeBound ? tr("compute bound by %1×").arg(marginText(roof.margin))
                                       : tr("bound by %1 by %2×").arg(level, marginText(roof.margin)),
                     intensityMeaning});
    return lines;
}

/// Two lines each if there is room; else one, the note in the tip, but what an edit does always shows.
double RooflineView::rowHeight(std::size_t row, double height) const {
    const auto count = static_cast<double>(m_lines.size() + (m_shown ? 1 : 0));
    const bool roomy = 4 + kRooflineRow * count <= height;
    return roomy || (row == 0 && m_shown) ? kRooflineRow : kLowRow;
}

void RooflineView::paintFacts(QPainter& painter, const Theme& theme, QSizeF size) const {
    const double width = size.width();
    double y = 4;
    std::size_t row = 0;
    for (const Fact& fact : allFacts()) {
        const double tall = rowHeight(row++, size.height());
        painter.fillRect(QRectF(kRooflinePadding, y + tall - 1, width - kRooflinePadding, 1), theme.rowLine);
        drawText(painter, {kRooflinePadding, y + 2, 60, 16}, Qt::AlignVCenter, fact.name, uiFont(TypeSize::control),
                 theme.text);
        const double units = textWidth(fact.unit, uiFont(TypeSize::note));
        drawText(painter, {width - units, y + 2, units + 1, 16}, Qt::AlignVCenter, fact.unit, uiFont(TypeSize::note),
                 theme.text2);
        drawText(painter, {kRooflinePadding + 56, y + 2, width - units - kRooflinePadding - 61, 16},
                 Qt::AlignVCenter | Qt::AlignRight, fact.value, uiFont(TypeSize::control, true), theme.text);
        if (tall == kRooflineRow)
            drawText(painter, {kRooflinePadding, y + 17, width - kRooflinePadding, 15},
                     Qt::AlignVCenter | Qt::AlignRight, fact.note, uiFont(TypeSize::note), theme.text2);
        y += tall;
    }
}

void RooflineView::paintPlot(QPainter& painter, const Theme& theme, const QRectF& box) const {
    const Roofline& roof = *m_facts.roofline;
    const QRectF plot = box.adjusted(34, 8, -16, -34);
    const Decades x(std::min(roof.ridge, roof.intensity) / 4, std::max(roof.ridge, roof.intensity) * 4);
    const Decades y(std::min(m_facts.peak, std::pow(10.0, x.low) * roof.wordsPerCycle), m_facts.peak * 1.6);
    const auto place = [&](double words, double rate) {
        return QPointF(plot.left() + plot.width() * x.at(words), plot.bottom() - plot.height() * y.at(rate));
    };
    const QFont note = uiFont(TypeSize::note);
    painter.setPen(QPen(theme.plotGrid, 1));
    for (double e = x.low; e <= x.high; e += x.step()) {
        const double at = place(std::pow(10.0, e), 1).x();
        painter.setPen(QPen(theme.plotGrid, 1));
        painter.drawLine(QPointF(at, plot.top()), QPointF(at, plot.bottom()));
        drawText(painter, {at - 24, plot.bottom() + 2, 48, 14}, Qt::AlignCenter, tick(e), note, theme.text2);
    }
    for (double e = y.low; e <= y.high; e += y.step()) {
        const double at = plot.bottom() - plot.height() * (e - y.low) / (y.high - y.low);
        painter.setPen(QPen(theme.plotGrid, 1));
        painter.drawLine(QPointF(plot.left(), at), QPointF(plot.right(), at));
        drawText(painter, {box.left(), at - 7, 30, 14}, Qt::AlignRight | Qt::AlignVCenter, tick(e), note, theme.text2);
    }
    painter.setPen(QPen(theme.plotAxis, 1));
    painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    painter.drawLine(plot.bottomLeft(), plot.topLeft());
    drawText(painter, {box.left() + 10, plot.bottom() + 17, box.width() - 12, 15}, Qt::AlignCenter,
             tr("MACs per cycle against MACs per word"), note, theme.text2);

    painter.save();
    painter.setClipRect(plot.adjusted(0, -2, 2, 2));
    painter.setPen(QPen(theme.series[0], 1.8));
    const QPointF ridge = place(roof.ridge, m_facts.peak);
    const double start = std::pow(10.0, x.low);
    painter.drawPolyline(QPolygonF{place(start, start * roof.wordsPerCycle), ridge, QPointF(plot.right(), ridge.y())});
    painter.restore();
    const QPointF here = place(roof.intensity, roof.attainable);
    painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
    painter.drawLine(here, QPointF(here.x(), plot.bottom()));
    painter.setPen(QPen(theme.panel, 1));
    painter.setBrush(theme.text);
    painter.drawPolygon(
        QPolygonF{here + QPointF(0, -6), here + QPointF(6, 0), here + QPointF(0, 6), here + QPointF(-6, 0)});
}

void RooflineView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const bool plot = m_facts.roofline && size.width() >= kFactsWidth + kPlotLeast;
    paintFacts(painter, theme, {plot ? kFactsWidth : size.width() - kRooflinePadding, size.height()});
    if (plot)
        paintPlot(
            painter, theme,
            {kFactsWidth + 8, 4, std::min(size.width() - kFactsWidth - 8, 320.0), std::min(size.height() - 8, 210.0)});
}

QString RooflineView::tipAt(const QPointF& position) const {
    if (position.x() > kFactsWidth && m_facts.roofline && width() >= kFactsWidth + kPlotLeast) return {};
    double y = 4;
    std::size_t row = 0;
    for (const Fact& fact : allFacts()) {
        y += rowHeight(row++, height());
        if (position.y() < y) return fact.note + u'\n' + fact.definition;
    }
    return {};
}

QString RooflineView::textTwin() const {
    QStringList lines;
    for (const Fact& fact : allFacts())
        lines << QStringLiteral("%1: %2 %3 (%4)").arg(fact.name, fact.value, fact.unit, fact.note);
    return lines.join(u'\n');
}

}  // namespace lapidary::ui
