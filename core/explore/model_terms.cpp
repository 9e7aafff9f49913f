// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/explore/model_terms.h"

#include <algorithm>
#include <cmath>

namespace lapidary {
namespace {

bool isByDirectives(const Compared& side) { return side.rules && isDataCentric(*side.rules); }

/// The terms with the reuse model as a; turned round at the end if it is b.
class ModelTerms {
public:
    ModelTerms(const Compared& reuse, const Compared& directives) : m_reuse(reuse.cost), m_directives(directives.cost) {
        const Architecture& design = reuse.target->architecture;
        m_shared = static_cast<std::size_t>(design.fanouts().front().below);
        m_private = design.levels().size() - 1;
        addCycles();
        addEnergy();
        const std::vector<Tensor>& tensors = reuse.target->workload.tensors();
        for (std::size_t level = 0; level < design.levels().size(); ++level)
            for (std::size_t t = 0; t < tensors.size(); ++t) addTensor(level, t, tensors[t]);
    }

    std::vector<ModelTerm> take() && { return std::move(m_terms); }

private:
    void add(std::string of, std::string label, double reuse, double directives, std::string why) {
        if (reuse != directives)
            m_terms.push_back({std::move(of), std::move(label), reuse, directives, std::move(why)});
    }

    void addCycles() {
        const auto number = [](std::int64_t value) { return static_cast<double>(value); };
        add("cycles", "computing", number(m_reuse.steps), number(m_directives.steps),
            "directives: the slowest cluster of every step; reuse: steps of all PEs");
        add("cycles", "waiting for data", number(m_reuse.cycles - m_reuse.steps),
            number(m_directives.cycles - m_directives.steps),
            "directives: the first fetch of every invocation, and steps that take longer to move than to compute; "
            "reuse: what "
            "the slowest level needs beyond the steps, over the whole run");
    }

    void addEnergy() {
        const auto of = [](const Cost& cost, std::size_t level) { return cost.levels[level].energyPj.value_or(0); };
        for (std::size_t level = 0; level < m_reuse.levels.size(); ++level)
            add("energy_pj", m_reuse.levels[level].name, of(m_reuse, level), of(m_directives, level),
                isCounted(level) ? "accesses below" : "directives count two buffers and MACs alone");
        add("energy_pj", "MACs", m_reuse.computeEnergyPj.value_or(0), m_directives.computeEnergyPj.value_or(0),
            "executed MACs");
        add("energy_pj", "networks", m_reuse.networkEnergyPj.value_or(0), 0, "directives count no hops");
        const auto counted = [&](const Cost& cost) {
            double sum = cost.computeEnergyPj.value_or(0) + (&cost == &m_reuse ? cost.networkEnergyPj.value_or(0) : 0);
            for (const LevelCost& level : cost.levels) sum += level.energyPj.value_or(0);
            return cost.energyPj.value_or(0) - sum;
        };
        const double rest = counted(m_directives);
        if (std::abs(rest) > 1e-9 * m_directives.energyPj.value_or(0))
            add("energy_pj", "left out", 0, rest, "MAESTRO's energy has neither MACs nor L1 of clusters (Q4)");
    }

    bool isCounted(std::size_t level) const { return level == m_shared || level == m_private; }

    void addTensor(std::size_t level, std::size_t t, const Tensor& tensor) {
        const TensorCost& reuse = m_reuse.levels[level].tensors[t];
        const TensorCost& directives = m_directives.levels[level].tensors[t];
        const std::string& name = m_reuse.levels[level].name;
        const auto figure = [&](const char* key, std::int64_t left, std::int64_t right, const std::string& why) {
            add(name + "." + tensor.name + "." + key, name + " " + tensor.name + " " + key, static_cast<double>(left),
                static_cast<double>(right), isCounted(level) ? why : "directives count nothing here");
        };
        const bool near = level == m_private;
        figure("reads", reuse.reads, directives.reads, readsWhy(near, tensor.isOutput));
        figure("fills", reuse.fills, directives.fills, fillsWhy(near, tensor.isOutput));
        figure("updates", reuse.updates, directives.updates,
               near ? "MACs that are executed" : "directives: every step of a cluster sends what it has added up");
        if (isCounted(level))
            figure("tile", reuse.tile, directives.tile,
                   near ? "words of a PE"
                        : "directives: what all clusters hold at once; reuse: all that the loops above leave");
    }

    static std::string readsWhy(bool near, bool output) {
        if (near) return output ? "directives: each MAC reads its sum; reuse: the first of each has none" : "MACs";
        if (output)
            return "directives: each result is read once, for the way out; reuse: partial sums are read to be added to "
                   "and to "
                   "go back to the PEs";
        return "directives: a cluster reads what it didn't hold at the step before; reuse: a PE's tile, whenever a "
               "loop that it "
               "depends on advances";
    }

    static std::string fillsWhy(bool near, bool output) {
        if (near)
            return output ? "directives: partial sums never come back to a PE"
                          : "directives: PEs are empty at the start of every invocation of their cluster; reuse: a "
                            "tile stays "
                            "until it changes";
        return "directives: each tensor is brought in once; reuse: as often as the loops above ask for it";
    }

    const Cost& m_reuse;
    const Cost& m_directives;
    std::size_t m_shared = 0, m_private = 0;
    std::vector<ModelTerm> m_terms;
};

}  // namespace

std::vector<ModelTerm> modelTerms(const Compared& a, const Compared& b) {
    if (isByDirectives(a) == isByDirectives(b)) return {};
    if (isByDirectives(b)) return ModelTerms(a, b).take();
    std::vector<ModelTerm> terms = ModelTerms(b, a).take();
    for (ModelTerm& term : terms) std::swap(term.a, term.b);
    return terms;
}

}  // namespace lapidary
