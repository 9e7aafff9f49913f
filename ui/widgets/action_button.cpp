// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/action_button.h"

#include <QPainter>

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr int kActionButtonPadding = 10;
constexpr int kIcon = 14;
constexpr int kGap = 6;
}  // namespace

ActionButton::ActionButton(QAction* action, QWidget* parent) : QAbstractButton(parent), m_action(action) {
    setFont(uiFont(TypeSize::control));
    setObjectName(action->objectName() + "Button");
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
    connect(action, &QAction::changed, this, &ActionButton::follow);
    follow();
}

void ActionButton::follow() {
    setText(m_textShown ? m_action->iconText() : QString());
    setAccessibleName(m_action->iconText());
    setToolTip(m_action->toolTip());
    setEnabled(m_action->isEnabled());
    setVisible(m_action->isVisible());
    updateGeometry();
    update();
}

void ActionButton::setPrimary(bool primary) {
    m_primary = primary;
    update();
}

void ActionButton::setShortcutShown(bool shown) {
    m_shortcutShown = shown;
    updateGeometry();
}

void ActionButton::setTextShown(bool shown) {
    m_textShown = shown;
    follow();
}

QString ActionButton::shortcutText() const {
    return m_shortcutShown ? m_action->shortcut().toString(QKeySequence::NativeText) : QString();
}

QSize ActionButton::sizeHint() const {
    const QFontMetrics strong(uiFont(TypeSize::control, true));
    int width = 2 * kActionButtonPadding + strong.horizontalAdvance(text());
    if (!m_action->icon().isNull()) width += text().isEmpty() ? kIcon : kIcon + kGap;
    if (const QString keys = shortcutText(); !keys.isEmpty()) width += kGap + fontMetrics().horizontalAdvance(keys);
    return {width, 24};
}

void ActionButton::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    const bool primary = m_primary && isEnabled();
    const QColor ground = primary ? theme.accent : isDown() ? theme.tint2 : underMouse() ? theme.tint1 : theme.panel;
    const QColor fill = !isEnabled() ? theme.alternate : primary && isDown() ? theme.accent.darker(115) : ground;
    const QColor edge = primary || hasFocus() ? theme.accent : theme.line;
    QPainter painter(this);
    drawBox(painter, rect(), fill, edge);
    if (hasFocus())
        drawBox(painter, QRectF(rect()).adjusted(2, 2, -2, -2), Qt::transparent, primary ? theme.panel : theme.tint2,
                2);

    const QColor color = primary       ? readableOn(theme.accent)
                         : isEnabled() ? theme.text
                                       : palette().color(QPalette::Disabled, QPalette::Text);
    int x = kActionButtonPadding;
    if (!m_action->icon().isNull()) {
        drawIcon(painter, m_action->property("iconName").toString(), QRectF(x, (height() - kIcon) / 2.0, kIcon, kIcon),
                 color);
        x += kIcon + kGap;
    }
    painter.setFont(uiFont(TypeSize::control, primary));
    painter.setPen(color);
    painter.drawText(QRect(x, 0, width() - x, height()), Qt::AlignVCenter | Qt::AlignLeft, text());
    const QString keys = shortcutText();
    if (keys.isEmpty()) return;
    QColor light = primary ? color : theme.text2;
    if (!isEnabled()) light = color;
    painter.setFont(font());
    painter.setPen(light);
    painter.drawText(rect().adjusted(0, 0, -kActionButtonPadding, 0), Qt::AlignVCenter | Qt::AlignRight, keys);
}

void ActionButton::enterEvent(QEnterEvent*) { update(); }
void ActionButton::leaveEvent(QEvent*) { update(); }

}  // namespace lapidary::ui
