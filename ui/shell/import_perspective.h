// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Import: what an ONNX model holds, node by node, what becomes of each, the layers to take, and runs of the network with
// values. It belongs to Design in the mode bar. GUI thread only.
#pragma once

#include "ui/shell/perspective.h"

class QComboBox;
class QLabel;
class QPushButton;

namespace lapidary::ui {

class Actions;
class Document;
class FigureTable;
class ImportControl;
class ImportLayerModel;
class ImportNodeModel;
class ImportPanel;
class NumberField;
class ProgressLine;
class ValuesModel;

class ImportPerspective final : public Perspective {
    Q_OBJECT
public:
    ImportPerspective(Document& document, const Actions& actions, ImportControl& control, QWidget* parent = nullptr);

signals:
    /// A layer became the workload.
    void workloadChosen();

protected:
    void arrange() override;
    void proportion() override;
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void buildNodes();
    void buildLayers(const Actions& actions);
    void buildValues();
    void toggle(int row);
    void refreshModel();
    void refreshTaken();
    void refreshValues();
    void followQuestion();
    void tellValues();

    Document& m_document;
    ImportControl& m_control;
    ImportPanel* m_panel;
    ImportNodeModel* m_nodes;
    ImportLayerModel* m_layers;
    ValuesModel* m_values;
    FigureTable *m_nodeTable = nullptr, *m_layerTable = nullptr;
    QLabel *m_takenLine = nullptr, *m_valuesLine = nullptr;
    QComboBox* m_machine = nullptr;
    NumberField* m_seed = nullptr;
    QPushButton *m_takeAll = nullptr, *m_takeNone = nullptr;
    QPushButton *m_runValues = nullptr, *m_stopValues = nullptr;
    ProgressLine* m_valuesProgress = nullptr;
    Dock *m_panelDock = nullptr, *m_nodesDock = nullptr, *m_layersDock = nullptr, *m_valuesDock = nullptr;
};

}  // namespace lapidary::ui
