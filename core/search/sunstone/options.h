// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How Sunstone's search goes, what it counts, and the words for both. Plain values.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/key_table.h"
#include "core/base/result.h"

namespace lapidary::sunstone {

/// From the compute to the outermost level, or from there inwards (ISPASS 2023, V-C and Table VI).
enum class Direction : std::uint8_t { bottomUp, topDown };
std::span<const KeyEntry<Direction>> keyTable(Direction);

/// What is settled first within a level (Table VI).
enum class Steps : std::uint8_t { unrollingFirst, tilingFirst, orderingFirst };
std::span<const KeyEntry<Steps>> keyTable(Steps);

/// Which tiles of a level count.
enum class TileRule : std::uint8_t { steered, maximal, settled, all };
std::span<const KeyEntry<TileRule>> keyTable(TileRule);

struct Options {
    bool ordering = true;  ///< only orders of the trie; off: all of them
    TileRule tiling = TileRule::settled;
    bool unrolling = true;   ///< only loops and fills of the principle; off: all that fit the array
    bool alphaBeta = true;   ///< leave out what can't beat the best any more
    bool underFills = true;  ///< arrays filled in part beside exact fills
    Direction direction = Direction::bottomUp;
    Steps steps = Steps::unrollingFirst;
    bool operator==(const Options&) const = default;
};

/// An option as text: what `--sunstone KEY=VALUE` takes and results print.
struct OptionText {
    std::string key, value, meaning;
};
std::vector<OptionText> texts(const Options& options);
/// "under-fills=on". Unknown keys and values name the nearest valid one.
Result<Options> withOption(Options options, std::string_view text);

/// What was looked at and what each principle spared. Counts of what the search met, not of whole spaces.
struct Counters {
    std::int64_t orders = 0;            ///< of a level that were tried: the trie's
    std::int64_t ordersPruned = 0;      ///< of a level, that the trie dropped; all orders of its loops less those
    std::int64_t unrollings = 0;        ///< candidates
    std::int64_t unrollingsPruned = 0;  ///< products looked at that fill worse
    std::int64_t unrollingsCut = 0;     ///< by alpha-beta, before their tiles were looked at
    std::int64_t tiles = 0;             ///< candidates
    std::int64_t tilesPruned = 0;       ///< that fit, but a larger one does, too
    std::int64_t partials = 0;          ///< partial mappings that got a bound
    std::int64_t partialsPruned = 0;    ///< of them: by alpha-beta
    std::int64_t mappings = 0;          ///< complete ones
    std::int64_t evaluations = 0;       ///< boundaries x orders
    bool operator==(const Counters&) const = default;
};

struct CounterText {
    std::string key, label;
    std::int64_t value = 0;
};
std::vector<CounterText> texts(const Counters& counters);

}  // namespace lapidary::sunstone
