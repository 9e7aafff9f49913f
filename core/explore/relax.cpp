// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/relax.h"

#include <algorithm>
#include <functional>

#include "core/base/arith.h"
#include "core/explore/relax_rules.h"
#include "core/search/refine.h"
#include "core/search/search.h"

namespace lapidary {

namespace {

constexpr std::int64_t kRelaxDraws = 24'000;  ///< of a mapspace too large to be tried whole
constexpr int kRelaxSteps = 4'000;

/// A memory with a limit, or one of its partitions.
struct LimitedMemory {
    int level = 0, part = 0;
    std::string path;
    int wordBits = 16, buffers = 1;
};

std::vector<LimitedMemory> limitedMemories(const Target& target) {
    std::vector<LimitedMemory> found;
    for (std::size_t l = 0; l < target.levels.size(); ++l) {
        const Level& level = target.architecture.levels()[l];
        const TargetLevel& resolved = target.levels[l];
        const auto add = [&](int part, const std::string& path, const std::optional<Capacity>& capacity, int bits) {
            if (capacity) found.push_back({static_cast<int>(l), part, path, bits, level.buffers});
        };
        add(0, level.name + ".capacity", level.capacity, level.wordBits);
        for (std::size_t p = 0; p < resolved.partitions.size(); ++p) {
            const std::string& key = resolved.partitions[p];
            const Partition& partition = level.partitions.at(key);
            add(static_cast<int>(p) + 1, level.name + ".partitions." + key + ".capacity", partition.capacity,
                partition.wordBits > 0 ? partition.wordBits : level.wordBits);
        }
    }
    return found;
}

/// A mapspace with some limits gone.
struct Relaxed {
    Mapspace mapspace;
    Evaluator evaluator;
};

std::optional<Relaxed> relaxed(const Mapspace& mapspace, const Semantics& semantics,
                               const std::vector<Relaxation::Setting>& settings, const Constraints& constraints) {
    Architecture design = mapspace.target().architecture;
    for (const auto& [path, value] : settings) {
        auto changed = withSetting(design, path, value);
        if (!changed) return std::nullopt;
        design = *std::move(changed);
    }
    auto target = Target::make(mapspace.target().workload, std::move(design));
    if (!target) return std::nullopt;
    auto space = Mapspace::make(*target, {mapspace.options().factorization, constraints});
    auto evaluator = Evaluator::make(*target, semantics);
    if (!space || !evaluator) return std::nullopt;
    return Relaxed{*std::move(space), *std::move(evaluator)};
}

using NeedOf = std::function<std::int64_t(const Mapping&)>;

/// The valid mapping of least need that was tried, and whether all were.
struct LeastNeed {
    std::optional<Mapping> mapping;
    std::int64_t need = 0;
    bool all = false;

    bool offer(const Mapping& candidate, std::int64_t needed) {
        if (mapping && needed > need) return false;
        if (!mapping || needed < need) mapping = candidate;
        need = needed;
        return true;
    }
};

bool isValid(const Relaxed& ground, const Mapping& mapping, Evaluator::Scratch& scratch) {
    return ground.mapspace.checkConstraints(mapping).code == ReasonCode::none &&
           ground.evaluator.limits(mapping, scratch).code == ReasonCode::none;
}

void walkOn(const Relaxed& ground, const NeedOf& needOf, std::uint64_t seed, LeastNeed& least, Job& job) {
    const auto index = ground.mapspace.indexOf(*least.mapping);
    if (!index) return;
    const auto scratch = ground.evaluator.makeScratch();
    MapspaceChoice at = choiceAt(ground.mapspace, *index), next{};
    Rng rng(seed);
    Mapping mapping;
    for (int i = 0; i < kRelaxSteps && !job.stopRequested(); ++i) {
        next = at;
        if (!ground.mapspace.step(rng, next)) return;
        if (rng.below(2) == 0) ground.mapspace.step(rng, next);
        ground.mapspace.assemble(next, mapping);
        if (isValid(ground, mapping, *scratch) && least.offer(mapping, needOf(mapping))) at = next;
    }
}

LeastNeed leastNeed(const Relaxed& ground, const NeedOf& needOf, std::uint64_t seed, Job& job) {
    LeastNeed least;
    if (ground.mapspace.size() <= bigInt(kMaxRelaxed)) {
        const auto scratch = ground.evaluator.makeScratch();
        ground.mapspace.enumerate([&](const BigInt&, const Mapping& mapping) {
            if (isValid(ground, mapping, *scratch)) least.offer(mapping, needOf(mapping));
            return !job.stopRequested();
        });
        least.all = !job.stopRequested();
        return least;
    }
    SearchOptions options;
    options.algorithm = Algorithm::randomPruned;
    options.seed = seed;
    options.maxEvaluations = kRelaxDraws;
    options.victory = kRelaxDraws / kStreams;
    options.top = 100;
    const auto found = search(ground.mapspace, ground.evaluator, options, job);
    if (!found) return least;
    for (const Candidate& each : found->top) least.offer(each.mapping, needOf(each.mapping));
    if (least.mapping) walkOn(ground, needOf, seed, least, job);
    return least;
}

class Adviser {
public:
    Adviser(const Mapspace& mapspace, const Semantics& semantics, std::uint64_t seed, Job& job)
        : m_mapspace(mapspace),
          m_semantics(semantics),
          m_seed(seed),
          m_job(job),
          m_memories(limitedMemories(mapspace.target())) {}

