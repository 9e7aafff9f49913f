// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The runtimes of all candidate mappings as FLASH scores them (Fig. 7), one panel per style over one axis, the pick marked,
// and the best of the random ones if there are any. The arrow keys go from bar to bar. GUI thread only.
#pragma once

#include "ui/views/flash_axis.h"
#include "ui/views/item_view.h"

namespace lapidary::ui {

class FlashHistogramView final : public ItemView {
    Q_OBJECT
public:
    explicit FlashHistogramView(QWidget* parent = nullptr);
    /// `refusal`: why FLASH can't be asked.
    void setAnswer(const FlashAnswerPtr& answer, const FlashChoice& choice, const QString& refusal = {});

    /// "VI, edp: 218 candidates"
    QString summary() const;
    /// Where a bar is in a picture of the size.
    QRectF placeOf(int bar, QSizeF size) const;
    /// Index into the run's styles.
    std::size_t styleAt(int bar) const { return m_panels[m_bars[static_cast<std::size_t>(bar)].panel]; }
    int bars() const { return static_cast<int>(m_bars.size()); }
    /// Of the bar that holds the pick of the style on show with the best one; -1 = none.
    int pickBar() const;

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 260; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    int itemAt(const QPointF& position) const override;
    QString wordsOf(int bar) const override;
    std::optional<int> stepFrom(int bar, int key) const override;

private:
    struct Bar {
        std::size_t panel = 0;  ///< index into m_panels
        int bin = 0;
    };
    const flash::StyleResult& styleOf(std::size_t panel) const { return m_run->result.styles[m_panels[panel]]; }
    CycleAxis axis(QSizeF size) const;
    /// The plot of a panel, without its title.
    QRectF plotOf(std::size_t panel, QSizeF size) const;
    QRectF boxOf(const Bar& bar, const CycleAxis& axis, QSizeF size) const;
    void paintPanel(QPainter& painter, const Theme& theme, std::size_t panel, const CycleAxis& axis, QSizeF size) const;
    void paintTold(QPainter& painter, const Theme& theme, std::size_t panel, const QRectF& room) const;
    void paintLegend(QPainter& painter, const Theme& theme, double width) const;

    FlashAnswerPtr m_answer;
    const FlashRun* m_run = nullptr;  ///< in m_answer
    FlashChoice m_choice;
    QString m_refusal;
    std::vector<std::size_t> m_panels;  ///< styles with candidates
    std::vector<Bar> m_bars;            ///< that hold something, panel by panel
};

}  // namespace lapidary::ui
