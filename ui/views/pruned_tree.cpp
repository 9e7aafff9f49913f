// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/pruned_tree.h"

#include <QScrollArea>

#include <algorithm>
#include <cmath>
#include <functional>
#include <map>

namespace lapidary::ui {

namespace {

constexpr double kTreeEdge = 10, kTreeHead = 30, kTreeGap = 8, kTreeDrop = 34, kTreeAside = 38;
constexpr double kStackLine = 15;
constexpr double kSeenAtOnce = 720;  ///< a wider tree grows to the right
constexpr std::size_t kMostNames = 6;
constexpr std::size_t kManyNodes = 40;  ///< from here on children come by size, so that much is seen at once
constexpr double kTitleHeight = 19, kChipLine = 16, kCaptionLine = 16, kBarLine = 14;

std::size_t index(int node) { return static_cast<std::size_t>(node); }

}  // namespace

PrunedTreeView::PrunedTreeView(const QString& name, double column, QWidget* parent)
    : ItemView(name, parent), m_column(column) {}

void PrunedTreeView::setBoxes(std::vector<TreeBox> boxes, const QString& head, double capacity) {
    m_boxes = std::move(boxes);
    m_head = head;
    m_capacity = capacity;
    m_mostWords = 1;
    for (const TreeBox& box : m_boxes) {
        double words = 0;
        for (const TreeBox::Part& part : box.parts) words += part.words;
        if (!box.dropped) m_mostWords = std::max(m_mostWords, words);
    }
    arrange();
    forgetItems();
    QMetaObject::invokeMethod(this, &PrunedTreeView::reveal, Qt::QueuedConnection);
}

void PrunedTreeView::setKeptOnly(bool keptOnly) {
    if (m_keptOnly == keptOnly) return;
    m_keptOnly = keptOnly;
    arrange();
    forgetItems();
}

double PrunedTreeView::heightOf(const TreeBox& box) const {
    return kTitleHeight + kChipLine * static_cast<double>(box.chips.size()) + (box.parts.empty() ? 0 : kBarLine) +
           (box.caption.isEmpty() ? 0 : kCaptionLine) + (box.badge.isEmpty() ? 0 : kCaptionLine) + 5;
}

/// Children that are drawn as boxes, and those that share a stack, by parent.
void PrunedTreeView::gather(std::vector<std::vector<int>>& children, std::vector<std::vector<int>>& stacks) {
    std::vector<bool> isLeaf(m_boxes.size(), true);
    for (const TreeBox& box : m_boxes)
        if (box.parent >= 0) isLeaf[index(box.parent)] = false;
    std::map<std::pair<int, QString>, std::vector<int>> alike;
    const auto causeOf = [](const TreeBox& box) { return box.parts.empty() ? box.caption : QString(); };
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        const TreeBox& box = m_boxes[i];
        if (box.dropped && isLeaf[i]) alike[{box.parent, causeOf(box)}].push_back(static_cast<int>(i));
    }
    for (std::size_t i = 1; i < m_boxes.size(); ++i) {
        const TreeBox& box = m_boxes[i];
        if (m_keptOnly && !box.onPath) continue;
        const auto group = alike.find({box.parent, causeOf(box)});
        const bool stacked = box.dropped && isLeaf[i] && group != alike.end() && group->second.size() > 1;
        if (!stacked)
            children[index(box.parent)].push_back(static_cast<int>(i));
        else if (group->second.front() == static_cast<int>(i))
            stacks.push_back(group->second);
    }
    std::vector<int> below(m_boxes.size(), 0);  // nodes
    for (std::size_t i = m_boxes.size(); i-- > 1;) below[index(m_boxes[i].parent)] += below[i] + 1;
    for (std::vector<int>& some :
         children) {  // the best mapping's way first, then what leads to kept nodes, if small first
        if (m_boxes.size() > kManyNodes)
            std::stable_sort(some.begin(), some.end(), [&](int a, int b) { return below[index(a)] < below[index(b)]; });
        std::stable_partition(some.begin(), some.end(), [this](int node) { return m_boxes[index(node)].onPath; });
        std::stable_partition(some.begin(), some.end(), [this](int node) { return m_boxes[index(node)].chosen; });
    }
}

double PrunedTreeView::heightOf(const Stack& stack) const {
    const auto lines = std::min(stack.nodes.size(), kMostNames) + (stack.more > 0 ? 2 : 1);
    return kStackLine * static_cast<double>(lines) + 4;
}

