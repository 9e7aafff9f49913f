// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/number_field.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

#include <algorithm>
#include <cmath>

#include "ui/models/step.h"
#include "ui/models/words.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

NumberField::NumberField(std::int64_t least, std::int64_t most, QWidget* parent)
    : QLineEdit(parent), m_least(least), m_most(most) {
    setAlignment(Qt::AlignRight);
    connect(this, &QLineEdit::editingFinished, this, &NumberField::take);
    connect(this, &QLineEdit::textEdited, this, [this] {
        m_wrong = false;
        update();
    });
}

void NumberField::setEmptyText(const QString& text) {
    m_emptyAllowed = true;
    setPlaceholderText(text);
}

void NumberField::setNumber(std::optional<std::int64_t> number) {
    m_number = number;
    m_wrong = false;
    setText(number ? countText(*number) : QString());
    update();
}

std::optional<std::int64_t> NumberField::read(QString text) const {
    text.remove(u',').remove(u' ');
    double factor = 1;
    if (text.endsWith(u'k', Qt::CaseInsensitive)) factor = 1e3;
    if (text.endsWith(u'M', Qt::CaseInsensitive)) factor = 1e6;
    if (text.endsWith(u'G', Qt::CaseInsensitive)) factor = 1e9;
    bool fine = false;
    std::int64_t value = 0;
    if (factor == 1) {
        value = text.toLongLong(&fine);
    } else {
        const double scaled = text.chopped(1).toDouble(&fine) * factor;
        if (std::abs(scaled) > 9e15) return std::nullopt;
        value = std::llround(scaled);
    }
    return fine && value >= m_least && value <= m_most ? std::optional(value) : std::nullopt;
}

void NumberField::take() {
    if (m_wrong) return;
    const QString typed = text().trimmed();
    const auto before = m_number;
    if (typed.isEmpty() && m_emptyAllowed) {
        setNumber(std::nullopt);
    } else if (const auto value = read(typed)) {
        setNumber(value);
    } else {
        m_wrong = true;
        if (m_tip.isEmpty()) m_tip = toolTip();
        setToolTip(
            tr("Not taken: a whole number from %1 to %2 is expected. Still in use: %3")
                .arg(countText(m_least), countText(m_most), m_number ? countText(*m_number) : placeholderText()));
        update();
        return;
    }
    if (!m_tip.isEmpty()) setToolTip(m_tip);
    if (m_number != before) emit numberEdited(m_number);
}

void NumberField::step(int direction) {
    if (!m_number) return;
    const std::int64_t next = std::clamp(steppedCount(*m_number, direction), m_least, m_most);
    if (next == *m_number) return;
    setNumber(next);
    emit numberEdited(m_number);
}

void NumberField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) return step(event->key() == Qt::Key_Up ? 1 : -1);
    QLineEdit::keyPressEvent(event);
}

void NumberField::wheelEvent(QWheelEvent* event) {
    if (!hasFocus()) return event->ignore();
    m_turned += event->angleDelta().y();
    constexpr int kNotch = 120;
    for (; m_turned >= kNotch; m_turned -= kNotch) step(1);
    for (; m_turned <= -kNotch; m_turned += kNotch) step(-1);
    event->accept();
}

void NumberField::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!m_wrong) return;
    QPainter painter(this);
    drawBox(painter, rect(), Qt::transparent, themeOf(this).error);
}

}  // namespace lapidary::ui
