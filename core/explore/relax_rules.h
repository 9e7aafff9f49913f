// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rules of constraints that can leave a mapspace without a valid mapping, each left out once. Rules about orders are
// none of them: an order breaks no limit. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "core/arch/constraint.h"

namespace lapidary {

struct RuleLeftOut {
    std::string name;         ///< "GLB: without factor C >= 4"
    Constraints constraints;  ///< all others
};
std::vector<RuleLeftOut> rulesLeftOut(const Constraints& constraints);

}  // namespace lapidary
