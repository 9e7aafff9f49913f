// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/convergence_plot.h"

#include <QEvent>
#include <QPainter>
#include <qcustomplot.h>

#include <algorithm>
#include <cmath>
#include <limits>

#include "core/base/units.h"
#include "core/explore/seed_band.h"
#include "core/io/native.h"
#include "core/io/options_json.h"
#include "ui/models/scale.h"
#include "ui/plots/end_labels.h"
#include "ui/plots/hover_card.h"
#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_navigator.h"
#include "ui/plots/plot_style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_line.h"

namespace lapidary::ui {

namespace {

constexpr double kMostBelow = 12;
constexpr int kLabelRoom = 118, kOtherRoom = 40, kSeedsRoom = 40;  ///< beside the axes, for ", other" and ", 5 seeds"

/// x and y ranges that show everything with a little air.
void setRanges(QCustomPlot& plot, const ConvergenceData& data) {
    const double infinity = std::numeric_limits<double>::infinity();
    double left = infinity, right = 0, low = infinity, high = 0;
    for (const auto& line : data.lines) {
        if (line.x.empty()) continue;
        left = std::min(left, line.x.front());
        right = std::max(right, line.end);
        low = std::min(low, line.least.empty() ? line.y.back() : line.least.back());
        high = std::max(high, line.most.empty() ? line.y.front() : line.most.front());
    }
    if (left > right) return;
    // A bound far below would press all lines together: then it is told, not shown.
    if (data.bound && data.bound->y.back() * kMostBelow > low) low = std::min(low, data.bound->y.front());
    if (data.log) {
        const double start = std::max(left, right * 1e-7) * 0.8;
        plot.xAxis->setRange(start, std::max(right, start * 2));
        plot.yAxis->setRange(low / 1.12, std::max(high, low * 1.2) * 1.12);
    } else {
        plot.xAxis->setRange(0, right);
        plot.yAxis->setRange(0, high * 1.05);
    }
}

/// Between the least and the most of several seeds; below the lines.
void addBand(QCustomPlot& plot, const ConvergenceData::Line& line, const Theme& theme) {
    if (line.least.empty()) return;
    constexpr double kBandFill = 0.14;
    QVector<double> x(line.x.begin(), line.x.end());
    x << std::max(line.end, line.x.back());
    QColor fill = seriesLook(theme, line.series).pen.color();
    QPen edge(fill, 1);
    fill.setAlphaF(static_cast<float>(kBandFill));
    QCPGraph* below = nullptr;
    for (const auto* side : {&line.least, &line.most}) {
        QVector<double> y(side->begin(), side->end());
        y << side->back();
        QCPGraph* graph = plot.addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setPen(edge);
        graph->setAntialiased(false);
        graph->setData(x, y, true);
        if (below) {
            graph->setBrush(fill);
            graph->setChannelFillGraph(below);
        }
        below = graph;
    }
}

void addLine(QCustomPlot& plot, const ConvergenceData::Line& line, const Theme& theme) {
    if (line.x.empty()) return;
    SeriesLook look = seriesLook(theme, line.series);
    look.pen.setWidthF(2);  // without smoothing, whole pixels look alike everywhere
    if (line.other) look.pen.setDashPattern({4, 3});
    QCPGraph* graph = plot.addGraph();
    graph->setLineStyle(QCPGraph::lsStepLeft);
    graph->setPen(look.pen);
    graph->setScatterStyle(line.x.size() <= 60 && line.seeds == 1 ? look.scatter : QCPScatterStyle());
    QVector<double> x(line.x.begin(), line.x.end());
    QVector<double> y(line.y.begin(), line.y.end());
    graph->setData(x, y, true);
    graph->setAntialiased(false);  // all steps are level or upright, and smoothing makes long lines costly

    QCPGraph* rest = plot.addGraph();  // from the last improvement to where the search is now
    rest->setPen(look.pen);
    rest->setAntialiased(false);
    rest->setData({line.x.back(), std::max(line.end, line.x.back())}, {line.y.back(), line.y.back()}, true);
}

/// The bound as a dashed line, and hatched what is still open between it and the run's line.
void addBound(QCustomPlot& plot, const ConvergenceData::Bound& bound, const Theme& theme) {
    const auto stepped = [&](const std::vector<double>& xs, const std::vector<double>& ys, const QPen& pen) {
        QVector<double> x(xs.begin(), xs.end()), y(ys.begin(), ys.end());
        x << std::max(bound.end, x.last());
        y << y.last();
        QCPGraph* graph = plot.addGraph();
        graph->setLineStyle(QCPGraph::lsStepLeft);
        graph->setPen(pen);
        graph->setAntialiased(false);
        graph->setData(x, y, true);
        return graph;
    };
    QPen dashed(theme.text2, 1.6);
    dashed.setDashPattern({5, 3});
    QCPGraph* below = stepped(bound.x, bound.y, dashed);
    if (bound.proven || bound.topX.empty()) return;
    QColor hatch = theme.accent;
    hatch.setAlphaF(0.22F);
    QCPGraph* top = stepped(bound.topX, bound.topY, Qt::NoPen);
    top->setBrush(QBrush(hatch, Qt::BDiagPattern));
    top->setChannelFillGraph(below);
}

void fill(QCustomPlot& plot, const ConvergenceData& data, const Theme& theme) {
    plot.clearGraphs();
    stylePlot(plot, theme);
    setAxisScale(*plot.xAxis, data.log);
    setAxisScale(*plot.yAxis, data.log);
    plot.xAxis->setLabel(data.axis == ConvergenceAxis::evaluations ? QObject::tr("mappings drawn")
                                                                   : QObject::tr("time, s"));
    plot.yAxis->setLabel(data.yTitle);
    const bool other = std::any_of(data.lines.begin(), data.lines.end(), [](const auto& line) { return line.other; });
    const bool several =
        std::any_of(data.lines.begin(), data.lines.end(), [](const auto& line) { return line.seeds > 1; });
    plot.axisRect()->setMinimumMargins(
        QMargins(0, 10, kLabelRoom + (other ? kOtherRoom : 0) + (several ? kSeedsRoom : 0), 0));
    if (data.bound) addBound(plot, *data.bound, theme);
    for (const auto& line : data.lines) addBand(plot, line, theme);
    for (const auto& line : data.lines) addLine(plot, line, theme);
}

std::vector<EndLabel> labelsOf(const ConvergenceData& data) {
    std::vector<EndLabel> labels;
    for (const auto& line : data.lines)
        if (!line.x.empty()) labels.push_back({line.label, line.end, line.y.back(), line.series});
    if (data.bound && !data.bound->proven)
        labels.push_back(
            {QObject::tr("bound %1").arg(data.bound->run), data.bound->end, data.bound->y.back(), data.bound->series});
    return labels;
}

/// Room for the labels to the right of the axes.
EndLabels* prepare(QCustomPlot& plot) {
    plot.axisRect()->setMinimumMargins(QMargins(0, 10, kLabelRoom, 0));
    return new EndLabels(&plot);
}

}  // namespace

namespace {

constexpr std::size_t kMostPoints = 500;

/// Whether the next improvement is too near, on a logarithm, to the one kept last. Only asked of very long traces.
bool tooNear(const std::vector<double>& x, double next, double end) {
    return x.size() > kMostPoints / 2 && next < x.back() * std::pow(std::max(end, 2.0), 2.0 / kMostPoints);
}

/// By time, improvements of different streams may come in another order than by number: only records count.
std::vector<const Improvement*> inOrder(const std::vector<Improvement>& trace, ConvergenceAxis axis, Metric metric) {
    std::vector<const Improvement*> order;
    for (const Improvement& improvement : trace) order.push_back(&improvement);
    if (axis == ConvergenceAxis::evaluations) return order;
    std::stable_sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->seconds < b->seconds; });
    std::vector<const Improvement*> records;
    for (const Improvement* next : order)
        if (records.empty() || valueOf(metric, next->best.score) < valueOf(metric, records.back()->best.score))
            records.push_back(next);
    return records;
}

