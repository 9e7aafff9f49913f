// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The energy of two mappings on one scale: per level a bar of A above one of B, stacked by tensor, with their sums and the
// difference at the right. Levels are matched by name. Bars are Qt Charts'. GUI thread only.
#pragma once

#include "ui/models/scale.h"
#include "ui/plots/stacked_bars.h"
#include "ui/views/compare_pair.h"
#include "ui/views/energy_rows.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class CompareEnergyView final : public View {
    Q_OBJECT
public:
    enum class Unit { joules, percent, perMac };

    explicit CompareEnergyView(QWidget* parent = nullptr);
    /// `none`: what is said instead, without a pair; empty: that sides are to be chosen.
    void setPair(const ComparePairPtr& pair, const QString& none = {});
    void setUnit(Unit unit);
    Unit unit() const { return m_unit; }

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 400; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    Subject subjectAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;

private:
    /// A level, network or compute; a side that lacks it has no parts.
    struct Group {
        QString name;
        int level = -1;  ///< of A, or of B if only B has it
        EnergyRow a, b;
        const EnergyRow& side(bool isA) const { return isA ? a : b; }
    };
    std::size_t partCount() const;
    /// What one picojoule of a side is in the unit shown.
    double perPicojoule(bool isA) const;
    QString unitText() const;
    QString valueText(double shown) const;
    QRectF plot(QSizeF size) const;
    double notesWidth(double width) const;
    StackedBars bars(const Theme& theme) const;
    bool isMarked(const Group& group, std::size_t part) const;
    void paintLegend(QPainter& painter, const Theme& theme, double width) const;
    void paintGroup(QPainter& painter, const Theme& theme, const StackedBars& bars, const QRectF& plot,
                    std::size_t group, double width) const;
    void paintDelta(QPainter& painter, const Theme& theme, const Group& group, const QRectF& box) const;

    ComparePairPtr m_pair;
    QString m_none;
    Unit m_unit = Unit::joules;
    std::vector<Group> m_groups;
    Scale m_scale;
};

}  // namespace lapidary::ui
