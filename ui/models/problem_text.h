// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What went wrong, in words for notices and tooltips beside the thing itself; banners, which stand apart from it, name
// the place too (ui/shell/banner.h). Pure functions; GUI thread only.
#pragma once

#include <QString>

#include "core/base/result.h"

namespace lapidary::ui {

/// "expected a number, found 'x'; did you mean ...?" of the first error; empty if there is none.
QString problemText(const Diagnostics& problems);
/// The same with a full stop unless it ends in a question.
QString sentence(const Diagnostics& problems);

}  // namespace lapidary::ui
