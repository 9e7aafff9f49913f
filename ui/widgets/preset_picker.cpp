// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/preset_picker.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSortFilterProxyModel>
#include <QStringListModel>
#include <QStyleOptionComboBox>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/theme/fonts.h"

namespace lapidary::ui {

PresetPicker::PresetPicker(const QString& name, std::function<QStringList()> keys, QWidget* parent)
    : QAbstractButton(parent),
      m_source(std::move(keys)),
      m_keys(new QStringListModel(this)),
      m_filter(new QSortFilterProxyModel(this)),
      m_popup(new QWidget(this, Qt::Popup)),
      m_search(new QLineEdit),
      m_list(new QListView) {
    setAccessibleName(name);
    setFocusPolicy(Qt::TabFocus);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    setAttribute(Qt::WA_Hover);
    m_filter->setSourceModel(m_keys);
    m_filter->setFilterCaseSensitivity(Qt::CaseInsensitive);
    m_search->setPlaceholderText(tr("Type to narrow down"));
    m_search->setClearButtonEnabled(true);
    m_search->setObjectName("presetSearch");
    m_search->installEventFilter(this);
    m_list->setModel(m_filter);
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFont(uiFont(TypeSize::control));
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setFocusPolicy(Qt::NoFocus);
    auto* layout = new QVBoxLayout(m_popup);
    layout->setContentsMargins(4, 4, 4, 4);
    layout->setSpacing(4);
    layout->addWidget(m_search);
    layout->addWidget(m_list);
    connect(m_search, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_filter->setFilterFixedString(text);
        m_list->setCurrentIndex(m_filter->index(0, 0));
    });
    connect(m_search, &QLineEdit::returnPressed, this, &PresetPicker::choose);
    connect(m_list, &QListView::clicked, this, &PresetPicker::choose);
    connect(this, &QAbstractButton::clicked, this, &PresetPicker::popup);
}

void PresetPicker::setShown(const QString& text) {
    setText(text);
    setAccessibleDescription(text);
    setToolTip(QStringLiteral("%1: %2").arg(accessibleName(), text));
    update();
}

void PresetPicker::popup() {
    if (const QStringList keys = m_source(); keys != m_keys->stringList()) m_keys->setStringList(keys);
    m_search->clear();
    m_filter->setFilterFixedString({});
    const auto row = m_keys->stringList().indexOf(text());
    m_list->setCurrentIndex(m_filter->index(static_cast<int>(std::max<qsizetype>(row, 0)), 0));
    m_popup->setGeometry(QRect(mapToGlobal(QPoint(0, height() + 2)), QSize(std::max(width(), 280), 340)));
    m_popup->show();
    m_list->scrollTo(m_list->currentIndex(), QAbstractItemView::PositionAtCenter);
    m_search->setFocus();
}

void PresetPicker::choose() {
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid()) return;
    m_popup->hide();
    emit picked(index.data().toString());
}

void PresetPicker::paintEvent(QPaintEvent*) {
    QStyleOptionComboBox option;
    option.initFrom(this);
    option.editable = false;
    QPainter painter(this);
    style()->drawComplexControl(QStyle::CC_ComboBox, &option, &painter, this);
    const QRect box = rect().adjusted(8, 0, -22, 0);
    painter.setFont(font());
    painter.setPen(palette().color(isEnabled() ? QPalette::Active : QPalette::Disabled, QPalette::ButtonText));
    painter.drawText(box, Qt::AlignVCenter | Qt::AlignLeft,
                     fontMetrics().elidedText(text(), Qt::ElideMiddle, box.width()));
}

void PresetPicker::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Down || event->key() == Qt::Key_Return)
        popup();
    else
        QAbstractButton::keyPressEvent(event);
}

bool PresetPicker::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QAbstractButton::eventFilter(watched, event);
}

}  // namespace lapidary::ui
