// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/io/validation/benchmarks.h"

#include <algorithm>
#include <ctime>

#include "core/base/units.h"
#include "core/io/native.h"
#include "core/io/timeloop/import.h"
#include "core/search/refine.h"
#include "core/search/search.h"

namespace lapidary::validation {

namespace {

// The recipe, for every case and both sets of rules.
constexpr std::int64_t kDraftEvaluations = 480'000;
constexpr int kDrafts = 24;
constexpr int kWalks = 4;
constexpr std::int64_t kWalkSteps = 12;

constexpr double kPicojoules = 1e12;  ///< in a joule

struct BenchmarkCase {
    std::string name;
    Mapspace mapspace;
    Mapping theirs;
};

struct BenchmarkRules {
    const char* key;
    const char* title;
    const char* text;
    Semantics semantics;
};

std::vector<BenchmarkRules> benchmarkRules() {
    return {{"exact", "By the rules of exact.json",
             "Tiles are boxes, windows are reused along one axis, children share by what they ask for "
             "(docs/models/reuse.md).",
             exactReferenceSemantics()},
            {"compat_timeloop", "By compat timeloop",
             "The same, with sharing per network, words from neighbours and full steps, as Timeloop counts "
             "(docs/models/compat.md).",
             timeloopSemantics()}};
}

Result<BenchmarkCase> benchmarkCase(const std::filesystem::path& folder) {
    const auto read = importTimeloopFiles({folder});
    if (!read) return read.diagnostics();
    std::string name = folder.filename().string();
    if (!read->workload || !read->architecture || !read->mapping || !read->constraints || !read->search)
        return error(folder.string() + " lacks a part");
    if (read->search->objective != Objective{}) return error(folder.string() + ": the objective is not the EDP");
    auto target = Target::make(*read->workload, *read->architecture);
    if (!target) return target.diagnostics();
    auto mapspace = Mapspace::make(*target, {read->factorization.value_or(Factorization::perfect), *read->constraints});
    if (!mapspace) return mapspace.diagnostics();
    return BenchmarkCase{std::move(name), *std::move(mapspace), canonical(*read->mapping, *read->workload)};
}

Result<std::vector<BenchmarkCase>> benchmarkCases(const std::filesystem::path& reference, const std::string& only) {
    const std::filesystem::path best = reference / "timeloop-search" / "best";
    std::error_code missing;
    std::vector<std::filesystem::path> folders;
    for (const auto& entry : std::filesystem::directory_iterator(best, missing))
        if (entry.path().filename().string().find(only) != std::string::npos &&
            std::filesystem::exists(entry.path() / "best.map.full.yaml"))
            folders.push_back(entry.path());
    if (missing) return error("cannot read the folder " + best.string());
    if (folders.empty()) return error("no case in " + best.string() + " contains '" + only + "'");
    std::ranges::sort(folders);
    std::vector<BenchmarkCase> cases;
    for (const auto& folder : folders) {
        auto each = benchmarkCase(folder);
        if (!each) return each.diagnostics();
        cases.push_back(*std::move(each));
    }
    return cases;
}

/// Spatial loops of a fanout in the order that mapspaces have them in: which of them stands outside which changes where
/// a lane lies, not what it computes.
Mapping inOurOrder(Mapping mapping) {
    const auto inOneFanout = [](const Node& a, const Node& b) {
        return a.kind == NodeKind::spatial && b.kind == NodeKind::spatial && a.fanout == b.fanout;
    };
    const auto key = [](const Node& node) { return std::pair(node.axis, node.dimension); };
    for (auto from = mapping.nodes.begin(); from != mapping.nodes.end();) {
        auto to = from + 1;
        while (to != mapping.nodes.end() && inOneFanout(*from, *to)) ++to;
        std::stable_sort(from, to, [&](const Node& a, const Node& b) { return key(a) < key(b); });
        from = to;
    }
    return mapping;
}

/// The nearest rules that the closed forms cover. Tails of the cases are spatial only, so that steps are full ones anyway.
Semantics draftRules() { return {.halo = Halo::box}; }

struct BenchmarkRun {
    double theirs = 0;  ///< J cycles
    std::optional<double> ours;
    std::int64_t judged = 0;
    double seconds = 0;  ///< of the processor
};

Result<BenchmarkRun> benchmarkRun(const BenchmarkCase& one, const Semantics& semantics, int threads, Job& job) {
    const TargetPtr& target = one.mapspace.targetPtr();
    const auto fast = Evaluator::make(target, draftRules());
    const auto slow = Evaluator::make(target, semantics);
    if (!fast) return fast.diagnostics();
    if (!slow) return slow.diagnostics();
    const Score theirs = slow->score(one.theirs, *slow->makeScratch());
    if (!theirs.valid()) return error(one.name + ": its mapping is not valid: " + describe(theirs.reason, *target));

    const std::clock_t begin = std::clock();
    SearchOptions options;
    options.algorithm = Algorithm::genetic;
    options.threads = threads;
    options.maxEvaluations = kDraftEvaluations;
    options.top = kDrafts;
    const auto drafts = search(one.mapspace, *fast, options, job);
    if (!drafts) return drafts.diagnostics();
    RefineOptions further;
    further.threads = threads;
    further.walks = kWalks;
    further.steps = kWalkSteps;
    const Refined found = refine(one.mapspace, *slow, drafts->top, further, job);
    BenchmarkRun run;
    run.theirs = theirs.edp() / kPicojoules;
    if (found.best) run.ours = found.best->score.edp() / kPicojoules;
    run.judged = found.judged;
    run.seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    return run;
}

std::vector<Json> benchmarkRow(const BenchmarkCase& one, const BenchmarkRun& run) {
    return {one.name,
            run.theirs,
            run.ours ? Json(*run.ours) : Json(),
            run.ours ? Json(*run.ours / run.theirs) : Json(),
            one.mapspace.indexOf(inOurOrder(one.theirs)) ? "yes" : "no",
            kDraftEvaluations,
            run.judged,
            run.seconds};
}

Section emptySection(const BenchmarkRules& rules) {
    return {.key = rules.key,
            .title = rules.title,
            .text = {rules.text},
            .columns = {"case", "theirs, J cycles", "ours, J cycles", "ours / theirs", "theirs in our mapspace",
                        "drafts drawn", "judged", "CPU s"},
            .rows = {},
            .reasons = {}};
}

/// What the table comes to.
std::vector<std::string> benchmarkTally(const std::vector<BenchmarkRun>& runs) {
    std::int64_t better = 0, equal = 0, worse = 0;
    double longest = 0;
    for (const BenchmarkRun& run : runs) {
        const double ratio = run.ours ? *run.ours / run.theirs : 2;
        ++(ratio < 1 ? better : ratio > 1 ? worse : equal);
        longest = std::max(longest, run.seconds);
    }
    const std::string counts = formatCount(better) + " better, " + formatCount(equal) + " equal, " +
                               formatCount(worse) + " worse than theirs.";
    return {counts,
            "In our mapspace is what differs at most in the order of an axis' spatial loops, of which ours has one.",
            "Longest search: " + formatSignificant(longest) + " CPU seconds."};
}

}  // namespace

Result<std::vector<Section>> benchmark(const std::filesystem::path& reference, const std::string& only, int threads,
                                       Job& job) {
    const auto cases = benchmarkCases(reference, only);
    if (!cases) return cases.diagnostics();
    std::vector<Section> sections;
    for (const BenchmarkRules& rules : benchmarkRules()) {
        Section section = emptySection(rules);
        std::vector<BenchmarkRun> runs;
        for (const BenchmarkCase& one : *cases) {
            const auto run = benchmarkRun(one, rules.semantics, threads, job);
            if (!run) return run.diagnostics();
            if (job.stopRequested()) return error("stopped before all cases were searched");
            section.rows.push_back(benchmarkRow(one, *run));
            runs.push_back(*run);
        }
        section.reasons = benchmarkTally(runs);
        sections.push_back(std::move(section));
    }
    return sections;
}

std::string benchmarkPage(const std::vector<Section>& sections) {
    return "<!-- SPDX-FileCopyrightText: 2026 The Lapidary authors -->\n"
           "<!-- SPDX-License-Identifier: GPL-3.0-or-later -->\n\n"
           "# Benchmarks\n\n"
           "What our search finds next to what timeloop-mapper found (tl-master, algorithm random_pruned, 2 threads, "
           "30 to 100 seconds) on the same problems, designs, constraints and energies. Made by `lapidary-cli validate "
           "--benchmarks --reference DIR`, where DIR holds the reference data. Both best mappings are counted here, by "
           "the rules that a section names; the figures that Timeloop printed play no part.\n\n"
           "One recipe for all cases: " +
           formatCount(kDraftEvaluations) +
           " mappings drawn by `genetic` (seed 1) under rules that count fast (tiles are boxes, windows reuse whatever "
           "they held), the best " +
           formatCount(kDrafts) + " of them judged by the rules of the section, then " + formatCount(kWalks) +
           " walks of " + formatCount(kWalkSteps) +
           " steps from the best of these. The mapspace is that of the case's own files, with its constraints on "
           "factors, orders and what is kept. All but the last column, which is of the machine that made this page, is "
           "the same on any machine and at any "
           "thread count. How long proofs of the best mapping take: [proofs](proofs.md).\n" +
           toMarkdown(sections);
}

Json benchmarkJson(const std::vector<Section>& sections) {
    return Json::object().set("lapidary", producerJson("lapidary/benchmarks/1")).set("sections", toJson(sections));
}

}  // namespace lapidary::validation
