// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// The docks of the Search perspective that show FLASH: runtimes of all candidates, runtime by case, best style per workload;
// with one choice of workload and style for all of them. A cell of the third chooses for the other two. GUI thread only.
#pragma once

#include <QObject>

#include "core/io/export_options.h"
#include "ui/views/flash_axis.h"

class QAction;
class QComboBox;

namespace lapidary::ui {

class Dock;
class Document;
class FlashCasesView;
class FlashControl;
class FlashFields;
class FlashHistogramView;
class FlashStylesView;
class Perspective;

class FlashDocks final : public QObject {
    Q_OBJECT
public:
    /// `openPick` opens what is chosen in them.
    FlashDocks(const Document& document, FlashControl& control, QAction* openPick, Perspective* parent);

    Dock* histogram() const { return m_histogramDock; }
    Dock* cases() const { return m_casesDock; }
    Dock* styles() const { return m_stylesDock; }
    /// For the form of the next run.
    FlashFields* fields() const { return m_fields; }

private:
    void buildHistogram(const Document& document);
    void buildCases(const Document& document);
    void buildStyles(const Document& document);
    QComboBox* chooser(const char* name, const QString& text, const QString& tip);
    ExportOptions asked(bool ofOneRun) const;
    void refresh();
    void refreshChoosers();
    void choose(const FlashChoice& choice);
    void bring();

    FlashControl& m_control;
    Perspective* m_home;
    QAction* m_openPick;
    FlashChoice m_choice;
    FlashFields* m_fields;
    FlashHistogramView* m_histogram;
    FlashCasesView* m_cases;
    FlashStylesView* m_styles;
    QComboBox *m_product, *m_style, *m_casesStyle;
    Dock *m_histogramDock = nullptr, *m_casesDock = nullptr, *m_stylesDock = nullptr;
};

}  // namespace lapidary::ui
