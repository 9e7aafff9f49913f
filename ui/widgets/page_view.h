// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A page of Markdown to be read: headings, paragraphs no wider than an eye follows, tables with numbers to the right whose
// figures never break; what is wider than the view scrolls. What is selected is copied with tabs between cells; with nothing
// selected, Ctrl+C copies the page as Markdown. GUI thread only.
#pragma once

#include <QTextBrowser>

namespace lapidary::ui {

class PageView final : public QTextBrowser {
    Q_OBJECT
public:
    explicit PageView(const QString& name, QWidget* parent = nullptr);

    /// Keeps the place it is scrolled to.
    void setPage(const QString& markdown);
    const QString& page() const { return m_page; }
    /// Without a page: what to do to see one.
    void setEmptyText(const QString& text);
    QString emptyText() const { return placeholderText(); }
    void copyPage() const;
    QSize minimumSizeHint() const override { return {160, 64}; }

protected:
    QMimeData* createMimeDataFromSelection() const override;
    void keyPressEvent(QKeyEvent* event) override;
    void changeEvent(QEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void render();
    void dress();
    void dressTable(QTextTable& table);
    void keepLinesShort();

    QString m_page;
};

}  // namespace lapidary::ui
