// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/fabric_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>
#include <QToolButton>

#include <algorithm>
#include <array>

#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/views/fabric_view.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

namespace {

constexpr std::array kFabricSpeeds{1, 2, 4, 10, 20, 50, 100, 1000};
constexpr int kUsualFabricSpeed = 2;
constexpr int kFabricTick = 33;     ///< milliseconds; faster clocks make several steps per tick
constexpr int kPlaces = 10'000;     ///< of the slider along the run
constexpr int kRoomForSpeed = 640;  ///< narrower bars have none

}  // namespace

FabricPane::FabricPane(FabricView* view, QWidget* parent) : QWidget(parent), m_view(view) {
    m_bar = buildBar();
    m_note = new QLabel;
    m_note->setObjectName("fabricNote");
    m_note->setFont(uiFont(TypeSize::note));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(10, 2, 10, 4);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(QFontMetrics(m_note->font()).height() + 6);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(scrolled(view), 1);
    layout->addWidget(m_note);
    connect(view, &FabricView::told, this, [this](const QString& words) {
        m_note->setText(
            !words.isEmpty() || m_last == 0
                ? words
                : tr("Point at a port, multiplier, adder or line, or walk along the multipliers with Up and Down."));
    });
    connect(view, &FabricView::stepAsked, this, [this](qint64 cycles) { ask(m_cycle + cycles); });
    connect(view, &FabricView::cycleAsked, this, &FabricPane::ask);
    connect(view, &FabricView::playAsked, this, [this] { setPlaying(!isPlaying()); });
    connect(&m_clock, &QTimer::timeout, this, &FabricPane::tick);
    setCycle(0, 0);
}

QToolButton* FabricPane::button(const QString& iconName, const QString& tip, const QString& key,
                                std::function<void()> act) {
    auto* result = new QToolButton;
    result->setIcon(icon(iconName));
    result->setIconSize({16, 16});
    result->setFixedSize(26, 24);
    result->setAutoRaise(true);
    result->setToolTip(tip);
    result->setAccessibleName(tip);
    result->setObjectName(key);
    result->setFocusPolicy(Qt::TabFocus);
    connect(result, &QToolButton::clicked, this, [this, act = std::move(act)] {
        act();
        m_view->setFocus();  // a click works on the picture, which then has the keys
    });
    return result;
}

QWidget* FabricPane::buildBar() {
    auto* bar = new QWidget;
    auto* row = new QHBoxLayout(bar);
    row->setContentsMargins(6, 4, 10, 4);
    row->setSpacing(4);
    m_back = {button("to-start", tr("To the first cycle (Home)"), "fabric.start", [this] { ask(1); }),
              button("step-back", tr("One cycle back (Left; Page Up: a hundred)"), "fabric.back",
                     [this] { ask(m_cycle - 1); })};
    m_play = button("run", tr("Play (Space)"), "fabric.play", [this] { setPlaying(!isPlaying()); });
    m_forward = {
        button("step", tr("One cycle (Right; Page Down: a hundred)"), "fabric.forward", [this] { ask(m_cycle + 1); }),
        button("to-end", tr("To the last cycle (End)"), "fabric.end", [this] { ask(m_last); })};
    for (QToolButton* one : {m_back[0], m_back[1], m_play, m_forward[0], m_forward[1]}) row->addWidget(one);
    auto* speedName = new QLabel(tr("Speed"));
    m_speed = new QSlider(Qt::Horizontal);
    m_speed->setObjectName("fabric.speed");
    m_speed->setAccessibleName(tr("Cycles a second"));
    m_speed->setRange(0, static_cast<int>(kFabricSpeeds.size()) - 1);
    m_speed->setPageStep(1);
    m_speed->setValue(kUsualFabricSpeed);
    m_speed->setFixedWidth(64);
    m_hertz = new QLabel;
    m_hertz->setMinimumWidth(QFontMetrics(m_hertz->font()).horizontalAdvance(QStringLiteral("1000 Hz")) + 4);
    m_hertz->setText(tr("%1 Hz").arg(speed()));
    m_speedParts = {speedName, m_speed, m_hertz};
    for (QWidget* part : m_speedParts) row->addWidget(part);
    connect(m_speed, &QSlider::valueChanged, this, [this] {
        m_hertz->setText(tr("%1 Hz").arg(speed()));
        if (isPlaying()) setPlaying(true);
    });
    m_number = new NumberField(1, 1);
    m_number->setObjectName("fabric.cycle");
    m_number->setAccessibleName(tr("Cycle"));
    m_number->setToolTip(tr("The cycle on show; type one to go there"));
    m_number->setFixedWidth(84);
    m_count = new QLabel;
    m_place = new QSlider(Qt::Horizontal);
    m_place->setObjectName("fabric.place");
    m_place->setAccessibleName(tr("Place in the run"));
    m_place->setRange(0, kPlaces);
    m_place->setPageStep(kPlaces / 20);
    m_place->setMinimumWidth(60);
    row->addWidget(new QLabel(tr("Cycle")));
    row->addWidget(m_number);
    row->addWidget(m_count);
    row->addWidget(m_place, 1);
    connect(m_number, &NumberField::numberEdited, this, [this](std::optional<std::int64_t> number) {
        if (number) ask(*number);
    });
    connect(m_place, &QSlider::valueChanged, this, [this](int place) {
        // Where the run has fewer cycles than the slider has places, each place is a cycle.
        ask(m_last <= kPlaces ? place + 1 : 1 + (m_last - 1) * static_cast<std::int64_t>(place) / kPlaces);
    });
    return bar;
}

