// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/output.h"

#include <array>
#include <iostream>

#include "app/cli/messages.h"
#include "core/io/native.h"
#include "core/io/option_key.h"

namespace lapidary::cli {

std::span<const KeyEntry<Format>> keyTable(Format) {
    static constexpr std::array<KeyEntry<Format>, 3> table{{
        {Format::text, "text", "Text", "for people", ""},
        {Format::json, "json", "JSON", "complete, for programs", ""},
        {Format::csv, "csv", "CSV", "the main table, for spreadsheets", ""},
    }};
    return table;
}

namespace {

std::string render(Format format, const Rendering& rendering) {
    switch (format) {
    case Format::text: return rendering.text();
    case Format::json: return rendering.json().dump() + '\n';
    case Format::csv: return rendering.csv();
    }
    return {};
}

}  // namespace

ExitCode emit(const OutputOptions& output, const Rendering& rendering, ExitCode code) {
    const auto format = optionKey("--format", output.format, Format::text);
    if (!format) return refuse(format.diagnostics());
    return emitText(output, render(*format, rendering), code);
}

ExitCode emitText(const OutputOptions& output, const std::string& text, ExitCode code) {
    if (output.file.empty()) {
        std::cout << text << std::flush;
        return code;
    }
    const Diagnostics written = writeTextFile(output.file, text);
    return hasErrors(written) ? refuse(written) : code;
}

}  // namespace lapidary::cli
