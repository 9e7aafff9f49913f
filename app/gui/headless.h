// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The program without a display: the same views and exports on the offscreen platform.
//   lapidary --headless tour DIR              search the example, write its figures and tables
//   lapidary --headless export SESSION --view KEY -o FILE
//   lapidary --headless shots DIR             pictures of each perspective: themes, sizes, 200 %
//   lapidary --headless bench                 how smooth the window is; on a screen if there is one
#pragma once

#include <QStringList>

#include <string>

#include "core/base/result.h"

namespace lapidary::ui {

inline constexpr int kDone = 0, kBadInput = 2, kNotPossible = 3;

/// Requires a QApplication. Returns the exit code.
int runHeadless(const QStringList& arguments);

// The verbs; `arguments` follow the verb.
int runTour(const QStringList& arguments);
int runExport(const QStringList& arguments);
int runShots(const QStringList& arguments);
int runBench(const QStringList& arguments);
/// The views, formats and options of export.
std::string exportHelp();

/// Prints the path if there are no problems, else the problems; true if it was written.
bool reportWritten(const QString& path, const Diagnostics& problems);
/// Makes the folder; false and a message if that is impossible.
bool prepareFolder(const QString& path);

}  // namespace lapidary::ui