void FabricPane::ask(std::int64_t cycle) {
    if (m_last == 0) return;
    emit cycleAsked(std::clamp<std::int64_t>(cycle, 1, m_last));
}

void FabricPane::setCycle(std::int64_t cycle, std::int64_t last) {
    m_cycle = cycle;
    m_last = last;
    const bool there = last > 0;
    m_bar->setEnabled(there);
    m_number->setRange(1, std::max<std::int64_t>(1, last));
    m_number->setNumber(there ? std::optional(cycle) : std::nullopt);
    m_count->setText(there ? tr("of %1").arg(countText(last)) : QString());
    const QSignalBlocker silent(m_place);
    m_place->setRange(0, static_cast<int>(std::clamp<std::int64_t>(last - 1, 0, kPlaces)));
    m_place->setValue(last <= kPlaces ? static_cast<int>(cycle - 1)
                                      : static_cast<int>((cycle - 1) * kPlaces / std::max<std::int64_t>(1, last - 1)));
    for (QToolButton* one : m_back) one->setEnabled(there && cycle > 1);
    for (QToolButton* one : m_forward) one->setEnabled(there && cycle < last);
    if (!there) setPlaying(false);
}

int FabricPane::speed() const { return kFabricSpeeds[static_cast<std::size_t>(m_speed->value())]; }

void FabricPane::setPlaying(bool playing) {
    if (playing && m_last > 0) {
        if (m_cycle >= m_last) ask(1);
        m_due = 0;
        m_clock.start(std::max(kFabricTick, 1000 / speed()));
    } else {
        m_clock.stop();
    }
    m_play->setIcon(icon(isPlaying() ? "pause" : "run"));
    m_play->setToolTip(isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
    m_play->setAccessibleName(m_play->toolTip());
}

void FabricPane::tick() {
    if (m_view->cycle() != m_cycle) return;  // the window of cycles is under way
    m_due += m_clock.interval() * speed() / 1000.0;
    const auto cycles = static_cast<std::int64_t>(m_due);
    m_due -= static_cast<double>(cycles);
    ask(m_cycle + cycles);
    if (m_cycle >= m_last) setPlaying(false);
}

void FabricPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    for (QWidget* part : m_speedParts) part->setVisible(width() >= kRoomForSpeed);
}

void FabricPane::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    setPlaying(false);
}

}  // namespace lapidary::ui
