// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Search: ask for runs, watch them, see where their mappings lie, why mappings fail and what the best ones are. Docks out
// of sight are not refreshed. GUI thread only.
#pragma once

#include <QTimer>

#include <functional>
#include <vector>

#include "core/io/export_options.h"
#include "ui/session/run.h"
#include "ui/shell/perspective.h"

namespace lapidary::ui {

class Actions;
class CloudPlot;
class ConvergencePlot;
class CountersView;
class Document;
class FigureTable;
class FlashControl;
class FlashDocks;
class InvalidView;
class MapspacesView;
class ProofDocks;
class ReasonTableModel;
class RelaxPanel;
class RunForm;
class RunList;
class SunstoneDocks;
class TopTableModel;
class TuningControl;
class TuningDocks;

class SearchPerspective final : public Perspective {
    Q_OBJECT
public:
    SearchPerspective(Document& document, const Actions& actions, FlashControl& flash, TuningControl& tuning,
                      QWidget* parent = nullptr);

signals:
    /// A mapping was chosen to be looked into.
    void mappingOpened();
    /// Two of the top mappings are to be compared.
    void compareAsked(const lapidary::ShownMapping& a, const lapidary::ShownMapping& b);

protected:
    void arrange() override;
    void proportion() override;
    void showEvent(QShowEvent* event) override;

private:
    struct Part {
        Dock* dock;
        std::function<void()> refresh;
        bool stale = true;
    };
    void buildForm(const Actions& actions);
    void buildConvergence();
    void buildCounters();
    void buildReasons();
    void buildTop(const Actions& actions);
    void buildCloud();
    void buildMapspaces();
    void buildSunstone();
    void buildProof();
    void buildFlash(FlashControl& flash, QAction* openPick);
    void buildTuning(TuningControl& tuning);
    void buildRuns(const Actions& actions);
    void openRow(int row);
    void openRefused(int row);
    void open(const ShownMapping& mapping);
    /// Of the top mappings, best first.
    std::vector<int> chosenRows() const;
    void offerCompare();
    void refreshRun();
    /// As refreshRun, for what only tells the progress of the live run: the docks follow one by one, since plots, tables
    /// and counters in one go would hold up for more than a frame what a person does meanwhile.
    void followRun();
    void refreshNext();
    void refreshRunList();
    void refreshTitles();
    void addFit(Dock& dock, const QString& name, const std::function<void()>& fit);
    /// Calls `refresh` when runs have changed, but not while the dock is out of sight: then when it comes back.
    void keepFresh(Dock& dock, std::function<void()> refresh);
    RunPtr focusedRun() const;
    ExportOptions runOption() const;
    QString runsText() const;
    QString withLeftOut(const QString& text) const;

    Document& m_document;
    std::vector<Part> m_parts;
    std::size_t m_next = 0;  ///< of m_parts, whose turn it is
    QTimer m_turns;
    RunPtr m_followed;  ///< the live run that became the current row when it began
    ConvergencePlot* m_plot = nullptr;
    CountersView* m_counters = nullptr;
    InvalidView* m_invalid = nullptr;
    CloudPlot* m_cloud = nullptr;
    MapspacesView* m_mapspaces = nullptr;
    FigureTable* m_topTable = nullptr;
    QAction* m_compareRows = nullptr;
    ReasonTableModel* m_reasons = nullptr;
    RelaxPanel* m_relax = nullptr;
    TopTableModel* m_top = nullptr;
    RunList* m_runs = nullptr;
    SunstoneDocks* m_sunstone = nullptr;
    ProofDocks* m_proof = nullptr;
    FlashDocks* m_flash = nullptr;
    bool m_mapsByStyle = false;  ///< FLASH is chosen
    TuningDocks* m_tuning = nullptr;
    RunForm* m_form = nullptr;
    QWidget* m_queueButtons = nullptr;  ///< of searches of a mapspace only
    Dock *m_formDock = nullptr, *m_runsDock = nullptr, *m_plotDock = nullptr, *m_cloudDock = nullptr;
    Dock *m_countersDock = nullptr, *m_reasonsDock = nullptr, *m_topDock = nullptr, *m_mapspacesDock = nullptr;
};

}  // namespace lapidary::ui
