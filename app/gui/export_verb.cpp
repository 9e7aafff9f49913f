// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// One view of a session as a figure.

#include <QCommandLineParser>
#include <QFileInfo>

#include <cstdio>
#include <functional>
#include <map>

#include "app/gui/headless.h"
#include "core/io/native.h"
#include "core/io/session.h"
#include "ui/plots/convergence_plot.h"
#include "ui/session/document.h"
#include "ui/views/array_view.h"
#include "ui/views/breakdown_view.h"
#include "ui/views/counters_view.h"
#include "ui/views/facts_view.h"
#include "ui/views/invalid_view.h"
#include "ui/views/nest_view.h"
#include "ui/views/storage_view.h"
#include "ui/views/tree_view.h"

namespace lapidary::ui {

namespace {

template <class V>
Diagnostics exportExhibit(const Document& document, const QString& path) {
    V view;
    view.setExhibit(document.exhibit());
    if (const QString empty = view.emptyText(); !empty.isEmpty()) return {error("the session shows no mapping")};
    return exportFigure(view.figure(), path);
}

template <class V>
Diagnostics exportRun(const Document& document, const QString& path) {
    V view;
    view.setRun(document.currentRun());
    if (const QString empty = view.emptyText(); !empty.isEmpty()) return {error("the session has no finished run")};
    return exportFigure(view.figure(), path);
}

Diagnostics exportConvergence(const Document& document, const QString& path) {
    if (document.runs().empty()) return {error("the session has no finished run")};
    return exportFigure(convergenceFigure(convergenceOf(document.runs(), ConvergenceAxis::evaluations, true)), path);
}

using Exporter = std::function<Diagnostics(const Document&, const QString&)>;
const std::map<std::string, Exporter>& exporters() {
    static const std::map<std::string, Exporter> table{
        {"nest", exportExhibit<NestView>},           {"facts", exportExhibit<FactsView>},
        {"tree", exportExhibit<TreeView>},           {"array", exportExhibit<ArrayView>},
        {"breakdown", exportExhibit<BreakdownView>}, {"storage", exportExhibit<StorageView>},
        {"convergence", exportConvergence},          {"counters", exportRun<CountersView>},
        {"reasons", exportRun<InvalidView>},
    };
    return table;
}

Diagnostics exportView(const QString& file, const std::string& view, const QString& path) {
    const auto exporter = exporters().find(view);
    if (exporter == exporters().end()) {
        std::vector<std::string> known;
        for (const auto& [key, ignored] : exporters()) known.push_back(key);
        return {error("'" + view + "' is no view", didYouMean(view, known))};
    }
    const auto text = readTextFile(file.toStdString());
    if (!text) return text.diagnostics();
    const std::string name = QFileInfo(file).fileName().toStdString();
    const auto json = parseJson(*text, name);
    if (!json) return json.diagnostics();
    auto session = sessionFromJson(*json, name);
    if (!session) return session.diagnostics();
    Document document(session->inputs);
    document.adopt(std::move(session).value(), file);
    return exporter->second(document, path);
}

}  // namespace

int runExport(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.addPositionalArgument("SESSION", "A .lapidary file");
    parser.addOption({"view", "Which view", "KEY", "nest"});
    parser.addOption({{"o", "output"}, "Where to write", "FILE"});
    const bool understood = parser.parse(QStringList{"export"} + arguments);
    if (!understood || parser.positionalArguments().size() != 1 || !parser.isSet("o")) {
        std::fprintf(stderr, "error: %s\n",
                     understood ? "expected: export SESSION --view KEY -o FILE" : qUtf8Printable(parser.errorText()));
        return kBadInput;
    }
    const QString path = parser.value("o");
    return reportWritten(path,
                         exportView(parser.positionalArguments().front(), parser.value("view").toStdString(), path))
               ? kDone
               : kBadInput;
}

}  // namespace lapidary::ui
