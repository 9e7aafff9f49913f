// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <filesystem>

#include "app/cli/document.h"
#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/io/maestro/flash_styles.h"

namespace lapidary::cli {

ExitCode runShow(const Request& request) {
    if (request.subject.empty())
        return refuse(ExitCode::badInput, "nothing to show", "give a key or a file; 'lapidary-cli presets' lists keys");
    const auto style = fromKey<flash::Style>(request.subject);
    if (style && !std::filesystem::exists(request.subject))
        return emit(request.output,
                    {[&] { return flashStyleText(*style); }, [&] { return flashStyleJson(*style); },
                     [&] { return toCsv(flashStyleTable(*style)); }},
                    ExitCode::done);
    const auto document = loadDocument(request.subject, request.input);
    if (!document) return refuse(document.diagnostics());
    printNotes(document.diagnostics(), request.output);
    return emit(request.output, renderingOf(*document), ExitCode::done);
}

}  // namespace lapidary::cli
