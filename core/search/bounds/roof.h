// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The compute roof of a mapspace: the fewest steps that any of its mappings takes, by the lanes that its dimensions may
// fill together (docs/models/bounds.md, Steps). Pure function.
#pragma once

#include <cstdint>

#include "core/mapspace/frame.h"
#include "core/mapspace/mapspace.h"

namespace lapidary::bounds {

std::int64_t leastSteps(const NestFrame& frame, const Target& target, Factorization kind);

}  // namespace lapidary::bounds
