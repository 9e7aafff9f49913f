// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The first tour without a display: searches the example twice with a fixed seed and once by Sunstone, sweeps its array and
// writes what the window would show.

#include <QDir>

#include <cstdio>

#include "app/gui/headless.h"
#include "core/base/parallel.h"
#include "core/io/presets.h"
#include "ui/export/view_export.h"
#include "ui/models/scale.h"
#include "ui/session/document.h"

namespace lapidary::ui {

namespace {

constexpr std::int64_t kTourEvaluations = 2'000'000;
constexpr std::int64_t kSweepEvaluations = 100'000;
constexpr const char* kSweep = "ruby-pe-array";

/// A finished run of the example in one kind of mapspace, or why there is none.
Result<SessionRun> searchExample(Factorization kind, Algorithm algorithm = Algorithm::random) {
    auto inputs = exampleInputs();
    if (!inputs) return inputs.diagnostics();
    inputs->search.algorithm = algorithm;
    inputs->mapspace.factorization = kind;
    inputs->search.maxEvaluations = kTourEvaluations;
    inputs->search.threads = availableThreads();
    inputs->search.cloud = true;
    auto setup = makeSetup(*inputs);
    if (!setup) return setup.diagnostics();
    Job job;
    auto result = search((*setup)->mapspace, (*setup)->evaluator, inputs->search, job);
    if (!result) return result.diagnostics();
    if (!result->best) return error("the search found no valid mapping");
    SessionRun run;
    run.inputs = *std::move(inputs);
    run.result = *std::move(result);
    return run;
}

/// Arrays from 2 x 7 to 16 x 16 for the one layer of the example, each mapspace searched a little.
Result<SessionSweep> sweepExample(const SessionInputs& inputs) {
    auto file = loadSweep(kSweep);
    if (!file) return file.diagnostics();
    file->networkKey.clear();
    file->workloadKey = inputs.workloadKey;
    file->spec.layers = {Layer{inputs.workload, 1}};
    file->spec.search.maxEvaluations = kSweepEvaluations;
    file->spec.search.threads = availableThreads();
    Job job;
    auto result = runSweep(file->spec, job);
    if (!result) return result.diagnostics();
    SessionSweep sweep;
    sweep.file = *std::move(file);
    sweep.points = std::move(result->points);
    sweep.seconds = result->seconds;
    sweep.threads = result->threads;
    return sweep;
}

/// A run of Sunstone and two others, a sweep and the best mappings of these two side by side.
Result<Session> tourSession() {
    Session session;
    auto first = searchExample(Factorization::perfect, Algorithm::sunstone);
    if (!first) return first.diagnostics();
    session.runs.push_back(*std::move(first));
    for (const Factorization kind : {Factorization::perfect, Factorization::rubyS}) {
        auto run = searchExample(kind);
        if (!run) return run.diagnostics();
        PinnedMapping pin;
        pin.place.run = static_cast<int>(session.runs.size());
        session.pins[session.runs.size() - 1] = pin;
        session.shown = pin.place;
        session.inputs = run->inputs;
        session.runs.push_back(*std::move(run));
    }
    auto sweep = sweepExample(session.inputs);
    if (!sweep) return sweep.diagnostics();
    session.sweep = *std::move(sweep);
    return session;
}

/// Every view that the document can show: figures as SVG and PNG, tables as CSV, nests and trees as texts.
bool writeViews(const QDir& folder, const Document& document, const QString& session) {
    bool fine = true;
    for (const ViewEntry& entry : viewList()) {
        const ExportOptions asked = entry.ofSunstone ? ExportOptions{{"run", "1"}} : ExportOptions{};
        if (hasErrors(whyNot(entry, document, asked))) continue;
        for (const ViewFormat& format : formatsOf(entry)) {
            const bool isText = format.kind == ViewFormat::Kind::text;
            if (!isText && format.key != u"svg" && format.key != u"png" && format.key != u"csv") continue;
            const ViewExport wanted{&entry, format, asked};
            const QString path = folder.filePath(wanted.proposal());
            fine = reportWritten(path, exportView(document, wanted, {sessionReference(session, path)}, path)) && fine;
        }
    }
    return fine;
}

}  // namespace

int runTour(const QStringList& arguments) {
    const QString path = arguments.value(0, QStringLiteral("out"));
    if (!prepareFolder(path)) return kBadInput;
    auto session = tourSession();
    if (!session) {
        reportWritten({}, session.diagnostics());
        return kBadInput;
    }
    const QDir folder(path);
    const QString file = folder.filePath(QStringLiteral("session.lapidary"));
    Document document(session->inputs);
    document.adopt(*std::move(session), {});
    bool fine = reportWritten(file, document.save(file));
    const Exhibit& exhibit = *document.exhibit();
    fine = writeViews(folder, document, file) && fine;
    const RunPtr run = document.currentRun();
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
