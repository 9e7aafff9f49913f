// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the next search is asked: algorithm, mapspace, objective, stop rules, seed and threads. Each change is one undo
// step of the document. GUI thread only.
#pragma once

#include <QWidget>

#include <utility>
#include <vector>

#include "core/search/search.h"

class QComboBox;
class QDoubleSpinBox;
class QGridLayout;
class QLabel;

namespace lapidary::ui {

class Document;
class NumberField;
class Segmented;
class SunstoneFields;

class RunForm final : public QWidget {
    Q_OBJECT
public:
    explicit RunForm(Document& document, QWidget* parent = nullptr);
    /// One more algorithm, FLASH, that is no search of a mapspace and has fields of its own. Only objective and seed are
    /// shared.
    void offerFlash(QWidget* fields);
    void setFlash(bool chosen);
    /// Another such algorithm; several may share their fields. Hands back its number. `ownObjective`: the fields have one.
    int offer(const QString& name, const QString& meaning, QWidget* fields, bool ownObjective);
    /// -1: a search of a mapspace.
    void choose(int other);
    bool choosesSearch() const { return m_other < 0; }

signals:
    void flashChosen(bool chosen);
    void otherChosen(int other);

protected:
    void changeEvent(QEvent* event) override;

private:
    void styleGap();
    void greyNoGap();
    struct Other {
        QWidget* fields;
        bool ownObjective;
    };
    void gatherOrdinary();
    void refreshOthers();
    void connectFields();
    void build();
    void buildWalk(QGridLayout& grid, int& row);
    void refresh();
    void refreshSize();

    Document& m_document;
    QComboBox* m_algorithm;
    Segmented* m_mapspace;
    QComboBox* m_objective;
    NumberField* m_evaluations;
    NumberField* m_seconds;
    NumberField* m_victory;
    QDoubleSpinBox* m_gap;
    NumberField* m_seed;
    NumberField* m_threads;
    QLabel* m_size;
    NumberField* m_patience;
    QDoubleSpinBox* m_hot;
    QDoubleSpinBox* m_cold;
    NumberField* m_population;
    SunstoneFields* m_sunstone;
    std::vector<std::pair<Algorithm, QWidget*>> m_walkParts;  ///< shown with that algorithm only
    std::vector<Other> m_others;                              ///< algorithms that search no mapspace
    int m_other = -1, m_flash = -1;                           ///< the chosen one, and which is FLASH
    std::vector<QWidget*> m_ordinary;                         ///< of searches of a mapspace only
    std::vector<QWidget*> m_objectiveRow;
    QLabel* m_hint;  ///< when the limit exceeds the mapspace
};

}  // namespace lapidary::ui
