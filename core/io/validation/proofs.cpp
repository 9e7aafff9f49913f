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

constexpr double kPicojoules = 1e12;  ///< in a joule
constexpr double kMostSeconds = 100;  ///< of a search; what isn't proven by then is shown with its gap

struct Proof {
    std::optional<double> best;  ///< pJ cycles
    bool proven = false;
    double gap = 1;
    double seconds = 0;  ///< of the processor
};

struct Question {
    std::string design;
    Placement placement;
    bool tails;  ///< Ruby-S, too
    std::optional<Compat> compat = std::nullopt;
    bool limited = false;  ///< by the design's own constraints
};

Result<Proof> prove(const TargetPtr& target, Factorization kind, const Question& question, Job& job) {
    const auto mapspace =
        Mapspace::make(target, {kind, question.limited ? target->architecture.spec().constraints : Constraints{}});
    if (!mapspace) return mapspace.diagnostics();
    const auto evaluator = Evaluator::make(target, {});
    if (!evaluator) return evaluator.diagnostics();
    SearchOptions options;
    options.algorithm = Algorithm::optimal;
    options.placement = question.placement;
    options.compat = question.compat;
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

std::string keyOf(const Question& question) {
    return std::string(keyOf(question.placement)) +
           (question.compat ? "-" + std::string(keyOf(*question.compat)) : "") +
           (question.limited ? "-constrained" : "");
}

std::string titled(const Question& question, const Architecture& architecture) {
    return architecture.spec().title + (question.placement == Placement::uneven ? ", uneven" : ", classic") +
           (question.compat ? ", compat accelforge" : "") + (question.limited ? ", own constraints" : "");
}

std::string described(const Question& question) {
    return "Preset `" + question.design + "`, " + (question.placement == Placement::uneven ? "uneven" : "classic") +
           " placement, " +
           (question.compat ? "counted by compat " + std::string(keyOf(*question.compat)) : "default semantics") +
           (question.limited ? ", the design's own constraints" : "") + "; EDP in J cycles.";
}

Result<Section> proofsOf(const Question& question, const std::vector<Layer>& layers, const std::string& only,
                         Job& job) {
    const auto architecture = loadArchitecture(question.design);
    if (!architecture) return architecture.diagnostics();
    const std::string placement = keyOf(question);
    const bool tails = question.tails;
    Section section{.key = question.design + '-' + placement,
                    .title = titled(question, *architecture),
                    .text = {described(question)},
                    .columns = {"layer", "pfm", "pfm proven", "pfm CPU s"},
                    .rows = {},
                    .reasons = {}};
    if (tails)
        section.columns.insert(section.columns.end(), {"ruby-s", "ruby-s proven", "ruby-s CPU s", "ruby-s / pfm"});
    double perfectSeconds = 0, raggedSeconds = 0;
    for (const Layer& layer : layers) {
        const std::string name = question.design + '/' + placement + '/' + layer.workload.name();
        if (name.find(only) == std::string::npos) continue;
        const auto target = Target::make(layer.workload, *architecture);
        if (!target) return target.diagnostics();
        const auto perfect = prove(*target, Factorization::perfect, question, job);
        if (!perfect) return perfect.diagnostics();
        const auto ragged = tails ? prove(*target, Factorization::rubyS, question, job) : Result<Proof>(Proof{});
        if (!ragged) return ragged.diagnostics();
        if (job.stopRequested()) return error("stopped before all layers were searched");
        const Json perfectBest = perfect->best ? Json(*perfect->best / kPicojoules) : Json();
        const Json raggedBest = ragged->best ? Json(*ragged->best / kPicojoules) : Json();
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
    for (const Question& question : {Question{"eyeriss-like", Placement::classic, true},
                                     Question{"eyeriss-like", Placement::classic, true, Compat::accelforge},
                                     Question{"eyeriss-like", Placement::uneven, true},
                                     Question{"eyeriss-like", Placement::uneven, true, Compat::accelforge},
                                     Question{"simba-like-15", Placement::classic, true},
                                     Question{"simba-like-15", Placement::classic, true, Compat::accelforge},
                                     Question{"simba-like-15", Placement::uneven, true},
                                     Question{"simba-like-15", Placement::uneven, true, Compat::accelforge},
                                     Question{"eyeriss-like", Placement::uneven, false, std::nullopt, true},
                                     Question{"eyeriss-like", Placement::uneven, true, Compat::accelforge, true},
                                     Question{"simba-like-15", Placement::uneven, false, std::nullopt, true},
                                     Question{"simba-like-15", Placement::uneven, true, Compat::accelforge, true}}) {
        auto section = proofsOf(question, network->uniqueLayers(), only, job);
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
           "none` proves it (models/optimal.md), or, where a section says so, under the design's own constraints: "
           "everything that may be kept or not, one thread, at most " +
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
