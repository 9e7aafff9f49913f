// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/explain.h"

#include <algorithm>
#include <limits>

#include "core/base/arith.h"
#include "core/base/units.h"
#include "core/model/evaluator.h"
#include "core/model/explain/energy_facts.h"
#include "core/model/explain/figure_words.h"

namespace lapidary {
namespace {

using enum CostFigure;

/// Whether a figure is a sum over the instances of its level.
bool isSummed(const FigureId& id) {
    if (id.level < 0) return false;
    switch (id.kind) {
    case tile:
    case capacity:
    case instances:
    case instancesTouched:
    case readWords:
    case writeWords:
    case cycles: return false;
    default: return true;
    }
}

std::int64_t clampedCount(Int128 value) {
    constexpr Int128 kMost = std::numeric_limits<std::int64_t>::max();
    return static_cast<std::int64_t>(std::clamp<Int128>(value, -kMost, kMost));
}

}  // namespace

struct Explainer::Impl {
    Impl(TargetPtr target, const Mapping& mapping_, const Semantics& semantics, Cost cost_)
        : plan(std::move(target), semantics),
          mapping(mapping_),
          cost(std::move(cost_)),
          counting(plan),
          traffic((counting.read(mapping), counting.countPairs(), counting), mapping),
          time(traffic),
          energies(traffic, time) {}

    const Target& target() const { return *plan.target; }
    std::optional<Diagnostic> whyUnknown(const FigureId& id) const;
    std::optional<Number> told(const FigureId& id) const;
    const FigureId* contradicted(const Expression& expression) const;
    Expression formula(const FigureId& id) const;
    Expression formulaOfLevel(const FigureId& id) const;
    Expression formulaOfTraffic(const FigureId& id) const;
    Expression busiestPart(int level, derive::Port port) const;
    int partOf(const FigureId& id) const;
    void judge(Derivation& derivation) const;

