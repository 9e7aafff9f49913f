// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/fabric_timeline_view.h"

#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <cmath>

#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

using fabric::MultiplierState;

constexpr double kTimelineLeft = 46, kTimelineRight = 12, kTimelineTop = 10, kTimelineAxis = 22;
constexpr double kTimelineRow = 18, kTimelineTable = 7 * kTimelineRow + 8, kReasonColumns = 300;
constexpr double kCycleWidth = 6;

constexpr double averageOf(std::int64_t part, std::int64_t whole) {
    return whole > 0 ? static_cast<double>(part) / static_cast<double>(whole) : 0;
}

/// Work at the base, then what is waited for, the drain hatched on top.
struct StateLook {
    MultiplierState state;
    int slot;  ///< of the tensors; -1: work
    bool hatched;
};
constexpr StateLook kStateLooks[] = {{MultiplierState::working, -1, false},
                                     {MultiplierState::operands, 1, false},
                                     {MultiplierState::ports, 2, false},
                                     {MultiplierState::weights, 0, false},
                                     {MultiplierState::results, 2, true}};

void paintArea(QPainter& painter, const Theme& theme, const QRectF& box, const StateLook& look) {
    if (box.height() <= 0) return;
    const auto slot = static_cast<std::size_t>(std::max(look.slot, 0));
    if (!look.hatched) {
        painter.fillRect(box, look.slot < 0 ? theme.levels[1] : theme.tensors[slot]);
        return;
    }
    constexpr double kEvery = 5;
    painter.fillRect(box, theme.emptyCell);
    QList<QLineF> lines;
    for (double c = std::ceil((box.left() + box.top()) / kEvery) * kEvery; c < box.right() + box.bottom();
         c += kEvery) {
        const double from = std::max(box.left(), c - box.bottom()), to = std::min(box.right(), c - box.top());
        if (to > from) lines << QLineF(from, c - from, to, c - to);
    }
    painter.setPen(QPen(theme.dark ? theme.tensors[slot] : theme.tensorOutlines[slot], 1, Qt::SolidLine, Qt::FlatCap));
    painter.drawLines(lines);
}

}  // namespace

FabricTimelineView::FabricTimelineView(QWidget* parent) : View(tr("Utilisation and stalls"), parent) {
    setObjectName("fabricTimeline");
}

void FabricTimelineView::setMoment(const FabricAnswerPtr& answer, const FabricWindowPtr& window, std::int64_t cycle,
                                   const QString& refusal) {
    const bool sameRun = answer == m_answer && refusal == m_refusal;
    m_answer = answer;
    m_window = window;
    m_cycle = cycle;
    m_refusal = refusal;
    if (!sameRun) return pictureChanged();
    setAccessibleDescription(emptyText().isEmpty() ? textTwin() : emptyText());
    update();
}

QString FabricTimelineView::emptyText() const {
    if (!m_refusal.isEmpty()) return tr("No time to look at: %1.").arg(m_refusal);
    if (!m_answer) return tr("How many multipliers work over time, and what the others wait for.");
    if (!m_answer->problems.empty())
        return tr("This can't run: %1.").arg(QString::fromStdString(m_answer->problems.front().message));
    if (m_answer->stopped) return tr("Stopped before all cycles were added up.");
    return m_answer->whole ? QString() : tr("Adding up all cycles ...");
}

QString FabricTimelineView::summary() const {
    if (!emptyText().isEmpty()) return {};
    const double working = ofAll()[static_cast<std::size_t>(MultiplierState::working)];
    const QString text = m_answer->controller() == fabric::Controller::maeri ? tr("%1 of %2 mapped multipliers at work")
                                                                             : tr("%1 of %2 multipliers at work");
    return text.arg(percentText(working / static_cast<double>(mapped()))).arg(mapped());
}

FabricTimelineView::Places FabricTimelineView::placesOf(QSizeF size) const {
    const double room = std::max(90.0, size.height() - kTimelineTable - kTimelineTop - 2 * kTimelineAxis - 8);
    const double wide = std::max(60.0, size.width() - kTimelineLeft - kTimelineRight);
    Places places;
    places.whole = {kTimelineLeft, kTimelineTop, wide, std::floor(room * 0.44)};
    places.detail = {kTimelineLeft, places.whole.bottom() + kTimelineAxis + 8, wide, std::floor(room * 0.56)};
    places.table = places.detail.bottom() + kTimelineAxis;
    return places;
}

