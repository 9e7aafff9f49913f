// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How long proofs take: every layer of ResNet-50 of its own shape on two designs, uneven placement without constraints,
// perfect factors and tails at the fanouts, the best mapping by EDP. All but the seconds is the same on any machine. Pure functions but for the processor's clock.
#pragma once

#include <string>

#include "core/base/job.h"
#include "core/io/validation/page.h"

namespace lapidary::validation {

/// A section for each design, a row for each layer; only rows whose names, "proof DESIGN LAYER", contain `only`. Without any
/// row a section is left out.
Result<std::vector<Section>> proofSections(const std::string& only, Job& job);

}  // namespace lapidary::validation
