// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Where one figure of a mapping's cost comes from: value, formula operand by operand, the rule behind it. Each operand
// points at the loops and Stores it stems from, which all views outline while it is hovered; operands with a formula of
// their own fold, and those that are figures are explained in turn on Enter or a double click. GUI thread only.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "core/model/explain/explain.h"
#include "ui/views/exhibit_view.h"

namespace lapidary::ui {

class ExplainView final : public ExhibitView {
    Q_OBJECT
public:
    explicit ExplainView(QWidget* parent = nullptr);

    /// All figures that can be explained, as "GLB.I.reads", and the one that is.
    const QStringList& figureNames() const { return m_names; }
    int current() const { return m_current; }
    void setCurrent(int index);
    /// Shows the figure if the mapping has it; false and unchanged otherwise.
    bool setFigure(const FigureId& figure);
    const std::optional<Derivation>& derivation() const { return m_derivation; }
    /// The loops and Stores that the figure stems from, and what it is said of.
    Subject subject() const;

    QSizeF pictureSize() const override;
    double leastWidth() const override { return 320; }
    bool hasHeightForWidth() const override { return true; }
    int heightForWidth(int width) const override;
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

signals:
    void figuresChanged();  ///< other names, or another one is explained
    void wanted(const lapidary::FigureId& figure);

protected:
    void exhibitChanged() override;
    Subject subjectAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    /// A line of the formula: an operand with the sign before it.
    struct Row {
        const Expression* expression = nullptr;
        std::vector<int> path;  ///< operand of operand ...
        QString sign, value, label;
        bool foldable = false, folded = false;
    };
    void explainCurrent();
    void makeRows();
    void addRows(const Expression& expression, const std::vector<int>& path);
    void addRow(const Expression& expression, std::vector<int> path, const QString& sign);
    bool isFolded(const Row& row) const;
    void fold(std::size_t row, bool folded);
    void choose(int row);
    /// What an operand stems from.
    Subject subjectOf(std::size_t row) const;
    std::size_t rowAt(double y) const;  ///< number of rows if none
    double rowsTop(double width) const;
    double layHead(QPainter* painter, const Theme& theme, double width) const;
    double layFoot(QPainter* painter, const Theme& theme, double top, double width) const;
    void paintRow(QPainter& painter, const Theme& theme, std::size_t index, double top, double width) const;

    std::optional<Explainer> m_explainer;
    std::vector<FigureId> m_figures;
    QStringList m_names;
    int m_current = -1;
    std::optional<Derivation> m_derivation;
    QString m_problem;  ///< why there is no explanation
    std::vector<Row> m_rows;
    std::map<std::vector<int>, bool> m_folds;  ///< by path, where the user said so
    int m_chosen = -1;
};

}  // namespace lapidary::ui
