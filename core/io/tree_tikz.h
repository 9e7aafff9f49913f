// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tiling tree of a dimension as a TikZ picture for papers (Ruby, Figs. 4-6): a band per loop, widths to scale, P and
// R beside it, tails in amber, idle lanes hatched, the sum below and eq. 5. Needs tikz with its library patterns. Pure
// function.
#pragma once

#include <string>

#include "core/io/provenance.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

/// A tikzpicture for \input. Requires a well-formed mapping (checkForm).
std::string treeToTikz(const Mapping& mapping, const Target& target, int dimension, const Provenance& provenance);

}  // namespace lapidary
