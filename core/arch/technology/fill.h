// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Gives a design with a technology the figures that nobody gave it. What was looked up before is looked up again, so that
// it follows size, node and clock; what was given by hand, "unknown" included, stays. Pure functions; any thread.
#pragma once

#include "core/arch/architecture.h"

namespace lapidary {

/// Came from the tables and follows them.
bool isLookedUp(const Figure& figure);

/// Every figure without value and source, and every looked-up one; without a technology the latter become unknown.
/// A level of partitions only has none of its own, and what a level gives for all its partitions they need not.
void fillFromTables(ArchitectureSpec& spec);

}  // namespace lapidary
