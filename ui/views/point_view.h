// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A painted view of a sweep's points: what lies under the pointer is hovered, a click selects, a double-click or Enter
// opens, arrow keys go from point to point, all shared with the other views through one PointSelection. GUI thread only.
#pragma once

#include "ui/session/point_selection.h"
#include "ui/session/sweep_run.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class PointView : public View {
    Q_OBJECT
public:
    PointView(const QString& name, QWidget* parent = nullptr);

    void setRun(const SweepRunPtr& run);
    void sharePoints(PointSelection* selection);

signals:
    void pointActivated(int point);

protected:
    /// -1 = none.
    virtual int pointAt(const QPointF& position) const = 0;
    /// To be done when the run or its picture has changed.
    virtual void runChanged() {}

    const SweepRun* run() const { return m_run.get(); }
    bool isHovered(int point) const { return m_selection && m_selection->hovered() == point; }
    bool isSelected(int point) const { return m_selection && m_selection->selected() == point; }
    bool isOut(int point) const { return m_selection && m_selection->isOut(point); }
    bool isBrushed(int point) const { return m_selection && m_selection->brushed() && !isOut(point); }

    void mouseMoveEvent(QMouseEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    SweepRunPtr m_run;
    PointSelection* m_selection = nullptr;
};

}  // namespace lapidary::ui
