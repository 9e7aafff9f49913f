// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Walks the distinct mappings of a space. One thread at a time.
#pragma once

#include <functional>

#include "core/mapspace/choice.h"

namespace lapidary {

/// See Mapspace::enumerateDistinct.
void enumerateDistinct(const ChoiceSpace& space, const std::function<bool(const Mapping&)>& visit);

}  // namespace lapidary
