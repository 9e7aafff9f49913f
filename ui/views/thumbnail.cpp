// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/thumbnail.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>

#include "core/mapping/array.h"
#include "core/mapping/nest.h"
#include "core/mapping/tree.h"
#include "ui/session/run.h"
#include "ui/theme/theme.h"
#include "ui/theme/viridis.h"
#include "ui/views/hatch.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

struct Canvas {
    QPainter& painter;
    const Theme& theme;
    QRectF box;
};

const SessionRun* shownRun(const Session& session) {
    return session.shown.run < 0 ? nullptr : &session.runs[static_cast<std::size_t>(session.shown.run)];
}

/// The dimension whose tiles say most: with a tail if any has one, then with most bands.
TilingTree tellingTree(const Mapping& mapping, const Workload& workload) {
    TilingTree best;
    auto worth = [](const TilingTree& tree) {
        const bool tail = std::any_of(tree.bands.begin(), tree.bands.end(),
                                      [](const TreeBand& band) { return band.tail < band.bound; });
        return std::pair(tail, tree.bands.size());
    };
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (TilingTree tree = tilingTree(mapping, workload, d); d == 0 || worth(tree) > worth(best))
            best = std::move(tree);
    return best;
}

void paintTree(const Canvas& canvas, const Mapping& mapping, const SessionInputs& inputs) {
    const TilingTree tree = tellingTree(mapping, inputs.workload);
    if (tree.bands.empty()) return;
    const auto bands = static_cast<double>(tree.bands.size());
    const double gap = 4;
    const double height = std::min(18.0, (canvas.box.height() - gap * (bands - 1)) / bands);
    double y = canvas.box.center().y() - (bands * height + (bands - 1) * gap) / 2;
    const double perIndex = canvas.box.width() / static_cast<double>(tree.bound);
    for (const TreeBand& band : tree.bands) {
        const QColor fill = canvas.theme.level(band.level, inputs.architecture.levelCount());
        for (const TileRun& run : band.tiles) {
            const double width = perIndex * static_cast<double>(run.extent);
            const bool separate = width >= 3;
            const auto pieces = separate ? run.count : 1;
            for (std::int64_t i = 0; i < pieces; ++i) {
                const double left = canvas.box.left() + perIndex * static_cast<double>(run.first + i * run.extent);
                const double whole = separate ? width - 1 : width * static_cast<double>(run.count);
                canvas.painter.fillRect(QRectF(left, y, std::max(whole, 0.6), height),
                                        run.tail ? canvas.theme.warning : fill);
            }
        }
        y += height + gap;
    }
}

void paintArray(const Canvas& canvas, const Mapping& mapping, const SessionInputs& inputs) {
    const Architecture& design = inputs.architecture;
    int widest = 0;
    for (int f = 1; f < design.fanoutCount(); ++f) {
        const auto& fanouts = design.fanouts();
        const auto size = [&](int i) {
            return fanouts[static_cast<std::size_t>(i)].x * fanouts[static_cast<std::size_t>(i)].y;
        };
        if (size(f) > size(widest)) widest = f;
    }
    if (design.fanoutCount() == 0) return;
    const PeArray array(mapping, inputs.workload, design, widest);
    const ArrayStep last = array.at(array.steps().count() - 1);
    const auto columns = static_cast<double>(array.x());
    const auto rows = static_cast<double>(array.y());
    const double pitch = std::min({canvas.box.width() / columns, canvas.box.height() / rows, 14.0});
    const QPointF origin = canvas.box.center() - QPointF(pitch * columns, pitch * rows) / 2;
    for (std::int64_t y = 0; y < array.y(); ++y) {
        for (std::int64_t x = 0; x < array.x(); ++x) {
            const QRectF cell(origin + QPointF(pitch * static_cast<double>(x), pitch * static_cast<double>(y)),
                              QSizeF(pitch - 1, pitch - 1));
            switch (array.state(last, x, y)) {
            case LaneState::works:
                canvas.painter.fillRect(cell,
                                        viridis(0.12 + 0.82 * static_cast<double>(x) / std::max(columns - 1, 1.0)));
                break;
            case LaneState::tail: drawHatch(canvas.painter, canvas.theme, cell, Idle::tail); break;
            case LaneState::unused: drawHatch(canvas.painter, canvas.theme, cell, Idle::unused); break;
            }
        }
    }
}

