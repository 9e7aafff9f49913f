// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/nest_tikz.h"

#include <algorithm>
#include <array>

#include "core/base/units.h"
#include "core/io/table_markup.h"
#include "core/io/tikz.h"
#include "core/mapping/nest.h"

namespace lapidary {

namespace {

constexpr double kRow = 0.5;      ///< cm
constexpr double kIndent = 0.28;  ///< cm per depth

/// Okabe-Ito by role, as everywhere; further tensors take the rest in turn.
constexpr std::string_view kNestPalette = R"(  \definecolor{lapWeight}{HTML}{E69F00}
  \definecolor{lapInput}{HTML}{56B4E9}
  \definecolor{lapOutput}{HTML}{009E73}
  \definecolor{lapOther0}{HTML}{CC79A7}
  \definecolor{lapOther1}{HTML}{F0E442}
  \definecolor{lapOther2}{HTML}{0072B2}
  \definecolor{lapOther3}{HTML}{D55E00}
  \definecolor{lapLevel0}{HTML}{2B3540}
  \definecolor{lapLevel1}{HTML}{4A5663}
  \definecolor{lapLevel2}{HTML}{66727F}
  \definecolor{lapLevel3}{HTML}{8A95A0}
  \definecolor{lapLevel4}{HTML}{C3CAD1}
  \definecolor{lapTail}{HTML}{FFF4DC}
)";
constexpr std::size_t kOthers = 4, kLevels = 5;

class TikzWriter {
public:
    TikzWriter(const Mapping& mapping, const Target& target)
        : m_mapping(mapping), m_target(target), m_lines(describeNest(mapping, target)) {
        std::size_t others = 0;
        for (const Tensor& tensor : target.workload.tensors()) {
            if (tensor.role == "weight")
                m_colours.emplace_back("lapWeight");
            else if (tensor.role == "input")
                m_colours.emplace_back("lapInput");
            else if (tensor.role == "output")
                m_colours.emplace_back("lapOutput");
            else
                m_colours.push_back("lapOther" + std::to_string(others++ % kOthers));
        }
    }

    std::string write(const Provenance& provenance) {
        m_text = commentLines(provenance, "% ");
        m_text +=
            "% needs \\usepackage{tikz}\n\\begin{tikzpicture}[line cap=butt, every node/.style={inner sep=1.5pt}]\n";
        m_text += kNestPalette;
        for (std::size_t row = 0; row < m_lines.size(); ++row) writeLine(row);
        const double y = -kRow * static_cast<double>(m_lines.size());
        text(indentOf(m_lines.size()), y, "\\ttfamily " + latexEscaped(m_target.workload.einsum()));
        return m_text + "\\end{tikzpicture}\n";
    }

private:
    static double indentOf(std::size_t depth) { return 0.2 + kIndent * static_cast<double>(depth); }

    void text(double x, double y, const std::string& content) {
        m_text += "  \\node[anchor=west, font=\\small] at " + tikzPosition(x, y) + " {" + content + "};\n";
    }

    void writeLine(std::size_t row) {
        const NestLine& line = m_lines[row];
        const Node& node = m_mapping.nodes[row];
        const double y = -kRow * static_cast<double>(row);
        const std::size_t shade = std::min<std::size_t>(static_cast<std::size_t>(line.level), kLevels - 1);
        m_text += "  \\fill[lapLevel" + std::to_string(shade) + "] " + tikzPosition(0, y - kRow / 2) + " rectangle " +
                  tikzPosition(0.12, y + kRow / 2) + ";\n";
        if (node.isLoop()) {
            const std::string lanes = node.kind == NodeKind::spatial ? "$\\parallel$\\," : "";
            const std::int64_t trips = node.kind == NodeKind::spatial ? line.lanes : line.trips;
            m_text += "  \\node[anchor=east, font=\\scriptsize\\ttfamily] at " + tikzPosition(-0.1, y) + " {" + lanes +
                      formatCount(trips) + "};\n";
        }
        text(indentOf(row), y, node.isLoop() ? loopText(node) : storeText(node, line));
    }

    std::string loopText(const Node& node) const {
        const bool spatial = node.kind == NodeKind::spatial;
        std::string words = std::string("\\textbf{") + (spatial ? "parFor" : "for") + "} " +
                            latexEscaped(m_target.workload.dimensions()[node.dimension].name) + " \\textbf{in} 0.." +
                            std::to_string(node.bound);
        if (node.tail != node.bound) words += " \\colorbox{lapTail}{last " + std::to_string(node.tail) + "}";
        if (spatial)
            words += " \\fbox{" + latexEscaped(m_target.architecture.fanouts()[node.fanout].name) +
                     (node.axis == Axis::x ? ".X}" : ".Y}");
        return words;
    }

    std::string storeText(const Node& node, const NestLine& line) const {
        std::string words = "\\textbf{" + latexEscaped(m_target.architecture.levels()[node.level].name) + "}";
        for (const StoredTile& tile : line.tiles) {
            const auto tensor = static_cast<std::size_t>(tile.tensor);
            words += " \\fcolorbox{" + m_colours[tensor] + "!65!black}{" + m_colours[tensor] + "}{" +
                     latexEscaped(m_target.workload.tensors()[tensor].name) + "} " + formatCount(tile.words);
        }
        for (std::size_t t = 0; t < m_colours.size(); ++t)
            if (line.bypassed >> t & 1)
                words += " \\textcolor{lapLevel2}{" + latexEscaped(m_target.workload.tensors()[t].name) + " bypass}";
        return words;
    }

    const Mapping& m_mapping;
    const Target& m_target;
    std::vector<NestLine> m_lines;
    std::vector<std::string> m_colours;  ///< per tensor
    std::string m_text;
};

}  // namespace

std::string nestToTikz(const Mapping& mapping, const Target& target, const Provenance& provenance) {
    return TikzWriter(mapping, target).write(provenance);
}

}  // namespace lapidary
