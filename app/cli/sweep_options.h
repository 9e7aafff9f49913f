// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The sweep that a request asks for: a preset or file with what the other options say instead, or the options alone.
#pragma once

#include "app/cli/request.h"
#include "core/io/sweep_file.h"

namespace lapidary::cli {

Result<SweepFile> sweepOf(const Request& request);

/// Most mappings that one search of a sweep draws if it has only a victory condition: where hardly anything is valid,
/// that may never be met.
inline constexpr std::int64_t kMostPerSearch = 10'000'000;

}  // namespace lapidary::cli
