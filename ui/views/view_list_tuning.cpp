// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of tunings of the fabric model: the one that the document keeps.

#include "ui/session/document.h"
#include "ui/views/tuning_scatter.h"
#include "ui/views/view_list.h"

namespace lapidary::ui {

namespace {

template <TuningScatter::Kind kind>
Result<Drawing> drawnTuning(const Document& document, const ExportOptions&) {
    auto view = std::make_shared<TuningScatter>(kind);
    view->setTuning(shownTuning(document.tuning()));
    if (const QString empty = view->emptyText(); !empty.isEmpty()) return error(empty.toStdString());
    return drawingOf(std::move(view));
}

Result<Table> trialRows(const Document& document, const ExportOptions&, NumberStyle style) {
    const ShownTuning shown = shownTuning(document.tuning());
    if (!shown) return error("the session has no tuning of the fabric model");
    return tuningTable(*shown.tuning, *shown.space, style);
}

}  // namespace

std::vector<ViewEntry> tuningViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        return ViewEntry{.key = key,
                         .title = title,
                         .group = "Search",
                         .meaning = meaning,
                         .needs = ViewNeeds::tuning,
                         .table = trialRows};
    };
    ViewEntry trials = row("tuning-trials", "Trials", "what each trial of a tuning cost, and the best so far");
    trials.figure = drawnTuning<TuningScatter::Kind::trials>;
    ViewEntry predicted =
        row("tuning-predicted", "Predicted", "what the tuner's model foretold against what was measured");
    predicted.figure = drawnTuning<TuningScatter::Kind::predicted>;
    return {trials, predicted};
}

}  // namespace lapidary::ui
