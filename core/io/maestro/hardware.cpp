// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <set>

#include "core/base/text.h"
#include "core/io/maestro/files.h"
#include "core/io/maestro/tokens.h"

namespace lapidary::maestro {
namespace {

constexpr const char* kHardwareKeys =
    "num_pes, l1_size_cstr, l2_size_cstr, noc_bw_cstr, offchip_bw_cstr or NoC_NumHops";

/// What older files call it.
std::string presentKey(const std::string& key) {
    const std::pair<const char*, const char*> renamed[] = {
        {"NumPEs", "num_pes"}, {"L1Size", "l1_size_cstr"}, {"L2Size", "l2_size_cstr"}, {"NoC_BW", "noc_bw_cstr"}};
    for (const auto& [old, now] : renamed)
        if (key == old) return now;
    return key;
}

bool setField(data_centric::Hardware& hardware, const std::string& key, std::int64_t value) {
    if (key == "num_pes")
        hardware.pes = value;
    else if (key == "l1_size_cstr")
        hardware.l1Elements = value;
    else if (key == "l2_size_cstr")
        hardware.l2Elements = value;
    else if (key == "noc_bw_cstr")
        hardware.nocBandwidth = value;
    else if (key == "offchip_bw_cstr")
        hardware.offchipBandwidth = value;
    else if (key == "NoC_NumHops")
        hardware.hops = value;
    else
        return false;
    return true;
}

}  // namespace

Result<data_centric::Hardware> readHardware(std::string_view text, const std::string& file) {
    Words words(text, file);
    data_centric::Hardware hardware;
    std::map<std::string, Place> places;
    while (!words.atEnd()) {
        Word key = words.next();
        key.text = presentKey(key.text);
        data_centric::Hardware scratch;
        if (key.kind != Word::Kind::name || !setField(scratch, key.text, 1)) return words.expected(kHardwareKeys);
        words.take();
        if (!places.emplace(key.text, words.placeOf(words.next(), key.text)).second)
            return errorAt(words.placeOf(key), key.text + " is given twice");
        words.takeIf(":");
        places[key.text] = words.placeOf(words.next(), key.text);
        const auto value = words.number("a whole number for " + key.text);
        if (!value) return value.diagnostics();
        setField(hardware, key.text, *value);
        words.takeIf(";");
    }
    if (!places.contains("num_pes")) return words.expected("'num_pes: N'");
    Diagnostics found = check(hardware);
    for (Diagnostic& one : found)
        if (const auto at = places.find(one.place.key); at != places.end()) one.place = at->second;
    if (!found.empty()) return found;
    return hardware;
}

std::string hardwareText(const data_centric::Hardware& hardware) {
    std::string text = "num_pes: " + std::to_string(hardware.pes) + "\n";
    const auto add = [&](const char* key, const std::optional<std::int64_t>& value) {
        if (value) text += std::string(key) + ": " + std::to_string(*value) + "\n";
    };
    add("l1_size_cstr", hardware.l1Elements);
    add("l2_size_cstr", hardware.l2Elements);
    add("noc_bw_cstr", hardware.nocBandwidth);
    add("offchip_bw_cstr", hardware.offchipBandwidth);
    if (hardware.hops != 1) add("NoC_NumHops", hardware.hops);
    return text;
}

}  // namespace lapidary::maestro
