// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Editing the ports of a level, one step each: what a form or script does beside the settings of a port. Pure functions;
// the result isn't checked further than said, Architecture::make does.
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "core/arch/edit.h"

namespace lapidary {

/// One more port. The first two, of a level without any, are "read" and "write", each as wide as the level's bandwidth.
/// Later ones serve the first of `roles` that no port serves alone; an error if there is none left.
Result<DesignEdit> addPort(ArchitectureSpec spec, int level, const std::vector<std::string>& roles);
/// The others are an error if the level has no port called `name`.
Result<DesignEdit> removePort(ArchitectureSpec spec, int level, std::string_view name);
Result<DesignEdit> renamePort(ArchitectureSpec spec, int level, std::string_view name, const std::string& to);
/// From "weight, output.to_below"; empty or "all", which stands alone, = all that its type allows.
Result<DesignEdit> setPortUses(ArchitectureSpec spec, int level, std::string_view name, std::string_view uses);
/// As setPortUses reads it; "all" if it serves everything.
std::string portUsesText(const Port& port);

}  // namespace lapidary
