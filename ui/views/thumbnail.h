// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A small picture of what a session holds, in the language of the large views: the tiling tree of the dimension with a
// tail, the PE array at its last step, the convergence of its runs, the energy by level and tensor, the loop nest.
// Everything drawn is computed from the session. Pure function of its arguments.
#pragma once

#include <QRectF>

#include <optional>

#include "core/io/examples.h"
#include "core/model/cost.h"

class QPainter;

namespace lapidary::ui {

struct Theme;

/// `cost` is that of the mapping on show.
void paintThumbnail(QPainter& painter, const Theme& theme, const QRectF& box, ExamplePicture picture,
                    const Session& session, const std::optional<Cost>& cost);

}  // namespace lapidary::ui
