// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/tree_tikz.h"

#include <algorithm>

#include "core/base/units.h"
#include "core/io/table_markup.h"
#include "core/io/tikz.h"
#include "core/mapping/tree.h"

namespace lapidary {

namespace {

constexpr double kWidth = 8.4;  ///< cm, of the whole dimension: one column of a paper
constexpr double kBand = 0.42, kStep = 0.8;
constexpr double kLeastTile = 0.03;  ///< cm; narrower tiles are drawn as one block with their number

constexpr std::string_view kTreePalette = R"(  \definecolor{lapTile}{HTML}{E3E6EA}
  \definecolor{lapLine}{HTML}{4A5663}
  \definecolor{lapTail}{HTML}{FFF4DC}
  \definecolor{lapTailLine}{HTML}{8A5A00}
  \definecolor{lapIdle}{HTML}{A3ABB5}
)";

/// Text with the signs of core/mapping/tree's sums as math: dots, minus signs, subscript digits.
std::string mathText(const std::string& text) {
    std::string escaped = latexEscaped(text);
    constexpr std::pair<std::string_view, std::string_view> kSigns[] = {{"·", "\\ensuremath{\\cdot}"},
                                                                        {"×", "\\ensuremath{\\times}"},
                                                                        {"−", "\\ensuremath{-}"},
                                                                        {"′", "\\ensuremath{'}"}};
    const auto replaceAll = [&](std::string_view from, const std::string& to) {
        for (std::size_t at = escaped.find(from); at != std::string::npos; at = escaped.find(from, at + to.size()))
            escaped.replace(at, from.size(), to);
    };
    for (const auto& [from, to] : kSigns) replaceAll(from, std::string(to));
    constexpr std::string_view kSubscripts[] = {"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    for (std::size_t digit = 0; digit < std::size(kSubscripts); ++digit)
        replaceAll(kSubscripts[digit], "\\textsubscript{" + std::to_string(digit) + "}");
    return escaped;
}

class TreeWriter {
public:
    TreeWriter(const Mapping& mapping, const Target& target, int dimension)
        : m_target(target),
          m_tree(tilingTree(mapping, target.workload, dimension)),
          m_scale(kWidth / static_cast<double>(reach())) {}

    std::string write(const Provenance& provenance) {
        m_text = commentLines(provenance, "% ");
        m_text +=
            "% needs \\usepackage{tikz} and \\usetikzlibrary{patterns}\n"
            "\\begin{tikzpicture}[every node/.style={inner sep=1.5pt, font=\\scriptsize}]\n";
        m_text += kTreePalette;
        const std::string name = m_target.workload.dimensions()[static_cast<std::size_t>(m_tree.dimension)].name;
        tile(0, 0, static_cast<double>(m_tree.bound) * m_scale, false,
             latexEscaped(name) + " = " + formatCount(m_tree.bound));
        for (std::size_t band = 0; band < m_tree.bands.size(); ++band) writeBand(band);
        double y = -kStep * static_cast<double>(m_tree.bands.size() + 1) + 0.1;
        node(0, y, "west", mathText(m_tree.sum));
        for (const std::string& line : m_tree.equation) node(0, y -= 0.4, "west", mathText(line));
        return m_text + "\\end{tikzpicture}\n";
    }

private:
    /// Indices that the drawing covers: idle lanes stand beyond the bound.
    std::int64_t reach() const {
        std::int64_t reach = m_tree.bound;
        for (const TreeBand& band : m_tree.bands) reach = std::max(reach, m_tree.bound + band.idle() * band.extent);
        return reach;
    }

    void node(double x, double y, const std::string& anchor, const std::string& content) {
        m_text += "  \\node[anchor=" + anchor + "] at " + tikzPosition(x, y) + " {" + content + "};\n";
    }

    void tile(double x, double y, double width, bool tail, const std::string& content) {
        const std::string colours = tail ? "fill=lapTail, draw=lapTailLine" : "fill=lapTile, draw=lapLine";
        m_text += "  \\draw[" + colours + ", line width=0.3pt] " + tikzPosition(x, y - kBand / 2) + " rectangle " +
                  tikzPosition(x + width, y + kBand / 2) + ";\n";
        if (!content.empty()) node(x + width / 2, y, "center", content);
    }

    /// One tile after the other while they can be seen, else the run as one block.
    void writeRun(const TileRun& run, double y) {
        const double width = static_cast<double>(run.extent) * m_scale;
        const double first = static_cast<double>(run.first) * m_scale;
        if (width < kLeastTile)
            return tile(first, y, width * static_cast<double>(run.count), run.tail,
                        formatCount(run.count) + " \\ensuremath{\\times} " + formatCount(run.extent));
        const std::string content = formatCount(run.extent);
        const bool fits = width > 0.16 * static_cast<double>(content.size()) + 0.1;
        for (std::int64_t i = 0; i < run.count; ++i)
            tile(first + width * static_cast<double>(i), y, width, run.tail, fits ? content : "");
    }

    void writeBand(std::size_t index) {
        const TreeBand& band = m_tree.bands[index];
        const double y = -kStep * static_cast<double>(index + 1);
        for (const TileRun& run : band.tiles) writeRun(run, y);
        if (band.idle() > 0) {
            const double left = static_cast<double>(m_tree.bound) * m_scale;
            const double width = static_cast<double>(band.idle() * band.extent) * m_scale;
            m_text += "  \\draw[draw=lapIdle, pattern=north east lines, pattern color=lapIdle, line width=0.3pt] " +
                      tikzPosition(left, y - kBand / 2) + " rectangle " + tikzPosition(left + width, y + kBand / 2) +
                      ";\n";
        }
        node(-0.1, y, "east", bandName(band));
        node(kWidth + 0.1, y, "west", "P " + formatCount(band.bound) + "\\enspace R " + formatCount(band.tail));
    }

    std::string bandName(const TreeBand& band) const {
        const Architecture& design = m_target.architecture;
        if (band.kind == NodeKind::temporal)
            return latexEscaped(design.levels()[static_cast<std::size_t>(band.level)].name) + ", time";
        return latexEscaped(design.fanouts()[static_cast<std::size_t>(band.fanout)].name) +
               (band.axis == Axis::x ? " X" : " Y");
    }

    const Target& m_target;
    TilingTree m_tree;
    double m_scale;
    std::string m_text;
};

}  // namespace

std::string treeToTikz(const Mapping& mapping, const Target& target, int dimension, const Provenance& provenance) {
    return TreeWriter(mapping, target, dimension).write(provenance);
}

}  // namespace lapidary
