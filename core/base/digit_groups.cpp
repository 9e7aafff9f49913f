// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/digit_groups.h"

#include <algorithm>
#include <string_view>

#include "core/base/text.h"
#include "core/base/units.h"

namespace lapidary {

std::string formatFigure(double value, int digits) { return withGroups(formatSignificant(value, digits)); }

std::string withGroups(const std::string& number) {
    constexpr std::string_view kDigits = "0123456789";
    const std::size_t begin = number.find_first_of(kDigits);
    if (begin == std::string::npos) return number;
    const std::size_t end = std::min(number.find_first_not_of(kDigits, begin), number.size());
    return number.substr(0, begin) + groupedDigits(number.substr(begin, end - begin)) + number.substr(end);
}

}  // namespace lapidary
