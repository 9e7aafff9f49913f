// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where results go: stdout or -o FILE, as text, JSON or CSV.
#pragma once

#include <functional>
#include <span>
#include <string>

#include "app/cli/request.h"
#include "core/base/json.h"
#include "core/base/key_table.h"

namespace lapidary::cli {

enum class Format { text, json, csv };
std::span<const KeyEntry<Format>> keyTable(Format);

/// A result in each format, made only when asked for.
struct Rendering {
    std::function<std::string()> text;
    std::function<Json()> json;
    std::function<std::string()> csv;
};

/// Writes the text to the file or the terminal and hands back `code`, or badInput if it can't be written.
ExitCode emitText(const OutputOptions& output, const std::string& text, ExitCode code);

/// Writes the result in the format asked for and hands back `code`, or badInput if it can't be written.
ExitCode emit(const OutputOptions& output, const Rendering& rendering, ExitCode code);

}  // namespace lapidary::cli
