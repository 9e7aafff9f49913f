// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What design and workload say before any mapping: area, peak, ridge, intensity as figures, and the roofline with the
// workload on it. Above them what an edit does to the mapping on show. The figures are core's. GUI thread only.
#pragma once

#include <optional>

#include "core/explore/design_facts.h"
#include "ui/session/what_if.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class RooflineView final : public View {
    Q_OBJECT
public:
    explicit RooflineView(QWidget* parent = nullptr);
    void setDesign(const Architecture& design, const Workload& workload);
    /// The mapping on show, evaluated on that design; nullopt = there is none.
    void setWhatIf(const std::optional<WhatIf>& shown, std::optional<double> clockGhz);

    QSizeF pictureSize() const override { return {270, m_shown ? 180.0 : 146.0}; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;

protected:
    QString tipAt(const QPointF& position) const override;

private:
    struct Fact {
        QString name, value, unit, note, definition;
    };
    /// m_shown, if there is one, and m_lines.
    std::vector<Fact> allFacts() const;
    std::vector<Fact> makeFacts(const Architecture& design) const;
    double rowHeight(std::size_t row, double height) const;
    void paintFacts(QPainter& painter, const Theme& theme, QSizeF size) const;
    void paintPlot(QPainter& painter, const Theme& theme, const QRectF& box) const;

    DesignFacts m_facts;
    QString m_basis;  ///< which words the intensity counts
    std::optional<Fact> m_shown;
    std::vector<Fact> m_lines;
};

}  // namespace lapidary::ui