FabricTimelineView::Range FabricTimelineView::detailOf(double width) const {
    if (!m_window || !m_window->shows(m_cycle)) return {};
    const auto count = static_cast<std::int64_t>(width / kCycleWidth);
    const std::int64_t first = m_window->trace.cycles.front().cycle, last = m_window->trace.cycles.back().cycle;
    const std::int64_t page = (m_cycle - 1) / (count / 2);  // stays as it is while cycles are stepped within half of it
    const std::int64_t from = std::clamp(page * (count / 2) + 1 - count / 4, first, std::max(first, last - count + 1));
    return {from, std::min(last, from + count - 1)};
}

FabricTimelineView::Shares FabricTimelineView::ofBuckets(std::size_t from, std::size_t to) const {
    fabric::Timeline::Bin sum;
    for (std::size_t i = from; i < to; ++i) sum += m_answer->whole->bins()[i];
    const std::int64_t cycles = sum.cycles();
    Shares shares{};
    for (std::size_t i = 0; i < shares.size(); ++i) shares[i] = averageOf(sum.states[i], cycles);
    return shares;
}

FabricTimelineView::Shares FabricTimelineView::ofAll() const { return ofBuckets(0, m_answer->whole->bins().size()); }

FabricTimelineView::Shares FabricTimelineView::ofCycle(std::int64_t cycle) const {
    Shares shares{};
    if (!m_window || m_window->trace.cycles.empty() || cycle < m_window->trace.cycles.front().cycle ||
        cycle > m_window->trace.cycles.back().cycle)
        return shares;
    const std::ptrdiff_t section = sectionOf(m_window->trace, cycle);
    const auto structure = section < 0 ? nullptr : m_window->structures[static_cast<std::size_t>(section)];
    const std::vector<std::uint8_t>& states = m_window->at(cycle).states;
    for (std::size_t m = 0; m < states.size(); ++m)
        if (states[m] != fabric::TracedCycle::kUnused && !(structure && structure->passes[m])) ++shares[states[m]];
    return shares;
}

/// Multipliers that neither work nor wait.
double FabricTimelineView::idleOf(const Shares& shares) const {
    double busy = 0;
    for (const double share : shares) busy += share;
    return std::max(0.0, static_cast<double>(mapped()) - busy);
}

QString FabricTimelineView::sharesText(const Shares& shares) const {
    QStringList words;
    for (const auto& entry : keyTable(MultiplierState{}))
        if (const double count = shares[static_cast<std::size_t>(entry.value)]; count > 0.005)
            words << QStringLiteral("%1: %2").arg(fromView(entry.label), QString::number(count, 'g', 3));
    return words.join(QStringLiteral(", "));
}

std::int64_t FabricTimelineView::cycleAt(const QPointF& position, QSizeF size) const {
    const Places places = placesOf(size);
    const auto within = [&](const QRectF& plot) {
        return position.x() >= plot.left() && position.x() <= plot.right() && position.y() >= plot.top() - 4 &&
               position.y() <= plot.bottom() + 4;
    };
    const auto place = [&](const QRectF& plot, const Range& range) {
        const double part = (position.x() - plot.left()) / plot.width();
        return std::clamp(range.from + static_cast<std::int64_t>(part * static_cast<double>(range.count())), range.from,
                          range.to);
    };
    if (within(places.whole)) return place(places.whole, {1, m_answer->lastCycle()});
    const Range detail = detailOf(places.detail.width());
    return within(places.detail) && detail.count() > 0 ? place(places.detail, detail) : 0;
}

void FabricTimelineView::paintColumn(QPainter& painter, const Theme& theme, const QRectF& column,
                                     const Shares& shares) const {
    const double scale = column.height() / static_cast<double>(mapped());
    double bottom = column.bottom();
    for (const StateLook& look : kStateLooks) {
        const double high = shares[static_cast<std::size_t>(look.state)] * scale;
        paintArea(painter, theme, {column.left(), bottom - high, column.width(), high}, look);
        bottom -= high;
    }
}

