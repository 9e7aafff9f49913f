// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <numeric>

#include "core/base/arith.h"
#include "core/workload/graph/shape_rules.h"

namespace lapidary {

namespace {

/// Resolves 0 (as before) and -1 (what is left) of a Reshape.
std::optional<TensorShape> reshaped(ShapeContext& node, const TensorShape& data, TensorShape wanted) {
    const bool zeroIsZero = node.flag("allowzero");
    std::int64_t* open = nullptr;
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        if (wanted[i] == 0 && !zeroIsZero && i < data.size()) wanted[i] = data[i];
        if (wanted[i] == -1 && open == nullptr) {
            open = &wanted[i];
            *open = 1;
        } else if (wanted[i] < 0) {
            node.fail("shape", "axis " + std::to_string(i) + " of the new shape is " + std::to_string(wanted[i]) +
                                   ", expected at least 0 (one of them may be -1)");
            return std::nullopt;
        }
    }
    const auto before = elementCount(data);
    const auto after = elementCount(wanted);
    if (!before || !after) return wanted;  // output() complains about the size
    if (open != nullptr && *after > 0 && *before % *after == 0) {
        *open = *before / *after;
        return wanted;
    }
    if (open == nullptr && *before == *after) return wanted;
    node.fail("shape", shapeText(data) + " (" + std::to_string(*before) + " elements) can't become " +
                           shapeText(wanted) + (open != nullptr ? " with one axis open" : ""));
    return std::nullopt;
}

void reshapeRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    auto wanted = node.attributeOrInput("shape", 1);
    if (data == nullptr || !wanted) return;
    auto extents = reshaped(node, *data, *std::move(wanted));
    if (extents) node.output(0, *std::move(extents));
}

void transposeRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    if (data == nullptr) return;
    TensorShape order(data->size());
    std::iota(order.rbegin(), order.rend(), 0);
    if (const auto given = node.integers("perm")) {
        TensorShape sorted = *given;
        std::ranges::sort(sorted);
        TensorShape all(data->size());
        std::iota(all.begin(), all.end(), 0);
        if (sorted != all)
            return node.fail("perm", "attribute 'perm' names " + std::to_string(given->size()) +
                                         " axes, expected each of " + std::to_string(data->size()) + " axes once");
        order = *given;
    }
    TensorShape extents;
    for (const std::int64_t axis : order) extents.push_back((*data)[static_cast<std::size_t>(axis)]);
    node.output(0, std::move(extents));
}

void flattenRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    if (data == nullptr) return;
    const std::int64_t axis = node.axis("axis", 1, std::ssize(*data), true);
    if (node.failed()) return;
    const auto rows = elementCount({data->begin(), data->begin() + axis});
    const auto columns = elementCount({data->begin() + axis, data->end()});
    if (rows && columns) node.output(0, {*rows, *columns});
}

void squeezeRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    const bool listed = node.has("axes") || node.hasInput(1);
    const auto axes = node.attributeOrInput("axes", 1);
    if (data == nullptr || (listed && !axes)) return;
    std::vector<bool> dropped(data->size());
    for (std::size_t i = 0; i < data->size(); ++i) dropped[i] = !listed && (*data)[i] == 1;
    for (const std::int64_t given : axes.value_or(TensorShape{})) {
        const std::int64_t axis = node.resolvedAxis("axes", given, std::ssize(*data));
        if (node.failed()) return;
        if ((*data)[static_cast<std::size_t>(axis)] != 1)
            return node.fail("axes", "axis " + std::to_string(axis) + " of " + shapeText(*data) + " isn't 1");
        dropped[static_cast<std::size_t>(axis)] = true;
    }
    TensorShape extents;
    for (std::size_t i = 0; i < data->size(); ++i)
        if (!dropped[i]) extents.push_back((*data)[i]);
    node.output(0, std::move(extents));
}

void unsqueezeRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    const auto axes = node.attributeOrInput("axes", 1);
    if (data == nullptr || !axes) return;
    const std::size_t rank = data->size() + axes->size();
    std::vector<bool> added(rank);
    for (const std::int64_t given : *axes) {
        const std::int64_t axis = node.resolvedAxis("axes", given, static_cast<std::int64_t>(rank));
        if (node.failed()) return;
        if (added[static_cast<std::size_t>(axis)])
            return node.fail("axes", "axis " + std::to_string(axis) + " stands twice");
        added[static_cast<std::size_t>(axis)] = true;
    }
    TensorShape extents;
    auto next = data->begin();
    for (std::size_t i = 0; i < rank; ++i) extents.push_back(added[i] ? 1 : *next++);
    node.output(0, std::move(extents));
}

void expandRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    const auto* wanted = node.content(1);
    if (data == nullptr || wanted == nullptr) return;
    auto extents = broadcastExtents(node, *data, *wanted);
    if (extents) node.output(0, *std::move(extents));
}

