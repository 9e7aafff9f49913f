// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/scroll_view.h"

#include <QEvent>
#include <QScrollArea>
#include <QVBoxLayout>

#include <algorithm>

namespace lapidary::ui {

namespace {

class NotesArea final : public QScrollArea {
public:
    explicit NotesArea(QWidget* notes) : m_notes(notes) {
        setFrameShape(NoFrame);
        setWidgetResizable(true);
        setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
        setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
        const bool hidden = notes->isHidden();
        setWidget(notes);  // which shows it
        if (hidden) notes->hide();
        notes->installEventFilter(this);
        setVisible(!notes->isHidden());
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (watched == m_notes) {
            if (event->type() == QEvent::ShowToParent) setVisible(true);
            if (event->type() == QEvent::HideToParent) setVisible(false);
            if (event->type() == QEvent::LayoutRequest || event->type() == QEvent::ShowToParent) fit();
        }
        return QScrollArea::eventFilter(watched, event);
    }
    void resizeEvent(QResizeEvent* event) override {
        QScrollArea::resizeEvent(event);
        fit();
    }
    void showEvent(QShowEvent* event) override {
        QScrollArea::showEvent(event);
        fit();
    }

private:
    void fit() {
        const int wide = viewport()->width();
        const int wanted = m_notes->hasHeightForWidth() ? m_notes->heightForWidth(wide) : m_notes->sizeHint().height();
        const int room = parentWidget() ? parentWidget()->height() / 2 : wanted;
        const int tall = wholeOnes(std::min(wanted, std::max(room, m_notes->fontMetrics().height() * 3)), wanted);
        if (tall != height() || tall != minimumHeight()) setFixedHeight(tall);
    }

    /// As many notes as fit wholly, at least the first: the others can be scrolled to.
    int wholeOnes(int room, int wanted) const {
        const QLayout* layout = m_notes->layout();
        if (!layout || room >= wanted) return room;
        const int wide = viewport()->width();
        const QMargins margins = layout->contentsMargins();
        int used = margins.top(), fits = 0;
        for (int i = 0; i < layout->count(); ++i) {
            const QLayoutItem* item = layout->itemAt(i);
            if (item->isEmpty()) continue;
            const int inner = wide - margins.left() - margins.right();
            used += item->hasHeightForWidth() ? item->heightForWidth(inner) : item->sizeHint().height();
            if (fits > 0 && used + margins.bottom() > room) break;
            fits = used + margins.bottom();
            used += layout->spacing();
        }
        return fits > 0 ? fits : room;
    }

    QWidget* m_notes;
};

}  // namespace

QScrollArea* scrolledNotes(QWidget* notes) { return new NotesArea(notes); }

QScrollArea* scrolled(QWidget* content) {
    auto* area = new QScrollArea;
    area->setFrameShape(QFrame::NoFrame);
    area->setWidgetResizable(true);
    area->setBackgroundRole(QPalette::Base);
    area->viewport()->setBackgroundRole(QPalette::Base);
    content->setBackgroundRole(QPalette::Base);
    content->setAutoFillBackground(true);
    area->setWidget(content);
    return area;
}

QWidget* stacked(std::initializer_list<QWidget*> parts) {
    auto* body = new QWidget;
    auto* layout = new QVBoxLayout(body);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (QWidget* part : parts) layout->addWidget(part);
    return body;
}

}  // namespace lapidary::ui
