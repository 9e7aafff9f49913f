// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/mode_bar.h"

#include <QAbstractButton>
#include <QAction>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

class ModeItem final : public QAbstractButton {
public:
    ModeItem(QAction* action, const QString& text) : m_action(action) {
        setFixedSize(60, 54);
        setFocusPolicy(Qt::TabFocus);
        setText(text);
        setToolTip(action->toolTip());
        setAccessibleName(text);
        setObjectName(action->objectName() + "Mode");
        connect(this, &QAbstractButton::clicked, action, &QAction::trigger);
        connect(action, &QAction::changed, this, qOverload<>(&QWidget::update));
    }

protected:
    void paintEvent(QPaintEvent*) override {
        const Theme& theme = themeOf(this);
        const bool on = m_action->isChecked();
        QPainter painter(this);
        if (on || underMouse()) painter.fillRect(rect(), theme.tint1);
        if (on) painter.fillRect(0, 0, 3, height(), theme.accent);
        if (hasFocus()) {
            painter.setPen(theme.accent);
            painter.drawRect(rect().adjusted(1, 1, -2, -2));
        }
        const QColor color = on ? theme.accent : theme.text2;
        drawIcon(painter, m_action->property("iconName").toString(), QRectF(20, 9, 20, 20), color);
        painter.setFont(uiFont(TypeSize::note, on));
        painter.setPen(color);
        painter.drawText(QRect(0, 31, width(), 18), Qt::AlignCenter, text());
    }
    void enterEvent(QEnterEvent*) override { update(); }
    void leaveEvent(QEvent*) override { update(); }

private:
    QAction* m_action;
};

}  // namespace

ModeBar::ModeBar(QWidget* parent) : QWidget(parent) {
    setFixedWidth(60);
    setAccessibleName(tr("Perspectives"));
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 2, 0, 2);
    layout->setSpacing(0);
    m_modes = new QVBoxLayout;
    m_foot = new QVBoxLayout;
    layout->addLayout(m_modes);
    layout->addStretch();
    layout->addLayout(m_foot);
}

void ModeBar::addMode(QAction* action) { m_modes->addWidget(new ModeItem(action, action->iconText())); }
void ModeBar::addFootAction(QAction* action, const QString& text) { m_foot->addWidget(new ModeItem(action, text)); }

void ModeBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.header);
    painter.fillRect(width() - 1, 0, 1, height(), theme.line);
}

}  // namespace lapidary::ui
