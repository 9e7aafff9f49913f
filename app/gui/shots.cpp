// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pictures of every perspective as it comes up and as it works, in both themes, two sizes and at 200 % scale. Scale is a
// matter of the whole process, so that a second one makes those.

#include <QAbstractButton>
#include <QAction>
#include <QApplication>
#include <QComboBox>
#include <QDialog>
#include <QDir>
#include <QDockWidget>
#include <QElapsedTimer>
#include <QPlainTextEdit>
#include <QProcess>
#include <QPushButton>
#include <QRegularExpression>

#include <algorithm>
#include <functional>
#include <span>
#include <vector>

#include "app/gui/headless.h"
#include "core/arch/port_edit.h"
#include "core/search/sunstone/inside.h"
#include "core/workload/einsum.h"
#include "ui/editors/design_editor.h"
#include "ui/models/words.h"
#include "ui/plots/slope_plot.h"
#include "ui/shell/actions.h"
#include "ui/shell/design_perspective.h"
#include "ui/shell/flash_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_control.h"
#include "ui/shell/study_control.h"
#include "ui/shell/sweep_control.h"
#include "ui/widgets/example_card.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

constexpr std::int64_t kShotsEvaluations = 400'000;  ///< of each mapspace
constexpr std::int64_t kPerPoint = 20'000;
constexpr int kMostMilliseconds = 60'000;
constexpr QSize kSizes[] = {{1440, 900}, {1024, 700}};
constexpr QSize kScaledSizes[] = {{1440, 900}};  // in pixels of the interface: the picture is twice as wide
constexpr const char* kScaled = "--scaled";

void settle() {
    for (int i = 0; i < 6; ++i) QApplication::processEvents();
}

template <class Control>
void waitFor(const Control& control) {
    QElapsedTimer clock;
    clock.start();
    while (control.running() && clock.elapsed() < kMostMilliseconds)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
}

void runToEnd(MainWindow& window) {
    window.runs().compareMapspaces();
    waitFor(window.runs());
}

/// The arrays of Ruby with a small budget.
void sweepToEnd(MainWindow& window) {
    SweepFile plan = window.document().sweepPlan();
    plan.spec.search.maxEvaluations = kPerPoint;
    window.document().editSweep(std::move(plan), {});
    window.sweeps().run();
    waitFor(window.sweeps());
}

/// A figure of a paper, redone.
void studyToEnd(MainWindow& window) {
    window.openStudy("sunstone-fig-8");
    settle();
    window.studies().run();
    waitFor(window.studies());
    settle();
}

/// The best mappings of the first and the third mapspace side by side.
void pinTwo(MainWindow& window) {
    window.document().pin(Side::a, {.place = {.run = 0, .rank = 0, .own = {}}, .inputs = {}, .name = {}});
    window.document().pin(Side::b, {.place = {.run = 2, .rank = 0, .own = {}}, .inputs = {}, .name = {}});
}

void breakEinsum(MainWindow& window) {
    auto* code = window.findChild<QPlainTextEdit*>("einsum");
    if (!code) return;
    code->selectAll();
    code->insertPlainText("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+t]");
}

void mendEinsum(MainWindow& window) {
    if (auto* code = window.findChild<QPlainTextEdit*>("einsum")) {
        code->selectAll();
        code->insertPlainText("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]");
    }
}

/// With the pictures of the examples, which another thread makes.
void showWelcome(MainWindow& window) {
    window.showWelcome();
    const auto cards = window.findChildren<ExampleCard*>();
    QElapsedTimer clock;
    clock.start();
    while (clock.elapsed() < kMostMilliseconds &&
           !std::all_of(cards.begin(), cards.end(), [](const ExampleCard* card) { return card->hasPicture(); }))
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
}

QDialog* openDialog(MainWindow& window, const char* action, const char* name) {
    window.actionTable()[action]->trigger();
    return window.findChild<QDialog*>(name);
}

void closeDialogs(MainWindow& window) {
    for (auto* dialog : window.findChildren<QDialog*>()) dialog->close();
}

