// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/tuning_scatter.h"

#include <QPainter>
#include <QPainterPath>

#include <algorithm>
#include <cmath>
#include <limits>
#include <set>

#include "ui/models/scale.h"
#include "ui/models/tile_words.h"
#include "ui/models/words.h"
#include "ui/theme/theme.h"
#include "ui/theme/viridis.h"
#include "ui/views/paint_kit.h"

namespace lapidary::ui {

namespace {

constexpr double kScatterLeft = 66, kScatterTop = 30, kScatterRight = 16, kScatterFoot = 42;
constexpr double kScatterDot = 2.5, kScatterReach = 9;
constexpr double kLogFrom = 8;  ///< a range of so many times is drawn on a scale of logarithms

double stepOf(double raw) {
    const double decade = std::pow(10, std::floor(std::log10(raw)));
    return decade * (raw > 5 * decade ? 10 : raw > 2 * decade ? 5 : raw > decade ? 2 : 1);
}

/// "T_K=4" of a tile's sizes above 1.
QString sizesText(const fabric::Tile& tile) {
    QStringList kept;
    const QStringList words = QString::fromStdString(toText(tile)).split(u' ');
    for (const QString& word : words)
        if (!word.endsWith(QStringLiteral("=1"))) kept << word;
    return kept.isEmpty() ? QObject::tr("all sizes 1") : kept.join(u' ');
}

}  // namespace

QString trialText(const ShownTuning& shown, int trial) {
    using enum fabric::Knob;
    QString text = sizesText(shown.runOf(trial).tile);
    const auto digits = shown.space->digitsOf(shown.tuning->trials[static_cast<std::size_t>(trial)].index);
    for (const fabric::Knob knob : {multipliers, distribution, reduction, buffer}) {
        const auto at = static_cast<std::size_t>(knob);
        const std::vector<std::int64_t>& values = shown.space->values[at];
        if (values.size() > 1) text += QStringLiteral(", %1=%2").arg(fromView(keyOf(knob))).arg(values[digits[at]]);
    }
    return text;
}

double TuningScatter::AxisRange::share(double value) const {
    return log ? std::log(std::max(value, low) / low) / std::log(high / low) : (value - low) / (high - low);
}

std::vector<double> TuningScatter::AxisRange::ticks(int most) const {
    std::vector<double> ticks;
    if (log) {
        const double decades = std::log10(high / low);
        const std::vector<double> steps = decades * 3 <= most ? std::vector{1.0, 2.0, 5.0} : std::vector{1.0};
        for (double decade = std::floor(std::log10(low)); decade <= std::log10(high); ++decade)
            for (const double step : steps)
                if (const double tick = step * std::pow(10, decade); tick >= low && tick <= high) ticks.push_back(tick);
        if (ticks.size() >= 2) return ticks;
        ticks.clear();
    }
    const double step = stepOf((high - low) / std::max(most, 1));
    for (double k = std::ceil(low / step); k * step <= high; ++k) ticks.push_back(k * step);
    return ticks;
}

TuningScatter::TuningScatter(Kind kind, QWidget* parent)
    : ItemView(kind == Kind::trials ? tr("Trials") : tr("Predicted against measured"), parent), m_kind(kind) {
    setObjectName(kind == Kind::trials ? "tuningTrialsView" : "tuningPredictedView");
}

void TuningScatter::setTuning(const ShownTuning& shown, const QString& refusal) {
    if (shown == m_shown && refusal == m_refusal) return;
    const bool grown = shown && m_shown && shown.space == m_shown.space;
    m_shown = shown;
    m_refusal = refusal;
    measure();
    pictureChanged();
    if (!grown) forgetItems();
}

void TuningScatter::mark(int trial) {
    if (trial == chosen()) return;
    m_marking = true;
    choose(trial);
    m_marking = false;
}

void TuningScatter::chosenChanged() {
    if (!m_marking) emit trialChosen(chosen());
}

std::optional<double> TuningScatter::across(int index) const {
    if (m_kind == Kind::trials) return index + 1;
    const auto& predicted = trial(index).predicted;
    return predicted && isEstimate() ? std::optional(-*predicted) : predicted;
}

void TuningScatter::measure() {
    constexpr double kNone = std::numeric_limits<double>::infinity();
    m_best = m_shown ? m_shown.tuning->best() : -1;
    m_correlation = m_shown ? rankCorrelation(m_shown.tuning->trials) : std::nullopt;
    m_predicted = 0;
    AxisRange x{kNone, -kNone, false}, y{kNone, -kNone, false};
    for (int i = 0; i < trials(); ++i) {
        const auto at = across(i);
        m_predicted += trial(i).predicted.has_value();
        if (!at) continue;
        x.low = std::min(x.low, *at), x.high = std::max(x.high, *at);
        y.low = std::min(y.low, trial(i).cost), y.high = std::max(y.high, trial(i).cost);
    }
    const auto widen = [](AxisRange& range, bool mayBeLog, bool fromZero) {
        if (range.low > range.high) range = {0, 1, false};
        range.log = mayBeLog && range.low > 0 && range.high / range.low >= kLogFrom;
        if (range.log) {
            range.low /= 1.25, range.high *= 1.25;
        } else {
            const double room = std::max((range.high - range.low) * 0.06, std::abs(range.high) * 0.02);
            range.low = fromZero ? 0 : range.low - room;
            range.high += room > 0 ? room : 1;
        }
    };
    const bool estimates = m_kind == Kind::predicted && m_shown && isEstimate();
    widen(x, estimates, m_kind == Kind::trials);
    widen(y, true, false);
    if (estimates && m_shown.tuning->options.objective == fabric::TuneObjective::cycles) {  // one scale for both
        x.low = y.low = std::min(x.low, y.low), x.high = y.high = std::max(x.high, y.high);
        x.log = y.log = x.log || y.log;
    }
    m_x = x, m_y = y;
}

QRectF TuningScatter::box(QSizeF size) const {
    return {kScatterLeft, kScatterTop, std::max(size.width() - kScatterLeft - kScatterRight, 40.0),
            std::max(size.height() - kScatterTop - kScatterFoot, 40.0)};
}

QPointF TuningScatter::pointOf(int index, const QRectF& box) const {
    return {box.left() + box.width() * m_x.share(across(index).value_or(m_x.low)),
            box.bottom() - box.height() * m_y.share(trial(index).cost)};
}

QRectF TuningScatter::placeOf(int index, QSizeF size) const {
    if (index < 0 || index >= trials() || !across(index)) return {};
    const QPointF at = pointOf(index, box(size));
    return {at.x() - 4, at.y() - 4, 8, 8};
}

QString TuningScatter::summary() const {
    if (m_best < 0) return {};
    const SessionTuning& tuning = *m_shown.tuning;
    if (m_kind == Kind::trials)
        return tr("best %1 %2 in trial %3 of %4")
            .arg(costWords(trial(m_best).cost), fromView(entryOf(tuning.options.objective).label).toLower())
            .arg(m_best + 1)
            .arg(countText(trials()));
    if (!m_correlation) return m_predicted > 0 ? tr("too few to compare") : QString();
    return tr("rank correlation %1 over %2 trials")
        .arg(QString::number(*m_correlation, 'f', 2).replace(u'-', QChar(0x2212)), countText(m_predicted));
}

QString TuningScatter::xTitle() const {
    if (m_kind == Kind::trials) return tr("trial");
    return isEstimate() ? tr("estimated cycles") : tr("score by the model before the trial, higher is better");
}

QString TuningScatter::yTitle() const {
    const QString name = fromView(entryOf(m_shown.tuning->options.objective).label).toLower();
    return m_kind == Kind::trials ? name : tr("measured %1").arg(name);
}

void TuningScatter::paintAxes(QPainter& painter, const Theme& theme, const QRectF& box) const {
    const QFont note = uiFont(TypeSize::note);
    const bool whole = m_kind == Kind::trials;
    for (const double tick : m_x.ticks(static_cast<int>(box.width() / 62))) {
        if (whole && (tick != std::floor(tick) || tick == 0)) continue;
        const double x = box.left() + box.width() * m_x.share(tick);
        painter.fillRect(QRectF(x, box.top(), 1, box.height()), theme.plotGrid);
        const QString text = m_kind == Kind::predicted && !isEstimate()
                                 ? QString::number(tick, 'g', 3).replace(u'-', QChar(0x2212))
                                 : shortCount(tick);
        drawText(painter, {x - 31, box.bottom() + 4, 62, 14}, Qt::AlignCenter, text, note, theme.text2);
    }
    for (const double tick : m_y.ticks(static_cast<int>(box.height() / 32))) {
        const double y = box.bottom() - box.height() * m_y.share(tick);
        painter.fillRect(QRectF(box.left(), y, box.width(), 1), theme.plotGrid);
        drawText(painter, {18, y - 8, kScatterLeft - 24, 16}, Qt::AlignVCenter | Qt::AlignRight, shortCount(tick), note,
                 theme.text2);
    }
    painter.fillRect(QRectF(box.left(), box.bottom(), box.width(), 1), theme.plotAxis);
    painter.fillRect(QRectF(box.left(), box.top(), 1, box.height()), theme.plotAxis);
    drawText(painter, {box.left() - 20, box.bottom() + 21, box.width() + 36, 16}, Qt::AlignCenter, xTitle(), note,
             theme.text);
    painter.save();
    painter.translate(10, box.center().y());
    painter.rotate(-90);
    drawText(painter, {-box.height() / 2, -8, box.height(), 16}, Qt::AlignCenter, yTitle(), note, theme.text);
    painter.restore();
}

/// Points that would lie on one another are painted once, so that a hundred thousand cost no more than the picture has room.
void TuningScatter::paintPoints(QPainter& painter, const Theme& theme, const QRectF& box) const {
    const int all = trials();
    std::set<std::pair<int, int>> painted;
    painter.setPen(Qt::NoPen);
    for (int i = all; i-- > 0;) {
        if (!across(i)) continue;
        const QPointF at = pointOf(i, box);
        if (!painted.emplace(static_cast<int>(at.x()), static_cast<int>(at.y())).second) continue;
        QColor fill = m_kind == Kind::trials
                          ? theme.levels[2]
                          : mixed(theme.levels[3], theme.accent, static_cast<double>(i) / std::max(all - 1, 1));
        fill.setAlphaF(m_kind == Kind::trials ? 0.75F : 0.85F);
        painter.setBrush(fill);
        painter.drawEllipse(at, kScatterDot, kScatterDot);
    }
    if (m_best < 0 || !across(m_best)) return;
    const QPointF best = pointOf(m_best, box);
    painter.setBrush(theme.panel);
    painter.setPen(QPen(theme.accent, 2));
    painter.drawEllipse(best, 5, 5);
}

/// Steps down with every better one, to the right edge.
void TuningScatter::paintBest(QPainter& painter, const Theme& theme, const QRectF& box) const {
    QPainterPath line;
    double best = std::numeric_limits<double>::infinity();
    for (int i = 0; i < trials(); ++i) {
        if (trial(i).cost >= best) continue;
        best = trial(i).cost;
        const QPointF at = pointOf(i, box);
        if (line.elementCount() == 0)
            line.moveTo(at);
        else
            line.lineTo(at.x(), line.currentPosition().y());
        line.lineTo(at);
    }
    if (line.elementCount() == 0) return;
    line.lineTo(pointOf(trials() - 1, box).x(), line.currentPosition().y());
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(theme.accent, 1.6));
    painter.drawPath(line);
}

