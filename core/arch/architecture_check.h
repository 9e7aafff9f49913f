// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What makes a specification an architecture: names, sizes, room for at least one word, figures that are numbers.
// Every diagnostic names the key path of the native file ("levels[1].capacity"), so that a reader of files can add
// line and column. Pure function.
#pragma once

#include "core/arch/architecture.h"

namespace lapidary {

/// All problems found, in the order of the file; empty = sound.
Diagnostics checkArchitecture(const ArchitectureSpec& spec);

}  // namespace lapidary
