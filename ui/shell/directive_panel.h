// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The mapping on show as data-centric directives and as loop nest, side by side: both are read while they are typed, each
// follows the other, an error is underlined where it is and told above, and the last mapping stays in use until it is mended.
// Below, what both models make of it. Edits are undo steps of the document. GUI thread only.
#pragma once

#include <QWidget>

#include "core/model/compat/compat.h"
#include "ui/session/document.h"

class QLabel;
class QSplitter;

namespace lapidary::ui {

class Actions;
class CodeEdit;
class Notice;
class Segmented;

class DirectivePanel final : public QWidget {
    Q_OBJECT
public:
    DirectivePanel(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// By which model the mapping is counted: for the title of the dock.
    QWidget* modelSwitch() const;
    bool broken() const { return m_brokenSide != nullptr; }
    /// "16 directives in 2 cluster levels"; empty if there are none.
    QString summary() const;

signals:
    void summaryChanged();

protected:
    void showEvent(QShowEvent* event) override;

private:
    /// One of the two texts.
    struct Text {
        CodeEdit* code = nullptr;
        QLabel* caption = nullptr;
        QString undoText;
        QString good;  ///< as it was read last
        int typingId = -1;
        /// What the text leaves open is as in the mapping, if there is one.
        std::function<Result<Mapping>(const std::string&, const Target&, const Mapping*)> read;
        std::function<Result<std::string>(const Mapping&, const Target&)> write;
    };
    QWidget* column(Text& text, const QString& title, const char* name, const QString& tip);
    void build(const Actions& actions);
    void typed(Text& text);
    void undo();
    void chooseModel(std::optional<Compat> model);
    void refresh();
    void refreshModel();
    void follow(Text& text);
    void showProblem(Text& text, const Diagnostics& problems);
    bool saysTheSame(const Text& text, const Mapping& mapping) const;
    void mend();
    QString figures() const;
    /// What the next edit stands on: the world of the mapping on show.
    SessionInputs inputs() const;
    TargetPtr target() const;

    Document& m_document;
    Notice* m_notice;
    Segmented* m_model;
    QSplitter* m_split;
    Text m_directives, m_nest;
    QLabel* m_figures;
    const Text* m_brokenSide = nullptr;
    bool m_stale = true;
};

}  // namespace lapidary::ui