/// Where an estimate is right.
void TuningScatter::paintEqual(QPainter& painter, const Theme& theme, const QRectF& box) const {
    if (m_x.low != m_y.low || m_x.high != m_y.high) return;
    QPen dashed(theme.text3, 1);
    dashed.setDashPattern({4, 3});
    painter.setPen(dashed);
    painter.drawLine(box.bottomLeft(), box.topRight());
}

void TuningScatter::paintLegend(QPainter& painter, const Theme& theme, const QRectF& box) const {
    const QFont note = uiFont(TypeSize::note);
    double x = box.left();
    const auto entry = [&](const QString& text, auto paint) {
        const double wide = textWidth(text, note);
        if (x + 23 + wide > box.right() + kScatterRight) return;
        paint(QRectF(x, 8, 18, 14));
        drawText(painter, {x + 23, 7, wide + 2, 16}, Qt::AlignVCenter, text, note, theme.text2);
        x += 23 + wide + 16;
    };
    const auto dot = [&](const QColor& color) {
        return [&painter, color](const QRectF& room) {
            painter.setPen(Qt::NoPen);
            painter.setBrush(color);
            painter.drawEllipse(room.center(), 3, 3);
        };
    };
    if (m_kind == Kind::trials) {
        entry(tr("a trial"), dot(theme.levels[2]));
        entry(tr("best so far"), [&](const QRectF& room) {
            painter.fillRect(QRectF(room.left(), room.center().y() - 0.8, room.width(), 1.6), theme.accent);
        });
    } else {
        entry(tr("early trial"), dot(theme.levels[3]));
        entry(tr("late trial"), dot(theme.accent));
    }
    entry(tr("best"), [&](const QRectF& room) {
        painter.setBrush(theme.panel);
        painter.setPen(QPen(theme.accent, 2));
        painter.drawEllipse(room.center(), 4, 4);
    });
    if (m_kind == Kind::predicted && m_x.low == m_y.low && m_x.high == m_y.high)
        entry(tr("as estimated"), [&](const QRectF& room) {
            QPen dashed(theme.text3, 1);
            dashed.setDashPattern({4, 3});
            painter.setPen(dashed);
            painter.drawLine(room.bottomLeft(), room.topRight());
        });
}

