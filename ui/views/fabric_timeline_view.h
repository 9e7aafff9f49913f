// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the multipliers of a fabric do over time: the whole run in sums above, the cycles around the one on show below, both as
// work at the base and waiting by reason on it; under them the same in figures, and where most time goes. A click or a drag
// goes to that cycle; keys are those of the fabric. GUI thread only.
#pragma once

#include <array>

#include "ui/jobs/fabric_work.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class FabricTimelineView final : public View {
    Q_OBJECT
public:
    explicit FabricTimelineView(QWidget* parent = nullptr);
    void setMoment(const FabricAnswerPtr& answer, const FabricWindowPtr& window, std::int64_t cycle,
                   const QString& refusal = {});

    QSizeF pictureSize() const override { return {620, 250}; }
    double leastWidth() const override { return 330; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;
    /// "20.9 % of 27 multipliers at work"
    QString summary() const;
    /// The cycle under a point of a picture of that size, 0 where there is none.
    std::int64_t cycleAt(const QPointF& position, QSizeF size) const;

signals:
    void cycleAsked(qint64 cycle);

protected:
    QString tipAt(const QPointF& position) const override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;

private:
    using Shares = std::array<double, fabric::kMultiplierStates>;  ///< multipliers, on average
    struct Places {
        QRectF whole, detail;
        double table = 0;
    };
    struct Range {
        std::int64_t from = 1, to = 0;
        std::int64_t count() const { return to - from + 1; }
    };
    Places placesOf(QSizeF size) const;
    /// Of the cycles below, for that width.
    Range detailOf(double width) const;
    std::int64_t mapped() const { return m_answer->multipliers(); }
    Shares ofBuckets(std::size_t from, std::size_t to) const;
    Shares ofCycle(std::int64_t cycle) const;
    Shares ofAll() const;
    double idleOf(const Shares& shares) const;
    QString sharesText(const Shares& shares) const;
    QString whyText() const;
    void paintColumn(QPainter& painter, const Theme& theme, const QRectF& column, const Shares& shares) const;
    void paintAxes(QPainter& painter, const Theme& theme, const QRectF& plot, const Range& range) const;
    void paintWhole(QPainter& painter, const Theme& theme, const QRectF& plot) const;
    void paintDetail(QPainter& painter, const Theme& theme, const Places& places) const;
    void paintTable(QPainter& painter, const Theme& theme, double top, QSizeF size) const;

    FabricAnswerPtr m_answer;
    FabricWindowPtr m_window;
    std::int64_t m_cycle = 0;
    QString m_refusal;
};

}  // namespace lapidary::ui
