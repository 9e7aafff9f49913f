// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/array_view.h"

#include <algorithm>
#include <bit>

#include "core/base/digit_groups.h"
#include "core/base/units.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"

namespace lapidary::ui {

namespace {

/// Arrays up to this size have the sharing of all tensors counted at every step, larger ones only that which is shown.
constexpr std::int64_t kCountedLanes = 4096;

double ratio(std::int64_t a, std::int64_t b) { return b > 0 ? static_cast<double>(a) / static_cast<double>(b) : 0; }

}  // namespace

ArrayView::ArrayView(QWidget* parent) : ExhibitView(tr("PE array"), parent) {}

void ArrayView::exhibitChanged() {
    // A step of one mapping means nothing in another.
    if (!has() || exhibit().mapping.nodes != m_nodes) m_number = 0;
    m_nodes = has() ? exhibit().mapping.nodes : std::vector<Node>{};
    rebuild();
}

QStringList ArrayView::fanoutNames() const {
    QStringList names;
    if (has())
        for (const Fanout& fanout : exhibit().inputs.architecture.fanouts())
            names << QString::fromStdString(fanout.name);
    return names;
}

void ArrayView::setFanout(int fanout) {
    if (fanout == m_fanout) return;
    m_fanout = fanout;
    m_instance = 0;
    rebuild();
}

void ArrayView::setInstance(std::int64_t instance) {
    if (instance == m_instance) return;
    m_instance = instance;
    rebuild();
}

void ArrayView::rebuild() {
    m_array.reset();
    m_phases.clear();
    m_sharing.clear();
    const int fanouts = has() ? exhibit().inputs.architecture.fanoutCount() : 0;
    if (fanouts > 0) {
        m_fanout = std::clamp(m_fanout, 0, fanouts - 1);
        const auto make = [&] {
            m_array.emplace(exhibit().mapping, exhibit().inputs.workload, exhibit().inputs.architecture, m_fanout,
                            m_instance);
        };
        make();
        if (m_instance >= m_array->instances()) {
            m_instance = 0;
            make();
        }
        m_phases = m_array->phases();
        m_number = std::min(m_number, stepCount() - 1);
        const std::vector<ArrayColour> known = colours();
        if (std::find(known.begin(), known.end(), m_colour) == known.end() || m_colour == ArrayColour{})
            m_colour = known.front();
        refreshStep();
    }
    pictureChanged();
    emit arrayChanged();
    emit stepChanged();
}

void ArrayView::refreshStep() {
    m_step = m_array->at(m_number);
    const std::vector<Tensor>& tensors = exhibit().inputs.workload.tensors();
    const bool all = m_array->usedX() * m_array->usedY() <= kCountedLanes;
    m_sharing.assign(tensors.size(), {});
    for (std::size_t t = 0; t < tensors.size(); ++t)
        if (all || m_colour == ArrayColour{ArrayColour::Kind::shared, static_cast<int>(t)})
            m_sharing[t] = m_array->sharing(m_step, tensors[t]);
}

void ArrayView::setStep(std::int64_t step) {
    if (!m_array) return;
    step = std::clamp<std::int64_t>(step, 0, stepCount() - 1);
    if (step == m_number) return;
    m_number = step;
    refreshStep();
    pictureChanged();
    emit stepChanged();
}

void ArrayView::goToLast() {
    if (!m_phases.empty()) setStep(m_phases.back().firstStep);
}

std::vector<ArrayColour> ArrayView::colours() const {
    std::vector<ArrayColour> result;
    if (!m_array) return result;
    const Workload& workload = exhibit().inputs.workload;
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (m_array->lanesOf(d) > 1) result.push_back({ArrayColour::Kind::coordinate, d});
    // Innermost on X first: what lies side by side tells most.
    for (const ArrayLoop& loop : m_array->loops()) {
        const auto found =
            std::find(result.begin(), result.end(), ArrayColour{ArrayColour::Kind::coordinate, loop.dimension});
        if (loop.axis == Axis::x && found != result.end()) std::rotate(result.begin(), found, found + 1);
    }
    result.push_back({ArrayColour::Kind::work, 0});
    for (int t = 0; t < workload.tensorCount(); ++t) result.push_back({ArrayColour::Kind::shared, t});
    return result;
}

QString ArrayView::colourName(const ArrayColour& colour) const {
    switch (colour.kind) {
    case ArrayColour::Kind::coordinate: return tr("coordinate %1").arg(dimensionName(colour.index));
    case ArrayColour::Kind::work: return tr("work over the run");
    case ArrayColour::Kind::shared: break;
    }
    const auto tensor = static_cast<std::size_t>(colour.index);
    return tr("shared %1").arg(QString::fromStdString(exhibit().inputs.workload.tensors()[tensor].name));
}

void ArrayView::setColour(const ArrayColour& colour) {
    if (!m_array || colour == m_colour) return;
    m_colour = colour;
    refreshStep();
    pictureChanged();
    emit colourChanged();
}

void ArrayView::setCompact(const QString& caption) {
    m_compact = true;
    m_caption = caption;
    pictureChanged();
}

std::int64_t ArrayView::colourSpan() const {
    if (!m_array) return 0;
    switch (m_colour.kind) {
    case ArrayColour::Kind::coordinate: return m_array->lanesOf(m_colour.index);
    case ArrayColour::Kind::work: return 0;
    case ArrayColour::Kind::shared: break;
    }
    return m_sharing[static_cast<std::size_t>(m_colour.index)].groups;
}

void ArrayView::setLeastSpan(std::int64_t span) {
    if (span == m_leastSpan) return;
    m_leastSpan = span;
    pictureChanged();
}

QString ArrayView::sizeText() const {
    if (!m_array) return {};
    const QString size = tr("%1 × %2, X × Y").arg(countText(m_array->x()), countText(m_array->y()));
    return m_array->instances() > 1
               ? tr("%1, %2 of %3").arg(size, countText(m_instance + 1), countText(m_array->instances()))
               : size;
}

QString ArrayView::dimensionName(int dimension) const {
    return QString::fromStdString(exhibit().inputs.workload.dimensions()[static_cast<std::size_t>(dimension)].name);
}

QString ArrayView::laneNoun() const {
    const std::string& name = exhibit().inputs.architecture.fanouts()[static_cast<std::size_t>(m_fanout)].name;
    return QString::fromStdString(name.ends_with('s') ? name : name + "s");
}

/// "21..26, 6 of 7": the indices that lanes over the dimension start at, and how many lanes work.
QString ArrayView::rangeText(int dimension) const {
    const std::int64_t lanes = m_step.atWork[static_cast<std::size_t>(dimension)].lanes;
    if (lanes == 0) return tr("none of %1").arg(m_array->lanesOf(dimension));
    return tr("%1..%2, %3 of %4")
        .arg(countText(m_array->index(m_step, dimension, 0)), countText(m_array->index(m_step, dimension, lanes - 1)),
             countText(lanes), countText(m_array->lanesOf(dimension)));
}

/// "Y: c 2 × s 5 = 10 of 12"
QString ArrayView::axisText(Axis axis) const {
    QStringList factors;
    for (const ArrayLoop& loop : m_array->loops())
        if (loop.axis == axis) factors << QStringLiteral("%1 %2").arg(dimensionName(loop.dimension)).arg(loop.bound);
    const bool onX = axis == Axis::x;
    const std::int64_t used = onX ? m_array->usedX() : m_array->usedY();
    const QString product = factors.isEmpty() ? QString() : factors.join(QStringLiteral(" × ")) + QStringLiteral(" = ");
    return tr("%1: %2%3 of %4")
        .arg(onX ? QStringLiteral("X") : QStringLiteral("Y"), product)
        .arg(used)
        .arg(onX ? m_array->x() : m_array->y());
}

QString ArrayView::phaseText() const {
    if (!hasTails()) return tr("All steps alike");
    if (!inTail()) return tr("Steady phase");
    QStringList names;
    for (unsigned mask = m_step.tails; mask != 0; mask &= mask - 1) names << dimensionName(std::countr_zero(mask));
    return tr("Tail of %1").arg(names.join(QStringLiteral(", ")));
}

QString ArrayView::sharingText(int tensor) const {
    const int groups = m_sharing[static_cast<std::size_t>(tensor)].groups;
    const bool output = exhibit().inputs.workload.tensors()[static_cast<std::size_t>(tensor)].isOutput;
    if (m_step.lanes == groups) return output ? tr("one sum each") : tr("one word each");
    const double size = ratio(m_step.lanes, groups);
    const QString each = QString::fromStdString(formatFigure(size, 3));
    return output ? tr("%1 add to one sum").arg(each) : tr("one read feeds %1").arg(each);
}

std::vector<ArrayView::Fact> ArrayView::facts() const {
    const std::int64_t lanes = m_array->x() * m_array->y();
    const auto share = [&](std::int64_t working) { return percentText(ratio(working, lanes)); };
    const std::int64_t first = lanesAtFirst();
    std::vector<Fact> facts;
    facts.push_back({.text = phaseText(), .strong = true});
    facts.push_back({.text = tr("%1 of %2 %3 work (%4)")
                                 .arg(countText(m_step.lanes), countText(lanes), laneNoun(), share(m_step.lanes))});
    if (hasTails()) {
        std::int64_t sum = 0;
        for (const ArrayPhase& phase : m_phases) sum += phase.lanes;
        const std::int64_t last = m_array->at(m_phases.back().firstStep).lanes;
        facts.push_back({.text = inTail() ? tr("steady: %1 (%2)").arg(countText(first), share(first))
                                          : tr("last: %1 (%2)").arg(countText(last), share(last))});
        facts.push_back({.text = tr("mean over all steps: %1").arg(percentText(ratio(sum, lanes * stepCount())))});
    }
    facts.push_back({.text = {}, .mark = Fact::Mark::legend});
    if (hasTails())
        facts.push_back(
            {.text = tr("idle in tail: %1").arg(countText(first - m_step.lanes)), .mark = Fact::Mark::tail});
    facts.push_back({.text = tr("never used: %1").arg(countText(lanes - first)), .mark = Fact::Mark::unused});
    facts.push_back({.text = axisText(Axis::x)});
    facts.push_back({.text = axisText(Axis::y)});
    for (std::size_t t = 0; t < m_sharing.size(); ++t)
        if (!m_sharing[t].group.empty())
            facts.push_back(
                {.text = sharingText(static_cast<int>(t)), .mark = Fact::Mark::tensor, .tensor = static_cast<int>(t)});
    return facts;
}

double ArrayView::shareOf(std::int64_t x, std::int64_t y) const {
    const std::int64_t last = std::max(colourSpan(), m_leastSpan) - 1;
    switch (m_colour.kind) {
    case ArrayColour::Kind::coordinate: return ratio(m_array->laneOf(m_colour.index, x, y), last);
    case ArrayColour::Kind::work: return m_array->workShare(x, y);
    case ArrayColour::Kind::shared: break;
    }
    const Sharing& sharing = m_sharing[static_cast<std::size_t>(m_colour.index)];
    return ratio(sharing.group[static_cast<std::size_t>(y * m_array->usedX() + x)], last);
}

QString ArrayView::labelOf(std::int64_t x, std::int64_t y) const {
    switch (m_colour.kind) {
    case ArrayColour::Kind::coordinate:
        return QString::number(m_array->index(m_step, m_colour.index, m_array->laneOf(m_colour.index, x, y)));
    case ArrayColour::Kind::work: return QString::number(100 * m_array->workShare(x, y), 'f', 0);
    case ArrayColour::Kind::shared: break;
    }
    const Sharing& sharing = m_sharing[static_cast<std::size_t>(m_colour.index)];
    return QString::number(sharing.group[static_cast<std::size_t>(y * m_array->usedX() + x)]);
}

Subject ArrayView::subjectAt(const QPointF& position) const {
    if (const int tensor = tensorOfFactAt(position); tensor >= 0) return {.tensor = tensor};
    const ArrayGrid cells = grid(size());
    const std::int64_t x = cells.x.cellAt(position.x());
    const std::int64_t y = cells.y.cellAt(position.y());
    if (x < 0 || y < 0 || x >= m_array->usedX() || y >= m_array->usedY()) return {};
    if (m_colour.kind == ArrayColour::Kind::shared) return {.tensor = m_colour.index};
    // The loop that the colour speaks of, else the innermost one along X.
    const std::vector<ArrayLoop>& loops = m_array->loops();
    const auto about = std::find_if(loops.rbegin(), loops.rend(), [&](const ArrayLoop& loop) {
        return m_colour.kind == ArrayColour::Kind::coordinate ? loop.dimension == m_colour.index : loop.axis == Axis::x;
    });
    return about != loops.rend() ? Subject{.node = about->node} : Subject{};
}

std::optional<FigureId> ArrayView::figureAt(const QPointF& position) const {
    if (!m_array) return std::nullopt;
    const ArrayGrid cells = grid(size());
    if (cells.x.cellAt(position.x()) < 0 || cells.y.cellAt(position.y()) < 0) return std::nullopt;
    return FigureId{.kind = CostFigure::idle, .fanout = static_cast<std::int8_t>(m_fanout)};
}

QString ArrayView::tipAt(const QPointF& position) const {
    const ArrayGrid cells = grid(size());
    const std::int64_t x = cells.x.cellAt(position.x());
    const std::int64_t y = cells.y.cellAt(position.y());
    if (x < 0 || y < 0) return {};
    const QString place = tr("X %1, Y %2").arg(x).arg(y);
    const LaneState state = m_array->state(m_step, x, y);
    if (state == LaneState::unused) return tr("%1: never used").arg(place);
    QStringList coordinates;
    for (int d = 0; d < exhibit().inputs.workload.dimensionCount(); ++d)
        if (m_array->lanesOf(d) > 1)
            coordinates << QStringLiteral("%1 = %2")
                               .arg(dimensionName(d))
                               .arg(m_array->index(m_step, d, m_array->laneOf(d, x, y)));
    const QString now = state == LaneState::tail ? tr("idle, in the tail of %1").arg(phaseText().section(u' ', 2))
                                                 : coordinates.join(QStringLiteral(", "));
    return tr("%1: %2\nworks %3 of all steps").arg(place, now, percentText(m_array->workShare(x, y)));
}

Subject ArrayView::neighbour(const Subject& from, int step) const {
    if (!m_array || m_array->loops().empty()) return from;
    const std::vector<ArrayLoop>& loops = m_array->loops();
    const auto here =
        std::find_if(loops.begin(), loops.end(), [&](const ArrayLoop& loop) { return loop.node == from.node; });
    const int last = static_cast<int>(loops.size()) - 1;
    const int index = here == loops.end() ? (step > 0 ? 0 : last) : static_cast<int>(here - loops.begin()) + step;
    return {.node = loops[static_cast<std::size_t>(std::clamp(index, 0, last))].node};
}

QString ArrayView::textTwin() const {
    if (!m_array) return {};
    QStringList lines{tr("%1, step %2 of %3").arg(sizeText(), countText(m_number + 1), countText(stepCount()))};
    for (const Fact& fact : facts()) {
        if (fact.mark == Fact::Mark::legend) continue;
        const auto tensor = static_cast<std::size_t>(fact.tensor);
        lines << (fact.mark == Fact::Mark::tensor
                      ? QString::fromStdString(exhibit().inputs.workload.tensors()[tensor].name) +
                            QStringLiteral(": ") + fact.text
                      : fact.text);
    }
    for (int d = 0; d < exhibit().inputs.workload.dimensionCount(); ++d)
        if (m_array->lanesOf(d) > 1) lines << QStringLiteral("%1: %2").arg(dimensionName(d), rangeText(d));
    return lines.join(u'\n');
}

QString ArrayView::emptyText() const {
    if (!has()) return tr("Which processing elements work at each step, once there is a mapping.");
    for (const Reason& reason : exhibit().cost.reasons)
        if (reason.code == ReasonCode::fanoutX || reason.code == ReasonCode::fanoutY)
            return tr("Not drawn: %1.").arg(QString::fromStdString(describe(reason, *exhibit().setup->target)));
    return m_array ? QString() : tr("This design has no array: nothing works in parallel.");
}

}  // namespace lapidary::ui
