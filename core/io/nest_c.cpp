// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/nest_c.h"

#include <span>

#include "core/base/units.h"
#include "core/io/c_names.h"
#include "core/mapping/extent.h"
#include "core/mapping/nest.h"

namespace lapidary {

namespace {

constexpr std::string_view kHead = R"(
#include <inttypes.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

typedef uint32_t word;  // any type will do; whole numbers make the comparison exact

)";

constexpr std::string_view kHelpers = R"(
static int64_t macs, computes;

static void *allocate(size_t count, size_t size) {
  void *data = calloc(count, size);
  if (data) return data;
  fprintf(stderr, "not enough memory\n");
  exit(1);
}

)";

/// Extent of a rank: its largest index + 1.
std::int64_t extentOf(const Rank& rank, const Workload& workload) {
    std::int64_t largest = rank.constant;
    for (const Term& term : rank.terms) largest += term.coefficient * (workload.bound(term.dimension) - 1);
    return largest + 1;
}

class CWriter {
public:
    CWriter(const Mapping& mapping, const Target& target)
        : m_mapping(mapping), m_workload(target.workload), m_target(target), m_lines(describeNest(mapping, target)) {
        for (const Dimension& dimension : m_workload.dimensions()) m_dimensions.push_back(m_names.take(dimension.name));
        for (const Tensor& tensor : m_workload.tensors()) m_tensors.push_back(m_names.take(tensor.name));
        m_prefix.resize(m_dimensions.size());
        for (const Tensor& tensor : m_workload.tensors()) m_hasOutput = m_hasOutput || tensor.isOutput;
    }

    std::string write(const Provenance& provenance) {
        m_text = commentLines(provenance, "// ");
        m_text += "//\n// " + m_workload.einsum() + " on " + m_target.architecture.name() + "\n";
        m_text += "// cc -std=c99 -O2 nest.c -o nest && ./nest\n";
        m_text += kHead;
        declareTensors();
        m_text += kHelpers;
        if (hasTails()) m_text += "static int64_t smaller(int64_t a, int64_t b) { return a < b ? a : b; }\n\n";
        writeFill();
        writeNest();
        writePlain();
        writeMain();
        return std::move(m_text);
    }

private:
    void line(int depth, const std::string& text) {
        m_text += std::string(static_cast<std::size_t>(depth) * 2, ' ') + text + '\n';
    }

    bool hasTails() const {
        for (const Node& node : m_mapping.nodes)
            if (node.isLoop() && node.tail != node.bound) return true;
        return false;
    }

    /// "word (*W)[64][3]"; a scalar is an array of one.
    void declareTensors() {
        for (std::size_t t = 0; t < m_tensors.size(); ++t) {
            const Tensor& tensor = m_workload.tensors()[t];
            std::string inner;
            for (std::size_t r = 1; r < tensor.ranks.size(); ++r)
                inner += "[" + std::to_string(extentOf(tensor.ranks[r], m_workload)) + "]";
            const std::string name = inner.empty() ? "*" + m_tensors[t] : "(*" + m_tensors[t] + ")" + inner;
            line(0, "static word " + name + ";  // " + tensor.role);
        }
        if (!m_hasOutput) line(0, "static word sum;  // the expression has no output");
    }

    std::int64_t outerExtent(const Tensor& tensor) const {
        return tensor.ranks.empty() ? 1 : extentOf(tensor.ranks.front(), m_workload);
    }
    std::string bytesOf(std::size_t tensor) const {
        const std::int64_t count = outerExtent(m_workload.tensors()[tensor]);
        return (count == 1 ? "" : std::to_string(count) + " * ") + "sizeof *" + m_tensors[tensor];
    }

    void writeFill() {
        line(0, "static void fill(void *data, size_t bytes, word seed) {");
        line(1, "for (word *at = data; bytes >= sizeof *at; bytes -= sizeof *at) {");
        line(2, "seed = seed * 1664525u + 1013904223u;");
        line(2, "*at++ = seed >> 24;");
        line(1, "}");
        line(0, "}\n");
    }

