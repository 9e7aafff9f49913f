// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/fill.h"

#include "core/arch/figures.h"
#include "core/arch/memory_size.h"
#include "core/arch/technology/lookup.h"

namespace lapidary {

namespace {

/// Nobody gave it, nor said that it is unknown.
bool isOpen(const Figure& figure) { return !figure.value && figure.source.empty(); }

void fill(Figure& open, const Figure& found) {
    if (isOpen(open) && found.value) open = found;
}

class Filler {
public:
    explicit Filler(ArchitectureSpec& spec) : m_spec(spec), m_technology(*spec.technology) {}

    void run() {
        for (std::size_t index = 0; index < m_spec.levels.size(); ++index) fillLevel(m_spec.levels[index], index == 0);
        for (Fanout& fanout : m_spec.fanouts)
            if (fanout.hopMm) fill(fanout.hopEnergy, lookUpHop(m_technology, *fanout.hopMm));
        fillCompute(*m_spec.compute);
    }

private:
    void fillLevel(Level& level, bool outermost) {
        const Level given = level;  // before its own memory is looked up: what it says for its partitions
        if (level.partitions.empty() || level.capacity) fillMemory(level, sizeOf(level), outermost, nullptr);
        for (auto& [role, partition] : level.partitions)
            fillMemory(partition, sizeOf(partition, level), outermost, &given);
    }

    /// Level or Partition; `above` is the level of a partition.
    template <class Memory>
    void fillMemory(Memory& memory, const MemorySize& size, bool outermost, const Level* above) {
        const int widthBits = size.wordBits * size.block;
        MemoryQuery query{memory.memory, std::nullopt, widthBits, memory.banks, outermost, m_spec.clockGhz};
        if (size.capacity) query.bits = static_cast<double>(size.capacity->bits(size.wordBits));
        if (query.bits == 0.0) return;
        const bool needed = isOpen(memory.energy.read) || isOpen(memory.energy.write) || isOpen(memory.energy.leak) ||
                            isOpen(memory.area);
        if (!needed) return;
        const MemoryFigures found = lookUpMemory(m_technology, query);
        if (!above || !above->energy.read.value) fill(memory.energy.read, found.read);
        if (!above || !above->energy.write.value) fill(memory.energy.write, found.write);
        if (m_technology.leakage && (!above || !above->energy.leak.value)) fill(memory.energy.leak, found.leak);
        if (!above || !above->area.value) fill(memory.area, found.area);
    }

    void fillCompute(Compute& compute) {
        if (!isOpen(compute.energy) && !isOpen(compute.area)) return;
        NumberFormat format;
        format.bits = m_spec.levels.back().wordBits;
        const ComputeFigures found = lookUpCompute(m_technology, compute.format.value_or(format));
        fill(compute.energy, found.energy);
        fill(compute.area, found.area);
    }

    ArchitectureSpec& m_spec;
    const Technology& m_technology;
};

}  // namespace

bool isLookedUp(const Figure& figure) { return figure.source.starts_with(kLookedUp); }

void fillFromTables(ArchitectureSpec& spec) {
    for (const NamedFigure& each : figuresOf(spec))
        if (isLookedUp(*each.figure)) *each.figure = {};
    if (spec.technology) Filler(spec).run();
}

}  // namespace lapidary
