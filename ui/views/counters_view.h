// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The live figures of a run in large type - rate, valid share, mappings drawn, time - over a line of the rate so far.
// GUI thread only.
#pragma once

#include "ui/session/run.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class CountersView final : public View {
    Q_OBJECT
public:
    explicit CountersView(QWidget* parent = nullptr);
    void setRun(const RunPtr& run);

    QSizeF pictureSize() const override { return {340, 104}; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

private:
    struct Number {
        QString caption, value, note;
    };
    std::vector<Number> numbers() const;
    void paintRates(QPainter& painter, const Theme& theme, const QRectF& box) const;

    RunPtr m_run;
    std::vector<double> m_rates;  ///< one per tick, thinned out to a bounded number
    int m_every = 1;              ///< ticks per kept rate
    int m_ticks = 0;
};

}  // namespace lapidary::ui
