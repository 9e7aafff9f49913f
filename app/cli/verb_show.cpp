// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/document.h"
#include "app/cli/messages.h"
#include "app/cli/verbs.h"

namespace lapidary::cli {

ExitCode runShow(const Request& request) {
    if (request.subject.empty())
        return refuse(ExitCode::badInput, "nothing to show", "give a key or a file; 'lapidary-cli presets' lists keys");
    const auto document = loadDocument(request.subject, request.input);
    if (!document) return refuse(document.diagnostics());
    printNotes(document.diagnostics(), request.output);
    return emit(request.output, renderingOf(*document), ExitCode::done);
}

}  // namespace lapidary::cli
