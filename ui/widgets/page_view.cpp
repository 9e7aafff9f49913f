// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/page_view.h"

#include <QApplication>
#include <QClipboard>
#include <QKeyEvent>
#include <QMimeData>
#include <QScrollBar>
#include <QTextBlock>
#include <QTextDocumentFragment>
#include <QTextList>
#include <QTextTable>

#include <algorithm>
#include <memory>

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {

constexpr int kPageMargin = 14;
constexpr int kLongestLine = 760;     ///< of running text; more is hard to follow
constexpr int kLongestUnbroken = 22;  ///< characters of a cell that stay in one line
constexpr double kCellSide = 7, kCellTop = 2.5;

QFont headingFont(int level) {
    if (level == 1) return uiFont(TypeSize::number, true);
    return uiFont(level == 2 ? TypeSize::body : TypeSize::control, true);
}

void dressHeading(QTextCursor cursor, int level, const Theme& theme) {
    QTextBlockFormat block;
    block.setTopMargin(level == 1 ? 0 : level == 2 ? 16 : 12);
    block.setBottomMargin(level == 1 ? 6 : 4);
    cursor.mergeBlockFormat(block);
    cursor.movePosition(QTextCursor::EndOfBlock, QTextCursor::KeepAnchor);
    QTextCharFormat letters;
    letters.setFont(headingFont(level));
    letters.setForeground(theme.text);
    cursor.setCharFormat(letters);  // merged, Qt's own idea of sizes would win
}

/// Text between two positions: a tab between cells of a row, a line for each row and paragraph.
QString textBetween(const QTextDocument& document, int from, int to) {
    QString text;
    const QTextTable* before = nullptr;
    int row = -1;
    for (QTextBlock block = document.findBlock(from); block.isValid() && block.position() < to; block = block.next()) {
        const QTextTable* table = QTextCursor(block).currentTable();
        const int at = table ? table->cellAt(block.position()).row() : -1;
        if (!text.isEmpty() || block.position() > from) text += table && table == before && at == row ? u'\t' : u'\n';
        const int first = std::max(from - block.position(), 0);
        text += block.text().mid(first, to - block.position() - first);
        before = table;
        row = at;
    }
    return text;
}

QString cellsBetween(const QTextTable& table, const QTextCursor& cursor) {
    int row = 0, rows = 0, column = 0, columns = 0;
    cursor.selectedTableCells(&row, &rows, &column, &columns);
    QStringList lines;
    for (int r = row; r < row + rows; ++r) {
        QStringList cells;
        for (int c = column; c < column + columns; ++c)
            cells << table.cellAt(r, c).firstCursorPosition().block().text();
        lines << cells.join(u'\t');
    }
    return lines.join(u'\n');
}

}  // namespace

PageView::PageView(const QString& name, QWidget* parent) : QTextBrowser(parent) {
    setAccessibleName(name);
    setFrameShape(QFrame::NoFrame);
    setOpenLinks(false);
    setUndoRedoEnabled(false);
    setWordWrapMode(QTextOption::WordWrap);
    setTextInteractionFlags(Qt::TextSelectableByMouse | Qt::TextSelectableByKeyboard);
    document()->setDocumentMargin(kPageMargin);
}

void PageView::setEmptyText(const QString& text) { setPlaceholderText(text); }

void PageView::setPage(const QString& markdown) {
    if (markdown == m_page) return;
    m_page = markdown;
    render();
}

void PageView::render() {
    const int x = horizontalScrollBar()->value(), y = verticalScrollBar()->value();
    document()->setDefaultFont(uiFont(TypeSize::body));
    document()->setMarkdown(
        m_page, QTextDocument::MarkdownFeatures(QTextDocument::MarkdownDialectGitHub) | QTextDocument::MarkdownNoHTML);
    QTextCursor all(document());
    all.beginEditBlock();  // else all of it is laid out anew after each cell
    dress();
    all.endEditBlock();
    keepLinesShort();
    horizontalScrollBar()->setValue(x);
    verticalScrollBar()->setValue(y);
}

