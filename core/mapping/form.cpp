// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Whether a list of nodes is a mapping: the grammar and the coverage of docs/formats/mapping.md.

#include <array>

#include "core/base/units.h"
#include "core/mapping/extent.h"
#include "core/mapping/validity.h"

namespace lapidary {
namespace {

constexpr std::int64_t kMaxProduct = std::int64_t{1} << 62;

class FormChecker {
public:
    FormChecker(const Mapping& mapping, const Target& target, std::string_view file, const std::vector<int>& lines)
        : m_mapping(mapping), m_target(target), m_workload(target.workload), m_file(file), m_lines(lines) {}

    Diagnostics check() {
        if (checkNodes() && checkPadding() && checkDirectives()) {
            for (int t = 0; t < m_workload.tensorCount(); ++t) checkStores(t);
            for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
                if (m_mapping.nodes[i].kind == NodeKind::spatial) checkFanoutPlace(i);
            for (int d = 0; d < m_workload.dimensionCount(); ++d) checkCoverage(d);
        }
        return std::move(m_errors);
    }

private:
    /// Each node by itself; the other checks rely on it.
    bool checkNodes() {
        if (m_mapping.nodes.size() > kMaxNodes) {
            fail(kMaxNodes, "the mapping has " + formatCount(static_cast<std::int64_t>(m_mapping.nodes.size())) +
                                " nodes, at most " + std::to_string(kMaxNodes) + " are allowed");
            return false;
        }
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
            m_mapping.nodes[i].isLoop() ? checkLoop(i) : checkStore(i);
        return m_errors.empty();
    }

    void checkStore(std::size_t i) {
        const Node& node = m_mapping.nodes[i];
        if (node.level >= m_target.levels.size()) return fail(i, "a Store names a level that the design lacks");
        if (node.tensors & ~m_target.allTensors()) return fail(i, "a Store names a tensor that the workload lacks");
        if (node.tensors == 0) fail(i, levelName(node) + ": the Store holds no tensor", "leave it out");
    }

    void checkLoop(std::size_t i) {
        const Node& node = m_mapping.nodes[i];
        if (node.dimension >= m_workload.dimensionCount())
            return fail(i, "a loop names a dimension that the workload lacks");
        if (node.kind == NodeKind::spatial && node.fanout >= m_target.architecture.fanoutCount())
            return fail(i, "a spatial loop names a fanout that the design lacks");
        if (node.bound < 1)
            return fail(i,
                        dimensionName(node) + ": found " + std::to_string(node.bound) + " trips, expected at least 1");
        if (node.tail < 1 || node.tail > node.bound)
            fail(i,
                 dimensionName(node) + ": found (last " + std::to_string(node.tail) + "), expected 1 to " +
                     std::to_string(node.bound),
                 "the last iteration makes at most as many trips as the others");
    }

    bool checkPadding() {
        const auto& padded = m_mapping.paddedBounds;
        if (padded.empty()) return true;
        if (padded.size() != m_workload.dimensions().size()) {
            fail(0, "padded bounds are given for " + std::to_string(padded.size()) + " of " +
                        std::to_string(m_workload.dimensionCount()) + " dimensions");
            return false;
        }
        for (int d = 0; d < m_workload.dimensionCount(); ++d) {
            const std::int64_t bound = padded[static_cast<std::size_t>(d)];
            if (bound < m_workload.bound(d))
                failDimension(d, "padded to " + formatCount(bound) + ", expected at least its bound " +
                                     formatCount(m_workload.bound(d)));
            else if (bound > kMaxBound)
                failDimension(d, "padded to " + formatCount(bound) + ", expected at most " + formatCount(kMaxBound));
        }
        return m_errors.empty();
    }

    bool checkDirectives() {
        const Architecture& design = m_target.architecture;
        for (const DirectiveUse& use : m_mapping.directives) {
            const int places = isOfLevel(use.directive) ? design.levelCount() : design.fanoutCount();
            if (use.place >= places || use.tensors & ~m_target.allTensors())
                fail(0, std::string(keyOf(use.directive)) + " names a place or tensor that isn't there");
        }
        return m_errors.empty();
    }

