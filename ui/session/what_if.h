// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "What if": the mapping on show, found for one design, evaluated on the design as it is being edited. Levels and fanouts
// are matched by name, so that a mapping outlives a level that is added elsewhere. GUI thread only.
#pragma once

#include <QString>

#include <optional>

#include "ui/session/document.h"

namespace lapidary::ui {

struct WhatIf {
    QString origin;              ///< "Run 1, best"
    std::optional<Cost> before;  ///< on the design it was found for
    std::optional<Cost> now;     ///< on the present one; none if it does not fit
    QString trouble;             ///< why it does not fit

    /// EDP now over EDP before less one; nullopt if either is unknown.
    std::optional<double> change() const;
};

/// nullopt if no mapping is shown or the inputs cannot be used.
std::optional<WhatIf> whatIf(const Document& document);

/// "+3.1 %", "−12 %"; "unchanged" if it is less than a thousandth of a percent.
QString changeText(double change);

}  // namespace lapidary::ui
