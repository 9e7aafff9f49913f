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
#include "core/io/presets.h"
#include "core/search/sunstone/inside.h"
#include "core/workload/builders.h"
#include "core/workload/einsum.h"
#include "ui/editors/design_editor.h"
#include "ui/models/words.h"
#include "ui/plots/slope_plot.h"
#include "ui/shell/actions.h"
#include "ui/shell/design_perspective.h"
#include "ui/shell/fabric_perspective.h"
#include "ui/shell/file_control.h"
#include "ui/shell/flash_control.h"
#include "ui/shell/import_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/run_control.h"
#include "ui/shell/study_control.h"
#include "ui/shell/sweep_control.h"
#include "ui/shell/tuning_control.h"
#include "ui/views/fabric_error_view.h"
#include "ui/widgets/example_card.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/segmented.h"

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
void runOptimal(MainWindow& window, double seconds, const char* einsum, std::optional<double> gap = {}) {
    SearchOptions options = window.document().inputs().search;
    options.algorithm = Algorithm::optimal;
    options.maxEvaluations.reset();
    options.maxSeconds = seconds;
    options.gap = gap;
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

/// The layer of Bifrost's Fig. 10 on MAERI with 64 multipliers, tuned.
void runTuning(MainWindow& window, const TuningSettings& settings, bool analytic) {
    Conv2d sizes;
    sizes.c = sizes.m = 2;
    sizes.p = sizes.q = 8;
    sizes.r = sizes.s = 5;
    const auto shape = conv2d("fig-10", sizes);
    const auto design = loadArchitecture("maeri-128");
    if (!shape || !design) return;
    if (auto narrow = withSetting(*design, "MS.fanout", "64x1"))
        if (narrow = withSetting(*narrow, "GB.bandwidth", "8"); narrow)
            window.document().setArchitecture(*narrow, "maeri-128");
    window.document().setWorkload(*shape, {});
    window.tuning().setChosen(true, analytic);
    window.tuning().setSettings(settings);
    window.tuning().run();
    waitUntil([&window] { return !window.tuning().running(); });
    raiseDocks(window, {"tuningTrials", "tuningPredicted", "tuningTable"});
}

void runXgboost(MainWindow& window) {
    TuningSettings settings;
    settings.options.trials = 150;
    runTuning(window, settings, false);
}

void runAnalytic(MainWindow& window) {
    TuningSettings settings;
    settings.options.trials.reset();
    runTuning(window, settings, true);
}

void runManyTrials(MainWindow& window) {
    TuningSettings settings;
    settings.sizes = fabric::TileSizes::any;
    settings.options.trials = 2000;
    for (const char* knob : {"ms_size=64,128", "accumulation_buffer=0,1"})
        if (!fabric::addKnobValues(settings.knobs, knob).empty()) return;
    runTuning(window, settings, true);
}

void closeTuning(MainWindow& window) {
    window.tuning().setChosen(false, false);
    putDesignBack(window);
}

/// A model of one's own, given on the command line.
void importModel(MainWindow& window, const QString& path) {
    window.files().open(path);
    waitUntil([&window] { return !window.imports().reading(); });
    settle();
}

void runModel(MainWindow& window, const char* machine) {
    raiseDocks(window, {"importValuesDock"});
    window.imports().runValues(machine, 1);
    waitUntil([&window] { return !window.imports().valuesRunning(); });
    settle();
}

/// The convolution of STONNE's README on a fabric, at one of its cycles.
void runFabric(MainWindow& window, const char* design, const FabricInputs& fabric, std::int64_t cycle) {
    window.setPerspective("fabric");  // nothing is simulated while nobody looks
    window.pickDesign(QString::fromLatin1(design));
    const auto layer =
        parseEinsum("O[N,M,P,Q] += W[M,C,R,S] * I[N,C,P+R,Q+S]", *parseBounds("N=1,M=6,C=6,P=18,Q=18,R=3,S=3"));
    SessionInputs inputs = window.document().inputs();
    inputs.workload = *layer;
    inputs.workloadKey.clear();
    inputs.fabric = fabric;
    window.document().edit(std::move(inputs), {});
    FabricControl& control = window.fabric().control();
    const auto settled = [&control] { return control.answer() && !control.running(); };
    waitUntil(settled);
    control.setCycle(cycle);
    waitUntil(settled);
    settle();
}

void runFabricOf(MainWindow& window, std::int64_t multipliers, std::int64_t words, const fabric::Tile& tile,
                 std::int64_t cycle) {
    FabricInputs inputs;
    inputs.hardware = fabric::Hardware{.multipliers = multipliers, .distributionWidth = words, .reductionWidth = words};
    inputs.tile = tile;
    runFabric(window, "maeri-128", inputs, cycle);
}

/// The tile of a mapping by hand under both models.
void compareOnFabric(MainWindow& window) {
    runFabricOf(window, 64, 8, {.r = 3, .s = 3, .x = 3}, 1);
    window.actionTable()["trivial"]->trigger();
    window.actionTable()["pinA"]->trigger();
    window.setPerspective("compare");
    settle();
    auto* model = window.findChild<QComboBox*>("compare.model");
    if (auto* mode = window.findChild<Segmented*>("compare.mode")) mode->setCurrent(1);
    model->setCurrentIndex(model->count() - 1);
    emit model->activated(model->currentIndex());
    const auto* error = window.findChild<FabricErrorView*>("fabricError");
    waitUntil([error] { return error->comparison().has_value(); });
    settle();
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
        {"search-gap", "search", [](MainWindow& window) { runOptimal(window, 60, nullptr, 0.2); }, {}},
        {"search-proven",
         "search",
         [](MainWindow& window) { runOptimal(window, 60, "C[m,n] += A[m,k] * B[k,n]"); },
         {}},
        {"search-flash", "search", [](MainWindow& window) { runFlash(window, "flash-gemms/VI", {}); }, {}},
        {"search-flash-style", "search", runFlashStyle, closeFlash},
        {"search-tuning", "search", runXgboost, closeTuning},
        {"search-tuning-analytic", "search", runAnalytic, closeTuning},
        {"search-tuning-many", "search", runManyTrials, closeTuning},
        {"import", "import", {}, {}},
        {"fabric-empty", "fabric", {}, {}},
        {"fabric",
         "fabric",
         [](MainWindow& window) { runFabricOf(window, 64, 8, {.r = 3, .s = 3, .x = 3}, 4818); },
         {}},
        {"fabric-small", "fabric", [](MainWindow& window) { runFabricOf(window, 8, 4, {.s = 3, .x = 2}, 500); }, {}},
        {"fabric-large",
         "fabric",
         [](MainWindow& window) { runFabricOf(window, 256, 64, {.r = 3, .s = 3, .c = 2, .k = 6, .x = 2}, 90); },
         {}},
        {"fabric-refused",
         "fabric",
         [](MainWindow& window) { runFabricOf(window, 64, 8, {.r = 3, .s = 3, .x = 9}, 1); },
         {}},
        {"fabric-compare", "compare", compareOnFabric, {}},
        {"fabric-sigma", "fabric", [](MainWindow& window) { runFabric(window, "sigma-128", {}, 60); }, {}},
        {"fabric-tpu", "fabric", [](MainWindow& window) { runFabric(window, "tpu-16x16", {}, 30); }, putDesignBack},
        {"search-flash-large", "search", runFlashLarge, closeFlash},
        {"mapping-directives", "mapping", openFlashPick, {}},
        {"mapping-directives-broken", "mapping", breakDirectives, {}},
        {"compare-models", "compare", compareBothModels, closeFlash},
    };
    return table;
}

/// Of a model that is given: as it is read, and as it has run on a machine.
std::vector<Scene> modelScenes(const QString& model) {
    return {{"import-model", "import", [model](MainWindow& window) { importModel(window, model); }, {}},
            {"import-values", "import", [](MainWindow& window) { runModel(window, "maeri-128"); }, {}}};
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
    QStringList only = arguments.mid(1).filter(QRegularExpression(QStringLiteral("^[^-]")));  // scenes by name
    const QStringList models = only.filter(QRegularExpression(QStringLiteral("[.]onnx$")));
    for (const QString& model : models) only.removeAll(model);
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
    std::vector<Scene> all = scenes();
    if (!models.isEmpty())
        for (Scene& scene : modelScenes(models.front())) all.push_back(std::move(scene));
    for (const QString& name : only)
        if (std::none_of(all.begin(), all.end(), [&name](const Scene& scene) { return name == scene.name; }))
            fine = reportWritten({}, {error("no scene is called '" + name.toStdString() + "'")});
    for (const Scene& scene : all) {
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
