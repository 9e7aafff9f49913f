// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of the window as it comes up and as it works, in both themes and two sizes.

#include <QApplication>
#include <QDir>
#include <QElapsedTimer>

#include "app/gui/headless.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_control.h"

namespace lapidary::ui {

namespace {

constexpr std::int64_t kEvaluations = 400'000;
constexpr int kMostMilliseconds = 60'000;
constexpr QSize kSizes[] = {{1440, 900}, {1024, 700}};

void settle() {
    for (int i = 0; i < 6; ++i) QApplication::processEvents();
}

void runToEnd(MainWindow& window) {
    window.runs().run();
    QElapsedTimer clock;
    clock.start();
    while (window.runs().running() && clock.elapsed() < kMostMilliseconds)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
}

bool shoot(MainWindow& window, const QDir& folder, const QString& state) {
    bool fine = true;
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
        window.setTheme(choice);
        for (const QSize& size : kSizes) {
            window.resize(size);
            settle();
            const std::string_view theme = keyOf(choice);
            const QString path =
                folder.filePath(QStringLiteral("%1-%2-%3x%4.png")
                                    .arg(state, QString::fromUtf8(theme.data(), static_cast<qsizetype>(theme.size())))
                                    .arg(size.width())
                                    .arg(size.height()));
            const bool saved = window.grab().save(path);
            fine =
                reportWritten(path, saved ? Diagnostics{} : Diagnostics{error("cannot write " + path.toStdString())}) &&
                fine;
        }
    }
    return fine;
}

}  // namespace

int runShots(const QStringList& arguments) {
    const QString path = arguments.value(0, QStringLiteral("out/shots"));
    if (!prepareFolder(path)) return kBadInput;
    auto inputs = exampleInputs();
    if (!inputs) return reportWritten({}, inputs.diagnostics()) ? kDone : kBadInput;
    inputs->search.maxEvaluations = kEvaluations;

    const QDir folder(path);
    MainWindow window(std::move(inputs).value(), {.safeMode = true, .askBeforeLoss = false});
    window.show();
    settle();
    bool fine = shoot(window, folder, "search-empty");
    window.setPerspective("mapping");
    fine = shoot(window, folder, "mapping-empty") && fine;
    window.setPerspective("design");
    fine = shoot(window, folder, "design") && fine;
    window.setPerspective("search");
    runToEnd(window);
    fine = shoot(window, folder, "search") && fine;
    window.setPerspective("mapping");
    fine = shoot(window, folder, "mapping") && fine;
    return fine ? kDone : kBadInput;
}

}  // namespace lapidary::ui
