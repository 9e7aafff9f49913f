// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/rules_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>

#include "core/arch/architecture.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/theme/fonts.h"

namespace lapidary::ui {

namespace {

struct RulesPreset {
    QString name, meaning;
    Semantics semantics;
};

const std::vector<RulesPreset>& rulesPresets() {
    static const std::vector<RulesPreset> kPresets{
        {QObject::tr("Lapidary's rules"), QObject::tr("Every tile, overlap and last round exactly as it is"), {}},
        {QObject::tr("Timeloop's rules"),
         QObject::tr("As Timeloop counts: what still differs is in docs/models/compat.md"), timeloopSemantics()},
        {QObject::tr("Bounding boxes, one axis"),
         QObject::tr("Timeloop's tiles and windows, without what it extrapolates"), exactReferenceSemantics()},
    };
    return kPresets;
}

const RulesPreset* presetOf(const Semantics& semantics) {
    const auto& presets = rulesPresets();
    const auto found = std::find_if(presets.begin(), presets.end(),
                                    [&](const RulesPreset& preset) { return preset.semantics == semantics; });
    return found == presets.end() ? nullptr : &*found;
}

}  // namespace

QString rulesTitle(const Semantics& semantics) {
    const RulesPreset* preset = presetOf(semantics);
    return preset ? preset->name : QObject::tr("own rules");
}

RulesDialog::RulesDialog(Document& document, QWidget* parent)
    : QDialog(parent), m_document(document), m_said(new QLabel) {
    setObjectName("rulesDialog");
    setWindowTitle(tr("Counting rules - Lapidary"));
    setAttribute(Qt::WA_DeleteOnClose);
    build();
    connect(&document, &Document::inputsChanged, this, &RulesDialog::refresh);
    refresh();
}

void RulesDialog::set(const Semantics& semantics) {
    if (semantics == m_document.inputs().semantics) return;
    SessionInputs next = m_document.inputs();
    next.semantics = semantics;
    m_document.edit(std::move(next), tr("Count by %1").arg(rulesTitle(semantics)));
}

QComboBox* RulesDialog::addChoice(QGridLayout& grid, const QString& text, const char* name) {
    const int row = grid.rowCount();
    auto* caption = new QLabel(text);
    auto* choice = new QComboBox;
    choice->setObjectName(name);
    choice->setAccessibleName(text);
    caption->setBuddy(choice);
    grid.addWidget(caption, row, 0);
    grid.addWidget(choice, row, 1);
    return choice;
}

template <class E>
void RulesDialog::addRule(QGridLayout& grid, const QString& text, const char* name, E Semantics::*rule) {
    QComboBox* choice = addChoice(grid, text, name);
    for (const auto& entry : keyTable(E{})) {
        choice->addItem(fromView(entry.label), static_cast<int>(entry.value));
        choice->setItemData(choice->count() - 1, fromView(entry.meaning), Qt::ToolTipRole);
    }
    connect(choice, &QComboBox::activated, this, [this, choice, rule] {
        Semantics next = m_document.inputs().semantics;
        next.*rule = static_cast<E>(choice->currentData().toInt());
        set(next);
    });
    m_shows.emplace_back([choice, rule](const Semantics& semantics) {
        choice->setCurrentIndex(choice->findData(static_cast<int>(semantics.*rule)));
        choice->setToolTip(fromView(entryOf(semantics.*rule).meaning));
    });
}

void RulesDialog::addSwitch(QGridLayout& grid, const QString& text, const QString& tip, const char* name,
                            bool Semantics::*rule) {
    auto* box = new QCheckBox(text);
    box->setObjectName(name);
    box->setToolTip(tip);
    grid.addWidget(box, grid.rowCount(), 0, 1, 2);
    connect(box, &QCheckBox::clicked, this, [this, rule](bool on) {
        Semantics next = m_document.inputs().semantics;
        next.*rule = on;
        set(next);
    });
    m_shows.emplace_back([box, rule](const Semantics& semantics) { box->setChecked(semantics.*rule); });
}

void RulesDialog::build() {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(1, 1);
    m_preset = addChoice(*grid, tr("Rules"), "rulesPreset");
    for (const RulesPreset& preset : rulesPresets()) {
        m_preset->addItem(preset.name);
        m_preset->setItemData(m_preset->count() - 1, preset.meaning, Qt::ToolTipRole);
    }
    connect(m_preset, &QComboBox::activated, this, [this](int index) {
        if (index < static_cast<int>(rulesPresets().size()))
            set(rulesPresets()[static_cast<std::size_t>(index)].semantics);
    });
    addRule(*grid, tr("Tiles of windows"), "rulesHalo", &Semantics::halo);
    addRule(*grid, tr("Reuse of windows"), "rulesWindow", &Semantics::window);
    addRule(*grid, tr("Multicast"), "rulesMulticast", &Semantics::multicast);
    addRule(*grid, tr("Time"), "rulesTime", &Semantics::time);
    addSwitch(*grid, tr("Zeros of the padding are not fetched"),
              tr("Positions outside the data of a tensor that states its padding are neither fetched, stored nor read"),
              "rulesPadding", &Semantics::padding);
    addSwitch(*grid, tr("The last drain of an output is a read"),
              tr("Outputs are read once more where they leave for the next outer level"), "rulesDrain",
              &Semantics::drainRead);
    addSwitch(*grid, tr("Each network shares by itself"),
              tr("Children of different networks share a read only if all that the children beside them ask for is "
                 "the same, too"),
              "rulesNetworks", &Semantics::perNetwork);
    addSwitch(*grid, tr("Neighbours give what they just got"),
              tr("A child may take its new words from a neighbour that got them one step before"), "rulesLinks",
              &Semantics::linkTransfers);
    addSwitch(*grid, tr("Tails take full steps"), tr("The last round of a loop takes the time of a full one"),
              "rulesSteps", &Semantics::fullSteps);
    addSwitch(*grid, tr("Partial sums that come back hop, too"),
              tr("On networks with a hop energy, sums that return for more pay for their way"), "rulesReturning",
              &Semantics::returnHops);

    m_said->setFont(uiFont(TypeSize::note));
    m_said->setForegroundRole(QPalette::PlaceholderText);
    m_said->setWordWrap(true);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(20, 16, 20, 14);
    layout->setSpacing(12);
    layout->addLayout(grid);
    layout->addWidget(m_said);
    layout->addStretch();
    layout->addWidget(buttons);
}

void RulesDialog::refresh() {
    const Semantics& semantics = m_document.inputs().semantics;
    for (const auto& show : m_shows) show(semantics);
    const auto& presets = rulesPresets();
    const RulesPreset* preset = presetOf(semantics);
    const int own = static_cast<int>(presets.size());
    // "Own rules" is there only while it is so.
    if (!preset && m_preset->count() == own) m_preset->addItem(tr("Own rules"));
    if (preset && m_preset->count() > own) m_preset->removeItem(own);
    m_preset->setCurrentIndex(preset ? static_cast<int>(preset - presets.data()) : own);
    m_said->setText(
        tr("The mapping on show and new searches are counted with %1. Runs keep the rules that they were made "
           "with.")
            .arg(QString::fromStdString(toText(semantics))));
}

}  // namespace lapidary::ui
