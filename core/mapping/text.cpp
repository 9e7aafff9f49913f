// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Writes the text form of mapping.h.

#include "core/mapping/mapping.h"

namespace lapidary {
namespace {

/// "[W I]"
std::string tensorsText(unsigned tensors, const Workload& workload) {
    std::string text = "[";
    for (int t = 0; t < workload.tensorCount(); ++t) {
        if (!(tensors >> t & 1)) continue;
        if (text.size() > 1) text += ' ';
        text += workload.tensors()[static_cast<std::size_t>(t)].name;
    }
    return text + ']';
}

std::string storeText(const Node& node, const Workload& workload, const Architecture& architecture) {
    return architecture.levels()[node.level].name + ' ' + tensorsText(node.tensors, workload);
}

std::string directiveText(const DirectiveUse& use, const Workload& workload, const Architecture& architecture) {
    const std::string& place =
        isOfLevel(use.directive) ? architecture.levels()[use.place].name : architecture.fanouts()[use.place].name;
    return std::string(keyOf(use.directive)) + ' ' + place + ' ' + tensorsText(use.tensors, workload);
}

std::string loopText(const Node& node, const Workload& workload, const Architecture& architecture) {
    std::string text = node.kind == NodeKind::spatial ? "parFor " : "for ";
    text += workload.dimensions()[node.dimension].name + " in 0.." + std::to_string(node.bound);
    if (node.tail != node.bound) text += " (last " + std::to_string(node.tail) + ')';
    if (node.kind == NodeKind::spatial)
        text += " @" + architecture.fanouts()[node.fanout].name + (node.axis == Axis::x ? ".X" : ".Y");
    return text;
}

}  // namespace

std::string toText(const Node& node, const Workload& workload, const Architecture& architecture) {
    return node.isLoop() ? loopText(node, workload, architecture) : storeText(node, workload, architecture);
}

std::vector<std::string> toLines(const Mapping& mapping, const Workload& workload, const Architecture& architecture) {
    std::vector<std::string> lines;
    for (int d = 0; d < workload.dimensionCount(); ++d) {
        const std::int64_t covered = mapping.coveredBound(workload, d);
        if (covered == workload.bound(d)) continue;
        lines.push_back("pad " + workload.dimensions()[static_cast<std::size_t>(d)].name + " to " +
                        std::to_string(covered));
    }
    for (const DirectiveUse& use : mapping.directives) lines.push_back(directiveText(use, workload, architecture));
    std::string indent;
    for (const Node& node : mapping.nodes) {
        lines.push_back(indent + toText(node, workload, architecture));
        indent += "  ";
    }
    return lines;
}

std::string toText(const Mapping& mapping, const Workload& workload, const Architecture& architecture) {
    std::string text;
    for (const std::string& line : toLines(mapping, workload, architecture)) text += line + '\n';
    return text;
}

}  // namespace lapidary
