// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The choices of a technology as texts, for `--set technology.node_nm=45`, sweeps and `tech --node 45`, and their check.
// Pure functions.
#pragma once

#include <optional>
#include <span>
#include <string>
#include <string_view>

#include "core/arch/technology/technology.h"
#include "core/base/result.h"

namespace lapidary {

/// "tables", "node_nm" ...: the keys behind "technology.", in files as well.
std::span<const std::string_view> technologyKeys();
/// "none" without a technology.
std::string technologySetting(const std::optional<Technology>& technology, std::string_view key);
/// Where there was none, tables or a node begin a technology with defaults, and other keys are errors; "none" for the
/// tables or the node takes it away. Requires one of the keys.
std::optional<Diagnostic> setTechnology(std::optional<Technology>& technology, std::string_view key,
                                        std::string_view text);
/// What the tables don't reach, by key: nodes, temperatures.
Diagnostics checkTechnology(const Technology& technology);

}  // namespace lapidary
