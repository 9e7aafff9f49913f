// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Options of the fabric model: runs, traces and tuners in STONNE's words.
#pragma once

#include "app/cli/request.h"

namespace CLI {
class App;
}

namespace lapidary::cli {

/// Of `evaluate`, `compare` and `convert`, where the fabric model may take ordinary mappings.
void addFabricMachine(CLI::App& verb, Request& request);
/// Of `evaluate`.
void addFabricRun(CLI::App& verb, Request& request);
/// Of `search`.
void addFabricSearch(CLI::App& verb, Request& request);

}  // namespace lapidary::cli