void FabricTimelineView::paintAxes(QPainter& painter, const Theme& theme, const QRectF& plot,
                                   const Range& range) const {
    const QFont font = uiFont(TypeSize::note);
    painter.fillRect(QRectF(plot.left() - 1, plot.top(), 1, plot.height() + 1), theme.plotAxis);
    painter.fillRect(QRectF(plot.left() - 1, plot.bottom(), plot.width() + 1, 1), theme.plotAxis);
    for (const auto& [value, y] : {std::pair{mapped(), plot.top()}, std::pair{std::int64_t{0}, plot.bottom()}})
        drawText(painter, {14, y - 7, kTimelineLeft - 18, 14}, Qt::AlignVCenter | Qt::AlignRight, countText(value),
                 font, theme.text2);
    painter.save();
    painter.translate(9, plot.center().y());
    painter.rotate(-90);
    drawText(painter, {-plot.height() / 2 - 8, -7, plot.height() + 16, 14}, Qt::AlignCenter, tr("multipliers"), font,
             theme.text2);
    painter.restore();
    const double room = 78;
    const int ticks = std::max(1, static_cast<int>(plot.width() / room));
    double step = static_cast<double>(range.count()) / ticks;
    const double power = std::pow(10.0, std::floor(std::log10(std::max(step, 1.0))));
    step = power * (step / power <= 1 ? 1 : step / power <= 2 ? 2 : step / power <= 5 ? 5 : 10);
    const auto every = std::max<std::int64_t>(1, std::llround(step));
    for (std::int64_t at = (range.from + every - 1) / every * every; at <= range.to; at += every) {
        const double x = plot.left() + plot.width() * (static_cast<double>(at - range.from) + 0.5) /
                                           static_cast<double>(range.count());
        if (x > plot.right() - 40) break;
        painter.fillRect(QRectF(x, plot.bottom() + 1, 1, 3), theme.plotAxis);
        drawText(painter, {x - room / 2, plot.bottom() + 4, room, 14}, Qt::AlignCenter, countText(at), font,
                 theme.text2);
    }
    drawText(painter, {plot.right() - 50, plot.bottom() + 4, 50, 14}, Qt::AlignVCenter | Qt::AlignRight, tr("cycle"),
             font, theme.text2);
}

void FabricTimelineView::paintWhole(QPainter& painter, const Theme& theme, const QRectF& plot) const {
    const std::size_t buckets = m_answer->whole->bins().size();
    const std::size_t columns = std::min(buckets, static_cast<std::size_t>(std::max(1.0, plot.width())));
    const auto last = static_cast<double>(m_answer->lastCycle());
    const auto bucket = static_cast<double>(m_answer->whole->width());
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing, false);
    for (std::size_t i = 0; i < columns; ++i) {
        const std::size_t from = i * buckets / columns, to = (i + 1) * buckets / columns;
        const double left = plot.left() + plot.width() * static_cast<double>(from) * bucket / last;
        const double right = plot.left() + plot.width() * std::min(1.0, static_cast<double>(to) * bucket / last);
        paintColumn(painter, theme, {std::round(left), plot.top(), std::round(right) - std::round(left), plot.height()},
                    ofBuckets(from, to));
    }
    painter.restore();
    paintAxes(painter, theme, plot, {1, m_answer->lastCycle()});
}

void FabricTimelineView::paintDetail(QPainter& painter, const Theme& theme, const Places& places) const {
    const Range range = detailOf(places.detail.width());
    const QRectF& plot = places.detail;
    if (range.count() <= 0) {
        drawText(painter, plot, Qt::AlignCenter, tr("stepping to cycle %1 ...").arg(countText(m_cycle)),
                 uiFont(TypeSize::note), theme.text2);
        return;
    }
    const double pitch = plot.width() / static_cast<double>(range.count());
    for (std::int64_t cycle = range.from; cycle <= range.to; ++cycle)
        paintColumn(painter, theme,
                    {plot.left() + pitch * static_cast<double>(cycle - range.from), plot.top(),
                     pitch > 3 ? pitch - 1 : pitch, plot.height()},
                    ofCycle(cycle));
    paintAxes(painter, theme, plot, range);
    const auto xOf = [&](std::int64_t cycle) {
        return places.whole.left() +
               places.whole.width() * static_cast<double>(cycle - 1) / static_cast<double>(m_answer->lastCycle());
    };
    painter.save();
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1, Qt::DashLine));
    const double left = xOf(range.from), right = std::max(left + 4, xOf(range.to + 1));
    painter.drawLine(QPointF(left, places.whole.bottom() + kTimelineAxis), plot.topLeft());
    painter.drawLine(QPointF(right, places.whole.bottom() + kTimelineAxis), plot.topRight());
    painter.setPen(QPen(theme.accent, 2));
    painter.drawRect(QRectF(left, places.whole.top() - 2, right - left, places.whole.height() + 4));
    painter.drawRect(QRectF(plot.left() + pitch * static_cast<double>(m_cycle - range.from) - 1, plot.top() - 3,
                            pitch + 1, plot.height() + 6));
    painter.restore();
}

