// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/fabric_view.h"

#include <QKeyEvent>
#include <QMouseEvent>
#include <QScrollArea>

#include <algorithm>
#include <array>

#include "ui/models/words.h"
#include "ui/theme/viridis.h"

namespace lapidary::ui {

namespace {

using fabric::MultiplierState;
using fabric::TracedCycle;

constexpr std::array kZoomCells{FabricGeometry::kLeastCell, 4.0, 8.0, 16.0, 32.0};  ///< least widths of multipliers

QString kindWords(fabric::TracedPacket::Kind kind) {
    switch (kind) {
    case fabric::TracedPacket::Kind::weight: return QObject::tr("a weight");
    case fabric::TracedPacket::Kind::input: return QObject::tr("an input");
    case fabric::TracedPacket::Kind::psum: return QObject::tr("a partial sum");
    }
    return {};
}

QString listWords(const std::vector<std::int32_t>& numbers) {
    constexpr std::size_t kMostListed = 12;
    QStringList words;
    for (std::size_t i = 0; i < std::min(numbers.size(), kMostListed); ++i) words << QString::number(numbers[i]);
    if (numbers.size() > kMostListed) words << QObject::tr("%1 more").arg(numbers.size() - kMostListed);
    return words.join(QStringLiteral(", "));
}

QString outputWords(const fabric::Structure& structure, const fabric::Position& at) {
    QStringList words;
    const auto add = [&](const char* name, std::int64_t value, std::int64_t size) {
        if (size > 1) words << QStringLiteral("%1 = %2").arg(QString::fromUtf8(name)).arg(value);
    };
    add("n", at.n, structure.shape->n);
    add("g", at.g, structure.shape->g);
    add("k", at.k, structure.shape->k);
    add("x′", at.x, structure.shape->outX());
    add("y′", at.y, structure.shape->outY());
    return words.isEmpty() ? QObject::tr("the output") : QObject::tr("output %1").arg(words.join(QStringLiteral(", ")));
}

/// Products or slices that run one after the other.
std::int64_t productsOf(const fabric::Run& run) {
    return run.hardware.controller == fabric::Controller::maeri ? run.layer.times() : productOf(run.layer).batch;
}

QString elementWords(const fabric::Position& at) {
    return QObject::tr("element c = %1, r = %2, s = %3").arg(at.c).arg(at.r).arg(at.s);
}

QString stateWords(std::uint8_t state, bool passes) {
    if (state == TracedCycle::kUnused) return QObject::tr("never used");
    switch (static_cast<MultiplierState>(state)) {
    case MultiplierState::working: return passes ? QObject::tr("passes a partial sum on") : QObject::tr("multiplies");
    case MultiplierState::weights: return QObject::tr("waits for its weight");
    case MultiplierState::operands: return QObject::tr("waits for an input");
    case MultiplierState::ports: return QObject::tr("waits for an input: its port sends a partial sum first");
    case MultiplierState::results:
        return passes ? QObject::tr("waits for a partial sum from memory")
                      : QObject::tr("has used its inputs up: results travel");
    }
    return {};
}

}  // namespace

QColor neuronColor(const fabric::Structure& structure, std::int32_t neuron) {
    return viridis(neuron, static_cast<std::int64_t>(structure.plan.neurons.size()));
}

QString neuronName(const fabric::Structure& structure, std::int32_t neuron, bool withPlace) {
    QString name = QObject::tr("VN %1").arg(neuron);
    if (!withPlace) return name;
    if (structure.round) {
        const std::int64_t vector = structure.round->parts[static_cast<std::size_t>(neuron)].vector;
        return name + (structure.stationary == fabric::Stationary::mk ? QObject::tr(", row m = %1").arg(vector)
                                                                      : QObject::tr(", column n = %1").arg(vector));
    }
    const fabric::Tile& tile = structure.tile;
    QStringList places;
    std::int64_t rest = neuron;
    const auto add = [&](const char* word, std::int64_t size) {
        if (size > 1) places.prepend(QStringLiteral("%1 = %2").arg(QString::fromUtf8(word)).arg(rest % size));
        rest /= size;
    };
    add("y′", tile.y);
    add("x′", tile.x);
    add("k", tile.k);
    add("g", tile.g);
    add("n", tile.n);
    return places.isEmpty() ? name : name + QStringLiteral(", ") + places.join(QStringLiteral(", "));
}

FabricView::FabricView(QWidget* parent) : View(tr("Fabric"), parent) { setObjectName("fabricView"); }

void FabricView::setMoment(const FabricAnswerPtr& answer, const FabricWindowPtr& window, std::int64_t cycle,
                           const QString& refusal) {
    const bool sameRun = answer && m_answer && answer->outcome && m_answer->outcome && m_still.cycle &&
                         refusal.isEmpty() &&
                         (answer == m_answer || answer->desk.run.hardware == m_shownRun.hardware) &&
                         answer->desk.run.layer == m_shownRun.layer && answer->desk.run.tile == m_shownRun.tile &&
                         answer->desk.run.systolicTile == m_shownRun.systolicTile;
    m_answer = answer;
    m_refusal = refusal;
    const auto before = m_structure;
    if (window && answer && answer->outcome && window->shows(cycle)) {
        m_window = window;
        m_cycle = cycle;
        m_shownRun = answer->desk.run;
        const auto section = static_cast<std::size_t>(sectionOf(window->trace, cycle));
        m_section = window->trace.sections[section];
        m_structure = window->structures[section];
        m_still = {};
        m_still.cycle = &window->at(cycle);
        if (m_structure) m_still = stillAt(*m_structure, m_section, window->trace, cycle);
    } else if (!sameRun) {
        m_window.reset();
        m_structure.reset();
        m_still = {};
        m_cycle = 0;
    }
    if (sameRun && m_structure == before) {
        setAccessibleDescription(textTwin());
        update();
    } else {
        if (!sameRun) m_pointed = m_chosen = {};
        findShared();
        pictureChanged();
    }
    emit told(wordsOf(marked()));
}

void FabricView::setMappedOnly(bool mappedOnly) {
    m_mappedOnly = mappedOnly;
    m_pointed = {};
    pictureChanged();
}

void FabricView::zoom(bool in) {
    if (!m_structure || isMesh()) return;
    std::size_t next = m_zoom;
    const auto least = [&] { return FabricGeometry::leastWidth(structure(), m_mappedOnly, kZoomCells[next]); };
    // Widths that the room gives anyway, or nearly, would be steps without an effect.
    constexpr double kStep = 1.25;
    if (in) {
        const double cell = kStep * geometry(width()).cell();
        while (next + 1 < kZoomCells.size() && kZoomCells[next] <= cell) ++next;
        if (kZoomCells[next] <= cell) return;
    } else {
        const double room = kStep * visibleRegion().boundingRect().width();
        while (next > 0)
            if (--next; least() > room) break;
    }
    if (next == m_zoom) return;
    m_zoom = next;
    m_pointed = {};
    pictureChanged();
    QMetaObject::invokeMethod(this, &FabricView::bringIntoSight, Qt::QueuedConnection);
}

/// What was walked to, in a picture that scrolls.
void FabricView::bringIntoSight() {
    auto* area = parentWidget() ? qobject_cast<QScrollArea*>(parentWidget()->parentWidget()) : nullptr;
    if (!area || m_chosen.kind == FabricPart::Kind::none || !emptyText().isEmpty()) return;
    const QRectF place = isMesh() ? mesh(width()).box(m_chosen.number) : placeOf(geometry(width()), m_chosen);
    const QPoint centre = place.center().toPoint();
    area->ensureVisible(centre.x(), centre.y(), 60, 30);
}

QSizeF FabricView::pictureSize() const {
    if (isMesh() && m_still.cycle) {
        const double width = 620;
        const Mesh grid = mesh(width);
        return {width, grid.top + grid.cell * grid.rows + 34};
    }
    if (!m_structure) return {520, 300};
    const double width = FabricGeometry::usualWidth(structure(), m_mappedOnly);
    return {width, geometry(width).legendTop() + 42};
}

double FabricView::leastWidth() const {
    return m_structure ? FabricGeometry::leastWidth(structure(), m_mappedOnly, kZoomCells[m_zoom]) : 360;
}

QString FabricView::emptyText() const {
    if (!m_refusal.isEmpty()) return tr("Nothing to step through: %1.").arg(m_refusal);
    if (!m_answer) return tr("Switches, virtual neurons and packets of the fabric, cycle by cycle.");
    if (!m_answer->problems.empty())
        return tr("This can't run: %1.").arg(QString::fromStdString(m_answer->problems.front().message));
    if (m_answer->stopped && m_answer->lastCycle() == 0)
        return tr("Stopped before the last cycle: there is nothing to step through.");
    if (!m_still.cycle) return m_answer->lastCycle() > 0 ? tr("Stepping to the cycle ...") : tr("Simulating ...");
    return {};
}

QString FabricView::sectionWords() const {
    const std::int64_t products = productsOf(m_answer->desk.run);
    QStringList words;
    if (products > 1) words << tr("product %1 of %2").arg(countText(m_section.product + 1), countText(products));
    if (isMesh())
        words << tr("tile %1").arg(countText(m_section.number));
    else if (structure().round)
        words << tr("round %1").arg(countText(structure().number));
    return words.join(QStringLiteral(", "));
}

QString FabricView::portWords(int port) const {
    const std::int64_t width = structure().plan.multipliers / structure().plan.ports;
    QString text = width == 1
                       ? tr("Port %1, of multiplier %1").arg(port)
                       : tr("Port %1, of multipliers %2 to %3").arg(port).arg(port * width).arg((port + 1) * width - 1);
    for (std::size_t i = 0; i < m_still.cycle->packets.size(); ++i)
        if (m_still.cycle->packets[i].port == port)
            return text + tr(": sends %1 to %2")
                              .arg(kindWords(m_still.cycle->packets[i].kind), listWords(m_still.receivers[i]));
    return text + tr(": idle");
}

/// Which product it is at, in terms of the layer.
QString FabricView::productWords(int multiplier) const {
    const auto m = static_cast<std::size_t>(multiplier);
    const std::int64_t number = m_still.products[m] - (m_still.sends[m] ? 1 : 0);
    const fabric::Plan& plan = structure().plan;
    if (number >= plan.tiles * plan.folds * plan.windows * plan.rows) return tr("; it has done all");
    if (structure().round) {
        QString text;
        const fabric::SigmaRound& round = *structure().round;
        const auto neuron = static_cast<std::size_t>(structure().neuronOf[m]);
        const std::int64_t place = multiplier - plan.neurons[neuron].first - (round.continues && neuron == 0 ? 1 : 0);
        if (!structure().passes[m])
            text = tr("; element k = %1").arg(round.parts[neuron].positions[static_cast<std::size_t>(place)]);
        return text + tr(", streaming vector %1 of %2").arg(countText(number + 1), countText(plan.windows));
    }
    const fabric::Position at = positionOf(structure(), multiplier, number);
    QString text;
    if (!structure().passes[m]) text += QStringLiteral("; ") + elementWords(at);
    text += QStringLiteral(", ") + outputWords(structure(), at);
    if (plan.folds > 1) text += tr(", fold %1 of %2").arg(at.fold + 1).arg(plan.folds);
    if (plan.tiles > 1) text += tr(", tile %1 of %2").arg(at.tile + 1).arg(plan.tiles);
    return at.outside ? text + tr("; outside the layer: zeros") : text;
}

QString FabricView::multiplierWords(int multiplier) const {
    if (isMesh()) return meshWords(multiplier);
    const auto m = static_cast<std::size_t>(multiplier);
    const std::int32_t neuron = structure().neuronOf[m];
    if (neuron < 0) return tr("Multiplier %1: never used by this tile").arg(multiplier);
    return tr("Multiplier %1 of VN %2 %3")
               .arg(multiplier)
               .arg(neuron)
               .arg(m_still.cycle->states.empty() ? tr("is being configured")
                                                  : stateWords(m_still.cycle->states[m], structure().passes[m] != 0)) +
           productWords(multiplier);
}

QString FabricView::adderWords(std::size_t a) const {
    const fabric::AdderUse& adder = structure().adders[a];
    const QString what = adder.inputs == 1   ? tr("Adder that only passes on")
                         : adder.inputs == 2 ? tr("Adder of two operands")
                                             : tr("Adder of three operands");
    const QString to = adder.to == fabric::AdderUse::To::memory   ? tr("the top of its neuron, to memory")
                       : adder.to == fabric::AdderUse::To::parent ? tr("to the adder below")
                                                                  : tr("over the link to its neighbour");
    const QString now = m_still.adds[a]    ? tr("sends a sum in this cycle")
                        : m_still.waits[a] ? tr("has one operand and waits for another")
                                           : tr("holds nothing");
    return tr("%1 of VN %2, %3; %4").arg(what).arg(adder.neuron).arg(to, now);
}

QString FabricView::lineWords(int line) const {
    QStringList neurons, here;
    for (std::size_t v = 0; v < structure().tree.neurons.size(); ++v)
        if (structure().tree.neurons[v].line == line) neurons << QString::number(v);
    for (const std::int32_t v : m_still.cycle->written)
        if (structure().tree.neurons[static_cast<std::size_t>(v)].line == line) here << QString::number(v);
    QString text = tr("Bus line %1").arg(line);
    text += neurons.isEmpty() ? tr(", unused") : tr(", of VN %1").arg(neurons.join(QStringLiteral(", ")));
    return text + (here.isEmpty() ? tr(": idle") : tr(": brings the result of VN %1").arg(here.join(u',')));
}

QString FabricView::wordsOf(const FabricPart& part) const {
    if (!m_still.cycle || !emptyText().isEmpty()) return {};
    switch (part.kind) {
    case FabricPart::Kind::none: return {};
    case FabricPart::Kind::port: return portWords(part.number);
    case FabricPart::Kind::multiplier: return multiplierWords(part.number);
    case FabricPart::Kind::adder: return adderWords(static_cast<std::size_t>(part.number));
    case FabricPart::Kind::line: return lineWords(part.number);
    }
    return {};
}

QString FabricView::textTwin() const {
    if (!m_still.cycle) return {};
    const TracedCycle& cycle = *m_still.cycle;
    QStringList lines{
        tr("Cycle %1 of %2: %3")
            .arg(countText(m_cycle), countText(m_answer->lastCycle()), fromView(entryOf(cycle.activity).meaning))};
    if (const QString section = sectionWords(); !section.isEmpty()) lines << section;
    if (!isMesh())
        for (const fabric::TracedPacket& packet : cycle.packets) lines << portWords(packet.port);
    lines << tr("%1 multipliers send: %2").arg(cycle.multipliers.size()).arg(listWords(cycle.multipliers));
    int sums = 0;
    for (const std::uint8_t adds : m_still.adds) sums += adds;
    if (!isMesh()) lines << tr("%1 adders send a sum").arg(sums);
    lines << (cycle.written.empty() ? tr("No result reaches memory's queue")
                                    : tr("Results that reach memory's queue: %1").arg(listWords(cycle.written)));
    lines << tr("%1 results wait there").arg(cycle.waiting);
    return lines.join(u'\n');
}

void FabricView::findShared() {
    m_side.clear();
    if (!m_structure) return;
    const auto& adders = structure().adders;
    m_side.assign(adders.size(), 0);
    for (std::size_t a = 0; a < adders.size(); ++a)
        for (std::size_t b = a + 1; b < adders.size() && adders[b].neuron <= adders[a].neuron + 1; ++b)
            if (adders[a].neuron != adders[b].neuron && adders[a].level == adders[b].level &&
                adders[a].number == adders[b].number)
                m_side[a] = -1, m_side[b] = 1;
}

double FabricView::adderWidth(const FabricGeometry& geometry, std::size_t adder) const {
    const double pitch = geometry.adderPitch(structure().adders[adder].level) / (m_side[adder] == 0 ? 1 : 2);
    return pitch >= 24 ? 23 : std::clamp(pitch - 2, 4.0, 11.0);
}

QPointF FabricView::adderPlace(const FabricGeometry& geometry, std::size_t adder) const {
    const fabric::AdderUse& use = structure().adders[adder];
    return geometry.adder(use.level, use.number) + QPointF(m_side[adder] * (adderWidth(geometry, adder) / 2 + 1), 0);
}

QRectF FabricView::placeOf(const FabricGeometry& geometry, const FabricPart& part) const {
    switch (part.kind) {
    case FabricPart::Kind::none: break;
    case FabricPart::Kind::port: return geometry.port(part.number);
    case FabricPart::Kind::multiplier: return geometry.multiplier(part.number);
    case FabricPart::Kind::adder: {
        const QPointF centre = adderPlace(geometry, static_cast<std::size_t>(part.number));
        const double wide = adderWidth(geometry, static_cast<std::size_t>(part.number)) + 2;
        return {centre.x() - wide / 2, centre.y() - 8, wide, 16};
    }
    case FabricPart::Kind::line: return geometry.line(part.number);
    }
    return {};
}

FabricPart FabricView::partAt(const QPointF& position) const {
    if (!emptyText().isEmpty()) return {};
    if (isMesh()) {
        const Mesh grid = mesh(width());
        for (int m = 0; m < grid.rows * grid.columns; ++m)
            if (grid.box(m).contains(position)) return {FabricPart::Kind::multiplier, m};
        return {};
    }
    const FabricGeometry places = geometry(width());
    const auto find = [&](FabricPart::Kind kind, int count) {
        for (int i = 0; i < count; ++i)
            if (placeOf(places, {kind, i}).contains(position)) return FabricPart{kind, i};
        return FabricPart{};
    };
    for (const auto& [kind, count] : {std::pair{FabricPart::Kind::port, places.ports()},
                                      std::pair{FabricPart::Kind::multiplier, places.multipliers()},
                                      std::pair{FabricPart::Kind::adder, static_cast<int>(structure().adders.size())},
                                      std::pair{FabricPart::Kind::line, places.lines()}})
        if (const FabricPart found = find(kind, count); found.kind != FabricPart::Kind::none) return found;
    return {};
}

void FabricView::point(const FabricPart& part) {
    if (part == m_pointed) return;
    m_pointed = part;
    update();
    emit told(wordsOf(marked()));
}

/// Along the multipliers in use.
void FabricView::walk(int step) {
    const auto& run = m_answer->desk.run;
    const auto used = static_cast<int>(isMesh() ? run.hardware.multipliersInUse() : structure().used());
    const bool there = m_chosen.kind == FabricPart::Kind::multiplier;
    m_chosen = {FabricPart::Kind::multiplier, there ? std::clamp(m_chosen.number + step, 0, used - 1) : 0};
    bringIntoSight();
    update();
    emit told(wordsOf(marked()));
}

void FabricView::mouseMoveEvent(QMouseEvent* event) { point(partAt(event->position())); }

void FabricView::mousePressEvent(QMouseEvent* event) {
    m_chosen = partAt(event->position());
    update();
    emit told(wordsOf(marked()));
}

void FabricView::leaveEvent(QEvent*) { point({}); }

void FabricView::wheelEvent(QWheelEvent* event) {
    if (!event->modifiers().testFlag(Qt::ControlModifier) || event->angleDelta().y() == 0)
        return View::wheelEvent(event);
    zoom(event->angleDelta().y() > 0);
    event->accept();
}

void FabricView::keyPressEvent(QKeyEvent* event) {
    if (!emptyText().isEmpty() || event->matches(QKeySequence::Copy)) return View::keyPressEvent(event);
    switch (event->key()) {
    case Qt::Key_Up: return walk(-1);
    case Qt::Key_Down: return walk(1);
    case Qt::Key_Plus:
    case Qt::Key_Equal: return zoom(true);
    case Qt::Key_Minus: return zoom(false);
    case Qt::Key_Escape:
        m_chosen = {};
        update();
        emit told({});
        return;
    default: View::keyPressEvent(event);
    }
}

}  // namespace lapidary::ui