ConvergenceData::Line lineOf(const Run& run, ConvergenceAxis axis, Metric metric, double factor) {
    ConvergenceData::Line line;
    line.label = QStringLiteral("%1 %2")
                     .arg(run.number)
                     .arg(run.name.isEmpty() ? shortName(run.inputs.mapspace.factorization) : run.name);
    line.name = QObject::tr("Run %1: %2").arg(run.number).arg(titleOf(run));
    line.other = !run.other.isEmpty();
    if (line.other) {
        line.label += QObject::tr(", other");
        line.name += QStringLiteral(", ") + run.other;
    }
    line.series = seriesOf(run.inputs.mapspace.factorization);
    const bool byCount = axis == ConvergenceAxis::evaluations;
    line.end = byCount ? static_cast<double>(run.live.counters.drawn) : run.live.seconds;
    for (const Improvement* improvement : inOrder(run.live.trace, axis, metric)) {
        const double x = byCount ? static_cast<double>(improvement->drawn) : std::max(improvement->seconds, 1e-4);
        if (tooNear(line.x, x, line.end)) {  // the better one takes its place
            line.x.pop_back(), line.y.pop_back(), line.drawn.pop_back(), line.seconds.pop_back();
        }
        line.x.push_back(x);
        line.y.push_back(valueOf(metric, improvement->best.score) * factor);
        line.drawn.push_back(improvement->drawn);
        line.seconds.push_back(improvement->seconds);
    }
    return line;
}