void TuningScatter::paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const {
    const QRectF room = box(size);
    paintStill(painter, theme, size, [&](QPainter& still) {
        still.setRenderHint(QPainter::Antialiasing);
        paintAxes(still, theme, room);
        if (m_kind == Kind::predicted) paintEqual(still, theme, room);
        paintPoints(still, theme, room);
        if (m_kind == Kind::trials) paintBest(still, theme, room);
        paintLegend(still, theme, room);
    });
    paintMarks(painter, theme, [&](int index) { return placeOf(index, size); });
}

QString TuningScatter::wordsOf(int index) const {
    if (index < 0 || index >= trials()) return {};
    const fabric::Trial& shown = trial(index);
    const QString name = fromView(entryOf(m_shown.tuning->options.objective).label).toLower();
    QString text =
        tr("Trial %1: %2 %3 with %4").arg(countText(index + 1), costWords(shown.cost), name, trialText(m_shown, index));
    if (shown.predicted)
        text += isEstimate() ? tr("; %1 cycles estimated").arg(costWords(std::round(-*shown.predicted)))
                             : tr("; scored %1").arg(*shown.predicted, 0, 'g', 3);
    return text;
}

QString TuningScatter::textTwin() const {
    if (!emptyText().isEmpty()) return {};
    QStringList lines{summary()};
    constexpr int kMostLines = 200;
    for (int i = 0; i < std::min(trials(), kMostLines); ++i)
        if (across(i)) lines << wordsOf(i);
    if (trials() > kMostLines) lines << tr("and %1 more trials").arg(countText(trials() - kMostLines));
    return lines.join(u'\n');
}

