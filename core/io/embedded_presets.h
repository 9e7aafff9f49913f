// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The files below presets/, held inside the program so that it runs from anywhere and needs no data directory.
// The build collects them (core/io/CMakeLists.txt); a new .json or .csv file there needs no other change.
// Read-only data: any thread may call this at any time.
#pragma once

#include <span>

#include "core/base/embedded_file.h"

namespace lapidary {

/// All preset files, sorted by path: "architectures/eyeriss-like.json". The views stay valid for the life of the program.
std::span<const EmbeddedFile> embeddedPresets();

}  // namespace lapidary
