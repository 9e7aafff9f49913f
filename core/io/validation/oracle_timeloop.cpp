// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cmath>

#include "core/io/native.h"
#include "core/io/timeloop/import.h"
#include "core/io/validation/oracles.h"
#include "core/io/validation/reference.h"
#include "core/model/evaluator.h"

namespace lapidary::validation {

namespace {

struct TimeloopCase {
    std::string name;
    TargetPtr target;
    Mapping mapping;
    Json exact, printed;
    bool hasEnergies = false;  ///< the random cases come without their energy table

    bool isPerfect() const {
        return std::ranges::all_of(mapping.nodes, [](const Node& n) { return !n.isLoop() || n.bound == n.tail; });
    }
};

Result<TimeloopCase> timeloopCase(std::string name, const Result<TimeloopImport>& read, Json exact, Json printed) {
    if (!read) return read.diagnostics();
    if (!read->workload || !read->architecture || !read->mapping) return error(name + " lacks a part");
    auto target = Target::make(*read->workload, *read->architecture);
    if (!target) return target.diagnostics();
    return TimeloopCase{std::move(name), *std::move(target), *read->mapping, std::move(exact), std::move(printed)};
}

Result<std::vector<TimeloopCase>> timeloopCases(const std::filesystem::path& folder) {
    const std::filesystem::path named = folder / "cases";
    std::error_code missing;
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(named, missing)) folders.push_back(entry.path());
    if (missing) return error("cannot read the folder " + named.string());
    std::ranges::sort(folders);
    std::vector<TimeloopCase> cases;
    for (const auto& each : folders) {
        auto exact = readJson(each / "exact.json");
        if (!exact) return exact.diagnostics();
        auto printed = readJson(each / "expected.json");
        if (!printed) return printed.diagnostics();
        auto own = timeloopCase(each.filename().string(), importTimeloopFiles({each}), *exact, *printed);
        if (!own) return own.diagnostics();
        own->hasEnergies = true;
        cases.push_back(*std::move(own));
    }
    const auto lines = readJsonLines(folder / "fuzz" / "cases.jsonl");
    if (!lines) return lines.diagnostics();
    for (const Json& line : *lines) {
        std::vector<TimeloopText> texts;
        for (const Json::Member& file : line["inputs"].members())
            texts.push_back({line["case"].text() + "/" + file.name, file.value.text()});
        auto own = timeloopCase(line["case"].text(), importTimeloop(texts), line["exact"], line["timeloop"]);
        if (!own) return own.diagnostics();
        cases.push_back(*std::move(own));
    }
    return cases;
}

const TensorCost* tensorAt(const Cost& cost, const Target& target, const std::string& level,
                           const std::string& tensor) {
    const int l = target.architecture.findLevel(level), t = target.workload.findTensor(tensor);
    if (l < 0 || t < 0) return nullptr;
    return &cost.levels[static_cast<std::size_t>(l)].tensors[static_cast<std::size_t>(t)];
}

using CountOf = std::int64_t TensorCost::*;
constexpr std::pair<const char*, CountOf> kExactCounts[] = {{"reads", &TensorCost::reads},
                                                            {"fills", &TensorCost::fills},
                                                            {"updates", &TensorCost::updates},
                                                            {"max_tile", &TensorCost::tile},
                                                            {"instances_touched", &TensorCost::instancesTouched},
                                                            {"words_delivered_to_this_level", &TensorCost::delivered}};

/// The walker knows no directives and has no counts of what it can't tell.
void compareExact(const TimeloopCase& each, const Evaluator& evaluator, Tally& tally) {
    Mapping plain = each.mapping;
    plain.directives.clear();
    const Cost cost = evaluator.evaluate(plain);
    tally.beginCase(each.name);
    tally.compare("macs", each.exact["macs"].real(), static_cast<double>(cost.macs));
    tally.compare("steps", each.exact["compute_cycles_exact"].real(), static_cast<double>(cost.steps));
    for (const Json::Member& level : each.exact["levels"].members())
        for (const Json::Member& tensor : level.value.members()) {
            const TensorCost* own = tensorAt(cost, *each.target, level.name, tensor.name);
            for (const auto& [key, count] : kExactCounts)
                if (tensor.value[key].isNumber())
                    tally.compare(level.name + "." + tensor.name + "." + key, tensor.value[key].real(),
                                  own != nullptr ? static_cast<double>(own->*count) : -1);
        }
}

/// Counts are printed per instance, and of the instances that are used on average.
void comparePrintedCounts(const TimeloopCase& each, const Cost& cost, Tally& tally) {
    tally.beginCase(each.name);
    for (const Json& level : each.printed["levels"].items())
        for (const Json::Member& tensor : level["dataspaces"].members()) {
            const TensorCost* own = tensorAt(cost, *each.target, level["name"].text(), tensor.name);
            if (own == nullptr || !tensor.value["kept"].boolean()) continue;
            const double instances = tensor.value["utilized_instances_avg"].real();
            for (const auto& [key, count] : {kExactCounts[0], kExactCounts[1], kExactCounts[2]})
                tally.compare(level["name"].text() + "." + tensor.name + "." + key,
                              std::round(tensor.value[key].real() * instances), static_cast<double>(own->*count));
        }
}

void comparePrintedCosts(const TimeloopCase& each, const Cost& cost, Tally& tally) {
    constexpr double kPrinted = 1e-9;
    tally.beginCase(each.name);
    tally.compare("energy", each.printed["summary"]["energy_pJ"].real(), cost.energyPj.value_or(0), kPrinted);
    tally.compare("cycles", each.printed["summary"]["cycles"].real(), static_cast<double>(cost.cycles));
    tally.compare("MAC energy", each.printed["arithmetic"]["energy_total_pJ"].real(), cost.computeEnergyPj.value_or(0),
                  kPrinted);
    for (const Json& level : each.printed["levels"].items()) {
        const auto found = std::ranges::find(cost.levels, level["name"].text(), &LevelCost::name);
        double energy = level["leakage_energy_total_pJ"].real();
        for (const Json::Member& tensor : level["dataspaces"].members())
            energy += tensor.value["energy_total_pJ"].real();
        tally.compare(level["name"].text() + " energy", energy,
                      found == cost.levels.end() ? 0 : found->energyPj.value_or(0), kPrinted);
    }
}

}  // namespace

