// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Settings of Timeloop's mapper as search options (reference/timeloop/formats.md, 8). Pure functions.
#pragma once

#include <optional>

#include "core/io/timeloop/document.h"
#include "core/search/search.h"

namespace lapidary::timeloop {

/// `present` with what the file states; without it, Timeloop's defaults stand for what the file doesn't. What has no
/// counterpart here is named in `out`.
SearchOptions readMapper(const Section& mapper, const std::optional<SearchOptions>& present, Diagnostics& out);

}  // namespace lapidary::timeloop