void paintCurves(const Canvas& canvas, const Session& session) {
    double least = 1e300, most = 0, longest = 1;
    for (const SessionRun& run : session.runs) {
        for (const Improvement& step : run.result.trace) {
            const double value = valueOf(run.inputs.search.objective.metrics.front(), step.best.score);
            least = std::min(least, value);
            most = std::max(most, value);
        }
        longest = std::max(longest, static_cast<double>(run.result.counters.drawn));
    }
    if (most <= 0) return;
    const QRectF plot = canvas.box.adjusted(1, 0, 0, -1);
    canvas.painter.setPen(QPen(canvas.theme.plotAxis, 1));
    canvas.painter.drawLine(plot.bottomLeft(), plot.bottomRight());
    canvas.painter.drawLine(plot.topLeft(), plot.bottomLeft());
    const double span = std::max(std::log(most / least), 1e-9);
    const auto place = [&](double drawn, double value) {
        return QPointF(plot.left() + 3 + (plot.width() - 4) * std::log(std::max(drawn, 1.0)) / std::log(longest + 1),
                       plot.bottom() - 6 - (plot.height() - 10) * std::log(value / least) / span);
    };
    canvas.painter.setRenderHint(QPainter::Antialiasing);
    for (const SessionRun& run : session.runs) {
        QPainterPath path;
        const Metric metric = run.inputs.search.objective.metrics.front();
        QPointF at;
        bool begun = false;  // a path that has only been moved counts as empty
        for (const Improvement& step : run.result.trace) {
            const QPointF next = place(static_cast<double>(step.drawn), valueOf(metric, step.best.score));
            if (begun)
                path.lineTo(next.x(), at.y());
            else
                path.moveTo(next);
            path.lineTo(next);
            begun = true;
            at = next;
        }
        if (begun) path.lineTo(plot.right(), at.y());
        const auto series = static_cast<std::size_t>(seriesOf(run.inputs.mapspace.factorization));
        canvas.painter.setPen(QPen(canvas.theme.series[series], 1.8));
        canvas.painter.setBrush(Qt::NoBrush);
        canvas.painter.drawPath(path);
    }
    canvas.painter.setRenderHint(QPainter::Antialiasing, false);
}

void paintEnergy(const Canvas& canvas, const Cost& cost, const SessionInputs& inputs) {
    const auto rows = static_cast<double>(cost.levels.size() + 1);
    const double pitch = std::min(canvas.box.height() / rows, 18.0);
    double most = cost.computeEnergyPj.value_or(0);
    for (const LevelCost& level : cost.levels) most = std::max(most, level.energyPj.value_or(0));
    if (most <= 0) return;
    double y = canvas.box.center().y() - pitch * rows / 2;
    for (std::size_t l = 0; l < cost.levels.size(); ++l, y += pitch) {
        canvas.painter.fillRect(QRectF(canvas.box.left(), y + 1, 4, pitch - 3),
                                canvas.theme.level(static_cast<int>(l), inputs.architecture.levelCount()));
        double x = canvas.box.left() + 7;
        for (int t = 0; t < inputs.workload.tensorCount(); ++t) {
            const double energy = cost.levels[l].tensors[static_cast<std::size_t>(t)].energyPj.value_or(0);
            const double width = (canvas.box.width() - 8) * energy / most;
            if (width < 0.5) continue;
            const auto slot = static_cast<std::size_t>(markOf(inputs.workload, t).slot);
            canvas.painter.setPen(QPen(canvas.theme.tensorOutlines[slot], 1));
            canvas.painter.setBrush(canvas.theme.tensors[slot]);
            canvas.painter.drawRect(QRectF(x + 0.5, y + 1.5, std::max(width - 1, 0.0), pitch - 4));
            x += width;
        }
    }
    canvas.painter.fillRect(QRectF(canvas.box.left(), y + 1, 4, pitch - 3), canvas.theme.compute());
    canvas.painter.fillRect(QRectF(canvas.box.left() + 7, y + 1,
                                   (canvas.box.width() - 8) * cost.computeEnergyPj.value_or(0) / most, pitch - 3),
                            canvas.theme.compute());
}

void paintNest(const Canvas& canvas, const Mapping& mapping, const SessionInputs& inputs) {
    const std::vector<int> owners = ownerLevels(mapping);
    std::vector<std::size_t> loops;
    for (std::size_t i = 0; i < mapping.nodes.size(); ++i)
        if (mapping.nodes[i].isLoop()) loops.push_back(i);
    if (loops.empty()) return;
    const double pitch = std::min(canvas.box.height() / static_cast<double>(loops.size()), 9.0);
    const double indent = std::min(7.0, canvas.box.width() * 0.5 / static_cast<double>(loops.size()));
    double y = canvas.box.center().y() - pitch * static_cast<double>(loops.size()) / 2;
    double x = canvas.box.left();
    for (const std::size_t i : loops) {
        const Node& node = mapping.nodes[i];
        const bool tail = node.tail < node.bound;
        const double bar = 10 + 6 * std::log2(static_cast<double>(node.bound));
        const QColor fill = node.kind == NodeKind::spatial
                                ? canvas.theme.array()
                                : canvas.theme.level(owners[i], inputs.architecture.levelCount());
        const QRectF row(x, y + 1, std::min(bar, canvas.box.right() - x - 8), std::max(pitch - 3, 1.5));
        canvas.painter.fillRect(row, fill);
        if (tail) canvas.painter.fillRect(QRectF(row.right() + 2, row.top(), 6, row.height()), canvas.theme.warning);
        x += indent;
        y += pitch;
    }
}

}  // namespace

void paintThumbnail(QPainter& painter, const Theme& theme, const QRectF& box, ExamplePicture picture,
                    const Session& session, const std::optional<Cost>& cost) {
    const SessionRun* run = shownRun(session);
    if (!run) return;
    painter.save();
    painter.setClipRect(box);
    const Canvas canvas{painter, theme, box};
    const Mapping& mapping = run->result.best->mapping;
    switch (picture) {
    case ExamplePicture::tree: paintTree(canvas, mapping, run->inputs); break;
    case ExamplePicture::array: paintArray(canvas, mapping, run->inputs); break;
    case ExamplePicture::curves: paintCurves(canvas, session); break;
    case ExamplePicture::energy:
        if (cost) paintEnergy(canvas, *cost, run->inputs);
        break;
    case ExamplePicture::nest: paintNest(canvas, mapping, run->inputs); break;
    }
    painter.restore();
}

}  // namespace lapidary::ui
