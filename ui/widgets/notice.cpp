// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/notice.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QPushButton>

#include <algorithm>

#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

/// A text with buttons beside it or, where it would have too little room, below it.
class SideOrBelow final : public QLayout {
public:
    ~SideOrBelow() override {
        for (QLayoutItem* item : m_items) delete item;
    }
    void addItem(QLayoutItem* item) override { m_items << item; }
    int count() const override { return static_cast<int>(m_items.size()); }
    QLayoutItem* itemAt(int index) const override { return m_items.value(index); }
    QLayoutItem* takeAt(int index) override {
        return index >= 0 && index < m_items.size() ? m_items.takeAt(index) : nullptr;
    }
    QSize sizeHint() const override { return {kLeastText, heightForWidth(kLeastText + 200)}; }
    QSize minimumSize() const override {
        const QMargins margins = contentsMargins();
        return {margins.left() + margins.right() + std::max(kLeastText, buttons().width()), 24};
    }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override { return place(QRect(0, 0, width, 0), false); }
    void setGeometry(const QRect& rect) override {
        QLayout::setGeometry(rect);
        place(rect, true);
    }

private:
    static constexpr int kLeastText = 150;

    QSize buttons() const { return m_items.size() > 1 ? m_items[1]->sizeHint() : QSize(0, 0); }
    /// Height needed; with `really`, the parts get their places.
    int place(const QRect& rect, bool really) const {
        if (m_items.isEmpty()) return 0;
        const QRect room = rect.marginsRemoved(contentsMargins());
        const QSize row = buttons();
        const bool beside = row.isEmpty() || room.width() - row.width() - spacing() >= kLeastText;
        const int textWidth = beside && !row.isEmpty() ? room.width() - row.width() - spacing() : room.width();
        const int textHeight = m_items[0]->heightForWidth(textWidth);
        const int inner = beside ? std::max(textHeight, row.height()) : textHeight + spacing() + row.height();
        if (really) {
            m_items[0]->setGeometry({room.left(), room.top(), textWidth, beside ? inner : textHeight});
            if (m_items.size() > 1)
                m_items[1]->setGeometry(
                    beside ? QRect(room.right() + 1 - row.width(), room.top() + (inner - row.height()) / 2, row.width(),
                                   row.height())
                           : QRect(room.left(), room.top() + textHeight + spacing(), row.width(), row.height()));
        }
        const QMargins margins = contentsMargins();
        return inner + margins.top() + margins.bottom();
    }

    QList<QLayoutItem*> m_items;
};

}  // namespace

Notice::Notice(QWidget* parent) : QWidget(parent), m_label(new QLabel), m_buttons(new QHBoxLayout) {
    auto* layout = new SideOrBelow;
    setLayout(layout);
    layout->setContentsMargins(38, 6, 8, 6);
    layout->setSpacing(8);
    m_label->setObjectName("bannerLabel");
    m_label->setWordWrap(true);
    m_label->setTextFormat(Qt::RichText);
    m_label->setTextInteractionFlags(Qt::TextSelectableByMouse);
    layout->addWidget(m_label);
    m_buttons->setSpacing(6);
    auto* row = new QWidget;
    m_buttons->setContentsMargins(0, 0, 0, 0);
    row->setLayout(m_buttons);
    layout->addWidget(row);
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
