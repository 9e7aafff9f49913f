// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A tree whose nodes were kept or dropped, each with the rule that dropped it: Sunstone's ordering trie and tiling tree
// share this picture. The root is on top, or at the left once the tree is too wide to be seen at once; dropped children
// without children of their own that fail for one cause are one
// stack of struck names over that cause. Arrow keys walk from node to node; what the rule says of the node under the
// pointer or the chosen one is a tooltip and a signal. Only what is in sight is painted, so that large trees scroll
// freely. GUI thread only.
#pragma once

#include <vector>

#include "ui/views/item_view.h"
#include "ui/views/paint_kit.h"

class QScrollArea;

namespace lapidary::ui {

/// One node as it is drawn. Parents stand before their children.
struct TreeBox {
    struct Chip {
        TensorMark mark;
        QString full, partly;  ///< dimensions reused, and reused in part
    };
    struct Part {
        TensorMark mark;
        double words = 0;
    };
    QString title, side, caption;  ///< "K2 P2", "8 words", "over by 7"
    QString edge;                  ///< on the way from the parent
    QString words;                 ///< all there is to say, in a line
    QString badge;                 ///< "best in GLB", behind Sunstone's symbol; empty = the best mapping isn't here
    std::vector<Chip> chips;
    std::vector<Part> parts;  ///< of the footprint bar
    int parent = -1;
    bool kept = false, onPath = false, dropped = false;
    bool chosen = false;  ///< the best mapping's, or on the way there: a thick line in Sunstone's colour
};

class PrunedTreeView : public ItemView {
    Q_OBJECT
public:
    PrunedTreeView(const QString& name, double column, QWidget* parent = nullptr);

    /// Only nodes that are kept or lead there.
    void setKeptOnly(bool keptOnly);
    bool keptOnly() const { return m_keptOnly; }
    /// Where a node is, empty if it isn't drawn.
    QRectF placeOf(int node) const;
    const std::vector<TreeBox>& boxes() const { return m_boxes; }

    QSizeF pictureSize() const override { return m_size; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;

protected:
    /// `capacity` of the footprint bars, < 0 = no mark. `head`: a line above the tree.
    void setBoxes(std::vector<TreeBox> boxes, const QString& head, double capacity = -1);
    int itemAt(const QPointF& position) const override;
    QString wordsOf(int node) const override;
    std::optional<int> stepFrom(int node, int key) const override;
    void chosenChanged() override;
    void showEvent(QShowEvent* event) override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    struct Stack {
        std::vector<int> nodes;  ///< siblings, shown as names
        int parent = -1;
        QRectF place;
        int more = 0;  ///< that aren't named
    };
    void arrange();
    /// The best mapping's node into sight, once per tree: where there is a place to scroll.
    void reveal();
    void bringIntoSight(int node);
    QScrollArea* area() const;
    QPointF placeDownwards(const std::vector<std::vector<int>>& children,
                           const std::vector<std::vector<std::size_t>>& stacks);
    QPointF placeRightwards(const std::vector<std::vector<int>>& children,
                            const std::vector<std::vector<std::size_t>>& stacks);
    double heightOf(const Stack& stack) const;
    int beside(int node, bool forwards) const;
    void gather(std::vector<std::vector<int>>& children, std::vector<std::vector<int>>& stacks);
    double heightOf(const TreeBox& box) const;
    void paintBadge(QPainter& painter, const Theme& theme, const QString& text, const QRectF& room) const;
    bool isInSight(const QPainter& painter, const QRectF& place) const;
    void paintEdges(QPainter& painter, const Theme& theme) const;
    void paintEdge(QPainter& painter, const QPen& pen, int parent, const QRectF& to) const;
    void paintBox(QPainter& painter, const Theme& theme, const TreeBox& box, const QRectF& place) const;
    void paintBar(QPainter& painter, const Theme& theme, const TreeBox& box, const QRectF& room) const;
    void paintStack(QPainter& painter, const Theme& theme, const Stack& stack) const;
    int nodeFrom(int node, int key) const;

    double m_column;
    bool m_keptOnly = false;
    int m_revealed = -1;        ///< the best mapping's node that was brought into sight
    QString m_revealedWords;    ///< what it said
    QPoint m_revealedAt;        ///< where the place that scrolls was then
    bool m_rightwards = false;  ///< too wide to grow downwards
    std::vector<TreeBox> m_boxes;
    std::vector<QRectF> m_places;  ///< by node; empty = not drawn
    std::vector<Stack> m_stacks;
    QString m_head;
    double m_capacity = -1, m_mostWords = 1;
    QSizeF m_size{420, 120};
};

}  // namespace lapidary::ui
