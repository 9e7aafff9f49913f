// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What belongs to a subject: the loops, levels, tensors, dimensions and tiles of a mapping that views outline while it is
// hovered or selected. A loop has the tiles it sizes: of the Stores above it, of the tensors its dimension indexes; a level
// has its Store, its loops and all it holds; a tensor has its tiles and the loops that step through it; a dimension has
// its loops and the tiles they size; an explained figure has exactly the nodes it stems from. Plain value, cheap to make.
#pragma once

#include <array>

#include "ui/session/document.h"

namespace lapidary::ui {

class Links {
public:
    /// Nothing.
    Links() = default;
    Links(const Subject& subject, const Exhibit& exhibit);

    bool empty() const { return !m_any; }
    /// Loops and Stores by node.
    bool node(int node) const { return node >= 0 && node < kMaxNodes && m_nodes[static_cast<std::size_t>(node)]; }
    /// A tensor's tile at a level.
    bool tile(int level, int tensor) const {
        return level >= 0 && level < kMaxLevels && tensor >= 0 &&
               (m_tiles[static_cast<std::size_t>(level)] >> tensor & 1U);
    }
    /// A level that has a part in it; levelCount() = the compute.
    bool level(int level) const;
    bool tensor(int tensor) const { return tensor >= 0 && (m_tensors >> tensor & 1U); }
    /// The subject is this level (or, behind the last, the compute) as a whole.
    bool wholeLevel(int level) const {
        return level == m_levels ? m_compute : level >= 0 && (m_wholeLevels >> level & 1U);
    }
    /// The dimension as a whole, not one of its loops.
    bool dimension(int dimension) const { return dimension >= 0 && (m_dimensions >> dimension & 1U); }

private:
    void addCauses(const Subject& subject, const Exhibit& exhibit);
    void addLoop(const Exhibit& exhibit, int node);
    void addLevel(const Exhibit& exhibit, int level);
    void addTensor(const Exhibit& exhibit, int level, int tensor);
    void addDimension(const Exhibit& exhibit, int dimension);

    bool m_any = false;
    bool m_compute = false;
    int m_levels = 0;
    std::array<bool, kMaxNodes> m_nodes{};
    std::array<unsigned, kMaxLevels> m_tiles{};  ///< by level: tensors
    unsigned m_wholeLevels = 0;
    unsigned m_tensors = 0;
    unsigned m_dimensions = 0;
};

}  // namespace lapidary::ui
