// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/still.h"

#include <algorithm>

namespace lapidary::fabric {
namespace {

/// The packet of a step that begins with this multiplier: a step sends a multiplier at most one.
std::vector<std::int32_t> receiversOf(const Step& step, const TracedPacket& sent) {
    const auto port = static_cast<std::size_t>(sent.port);
    for (std::int32_t p = step.portStart[port]; p < step.portStart[port + 1]; ++p) {
        const Step::Packet packet = step.packets[static_cast<std::size_t>(p)];
        if (step.receivers[static_cast<std::size_t>(packet.first)] == sent.firstReceiver)
            return {step.receivers.begin() + packet.first, step.receivers.begin() + packet.last};
    }
    return {sent.firstReceiver};
}

/// Products that each multiplier had sent at the end of the last cycles: [0] those of the cycle itself.
class Sent {
public:
    Sent(const TracedSection& section, const EngineTrace& trace, std::size_t multipliers, std::int64_t cycle,
         std::int64_t back)
        : m_counts{section.products} {
        m_counts[0].resize(multipliers, 0);
        for (const TracedCycle& traced : trace.cycles) {
            if (traced.cycle < section.from) continue;
            if (traced.cycle > cycle) break;
            for (const std::int32_t m : traced.multipliers) ++m_counts[0][static_cast<std::size_t>(m)];
        }
        for (std::int64_t d = 0; d < back; ++d) {
            m_counts.push_back(m_counts.back());
            const TracedCycle* traced = cycle - d >= section.from ? cycleOf(trace, cycle - d) : nullptr;
            if (!traced) continue;
            for (const std::int32_t m : traced->multipliers) --m_counts.back()[static_cast<std::size_t>(m)];
        }
    }
    static const TracedCycle* cycleOf(const EngineTrace& trace, std::int64_t cycle) {
        const auto found = std::lower_bound(trace.cycles.begin(), trace.cycles.end(), cycle,
                                            [](const TracedCycle& each, std::int64_t c) { return each.cycle < c; });
        return found != trace.cycles.end() && found->cycle == cycle ? &*found : nullptr;
    }
    std::int64_t at(std::int32_t multiplier, std::int64_t back) const {
        return m_counts[static_cast<std::size_t>(back)][static_cast<std::size_t>(multiplier)];
    }
    std::vector<std::int64_t> takeNow() { return std::move(m_counts.front()); }

