// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The rows of the Design perspective.

#include "core/io/report_inputs.h"
#include "core/io/report_table.h"
#include "ui/editors/design_editor.h"
#include "ui/editors/diagram_view.h"
#include "ui/session/document.h"
#include "ui/views/roofline_view.h"
#include "ui/views/view_list.h"

namespace lapidary::ui {

namespace {

constexpr double kDiagramWidth = 560;
constexpr QSizeF kRooflineSize(460, 190);

/// The diagram is an editor of a document; an export has one of its own, with nothing selected for a change.
struct Diagram {
    explicit Diagram(const SessionInputs& inputs) : document(inputs), editor(document), view(editor) {}
    Document document;
    DesignEditor editor;
    DiagramView view;
};

Result<Drawing> diagram(const Document& document, const ExportOptions&) {
    auto diagram = std::make_shared<Diagram>(document.inputs());
    const QSizeF size(kDiagramWidth, diagram->view.pictureSize().height());
    Drawing drawing = drawingOf(std::shared_ptr<DiagramView>(diagram, &diagram->view), size);
    drawing.leastWidth = kDiagramWidth;
    return drawing;
}

Result<Drawing> roofline(const Document& document, const ExportOptions&) {
    auto view = std::make_shared<RooflineView>();
    view->setDesign(document.inputs().architecture, document.inputs().workload);
    Drawing drawing = drawingOf(std::move(view), kRooflineSize);
    drawing.leastWidth = kRooflineSize.width();  // narrower, it has no room for the plot
    return drawing;
}

}  // namespace

std::vector<ViewEntry> designViews() {
    const auto row = [](const char* key, const char* title, const char* meaning) {
        return ViewEntry{.key = key, .title = title, .group = "Design", .meaning = meaning, .needs = ViewNeeds::inputs};
    };
    ViewEntry blocks = row("diagram", "Block diagram", "levels, fanouts and compute of the design");
    blocks.figure = diagram;
    ViewEntry roof = row("roofline", "Live facts", "area, peak, ridge and the workload on the roofline");
    roof.figure = roofline;
    ViewEntry design = row("design", "Design", "levels, fanouts and compute");
    design.table = [](const Document& document, const ExportOptions&, NumberStyle) -> Result<Table> {
        return inputTable(document.inputs().architecture);
    };
    ViewEntry workload = row("workload", "Workload", "dimensions and tensors");
    workload.table = [](const Document& document, const ExportOptions&, NumberStyle) -> Result<Table> {
        return inputTable(document.inputs().workload);
    };
    ViewEntry rules = row("constraints", "Constraints", "the rules that the mapspace obeys");
    rules.table = [](const Document& document, const ExportOptions&, NumberStyle) -> Result<Table> {
        return inputTable(document.inputs().mapspace.constraints);
    };
    ViewEntry terms = row("terms", "Mapspace", "the factors of the mapspace's size");
    terms.table = [](const Document& document, const ExportOptions&, NumberStyle) -> Result<Table> {
        return termTable(document.setup()->mapspace);
    };
    return {blocks, roof, design, workload, rules, terms};
}

}  // namespace lapidary::ui
