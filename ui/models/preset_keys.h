// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Keys of what comes along, for pickers and the palette. Reading all networks takes a moment, so it is done when first
// asked for, and once. GUI thread only.
#pragma once

#include <QStringList>

#include "core/io/session.h"

namespace lapidary::ui {

/// Workloads that stand alone, then all layers of all networks.
const QStringList& workloadPresetKeys();
const QStringList& designPresetKeys();

/// Layers of the session's network, then workloadPresetKeys().
QStringList workloadKeys(const SessionInputs& inputs);
/// Key of the session's network, if there is one.
QStringList networkKeys(const SessionInputs& inputs);
/// "resnet18/conv1"
QString networkLayerKey(const Network& network, const Layer& layer);

}  // namespace lapidary::ui
