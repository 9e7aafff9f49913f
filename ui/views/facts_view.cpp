// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/facts_view.h"

#include <QKeyEvent>
#include <QPainter>

#include <algorithm>

#include "core/base/digit_groups.h"
#include "core/base/units.h"
#include "core/io/report_text.h"
#include "core/model/explain/figure_id.h"
#include "core/model/finish.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kFactsPadding = 10;
constexpr double kFactsRow = 20;
constexpr double kFactsHeader = 22;
constexpr double kBarRow = 22;
constexpr double kNote = 18;
constexpr double kFailure = 34;
constexpr double kBoundName = 68, kPortName = 116;

}  // namespace

FactsView::FactsView(QWidget* parent) : ExhibitView(tr("Facts"), parent) {}

void FactsView::exhibitChanged() {
    m_failures = has() ? makeFailures() : std::vector<Failure>{};
    m_facts = has() ? makeFacts() : std::vector<Fact>{};
    m_bounds = has() ? makeBounds() : std::vector<Bound>{};
    m_lacking = has() ? QString::fromStdString(lackingText(exhibit().cost.notes)) : QString();
}

std::vector<FactsView::Failure> FactsView::makeFailures() const {
    std::vector<Failure> failures;
    for (const Reason& reason : exhibit().cost.reasons)
        failures.push_back(
            {QString::fromStdString(describe(reason, *exhibit().setup->target)), lapidary::figureOf(reason)});
    return failures;
}

std::vector<FactsView::Fact> FactsView::makeFacts() const {
    const Cost& cost = exhibit().cost;
    const ArchitectureSpec& design = exhibit().inputs.architecture.spec();
    std::vector<Fact> facts;
    const auto figure = [&](const QString& name, std::optional<double> value, const Scale& scale,
                            const QString& definition, std::optional<CostFigure> kind) {
        facts.push_back({name, value ? scale.text(*value) : tr("unknown"), value ? scale.unit : QString(), definition,
                         value && kind ? std::optional(FigureId{.kind = *kind}) : std::nullopt});
    };
    figure(tr("EDP"), cost.edp, edpScale(cost.edp.value_or(0), design.clockGhz),
           tr("Energy-delay product: energy times cycles"), CostFigure::edp);
    figure(tr("Energy"), cost.energyPj, energyScale(cost.energyPj.value_or(0)),
           tr("Accesses times energy per access, networks, leakage, and the MACs"), CostFigure::energy);
    facts.push_back({tr("Cycles"), countText(cost.cycles), QString(), tr("The largest of the bounds below"),
                     FigureId{.kind = CostFigure::cycles}});
    if (design.clockGhz) {
        const Scale time = timeScale(cost.cycles, *design.clockGhz);
        const QString clock = QString::fromStdString(formatFigure(*design.clockGhz * 1000));
        facts.push_back({tr("Time"), time.text(static_cast<double>(cost.cycles)),
                         tr("%1 at %2 MHz").arg(time.unit, clock), tr("Cycles over the clock"),
                         FigureId{.kind = CostFigure::cycles}});
    }
    facts.push_back({tr("PE utilisation"), QString::number(100 * cost.utilization, 'f', 1),
                     tr("% of %1 MACs").arg(countText(exhibit().inputs.architecture.computeInstances())),
                     tr("MACs over compute steps times compute instances"), FigureId{.kind = CostFigure::utilization}});
    if (cost.cycles > cost.steps)  // else it is the same
        facts.push_back({tr("Including waits"), QString::number(100 * cost.throughputUtilization, 'f', 1),
                         tr("% over all cycles"), tr("MACs over cycles times compute instances"),
                         FigureId{.kind = CostFigure::cycles}});
    facts.push_back(
        {tr("MACs"), countText(cost.macs),
         cost.computes == cost.macs ? QString() : tr("%1 executed with padding").arg(countText(cost.computes)),
         tr("Product of the workload's bounds"), FigureId{.kind = CostFigure::macs}});
    figure(tr("Energy per MAC"), cost.energyPerMacPj(), Scale{1, QStringLiteral("pJ")}, tr("Energy over MACs"),
           CostFigure::energy);
    figure(tr("Area"), cost.areaUm2, areaScale(cost.areaUm2.value_or(0)),
           tr("Sum of all instances; unknown if the design lacks a figure"), CostFigure::area);
    return facts;
}

