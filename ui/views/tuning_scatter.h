// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The trials of a tuning as points: cost by trial with the best so far as a line, or cost by what was predicted before the
// trial, with how well the order was foretold. The arrow keys go from trial to trial. GUI thread only.
#pragma once

#include "ui/jobs/tuning_runner.h"
#include "ui/views/item_view.h"

namespace lapidary::ui {

class TuningScatter final : public ItemView {
    Q_OBJECT
public:
    enum class Kind { trials, predicted };

    explicit TuningScatter(Kind kind, QWidget* parent = nullptr);
    /// `refusal`: why nothing can be tuned.
    void setTuning(const ShownTuning& shown, const QString& refusal = {});
    /// Chooses a trial as a click does; -1 = none. Says nothing to those who listen.
    void mark(int trial);

    /// "best 386 cycles in trial 7 of 25", or "rank correlation 0.81 over 100 trials"
    QString summary() const;
    /// Where a trial is in a picture of the size; empty if it has no prediction.
    QRectF placeOf(int trial, QSizeF size) const;
    int trials() const { return m_shown ? static_cast<int>(m_shown.tuning->trials.size()) : 0; }

    QSizeF pictureSize() const override { return {520, 300}; }
    double leastWidth() const override { return 240; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

signals:
    void trialChosen(int trial);

protected:
    int itemAt(const QPointF& position) const override;
    QString wordsOf(int trial) const override;
    std::optional<int> stepFrom(int trial, int key) const override;
    void chosenChanged() override;

private:
    struct AxisRange {
        double low = 0, high = 1;
        bool log = false;
        double share(double value) const;
        std::vector<double> ticks(int most) const;
    };
    const fabric::Trial& trial(int index) const { return m_shown.tuning->trials[static_cast<std::size_t>(index)]; }
    bool isEstimate() const { return m_shown.tuning->options.tuner == fabric::Tuner::analytic; }
    /// Where on the x axis; none without a prediction.
    std::optional<double> across(int index) const;
    QRectF box(QSizeF size) const;
    QPointF pointOf(int index, const QRectF& box) const;
    void measure();
    void paintAxes(QPainter& painter, const Theme& theme, const QRectF& box) const;
    void paintPoints(QPainter& painter, const Theme& theme, const QRectF& box) const;
    void paintBest(QPainter& painter, const Theme& theme, const QRectF& box) const;
    void paintEqual(QPainter& painter, const Theme& theme, const QRectF& box) const;
    void paintLegend(QPainter& painter, const Theme& theme, const QRectF& box) const;
    QString xTitle() const;
    QString yTitle() const;

    Kind m_kind;
    ShownTuning m_shown;
    QString m_refusal;
    AxisRange m_x, m_y;
    int m_best = -1;
    int m_predicted = 0;  ///< trials with a prediction
    std::optional<double> m_correlation;
    bool m_marking = false;
};

/// "T_R=3 T_S=3 ..., ms_size=64": what a trial tried, ones left out.
QString trialText(const ShownTuning& shown, int trial);

}  // namespace lapidary::ui
