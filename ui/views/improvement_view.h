// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How much each mapspace improves on the reference (PFM) on the same design, in per cent, with the mean of the best one
// as a line (Ruby: Horeni et al., ISPASS 2022, Fig. 14). Hatched are the bars of searches that drew too few: their mapspace
// contains PFM, yet their best is worse. GUI thread only.
#pragma once

#include "ui/models/point_metric.h"
#include "ui/views/point_view.h"

namespace lapidary::ui {

class ImprovementView final : public PointView {
    Q_OBJECT
public:
    explicit ImprovementView(QWidget* parent = nullptr);

    /// edp, energy or cycles.
    void setMetric(PointMetric metric);
    PointMetric shownMetric() const { return m_metric; }

    QSizeF pictureSize() const override { return {460, 420}; }
    double leastWidth() const override { return 220; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    int pointAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;
    void runChanged() override;

private:
    /// Where things are in a picture of some size.
    struct Frame {
        QRectF plot;
        double low = 0, high = 10, step = 10;  ///< per cent
        double each = 1;                       ///< width of a design
        double y(double percent) const;
    };
    struct Series {
        Factorization kind;
        std::size_t place;  ///< among the sweep's mapspaces
        std::optional<double> mean;
    };

    Frame frame(QSizeF size) const;
    QRectF bar(const Frame& frame, std::size_t point) const;
    void paintAxes(QPainter& painter, const Theme& theme, const Frame& frame) const;
    void paintNames(QPainter& painter, const Theme& theme, const Frame& frame) const;
    void paintBars(QPainter& painter, const Theme& theme, const Frame& frame) const;
    void paintBar(QPainter& painter, const Theme& theme, const QRectF& box, std::size_t point) const;
    void paintFigures(QPainter& painter, const Theme& theme, const Frame& frame) const;
    void paintFigure(QPainter& painter, const Theme& theme, const Frame& frame, std::size_t point) const;
    void paintMean(QPainter& painter, const Theme& theme, const Frame& frame) const;
    /// Paints nothing if `painter` is null. The height it takes.
    double paintLegend(QPainter* painter, const Theme& theme, double width) const;

    PointMetric m_metric = PointMetric::edp;
    std::vector<std::optional<double>> m_shares;  ///< by point
    std::vector<bool> m_few;                      ///< by point: tooFewDraws()
    std::vector<Series> m_series;                 ///< without the reference
    double m_labels = 40;                         ///< length of the longest name of a design
};

}  // namespace lapidary::ui
