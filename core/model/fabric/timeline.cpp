// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/timeline.h"

#include <algorithm>
#include <numeric>

#include "core/base/arith.h"

namespace lapidary::fabric {
namespace {

constexpr KeyEntry<Activity> kActivities[] = {
    {Activity::working, "working", "Working", "some multiplier sends a product or a partial sum", ""},
    {Activity::weights, "weights", "Weights", "nothing multiplies, weights are on their way", ""},
    {Activity::operands, "operands", "Operands", "nothing multiplies, inputs or partial sums are on their way", ""},
    {Activity::results, "results", "Results", "nothing multiplies or is sent: results are on their way to memory", ""},
    {Activity::configuration, "configuration", "Configuration",
     "the controller sets up a round of SIGMA or a tile of the systolic array", ""},
};
static_assert(std::size(kActivities) == kActivityCount);

constexpr KeyEntry<MultiplierState> kMultiplierTable[] = {
    {MultiplierState::working, "working", "Multiplies", "sends a product (or passes a partial sum on)", ""},
    {MultiplierState::weights, "weights", "Weights not here yet", "waits for its weights", ""},
    {MultiplierState::operands, "operands", "Input not here yet", "waits for an input, its port sends others", ""},
    {MultiplierState::ports, "ports", "Port sends a psum", "waits for an input while its port sends a partial sum", ""},
    {MultiplierState::results, "results", "Inputs used up", "has done its tile: partial sums and results travel", ""},
};
static_assert(std::size(kMultiplierTable) == kMultiplierStates);

Timeline::Bin scaled(Timeline::Bin bin, std::int64_t times) {
    bin.products *= times;
    for (std::int64_t& cycles : bin.activities) cycles *= times;
    for (std::int64_t& count : bin.states) count *= times;
    return bin;
}

Timeline::Bin difference(Timeline::Bin a, const Timeline::Bin& b) { return a += scaled(b, -1); }

}  // namespace

std::span<const KeyEntry<Activity>> keyTable(Activity) { return kActivities; }
std::span<const KeyEntry<MultiplierState>> keyTable(MultiplierState) { return kMultiplierTable; }

std::int64_t Timeline::Bin::cycles() const {
    return std::accumulate(activities.begin(), activities.end(), std::int64_t{0});
}

double Timeline::Bin::utilization(std::int64_t multipliers) const {
    const std::int64_t most = cycles() * multipliers;
    return most == 0 ? 0 : static_cast<double>(products) / static_cast<double>(most);
}

Timeline::Bin& Timeline::Bin::operator+=(const Bin& other) {
    products += other.products;
    for (std::size_t i = 0; i < kActivityCount; ++i) activities[i] += other.activities[i];
    for (std::size_t i = 0; i < kMultiplierStates; ++i) states[i] += other.states[i];
    return *this;
}

Timeline::Part::Part(const Timeline& timeline)
    : m_cycles(timeline.cycles()), m_width(timeline.width()), m_before(timeline.bins().size() + 1) {
    for (std::size_t i = 0; i < timeline.bins().size(); ++i) {
        m_before[i + 1] = m_before[i];
        m_before[i + 1] += timeline.bins()[i];
    }
}

Timeline::Bin Timeline::Part::before(std::int64_t cycles) const {
    Bin result = scaled(m_before.back(), cycles / m_cycles);
    return result += m_before[static_cast<std::size_t>(ceilDiv(cycles % m_cycles, m_width))];
}

Timeline::Timeline(std::size_t most) : m_most(std::max<std::size_t>(1, most)) {}

void Timeline::makeRoom(std::int64_t cycles) {
    while (ceilDiv(cycles, m_width) > static_cast<std::int64_t>(m_most)) {
        for (std::size_t i = 0; i < m_bins.size(); ++i) {
            const Bin bin = m_bins[i];
            if (i % 2 == 0)
                m_bins[i / 2] = bin;
            else
                m_bins[i / 2] += bin;
        }
        m_bins.resize((m_bins.size() + 1) / 2);
        m_width *= 2;
    }
    m_bins.resize(static_cast<std::size_t>(ceilDiv(cycles, m_width)));
}

void Timeline::add(Activity activity, std::int64_t products, std::int64_t cycles, const StateCounts& states) {
    if (cycles <= 0) return;
    makeRoom(m_cycles + cycles);
    while (cycles > 0) {
        const std::int64_t bin = m_cycles / m_width;
        const std::int64_t here = std::min(cycles, (bin + 1) * m_width - m_cycles);
        Bin& sum = m_bins[static_cast<std::size_t>(bin)];
        sum.products += products * here;
        sum.activities[static_cast<std::size_t>(activity)] += here;
        for (std::size_t i = 0; i < kMultiplierStates; ++i) sum.states[i] += states[i] * here;
        m_cycles += here;
        cycles -= here;
    }
}

void Timeline::append(const Part& part, std::int64_t times) {
    if (times <= 0 || part.m_cycles == 0) return;
    const std::int64_t first = m_cycles, added = times * part.m_cycles;
    makeRoom(first + added);
    Bin before;
    for (std::int64_t done = 0; done < added;) {
        const std::int64_t bin = (first + done) / m_width;
        done = std::min(added, (bin + 1) * m_width - first);
        const Bin after = part.before(done);
        m_bins[static_cast<std::size_t>(bin)] += difference(after, before);
        before = after;
    }
    m_cycles += added;
}

Timeline::Bin Timeline::total() const {
    Bin sum;
    for (const Bin& bin : m_bins) sum += bin;
    return sum;
}

}  // namespace lapidary::fabric
