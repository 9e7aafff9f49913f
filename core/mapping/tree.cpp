// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/mapping/tree.h"

#include <algorithm>
#include <array>
#include <tuple>

#include "core/base/arith.h"
#include "core/base/units.h"
#include "core/mapping/extent.h"
#include "core/mapping/nest.h"

namespace lapidary {
namespace {

std::vector<TreeBand> bandsOf(const Mapping& mapping, int dimension) {
    const std::vector<int> levels = ownerLevels(mapping);
    std::vector<TreeBand> bands;
    std::int64_t extent = 1;
    for (std::size_t i = mapping.nodes.size(); i-- > 0;) {
        const Node& node = mapping.nodes[i];
        if (!node.isLoop() || node.dimension != dimension) continue;
        bands.push_back({.node = static_cast<int>(i),
                         .level = levels[i],
                         .kind = node.kind,
                         .axis = node.axis,
                         .fanout = node.fanout,
                         .bound = node.bound,
                         .tail = node.tail,
                         .extent = extent,
                         .tiles = {}});
        extent = saturatingMul(extent, node.bound);
    }
    std::reverse(bands.begin(), bands.end());
    return bands;
}

/// The tiles of a band that together cover 0 .. bound: full ones of full parents, those of a parent with fewer children,
/// and the last tile of all if it is smaller.
void cut(TreeBand& band, std::int64_t bound) {
    const std::int64_t count = ceilDiv(bound, band.extent);
    const std::int64_t lastExtent = bound - (count - 1) * band.extent;
    const std::int64_t ofLastParent = band.tail < band.bound ? band.tail : 0;
    const std::int64_t smaller = lastExtent < band.extent;
    const std::int64_t full = count - std::max(ofLastParent, smaller);
    const std::int64_t rest = count - full - smaller;
    if (full > 0) band.tiles.push_back({0, band.extent, full, false});
    if (rest > 0) band.tiles.push_back({full * band.extent, band.extent, rest, true});
    if (smaller) band.tiles.push_back({(count - 1) * band.extent, lastExtent, 1, true});
}

/// Tiles of each depth along the path of last iterations, until all tails further in are full.
std::string sumOf(const TilingTree& tree) {
    const auto count = [](std::int64_t n) { return formatCount(n); };
    const auto& bands = tree.bands;
    if (bands.empty()) return "1";
    std::size_t innermost = bands.size();  // one behind the innermost loop with a tail
    while (innermost > 0 && bands[innermost - 1].tail == bands[innermost - 1].bound) --innermost;
    std::string text;
    if (innermost == 0) {
        for (const TreeBand& band : bands) text.append(text.empty() ? "" : " · ").append(count(band.bound));
    } else {
        for (std::size_t i = 0; i + 1 < innermost; ++i)
            if (bands[i].tail > 1) text.append(count(bands[i].tail - 1) + " · " + count(bands[i].extent) + " + ");
        text.append("1 · ").append(count(bands[innermost - 1].tail * bands[innermost - 1].extent));
    }
    return text + " = " + count(tree.bound);
}

/// "L₀", "L₁", ...
std::string lastIteration(std::size_t loop) {
    static constexpr std::array<const char*, 10> kDigits{"₀", "₁", "₂", "₃", "₄", "₅", "₆", "₇", "₈", "₉"};
    std::string text("L");
    for (const char digit : std::to_string(loop)) text.append(kDigits[static_cast<std::size_t>(digit - '0')]);
    return text;
}

std::vector<std::string> equationOf(const TilingTree& tree) {
    std::vector<std::string> lines;
    std::int64_t last = 0;
    for (std::size_t i = 0; i < tree.bands.size(); ++i) {
        const TreeBand& band = tree.bands[i];
        std::string line = lastIteration(tree.bands.size() - 1 - i).append(" = ");
        if (last > 0)
            line.append(formatCount(last) + "·" + formatCount(band.bound) + " + " + formatCount(band.tail) + " − 1 = ");
        last = last * band.bound + band.tail - 1;
        lines.push_back(line.append(formatCount(last)));
    }
    std::string line = tree.bands.empty() ? std::string("0") : lastIteration(0);
    line.append(tree.padding > 0 ? " + 1 = D′ = " : " + 1 = D = ").append(formatCount(tree.bound));
    lines.push_back(std::move(line));
    return lines;
}

}  // namespace

std::int64_t TreeBand::count() const {
    std::int64_t sum = 0;
    for (const TileRun& run : tiles) sum += run.count;
    return sum;
}

TilingTree tilingTree(const Mapping& mapping, const Workload& workload, int dimension) {
    TilingTree tree;
    tree.dimension = dimension;
    tree.bound = mapping.coveredBound(workload, dimension);
    tree.padding = tree.bound - workload.bound(dimension);
    tree.bands = bandsOf(mapping, dimension);
    for (TreeBand& band : tree.bands) cut(band, tree.bound);
    tree.sum = sumOf(tree);
    tree.equation = equationOf(tree);
    return tree;
}

std::vector<int> treeDimensions(const Workload& workload) {
    std::vector<int> dimensions;
    for (int d = 0; d < workload.dimensionCount(); ++d)
        if (workload.bound(d) > 1) dimensions.push_back(d);
    return dimensions.empty() ? std::vector<int>{0} : dimensions;
}

int telltaleDimension(const Mapping& mapping, const Workload& workload) {
    const auto interest = [&](int dimension) {
        const TilingTree tree = tilingTree(mapping, workload, dimension);
        std::tuple<int, int, std::size_t> counts{0, 0, tree.bands.size()};
        for (const TreeBand& band : tree.bands) {
            std::get<0>(counts) += band.idle() > 0;
            std::get<1>(counts) += band.tail < band.bound;
        }
        return counts;
    };
    const std::vector<int> dimensions = treeDimensions(workload);
    return *std::max_element(dimensions.begin(), dimensions.end(),
                             [&](int a, int b) { return interest(a) < interest(b); });
}

}  // namespace lapidary
