// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/diagram_view.h"

#include <QApplication>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>
#include <QScrollArea>

#include <algorithm>

#include "ui/editors/design_editor.h"
#include "ui/editors/diagram_paint.h"
#include "ui/editors/part_text.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr double kLeastWidth = 316, kMostWidth = 720;
}

DiagramView::DiagramView(DesignEditor& editor, QWidget* parent)
    : View(tr("Block diagram of the design"), parent), m_editor(editor) {
    connect(&editor.document(), &Document::inputsChanged, this, &DiagramView::refresh);
    connect(&editor, &DesignEditor::selectionChanged, this, [this] {
        if (auto* area = qobject_cast<QScrollArea*>(parentWidget() ? parentWidget()->parentWidget() : nullptr)) {
            const QRectF box = m_layout.rectOf(m_editor.selected());
            area->ensureVisible(static_cast<int>(box.center().x()), static_cast<int>(box.top() + 20), 0, 40);
        }
        pictureChanged();
    });
    refresh();
}

void DiagramView::refresh() {
    m_handle = m_drop = nullptr;
    m_dragging = false;
    m_hovered.reset();
    m_layout = layOut(m_editor.design(), m_editor.document().inputs().mapspace.constraints, m_editor.workload(),
                      std::clamp(static_cast<double>(width()), kLeastWidth, kMostWidth));
    pictureChanged();
}

QSizeF DiagramView::pictureSize() const { return {kLeastWidth, m_layout.height}; }

void DiagramView::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    DiagramState state;
    state.handles = m_onScreen;
    if (m_onScreen) {
        state.hovered = m_hovered;
        state.selected = m_editor.selected();
        state.handle = m_handle;
        if (m_dragging) {
            state.dragged = m_pressed;
            state.drop = m_drop;
            state.dropAllowed = m_drop && dropAllowed(*m_drop);
        }
    }
    const DiagramLayout own = m_onScreen ? DiagramLayout()
                                         : layOut(m_editor.design(), m_editor.document().inputs().mapspace.constraints,
                                                  m_editor.workload(), std::max(size.width(), 520.0));
    paintDiagram(painter, theme, m_onScreen ? m_layout : own, m_editor.workload(), m_editor.design().levelCount(),
                 state);
    if (m_onScreen && hasFocus()) drawBox(painter, QRectF(rect()), Qt::transparent, theme.accent, 2);
}

QString DiagramView::textTwin() const {
    QStringList lines;
    for (const DiagramBox& box : m_layout.boxes)
        lines << QStringLiteral("%1: %2").arg(box.title, box.lines.join(QStringLiteral(", ")));
    for (const DiagramFrame& frame : m_layout.frames) lines << QStringLiteral("%1: %2").arg(frame.title, frame.line);
    return tr("Selected: %1").arg(m_editor.titleOf(m_editor.selected())) + u'\n' + lines.join(u'\n');
}

QString DiagramView::tipAt(const QPointF& position) const {
    if (m_layout.handleAt(position)) return tr("Add a level here");
    const auto part = m_layout.partAt(position);
    if (!part) return {};
    switch (part->kind) {
    case Part::Kind::level:
        return tr("%1: click to edit, drag to reorder (Alt+Up, Alt+Down)").arg(m_editor.titleOf(*part));
    case Part::Kind::fanout:
        return tr("%1: %2 instances of what stands inside").arg(m_editor.titleOf(*part)).arg([&] {
            const Fanout& fanout = m_editor.design().fanouts()[static_cast<std::size_t>(part->index)];
            return fanout.x * fanout.y;
        }());
    default: return m_editor.titleOf(*part);
    }
}

bool DiagramView::dropAllowed(const DiagramGap& gap) const {
    return movePart(m_editor.spec(), *m_pressed, gap.position).ok();
}

