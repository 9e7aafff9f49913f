// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The form of the selected part. Each committed field is one undo step; what core refuses stays in its field with a red
// edge, the notice above says why and where, and the last valid value stays in use. GUI thread only.
#pragma once

#include <QWidget>

#include <memory>
#include <vector>

#include "ui/editors/property_fields.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace lapidary::ui {

class DesignEditor;
class Notice;
class Segmented;
class SettingField;
class SourceBadge;

class PropertiesPanel final : public QWidget {
    Q_OBJECT
public:
    explicit PropertiesPanel(DesignEditor& editor, QWidget* parent = nullptr);

    /// "GLB, storage level"
    QString subtitle() const;
    /// Puts the cursor into the first field.
    void startEditing();
    void resetToPreset();
    /// The field of a setting's last words: "capacity", "energy_pj.read".
    SettingField* field(const QString& key) const;
    const Notice& notice() const { return *m_notice; }
    QSize minimumSizeHint() const override { return {308, 120}; }

signals:
    void problemsChanged(int count);

private:
    struct Row {
        PropertyField about;
        SettingField* field = nullptr;
        QComboBox* choice = nullptr;
        Segmented* toggle = nullptr;
        QLabel* note = nullptr;
        SourceBadge* badge = nullptr;
        Diagnostics problems;  ///< why what stands in the field is refused; empty = it isn't
    };

    void rebuild();
    void addRow(QGridLayout& grid, const PropertyField& about);
    void addChoice(QGridLayout& grid, Row& row, int at);
    void addToggle(QGridLayout& grid, Row& row, int at);
    void addButton(QGridLayout& grid, Row& row, int at);
    void refresh();
    void refreshRow(Row& row);
    void commit(Row& row, const QString& text, int mergeId = -1);
    void step(Row& row, int direction);
    Diagnostics carryOut(const Row& row, const QString& text, const QString& what, int mergeId);
    Diagnostics commitPort(const Row& row, const QString& text, const QString& what);
    Diagnostics commitAxis(const Row& row, const QString& text, const QString& what);
    QString shownValue(const Row& row) const;
    void tell(Row& row, const Diagnostics& problems);
    /// The field refused last that still is; others are counted.
    void tellProblems();
    /// The form that took the place of another shows what that showed, and has the focus on the same field.
    void keepPlace(const QStringList& before, const QString& focused, int scrolled);
    QString whatOf(const Row& row) const;
    /// What the form is built for: the part and its fields, which another name or port changes.
    QStringList formOf() const;
    std::vector<PropertyField> fields() const;

    DesignEditor& m_editor;
    Notice* m_notice;
    QWidget* m_form = nullptr;
    std::vector<std::unique_ptr<Row>> m_rows;
    SettingList m_values;  ///< core's settings with their present values
    int m_built = 0;       ///< forms built so far
    QStringList m_builtFor;
    Row* m_refused = nullptr;  ///< last
    const Row* m_steppedRow = nullptr;
    int m_stepId = -1;
};

}  // namespace lapidary::ui
