// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/tree_view.h"

#include <QKeyEvent>

#include <algorithm>
#include <cmath>
#include <tuple>

#include "ui/models/words.h"

namespace lapidary::ui {

TreeView::TreeView(QWidget* parent) : ExhibitView(tr("Tiling tree"), parent) {}

void TreeView::exhibitChanged() {
    m_dimensions.clear();
    m_trees.clear();
    if (has()) {
        m_dimensions = treeDimensions(workload());
        for (const int d : m_dimensions) m_trees.push_back(tilingTree(exhibit().mapping, workload(), d));
        // The tree that has most to tell, unless one was looked at.
        const int most = telltaleDimension(exhibit().mapping, workload());
        const auto usual = std::find(m_dimensions.begin(), m_dimensions.end(), most) - m_dimensions.begin();
        const int same = static_cast<int>(dimensionNames().indexOf(m_looked));
        m_current = same >= 0 ? same : static_cast<int>(usual);
        m_looked = dimensionNames()[m_current];
    }
    emit shownChanged();
}

QStringList TreeView::dimensionNames() const {
    QStringList names;
    for (const int d : m_dimensions)
        names << QString::fromStdString(exhibit().inputs.workload.dimensions()[static_cast<std::size_t>(d)].name);
    return names;
}

void TreeView::setCurrent(int index) {
    if (index == m_current || index < 0 || index >= static_cast<int>(m_dimensions.size())) return;
    m_current = index;
    m_looked = dimensionNames()[index];
    pictureChanged();
    emit shownChanged();
}

int TreeView::dimensionIndexOf(const Subject& subject) const {
    if (!has()) return -1;
    int dimension = subject.dimension;
    if (subject.node >= 0 && subject.node < static_cast<int>(exhibit().mapping.nodes.size())) {
        const Node& node = exhibit().mapping.nodes[static_cast<std::size_t>(subject.node)];
        if (node.isLoop()) dimension = node.dimension;
    }
    const auto found = std::find(m_dimensions.begin(), m_dimensions.end(), dimension);
    return found != m_dimensions.end() ? static_cast<int>(found - m_dimensions.begin()) : -1;
}

bool TreeView::isMarked(const TreeBand& band) const {
    return marked([&](const Links& links) { return links.node(band.node); });
}

int TreeView::shown() const {
    const int preview = dimensionIndexOf(hovered());
    return preview >= 0 ? preview : m_current;
}

void TreeView::followSelection() {
    if (const int chosen = dimensionIndexOf(selected()); chosen >= 0) setCurrent(chosen);
    if (has()) setAccessibleDescription(textTwin());
    emit shownChanged();
}

/// The outermost level has a band of its own unless a loop there has one anyway.
bool TreeView::rootIsLevel() const {
    const auto& bands = tree().bands;
    return bands.empty() || bands.front().level > 0 || bands.front().kind == NodeKind::spatial;
}

QString TreeView::rootName() const {
    return rootIsLevel() ? QString::fromStdString(exhibit().inputs.architecture.levels().front().name) : tr("whole");
}

QString TreeView::bandName(const TreeBand& band) const {
    const Architecture& design = exhibit().inputs.architecture;
    if (band.kind == NodeKind::temporal)
        return tr("%1, time").arg(QString::fromStdString(design.levels()[static_cast<std::size_t>(band.level)].name));
    return QStringLiteral("%1 %2").arg(
        QString::fromStdString(design.fanouts()[static_cast<std::size_t>(band.fanout)].name),
        band.axis == Axis::x ? QStringLiteral("X") : QStringLiteral("Y"));
}

QString TreeView::trips(std::int64_t bound, std::int64_t tail) const {
    std::int64_t largest = 1;
    for (const TreeBand& band : tree().bands) largest = std::max(largest, band.bound);
    const auto digits = static_cast<int>(std::to_string(largest).size());
    return QStringLiteral("P %1  R %2").arg(bound, digits).arg(tail, digits);
}

Subject TreeView::subjectAt(const QPointF& position) const {
    const std::size_t band = bandAt(position.y());
    if (band < tree().bands.size()) return {.node = tree().bands[band].node};
    if (position.y() < rootBottom()) return {.dimension = m_dimensions[static_cast<std::size_t>(shown())]};
    return {};
}

QString TreeView::tipAt(const QPointF& position) const {
    const std::size_t index = bandAt(position.y());
    if (index >= tree().bands.size()) return {};
    const Layout place = layout(width());
    const TreeBand& band = tree().bands[index];
    const auto at = static_cast<std::int64_t>(std::floor((position.x() - place.left) / place.scale));
    if (at < 0 || at >= tree().bound)
        return tr("%1: P = %2, R = %3").arg(bandName(band), countText(band.bound), countText(band.tail));
    const std::int64_t tile = at / band.extent;
    const std::int64_t last = std::min((tile + 1) * band.extent, tree().bound) - 1;
    const QString which = tr("tile %1 of %2").arg(countText(tile + 1), countText(band.count()));
    const QString range = last > tile * band.extent
                              ? QStringLiteral("%1..%2").arg(countText(tile * band.extent), countText(last))
                              : countText(last);
    return QStringLiteral("%1 %2: %3, %4").arg(dimensionNames()[shown()], range, bandName(band), which);
}

Subject TreeView::neighbour(const Subject& from, int step) const {
    const auto& bands = tree().bands;
    if (bands.empty()) return from;
    const auto here =
        std::find_if(bands.begin(), bands.end(), [&](const TreeBand& band) { return band.node == from.node; });
    const int index = here == bands.end() ? (step > 0 ? 0 : static_cast<int>(bands.size()) - 1)
                                          : static_cast<int>(here - bands.begin()) + step;
    const auto clamped = static_cast<std::size_t>(std::clamp(index, 0, static_cast<int>(bands.size()) - 1));
    return {.node = bands[clamped].node};
}

void TreeView::keyPressEvent(QKeyEvent* event) {
    if (event->key() == Qt::Key_Left || event->key() == Qt::Key_Right)
        setCurrent(m_current + (event->key() == Qt::Key_Left ? -1 : 1));
    else
        View::keyPressEvent(event);
}

QString TreeView::textTwin() const {
    if (!has()) return {};
    QStringList lines{QStringLiteral("%1 = %2").arg(dimensionNames()[shown()], countText(tree().bound))};
    for (const TreeBand& band : tree().bands) {
        QStringList runs;
        for (const TileRun& run : band.tiles) {
            runs << QStringLiteral("%1 × %2").arg(countText(run.count), countText(run.extent));
            if (run.tail) runs.back() += tr(" (tail)");
        }
        lines << tr("%1: P %2, R %3, tiles %4")
                     .arg(bandName(band), countText(band.bound), countText(band.tail),
                          runs.join(QStringLiteral(" + ")));
        if (band.idle() > 0) lines.back() += tr(", %1 idle in the last round").arg(band.idle());
    }
    lines << QString::fromStdString(tree().sum);
    for (const std::string& line : tree().equation) lines << QString::fromStdString(line);
    return lines.join(u'\n');
}

QString TreeView::emptyText() const {
    return has() ? QString() : tr("How each dimension is cut into tiles, once there is a mapping.");
}

}  // namespace lapidary::ui
