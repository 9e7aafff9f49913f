// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/models/problem_text.h"

#include <algorithm>

namespace lapidary::ui {

QString problemText(const Diagnostics& problems) {
    const auto first = std::find_if(problems.begin(), problems.end(),
                                    [](const Diagnostic& d) { return d.severity == Severity::error; });
    if (first == problems.end()) return {};
    return QString::fromStdString(first->hint.empty() ? first->message : first->message + "; " + first->hint);
}

QString sentence(const Diagnostics& problems) {
    const QString text = problemText(problems);
    return text.isEmpty() || text.endsWith(u'?') || text.endsWith(u'.') ? text : text + u'.';
}

}  // namespace lapidary::ui