    std::string indexOf(const Rank& rank) const {
        std::string text;
        for (const Term& term : rank.terms) {
            const std::string& name = m_dimensions[static_cast<std::size_t>(term.dimension)];
            text += text.empty() ? "" : " + ";
            text += term.coefficient == 1 ? name : std::to_string(term.coefficient) + " * " + name;
        }
        if (text.empty()) return std::to_string(rank.constant);
        return rank.constant == 0 ? text : text + " + " + std::to_string(rank.constant);
    }

    std::string element(std::size_t tensor) const {
        std::string text = m_tensors[tensor];
        for (const Rank& rank : m_workload.tensors()[tensor].ranks) text += "[" + indexOf(rank) + "]";
        return m_workload.tensors()[tensor].ranks.empty() ? text + "[0]" : text;
    }

    void writeStatements(int depth) {
        std::string product;
        for (std::size_t t = 0; t < m_tensors.size(); ++t)
            if (!m_workload.tensors()[t].isOutput) product += (product.empty() ? "" : " * ") + element(t);
        if (product.empty()) product = "1";
        for (std::size_t t = 0; t < m_tensors.size(); ++t)
            if (m_workload.tensors()[t].isOutput) line(depth, element(t) + " += " + product + ";");
        if (!m_hasOutput) line(depth, "sum += " + product + ";");
    }

