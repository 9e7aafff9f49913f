// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the next search is asked: algorithm, mapspace, objective, stop rules, seed and threads. Each change is one undo
// step of the document. GUI thread only.
#pragma once

#include <QWidget>

class QComboBox;
class QLabel;

namespace lapidary::ui {

class Document;
class NumberField;
class Segmented;

class RunForm final : public QWidget {
    Q_OBJECT
public:
    explicit RunForm(Document& document, QWidget* parent = nullptr);

private:
    void build();
    void refresh();
    void refreshSize();

    Document& m_document;
    QComboBox* m_algorithm;
    Segmented* m_mapspace;
    QComboBox* m_objective;
    NumberField* m_evaluations;
    NumberField* m_seconds;
    NumberField* m_victory;
    NumberField* m_seed;
    NumberField* m_threads;
    QLabel* m_size;
    QLabel* m_hint;  ///< when the limit exceeds the mapspace
};

}  // namespace lapidary::ui
