// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/base/units.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <limits>
#include <span>

#include "core/base/text.h"

namespace lapidary {

namespace {

struct Step {
    double factor;  ///< how many of the table's own unit make one of these
    std::string_view name;
};

struct Ladder {
    std::string_view unit;
    std::span<const Step> steps;  ///< ascending
};

constexpr Step kEnergy[] = {{1, "pJ"}, {1e3, "nJ"}, {1e6, "µJ"}, {1e9, "mJ"}, {1e12, "J"}};
constexpr Step kEnergyDelay[] = {{1, "pJ·cycles"},   {1e3, "nJ·cycles"},  {1e6, "µJ·cycles"},  {1e9, "mJ·cycles"},
                                 {1e12, "J·cycles"}, {1e15, "kJ·cycles"}, {1e18, "MJ·cycles"}, {1e21, "GJ·cycles"}};
constexpr Step kEnergySeconds[] = {{1e-18, "aJ·s"}, {1e-15, "fJ·s"}, {1e-12, "pJ·s"}, {1e-9, "nJ·s"},
                                   {1e-6, "µJ·s"},  {1e-3, "mJ·s"},  {1, "J·s"}};
constexpr Step kNanoseconds[] = {{1, "ns"}, {1e3, "µs"}, {1e6, "ms"}, {1e9, "s"}};
constexpr Step kSeconds[] = {{1e-9, "ns"}, {1e-6, "µs"}, {1e-3, "ms"}, {1, "s"}};
constexpr Step kWatts[] = {{1e-9, "nW"}, {1e-6, "µW"}, {1e-3, "mW"}, {1, "W"}};
constexpr Step kArea[] = {{1, "µm²"}, {1e6, "mm²"}};
constexpr Step kHertz[] = {{1, "Hz"}, {1e3, "kHz"}, {1e6, "MHz"}, {1e9, "GHz"}};
constexpr Step kBytes[] = {{1, "B"}, {1e3, "kB"}, {1e6, "MB"}, {1e9, "GB"}, {1e12, "TB"}};
constexpr Step kBits[] = {{1, "bit"}, {1e3, "kbit"}, {1e6, "Mbit"}, {1e9, "Gbit"}};
constexpr Step kCount[] = {{1, ""}, {1e3, "k"}, {1e6, "M"}, {1e9, "G"}, {1e12, "T"}, {1e15, "P"}};

constexpr Ladder kLadders[] = {
    {"pJ", kEnergy},         {"pJ*cycles", kEnergyDelay},
    {"J*s", kEnergySeconds}, {"ns", kNanoseconds},
    {"s", kSeconds},         {"W", kWatts},
    {"um^2", kArea},         {"Hz", kHertz},
    {"B", kBytes},           {"bit", kBits},
};

/// The highest step that leaves a mantissa of at least 1 after rounding to `digits`; the lowest if none does.
const Step& stepFor(double magnitude, std::span<const Step> steps, int digits) {
    const double roundsUp = 1 - 0.5 * std::pow(10.0, -digits);
    const Step* best = &steps.front();
    for (const auto& step : steps)
        if (magnitude / step.factor >= roundsUp) best = &step;
    return magnitude == 0 ? *std::ranges::find(steps, 1.0, &Step::factor) : *best;
}

std::string withChars(double value, std::chars_format format, int precision) {
    std::array<char, 400> buffer;  // the longest double in fixed notation has 309 digits
    const auto end = std::to_chars(buffer.data(), buffer.data() + buffer.size(), value, format, precision).ptr;
    return {buffer.data(), end};
}

void trimZeros(std::string& text) {
    if (text.find('.') == std::string::npos) return;
    text.erase(text.find_last_not_of('0') + 1);
    if (text.back() == '.') text.pop_back();
}

}  // namespace

std::string formatSi(double value, std::string_view unit, int digits) {
    if (std::isnan(value)) return "n/a";
    const double magnitude = std::abs(value);
    const std::string sign = value < 0 ? "\u2212" : "";
    const auto* ladder = std::ranges::find(kLadders, unit, &Ladder::unit);
    const bool known = ladder != std::end(kLadders);
    if (std::isinf(value)) return sign + "∞" + (unit.empty() ? "" : " ") + std::string(unit);

    const Step& step = stepFor(magnitude, known ? ladder->steps : std::span<const Step>(kCount), digits);
    std::string text = sign + formatSignificant(magnitude / step.factor, digits);
    if (!step.name.empty()) text.append(" ").append(step.name);
    if (!known && !unit.empty()) text.append(" ").append(unit);
    return text;
}

std::string formatCount(std::int64_t value) {
    const std::string text = std::to_string(value);
    return value < 0 ? '-' + groupedDigits(text.substr(1)) : groupedDigits(text);
}

std::string formatExact(double value) {
    std::array<char, 32> buffer;
    return {buffer.data(), std::to_chars(buffer.data(), buffer.data() + buffer.size(), value).ptr};
}

std::string formatSignificant(double value, int digits) {
    if (value == 0 || !std::isfinite(value)) return formatExact(value == 0 ? 0.0 : value);
    std::string scientific = withChars(value, std::chars_format::scientific, std::max(digits, 1) - 1);
    const std::size_t e = scientific.find('e');
    const int exponent = std::stoi(scientific.substr(e + 1));
    if (exponent < -3 || exponent >= 15) {
        std::string mantissa = scientific.substr(0, e);
        trimZeros(mantissa);
        return mantissa + scientific.substr(e);
    }
    double rounded = value;  // digits in front of the point beyond `digits` become zeros
    std::from_chars(scientific.data(), scientific.data() + scientific.size(), rounded);
    std::string text = withChars(rounded, std::chars_format::fixed, std::max(digits - 1 - exponent, 0));
    trimZeros(text);
    return text;
}

}  // namespace lapidary
