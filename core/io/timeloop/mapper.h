// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Settings of Timeloop's mapper as search options (reference/timeloop/formats.md, 8). Pure functions.
#pragma once

#include "core/io/timeloop/document.h"
#include "core/search/search.h"

namespace lapidary::timeloop {

/// What has no counterpart here is named in `out`.
SearchOptions readMapper(const Section& mapper, Diagnostics& out);

}  // namespace lapidary::timeloop
