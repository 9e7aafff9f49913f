// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/explain/traffic_facts.h"

#include "core/model/explain/event_flow.h"

namespace lapidary::derive {
namespace {

std::int64_t portOf(const reuse::StoreWords& words, Port port) {
    return (port != Port::write ? words.reads : 0) + (port != Port::read ? words.fills + words.updates : 0);
}

std::int64_t wordsOf(const reuse::StoreWords& words, Action action) {
    return action == Action::read ? words.reads : action == Action::fill ? words.fills : words.updates;
}

CostFigure kindOf(Action action) {
    return action == Action::read   ? CostFigure::reads
           : action == Action::fill ? CostFigure::fills
                                    : CostFigure::updates;
}

}  // namespace

int TrafficFacts::storeAt(int level, int tensor) const {
    for (int i = 0; i < m_counting.storesOf(tensor); ++i)
        if (m_counting.store(tensor, i).level == level) return i;
    return -1;
}

FigureId TrafficFacts::idOf(CostFigure kind, int tensor, int index) const {
    return {.kind = kind, .level = m_counting.store(tensor, index).level, .tensor = static_cast<std::int8_t>(tensor)};
}

Expression TrafficFacts::asFigure(Expression expression, CostFigure kind, int tensor, int index,
                                  const reuse::InstanceGroup* group) const {
    const FigureId id = idOf(kind, tensor, index);
    if (group) return named(std::move(expression), toText(id, m_facts.target()) + " of one instance", "words");
    return derive::asFigure(std::move(expression), id, m_facts.target(), "words");
}

Expression TrafficFacts::lessFirstTouches(Expression words, int tensor, int index, const reuse::InstanceGroup* group,
                                          std::string label) const {
    if (m_counting.elidesNothing(tensor, index))
        return named(std::move(words), std::move(label), "words", "rmw-first-update: first touches count like others");
    return difference(std::move(words),
                      asFigure(distinct(tensor, index, group), CostFigure::distinct, tensor, index, group),
                      std::move(label));
}

Expression TrafficFacts::ofTensor(const FigureId& id) const {
    const int t = id.tensor, index = storeAt(id.level, t);
    switch (id.kind) {
    case CostFigure::tile: return m_facts.tile(t, m_counting.store(t, index));
    case CostFigure::instancesTouched:
        return index == 0 ? number(1, "the backing Store") : FlowFacts(m_facts, t, index - 1).touched();
    case CostFigure::reads: return reads(t, index, nullptr);
    case CostFigure::fills: return fills(t, index, nullptr);
    case CostFigure::updates: return updates(t, index, nullptr);
    case CostFigure::accesses:
        return sum({asFigure(accesses(id.level, t, Action::read), CostFigure::readAccesses, t, index),
                    asFigure(accesses(id.level, t, Action::fill), CostFigure::fillAccesses, t, index),
                    asFigure(accesses(id.level, t, Action::update), CostFigure::updateAccesses, t, index)});
    case CostFigure::readAccesses: return accesses(id.level, t, Action::read);
    case CostFigure::fillAccesses: return accesses(id.level, t, Action::fill);
    case CostFigure::updateAccesses: return accesses(id.level, t, Action::update);
    case CostFigure::delivered: return delivered(t, index);
    case CostFigure::accumulateReads: return accumulateReads(t, index);
    case CostFigure::refetchReads:
        if (index + 1 < m_counting.storesOf(t))
            return asFigure(accumulateReads(t, index), CostFigure::accumulateReads, t, index);
        return number(0, "the MACs below hold nothing: their partial sums are accumulate reads");
    case CostFigure::drains: return isOutput(t) ? delivered(t, index) : number(0, "inputs are not drained");
    case CostFigure::spatialReductions: return reductions(t, index);
    case CostFigure::distinct: return distinct(t, index);
    case CostFigure::neighbourMoves: return neighbourMoves(t, index);
    case CostFigure::multicast: return FlowFacts(m_facts, t, index - 1).sharedBy(id.groupSize);
    default: return number(0);
    }
}

Expression TrafficFacts::words(int tensor, int index, Action action, const reuse::InstanceGroup* group) const {
    switch (action) {
    case Action::read: return reads(tensor, index, group);
    case Action::fill: return fills(tensor, index, group);
    case Action::update: break;
    }
    return updates(tensor, index, group);
}

/// Inputs: what the children ask for. Outputs: updates that meet a partial sum, and the drain if it is read.
Expression TrafficFacts::reads(int tensor, int index, const reuse::InstanceGroup* group) const {
    Expression asked = FlowFacts(m_facts, tensor, index, group).words(Flowing::asked);
    if (!isOutput(tensor)) {
        if (m_counting.neighbourMoves(tensor, index) == 0) return asked;
        return sum({named(std::move(asked), "words that the children ask for", "words"),
                    asFigure(neighbourMoves(tensor, index, group), CostFigure::neighbourMoves, tensor, index, group)});
    }
    Expression accumulated = lessFirstTouches(asFigure(std::move(asked), CostFigure::updates, tensor, index, group),
                                              tensor, index, group, "updates that meet a partial sum");
    if (!m_facts.plan().semantics.drainRead || index == 0) return accumulated;
    return sum(
        {std::move(accumulated), asFigure(delivered(tensor, index, group), CostFigure::drains, tensor, index, group)});
}

Expression TrafficFacts::fills(int tensor, int index, const reuse::InstanceGroup* group) const {
    if (index == 0) return number(0, "the outermost Store holds everything from the beginning");
    if (!isOutput(tensor)) return delivered(tensor, index, group);
    return lessFirstTouches(asFigure(delivered(tensor, index, group), CostFigure::delivered, tensor, index, group),
                            tensor, index, group, "tiles that come back as partial sums");
}

Expression TrafficFacts::updates(int tensor, int index, const reuse::InstanceGroup* group) const {
    if (!isOutput(tensor)) return number(0, "inputs are not updated");
    return FlowFacts(m_facts, tensor, index, group).words(Flowing::asked);
}

Expression TrafficFacts::delivered(int tensor, int index, const reuse::InstanceGroup* group) const {
    if (index == 0) return number(0, "the outermost Store holds everything from the beginning");
    return FlowFacts(m_facts, tensor, index - 1, group).words(Flowing::delivered);
}

/// First touches: an instance's partial sums begin with them.
Expression TrafficFacts::distinct(int tensor, int index, const reuse::InstanceGroup* group) const {
    if (!isOutput(tensor)) return number(0);
    if (index == 0) return m_facts.tile(tensor, m_counting.store(tensor, 0));
    return FlowFacts(m_facts, tensor, index - 1, group).held();
}

Expression TrafficFacts::accumulateReads(int tensor, int index) const {
    if (!isOutput(tensor)) return number(0, "inputs are not accumulated");
    return lessFirstTouches(asFigure(updates(tensor, index, nullptr), CostFigure::updates, tensor, index), tensor,
                            index, nullptr, "updates that meet a partial sum");
}

Expression TrafficFacts::reductions(int tensor, int index) const {
    if (!isOutput(tensor)) return number(0, "inputs are not reduced");
    Expression sent = FlowFacts(m_facts, tensor, index).words(Flowing::delivered);
    sent = named(std::move(sent), "words that the children send", "words");
    return difference(std::move(sent), asFigure(updates(tensor, index, nullptr), CostFigure::updates, tensor, index),
                      "words that merge on the way");
}

Expression TrafficFacts::accesses(int level, int tensor, Action action) const {
    const int index = storeAt(level, tensor);
    const auto t = static_cast<std::size_t>(tensor);
    const reuse::StoreWords totals = m_counting.words(tensor, index);
    const std::int64_t block = m_facts.plan().rates.levels[static_cast<std::size_t>(level)].stores[t].block;
    if (block == 1 || wordsOf(totals, action) == 0)
        return asFigure(words(tensor, index, action), kindOf(action), tensor, index);
    const reuse::InstanceGroups groups = m_counting.groupsOf(level);
    const std::int64_t count = groups.count();
    Expression blockWords = number(block, "words per block");
    std::vector<Expression> sums;
    for (std::int64_t g = 0; g < count; ++g) {
        const reuse::InstanceGroup group = groups.at(g);
        Expression own;
        if (count == 1) {
            own = asFigure(words(tensor, index, action), kindOf(action), tensor, index);
            if (group.instances > 1) own = quotient(std::move(own), number(group.instances, "instances alike"));
        } else if (wordsOf(m_counting.wordsOfInstance(tensor, index, group), action) == 0) {
            continue;
        } else {
            own = named(words(tensor, index, action, &group), "words of one instance", "words");
        }
        sums.push_back(product({ceiling(std::move(own), blockWords, "blocks of one instance"),
                                group.instances > 1 ? number(group.instances, "instances alike") : number(1)}));
    }
    return sum(std::move(sums));
}

Expression TrafficFacts::busiest(int level, int part, Port port) const {
    const reuse::InstanceGroups groups = m_counting.groupsOf(level);
    const std::int64_t count = groups.count();
    const LevelRates& rates = m_facts.plan().rates.levels[static_cast<std::size_t>(level)];
    std::vector<int> tensors;
    for (int t = 0; t < m_facts.plan().tensorCount; ++t)
        if (storeAt(level, t) >= 0 && rates.stores[static_cast<std::size_t>(t)].part == part) tensors.push_back(t);
    std::int64_t most = -1, busiest = 0;
    for (std::int64_t g = 0; g < count && count > 1; ++g) {
        std::int64_t words = 0;
        for (const int t : tensors)
            words += portOf(m_counting.wordsOfInstance(t, storeAt(level, t), groups.at(g)), port);
        if (words > most) most = words, busiest = g;
    }
    const reuse::InstanceGroup group = groups.at(busiest);
    std::vector<Expression> sums;
    for (const int t : tensors) {
        for (const Action action : {Action::read, Action::fill, Action::update}) {
            if (action == Action::read ? port == Port::write : port == Port::read) continue;
            const int index = storeAt(level, t);
            if (wordsOf(m_counting.words(t, index), action) == 0) continue;
            Expression own = words(t, index, action, count > 1 ? &group : nullptr);
            if (count == 1) own = asFigure(std::move(own), kindOf(action), t, index);
            if (count == 1 && group.instances > 1)
                own = quotient(std::move(own), number(group.instances, "instances alike"));
            if (count > 1 || group.instances > 1)
                own = named(std::move(own), of(std::string(keyOf(kindOf(action))), m_facts.tensor(t).name), "words");
            sums.push_back(std::move(own));
        }
    }
    Expression result = sum(std::move(sums));
    if (count > 1)
        result.note = "the busiest of " + std::to_string(count) + " kinds of instances; " +
                      std::to_string(group.instances) + " fare so";
    return result;
}

Expression TrafficFacts::usedBits(int level, int part) const {
    const TargetLevel& resolved = m_facts.target().levels[static_cast<std::size_t>(level)];
    std::vector<Expression> sums;
    for (int t = 0; t < m_facts.plan().tensorCount; ++t) {
        const auto tensor = static_cast<std::size_t>(t);
        const int index = storeAt(level, t);
        if (index < 0 || resolved.part[tensor] != part) continue;
        Expression tile = m_facts.tile(t, m_counting.store(t, index));
        tile.figure = idOf(CostFigure::tile, t, index);
        Expression bits = product({std::move(tile), number(resolved.wordBits[tensor], "bits per word")});
        sums.push_back(named(std::move(bits), of("tile", m_facts.tensor(t).name) + " in bits", "bits"));
    }
    return sum(std::move(sums));
}

std::optional<TrafficFacts::Crossing> TrafficFacts::crossing(int fanout, int tensor) const {
    for (int i = 0; i < m_counting.storesOf(tensor); ++i) {
        const reuse::Between between = m_counting.between(m_counting.pair(tensor, i));
        for (std::size_t n = 0; n < static_cast<std::size_t>(between.count); ++n)
            if (between.fanouts[n] == fanout) return Crossing{i, n};
    }
    return std::nullopt;
}

/// The loops unrolled on a network, which put the children at their places.
std::vector<int> TrafficFacts::lanesOf(int fanout) const {
    std::vector<int> nodes;
    for (int i = 0; i < m_facts.nest().loopCount; ++i) {
        const reuse::Loop& loop = m_facts.nest().loops[static_cast<std::size_t>(i)];
        if (loop.isSpatial && loop.fanout == fanout) nodes.push_back(loop.position);
    }
    return nodes;
}

Expression TrafficFacts::neighbourMoves(int tensor, int index, const reuse::InstanceGroup* group) const {
    if (m_counting.neighbourMoves(tensor, index) == 0) return number(0, "neighbours give nothing");
    return EventFlow(m_facts, tensor, index - 1, group).given();
}

Expression TrafficFacts::returning(int tensor, const Crossing& at) const {
    const bool counted = isOutput(tensor) && m_facts.plan().semantics.returnHops;
    if (!counted || m_counting.storesOf(tensor) <= at.index + 1) return number(0);
    return asFigure(accumulateReads(tensor, at.index), CostFigure::refetchReads, tensor, at.index);
}

Expression TrafficFacts::hops(int fanout, int tensor) const {
    const std::string& name = m_facts.tensor(tensor).name;
    const std::optional<Crossing> at = crossing(fanout, tensor);
    Expression halves =
        at ? EventFlow(m_facts, tensor, at->index, nullptr)
                 .carried(at->network, &reuse::CarriedWords::halfHops, "half hops that these words take")
           : number(0);
    if (count(halves) == 0) return real(0, "no word of " + name + " crosses it", "word hops");
    halves = named(std::move(halves), "half hops of " + name + ", along X, then along Y");
    halves.nodes = lanesOf(fanout);
    Expression there = named(product({std::move(halves), real(0.5, "hops each", "")}),
                             isOutput(tensor) ? "on the way out" : "on the way in", "word hops");
    Expression back = returning(tensor, *at);
    if (count(back) == 0) return there;
    // They go the way they came, at the mean distance of the words that went up.
    Expression share =
        quotient(std::move(back), asFigure(updates(tensor, at->index, nullptr), CostFigure::updates, tensor, at->index),
                 "share that comes back");
    back = named(product({there, std::move(share)}), "partial sums that come back", "word hops");
    return sum({std::move(there), std::move(back)});
}

Expression TrafficFacts::networkWords(int fanout, int tensor) const {
    return carried(fanout, tensor, &reuse::CarriedWords::words,
                   isOutput(tensor) ? "words that leave" : "words that enter, each once");
}

Expression TrafficFacts::deliveries(int fanout, int tensor) const {
    return carried(fanout, tensor, &reuse::CarriedWords::deliveries,
                   isOutput(tensor) ? "words that the children send" : "words that arrive, one per child");
}

Expression TrafficFacts::carried(int fanout, int tensor, std::int64_t reuse::CarriedWords::*what,
                                 std::string label) const {
    const std::optional<Crossing> at = crossing(fanout, tensor);
    Expression there =
        at ? EventFlow(m_facts, tensor, at->index, nullptr).carried(at->network, what, std::move(label)) : number(0);
    if (count(there) == 0) return number(0, "no word of " + m_facts.tensor(tensor).name + " crosses it");
    Expression back = returning(tensor, *at);
    if (count(back) == 0) return there;
    return sum({named(std::move(there), "on the way out", "words"), std::move(back)});
}

Expression TrafficFacts::hops(int fanout) const {
    std::vector<Expression> sums;
    for (int t = 0; t < m_facts.plan().tensorCount; ++t) {
        Expression own = hops(fanout, t);
        if (toDouble(evaluate(own)) == 0) continue;
        const FigureId id{.kind = CostFigure::hops,
                          .tensor = static_cast<std::int8_t>(t),
                          .fanout = static_cast<std::int8_t>(fanout)};
        sums.push_back(derive::asFigure(std::move(own), id, m_facts.target(), "word hops"));
    }
    if (sums.empty()) return real(0, "no word crosses it", "word hops");
    return sum(std::move(sums));
}

}  // namespace lapidary::derive
