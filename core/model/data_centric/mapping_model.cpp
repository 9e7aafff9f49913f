// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/mapping_model.h"

#include <algorithm>

#include "core/mapping/validity.h"
#include "core/model/data_centric/machine.h"

namespace lapidary::data_centric {
namespace {

std::vector<int> tensorsOf(const Layer& layer, const Workload& workload) {
    std::vector<int> places;
    for (const LayerTensor& tensor : layer.tensors) places.push_back(workload.findTensor(tensor.name));
    return places;
}

}  // namespace

MappingModel::MappingModel(TargetPtr target, Layer layer, Hardware hardware, std::optional<Evaluator> cases)
    : m_target(std::move(target)),
      m_layer(std::move(layer)),
      m_hardware(std::move(hardware)),
      m_cases(std::move(cases)),
      m_shared(m_target->architecture.fanouts().front().below),
      m_private(m_target->architecture.levelCount() - 1),
      m_tensorOf(tensorsOf(m_layer, m_target->workload)) {}

Result<MappingModel> MappingModel::make(TargetPtr target, std::optional<Quirks> quirks) {
    auto layer = layerOf(target->workload);
    if (!layer) return layer.diagnostics();
    auto hardware = hardwareOf(target->architecture);
    if (!hardware) return hardware.diagnostics();
    if (Diagnostics wrong = check(*layer); !wrong.empty()) return wrong;
    Diagnostics notes = hardware.diagnostics();
    for (const Diagnostic& note : layer.diagnostics()) notes.push_back(note);
    std::optional<Evaluator> cases;
    if (quirks) {
        auto model = Evaluator::make(*layer, *hardware, *quirks);
        if (!model) return model.diagnostics();
        cases = *std::move(model);
    }
    return {MappingModel(std::move(target), *std::move(layer), *std::move(hardware), std::move(cases)),
            std::move(notes)};
}

bool MappingModel::readInto(const Mapping& mapping, NestDirectives& nest) const {
    if (!nest.read(mapping, m_layer)) return false;
    if (m_cases) useInputCoordinates(nest.flow, m_layer);
    return true;
}

Reason MappingModel::limitsOf(const Mapping& mapping, Workspace& work) const {
    Reason reason = checkLimits(mapping, *m_target);
    if (reason.code != ReasonCode::none) return reason;
    if (readInto(mapping, work.nest)) return reason;
    reason.code = ReasonCode::directives;
    reason.dimension = static_cast<std::int8_t>(work.nest.offender);
    return reason;
}

Reason MappingModel::capacityOf(std::int64_t l1Required, std::int64_t l2Required) const {
    Reason reason;
    const auto judge = [&](int level, const std::optional<std::int64_t>& room, std::int64_t need) {
        if (reason.code != ReasonCode::none || !room || need <= *room) return;
        const int bits = m_target->architecture.levels()[static_cast<std::size_t>(level)].wordBits;
        reason.code = ReasonCode::capacity;
        reason.level = static_cast<std::int8_t>(level);
        reason.needed = need * bits;
        reason.available = *room * bits;
    };
    judge(m_shared, m_hardware.l2Elements, l2Required);
    judge(m_private, m_hardware.l1Elements, l1Required);
    return reason;
}

lapidary::Score MappingModel::score(const Mapping& mapping, Workspace& work) const {
    lapidary::Score score;
    score.reason = limitsOf(mapping, work);
    if (!score.valid()) return score;
    const NestDirectives& nest = work.nest;
    const Score found = m_cases ? m_cases->score(nest.flow, work.cases, nest.pes)
                                : scoreEdgeExact(nest.flow, m_layer, m_hardware, work.exact, nest.pes);
    score.reason = capacityOf(found.l1Required, found.l2Required);
    score.energyPj = found.energyNj * 1000;
    score.cycles = score.steps = found.runtime;
    return score;
}

Result<Outcome> MappingModel::outcomeOf(const NestDirectives& nest) const {
    Hardware machine = m_hardware;
    machine.pes = nest.pes;
    if (!m_cases) return evaluateEdgeExact(nest.flow, m_layer, machine);
    const auto model = Evaluator::make(m_layer, machine, m_cases->quirks());
    if (!model) return model.diagnostics();
    if (Diagnostics wrong = model->problems(nest.flow); !wrong.empty()) return wrong;
    return model->evaluate(nest.flow);
}

Result<Outcome> MappingModel::outcome(const Mapping& mapping) const {
    NestDirectives nest;
    if (!readInto(mapping, nest)) return nest.whyNot(m_layer);
    return outcomeOf(nest);
}

void MappingModel::addCounts(const Outcome& outcome, Cost& cost) const {
    const double perMac = m_hardware.costs.macNj * 1000;
    const auto levels = m_target->architecture.levels();
    for (std::size_t l = 0; l < levels.size(); ++l) {
        LevelCost level;
        level.name = levels[l].name;
        level.instances = m_target->architecture.instances(static_cast<int>(l));
        level.tensors.resize(m_target->workload.tensors().size());
        level.energyPj = 0;
        cost.levels.push_back(std::move(level));
    }
    const auto add = [&](int place, std::size_t t, const TensorAccess& access, bool near) {
        LevelCost& level = cost.levels[static_cast<std::size_t>(place)];
        TensorCost& tensor = level.tensors[static_cast<std::size_t>(m_tensorOf[t])];
        const std::int64_t writes = near ? access.l1Write : access.l2Write;
        tensor.stored = true;
        tensor.tile = (near ? access.l1Required : access.l2Required) / 2;
        tensor.reads = tensor.readAccesses = near ? access.l1Read : access.l2Read;
        tensor.accesses = tensor.reads + writes;
        (access.isOutput ? tensor.updates : tensor.fills) = writes;
        (access.isOutput ? tensor.updateAccesses : tensor.fillAccesses) = writes;
        const double each = near ? m_hardware.costs.l1Access : m_hardware.costs.l2Access;
        tensor.energyPj = static_cast<double>(tensor.reads + writes) * each * perMac;
        *level.energyPj += *tensor.energyPj;
    };
    for (std::size_t t = 0; t < outcome.tensors.size(); ++t) {
        add(m_shared, t, outcome.tensors[t], false);
        add(m_private, t, outcome.tensors[t], true);
    }
    cost.computeEnergyPj = static_cast<double>(outcome.macs) * perMac;
}

Result<Cost> MappingModel::evaluate(const Mapping& mapping) const {
    Cost cost;
    Workspace work;
    if (!readInto(mapping, work.nest)) return work.nest.whyNot(m_layer);
    if (const Reason reason = limitsOf(mapping, work); reason.code != ReasonCode::none) cost.reasons.push_back(reason);
    const auto outcome = outcomeOf(work.nest);
    if (!outcome) return outcome.diagnostics();
    if (const Reason reason = capacityOf(outcome->l1Required, outcome->l2Required); reason.code != ReasonCode::none)
        cost.reasons.push_back(reason);
    cost.valid = cost.reasons.empty();
    cost.macs = outcome->trueMacs;
    cost.computes = outcome->macs;
    cost.cycles = outcome->runtime;
    for (const PhaseTime& phase : outcome->phases) {
        cost.steps += phase.compute;
        cost.stallCycles += phase.communication;
    }
    const auto shareOf = [&](std::int64_t cycles) {
        return static_cast<double>(outcome->macs) / (static_cast<double>(m_hardware.pes) * static_cast<double>(cycles));
    };
    cost.utilization = shareOf(std::max<std::int64_t>(cost.steps, 1));
    cost.throughputUtilization = shareOf(cost.cycles);
    const std::string& network = m_target->architecture.levels()[static_cast<std::size_t>(m_shared)].name;
    cost.boundBy = 2 * cost.stallCycles > cost.cycles ? network : "compute";
    addCounts(*outcome, cost);
    cost.energyPj = outcome->energyNj * 1000;
    cost.edp = *cost.energyPj * static_cast<double>(cost.cycles);
    cost.notes.emplace_back("data-centric model: nothing outside of " + network + " is counted");
    if (m_cases && m_cases->quirks().noL1EnergyInClusters && work.nest.flow.levels.size() > 1)
        cost.notes.emplace_back(
            "MAESTRO's energy leaves out L1, the MACs and the first write of the output to L2: the energies of the "
            "levels add "
            "up to more");
    return cost;
}

}  // namespace lapidary::data_centric
