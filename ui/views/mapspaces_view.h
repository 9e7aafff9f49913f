// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The mapspaces side by side: the best that runs found in each, relative to the perfect one, as in Ruby, Fig. 7, or to the
// next if no run searched that. Compared are the runs on show with the same workload, design and objective; budgets that
// differ are said. GUI thread only.
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
        Factorization kind;
        std::optional<double> best;  ///< in the objective's first metric
        RunPtr run;
    };
    std::optional<double> ratio(const Line& line) const;
    QString valueText(const Line& line) const;
    QString basis() const;

    std::vector<Line> m_lines;
    std::optional<double> m_reference;  ///< what the others are relative to: the first that has a run
    Factorization m_referenceKind = Factorization::perfect;
    Scale m_scale;
    Metric m_metric = Metric::edp;
};

}  // namespace lapidary::ui
