// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a proof rests on, live and at the end: the lower bound, and how many partial choices each rule closed. A watcher
// may copy it at any time. docs/models/optimal.md proves each rule. Plain values.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace lapidary::optimal {

struct RuleCount {
    std::string key;      ///< in files
    std::string meaning;  ///< one line for people
    std::int64_t count = 0;
    bool operator==(const RuleCount&) const = default;
};

struct Certificate {
    std::optional<double> bound;  ///< no mapping of the space is better, in the first metric of the objective
    std::optional<double> gap;    ///< (best - bound) / best; 0 once proven
    std::int64_t nodes = 0;       ///< partial choices that were looked at
    std::vector<RuleCount> closed;
    std::string reason;  ///< why it isn't proven, where the method gave up; empty if it was stopped, or proven
    std::string method;  ///< "chains of tiles", "tables of tiles", "branch and bound", ...
    bool operator==(const Certificate&) const = default;
};

}  // namespace lapidary::optimal