/// Leaves side by side, a row per depth, parents above the middle of their children. Returns where it ends.
QPointF PrunedTreeView::placeDownwards(const std::vector<std::vector<int>>& children,
                                       const std::vector<std::vector<std::size_t>>& stacks) {
    std::vector<double> rows;  // heights
    const auto stretch = [&rows](std::size_t depth, double height) {
        if (rows.size() <= depth) rows.resize(depth + 1, 0);
        rows[depth] = std::max(rows[depth], height);
    };
    double next = kTreeEdge;
    const std::function<double(int, std::size_t)> place = [&](int node, std::size_t depth) {
        const double height = heightOf(m_boxes[index(node)]);
        stretch(depth, height);
        std::vector<double> below;
        for (const int child : children[index(node)]) below.push_back(place(child, depth + 1));
        for (const std::size_t s : stacks[index(node)]) {
            m_stacks[s].place = {next, static_cast<double>(depth + 1), m_column, heightOf(m_stacks[s])};
            stretch(depth + 1, m_stacks[s].place.height());
            below.push_back(next);
            next += m_column + kTreeGap;
        }
        const double left = below.empty() ? next : (below.front() + below.back()) / 2;
        if (below.empty()) next += m_column + kTreeGap;
        m_places[index(node)] = {left, static_cast<double>(depth), m_column, height};
        return left;
    };
    place(0, 0);
    std::vector<double> tops;  // of each row
    double y = kTreeHead;
    for (const double height : rows) {
        tops.push_back(y);
        y += height + kTreeDrop;
    }
    const auto settle = [&tops](QRectF& box) { box.moveTop(tops[static_cast<std::size_t>(std::lround(box.top()))]); };
    for (QRectF& box : m_places)
        if (!box.isEmpty()) settle(box);
    for (Stack& stack : m_stacks) settle(stack.place);
    return {next - kTreeGap, y - kTreeDrop};
}

/// A column per depth, children below one another, the first beside its parent. Returns where it ends.
QPointF PrunedTreeView::placeRightwards(const std::vector<std::vector<int>>& children,
                                        const std::vector<std::vector<std::size_t>>& stacks) {
    double next = kTreeHead, right = 0;
    const std::function<void(int, int)> place = [&](int node, int depth) {
        const double left = kTreeEdge + depth * (m_column + kTreeAside), top = next;
        m_places[index(node)] = {left, top, m_column, heightOf(m_boxes[index(node)])};
        right = std::max(right, left + m_column);
        for (const int child : children[index(node)]) place(child, depth + 1);
        for (const std::size_t s : stacks[index(node)]) {
            m_stacks[s].place = {left + m_column + kTreeAside, next, m_column, heightOf(m_stacks[s])};
            right = std::max(right, m_stacks[s].place.right());
            next += m_stacks[s].place.height() + kTreeGap;
        }
        next = std::max(next, m_places[index(node)].bottom() + kTreeGap);
    };
    place(0, 0);
    return {right, next - kTreeGap};
}

void PrunedTreeView::arrange() {
    m_places.assign(m_boxes.size(), {});
    m_stacks.clear();
    m_size = {420, 120};
    if (m_boxes.empty()) return pictureChanged();
    std::vector<std::vector<int>> children(m_boxes.size()), stacks;
    gather(children, stacks);
    std::vector<std::vector<std::size_t>> stacksOf(m_boxes.size());
    for (const std::vector<int>& nodes : stacks) {
        Stack stack{.nodes = nodes, .parent = m_boxes[index(nodes.front())].parent, .place = {}};
        stack.more = static_cast<int>(nodes.size()) - static_cast<int>(kMostNames);
        stacksOf[index(stack.parent)].push_back(m_stacks.size());
        m_stacks.push_back(std::move(stack));
    }
    QPointF end = placeDownwards(children, stacksOf);
    m_rightwards = end.x() > kSeenAtOnce;
    if (m_rightwards) end = placeRightwards(children, stacksOf);
    for (const Stack& stack : m_stacks)
        for (std::size_t i = 0; i < std::min(stack.nodes.size(), kMostNames); ++i)
            m_places[index(stack.nodes[i])] = {stack.place.left(), stack.place.top() + kStackLine * double(i), m_column,
                                               kStackLine};
    const double head = textWidth(m_head, uiFont(TypeSize::note)) + kTreeEdge;
    m_size = {std::ceil(std::max({end.x(), head, 240.0}) + kTreeEdge), std::ceil(end.y() + kTreeEdge)};
    pictureChanged();
}

QRectF PrunedTreeView::placeOf(int node) const {
    return node < 0 || index(node) >= m_places.size() ? QRectF() : m_places[index(node)];
}

int PrunedTreeView::itemAt(const QPointF& position) const {
    for (std::size_t i = 0; i < m_places.size(); ++i)
        if (m_places[i].contains(position)) return static_cast<int>(i);
    return -1;
}

QString PrunedTreeView::wordsOf(int node) const {
    return node < 0 || index(node) >= m_boxes.size() ? QString() : m_boxes[index(node)].words;
}

QString PrunedTreeView::textTwin() const {
    QStringList lines{m_head};
    for (std::size_t i = 0; i < m_boxes.size(); ++i)
        if (!m_keptOnly || m_boxes[i].onPath) lines << m_boxes[i].words;
    return lines.join(u'\n');
}

