// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/workload/graph/node_reader.h"

namespace lapidary {

namespace {

constexpr const char* kKindNames[] = {"a whole number",          "a number",          "a text",
                                      "a list of whole numbers", "a list of numbers", "of another kind"};

std::string foundKind(const GraphAttribute& attribute) { return kKindNames[attribute.index()]; }

std::string inputText(std::size_t input) { return "input " + std::to_string(input + 1); }

}  // namespace

std::string nodeText(const GraphNode& node) { return "node '" + node.name + "' (" + node.op + ")"; }

void NodeReader::fail(const std::string& attribute, const std::string& message, const std::string& hint) {
    m_failed = true;
    const std::string key = attribute.empty() ? m_node.place : m_node.place + "." + attribute;
    m_out.push_back(errorAt({{}, 0, 0, key}, nodeText(m_node) + ": " + message, hint));
}

std::int64_t NodeReader::integer(const std::string& name, std::int64_t fallback, std::int64_t least,
                                 std::int64_t most) {
    const auto found = m_node.attributes.find(name);
    if (found == m_node.attributes.end()) return fallback;
    const auto* value = std::get_if<std::int64_t>(&found->second);
    if (value == nullptr) {
        fail(name, "attribute '" + name + "' is " + foundKind(found->second) + ", expected a whole number");
        return fallback;
    }
    if (*value >= least && *value <= most) return *value;
    fail(name, "attribute '" + name + "' is " + std::to_string(*value) + ", expected " + std::to_string(least) +
                   " to " + std::to_string(most));
    return fallback;
}

double NodeReader::real(const std::string& name, double fallback) {
    const auto found = m_node.attributes.find(name);
    if (found == m_node.attributes.end()) return fallback;
    if (const auto* value = std::get_if<double>(&found->second)) return *value;
    fail(name, "attribute '" + name + "' is " + foundKind(found->second) + ", expected a number");
    return fallback;
}

std::string NodeReader::text(const std::string& name, const std::string& fallback) {
    const auto found = m_node.attributes.find(name);
    if (found == m_node.attributes.end()) return fallback;
    if (const auto* value = std::get_if<std::string>(&found->second)) return *value;
    fail(name, "attribute '" + name + "' is " + foundKind(found->second) + ", expected a text");
    return fallback;
}

std::optional<TensorShape> NodeReader::integers(const std::string& name) {
    const auto found = m_node.attributes.find(name);
    if (found == m_node.attributes.end()) return std::nullopt;
    if (const auto* value = std::get_if<TensorShape>(&found->second)) return *value;
    fail(name, "attribute '" + name + "' is " + foundKind(found->second) + ", expected a list of whole numbers");
    return std::nullopt;
}

std::int64_t NodeReader::axis(const std::string& name, std::int64_t fallback, std::int64_t rank, bool past) {
    constexpr std::int64_t kAny = std::int64_t{1} << 40;
    return resolvedAxis(name, integer(name, fallback, -kAny, kAny), rank, past);
}

std::int64_t NodeReader::resolvedAxis(const std::string& name, std::int64_t axis, std::int64_t rank, bool past) {
    const std::int64_t most = past ? rank : rank - 1;
    if (axis >= -rank && axis <= most) return axis < 0 ? axis + rank : axis;
    fail(name, name + " is " + std::to_string(axis) + ", expected " + std::to_string(-rank) + " to " +
                   std::to_string(most) + " for a tensor of " + std::to_string(rank) + " axes");
    return 0;
}

const TensorShape* NodeReader::shape(std::size_t input, std::size_t least, std::size_t most) {
    if (!hasInput(input)) {
        fail("input", inputText(input) + " is missing");
        return nullptr;
    }
    const TensorShape* found = shape(input);
    if (found == nullptr) return nullptr;
    if (found->size() >= least && found->size() <= most) return found;
    const std::string wanted = least == most
                                   ? std::to_string(least)
                                   : std::to_string(least) + (most > 64 ? " or more" : " to " + std::to_string(most));
    fail("input", inputText(input) + " is " + shapeText(*found) + ", expected " + wanted + " axes");
    return nullptr;
}

const std::vector<std::int64_t>* NodeReader::content(std::size_t input) const {
    if (!hasInput(input)) return nullptr;
    const auto& integers = m_graph.value(m_node.inputs[input]).integers;
    return integers ? &*integers : nullptr;
}

std::optional<TensorShape> NodeReader::attributeOrInput(const std::string& name, std::size_t input) {
    if (has(name)) return integers(name);
    const auto* known = content(input);
    return known != nullptr ? std::optional<TensorShape>(*known) : std::nullopt;
}

}  // namespace lapidary
