// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Sunstone's principles in a run: what each has kept and removed, live, and once the run was looked into, how many evaluations
// the search takes with it off, how many times as many that is, and whether the best stays the same; below them the run as
// asked and with all of them off. Arrow keys go from row to row; the row's words are a tooltip and a signal. GUI thread
// only.
#pragma once

#include "core/search/sunstone/inside.h"
#include "core/search/sunstone/record.h"
#include "ui/session/run.h"
#include "ui/views/item_view.h"

namespace lapidary::ui {

class PrinciplesView final : public ItemView {
    Q_OBJECT
public:
    explicit PrinciplesView(QWidget* parent = nullptr);
    /// Null and runs of other algorithms leave it empty.
    void setRun(const RunPtr& run);

    /// "Same best in all six searches", or what a principle costs here; empty until it is known.
    QString verdict() const;

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 250; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    int itemAt(const QPointF& position) const override;
    QString wordsOf(int row) const override;
    std::optional<int> stepFrom(int row, int key) const override;
    QString tipAt(const QPointF& position) const override;

private:
    QString wordsFor(const sunstone::PrincipleRecord& row) const;
    /// The two rows below the principles.
    QString askedWords() const;
    QString allOffWords() const;
    /// Whether a search with every principle off is another one than those above it.
    bool hasAllOff() const;
    int rowCount() const;
    QRectF placeOf(int row, double width) const;
    /// "714", "> 1.2 M", "..." while it is counted; factor "× 29.8".
    QString offText(const sunstone::PrincipleRecord& row) const;
    QString factorText(const sunstone::PrincipleRecord& row) const;
    const sunstone::Ablation* offOf(const sunstone::PrincipleRecord& row) const;
    const sunstone::Ablation* allOff() const { return m_inside && m_inside->allOff ? &*m_inside->allOff : nullptr; }
    /// Evaluations with it off over those as asked.
    std::optional<double> factorOf(const sunstone::Ablation* off) const;
    int onCount() const;
    void paintPrinciple(QPainter& painter, const Theme& theme, const sunstone::PrincipleRecord& row, double y,
                        double width) const;
    void paintSum(QPainter& painter, const Theme& theme, int row, const QString& label, const QString& count,
                  double width) const;

    RunPtr m_run;
    std::shared_ptr<const sunstone::Inside> m_inside;
    std::vector<sunstone::PrincipleRecord> m_rows;
    std::vector<sunstone::CounterText> m_others;
};

}  // namespace lapidary::ui
