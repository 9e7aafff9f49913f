// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Compare: two mappings side by side - nests, numbers, energy, arrays - and why one of them is better. What is hovered is
// outlined on both sides. It belongs to Mapping in the mode bar; its sides are the document's pins. GUI thread only.
#pragma once

#include "ui/export/figure.h"
#include "ui/jobs/background_task.h"
#include "ui/shell/perspective.h"
#include "ui/views/compare_pair.h"

namespace lapidary::ui {

class Actions;
class ArrayView;
class CompareBar;
class CompareEnergyView;
class CompareNestView;
class CompareTableModel;
class FabricErrorView;
class FigureTable;
class View;
class WhyView;

class ComparePerspective final : public Perspective {
    Q_OBJECT
public:
    ComparePerspective(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// The bar for the window's tool bar.
    CompareBar* bar() const { return m_bar; }
    const ComparePairPtr& pair() const { return m_pair; }
    Selection& selection() { return m_selection; }

signals:
    void mappingOpened();

protected:
    void arrange() override;
    void proportion() override;
    void showEvent(QShowEvent* event) override;

private:
    void buildNest();
    void buildNumbers();
    void buildEnergy();
    void buildArrays();
    void buildWhy();
    void join(Dock& dock, View& view);
    /// Pins what is there where nothing is pinned yet.
    void chooseSides();
    void refresh();
    ComparePairPtr pairOfModels();
    /// Whether B is mapping A on the fabric.
    bool onFabric() const;
    /// A and B the same, with the figures of both models once those of the fabric are known.
    void simulate();
    void followA();
    void followB();
    void swapSides();
    void openB();
    bool isNarrow() const;
    Figure arraysFigure() const;

    Document& m_document;
    const Actions& m_actions;
    CompareBar* m_bar;
    ComparePairPtr m_pair;
    bool m_stale = true;
    Selection m_selection;  ///< in the terms of A
    Selection m_selectionB;
    CompareNestView* m_nest;
    CompareTableModel* m_numbers;
    FigureTable* m_table = nullptr;
    CompareEnergyView* m_energy;
    ArrayView *m_arrayA, *m_arrayB;
    WhyView* m_why;
    FabricErrorView* m_error;
    BackgroundTask m_simulation;
    Dock *m_nestDock = nullptr, *m_numbersDock = nullptr, *m_energyDock = nullptr, *m_arrayDock = nullptr,
         *m_whyDock = nullptr, *m_errorDock = nullptr;
    bool m_narrow = false;
};

}  // namespace lapidary::ui
