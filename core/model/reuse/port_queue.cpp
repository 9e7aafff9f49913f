// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/reuse/port_queue.h"

#include <algorithm>
#include <cmath>

namespace lapidary::reuse {

std::int64_t cyclesOf(double cycles) {
    if (cycles <= 0) return 0;
    return static_cast<std::int64_t>(std::min(std::ceil(cycles), static_cast<double>(kLongestWait)));
}

template <class Belongs>
PortQueue::Set PortQueue::collect(Belongs belongs) const {
    Set set;
    for (std::size_t i = 0; i < m_count; ++i) {
        if (m_links[i].load <= 0 || !belongs(m_links[i])) continue;
        set.load += m_links[i].load;
        set.links |= std::uint32_t{1} << i;
    }
    return set;
}

/// With windows inside each other, the worst set is all links up to some window's length. Links of one direction all leave
/// out the same end; those of both leave out neither, together.
QueueWait PortQueue::wait(double most) const {
    QueueWait worst;
    std::int64_t longest = 0;
    double beyond = 0;
    const auto judge = [&](const Set& set, std::int64_t window) {
        const double cycles = set.load / most;
        if (cycles - static_cast<double>(window) <= beyond) return;
        beyond = cycles - static_cast<double>(window);
        worst = {cyclesOf(beyond), window, set.links};
    };
    for (std::size_t i = 0; i < m_count; ++i) {
        const QueuedLink& widest = m_links[i];
        if (widest.load <= 0) continue;
        longest = std::max(longest, widest.window);
        judge(collect([&](const QueuedLink& link) { return link.down == widest.down && link.window <= widest.window; }),
              widest.window);
        judge(collect([&](const QueuedLink& link) { return link.widest <= widest.widest; }), widest.widest);
    }
    if (worst.cycles == 0) worst.window = longest;
    return worst;
}

}  // namespace lapidary::reuse
