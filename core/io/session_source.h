// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A session from where a command line says it is: a .lapidary file, or a design, a workload and perhaps a mapping. Reads
// files; errors are located.
#pragma once

#include <string>

#include "core/io/inputs.h"
#include "core/io/session.h"

namespace lapidary {

Result<Session> readSession(const std::string& file);
/// `mapping` may be empty: then nothing is shown.
Result<Session> sessionFrom(const InputOptions& input, const std::string& mapping);

}  // namespace lapidary
