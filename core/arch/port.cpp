// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/arch/port.h"

#include <algorithm>
#include <charconv>

#include "core/base/json.h"

namespace lapidary {

namespace {

constexpr KeyEntry<PortType> kPortTypes[] = {
    {PortType::read, "read", "Read", "Words leave the level through it", "docs/models/time.md"},
    {PortType::write, "write", "Write", "Words enter the level through it", "docs/models/time.md"},
    {PortType::readWrite, "read_write", "Read or write", "Words leave or enter, one way at a time",
     "docs/models/time.md"},
};

constexpr KeyEntry<Passage> kPassageKeys[] = {
    {Passage::toBelow, "to_below", "To below", "Read for the level below or the compute", "docs/models/time.md"},
    {Passage::toAbove, "to_above", "To above", "Outputs read to be sent up", "docs/models/time.md"},
    {Passage::fromAbove, "from_above", "From above", "Words from the level above are written", "docs/models/time.md"},
    {Passage::fromBelow, "from_below", "From below", "Outputs from below are written", "docs/models/time.md"},
};

constexpr std::string_view kBits = "bits";

}  // namespace

std::span<const KeyEntry<PortType>> keyTable(PortType) { return kPortTypes; }
std::span<const KeyEntry<Passage>> keyTable(Passage) { return kPassageKeys; }

Result<Rate> parseRate(std::string_view text) {
    const std::string_view whole = text;
    Rate rate;
    if (text.ends_with(kBits)) {
        rate.inBits = true;
        text.remove_suffix(kBits.size());
        while (text.ends_with(' ')) text.remove_suffix(1);
    }
    const auto [end, code] = std::from_chars(text.data(), text.data() + text.size(), rate.amount);
    if (text.empty() || code != std::errc() || end != text.data() + text.size())
        return error("expected words per cycle such as 16, or '512 bits', found '" + std::string(whole) + "'");
    return rate;
}

std::string toText(const Rate& rate) {
    std::string text = formatExact(rate.amount);
    if (rate.inBits) text.append(" ").append(kBits);
    return text;
}

PortUse parsePortUse(std::string_view text) {
    if (const auto passage = fromKey<Passage>(text)) return {{}, passage};
    const std::size_t dot = text.rfind('.');
    if (dot != std::string_view::npos)
        if (const auto passage = fromKey<Passage>(text.substr(dot + 1)))
            return {std::string(text.substr(0, dot)), passage};
    return {std::string(text), std::nullopt};
}

std::string toText(const PortUse& use) {
    std::string text = use.tensor;
    if (!use.passage) return text;
    if (!text.empty()) text += '.';
    return text.append(keyOf(*use.passage));
}

std::optional<PortUse> commonUse(const Port& one, const Port& other) {
    const auto usesOf = [](const Port& port) {
        return port.serves.empty() ? std::vector<PortUse>{PortUse{}} : port.serves;
    };
    for (const PortUse& use : usesOf(one)) {
        if (const auto theirs = usesOf(other); std::ranges::find(theirs, use) == theirs.end()) continue;
        for (const auto& entry : kPassageKeys) {
            if (use.passage.value_or(entry.value) != entry.value) continue;
            if (allows(one.type, entry.value) && allows(other.type, entry.value))
                return PortUse{use.tensor, entry.value};
        }
    }
    return std::nullopt;
}

}  // namespace lapidary
