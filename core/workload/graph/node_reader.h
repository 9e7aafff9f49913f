// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Reads a node's attributes and the shapes of its inputs; what is wrong becomes a diagnostic that names node, attribute
// and what was expected. Single-threaded.
#pragma once

#include "core/workload/graph/graph.h"

namespace lapidary {

class NodeReader {
public:
    NodeReader(const Graph& graph, const GraphNode& node, Diagnostics& out)
        : m_graph(graph), m_node(node), m_out(out) {}

    const Graph& graph() const { return m_graph; }
    const GraphNode& node() const { return m_node; }
    /// Whether anything was wrong so far.
    bool failed() const { return m_failed; }

    std::int64_t integer(const std::string& name, std::int64_t fallback, std::int64_t least, std::int64_t most);
    bool flag(const std::string& name, bool fallback = false) { return integer(name, fallback, 0, 1) != 0; }
    double real(const std::string& name, double fallback);
    std::string text(const std::string& name, const std::string& fallback);
    std::optional<TensorShape> integers(const std::string& name);
    bool has(const std::string& name) const { return m_node.attributes.contains(name); }
    /// An axis, counted from the back if negative, of `rank` (rank itself allowed if `past`); 0 after a failure.
    std::int64_t axis(const std::string& name, std::int64_t fallback, std::int64_t rank, bool past = false);
    /// The same of a given number.
    std::int64_t resolvedAxis(const std::string& name, std::int64_t axis, std::int64_t rank, bool past = false);

    /// Shape of an input; null if it isn't known or isn't there.
    const TensorShape* shape(std::size_t input) const { return m_graph.inputShape(m_node, input); }
    bool hasInput(std::size_t input) const { return m_graph.hasInput(m_node, input); }
    /// Shape of an input with at least `least` and at most `most` axes; null and an error otherwise.
    const TensorShape* shape(std::size_t input, std::size_t least, std::size_t most);
    /// Known content of an integer input; null if it isn't known.
    const std::vector<std::int64_t>* content(std::size_t input) const;
    /// An attribute of older versions that became an input.
    std::optional<TensorShape> attributeOrInput(const std::string& name, std::size_t input);

    void fail(const std::string& attribute, const std::string& message, const std::string& hint = {});

private:
    const Graph& m_graph;
    const GraphNode& m_node;
    Diagnostics& m_out;
    bool m_failed = false;
};

/// "node 'conv1' (Conv)"
std::string nodeText(const GraphNode& node);

}  // namespace lapidary
