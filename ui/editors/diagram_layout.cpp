// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/diagram_layout.h"

#include <QObject>

#include <algorithm>
#include <cmath>

#include "core/explore/design_facts.h"
#include "core/mapping/target.h"
#include "ui/editors/part_text.h"

namespace lapidary::ui {

namespace {

constexpr double kMargin = 12;
constexpr double kGap = 32, kTallGap = 44;  ///< between two boxes, for the arrow and its text in one or two lines
constexpr double kTightGap = 24;            ///< above the compute
constexpr double kPad = 10;                 ///< inside frames
constexpr double kFrameTitle = 38;
constexpr double kOneLine = 330;  ///< room for an arrow's text in one line
constexpr double kArrowAt = 80;   ///< from the left edge of a box
constexpr double kBypassWide = 84, kBypassNarrow = 24;
constexpr double kGridMost = 190;  ///< width of the grid beside an instance
constexpr double kGridTall = 72;   ///< height of the grid above an instance
constexpr int kCellsMost = 24;     ///< per side; more are told, not drawn
constexpr double kAxisRoom = 16;

double thickness(const std::optional<double>& wordsPerCycle) {
    return wordsPerCycle ? std::clamp(2 + 1.6 * std::log2(1 + *wordsPerCycle), 2.0, 11.0) : 3;
}

class Builder {
public:
    Builder(const Architecture& design, const Constraints& constraints, const Workload& workload)
        : m_design(design), m_constraints(constraints), m_workload(workload), m_parts(partsInOrder(design.spec())) {}

    DiagramLayout run(double width) {
        const double bottom = place(0, kMargin, width - kMargin, kMargin);
        m_out.height = bottom + kMargin;
        return std::move(m_out);
    }

private:
    const Level& level(const Part& part) const { return m_design.levels()[static_cast<std::size_t>(part.index)]; }

    std::vector<DiagramChip> chipsOf(const Level& level) const {
        std::vector<DiagramChip> chips;
        for (int t = 0; t < m_workload.tensorCount(); ++t)
            if (const Keep keep = keepRule(level, m_workload.tensors()[static_cast<std::size_t>(t)]);
                keep != Keep::never)
                chips.push_back({t, keep == Keep::may});
        return chips;
    }

    /// Everything from part `first` on, between two edges; returns the bottom.
    double place(std::size_t first, double left, double right, double y) {
        double above = 8;  // of the gap above the part
        for (std::size_t i = first; i < m_parts.size(); ++i) {
            const Part& part = m_parts[i];
            if (part.kind == Part::Kind::fanout) return placeFrame(i, left, right, y);
            const double top = y;
            y = part.kind == Part::Kind::level ? placeLevel(part, left, right, y) : placeCompute(left, right, y);
            if (part.kind == Part::Kind::compute) return y;
            const double bottom = y;
            y = placeGap(i, left, right, y);
            if (part.index > 0) addBypasses(part, right, top - above + 2, y);
            above = y - bottom;
        }
        return y;
    }

    std::vector<int> passing(const Level& level, Keep wanted) const {
        std::vector<int> tensors;
        for (int t = 0; t < m_workload.tensorCount(); ++t)
            if (keepRule(level, m_workload.tensors()[static_cast<std::size_t>(t)]) == wanted) tensors.push_back(t);
        return tensors;
    }

    double bypassWidth(double left, double right) const { return right - left >= 330 ? kBypassWide : kBypassNarrow; }

    int bypassCount(const Level& level) const {
        return static_cast<int>(!passing(level, Keep::never).empty()) +
               static_cast<int>(!passing(level, Keep::may).empty());
    }

