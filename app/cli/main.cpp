// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lapidary-cli: everything the desktop program computes, without a display.

#include <array>

#include "app/cli/availability.h"
#include "app/cli/command_line.h"
#include "app/cli/messages.h"
#include "app/cli/verbs.h"
#include "core/io/inputs.h"

namespace lapidary::cli {

namespace {

ExitCode run(const Request& request) {
    struct Verb {
        std::string_view name;
        ExitCode (*run)(const Request&);
    };
    constexpr std::array<Verb, 13> verbs{{{"presets", runPresets},
                                          {"show", runShow},
                                          {"count", runCount},
                                          {"evaluate", runEvaluate},
                                          {"search", runSearch},
                                          {"convert", runConvert},
                                          {"sweep", runSweepVerb},
                                          {"compare", runCompare},
                                          {"export", runExport},
                                          {"study", runStudyVerb},
                                          {"ski-slope", runSkiSlope},
                                          {"tech", runTech},
                                          {"validate", runValidate},
                                          {"run", runRun}}};
    if (const auto what = unavailable(request)) return refuse(ExitCode::unavailable, *what + " is not available yet");
    printNotes(wordNotes(request.input.settings), request.output);
    printNotes(wordNotes(request.sweep.axes), request.output);
    for (const Verb& verb : verbs)
        if (verb.name == request.verb) return verb.run(request);
    return ExitCode::badInput;
}

}  // namespace

}  // namespace lapidary::cli

int main(int argc, char** argv) {
    using namespace lapidary::cli;
    const Parsed parsed = parseCommandLine(argc, argv);
    return static_cast<int>(parsed.request ? run(*parsed.request) : parsed.exit);
}