/// Where the time goes, in words: the largest reason and what would take it away.
QString FabricTimelineView::whyText() const {
    const Shares shares = ofAll();
    std::size_t largest = 1;
    for (std::size_t i = 1; i < shares.size(); ++i)
        if (shares[i] > shares[largest]) largest = i;
    const fabric::Outcome& run = *m_answer->outcome;
    const QString cycles = countText(m_answer->outcome->cycles);
    const QString part = percentText(shares[largest] / static_cast<double>(mapped()));
    if (const double idle = idleOf(shares); idle > shares[largest] && idle > 0.0005 * static_cast<double>(mapped()))
        return tr("%1 cycles: %2 of the multipliers' time they hold nothing, because what is mapped at once doesn't "
                  "fill "
                  "the array. A smaller array would do the same work, a larger layer would fill it.")
            .arg(cycles, percentText(idle / static_cast<double>(mapped())));
    if (shares[largest] <= 0) return tr("In all %1 cycles every mapped multiplier works.").arg(cycles);
    switch (static_cast<MultiplierState>(largest)) {
    case MultiplierState::weights:
        return tr("%1 cycles: %2 of the multipliers' time goes by until weights are there. %3 tiles bring "
                  "weights of "
                  "their own; a tile with fewer of them would wait less.")
            .arg(cycles, part);
    case MultiplierState::operands:
        return tr("%1 cycles: %2 of the multipliers' time goes by until inputs are there. %3 ports send a word "
                  "per cycle "
                  "each; more of them (dn_bw), or tiles that share inputs, would feed more multipliers.")
            .arg(cycles, part)
            .arg(m_answer->desk.run.hardware.distributionWidth);
    case MultiplierState::ports:
        return tr("%1 cycles: %2 of the multipliers' time their port sends partial sums first. An accumulation "
                  "buffer "
                  "keeps those out of memory.")
            .arg(cycles, part);
    case MultiplierState::results:
        return run.psumsThroughMemory ? tr("%1 cycles: %2 of the multipliers' time the inputs are used up "
                                           "and sums of %3 folds travel through "
                                           "memory. An accumulation buffer takes that away.")
                                            .arg(cycles, part)
                                            .arg(run.folds)
                                      : tr("%1 cycles: %2 of the multipliers' time the inputs are used up "
                                           "and results travel to memory before "
                                           "the next weights come.")
                                            .arg(cycles, part);
    case MultiplierState::working: break;
    }
    return {};
}

