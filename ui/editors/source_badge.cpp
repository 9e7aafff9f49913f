// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/source_badge.h"

#include <QPainter>

#include <algorithm>

#include "core/arch/technology/fill.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

QString kindOf(const Figure& figure) {
    const QString source = QString::fromStdString(figure.source);
    if (source == u"user") return QStringLiteral("user");
    if (!figure.value) return QStringLiteral("none");
    if (isLookedUp(figure)) return QStringLiteral("table");
    if (source.contains(u"table", Qt::CaseInsensitive)) return QStringLiteral("given");
    if (source.contains(u"model", Qt::CaseInsensitive)) return QStringLiteral("model");
    return QStringLiteral("file");
}

}  // namespace

SourceBadge::SourceBadge(QWidget* parent) : QAbstractButton(parent) {
    setFont(uiFont(TypeSize::note));
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    setFocusPolicy(Qt::NoFocus);
}

void SourceBadge::setSource(const Figure& figure, const QString& replaced) {
    m_kind = kindOf(figure);
    const QString source = QString::fromStdString(figure.source);
    const QString told = isLookedUp(figure) ? source.mid(static_cast<qsizetype>(kLookedUp.size())) : source;
    m_note = !replaced.isEmpty() ? tr("was %1").arg(replaced) : m_kind == u"user" || !figure.value ? QString() : told;
    setEnabled(!replaced.isEmpty());
    setCursor(replaced.isEmpty() ? Qt::ArrowCursor : Qt::PointingHandCursor);
    setFocusPolicy(replaced.isEmpty() ? Qt::NoFocus : Qt::TabFocus);
    setAccessibleName(tr("Source: %1 %2").arg(m_kind, m_note));
    setToolTip(!replaced.isEmpty() ? tr("Given by you; the preset has %1. Click to take that back").arg(replaced)
               : m_kind == u"none" ? tr("Nobody gave this figure; it is unknown, not zero")
               : m_kind == u"user" ? tr("Given by you")
               : source.isEmpty()  ? tr("From the design's file, which names no source")
                                   : source);
    update();
}

QSize SourceBadge::sizeHint() const {
    const QFontMetrics metrics(font());
    return {metrics.horizontalAdvance(m_kind) + 16 + metrics.horizontalAdvance(m_note), 24};
}

void SourceBadge::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHint(QPainter::Antialiasing);
    const bool user = m_kind == u"user";
    const double wide = textWidth(m_kind, uiFont(TypeSize::note, user)) + 12;
    const QRectF badge(0, height() / 2.0 - 9, wide, 18);
    painter.setPen(QPen(user ? theme.tint2 : theme.line, 1,
                        m_kind == u"model" || m_kind == u"none" ? Qt::DashLine : Qt::SolidLine));
    painter.setBrush(user ? theme.tint2 : theme.panel);
    painter.drawRoundedRect(badge.adjusted(0.5, 0.5, -0.5, -0.5), 3, 3);
    drawText(painter, badge, Qt::AlignCenter, m_kind, uiFont(TypeSize::note, user), user ? theme.accent : theme.text2);
    const QColor ink = isEnabled() ? theme.accent : theme.text2;
    constexpr double kLeastNote = 44;  // less says nothing that the tip does not say better
    const QRectF note(wide + 5, 0, width() - wide - 5, height());
    if (note.width() >= std::min(kLeastNote, textWidth(m_note, uiFont(TypeSize::note))))
        drawText(painter, note, Qt::AlignVCenter, m_note, uiFont(TypeSize::note), ink);
    if (hasFocus()) drawBox(painter, rect(), Qt::transparent, theme.accent);
}

}  // namespace lapidary::ui
