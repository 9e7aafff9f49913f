// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The bar of the comparison: what A and B are - the best of any run, the mapping shown, a file - or one mapping under two
// models; swap and close. GUI thread only.
#pragma once

#include <QWidget>

#include "core/model/compat/compat.h"
#include "core/model/semantics.h"
#include "ui/session/document.h"

class QComboBox;
class QLabel;

namespace lapidary::ui {

class Actions;
class Segmented;

/// Another way to count, by the word that people choose it by.
struct ModelChoice {
    QString name;  ///< "halo box"
    QString meaning;
    Semantics semantics;
    std::optional<Compat> rules = {};  ///< the data-centric model, instead
    bool fabric = false;               ///< simulated cycle by cycle, instead
};
/// All that differ from the default in one rule, the default itself, and the data-centric model.
std::vector<ModelChoice> modelChoices();

class CompareBar final : public QWidget {
    Q_OBJECT
public:
    CompareBar(Document& document, const Actions& actions, QWidget* parent = nullptr);

    bool underTwoModels() const;
    /// Requires underTwoModels().
    ModelChoice model() const;
    /// One mapping under its own model and another: the data-centric one, or the reuse model if that is it.
    void compareModels();
    /// Said at the right: what is compared on what, or why nothing is.
    void setNote(const QString& text);

signals:
    void changed();  ///< another mode or model
    void fileWanted(lapidary::Side side);

private:
    QComboBox* chooser(Side side);
    void refresh();
    void fill(QComboBox& combo, Side side);
    void pick(Side side, int index);

    Document& m_document;
    Segmented* m_mode;
    QComboBox* m_a;
    QComboBox* m_b;
    QComboBox* m_model;
    QWidget* m_swap;
    QLabel* m_note;
};

}  // namespace lapidary::ui
