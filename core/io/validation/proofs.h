// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the algorithm optimal proves of the layers of ResNet-50, and how long that takes: all but the seconds is the same on
// any machine. Plain values; no thread rule.
#pragma once

#include <string>

#include "core/base/job.h"
#include "core/io/validation/page.h"

namespace lapidary::validation {

/// A section for each design and placement, a row for each unique layer whose "design/placement/layer" contains `only`.
Result<std::vector<Section>> proofs(const std::string& only, Job& job);

/// docs/proofs.md.
std::string proofsPage(const std::vector<Section>& sections);
/// "lapidary/proofs/1".
Json proofsJson(const std::vector<Section>& sections);

}  // namespace lapidary::validation
