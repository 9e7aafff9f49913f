// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/plan.h"

#include <algorithm>
#include <tuple>

namespace lapidary::fabric {

Step stepOf(std::vector<Delivery> deliveries, std::int64_t multipliers, std::int64_t ports) {
    const std::int64_t width = multipliers / ports;
    std::sort(deliveries.begin(), deliveries.end(), [&](const Delivery& a, const Delivery& b) {
        return std::tuple(a.multiplier / width, a.order, a.multiplier) <
               std::tuple(b.multiplier / width, b.order, b.multiplier);
    });
    Step step;
    step.portStart.assign(static_cast<std::size_t>(ports) + 1, 0);
    step.receivers.reserve(deliveries.size());
    for (std::size_t i = 0; i < deliveries.size(); ++i) {
        const std::int64_t port = deliveries[i].multiplier / width;
        const bool begins =
            i == 0 || deliveries[i - 1].multiplier / width != port || deliveries[i - 1].order != deliveries[i].order;
        const auto place = static_cast<std::int32_t>(i);
        if (begins) {
            step.packets.push_back({place, place});
            ++step.portStart[static_cast<std::size_t>(port) + 1];
        }
        step.receivers.push_back(deliveries[i].multiplier);
        step.packets.back().last = place + 1;
    }
    for (std::size_t p = 0; p < static_cast<std::size_t>(ports); ++p) step.portStart[p + 1] += step.portStart[p];
    return step;
}

}  // namespace lapidary::fabric