/// A level's own ports, and figures by the tables of 65 nm.
void equipDesign(MainWindow& window) {
    DesignEditor& editor = window.findChild<DesignPerspective*>()->editor();
    editor.apply(addPort(editor.spec(), 1, editor.rolesAt(1)), {});
    editor.set("technology.node_nm", "65", {});
    for (const char* figure : {"GLB.energy_pj.read", "GLB.energy_pj.write", "GLB.area_um2"})
        editor.set(figure, "table", {});
    openDialog(window, "technology", "technologyDialog");
}

void putDesignBack(MainWindow& window) {
    closeDialogs(window);
    while (window.document().undoStack().canUndo()) window.document().undoStack().undo();
}

void raiseDocks(MainWindow& window, std::initializer_list<const char*> docks) {
    for (const char* dock : docks)
        if (auto* found = window.findChild<QDockWidget*>(dock)) found->raise();
    settle();
}

void waitUntil(const std::function<bool()>& done) {
    QElapsedTimer clock;
    clock.start();
    while (!done() && clock.elapsed() < kMostMilliseconds)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
}

/// The last run was looked into, principle by principle.
void waitForInside(MainWindow& window) {
    waitUntil([&window] {
        const RunPtr run = window.document().currentRun();
        return run && run->inside && run->inside->complete;
    });
}

/// Of a notice: what would help is found by trying.
void waitForText(MainWindow& window, const char* notice) {
    waitUntil([&window, notice] {
        const auto* found = window.findChild<Notice*>(notice);
        return found && found->findChild<QPushButton*>() != nullptr;
    });
}

/// A run of Sunstone with what happened inside in front.
void runSunstone(MainWindow& window) {
    SearchOptions options = window.document().inputs().search;
    options.algorithm = Algorithm::sunstone;
    window.document().setSearch(options, {});
    window.document().setFactorization(Factorization::perfect);
    window.runs().run();
    waitFor(window.runs());
    raiseDocks(window, {"orderingTrie", "sunstoneTiling", "principles", "alphaBeta"});
    waitForInside(window);
}

void showUnrolling(MainWindow& window) { raiseDocks(window, {"sunstoneUnrolling", "orderingTrie"}); }

/// A tile of all channels in a scratchpad that is too small for it: nothing is valid.
void askTooMuch(MainWindow& window) {
    SessionInputs inputs = window.document().inputs();
    inputs.search.algorithm = Algorithm::random;
    inputs.search.maxEvaluations = kPerPoint;
    const std::string& spad = inputs.architecture.levels().back().name;
    inputs.mapspace.constraints.levels[spad].factors = {*parseFactorRule("C = full"), *parseFactorRule("M = 32")};
    window.document().edit(std::move(inputs), {});
}

void findNothing(MainWindow& window) {
    askTooMuch(window);
    window.runs().run();
    waitFor(window.runs());
    raiseDocks(window, {"reasons"});
    waitForText(window, "relaxNotice0");
}

/// The same over sizes of the array.
void sweepNothing(MainWindow& window) {
    askTooMuch(window);
    SweepFile plan = window.document().sweepPlan();
    plan.spec.search.maxEvaluations = kPerPoint;
    window.document().editSweep(std::move(plan), {});
    window.sweeps().run();
    waitFor(window.sweeps());
    raiseDocks(window, {"points"});
    waitForText(window, "sweepRelaxNotice0");
}

/// One question asked with five seeds, as mean and band.
void runSeeds(MainWindow& window) {
    SearchOptions options = window.document().inputs().search;
    options.algorithm = Algorithm::random;
    window.document().setSearch(options, {});
    window.document().setFactorization(Factorization::rubyS);
    QAction* enqueue = window.actionTable()["enqueue"];
    enqueue->setProperty("seeds", 5);
    window.runs().enqueue();
    enqueue->setProperty("seeds", 1);
    waitFor(window.runs());
    if (auto* dock = window.findChild<QDockWidget*>("convergence")) dock->raise();
    if (auto* seeds = window.findChild<QAbstractButton*>("convergenceSeeds")) seeds->setChecked(true);
}

