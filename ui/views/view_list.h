// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The list of views: everything that can leave the program as a figure, a table or a text, by key. One row here serves the
// export button of a dock, `lapidary --headless export --view KEY`, its help and error messages, the tour and the
// docs. A row turns a document and the view's own options into the thing to export, without a window; what is made is
// independent of the document and stays as it is when that changes. Rows of one perspective stand in one file. GUI
// thread only.
#pragma once

#include <functional>
#include <memory>
#include <vector>

#include "core/base/key_table.h"
#include "core/io/export_options.h"
#include "core/io/provenance.h"
#include "core/io/table.h"
#include "ui/export/drawing.h"

namespace lapidary::ui {

class ArrayView;
class Document;

/// What a document must have for a view to show something.
enum class ViewNeeds { inputs, mapping, pair, run, sweep, tuning };
std::span<const KeyEntry<ViewNeeds>> keyTable(ViewNeeds);

/// A text that is neither picture nor table: a nest as C, a tree as TikZ.
struct ViewText {
    std::string format;  ///< "tikz"
    std::string ending;  ///< "tex"
    std::string title;   ///< "TikZ"
    std::function<Result<std::string>(const Document&, const ExportOptions&, const Provenance&)> write;
};

struct ViewEntry {
    std::string key;      ///< "tree"
    std::string title;    ///< "Tiling tree"
    std::string group;    ///< the perspective: "Mapping"
    std::string meaning;  ///< one phrase for help
    ViewNeeds needs = ViewNeeds::inputs;
    bool ofSunstone = false;  ///< needs a run of that algorithm
    bool ofFlash = false;     ///< needs a matrix product and a design that FLASH knows
    bool ofFabric = false;    ///< needs a layer and a design that the fabric model runs
    std::function<Diagnostics(const Document&)> refuses = {};  ///< why this mapping can't be shown; null: any can
    std::vector<std::string> options = {};                     ///< keys of exportOptions() that say what the view shows
    std::function<Result<Drawing>(const Document&, const ExportOptions&)> figure = {};            ///< null: no picture
    std::function<Result<Table>(const Document&, const ExportOptions&, NumberStyle)> table = {};  ///< null: no table
    std::vector<ViewText> texts = {};
};

const std::vector<ViewEntry>& viewList();
/// An unknown key is an error that names the nearest.
Result<const ViewEntry*> findView(std::string_view key);
/// Why the document cannot show the view with these options; empty if it can.
Diagnostics whyNot(const ViewEntry& entry, const Document& document, const ExportOptions& options);

// The rows, by perspective; viewList() puts them one behind the other.
std::vector<ViewEntry> designViews();
std::vector<ViewEntry> searchViews();
std::vector<ViewEntry> flashViews();
std::vector<ViewEntry> tuningViews();
std::vector<ViewEntry> mappingViews();
std::vector<ViewEntry> fabricViews();
std::vector<ViewEntry> compareViews();
std::vector<ViewEntry> exploreViews();

/// How the array is shown, as options.
ExportOptions optionsOf(const ArrayView& view, const Document& document);

/// The picture of a view object, which it keeps alive; at its own size unless one is given.
template <class V>
Drawing drawingOf(std::shared_ptr<V> view, QSizeF size = {}) {
    const V* shown = view.get();
    return {.figure = shown->figure(size),
            .leastWidth = shown->leastWidth(),
            .paintAt = [shown](QPainter& painter, const Theme& theme,
                               QSizeF room) { shown->paintPicture(painter, theme, room); },
            .keepsShape = false,
            .keepAlive = std::move(view)};
}

}  // namespace lapidary::ui
