// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The share of valid mappings and of each reason for refusal as one stacked bar. The table below it says the rest.
// GUI thread only.
#pragma once

#include "ui/session/run.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class InvalidView final : public View {
    Q_OBJECT
public:
    explicit InvalidView(QWidget* parent = nullptr);
    void setRun(const RunPtr& run);

    QSizeF pictureSize() const override { return {320, 36}; }
    QSize minimumSizeHint() const override { return {120, 36}; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    QString tipAt(const QPointF& position) const override;

private:
    struct Part {
        QString name;
        double share = 0;
        int reason = -1;  ///< index into the counters; -1 = valid
    };
    std::vector<Part> parts() const;

    RunPtr m_run;
};

}  // namespace lapidary::ui