    /// Levels descend, each at most once, and the first Store stands before every loop.
    void checkStores(int tensor) {
        const std::string& name = m_workload.tensors()[static_cast<std::size_t>(tensor)].name;
        const Node* outer = nullptr;
        const Node* loop = nullptr;
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i) {
            const Node& node = m_mapping.nodes[i];
            if (node.isLoop() && !loop) loop = &node;
            if (node.isLoop() || !(node.tensors >> tensor & 1)) continue;
            if (!outer && loop)
                fail(i, name + ": its first Store, at " + levelName(node) + ", stands inside the loop over " +
                            dimensionName(*loop) + ", expected it before every loop");
            else if (outer && node.level == outer->level)
                fail(i, name + " is stored twice at " + levelName(node));
            else if (outer && node.level < outer->level)
                fail(i, name + ": the Store at " + levelName(node) + " stands inside the one at " + levelName(*outer) +
                            ", expected outer levels first");
            outer = &node;
        }
        if (!outer)
            m_errors.push_back(errorAt(place(0, name), name + " has no Store, expected one before every loop",
                                       "add " + name + " to the first Store"));
    }

    /// Loops of a fanout stand after the Stores of levels above it and before those of levels below it.
    void checkFanoutPlace(std::size_t loop) {
        const Node& node = m_mapping.nodes[loop];
        const Fanout& fanout = m_target.architecture.fanouts()[node.fanout];
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i) {
            const Node& other = m_mapping.nodes[i];
            if (other.isLoop()) continue;
            const bool isAbove = other.level <= fanout.below;
            if (isAbove == (i < loop)) continue;
            return fail(loop,
                        dimensionName(node) + ": the loop over " + fanout.name + " stands " +
                            (isAbove ? "outside" : "inside") + " a Store at " + levelName(other) + ", which lies " +
                            (isAbove ? "above " : "below ") + fanout.name,
                        isAbove ? "move the loop inside it" : "move the loop outside it");
        }
    }

    void checkCoverage(int dimension) {
        const std::int64_t wanted = m_mapping.coveredBound(m_workload, dimension);
        if (tripProduct(m_mapping.nodes, dimension) > kMaxProduct)
            return failDimension(dimension, "the product of its trip counts exceeds 2^62");
        const std::int64_t covered = iterations(m_mapping.nodes, dimension);
        if (covered == wanted) return;
        const std::string formula = coverageFormula(m_mapping.nodes, dimension);
        std::string message = "the loops cover " + formatCount(covered) + " of " + formatCount(wanted);
        if (formula.find(' ') != std::string::npos) message += ": " + formula + " = " + formatCount(covered);
        failDimension(dimension, message, coverageHint(dimension, wanted));
    }

    std::string coverageHint(int dimension, std::int64_t wanted) const {
        std::vector<Node> completed = m_mapping.nodes;
        if (!completeTails(completed, dimension, wanted)) return "raise a trip count";
        return "the tails that fit these trip counts: " + coverageFormula(completed, dimension);
    }

    const std::string& levelName(const Node& node) const { return m_target.architecture.levels()[node.level].name; }
    const std::string& dimensionName(const Node& node) const { return m_workload.dimensions()[node.dimension].name; }

    Place place(std::size_t node, std::string key) const {
        return {m_file, node < m_lines.size() ? m_lines[node] : 0, 0, std::move(key)};
    }

    void fail(std::size_t node, std::string message, std::string hint = {}) {
        m_errors.push_back(
            errorAt(place(node, "node " + std::to_string(node + 1)), std::move(message), std::move(hint)));
    }

    /// Points at the dimension's innermost loop, if it has one.
    void failDimension(int dimension, const std::string& message, std::string hint = {}) {
        const std::string& name = m_workload.dimensions()[static_cast<std::size_t>(dimension)].name;
        std::size_t node = m_mapping.nodes.size();
        for (std::size_t i = 0; i < m_mapping.nodes.size(); ++i)
            if (m_mapping.nodes[i].isLoop() && m_mapping.nodes[i].dimension == dimension) node = i;
        m_errors.push_back(errorAt(place(node, name), name + ": " + message, std::move(hint)));
    }

    const Mapping& m_mapping;
    const Target& m_target;
    const Workload& m_workload;
    std::string m_file;
    const std::vector<int>& m_lines;
    Diagnostics m_errors;
};

}  // namespace

Diagnostics checkForm(const Mapping& mapping, const Target& target, std::string_view file,
                      const std::vector<int>& lines) {
    return FormChecker(mapping, target, file, lines).check();
}

}  // namespace lapidary
