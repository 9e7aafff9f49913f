// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/technology/number_format.h"

#include <charconv>
#include <utility>

#include "core/base/json.h"

namespace lapidary {

namespace {

constexpr int kMaxOperandBits = 1024;  ///< as words of a memory

}  // namespace

Result<NumberFormat> parseNumberFormat(std::string_view text) {
    for (const auto& [name, bits] : {std::pair{"fp16", 16}, {"bf16", 16}, {"fp32", 32}})
        if (text == name) return NumberFormat{name, bits};
    NumberFormat format;
    const std::string_view digits = text.starts_with("int") ? text.substr(3) : std::string_view();
    const auto [end, code] = std::from_chars(digits.data(), digits.data() + digits.size(), format.bits);
    const bool whole = !digits.empty() && code == std::errc() && end == digits.data() + digits.size();
    if (whole && format.bits >= 1 && format.bits <= kMaxOperandBits) return format;
    return error("expected int1 to int1024, fp16, bf16 or fp32, found '" + std::string(text) + "'",
                 didYouMean(text, {"int8", "int16", "int32", "fp16", "bf16", "fp32"}));
}

std::string toText(const NumberFormat& format) {
    return format.kind == "int" ? "int" + std::to_string(format.bits) : format.kind;
}

}  // namespace lapidary
