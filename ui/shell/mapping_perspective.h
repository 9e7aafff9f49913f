// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Mapping: one mapping seen from several sides - loop nest, facts, storage, traffic - with one selection through all.
// GUI thread only.
#pragma once

#include "ui/shell/perspective.h"

namespace lapidary::ui {

class Document;
class FactsView;
class FigureTable;
class NestView;
class StorageView;
class TrafficTableModel;

class MappingPerspective final : public Perspective {
    Q_OBJECT
public:
    explicit MappingPerspective(Document& document, QWidget* parent = nullptr);

protected:
    void arrange() override;
    void proportion() override;

private:
    void buildTraffic();
    void refresh();
    void followSelection();

    Document& m_document;
    NestView* m_nest;
    FactsView* m_facts;
    StorageView* m_storage;
    TrafficTableModel* m_traffic;
    FigureTable* m_table = nullptr;
    Dock *m_nestDock, *m_factsDock, *m_storageDock, *m_trafficDock = nullptr;
};

}  // namespace lapidary::ui
