// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/session/document.h"

#include <QFileInfo>

#include <algorithm>

#include "core/io/native.h"
#include "core/io/sweep_plan.h"
#include "core/mapping/validity.h"
#include "ui/session/commands.h"

namespace lapidary::ui {

namespace {
/// Ids of edits that merge with the one before.
enum MergeId { kNoMerge = -1, kSearchEdit = 100 };

QString originOf(const Run& run, const ShownMapping& shown) {
    if (shown.onFront) return QObject::tr("Run %1, Pareto point %2").arg(run.number).arg(shown.rank + 1);
    if (shown.rank == 0) return QObject::tr("Run %1, best").arg(run.number);
    return QObject::tr("Run %1, number %2").arg(run.number).arg(shown.rank + 1);
}

/// Not after an undo to inputs that it was not made for.
bool isMappingOf(const Mapping& mapping, const Target& target) {
    const bool known = std::ranges::all_of(mapping.nodes, [&](const Node& node) {
        if (!node.isLoop()) return node.level < target.architecture.levelCount();
        return node.dimension < target.workload.dimensionCount() &&
               (node.kind != NodeKind::spatial || node.fanout < target.architecture.fanoutCount());
    });
    return known && !hasErrors(checkForm(mapping, target));
}
}  // namespace

Document::Document(SessionInputs inputs, QObject* parent) : QObject(parent) {
    m_session.inputs = std::move(inputs);
    m_plan = std::make_shared<SweepFile>(defaultPlan(m_session.inputs));
    refreshSetup();
    refreshPlan();
    connect(&m_undo, &QUndoStack::cleanChanged, this, &Document::fileChanged);
}

void Document::edit(SessionInputs next, const QString& text, int mergeId) {
    ShownMapping shown = m_session.shown;
    const bool otherTarget = next.workload != inputs().workload || next.architecture != inputs().architecture;
    if (shown.own && otherTarget) shown = {};  // a nest of its own belongs to the inputs it was made for
    // Runs keep their rules. Whoever changes rules wants to see what becomes of the mapping in front of him.
    const bool otherRules = next.semantics != inputs().semantics || modelOf(next) != modelOf(inputs());
    if (otherRules && !shown.own && m_exhibit && m_exhibit->inputs.workload == next.workload &&
        m_exhibit->inputs.architecture == next.architecture) {
        const QString origin = tr("%1, counted anew").arg(m_exhibit->origin);
        return editMapping(std::move(next), m_exhibit->mapping, origin, text, mergeId);
    }
    m_undo.push(new ChangeInputs(*this, std::move(next), std::move(shown), m_origin, text, mergeId));
}

void Document::editMapping(SessionInputs next, Mapping mapping, const QString& origin, const QString& text,
                           int mergeId) {
    ShownMapping shown{.run = -1, .rank = 0, .own = std::move(mapping)};
    m_undo.push(new ChangeInputs(*this, std::move(next), std::move(shown), origin, text, mergeId));
}

int Document::freshMergeId() {
    static int last = kSearchEdit;
    return ++last;
}

void Document::setWorkload(const Workload& workload, const std::string& key) {
    if (workload == inputs().workload && key == inputs().workloadKey) return;
    SessionInputs next = inputs();
    next.workload = workload;
    next.workloadKey = key;
    next.fabric.tile.reset();  // of another layer
    edit(std::move(next), tr("Workload %1").arg(QString::fromStdString(key.empty() ? workload.name() : key)));
}

void Document::setArchitecture(const Architecture& architecture, const std::string& key) {
    if (architecture == inputs().architecture && key == inputs().architectureKey) return;
    SessionInputs next = inputs();
    next.architecture = architecture;
    next.architectureKey = key;
    next.mapspace.constraints = architecture.spec().constraints;
    next.fabric = {};  // of another machine
    edit(std::move(next), tr("Design %1").arg(QString::fromStdString(architecture.name())));
}

void Document::setFactorization(Factorization factorization) {
    if (factorization == inputs().mapspace.factorization) return;
    SessionInputs next = inputs();
    next.mapspace.factorization = factorization;
    edit(std::move(next), tr("Mapspace %1").arg(shortName(factorization)));
}

void Document::setSearch(const SearchOptions& options, const QString& what) {
    SessionInputs next = inputs();
    next.search = options;
    const bool sameField = m_undo.index() > 0 && m_undo.text(m_undo.index() - 1) == what;
    edit(std::move(next), what, sameField ? kSearchEdit : kNoMerge);
}

void Document::apply(const SessionInputs& inputs, const ShownMapping& shown, const QString& origin) {
    const bool otherRules =
        inputs.semantics != m_session.inputs.semantics || modelOf(inputs) != modelOf(m_session.inputs);
    m_session.inputs = inputs;
    noteDifferences();
    refreshSetup();
    refreshPlan();
    emit inputsChanged();
    emit sweepPlanChanged();
    if (shown == m_session.shown && !(otherRules && shown.own)) return;
    m_session.shown = shown;
    m_origin = origin;
    refreshExhibit();
}

void Document::refreshSetup() {
    auto setup = makeSetup(m_session.inputs);
    m_problems = setup ? Diagnostics{} : setup.diagnostics();
    if (setup) m_setup = std::move(setup).value();
}

void Document::setFlash(std::shared_ptr<const FlashAnswer> answer) {
    m_session.flash = std::move(answer);
    m_resultsChanged = true;
    emit fileChanged();
}

RunPtr Document::nextQueued() const {
    const auto found = std::find_if(m_runs.begin(), m_runs.end(), [](const RunPtr& run) { return run->queued(); });
    return found == m_runs.end() ? nullptr : *found;
}

int Document::queuedRuns() const {
    return static_cast<int>(
        std::count_if(m_runs.begin(), m_runs.end(), [](const RunPtr& run) { return run->queued(); }));
}

int Document::indexOf(const RunPtr& run) const {
    const auto found = std::find(m_runs.begin(), m_runs.end(), run);
    return found == m_runs.end() ? -1 : static_cast<int>(found - m_runs.begin());
}

void Document::noteRuns() {
    m_resultsChanged = true;
    emit runsChanged();
    emit fileChanged();
}

/// Numbers the workloads and designs of the runs: each has the number of the first run with an equal one. Once for each
/// run that comes, so that the plots need not compare whole designs at every snapshot.
void Document::stampRuns() {
    const auto first = [this](int index, const auto& same) {
        const auto found = std::find_if(m_runs.begin(), m_runs.begin() + index, same);
        return static_cast<int>(found - m_runs.begin());
    };
    for (int i = 0; i < static_cast<int>(m_runs.size()); ++i) {
        Run& run = *m_runs[static_cast<std::size_t>(i)];
        run.workloadId =
            first(i, [&run](const RunPtr& other) { return other->inputs.workload == run.inputs.workload; });
        run.designId = first(i, [&run](const RunPtr& other) {
            return other->inputs.architecture == run.inputs.architecture &&
                   other->inputs.semantics == run.inputs.semantics && modelOf(other->inputs) == modelOf(run.inputs);
        });
    }
    noteDifferences();
}

/// Tells every run whether it differs from the desk; runs with the same inputs do so in the same way.
void Document::noteDifferences() {
    std::shared_ptr<const SessionInputs> desk;
    for (auto run = m_runs.begin(); run != m_runs.end(); ++run) {
        const auto twin = std::find_if(m_runs.begin(), run, [&run](const RunPtr& other) {
            return other->workloadId == (*run)->workloadId && other->designId == (*run)->designId;
        });
        (*run)->other = twin != run ? (*twin)->other : differenceOf((*run)->inputs, inputs());
        if (!desk && !(*run)->other.isEmpty()) desk = std::make_shared<const SessionInputs>(inputs());
        (*run)->desk = (*run)->other.isEmpty() ? nullptr : desk;
    }
}

Result<RunPtr> Document::enqueueRun(const SessionInputs& inputs) {
    auto setup = makeSetup(inputs);
    if (!setup) return setup.diagnostics();
    auto run = std::make_shared<Run>();
    run->number = ++m_lastNumber;
    run->inputs = inputs;
    run->setup = std::move(setup).value();
    m_runs.push_back(run);
    stampRuns();
    noteRuns();
    return run;
}

void Document::startRun(const RunPtr& run) {
    run->started = true;
    m_current = run;
    m_session.shown = {.run = indexOf(run), .rank = 0, .own = {}};
    noteRuns();
    refreshExhibit();
}

RunPtr Document::beginRun() {
    auto run = enqueueRun(inputs());
    Q_ASSERT(run);
    startRun(*run);
    return *run;
}

void Document::dropRun() {
    const RunPtr run = liveRun();
    if (run) takeRun(indexOf(run));
}

void Document::updateRun(const SearchSnapshot& snapshot) {
    const RunPtr run = liveRun();
    if (!run) return;
    const bool newBest = snapshot.best.has_value() != run->live.best.has_value() ||
                         (snapshot.best && snapshot.best->mapping != run->live.best->mapping);
    run->live = snapshot;
    noteBound(*run);
    emit runUpdated();
    const ShownMapping& shown = m_session.shown;
    if (newBest) refreshPinsOf(indexOf(run));
    if (shown.run != indexOf(run)) return;
    if (shown.rank > 0 || shown.onFront) return followShown();
    if (newBest) refreshExhibit();
}

void Document::finishRun(const SearchResult& result) {
    const RunPtr run = liveRun();
    if (!run) return;
    run->result = result;
    run->live = snapshotOf(result);
    noteBound(*run);
    emit runUpdated();
    noteRuns();
    refreshPinsOf(indexOf(run));
    if (m_session.shown.run != indexOf(run)) return;
    followShown();
    refreshExhibit();
}

/// Other mappings than the best move along the lists while a run goes on: the number shown moves with its mapping. One
/// that has left the lists becomes a mapping of its own, if the inputs are still those it was found for.
void Document::followShown() {
    ShownMapping& shown = m_session.shown;
    if (!m_exhibit || shown.own || (shown.rank == 0 && !shown.onFront)) return;
    const Run& run = *m_runs[static_cast<std::size_t>(shown.run)];
    const std::vector<Candidate>& list = shown.onFront ? run.live.front : run.live.top;
    const auto found = std::find_if(list.begin(), list.end(),
                                    [this](const Candidate& each) { return each.mapping == m_exhibit->mapping; });
    if (found != list.end()) {
        shown.rank = static_cast<int>(found - list.begin());
    } else if (run.other.isEmpty()) {
        m_origin = tr("passed by run %1").arg(run.number);
        shown = {.run = -1, .rank = 0, .own = m_exhibit->mapping};
        refreshExhibit();
    }
}

void Document::removeRun(int index) { m_undo.push(new RemoveRun(*this, index)); }

void Document::renameRun(int index, const QString& name) {
    const RunPtr run = m_runs[static_cast<std::size_t>(index)];
    if (name != run->name) m_undo.push(new RenameRun(*this, run, name));
}

void Document::setRunHidden(int index, bool hidden) {
    Run& run = *m_runs[static_cast<std::size_t>(index)];
    if (run.hidden == hidden) return;
    run.hidden = hidden;
    noteRuns();
}

void Document::insertRun(int index, const RunPtr& run) {
    const int place = std::min(index, static_cast<int>(m_runs.size()));
    m_runs.insert(m_runs.begin() + place, run);
    stampRuns();
    if (m_session.shown.run >= place) ++m_session.shown.run;
    for (auto& pin : m_session.pins)
        if (pin && pin->place.run >= place) ++pin->place.run;
    if (!m_current && run->finished()) m_current = run;
    noteRuns();
    emit runUpdated();
}

void Document::takeRun(int index) {
    const RunPtr run = m_runs[static_cast<std::size_t>(index)];
    m_runs.erase(m_runs.begin() + index);
    if (m_current == run) {
        const auto last =
            std::find_if(m_runs.rbegin(), m_runs.rend(), [](const RunPtr& each) { return each->started; });
        m_current = last == m_runs.rend() ? nullptr : *last;
    }
    ShownMapping& shown = m_session.shown;
    const bool gone = shown.run == index;
    if (gone) shown = {};
    if (shown.run > index) --shown.run;
    for (const Side side : {Side::a, Side::b})
        if (pinned(side) && pinned(side)->place.run == index) unpin(side);
    for (auto& pin : m_session.pins)
        if (pin && pin->place.run > index) --pin->place.run;
    noteRuns();
    emit runUpdated();
    if (gone) refreshExhibit();
}

void Document::show(const ShownMapping& shown, const QString& origin) {
    m_session.shown = shown;
    m_origin = origin;
    m_selection.clear();
    refreshExhibit();
}

void Document::setTuning(std::shared_ptr<const SessionTuning> tuning) {
    if (tuning == m_session.tuning) return;
    m_session.tuning = std::move(tuning);
    m_resultsChanged = true;
    emit tuningChanged();
    emit fileChanged();
}

const Candidate* Document::candidateOf(const ShownMapping& shown) const {
    const SearchSnapshot& live = m_runs[static_cast<std::size_t>(shown.run)]->live;
    const std::vector<Candidate>& list = shown.onFront ? live.front : live.top;
    const auto rank = static_cast<std::size_t>(shown.rank);
    if (rank < list.size()) return &list[rank];
    return rank == 0 && !shown.onFront && live.best ? &*live.best : nullptr;
}

/// Of a run's or a point's mapping; none if there is no such.
std::optional<Exhibit> Document::exhibitOf(const ShownMapping& place) const {
    if (auto point = m_sweep ? mappingOf(*m_sweep, place.point, place.layer) : std::nullopt) {
        const Cost cost = costOf(*point->setup, point->inputs, point->mapping);
        return Exhibit{std::move(point->setup), std::move(point->inputs), std::move(point->mapping), cost,
                       std::move(point->origin)};
    }
    if (place.run < 0 || place.run >= static_cast<int>(m_runs.size())) return std::nullopt;
    const Run& run = *m_runs[static_cast<std::size_t>(place.run)];
    const Candidate* candidate = candidateOf(place);
    if (!candidate) return std::nullopt;
    return Exhibit{run.setup, run.inputs, candidate->mapping, costOf(*run.setup, run.inputs, candidate->mapping),
                   originOf(run, place)};
}

void Document::refreshExhibit() {
    const ShownMapping& shown = m_session.shown;
    if (shown.own && m_setup && isMappingOf(*shown.own, *m_setup->target))
        m_exhibit = Exhibit{m_setup, inputs(), *shown.own, costOf(*m_setup, inputs(), *shown.own),
                            m_origin.isEmpty() ? tr("own mapping") : m_origin};
    else
        m_exhibit = exhibitOf(shown);
    emit shownChanged();
}

void Document::pin(Side side, PinnedMapping pin, bool chosen) {
    if (pin.place.own && !pin.inputs) pin.inputs = inputs();
    m_session.pins[indexOf(side)] = std::move(pin);
    m_resultsChanged = m_resultsChanged || chosen;
    refreshPin(side);
    emit pinsChanged();
    emit fileChanged();
}

void Document::unpin(Side side) {
    if (!pinned(side)) return;
    m_session.pins[indexOf(side)].reset();
    m_resultsChanged = true;
    refreshPin(side);
    emit pinsChanged();
    emit fileChanged();
}

PinnedMapping Document::shownToPin() const {
    PinnedMapping pin;
    pin.place = m_session.shown;
    if (!m_exhibit || !pin.place.own) return pin;
    pin.inputs = m_exhibit->inputs;
    pin.name = m_exhibit->origin.toStdString();
    return pin;
}

void Document::refreshPin(Side side) {
    std::optional<Exhibit>& compared = m_compared[indexOf(side)];
    compared.reset();
    const auto& pin = pinned(side);
    if (!pin) return;
    if (!pin->place.own || !pin->inputs) {
        compared = exhibitOf(pin->place);
        return;
    }
    auto setup = makeSetup(*pin->inputs);
    if (!setup) return;
    compared = Exhibit{*setup, *pin->inputs, *pin->place.own, costOf(**setup, *pin->inputs, *pin->place.own),
                       QString::fromStdString(pin->name)};
}

/// `run` < 0: of all.
void Document::refreshPinsOf(int run) {
    bool any = false;
    for (const Side side : {Side::a, Side::b}) {
        if (run >= 0 && !(pinned(side) && pinned(side)->place.run == run)) continue;
        refreshPin(side);
        any = true;
    }
    if (any) emit pinsChanged();
}

QString Document::title() const { return m_path.isEmpty() ? tr("Untitled") : QFileInfo(m_path).completeBaseName(); }

Session Document::session() const {
    Session session = m_session;
    for (const RunPtr& run : m_runs) {
        SessionRun kept{.inputs = run->inputs, .result = {}};
        if (run->started) kept.result = run->result ? *run->result : resultSoFar(*run);
        kept.number = run->number;
        kept.name = run->name.toStdString();
        kept.hidden = run->hidden;
        kept.queued = run->queued();
        kept.bounds = run->boundSteps;
        session.runs.push_back(std::move(kept));
    }
    if (!m_exhibit) session.shown = {};
    for (const Side side : {Side::a, Side::b})
        if (!compared(side)) session.pins[indexOf(side)].reset();
    session.plan = sweepAsked();
    session.planFollows = m_plan->spec.layers.empty();
    if (m_sweep)
        session.sweep = SessionSweep{m_sweep->file, settledPoints(m_sweep->points()), m_sweep->seconds(),
                                     m_sweep->threads, m_sweep->live.state != SearchState::finished};
    return session;
}

/// Null if the inputs can no longer be used.
RunPtr Document::restored(const SessionRun& kept) const {
    auto setup = makeSetup(kept.inputs);
    if (!setup) return nullptr;
    auto run = std::make_shared<Run>();
    run->number = kept.number > 0 ? kept.number : static_cast<int>(m_runs.size()) + 1;
    run->name = QString::fromStdString(kept.name);
    run->hidden = kept.hidden;
    run->inputs = kept.inputs;
    run->setup = std::move(setup).value();
    run->started = !kept.queued;
    if (kept.queued) return run;
    run->live = snapshotOf(kept.result);
    run->result = kept.result;
    run->boundSteps = kept.bounds;
    return run;
}

void Document::adopt(Session session, const QString& path) {
    m_runs.clear();
    m_current.reset();
    m_lastNumber = 0;
    for (const SessionRun& kept : session.runs) {
        const RunPtr run = restored(kept);
        if (!run) continue;
        m_runs.push_back(run);
        m_lastNumber = std::max(m_lastNumber, run->number);
        if (run->started) m_current = run;
    }
    m_plan = std::make_shared<SweepFile>(session.plan ? planFor(*session.plan, session.planFollows)
                                                      : defaultPlan(session.inputs));
    m_sweep = session.sweep ? sweepRunOf(*session.sweep) : nullptr;
    session.runs.clear();
    session.plan.reset();
    session.sweep.reset();
    m_session = std::move(session);
    stampRuns();
    m_path = path;
    m_resultsChanged = false;
    m_undo.clear();
    m_selection.explain(std::nullopt);
    m_selection.clear();
    refreshSetup();
    refreshPlan();
    emit inputsChanged();
    emit sweepPlanChanged();
    emit runsChanged();
    emit runUpdated();
    emit sweepChanged();
    emit sweepUpdated();
    emit tuningChanged();
    emit fileChanged();
    refreshExhibit();
    refreshPinsOf(-1);
}

Diagnostics Document::save(const QString& path) {
    Diagnostics problems = writeTextFile(path.toStdString(), toJson(session()).dump() + "\n");
    if (hasErrors(problems)) return problems;
    m_path = path;
    m_resultsChanged = false;
    m_undo.setClean();
    emit fileChanged();
    return problems;
}

}  // namespace lapidary::ui
