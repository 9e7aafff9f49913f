// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/view_base.h"

#include <QApplication>
#include <QClipboard>
#include <QHelpEvent>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>
#include <QToolTip>
#include <QtMath>

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/paint_queue.h"

namespace lapidary::ui {

namespace {
constexpr int kEmptyPadding = 10;
const Subject kNothing;
}  // namespace

View::View(const QString& name, QWidget* parent) : QWidget(parent) {
    setAccessibleName(name);
    setMouseTracking(true);
    setFocusPolicy(Qt::StrongFocus);
}

QSize View::minimumSizeHint() const {
    const QWidget* frame = parentWidget() ? parentWidget()->parentWidget() : nullptr;
    const bool scrolls = qobject_cast<const QScrollArea*>(frame) != nullptr;
    if (!scrolls || !emptyText().isEmpty()) return {120, 40};
    return {qCeil(leastWidth()), qCeil(pictureSize().height())};
}

Figure View::figure(QSizeF size) const {
    if (size.isEmpty()) size = pictureSize();
    return {accessibleName(), size,
            [this, size](QPainter& painter, const Theme& theme) { paintPicture(painter, theme, size); }};
}

void View::share(Selection* selection) {
    m_selection = selection;
    connect(selection, &Selection::changed, this, [this] { subjectsChanged(); });
    subjectsChanged();
}

const Subject& View::hovered() const { return m_selection ? m_selection->hovered() : kNothing; }
const Subject& View::selected() const { return m_selection ? m_selection->selected() : kNothing; }

Subject View::subjectAt(const QPointF&) const { return {}; }
QString View::tipAt(const QPointF&) const { return {}; }
Subject View::neighbour(const Subject& from, int) const { return from; }

void View::updateSoon() {
    if (underMouse())
        update();
    else
        PaintQueue::instance().add(this);
}

void View::paintStill(QPainter& painter, const Theme& theme, QSizeF size,
                      const std::function<void(QPainter&)>& paint) const {
    if (painter.device() != this) return paint(painter);
    const double ratio = devicePixelRatioF();
    const QSize pixels = (size * ratio).toSize();
    if (m_still.picture.size() != pixels || m_still.picture.devicePixelRatio() != ratio || m_still.theme != &theme) {
        m_still = {QPixmap(pixels), &theme};
        m_still.picture.setDevicePixelRatio(ratio);
        m_still.picture.fill(theme.panel);  // opaque: text is smoothed as on the widget, and copying is quick
        QPainter still(&m_still.picture);
        still.setRenderHints(painter.renderHints());
        paint(still);
    }
    painter.drawPixmap(0, 0, m_still.picture);
}

void View::pictureChanged() {
    m_still = {};
    setAccessibleDescription(emptyText().isEmpty() ? textTwin() : emptyText());
    updateGeometry();
    update();
}

void View::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.setRenderHints(QPainter::Antialiasing | QPainter::TextAntialiasing);
    painter.fillRect(rect(), theme.panel);
    if (const QString text = emptyText(); !text.isEmpty()) {
        const QMargins margins(kEmptyPadding, kEmptyPadding, kEmptyPadding, 0);
        painter.setFont(uiFont(TypeSize::control));
        painter.setPen(theme.text2);
        painter.drawText(rect().marginsRemoved(margins), Qt::AlignTop | Qt::AlignLeft | Qt::TextWordWrap, text);
        return;
    }
    paintPicture(painter, theme, size());
}

void View::mouseMoveEvent(QMouseEvent* event) {
    if (m_selection && emptyText().isEmpty()) m_selection->hover(subjectAt(event->position()));
}

void View::mousePressEvent(QMouseEvent* event) {
    if (!m_selection || event->button() != Qt::LeftButton) return;
    m_selection->select(subjectAt(event->position()));
    explain(figureAt(event->position()));
}

std::optional<FigureId> View::figureOf(const Subject&) const { return std::nullopt; }

void View::hover(const Subject& subject) {
    if (m_selection) m_selection->hover(subject);
}

std::optional<FigureId> View::explained() const { return m_selection ? m_selection->figure() : std::nullopt; }

void View::explain(const std::optional<FigureId>& figure) {
    if (m_selection && figure) m_selection->explain(figure);
}

void View::mouseDoubleClickEvent(QMouseEvent* event) {
    if (const Subject subject = subjectAt(event->position()); !subject.empty()) emit activated(subject);
}

void View::leaveEvent(QEvent*) {
    if (m_selection) m_selection->hover({});
}

void View::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(textTwin());
    } else if (m_selection && (event->key() == Qt::Key_Up || event->key() == Qt::Key_Down)) {
        const Subject next = neighbour(selected(), event->key() == Qt::Key_Up ? -1 : 1);
        m_selection->select(next);
        explain(figureOf(next));
    } else if (m_selection && event->key() == Qt::Key_Escape) {
        m_selection->select({});
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && !selected().empty()) {
        emit activated(selected());
    } else {
        QWidget::keyPressEvent(event);
    }
}

bool View::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QWidget::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QString tip = emptyText().isEmpty() ? tipAt(help->pos()) : QString();
    if (tip.isEmpty())
        QToolTip::hideText();
    else
        QToolTip::showText(help->globalPos(), tip, this);
    return true;
}

}  // namespace lapidary::ui
