// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/hardware.h"

namespace lapidary::data_centric {

Hardware edgeHardware() { return {256, 512, 100 * 1024, 32, {}, 1, {}}; }

Diagnostics check(const Hardware& hardware) {
    Diagnostics found;
    const auto atLeast = [&](const char* key, std::int64_t value, std::int64_t least) {
        if (value < least)
            found.push_back(errorAt({{}, 0, 0, key}, std::string(key) + " is " + std::to_string(value) +
                                                         ", expected at least " + std::to_string(least)));
    };
    atLeast("num_pes", hardware.pes, 1);
    atLeast("l1_size_cstr", hardware.l1Elements.value_or(0), 0);
    atLeast("l2_size_cstr", hardware.l2Elements.value_or(0), 0);
    atLeast("noc_bw_cstr", hardware.nocBandwidth.value_or(1), 1);
    atLeast("offchip_bw_cstr", hardware.offchipBandwidth.value_or(1), 1);
    atLeast("NoC_NumHops", hardware.hops, 0);
    return found;
}

}  // namespace lapidary::data_centric
