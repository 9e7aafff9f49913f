// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "core/search/sunstone/options.h"

#include <array>

#include "core/base/json.h"

namespace lapidary::sunstone {

std::span<const KeyEntry<Direction>> keyTable(Direction) {
    static constexpr std::array<KeyEntry<Direction>, 2> table{{
        {Direction::bottomUp, "bottom-up", "Bottom-up", "from the compute to the outermost level", "Sunstone IV"},
        {Direction::topDown, "top-down", "Top-down", "from the outermost level to the compute: a larger space",
         "Sunstone V-C"},
    }};
    return table;
}

std::span<const KeyEntry<Steps>> keyTable(Steps) {
    static constexpr std::array<KeyEntry<Steps>, 3> table{{
        {Steps::unrollingFirst, "unrolling-tiling-ordering", "Unrolling, tiling, ordering",
         "the array first, then tiles of what it leaves", "Sunstone Table VI"},
        {Steps::tilingFirst, "tiling-unrolling-ordering", "Tiling, unrolling, ordering",
         "the tile first, then arrays of what it leaves", "Sunstone Table VI"},
        {Steps::orderingFirst, "ordering-tiling-unrolling", "Ordering, tiling, unrolling",
         "for each order, tiles and arrays that suit it", "Sunstone Table VI"},
    }};
    return table;
}

std::span<const KeyEntry<TileRule>> keyTable(TileRule) {
    static constexpr std::array<KeyEntry<TileRule>, 4> table{{
        {TileRule::steered, "steered", "Steered",
         "maximal tiles that grow first in loops whose reuse the order above lacks; as the public program",
         "Sunstone III-A"},
        {TileRule::maximal, "maximal", "Maximal", "tiles that no next larger divisor fits", "Sunstone IV-B"},
        {TileRule::settled, "settled", "Settled",
         "tiles that no factor of the next level's loops could enlarge: loses no best mapping, at some cost", ""},
        {TileRule::all, "all", "All", "every tile that fits", ""},
    }};
    return table;
}

namespace {

constexpr std::string_view kOn = "on", kOff = "off";

struct Switch {
    std::string_view key;
    bool Options::*value;
    std::string_view meaning;
};
constexpr std::array<Switch, 4> kSwitches{{
    {"ordering", &Options::ordering, "only orders that the trie keeps"},
    {"unrolling", &Options::unrolling, "only loops that serve tensors which the order doesn't"},
    {"alpha-beta", &Options::alphaBeta, "leave out what can't beat the best any more"},
    {"under-fills", &Options::underFills, "arrays filled in part, too, where some choice fills them"},
}};

std::vector<std::string> keysOfOptions() {
    std::vector<std::string> keys;
    for (const OptionText& option : texts(Options{})) keys.push_back(option.key);
    return keys;
}

Diagnostic wrongValue(const std::string& key, std::string_view value, const std::vector<std::string>& known) {
    return error(key + ": " + "unknown value '" + std::string(value) + "'", didYouMean(value, known));
}

template <class E>
Result<Options> withKey(Options options, E Options::*member, const std::string& key, std::string_view value) {
    const auto found = fromKey<E>(value);
    if (!found) return wrongValue(key, value, keysOf<E>());
    options.*member = *found;
    return options;
}

}  // namespace

std::vector<OptionText> texts(const Options& options) {
    std::vector<OptionText> list;
    for (const Switch& each : kSwitches)
        list.push_back(
            {std::string(each.key), std::string(options.*each.value ? kOn : kOff), std::string(each.meaning)});
    list.push_back({"tiling", std::string(keyOf(options.tiling)), "which tiles count"});
    list.push_back({"direction", std::string(keyOf(options.direction)), "where the search starts"});
    list.push_back({"steps", std::string(keyOf(options.steps)), "what is settled first within a level"});
    return list;
}

Result<Options> withOption(Options options, std::string_view text) {
    const std::size_t equals = text.find('=');
    const std::string key(text.substr(0, equals));
    if (equals == std::string_view::npos)
        return error("expected KEY=VALUE, found '" + key + "'", didYouMean(key, keysOfOptions()));
    const std::string_view value = text.substr(equals + 1);
    if (key == "tiling") return withKey(options, &Options::tiling, key, value);
    if (key == "direction") return withKey(options, &Options::direction, key, value);
    if (key == "steps") return withKey(options, &Options::steps, key, value);
    for (const Switch& each : kSwitches) {
        if (each.key != key) continue;
        if (value != kOn && value != kOff) return wrongValue(key, value, {std::string(kOn), std::string(kOff)});
        options.*each.value = value == kOn;
        return options;
    }
    return error("unknown option '" + key + "'", didYouMean(key, keysOfOptions()));
}

std::vector<CounterText> texts(const Counters& counters) {
    return {{"orders", "orders tried per level", counters.orders},
            {"orders_pruned", "orders per level left out by the trie", counters.ordersPruned},
            {"unrollings", "unrollings", counters.unrollings},
            {"unrollings_pruned", "products of loops that the unrolling principle dropped", counters.unrollingsPruned},
            {"unrollings_cut", "unrollings left out by alpha-beta", counters.unrollingsCut},
            {"tiles", "tiles", counters.tiles},
            {"tiles_pruned", "tiles that fit but are dominated", counters.tilesPruned},
            {"partials", "partial mappings bounded", counters.partials},
            {"partials_pruned", "partial mappings left out by alpha-beta", counters.partialsPruned},
            {"mappings", "complete mappings", counters.mappings},
            {"evaluations", "costs of one boundary under one order", counters.evaluations}};
}

}  // namespace lapidary::sunstone