/// A proof under way until its time is up, with bound, rules and ski slope in front; then one that ends.
void runOptimal(MainWindow& window, double seconds, const char* einsum) {
    SearchOptions options = window.document().inputs().search;
    options.algorithm = Algorithm::optimal;
    options.maxEvaluations.reset();
    options.maxSeconds = seconds;
    window.document().setSearch(options, {});
    window.document().setFactorization(Factorization::perfect);
    if (einsum) {
        const auto workload = parseEinsum(einsum, *parseBounds("m=8,n=6,k=4"));
        if (workload) {
            SessionInputs inputs = window.document().inputs();
            inputs.workload = *workload;
            inputs.workloadKey.clear();
            inputs.mapspace.constraints = {};  // the design's own speak of other dimensions
            window.document().edit(inputs, {});
        }
    }
    window.runs().run();
    waitFor(window.runs());
    for (const char* dock : {"convergence", "skiSlope", "proof"})
        if (auto* found = window.findChild<QDockWidget*>(dock)) found->raise();
    QElapsedTimer clock;
    clock.start();
    const auto* slope = window.findChild<SlopePlot*>();
    while (slope && !slope->slope() && clock.elapsed() < 10'000)
        QApplication::processEvents(QEventLoop::WaitForMoreEvents, 50);
}

/// FLASH on the six products of its paper, with all five styles; then one style with random tile sets to compare with.
void runFlash(MainWindow& window, const char* product, const flash::Options& options) {
    window.pickWorkload(QString::fromLatin1(product));
    window.pickDesign(QStringLiteral("flash-edge"));
    window.flash().setOptions(options);
    window.flash().setChosen(true);
    window.flash().run();
    waitUntil([&window] { return !window.flash().running(); });
    settle();
}

void runFlashStyle(MainWindow& window) {
    flash::Options options;
    options.style = flash::Style::maeri;
    options.space = flash::Space::equations;
    options.samples = 2000;
    runFlash(window, "flash-gemms/IV", options);
}

/// All six orders of MAERI's style and the rules of MAESTRO, on the largest product.
void runFlashLarge(MainWindow& window) {
    flash::Options options;
    options.order.reset();
    options.compat.emplace();
    runFlash(window, "flash-gemms/I", options);
}

/// FLASH's pick, opened: as directives beside the nest.
void openFlashPick(MainWindow& window) {
    runFlash(window, "flash-gemms/VI", {});
    window.actionTable()["openPick"]->trigger();
    settle();
    raiseDocks(window, {"directives"});
}

void breakDirectives(MainWindow& window) {
    auto* text = window.findChild<QPlainTextEdit*>("directiveText");
    if (!text) return;
    QString broken = text->toPlainText();
    broken.replace(broken.lastIndexOf(QStringLiteral(") ")) + 2, 1, QStringLiteral("z"));
    text->selectAll();
    text->insertPlainText(broken);
    settle();
}

void compareBothModels(MainWindow& window) {
    breakDirectives(window);
    if (auto* back = window.findChild<QPushButton*>("takeBackDirectives")) back->click();
    window.actionTable()["compareModels"]->trigger();
    settle();
    raiseDocks(window, {"compareWhy"});
}

void closeFlash(MainWindow& window) {
    window.flash().setChosen(false);
    putDesignBack(window);
}

void countByPorts(MainWindow& window) {
    auto* dialog = openDialog(window, "rules", "rulesDialog");
    auto* time = dialog->findChild<QComboBox*>("rulesTime");
    time->setCurrentIndex(1);
    emit time->activated(1);
}

/// One picture of each theme and size; a perspective more is a row more.
struct Scene {
    const char* name;
    const char* perspective;
    std::function<void(MainWindow&)> before;  ///< what somebody does to get there
    std::function<void(MainWindow&)> after;
    const char* dialog = nullptr;  ///< the picture is of this one; of the window if there is none
};

const std::vector<Scene>& scenes() {
    static const std::vector<Scene> table{
        {"welcome", "search", showWelcome, {}},
        {"search-empty", "search", {}, {}},
        {"mapping-empty", "mapping", {}, {}},
        {"design", "design", {}, {}},
        {"design-broken", "design", breakEinsum, mendEinsum},
        {"technology", "design", equipDesign, {}, "technologyDialog"},
        {"design-ports", "design", closeDialogs, putDesignBack},
        {"search", "search", runToEnd, {}},
        {"mapping", "mapping", {}, {}},
        {"rules", "mapping", countByPorts, {}, "rulesDialog"},
        {"mapping-ports", "mapping", closeDialogs, putDesignBack},
        {"compare-empty", "compare", {}, {}},
        {"compare", "compare", pinTwo, {}},
        {"explore-empty", "explore", {}, {}},
        {"explore", "explore", sweepToEnd, {}},
        {"explore-study", "explore", studyToEnd, {}},
        {"search-sunstone", "search", runSunstone, {}},
        {"search-sunstone-unrolling", "search", showUnrolling, {}},
        {"search-seeds", "search", runSeeds, {}},
        {"search-relax", "search", findNothing, putDesignBack},
        {"explore-relax", "explore", sweepNothing, putDesignBack},
        {"search-gap", "search", [](MainWindow& window) { runOptimal(window, 3, nullptr); }, {}},
        {"search-proven",
         "search",
         [](MainWindow& window) { runOptimal(window, 60, "C[m,n] += A[m,k] * B[k,n]"); },
         {}},
        {"search-flash", "search", [](MainWindow& window) { runFlash(window, "flash-gemms/VI", {}); }, {}},
        {"search-flash-style", "search", runFlashStyle, closeFlash},
        {"search-flash-large", "search", runFlashLarge, closeFlash},
        {"mapping-directives", "mapping", openFlashPick, {}},
        {"mapping-directives-broken", "mapping", breakDirectives, {}},
        {"compare-models", "compare", compareBothModels, closeFlash},
    };
    return table;
}

bool shoot(MainWindow& window, const QDir& folder, const Scene& scene, bool scaled) {
    const QString name = scene.name;
    QWidget* shown = scene.dialog ? window.findChild<QWidget*>(scene.dialog) : &window;
    bool fine = true;
    for (const ThemeChoice choice : {ThemeChoice::light, ThemeChoice::dark}) {
        window.setTheme(choice);
        for (const QSize& size : scaled ? std::span<const QSize>(kScaledSizes) : std::span<const QSize>(kSizes)) {
            window.resize(size);
            settle();
            const std::string_view theme = keyOf(choice);
            const QString file = QStringLiteral("%1-%2-%3x%4%5.png")
                                     .arg(name, fromView(theme))
                                     .arg(size.width())
                                     .arg(size.height())
                                     .arg(scaled ? QStringLiteral("@2x") : QString());
            const QString path = folder.filePath(file);
            const bool saved = shown->grab().save(path);
            fine =
                reportWritten(path, saved ? Diagnostics{} : Diagnostics{error("cannot write " + path.toStdString())}) &&
                fine;
        }
    }
    return fine;
}

/// The same pictures by a process of its own at 200 %.
void startScaled(QProcess& process, const QString& path) {
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert("QT_SCALE_FACTOR", "2");
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::ForwardedChannels);
    process.start(QApplication::applicationFilePath(), {"--headless", "shots", path, kScaled});
}

