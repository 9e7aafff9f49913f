// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <algorithm>
#include <cctype>

#include "core/base/arith.h"
#include "core/base/json.h"
#include "core/base/text.h"
#include "core/base/units.h"

namespace lapidary {

namespace {

struct CapacityUnit {
    std::string_view name;
    std::int64_t bits;  ///< 0 = words
};

constexpr std::int64_t kKilo = 1000;
constexpr std::int64_t kMega = kKilo * kKilo;
constexpr std::int64_t kGiga = kKilo * kMega;
constexpr std::int64_t kKibi = 1024;
constexpr std::int64_t kMebi = kKibi * kKibi;
constexpr std::int64_t kGibi = kKibi * kMebi;
constexpr CapacityUnit kUnits[] = {
    {"", 0},           {"words", 0},       {"word", 0},       {"bit", 1},         {"bits", 1},       {"kbit", kKilo},
    {"Kibit", kKibi},  {"Mbit", kMega},    {"Mibit", kMebi},  {"Gbit", kGiga},    {"Gibit", kGibi},  {"B", 8},
    {"kB", 8 * kKilo}, {"KiB", 8 * kKibi}, {"MB", 8 * kMega}, {"MiB", 8 * kMebi}, {"GB", 8 * kGiga}, {"GiB", 8 * kGibi},
};

/// 2^50: words of up to 8,192 bits still give a number of bits that fits 63 bits.
constexpr std::int64_t kMaxAmount = std::int64_t{1} << 50;

/// digits / scale, where the scale is a power of ten.
struct Decimal {
    BigInt digits;
    BigInt scale;
};

/// nullopt if the text isn't a plain decimal number.
std::optional<Decimal> parseDecimal(std::string_view text) {
    std::string digits;
    std::size_t decimals = 0;
    bool pointSeen = false;
    for (const char c : text) {
        if (c == '.' && !pointSeen) {
            pointSeen = true;
        } else if (std::isdigit(static_cast<unsigned char>(c))) {
            digits += c;
            decimals += pointSeen ? 1 : 0;
        } else {
            return std::nullopt;
        }
    }
    if (digits.empty() || digits.size() > 40 || text.back() == '.') return std::nullopt;
    Decimal result{BigInt(digits, 10), 1};
    mpz_ui_pow_ui(result.scale.get_mpz_t(), 10, decimals);
    return result;
}

Diagnostic unknownUnit(std::string_view unit) {
    if (unit == "KB" || unit == "K" || unit == "k")
        return error("capacity unit '" + std::string(unit) + "' is ambiguous", "write KiB for 1024 B or kB for 1000 B");
    std::vector<std::string> names;
    for (const auto& candidate : kUnits) names.emplace_back(candidate.name);
    return error(
        "unknown capacity unit '" + std::string(unit) + "', expected words, bit, Kibit, B, KiB, MiB, GiB, kB, MB or GB",
        didYouMean(unit, names));
}

}  // namespace

Result<Capacity> parseCapacity(std::string_view text) {
    const std::string_view all = trimmed(text);
    const std::string quoted = "'" + std::string(all) + "'";
    if (all.empty()) return error("the capacity is empty", "write a number of words or e.g. \"64 KiB\"");
    if (all.front() == '-') return error("capacity " + quoted + " is negative, expected at least 1");

    const std::size_t split = std::min(all.find_first_not_of("0123456789."), all.size());
    const auto number = parseDecimal(all.substr(0, split));
    if (!number) return error("expected a capacity such as 1024 or 64 KiB, found " + quoted);
    const std::string_view unit = trimmed(all.substr(split));
    const auto* known = std::ranges::find(kUnits, unit, &CapacityUnit::name);
    if (known == std::end(kUnits)) return unknownUnit(unit);

    const bool inWords = known->bits == 0;
    const std::string what = inWords ? "words" : "bits";
    const BigInt scaled = number->digits * bigInt(inWords ? 1 : known->bits);
    if (scaled == 0)
        return error("capacity " + quoted + " is zero, expected at least 1",
                     "leave the capacity out for a memory without limit");
    if (scaled % number->scale != 0) return error("capacity " + quoted + " is not a whole number of " + what);
    const BigInt amount = scaled / number->scale;
    if (amount > bigInt(kMaxAmount)) return error("capacity " + quoted + " is more than 2^50 " + what);
    return Capacity{*toInt64(amount), inWords};
}

std::string toText(const Capacity& capacity) {
    if (capacity.inWords) return std::to_string(capacity.amount) + (capacity.amount == 1 ? " word" : " words");
    const auto unitNamed = [](std::string_view name) { return std::ranges::find(kUnits, name, &CapacityUnit::name); };
    const CapacityUnit* best = unitNamed("bit");
    for (const auto* name : {"B", "KiB", "MiB", "GiB"})
        if (const auto* unit = unitNamed(name); capacity.amount % unit->bits == 0) best = unit;
    return std::to_string(capacity.amount / best->bits) + ' ' + std::string(best->name);
}

}  // namespace lapidary