    reuse::Plan plan;
    Mapping mapping;
    Cost cost;
    reuse::Counting counting;
    derive::TrafficFacts traffic;
    derive::TimeFacts time;
    derive::EnergyFacts energies;
};

std::optional<Diagnostic> Explainer::Impl::whyUnknown(const FigureId& id) const {
    const std::string name = toText(id, target());
    const auto levelName = [&] { return target().architecture.levels()[static_cast<std::size_t>(id.level)].name; };
    if (id.level >= 0 && id.tensor >= 0 && traffic.storeAt(id.level, id.tensor) < 0)
        return error(name + ": " + target().workload.tensors()[static_cast<std::size_t>(id.tensor)].name +
                         " is not stored at " + levelName(),
                     "a tensor bypasses the levels without a Store of it");
    if (id.kind == multicast && traffic.storeAt(id.level, id.tensor) == 0)
        return error(name + ": nothing is brought to the outermost Store", "ask at the level inside");
    if (id.kind == capacity && id.level >= 0) {
        for (int t = 0; t < plan.tensorCount && id.tensor < 0; ++t)
            if (traffic.storeAt(id.level, t) >= 0 &&
                target().levels[static_cast<std::size_t>(id.level)].part[static_cast<std::size_t>(t)] == 0)
                return std::nullopt;
        if (id.tensor >= 0) return std::nullopt;
        return error(
            name + ": no tensor is stored in a memory that " + levelName() + " shares",
            "ask for a tensor's, e.g. " + levelName() + "." + target().workload.tensors().front().name + ".capacity");
    }
    if (id.kind == idle || valueOf(id, cost)) return std::nullopt;
    std::string notes;
    for (const std::string& note : cost.notes) notes += (notes.empty() ? "" : "; ") + note;
    return error(name + " is unknown" + (notes.empty() ? "" : ": " + notes),
                 "give the figures in the design or by --set");
}

/// What the evaluator says: valueOf, and what a Cost holds only in parts.
std::optional<Number> Explainer::Impl::told(const FigureId& id) const {
    if (id.kind == idle) {
        if (id.fanout >= 0) return std::nullopt;
        return clampedCount(Int128{cost.steps} * target().architecture.computeInstances() - cost.computes);
    }
    if (id.kind != capacity) return valueOf(id, cost);
    const TargetLevel& level = target().levels[static_cast<std::size_t>(id.level)];
    const auto& tensors = cost.levels[static_cast<std::size_t>(id.level)].tensors;
    Int128 bits = 0;
    for (std::size_t t = 0; t < tensors.size(); ++t)
        if (tensors[t].stored && level.part[t] == partOf(id)) bits += Int128{tensors[t].tile} * level.wordBits[t];
    return clampedCount(bits);
}

/// The first operand that is a figure of another value than the evaluator's; null if none is.
const FigureId* Explainer::Impl::contradicted(const Expression& expression) const {
    for (const Expression& operand : expression.operands)
        if (const FigureId* found = contradicted(operand)) return found;
    if (!expression.figure) return nullptr;
    const std::optional<Number> known = told(*expression.figure);
    return known && !isEqual(evaluate(expression), *known) ? &*expression.figure : nullptr;
}

int Explainer::Impl::partOf(const FigureId& id) const {
    return id.tensor < 0
               ? 0
               : target().levels[static_cast<std::size_t>(id.level)].part[static_cast<std::size_t>(id.tensor)];
}

Expression Explainer::Impl::busiestPart(int level, derive::Port port) const {
    const auto& partitions = target().levels[static_cast<std::size_t>(level)].partitions;
    std::vector<Expression> parts;
    for (int part = 0; part < plan.rates.levels[static_cast<std::size_t>(level)].parts; ++part) {
        Expression own = traffic.busiest(level, part, port);
        if (derive::count(own) == 0) continue;
        if (part > 0)
            own = derive::named(std::move(own), "partition " + partitions[static_cast<std::size_t>(part - 1)], "words");
        parts.push_back(std::move(own));
    }
    if (parts.empty()) return derive::number(0, "nothing moves");
    return derive::largest(std::move(parts));
}

Expression Explainer::Impl::formulaOfLevel(const FigureId& id) const {
    switch (id.kind) {
    case instances: return time.instances(id.level);
    case cycles: return time.levelCycles(id.level);
    case readWords: return busiestPart(id.level, derive::Port::read);
    case writeWords: return busiestPart(id.level, derive::Port::write);
    case leakage: return energies.leakage(id.level);
    case energy: return id.tensor < 0 ? energies.ofLevel(id.level) : energies.ofTensor(id.level, id.tensor);
    case capacity: return traffic.usedBits(id.level, partOf(id));
    default: return traffic.ofTensor(id);
    }
}

Expression Explainer::Impl::formulaOfTraffic(const FigureId& id) const {
    switch (id.kind) {
    case networkWords: return traffic.networkWords(id.fanout, id.tensor);
    case deliveries: return traffic.deliveries(id.fanout, id.tensor);
    case energy: return energies.ofTraffic(id.fanout, id.tensor);
    default: return traffic.hops(id.fanout, id.tensor);
    }
}

Expression Explainer::Impl::formula(const FigureId& id) const {
    if (id.level >= 0) return formulaOfLevel(id);
    if (id.fanout >= 0 && id.tensor >= 0) return formulaOfTraffic(id);
    if (id.fanout >= 0 && id.kind == energy) return energies.ofNetwork(id.fanout);
    switch (id.kind) {
    case macs: return time.macs();
    case computes: return time.computes();
    case steps: return time.steps();
    case cycles: return time.cycles();
    case energy: return energies.total();
    case computeEnergy: return energies.ofCompute();
    case networkEnergy: return energies.ofNetworks();
    case edp: return energies.edp();
    case area: return energies.area();
    case utilization: return time.share(derive::named(time.steps(), "steps"));
    case throughputUtilization: return time.share(derive::named(time.cycles(), "cycles", "cycles"));
    case usedX: return time.usedLanes(id.fanout, Axis::x);
    case usedY: return time.usedLanes(id.fanout, Axis::y);
    case hops: return traffic.hops(id.fanout);
    default: return time.idle(id.fanout);
    }
}

/// Limits and what comes of them.
void Explainer::Impl::judge(Derivation& derivation) const {
    const FigureId& id = derivation.figure;
    if (id.kind == cycles && id.level < 0) derivation.verdict = "bound by " + cost.boundBy;
    if (id.kind == capacity) {
        const std::int64_t bits =
            target().levels[static_cast<std::size_t>(id.level)].capacityBits[static_cast<std::size_t>(partOf(id))];
        if (bits >= 0) derivation.limit = bits;
    }
    if (id.kind == usedX) derivation.limit = target().architecture.fanouts()[static_cast<std::size_t>(id.fanout)].x;
    if (id.kind == usedY) derivation.limit = target().architecture.fanouts()[static_cast<std::size_t>(id.fanout)].y;
    if (!derivation.limit) return;
    const std::int64_t left = *derivation.limit - derive::count(derivation.expression);
    const std::string unit = id.kind == capacity ? " bits" : " lanes";
    derivation.verdict = left >= 0 ? "fits, " + formatCount(left) + unit + " left of " + formatCount(*derivation.limit)
                                   : formatCount(-left) + unit + " too many for " + formatCount(*derivation.limit);
}

Explainer::Explainer(std::unique_ptr<Impl> impl) : m_impl(std::move(impl)) {}
Explainer::Explainer(Explainer&&) noexcept = default;
Explainer& Explainer::operator=(Explainer&&) noexcept = default;
Explainer::~Explainer() = default;

const Target& Explainer::target() const { return m_impl->target(); }
const Mapping& Explainer::mapping() const { return m_impl->mapping; }
const Cost& Explainer::cost() const { return m_impl->cost; }
std::vector<FigureId> Explainer::figures() const { return figuresOf(m_impl->cost, m_impl->target()); }

Result<Explainer> Explainer::make(TargetPtr target, const Mapping& mapping, const Semantics& semantics) {
    const Result<Evaluator> evaluator = Evaluator::make(target, semantics);
    if (!evaluator) return evaluator.diagnostics();
    return Explainer(std::make_unique<Impl>(std::move(target), mapping, semantics, evaluator->evaluate(mapping)));
}

Result<Derivation> Explainer::explain(const FigureId& id) {
    if (const auto unknown = m_impl->whyUnknown(id)) return *unknown;
    const Target& target = m_impl->target();
    Derivation derivation{.figure = id,
                          .name = toText(id, target),
                          .title = derive::titleOf(id, target),
                          .expression = m_impl->formula(id),
                          .unit = derive::unitOf(id),
                          .instances = 1,
                          .rule = derive::ruleOf(id, target, m_impl->plan.semantics),
                          .semantics = derive::switchesOf(id, m_impl->traffic),
                          .reference = std::string(entryOf(id.kind).source),
                          .limit = std::nullopt,
                          .verdict = {}};
    if (id.kind == cycles && id.level < 0 && m_impl->plan.semantics.time == Time::ports)
        derivation.reference = entryOf(Time::ports).source;
    if (isSummed(id)) derivation.instances = target.levels[static_cast<std::size_t>(id.level)].instances;
    m_impl->judge(derivation);
    // Rather none than one that explains another number, or goes by one.
    const FigureId* wrong = m_impl->contradicted(derivation.expression);
    const auto known = m_impl->told(id);
    if (known && !isEqual(derivation.value(), *known)) wrong = &id;
    if (wrong)
        return error(derivation.name + " can't be explained: the formula of " + toText(*wrong, target) +
                         " gives another number than the evaluator",
                     "please report the mapping");
    return derivation;
}

}  // namespace lapidary
