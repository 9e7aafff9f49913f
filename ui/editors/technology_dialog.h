// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The technology of the design: the tables and the node from which figures come that nobody gave, and how many of the
// design's figures do. Every change is one step of undo. GUI thread only.
#pragma once

#include <QDialog>

#include <functional>
#include <vector>

#include "core/arch/technology/technology.h"

class QComboBox;
class QGridLayout;
class QLabel;
class QPushButton;

namespace lapidary::ui {

class DesignEditor;
class Document;
class Notice;
class SettingField;

class TechnologyDialog final : public QDialog {
    Q_OBJECT
public:
    TechnologyDialog(Document& document, QWidget* parent);

private:
    void build();
    void refresh();
    void set(const char* key, const QString& value, SettingField* field);
    QComboBox* addChoice(QGridLayout& grid, const QString& text, const char* key);
    template <class E>
    void addTable(QGridLayout& grid, const QString& text, const char* key, E Technology::*member);
    void addField(QGridLayout& grid, const QString& text, const char* key, const QString& unit, const QString& help,
                  const QString& absent = {});
    QString countsText() const;

    DesignEditor* m_editor;
    Notice* m_notice;
    QLabel* m_said;
    QPushButton* m_takeAll;
    std::vector<std::function<void()>> m_shows;  ///< each puts one setting into its widget
};

}  // namespace lapidary::ui
