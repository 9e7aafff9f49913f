// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/plots/pareto_plot.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPushButton>
#include <QStackedLayout>
#include <QVBoxLayout>

#include <algorithm>
#include <cmath>
#include <limits>

#include "ui/plots/plot_canvas.h"
#include "ui/plots/plot_style.h"
#include "ui/theme/theme.h"
#include "ui/widgets/empty_line.h"

namespace lapidary::ui {

namespace {

constexpr double kParetoReach = 10;  ///< pixels around a point that belong to it
constexpr double kDragStart = 4;

void fit(QCPAxis& axis, bool log, double low, double high) {
    if (log) {
        const double air = std::pow(std::max(high / low, 1.2), 0.08);
        axis.setRange(low / air, high * air);
    } else {
        const double air = std::max(high - low, std::abs(high) * 0.1) * 0.08;
        axis.setRange(low >= 0 ? std::max(0.0, low - air) : low - air, high + air);
    }
}

void fitAll(QCustomPlot& plot, const ParetoData& data) {
    double left = std::numeric_limits<double>::infinity(), low = left, right = -left, high = -left;
    for (const ParetoData::Series& series : data.series)
        for (const ParetoData::Point& point : series.points) {
            left = std::min(left, point.x), right = std::max(right, point.x);
            low = std::min(low, point.y), high = std::max(high, point.y);
        }
    if (left > right) return;
    fit(*plot.xAxis, data.log, left, right);
    fit(*plot.yAxis, data.log, low, high);
}

void addFront(QCustomPlot& plot, const ParetoData::Series& series, const ParetoData& data, const Theme& theme) {
    if (series.front.empty()) return;
    QVector<double> x, y;
    for (const XY& point : series.front) {
        x << point.x;
        y << point.y;
    }
    const bool moreX = moreIsBetter(data.x.metric);
    const QCPRange range = plot.xAxis->range();
    if (moreX) {  // what is reached with less of x than the first, and with more than the last
        x.prepend(std::min(range.lower, x.first()));
        y.prepend(y.first());
    } else {
        x << std::max(range.upper, x.last());
        y << y.last();
    }
    QCPGraph* graph = plot.addGraph();
    graph->setLineStyle(moreX ? QCPGraph::lsStepRight : QCPGraph::lsStepLeft);
    graph->setPen(seriesLook(theme, series.look).pen);
    graph->setData(x, y, true);
}

void fill(QCustomPlot& plot, const ParetoData& data, const Theme& theme, bool keepRange) {
    plot.clearGraphs();
    stylePlot(plot, theme);
    setAxisScale(*plot.xAxis, data.log);
    setAxisScale(*plot.yAxis, data.log);
    plot.xAxis->setLabel(data.x.title);
    plot.yAxis->setLabel(data.y.title);
    if (!keepRange) fitAll(plot, data);
    for (const ParetoData::Series& series : data.series) addFront(plot, series, data, theme);
}

void prepare(QCustomPlot& plot) { plot.axisRect()->setMinimumMargins(QMargins(0, 10, 14, 0)); }

}  // namespace

Figure paretoFigure(ParetoData data, QSizeF size) {
    return {QObject::tr("Pareto"), size, [data = std::move(data), size](QPainter& painter, const Theme& theme) {
                QCustomPlot plot;
                prepare(plot);
                const ParetoMarks marks;
                auto* points = new ParetoPoints(&plot, data, marks);
                auto* overlay = new ParetoOverlay(&plot, data, marks);
                points->setTheme(theme);
                overlay->setTheme(theme);
                fill(plot, data, theme, false);
                paintVectors(plot, painter, size);
            }};
}

ParetoPlot::ParetoPlot(PointSelection& selection, QWidget* parent)
    : QWidget(parent),
      m_selection(selection),
      m_plot(new QCustomPlot),
      m_emptyPage(new QWidget),
      m_empty(new EmptyLine),
      m_other(new QPushButton(tr("Show compute instances on X"))) {
    setAccessibleName(tr("Pareto plot"));
    setFocusPolicy(Qt::StrongFocus);
    setObjectName("paretoPlot");
    m_plot->setAccessibleName(tr("Points of the sweep over two metrics"));
    m_plot->setFocusPolicy(Qt::NoFocus);
    m_plot->setMouseTracking(true);
    m_plot->setInteractions(QCP::iRangeZoom);
    m_plot->installEventFilter(this);
    prepare(*m_plot);
    m_plot->layer("overlay")->setMode(QCPLayer::lmBuffered);
    m_points = new ParetoPoints(m_plot, m_data, m_marks);
    m_overlay = new ParetoOverlay(m_plot, m_data, m_marks);

    m_empty->setObjectName("paretoEmpty");
    m_other->setObjectName("otherMetric");
    m_other->setToolTip(tr("The number of MAC units, which every design has"));
    auto* page = new QVBoxLayout(m_emptyPage);
    page->setContentsMargins(10, 10, 10, 10);
    page->addWidget(m_empty);
    page->addWidget(m_other, 0, Qt::AlignLeft);
    page->addStretch(1);
    auto* layout = new QStackedLayout(this);
    layout->addWidget(m_emptyPage);
    layout->addWidget(m_plot);
    connect(m_other, &QPushButton::clicked, this, &ParetoPlot::otherMetricWanted);
    connect(&selection, &PointSelection::changed, this, &ParetoPlot::followSelection);
    connect(&selection, &PointSelection::brushChanged, this, &ParetoPlot::followBrush);
    refresh();
}

void ParetoPlot::setRun(const SweepRunPtr& run) {
    if (run != m_run) m_zoomed = false;
    m_run = run;
    refresh();
}

void ParetoPlot::setMetrics(PointMetric x, PointMetric y) {
    m_x = x;
    m_y = y;
    m_zoomed = false;
    m_marks.brush.reset();
    refresh();
}

void ParetoPlot::setLog(bool log) {
    m_log = log;
    m_zoomed = false;
    refresh();
}

QString ParetoPlot::emptyText() const {
    if (!m_run) return tr("Area and EDP of every design of the sweep. Run it (F5).");
    if (!m_data.empty()) return {};
    if (m_run->running() && m_run->pointsDone() == 0) return tr("Points appear as they are finished.");
    return tr("Nothing to plot: %1.").arg(m_data.missing);
}

void ParetoPlot::refresh() {
    m_data = m_run ? paretoDataOf(*m_run, m_x, m_y, m_log) : ParetoData();
    setAccessibleDescription(emptyText().isEmpty() ? tr("%1 over %2").arg(m_data.y.title, m_data.x.title)
                                                   : emptyText());
    if (!isVisible()) return;
    const QString text = emptyText();
    m_empty->setText(text);
    // Offered where it helps: nothing valid at all has nothing to show over any metric.
    m_other->setVisible(!text.isEmpty() && m_run && m_run->pointsDone() > 0 && m_x != PointMetric::computeInstances &&
                        !paretoDataOf(*m_run, PointMetric::computeInstances, m_y, m_log).empty());
    static_cast<QStackedLayout*>(layout())->setCurrentWidget(text.isEmpty() ? static_cast<QWidget*>(m_plot)
                                                                            : m_emptyPage);
    if (!text.isEmpty()) return;
    const Theme& theme = themeOf(this);
    m_points->setTheme(theme);
    m_overlay->setTheme(theme);
    fill(*m_plot, m_data, theme, m_zoomed);
    followSelection();
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ParetoPlot::followSelection() {
    m_marks.hovered = m_selection.hovered();
    m_marks.selected = m_selection.selected();
    const int told = m_marks.hovered >= 0 ? m_marks.hovered : m_marks.selected;
    m_marks.card = m_run && m_data.find(told) ? cardLines(*m_run, m_data, told) : QStringList();
    if (isVisible() && emptyText().isEmpty()) m_overlay->layer()->replot();
}

void ParetoPlot::followBrush() {
    m_marks.brushed = m_selection.brushed();
    if (!m_marks.brushed) m_marks.brush.reset();
    if (isVisible()) m_plot->replot(QCustomPlot::rpQueuedReplot);
}

int ParetoPlot::pointAt(const QPointF& position) const {
    int nearest = -1;
    double least = kParetoReach * kParetoReach;
    for (const ParetoData::Series& series : m_data.series)
        for (const ParetoData::Point& point : series.points) {
            const double dx = m_plot->xAxis->coordToPixel(point.x) - position.x();
            const double dy = m_plot->yAxis->coordToPixel(point.y) - position.y();
            if (dx * dx + dy * dy > least) continue;
            least = dx * dx + dy * dy;
            nearest = point.point;
        }
    return nearest;
}

std::optional<QPoint> ParetoPlot::positionOf(int point) const {
    const ParetoData::Point* at = m_data.find(point);
    if (!at) return std::nullopt;
    const QPointF pixel(m_plot->xAxis->coordToPixel(at->x), m_plot->yAxis->coordToPixel(at->y));
    return m_plot->mapTo(this, pixel.toPoint());
}

bool ParetoPlot::eventFilter(QObject* watched, QEvent* event) {
    if (watched != m_plot || m_data.empty()) return QWidget::eventFilter(watched, event);
    const auto* mouse = dynamic_cast<QMouseEvent*>(event);
    switch (event->type()) {
    case QEvent::MouseButtonPress: press(*mouse); break;
    case QEvent::MouseMove: move(*mouse); break;
    case QEvent::MouseButtonRelease: release(*mouse); break;
    case QEvent::MouseButtonDblClick:
        if (const int point = pointAt(mouse->position()); point >= 0) {
            m_pressed.reset();
            emit pointActivated(point);
            return true;
        }
        break;
    case QEvent::Leave: m_selection.hover(-1); break;
    case QEvent::Wheel: m_zoomed = true; break;
    default: break;
    }
    return QWidget::eventFilter(watched, event);
}

void ParetoPlot::press(const QMouseEvent& event) {
    if (event.button() != Qt::LeftButton) return;
    setFocus(Qt::MouseFocusReason);
    m_pressed = event.position();
    m_dragging = false;
}

void ParetoPlot::move(const QMouseEvent& event) {
    if (!m_pressed) return m_selection.hover(pointAt(event.position()));
    const QPointF away = event.position() - *m_pressed;
    m_dragging = m_dragging || std::abs(away.x()) + std::abs(away.y()) > kDragStart;
    if (m_dragging) dragTo(event.position());
}

void ParetoPlot::dragTo(const QPointF& position) {
    const QRectF axes = m_plot->axisRect()->rect();
    const auto coords = [&](const QPointF& pixel) {
        return QPointF(m_plot->xAxis->pixelToCoord(std::clamp(pixel.x(), axes.left(), axes.right())),
                       m_plot->yAxis->pixelToCoord(std::clamp(pixel.y(), axes.top(), axes.bottom())));
    };
    const QRectF brush = QRectF(coords(*m_pressed), coords(position)).normalized();
    std::set<int> inside;
    for (const ParetoData::Series& series : m_data.series)
        for (const ParetoData::Point& point : series.points)
            if (brush.contains(point.x, point.y)) inside.insert(point.point);
    m_marks.brush = brush;
    m_selection.brush(std::move(inside));
    m_plot->replot(QCustomPlot::rpQueuedReplot);
}

void ParetoPlot::release(const QMouseEvent& event) {
    if (!m_pressed) return;
    m_pressed.reset();
    if (m_dragging) {
        m_dragging = false;
        if (m_selection.brushed() && m_selection.brushed()->empty()) m_selection.brush(std::nullopt);
        return;
    }
    const int point = pointAt(event.position());
    if (point >= 0)
        m_selection.select(point);
    else
        m_selection.brush(std::nullopt);
}

/// To the next point of the series by x, or to the next series on the same design.
void ParetoPlot::step(int direction, bool acrossSeries) {
    std::vector<const ParetoData::Point*> order;
    const int from = m_selection.selected();
    if (acrossSeries && m_run && from >= 0) {
        const auto kinds = static_cast<int>(m_run->spec().mapspaces.size());
        for (int kind = 0; kind < kinds; ++kind)
            if (const auto* point = m_data.find(from / kinds * kinds + kind)) order.push_back(point);
    } else {
        const ParetoData::Series* series = m_data.seriesOf(from);
        for (const ParetoData::Series& one : m_data.series)
            if (!series || &one == series)
                for (const ParetoData::Point& point : one.points) order.push_back(&point);
        std::sort(order.begin(), order.end(), [](const auto* a, const auto* b) { return a->x < b->x; });
    }
    if (order.empty()) return;
    const auto at = std::find_if(order.begin(), order.end(), [&](const auto* point) { return point->point == from; });
    const auto last = static_cast<int>(order.size()) - 1;
    const int now = at == order.end() ? (direction > 0 ? -1 : last + 1) : static_cast<int>(at - order.begin());
    m_selection.select(order[static_cast<std::size_t>(std::clamp(now + direction, 0, last))]->point);
}

void ParetoPlot::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Left: return step(-1, false);
    case Qt::Key_Right: return step(1, false);
    case Qt::Key_Up: return step(-1, true);
    case Qt::Key_Down: return step(1, true);
    case Qt::Key_Escape: return m_selection.clear();
    case Qt::Key_Home: m_zoomed = false; return refresh();
    case Qt::Key_Return:
    case Qt::Key_Enter:
        if (m_selection.selected() >= 0) emit pointActivated(m_selection.selected());
        return;
    default: break;
    }
    if (event->matches(QKeySequence::Copy))
        QApplication::clipboard()->setText(textTwin());
    else
        QWidget::keyPressEvent(event);
}

QString ParetoPlot::textTwin() const { return m_run ? paretoText(*m_run, m_data) : QString(); }

void ParetoPlot::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) refresh();
}

void ParetoPlot::showEvent(QShowEvent*) { refresh(); }

}  // namespace lapidary::ui
