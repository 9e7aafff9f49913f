// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A classic mapspace without constraints, compiled for the tables of tiles: dimensions longer than 1, what each tensor
// uses of them, the lattice of tiles with its words, the lanes that each fanout offers. docs/models/optimal.md, Tiles
// level by level. Immutable after make.
#pragma once

#include <array>
#include <cstdint>
#include <functional>
#include <vector>

#include "core/mapspace/choice.h"
#include "core/model/rates.h"
#include "core/model/reuse/rank_shape.h"
#include "core/model/semantics.h"
#include "core/search/optimal/lattice.h"

namespace lapidary::optimal::classic {

inline constexpr std::size_t kDims = 8, kLevels = 8, kFans = 4, kWindows = 2, kFlows = 12, kSliding = 4;

/// By active dimension.
using Extent = std::array<std::int32_t, kDims>;

struct Operand {
    bool isOutput = false;
    unsigned indexed = 0;                    ///< active dimensions, bit mask
    unsigned sliding = 0;                    ///< those in a rank of two
    std::array<std::uint8_t, kDims> slot{};  ///< of these: their number among them
    std::vector<reuse::RankShape> single;    ///< ranks of one active dimension
    std::vector<reuse::RankShape> windows;   ///< ranks of two
    std::int64_t size = 1;                   ///< distinct elements
};

/// Lanes of one fanout: a product per dimension and a way to share it among the axes.
struct Lanes {
    Extent all{}, onX{};
    std::int64_t count = 1;
};

class Shape {
public:
    /// Why these tables can't count it; nullopt = they can.
    static std::optional<std::string> whyNot(const Mapspace& mapspace, const Semantics& semantics);
    static std::optional<std::string> whyNot(const Mapspace& mapspace, const Semantics& semantics, bool likeAccelforge);
    /// Counted by the reuse model, or as AccelForge does.
    Shape(const Mapspace& mapspace, const ChoiceSpace& space, bool likeAccelforge);

    bool likeAccelforge() const { return m_likeAccelforge; }
    const Target& target() const { return *m_target; }
    const Rates& rates() const { return m_rates; }
    const Lattice& lattice() const { return m_lattice; }
    std::size_t dims() const { return m_bounds.size(); }
    std::size_t levels() const { return m_target->levels.size(); }
    const Extent& bounds() const { return m_whole; }
    std::int64_t macs() const { return m_macs; }
    int dimension(std::size_t active) const { return m_active[active]; }
    const std::vector<Operand>& operands() const { return m_operands; }
    std::int64_t tileWords(std::size_t tensor, const Extent& extent) const;
    TileNumber number(const Extent& extent) const;
    Extent extent(TileNumber number) const;
    /// Whether tiles of all that `kept` keeps there fit together.
    bool fits(std::size_t level, unsigned kept, TileNumber tile) const;
    bool fits(std::size_t level, unsigned kept, const Extent& tile) const;
    /// Dimensions that may have temporal loops in a level's block, bit mask: none where nothing may be kept.
    unsigned loopsAt(std::size_t level) const { return m_loops[level]; }
    /// Fanouts below a level, outermost first.
    std::vector<std::size_t> fanoutsBelow(std::size_t level) const;
    const std::vector<Lanes>& lanes(std::size_t fanout) const { return m_lanes[fanout]; }
    /// The level whose fanouts are the outermost; the innermost level if there are none.
    std::size_t outermostFanout() const;
    /// pJ per cycle of all instances.
    double leakage() const { return m_leakage; }

private:
    template <class WordsOf>
    bool fitsTiles(std::size_t level, unsigned kept, const WordsOf& wordsOf) const;
    void findLanes(std::size_t fanout);

    TargetPtr m_target;
    Rates m_rates;
    std::vector<int> m_active;
    std::vector<std::int64_t> m_bounds;
    Extent m_whole{};
    Lattice m_lattice;
    std::vector<Operand> m_operands;
    std::vector<std::vector<std::int64_t>> m_words;  ///< by tensor and tile
    std::vector<std::vector<Lanes>> m_lanes;
    std::array<unsigned, kLevels> m_loops{};
    std::int64_t m_macs = 1;
    double m_leakage = 0;
    bool m_likeAccelforge = false;
};

/// Products per dimension that fit the axes, and the part on X: any whole numbers, tails included.
std::vector<Lanes> wholeLanes(const Shape& shape, const Fanout& network);

}  // namespace lapidary::optimal::classic
