// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How traffic is counted (docs/models/reuse.md): one struct, printed with every result.
#pragma once

#include <string>

#include "core/arch/architecture.h"
#include "core/base/key_table.h"

namespace lapidary {

/// exact: a tile of a windowed rank is its distinct elements; box: its bounding interval.
enum class Halo { exact, box };
std::span<const KeyEntry<Halo>> keyTable(Halo);

/// set: anything the tile just held is reused; oneAxis: only if the boxes differ along one axis and the displacement
/// repeats (docs/models/reuse.md).
enum class Window { set, oneAxis };
std::span<const KeyEntry<Window>> keyTable(Window);

/// overlap: transfers overlap the whole computation; ports: only the time that buffers and ports allow
/// (docs/models/time.md).
enum class Time { overlap, ports };
std::span<const KeyEntry<Time>> keyTable(Time);

struct Semantics {
    Halo halo = Halo::exact;
    Window window = Window::set;
    Multicast multicast = Multicast::equal;  ///< where the fanout doesn't say
    bool drainRead = false;                  ///< the final drain of an output is read at the child
    bool padding = false;                    ///< padded zeros are not fetched
    bool perNetwork = false;     ///< under `equal`, children of different networks share a read only if all that the
                                 ///< children beside them ask for is the same, too (a network merges its own)
    bool linkTransfers = false;  ///< a child may take its new words from a neighbour that held them
    bool fullSteps = false;      ///< tails take the time of full bounds
    bool returnHops = true;      ///< partial sums that come back travel, too
    Time time = Time::overlap;

    bool operator==(const Semantics&) const = default;
};

/// The rules behind exact.json of the Timeloop reference: box halo, one-axis windows.
Semantics exactReferenceSemantics();
/// Timeloop's rules (reference/timeloop): those of exact.json, multicast per network, neighbour moves unless the mapping
/// says no-link-transfer, full bounds in time.
Semantics timeloopSemantics();
/// "halo exact, window set, multicast equal, drain not read, halo zeros counted"
std::string toText(const Semantics& semantics);

}  // namespace lapidary
