// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Derivations of figures as text for the terminal, a tree with aligned labels, and as JSON. An operand that is a figure
// of its own is written out, unless that figure is among those explained beside it. Pure functions.
#pragma once

#include <string>
#include <vector>

#include "core/base/json.h"
#include "core/model/explain/explain.h"

namespace lapidary {

/// The figures that `words` ask for, "GLB.I.reads" or "all" that can be explained, each once in the order given; or an
/// error for each word that names none, or one that can't be.
Result<std::vector<Derivation>> explainAll(Explainer& explainer, const std::vector<std::string>& words);

std::string explainText(const std::vector<Derivation>& derivations);
/// A list, one object per derivation: figure, value, unit, rule, ..., and `expression`, whose nodes carry `op`, `value`,
/// `label` and `operands`; `loops` are indices into the mapping's nodes.
Json explainJson(const std::vector<Derivation>& derivations, const Explainer& explainer);

}  // namespace lapidary
