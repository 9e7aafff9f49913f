// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys of what comes along, for pickers and the palette. Reading all networks takes a moment, so it is done when first
// asked for, and once. GUI thread only.
#pragma once

#include <QStringList>

namespace lapidary::ui {

/// Workloads that stand alone, then all layers of all networks.
const QStringList& workloadPresetKeys();
const QStringList& designPresetKeys();

}  // namespace lapidary::ui
