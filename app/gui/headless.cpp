// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "app/gui/headless.h"

#include <QApplication>
#include <QDir>

#include <cstdio>

#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr const char* kHelp =
    "lapidary --headless tour DIR                            search the example, write its figures and tables\n"
    "lapidary --headless export SESSION --view KEY -o FILE   one view as a figure, a table or a text; see below\n"
    "lapidary --headless shots DIR [SCENE ...] [FILE.onnx]\n"
    "                                                        pictures of each perspective: themes, sizes, 200 %; of "
    "the\n"
    "                                                        import page with a model\n"
    "lapidary --headless bench [--minutes M] [-o FILE]       how smooth the window is: latency, start, memory, rate\n";

}  // namespace

bool reportWritten(const QString& path, const Diagnostics& problems) {
    if (hasErrors(problems)) {
        std::fputs((toText(problems) + "\n").c_str(), stderr);
        return false;
    }
    std::printf("%s\n", qUtf8Printable(path));
    return true;
}

bool prepareFolder(const QString& path) {
    if (path.startsWith(u'-')) {
        std::fprintf(stderr, "error: expected a folder, found '%s'; see lapidary --headless help\n",
                     qUtf8Printable(path));
        return false;
    }
    if (QDir().mkpath(path)) return true;
    std::fprintf(stderr, "error: cannot make the folder %s\n", qUtf8Printable(path));
    return false;
}

int runHeadless(const QStringList& arguments) {
    applyTheme(ThemeChoice::light, QApplication::palette());
    const QString verb = arguments.value(0);
    const QStringList rest = arguments.mid(1);
    if (verb == u"tour") return runTour(rest);
    if (verb == u"export") return runExport(rest);
    if (verb == u"shots") return runShots(rest);
    if (verb == u"bench") return runBench(rest);
    const bool asked = verb == u"help" || verb == u"--help";
    std::fputs(kHelp, asked ? stdout : stderr);
    if (asked) std::fputs(("\n" + exportHelp()).c_str(), stdout);
    if (!asked)
        std::fprintf(stderr, "error: '%s' is no verb; expected tour, export, shots or bench\n", qUtf8Printable(verb));
    return asked ? kDone : kBadInput;
}

}  // namespace lapidary::ui