void FabricTimelineView::paintTable(QPainter& painter, const Theme& theme, double top, QSizeF size) const {
    const QFont font = uiFont(TypeSize::control), head = uiFont(TypeSize::note, true);
    const double wide = std::min(kReasonColumns, size.width() - 16);
    const double now = 8 + wide - 116, run = 8 + wide - 58;
    painter.fillRect(QRectF(8, top, wide, kTimelineRow), theme.header);
    drawText(painter, {14, top, wide - 130, kTimelineRow}, Qt::AlignVCenter,
             (m_answer->controller() == fabric::Controller::maeri ? tr("%1 mapped multipliers") : tr("%1 multipliers"))
                 .arg(mapped()),
             head, theme.text2);
    drawText(painter, {now, top, 54, kTimelineRow}, Qt::AlignVCenter | Qt::AlignRight, tr("now"), head, theme.text2);
    drawText(painter, {run, top, 54, kTimelineRow}, Qt::AlignVCenter | Qt::AlignRight, tr("run, %"), head, theme.text2);
    const Shares all = ofAll(), here = ofCycle(m_cycle);
    double y = top + kTimelineRow;
    for (const StateLook& look : kStateLooks) {
        const auto i = static_cast<std::size_t>(look.state);
        paintArea(painter, theme, {14, y + 4, 10, 10}, look);
        painter.setPen(
            QPen(look.slot < 0 ? theme.levels[1] : theme.tensorOutlines[static_cast<std::size_t>(look.slot)], 1));
        painter.setBrush(Qt::NoBrush);
        painter.drawRect(QRectF(14.5, y + 4.5, 9, 9));
        drawText(painter, {30, y, now - 30, kTimelineRow}, Qt::AlignVCenter, fromView(entryOf(look.state).label), font,
                 theme.text);
        drawText(painter, {now, y, 54, kTimelineRow}, Qt::AlignVCenter | Qt::AlignRight,
                 QString::number(static_cast<int>(here[i])), font, here[i] > 0 ? theme.text : theme.text3);
        const double percent = 100 * all[i] / static_cast<double>(mapped());
        drawText(painter, {run, y, 54, kTimelineRow}, Qt::AlignVCenter | Qt::AlignRight,
                 QString::number(percent, 'f', 1), uiFont(TypeSize::control, true),
                 percent > 0 ? theme.text : theme.text3);
        painter.fillRect(QRectF(8, y + kTimelineRow - 1, wide, 1), theme.rowLine);
        y += kTimelineRow;
    }
    if (const double idle = idleOf(all); idle > 0.0005 * static_cast<double>(mapped())) {  // the rest, up to 100 %
        painter.setPen(QPen(theme.text3, 1));
        painter.drawRect(QRectF(14.5, y + 4.5, 9, 9));
        drawText(painter, {30, y, now - 30, kTimelineRow}, Qt::AlignVCenter, tr("Holds nothing"), font, theme.text);
        drawText(painter, {now, y, 54, kTimelineRow}, Qt::AlignVCenter | Qt::AlignRight,
                 QString::number(static_cast<int>(idleOf(here))), font, theme.text);
        drawText(painter, {run, y, 54, kTimelineRow}, Qt::AlignVCenter | Qt::AlignRight,
                 QString::number(100 * idle / static_cast<double>(mapped()), 'f', 1), uiFont(TypeSize::control, true),
                 theme.text);
    }
    const double left = 8 + wide + 16;
    if (size.width() - left > 160)
        drawWrapped(&painter, {left, top + 2, size.width() - left - 12, kTimelineTable}, whyText(), font, theme.text);
}

void FabricTimelineView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    if (!emptyText().isEmpty()) return;
    const Places places = placesOf(size);
    paintStill(painter, theme, size, [&](QPainter& still) { paintWhole(still, theme, places.whole); });
    paintDetail(painter, theme, places);
    paintTable(painter, theme, places.table, size);
}

QString FabricTimelineView::textTwin() const {
    if (!emptyText().isEmpty()) return {};
    return QStringList{summary(), tr("On average over the run: %1").arg(sharesText(ofAll())),
                       tr("In cycle %1: %2").arg(countText(m_cycle), sharesText(ofCycle(m_cycle))), whyText()}
        .join(u'\n');
}

QString FabricTimelineView::tipAt(const QPointF& position) const {
    const std::int64_t cycle = cycleAt(position, size());
    if (cycle == 0) return {};
    const Places places = placesOf(size());
    if (position.y() > places.whole.bottom() + 4)
        return tr("cycle %1: %2").arg(countText(cycle), sharesText(ofCycle(cycle)));
    const std::int64_t bucket = m_answer->whole->width();
    const auto number = static_cast<std::size_t>((cycle - 1) / bucket);
    const std::int64_t from = static_cast<std::int64_t>(number) * bucket + 1;
    return tr("cycles %1 to %2, on average: %3")
        .arg(countText(from), countText(std::min(from + bucket - 1, m_answer->lastCycle())),
             sharesText(ofBuckets(number, number + 1)));
}

void FabricTimelineView::mousePressEvent(QMouseEvent* event) {
    if (!emptyText().isEmpty() || event->button() != Qt::LeftButton) return;
    if (const std::int64_t cycle = cycleAt(event->position(), size()); cycle > 0) emit cycleAsked(cycle);
}

void FabricTimelineView::mouseMoveEvent(QMouseEvent* event) {
    const bool whole = event->position().y() <= placesOf(size()).whole.bottom() + 4;  // below, cycles would run away
    if (!emptyText().isEmpty() || !(event->buttons() & Qt::LeftButton) || !whole) return;
    if (const std::int64_t cycle = cycleAt(event->position(), size()); cycle > 0) emit cycleAsked(cycle);
}

}  // namespace lapidary::ui
