// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/graph/window.h"

#include <algorithm>

namespace lapidary {

namespace {

/// Keeps kernel times dilation and the like far from 2^63.
constexpr std::int64_t kMostWindow = std::int64_t{1} << 30;

std::string listText(const TensorShape& numbers) {
    std::string text;
    for (const std::int64_t number : numbers) text += (text.empty() ? "" : ", ") + std::to_string(number);
    return "[" + text + "]";
}

/// A list attribute of `count` numbers of at least `least`; `fallback` everywhere if it isn't there.
TensorShape windowNumbers(NodeReader& node, const std::string& name, std::size_t count, std::int64_t fallback,
                          std::int64_t least) {
    TensorShape usual(count, fallback);
    const auto given = node.integers(name);
    if (!given) return usual;
    const auto isWrong = [&](std::int64_t number) { return number < least || number > kMostWindow; };
    if (given->size() == count && std::ranges::none_of(*given, isWrong)) return *given;
    node.fail(name, "attribute '" + name + "' is " + listText(*given) + ", expected " + std::to_string(count) +
                        " numbers from " + std::to_string(least) + " to 2^30");
    return usual;
}

TensorShape kernelOf(NodeReader& node, std::size_t axes, const TensorShape& weights) {
    if (weights.empty() && !node.has("kernel_shape")) {
        node.fail("kernel_shape", "attribute 'kernel_shape' is missing");
        return TensorShape(axes, 1);
    }
    TensorShape kernel = node.has("kernel_shape") ? windowNumbers(node, "kernel_shape", axes, 1, 1) : weights;
    if (!weights.empty() && kernel != weights)
        node.fail("kernel_shape",
                  "attribute 'kernel_shape' is " + listText(kernel) + ", but the weights are " + listText(weights));
    for (const std::int64_t extent : kernel)
        if (extent < 1 || extent > kMostWindow) {
            node.fail("kernel_shape", "the kernel is " + listText(kernel) + ", expected extents from 1 to 2^30");
            return TensorShape(axes, 1);
        }
    return kernel;
}

/// What SAME asks for: as many outputs as strides fit into the input.
void padSame(WindowAxis& axis, bool lower) {
    const std::int64_t outputs = (axis.input + axis.stride - 1) / axis.stride;
    const std::int64_t reach = (outputs - 1) * axis.stride + (axis.kernel - 1) * axis.dilation + 1;
    const std::int64_t padding = std::max<std::int64_t>(reach - axis.input, 0);
    axis.before = lower ? padding - padding / 2 : padding / 2;
    axis.after = padding - axis.before;
}

enum class AutoPad { notSet, valid, upper, lower };

AutoPad autoPadOf(NodeReader& node) {
    const std::string word = node.text("auto_pad", "NOTSET");
    const std::pair<const char*, AutoPad> known[] = {{"NOTSET", AutoPad::notSet},
                                                     {"VALID", AutoPad::valid},
                                                     {"SAME_UPPER", AutoPad::upper},
                                                     {"SAME_LOWER", AutoPad::lower}};
    for (const auto& [name, value] : known)
        if (word == name) return value;
    node.fail("auto_pad", "attribute 'auto_pad' is '" + word + "', expected NOTSET, SAME_UPPER, SAME_LOWER or VALID");
    return AutoPad::notSet;
}

/// All but the output, padding as stated.
Window statedWindow(NodeReader& node, const TensorShape& spatial, const TensorShape& weights) {
    const std::size_t axes = spatial.size();
    const TensorShape kernel = kernelOf(node, axes, weights);
    const TensorShape strides = windowNumbers(node, "strides", axes, 1, 1);
    const TensorShape dilations = windowNumbers(node, "dilations", axes, 1, 1);
    const TensorShape pads = windowNumbers(node, "pads", 2 * axes, 0, 0);
    Window window;
    for (std::size_t i = 0; i < axes && kernel.size() == axes; ++i)
        window.push_back({spatial[i], kernel[i], strides[i], dilations[i], pads[i], pads[axes + i], 1});
    return window;
}

std::int64_t outputOf(const WindowAxis& axis, bool roundUp) {
    const std::int64_t room = axis.input + axis.before + axis.after - (axis.kernel - 1) * axis.dilation - 1;
    if (room < 0) return 0;
    std::int64_t outputs = (room + (roundUp ? axis.stride - 1 : 0)) / axis.stride + 1;
    // A last window that would begin behind the data is left out.
    if (roundUp && (outputs - 1) * axis.stride >= axis.input + axis.before) --outputs;
    return outputs;
}

}  // namespace

std::optional<Window> windowOf(NodeReader& node, const TensorShape& spatial, const TensorShape& weights) {
    Window window = statedWindow(node, spatial, weights);
    const AutoPad autoPad = autoPadOf(node);
    const bool roundUp = node.flag("ceil_mode");
    if (node.failed()) return std::nullopt;
    for (WindowAxis& axis : window) {
        if (autoPad != AutoPad::notSet) axis.before = axis.after = 0;
        if (autoPad == AutoPad::upper || autoPad == AutoPad::lower) padSame(axis, autoPad == AutoPad::lower);
        axis.output = outputOf(axis, roundUp);
        if (axis.output >= 1) continue;
        node.fail("kernel_shape", "a window of " + std::to_string((axis.kernel - 1) * axis.dilation + 1) +
                                      " doesn't fit into " + std::to_string(axis.input) + " with padding " +
                                      std::to_string(axis.before) + " and " + std::to_string(axis.after));
        return std::nullopt;
    }
    return window;
}

std::optional<Window> transposedWindowOf(NodeReader& node, const TensorShape& spatial, const TensorShape& weights) {
    Window window = statedWindow(node, spatial, weights);
    const AutoPad autoPad = autoPadOf(node);
    const TensorShape extra = windowNumbers(node, "output_padding", spatial.size(), 0, 0);
    if (node.failed() || node.has("output_shape")) return std::nullopt;
    for (std::size_t i = 0; i < window.size(); ++i) {
        WindowAxis& axis = window[i];
        if (axis.input > kMostWindow) return std::nullopt;
        if (autoPad != AutoPad::notSet) axis.before = axis.after = 0;
        axis.output = axis.stride * (axis.input - 1) + extra[i] + (axis.kernel - 1) * axis.dilation + 1 - axis.before -
                      axis.after;
        if (autoPad == AutoPad::upper || autoPad == AutoPad::lower) axis.output = axis.input * axis.stride;
        if (axis.output < 1) {
            node.fail("pads", "the output would be " + std::to_string(axis.output) + " long");
            return std::nullopt;
        }
    }
    return window;
}

}  // namespace lapidary