/// What a run was asked but for its seed; runs of equal keys are one search tried several times.
QString seedGroupOf(const Run& run) {
    SearchOptions asked = run.inputs.search;
    asked.seed = 0;
    return QStringLiteral("%1/%2/%3/%4/%5")
        .arg(run.workloadId)
        .arg(run.designId)
        .arg(static_cast<int>(run.inputs.mapspace.factorization))
        .arg(QString::fromStdString(toJson(asked).dump()),
             QString::fromStdString(toJson(run.inputs.mapspace.constraints).dump()));
}

ConvergenceData::Line bandOf(const std::vector<const Run*>& runs, const std::vector<ConvergenceData::Line>& lines,
                             bool log) {
    std::vector<BestSoFar> searches;
    for (std::size_t i = 0; i < runs.size(); ++i)
        searches.push_back({lines[i].x, lines[i].y, lines[i].end, runs[i]->finished()});
    SeedBand band = seedBand(searches, log);
    if (band.seeds < 2 || band.x.empty()) {  // nothing to average: the one that found something, if any did
        const auto found = std::find_if(lines.begin(), lines.end(), [](const auto& line) { return !line.x.empty(); });
        return found == lines.end() ? lines.front() : *found;
    }
    ConvergenceData::Line line;
    line.series = lines.front().series;
    line.other = lines.front().other;
    line.seeds = band.seeds;
    line.label =
        QObject::tr("%1, %2 seeds").arg(shortName(runs.front()->inputs.mapspace.factorization)).arg(band.seeds);
    line.name = QObject::tr("%1 seeds: %2, %3")
                    .arg(band.seeds)
                    .arg(algorithmName(*runs.front()), shortName(runs.front()->inputs.mapspace.factorization));
    if (line.other) line.label += QObject::tr(", other");
    line.x = std::move(band.x);
    line.y = std::move(band.mean);
    line.least = std::move(band.least);
    line.most = std::move(band.most);
    line.end = band.end;
    return line;
}

void gatherSeeds(ConvergenceData& data, const std::vector<const Run*>& runs) {
    std::vector<QString> keys;
    std::vector<std::vector<const Run*>> groups;
    std::vector<std::vector<ConvergenceData::Line>> lines;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const QString key = seedGroupOf(*runs[i]);
        const auto place = static_cast<std::size_t>(std::find(keys.begin(), keys.end(), key) - keys.begin());
        if (place == keys.size()) {
            keys.push_back(key);
            groups.emplace_back();
            lines.emplace_back();
        }
        // A seed that was run again finds the same again: it counts once, by the run that came further.
        const auto same = std::find_if(groups[place].begin(), groups[place].end(), [&](const Run* run) {
            return run->inputs.search.seed == runs[i]->inputs.search.seed;
        });
        if (same == groups[place].end()) {
            groups[place].push_back(runs[i]);
            lines[place].push_back(std::move(data.lines[i]));
            continue;
        }
        auto& line = lines[place][static_cast<std::size_t>(same - groups[place].begin())];
        if (data.lines[i].end < line.end) continue;
        *same = runs[i];
        line = std::move(data.lines[i]);
    }
    data.lines.clear();
    for (std::size_t g = 0; g < groups.size(); ++g)
        data.lines.push_back(groups[g].size() == 1 ? std::move(lines[g].front())
                                                   : bandOf(groups[g], lines[g], data.log));
}

}  // namespace