/// By ports: the parts that add up to the cycles, then how long each port is busy and what it makes the compute wait.
std::vector<FactsView::Bound> FactsView::makeParts() const {
    const Cost& cost = exhibit().cost;
    std::vector<Bound> parts{
        {tr("Compute"), computeCycles(cost, design()), design().levelCount(), 0, tr("Compute steps")},
        {tr("Stalls"), cost.stallCycles, -1, cost.stallCycles, tr("Cycles that the compute waits for the worst port")},
        {tr("On-load"), cost.onloadCycles, -1, 0, tr("For the first tiles, before the compute starts")},
        {tr("Off-load"), cost.offloadCycles, -1, 0, tr("For the last tiles, after it ended")}};
    for (std::size_t level = 0; level < cost.levels.size(); ++level)
        for (const PortCost& port : cost.levels[level].ports)
            parts.push_back(
                {QString::fromStdString(cost.levels[level].name + "." + port.name), port.busyCycles,
                 static_cast<int>(level), port.stallCycles,
                 tr("%1 cycles to move its words, in a window of %2; %3 of stalls")
                     .arg(countText(port.busyCycles), countText(port.windowCycles), countText(port.stallCycles))});
    return parts;
}

std::vector<FactsView::Bound> FactsView::makeBounds() const {
    if (isByPorts()) return makeParts();
    const Cost& cost = exhibit().cost;
    std::vector<Bound> bounds{{tr("Compute"), computeCycles(cost, design()), design().levelCount()}};
    for (std::size_t level = 0; level < cost.levels.size(); ++level)
        if (cost.levels[level].cycles > 0)
            bounds.push_back(
                {QString::fromStdString(cost.levels[level].name), cost.levels[level].cycles, static_cast<int>(level)});
    std::stable_sort(bounds.begin(), bounds.end(), [](const Bound& a, const Bound& b) { return a.cycles > b.cycles; });
    return bounds;
}

double FactsView::factsTop() const { return kFailure * static_cast<double>(m_failures.size()); }

double FactsView::boundsTop() const {
    return factsTop() + kFactsHeader + kFactsRow * static_cast<double>(m_facts.size()) + 10;
}

QSizeF FactsView::pictureSize() const { return {330, notesTop() + (m_lacking.isEmpty() ? 0 : kNote) + 6}; }

double FactsView::notesTop() const { return boundsTop() + 20 + kBarRow * static_cast<double>(m_bounds.size()); }

void FactsView::paintFailures(QPainter& painter, const Theme& theme, double width) const {
    double y = 0;
    for (const Failure& failure : m_failures) {
        const bool chosen = failure.figure && failure.figure == explained();
        painter.fillRect(QRectF(0, y, chosen ? 5 : 3, kFailure - 1), theme.error);
        painter.fillRect(QRectF(0, y + kFailure - 1, width, 1), theme.rowLine);
        const QFont font = uiFont(TypeSize::control, true);
        const QRectF room(kFactsPadding, y + 1, width - 2 * kFactsPadding, kFailure - 3);
        painter.setFont(font);
        painter.setPen(theme.error);
        painter.drawText(room, Qt::TextWordWrap | Qt::AlignLeft | Qt::AlignVCenter,
                         tr("Not valid: %1").arg(failure.text));
        y += kFailure;
    }
}

void FactsView::paintFacts(QPainter& painter, const Theme& theme, double width) const {
    const double values = kFactsPadding + 100;
    const double units = values + 92;
    double y = factsTop();
    painter.fillRect(QRectF(0, y, width, kFactsHeader), theme.header);
    painter.fillRect(QRectF(0, y + kFactsHeader - 1, width, 1), theme.line);
    const QFont header = uiFont(TypeSize::note, true);
    drawText(painter, {kFactsPadding, y, 96, kFactsHeader}, Qt::AlignVCenter, tr("Metric"), header, theme.text2);
    drawText(painter, {values, y, 84, kFactsHeader}, Qt::AlignVCenter | Qt::AlignRight,
             exhibit().cost.valid ? tr("This mapping") : tr("If it fitted"), header, theme.text2);
    drawText(painter, {units, y, width - units, kFactsHeader}, Qt::AlignVCenter, tr("Unit"), header, theme.text2);
    y += kFactsHeader;
    for (const Fact& fact : m_facts) {
        if (fact.figure && fact.figure == explained()) painter.fillRect(QRectF(0, y, 3, kFactsRow - 1), theme.accent);
        painter.fillRect(QRectF(0, y + kFactsRow - 1, width, 1), theme.rowLine);
        drawText(painter, {kFactsPadding, y, 98, kFactsRow}, Qt::AlignVCenter, fact.name, uiFont(TypeSize::control),
                 theme.text);
        drawText(painter, {values - 12, y, 96, kFactsRow}, Qt::AlignVCenter | Qt::AlignRight, fact.value,
                 uiFont(TypeSize::control, true), exhibit().cost.valid ? theme.text : theme.text2);
        drawText(painter, {units, y, width - units - 6, kFactsRow}, Qt::AlignVCenter, fact.unit, uiFont(TypeSize::note),
                 theme.text2);
        y += kFactsRow;
    }
}

