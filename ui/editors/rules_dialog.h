// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// By which rules figures are counted: Lapidary's own, another tool's, or any combination. Stays open beside the window;
// every change is an edit of the document, and all views show what it changes at once.
#pragma once

#include <QDialog>

#include <functional>
#include <vector>

#include "core/model/semantics.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;

namespace lapidary::ui {

class Document;

class RulesDialog final : public QDialog {
    Q_OBJECT
public:
    RulesDialog(Document& document, QWidget* parent);

private:
    void build();
    void refresh();
    void set(const Semantics& semantics);
    QComboBox* addChoice(QGridLayout& grid, const QString& text, const char* name);
    template <class E>
    void addRule(QGridLayout& grid, const QString& text, const char* name, E Semantics::*rule);
    void addSwitch(QGridLayout& grid, const QString& text, const QString& tip, const char* name, bool Semantics::*rule);

    Document& m_document;
    QComboBox* m_preset = nullptr;
    QLabel* m_said;
    std::vector<std::function<void(const Semantics&)>> m_shows;  ///< each puts one rule into its widget
};

/// "Lapidary's rules", "Timeloop's rules" or "own rules".
QString rulesTitle(const Semantics& semantics);

}  // namespace lapidary::ui
