// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/cloud.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cmath>

namespace lapidary {

namespace {

constexpr int kLeastExponent = -40;  ///< figures below 2^-40 and from 2^88 up count in the outermost cells
constexpr int kOctaves = 128;
constexpr int kSlotBits = 14;
constexpr std::size_t kSlots = std::size_t{1} << kSlotBits;
static_assert(CloudCounter::kFinest * kOctaves <= 1 << 16, "a cell number takes 16 bits of a key");
static_assert(CloudCounter::kMostCells * 2 <= kSlots, "half of the slots stay free, so that searching them is short");

constexpr int kOrigin = -kLeastExponent * CloudCounter::kFinest;  ///< the cell of the figure 1

/// Cells of an octave by the leading bits of the mantissa: where to begin, and the mantissa at which the next begins.
struct Octave {
    static constexpr int kGuessBits = 9;
    std::array<std::uint16_t, std::size_t{1} << kGuessBits> guess;
    std::array<std::uint64_t, CloudCounter::kFinest + 1> edge;

    Octave() {
        constexpr std::uint64_t kMantissa = (std::uint64_t{1} << 52) - 1;
        for (int cell = 0; cell < CloudCounter::kFinest; ++cell)
            edge[static_cast<std::size_t>(cell)] =
                std::bit_cast<std::uint64_t>(std::exp2(static_cast<double>(cell) / CloudCounter::kFinest)) & kMantissa;
        edge.back() = kMantissa + 1;
        std::size_t cell = 0;
        for (std::size_t i = 0; i < guess.size(); ++i) {
            const std::uint64_t start = static_cast<std::uint64_t>(i) << (52 - kGuessBits);
            while (edge[cell + 1] <= start) ++cell;
            guess[i] = static_cast<std::uint16_t>(cell);
        }
    }
};
const Octave kOctave;

/// The finest cell of a positive figure, counted from the smallest there is.
std::uint32_t finestCell(double figure) {
    const auto bits = std::bit_cast<std::uint64_t>(figure);
    const int exponent = static_cast<int>(bits >> 52) - 1023 - kLeastExponent;
    if (exponent < 0) return 0;
    if (exponent >= kOctaves) return CloudCounter::kFinest * kOctaves - 1;
    const std::uint64_t mantissa = bits & ((std::uint64_t{1} << 52) - 1);
    std::uint32_t cell = kOctave.guess[mantissa >> (52 - Octave::kGuessBits)];
    while (mantissa >= kOctave.edge[cell + 1]) ++cell;
    return static_cast<std::uint32_t>(exponent) * CloudCounter::kFinest + cell;
}

std::size_t slotOf(std::uint32_t key) { return (key * 2654435769U) >> (32 - kSlotBits); }

int perOctaveAt(int shift) { return std::max(CloudCounter::kFinest >> shift, 1); }

bool inOrder(const CloudCell& a, const CloudCell& b) {
    return a.cycles != b.cycles ? a.cycles < b.cycles : a.energy < b.energy;
}

}  // namespace

std::int64_t Cloud::total() const {
    std::int64_t sum = 0;
    for (const CloudCell& cell : cells) sum += cell.count;
    return sum;
}

double cloudEdge(int cell, int perOctave) { return std::exp2(static_cast<double>(cell) / perOctave); }

int cloudCell(double figure, int perOctave) {
    const int finest = static_cast<int>(finestCell(figure)) - kOrigin;
    const int width = CloudCounter::kFinest / perOctave;
    return (finest - (finest % width + width) % width) / width;
}

Cloud sumOf(std::span<const Cloud* const> clouds) {
    Cloud sum;
    for (const Cloud* cloud : clouds) {
        if (cloud->empty()) continue;
        const bool first = sum.energyPerOctave == 0;
        sum.energyPerOctave = first ? cloud->energyPerOctave : std::min(sum.energyPerOctave, cloud->energyPerOctave);
        sum.cyclesPerOctave = first ? cloud->cyclesPerOctave : std::min(sum.cyclesPerOctave, cloud->cyclesPerOctave);
    }
    for (const Cloud* cloud : clouds)
        for (CloudCell cell : cloud->cells) {
            cell.energy >>= std::countr_zero(static_cast<unsigned>(cloud->energyPerOctave / sum.energyPerOctave));
            cell.cycles >>= std::countr_zero(static_cast<unsigned>(cloud->cyclesPerOctave / sum.cyclesPerOctave));
            sum.cells.push_back(cell);
        }
    std::sort(sum.cells.begin(), sum.cells.end(), inOrder);
    std::size_t kept = 0;
    for (const CloudCell& cell : sum.cells) {
        if (kept > 0 && sum.cells[kept - 1].energy == cell.energy && sum.cells[kept - 1].cycles == cell.cycles)
            sum.cells[kept - 1].count += cell.count;
        else
            sum.cells[kept++] = cell;
    }
    sum.cells.resize(kept);
    return sum;
}

CloudCounter::CloudCounter() : m_slots(kSlots) { m_spare.reserve(kMostCells); }

void CloudCounter::add(double energyPj, std::int64_t cycles) {
    if (!(energyPj > 0) || cycles < 1) return;
    const std::uint32_t energyCell = finestCell(energyPj) >> energyShift();
    const std::uint32_t cyclesCell = finestCell(static_cast<double>(cycles)) >> cyclesShift();
    addTo(energyCell << 16 | cyclesCell, 1);
}

void CloudCounter::addTo(std::uint32_t key, std::int64_t count) {
    const int level = m_level;
    std::size_t slot = slotOf(key);
    while (m_slots[slot].count != 0) {
        if (m_slots[slot].key == key) {
            m_slots[slot].count += count;
            return;
        }
        slot = (slot + 1) % kSlots;
    }
    if (m_used < kMostCells) {
        m_slots[slot] = {key, count};
        ++m_used;
        return;
    }
    coarsen();
    addTo(coarse(key, level), count);
}

/// A key of level `from` at the present level.
std::uint32_t CloudCounter::coarse(std::uint32_t key, int from) const {
    const int energy = energyShift() - from / 2;
    const int cycles = cyclesShift() - (from + 1) / 2;
    return (key >> 16 >> energy) << 16 | (key & 0xFFFFU) >> cycles;
}

void CloudCounter::coarsen() {
    const int before = m_level++;
    m_spare.clear();
    for (Slot& slot : m_slots) {
        if (slot.count != 0) m_spare.push_back(slot);
        slot = {};
    }
    m_used = 0;
    for (const Slot& kept : m_spare) addTo(coarse(kept.key, before), kept.count);
}

void CloudCounter::merge(const CloudCounter& other) {
    while (m_level < other.m_level) coarsen();
    for (const Slot& slot : other.m_slots)
        if (slot.count != 0) addTo(coarse(slot.key, other.m_level), slot.count);
}

Cloud CloudCounter::cloud() const {
    Cloud cloud;
    cloud.energyPerOctave = perOctaveAt(energyShift());
    cloud.cyclesPerOctave = perOctaveAt(cyclesShift());
    cloud.cells.reserve(m_used);
    for (const Slot& slot : m_slots)
        if (slot.count != 0)
            cloud.cells.push_back({static_cast<int>(slot.key >> 16) - (kOrigin >> energyShift()),
                                   static_cast<int>(slot.key & 0xFFFFU) - (kOrigin >> cyclesShift()), slot.count});
    std::sort(cloud.cells.begin(), cloud.cells.end(), inOrder);
    return cloud;
}

}  // namespace lapidary
