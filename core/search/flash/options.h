// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How FLASH's search goes, and the words for it. Plain values.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/model/data_centric/rules.h"
#include "core/search/flash/styles.h"
#include "core/search/objective.h"

namespace lapidary::flash {

/// Which sizes a tile may have.
enum class Tiles { powers, integers };
std::span<const KeyEntry<Tiles>> keyTable(Tiles);

/// What limits tiles.
enum class Space { bounds, equations };
std::span<const KeyEntry<Space>> keyTable(Space);

/// What becomes of candidates that a buffer can't hold.
enum class Overflow { last, allow, refuse };
std::span<const KeyEntry<Overflow>> keyTable(Overflow);

struct Options {
    std::optional<Style> style;               ///< none: all five
    std::optional<Order> order = Order::mnk;  ///< of MAERI; none: all six
    Tiles tiles = Tiles::powers;
    Space space = Space::bounds;
    Overflow overflow = Overflow::last;
    std::optional<std::int64_t> cluster;  ///< instead of the style's own
    std::int64_t samples = 0;             ///< drawn at random to compare with, per style
    int bins = 100;                       ///< of the histogram
    bool unpruned = false;                ///< also count the tile sets without the bounds
    Metric metric = Metric::latency;
    std::uint64_t seed = 1;
    std::optional<data_centric::Quirks> compat;  ///< none: edge-exact

    bool operator==(const Options&) const = default;
};

struct OptionText {
    std::string key, value, meaning;
};
/// Those that `--flash KEY=VALUE` takes.
std::vector<OptionText> texts(const Options& options);
Result<Options> withOption(Options options, std::string_view text);

}  // namespace lapidary::flash
