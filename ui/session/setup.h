// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Inputs made ready for work: target, mapspace and evaluator, compiled once and shared by the search, the views and the
// result that came of it. Immutable; shared between threads freely.
#pragma once

#include <QString>

#include <memory>
#include <optional>

#include "core/io/session.h"

namespace lapidary::ui {

struct Setup {
    TargetPtr target;
    Mapspace mapspace;
    Evaluator evaluator;
};
using SetupPtr = std::shared_ptr<const Setup>;

/// Errors say why the workload cannot be mapped on the design.
Result<SetupPtr> makeSetup(const SessionInputs& inputs);

/// The data-centric model by whose rules the inputs count; none: the reuse model. Searches of them count by it, too.
std::optional<Compat> modelOf(const SessionInputs& inputs);
void setModel(SessionInputs& inputs, std::optional<Compat> model);
/// "reuse model", "data-centric, edge-exact" or "data-centric, as MAESTRO"
QString modelTitle(std::optional<Compat> model);

/// By the model of the inputs, which the setup is of. What directives can't say is not valid and has no figures; the notes
/// say why.
Cost costOf(const Setup& setup, const SessionInputs& inputs, const Mapping& mapping);

/// What the program starts with: a ResNet-50 layer on an Eyeriss-like design, Ruby-S, a random search with an end.
Result<SessionInputs> exampleInputs();

/// One worker less than there are cores, so that the window stays quick; at least 1.
int searchThreads();

}  // namespace lapidary::ui
