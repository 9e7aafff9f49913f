// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the valid mappings of a search lie in the plane of energy and cycles: a two-dimensional histogram over the
// logarithms of both, in a fixed amount of memory. Cells start fine (kFinest per octave on each axis) and become twice as
// wide on one axis whenever more than kMostCells of them are occupied, cycles first, then energy in turn. How coarse the
// result is and what every cell counts is therefore a function of the *set* of mappings counted: neither their order nor
// a split over streams that are merged afterwards can be seen in it. Mappings without a known energy have no place here.
// add() allocates nothing. Thread rule: one owner; streams keep their own and merge afterwards.
#pragma once

#include <cstdint>
#include <span>
#include <vector>

namespace lapidary {

struct CloudCell {
    int energy = 0, cycles = 0;  ///< cell i covers [edge(i), edge(i + 1)) of the axis
    std::int64_t count = 0;
    bool operator==(const CloudCell&) const = default;
};

/// The histogram at rest.
struct Cloud {
    int energyPerOctave = 0, cyclesPerOctave = 0;  ///< cells per factor of 2
    std::vector<CloudCell> cells;                  ///< occupied ones by cycles, then energy

    std::int64_t total() const;
    bool empty() const { return cells.empty(); }
    bool operator==(const Cloud&) const = default;
};

/// Lower edge of a cell, in pJ or cycles.
double cloudEdge(int cell, int perOctave);
/// The cell that a positive figure falls into.
int cloudCell(double figure, int perOctave);

/// Sum of several at the resolution of the coarsest.
Cloud sumOf(std::span<const Cloud* const> clouds);

class CloudCounter {
public:
    static constexpr int kFinest = 256;  ///< cells per octave
    static constexpr std::size_t kMostCells = 8192;

    CloudCounter();

    void add(double energyPj, std::int64_t cycles);
    void merge(const CloudCounter& other);

    Cloud cloud() const;

private:
    struct Slot {
        std::uint32_t key = 0;
        std::int64_t count = 0;  ///< 0 = free
    };
    void addTo(std::uint32_t key, std::int64_t count);
    void coarsen();
    std::uint32_t coarse(std::uint32_t key, int from) const;
    int energyShift() const { return m_level / 2; }
    int cyclesShift() const { return (m_level + 1) / 2; }

    int m_level = 0;  ///< how often cells were widened
    std::size_t m_used = 0;
    std::vector<Slot> m_slots;
    std::vector<Slot> m_spare;  ///< for coarsen(), so that it allocates nothing
};

}  // namespace lapidary
