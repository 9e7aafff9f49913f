// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/model/fabric/trace.h"

#include <utility>

namespace lapidary::fabric {

void EngineTrace::take(EngineTrace&& part, std::int64_t before, std::int64_t product) {
    for (TracedCycle& cycle : part.cycles) {
        cycle.cycle += before;
        cycles.push_back(std::move(cycle));
    }
    for (TracedSection& section : part.sections) {
        section.from += before;
        section.to += before;
        section.product = product;
        sections.push_back(std::move(section));
    }
}

}  // namespace lapidary::fabric
