// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks of the Search perspective that show a tuning of the fabric model: cost by trial, predicted against measured, the
// table of trials. A trial chosen in one is chosen in all, and its tile can become the mapping on show. GUI thread only.
#pragma once

#include <QObject>

class QLabel;
class QPushButton;

namespace lapidary::ui {

class Dock;
class Document;
class FigureTable;
class Perspective;
class TrialTableModel;
class TuningControl;
class TuningFields;
class TuningScatter;

class TuningDocks final : public QObject {
    Q_OBJECT
public:
    TuningDocks(const Document& document, TuningControl& control, Perspective* parent);

    Dock* trials() const { return m_trialsDock; }
    Dock* predicted() const { return m_predictedDock; }
    Dock* table() const { return m_tableDock; }
    /// For the form of the next run.
    TuningFields* fields() const { return m_fields; }

private:
    void buildTable(const Document& document);
    void refresh();
    void choose(int trial);
    void refreshFoot();
    void bring();

    TuningControl& m_control;
    Perspective* m_home;
    TuningFields* m_fields;
    TuningScatter *m_trials, *m_predicted;
    TrialTableModel* m_model;
    FigureTable* m_table = nullptr;
    QLabel* m_bestLine = nullptr;
    QPushButton* m_apply = nullptr;
    int m_chosen = -1;
    Dock *m_trialsDock = nullptr, *m_predictedDock = nullptr, *m_tableDock = nullptr;
};

}  // namespace lapidary::ui