void FactsView::paintBounds(QPainter& painter, const Theme& theme, double width) const {
    double y = boundsTop();
    const QString title = isByPorts() ? tr("Cycles by ports") : tr("Cycles by bound");
    drawText(painter, {kFactsPadding, y, 120, 16}, Qt::AlignVCenter, title, uiFont(TypeSize::note, true), theme.text);
    const double after = kFactsPadding + textWidth(title, uiFont(TypeSize::note, true)) + 8;
    drawText(painter, {after, y, width - after - kFactsPadding, 16}, Qt::AlignVCenter, bindingText(),
             uiFont(TypeSize::note), theme.text2);
    if (isByPorts() && exhibit().cost.stallCycles > 0) {  // what the lower half of a bar says
        const QString key = tr("stalls");
        const double keyLeft = width - kFactsPadding - textWidth(key, uiFont(TypeSize::note));
        painter.fillRect(QRectF(keyLeft - 16, y + 6, 12, 5), theme.error);
        drawText(painter, {keyLeft, y, width - keyLeft, 16}, Qt::AlignVCenter, key, uiFont(TypeSize::note),
                 theme.text2);
    }
    y += 20;
    const double names = isByPorts() ? kPortName : kBoundName;
    const double left = kFactsPadding + names + 4;
    const double room = width - left - 122 - kFactsPadding;
    const std::int64_t whole = isByPorts() ? exhibit().cost.cycles : m_bounds.front().cycles;
    const auto most = static_cast<double>(std::max<std::int64_t>(whole, 1));
    for (const Bound& bound : m_bounds) {
        const bool binds = &bound == &m_bounds.front();
        const double share = std::min(static_cast<double>(bound.cycles) / most, 1.0);
        const QFont nameFont = uiFont(TypeSize::control, binds);
        drawText(painter, {kFactsPadding, y, names, kBarRow}, Qt::AlignVCenter,
                 QFontMetricsF(nameFont).elidedText(bound.name, Qt::ElideMiddle, names), nameFont, theme.text);
        const QRectF bar(left, y + 4, std::max(1.0, room * share), 14);
        painter.fillRect(QRectF(left, y + 4, room, 14), theme.emptyCell);
        painter.fillRect(bar, binds ? theme.levels[1] : theme.levels[3]);
        if (bound.stall > 0) {
            const double stall = std::max(2.0, room * std::min(static_cast<double>(bound.stall) / most, 1.0));
            painter.fillRect(QRectF(left, y + 13, stall, 5), theme.error);
        }
        if (marked([&](const Links& links) { return links.level(bound.level); }))
            drawOutline(painter, theme, QRectF(left, y + 4, room, 14));
        drawText(painter, {width - kFactsPadding - 118, y, 46, kBarRow}, Qt::AlignVCenter | Qt::AlignRight,
                 QStringLiteral("%1 %").arg(100 * share, 0, 'f', 0), uiFont(TypeSize::note), theme.text2);
        drawText(painter, {width - kFactsPadding - 72, y, 72, kBarRow}, Qt::AlignVCenter | Qt::AlignRight,
                 countText(bound.cycles), uiFont(TypeSize::note, binds), theme.text);
        y += kBarRow;
    }
}

QString FactsView::bindingText() const {
    if (!isByPorts()) return tr("%1 binds").arg(m_bounds.front().name);
    const QString name = QString::fromStdString(exhibit().cost.boundBy);
    return exhibit().cost.stallCycles > 0 ? tr("%1 stalls the compute").arg(name) : tr("bound by %1").arg(name);
}

void FactsView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    paintFailures(painter, theme, size.width());
    paintFacts(painter, theme, size.width());
    paintBounds(painter, theme, size.width());
    if (!m_lacking.isEmpty())
        drawText(painter, {kFactsPadding, notesTop() + 2, size.width() - 2 * kFactsPadding, kNote}, Qt::AlignVCenter,
                 tr("Not counted: %1").arg(m_lacking), uiFont(TypeSize::note), theme.text3);
}