Result<Rows> timeloopRows(const std::filesystem::path& reference) {
    const auto cases = timeloopCases(reference / "timeloop");
    if (!cases) return cases.diagnostics();
    Tally exact, counts, steps, costs;
    for (const TimeloopCase& each : *cases) {
        const auto walker = Evaluator::make(each.target, exactReferenceSemantics());
        if (!walker) return walker.diagnostics();
        compareExact(each, *walker, exact);
        const auto own = Evaluator::make(each.target, timeloopSemantics());
        if (!own) return own.diagnostics();
        const Cost cost = own->evaluate(each.mapping);
        steps.beginCase(each.name);
        steps.compare("cycles", each.printed["arithmetic"]["cycles"].real(), static_cast<double>(cost.steps));
        if (!each.isPerfect()) continue;
        comparePrintedCounts(each, cost, counts);
        if (each.hasEnergies) comparePrintedCosts(each, cost, costs);
    }
    const std::string printed = "Timeloop (expected.json, random cases), compat timeloop";
    return Rows{
        oracleRow("walker of the Timeloop reference (exact.json)",
                  "MACs, steps, reads, fills, updates, words delivered, tiles, instances; perfect and imperfect", exact,
                  ""),
        oracleRow(printed, "compute cycles, perfect and imperfect", steps, ""),
        oracleRow(
            printed, "reads, fills, updates of perfect mappings", counts,
            "inputs with sliding windows only: Timeloop extrapolates from the first iterations of a loop, and where a "
            "window turns back that is not what the loop moves (docs/models/compat.md)"),
        oracleRow(printed, "energy in all, per level and of the MACs, cycles with stalls; perfect named cases", costs,
                  "attributes that our designs have no place for, each warned of when read: energy of routers and of "
                  "address generation, latency of networks, bandwidth per data space; and Timeloop lets only the "
                  "instances that are used leak")};
}

}  // namespace lapidary::validation
