// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where the runtime of each style's pick goes: its steps by case (Init, Steady, Edge), each split into computing and waiting
// for data. The arrow keys go from row to row. GUI thread only.
#pragma once

#include "ui/views/flash_axis.h"
#include "ui/views/item_view.h"

namespace lapidary::ui {

class FlashCasesView final : public ItemView {
    Q_OBJECT
public:
    explicit FlashCasesView(QWidget* parent = nullptr);
    /// `refusal`: why FLASH can't be asked.
    void setAnswer(const FlashAnswerPtr& answer, const FlashChoice& choice, const QString& refusal = {});

    /// "VI on flash-edge: 62 % computing in the best pick"
    QString summary() const;
    QRectF placeOf(int row, QSizeF size) const;
    /// Index into the run's styles.
    std::size_t styleOf(int row) const { return m_cases[static_cast<std::size_t>(row / kPhases)].style; }
    int rows() const { return static_cast<int>(m_cases.size()) * kPhases; }

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 260; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    int itemAt(const QPointF& position) const override;
    QString wordsOf(int row) const override;
    std::optional<int> stepFrom(int row, int key) const override;

private:
    static constexpr int kPhases = 3;
    const data_centric::PhaseTime& timeOf(int row) const;
    QString headOf(const FlashCases& cases) const;
    CycleAxis axis(QSizeF size) const;
    void paintBlock(QPainter& painter, const Theme& theme, std::size_t block, const CycleAxis& axis, QSizeF size) const;
    void paintRow(QPainter& painter, const Theme& theme, int row, const CycleAxis& axis, QSizeF size) const;

    FlashAnswerPtr m_answer;
    const FlashRun* m_run = nullptr;  ///< in m_answer
    FlashChoice m_choice;
    QString m_refusal;
    std::vector<FlashCases> m_cases;  ///< of the styles on show
};

}  // namespace lapidary::ui
