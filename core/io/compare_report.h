// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two mappings side by side as JSON, tables and text. Pure functions.
#pragma once

#include <string>

#include "core/base/json.h"
#include "core/explore/compare.h"
#include "core/io/provenance.h"
#include "core/io/table.h"

namespace lapidary {

/// "lapidary/compare/1": both sides with validity and mapping, the rows, the aligned nests.
Json compareToJson(const Compared& a, const Compared& b, const Provenance& provenance);

/// metric, unit, A, B, B - A, B / A, better.
Table compareTable(const Compared& a, const Compared& b, NumberStyle style);
/// The aligned nests: A, what differs, B.
Table nestDifferenceTable(const Compared& a, const Compared& b);

/// What differs in one line, the figures, the nests.
std::string compareReport(const Compared& a, const Compared& b);

}  // namespace lapidary
