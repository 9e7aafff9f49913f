// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Eyeriss next to our figures: the chip layer by layer (JSSC 2017, Tables V and VI), its parts (JSSC 2017, Table IV; ISCA 2016,
// Table IV), and the energies by part of the earlier paper (ISCA 2016, Fig. 10). What was published is read from the
// reference folder. Pure functions but for that.
#pragma once

#include <filesystem>

#include "core/io/validation/page.h"

namespace lapidary::validation {

/// AlexNet, with the mappings that the paper prints.
Result<Section> eyerissAlexNet(const std::filesystem::path& reference);
/// VGG-16, with row-stationary mappings that are searched for.
Result<Section> eyerissVgg(const std::filesystem::path& reference);
/// Energies by part of AlexNet on 256 PEs.
Result<Section> eyerissBreakdown(const std::filesystem::path& reference);
/// Energies and areas of the buffer, a scratchpad and a MAC.
Result<Section> eyerissParts(const std::filesystem::path& reference);

}  // namespace lapidary::validation
