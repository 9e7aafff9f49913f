// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/sram.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <vector>

#include "core/arch/technology/node_scaling.h"
#include "core/arch/technology/tables.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

enum Column : std::size_t { kRead, kWrite, kLeak, kArea, kAccess, kCycle, kColumns };
constexpr std::array<std::string_view, kColumns> kColumnNames{"read_pj",  "write_pj",  "leak_mw_350k",
                                                              "area_um2", "access_ns", "cycle_ns"};
using SramValues = std::array<double, kColumns>;

constexpr double kByte = 8;
constexpr double kSmallestBits = 64 * kByte;
constexpr double kFewestAccesses = 32;
constexpr double kTableTemperatureK = 350;

/// The rows of one width, by capacity.
struct SramCurve {
    int width = 0;
    std::vector<std::pair<double, SramValues>> rows;
};
/// By width; of one port arrangement, flavor and node.
using SramGrid = std::vector<SramCurve>;

struct SramPart {
    SramPorts ports;
    Flavor flavor;
    double nodeNm;
    auto operator<=>(const SramPart&) const = default;
};
using SramGrids = std::map<SramPart, SramGrid>;

void readGrids(SramGrids& grids, SramPorts ports, const TechnologyTable& table) {
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        const auto flavor = fromKey<Flavor>(table.text(row, "flavor")).value_or(Flavor::lstp);
        SramGrid& grid = grids[{ports, flavor, table.number(row, "node_nm")}];
        const int width = static_cast<int>(table.number(row, "width_bits"));
        if (grid.empty() || grid.back().width != width) grid.push_back({width, {}});  // the file is sorted by width
        SramValues values{};
        for (std::size_t column = 0; column < kColumns; ++column)
            values[column] = table.number(row, kColumnNames[column]);
        grid.back().rows.emplace_back(table.number(row, "capacity_bytes") * kByte, values);
    }
}

const SramGrids& sramGrids() {
    static const SramGrids all = [] {
        SramGrids grids;
        readGrids(grids, SramPorts::oneReadWrite, technologyTable("sram_cacti"));
        readGrids(grids, SramPorts::oneReadOneWrite, technologyTable("sram_cacti_1r1w"));
        return grids;
    }();
    return all;
}

std::string bitsText(double bits) { return toText(Capacity{static_cast<std::int64_t>(std::llround(bits)), false}); }

SramValues between(double x, double x0, const SramValues& y0, double x1, const SramValues& y1) {
    SramValues result{};
    for (std::size_t column = 0; column < kColumns; ++column)
        result[column] = logLog(x, x0, y0[column], x1, y1[column]);
    return result;
}

/// What a size gives at one node.
struct SizeLookup {
    SramValues values{};
    std::string how;  ///< ", between 64 KiB and 128 KiB"; empty if it is a row
    bool inside = true;
};

/// Read and write grow with the square root of the capacity above the table (measured there: exponents of 0.49 to 0.57).
SizeLookup aboveCurve(const SramCurve& curve, double bits) {
    const auto& [most, values] = curve.rows.back();
    SizeLookup result{
        values, ", beyond the " + bitsText(most) + " of the table: energy by the square root, leakage and area linear",
        false};
    const double ratio = bits / most;
    for (const Column column : {kRead, kWrite}) result.values[column] *= std::sqrt(ratio);
    for (const Column column : {kLeak, kArea}) result.values[column] *= ratio;
    return result;
}

SizeLookup onCurve(const SramCurve& curve, double bits) {
    const auto& rows = curve.rows;
    if (bits > rows.back().first) return aboveCurve(curve, bits);
    auto upper =
        std::lower_bound(rows.begin(), rows.end(), bits, [](const auto& row, double b) { return row.first < b; });
    if (upper->first == bits) return {upper->second, {}, true};
    const bool below = upper == rows.begin();
    if (below) ++upper;
    const auto lower = upper - 1;
    SizeLookup result{between(bits, lower->first, lower->second, upper->first, upper->second), {}, !below};
    result.how = below ? ", below the " + bitsText(lower->first) + " where the table begins"
                       : ", between " + bitsText(lower->first) + " and " + bitsText(upper->first);
    return result;
}