    Advice advise() {
        if (const auto nothing = tried({}, m_mapspace.options().constraints)) {
            m_advice.valid = nothing->mapping;
            return m_advice;
        }
        for (const LimitedMemory& memory : m_memories) tryMemories({memory});
        const bool oneMemoryWill = !m_advice.ways.empty();
        if (!oneMemoryWill && m_memories.size() > 1) tryMemories(m_memories);
        const std::size_t before = m_advice.ways.size();
        for (const RuleLeftOut& rule : rulesLeftOut(m_mapspace.options().constraints))
            tryRules(rule.name, rule.constraints);
        const bool oneRuleWill = m_advice.ways.size() > before;
        if (!oneMemoryWill && !oneRuleWill && !m_mapspace.options().constraints.empty())
            tryRules("without all constraints", {});
        return m_advice;
    }

private:
    /// A valid mapping, if one is met.
    std::optional<LeastNeed> tried(const std::vector<Relaxation::Setting>& settings, const Constraints& constraints) {
        const auto ground = relaxed(m_mapspace, m_semantics, settings, constraints);
        if (!ground) return std::nullopt;
        const auto least = leastNeed(
            *ground, [](const Mapping&) { return std::int64_t{0}; }, m_seed, m_job);
        return least.mapping ? std::optional(least) : std::nullopt;
    }

    void tryRules(const std::string& name, const Constraints& constraints) {
        if (const auto found = tried({}, constraints))
            m_advice.ways.push_back({name, {}, constraints, found->all, *found->mapping});
    }

    /// Bits that a mapping takes in a memory, with what it says about those that don't fit.
    Reason overflowOf(const LimitedMemory& memory, bool alone, const Mapping& mapping) const {
        // What is valid without this one limit can break no other.
        if (alone) return m_measure->evaluator.limits(mapping, *m_scratch);
        const Cost cost = m_measure->evaluator.evaluate(mapping);
        for (const Reason& reason : cost.reasons)
            if (reason.code == ReasonCode::capacity && reason.level == memory.level && partOf(reason) == memory.part)
                return reason;
        return {};
    }

    int partOf(const Reason& reason) const {
        if (reason.tensor < 0) return 0;
        const auto& level = m_mapspace.target().levels[static_cast<std::size_t>(reason.level)];
        return level.part[static_cast<std::size_t>(reason.tensor)];
    }

    void tryMemories(const std::vector<LimitedMemory>& memories) {
        const Constraints& constraints = m_mapspace.options().constraints;
        std::vector<Relaxation::Setting> unbounded;
        for (const LimitedMemory& memory : memories) unbounded.push_back({memory.path, "unbounded"});
        const auto ground = relaxed(m_mapspace, m_semantics, unbounded, constraints);
        m_measure = relaxed(m_mapspace, m_semantics, {}, constraints);
        if (!ground || !m_measure) return;
        m_scratch = m_measure->evaluator.makeScratch();
        const auto need = [&](const Mapping& mapping) {
            std::int64_t excess = 0;
            for (const LimitedMemory& memory : memories)
                if (const Reason reason = overflowOf(memory, memories.size() == 1, mapping);
                    reason.code != ReasonCode::none)
                    excess += reason.needed - reason.available;
            return excess;
        };
        const LeastNeed least = leastNeed(*ground, need, m_seed, m_job);
        if (!least.mapping || least.need == 0) return;
        Relaxation way{{}, {}, constraints, least.all, *least.mapping};
        for (const LimitedMemory& memory : memories) {
            const Reason reason = overflowOf(memory, memories.size() == 1, *least.mapping);
            if (reason.code == ReasonCode::none) continue;
            way.what += (way.what.empty() ? "" : "; ") + describe(reason, m_mapspace.target());
            const std::int64_t words = ceilDiv(reason.needed, memory.wordBits) * memory.buffers;
            way.settings.push_back({memory.path, std::to_string(words)});
        }
        const auto followed = relaxed(m_mapspace, m_semantics, way.settings, constraints);
        if (followed && isValid(*followed, way.witness, *followed->evaluator.makeScratch()))
            m_advice.ways.push_back(std::move(way));
    }

    const Mapspace& m_mapspace;
    const Semantics& m_semantics;
    std::uint64_t m_seed;
    Job& m_job;
    std::vector<LimitedMemory> m_memories;
    std::optional<Relaxed> m_measure;  ///< as things are
    Evaluator::ScratchPtr m_scratch;   ///< of that
    Advice m_advice;
};

}  // namespace

Advice whatToRelax(const Mapspace& mapspace, const Semantics& semantics, std::uint64_t seed, Job& job) {
    return Adviser(mapspace, semantics, seed, job).advise();
}

std::vector<std::string> toLines(const Advice& advice) {
    if (advice.valid) return {"nothing: there are valid mappings that the search has not met; let it draw more"};
    std::vector<std::string> lines;
    for (const Relaxation& way : advice.ways) {
        std::string line = way.what;
        for (std::size_t i = 0; i < way.settings.size(); ++i)
            line += (i == 0 ? ": --set " : " --set ") + way.settings[i].path + "=" + way.settings[i].value;
        lines.push_back(line + (!way.settings.empty() && way.least ? " is the least" : ""));
    }
    if (lines.empty()) lines.emplace_back("no single memory or constraint, and not all of either, is enough");
    return lines;
}

}  // namespace lapidary
