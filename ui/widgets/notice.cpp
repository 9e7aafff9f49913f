// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/notice.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

Notice::Notice(QWidget* parent) : QWidget(parent), m_label(new QLabel), m_buttons(new QHBoxLayout) {
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(38, 6, 8, 6);
    layout->setSpacing(8);
    m_label->setObjectName("bannerLabel");
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_label, 1);
    m_buttons->setSpacing(6);
    layout->addLayout(m_buttons);
    hide();
}

void Notice::tell(Severity severity, const QString& title, const QString& text, std::vector<NoticeButton> buttons) {
    m_severity = severity;
    setAccessibleName(title);
    setAccessibleDescription(text);
    m_label->setText(QStringLiteral("<b>%1</b> %2").arg(title.toHtmlEscaped(), text.toHtmlEscaped()));
    while (QLayoutItem* item = m_buttons->takeAt(0)) {
        item->widget()->hide();
        item->widget()->deleteLater();  // one of them may be what was just clicked
        delete item;
    }
    for (NoticeButton& described : buttons) {
        auto* button = new QPushButton(described.text);
        button->setObjectName(described.name);
        button->setAutoDefault(false);
        connect(button, &QPushButton::clicked, this, std::move(described.action));
        m_buttons->addWidget(button);
    }
    updateGeometry();
    show();
    update();
}

void Notice::clear() { hide(); }

QString Notice::text() const { return isHidden() ? QString() : accessibleName() + u' ' + accessibleDescription(); }

void Notice::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    const bool error = m_severity == Severity::error;
    const bool warning = m_severity == Severity::warning;
    const QColor tone = error ? theme.error : warning ? theme.warning : theme.accent;
    QPainter painter(this);
    drawBox(painter, rect(), error ? theme.errorGround : warning ? theme.warningGround : theme.tint1, theme.line);
    painter.fillRect(0, 1, 3, height() - 2, tone);
    drawIcon(painter, error ? "error" : warning ? "warning" : "info", QRectF(12, height() / 2.0 - 8, 16, 16), tone);
}

}  // namespace lapidary::ui
