// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One mapping under the reuse model and under the data-centric one: which rule makes each figure differ. Terms of cycles and of
// energy add up to the difference. Pure function.
#pragma once

#include <string>
#include <vector>

#include "core/explore/compare.h"

namespace lapidary {

struct ModelTerm {
    std::string of;     ///< "cycles", "energy_pj" or a figure of its own: "S1.A.fills"
    std::string label;  ///< "waiting for data", "S1 A fills"
    double a = 0, b = 0;
    std::string why;
};

/// Only what differs. Empty unless exactly one side is counted by directives.
std::vector<ModelTerm> modelTerms(const Compared& a, const Compared& b);

}  // namespace lapidary
