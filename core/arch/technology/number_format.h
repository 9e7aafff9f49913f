// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a compute unit multiplies: whole numbers of any width, or floats. Plain value and pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/base/result.h"

namespace lapidary {

struct NumberFormat {
    std::string kind = "int";  ///< "int", "fp16", "bf16", "fp32"
    int bits = 16;
    bool operator==(const NumberFormat&) const = default;
};

/// "int8", "int12", "fp16", "bf16", "fp32".
Result<NumberFormat> parseNumberFormat(std::string_view text);
std::string toText(const NumberFormat& format);

}  // namespace lapidary
