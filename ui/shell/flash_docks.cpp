// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/flash_docks.h"

#include <QAction>
#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>

#include "ui/editors/flash_fields.h"
#include "ui/shell/dock_exports.h"
#include "ui/shell/flash_control.h"
#include "ui/shell/perspective.h"
#include "ui/views/flash_cases_view.h"
#include "ui/views/flash_histogram_view.h"
#include "ui/views/flash_styles_view.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/note_line.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

namespace {

/// A view that scrolls over two lines that tell of what is pointed at or chosen - until then, the hint - and a button that opens
/// what is chosen.
template <class V>
QWidget* withFlashNote(V* view, const QString& name, const QString& hint, QAction* open) {
    auto* foot = new QWidget;
    auto* row = new QHBoxLayout(foot);
    row->setContentsMargins(0, 0, 8, 0);
    row->setSpacing(4);
    row->addWidget(toldLine(view, name, hint), 1);
    auto* button = new QToolButton;
    button->setDefaultAction(open);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setIconSize({14, 14});
    button->setFixedSize(26, 24);
    button->setObjectName(view->objectName() + QStringLiteral("Open"));
    button->setAccessibleName(open->iconText());
    row->addWidget(button);
    return stacked({scrolled(view), foot});
}

void fillChooser(QComboBox& combo, const QStringList& items, int current) {
    QStringList listed;
    for (int i = 0; i < combo.count(); ++i) listed << combo.itemText(i);
    if (listed != items) {
        combo.clear();
        combo.addItems(items);
    }
    combo.setCurrentIndex(current);
    combo.setVisible(items.size() > 1);
}

}  // namespace

FlashDocks::FlashDocks(const Document& document, FlashControl& control, QAction* openPick, Perspective* parent)
    : QObject(parent),
      m_control(control),
      m_home(parent),
      m_openPick(openPick),
      m_fields(new FlashFields),
      m_histogram(new FlashHistogramView),
      m_cases(new FlashCasesView),
      m_styles(new FlashStylesView),
      m_product(chooser("flashProduct", tr("Which matrix product"), tr("The open one, or another of its network"))),
      m_style(chooser("flashStyle", tr("Which style"), tr("All styles over one axis, or one of them"))),
      m_casesStyle(chooser("flashCasesStyle", tr("Which style"), tr("The picks of all styles, or of one"))) {
    buildHistogram(document);
    buildCases(document);
    buildStyles(document);
    m_fields->setOptions(control.options());
    connect(m_fields, &FlashFields::edited, this,
            [this](const flash::Options& options) { m_control.setOptions(options); });
    connect(&control, &FlashControl::optionsChanged, this, [this] { m_fields->setOptions(m_control.options()); });
    connect(m_product, &QComboBox::activated, this,
            [this](int index) { choose({.run = static_cast<std::size_t>(index), .style = m_choice.style}); });
    for (QComboBox* combo : {m_style, m_casesStyle})
        connect(combo, &QComboBox::activated, this, [this](int index) {
            choose({.run = m_choice.run,
                    .style = index > 0 ? std::optional(static_cast<std::size_t>(index - 1)) : std::nullopt});
        });
    connect(m_styles, &FlashStylesView::styleChosen, this,
            [this](std::size_t run, std::size_t style) { choose({.run = run, .style = style}); });
    const auto open = [this](std::size_t style) { m_control.openPick(m_choice.run, style); };
    connect(m_styles, &ItemView::activated, this, [this](int cell) {
        const auto [run, style] = m_styles->placeIn(cell);
        m_control.openPick(run, style);
    });
    connect(m_cases, &ItemView::activated, this, [this, open](int row) { open(m_cases->styleOf(row)); });
    connect(m_histogram, &ItemView::activated, this, [this, open](int bar) { open(m_histogram->styleAt(bar)); });
    connect(&control, &FlashControl::updated, this, &FlashDocks::refresh);
    connect(&control, &FlashControl::begun, this, &FlashDocks::bring);
    refresh();
}

QComboBox* FlashDocks::chooser(const char* name, const QString& text, const QString& tip) {
    auto* combo = new QComboBox;
    combo->setObjectName(name);
    combo->setAccessibleName(text);
    combo->setToolTip(tip);
    combo->setFixedHeight(20);
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    return combo;
}

/// So that what is exported is what is on show.
ExportOptions FlashDocks::asked(bool ofOneRun) const {
    ExportOptions options;
    const FlashAnswerPtr answer = m_control.answer();
    if (!answer) return options;
    if (const std::string words = flashWords(answer->report.options); !words.empty()) options["flash"] = words;
    const FlashRun* run = shownRun(answer.get(), m_choice);
    if (!ofOneRun || !run) return options;
    if (m_choice.run && *m_choice.run != answer->current) options["product"] = run->workload;
    if (m_choice.style && *m_choice.style < run->result.styles.size())
        options["style"] = flashKey(run->result.styles[*m_choice.style]);
    return options;
}