    void writeNest() {
        line(0, "static void nest(void) {");
        int depth = 1;
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i) {
            if (m_mapping.nodes[i].isLoop())
                writeLoop(i, depth++);
            else
                writeStore(m_mapping.nodes[i], m_lines[i], depth);
        }
        writeBody(depth);
        while (--depth >= 0) line(depth, "}");
        m_text += '\n';
    }

    void writeStore(const Node& node, const NestLine& nestLine, int depth) {
        std::string text = "// " + m_target.architecture.levels()[node.level].name + " holds";
        std::string_view separator = " ";
        for (const StoredTile& tile : nestLine.tiles) {
            text += std::string(separator) + m_workload.tensors()[static_cast<std::size_t>(tile.tensor)].name + " (" +
                    formatCount(tile.words) + ")";
            separator = ", ";
        }
        line(depth, text);
    }

    /// Loops of one dimension are numbered as in eq. 5, innermost 0; a dimension's only loop is its index itself.
    std::string loopName(std::size_t position) {
        const Node& node = m_mapping.nodes[position];
        int inside = 0, all = 0;
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i) {
            if (!m_mapping.nodes[i].isLoop() || m_mapping.nodes[i].dimension != node.dimension) continue;
            ++all;
            inside += i > position;
        }
        const std::string& name = m_dimensions[node.dimension];
        return all == 1 ? name : m_names.take(name + std::to_string(inside));
    }

    /// A sum, so that it can be multiplied.
    static std::string inBrackets(const std::string& term) {
        return term.find(' ') == std::string::npos ? term : "(" + term + ")";
    }

    /// The last of the outer settings leaves R trips, all others leave at least P: what remains of all iterations, but
    /// no more than P.
    std::string tripsOf(std::size_t position) const {
        const Node& node = m_mapping.nodes[position];
        const std::string bound = std::to_string(node.bound);
        if (node.tail == node.bound) return bound;
        const auto reached = std::span(m_mapping.nodes).first(position + 1);
        const std::string all = std::to_string(iterations(reached, node.dimension));
        const std::string& outer = m_prefix[node.dimension];
        return "smaller(" + bound + ", " + all + (outer.empty() ? "" : " - " + bound + " * " + inBrackets(outer)) + ")";
    }

    void writeLoop(std::size_t position, int depth) {
        const Node& node = m_mapping.nodes[position];
        const std::string name = loopName(position);
        std::string text = "for (int64_t " + name + " = 0; " + name + " < " + tripsOf(position) + "; ++" + name + ") {";
        if (node.kind == NodeKind::spatial)
            text += "  // parFor " + m_target.architecture.fanouts()[node.fanout].name +
                    (node.axis == Axis::x ? ".X" : ".Y");
        if (node.tail != node.bound)
            text += std::string(node.kind == NodeKind::spatial ? ", " : "  // ") + "last " + std::to_string(node.tail);
        line(depth, text);
        std::string& prefix = m_prefix[node.dimension];
        prefix = prefix.empty() ? name : inBrackets(prefix) + " * " + std::to_string(node.bound) + " + " + name;
    }

    /// The full indices, then one compute. Padding is executed, but it is no work.
    void writeBody(int depth) {
        std::string inside;
        for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
            const std::string value = m_prefix[d].empty() ? "0" : m_prefix[d];
            if (value != m_dimensions[d]) line(depth, "const int64_t " + m_dimensions[d] + " = " + value + ";");
            const std::int64_t bound = m_workload.bound(static_cast<int>(d));
            if (m_mapping.coveredBound(m_workload, static_cast<int>(d)) != bound)
                inside += (inside.empty() ? "" : " && ") + m_dimensions[d] + " < " + std::to_string(bound);
        }
        line(depth, "++computes;");
        if (!inside.empty()) line(depth++, "if (" + inside + ") {");
        line(depth, "++macs;");
        writeStatements(depth);
        if (!inside.empty()) line(--depth, "}");
    }

    void writePlain() {
        line(0, "static void plain(void) {");
        int depth = 1;
        for (std::size_t d = 0; d < m_dimensions.size(); ++d) {
            const std::string& name = m_dimensions[d];
            const std::string bound = std::to_string(m_workload.bound(static_cast<int>(d)));
            const std::string_view brace = d + 1 == m_dimensions.size() ? ") {" : ")";
            line(depth++,
                 "for (int64_t " + name + " = 0; " + name + " < " + bound + "; ++" + name + std::string(brace));
        }
        writeStatements(depth);
        line(depth - 1, "}");
        line(0, "}\n");
    }

    /// Keeps what the nest made of each output, clears it, runs the plain loops and compares.
    void writeMain() {
        line(0, "int main(void) {");
        for (std::size_t t = 0; t < m_tensors.size(); ++t) {
            line(1, m_tensors[t] + " = allocate(" + std::to_string(outerExtent(m_workload.tensors()[t])) +
                        ", sizeof *" + m_tensors[t] + ");");
            if (!m_workload.tensors()[t].isOutput)
                line(1, "fill(" + m_tensors[t] + ", " + bytesOf(t) + ", " + std::to_string(t + 1) + ");");
        }
        line(1, "nest();");
        std::vector<std::string> kept(m_tensors.size());
        forEachOutput([&](std::size_t t) {
            kept[t] = m_names.take(m_tensors[t] + "_of_nest");
            line(1, "void *" + kept[t] + " = allocate(1, " + bytesOf(t) + ");");
            line(1, "memcpy(" + kept[t] + ", " + m_tensors[t] + ", " + bytesOf(t) + ");");
            line(1, "memset(" + m_tensors[t] + ", 0, " + bytesOf(t) + ");");
        });
        if (!m_hasOutput) {
            line(1, "const word kept = sum;");
            line(1, "sum = 0;");
        }
        line(1, "plain();");
        line(1, std::string("int differs = ") + (m_hasOutput ? "0;" : "kept != sum;"));
        forEachOutput([&](std::size_t t) {
            line(1, "differs = differs || memcmp(" + kept[t] + ", " + m_tensors[t] + ", " + bytesOf(t) + ") != 0;");
        });
        line(1,
             R"(printf("macs %" PRId64 " computes %" PRId64 " %s\n", macs, computes, differs ? "differs" : "equal");)");
        line(1, "return differs;");
        line(0, "}");
    }

    template <class Write>
    void forEachOutput(Write write) {
        for (std::size_t t = 0; t < m_tensors.size(); ++t)
            if (m_workload.tensors()[t].isOutput) write(t);
    }

    const Mapping& m_mapping;
    const Workload& m_workload;
    const Target& m_target;
    std::vector<NestLine> m_lines;
    CNames m_names;
    std::vector<std::string> m_dimensions, m_tensors;
    std::vector<std::string> m_prefix;  ///< per dimension, its index by the loops so far; empty = none yet
    bool m_hasOutput = false;
    std::string m_text;
};

}  // namespace

std::string nestToC(const Mapping& mapping, const Target& target, const Provenance& provenance) {
    return CWriter(mapping, target).write(provenance);
}

}  // namespace lapidary
