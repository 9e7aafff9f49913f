// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tables below resources/technology/, held inside the program. The build collects them (core/arch/CMakeLists.txt).
// Read-only data: any thread may call this at any time.
#pragma once

#include <span>

#include "core/base/embedded_file.h"

namespace lapidary {

/// All tables, sorted by path: "sram_cacti.csv".
std::span<const EmbeddedFile> embeddedTables();

}  // namespace lapidary
