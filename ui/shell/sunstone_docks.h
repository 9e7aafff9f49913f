// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks of the Search perspective that show Sunstone from inside: ordering trie, tiling tree, unrollings, principles and
// alpha-beta, each with its switches, its export and a line that tells of what is pointed at. A finished run is looked
// into, on another thread, once one of the last three is on show. GUI thread only.
#pragma once

#include <QObject>

#include "core/io/export_options.h"
#include "ui/jobs/sunstone_inspector.h"

class QComboBox;
class QLabel;

namespace lapidary::ui {

class BoundsView;
class Dock;
class Document;
class FigureTable;
class OrderingTrieView;
class Perspective;
class PrinciplesView;
class SunstoneTilesView;
class TilingOrderModel;
class UnrollingTableModel;

class SunstoneDocks final : public QObject {
    Q_OBJECT
public:
    SunstoneDocks(const Document& document, Perspective* parent);

    Dock* trie() const { return m_trieDock; }
    Dock* tiles() const { return m_tilesDock; }
    Dock* unrolling() const { return m_unrollingDock; }
    Dock* principles() const { return m_principlesDock; }
    Dock* bounds() const { return m_boundsDock; }
    void refreshTrie(const RunPtr& run);
    void refreshTiles(const RunPtr& run);
    void refreshUnrolling(const RunPtr& run);
    void refreshPrinciples(const RunPtr& run);
    void refreshBounds(const RunPtr& run);

signals:
    /// The run on show was looked into further.
    void inspected();

private:
    void buildTrie(const Document& document);
    void buildTiles(const Document& document);
    void buildUnrolling(const Document& document);
    void buildPrinciples(const Document& document);
    void buildBounds(const Document& document);
    ExportOptions runOption() const;
    void showArray(int number);

    Perspective* m_home;
    RunPtr m_run;  ///< on show, for exports
    OrderingTrieView* m_trie;
    SunstoneTilesView* m_tiles;
    PrinciplesView* m_principles;
    BoundsView* m_bounds;
    TilingOrderModel* m_tilings;
    UnrollingTableModel* m_unrollings;
    FigureTable* m_unrollingTable = nullptr;
    QLabel* m_unrollingNote = nullptr;
    QComboBox *m_order, *m_array;
    RunPtr m_listedRun;  ///< whose unrollings the table shows
    int m_listedArray = -1;
    SunstoneInspector m_inspector;
    Dock *m_trieDock = nullptr, *m_tilesDock = nullptr, *m_unrollingDock = nullptr;
    Dock *m_principlesDock = nullptr, *m_boundsDock = nullptr;
};

}  // namespace lapidary::ui