    double placeLevel(const Part& part, double left, double right, double y) {
        const Level& about = level(part);
        DiagramBox box{part, {}, QString::fromStdString(about.name), {}, {}};
        const int bypasses = part.index > 0 ? bypassCount(about) : 0;
        const double edge = right - bypasses * bypassWidth(left, right);
        if (about.partitions.empty()) {
            box.lines = levelLines(about);
            box.chips = chipsOf(about);
            box.rect = QRectF(left, y, edge - left, 30 + 15.0 * static_cast<double>(box.lines.size()));
            m_out.boxes.push_back(box);
            return box.rect.bottom();
        }
        box.lines = QStringList{partitionedLine(about)} + portLines(about);
        const double inner = 62, lines = 15.0 * static_cast<double>(box.lines.size());
        box.rect = QRectF(left, y, edge - left, 28 + lines + inner + 8);
        m_out.boxes.push_back(box);
        const auto count = static_cast<double>(about.partitions.size());
        const double wide = (edge - left - 2 * 8 - (count - 1) * 6 - 4) / count;
        double x = left + 12;
        for (const auto& [role, partition] : about.partitions) {
            DiagramBox sub{{Part::Kind::partition, part.index, role}, {x, y + 28 + lines, wide - 2, inner}, {}, {}, {}};
            for (int t = 0; t < m_workload.tensorCount(); ++t) {
                const Tensor& tensor = m_workload.tensors()[static_cast<std::size_t>(t)];
                const Keep keep = keepRule(about, tensor);
                if ((tensor.name == role || tensor.role == role) && keep != Keep::never)
                    sub.chips.push_back({t, keep == Keep::may});
            }
            sub.title = QString::fromStdString(role);
            sub.lines = partitionLines(about, partition);
            m_out.boxes.push_back(sub);
            x += wide + 6;
        }
        return box.rect.bottom();
    }

    double placeCompute(double left, double right, double y) {
        DiagramBox box{{}, {left, y, right - left, 46}, QString::fromStdString(m_design.compute().name), {}, {}};
        box.lines = {computeLine(m_design.compute())};
        m_out.boxes.push_back(box);
        return box.rect.bottom();
    }

    /// The arrow out of level i to whatever is next, and the place for new parts.
    double placeGap(std::size_t i, double left, double right, double y) {
        const Level& about = level(m_parts[i]);
        const bool toCompute = m_parts[i + 1].kind == Part::Kind::compute;
        const double x = left + std::min(kArrowAt, (right - left) / 3);
        const bool levelBelow = m_parts[i + 1].kind == Part::Kind::level;
        const int passing = std::max(m_parts[i].index > 0 ? bypassCount(about) : 0,
                                     levelBelow ? bypassCount(level(m_parts[i + 1])) : 0);
        const double room = right - passing * bypassWidth(left, right) - x - 20;
        QStringList lines = toCompute ? QStringList() : transferLines(about);
        const bool tall = room < kOneLine;
        if (!tall && lines.size() > 1) lines = {lines.join(QStringLiteral(" · "))};
        const double height = toCompute ? kTightGap : tall ? kTallGap : kGap;
        const double mid = y + height / 2;
        m_out.gaps.push_back({static_cast<int>(i) + 1, mid, left, right, QRectF(left + 18, mid - 8, 16, 16)});
        if (toCompute && !about.partitions.empty()) {
            addPartitionArrows(m_parts[i].index, y, height);
            return y + height;
        }
        m_out.arrows.push_back(
            {{x, y + 1}, {x, y + height - 1}, thickness(widest(about.bandwidth)), true, lines, room});
        return y + height;
    }

    void addPartitionArrows(int index, double y, double height) {
        const Level& about = m_design.levels()[static_cast<std::size_t>(index)];
        for (const DiagramBox& box : m_out.boxes) {
            if (box.part.kind != Part::Kind::partition || box.part.index != index) continue;
            bool output = false;
            for (const DiagramChip& chip : box.chips)
                output = output || m_workload.tensors()[static_cast<std::size_t>(chip.tensor)].isOutput;
            const Partition& partition = about.partitions.at(box.part.role);
            const auto width = widest(partition.bandwidth);
            const double x = box.rect.center().x();
            m_out.arrows.push_back({QPointF(x, y + 1), QPointF(x, y + height - 1),
                                    thickness(width ? width : widest(about.bandwidth)), output, QStringList(), 0});
        }
    }

    void addBypasses(const Part& part, double right, double top, double bottom) {
        const Level& about = level(part);
        const QRectF box = m_out.rectOf(part);
        double x = box.right() + 14;
        for (const Keep keep : {Keep::never, Keep::may}) {
            const std::vector<int> tensors = passing(about, keep);
            if (tensors.empty()) continue;
            const bool wide = (right - box.right()) / bypassCount(about) >= kBypassWide;
            DiagramBypass bypass{{x, top}, {x, bottom - 2}, box.center().y(), tensors, keep == Keep::may, {}};
            if (wide) bypass.label = keep == Keep::may ? QObject::tr("may pass") : QObject::tr("passes by");
            m_out.bypasses.push_back(bypass);
            x += wide ? kBypassWide : kBypassNarrow;
        }
    }

