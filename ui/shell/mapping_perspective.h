// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mapping: one mapping seen from several sides - loop nest, tiling trees, array, storage, energy, facts, traffic - with one
// selection through all. Narrow windows have the pictures behind tabs.
// GUI thread only.
#pragma once

#include <functional>

#include "core/io/export_options.h"
#include "ui/shell/perspective.h"

class QComboBox;

namespace lapidary::ui {

class Actions;
class ArrayView;
class BreakdownView;
class DirectivePanel;
class Document;
class FactsView;
class ExplainView;
class FigureTable;
class NestView;
class StorageView;
class TabStrip;
class TrafficTableModel;
class TreeView;
class View;

class MappingPerspective final : public Perspective {
    Q_OBJECT
public:
    MappingPerspective(Document& document, const Actions& actions, QWidget* parent = nullptr);

    /// To the front: what was opened is made of them.
    void showDirectives();

protected:
    void arrange() override;
    void proportion() override;

private:
    void buildDirectives(const Actions& actions);
    void giveDirectivesRoom();
    void buildTree();
    void buildArray();
    void buildEnergy();
    void buildTraffic();
    void buildExplain();
    /// Explains a figure, and brings the explanation to the front if it was asked for by the user.
    void explain();
    /// Explanations cost an evaluation, so a hidden one waits until it is looked at.
    void freshenExplain();
    /// Shares the selection and offers exports.
    void join(Dock& dock, View& view, const char* key, std::function<ExportOptions()> options = {});
    void refresh();
    /// Says so if the mapping is not valid, or belongs to another design than the one in Design.
    void refreshState();
    void followSelection();
    void followTree();
    bool isNarrow() const;
    void arrangeWide();
    void arrangeNarrow();
    void putBehindTree();

    Document& m_document;
    NestView* m_nest;
    FactsView* m_facts;
    StorageView* m_storage;
    TreeView* m_tree;
    TabStrip* m_dimensions;
    ArrayView* m_array;
    BreakdownView* m_energy;
    ExplainView* m_explain;
    QComboBox* m_figures;
    TrafficTableModel* m_traffic;
    FigureTable* m_table = nullptr;
    Dock *m_nestDock, *m_factsDock, *m_storageDock;
    Dock *m_treeDock = nullptr, *m_arrayDock = nullptr, *m_energyDock = nullptr, *m_trafficDock = nullptr;
    Dock* m_explainDock = nullptr;
    DirectivePanel* m_directives = nullptr;
    Dock* m_directivesDock = nullptr;
    bool m_explainStale = false;
    bool m_narrow = false;
    bool m_directivesSeen = false;   ///< they have been in front, and have their room since
    bool m_directivesFirst = false;  ///< they were asked for: not the tree comes to the front of a new layout
};

}  // namespace lapidary::ui
