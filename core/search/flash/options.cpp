// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/flash/options.h"

#include <charconv>

#include "core/base/json.h"

namespace lapidary::flash {
namespace {

constexpr KeyEntry<Tiles> kTiles[] = {
    {Tiles::powers, "powers", "Powers of two", "tiles and cluster sizes that are powers of two", "FLASH, section 4"},
    {Tiles::integers, "integers", "All integers", "every whole number within the bounds", "FLASH, section 4"},
};

constexpr KeyEntry<Space> kSpaces[] = {
    {Space::bounds, "bounds", "Bounds", "tiles up to the bounds of Table 6, the spatial outer tile fills the array",
     "FLASH, Table 6"},
    {Space::equations, "equations", "Equations", "every tile that satisfies equations 1 and 2, the spatial one, too",
     "FLASH, equations 1 and 2"},
};

constexpr KeyEntry<Overflow> kOverflows[] = {
    {Overflow::last, "last", "Last", "candidates that don't fit count only where none does", ""},
    {Overflow::allow, "allow", "Allow", "candidates that don't fit count as others do, flagged", ""},
    {Overflow::refuse, "refuse", "Refuse", "candidates that don't fit never count", ""},
};

constexpr std::string_view kAll = "all";
constexpr std::string_view kStylesOwn = "own";

Diagnostic wrongFlashValue(const std::string& key, std::string_view value, std::vector<std::string> known) {
    std::string expected;
    for (std::size_t i = 0; i < known.size(); ++i)
        expected += (i == 0 ? "" : i + 1 == known.size() ? " or " : ", ") + known[i];
    return error(key + ": unknown value '" + std::string(value) + "', expected " + expected, didYouMean(value, known));
}

template <class E, class Member>
Result<Options> withFlashKey(Options options, Member Options::*member, const std::string& key, std::string_view value,
                             bool orAll) {
    const auto found = fromKey<E>(value);
    std::vector<std::string> known = keysOf<E>();
    if (orAll) known.emplace_back(kAll);
    if (!found && !(orAll && value == kAll)) return wrongFlashValue(key, value, known);
    if (found)
        options.*member = *found;
    else
        options.*member = {};
    return options;
}

Result<std::int64_t> countOf(const std::string& key, std::string_view value, std::int64_t least, std::int64_t most) {
    std::int64_t count = 0;
    const auto read = std::from_chars(value.data(), value.data() + value.size(), count);
    if (read.ec != std::errc{} || read.ptr != value.data() + value.size() || count < least || count > most)
        return error(key + ": expected a whole number from " + std::to_string(least) + " to " + std::to_string(most) +
                     ", found '" + std::string(value) + "'");
    return count;
}

constexpr std::int64_t kMostSamples = 100'000'000;
constexpr int kMostBins = 10'000;

Result<Options> withNumber(Options options, const std::string& key, std::string_view value) {
    const bool bins = key == "bins", samples = key == "samples";
    const auto count = countOf(key, value, samples ? 0 : 1, bins ? kMostBins : samples ? kMostSamples : 1 << 24);
    if (!count) return count.diagnostics();
    if (bins)
        options.bins = static_cast<int>(*count);
    else if (samples)
        options.samples = *count;
    else
        options.cluster = *count;
    return options;
}

}  // namespace

std::span<const KeyEntry<Tiles>> keyTable(Tiles) { return kTiles; }
std::span<const KeyEntry<Space>> keyTable(Space) { return kSpaces; }
std::span<const KeyEntry<Overflow>> keyTable(Overflow) { return kOverflows; }

std::vector<OptionText> texts(const Options& options) {
    const auto orAll = [](const auto& key) { return std::string(key ? keyOf(*key) : kAll); };
    return {
        {"style", orAll(options.style), "all five, or one"},
        {"order", orAll(options.order), "loop order of the MAERI-style mapping: all, mnk, nmk, mkn, nkm, kmn or knm"},
        {"tiles", std::string(keyOf(options.tiles)), "sizes of tiles and clusters"},
        {"space", std::string(keyOf(options.space)), "what limits tiles"},
        {"overflow", std::string(keyOf(options.overflow)), "what becomes of candidates that don't fit"},
        {"cluster", options.cluster ? std::to_string(*options.cluster) : std::string(kStylesOwn),
         "own: the style's sizes (Table 2), or one number of PEs"},
        {"samples", std::to_string(options.samples), "candidates drawn at random per style, to compare with"},
        {"bins", std::to_string(options.bins), "of the histogram of runtimes"},
        {"unpruned", options.unpruned ? "on" : "off",
         "also count the tile sets of MAERI's style without the bounds of Table 6"},
    };
}

Result<Options> withOption(Options options, std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string key(text.substr(0, equals));
    std::vector<std::string> known;
    for (const OptionText& option : texts(options)) known.push_back(option.key);
    if (equals == std::string_view::npos)
        return error("expected KEY=VALUE, found '" + key + "'", didYouMean(key, known));
    const std::string_view value = text.substr(equals + 1);
    if (key == "style") return withFlashKey<Style>(options, &Options::style, key, value, true);
    if (key == "order") return withFlashKey<Order>(options, &Options::order, key, value, true);
    if (key == "tiles") return withFlashKey<Tiles>(options, &Options::tiles, key, value, false);
    if (key == "space") return withFlashKey<Space>(options, &Options::space, key, value, false);
    if (key == "overflow") return withFlashKey<Overflow>(options, &Options::overflow, key, value, false);
    if (key == "cluster" && value == kStylesOwn) {
        options.cluster.reset();
        return options;
    }
    if (key == "cluster" || key == "samples" || key == "bins") return withNumber(options, key, value);
    if (key != "unpruned") {
        std::string keys;
        for (const std::string& each : known) keys += (keys.empty() ? "the options are " : ", ") + each;
        return error("unknown option '" + key + "'", didYouMean(key, known, keys));
    }
    if (value != "on" && value != "off") return wrongFlashValue(key, value, {"on", "off"});
    options.unpruned = value == "on";
    return options;
}

}  // namespace lapidary::flash
