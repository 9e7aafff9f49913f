// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The desktop program: lapidary [FILE] [--safe-mode] [--reset-settings], or lapidary --headless VERB ... without a display.

#include <QApplication>
#include <QCommandLineParser>
#include <QSettings>
#include <QTimer>

#include <cstdio>
#include <cstring>

#include "app/gui/headless.h"
#include "core/base/version.h"
#include "ui/shell/file_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_control.h"
#include "ui/theme/style.h"

namespace {

using namespace lapidary;
using namespace lapidary::ui;

int fail(const Diagnostics& diagnostics) {
    std::fputs((toText(diagnostics) + "\n").c_str(), stderr);
    return kBadInput;
}

int runWindow(const QCommandLineParser& arguments) {
    const bool safe = arguments.isSet("safe-mode");
    if (arguments.isSet("reset-settings")) QSettings().clear();
    auto inputs = exampleInputs();
    if (!inputs) return fail(inputs.diagnostics());

    MainWindow window(std::move(inputs).value(), {.safeMode = safe, .askBeforeLoss = true});
    const QString theme = safe ? QString() : QSettings().value("theme").toString();
    window.setTheme(fromKey<ThemeChoice>(theme.toStdString()).value_or(ThemeChoice::system));
    window.show();
    const QStringList files = arguments.positionalArguments();
    if (!files.isEmpty())
        window.files().open(files.front());
    else if (!safe)
        QTimer::singleShot(0, &window, [&window] { window.runs().run(); });  // the example, live from the first moment
    return QApplication::exec();
}

}  // namespace

int main(int argc, char** argv) {
    const bool headless = argc > 1 && std::strcmp(argv[1], "--headless") == 0;
    if (headless) qputenv("QT_QPA_PLATFORM", "offscreen");
    QApplication application(argc, argv);
    QApplication::setOrganizationName(QStringLiteral("lapidary"));
    QApplication::setApplicationName(QStringLiteral("lapidary"));
    QApplication::setApplicationVersion(QString::fromUtf8(kVersion.data(), static_cast<qsizetype>(kVersion.size())));
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
