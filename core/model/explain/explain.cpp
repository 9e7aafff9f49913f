// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/explain.h"

#include "core/base/units.h"
#include "core/mapping/validity.h"
#include "core/model/evaluator.h"
#include "core/model/explain/energy_facts.h"

namespace lapidary {
namespace {

using enum CostFigure;

std::string unitOf(const FigureId& id) {
    switch (id.kind) {
    case energy:
    case computeEnergy:
    case leakage: return "pJ";
    case edp: return "pJ*cycles";
    case area: return "um^2";
    case cycles: return "cycles";
    case capacity: return "bits";
    case idle: return "lane steps";
    case accesses:
    case readAccesses:
    case fillAccesses:
    case updateAccesses: return "accesses";
    case tile:
    case reads:
    case fills:
    case updates:
    case delivered:
    case accumulateReads:
    case refetchReads:
    case drains:
    case spatialReductions:
    case distinct:
    case multicast:
    case readWords:
    case writeWords: return "words";
    default: return "";
    }
}

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

/// Of a figure of a tensor, the switches that its counts depend on.
std::string switchesOf(const FigureId& id, const Target& target, const Semantics& semantics) {
    if (id.tensor < 0) return {};
    const Tensor& tensor = target.workload.tensors()[static_cast<std::size_t>(id.tensor)];
    std::string text;
    const auto add = [&text](std::string_view name, std::string_view key) {
        text.append(text.empty() ? "" : ", ").append(name).append(" ").append(key);
    };
    bool windowed = false;
    for (const Rank& rank : tensor.ranks) windowed = windowed || rank.terms.size() > 1;
    if (!tensor.isOutput) add("halo", keyOf(semantics.halo));
    if (id.kind == tile || id.kind == capacity || id.kind == instancesTouched) return text;
    if (windowed) add("window", keyOf(semantics.window));
    const bool toChildren = id.kind == reads || id.kind == readAccesses || id.kind == multicast || id.kind == accesses;
    if (!tensor.isOutput && toChildren) add("multicast", keyOf(semantics.multicast));
    if (tensor.isOutput && toChildren && id.kind != multicast) add("drain", semantics.drainRead ? "read" : "not read");
    return text;
}

std::string ruleOf(const FigureId& id, const Target& target) {
    const bool output = id.tensor >= 0 && target.workload.tensors()[static_cast<std::size_t>(id.tensor)].isOutput;
    switch (id.kind) {
    case reads:
        return output ? "Updates that meet a partial sum read it first; the first touch of an element does not"
                      : "Words the next inner holder asks for: tiles of all settings less what the instances still "
                        "hold, one read for all children with the same request";
    case fills:
        return output ? "Tiles that come back as partial sums; the first touch of an element is not filled"
                      : "New words of each tile: the tile less what the instance just held, over all instances";
    case updates:
        return output ? "Words that arrive from the next inner holder after those of the same element have merged"
                      : std::string(entryOf(id.kind).meaning);
    case utilization:
    case throughputUtilization: return "MACs over what all compute instances could do in that time";
    case steps: return "Per dimension, the settings of its temporal loops at which the slowest lane works";
    case readWords:
    case writeWords: return "Each port by itself; partitions of a level have ports of their own";
    case capacity:
        return "The largest tiles of all tensors that share the memory, in bits, against what can be used of it";
    case idle: return "Compute instances times steps less computes: by the axes that are not filled and by the tails";
    default: return std::string(entryOf(id.kind).meaning);
    }
}

std::string titleOf(const FigureId& id, const Target& target) {
    std::string text(entryOf(id.kind).label);
    if (id.kind == multicast) text += " to " + formatCount(id.groupSize);
    if (id.tensor >= 0) text += " of " + target.workload.tensors()[static_cast<std::size_t>(id.tensor)].name;
    if (id.level >= 0) text += " at " + target.architecture.levels()[static_cast<std::size_t>(id.level)].name;
    if (id.fanout >= 0) text += " of " + target.architecture.fanouts()[static_cast<std::size_t>(id.fanout)].name;
    return text;
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
    Expression formula(const FigureId& id) const;
    Expression formulaOfLevel(const FigureId& id) const;
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
    if (id.tensor >= 0 && traffic.storeAt(id.level, id.tensor) < 0)
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

Expression Explainer::Impl::formula(const FigureId& id) const {
    if (id.level >= 0) return formulaOfLevel(id);
    switch (id.kind) {
    case macs: return time.macs();
    case computes: return time.computes();
    case steps: return time.steps();
    case cycles: return time.cycles();
    case energy: return energies.total();
    case computeEnergy: return energies.ofCompute();
    case edp: return energies.edp();
    case area: return energies.area();
    case utilization: return time.share(derive::named(time.steps(), "steps"));
    case throughputUtilization: return time.share(derive::named(time.cycles(), "cycles", "cycles"));
    case usedX: return time.usedLanes(id.fanout, Axis::x);
    case usedY: return time.usedLanes(id.fanout, Axis::y);
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
                          .title = titleOf(id, target),
                          .expression = m_impl->formula(id),
                          .unit = unitOf(id),
                          .instances = 1,
                          .rule = ruleOf(id, target),
                          .semantics = switchesOf(id, target, m_impl->plan.semantics),
                          .reference = std::string(entryOf(id.kind).source),
                          .limit = std::nullopt,
                          .verdict = {}};
    if (isSummed(id)) derivation.instances = target.levels[static_cast<std::size_t>(id.level)].instances;
    m_impl->judge(derivation);
    // Rather none than one that explains another number.
    const auto known = valueOf(id, m_impl->cost);
    if (known && !isEqual(derivation.value(), *known))
        return error(derivation.name + " can't be explained: its formula gives another number than the evaluator",
                     "please report the mapping");
    return derivation;
}

Result<Derivation> explain(TargetPtr target, const Mapping& mapping, const Semantics& semantics, const FigureId& id) {
    Result<Explainer> explainer = Explainer::make(std::move(target), mapping, semantics);
    if (!explainer) return explainer.diagnostics();
    return explainer->explain(id);
}

}  // namespace lapidary
