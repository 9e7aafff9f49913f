// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A mapping as the two files that are read again: plain text behind comment lines, and native JSON with its provenance.
// Pure functions.
#pragma once

#include <string>

#include "core/io/provenance.h"
#include "core/mapping/mapping.h"
#include "core/mapping/target.h"

namespace lapidary {

std::string nestToText(const Mapping& mapping, const Target& target, const Provenance& provenance);
std::string nestToJson(const Mapping& mapping, const Target& target, const Provenance& provenance);

}  // namespace lapidary
