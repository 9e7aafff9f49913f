// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// How far a run is from the best there is: what it found, the bound that nothing can beat and the gap between, and, of the
// algorithm optimal, how many partial choices each rule of its proof closed. GUI thread only.
#pragma once

#include "ui/session/run.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class ProofView final : public View {
    Q_OBJECT
public:
    explicit ProofView(QWidget* parent = nullptr);
    void setRun(const RunPtr& run);

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 250; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    QString tipAt(const QPointF& position) const override;

private:
    /// One line of the head: "lower bound", "1.548 µJ·s".
    struct Fact {
        enum class Place { head, verdict, foot };
        QString name, value;
        Place place = Place::head;  ///< above the rules, below them, or said by the verdict
    };
    std::vector<Fact> facts() const;
    QString verdict() const;
    std::vector<optimal::RuleCount> rules() const;  ///< that closed something, most first
    void paintVerdict(QPainter& painter, const Theme& theme, double width) const;
    double factsHeight(Fact::Place place) const;
    /// Returns where they end.
    double paintFacts(QPainter& painter, const Theme& theme, Fact::Place place, double y, double width) const;
    bool hasGapBar() const;
    void paintGap(QPainter& painter, const Theme& theme, const QRectF& bar) const;
    void paintRule(QPainter& painter, const Theme& theme, const optimal::RuleCount& rule, double share, double y,
                   double width) const;
    QString whyNot() const;
    double whyNotHeight(double width) const;
    double rulesTop(double width) const;

    RunPtr m_run;
};

}  // namespace lapidary::ui
