// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A painted view: one picture of one thing. A concrete view says four things - how large the picture wants to be, how it
// is painted, what it says as text, and what lies under a point - and gets the rest: the same paint function on screen
// and in SVG, PDF and PNG, hover and selection shared with all other views, tooltips, an accessible name with the text
// as its description, and one sentence of help while there is nothing to show. Paint functions are const and read
// nothing but the view's data and the theme they are given. GUI thread only.
#pragma once

#include <QPixmap>
#include <QWidget>

#include <functional>

#include "ui/export/figure.h"
#include "ui/session/selection.h"

namespace lapidary::ui {

class View : public QWidget {
    Q_OBJECT
public:
    explicit View(const QString& name, QWidget* parent = nullptr);

    /// Size at which the picture is comfortable; exports have it.
    virtual QSizeF pictureSize() const = 0;
    /// Width below which the picture would lose something.
    virtual double leastWidth() const { return pictureSize().width(); }
    /// The picture. `size` is what there is, usually at least leastWidth() wide.
    virtual void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const = 0;
    /// The same facts as plain text, for screen readers and the clipboard.
    virtual QString textTwin() const = 0;
    /// One sentence that says what will be here; empty once there is something.
    virtual QString emptyText() const { return {}; }

    /// The picture for export, at its own size unless one is asked for.
    Figure figure(QSizeF size = {}) const;

    /// Joins the selection that other views of the same mapping share.
    void share(Selection* selection);
    /// A light frame (hover) and a filled one (selection) are for this subject.
    const Subject& hovered() const;
    const Subject& selected() const;
    /// What a tooltip says there; empty where there is nothing.
    QString wordsAt(const QPoint& position) const { return emptyText().isEmpty() ? tipAt(position) : emptyText(); }

    QSize sizeHint() const override { return pictureSize().toSize(); }
    /// All of the picture inside a scroll area, else little.
    QSize minimumSizeHint() const override;

signals:
    /// Enter or double-click on something.
    void activated(const lapidary::ui::Subject& subject);

protected:
    /// Another subject is hovered or selected.
    virtual void subjectsChanged() { updateSoon(); }
    /// Repaints at once what the pointer is on, and other views in turn.
    void updateSoon();
    /// Paints the part of the picture that no highlight changes. On screen it is made once and kept until pictureChanged(),
    /// another size or another theme; exports are painted anew. Has the colour of the panel as its ground.
    void paintStill(QPainter& painter, const Theme& theme, QSizeF size,
                    const std::function<void(QPainter&)>& paint) const;
    virtual Subject subjectAt(const QPointF& position) const;
    /// The figure that stands for a subject here, which a click has explained.
    virtual std::optional<FigureId> figureOf(const Subject& subject) const;
    virtual std::optional<FigureId> figureAt(const QPointF& position) const { return figureOf(subjectAt(position)); }
    /// Asks for an explanation, if there is a figure.
    void explain(const std::optional<FigureId>& figure);
    /// Points at a subject, as the pointer does.
    void hover(const Subject& subject);
    /// What is explained now, here or elsewhere.
    std::optional<FigureId> explained() const;
    virtual QString tipAt(const QPointF& position) const;
    /// The subject that the arrow keys reach from `from`; step is +1 or -1.
    virtual Subject neighbour(const Subject& from, int step) const;

    /// To be called after the view's data has changed.
    void pictureChanged();

    void paintEvent(QPaintEvent* event) final;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    bool event(QEvent* event) override;

private:
    struct Still {
        QPixmap picture;
        const Theme* theme = nullptr;
    };

    Selection* m_selection = nullptr;
    mutable Still m_still;
};

}  // namespace lapidary::ui
