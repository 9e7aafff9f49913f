// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Two loop nests side by side, aligned by level and then by loop. The gutter between them says what differs: "=", the ratio
// B / A of a bound, "tile" of a Store, "tail", + and - for what only one side has, and crossing curves for loops that
// moved. Changed figures are bold and underlined. GUI thread only.
#pragma once

#include "ui/views/compare_pair.h"
#include "ui/views/nest_rows.h"
#include "ui/views/view_base.h"

namespace lapidary::ui {

class CompareNestView final : public View {
    Q_OBJECT
public:
    explicit CompareNestView(QWidget* parent = nullptr);
    void setPair(const ComparePairPtr& pair);
    /// Only rows that differ, with the Stores of their levels.
    void setDifferencesOnly(bool only);

    QSizeF pictureSize() const override;
    double leastWidth() const override;
    void paintPicture(QPainter& painter, const Theme& theme, QSizeF size) const override;
    QString textTwin() const override;
    QString emptyText() const override;

protected:
    Subject subjectAt(const QPointF& position) const override;
    QString tipAt(const QPointF& position) const override;
    Subject neighbour(const Subject& from, int step) const override;

private:
    struct Row {
        AlignedRow aligned;
        const NestRow* a = nullptr;  ///< null = empty
        const NestRow* b = nullptr;
        bool store = false;
        bool compute = false;
        double top = 0, height = 0;
    };
    struct Column {
        double left = 0, right = 0, indent = 0;
    };
    void build();
    std::vector<Column> columns(double width) const;
    double columnWidth(double indent) const;
    const Row* rowAt(double y) const;
    bool isAbout(const Subject& subject, const Row& row) const;

    void paintHeader(QPainter& painter, const Theme& theme, const std::vector<Column>& columns) const;
    void paintSide(QPainter& painter, const Theme& theme, const Row& row, const NestRow& nest, const Column& column,
                   Side side) const;
    void paintStore(QPainter& painter, const Theme& theme, const Row& row, const NestRow& nest, const Column& column,
                    Side side) const;
    void paintMark(QPainter& painter, const Theme& theme, const Row& row, const QRectF& gutter) const;
    void paintMoves(QPainter& painter, const Theme& theme, const QRectF& gutter) const;
    void paintFoot(QPainter& painter, const Theme& theme, double width, double top) const;
    QString markText(const Row& row) const;

    ComparePairPtr m_pair;
    bool m_differencesOnly = false;
    std::vector<NestRow> m_a, m_b;
    std::vector<Row> m_rows;
};

}  // namespace lapidary::ui
