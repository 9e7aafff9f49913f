// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Explore: sweep over designs, mapspaces and layers, watch the grid fill, see fronts and improvements grow, and open the
// mappings behind a point. GUI thread only.
#pragma once

#include <functional>

#include "core/io/session.h"
#include "ui/session/point_selection.h"
#include "ui/shell/perspective.h"

class QComboBox;
class QLabel;
class QLineEdit;
class QPushButton;

namespace lapidary::ui {

class Actions;
class Document;
class ElidedLabel;
class FigureTable;
class ImprovementView;
class ParetoPlot;
class PointTableModel;
class ProgressGrid;
class ProgressLine;
class StudyControl;
class StudyDocks;
class SweepControl;
class SweepForm;
class SweepRelaxPanel;

class ExplorePerspective final : public Perspective {
    Q_OBJECT
public:
    ExplorePerspective(Document& document, const Actions& actions, SweepControl& control, StudyControl& studies,
                       QWidget* parent = nullptr);

    PointSelection& selection() { return *m_selection; }
    /// Opens the mapping of a point, or offers its layers if there are several.
    void openPoint(int point);
    void openLayer(int point, int layer);
    /// Puts the selected point's mapping on a side of the comparison, or offers its layers.
    void pinSelected(Side side);
    /// The studies in front. `key` of a preset or a file; empty = the one that is chosen.
    void showStudies(const QString& key);

signals:
    void designPicked(const QString& key);
    /// A mapping was chosen to be looked into.
    void mappingOpened();

protected:
    void arrange() override;
    void proportion() override;
    void showEvent(QShowEvent* event) override;

private:
    void buildForm(SweepControl& control);
    void buildProgress();
    void buildPareto();
    QComboBox* metricChooser(const QString& name, const char* key, int index);
    void buildImprovement();
    void buildPoints();
    /// Does `then` with the only layer of a point, or with the one that is chosen from a menu.
    void withLayer(int point, const std::function<void(int layer)>& then);
    void setMetrics();
    void setFilter(const QString& text);
    void refresh();
    void refreshProgress();
    void refreshPointsTitle();
    void refreshAction();
    void followSelection();
    void followBrush();
    bool isNarrow() const;

    Document& m_document;
    const Actions& m_actions;
    PointSelection* m_selection;
    SweepForm* m_form = nullptr;
    ProgressGrid* m_grid = nullptr;
    ProgressLine* m_bar = nullptr;
    QLabel *m_done = nullptr, *m_eta = nullptr, *m_pace = nullptr;
    ParetoPlot* m_pareto = nullptr;
    QComboBox *m_x = nullptr, *m_y = nullptr;
    ImprovementView* m_improvement = nullptr;
    PointTableModel* m_points = nullptr;
    FigureTable* m_table = nullptr;
    SweepRelaxPanel* m_relax = nullptr;
    QLineEdit* m_filter = nullptr;
    QPushButton* m_clearBrush = nullptr;
    Dock *m_formDock = nullptr, *m_progressDock = nullptr, *m_paretoDock = nullptr;
    Dock *m_improvementDock = nullptr, *m_pointsDock = nullptr;
    StudyDocks* m_studies = nullptr;
    bool m_studying = false;             ///< studies come to the front once docks are arranged
    const void* m_shownSweep = nullptr;  ///< to notice another one
    std::size_t m_shownDone = 0;         ///< finished points that plot, chart and table know
    bool m_stale = true;                 ///< they have to look again whatever is finished
    int m_noteColumn = -1;               ///< takes the room left over
    bool m_narrow = false;
    bool m_following = false;
};

}  // namespace lapidary::ui