void PageView::dress() {
    const Theme& theme = themeOf(this);
    QList<QTextTable*> tables;
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (QTextTable* table = cursor.currentTable()) {
            if (tables.isEmpty() || tables.back() != table) tables << table;
            continue;
        }
        if (const int level = block.blockFormat().headingLevel(); level > 0) {
            dressHeading(cursor, level, theme);
            continue;
        }
        QTextBlockFormat format;
        format.setTopMargin(0);
        format.setBottomMargin(block.textList() ? 4 : 8);
        format.setLineHeight(118, QTextBlockFormat::ProportionalHeight);
        cursor.mergeBlockFormat(format);
        for (auto it = block.begin(); !it.atEnd(); ++it) {
            if (!it.fragment().charFormat().fontFixedPitch()) continue;
            cursor.setPosition(it.fragment().position());
            cursor.setPosition(it.fragment().position() + it.fragment().length(), QTextCursor::KeepAnchor);
            QTextCharFormat code;
            code.setFont(monoFont());
            code.setBackground(theme.alternate);
            cursor.mergeCharFormat(code);
        }
    }
    for (QTextTable* table : tables) dressTable(*table);
}

void PageView::dressTable(QTextTable& table) {
    const Theme& theme = themeOf(this);
    QTextTableFormat format = table.format();
    format.setBorderCollapse(true);
    format.setBorder(0);
    format.setCellSpacing(0);
    format.setCellPadding(0);
    format.setTopMargin(2);
    format.setBottomMargin(10);
    format.setHeaderRowCount(1);
    table.setFormat(format);
    QTextCharFormat words;
    words.setForeground(theme.text);
    for (int row = 0; row < table.rows(); ++row) {
        words.setFont(uiFont(TypeSize::note, row == 0));
        for (int column = 0; column < table.columns(); ++column) {
            QTextTableCell cell = table.cellAt(row, column);
            QTextCursor cursor = cell.firstCursorPosition();
            const QString text = cursor.block().text();
            QTextBlockFormat block;
            block.setNonBreakableLines(row > 0 && text.size() <= kLongestUnbroken);
            if (row == 0 && table.rows() > 1)  // a title stands where its figures do
                block.setAlignment(table.cellAt(1, column).firstCursorPosition().blockFormat().alignment());
            block.setTopMargin(0);
            block.setBottomMargin(0);
            cursor.setPosition(cell.lastCursorPosition().position(), QTextCursor::KeepAnchor);
            cursor.mergeBlockFormat(block);
            cursor.setCharFormat(words);
            QTextTableCellFormat edge = cell.format().toTableCellFormat();
            edge.setLeftPadding(kCellSide);
            edge.setRightPadding(kCellSide);
            edge.setTopPadding(kCellTop);
            edge.setBottomPadding(kCellTop);
            edge.setBottomBorderStyle(QTextFrameFormat::BorderStyle_Solid);
            edge.setBottomBorder(1);
            edge.setBottomBorderBrush(row == 0 ? theme.line : theme.rowLine);
            edge.setVerticalAlignment(row == 0 ? QTextCharFormat::AlignBottom : QTextCharFormat::AlignTop);
            if (row == 0) edge.setBackground(theme.header);
            cell.setFormat(edge);
        }
    }
}

void PageView::keepLinesShort() {
    const double spare = std::max(0, viewport()->width() - 2 * kPageMargin - kLongestLine);
    QTextBlockFormat format;
    format.setRightMargin(spare);
    QTextCursor all(document());
    all.beginEditBlock();
    for (QTextBlock block = document()->begin(); block.isValid(); block = block.next()) {
        QTextCursor cursor(block);
        if (!cursor.currentTable() && block.blockFormat().rightMargin() != spare) cursor.mergeBlockFormat(format);
    }
    all.endEditBlock();
}

void PageView::copyPage() const { QApplication::clipboard()->setText(m_page); }

QMimeData* PageView::createMimeDataFromSelection() const {
    const std::unique_ptr<QMimeData> usual(QTextBrowser::createMimeDataFromSelection());
    auto* copied = new QMimeData;  // the usual one makes its text anew when it is asked
    copied->setHtml(usual->html());
    const QTextCursor cursor = textCursor();
    const QTextTable* table = cursor.currentTable();
    copied->setText(table && cursor.hasComplexSelection()
                        ? cellsBetween(*table, cursor)
                        : textBetween(*document(), cursor.selectionStart(), cursor.selectionEnd()));
    return copied;
}

void PageView::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Copy) && !textCursor().hasSelection()) return copyPage();
    QTextBrowser::keyPressEvent(event);
}

void PageView::changeEvent(QEvent* event) {
    QTextBrowser::changeEvent(event);
    if (event->type() == QEvent::PaletteChange && !m_page.isEmpty()) render();
}

void PageView::resizeEvent(QResizeEvent* event) {
    QTextBrowser::resizeEvent(event);
    keepLinesShort();
}

}  // namespace lapidary::ui
