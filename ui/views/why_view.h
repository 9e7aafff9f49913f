// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Why one of two mappings is better: the headline and its exact factors, then numbered causes, the price, and what is not
// the reason, each a sentence and lines of figures. All of it is derived in core/explore/why.h. GUI thread only.
#pragma once

#include "ui/views/compare_pair.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class WhyView final : public View {
    Q_OBJECT
public:
    explicit WhyView(QWidget* parent = nullptr);
    /// `none`: what is said instead, without a pair; empty: that sides are to be chosen.
    void setPair(const ComparePairPtr& pair, const QString& none = {});

    QSizeF pictureSize() const override { return {kPictureWidth, heightAt(kPictureWidth)}; }
    double leastWidth() const override { return 300; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    QSize minimumSizeHint() const override { return {300, heightForWidth(std::max(width(), 300))}; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;

private:
    static constexpr double kPictureWidth = 560;

    double heightAt(double width) const;
    /// Paints, or only measures if painter is null; returns where the next thing begins.
    double layHeadline(QPainter* painter, const Theme& theme, double width) const;
    double layStatement(QPainter* painter, const Theme& theme, int number, const WhyStatement& statement, double top,
                        double width) const;

    ComparePairPtr m_pair;
    QString m_none;
    std::vector<WhyStatement> m_statements;
};

}  // namespace lapidary::ui
