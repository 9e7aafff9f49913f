// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/setting_field.h"

#include <QKeyEvent>
#include <QPainter>
#include <QWheelEvent>

#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

SettingField::SettingField(QWidget* parent) : QLineEdit(parent) {
    connect(this, &QLineEdit::editingFinished, this, &SettingField::commit);
}

void SettingField::setHelp(const QString& help) {
    m_help = help;
    setToolTip(help);
}

void SettingField::setValue(const QString& value) {
    const bool changed = value != m_value;
    m_value = value;
    if (m_wrong && !changed) return;
    accept();
    setText(value);
}

void SettingField::accept() {
    m_wrong = false;
    setToolTip(m_help);
    update();
}

void SettingField::refuse(const QString& reason) {
    m_wrong = true;
    setToolTip(tr("Not taken: %1. Still in use: %2").arg(reason, m_value.isEmpty() ? placeholderText() : m_value));
    update();
}

void SettingField::commit() {
    if (text() == m_value) {
        accept();
        emit committed(m_value);
    } else {
        emit committed(text().trimmed());
    }
}

bool SettingField::event(QEvent* event) {
    // With nothing typed, undo and redo are the document's.
    if (event->type() == QEvent::ShortcutOverride && text() == m_value) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->matches(QKeySequence::Undo) || key->matches(QKeySequence::Redo)) return false;
    }
    return QLineEdit::event(event);
}

void SettingField::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down) {
        emit stepped(event->key() == Qt::Key_Up ? 1 : -1);
    } else if (event->key() == Qt::Key_Escape) {
        accept();
        setText(m_value);
        selectAll();
        emit committed(m_value);
    } else {
        QLineEdit::keyPressEvent(event);
    }
}

void SettingField::wheelEvent(QWheelEvent* event) {
    if (!hasFocus() || isReadOnly()) return event->ignore();
    m_turned += event->angleDelta().y();
    constexpr int kNotch = 120;
    for (; m_turned >= kNotch; m_turned -= kNotch) emit stepped(1);
    for (; m_turned <= -kNotch; m_turned += kNotch) emit stepped(-1);
    event->accept();
}

void SettingField::paintEvent(QPaintEvent* event) {
    QLineEdit::paintEvent(event);
    if (!m_wrong) return;
    QPainter painter(this);
    drawBox(painter, rect(), Qt::transparent, themeOf(this).error);
}

}  // namespace lapidary::ui