void FlashDocks::buildHistogram(const Document& document) {
    const QString hint = tr("Point at a bar, or walk with the arrow keys, for its figures.");
    m_histogramDock =
        new Dock("flashHistogram", tr("Histogram"),
                 withFlashNote(m_histogram, QStringLiteral("flashHistogramNote"), hint, m_openPick), m_home);
    m_histogramDock->addSwitch(m_product);
    m_histogramDock->addSwitch(m_style);
    addViewExport(
        *m_histogramDock, document, "flash-histogram", [this] { return asked(true); },
        [this] { return m_histogram->textTwin(); });
}

void FlashDocks::buildCases(const Document& document) {
    const QString hint =
        tr("Point at a row, or walk with the arrow keys, for its figures; a double click opens the pick in Mapping.");
    m_casesDock = new Dock("flashCases", tr("Cases"),
                           withFlashNote(m_cases, QStringLiteral("flashCasesNote"), hint, m_openPick), m_home);
    m_casesDock->addSwitch(m_casesStyle);
    addViewExport(
        *m_casesDock, document, "flash-cases", [this] { return asked(true); }, [this] { return m_cases->textTwin(); });
}

void FlashDocks::buildStyles(const Document& document) {
    const QString hint = tr(
        "Choose a cell, by click or arrow keys, to see it in Histogram and Cases; a double click opens it in Mapping.");
    m_stylesDock = new Dock("flashStyles", tr("Styles"),
                            withFlashNote(m_styles, QStringLiteral("flashStylesNote"), hint, m_openPick), m_home);
    addViewExport(
        *m_stylesDock, document, "flash-styles", [this] { return asked(false); },
        [this] { return m_styles->textTwin(); });
}

void FlashDocks::choose(const FlashChoice& choice) {
    m_choice = choice;
    refresh();
}

void FlashDocks::refreshChoosers() {
    const FlashAnswerPtr answer = m_control.answer();
    QStringList products, styles;
    int product = 0;
    if (answer) {
        for (const FlashRun& run : answer->report.runs) products << QString::fromStdString(run.workload);
        product = static_cast<int>(m_choice.run.value_or(answer->current));
        if (const FlashRun* run = shownRun(answer.get(), m_choice)) {
            styles << tr("all styles");
            for (std::size_t i = 0; i < run->result.styles.size(); ++i) styles << shortLabel(*run, i);
        }
    }
    const int style = m_choice.style ? static_cast<int>(*m_choice.style) + 1 : 0;
    fillChooser(*m_product, products, product);
    // One style alone needs no choice.
    for (QComboBox* combo : {m_style, m_casesStyle})
        fillChooser(*combo, styles.size() > 2 ? styles : QStringList(), style);
}

void FlashDocks::refresh() {
    const FlashAnswerPtr answer = m_control.answer();
    const FlashRun* run = shownRun(answer.get(), m_choice);
    if (answer && !run) m_choice.run.reset();
    if (!answer || (run && m_choice.style && *m_choice.style >= run->result.styles.size())) m_choice = {};
    m_control.setChoice(m_choice.run, m_choice.style);
    refreshChoosers();
    m_histogram->setAnswer(answer, m_choice, m_control.reason());
    m_cases->setAnswer(answer, m_choice, m_control.reason());
    m_styles->setAnswer(answer, m_control.reason());
    m_histogramDock->setSubtitle(m_histogram->summary());
    m_casesDock->setSubtitle(m_cases->summary());
    m_stylesDock->setSubtitle(m_styles->summary());
    const bool running = m_control.running();
    const bool stopped = answer && !running && answer->stopped();
    const QString notYet = running   ? tr("FLASH runs: export once it has ended, or stop it (Shift+F5)")
                           : !answer ? tr("run FLASH on this workload and design first (F5)")
                                     : QString();
    for (Dock* dock : {m_histogramDock, m_casesDock, m_stylesDock}) dock->setProperty(kNotYet, notYet);
    for (Dock* dock : {m_histogramDock, m_casesDock, m_stylesDock})
        dock->pill()->setState(m_control.paused() ? tr("paused")
                               : running          ? tr("running")
                               : stopped          ? tr("stopped")
                                                  : QString(),
                               running && !m_control.paused() ? Tone::accent : Tone::warning);
    m_fields->setState(m_control.stateText(), m_control.progress(), m_control.reason());
}

void FlashDocks::bring() {
    for (Dock* dock : {m_histogramDock, m_casesDock, m_stylesDock}) {
        dock->show();
        dock->raise();
    }
}

}  // namespace lapidary::ui
