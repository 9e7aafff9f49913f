// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A file that became part of the program at build time (lapidary_embed in core/CMakeLists.txt). Plain value; the views
// stay valid for the life of the program.
#pragma once

#include <string_view>

namespace lapidary {

struct EmbeddedFile {
    std::string_view path;      ///< relative to the embedded folder, with '/' between folders
    std::string_view contents;  ///< the bytes of the file, unchanged
};

}  // namespace lapidary
