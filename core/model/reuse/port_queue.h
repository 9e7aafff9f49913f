// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long the compute waits for one port, from the transfers that share it and the windows they may use. A window is the
// part of the compute time in which a transfer holds nothing up. For any set of transfers, what they take beyond the time
// that their windows cover together has to be waited for; the worst set counts. Windows on one port are taken to coincide
// as far as their lengths allow, which is the least that they can cover. Fixed size, allocates nothing.
#pragma once

#include <array>
#include <cstdint>

#include "core/arch/port.h"
#include "core/workload/workload.h"

namespace lapidary::reuse {

static_assert(kMaxTensors * kPassages <= 32, "a bit per link");

inline constexpr std::int64_t kLongestWait = std::int64_t{1} << 60;

/// Rounded up, at most kLongestWait.
std::int64_t cyclesOf(double cycles);

/// What one link moves between its first and its last tile.
struct QueuedLink {
    double load = 0;          ///< in the port's unit
    bool down = true;         ///< towards the compute; else up
    std::int64_t window = 0;  ///< cycles open to it: not in its last stay (down), not in its first (up)
    std::int64_t widest = 0;  ///< with that stay
};

struct QueueWait {
    std::int64_t cycles = 0;
    std::int64_t window = 0;  ///< what the worst set covers; without a wait, the longest window
    std::uint32_t worst = 0;  ///< the worst set, a bit per link in the order of add(); empty without a wait
};

class PortQueue {
public:
    void add(const QueuedLink& link) { m_links[m_count++] = link; }
    /// `most`: what the port moves per cycle.
    QueueWait wait(double most) const;

private:
    struct Set {
        double load = 0;
        std::uint32_t links = 0;
    };
    template <class Belongs>
    Set collect(Belongs belongs) const;

    std::array<QueuedLink, std::size_t{kMaxTensors} * kPassages> m_links;
    std::size_t m_count = 0;
};

}  // namespace lapidary::reuse