void PrunedTreeView::chosenChanged() {
    if (chosen() >= 0) bringIntoSight(chosen());
}

QScrollArea* PrunedTreeView::area() const {
    return parentWidget() ? qobject_cast<QScrollArea*>(parentWidget()->parentWidget()) : nullptr;
}

void PrunedTreeView::bringIntoSight(int node) {
    if (!area()) return;
    const QRect place = m_places[index(node)].toAlignedRect();
    // A box that is larger than what is seen shows its title.
    const QSize seen = area()->viewport()->size();
    const int x = std::min(place.width(), seen.width()) / 2, y = std::min(place.height(), seen.height()) / 2;
    area()->ensureVisible(place.left() + x, place.top() + y, x, y);
}

void PrunedTreeView::reveal() {
    int best = -1;
    for (std::size_t node = m_boxes.size(); isVisible() && node-- > 0;)
        if (!m_boxes[node].badge.isEmpty() && !m_places[node].isEmpty()) best = static_cast<int>(node);
    if (best < 0 || (best == m_revealed && m_boxes[index(best)].words == m_revealedWords)) return;
    m_revealed = best;
    m_revealedWords = m_boxes[index(best)].words;
    if (chosen() >= 0) return;
    bringIntoSight(best);
    if (!area()) return;
    m_revealedAt = pos();
    area()->viewport()->installEventFilter(this);
}

/// It stays in sight while the place around it takes its size, until someone scrolls.
bool PrunedTreeView::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::Resize && m_revealed >= 0 && chosen() < 0 && pos() == m_revealedAt)
        QMetaObject::invokeMethod(
            this,
            [this] {
                if (m_revealed < 0 || index(m_revealed) >= m_places.size() || m_places[index(m_revealed)].isEmpty())
                    return;
                bringIntoSight(m_revealed);
                m_revealedAt = pos();
            },
            Qt::QueuedConnection);
    return ItemView::eventFilter(watched, event);
}

/// Once the place that it scrolls in has its size.
void PrunedTreeView::showEvent(QShowEvent* event) {
    ItemView::showEvent(event);
    QMetaObject::invokeMethod(this, &PrunedTreeView::reveal, Qt::QueuedConnection);
}

/// The next drawn node in the same row, or in the same column of a tree that grows to the right.
int PrunedTreeView::beside(int node, bool forwards) const {
    const QRectF from = m_places[index(node)];
    int best = node;
    double least = 1e9;
    for (std::size_t i = 0; i < m_places.size(); ++i) {
        const QRectF& to = m_places[i];
        if (to.isEmpty() || (m_rightwards ? to.left() != from.left() : to.top() != from.top())) continue;
        const double step = m_rightwards ? to.top() - from.top() : to.left() - from.left();
        const double away = forwards ? step : -step;
        if (away <= 0 || away >= least) continue;
        least = away;
        best = static_cast<int>(i);
    }
    return best;
}

/// Arrow keys go where they point: to the parent, to a child that leads to a kept node if any does, and along a row.
int PrunedTreeView::nodeFrom(int node, int key) const {
    if (node < 0) return m_boxes.empty() ? -1 : 0;
    if (m_rightwards) {
        if (key == Qt::Key_Up || key == Qt::Key_Down) return beside(node, key == Qt::Key_Down);
        key = key == Qt::Key_Left ? Qt::Key_Up : Qt::Key_Down;
    } else if (key == Qt::Key_Left || key == Qt::Key_Right) {
        return beside(node, key == Qt::Key_Right);
    } else {
        for (const Stack& stack : m_stacks) {  // through the names of a stack
            const auto last =
                stack.nodes.begin() + static_cast<std::ptrdiff_t>(std::min(stack.nodes.size(), kMostNames));
            const auto at = std::find(stack.nodes.begin(), last, node);
            if (at == last) continue;
            if (key == Qt::Key_Down) return at + 1 == last ? node : at[1];
            if (at != stack.nodes.begin()) return at[-1];
        }
    }
    if (key == Qt::Key_Up) return std::max(m_boxes[index(node)].parent, 0);
    int best = -1;
    for (std::size_t i = 0; i < m_boxes.size(); ++i) {
        if (m_boxes[i].parent != node || m_places[i].isEmpty()) continue;
        if (best < 0 || (m_boxes[i].onPath && !m_boxes[index(best)].onPath)) best = static_cast<int>(i);
    }
    return best < 0 ? node : best;
}

std::optional<int> PrunedTreeView::stepFrom(int node, int key) const {
    switch (key) {
    case Qt::Key_Up:
    case Qt::Key_Down:
    case Qt::Key_Left:
    case Qt::Key_Right: return nodeFrom(node, key);
    case Qt::Key_Home: return m_boxes.empty() ? -1 : 0;
    default: return std::nullopt;
    }
}

}  // namespace lapidary::ui
