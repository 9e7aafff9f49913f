// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A few lines of code: line numbers, the line of the cursor marked, comments and names told apart by a grammar, errors
// underlined where they are, with their message as tooltip. It keeps no undo list: Ctrl+Z is the document's, which the
// owner serves. GUI thread only.
#pragma once

#include <QPlainTextEdit>

#include <functional>
#include <vector>

namespace lapidary::ui {

struct Squiggle {
    int line = 1, column = 1;  ///< from 1
    int length = 1;
    QString message;
};

enum class CodeTone { plain, strong, quiet };
/// A stretch of one line in another tone.
struct CodeSpan {
    int start = 0, length = 0;
    CodeTone tone = CodeTone::plain;
};
using Grammar = std::function<std::vector<CodeSpan>(const QString& line)>;

class CodeEdit final : public QPlainTextEdit {
    Q_OBJECT
public:
    explicit CodeEdit(Grammar grammar, QWidget* parent = nullptr);

    /// Replaces the text without emitting edited(); the cursor stays as near as it can.
    void setCode(const QString& text);
    void setSquiggles(std::vector<Squiggle> squiggles);
    /// Replaces `length` characters as if typed.
    void replaceAt(int line, int column, int length, const QString& text);
    /// Lines shown without scrolling.
    void setVisibleLines(int least, int most);

    QSize sizeHint() const override;
    QSize minimumSizeHint() const override;

signals:
    void edited();  ///< by the person
    void undoRequested();
    void redoRequested();
    void focusGained();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void focusInEvent(QFocusEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;
    bool event(QEvent* event) override;

private:
    class Gutter;
    class Highlighter;
    void paintGutter(QPainter& painter);
    void mark();
    QTextCursor cursorAt(int line, int column, int length) const;

    Highlighter* m_highlighter;
    Gutter* m_gutter;
    std::vector<Squiggle> m_squiggles;
    bool m_filling = false;
    int m_leastLines = 2, m_mostLines = 8;
};

}  // namespace lapidary::ui
