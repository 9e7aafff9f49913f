// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The tile that a fabric runs and the machine it runs on, as fields: every change is an undo step and simulated at once. What
// the machine refuses is said above the fields, with what would help. GUI thread only.
#pragma once

#include <QWidget>

#include <vector>

#include "ui/jobs/fabric_work.h"

class QGridLayout;
class QLabel;
class QLayout;

namespace lapidary::ui {

class Notice;
class NumberField;
class Segmented;

class FabricPanel final : public QWidget {
    Q_OBJECT
public:
    explicit FabricPanel(QWidget* parent = nullptr);
    /// Null: nothing can be run, because of `refusal`.
    void setAnswer(const FabricAnswerPtr& answer, const FabricInputs& inputs, const QString& refusal);

    /// What was asked of it can't be done; told until something else is.
    void tellProblems(const QString& title, const Diagnostics& problems);

signals:
    void bitmapsWanted();
    void bitmapsDropped();
    /// What was set by hand is to go.
    void followWanted();
    /// What was stopped is to be simulated after all.
    void runAsked();
    /// What was edited is named for the undo list.
    void tileEdited(const std::optional<lapidary::fabric::Tile>& tile, const QString& what);
    void outputsEdited(const lapidary::fabric::SystolicTile& tile, const QString& what);
    void hardwareEdited(const std::optional<lapidary::fabric::Hardware>& hardware, const QString& what);

private:
    struct Row {
        QString name;
        std::int64_t fabric::Tile::*part = nullptr;
        std::int64_t fabric::SystolicTile::*output = nullptr;
        QLabel *caption = nullptr, *layer = nullptr, *folds = nullptr;
        NumberField* field = nullptr;
    };
    void buildTile(QGridLayout& grid);
    /// A number of MAERI's tile (`part`) or of a systolic array's (`output`); the other is null.
    void addTileRow(QGridLayout& grid, const char* name, std::int64_t fabric::Tile::*part,
                    std::int64_t fabric::SystolicTile::*output, const QString& tip);
    QLayout* tileButtons();
    void buildMachine(QGridLayout& grid);
    NumberField* addField(QGridLayout& grid, int row, const QString& text, const char* name, const QString& tip,
                          std::int64_t fabric::Hardware::*part);
    void refreshTile();
    void refreshMachine();
    void refreshNotice(const QString& refusal);
    void editRow(const Row& row, std::int64_t value);
    void useAnalyticTile();
    fabric::Hardware hardware() const;
    fabric::Tile tile() const;

    FabricAnswerPtr m_answer;
    FabricInputs m_inputs;
    Notice* m_notice;
    QWidget *m_tileBox, *m_machineBox;
    std::vector<Row> m_rows;
    std::vector<QLabel*> m_heads;
    QLabel *m_formula, *m_source;
    std::vector<std::pair<NumberField*, std::int64_t fabric::Hardware::*>> m_machine;
    std::vector<QLabel*> m_machineCaptions;
    Segmented *m_reduction, *m_psums;
    QLabel *m_reductionName, *m_psumsName;
    QWidget *m_analytic = nullptr, *m_follow = nullptr, *m_bitmaps = nullptr, *m_allOnes = nullptr;
};

}  // namespace lapidary::ui
