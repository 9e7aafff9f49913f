// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/sigma.h"

#include <algorithm>
#include <numeric>
#include <string>

#include "core/model/fabric/tree_traffic.h"

namespace lapidary::fabric {
namespace {

constexpr std::int64_t kLeastOnes = 3;
constexpr KeyEntry<Stationary> kStationaries[] = {
    {Stationary::mk, "MK_STA_KN_STR", "MK stationary", "rows of MK stay, columns of KN stream", "Bifrost, V-A"},
    {Stationary::kn, "MK_STR_KN_STA", "KN stationary", "columns of KN stay, rows of MK stream", "Bifrost, V-A"},
};

Bitmap transposed(const Bitmap& map) {
    Bitmap result{map.columns, map.rows, std::vector<std::uint8_t>(map.bits.size())};
    for (std::int64_t r = 0; r < map.rows; ++r)
        for (std::int64_t c = 0; c < map.columns; ++c)
            result.bits[static_cast<std::size_t>(c * map.rows + r)] =
                map.bits[static_cast<std::size_t>(r * map.columns + c)];
    return result;
}

Bitmap withLeastOnes(Bitmap map) {
    for (std::int64_t r = 0; r < map.rows; ++r) {
        const auto row = map.bits.begin() + r * map.columns;
        if (std::accumulate(row, row + map.columns, std::int64_t{0}) < kLeastOnes)
            std::fill(row, row + std::min(kLeastOnes, map.columns), std::uint8_t{1});
    }
    return map;
}

std::vector<std::int64_t> onesOf(const Bitmap& map, std::int64_t row) {
    std::vector<std::int64_t> ones;
    for (std::int64_t c = 0; c < map.columns; ++c)
        if (map.at(row, c)) ones.push_back(c);
    return ones;
}

/// Rounds whose packets go the same ways take the same time.
class RoundTimes {
public:
    RoundTimes(const Hardware& hardware, const EngineOptions& options) : m_hardware(hardware), m_options(options) {}

    struct Known {
        Plan plan;
        ReductionTree tree;
        EngineResult result;
        Timeline::Part course;  ///< while a timeline is wanted
        std::int64_t unicasts = 0, broadcasts = 0, packets = 0;
    };

    const Known& timeOf(const SigmaRound& round, std::int64_t streamed) {
        Plan plan = sigmaPlan(round, streamed, m_hardware);
        for (const Known& known : m_known)
            if (equal(known.plan, plan)) return known;
        if (m_known.size() == kMostKnown) m_known.erase(m_known.begin());
        Known known;
        known.tree = layOut(plan.neurons, plan.multipliers, plan.lines);
        known.result = run(plan, known);
        m_stepped += known.result.cycles;
        TreeTraffic traffic(plan.multipliers / plan.ports);
        traffic.add(plan.weights, 1);
        traffic.add(plan.firstInputs, streamed);
        known.unicasts = traffic.unicasts();
        known.broadcasts = traffic.broadcasts();
        known.packets = traffic.packets();
        known.plan = std::move(plan);
        m_known.push_back(std::move(known));
        return m_known.back();
    }
    std::int64_t steppedCycles() const { return m_stepped; }

private:
    static constexpr std::size_t kMostKnown = 8;

    EngineResult run(const Plan& plan, Known& known) const {
        constexpr std::size_t kDetail = 1 << 13;
        EngineOptions options = m_options;
        EngineTrace course;
        course.timeline.emplace(kDetail);
        course.states = m_options.trace && m_options.trace->states;
        const bool wanted = m_options.trace && m_options.trace->timeline;
        options.trace = wanted ? &course : nullptr;
        const EngineResult result = runPlan(plan, known.tree, options);
        if (wanted) known.course = Timeline::Part(*course.timeline);
        return result;
    }

    static bool equal(const Plan& a, const Plan& b) {
        return a.forwarders == b.forwarders && a.outputs == b.outputs && a.neurons.size() == b.neurons.size() &&
               a.firstInputs == b.firstInputs && a.weights == b.weights &&
               std::equal(a.neurons.begin(), a.neurons.end(), b.neurons.begin(),
                          [](const NeuronSpan& x, const NeuronSpan& y) { return x.size == y.size; });
    }

