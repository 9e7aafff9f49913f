// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/proofs.h"

#include <ctime>

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/search/search.h"

namespace lapidary::validation {

namespace {

constexpr double kMostSeconds = 100;  ///< of a search; what isn't proven by then is shown with its gap

struct Proof {
    std::optional<double> best;  ///< pJ cycles
    bool proven = false;
    double gap = 1;
    double seconds = 0;  ///< of the processor
};

Result<Proof> prove(const TargetPtr& target, Factorization kind, Job& job) {
    const auto mapspace = Mapspace::make(target, {kind, {}});
    if (!mapspace) return mapspace.diagnostics();
    const auto evaluator = Evaluator::make(target, {});
    if (!evaluator) return evaluator.diagnostics();
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.maxSeconds = kMostSeconds;
    const std::clock_t begin = std::clock();
    const auto result = search(*mapspace, *evaluator, options, job);
    if (!result) return result.diagnostics();
    Proof proof;
    proof.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    proof.proven = result->proven;
    proof.gap = result->certificate ? result->certificate->gap.value_or(1) : 1;
    if (result->best) proof.best = result->best->score.edp();
    return proof;
}

std::string shown(const Proof& proof) {
    if (proof.proven) return "yes";
    return "no, gap " + formatSignificant(100 * proof.gap) + " %";
}

/// `tails`: Ruby-S, too; several fanouts with tails are left to branch and bound, which doesn't get far there.
Result<Section> proofsOf(const std::string& design, bool tails, const std::vector<Layer>& layers,
                         const std::string& only, Job& job) {
    const auto architecture = loadArchitecture(design);
    if (!architecture) return architecture.diagnostics();
    Section section{.key = design,
                    .title = architecture->spec().title,
                    .text = {"Preset `" + design + "`, EDP in pJ cycles."},
                    .columns = {"layer", "pfm", "pfm proven", "pfm CPU s"},
                    .rows = {},
                    .reasons = {}};
    if (tails)
        section.columns.insert(section.columns.end(), {"ruby-s", "ruby-s proven", "ruby-s CPU s", "ruby-s / pfm"});
    double perfectSeconds = 0, raggedSeconds = 0;
    for (const Layer& layer : layers) {
        if ((design + '/' + layer.workload.name()).find(only) == std::string::npos) continue;
        const auto target = Target::make(layer.workload, *architecture);
        if (!target) return target.diagnostics();
        const auto perfect = prove(*target, Factorization::perfect, job);
        if (!perfect) return perfect.diagnostics();
        const auto ragged = tails ? prove(*target, Factorization::rubyS, job) : Result<Proof>(Proof{});
        if (!ragged) return ragged.diagnostics();
        if (job.stopRequested()) return error("stopped before all layers were searched");
        const Json perfectBest = perfect->best ? Json(*perfect->best) : Json();
        const Json raggedBest = ragged->best ? Json(*ragged->best) : Json();
        const Json ratio = perfect->best && ragged->best ? Json(*ragged->best / *perfect->best) : Json();
        std::vector<Json> row{layer.workload.name(), perfectBest, shown(*perfect), perfect->seconds};
        if (tails) row.insert(row.end(), {raggedBest, shown(*ragged), ragged->seconds, ratio});
        section.rows.push_back(std::move(row));
        perfectSeconds += perfect->seconds;
        raggedSeconds += ragged->seconds;
    }
    section.reasons = {"CPU seconds of all layers: pfm " + formatSignificant(perfectSeconds) +
                       (tails ? ", ruby-s " + formatSignificant(raggedSeconds) : std::string()) + "."};
    return section;
}

}  // namespace

Result<std::vector<Section>> proofs(const std::string& only, Job& job) {
    const auto network = loadNetwork("resnet50");
    if (!network) return network.diagnostics();
    std::vector<Section> sections;
    for (const auto& [design, tails] : {std::pair("eyeriss-like", true), std::pair("simba-like-15", false)}) {
        auto section = proofsOf(design, tails, network->uniqueLayers(), only, job);
        if (!section) return section.diagnostics();
        if (!section->rows.empty()) sections.push_back(*std::move(section));
    }
    return sections;
}

std::string proofsPage(const std::vector<Section>& sections) {
    return "<!-- SPDX-FileCopyrightText: 2026 The Lapidary authors -->\n"
           "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n\n"
           "# Proofs\n\n"
           "The least EDP of each unique layer of ResNet-50 (batch 1), as `search --algorithm optimal --constraints "
           "none` proves it (models/optimal.md): classic placement, default semantics, everything the design lets be "
           "kept or not, one thread, at most " +
           formatSignificant(kMostSeconds) +
           " seconds each. Made by `lapidary-cli validate --proofs -o docs/proofs.md`. CPU seconds are of the machine "
           "that made this page, the whole search included; the rest is the same on any machine that is as far by "
           "then.\n" +
           toMarkdown(sections);
}

Json proofsJson(const std::vector<Section>& sections) {
    return Json::object().set("lapidary", producerJson("lapidary/proofs/1")).set("sections", toJson(sections));
}

}  // namespace lapidary::validation
