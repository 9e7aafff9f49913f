// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping file for a target, read and checked for form: malformed or not covering is bad input.
#pragma once

#include <string>

#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

Result<Mapping> readMapping(const std::string& file, const Target& target);

}  // namespace lapidary