namespace {

/// From where the run's line begins; of a run that nobody saw, at its last height all along.
std::optional<ConvergenceData::Bound> boundOf(const Run& run, const ConvergenceData::Line& line, ConvergenceAxis axis,
                                              double factor) {
    if (!run.live.bound || line.x.empty()) return std::nullopt;
    ConvergenceData::Bound bound;
    bound.run = run.number;
    bound.series = line.series;
    bound.end = std::max(line.end, line.x.back());
    bound.gap = run.live.gap;
    bound.proven = isProven(run);
    bound.topX = line.x;
    bound.topY = line.y;
    for (const BoundStep& step : run.boundSteps) {
        const double x = axis == ConvergenceAxis::evaluations ? static_cast<double>(step.drawn) : step.seconds;
        if (x > line.x.front() && !bound.x.empty()) {
            bound.x.push_back(x);
            bound.y.push_back(step.bound * factor);
        } else {
            bound.x.assign(1, line.x.front());
            bound.y.assign(1, step.bound * factor);
        }
    }
    if (bound.x.empty()) {
        bound.x.assign(1, line.x.front());
        bound.y.assign(1, *run.live.bound * factor);
    }
    return bound;
}

}  // namespace

ConvergenceData convergenceOf(const std::vector<RunPtr>& all, ConvergenceAxis axis, bool log, bool bands) {
    ConvergenceData data;
    data.axis = axis;
    data.log = log;
    data.bands = bands;
    const std::vector<RunPtr> runs = comparableRuns(all);
    const RunPtr last = anchorOf(all);
    if (!last) return data;
    const Metric metric = last->inputs.search.objective.metrics.front();
    double best = 0;
    for (const RunPtr& run : runs)
        if (run->live.best && (best == 0 || valueOf(metric, run->live.best->score) < best))
            best = valueOf(metric, run->live.best->score);
    const Scale scale = metricScale(metric, best, last->inputs.architecture.spec().clockGhz);
    data.unit = scale.unit;
    data.yTitle = QObject::tr("best %1 so far, %2").arg(metricName(metric), scale.unit);
    std::vector<const Run*> drawn;
    for (const RunPtr& run : runs)  // only what has the same objective can be compared
        if (run->inputs.search.objective == last->inputs.search.objective) {
            data.lines.push_back(lineOf(*run, axis, metric, scale.factor));
            drawn.push_back(run.get());
            if (run == last) data.bound = boundOf(*run, data.lines.back(), axis, scale.factor);
        }
    if (bands) gatherSeeds(data, drawn);
    return data;
}

Figure convergenceFigure(ConvergenceData data, QSizeF size) {
    return {QObject::tr("Convergence"), size, [data = std::move(data), size](QPainter& painter, const Theme& theme) {
                QCustomPlot plot;
                EndLabels* labels = prepare(plot);
                labels->setLabels(labelsOf(data));
                fill(plot, data, theme);
                setRanges(plot, data);
                labels->setTheme(theme);
                paintVectors(plot, painter, size);
            }};
}

ConvergencePlot::ConvergencePlot(QWidget* parent) : QWidget(parent), m_plot(new QCustomPlot), m_empty(new EmptyLine) {
    setAccessibleName(tr("Convergence"));
    m_plot->setAccessibleName(tr("Best so far against mappings drawn"));
    m_empty->setText(tr("Best so far, once there is a valid mapping. Run a search (F5)."));
    addPlotPages(*this, *m_empty, *m_plot);
    prepare(*m_plot)->setObjectName("endLabels");
    m_plot->setObjectName("convergenceCanvas");
    m_navigator = new PlotNavigator(*m_plot);
    m_card = new HoverCard(m_plot);
    connect(new PlotPointer(*m_plot, *m_card), &PlotPointer::hovered, this, &ConvergencePlot::hover);
    connect(m_navigator, &PlotNavigator::resetAsked, this, &ConvergencePlot::refresh);
}

void ConvergencePlot::setRuns(const std::vector<RunPtr>& runs) {
    m_runs = runs;
    refresh();
}

void ConvergencePlot::setAxis(ConvergenceAxis axis) {
    m_data.axis = axis;
    m_navigator->reset();
}

void ConvergencePlot::setLog(bool log) {
    m_data.log = log;
    m_navigator->reset();
}

void ConvergencePlot::setBands(bool bands) {
    m_data.bands = bands;
    m_navigator->reset();
}

