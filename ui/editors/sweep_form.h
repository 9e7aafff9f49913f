// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the sweep is asked: layers, base design, settings and their values, mapspaces, and how each point is searched;
// with the number of searches that this makes. Every change is an undo step of the document, also a wrong one, which is
// told below its field until it is mended. GUI thread only.
#pragma once

#include <QWidget>

#include <array>

#include "ui/session/document.h"

class QCheckBox;
class QComboBox;
class QGridLayout;
class QLabel;
class QStringListModel;
class QVBoxLayout;

namespace lapidary::ui {

class AxisRow;
class NumberField;
class PresetPicker;

class SweepForm final : public QWidget {
    Q_OBJECT
public:
    explicit SweepForm(Document& document, QWidget* parent = nullptr);

signals:
    void designPicked(const QString& key);
    /// A preset or file to open; errors are shown by who reads it.
    void sweepPicked(const QString& keyOrFile);
    void openWanted();
    void saveWanted();
    /// A preset could not be read.
    void failed(const lapidary::Diagnostics& problems);

private:
    void buildHead(QVBoxLayout& layout);
    void buildParameters(QVBoxLayout& layout);
    void buildMapspaces(QGridLayout& grid, int row);
    void buildSearch(QVBoxLayout& layout);
    void connectSearch();
    void refresh();
    void refreshRows();
    void refreshSearch();
    void pickWorkload(const QString& key);
    void setAxis(std::size_t index, const SweepAxis& axis);
    void addAxis();
    void setMapspaces();
    QString countText() const;
    template <class Change>
    void change(const QString& what, Change change);

    Document& m_document;
    PresetPicker* m_sweep;
    PresetPicker* m_workload;
    PresetPicker* m_design;
    QStringListModel* m_paths;
    QVBoxLayout* m_rowLayout = nullptr;
    std::vector<AxisRow*> m_rows;
    std::array<QCheckBox*, 5> m_mapspaces{};
    QComboBox* m_algorithm;
    QComboBox* m_objective;
    NumberField* m_victory;
    NumberField* m_evaluations;
    NumberField* m_seed;
    QLabel* m_count;
};

}  // namespace lapidary::ui
