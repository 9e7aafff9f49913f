// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What design and workload say before any mapping: area, peak, ridge, intensity as figures, and the roofline with the
// workload on it. The figures are core/explore's. GUI thread only.
#pragma once

#include <optional>

#include "core/explore/design_facts.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class RooflineView final : public View {
    Q_OBJECT
public:
    explicit RooflineView(QWidget* parent = nullptr);
    void setDesign(const Architecture& design, const Workload& workload);

    QSizeF pictureSize() const override { return {270, 146}; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;

protected:
    QString tipAt(const QPointF& position) const override;

private:
    struct Fact {
        QString name, value, unit, note, definition;
    };
    std::vector<Fact> makeFacts(const Architecture& design) const;
    void paintFacts(QPainter& painter, const Theme& theme, double width) const;
    void paintPlot(QPainter& painter, const Theme& theme, const QRectF& box) const;

    DesignFacts m_facts;
    std::vector<Fact> m_lines;
};

}  // namespace lapidary::ui
