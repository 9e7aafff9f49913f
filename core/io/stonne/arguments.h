// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What STONNE is told on its command line and in its files: "-CONV -R=3 ... -T_R=3 ... -num_ms=64 -dn_bw=8", bitmaps of
// sparse operands, tile files and hardware configuration files. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <utility>

#include "core/base/result.h"
#include "core/model/fabric/simulate.h"

namespace lapidary::stonne {

struct Arguments {
    fabric::Run run;
    std::int64_t mkSparsity = 0, knSparsity = 0;  ///< per cent of zeros that the tool would draw itself
    std::string generateTile;                     ///< objective of -generate_tile, empty if not asked for
    bool hasTile = false;                         ///< any -T_...
    bool needsBitmaps() const { return mkSparsity > 0 || knSparsity > 0; }
};

/// Words are separated by white space; errors name the word and its column. C and K count all groups, as there. With a
/// machine the line has the layer and the tile alone.
Result<Arguments> readArguments(std::string_view text, const std::optional<fabric::Hardware>& machine = std::nullopt);
/// Reads back equal. Requires a layer that the tool knows: one stride, no padding, no dilation, no batch.
std::string argumentsText(const Arguments& arguments);

/// Rows of 0 and 1 of MK, a blank line, those of KN.
Result<std::pair<fabric::Bitmap, fabric::Bitmap>> readBitmaps(std::string_view text, const std::string& file);
std::string bitmapsText(const fabric::Bitmap& mk, const fabric::Bitmap& kn);

/// tile_type="CONV" and T_R=3 ... T_Y'=1, or tile_type="FC" and T_S (reduction), T_K (outputs), T_N (batch).
Result<fabric::Tile> readTile(std::string_view text, const std::string& file);
/// Of a text that looks like one, whether it is a convolution's.
std::optional<bool> tileIsConv(std::string_view text);
std::string tileText(const fabric::Tile& tile, bool conv);

/// Sections [MSNetwork], [ReduceNetwork], [SDMemory].
Result<fabric::Hardware> readHardware(std::string_view text, const std::string& file);
std::string hardwareText(const fabric::Hardware& hardware);

}  // namespace lapidary::stonne
