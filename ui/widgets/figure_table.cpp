// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/figure_table.h"

#include <QApplication>
#include <QClipboard>
#include <QHeaderView>
#include <QKeyEvent>
#include <QMouseEvent>
#include <QPainter>

#include <algorithm>
#include <functional>
#include <numeric>

#include "ui/export/table.h"
#include "ui/models/figure_table_model.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"
#include "ui/widgets/figure_delegate.h"

namespace lapidary::ui {

namespace {
constexpr int kRow = 20;
constexpr int kHeader = 22;
constexpr int kFitMilliseconds = 250;

constexpr int kLeastShrunk = 128;  ///< "Not accelerated" with its mark
constexpr int kMostWhole = 420;    ///< wider contents are cut

/// The column that takes the room left over is never narrower than its header: the table scrolls instead.
void fitStretch(const QTableView& table, int column, int contents) {
    QHeaderView& header = *table.horizontalHeader();
    if (column < 0 || column >= header.count() || header.isSectionHidden(column)) return;
    const int needed = std::max(header.sectionSizeHint(column), contents);
    const int room = table.viewport()->width() - (header.length() - header.sectionSize(column));
    header.setSectionResizeMode(column, room >= needed ? QHeaderView::Stretch : QHeaderView::Interactive);
    if (room < needed) header.resizeSection(column, needed);
}

class OnResize final : public QObject {
public:
    OnResize(QWidget* watched, std::function<void()> action) : QObject(watched), m_action(std::move(action)) {
        watched->installEventFilter(this);
    }

protected:
    bool eventFilter(QObject* watched, QEvent* event) override {
        if (event->type() == QEvent::Resize) m_action();
        return QObject::eventFilter(watched, event);
    }

private:
    std::function<void()> m_action;
};
}  // namespace

FigureTable::FigureTable(FigureTableModel* model, const QString& name, QWidget* parent) : QTableView(parent) {
    setModel(model);
    setItemDelegate(new FigureDelegate(this));
    setAccessibleName(name);
    setShowGrid(false);
    setFrameShape(QFrame::NoFrame);
    setWordWrap(false);
    setMouseTracking(true);
    setSortingEnabled(false);
    setHorizontalScrollMode(ScrollPerPixel);
    setSelectionBehavior(SelectItems);
    verticalHeader()->hide();
    verticalHeader()->setMinimumSectionSize(kRow);
    verticalHeader()->setDefaultSectionSize(kRow);
    verticalHeader()->setSectionResizeMode(QHeaderView::Fixed);
    horizontalHeader()->setFixedHeight(kHeader);
    horizontalHeader()->setHighlightSections(false);
    horizontalHeader()->setSectionsClickable(true);
    horizontalHeader()->setMinimumSectionSize(36);
    connect(horizontalHeader(), &QHeaderView::sectionClicked, this, [this, model](int column) {
        QHeaderView* header = horizontalHeader();
        const bool again = header->isSortIndicatorShown() && header->sortIndicatorSection() == column;
        const Qt::SortOrder order =
            again && header->sortIndicatorOrder() == Qt::AscendingOrder ? Qt::DescendingOrder : Qt::AscendingOrder;
        header->setSortIndicatorShown(true);
        header->setSortIndicator(column, order);
        model->sort(column, order);
    });
    connect(model, &QAbstractItemModel::modelReset, this, &FigureTable::fitColumns);
    connect(model, &QAbstractItemModel::headerDataChanged, this, &FigureTable::fitColumns);
    m_fitSoon.setSingleShot(true);
    m_fitSoon.setInterval(kFitMilliseconds);
    connect(&m_fitSoon, &QTimer::timeout, this, &FigureTable::fitColumns);
    connect(model, &QAbstractItemModel::dataChanged, this, [this] {
        if (!m_fitSoon.isActive()) m_fitSoon.start();  // figures grow while a search runs
    });
    connect(this, &QTableView::doubleClicked, this,
            [this](const QModelIndex& index) { emit rowActivated(index.row()); });
    new OnResize(viewport(), [this] { fitRoom(); });
    fitColumns();
}

void FigureTable::setStretchColumn(int column, bool whole) {
    m_stretch = column;
    m_stretchWhole = whole;
    fitColumns();
}

void FigureTable::setShrinkable(std::vector<int> columns) {
    m_shrinkable = std::move(columns);
    fitColumns();
}

void FigureTable::setEmptyText(const QString& text) {
    const bool first = m_empty.isNull();
    m_empty = text;
    if (first) connect(model(), &QAbstractItemModel::modelReset, this, &FigureTable::refreshEmpty);
    refreshEmpty();
}

QString FigureTable::emptyText() const { return model()->rowCount() == 0 ? m_empty.trimmed() : QString(); }

void FigureTable::refreshEmpty() {
    horizontalHeader()->setVisible(model()->rowCount() > 0);
    setAccessibleDescription(emptyText());
    viewport()->update();
}

void FigureTable::paintEvent(QPaintEvent* event) {
    QTableView::paintEvent(event);
    if (emptyText().isEmpty()) return;
    QPainter painter(viewport());
    drawWrapped(&painter, QRectF(viewport()->rect()).adjusted(10, 8, -10, 0), emptyText(), uiFont(TypeSize::control),
                themeOf(this).text2);
}

void FigureTable::setRowHeight(int height) {
    verticalHeader()->setDefaultSectionSize(height);
    updateGeometry();
}

void FigureTable::fitColumns() {
    for (int column = 0; column < model()->columnCount(); ++column) {
        const bool stretches = column == m_stretch;
        horizontalHeader()->setSectionResizeMode(column, stretches ? QHeaderView::Stretch : QHeaderView::Interactive);
        if (!stretches) resizeColumnToContents(column);
    }
    m_stretchNeeds = m_stretchWhole && m_stretch >= 0 ? std::min(sizeHintForColumn(m_stretch), kMostWhole) : 0;
    m_wholeWidths.clear();
    for (const int column : m_shrinkable) m_wholeWidths.push_back(columnWidth(column));
    fitRoom();
}

/// What is missing is taken from the widest of those that may shrink, evenly from then on.
void FigureTable::fitRoom() {
    if (!m_shrinkable.empty() && m_wholeWidths.size() == m_shrinkable.size()) {
        int others = std::max(m_stretchNeeds, m_stretch < 0 ? 0 : horizontalHeader()->sectionSizeHint(m_stretch));
        for (int column = 0; column < model()->columnCount(); ++column)
            if (column != m_stretch && !isShrinkable(column)) others += columnWidth(column);
        const int room = viewport()->width() - others;
        std::vector<int> widths = m_wholeWidths;
        const auto sum = [&widths] { return std::accumulate(widths.begin(), widths.end(), 0); };
        for (int cap = std::ranges::max(widths); sum() > room && cap >= kLeastShrunk; --cap)
            for (int& width : widths) width = std::min(width, cap);
        for (std::size_t i = 0; i < widths.size(); ++i) setColumnWidth(m_shrinkable[i], widths[i]);
    }
    fitStretch(*this, m_stretch, m_stretchNeeds);
}

void FigureTable::setMarkedRows(std::vector<int> outlined, std::vector<int> chosen) {
    if (outlined == m_outlined && chosen == m_chosen) return;
    m_outlined = std::move(outlined);
    m_chosen = std::move(chosen);
    viewport()->update();
}

QSize FigureTable::sizeHint() const {
    const int rows = model()->rowCount();
    return {horizontalHeader()->length() + 2, kHeader + verticalHeader()->defaultSectionSize() * rows + 2};
}

void FigureTable::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy)) {
        QApplication::clipboard()->setText(toTsv(selectionModel()->selectedIndexes()));
    } else if ((event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) && currentIndex().isValid()) {
        emit rowActivated(currentIndex().row());
    } else {
        QTableView::keyPressEvent(event);
    }
}

void FigureTable::mouseMoveEvent(QMouseEvent* event) {
    QTableView::mouseMoveEvent(event);
    const int row = rowAt(event->pos().y());
    if (row == m_hovered) return;
    m_hovered = row;
    viewport()->update();
    emit rowHovered(row);
}

void FigureTable::leaveEvent(QEvent* event) {
    QTableView::leaveEvent(event);
    m_hovered = -1;
    viewport()->update();
    emit rowHovered(-1);
}

}  // namespace lapidary::ui
