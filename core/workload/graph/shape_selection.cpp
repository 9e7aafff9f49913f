// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>

#include "core/base/arith.h"
#include "core/workload/graph/shape_rules.h"
#include "core/workload/graph/slice.h"

namespace lapidary {

namespace {

void shapeRuleOfShape(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    if (data == nullptr) return;
    const std::int64_t rank = std::ssize(*data);
    const auto clamped = [rank](std::int64_t at) { return std::clamp<std::int64_t>(at < 0 ? at + rank : at, 0, rank); };
    const std::int64_t start = clamped(node.integer("start", 0, -kMaxExtent, kMaxExtent));
    const std::int64_t end = clamped(node.integer("end", rank, -kMaxExtent, kMaxExtent));
    TensorShape part;
    if (start < end) part.assign(data->begin() + start, data->begin() + end);
    node.output(0, {std::ssize(part)});
    node.content(0, std::move(part));
}

void sizeRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    node.output(0, {});
    if (data == nullptr) return;
    if (const auto count = elementCount(*data)) node.content(0, {*count});
}

void gatherRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 1, 1000);
    const TensorShape* indices = node.shape(1);
    if (data == nullptr || indices == nullptr) return;
    const std::int64_t axis = node.axis("axis", 0, std::ssize(*data));
    if (node.failed()) return;
    TensorShape extents(data->begin(), data->begin() + axis);
    extents.insert(extents.end(), indices->begin(), indices->end());
    extents.insert(extents.end(), data->begin() + axis + 1, data->end());
    node.output(0, std::move(extents));
}

void gatherElementsRule(ShapeContext& node) {
    if (const TensorShape* indices = node.shape(1)) node.output(0, *indices);
}

void sliceRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    if (data == nullptr) return;
    const auto parts = sliceOf(node, *data);
    if (!parts) return;
    TensorShape extents;
    for (const SliceAxis& part : *parts) extents.push_back(part.count);
    node.output(0, std::move(extents));
}

void constantOfShapeRule(ShapeContext& node) {
    if (const auto* wanted = node.content(0)) node.output(0, *wanted);
}

void rangeRule(ShapeContext& node) {
    const auto *start = node.content(0), *limit = node.content(1), *step = node.content(2);
    if (start == nullptr || limit == nullptr || step == nullptr) return;
    if (start->size() != 1 || limit->size() != 1 || step->size() != 1 || step->front() == 0)
        return node.fail("input", "expected three numbers, the step not 0");
    const auto isLarge = [](std::int64_t number) { return number > kMaxExtent || number < -kMaxExtent; };
    if (isLarge(start->front()) || isLarge(limit->front()) || isLarge(step->front()))
        return node.fail("input", "a number of the range is beyond 2^40");
    const std::int64_t way = step->front() > 0 ? 1 : -1;
    const std::int64_t room = std::max<std::int64_t>((limit->front() - start->front()) * way, 0);
    node.output(0, {ceilDiv(room, step->front() * way)});
}

void topKRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 1, 1000);
    const auto* count = node.content(1);
    if (data == nullptr || count == nullptr || count->size() != 1) return;
    const std::int64_t axis = node.axis("axis", -1, std::ssize(*data));
    if (node.failed()) return;
    TensorShape extents = *data;
    extents[static_cast<std::size_t>(axis)] = count->front();
    node.output(0, extents);
    node.output(1, extents);
}

void keptRule(ShapeContext& node) {
    if (const TensorShape* data = node.shape(0)) node.output(0, *data);
}

constexpr NamedRule kSelectionRules[] = {
    {"Shape", shapeRuleOfShape}, {"Size", sizeRule},
    {"Gather", gatherRule},      {"GatherElements", gatherElementsRule},
    {"Slice", sliceRule},        {"ConstantOfShape", constantOfShapeRule},
    {"Range", rangeRule},        {"TopK", topKRule},
    {"CumSum", keptRule},        {"ScatterElements", keptRule},
    {"ScatterND", keptRule},     {"Trilu", keptRule},
};

/// The axes that starts and ends speak of, all from the first on unless told.
std::optional<TensorShape> sliceAxes(NodeReader& node, const TensorShape& data, std::size_t count) {
    const bool listed = node.has("axes") || node.hasInput(3);
    TensorShape axes;
    if (!listed)
        for (std::size_t i = 0; i < count; ++i) axes.push_back(static_cast<std::int64_t>(i));
    else if (const auto given = node.attributeOrInput("axes", 3))
        axes = *given;
    else
        return std::nullopt;
    if (axes.size() != count) {
        node.fail("axes",
                  std::to_string(axes.size()) + " axes, expected one for each of " + std::to_string(count) + " starts");
        return std::nullopt;
    }
    for (std::int64_t& axis : axes) {
        axis = node.resolvedAxis("axes", axis, std::ssize(data));
        if (node.failed()) return std::nullopt;
    }
    return axes;
}

SliceAxis clampedSlice(std::int64_t start, std::int64_t end, std::int64_t step, std::int64_t extent) {
    const auto fromBack = [extent](std::int64_t at) { return at < 0 ? std::max(at, -extent - 1) + extent : at; };
    const bool forward = step > 0;
    const std::int64_t first = std::clamp<std::int64_t>(fromBack(start), 0, forward ? extent : extent - 1);
    const std::int64_t last = std::clamp<std::int64_t>(fromBack(end), forward ? 0 : -1, forward ? extent : extent - 1);
    const std::int64_t room = forward ? last - first : first - last;
    step = std::clamp(step, -kMaxExtent, kMaxExtent);
    return {first, step, room <= 0 ? 0 : ceilDiv(room, forward ? step : -step)};
}

}  // namespace

std::span<const NamedRule> selectionRules() { return kSelectionRules; }

std::optional<std::vector<SliceAxis>> sliceOf(NodeReader& node, const TensorShape& data) {
    const auto starts = node.attributeOrInput("starts", 1);
    const auto ends = node.attributeOrInput("ends", 2);
    if (!starts || !ends || (node.hasInput(4) && node.content(4) == nullptr)) return std::nullopt;
    const TensorShape steps = node.hasInput(4) ? *node.content(4) : TensorShape(starts->size(), 1);
    if (ends->size() != starts->size() || steps.size() != starts->size() || std::ranges::count(steps, 0) > 0) {
        node.fail("starts", "expected as many starts, ends and steps, none of the steps 0");
        return std::nullopt;
    }
    const auto axes = sliceAxes(node, data, starts->size());
    if (!axes) return std::nullopt;
    std::vector<SliceAxis> parts;
    for (const std::int64_t extent : data) parts.push_back({0, 1, extent});
    for (std::size_t i = 0; i < axes->size(); ++i) {
        const auto axis = static_cast<std::size_t>((*axes)[i]);
        if (data[axis] > 0) parts[axis] = clampedSlice((*starts)[i], (*ends)[i], steps[i], data[axis]);
    }
    return parts;
}

}  // namespace lapidary
