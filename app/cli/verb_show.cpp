// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/cli/document.h"
#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/io/maestro/flash_styles.h"
#include "core/io/native.h"
#include "core/io/stonne/machines.h"
#include "core/search/fabric/knob_space.h"

namespace lapidary::cli {

ExitCode runShow(const Request& request) {
    if (request.subject.empty())
        return refuse(ExitCode::badInput, "nothing to show", "give a key or a file; 'lapidary-cli presets' lists keys");
    const auto style = fromKey<flash::Style>(request.subject);
    if (style && !isThere(request.subject))
        return emit(request.output,
                    {[&] { return flashStyleText(*style); }, [&] { return flashStyleJson(*style); },
                     [&] { return toCsv(flashStyleTable(*style)); }},
                    ExitCode::done);
    const bool isFile = isThere(request.subject);
    if (const auto machine = fromKey<stonne::Machine>(request.subject); machine && !isFile) {
        const auto text = [&] { return stonne::machineText(*machine); };
        return emit(request.output, {text, [&] { return stonne::machineJson(*machine); }, text}, ExitCode::done);
    }
    if (fromKey<fabric::Knob>(request.subject) && !isFile)
        return refuse(ExitCode::badInput,
                      "'" + request.subject + "' is a knob of --algorithm tuner, with no file behind it",
                      "--tune " + request.subject + "=V1,V2 gives it values");
    const auto document = loadDocument(request.subject, request.input);
    if (!document) return refuse(document.diagnostics());
    printNotes(document.diagnostics(), request.output);
    return emit(request.output, renderingOf(*document), ExitCode::done);
}

}  // namespace lapidary::cli
