// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/port_plan.h"

#include <algorithm>
#include <cmath>

#include "core/model/rates.h"

namespace lapidary {
namespace {

constexpr std::array<Passage, kPassages> kAllPassages{Passage::toBelow, Passage::toAbove, Passage::fromAbove,
                                                      Passage::fromBelow};

/// How closely a use names a passage of a tensor; 0 = not at all.
int closeness(const PortUse& use, const Tensor& tensor, Passage passage) {
    if (use.passage.value_or(passage) != passage) return 0;
    const int byPassage = use.passage ? 1 : 0;
    if (use.tensor == tensor.name) return 5 + byPassage;
    if (use.tensor == tensor.role) return 3 + byPassage;
    return use.tensor.empty() ? 1 + byPassage : 0;
}

int closeness(const Port& port, const Tensor& tensor, Passage passage) {
    if (!allows(port.type, passage)) return 0;
    int closest = port.serves.empty() ? closeness(PortUse{}, tensor, passage) : 0;
    for (const PortUse& use : port.serves) closest = std::max(closest, closeness(use, tensor, passage));
    return closest;
}

/// The one that names the passage most closely; -1 if none serves it.
int servingPort(const std::vector<Port>& ports, const Tensor& tensor, Passage passage) {
    int best = -1, closest = 0;
    for (std::size_t p = 0; p < ports.size(); ++p) {
        const int own = closeness(ports[p], tensor, passage);
        if (own > closest) closest = own, best = static_cast<int>(p);
    }
    return best;
}

PortLimit listedPort(const Port& port) {
    PortLimit limit{.name = port.name, .most = 0, .least = 0, .inBits = false};
    if (!port.bandwidth) return limit;
    limit.most = port.bandwidth->amount;
    limit.least = port.least ? port.least->amount : limit.most;
    limit.inBits = port.bandwidth->inBits;
    return limit;
}

class LevelPorter {
public:
    LevelPorter(const Level& level, const TargetLevel& resolved, const Workload& workload)
        : m_level(level), m_resolved(resolved), m_workload(workload) {
        m_result.doubleBuffered = level.doubleBuffered;
    }

    LevelPorts run(const LevelRates& rates) {
        for (const Port& port : m_level.ports) m_result.ports.push_back(listedPort(port));
        if (!m_level.ports.empty()) addListed();
        for (int part = 0; part < rates.parts; ++part) {
            const PortRates& own = rates.ports[static_cast<std::size_t>(part)];
            std::string prefix = part == 0 ? "" : m_resolved.partitions[static_cast<std::size_t>(part - 1)] + ".";
            if (!m_level.ports.empty()) prefix += "bandwidth.";  // a listed port may be called "read", too
            addLimit(prefix + "read", own.read, part, {Passage::toBelow, Passage::toAbove});
            addLimit(prefix + "write", own.write, part, {Passage::fromAbove, Passage::fromBelow});
            addLimit(prefix + "shared", own.shared, part,
                     {Passage::toBelow, Passage::toAbove, Passage::fromAbove, Passage::fromBelow});
        }
        m_result.limited = std::ranges::any_of(m_result.ports, &PortLimit::limited);
        return std::move(m_result);
    }

private:
    void addListed() {
        for (std::size_t t = 0; t < m_workload.tensors().size(); ++t)
            for (const Passage passage : kAllPassages)
                if (const int port = servingPort(m_level.ports, m_workload.tensors()[t], passage); port >= 0)
                    serve(t, passage, static_cast<std::size_t>(port));
    }

    /// A bandwidth moves single words, whatever tensor they belong to.
    void addLimit(const std::string& name, double rate, int part, std::initializer_list<Passage> passages) {
        if (rate <= 0) return;
        m_result.ports.push_back({.name = name, .most = rate, .least = 1, .inBits = false});
        for (std::size_t t = 0; t < m_workload.tensors().size(); ++t)
            for (const Passage passage : passages)
                if (m_resolved.part[t] == part) serve(t, passage, m_result.ports.size() - 1);
    }

    void serve(std::size_t tensor, Passage passage, std::size_t port) {
        m_result.serving[tensor][static_cast<std::size_t>(passage)] |= std::uint64_t{1} << port;
    }

    const Level& m_level;
    const TargetLevel& m_resolved;
    const Workload& m_workload;
    LevelPorts m_result;
};

}  // namespace

double PortLimit::load(std::int64_t words, std::int64_t transfers, int wordBits) const {
    if (words <= 0) return 0;
    transfers = std::min(transfers, words);
    const std::int64_t small = words / transfers, larger = words % transfers;
    const double unit = inBits ? wordBits : 1;
    const auto accesses = [&](std::int64_t ofOne) {
        return std::ceil(static_cast<double>(ofOne) * unit / least) * least;
    };
    const double sum = static_cast<double>(transfers - larger) * accesses(small);
    return larger == 0 ? sum : sum + static_cast<double>(larger) * accesses(small + 1);
}

PortPlan::PortPlan(const Target& target) {
    const Rates rates(target);
    for (std::size_t l = 0; l < target.levels.size(); ++l)
        levels.push_back(
            LevelPorter(target.architecture.levels()[l], target.levels[l], target.workload).run(rates.levels[l]));
}

Diagnostics checkPorts(const Target& target, const Semantics& semantics) {
    Diagnostics problems;
    if (semantics.time != Time::ports) return problems;
    for (std::size_t l = 0; l < target.levels.size(); ++l) {
        const Level& level = target.architecture.levels()[l];
        if (level.ports.empty()) continue;
        for (std::size_t t = 0; t < target.workload.tensors().size(); ++t) {
            const Tensor& tensor = target.workload.tensors()[t];
            if (target.levels[l].keep[t] == Keep::never) continue;
            for (const Passage passage : kAllPassages) {
                if (passage == Passage::fromAbove && l == 0) continue;
                if (passage == Passage::fromBelow && !tensor.isOutput) continue;
                if (passage == Passage::toAbove && (!tensor.isOutput || l == 0 || !semantics.drainRead)) continue;
                if (servingPort(level.ports, tensor, passage) >= 0) continue;
                const PortUse use{tensor.name, passage};
                problems.push_back(
                    error(level.name + ": none of its ports serves " + toText(use),
                          "add \"" + toText(PortUse{tensor.role, passage}) + "\" to what one of them serves"));
            }
        }
    }
    return problems;
}

}  // namespace lapidary
