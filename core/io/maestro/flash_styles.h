// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// FLASH's five styles of accelerator as presets: what Table 1 says of the machines and how Table 2 maps a product. Pure functions.
#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/io/presets.h"
#include "core/io/table.h"
#include "core/search/flash/styles.h"

namespace lapidary {

/// Of kind "style"; `--flash style=KEY` takes the key.
std::vector<PresetInfo> flashStylePresets();

/// Table 2's directives, with its letters for sizes: "SpatialMap(TM,TM) M;".
std::vector<std::string> flashTemplate(flash::Style style);

/// {"lapidary", "key", "title", "pes", "network", "dataflow", "mapping", "cluster_sizes", "directives", "source"}
Json flashStyleJson(flash::Style style);
std::string flashStyleText(flash::Style style);
/// One row per fact.
Table flashStyleTable(flash::Style style);

}  // namespace lapidary
