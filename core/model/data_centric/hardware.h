// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The machine of the data-centric model: PEs with a buffer each (L1, FLASH's S1), a shared buffer (L2, S2), one kind of
// network between every two levels, an off-chip link; and what a MAC and an access cost. Plain values; no thread rule.
#pragma once

#include <cstdint>
#include <optional>
#include <string>

#include "core/base/result.h"

namespace lapidary::data_centric {

/// Energies in units of one MAC, areas in um^2, powers in mW: MAESTRO's own (reference/maestro, "Energy, area, power").
struct CostTable {
    double l1Access = 1.68, l2Access = 18.61;  ///< of one element, in MACs
    double macNj = 0.00023;                    ///< 0.904 in the version that FLASH used
    std::string source = "MAESTRO 4eb08d1";
};

/// The MAC energy under which Table 5 of FLASH reproduces.
inline constexpr double kFlashMacNj = 0.904;

struct Hardware {
    std::int64_t pes = 1;
    std::optional<std::int64_t> l1Elements,
        l2Elements;                            ///< elements (MAESTRO: bytes, one per element); none = unlimited
    std::optional<std::int64_t> nocBandwidth;  ///< elements per cycle; none = unlimited
    std::optional<std::int64_t> offchipBandwidth;
    std::int64_t hops = 1;
    CostTable costs{};
};

/// Table 4 of FLASH: 256 PEs, S1 0.5 KB, S2 100 KB, NoC 32 GB/s at 1 GHz (one byte per element).
Hardware edgeHardware();

/// PEs and bandwidths >= 1, hops >= 0, sizes >= 0; the key names the field.
Diagnostics check(const Hardware& hardware);

}  // namespace lapidary::data_centric
