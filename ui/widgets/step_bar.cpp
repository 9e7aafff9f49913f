// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/step_bar.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QSlider>
#include <QToolButton>

#include <algorithm>

#include "ui/theme/icons.h"

namespace lapidary::ui {

namespace {
constexpr int kStepTick = 33;  ///< milliseconds; faster clocks make several steps per tick
constexpr int kSpeedSpacing = 4, kBeforeSpeed = 8;
}  // namespace

StepBar::StepBar(const Words& words, std::vector<int> speeds, int usual, QWidget* parent)
    : QWidget(parent), m_speeds(std::move(speeds)), m_row(new QHBoxLayout(this)) {
    m_row->setContentsMargins(6, 4, 10, 4);
    m_row->setSpacing(kSpacing);
    m_back = {button("to-start", words.first, words.key + ".start"),
              button("step-back", words.back, words.key + ".back")};
    m_play = button("run", tr("Play (Space)"), words.key + ".play");
    m_forward = {button("step", words.forward, words.key + ".forward"),
                 button("to-end", words.last, words.key + ".end")};
    connect(m_back[0], &QToolButton::clicked, this, [this] { ask(m_first); });
    connect(m_back[1], &QToolButton::clicked, this, [this] { ask(m_step - 1); });
    connect(m_play, &QToolButton::clicked, this, [this] { setPlaying(!isPlaying()); });
    connect(m_forward[0], &QToolButton::clicked, this, [this] { ask(m_step + 1); });
    connect(m_forward[1], &QToolButton::clicked, this, [this] { ask(m_last); });
    for (QToolButton* one : {m_back[0], m_back[1], m_play, m_forward[0], m_forward[1]}) {
        m_row->addWidget(one);
        connect(one, &QToolButton::clicked, this, &StepBar::used);
    }
    buildSpeed(words, usual);
    connect(&m_clock, &QTimer::timeout, this, &StepBar::tick);
    setPlace(0, 0, -1);
}

QToolButton* StepBar::button(const QString& iconName, const QString& tip, const QString& key) {
    auto* result = new QToolButton;
    result->setIcon(icon(iconName));
    result->setIconSize({16, 16});
    result->setFixedSize(26, 24);
    result->setAutoRaise(true);
    result->setToolTip(tip);
    result->setAccessibleName(tip);
    result->setObjectName(key);
    result->setFocusPolicy(Qt::TabFocus);
    return result;
}

void StepBar::buildSpeed(const Words& words, int usual) {
    auto* name = new QLabel(tr("Speed"));
    m_speed = new QSlider(Qt::Horizontal);
    m_speed->setObjectName(words.key + ".speed");
    m_speed->setAccessibleName(words.rate);
    m_speed->setRange(0, static_cast<int>(m_speeds.size()) - 1);
    m_speed->setPageStep(1);
    m_speed->setValue(usual);
    m_speed->setFixedWidth(64);
    auto* hertz = new QLabel;
    hertz->setMinimumWidth(QFontMetrics(hertz->font()).horizontalAdvance(QStringLiteral("1000 Hz")) + 4);
    m_speedParts = {name, m_speed, hertz};
    m_row->addSpacing(kBeforeSpeed);
    for (QWidget* part : m_speedParts) {
        m_row->addWidget(part);
        m_row->addSpacing(kSpeedSpacing);
    }
    const auto tell = [this, hertz] {
        hertz->setText(tr("%1 Hz").arg(speed()));
        if (isPlaying()) setPlaying(true);
    };
    connect(m_speed, &QSlider::valueChanged, this, tell);
    tell();
}

int StepBar::speed() const { return m_speeds[static_cast<std::size_t>(m_speed->value())]; }

void StepBar::ask(std::int64_t step) {
    if (!isEmpty()) emit asked(std::clamp(step, m_first, m_last));
}

void StepBar::setPlace(std::int64_t step, std::int64_t first, std::int64_t last) {
    m_step = step;
    m_first = first;
    m_last = last;
    for (QToolButton* one : m_back) one->setEnabled(!isEmpty() && step > first);
    for (QToolButton* one : m_forward) one->setEnabled(!isEmpty() && step < last);
    m_play->setEnabled(last > first);
    if (isEmpty()) setPlaying(false);
}

void StepBar::setPlaying(bool playing) {
    if (playing && !isEmpty()) {
        if (m_step >= m_last) ask(m_first);
        m_due = 0;
        m_clock.start(std::max(kStepTick, 1000 / speed()));
    } else {
        m_clock.stop();
    }
    m_play->setIcon(icon(isPlaying() ? "pause" : "run"));
    m_play->setToolTip(isPlaying() ? tr("Pause (Space)") : tr("Play (Space)"));
    m_play->setAccessibleName(m_play->toolTip());
}

void StepBar::takeKeysOf(QWidget* view, int page) {
    m_pages.insert(view, page);
    view->installEventFilter(this);
}

std::optional<std::int64_t> StepBar::placeBy(int key, int page) const {
    switch (key) {
    case Qt::Key_Left: return m_step - 1;
    case Qt::Key_Right: return m_step + 1;
    case Qt::Key_Home: return m_first;
    case Qt::Key_End: return m_last;
    case Qt::Key_PageUp: return page > 0 ? std::optional(m_step - page) : std::nullopt;
    case Qt::Key_PageDown: return page > 0 ? std::optional(m_step + page) : std::nullopt;
    default: return std::nullopt;
    }
}

bool StepBar::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() != QEvent::KeyPress || isEmpty()) return QWidget::eventFilter(watched, event);
    const auto* press = static_cast<const QKeyEvent*>(event);
    if ((press->modifiers() & ~Qt::KeypadModifier) != Qt::NoModifier) return false;
    if (press->key() == Qt::Key_Space) {
        setPlaying(!isPlaying());
        return true;
    }
    const auto place = placeBy(press->key(), m_pages.value(watched));
    if (place) ask(*place);
    return place.has_value();
}

void StepBar::tick() {
    if (m_ready && !m_ready()) return;
    m_due += m_clock.interval() * speed() / 1000.0;
    const auto steps = static_cast<std::int64_t>(m_due);
    m_due -= static_cast<double>(steps);
    ask(m_step + steps);
    if (m_step >= m_last) setPlaying(false);
}

}  // namespace lapidary::ui
