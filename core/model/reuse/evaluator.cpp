// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/evaluator.h"

#include "core/model/lanes/lane_batch.h"
#include "core/model/lanes/lane_forms.h"
#include "core/model/reuse/plan.h"
#include "core/model/reuse/report.h"
#include "core/model/reuse/score.h"

namespace lapidary {

struct Evaluator::Impl {
    reuse::Plan plan;
    lanes::LanePlan lanePlan;

    Impl(TargetPtr target, const Semantics& semantics)
        : plan(std::move(target), semantics), lanePlan(lanes::makeLanePlan(plan)) {}
};

class Evaluator::Scratch {
public:
    explicit Scratch(const reuse::Plan& plan) : counting(plan) {}
    reuse::Counting counting;
    lanes::LaneMemory memory;
    lanes::LaneForms forms;
    lanes::LaneBatch batch;
    std::vector<std::size_t> plain;  ///< of a batch, to be counted without lanes
};

Result<Evaluator> Evaluator::make(TargetPtr target, Semantics semantics) {
    if (Diagnostics problems = reuse::checkCountable(*target, semantics); !problems.empty()) return problems;
    return Evaluator(std::make_shared<const Impl>(std::move(target), semantics));
}

Evaluator::Evaluator(std::shared_ptr<const Impl> impl) : m_impl(std::move(impl)) {}
Evaluator::Evaluator(Evaluator&&) noexcept = default;
Evaluator& Evaluator::operator=(Evaluator&&) noexcept = default;
Evaluator::Evaluator(const Evaluator&) = default;
Evaluator::~Evaluator() = default;

const Target& Evaluator::target() const { return *m_impl->plan.target; }
const TargetPtr& Evaluator::targetPtr() const { return m_impl->plan.target; }
const Semantics& Evaluator::semantics() const { return m_impl->plan.semantics; }

void Evaluator::ScratchDeleter::operator()(Scratch* scratch) const { delete scratch; }
Evaluator::ScratchPtr Evaluator::makeScratch() const { return ScratchPtr(new Scratch(m_impl->plan)); }

Score Evaluator::score(const Mapping& mapping, Scratch& scratch) const {
    Score score;
    const lanes::LanePlan& lanePlan = m_impl->lanePlan;
    if (lanePlan.usable && lanes::fitsAxes(lanePlan, mapping) &&
        (scratch.forms.score(lanePlan, mapping, scratch.memory, score) ||
         lanes::scoreInLane(lanePlan, mapping, scratch.memory, score)))
        return score;
    return scorePlainly(mapping, scratch);
}

Reason Evaluator::limits(const Mapping& mapping, Scratch& scratch) const {
    if (const Reason reason = checkLimits(mapping, target()); reason.code != ReasonCode::none) return reason;
    scratch.counting.read(mapping);
    return reuse::firstOverflow(scratch.counting);
}

std::optional<std::int64_t> Evaluator::tileWords(int tensor, std::span<const std::int64_t> extents) const {
    const reuse::TensorPlan& plan = m_impl->plan.tensors[static_cast<std::size_t>(tensor)];
    if (!plan.shortRanks || plan.clipped) return std::nullopt;
    const auto extentOf = [&](int dimension) { return extents[static_cast<std::size_t>(dimension)]; };
    std::int64_t words = 1;
    for (std::size_t r = 0; r < static_cast<std::size_t>(plan.rankCount); ++r) {
        const reuse::RankShape& rank = plan.ranks[r];
        words *= rank.length({extentOf(rank.dimension(0)), rank.terms() == 2 ? extentOf(rank.dimension(1)) : 1});
    }
    return words;
}

Score Evaluator::scorePlainly(const Mapping& mapping, Scratch& scratch) const {
    Score score;
    score.reason = checkLimits(mapping, target());
    if (!score.valid()) return score;
    reuse::Counting& counting = scratch.counting;
    counting.read(mapping);
    score.reason = reuse::firstOverflow(counting);
    if (!score.valid()) return score;
    counting.countPairs();
    return reuse::scoreOf(counting, mapping);
}

void Evaluator::score(std::span<const Mapping> mappings, std::span<Score> scores, Scratch& scratch) const {
    scratch.batch.score(m_impl->lanePlan, mappings, scores, scratch.memory, scratch.plain);
    for (const std::size_t i : scratch.plain) scores[i] = scorePlainly(mappings[i], scratch);
}

Cost Evaluator::evaluate(const Mapping& mapping) const {
    const ScratchPtr scratch = makeScratch();
    scratch->counting.read(mapping);
    scratch->counting.countPairs();
    return reuse::costOf(scratch->counting, mapping);
}

}  // namespace lapidary
