// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search: ask for a run, watch it, see why mappings fail and what the best ones are. GUI thread only.
#pragma once

#include "ui/shell/perspective.h"

namespace lapidary::ui {

class Actions;
class ConvergencePlot;
class CountersView;
class Document;
class FigureTable;
class InvalidView;
class NestView;
class ReasonTableModel;
class RunTableModel;
class TopTableModel;

class SearchPerspective final : public Perspective {
    Q_OBJECT
public:
    SearchPerspective(Document& document, const Actions& actions, QWidget* parent = nullptr);

signals:
    /// A mapping was chosen to be looked into.
    void mappingOpened();

protected:
    void arrange() override;
    void proportion() override;

private:
    void buildForm();
    void buildConvergence();
    void buildCounters();
    void buildReasons();
    void buildTop(const Actions& actions);
    void buildBest();
    void buildRuns();
    void openRow(int row);
    void refreshRun();

    Document& m_document;
    ConvergencePlot* m_plot = nullptr;
    CountersView* m_counters = nullptr;
    InvalidView* m_invalid = nullptr;
    NestView* m_nest = nullptr;
    ReasonTableModel* m_reasons = nullptr;
    TopTableModel* m_top = nullptr;
    RunTableModel* m_runs = nullptr;
    Dock *m_formDock = nullptr, *m_runsDock = nullptr, *m_plotDock = nullptr, *m_bestDock = nullptr;
    Dock *m_countersDock = nullptr, *m_reasonsDock = nullptr, *m_topDock = nullptr;
};

}  // namespace lapidary::ui
