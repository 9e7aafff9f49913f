// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Alpha-beta in a run of Sunstone, over its partial mappings in the order in which they got their bounds: above, the least of
// the bounds against the best mapping so far (what lies between is still open); below, how many were left out, by the
// level at which they were. The arrow keys go from step to step. GUI thread only.
#pragma once

#include "core/search/sunstone/inside.h"
#include "ui/models/scale.h"
#include "ui/session/run.h"
#include "ui/views/item_view.h"

namespace lapidary::ui {

class BoundsView final : public ItemView {
    Q_OBJECT
public:
    explicit BoundsView(QWidget* parent = nullptr);
    /// Null, runs of other algorithms and runs that nobody has looked into leave it empty.
    void setRun(const RunPtr& run);

    /// "1,470 bounded, 603 left out"
    QString summary() const;
    /// Where a step is in a picture of the size.
    QRectF placeOf(int step, QSizeF size) const;

    QSizeF pictureSize() const override { return {360, 190}; }
    double leastWidth() const override { return 240; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    int itemAt(const QPointF& position) const override;
    QString wordsOf(int step) const override;
    std::optional<int> stepFrom(int step, int key) const override;

private:
    using Step = sunstone::BoundTrace::Step;
    struct Frame {
        QRectF bounds, cuts;       ///< the two plots
        double low = 0, high = 1;  ///< of bounds, log10
        double most = 1;           ///< of cuts
        double total = 1;          ///< partial mappings
        double x(double count) const { return bounds.left() + bounds.width() * count / total; }
        double y(double value) const;
        double yCut(double count) const { return cuts.bottom() - cuts.height() * count / most; }
    };
    struct CutLevel {
        std::size_t level = 0;  ///< as Sunstone counts, innermost 0
        int outer = 0;          ///< as designs do, outermost 0
        QString name;
    };
    QColor colorOf(const Theme& theme, const CutLevel& level) const;
    const std::vector<Step>& steps() const;
    Frame frame(QSizeF size) const;
    void paintAxes(QPainter& painter, const Theme& theme, const Frame& frame) const;
    void paintBounds(QPainter& painter, const Theme& theme, const Frame& frame) const;
    void paintCuts(QPainter& painter, const Theme& theme, const Frame& frame) const;
    /// Returns its height; measures only if painter is null.
    double paintLegend(QPainter* painter, const Theme& theme, double width) const;

    RunPtr m_run;
    std::shared_ptr<const sunstone::Inside> m_inside;
    std::vector<std::int64_t> m_before;  ///< partial mappings before each step
    std::vector<CutLevel> m_levels;      ///< those with cuts, outermost first
    int m_levelCount = 0;                ///< of the design
    Scale m_scale;
    QString m_metric;
};

}  // namespace lapidary::ui
