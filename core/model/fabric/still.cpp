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
    Sent(const EngineTrace& trace, std::int64_t cycle, std::int64_t back) : m_counts{trace.products} {
        for (const TracedCycle& traced : trace.cycles) {
            if (traced.cycle > cycle) break;
            for (const std::int32_t m : traced.multipliers) ++m_counts[0][static_cast<std::size_t>(m)];
        }
        for (std::int64_t d = 0; d < back; ++d) {
            m_counts.push_back(m_counts.back());
            const TracedCycle* traced = cycleOf(trace, cycle - d);
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

}  // namespace

std::int32_t Structure::neuronOf(std::int32_t multiplier) const {
    const std::int64_t neuron = multiplier / width;
    return neuron < static_cast<std::int64_t>(plan.neurons.size()) ? static_cast<std::int32_t>(neuron) : -1;
}

std::int64_t Structure::lookBack() const {
    std::int32_t deepest = 0;
    for (const NeuronRoute& route : tree.neurons) deepest = std::max(deepest, route.depth);
    return deepest + 2;
}

Result<Structure> structureOf(const Run& run) {
    Diagnostics problems = problemsOf(run);
    if (!problems.empty()) return problems;
    if (run.hardware.controller != Controller::maeri)
        return error("only MAERI has virtual neurons and a reduction tree, found " +
                     std::string(entryOf(run.hardware.controller).label));
    const auto shape = maeriShape(run.layer);
    if (!shape) return shape.diagnostics();
    Structure structure{*shape, run.tile, run.hardware, neuronWidth(run.hardware, *shape, run.tile), {}, {}, {}};
    structure.plan = maeriPlan(*shape, run.tile, run.hardware);
    structure.tree = layOut(structure.plan.neurons, structure.plan.multipliers, structure.plan.lines);
    structure.adders = addersOf(structure.plan.neurons, structure.plan.multipliers);
    return structure;
}

Position positionOf(const Structure& structure, std::int32_t multiplier, std::int64_t number) {
    const auto& [shape, tile, hardware, width, plan, tree, adders] = structure;
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
    const std::int64_t place = multiplier % width - structure.psumMultipliers();
    if (place >= 0) {
        at.s = at.fold % folds.s * tile.s + place % tile.s;
        at.r = at.fold / folds.s % folds.r * tile.r + place / tile.s % tile.r;
        at.c = at.fold / folds.s / folds.r * tile.c + place / (tile.s * tile.r);
    }
    at.outside = at.n >= shape.n || at.g >= shape.g || at.k >= shape.k || at.x >= shape.outX() ||
                 at.y >= shape.outY() || at.c >= shape.c || at.r >= shape.r || at.s >= shape.s;
    return at;
}

Still stillAt(const Structure& structure, const EngineTrace& trace, std::int64_t cycle) {
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
    Sent sent(trace, cycle, structure.lookBack());
    for (std::size_t a = 0; a < structure.adders.size(); ++a) {
        const auto [least, most] = sent.arrived(structure.adders[a], 0);
        still.adds[a] = least > sent.arrived(structure.adders[a], 1).first;
        still.waits[a] = most > least;
    }
    still.products = sent.takeNow();
    return still;
}

}  // namespace lapidary::fabric
