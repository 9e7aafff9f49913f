// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Which style of accelerator is best for which matrix product: a heat map of each style's pick over the best of the
// workload, in what was asked for, as colour and as figure. The arrow keys go from cell to cell. GUI thread only.
#pragma once

#include "ui/views/flash_axis.h"
#include "ui/views/item_view.h"

namespace lapidary::ui {

class FlashStylesView final : public ItemView {
    Q_OBJECT
public:
    explicit FlashStylesView(QWidget* parent = nullptr);
    /// `refusal`: why FLASH can't be asked.
    void setAnswer(const FlashAnswerPtr& answer, const QString& refusal = {});

    /// "6 matrix products, runtime; best most often: MAERI (4)"
    QString summary() const;
    QRectF placeOf(int cell, QSizeF size) const;
    /// Run and style of a cell.
    std::pair<std::size_t, std::size_t> placeIn(int cell) const {
        return {static_cast<std::size_t>(cell / m_columns), static_cast<std::size_t>(cell % m_columns)};
    }
    int columns() const { return m_columns; }
    int cells() const;

    QSizeF pictureSize() const override;
    double leastWidth() const override;
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

signals:
    /// A cell was chosen: look at this style's pick for this workload.
    void styleChosen(std::size_t run, std::size_t style);

protected:
    int itemAt(const QPointF& position) const override;
    QString wordsOf(int cell) const override;
    std::optional<int> stepFrom(int cell, int key) const override;
    void chosenChanged() override;

private:
    const FlashRun& runOf(int cell) const { return m_answer->report.runs[static_cast<std::size_t>(cell / m_columns)]; }
    /// Null if the style has no pick there, or not yet.
    const flash::Found* pickOf(int cell) const;
    std::optional<double> ratioOf(int cell) const;
    bool isBest(int cell) const { return runOf(cell).result.best == cell % m_columns; }
    QColor colorOf(double ratio) const;
    void paintCell(QPainter& painter, const Theme& theme, int cell, const QRectF& box) const;
    void paintScale(QPainter& painter, const Theme& theme, QSizeF size) const;

    FlashAnswerPtr m_answer;
    QString m_refusal;
    int m_columns = 0;
    double m_most = 1;    ///< ratio, of picks that fit
    double m_names = 60;  ///< width of the workloads' names
};

}  // namespace lapidary::ui
