// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The headline figures of a mapping and what its time is bound by: compute against each memory's words over bandwidth.
// GUI thread only.
#pragma once

#include "ui/views/exhibit_view.h"

namespace lapidary::ui {

class FactsView final : public ExhibitView {
    Q_OBJECT
public:
    explicit FactsView(QWidget* parent = nullptr);

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 270; }
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    void exhibitChanged() override;
    Subject subjectAt(const QPointF& position) const override;
    std::optional<FigureId> figureOf(const Subject& subject) const override;
    std::optional<FigureId> figureAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Fact {
        QString name, value, unit, definition;
        std::optional<FigureId> figure;
    };
    struct Bound {
        QString name;
        std::int64_t cycles = 0;
        int level = -1;          ///< behind the last = compute; -1 = a part of the whole time
        std::int64_t stall = 0;  ///< of a port: cycles that it makes the compute wait
        QString definition{};
    };
    /// Why the mapping is invalid, and what explains it.
    struct Failure {
        QString text;
        std::optional<FigureId> figure;
    };
    std::vector<Failure> makeFailures() const;
    std::vector<Fact> makeFacts() const;
    bool isByPorts() const { return exhibit().cost.semantics.time == Time::ports; }
    std::vector<Bound> makeBounds() const;
    std::vector<Bound> makeParts() const;
    QString bindingText() const;
    void paintFailures(QPainter& painter, const Theme& theme, double width) const;
    void paintFacts(QPainter& painter, const Theme& theme, double width) const;
    void paintBounds(QPainter& painter, const Theme& theme, double width) const;
    double factsTop() const;
    double boundsTop() const;
    double notesTop() const;

    std::vector<Failure> m_failures;
    std::vector<Fact> m_facts;
    std::vector<Bound> m_bounds;
    QString m_lacking;  ///< what the design has no figures for
};

}  // namespace lapidary::ui
