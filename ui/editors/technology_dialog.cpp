// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/technology_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QShortcut>
#include <QUndoStack>
#include <QVBoxLayout>

#include "core/arch/figures.h"
#include "core/arch/technology/fill.h"
#include "core/arch/technology/technology_setting.h"
#include "ui/editors/design_editor.h"
#include "ui/editors/setting_field.h"
#include "ui/models/problem_text.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

constexpr int kNumberWidth = 90;
const QString kByHand = QStringLiteral("none");

}  // namespace

TechnologyDialog::TechnologyDialog(Document& document, QWidget* parent)
    : QDialog(parent),
      m_editor(new DesignEditor(document, this)),
      m_notice(new Notice),
      m_said(new QLabel),
      m_takeAll(new QPushButton(tr("Look all figures up"))) {
    setObjectName("technologyDialog");
    setWindowTitle(tr("Technology of the design - Lapidary"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    connect(&document, &Document::inputsChanged, this, &TechnologyDialog::refresh);
    refresh();
}

void TechnologyDialog::set(const char* key, const QString& value, SettingField* field) {
    if (field && value == field->value()) return field->accept();
    const Diagnostics problems = m_editor->set(QStringLiteral("technology.") + key, value, tr("Technology"));
    if (problems.empty()) {
        m_notice->clear();
        if (field) field->accept();
        return refresh();
    }
    if (field) field->refuse(problemText(problems));
    m_notice->tell(Severity::error, tr("%1:").arg(field ? field->accessibleName() : tr("Not taken")),
                   sentence(problems));
    refresh();
}

QComboBox* TechnologyDialog::addChoice(QGridLayout& grid, const QString& text, const char* key) {
    const int row = grid.rowCount();
    auto* caption = new QLabel(text);
    auto* choice = new QComboBox;
    choice->setObjectName(QStringLiteral("technology.") + key);
    choice->setAccessibleName(text);
    caption->setBuddy(choice);
    grid.addWidget(caption, row, 0);
    grid.addWidget(choice, row, 1, 1, 2);
    connect(choice, &QComboBox::activated, this,
            [this, choice, key] { set(key, choice->currentData().toString(), nullptr); });
    return choice;
}

template <class E>
void TechnologyDialog::addTable(QGridLayout& grid, const QString& text, const char* key, E Technology::*member) {
    QComboBox* choice = addChoice(grid, text, key);
    const bool canBeNone = std::is_same_v<E, TableSet>;
    if (canBeNone) {
        choice->addItem(tr("Nowhere: as given by hand"), kByHand);
        choice->setItemData(0, tr("What nobody gave is unknown"), Qt::ToolTipRole);
    }
    for (const auto& entry : keyTable(E{})) {
        choice->addItem(fromView(entry.label), fromView(entry.key));
        choice->setItemData(choice->count() - 1, fromView(entry.meaning), Qt::ToolTipRole);
    }
    m_shows.emplace_back([this, choice, member, canBeNone] {
        const auto& technology = m_editor->design().spec().technology;
        choice->setEnabled(technology || canBeNone);
        choice->setCurrentIndex(choice->findData(technology ? fromView(keyOf((*technology).*member)) : kByHand));
        choice->setToolTip(technology ? fromView(entryOf((*technology).*member).meaning) : QString());
    });
}

void TechnologyDialog::addField(QGridLayout& grid, const QString& text, const char* key, const QString& unit,
                                const QString& help, const QString& absent) {
    const int row = grid.rowCount();
    auto* caption = new QLabel(text);
    auto* field = new SettingField;
    field->setObjectName(QStringLiteral("technology.") + key);
    field->setAccessibleName(text);
    field->setHelp(help);
    field->setPlaceholderText(absent);
    field->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    field->setFixedWidth(kNumberWidth);
    caption->setBuddy(field);
    grid.addWidget(caption, row, 0);
    grid.addWidget(field, row, 1);
    auto* note = new QLabel(unit);
    note->setForegroundRole(QPalette::PlaceholderText);
    grid.addWidget(note, row, 2);
    connect(field, &SettingField::committed, this, [this, field, key, absent](const QString& typed) {
        set(key, typed.isEmpty() && !absent.isEmpty() ? absent : typed, field);
    });
    m_shows.emplace_back([this, field, key, absent] {
        const auto& technology = m_editor->design().spec().technology;
        const QString value = QString::fromStdString(technologySetting(technology, key));
        field->setEnabled(technology.has_value());
        field->setValue(!technology || value == absent ? QString() : value);
    });
}

void TechnologyDialog::build() {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(2, 1);
    addTable(*grid, tr("Figures come from"), "tables", &Technology::tables);
    addField(*grid, tr("Node"), "node_nm", tr("nm, 5 to 90"),
             tr("5 to 90 nm; between the tables' nodes values are interpolated"));
    addTable(*grid, tr("Transistors of SRAM"), "flavor", &Technology::flavor);
    addTable(*grid, tr("Scaling of logic"), "scaling", &Technology::scaling);
    addField(*grid, tr("Temperature"), "temperature_k", tr("K, 300 to 400"), tr("Leakage depends on it"));
    addField(*grid, tr("Energy of a MAC"), "mac_pj", tr("pJ, of relative tables"),
             tr("Of one 16-bit multiply-accumulate. Empty: from the table of arithmetic"), "default");
    auto* leakage = new QCheckBox(tr("Look leakage up, too"));
    leakage->setObjectName("technology.leakage");
    leakage->setToolTip(tr("Leakage needs the clock frequency, which the compute states"));
    grid->addWidget(leakage, grid->rowCount(), 1, 1, 2);
    connect(leakage, &QCheckBox::clicked, this, [this](bool on) { set("leakage", on ? "true" : "false", nullptr); });
    m_shows.emplace_back([this, leakage] {
        const auto& technology = m_editor->design().spec().technology;
        leakage->setEnabled(technology.has_value());
        leakage->setChecked(technology && technology->leakage);
    });

    m_said->setFont(uiFont(TypeSize::note));
    m_said->setForegroundRole(QPalette::PlaceholderText);
    m_said->setWordWrap(true);
    m_said->setObjectName("technologySaid");
    m_takeAll->setObjectName("technologyTakeAll");
    m_takeAll->setToolTip(tr("Also in place of those given by hand; Undo brings them back"));
    connect(m_takeAll, &QPushButton::clicked, this, [this] {
        ArchitectureSpec spec = m_editor->spec();
        for (const auto& [path, figure] : figuresOf(spec)) *figure = {};
        const Diagnostics problems = m_editor->apply(Architecture::make(std::move(spec)), tr("All figures looked up"));
        if (!problems.empty()) m_notice->tell(Severity::error, tr("Not possible:"), sentence(problems));
    });
    auto* undo = new QShortcut(QKeySequence::Undo, this);
    connect(undo, &QShortcut::activated, this, [this] { m_editor->document().undoStack().undo(); });
    auto* redo = new QShortcut(QKeySequence::Redo, this);
    connect(redo, &QShortcut::activated, this, [this] { m_editor->document().undoStack().redo(); });
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    buttons->addButton(m_takeAll, QDialogButtonBox::ActionRole);
    for (auto* button : buttons->findChildren<QPushButton*>()) {  // Enter takes what stands in a field, and no more
        button->setAutoDefault(false);
        button->setDefault(false);
    }
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 14);
    layout->setSpacing(12);
    layout->addLayout(grid);
    layout->addWidget(m_notice);
    layout->addWidget(m_said);
    layout->addStretch();
    layout->addWidget(buttons);
    setMinimumWidth(440);
}

/// What the choice does to the design at hand: without it, a node changes nothing that one could see.
QString TechnologyDialog::countsText() const {
    const ArchitectureSpec& spec = m_editor->design().spec();
    const auto [lookedUp, given, unknown] = figureCounts(spec);
    QString text =
        tr("Of the design's energies and areas %1 come from the tables, %2 are given by hand and stay as they "
           "are, %3 are unknown. Each one's source stands beside it under Properties.")
            .arg(lookedUp)
            .arg(given)
            .arg(unknown);
    m_takeAll->setEnabled(spec.technology && given > 0);
    return text;
}

void TechnologyDialog::refresh() {
    for (const auto& show : m_shows) show();
    m_said->setText(countsText());
    adjustSize();
}

}  // namespace lapidary::ui
