// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <filesystem>

#include "app/cli/messages.h"
#include "app/cli/output.h"
#include "app/cli/verbs.h"
#include "core/io/validation/validation.h"

namespace lapidary::cli {

ExitCode runValidate(const Request& request) {
    constexpr const char* kHint =
        "the folder with timeloop/, sunstone/, accelforge/, zigzag/, technology/ and validation/: the program doesn't "
        "carry other people's figures";
    if (request.reference.empty()) return refuse(ExitCode::badInput, "'validate' needs --reference DIR", kHint);
    if (!std::filesystem::is_directory(request.reference))
        return refuse(ExitCode::badInput, "--reference: there is no folder '" + request.reference + "'", kHint);
    const auto sections = validation::validate(request.reference);
    if (!sections) return refuse(sections.diagnostics());
    const Rendering page{[&] { return validation::validationPage(*sections); },
                         [&] { return validation::validationJson(*sections); },
                         [&] { return toCsv(validation::validationTable(*sections)); }};
    return emit(request.output, page, ExitCode::done);
}

}  // namespace lapidary::cli
