// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/sunstone_case.h"

#include <algorithm>

#include "core/mapping/validity.h"

namespace lapidary::validation {

namespace {

/// Factors of one entry of the mapping, by dimension.
std::int64_t factorOf(const Json& entry, const std::string& dimension) {
    return entry["factors"][dimension].isNull() ? 1 : entry["factors"][dimension].integer();
}
std::int64_t factorAlongX(const Json& entry, const std::string& dimension) {
    return entry["x_part"].isNull() ? factorOf(entry, dimension) : entry["x_part"][dimension].integer();
}

std::string sunstoneTensor(std::size_t index) { return std::string("T").append(std::to_string(index)); }

/// "P", or ["P", "R"] for a window.
Result<Rank> sunstoneRank(const Json& names, const std::vector<Dimension>& dimensions) {
    Rank rank;
    const std::vector<Json> alone{names};
    for (const Json& name : names.isString() ? alone : names.items()) {
        const auto found = std::ranges::find(dimensions, name.text(), &Dimension::name);
        if (found == dimensions.end()) return error("no dimension of the case has the name '" + name.text() + "'");
        rank.terms.push_back({static_cast<int>(found - dimensions.begin()), 1});
    }
    return rank;
}

Level sunstoneLevel(const Json& json, std::size_t tensors) {
    Level level;
    level.name = json["name"].text();
    for (std::size_t t = 0; t < tensors; ++t) {
        const Figure energy{json["energy"][t].real(), "Sunstone"};
        level.partitions[sunstoneTensor(t)].energy = {.read = energy, .write = energy, .update = energy, .leak = {}};
        if (!json["bypass"].isNull() && json["bypass"][t].boolean()) level.keep[sunstoneTensor(t)] = Keep::never;
    }
    if (!json["bw"].isNull()) level.bandwidth = {json["bw"][0].real(), json["bw"][1].real(), {}};
    return level;
}

/// Levels come innermost first there, each with one energy per access and tensor.
Result<Architecture> sunstoneDesign(const Json& levels, std::size_t tensors) {
    ArchitectureSpec spec;
    spec.name = "case";
    for (std::size_t from = levels.size(); from-- > 0;) {
        spec.levels.push_back(sunstoneLevel(levels[from], tensors));
        if (from == 0 || levels[from - 1]["spatial"].isNull()) continue;
        Fanout& fanout = spec.fanouts.emplace_back();
        fanout.name = std::string("F").append(std::to_string(from));
        fanout.below = static_cast<int>(spec.levels.size()) - 1;
        fanout.x = levels[from - 1]["spatial"][0].integer();
        fanout.y = levels[from - 1]["spatial"][1].integer();
    }
    spec.compute = Compute{};
    spec.compute->energy = {2.2, "Sunstone"};
    return Architecture::make(std::move(spec));
}

/// Entries of the mapping come innermost first; an order names the innermost loops of a level.
class SunstoneNest {
public:
    SunstoneNest(const Json& result, const Target& target) : m_result(result), m_target(target) {}

    Mapping make() {
        const Json& entries = m_result["mapping"];
        int level = 0;
        for (std::size_t i = entries.size(); i-- > 0;) {
            if (entries[i]["kind"].text() == "spatial") {
                addLanes(entries[i], level - 1);
                continue;
            }
            m_mapping.nodes.push_back(store(level, m_target.mayKeep(level)));
            addLoops(entries[i], level++);
        }
        return m_mapping;
    }

private:
    int dimension(const std::string& name) const { return m_target.workload.findDimension(name); }

    void addLoops(const Json& entry, int level) {
        const auto outer = m_result["order_outer_levels"].size();
        std::string order;
        if (level < static_cast<int>(outer))
            order = m_result["order_outer_levels"][outer - 1 - static_cast<std::size_t>(level)].text();
        for (const Dimension& each : m_target.workload.dimensions())
            if (order.find(each.name) == std::string::npos) addLoop(entry, each.name);
        for (auto name = order.rbegin(); name != order.rend(); ++name) addLoop(entry, std::string(1, *name));
    }
    void addLoop(const Json& entry, const std::string& name) {
        m_mapping.nodes.push_back(temporal(dimension(name), factorOf(entry, name), factorOf(entry, name)));
    }

    /// The program takes the axes in either order.
    void addLanes(const Json& entry, int above) {
        const auto& fanouts = m_target.architecture.fanouts();
        const auto array = std::ranges::find(fanouts, above, &Fanout::below);
        if (array == fanouts.end()) return;
        std::int64_t across = 1, all = 1;
        for (const Dimension& each : m_target.workload.dimensions()) {
            across *= factorAlongX(entry, each.name);
            all *= factorOf(entry, each.name);
        }
        const bool swapped = across > array->x || all / across > array->y;
        const int fanout = static_cast<int>(array - fanouts.begin());
        for (const Dimension& each : m_target.workload.dimensions()) {
            const std::int64_t x = factorAlongX(entry, each.name), y = factorOf(entry, each.name) / x;
            m_mapping.nodes.push_back(spatial(dimension(each.name), x, x, fanout, swapped ? Axis::y : Axis::x));
            m_mapping.nodes.push_back(spatial(dimension(each.name), y, y, fanout, swapped ? Axis::x : Axis::y));
        }
    }

    const Json& m_result;
    const Target& m_target;
    Mapping m_mapping;
};

}  // namespace

Result<Workload> sunstoneWorkload(const Json& json) {
    std::vector<Dimension> dimensions;
    for (const Json::Member& bound : json["bounds"].members())
        dimensions.push_back({.name = bound.name, .alias = {}, .bound = bound.value.integer()});
    std::vector<Tensor> tensors;
    for (const Json& ranks : json["tensors"].items()) {
        Tensor& tensor = tensors.emplace_back();
        tensor.name = tensor.role = sunstoneTensor(tensors.size() - 1);
        for (const Json& rank : ranks.items()) {
            auto own = sunstoneRank(rank, dimensions);
            if (!own) return own.diagnostics();
            tensor.ranks.push_back(*std::move(own));
        }
    }
    if (!tensors.empty()) tensors.back().isOutput = true;
    return Workload::make("case", std::move(dimensions), std::move(tensors));
}

Result<SunstoneCase> sunstoneCase(const Json& inputs, const Json& result) {
    auto workload = sunstoneWorkload(inputs["workload"]);
    if (!workload) return workload.diagnostics();
    auto design = sunstoneDesign(inputs["arch"]["levels"], workload->tensors().size());
    if (!design) return design.diagnostics();
    auto target = Target::make(*std::move(workload), *std::move(design));
    if (!target) return target.diagnostics();
    Mapping mapping = SunstoneNest(result, **target).make();
    if (Diagnostics found = checkForm(mapping, **target); hasErrors(found)) return found;
    return SunstoneCase{*std::move(target), std::move(mapping)};
}

}  // namespace lapidary::validation
