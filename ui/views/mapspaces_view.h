// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The mapspaces side by side: the best that runs found in each, relative to the perfect one, as in Ruby (Horeni et al.,
// ISPASS 2022), Fig. 7, or to the next if no run searched that. Compared are the newest runs on show with the same workload,
// design, objective and budget. Where the budget differs there is no percentage, only the draws; where a mapspace that
// contains PFM has a worse best than PFM, the row says that it drew too few. GUI thread only.
#pragma once

#include <optional>

#include "ui/models/scale.h"
#include "ui/session/run.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class MapspacesView final : public View {
    Q_OBJECT
public:
    explicit MapspacesView(QWidget* parent = nullptr);
    void setRuns(const std::vector<RunPtr>& runs);

    QSizeF pictureSize() const override { return {340, 172}; }
    double leastWidth() const override { return 220; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    QString tipAt(const QPointF& position) const override;

private:
    struct Line {
        Factorization kind = Factorization::perfect;
        std::optional<double> best;  ///< in the objective's first metric
        RunPtr run;
        bool fair = true;     ///< with the budget of the reference's run
        bool tooFew = false;  ///< worse than PFM, which it contains
    };
    std::optional<double> ratio(const Line& line) const;
    QString valueText(const Line& line) const;
    /// What stands in the place of a line: "10 M drawn", "contains PFM: too few draws"; empty = nothing.
    QString remark(const Line& line) const;
    void judge();
    void paintLine(QPainter& painter, const Theme& theme, const Line& line, const QRectF& row, double end) const;
    QString basis() const;

    std::vector<Line> m_lines;
    std::optional<double> m_reference;  ///< what the others are relative to: the first that has a run
    Factorization m_referenceKind = Factorization::perfect;
    Scale m_scale;
    Metric m_metric = Metric::edp;
};

}  // namespace lapidary::ui
