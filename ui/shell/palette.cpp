// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/palette.h"

#include <QCoreApplication>
#include <QKeyEvent>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QPainter>
#include <QSettings>
#include <QStyledItemDelegate>
#include <QTextLayout>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/key_caps.h"

namespace lapidary::ui {

namespace {

constexpr int kRow = 28;
constexpr int kWidth = 560;
constexpr int kHeight = 400;
constexpr int kRemembered = 20;
const QString kPaletteRecentKey = QStringLiteral("palette/recent");

/// Icon, text with the letters found in 600, what it is, its keys; or why it cannot be used.
class RowDelegate final : public QStyledItemDelegate {
public:
    using QStyledItemDelegate::QStyledItemDelegate;

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex&) const override { return {200, kRow}; }

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = themeOf(option.widget);
        const QRect box = option.rect;
        const bool chosen = option.state & QStyle::State_Selected;
        if (chosen) {
            painter->fillRect(box, theme.selectedRow);
            painter->fillRect(box.left(), box.top(), 3, box.height(), theme.accent);
        }
        const QString reason = index.data(PaletteModel::kReason).toString();
        const QColor color = reason.isEmpty() ? theme.text : theme.text3;
        drawIcon(*painter, index.data(PaletteModel::kIcon).toString(),
                 QRectF(box.left() + 12, box.center().y() - 7, 14, 14), reason.isEmpty() ? theme.text2 : theme.text3);
        int right = box.right() - 10;
        const QString keys = index.data(PaletteModel::kShortcut).toString();
        if (!keys.isEmpty()) right -= drawKeyCap(*painter, theme, QPoint(right, box.center().y() + 1), keys) + 10;

        painter->setFont(uiFont(TypeSize::note));
        painter->setPen(theme.text3);
        const QString note = reason.isEmpty() ? index.data(PaletteModel::kKind).toString() : reason;
        const int left = box.left() + 36;
        const int noteWidth = std::min(painter->fontMetrics().horizontalAdvance(note), (right - left) / 2);
        painter->drawText(QRect(right - noteWidth, box.top(), noteWidth, box.height()),
                          Qt::AlignVCenter | Qt::AlignRight,
                          painter->fontMetrics().elidedText(note, Qt::ElideRight, noteWidth));
        drawFound(*painter, QRect(left, box.top(), right - noteWidth - 12 - left, box.height()), index, color);
    }

private:
    static void drawFound(QPainter& painter, const QRect& box, const QModelIndex& index, const QColor& color) {
        const QString text = index.data().toString();
        QList<QTextLayout::FormatRange> found;
        for (const QVariant& position : index.data(PaletteModel::kPositions).toList()) {
            QTextCharFormat strong;
            strong.setFontWeight(QFont::DemiBold);
            strong.setFontUnderline(true);
            found << QTextLayout::FormatRange{position.toInt(), 1, strong};
        }
        const QFont font = uiFont(TypeSize::control);
        const QString shown = QFontMetrics(font).elidedText(text, Qt::ElideRight, box.width());
        QTextLayout layout(shown, font);
        if (shown == text) layout.setFormats(found);
        layout.beginLayout();
        QTextLine line = layout.createLine();
        line.setLineWidth(10'000);
        layout.endLayout();
        painter.setPen(color);
        layout.draw(&painter, QPointF(box.left(), box.top() + (box.height() - line.height()) / 2));
    }
};

}  // namespace

Palette::Palette(QWidget* window, bool remembering)
    : QWidget(window, Qt::Popup),
      m_remembering(remembering),
      m_model(new PaletteModel(this)),
      m_field(new QLineEdit),
      m_list(new QListView),
      m_foot(new QLabel) {
    setObjectName("palette");
    setAccessibleName(tr("Command palette"));
    m_field->setObjectName("paletteField");
    m_field->setAccessibleName(tr("Search actions and objects"));
    m_field->installEventFilter(this);
    m_list->setObjectName("paletteList");
    m_list->setAccessibleName(tr("Matches"));
    m_list->setModel(m_model);
    m_list->setItemDelegate(new RowDelegate(m_list));
    m_list->setUniformItemSizes(true);
    m_list->setFrameShape(QFrame::NoFrame);
    m_list->setFocusPolicy(Qt::NoFocus);
    m_list->setEditTriggers(QAbstractItemView::NoEditTriggers);
    m_list->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_foot->setFont(uiFont(TypeSize::note));
    m_foot->setForegroundRole(QPalette::PlaceholderText);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(8, 8, 8, 6);
    layout->setSpacing(6);
    layout->addWidget(m_field);
    layout->addWidget(m_list, 1);
    layout->addWidget(m_foot);
    connect(m_field, &QLineEdit::textChanged, this, [this](const QString& text) {
        m_model->setPattern(text);
        refresh();
    });
    connect(m_field, &QLineEdit::returnPressed, this, &Palette::use);
    connect(m_list, &QListView::clicked, this, &Palette::use);
}

void Palette::open(std::vector<PaletteItem> items, const QString& hint) {
    m_model->setItems(std::move(items), recent());
    {
        const QSignalBlocker blocker(m_field);
        m_field->clear();
    }
    m_field->setPlaceholderText(hint);
    refresh();
    const QWidget* window = parentWidget();
    const int width = std::min(kWidth, window->width() - 40);
    const int height = std::min(kHeight, window->height() - 80);
    setGeometry(QRect(window->mapToGlobal(QPoint((window->width() - width) / 2, 48)), QSize(width, height)));
    show();
    m_field->setFocus();
}

void Palette::refresh() {
    m_list->setCurrentIndex(m_model->index(0, 0));
    const int count = m_model->rowCount();
    m_foot->setText(count == 0   ? tr("Nothing has these letters.")
                    : count == 1 ? tr("1 match. Enter uses it, Esc closes.")
                                 : tr("%1 matches. Enter uses the chosen one, Esc closes.").arg(count));
}

void Palette::use() {
    const QModelIndex index = m_list->currentIndex();
    if (!index.isValid()) return;
    const PaletteItem item = m_model->at(index.row());
    if (!item.reason.isEmpty()) {
        m_foot->setText(tr("Not now: %1.").arg(item.reason));
        return;
    }
    hide();
    remember(item.id);
    item.use();
}

QStringList Palette::recent() const {
    return m_remembering ? QSettings().value(kPaletteRecentKey).toStringList() : m_recent;
}

void Palette::remember(const QString& id) {
    m_recent = recent();
    m_recent.removeAll(id);
    m_recent.prepend(id);
    m_recent = m_recent.mid(0, kRemembered);
    if (m_remembering) QSettings().setValue(kPaletteRecentKey, m_recent);
}

void Palette::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.panel);
    painter.setPen(theme.accent);
    painter.drawRect(rect().adjusted(0, 0, -1, -1));
}

bool Palette::eventFilter(QObject* watched, QEvent* event) {
    if (watched == m_field && event->type() == QEvent::KeyPress) {
        const int key = static_cast<QKeyEvent*>(event)->key();
        if (key == Qt::Key_Up || key == Qt::Key_Down || key == Qt::Key_PageUp || key == Qt::Key_PageDown) {
            QCoreApplication::sendEvent(m_list, event);
            return true;
        }
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace lapidary::ui
