// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks of the Search perspective that show Sunstone from inside: ordering trie, tiling tree and principles, each with
// its switches, its export and, below the trees, a line that tells what became of a node. GUI thread only.
#pragma once

#include <QObject>

#include "ui/session/run.h"

class QComboBox;

namespace lapidary::ui {

class Dock;
class Document;
class OrderingTrieView;
class Perspective;
class PrinciplesView;
class SunstoneTilesView;

class SunstoneDocks final : public QObject {
    Q_OBJECT
public:
    SunstoneDocks(const Document& document, Perspective* parent);

    Dock* trie() const { return m_trieDock; }
    Dock* tiles() const { return m_tilesDock; }
    Dock* principles() const { return m_principlesDock; }
    void refreshTrie(const RunPtr& run);
    void refreshTiles(const RunPtr& run);
    void refreshPrinciples(const RunPtr& run);

private:
    void buildTrie(const Document& document);
    void buildTiles(const Document& document);

    Perspective* m_home;
    RunPtr m_run;  ///< on show, for exports
    OrderingTrieView* m_trie;
    SunstoneTilesView* m_tiles;
    PrinciplesView* m_principles;
    QComboBox* m_order;
    Dock *m_trieDock = nullptr, *m_tilesDock = nullptr, *m_principlesDock = nullptr;
};

}  // namespace lapidary::ui
