// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The desktop program: lapidary [FILE] [--safe-mode] [--reset-settings], or lapidary --headless VERB ... without a display.

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QTimer>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstring>

#include "app/gui/headless.h"
#include "core/base/version.h"
#include "ui/jobs/latency_probe.h"
#include "ui/models/words.h"
#include "ui/session/autosave.h"
#include "ui/session/log.h"
#include "ui/session/settings.h"
#include "ui/session/study_shelf.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/recovery_control.h"
#include "ui/shell/start_guard.h"
#include "ui/theme/style.h"

namespace {

using namespace lapidary;
using namespace lapidary::ui;

int fail(const Diagnostics& diagnostics) {
    std::fputs((toText(diagnostics) + "\n").c_str(), stderr);
    return kBadInput;
}

bool hasDisplay() { return !qEnvironmentVariableIsEmpty("DISPLAY") || !qEnvironmentVariableIsEmpty("WAYLAND_DISPLAY"); }

constexpr std::chrono::seconds kUp{3};  ///< after so long with a window, a start has succeeded

void tellSafeMode(MainWindow& window, bool byItself) {
    window.banners().post(
        {.cause = "safe",
         .severity = Severity::note,
         .title = QObject::tr("Safe mode."),
         .text = (byItself ? QObject::tr("The last two starts failed. ") : QString()) +
                 QObject::tr("Settings, layouts and recent files are left alone; the next start is an ordinary one. "
                             "'lapidary --reset-settings' forgets them."),
         .button = {},
         .action = {}});
}

int runWindow(const QCommandLineParser& arguments) {
    StartGuard guard(startMarks());
    const bool safe = arguments.isSet("safe-mode") || guard.safeModeAdvised();
    if (guard.safeModeAdvised()) std::fputs("lapidary: the last two starts failed; this one is in safe mode\n", stderr);
    if (arguments.isSet("reset-settings")) QSettings().clear();
    auto inputs = exampleInputs();
    if (!inputs) return fail(inputs.diagnostics());

    const Settings settings = safe ? Settings{} : loadSettings();
    inputs->search.threads = searchThreadsBy(settings);
    programLog().listenToQt();
    MainWindow window(
        std::move(inputs).value(),
        {.safeMode = safe, .askBeforeLoss = true, .autosaveRoot = autosaveRoot(), .studyFolder = studyFolder()});
    applyTheme(settings.theme, QApplication::palette());
    const QStringList files = arguments.positionalArguments();
    if (files.isEmpty() && settings.welcome) window.showWelcome();
    window.show();
    QTimer::singleShot(kUp, &window, [&guard] { guard.succeeded(); });
    if (safe) tellSafeMode(window, guard.safeModeAdvised());
    if (!files.isEmpty()) window.files().open(files.front());
    QTimer::singleShot(0, &window, [&window, safe] {
        if (safe)
            window.recovery().mention();
        else
            window.recovery().offer();
    });
    const int code = QApplication::exec();
    guard.succeeded();
    return code;
}

/// Qt reads the scale once, when the application is made. A person's own variable goes first.
void setScale(bool asked) {
    if (!asked || qEnvironmentVariableIsSet("QT_SCALE_FACTOR")) return;
    const int percent = loadSettings().scalePercent;
    if (percent != Settings{}.scalePercent) qputenv("QT_SCALE_FACTOR", QByteArray::number(percent / 100.0));
}

}  // namespace

int main(int argc, char** argv) {
    const bool headless = argc > 1 && std::strcmp(argv[1], "--headless") == 0;
    // Only what is timed is better timed on a screen.
    const bool timed = headless && argc > 2 && std::strcmp(argv[2], "bench") == 0;
    const bool asksOnly = std::any_of(argv, argv + argc, [](const char* argument) {
        const std::string_view word = argument;
        return word == "--help" || word == "--help-all" || word == "-h" || word == "--version" || word == "-v";
    });
    if ((headless && !(timed && hasDisplay())) || asksOnly) qputenv("QT_QPA_PLATFORM", "offscreen");
    QCoreApplication::setOrganizationName(QStringLiteral("lapidary"));
    QCoreApplication::setApplicationName(QStringLiteral("lapidary"));
    const bool plain = std::any_of(argv, argv + argc, [](const char* argument) {
        return std::strcmp(argument, "--safe-mode") == 0 || std::strcmp(argument, "--reset-settings") == 0;
    });
    setScale(!headless && !plain && !asksOnly);
    TimedApplication application(argc, argv);
    QApplication::setApplicationVersion(fromView(kVersion));
    QApplication::setStyle(new Style);
    if (headless) return runHeadless(QApplication::arguments().mid(2));

    QCommandLineParser parser;
    parser.setApplicationDescription(QStringLiteral("Explorer of mappings of tensor algebra onto accelerators."));
    parser.addHelpOption();
    parser.addVersionOption();
    parser.addPositionalArgument("FILE", QStringLiteral("A session, workload, design or mapping to open."), "[FILE]");
    parser.addOption({"safe-mode", QStringLiteral("Start with default settings and leave the saved ones alone.")});
    parser.addOption({"reset-settings", QStringLiteral("Forget all settings, layouts and recent files.")});
    parser.addOption(
        {"headless", QStringLiteral("As first option: make figures without a display and exit; see --headless help.")});
    parser.process(application);
    return runWindow(parser);
}
