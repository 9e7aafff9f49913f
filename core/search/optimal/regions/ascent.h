// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a search over regions asks of the way up from a single compute, whatever counts the words: Climb as AccelForge
// does, ReuseClimb by the reuse model. And how both remember the way. One owner.
#pragma once

#include <algorithm>
#include <array>
#include <functional>
#include <limits>

#include "core/search/optimal/regions/archive.h"
#include "core/search/optimal/regions/lanes.h"
#include "core/search/optimal/regions/rules.h"

namespace lapidary::optimal::regions {

/// What a cap of energy has left open of a front: how many partial choices by how far their bounds lie above it.
class CappedEnergies {
public:
    /// `unit` of energy: how finely they are told apart.
    explicit CappedEnergies(double unit) : m_unit(unit) {}
    void clear() { m_counts.fill(0), m_count = 0, m_leastCycles = std::numeric_limits<std::int64_t>::max(); }
    void note(double above, std::int64_t cycles) {
        const double share = above / m_unit;
        ++m_counts[share < kUnits - 1 ? static_cast<std::size_t>(share) : kUnits - 1];
        ++m_count;
        m_leastCycles = std::min(m_leastCycles, cycles);
    }
    std::int64_t count() const { return m_count; }
    /// None of them has fewer.
    std::int64_t leastCycles() const { return m_leastCycles; }
    /// How far up there are so many of them; infinite if there aren't.
    double above(std::int64_t count) const {
        for (std::size_t i = 0; i + 1 < kUnits; ++i)
            if ((count -= m_counts[i]) <= 0) return m_unit * static_cast<double>(i + 1);
        return std::numeric_limits<double>::infinity();
    }

private:
    static constexpr std::size_t kUnits = 200;
    double m_unit;
    std::array<std::int64_t, kUnits> m_counts{};
    std::int64_t m_count = 0, m_leastCycles = 0;
};

/// The nest as a mapping of the target.
Mapping mappingOf(const Nest& nest, const Question& question);

struct Counts {
    std::int64_t made = 0, dominated = 0, tooLarge = 0, closed = 0, lanes = 0, noRoom = 0;
};

/// What is counted of a partial choice, and the way to it.
template <std::size_t Width>
struct CountedLabel {
    std::array<std::int64_t, Width> numbers{};
    std::uint32_t trace = 0;
    std::int64_t& operator[](std::size_t n) { return numbers[n]; }
    std::int64_t operator[](std::size_t n) const { return numbers[n]; }
};

class Ascent {
public:
    virtual ~Ascent() = default;
    /// Tables that every run needs. False if `tick` gave up, or the tables would take too much memory.
    virtual bool prepare() = 0;
    /// Everything, or only `width` labels per fanout, those with the best bounds. False as above.
    /// `withWords`: labels that differ in the words that pass ports are told apart; else the cycles of each mapping are
    /// asked of the model alone.
    virtual bool run(std::size_t width, bool withWords) = 0;
    /// Of tables and labels.
    virtual std::size_t bytes() const = 0;
    /// Frees what a run leaves behind and no other run needs.
    virtual void release() = 0;
    /// More bytes end a run: its tables have outgrown memory.
    void limitTo(std::size_t bytes) { m_mostBytes = bytes; }
    std::size_t mostBytes() const { return m_mostBytes; }
    /// From now on whatever is worth at least this is closed, too; 0 = nothing is.
    void capAt(double worth) { m_cap = worth, m_energyCap = 0; }
    /// The same of the energy of a whole front, leakage included; what costs more and isn't closed shows in capped().
    void capEnergyAt(double energy, CappedEnergies& capped) { m_cap = 0, m_energyCap = energy, m_capped = &capped; }
    /// Without words: what seemed possible, but took more cycles.
    const std::vector<std::pair<std::int64_t, std::int64_t>>& slower() const { return m_slower; }
    const Counts& counts() const { return m_counts; }
    bool outgrown() const { return m_outgrown; }
    /// The model has counted a mapping otherwise than the tables: they prove nothing.
    bool miscounted() const { return m_miscounted; }
    /// The least that `judge` couldn't make a mapping of the space; nullopt = it could of all.
    const std::optional<Worth>& unplaced() const { return m_unplaced; }
    /// No nest has less energy, or fewer cycles.
    std::int64_t leastEnergy() const { return m_leastEnergy; }
    std::int64_t leastCycles() const { return m_leastCycles; }

protected:
    bool isCapped(const Question& question, std::int64_t energy, std::int64_t cycles) const {
        if (m_energyCap > 0) {
            const auto total = static_cast<double>(question.exact().total(energy, cycles));
            if (total <= m_energyCap) return false;
            m_capped->note(total - m_energyCap, cycles);
            return true;
        }
        return m_cap > 0 && static_cast<double>(question.exact().worth(energy, cycles)[0]) >= m_cap;
    }
    /// Ends `other` points that are no better.
    void noteSlower(std::int64_t energy, std::int64_t least) {
        std::erase_if(m_slower, [&](const auto& other) { return other.first >= energy && other.second >= least; });
        m_slower.emplace_back(energy, least);
    }