bool endedWell(QProcess& process) {
    process.waitForFinished(-1);
    return process.exitStatus() == QProcess::NormalExit && process.exitCode() == kDone;
}

}  // namespace

int runShots(const QStringList& arguments) {
    const bool scaled = arguments.contains(kScaled);
    const QStringList only = arguments.mid(1).filter(QRegularExpression(QStringLiteral("^[^-]")));  // scenes by name
    const QString path = arguments.value(0, QStringLiteral("out/shots"));
    if (!prepareFolder(path)) return kBadInput;
    auto inputs = exampleInputs();
    if (!inputs) return reportWritten({}, inputs.diagnostics()) ? kDone : kBadInput;
    inputs->search.maxEvaluations = kShotsEvaluations;

    QProcess other;
    const bool whole = only.isEmpty();
    if (!scaled && whole) startScaled(other, path);
    const QDir folder(path);
    MainWindow window(std::move(inputs).value(), {.safeMode = true, .askBeforeLoss = false});
    window.show();
    bool fine = true;
    for (const Scene& scene : scenes()) {
        if (!whole && !only.contains(scene.name)) continue;
        window.setPerspective(scene.perspective);
        settle();
        if (scene.before) scene.before(window);
        fine = shoot(window, folder, scene, scaled) && fine;
        if (scene.after) scene.after(window);
    }
    if (!scaled && whole) fine = endedWell(other) && fine;
    return fine ? kDone : kBadInput;
}

}  // namespace lapidary::ui
