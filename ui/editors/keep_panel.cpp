// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/keep_panel.h"

#include <QHeaderView>
#include <QKeyEvent>
#include <QPainter>
#include <QVBoxLayout>

#include "ui/editors/design_editor.h"
#include "ui/models/keep_table_model.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"
#include "ui/widgets/figure_delegate.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

/// must = filled, may = outlined, never = grey text.
class KeepDelegate final : public FigureDelegate {
public:
    KeepDelegate(const KeepTableModel& model, FigureTable* table) : FigureDelegate(table), m_model(model) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        if (index.column() == 0) return FigureDelegate::paint(painter, option, index);
        const Theme& theme = themeOf(option.palette);
        const Keep keep = m_model.keepAt(index.row(), index.column());
        const bool locked = m_model.locked(index.row());
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        paintGround(*painter, option, index);
        const QRectF box(option.rect.center().x() - 27, option.rect.top() + 2, 56, 16);
        QColor ink = option.state & QStyle::State_Selected ? theme.text2 : theme.text3;
        if (keep == Keep::must) {
            const QColor fill = locked ? theme.alternate : theme.levels[1];
            drawBox(*painter, box, fill, locked ? theme.line : theme.levels[1]);
            ink = locked ? theme.text2 : readableOn(fill);
        } else if (keep == Keep::may) {
            drawBox(*painter, box, theme.panel, theme.levels[1]);
            ink = theme.text;
        }
        drawText(*painter, box, Qt::AlignCenter, index.data().toString(), uiFont(TypeSize::note), ink);
        paintMarks(*painter, option, index);
        painter->restore();
    }
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const QSize size = FigureDelegate::sizeHint(option, index);
        return index.column() == 0 ? size : QSize(70, size.height());
    }

private:
    const KeepTableModel& m_model;
};

}  // namespace

KeepPanel::KeepPanel(DesignEditor& editor, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_model(new KeepTableModel(this)),
      m_table(new FigureTable(m_model, tr("Keep and bypass"))),
      m_notice(new Notice) {
    m_table->setObjectName("keepTable");
    m_table->setItemDelegate(new KeepDelegate(*m_model, m_table));
    m_table->horizontalHeader()->setSectionsClickable(false);
    m_table->setStretchColumn(0);
    m_table->installEventFilter(this);
    m_notice->setObjectName("keepNotice");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_table, 1);
    connect(m_table, &QTableView::clicked, this,
            [this](const QModelIndex& index) { cycle(index.row(), index.column()); });
    connect(&editor.document(), &Document::inputsChanged, this, &KeepPanel::refresh);
    connect(&editor, &DesignEditor::selectionChanged, this, &KeepPanel::refresh);
    refresh();
}

void KeepPanel::refresh() {
    m_model->setInputs(m_editor.design(), m_editor.workload());
    const Part& part = m_editor.selected();
    const bool inLevel = part.kind == Part::Kind::level || part.kind == Part::Kind::partition;
    m_table->setOutlinedRow(inLevel ? part.index : -1);
}

void KeepPanel::cycle(int row, int column) {
    const int level = m_model->source(row);
    m_editor.select({Part::Kind::level, level, {}});
    if (column < 1) return;
    m_notice->clear();
    const auto told = connect(&m_editor, &DesignEditor::refused, this, [this](const Diagnostics& reasons) {
        m_notice->tell(Severity::note, tr("Not possible:"), sentence(reasons),
                       {{tr("Dismiss"), "dismissKeep", [this] { m_notice->clear(); }}});
    });
    m_editor.cycleKeep(level, column - 1);
    disconnect(told);
}

bool KeepPanel::eventFilter(QObject* watched, QEvent* event) {
    if (event->type() == QEvent::KeyPress && static_cast<QKeyEvent*>(event)->key() == Qt::Key_Space) {
        const QModelIndex index = m_table->currentIndex();
        if (index.isValid()) cycle(index.row(), index.column());
        return true;
    }
    return QWidget::eventFilter(watched, event);
}

}  // namespace lapidary::ui
