// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What an export says of its origin, from the command line that makes it.
#pragma once

#include "app/cli/request.h"
#include "core/io/provenance.h"
#include "core/mapping/target.h"

namespace lapidary::cli {

/// Words that don't change the result are left out of the command: --threads, --quiet and where it goes.
Provenance provenanceOf(const Request& request);
/// With the file's name, whose ending may say the format.
Provenance exportProvenanceOf(const Request& request);
void addInputs(Provenance& provenance, const Target& target);
void addInputs(Provenance& provenance, const Architecture& architecture, const Workload& workload);

}  // namespace lapidary::cli
