// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/regions/plan.h"

#include <algorithm>

#include "core/search/optimal/covers.h"

namespace lapidary::optimal::regions {

namespace {

constexpr std::size_t kMostStores = 9, kMostRooms = 3;

}  // namespace

Result<Plan> Plan::make(const Question& question, const std::vector<unsigned>& kept) {
    Plan plan(question);
    const auto& regions = question.regions();
    plan.m_stores.resize(regions.size());
    plan.m_rooms.resize(regions.size());
    for (std::size_t t = 0; t < question.tensors().size(); ++t) {
        for (std::size_t l = 0; l < kept.size(); ++l)
            if (kept[l] >> t & 1) plan.m_levels[t].push_back(static_cast<int>(l));
        plan.m_innermost[t] = plan.m_levels[t].back();
        for (std::size_t i = 1; i < plan.m_levels[t].size(); ++i)
            plan.addStore(t, plan.m_levels[t][i], plan.m_levels[t][i - 1]);
    }
    const auto tooMany = outOfReach("so many Stores between two fanouts");
    if (plan.m_slotEnergy.size() > kMostSlots || plan.m_odds > 2) return tooMany;
    std::size_t all = 0, sliding = 0;
    for (std::size_t r = 0; r < regions.size(); ++r) {
        if (plan.m_stores[r].size() > kMostStores) return tooMany;
        all += plan.m_stores[r].size();
        for (const PlannedStore& store : plan.m_stores[r]) sliding += !question.tensors()[store.tensor].windows.empty();
        plan.findRooms(r);
        if (plan.m_rooms[r].size() > kMostRooms) return tooMany;
    }
    if (question.byReuse() && (all > kMostReuseStores || sliding > kMostRuns)) return tooMany;
    plan.findRests();
    if (const auto found = plan.findPorts(kept); !found) return found.diagnostics();
    return plan;
}

void Plan::addStore(std::size_t t, int level, int parentLevel) {
    PlannedStore store;
    store.level = level;
    store.tensor = t;
    store.region = m_question->regionOf(level);
    store.parentLevel = parentLevel;
    store.parentHere = m_question->regionOf(parentLevel) == store.region;
    auto& own = m_stores[store.region];
    store.bit = 1u << own.size();
    for (PlannedStore& other : own)
        if (other.tensor == t) store.outer |= other.bit, other.inner |= store.bit;
    const TensorShape& tensor = m_question->tensors()[t];
    const StoreCosts& costs = m_question->costs(level, t);
    const bool byReuse = m_question->byReuse();
    // Of single instances all accesses are counted at once; of several they are rounded up only at the end.
    const std::int64_t perLane = byReuse ? ceilDiv((costs.fill + costs.read) * tensor.size, costs.block)
                                         : (costs.fill + costs.read) * (tensor.size / costs.block);
    if (tensor.isOutput && store.region == 0 && !byReuse) {
        if (tensor.size % costs.block != 0)
            store.odd = static_cast<int>(m_odds++);
        else
            m_constant -= perLane;
    }
    if (tensor.isOutput && store.region > 0) {
        store.slot = static_cast<int>(m_slotEnergy.size());
        m_slotEnergy.push_back(perLane);
        m_slotRegion.push_back(store.region);
        m_slotTensor.push_back(t);
        m_slotLevel.push_back(level);
    }
    own.push_back(store);
}

/// Stores that share a bounded memory.
void Plan::findRooms(std::size_t region) {
    for (PlannedStore& store : m_stores[region]) {
        const int part = m_question->costs(store.level, store.tensor).part;
        unsigned members = 0;
        for (const PlannedStore& other : m_stores[region])
            if (other.level == store.level && m_question->costs(other.level, other.tensor).part == part)
                members |= other.bit;
        if ((members & (members - 1)) == 0 || m_question->capacity(store.level, part) >= (std::int64_t{1} << 60))
            continue;
        const auto found = std::find(m_rooms[region].begin(), m_rooms[region].end(), members);
        store.room = static_cast<int>(found - m_rooms[region].begin());
        if (found == m_rooms[region].end()) m_rooms[region].push_back(members);
    }
}

Result<bool> Plan::findPorts(const std::vector<unsigned>& kept) {
    m_portOf.assign(kept.size(), {});
    for (std::size_t l = 0; l < kept.size(); ++l)
        for (std::size_t t = 0; t < m_question->tensors().size(); ++t) {
            const int level = static_cast<int>(l), part = m_question->costs(level, t).part;
            m_portOf[l][t] = -1;
            if (!(kept[l] >> t & 1) || !m_question->rates().levels[l].ports[static_cast<std::size_t>(part)].limited())
                continue;
            const auto found = std::find_if(m_ports.begin(), m_ports.end(),
                                            [&](const Port& port) { return port.level == level && port.part == part; });
            m_portOf[l][t] = static_cast<int>(found - m_ports.begin());
            if (found == m_ports.end()) m_ports.push_back({.level = level, .part = part});
            Port& port = m_ports[static_cast<std::size_t>(m_portOf[l][t])];
            if (!m_question->tensors()[t].isOutput || m_question->regionOf(level) != 0) continue;
            port.readOffset -= m_question->tensors()[t].size;
            if (level > 0) port.writeOffset -= m_question->tensors()[t].size;
        }
    if (m_ports.size() > kMostPorts) return outOfReach("more than 6 memories of limited bandwidth");
    return true;
}

void Plan::findRests() {
    std::int64_t below = 0;
    for (std::size_t r = 0; r < m_stores.size(); ++r) {
        m_rest.emplace_back(std::size_t{1} << m_stores[r].size(), 0);
        for (unsigned placed = 0; r > 0 && placed <= all(r); ++placed) {
            std::int64_t sum = below;
            for (const PlannedStore& store : m_stores[r]) {
                if (placed & store.bit) continue;
                const TensorShape& tensor = m_question->tensors()[store.tensor];
                const StoreCosts& own = m_question->costs(store.level, store.tensor);
                // Of outputs, as many words as come are first touches at most: fills and reads of drains without these
                // are none or more. What goes up is charged to the parent as it is in labels.
                if (!tensor.isOutput) sum += own.fill * ceilDiv(tensor.size, own.block);
                sum += readEnergy(store.parentLevel, store.tensor, tensor.size);
            }
            m_rest[r][placed] = sum;
        }
        if (r > 0) below = m_rest[r][0];
    }
}

std::int64_t Plan::roomBits(std::size_t region, std::size_t room) const {
    for (const PlannedStore& store : m_stores[region])
        if (store.room == static_cast<int>(room))
            return m_question->capacity(store.level, m_question->costs(store.level, store.tensor).part);
    return 0;
}

std::size_t Plan::parentRegion(std::size_t t, std::size_t below) const {
    return m_question->regionOf(parentLevel(t, below));
}

int Plan::parentLevel(std::size_t t, std::size_t below) const {
    int level = 0;
    for (const int l : m_levels[t])
        if (m_question->regionOf(l) < below) level = l;
    return level;
}

std::int64_t Plan::readEnergy(int level, std::size_t t, std::int64_t words) const {
    const StoreCosts& costs = m_question->costs(level, t);
    const TensorShape& tensor = m_question->tensors()[t];
    if (m_question->byReuse()) {
        if (m_question->regionOf(level) > 0)
            return (costs.read + (tensor.isOutput ? costs.update : 0)) * words / costs.block;
        if (tensor.isOutput)
            return costs.update * ceilDiv(words, costs.block) + costs.read * ceilDiv(words - tensor.size, costs.block);
    }
    if (!tensor.isOutput) return costs.read * ceilDiv(words, costs.block);
    // First touches aren't read. Those of other levels are counted where it is known how many there are.
    const std::int64_t reads = level == 0 ? ceilDiv(words - tensor.size, costs.block) : words / costs.block;
    return costs.update * ceilDiv(words, costs.block) + costs.read * reads;
}

std::int64_t Plan::fillEnergy(int level, std::size_t t, std::int64_t words) const {
    const StoreCosts& costs = m_question->costs(level, t);
    const TensorShape& tensor = m_question->tensors()[t];
    if (m_question->byReuse()) {
        if (m_question->regionOf(level) > 0) return costs.fill * words / costs.block;
        return costs.fill * ceilDiv(words - (tensor.isOutput ? tensor.size : 0), costs.block);
    }
    if (!tensor.isOutput) return costs.fill * ceilDiv(words, costs.block);
    if (tensor.size % costs.block == 0) return (costs.fill + costs.read) * (words / costs.block);
    const std::int64_t again = words - tensor.size;
    return costs.fill * ceilDiv(again, costs.block) + costs.read * (again / costs.block);
}

std::int64_t Plan::oddEnergy(const PlannedStore& store, std::int64_t remainder, std::int64_t words) const {
    const StoreCosts& costs = m_question->costs(store.level, store.tensor);
    return costs.read * (ceilDiv(words + remainder, costs.block) - words / costs.block);
}

std::vector<std::vector<unsigned>> keepChoices(const Question& question) {
    std::vector<std::vector<unsigned>> choices{{}};
    for (int l = 0; l < question.target().architecture.levelCount(); ++l) {
        const LevelRules& rules = question.level(l);
        std::vector<std::vector<unsigned>> next;
        for (const auto& choice : choices)
            for (unsigned more = rules.mayKeep;; more = (more - 1) & rules.mayKeep) {
                next.push_back(choice);
                next.back().push_back(rules.mustKeep | more);
                if (more == 0) break;
            }
        choices = std::move(next);
    }
    return choices;
}

}  // namespace lapidary::optimal::regions