    /// Fewest and most products whose way to the adder has ended `back` cycles before.
    std::pair<std::int64_t, std::int64_t> arrived(const AdderUse& adder, std::int64_t back) const {
        std::int64_t least = INT64_MAX, most = 0;
        for (std::size_t i = 0; i < adder.hops.size(); ++i) {
            const std::int64_t count = at(adder.from + static_cast<std::int32_t>(i), adder.hops[i] + back);
            least = std::min(least, count);
            most = std::max(most, count);
        }
        return {least, most};
    }

private:
    std::vector<std::vector<std::int64_t>> m_counts;
};

/// What of a product stays in the array, one row per vector.
Bitmap heldBitmap(const Run& run, const GemmShape& shape, std::int64_t product) {
    const bool mkStays = run.stationary == Stationary::mk;
    if (!run.mk && !run.kn) return fullBitmap(mkStays ? shape.m : shape.n, shape.k);
    return sigmaOperands(run.mkOf(product), run.knOf(product), run.stationary).stationary;
}

}  // namespace

std::int64_t Structure::used() const {
    return plan.neurons.empty() ? 0 : plan.neurons.back().first + plan.neurons.back().size;
}

std::int64_t Structure::mapped() const {
    std::int64_t count = 0;
    for (std::size_t m = 0; m < neuronOf.size(); ++m) count += neuronOf[m] >= 0 && !passes[m];
    return count;
}

std::int64_t Structure::lookBack() const {
    std::int32_t deepest = 0;
    for (const NeuronRoute& route : tree.neurons) deepest = std::max(deepest, route.depth);
    return deepest + 2;
}

Result<Structure> structureOf(const Run& run, std::int64_t section, std::int64_t product) {
    Diagnostics problems = problemsOf(run);
    if (!problems.empty()) return problems;
    Structure structure;
    structure.hardware = run.hardware;
    switch (run.hardware.controller) {
    case Controller::maeri:
        structure.shape = *maeriShape(run.layer);
        structure.tile = run.tile;
        structure.plan = maeriPlan(*structure.shape, run.tile, run.hardware);
        break;
    case Controller::sigma: {
        const GemmShape shape = productOf(run.layer);
        const bool mkStays = run.stationary == Stationary::mk;
        const std::int64_t streamed = mkStays ? shape.n : shape.m;
        const Bitmap stationary = heldBitmap(run, shape, product);
        std::vector<SigmaRound> rounds = sigmaRounds(stationary, run.hardware.multipliers);
        if (section < 1 || section > static_cast<std::int64_t>(rounds.size()))
            return error("SIGMA has no round " + std::to_string(section) + ", expected 1 to " +
                         std::to_string(rounds.size()));
        structure.number = section;
        structure.stationary = run.stationary;
        structure.round = std::move(rounds[static_cast<std::size_t>(section - 1)]);
        structure.plan = sigmaPlan(*structure.round, streamed, run.hardware);
        break;
    }
    case Controller::systolic: return error("a systolic array has no virtual neurons and no reduction tree");
    }
    const Plan& plan = structure.plan;
    structure.tree = layOut(plan.neurons, plan.multipliers, plan.lines);
    structure.adders = addersOf(plan.neurons, plan.multipliers);
    structure.neuronOf.assign(static_cast<std::size_t>(plan.multipliers), -1);
    structure.passes.assign(static_cast<std::size_t>(plan.multipliers), 0);
    for (std::size_t v = 0; v < plan.neurons.size(); ++v) {
        const NeuronSpan& neuron = plan.neurons[v];
        std::fill_n(structure.neuronOf.begin() + neuron.first, neuron.size, static_cast<std::int32_t>(v));
        if (plan.psumsThroughMemory) structure.passes[static_cast<std::size_t>(neuron.first)] = 1;
    }
    for (const std::int32_t m : plan.forwarders) structure.passes[static_cast<std::size_t>(m)] = 1;
    return structure;
}

Position positionOf(const Structure& structure, std::int32_t multiplier, std::int64_t number) {
    const MaeriShape& shape = *structure.shape;
    const Tile& tile = structure.tile;
    const Plan& plan = structure.plan;
    const std::int64_t width = plan.neurons.front().size;
    Position at;
    const std::int64_t perTile = plan.folds * plan.windows * plan.rows;
    at.tile = number / perTile;
    at.fold = number % plan.folds;
    const std::int64_t window = number % perTile / plan.folds;
    std::int64_t neuron = multiplier / width;
    const std::int64_t y = neuron % tile.y, x = neuron / tile.y % tile.x;
    neuron /= tile.y * tile.x;
    at.k = at.tile % plan.tilesPerGroup * tile.k + neuron % tile.k;
    neuron /= tile.k;
    at.g = at.tile / plan.tilesPerGroup % plan.groupsPerImage * tile.g + neuron % tile.g;
    at.n = at.tile / plan.tilesPerGroup / plan.groupsPerImage * tile.n + neuron / tile.g;
    at.x = window / plan.windows * tile.x + x;
    at.y = window % plan.windows * tile.y + y;
    const Folding folds = foldingOf(shape, tile);
    const std::int64_t place = multiplier % width - (plan.psumsThroughMemory ? 1 : 0);
    if (place >= 0) {
        at.s = at.fold % folds.s * tile.s + place % tile.s;
        at.r = at.fold / folds.s % folds.r * tile.r + place / tile.s % tile.r;
        at.c = at.fold / folds.s / folds.r * tile.c + place / (tile.s * tile.r);
    }
    at.outside = at.n >= shape.n || at.g >= shape.g || at.k >= shape.k || at.x >= shape.outX() ||
                 at.y >= shape.outY() || at.c >= shape.c || at.r >= shape.r || at.s >= shape.s;
    return at;
}

std::ptrdiff_t sectionOf(const EngineTrace& trace, std::int64_t cycle) {
    for (std::size_t i = 0; i < trace.sections.size(); ++i)
        if (cycle >= trace.sections[i].from && cycle <= trace.sections[i].to) return static_cast<std::ptrdiff_t>(i);
    return -1;
}

Still stillAt(const Structure& structure, const TracedSection& section, const EngineTrace& trace, std::int64_t cycle) {
    Still still;
    still.cycle = Sent::cycleOf(trace, cycle);
    const auto multipliers = static_cast<std::size_t>(structure.plan.multipliers);
    still.sends.assign(multipliers, 0);
    still.adds.assign(structure.adders.size(), 0);
    still.waits = still.adds;
    if (!still.cycle) return still;
    for (const TracedPacket& packet : still.cycle->packets) {
        if (packet.kind == TracedPacket::Kind::psum)
            still.receivers.push_back({packet.firstReceiver});
        else
            still.receivers.push_back(receiversOf(
                packet.kind == TracedPacket::Kind::weight ? structure.plan.weights : structure.plan.firstInputs,
                packet));
    }
    for (const std::int32_t m : still.cycle->multipliers) still.sends[static_cast<std::size_t>(m)] = 1;
    Sent sent(section, trace, multipliers, cycle, structure.lookBack());
    for (std::size_t a = 0; a < structure.adders.size(); ++a) {
        const auto [least, most] = sent.arrived(structure.adders[a], 0);
        still.adds[a] = least > sent.arrived(structure.adders[a], 1).first;
        still.waits[a] = most > least;
    }
    still.products = sent.takeNow();
    return still;
}

}  // namespace lapidary::fabric
