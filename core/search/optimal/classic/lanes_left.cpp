// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/optimal/classic/lanes_left.h"

#include <algorithm>

namespace lapidary::optimal::classic {

LanesLeft::LanesLeft(const Shape& shape) : m_shape(shape), m_all{1}, m_most(1) {
    const auto& fanouts = shape.target().architecture.fanouts();
    for (std::size_t f = 0; f < fanouts.size(); ++f) {
        std::vector<const Lanes*>& choices = m_choices.emplace_back();
        for (const Lanes& lanes : shape.lanes(f)) choices.push_back(&lanes);
        std::stable_sort(choices.begin(), choices.end(),
                         [](const Lanes* a, const Lanes* b) { return a->count > b->count; });
        m_all.push_back(m_all.back() * (choices.empty() ? 1 : choices.front()->count));
        m_most.emplace_back(shape.lattice().size(), 0);
    }
}

std::int64_t LanesLeft::most(std::size_t fanouts, TileNumber tile) {
    if (fanouts == 0) return 1;
    if (const std::int32_t known = m_most[fanouts][tile]) return known;
    const Extent inside = m_shape.extent(tile);
    std::int64_t most = 1;
    // Loops between two fanouts only take away what lanes divide.
    for (const Lanes* lanes : m_choices[fanouts - 1]) {
        if (lanes->count * m_all[fanouts - 1] <= most) break;
        Extent outside = inside;
        bool divides = true;
        for (std::size_t d = 0; d < m_shape.dims() && divides; ++d) {
            outside[d] *= lanes->all[d];
            divides = m_shape.bounds()[d] % outside[d] == 0;
        }
        if (divides) most = std::max(most, lanes->count * this->most(fanouts - 1, m_shape.number(outside)));
    }
    m_most[fanouts][tile] = static_cast<std::int32_t>(most);
    return most;
}

}  // namespace lapidary::optimal::classic
