// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/proofs.h"

#include <ctime>

#include "core/base/units.h"
#include "core/io/presets.h"
#include "core/search/search.h"

namespace lapidary::validation {

namespace {

/// What one search comes to.
struct Proof {
    bool proven = false;
    double edp = 0, seconds = 0;
};

Result<Proof> proofOf(const TargetPtr& target, Factorization kind, Job& job) {
    const auto mapspace = Mapspace::make(target, {kind, {}});
    if (!mapspace) return mapspace.diagnostics();
    const auto evaluator = Evaluator::make(target);
    if (!evaluator) return evaluator.diagnostics();
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.placement = Placement::uneven;
    options.compat = Compat::accelforge;
    const std::clock_t begin = std::clock();
    const auto result = search(*mapspace, *evaluator, options, job);
    if (!result) return result.diagnostics();
    Proof proof;
    proof.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    proof.proven = result->proven;
    if (result->best) proof.edp = result->best->score.edp();
    return proof;
}

struct Sums {
    double perfect = 0, tails = 0;
    std::int64_t open = 0;
};

Result<Section> proofSection(const std::string& design, const std::string& only, Job& job) {
    const auto architecture = loadArchitecture(design);
    if (!architecture) return architecture.diagnostics();
    const auto network = loadNetwork("resnet50");
    if (!network) return network.diagnostics();
    Section section{
        .key = "proofs_" + design,
        .title = "Proofs on " + design,
        .text =
            {"The best mapping of each layer by EDP, proven: uneven placement, no constraints, by compat accelforge "
             "(docs/models/optimal.md)."},
        .columns = {"layer", "pfm, J cycles", "CPU s", "ruby-s, J cycles", "CPU s", "ruby-s / pfm", "both proven"},
        .rows = {},
        .reasons = {}};
    Sums sums;
    for (const Layer& each : network->uniqueLayers()) {
        const Workload& layer = each.workload;
        const std::string name = "proof " + design + " " + layer.name();
        if (name.find(only) == std::string::npos) continue;
        const auto target = Target::make(layer, *architecture);
        if (!target) return target.diagnostics();
        const auto perfect = proofOf(*target, Factorization::perfect, job);
        if (!perfect) return perfect.diagnostics();
        const auto tails = proofOf(*target, Factorization::rubyS, job);
        if (!tails) return tails.diagnostics();
        const bool proven = perfect->proven && tails->proven;
        section.rows.push_back({name, perfect->edp / 1e12, perfect->seconds, tails->edp / 1e12, tails->seconds,
                                tails->edp / perfect->edp, proven ? "yes" : "no"});
        sums.perfect += perfect->seconds, sums.tails += tails->seconds;
        sums.open += !proven;
        if (job.stopRequested()) return error("stopped before all layers were searched");
    }
    section.reasons = {formatCount(static_cast<std::int64_t>(section.rows.size())) + " layers, " +
                           formatCount(sums.open) + " of them not proven.",
                       "Together: " + formatSignificant(sums.perfect, 3) + " CPU seconds with perfect factors, " +
                           formatSignificant(sums.tails, 3) + " with tails; one thread."};
    return section;
}

}  // namespace

Result<std::vector<Section>> proofSections(const std::string& only, Job& job) {
    std::vector<Section> sections;
    for (const char* design : {"eyeriss-like", "simba-like-15"}) {
        auto section = proofSection(design, only, job);
        if (!section) return section.diagnostics();
        if (!section->rows.empty()) sections.push_back(*std::move(section));
    }
    return sections;
}

}  // namespace lapidary::validation