/// A width of the table or between two of them.
SizeLookup atWidth(const SramGrid& grid, double bits, int width) {
    if (width < grid.front().width) {
        SizeLookup result = onCurve(grid.front(), bits);
        result.how += ", as one of " + std::to_string(grid.front().width) + " bit, the narrowest of the table";
        return result;
    }
    const auto upper = std::lower_bound(grid.begin(), grid.end(), width,
                                        [](const SramCurve& curve, int w) { return curve.width < w; });
    SizeLookup high = onCurve(*upper, bits);
    if (upper->width == width) return high;
    const auto lower = upper - 1;
    const SizeLookup low = onCurve(*lower, bits);
    const std::string ofCapacity = low.how.empty() ? high.how : low.how;
    return {between(width, lower->width, low.values, upper->width, high.values),
            ofCapacity + ", between " + std::to_string(lower->width) + " and " + std::to_string(upper->width) + " bit",
            low.inside && high.inside};
}

/// Wider than the table: equal memories side by side, each with its share of the bits.
SizeLookup atSize(const SramGrid& grid, double bits, int width) {
    const int widest = grid.back().width;
    const int sideBySide = (width + widest - 1) / widest;
    if (sideBySide == 1) return atWidth(grid, bits, width);
    SizeLookup result = atWidth(grid, bits / sideBySide, (width + sideBySide - 1) / sideBySide);
    for (const Column column : {kRead, kWrite, kLeak, kArea}) result.values[column] *= sideBySide;
    result.how = ", as " + std::to_string(sideBySide) + " memories side by side" + result.how;
    return result;
}

/// The factor of leakage at another temperature than the table's.
TableValue leakAt(double temperatureK, double nodeNm, Flavor flavor) {
    if (temperatureK == kTableTemperatureK) return {1, " at 350 K"};
    const double rowNm = nodeNm == 28 ? 32 : nodeNm;  // CACTI interpolates 28 nm itself; the table has no row for it
    const bool unusable = rowNm < 45 && !(rowNm == 32 && flavor == Flavor::lop);  // jumps: artefacts of CACTI's tables
    if (temperatureK > kTableTemperatureK && unusable)
        return {1, " at 350 K (the table of leakage by temperature is unusable above at this node)"};
    constexpr std::array<double, 7> kelvins{300, 320, 340, 350, 360, 380, 400};
    const TechnologyTable& table = technologyTable("sram_leak_temp");
    for (std::size_t row = 0; row < table.rows.size(); ++row) {
        if (table.number(row, "node_nm") != rowNm || table.text(row, "flavor") != keyOf(flavor)) continue;
        const auto at = [&](std::size_t i) {
            return table.number(row, "x_" + std::to_string(static_cast<int>(kelvins[i])) + "k");
        };
        std::size_t i = 1;
        while (i + 1 < kelvins.size() && kelvins[i] < temperatureK) ++i;
        const double share = (temperatureK - kelvins[i - 1]) / (kelvins[i] - kelvins[i - 1]);
        const double factor = at(i - 1) * (1 - share) + at(i) * share;
        return {factor,
                " at " + formatExact(temperatureK) + " K, " + formatSignificant(factor, 3) + " of that at 350 K"};
    }
    return {1, " at 350 K"};
}

/// The nodes of the table around one: equal where it is a row, or at the ends.
struct NodePair {
    double fine, coarse;
};

NodePair nodesAround(const SramQuery& query) {
    NodePair pair{0, 0};
    for (const auto& [part, grid] : sramGrids()) {  // by node, ascending
        if (part.ports != query.ports || part.flavor != query.flavor) continue;
        if (part.nodeNm <= query.nodeNm || pair.fine == 0) pair.fine = part.nodeNm;
        pair.coarse = part.nodeNm;
        if (part.nodeNm >= query.nodeNm) break;
    }
    return pair;
}

