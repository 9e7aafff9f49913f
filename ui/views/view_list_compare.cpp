// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the Compare perspective.

#include "ui/export/table.h"
#include "ui/models/compare_table_model.h"
#include "ui/session/document.h"
#include "ui/views/compare_energy_view.h"
#include "ui/views/compare_nest_view.h"
#include "ui/views/view_list.h"
#include "ui/views/why_view.h"

namespace lapidary::ui {

namespace {

constexpr int kWhyWidth = 400;

template <class V>
std::shared_ptr<V> paired(const Document& document) {
    auto view = std::make_shared<V>();
    view->setPair(makePair(*document.compared(Side::a), *document.compared(Side::b)));
    return view;
}

Result<Drawing> nests(const Document& document, const ExportOptions& options) {
    const auto rows = chosen(options, "rows", {"all", "differences"}, "all");
    if (!rows) return rows.diagnostics();
    auto view = paired<CompareNestView>(document);
    view->setDifferencesOnly(*rows == "differences");
    return drawingOf(std::move(view));
}

Result<Drawing> energies(const Document& document, const ExportOptions& options) {
    const auto unit = chosen(options, "unit", {"joules", "percent", "per-mac"}, "joules");
    if (!unit) return unit.diagnostics();
    auto view = paired<CompareEnergyView>(document);
    view->setUnit(*unit == "joules"    ? CompareEnergyView::Unit::joules
                  : *unit == "percent" ? CompareEnergyView::Unit::percent
                                       : CompareEnergyView::Unit::perMac);
    return drawingOf(std::move(view));
}

Result<Drawing> why(const Document& document, const ExportOptions&) {
    auto view = paired<WhyView>(document);
    const QSizeF size(kWhyWidth, view->heightForWidth(kWhyWidth));
    Drawing drawing = drawingOf(std::move(view), size);
    drawing.leastWidth = kWhyWidth;  // narrower, its sentences would need more lines than there is height for
    return drawing;
}

Result<Table> numbers(const Document& document, const ExportOptions&, NumberStyle style) {
    CompareTableModel model;
    model.setPair(makePair(*document.compared(Side::a), *document.compared(Side::b)));
    return tableOf(model, style);
}

}  // namespace

std::vector<ViewEntry> compareViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        return ViewEntry{.key = key, .title = title, .group = "Compare", .meaning = meaning, .needs = ViewNeeds::pair};
    };
    ViewEntry side = row("compare-nest", "Nest difference", "the loops of A and B side by side");
    side.options = {"rows"};
    side.figure = nests;
    ViewEntry bars = row("compare-energy", "Energy of A and B", "energy by level on one scale");
    bars.options = {"unit"};
    bars.figure = energies;
    ViewEntry reason = row("compare-why", "Why", "why one of the two is better, in factors");
    reason.figure = why;
    ViewEntry all = row("compare-numbers", "Numbers of A and B", "figures, differences and ratios");
    all.table = numbers;
    return {side, bars, reason, all};
}

}  // namespace lapidary::ui
