// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later
//
// The core's words and counts as the views' strings.
#pragma once

#include <QString>

#include <cstdint>
#include <string_view>

#include "core/base/digit_groups.h"
#include "core/base/units.h"

namespace lapidary::ui {

/// UTF-8 words of the core, which need not end with a null character.
inline QString fromView(std::string_view utf8) {
    return QString::fromUtf8(utf8.data(), static_cast<qsizetype>(utf8.size()));
}

/// A count with its thousands set apart, as formatCount() writes it.
inline QString countText(std::int64_t count) { return QString::fromStdString(formatCount(count)); }

/// `digits` significant digits, thousands set apart, with a typographic minus, in an exponent, too.
inline QString significantText(double value, int digits = 4) {
    return QString::fromStdString(formatFigure(value, digits)).replace(u'-', QChar(0x2212));
}

}  // namespace lapidary::ui
