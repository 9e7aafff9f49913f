// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// MAESTRO's files as designs and networks of ours, so that whoever takes one of our files takes theirs. Pure functions.
#pragma once

#include <string>
#include <string_view>

#include "core/arch/architecture.h"
#include "core/workload/network.h"

namespace lapidary::maestro {

/// Whether a text is a hardware file, by its first words.
bool isHardware(std::string_view text);
/// Whether it is a network, with dataflows or without.
bool isNetwork(std::string_view text);

/// DRAM, S2 and S1 (L2 and L1), all PEs on one axis; one byte per element, energies those of MAESTRO. Named after the file.
Result<Architecture> readDesign(std::string_view text, const std::string& file);
/// Its layers, without their dataflows.
Result<Network> readModel(std::string_view text, const std::string& file);

}  // namespace lapidary::maestro