QString TuningScatter::emptyText() const {
    const bool trialsKind = m_kind == Kind::trials;
    const QString what = trialsKind ? tr("What each trial of a tuning cost, and the best so far.")
                                    : tr("How well the tuner's model foretold what a trial would cost.");
    if (m_shown && trials() > 0) {
        if (trialsKind || m_predicted > 0) return {};
        const fabric::Tuner tuner = m_shown.tuning->options.tuner;
        if (tuner == fabric::Tuner::xgboost) return tr("%1 The model begins after the first trials.").arg(what);
        return tr("%1 The tuner %2 predicts nothing: XGBoost and the analytic mapper do.")
            .arg(what, fromView(entryOf(tuner).label));
    }
    if (!m_refusal.isEmpty()) return tr("%1 Not with what is open: %2.").arg(what, m_refusal);
    return tr("%1 Choose the algorithm Fabric tuner in New run, then Run (F5).").arg(what);
}

int TuningScatter::itemAt(const QPointF& position) const {
    int nearest = -1;
    double least = kScatterReach * kScatterReach;
    const QRectF room = box(size());
    for (int i = 0; i < trials(); ++i) {
        if (!across(i)) continue;
        const QPointF away = pointOf(i, room) - position;
        const double distance = QPointF::dotProduct(away, away);
        if (distance < least) least = distance, nearest = i;
    }
    return nearest;
}

std::optional<int> TuningScatter::stepFrom(int index, int key) const {
    auto next = stepAlong(index, trials(), key, Qt::Key_Left, Qt::Key_Right);
    if (!next || m_kind == Kind::trials) return next;
    const int step = key == Qt::Key_Left || key == Qt::Key_End ? -1 : 1;
    while (*next >= 0 && *next < trials() && !across(*next)) *next += step;  // only those with a prediction are here
    return *next >= 0 && *next < trials() ? next : std::nullopt;
}

}  // namespace lapidary::ui