    std::optional<Worth> m_unplaced;
    Counts m_counts;
    std::vector<std::pair<std::int64_t, std::int64_t>> m_slower;
    std::int64_t m_leastEnergy = 0, m_leastCycles = 0;
    double m_cap = 0, m_energyCap = 0;
    CappedEnergies* m_capped = nullptr;
    std::size_t m_mostBytes = kMostRegionBytes;
    bool m_outgrown = false, m_miscounted = false, m_goesOn = true;
};

/// Steps of partial nests, each with the one further in. `mirror`: by dimension the one it changes places with.
class Traces {
public:
    explicit Traces(const std::array<std::uint8_t, kMostDimensions>& mirror) : m_mirror(mirror) {}
    static constexpr std::size_t kBytes = 16;  ///< of a step
    void clear() { m_steps.assign(1, {}); }
    std::size_t bytes() const { return m_steps.capacity() * kBytes; }
    void release() { m_steps = {}; }
    std::uint32_t loop(std::uint32_t inner, std::size_t d, std::int64_t factor) {
        return add({.factor = factor, .inner = inner, .kind = Kind::loop, .a = static_cast<std::uint8_t>(d)});
    }
    std::uint32_t store(std::uint32_t inner, const PlannedStore& store) {
        return add({.inner = inner,
                    .kind = Kind::store,
                    .a = static_cast<std::uint8_t>(store.level),
                    .b = static_cast<std::uint8_t>(store.tensor)});
    }
    std::uint32_t lanes(std::uint32_t inner, int fanout, const LaneChoice& choice, std::size_t dimensions) {
        for (const Axis axis : {Axis::y, Axis::x})
            for (std::size_t d = 0; d < dimensions; ++d) {
                const std::int32_t lanes = axis == Axis::x ? choice.onX[d] : choice.lanes[d] / choice.onX[d];
                if (lanes > 1)
                    inner = add({.factor = lanes,
                                 .inner = inner,
                                 .kind = axis == Axis::x ? Kind::onX : Kind::onY,
                                 .a = static_cast<std::uint8_t>(d),
                                 .b = static_cast<std::uint8_t>(fanout)});
            }
        return inner;
    }
    /// From here on outwards mirrored dimensions have changed places.
    std::uint32_t mirrored(std::uint32_t inner) { return add({.inner = inner, .kind = Kind::mirror}); }
    /// Appends the nest from this step on, outermost first.
    void append(std::uint32_t trace, Nest& nest) const {
        bool isMirrored = false;
        for (; trace != 0; trace = m_steps[trace].inner) {
            const Step& own = m_steps[trace];
            const auto dimension = [&] { return isMirrored ? m_mirror[own.a] : own.a; };
            switch (own.kind) {
            case Kind::mirror: isMirrored = !isMirrored; break;
            case Kind::loop:
                nest.push_back({.kind = NestStep::Kind::loop, .dimension = dimension(), .factor = own.factor});
                break;
            case Kind::store: nest.push_back({.kind = NestStep::Kind::store, .level = own.a, .tensor = own.b}); break;
            case Kind::onX:
            case Kind::onY:
                nest.push_back({.kind = NestStep::Kind::lanes,
                                .dimension = dimension(),
                                .factor = own.factor,
                                .fanout = own.b,
                                .axis = own.kind == Kind::onX ? Axis::x : Axis::y});
                break;
            }
        }
    }

private:
    enum class Kind : std::uint8_t { loop, store, onX, onY, mirror };
    struct Step {
        std::int64_t factor = 1;
        std::uint32_t inner = 0;
        Kind kind = Kind::loop;
        std::uint8_t a = 0, b = 0;  ///< dimension and fanout, or level and tensor
    };
    static_assert(sizeof(Step) == kBytes);
    std::uint32_t add(const Step& step) {
        m_steps.push_back(step);
        return static_cast<std::uint32_t>(m_steps.size() - 1);
    }
    const std::array<std::uint8_t, kMostDimensions>& m_mirror;
    std::vector<Step> m_steps;
};

}  // namespace lapidary::optimal::regions
