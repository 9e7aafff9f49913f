// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Machines of the fabric model that come along, by the keys of the designs they belong to. Plain values.
#pragma once

#include "core/base/json.h"
#include "core/base/key_table.h"
#include "core/base/result.h"
#include "core/model/fabric/hardware.h"

namespace lapidary::stonne {

enum class Machine { maeri64, maeri128, maeri256, sigma128, tpu8, tpu16 };
std::span<const KeyEntry<Machine>> keyTable(Machine);
fabric::Hardware hardwareOf(Machine machine);
/// What `show KEY` says of it, with its configuration in STONNE's format: that of --fabric FILE.
std::string machineText(Machine machine);
Json machineJson(Machine machine);

/// A key of the table, else a hardware file.
Result<fabric::Hardware> loadHardware(const std::string& keyOrFile);

}  // namespace lapidary::stonne