    const Hardware& m_hardware;
    EngineOptions m_options;
    std::vector<Known> m_known;
    std::int64_t m_stepped = 0;
};

/// A round that starts behind so many cycles: the one of configuration, then those of the plan.
void traceRound(const RoundTimes::Known& known, std::int64_t number, std::int64_t before,
                const EngineOptions& options) {
    EngineTrace& trace = *options.trace;
    if (trace.timeline) {
        trace.timeline->add(Activity::configuration, 0);
        trace.timeline->append(known.course);
    }
    if (!trace.meets(before, 1 + known.result.cycles)) return;
    trace.sections.push_back({before + 1, before + 1 + known.result.cycles, number, known.plan.neurons, {}});
    if (trace.meets(before, 1)) trace.cycles.push_back({before + 1, Activity::configuration, {}, {}, {}, 0, {}});
    EngineTrace part = trace.part(before + 1);
    EngineOptions again = options;
    again.trace = &part;
    runPlan(known.plan, known.tree, again);
    trace.sections.back().products = std::move(part.products);
    trace.take(std::move(part), before + 1);
}

void addRound(const SigmaRound& round, const RoundTimes::Known& known, std::int64_t streamed,
              const std::vector<std::int64_t>& streamedOnes, Outcome& outcome) {
    Counters& counters = outcome.counters;
    std::int64_t ones = 0;
    for (const SigmaRound::Part& part : round.parts) ones += static_cast<std::int64_t>(part.positions.size());
    // Read whether or not a multiplier wants them; what nobody wants isn't sent.
    for (std::int64_t position = round.from; position < round.to; ++position)
        outcome.sram.inputReads += streamedOnes[static_cast<std::size_t>(position)];
    outcome.sram.weightReads += ones;
    const std::int64_t results = static_cast<std::int64_t>(round.parts.size()) * streamed;
    outcome.sram.psumWrites += results;
    counters.results += results;
    counters.topResults += results;
    counters.multiplications += ones * streamed;
    if (round.continues) {
        outcome.sram.psumReads += streamed;
        counters.psumForwards += streamed;
    }
    for (const NeuronRoute& route : known.tree.neurons) {
        counters.twoInputSums += streamed * route.twoInputSums;
        counters.threeInputSums += streamed * route.threeInputSums;
        counters.parentSends += streamed * route.parentSends;
        counters.linkSends += streamed * route.linkSends;
    }
    counters.packets += known.packets;
    counters.unicasts += known.unicasts;
    counters.broadcasts += known.broadcasts;
    counters.busConflicts += known.result.busConflicts;
    ++counters.configurations;
    outcome.cycles += 1 + known.result.cycles;
}

}  // namespace

std::span<const KeyEntry<Stationary>> keyTable(Stationary) { return kStationaries; }

std::int64_t Bitmap::ones() const { return std::accumulate(bits.begin(), bits.end(), std::int64_t{0}); }

Bitmap bitmapOfProduct(const Bitmap* bitmap, std::int64_t product, std::int64_t rows, std::int64_t columns) {
    if (bitmap == nullptr) return fullBitmap(rows, columns);
    if (bitmap->rows == rows) return *bitmap;
    const auto first = bitmap->bits.begin() + product % (bitmap->rows / rows) * rows * columns;
    return {rows, columns, {first, first + rows * columns}};
}

Bitmap fullBitmap(std::int64_t rows, std::int64_t columns) {
    return {rows, columns, std::vector<std::uint8_t>(static_cast<std::size_t>(rows * columns), 1)};
}

SigmaOperands sigmaOperands(const Bitmap& mk, const Bitmap& kn, Stationary stationary) {
    Bitmap rows = withLeastOnes(mk), columns = withLeastOnes(transposed(kn));
    if (stationary == Stationary::mk) return {std::move(rows), std::move(columns)};
    return {std::move(columns), std::move(rows)};
}

std::int64_t SigmaRound::multipliers() const {
    std::int64_t count = continues ? 1 : 0;
    for (const Part& part : parts) count += static_cast<std::int64_t>(part.positions.size());
    return count;
}

std::vector<SigmaRound> sigmaRounds(const Bitmap& stationary, std::int64_t multipliers) {
    std::vector<SigmaRound> rounds;
    for (std::int64_t vector = 0; vector < stationary.rows;) {
        std::vector<std::int64_t> ones = onesOf(stationary, vector);
        if (static_cast<std::int64_t>(ones.size()) <= multipliers) {
            SigmaRound round{{}, 0, stationary.columns, false};
            auto room = static_cast<std::size_t>(multipliers);
            while (ones.size() <= room) {
                room -= ones.size();
                round.parts.push_back({vector, std::move(ones)});
                if (++vector == stationary.rows) break;
                ones = onesOf(stationary, vector);
            }
            rounds.push_back(std::move(round));
            continue;
        }
        std::int64_t position = 0;
        for (std::size_t from = 0; from < ones.size();) {
            const bool continues = from > 0;
            const std::size_t room = static_cast<std::size_t>(multipliers) - (continues ? 1 : 0);
            const std::size_t to = std::min(ones.size(), from + room);
            const std::int64_t end = to - from < room ? stationary.columns : ones[to - 1] + 1;
            SigmaRound round{{}, position, end, continues};
            round.parts.push_back(
                {vector,
                 {ones.begin() + static_cast<std::ptrdiff_t>(from), ones.begin() + static_cast<std::ptrdiff_t>(to)}});
            rounds.push_back(std::move(round));
            position = end;
            from = to;
        }
        ++vector;
    }
    return rounds;
}

Plan sigmaPlan(const SigmaRound& round, std::int64_t streamed, const Hardware& hardware) {
    Plan plan;
    plan.multipliers = hardware.multipliers;
    plan.ports = hardware.distributionWidth;
    plan.lines = hardware.reductionWidth;
    plan.windows = streamed;
    plan.outputs = static_cast<std::int64_t>(round.parts.size()) * streamed;
    std::vector<Delivery> weights, inputs;
    std::int32_t next = 0;
    if (round.continues) {
        plan.forwarders.push_back(0);
        inputs.push_back({-1, next++});
    }
    for (const SigmaRound::Part& part : round.parts) {
        const std::int32_t first = round.continues ? 0 : next;
        for (const std::int64_t position : part.positions) {
            weights.push_back({next, next});
            inputs.push_back({position, next++});
        }
        plan.neurons.push_back({first, next - first});
    }
    plan.weights = stepOf(std::move(weights), plan.multipliers, plan.ports);
    plan.firstInputs = stepOf(std::move(inputs), plan.multipliers, plan.ports);
    plan.laterInputs = plan.firstInputs;
    return plan;
}

Diagnostics sigmaProblems(const GemmShape& shape) {
    if (shape.k >= kLeastOnes) return {};
    return {error("K is " + std::to_string(shape.k) + ", SIGMA needs at least " + std::to_string(kLeastOnes),
                  "every vector gets that many ones")};
}

Outcome runSigma(const SigmaOperands& operands, const Hardware& hardware, const EngineOptions& options) {
    const std::int64_t streamed = operands.streaming.rows;
    std::vector<std::int64_t> streamedOnes(static_cast<std::size_t>(operands.streaming.columns), 0);
    for (std::size_t i = 0; i < operands.streaming.bits.size(); ++i)
        streamedOnes[i % streamedOnes.size()] += operands.streaming.bits[i];
    const std::vector<SigmaRound> rounds = sigmaRounds(operands.stationary, hardware.multipliers);
    EngineOptions inner = options;
    Job part(options.job);
    if (options.job) inner.job = &part;
    RoundTimes times(hardware, inner);
    Outcome outcome;
    outcome.multipliers = hardware.multipliers;
    outcome.macs = operands.stationary.rows * streamed * operands.stationary.columns;
    for (std::size_t r = 0; r < rounds.size(); ++r) {
        const RoundTimes::Known& known = times.timeOf(rounds[r], streamed);
        if (!known.result.finished) {
            outcome.cycles = 0;
            return outcome;
        }
        if (options.trace) traceRound(known, static_cast<std::int64_t>(r) + 1, outcome.cycles, inner);
        addRound(rounds[r], known, streamed, streamedOnes, outcome);
        if (options.job) {
            options.job->setProgress(static_cast<double>(r + 1) / static_cast<double>(rounds.size()));
            if (!options.job->checkpoint()) {
                outcome.cycles = 0;
                return outcome;
            }
        }
    }
    outcome.psums = outcome.counters.results;
    outcome.steppedCycles = times.steppedCycles();
    return outcome;
}

}  // namespace lapidary::fabric
