// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How smooth the program is, measured from inside the real window: latency of the event loop while a search runs on the
// other cores and every perspective is shown in turn with the pointer moving over it; time from the start of the process
// to the first picture and memory at rest, both of child processes; the search's rate at the start and at the end. A
// table on stdout, the same as JSON.

#include <QCommandLineParser>
#include <QElapsedTimer>
#include <QFile>
#include <QFileInfo>
#include <QMouseEvent>
#include <QProcess>
#include <QThread>
#include <QTimer>
#include <qcustomplot.h>

#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <optional>
#include <random>
#include <vector>

#include "app/gui/headless.h"
#include "core/base/json.h"
#include "core/base/units.h"
#include "core/base/version.h"
#include "core/io/native.h"
#include "ui/jobs/latency_probe.h"
#include "ui/plots/cloud_plot.h"
#include "ui/plots/plot_navigator.h"
#include "ui/shell/main_window.h"
#include "ui/shell/perspective.h"
#include "ui/shell/run_control.h"

namespace lapidary::ui {

namespace {

using Clock = std::chrono::steady_clock;  // CLOCK_MONOTONIC: the same in parent and child
constexpr int kStarts = 5;
constexpr int kTurnMilliseconds = 2500;  ///< how long a perspective stays in front
constexpr int kPointerMilliseconds = 40;
constexpr int kRestMilliseconds = 1500;
constexpr int kFrames = 120;
constexpr const char* kChild = "--first-window";

struct Measure {
    std::string key, name, unit;
    double value = 0;
    std::optional<double> most;   ///< the target; none = told only
    std::optional<double> least;  ///< the other way round
    bool met() const { return (!most || value <= *most) && (!least || value >= *least); }
};

struct Findings {
    std::vector<Measure> measures;
    std::vector<std::string> notes;
    void add(std::string key, std::string name, double value, std::string unit, std::optional<double> most = {}) {
        measures.push_back({std::move(key), std::move(name), std::move(unit), value, most, {}});
    }
};

std::int64_t nanosecondsNow() { return std::chrono::nanoseconds(Clock::now().time_since_epoch()).count(); }

void wait(int milliseconds) {
    QEventLoop loop;
    QTimer::singleShot(milliseconds, &loop, &QEventLoop::quit);
    loop.exec();
}

// ---- the child: starts as the program does, says when it painted and what it weighs at rest ----

/// "Pss" and "Rss" in MB of this process; 0 where the system does not tell.
double memoryMegabytes(const QByteArray& what) {
    QFile file(QStringLiteral("/proc/self/smaps_rollup"));
    if (!file.open(QIODevice::ReadOnly)) return 0;
    for (const QByteArray& line : file.readAll().split('\n'))
        if (line.startsWith(what + ':')) return line.simplified().split(' ').value(1).toDouble() * 1024 / 1e6;
    return 0;
}

class FirstPaint final : public QObject {
public:
    std::int64_t at = 0;

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (at == 0 && event->type() == QEvent::Paint && watched->isWidgetType())
            QTimer::singleShot(0, this, [this] {
                if (at == 0) at = nanosecondsNow();  // the picture is on the screen's side now
            });
        return false;
    }
};

int runChild(std::int64_t started) {
    auto inputs = exampleInputs();
    if (!inputs) return kBadInput;
    FirstPaint paint;
    qApp->installEventFilter(&paint);
    MainWindow window(std::move(inputs).value(), {.safeMode = true, .askBeforeLoss = false});
    window.setTheme(ThemeChoice::system);
    window.show();
    while (paint.at == 0) QApplication::processEvents(QEventLoop::WaitForMoreEvents);
    qApp->removeEventFilter(&paint);
    wait(kRestMilliseconds);
    const double pss = memoryMegabytes("Pss"), rss = memoryMegabytes("Rss");
    for (const Perspective* each : window.findChildren<Perspective*>()) {
        window.setPerspective(each->key());
        wait(200);
    }
    wait(kRestMilliseconds);
    std::printf("%.3f %.1f %.1f %.1f\n", static_cast<double>(paint.at - started) / 1e6, pss, rss,
                memoryMegabytes("Pss"));
    return kDone;
}

// ---- the parent ----

bool measureStart(Findings& findings) {
    std::vector<double> times;
    QList<double> last;
    for (int i = 0; i <= kStarts; ++i) {
        QProcess child;
        child.setProcessChannelMode(QProcess::ForwardedErrorChannel);
        child.start(QApplication::applicationFilePath(),
                    {"--headless", "bench", kChild, QString::number(nanosecondsNow())});
        if (!child.waitForFinished(60'000) || child.exitCode() != kDone) return false;
        last.clear();
        for (const QByteArray& word : child.readAllStandardOutput().simplified().split(' ')) last << word.toDouble();
        if (last.size() != 4) return false;
        if (i > 0) times.push_back(last[0]);  // the first one warms the caches
    }
    std::sort(times.begin(), times.end());
    findings.add("first_window_ms", "first window, warm, median of 5", times[times.size() / 2], "ms", 500);
    findings.add("first_window_most_ms", "first window, warm, slowest of 5", times.back(), "ms");
    findings.add("idle_pss_mb", "idle memory, PSS", last[1], "MB", 150);
    findings.add("idle_rss_mb", "idle memory, RSS (shared pages counted in full)", last[2], "MB");
    findings.add("visited_pss_mb", "idle memory once every perspective was seen, PSS", last[3], "MB", 150);
    return true;
}

/// Moves the pointer to the next of a fixed row of places, as a hand does that looks around.
void movePointer(MainWindow& window, int step) {
    const QPoint place((step * 37) % window.width(), (step * 23) % window.height());
    QWidget* under = window.childAt(place);
    if (!under) return;
    const QPoint inside = under->mapFrom(&window, place);
    QMouseEvent move(QEvent::MouseMove, inside, under->mapToGlobal(inside), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(under, &move);
}

/// Frames of a cloud of that many points as it is panned and zoomed, from the gesture to the picture on the widget.
void measureCloud(Findings& findings, int points) {
    std::mt19937_64 random(42);  // a cloud as searches make them: log-normal in both directions
    std::normal_distribution<double> normal;
    std::vector<QPointF> cloud(static_cast<std::size_t>(points));
    for (QPointF& point : cloud) {
        const double common = normal(random);
        point = {600 * std::exp(0.4 * common + 0.2 * normal(random)),
                 1e6 * std::exp(0.5 * common + 0.3 * normal(random))};
    }
    CloudPlot plot;
    plot.resize(640, 480);
    plot.setPoints(cloud);
    plot.show();
    wait(300);
    LatencyHistogram pans, zooms;
    for (int i = 0; i < kFrames; ++i) {
        const auto frame = [&](LatencyHistogram& into, const auto& gesture) {
            const auto before = Clock::now();
            gesture();
            plot.canvas().replot(QCustomPlot::rpImmediateRefresh);
            into.add(Clock::now() - before);
        };
        frame(pans, [&] { plot.navigator().pan(i % 20 < 10 ? 0.03 : -0.03, 0.01); });
        frame(zooms, [&] { plot.navigator().zoom(i % 20 < 10 ? 0.93 : 1 / 0.93); });
    }
    const std::string name = "cloud of " + formatCount(points) + " points, ";
    findings.add("cloud_pan_p50_ms", name + "pan, 50th", pans.milliseconds(0.5), "ms");
    findings.add("cloud_pan_p99_ms", name + "pan, 99th", pans.milliseconds(0.99), "ms", 16);
    findings.add("cloud_zoom_p50_ms", name + "zoom, 50th", zooms.milliseconds(0.5), "ms");
    findings.add("cloud_zoom_p99_ms", name + "zoom, 99th", zooms.milliseconds(0.99), "ms", 16);
}

struct Sample {
    double seconds = 0;
    std::int64_t drawn = 0;
};

/// Mappings per second between two moments of the search.
double rateBetween(const std::vector<Sample>& samples, double from, double to) {
    const auto at = [&](double seconds) {
        return *std::min_element(samples.begin(), samples.end(), [&](const Sample& a, const Sample& b) {
            return std::abs(a.seconds - seconds) < std::abs(b.seconds - seconds);
        });
    };
    const Sample a = at(from), b = at(to);
    return b.seconds > a.seconds ? static_cast<double>(b.drawn - a.drawn) / (b.seconds - a.seconds) : 0;
}

void tellRates(Findings& findings, const std::vector<Sample>& samples) {
    if (samples.size() < 4) return;
    const double whole = samples.back().seconds;
    const double stretch = std::min(60.0, whole / 3);
    const double begin = std::min(1.0, whole / 10);  // the first second warms up
    const double first = rateBetween(samples, begin, stretch);
    const double last = rateBetween(samples, whole - stretch, whole);
    const std::string length = formatSignificant(stretch, 2) + " s";
    findings.add("rate_first", "search rate in the first " + length, first / 1e6, "M mappings/s");
    findings.add("rate_last", "search rate in the last " + length, last / 1e6, "M mappings/s");
    findings.measures.push_back({"rate_ratio", "last over first", "", first > 0 ? last / first : 0, {}, 0.9});
}

struct Turn {
    QString perspective;
    LatencyHistogram latency, events, paints;
    QString slowest;
};

void tellTurns(Findings& findings, const std::vector<Turn>& turns) {
    for (const Turn& turn : turns) {
        const std::string key = turn.perspective.toStdString();
        findings.add(key + "_p50_ms", key + ": latency, 50th percentile", turn.latency.milliseconds(0.5), "ms");
        findings.add(key + "_p99_ms", key + ": latency, 99th percentile", turn.latency.milliseconds(0.99), "ms", 16);
        findings.add(key + "_max_ms", key + ": latency, longest", turn.latency.most(), "ms");
        findings.add(key + "_paint_p99_ms", key + ": repaint, 99th percentile", turn.paints.milliseconds(0.99), "ms");
        findings.notes.push_back(key + ": slowest event " + formatSignificant(turn.events.most(), 3) + " ms, " +
                                 turn.slowest.toStdString());
    }
}

void measureLoop(Findings& findings, double minutes) {
    auto inputs = exampleInputs();
    if (!inputs) return;
    inputs->search.maxEvaluations.reset();
    inputs->search.maxSeconds = 60 * minutes + 60;
    const int threads = inputs->search.threads;
    MainWindow window(std::move(inputs).value(), {.safeMode = true, .askBeforeLoss = false});
    window.setTheme(ThemeChoice::light);
    window.show();
    wait(300);
    window.runs().run();
    wait(700);

    std::vector<Turn> turns;
    for (const Perspective* each : window.findChildren<Perspective*>()) {
        window.setPerspective(each->key());  // the first visit builds a perspective's layout: not what is measured here
        wait(150);
        turns.push_back({each->key(), {}, {}, {}, {}});
    }
    LatencyProbe probe;
    LatencyHistogram all, paints;
    std::vector<Sample> samples;
    const auto sample = [&] {
        if (const RunPtr run = window.document().currentRun())
            samples.push_back({run->live.seconds, run->live.counters.drawn});
    };
    QTimer pointer;
    int step = 0;
    QObject::connect(&pointer, &QTimer::timeout, &window, [&] { movePointer(window, ++step); });
    QElapsedTimer clock;
    clock.start();
    std::size_t next = 0;
    while (static_cast<double>(clock.elapsed()) < 60'000 * minutes || next < turns.size()) {
        Turn& turn = turns[next++ % turns.size()];
        probe.start();
        pointer.start(kPointerMilliseconds);
        window.setPerspective(turn.perspective);
        wait(kTurnMilliseconds);
        pointer.stop();
        probe.stop();
        sample();
        all.add(probe.latency());
        paints.add(probe.paints());
        turn.latency.add(probe.latency());
        turn.paints.add(probe.paints());
        if (probe.events().most() > turn.events.most()) turn.slowest = probe.slowestEvent();
        turn.events.add(probe.events());
        probe.clear();
    }
    window.runs().abandon();
    findings.add("latency_p50_ms", "event loop under search, 50th percentile", all.milliseconds(0.5), "ms");
    findings.add("latency_p99_ms", "event loop under search, 99th percentile", all.milliseconds(0.99), "ms", 16);
    findings.add("latency_max_ms", "event loop under search, longest", all.most(), "ms");
    findings.add("paint_p99_ms", "repaint, 99th percentile", paints.milliseconds(0.99), "ms");
    tellTurns(findings, turns);
    tellRates(findings, samples);
    findings.notes.push_back("search on " + std::to_string(threads) + " of " +
                             std::to_string(QThread::idealThreadCount()) + " cores; " + formatCount(all.count()) +
                             " ticks of 1 ms");
}

/// What else the machine had to do, without which no figure of time means much.
std::string loadAverage() {
    QFile file(QStringLiteral("/proc/loadavg"));
    return file.open(QIODevice::ReadOnly) ? file.readAll().split(' ').value(0).toStdString() : std::string("unknown");
}

void print(const Findings& findings) {
    for (const Measure& measure : findings.measures) {
        const std::optional<double>& limit = measure.most ? measure.most : measure.least;
        const std::string target =
            limit ? (measure.most ? "<= " : ">= ") + formatSignificant(*limit) + (measure.met() ? "  met" : "  MISSED")
                  : std::string();
        std::printf("%-52s %10s %-14s %s\n", measure.name.c_str(), formatSignificant(measure.value, 4).c_str(),
                    measure.unit.c_str(), target.c_str());
    }
    for (const std::string& note : findings.notes) std::printf("%s\n", note.c_str());
}

Json toJson(const Findings& findings, double minutes, const std::string& load) {
    Json json = Json::object();
    json.set("program", "lapidary " + std::string(kVersion));
    json.set("platform", QGuiApplication::platformName().toStdString());
    json.set("cores", QThread::idealThreadCount());
    json.set("load_average_before", load);
    json.set("minutes", minutes);
    Json list = Json::array();
    for (const Measure& measure : findings.measures) {
        Json item = Json::object();
        item.set("key", measure.key).set("name", measure.name).set("value", measure.value).set("unit", measure.unit);
        if (measure.most) item.set("at_most", *measure.most);
        if (measure.least) item.set("at_least", *measure.least);
        if (measure.most || measure.least) item.set("met", measure.met());
        list.push(std::move(item));
    }
    json.set("measures", std::move(list));
    Json notes = Json::array();
    for (const std::string& note : findings.notes) notes.push(note);
    json.set("notes", std::move(notes));
    return json;
}

}  // namespace

int runBench(const QStringList& arguments) {
    QCommandLineParser parser;
    parser.addOption({"minutes", "How long the search runs", "M", "0.5"});
    parser.addOption({"points", "Of the cloud that is panned and zoomed", "N", "1000000"});
    parser.addOption({{"o", "output"}, "Where the JSON goes", "FILE"});
    parser.addOption({QString::fromLatin1(kChild).mid(2), "Internal", "NS"});
    const bool understood = parser.parse(QStringList{"bench"} + arguments);
    bool number = false;
    const double minutes = parser.value("minutes").toDouble(&number);
    if (!understood || !number || minutes < 0 || minutes > 24 * 60) {
        std::fprintf(stderr, "error: %s\n",
                     understood ? "--minutes: expected a number from 0 to 1440" : qUtf8Printable(parser.errorText()));
        return kBadInput;
    }
    const int points = parser.value("points").toInt(&number);
    if (!number || points < 1 || points > 100'000'000) {
        std::fputs("error: --points: expected a number from 1 to 100000000\n", stderr);
        return kBadInput;
    }
    if (parser.isSet(QString::fromLatin1(kChild).mid(2)))
        return runChild(parser.value(QString::fromLatin1(kChild).mid(2)).toLongLong());

    const std::string load = loadAverage();
    Findings findings;
    findings.notes.push_back("platform " + QGuiApplication::platformName().toStdString() + "; load average before " +
                             load);
    if (!measureStart(findings)) {
        std::fputs("error: the program did not start a second time\n", stderr);
        return kNotPossible;
    }
    measureCloud(findings, points);
    measureLoop(findings, minutes);
    print(findings);
    const QString path = parser.value("output");
    if (path.isEmpty()) return kDone;
    if (!prepareFolder(QFileInfo(path).absolutePath())) return kBadInput;
    const std::string text = toJson(findings, minutes, load).dump() + "\n";
    return reportWritten(path, writeTextFile(path.toStdString(), text)) ? kDone : kBadInput;
}

}  // namespace lapidary::ui
