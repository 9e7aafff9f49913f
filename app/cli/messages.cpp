// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/messages.h"

#include <iostream>

namespace lapidary::cli {

ExitCode refuse(ExitCode code, const std::string& message, const std::string& hint) {
    std::cerr << "lapidary-cli: " << toText(error(message, hint)) << '\n';
    return code;
}

ExitCode refuse(const Diagnostics& diagnostics) {
    constexpr std::size_t kMostShown = 50;  // a file of another kind may be wrong in each of its words
    std::size_t errors = 0;
    for (const Diagnostic& diagnostic : diagnostics)
        if (diagnostic.severity == Severity::error && ++errors <= kMostShown) std::cerr << toText(diagnostic) << '\n';
    if (errors > kMostShown) std::cerr << "error: " << errors - kMostShown << " more errors are left out\n";
    return ExitCode::badInput;
}

void printNotes(const Diagnostics& notes, const OutputOptions& output) {
    if (output.quiet) return;
    for (const Diagnostic& note : notes) std::cerr << toText(note) << '\n';
}

}  // namespace lapidary::cli
