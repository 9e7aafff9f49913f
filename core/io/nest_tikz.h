// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A loop nest as a TikZ picture for papers: trips at the left, a bar per level, Stores with what they hold, tails and
// axes marked. Uses tikz only (and the xcolor that it loads). Pure function.
#pragma once

#include <string>

#include "core/io/provenance.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

/// A tikzpicture for \input. Requires a well-formed mapping (checkForm).
std::string nestToTikz(const Mapping& mapping, const Target& target, const Provenance& provenance);

}  // namespace lapidary
