// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Designs, networks, workloads and constraints as people read them: a headline and a table. Pure functions.
#pragma once

#include <string>

#include "core/arch/architecture.h"
#include "core/io/table.h"
#include "core/workload/network.h"

namespace lapidary {

std::string inputReport(const Architecture& architecture);
std::string inputReport(const Network& network);
std::string inputReport(const Workload& workload);
std::string inputReport(const Constraints& constraints);

/// Levels, layers, dimensions, rules.
Table inputTable(const Architecture& architecture);
/// Every known energy, leakage and area by its setting path, with its source.
Table figureTable(const Architecture& architecture);
Table inputTable(const Network& network);
Table inputTable(const Workload& workload);
Table inputTable(const Constraints& constraints);

}  // namespace lapidary
