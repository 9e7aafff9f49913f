// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/widgets/code_edit.h"

#include <QHelpEvent>
#include <QPainter>
#include <QSyntaxHighlighter>
#include <QTextBlock>
#include <QToolTip>

#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr int kGutter = 30;
constexpr double kPixels = 12.5;
}  // namespace

class CodeEdit::Highlighter final : public QSyntaxHighlighter {
public:
    Highlighter(CodeEdit& edit, Grammar grammar)
        : QSyntaxHighlighter(edit.document()), m_edit(edit), m_grammar(std::move(grammar)) {}

protected:
    void highlightBlock(const QString& line) override {
        for (const CodeSpan& span : m_grammar(line)) {
            QTextCharFormat format;
            if (span.tone == CodeTone::strong) format.setFontWeight(QFont::DemiBold);
            if (span.tone == CodeTone::quiet) format.setForeground(themeOf(&m_edit).text2);
            setFormat(span.start, span.length, format);
        }
    }

private:
    CodeEdit& m_edit;
    Grammar m_grammar;
};

class CodeEdit::Gutter final : public QWidget {
public:
    explicit Gutter(CodeEdit& edit) : QWidget(&edit), m_edit(edit) {}

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        m_edit.paintGutter(painter);
    }

private:
    CodeEdit& m_edit;
};

CodeEdit::CodeEdit(Grammar grammar, QWidget* parent)
    : QPlainTextEdit(parent), m_highlighter(new Highlighter(*this, std::move(grammar))), m_gutter(new Gutter(*this)) {
    setFont(monoFont(kPixels));
    setFrameShape(NoFrame);
    setUndoRedoEnabled(false);
    setLineWrapMode(NoWrap);
    setTabChangesFocus(true);
    setViewportMargins(kGutter, 0, 0, 0);
    document()->setDocumentMargin(4);
    connect(this, &QPlainTextEdit::cursorPositionChanged, this, &CodeEdit::mark);
    connect(this, &QPlainTextEdit::updateRequest, m_gutter, [this] { m_gutter->update(); });
    connect(this, &QPlainTextEdit::blockCountChanged, this, [this] { updateGeometry(); });
    connect(this, &QPlainTextEdit::textChanged, this, [this] {
        if (!m_filling) emit edited();
    });
}

void CodeEdit::setCode(const QString& text) {
    if (text == toPlainText()) return;
    const int position = textCursor().position();
    m_filling = true;
    setPlainText(text);
    m_filling = false;
    QTextCursor cursor = textCursor();
    cursor.setPosition(std::min(position, static_cast<int>(text.size())));
    setTextCursor(cursor);
}

void CodeEdit::setSquiggles(std::vector<Squiggle> squiggles) {
    m_squiggles = std::move(squiggles);
    mark();
}

void CodeEdit::replaceAt(int line, int column, int length, const QString& text) {
    cursorAt(line, column, length).insertText(text);
}

void CodeEdit::setVisibleLines(int least, int most) {
    m_leastLines = least;
    m_mostLines = most;
    updateGeometry();
}

QSize CodeEdit::sizeHint() const {
    const int lines = std::clamp(blockCount(), m_leastLines, m_mostLines);
    return {280, lines * fontMetrics().lineSpacing() + 14};
}

QSize CodeEdit::minimumSizeHint() const { return {160, m_leastLines * fontMetrics().lineSpacing() + 14}; }

QTextCursor CodeEdit::cursorAt(int line, int column, int length) const {
    const QTextBlock block = document()->findBlockByNumber(std::min(line, blockCount()) - 1);
    QTextCursor cursor(block);
    const int start = std::clamp(column - 1, 0, block.length() - 1);
    cursor.setPosition(block.position() + start);
    cursor.setPosition(block.position() + std::min(start + length, block.length() - 1), QTextCursor::KeepAnchor);
    return cursor;
}

void CodeEdit::mark() {
    const Theme& theme = themeOf(this);
    QList<QTextEdit::ExtraSelection> marks;
    if (blockCount() > 1) {
        QTextEdit::ExtraSelection line;
        line.format.setBackground(theme.alternate);
        line.format.setProperty(QTextFormat::FullWidthSelection, true);
        line.cursor = textCursor();
        line.cursor.clearSelection();
        marks << line;
    }
    for (const Squiggle& squiggle : m_squiggles) {
        QTextEdit::ExtraSelection wave;
        wave.cursor = cursorAt(squiggle.line, squiggle.column, squiggle.length);
        if (!wave.cursor.hasSelection()) wave.cursor.movePosition(QTextCursor::Left, QTextCursor::KeepAnchor);
        wave.format.setUnderlineStyle(QTextCharFormat::WaveUnderline);
        wave.format.setUnderlineColor(theme.error);
        wave.format.setBackground(theme.errorGround);
        marks << wave;
    }
    setExtraSelections(marks);
    m_gutter->update();
}

void CodeEdit::keyPressEvent(QKeyEvent* event) {
    if (event->matches(QKeySequence::Undo)) return emit undoRequested();
    if (event->matches(QKeySequence::Redo) ||
        (event->key() == Qt::Key_Z && event->modifiers() == (Qt::ControlModifier | Qt::ShiftModifier)))
        return emit redoRequested();
    QPlainTextEdit::keyPressEvent(event);
}

void CodeEdit::focusInEvent(QFocusEvent* event) {
    QPlainTextEdit::focusInEvent(event);
    emit focusGained();
}

void CodeEdit::resizeEvent(QResizeEvent* event) {
    QPlainTextEdit::resizeEvent(event);
    m_gutter->setGeometry(contentsRect().left(), contentsRect().top(), kGutter, contentsRect().height());
}

void CodeEdit::changeEvent(QEvent* event) {
    QPlainTextEdit::changeEvent(event);
    if (event->type() != QEvent::PaletteChange) return;
    m_filling = true;
    m_highlighter->rehighlight();
    m_filling = false;
    mark();
}

bool CodeEdit::event(QEvent* event) {
    if (event->type() != QEvent::ToolTip) return QPlainTextEdit::event(event);
    const auto* help = static_cast<QHelpEvent*>(event);
    const QTextCursor under = cursorForPosition(help->pos() - QPoint(kGutter, 0));
    for (const Squiggle& squiggle : m_squiggles) {
        const QTextCursor wave = cursorAt(squiggle.line, squiggle.column, squiggle.length);
        if (under.position() < wave.selectionStart() - 1 || under.position() > wave.selectionEnd()) continue;
        QToolTip::showText(help->globalPos(), squiggle.message, this);
        return true;
    }
    QToolTip::hideText();
    return true;
}

void CodeEdit::paintGutter(QPainter& painter) {
    const Theme& theme = themeOf(this);
    painter.setFont(monoFont(11));
    for (QTextBlock block = firstVisibleBlock(); block.isValid(); block = block.next()) {
        const QRectF box = blockBoundingGeometry(block).translated(contentOffset());
        if (box.top() > m_gutter->height()) break;
        bool wrong = false;
        for (const Squiggle& squiggle : m_squiggles) wrong = wrong || squiggle.line == block.blockNumber() + 1;
        painter.setPen(wrong ? theme.error : theme.text3);
        painter.drawText(QRectF(0, box.top(), kGutter - 8, box.height()), Qt::AlignRight | Qt::AlignVCenter,
                         QString::number(block.blockNumber() + 1));
    }
}

}  // namespace lapidary::ui