    double placeFrame(std::size_t i, double left, double right, double y) {
        const Fanout& about = m_design.fanouts()[static_cast<std::size_t>(m_parts[i].index)];
        const std::size_t at = m_out.frames.size();
        DiagramFrame frame{m_parts[i], {}, {}, {}, {}, {}, about.x, about.y, 1, 1, {}};
        frame.title =
            QObject::tr("%1 %2 × %3 = %4").arg(text(about.name)).arg(about.x).arg(about.y).arg(about.x * about.y);
        frame.line = fanoutLine(about, m_constraints);
        if (const auto area = areaBelow(m_design, m_parts[i].index)) frame.corner = areaText(*area);
        frame.columns = static_cast<int>(std::min<std::int64_t>(about.x, kCellsMost));
        frame.rows = static_cast<int>(std::min<std::int64_t>(about.y, kCellsMost));
        m_out.frames.push_back(frame);

        const bool last = std::none_of(m_parts.begin() + static_cast<std::ptrdiff_t>(i) + 1, m_parts.end(),
                                       [](const Part& part) { return part.kind == Part::Kind::fanout; });
        const double room = right - left - 2 * kPad;
        const bool beside = last && room >= 340 && about.y > 1;
        const double top = y + kFrameTitle;
        const double gridWidth = beside ? std::min(kGridMost, room * 0.38) : room;
        const double most = beside ? 14.0 : std::clamp(kGridTall / frame.rows, 4.0, 10.0);
        const double cell = std::clamp((gridWidth - kAxisRoom) / frame.columns, 3.0, most);
        frame.grid = {left + kPad + kAxisRoom, top, cell * frame.columns, cell * frame.rows};
        const double insideLeft = beside ? left + kPad + gridWidth + 22 : left + kPad;
        const double insideTop = beside ? top : frame.grid.bottom() + kAxisRoom + 8;
        m_out.gaps.push_back({static_cast<int>(i) + 1, insideTop + 2, insideLeft, right - kPad, {}});

        const double contentTop = insideTop + 24;
        double bottom = place(i + 1, insideLeft + 8, right - kPad - 8, contentTop);
        frame.inside = {insideLeft, insideTop, right - kPad - insideLeft, bottom + 8 - insideTop};
        bottom = std::max(frame.inside.bottom(), frame.grid.bottom() + kAxisRoom + 4);
        frame.rect = {left, y, right - left, bottom + kPad - y};
        m_out.frames[at] = frame;
        return frame.rect.bottom();
    }

    static QString text(const std::string& utf8) { return QString::fromStdString(utf8); }

    const Architecture& m_design;
    const Constraints& m_constraints;
    const Workload& m_workload;
    std::vector<Part> m_parts;
    DiagramLayout m_out;
};

}  // namespace

QRectF DiagramLayout::rectOf(const Part& part) const {
    for (const DiagramBox& box : boxes)
        if (box.part == part) return box.rect;
    for (const DiagramFrame& frame : frames)
        if (frame.part == part) return frame.rect;
    return {};
}

std::optional<Part> DiagramLayout::partAt(const QPointF& point) const {
    for (auto box = boxes.rbegin(); box != boxes.rend(); ++box)
        if (box->rect.contains(point)) return box->part;
    for (auto frame = frames.rbegin(); frame != frames.rend(); ++frame)
        if (frame->rect.contains(point)) return frame->part;
    return std::nullopt;
}

const DiagramGap* DiagramLayout::handleAt(const QPointF& point) const {
    for (const DiagramGap& gap : gaps)
        if (gap.handle.adjusted(-2, -2, 2, 2).contains(point)) return &gap;
    return nullptr;
}

const DiagramGap* DiagramLayout::nearestGap(double y) const {
    const auto nearest = std::min_element(gaps.begin(), gaps.end(), [y](const DiagramGap& a, const DiagramGap& b) {
        return std::abs(a.y - y) < std::abs(b.y - y);
    });
    return nearest == gaps.end() ? nullptr : &*nearest;
}

DiagramLayout layOut(const Architecture& design, const Constraints& constraints, const Workload& workload,
                     double width) {
    return Builder(design, constraints, workload).run(width);
}

}  // namespace lapidary::ui
