// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "tests/support/sunstone_cases.h"

#include <cstdio>
#include <cstdlib>
#include <filesystem>

#include "core/io/native.h"
#include "core/io/validation/sunstone_case.h"

namespace lapidary::testing {

namespace {

constexpr int kWordBits = 16;

template <class T>
T orStop(Result<T> result) {
    if (result) return *std::move(result);
    std::fprintf(stderr, "%s\n", result.errorText().c_str());
    std::exit(EXIT_FAILURE);
}

Json listIn(const std::string& file) { return orStop(parseJson(orStop(readTextFile(file)), file)); }

Capacity words(std::int64_t count) { return orStop(parseCapacity(std::to_string(count))); }

/// Energies differ by tensor, so that every tensor has a partition; a size for all is set by withSharedCapacity.
Level levelOf(const Json& json, std::size_t tensors) {
    Level level;
    level.name = json["name"].text();
    level.wordBits = kWordBits;
    for (std::size_t t = 0; t < tensors; ++t) {
        const std::string name = std::string("T").append(std::to_string(t));
        const Figure energy{json["energy"][t].real(), "reference"};
        Partition& partition = level.partitions[name];
        partition.energy = {.read = energy, .write = energy, .update = energy, .leak = {}};
        if (json["size"].isArray()) partition.capacity = words(json["size"][t].integer());
        if (!json["bypass"].isNull() && json["bypass"][t].boolean()) level.keep[name] = Keep::never;
    }
    if (!json["bw"].isNull()) level.bandwidth = {json["bw"][0].real(), json["bw"][1].real(), {}};
    return level;
}

/// "spatial_constraints": by axis, factors that the axis must take: {"K": 8} leaves it to K alone.
void constrainAxes(const Json& json, const std::string& fanout, Constraints& constraints) {
    const Json& axes = json["spatial_constraints"];
    if (axes.isNull()) return;
    for (std::size_t axis = 0; axis < axes.size(); ++axis) {
        if (axes[axis].isNull()) continue;
        auto& allowed = axis == 0 ? constraints.fanouts[fanout].x : constraints.fanouts[fanout].y;
        allowed.emplace();
        for (const Json::Member& member : axes[axis].members()) allowed->push_back(member.name);
    }
}

Architecture sunstoneDesign(const Json& levels, std::size_t tensors) {
    ArchitectureSpec spec;
    spec.name = "case";
    for (std::size_t from = levels.size(); from-- > 0;) {
        spec.levels.push_back(levelOf(levels[from], tensors));
        if (from == 0 || levels[from - 1]["spatial"].isNull()) continue;
        Fanout fanout;
        fanout.name = std::string("F").append(std::to_string(from));
        fanout.below = static_cast<int>(spec.levels.size()) - 1;
        fanout.x = levels[from - 1]["spatial"][0].integer();
        fanout.y = levels[from - 1]["spatial"][1].integer();
        constrainAxes(levels[from - 1], fanout.name, spec.constraints);
        spec.fanouts.push_back(std::move(fanout));
    }
    spec.compute = Compute{};
    spec.compute->energy = {2.2, "Sunstone"};
    return orStop(Architecture::make(std::move(spec)));
}

SunstoneCase caseOf(const std::string& name, const Json& workloadJson, const Json& levels, double edp) {
    Workload workload = orStop(validation::sunstoneWorkload(workloadJson));
    Architecture design = sunstoneDesign(levels, workload.tensors().size());
    const Constraints constraints = design.spec().constraints;
    const TargetPtr target = orStop(Target::make(std::move(workload), std::move(design)));
    Mapspace mapspace = orStop(Mapspace::make(target, {Factorization::perfect, constraints}));
    sunstone::Problem problem = orStop(sunstone::Problem::make(mapspace));
    for (std::size_t m = 0; m < levels.size(); ++m)
        if (levels[m]["size"].isNumber())
            problem = problem.withSharedCapacity(static_cast<int>(m), levels[m]["size"].integer() * kWordBits);
    return {name, std::move(mapspace), std::move(problem), edp, 0};
}

}  // namespace

std::vector<SunstoneCase> sunstoneCases(const std::string& folder) {
    std::vector<SunstoneCase> cases;
    if (!std::filesystem::exists(folder + "cases.json")) return cases;
    const Json list = listIn(folder + "cases.json"), results = listIn(folder + "results.json");
    for (std::size_t i = 0; i < list.size(); ++i) {
        cases.push_back(
            caseOf(list[i]["name"].text(), list[i]["workload"], list[i]["arch"]["levels"], results[i]["edp"].real()));
        cases.back().unrollings = results[i]["counts"]["unrollings_level0"].integer();
    }
    return cases;
}

SunstoneCase sunstoneGemm(const SmallGemm& gemm) {
    const auto text = [](std::int64_t number) { return std::to_string(number); };
    const std::string workload = R"({"bounds": {"M": )" + text(gemm.m) + R"(, "N": )" + text(gemm.n) + R"(, "K": )" +
                                 text(gemm.k) + R"(}, "tensors": [["M", "K"], ["K", "N"], ["M", "N"]]})";
    const std::string levels = R"([{"name": "L1", "size": )" + text(gemm.l1) +
                               R"(, "energy": [0.45, 0.45, 0.45], "spatial": [)" + text(gemm.x) + ", " + text(gemm.y) +
                               R"(], "bw": null}, {"name": "L2", "size": )" + text(gemm.l2) +
                               R"(, "energy": [17.57, 17.57, 17.57], "bw": [16, 16]}, )" +
                               R"({"name": "DRAM", "size": null, "energy": [128, 128, 128], "bw": null}])";
    return caseOf("gemm", orStop(parseJson(workload, "gemm")), orStop(parseJson(levels, "gemm")), 0);
}

}  // namespace lapidary::testing