Subject FactsView::subjectAt(const QPointF& position) const {
    const double row = (position.y() - boundsTop() - 20) / kBarRow;
    if (row < 0 || row >= static_cast<double>(m_bounds.size())) return {};
    if (m_bounds[static_cast<std::size_t>(row)].level < 0) return {};
    return {.level = m_bounds[static_cast<std::size_t>(row)].level};
}

std::optional<FigureId> FactsView::figureOf(const Subject& subject) const {
    if (subject.level < 0 || subject.level > design().levelCount()) return std::nullopt;
    if (subject.level == design().levelCount()) return FigureId{.kind = CostFigure::steps};
    return FigureId{.kind = CostFigure::cycles, .level = static_cast<std::int8_t>(subject.level)};
}

std::optional<FigureId> FactsView::figureAt(const QPointF& position) const {
    if (position.y() >= 0 && position.y() < factsTop())
        return m_failures[static_cast<std::size_t>(position.y() / kFailure)].figure;
    const double row = (position.y() - factsTop() - kFactsHeader) / kFactsRow;
    if (row < 0 || row >= static_cast<double>(m_facts.size())) return figureOf(subjectAt(position));
    return m_facts[static_cast<std::size_t>(row)].figure;
}

void FactsView::keyPressEvent(QKeyEvent* event) {
    if (!has() || (event->key() != Qt::Key_Up && event->key() != Qt::Key_Down))
        return ExhibitView::keyPressEvent(event);
    // All figures from top to bottom, and the one that is explained among them.
    std::vector<FigureId> figures;
    for (const Failure& failure : m_failures)
        if (failure.figure) figures.push_back(*failure.figure);
    for (const Fact& fact : m_facts)
        if (fact.figure && (figures.empty() || figures.back() != *fact.figure)) figures.push_back(*fact.figure);
    for (const Bound& bound : m_bounds)
        if (const auto figure = figureOf({.level = bound.level});
            figure && (figures.empty() || figures.back() != *figure))
            figures.push_back(*figure);
    const auto at = explained() ? std::find(figures.begin(), figures.end(), *explained()) : figures.end();
    const bool up = event->key() == Qt::Key_Up;
    if (at == figures.end()) return explain(up ? figures.back() : figures.front());
    if (up ? at != figures.begin() : at + 1 != figures.end()) explain(up ? at[-1] : at[1]);
}

QString FactsView::tipAt(const QPointF& position) const {
    if (position.y() >= notesTop() && !m_lacking.isEmpty()) {
        QStringList notes{tr("What these figures leave out or assume:")};
        for (const std::string& note : exhibit().cost.notes) notes << QString::fromStdString(note);
        return notes.join(u'\n');
    }
    if (position.y() >= 0 && position.y() < factsTop()) {
        const Failure& failure = m_failures[static_cast<std::size_t>(position.y() / kFailure)];
        return failure.figure ? tr("%1\nA click explains it").arg(failure.text) : failure.text;
    }
    const double bound = (position.y() - boundsTop() - 20) / kBarRow;
    if (bound >= 0 && bound < static_cast<double>(m_bounds.size()))
        return m_bounds[static_cast<std::size_t>(bound)].definition;
    const double row = (position.y() - factsTop() - kFactsHeader) / kFactsRow;
    if (row < 0 || row >= static_cast<double>(m_facts.size())) return {};
    return m_facts[static_cast<std::size_t>(row)].definition;
}

QString FactsView::textTwin() const {
    QStringList lines;
    for (const Failure& failure : m_failures) lines << tr("Not valid: %1").arg(failure.text);
    for (const Fact& fact : m_facts)
        lines << QStringLiteral("%1: %2 %3").arg(fact.name, fact.value, fact.unit).trimmed();
    for (const Bound& bound : m_bounds) {
        lines
            << (isByPorts() ? tr("%1: %2 cycles") : tr("%1 bound: %2 cycles")).arg(bound.name, countText(bound.cycles));
        if (bound.level >= 0 && bound.stall > 0) lines.back() += tr(", stalls %1").arg(countText(bound.stall));
    }
    if (!m_lacking.isEmpty()) lines << tr("Not counted: %1").arg(m_lacking);
    return lines.join(u'\n');
}

QString FactsView::emptyText() const {
    return has() ? QString() : tr("Energy, time and utilisation, once there is a mapping.");
}

}  // namespace lapidary::ui