void DiagramView::mousePressEvent(QMouseEvent* event) {
    if (event->button() != Qt::LeftButton) return;
    if (const DiagramGap* gap = m_layout.handleAt(event->position())) {
        const std::vector<Part> parts = partsInOrder(m_editor.design().spec());
        m_editor.select(parts[static_cast<std::size_t>(gap->position) - 1]);
        m_editor.addLevel();
        return;
    }
    m_pressed = m_layout.partAt(event->position());
    m_pressedAt = event->position();
    if (m_pressed) m_editor.select(*m_pressed);
}

void DiagramView::mouseMoveEvent(QMouseEvent* event) {
    const bool movable = m_pressed && (m_pressed->kind == Part::Kind::level || m_pressed->kind == Part::Kind::fanout);
    if (movable && event->buttons() & Qt::LeftButton &&
        (event->position() - m_pressedAt).manhattanLength() >= QApplication::startDragDistance())
        m_dragging = true;
    if (m_dragging) {
        m_drop = m_layout.nearestGap(event->position().y());
        setCursor(Qt::ClosedHandCursor);
    } else {
        m_handle = m_layout.handleAt(event->position());
        m_hovered = m_layout.partAt(event->position());
        if (m_handle) m_hovered.reset();
    }
    update();
}

void DiagramView::endDrag(bool drop) {
    const DiagramGap* gap = m_drop;
    const bool wanted = drop && m_dragging && gap;
    m_dragging = false;
    m_drop = nullptr;
    unsetCursor();
    update();
    if (wanted && m_pressed) m_editor.moveTo(*m_pressed, gap->position);
}

void DiagramView::mouseReleaseEvent(QMouseEvent*) { endDrag(true); }

void DiagramView::mouseDoubleClickEvent(QMouseEvent* event) {
    if (m_layout.partAt(event->position())) emit partActivated();
}

void DiagramView::leaveEvent(QEvent*) {
    m_hovered.reset();
    m_handle = nullptr;
    update();
}

void DiagramView::step(int direction) {
    const std::vector<Part> parts = allParts(m_editor.design().spec());
    const auto at = std::find(parts.begin(), parts.end(), m_editor.selected()) - parts.begin();
    const auto next = std::clamp<std::ptrdiff_t>(at + direction, 0, static_cast<std::ptrdiff_t>(parts.size()) - 1);
    m_editor.select(parts[static_cast<std::size_t>(next)]);
}

void DiagramView::keyPressEvent(QKeyEvent* event) {
    const bool alt = event->modifiers() & Qt::AltModifier;
    switch (event->key()) {
    case Qt::Key_Up: return alt ? m_editor.moveSelected(-1) : step(-1);
    case Qt::Key_Down: return alt ? m_editor.moveSelected(1) : step(1);
    case Qt::Key_Insert: return m_editor.addLevel();
    case Qt::Key_Delete: return m_editor.removeSelected();
    case Qt::Key_Escape: return endDrag(false);
    case Qt::Key_Return:
    case Qt::Key_Enter: return emit partActivated();
    case Qt::Key_D:
        if (event->modifiers() & Qt::ControlModifier) return m_editor.duplicateSelected();
        break;
    default: break;
    }
    View::keyPressEvent(event);
}

void DiagramView::focusInEvent(QFocusEvent* event) {
    View::focusInEvent(event);
    update();
}

void DiagramView::focusOutEvent(QFocusEvent* event) {
    View::focusOutEvent(event);
    update();
}

void DiagramView::resizeEvent(QResizeEvent* event) {
    View::resizeEvent(event);
    if (event->size().width() != event->oldSize().width()) refresh();
}

bool DiagramView::event(QEvent* event) {
    // Alt+arrow would go to the menu bar, Delete to nobody.
    if (event->type() == QEvent::ShortcutOverride) {
        const auto* key = static_cast<QKeyEvent*>(event);
        if (key->key() == Qt::Key_Up || key->key() == Qt::Key_Down || key->key() == Qt::Key_Delete) {
            event->accept();
            return true;
        }
    }
    m_onScreen = event->type() == QEvent::Paint;
    const bool handled = View::event(event);
    m_onScreen = false;
    return handled;
}

}  // namespace lapidary::ui