void concatRule(ShapeContext& node) {
    const TensorShape* first = node.shape(0, 1, 1000);
    if (first == nullptr) return;
    const std::int64_t axis = node.axis("axis", 0, std::ssize(*first));
    if (node.failed()) return;
    TensorShape extents = *first;
    for (std::size_t i = 1; i < node.node().inputs.size(); ++i) {
        const TensorShape* next = node.shape(i, first->size(), first->size());
        if (next == nullptr) return;
        for (std::size_t d = 0; d < next->size(); ++d) {
            if (static_cast<std::int64_t>(d) == axis)
                extents[d] = checkedAdd(extents[d], (*next)[d]).value_or(kMaxExtent + 1);
            else if (extents[d] != (*next)[d])
                return node.fail("axis", "input " + std::to_string(i + 1) + " is " + shapeText(*next) +
                                             ", expected it to differ from " + shapeText(*first) + " on axis " +
                                             std::to_string(axis) + " only");
        }
    }
    node.output(0, std::move(extents));
}

void splitRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 1, 1000);
    if (data == nullptr || (node.hasInput(1) && node.content(1) == nullptr)) return;
    const std::int64_t axis = node.axis("axis", 0, std::ssize(*data));
    if (node.failed()) return;
    const auto parts = node.node().outputs.size();
    const std::int64_t whole = (*data)[static_cast<std::size_t>(axis)];
    auto sizes = node.attributeOrInput("split", 1);
    if (!sizes) {
        const std::int64_t part = ceilDiv(whole, std::max<std::int64_t>(static_cast<std::int64_t>(parts), 1));
        sizes = TensorShape(parts, part);
        if (parts > 0) sizes->back() = whole - part * (static_cast<std::int64_t>(parts) - 1);
    }
    std::optional<std::int64_t> sum = 0;
    for (const std::int64_t size : *sizes) sum = size < 0 || !sum ? std::nullopt : checkedAdd(*sum, size);
    if (sizes->size() != parts || sum != whole)
        return node.fail("split",
                         "the parts don't add up to the " + std::to_string(whole) + " of axis " + std::to_string(axis));
    for (std::size_t i = 0; i < parts; ++i) {
        TensorShape extents = *data;
        extents[static_cast<std::size_t>(axis)] = (*sizes)[i];
        node.output(i, std::move(extents));
    }
}

void padRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    const auto pads = node.attributeOrInput("pads", 1);
    if (data == nullptr || !pads || node.hasInput(3)) return;
    if (pads->size() != 2 * data->size())
        return node.fail("pads", std::to_string(pads->size()) + " paddings, expected two for each of " +
                                     std::to_string(data->size()) + " axes");
    TensorShape extents = *data;
    for (std::size_t i = 0; i < pads->size(); ++i) {
        if ((*pads)[i] > kMaxExtent || (*pads)[i] < -kMaxExtent)
            return node.fail("pads", "a padding is " + std::to_string((*pads)[i]) + ", expected at most 2^40");
        extents[i % data->size()] += (*pads)[i];
    }
    node.output(0, std::move(extents));
}

void tileRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0);
    const auto* repeats = node.content(1);
    if (data == nullptr || repeats == nullptr) return;
    if (repeats->size() != data->size())
        return node.fail("repeats", std::to_string(repeats->size()) + " repeats, expected one for each of " +
                                        std::to_string(data->size()) + " axes");
    TensorShape extents;
    for (std::size_t i = 0; i < data->size(); ++i)
        extents.push_back(checkedMul((*data)[i], (*repeats)[i]).value_or(kMaxExtent + 1));
    node.output(0, std::move(extents));
}

/// Blocks of the picture go to channels and back.
void depthRule(ShapeContext& node) {
    const TensorShape* data = node.shape(0, 4, 4);
    const std::int64_t block = node.integer("blocksize", 0, 1, 1 << 15);
    if (data == nullptr || node.failed()) return;
    if (block == 0) return node.fail("blocksize", "attribute 'blocksize' is missing");
    const TensorShape& d = *data;
    const bool toSpace = node.node().op == "DepthToSpace";
    if (toSpace ? d[1] % (block * block) != 0 : d[2] % block != 0 || d[3] % block != 0)
        return node.fail("blocksize", shapeText(d) + " can't be split into blocks of " + std::to_string(block));
    if (toSpace)
        node.output(0, {d[0], d[1] / (block * block), d[2] * block, d[3] * block});
    else
        node.output(0, {d[0], d[1] * block * block, d[2] / block, d[3] / block});
}

constexpr NamedRule kLayoutRules[] = {
    {"Reshape", reshapeRule}, {"Transpose", transposeRule}, {"Flatten", flattenRule},
    {"Squeeze", squeezeRule}, {"Unsqueeze", unsqueezeRule}, {"Expand", expandRule},
    {"Concat", concatRule},   {"Split", splitRule},         {"Pad", padRule},
    {"Tile", tileRule},       {"DepthToSpace", depthRule},  {"SpaceToDepth", depthRule},
};

}  // namespace

std::span<const NamedRule> layoutRules() { return kLayoutRules; }

}  // namespace lapidary
