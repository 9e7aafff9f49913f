// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The first tour without a display: searches the example with a fixed seed and writes what the window would show.

#include <QDir>

#include <cstdio>

#include "app/gui/headless.h"
#include "core/base/parallel.h"
#include "core/io/native.h"
#include "ui/export/table.h"
#include "ui/models/reason_table_model.h"
#include "ui/models/scale.h"
#include "ui/models/top_table_model.h"
#include "ui/models/traffic_table_model.h"
#include "ui/plots/convergence_plot.h"
#include "ui/views/array_view.h"
#include "ui/views/breakdown_view.h"
#include "ui/views/facts_view.h"
#include "ui/views/nest_view.h"
#include "ui/views/storage_view.h"
#include "ui/views/tree_view.h"

namespace lapidary::ui {

namespace {

constexpr std::int64_t kEvaluations = 1'000'000;

/// A finished run of the example, or why there is none.
Result<RunPtr> searchExample() {
    auto inputs = exampleInputs();
    if (!inputs) return inputs.diagnostics();
    inputs->search.maxEvaluations = kEvaluations;
    inputs->search.threads = availableThreads();
    auto setup = makeSetup(*inputs);
    if (!setup) return setup.diagnostics();
    Job job;
    auto result = search((*setup)->mapspace, (*setup)->evaluator, inputs->search, job);
    if (!result) return result.diagnostics();
    if (!result->best) return error("the search found no valid mapping");
    auto run = std::make_shared<Run>();
    run->inputs = std::move(inputs).value();
    run->setup = std::move(setup).value();
    run->live = snapshotOf(*result);
    run->result = std::move(result).value();
    return run;
}

bool writeFigures(const QDir& folder, const Run& run, const Exhibit& exhibit) {
    NestView nest;
    nest.setExhibit(exhibit);
    FactsView facts;
    facts.setExhibit(exhibit);
    StorageView storage;
    storage.setExhibit(exhibit);
    TreeView tree;
    tree.setExhibit(exhibit);
    ArrayView array;
    array.setExhibit(exhibit);
    BreakdownView breakdown;
    breakdown.setExhibit(exhibit);
    const std::vector<RunPtr> runs{std::make_shared<Run>(run)};
    const std::pair<QString, Figure> figures[] = {
        {"convergence", convergenceFigure(convergenceOf(runs, ConvergenceAxis::evaluations, true))},
        {"nest", nest.figure()},
        {"facts", facts.figure()},
        {"storage", storage.figure()},
        {"tree", tree.figure()},
        {"array", array.figure()},
        {"breakdown", breakdown.figure()},
    };
    bool fine = true;
    for (const auto& [name, figure] : figures)
        for (const char* ending : {".svg", ".png"}) {
            const QString path = folder.filePath(name + QLatin1String(ending));
            fine = reportWritten(path, exportFigure(figure, path)) && fine;
        }
    return fine;
}

bool writeTables(const QDir& folder, const RunPtr& run, const Exhibit& exhibit) {
    TrafficTableModel traffic;
    traffic.setExhibit(exhibit);
    TopTableModel top;
    top.setRuns({run});
    ReasonTableModel reasons;
    reasons.setRun(run);
    const std::pair<QString, const FigureTableModel*> tables[] = {
        {"traffic.csv", &traffic}, {"top.csv", &top}, {"reasons.csv", &reasons}};
    bool fine = true;
    for (const auto& [name, model] : tables) {
        const QString path = folder.filePath(name);
        fine = reportWritten(path, exportTable(*model, path)) && fine;
    }
    return fine;
}

bool writeTexts(const QDir& folder, const Exhibit& exhibit) {
    const Workload& workload = exhibit.inputs.workload;
    const Architecture& design = exhibit.inputs.architecture;
    const std::pair<QString, std::string> texts[] = {
        {"mapping.txt", toText(exhibit.mapping, workload, design)},
        {"mapping.json", mappingToJson(exhibit.mapping, workload, design).dump() + "\n"},
        {"cost.json", costToJson(exhibit.cost, *exhibit.setup->target).dump() + "\n"},
    };
    bool fine = true;
    for (const auto& [name, text] : texts) {
        const QString path = folder.filePath(name);
        fine = reportWritten(path, writeTextFile(path.toStdString(), text)) && fine;
    }
    return fine;
}

}  // namespace

int runTour(const QStringList& arguments) {
    const QString path = arguments.value(0, QStringLiteral("out"));
    if (!prepareFolder(path)) return kBadInput;
    const auto found = searchExample();
    if (!found) {
        reportWritten({}, found.diagnostics());
        return kBadInput;
    }
    const RunPtr& run = *found;
    const Mapping& best = run->result->best->mapping;
    const Exhibit exhibit{run->setup, run->inputs, best, run->setup->evaluator.evaluate(best),
                          QStringLiteral("Run 1, best")};
    const QDir folder(path);
    bool fine = writeFigures(folder, *run, exhibit);
    fine = writeTables(folder, run, exhibit) && fine;
    fine = writeTexts(folder, exhibit) && fine;
    const double edp = exhibit.cost.edp.value_or(0);
    std::printf("%s on %s, %s: best EDP %s after %s mappings, %s valid\n", qUtf8Printable(workloadTitle(run->inputs)),
                qUtf8Printable(designTitle(run->inputs)), qUtf8Printable(titleOf(*run)),
                qUtf8Printable(edpScale(edp, run->inputs.architecture.spec().clockGhz).withUnit(edp)),
                qUtf8Printable(shortCount(static_cast<double>(run->result->counters.drawn))),
                qUtf8Printable(percentText(static_cast<double>(run->result->counters.valid) /
                                           static_cast<double>(run->result->counters.drawn))));
    return fine ? kDone : kBadInput;
}

}  // namespace lapidary::ui