/// From the values at one row of nodes to another node, with the words.
SramFigures scaled(const SizeLookup& size, double rowNm, const std::string& head, const SramQuery& query) {
    const double n = query.nodeNm;
    TableValue leak = leakAt(query.temperatureK, rowNm, query.flavor);
    NodeScaling energy, area;
    NodeScaling ofLeak;
    if (n > rowNm) {  // coarser than the table
        energy = energyScaling(rowNm, n, query.scaling);
        area = areaScaling(rowNm, n);
        ofLeak = energy;
    } else if (n < rowNm) {  // finer: rule of hwcomponents-cacti
        const auto told = [&](double factor) {
            return NodeScaling{factor, ", scaled to " + formatExact(n) + " nm by " + formatSignificant(factor) +
                                           " (rule of hwcomponents-cacti)"};
        };
        energy = told(std::sqrt(n / rowNm));
        area = told(n / rowNm);
        ofLeak = told(0.79 * std::sqrt(n / rowNm));
    }
    SramFigures figures;
    figures.readPj = {size.values[kRead] * energy.factor, head + size.how + energy.how};
    figures.writePj = {size.values[kWrite] * energy.factor, head + size.how + energy.how};
    figures.leakMw = {size.values[kLeak] * leak.value * ofLeak.factor, head + size.how + leak.how + ofLeak.how};
    figures.areaUm2 = {size.values[kArea] * area.factor, head + size.how + area.how};
    if (size.inside && n == rowNm) {
        figures.accessNs = size.values[kAccess];
        figures.cycleNs = size.values[kCycle];
    }
    return figures;
}

}  // namespace

bool isWithinCacti(double bits, int widthBits) { return bits >= kSmallestBits && bits >= kFewestAccesses * widthBits; }

SramFigures lookUpSram(const SramQuery& query) {
    const auto gridAt = [&](double nodeNm) -> const SramGrid& {
        return sramGrids().at({query.ports, query.flavor, nodeNm});
    };
    const auto head = [&](const std::string& nodes) {
        return nodes + " nm, " + bitsText(query.bits) + " x " + std::to_string(query.widthBits) + " bit";
    };
    const auto [fine, coarse] = nodesAround(query);
    const double nearNm =
        std::abs(std::log(query.nodeNm / fine)) <= std::abs(std::log(query.nodeNm / coarse)) ? fine : coarse;
    const SizeLookup near = atSize(gridAt(nearNm), query.bits, query.widthBits);
    if (fine == coarse || query.nodeNm <= fine || query.nodeNm >= coarse)
        return scaled(near, nearNm, head(formatExact(nearNm)), query);

    // Between two nodes of the table. Leakage changes its kind between them (gate, subthreshold) and is the nearer's.
    const SizeLookup low = atSize(gridAt(fine), query.bits, query.widthBits);
    const SizeLookup high = atSize(gridAt(coarse), query.bits, query.widthBits);
    const SramValues values = between(query.nodeNm, fine, low.values, coarse, high.values);
    const std::string words = head(formatExact(query.nodeNm)) + low.how + ", between " + formatExact(fine) + " and " +
                              formatExact(coarse) + " nm";
    const TableValue leak = leakAt(query.temperatureK, nearNm, query.flavor);
    SramFigures figures;
    figures.readPj = {values[kRead], words};
    figures.writePj = {values[kWrite], words};
    figures.areaUm2 = {values[kArea], words};
    figures.leakMw = {near.values[kLeak] * leak.value,
                      head(formatExact(nearNm)) + near.how + leak.how + ", the nearest node"};
    if (low.inside && high.inside) {
        figures.accessNs = values[kAccess];
        figures.cycleNs = values[kCycle];
    }
    return figures;
}

}  // namespace lapidary
