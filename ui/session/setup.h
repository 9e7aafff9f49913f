// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Inputs made ready for work: target, mapspace and evaluator, compiled once and shared by the search, the views and the
// result that came of it. Immutable; shared between threads freely.
#pragma once

#include <memory>

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

/// What the program starts with: a ResNet-50 layer on an Eyeriss-like design, Ruby-S, a random search with an end.
Result<SessionInputs> exampleInputs();

/// One worker less than there are cores, so that the window stays quick; at least 1.
int searchThreads();

}  // namespace lapidary::ui
