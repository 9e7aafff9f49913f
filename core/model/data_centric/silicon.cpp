// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/data_centric/silicon.h"

#include <algorithm>

namespace lapidary::data_centric {

void addSiliconOf(Outcome& outcome, const Hardware& hardware) {
    const double pes = static_cast<double>(hardware.pes);
    const double l1 = std::max(1.0, static_cast<double>(outcome.l1Required));
    const double l2 = std::max(1.0, static_cast<double>(outcome.l2Required));
    const double wires = 14.662 * pes + 28.895;
    const double bandwidth = static_cast<double>(hardware.nocBandwidth.value_or(1));
    const double arbiter = 1.2886 * pes * pes + 5.5814 * pes - 23.711;
    outcome.areaUm2 =
        pes * (283 + 0.104 * l1) + 0.104 * l2 + 101.7938 * wires * bandwidth + std::max(395.473, 395.473 * arbiter);
    outcome.powerMw = pes * (1.2223 + 0.00345 * l1) + 0.00345 * l2 + 0.8 * wires / 1000 * bandwidth +
                      std::max(0.34, 0.34 * arbiter / 1000);
}

void addFitOf(Outcome& outcome, const Hardware& hardware) {
    const auto judge = [&](const char* name, const std::optional<std::int64_t>& room, std::int64_t need) {
        if (!room || need <= *room) return;
        outcome.fits = false;
        outcome.warnings.push_back(std::string(name) + " must hold " + std::to_string(need) +
                                   " elements, but has room for " + std::to_string(*room));
    };
    judge("L1", hardware.l1Elements, outcome.l1Required);
    judge("L2", hardware.l2Elements, outcome.l2Required);
}

}  // namespace lapidary::data_centric
