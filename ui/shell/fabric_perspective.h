// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The layer on the desk under the fabric model: its tile and machine to be edited, what it counts, the fabric cycle by cycle,
// and how its time goes. It belongs to Mapping in the mode bar, as another model of the same. GUI thread only.
#pragma once

#include "ui/shell/fabric_control.h"
#include "ui/shell/perspective.h"

namespace lapidary::ui {

class FabricPane;
class FabricPanel;
class FabricTableModel;
class FabricTimelineView;
class FabricView;
class Segmented;

class FabricPerspective final : public Perspective {
    Q_OBJECT
public:
    explicit FabricPerspective(Document& document, QWidget* parent = nullptr);
    FabricControl& control() { return m_control; }
    /// Where SIGMA's operands have values. False if the file can't be read, which is told.
    bool importBitmaps(const QString& path);

signals:
    void designPicked(const QString& key);  ///< of the presets

protected:
    void arrange() override;
    void proportion() override;
    void showEvent(QShowEvent* event) override;
    void hideEvent(QHideEvent* event) override;

private:
    void buildTile();
    void buildCounters();
    void buildFabric();
    void buildTimeline();
    void askForBitmaps();
    void refresh();
    void refreshCycle();
    void refreshState();
    bool isNarrow() const;

    Document& m_document;
    FabricControl m_control;
    FabricPanel* m_panel;
    FabricTableModel* m_figures;
    FabricView* m_view;
    FabricPane* m_pane;
    FabricTimelineView* m_timeline;
    Segmented* m_shown;
    Dock *m_tileDock = nullptr, *m_countersDock = nullptr, *m_fabricDock = nullptr, *m_timelineDock = nullptr;
    bool m_narrow = false;
};

}  // namespace lapidary::ui
