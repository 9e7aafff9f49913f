// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <cmath>
#include <regex>

#include "core/io/presets.h"
#include "core/io/validation/oracles.h"
#include "core/io/validation/reference.h"
#include "core/mapping/validity.h"
#include "core/model/compat/accelforge.h"
#include "core/search/search.h"
#include "core/workload/einsum.h"

namespace lapidary::validation {

namespace {

/// Their cust_arch.yaml is the preset; its parameters are sizes.
Result<Architecture> accelforgeDesign(const Json& parameters) {
    auto design = loadArchitecture("three-level-array");
    for (const auto& [parameter, path] :
         {std::pair{"X", "PE.x"}, {"Y", "PE.y"}, {"L1", "L1.capacity"}, {"L2", "L2.capacity"}}) {
        if (!design || parameters[parameter].isNull()) continue;
        design = withSetting(*design, path, std::to_string(parameters[parameter].integer()));
    }
    return design;
}

/// Parameters are bounds in upper case; the einsums are those of cust_gemm.yaml and cust_conv.yaml.
Result<Workload> accelforgeWorkload(const Json& json) {
    const bool isGemm = json["workload"].text() == "cust_gemm.yaml";
    BoundMap bounds;
    for (const char dimension : std::string_view(isGemm ? "mnk" : "ncpqkrs"))
        bounds[std::string(1, dimension)] =
            json["params"][std::string(1, static_cast<char>(dimension - 'a' + 'A'))].integer();
    return parseEinsum(isGemm ? "C[m,n] += A[m,k] * B[k,n]" : "O[n,k,p,q] += F[k,c,r,s] * I[n,c,p+r,q+s]", bounds);
}

std::vector<std::smatch> matchesOf(const std::string& text, const std::regex& pattern) {
    return {std::sregex_iterator(text.begin(), text.end(), pattern), std::sregex_iterator()};
}

/// Lines such as "[B,C in L2]", "T-m in [0..4) shape=16", "S-X-k in [0..2) shape=8"; a shape is the tile below.
Result<Mapping> accelforgeMapping(const Json& lines, const Target& target) {
    static const std::regex stores("\\[([A-Z,]+) in (\\w+)\\]");
    static const std::regex loops("^(T|S-X|S-Y)-(\\w+) in \\[0\\.\\.(\\d+)\\)");
    Mapping mapping;
    for (std::size_t i = 1; i < lines.size(); ++i) {
        const std::string& line = lines[i].text();
        for (const std::smatch& found : matchesOf(line, stores)) {
            unsigned mask = 0;
            for (const char name : found[1].str())
                if (name != ',') mask |= 1u << target.workload.findTensor(std::string(1, name));
            mapping.nodes.push_back(store(target.architecture.findLevel(found[2].str()), mask));
        }
        for (const std::smatch& found : matchesOf(line, loops)) {
            const int dimension = target.workload.findDimension(found[2].str());
            const std::int64_t trips = std::stoll(found[3].str());
            mapping.nodes.push_back(found[1] == "T"
                                        ? temporal(dimension, trips, trips)
                                        : spatial(dimension, trips, trips, 0, found[1] == "S-X" ? Axis::x : Axis::y));
        }
    }
    if (!completeTails(mapping, target.workload)) return error("AccelForge's loops cover too little");
    if (Diagnostics found = checkForm(mapping, target); hasErrors(found)) return found;
    return mapping;
}

/// Actions are called "('L1', 'A', 'read')".
void compareActions(const Json& actions, const Cost& cost, const Target& target, Tally& tally) {
    static const std::regex word("\\w+");
    for (const Json::Member& action : actions.members()) {
        const auto key = matchesOf(action.name, word);
        if (key.size() < 3) continue;
        const std::string level = key[0].str(), tensor = key[1].str(), verb = key[2].str();
        double found = static_cast<double>(cost.computes);
        if (level != "MAC") {
            const TensorCost& own = cost.levels[static_cast<std::size_t>(target.architecture.findLevel(level))]
                                        .tensors[static_cast<std::size_t>(target.workload.findTensor(tensor))];
            found = static_cast<double>(verb == "read" ? own.reads : own.fills + own.updates);
        }
        tally.compare(level + "." + tensor + "." + verb, std::round(action.value.real()), found);
    }
}

/// The best mapping with tails at the fanouts, uneven and proven.
Result<Score> provenWithTails(const TargetPtr& target) {
    const auto mapspace = Mapspace::make(target, {Factorization::rubyS, {}});
    if (!mapspace) return mapspace.diagnostics();
    const auto evaluator = Evaluator::make(target);
    if (!evaluator) return evaluator.diagnostics();
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.placement = Placement::uneven;
    options.compat = Compat::accelforge;
    Job job;
    const auto result = search(*mapspace, *evaluator, options, job);
    if (!result) return result.diagnostics();
    if (!result->proven || !result->best) return error("the imperfect optimum is not proven");
    return result->best->score;
}

}  // namespace

Result<Rows> accelforgeRows(const std::filesystem::path& reference) {
    constexpr double kSingle = 2e-7;  // they add in single precision
    Tally actions, costs, proofs;
    for (const char* file : {"custom.json", "custom2.json"}) {
        const auto cases = readJson(reference / "accelforge" / file);
        if (!cases) return cases.diagnostics();
        for (const Json& json : cases->items()) {
            auto workload = accelforgeWorkload(json);
            if (!workload) return workload.diagnostics();
            auto design = accelforgeDesign(json["params"]);
            if (!design) return design.diagnostics();
            const auto target = Target::make(*std::move(workload), *std::move(design));
            if (!target) return target.diagnostics();
            const auto mapping = accelforgeMapping(json["mapping"], **target);
            if (!mapping) return mapping.diagnostics();
            const auto cost = accelforge::evaluate(*mapping, **target);
            if (!cost) return cost.diagnostics();
            actions.beginCase(json["name"].text());
            compareActions(json["actions"], *cost, **target, actions);
            costs.beginCase(json["name"].text());
            costs.compare("energy", json["energy"].real(), cost->energyPj.value_or(0), kSingle);
            costs.compare("latency", json["latency"].real(), static_cast<double>(cost->cycles));
            if (json["name"].text() != "gemm20_imperfect") continue;
            const auto best = provenWithTails(*target);
            if (!best) return best.diagnostics();
            proofs.beginCase(json["name"].text());
            proofs.compare("energy", cost->energyPj.value_or(0), best->energyPj);
            proofs.compare("steps", static_cast<double>(cost->steps), static_cast<double>(best->steps));
        }
    }
    const std::string name = "AccelForge (proven optima), compat accelforge";
    return Rows{
        oracleRow(name, "reads and writes of every tensor at every level, MACs", actions,
                  "the one imperfect mapping: AccelForge lets the MACs read 16 elements where 15 exist"),
        oracleRow(name, "energy, latency", costs,
                  "the same mapping: it averages the lanes at work (4,200 MACs / 16 lanes); the lanes that sit "
                  "out a tail don't shorten the steps that are taken"),
        oracleRow(name,
                  "its imperfect mapping, counted here (280 steps), next to our proven optimum with tails at the "
                  "fanout: energy, steps",
                  proofs,
                  "the optimum (186,642.5 pJ, 280 steps) takes less energy in as many steps; the mapping's own tail is "
                  "one in time")};
}

}  // namespace lapidary::validation
