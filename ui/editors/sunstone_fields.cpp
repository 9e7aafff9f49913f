// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/sunstone_fields.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

#include "ui/editors/form_rows.h"
#include "ui/editors/key_combo.h"

namespace lapidary::ui {

SunstoneFields::SunstoneFields(QWidget* parent)
    : QWidget(parent), m_tiling(new QComboBox), m_direction(new QComboBox), m_steps(new QComboBox) {
    QGridLayout* grid = addFieldGrid(*this);
    int row = 0;
    const auto combo = [&](const QString& text, QComboBox* field, const char* name, const QString& tip) {
        fitColumn(*field, 12);
        grid->addWidget(captionOf(*field, text, name, tip), row, 0);
        grid->addWidget(field, row++, 1);
    };
    fillCombo<sunstone::TileRule>(*m_tiling);
    fillCombo<sunstone::Direction>(*m_direction);
    fillCombo<sunstone::Steps>(*m_steps);
    combo(tr("Direction"), m_direction, "sunstoneDirection",
          tr("Level by level from the compute outwards, or from the outermost level inwards"));
    combo(tr("In a level"), m_steps, "sunstoneSteps", tr("What is settled first within a level"));
    combo(tr("Tiles"), m_tiling, "sunstoneTiling", tr("The tiling principle: which of the tiles that fit count"));
    struct Switch {
        QString text;
        const char* name;
        bool sunstone::Options::*value;
        QString tip;
    };
    const Switch switches[] = {
        {tr("Ordering"), "sunstoneOrdering", &sunstone::Options::ordering,
         tr("The ordering principle: only orders that the trie keeps; off, every way to reuse that any order has")},
        {tr("Unrolling"), "sunstoneUnrolling", &sunstone::Options::unrolling,
         tr("The unrolling principle: only loops that serve tensors which the order doesn't reuse; off, any loops that "
            "fit the array")},
        {tr("Alpha-beta"), "sunstoneAlphaBeta", &sunstone::Options::alphaBeta,
         tr("Leaves out partial mappings that can't beat the best any more")},
        {tr("Under-fills"), "sunstoneUnderFills", &sunstone::Options::underFills,
         tr("Arrays filled in part, too, where some choice fills them exactly")},
    };
    auto* boxes = new QGridLayout;
    boxes->setHorizontalSpacing(10);
    boxes->setVerticalSpacing(4);
    for (const Switch& each : switches) {
        auto* box = new QCheckBox(each.text);
        box->setObjectName(each.name);
        box->setToolTip(each.tip);
        const auto number = static_cast<int>(m_switches.size());
        boxes->addWidget(box, number / 2, number % 2);
        m_switches.emplace_back(box, each.value);
        connect(box, &QCheckBox::clicked, this, [this, member = each.value](bool on) {
            sunstone::Options options = m_options;
            options.*member = on;
            edit(options);
        });
    }
    grid->addWidget(new QLabel(tr("Principles")), row, 0, Qt::AlignTop);
    grid->addLayout(boxes, row, 1);
    grid->setColumnStretch(1, 1);
    const auto follow = [this](QComboBox* field, auto member) {
        connect(field, &QComboBox::activated, this, [this, member](int index) {
            sunstone::Options options = m_options;
            using Value = std::remove_reference_t<decltype(options.*member)>;
            options.*member = keyTable(Value{})[static_cast<std::size_t>(index)].value;
            edit(options);
        });
    };
    follow(m_tiling, &sunstone::Options::tiling);
    follow(m_direction, &sunstone::Options::direction);
    follow(m_steps, &sunstone::Options::steps);
    setOptions({});
}

void SunstoneFields::setOptions(const sunstone::Options& options) {
    m_options = options;
    for (const auto& [box, member] : m_switches) box->setChecked(options.*member);
    m_tiling->setCurrentIndex(keyIndex(options.tiling));
    m_direction->setCurrentIndex(keyIndex(options.direction));
    m_steps->setCurrentIndex(keyIndex(options.steps));
}

void SunstoneFields::edit(const sunstone::Options& options) {
    m_options = options;
    emit edited(options);
}

}  // namespace lapidary::ui