void ConvergencePlot::refresh() {
    m_data = convergenceOf(m_runs, m_data.axis, m_data.log, m_data.bands);
    if (!isVisible()) return;
    const bool something = std::any_of(m_data.lines.begin(), m_data.lines.end(),
                                       [](const ConvergenceData::Line& line) { return !line.x.empty(); });
    showPlotPage(*this, something);
    if (!something) return;
    const Theme& theme = themeOf(this);
    fill(*m_plot, m_data, theme);
    if (!m_navigator->moved()) setRanges(*m_plot, m_data);
    m_card->setTheme(theme);
    auto* labels = m_plot->findChild<EndLabels*>("endLabels");
    labels->setLabels(labelsOf(m_data));
    labels->setTheme(theme);
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

/// The line whose step is nearest above or below the pointer tells what holds there.
void ConvergencePlot::hover(const QPointF& pixel) {
    constexpr double kReach = 48;
    if (!m_plot->axisRect()->rect().contains(pixel.toPoint())) return m_card->hide();
    const double x = m_plot->xAxis->pixelToCoord(pixel.x());
    const ConvergenceData::Line* nearest = nullptr;
    std::size_t step = 0;
    double least = kReach;
    for (const auto& line : m_data.lines) {
        const auto after = std::upper_bound(line.x.begin(), line.x.end(), x);
        if (after == line.x.begin() || x > line.end) continue;
        const auto index = static_cast<std::size_t>(after - line.x.begin()) - 1;
        const double away = std::abs(m_plot->yAxis->coordToPixel(line.y[index]) - pixel.y());
        if (away >= least) continue;
        least = away;
        nearest = &line;
        step = index;
    }
    if (m_data.bound && x >= m_data.bound->x.front() && x <= m_data.bound->end) {
        const auto& bound = *m_data.bound;
        const auto after = std::upper_bound(bound.x.begin(), bound.x.end(), x);
        const double y = bound.y[static_cast<std::size_t>(after - bound.x.begin()) - 1];
        const double away = std::abs(m_plot->yAxis->coordToPixel(y) - pixel.y());
        if (away < least) {
            QStringList words{tr("Run %1: lower bound").arg(bound.run),
                              tr("nothing is below %1 %2").arg(plainNumber(y), m_data.unit)};
            if (bound.proven)
                words << tr("reached: proven");
            else if (bound.gap)
                words << tr("gap %1 now").arg(percentText(*bound.gap));
            return m_card->show({pixel.x(), m_plot->yAxis->coordToPixel(y)}, words, true);
        }
    }
    if (!nearest) return m_card->hide();
    if (!nearest->least.empty())
        return m_card->show(
            {pixel.x(), m_plot->yAxis->coordToPixel(nearest->y[step])},
            {nearest->name, tr("mean %1 %2").arg(plainNumber(nearest->y[step]), m_data.unit),
             tr("from %1 to %2").arg(plainNumber(nearest->least[step]), plainNumber(nearest->most[step]))},
            true);
    m_card->show(
        {pixel.x(), m_plot->yAxis->coordToPixel(nearest->y[step])},
        {nearest->name, tr("%1 %2").arg(plainNumber(nearest->y[step]), m_data.unit),
         tr("since mapping %1, %2 s")
             .arg(QString::fromStdString(formatCount(nearest->drawn[step])), plainNumber(nearest->seconds[step]))},
        true);
}

QStringList ConvergencePlot::cardLines() const { return m_card->lines(); }

QString ConvergencePlot::textTwin() const {
    QString text = QStringLiteral("run,mappings drawn,seconds,best\n");
    for (const RunPtr& run : comparableRuns(m_runs)) {
        const Metric metric = run->inputs.search.objective.metrics.front();
        for (const Improvement& improvement : run->live.trace)
            text += QStringLiteral("%1,%2,%3,%4\n")
                        .arg(run->number)
                        .arg(improvement.drawn)
                        .arg(improvement.seconds, 0, 'g', 6)
                        .arg(valueOf(metric, improvement.best.score), 0, 'g', 17);
        if (run->live.bound)
            text += QStringLiteral("%1,,,%2 (lower bound)\n").arg(run->number).arg(*run->live.bound, 0, 'g', 17);
    }
    return text;
}

void ConvergencePlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();
}

void ConvergencePlot::showEvent(QShowEvent*) { refresh(); }

}  // namespace lapidary::ui
