// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/flash_fields.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QMenu>
#include <QToolButton>

#include "ui/editors/form_rows.h"
#include "ui/editors/key_combo.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/progress_line.h"

namespace lapidary::ui {

namespace {

// As the options allow.
constexpr std::int64_t kMostDrawn = 100'000'000, kMostCluster = 1 << 24, kMostBins = 10'000;

QString factsText(const std::optional<flash::Style>& style) {
    if (!style)
        return QObject::tr("All five on the same machine, that of the design: its PEs, its buffers around the array.");
    const flash::StyleFacts& facts = flash::factsOf(*style);
    return QObject::tr(
               "%1 (T: loop in time, S: over units; behind _ those of a cluster); %2, %3. PEs of the paper's chip: "
               "%4. PEs of a cluster: %5.")
        .arg(fromView(entryOf(*style).meaning), fromView(facts.dataflow), fromView(facts.noc), fromView(facts.pes),
             fromView(facts.clusters));
}

}  // namespace

FlashFields::FlashFields(QWidget* parent)
    : QWidget(parent),
      m_style(new QComboBox),
      m_order(new QComboBox),
      m_tiles(new QComboBox),
      m_space(new QComboBox),
      m_overflow(new QComboBox),
      m_rules(new QComboBox),
      m_quirks(new QToolButton),
      m_cluster(new NumberField(1, kMostCluster)),
      m_samples(new NumberField(0, kMostDrawn)),
      m_bins(new NumberField(1, kMostBins)),
      m_facts(smallLine(QStringLiteral("flashFacts"))),
      m_state(smallLine(QStringLiteral("flashState"))),
      m_progress(new ProgressLine) {
    build();
    const auto follow = [this](QComboBox* field, auto member) {
        connect(field, &QComboBox::activated, this, [this, member](int index) {
            flash::Options options = m_options;
            using Value = std::remove_reference_t<decltype(options.*member)>;
            options.*member = keyTable(Value{})[static_cast<std::size_t>(index)].value;
            edit(options);
        });
    };
    /// The first item stands for all.
    const auto followOrAll = [this](QComboBox* field, auto member) {
        connect(field, &QComboBox::activated, this, [this, member](int index) {
            flash::Options options = m_options;
            using Value = typename std::remove_reference_t<decltype(options.*member)>::value_type;
            (options.*member).reset();
            if (index > 0) options.*member = keyTable(Value{})[static_cast<std::size_t>(index - 1)].value;
            edit(options);
        });
    };
    followOrAll(m_style, &flash::Options::style);
    followOrAll(m_order, &flash::Options::order);
    follow(m_tiles, &flash::Options::tiles);
    follow(m_space, &flash::Options::space);
    follow(m_overflow, &flash::Options::overflow);
    connect(m_samples, &NumberField::numberEdited, this, [this](std::optional<std::int64_t> number) {
        flash::Options options = m_options;
        options.samples = number.value_or(0);
        edit(options);
    });
    connect(m_cluster, &NumberField::numberEdited, this, [this](std::optional<std::int64_t> number) {
        flash::Options options = m_options;
        options.cluster = number;
        edit(options);
    });
    connect(m_bins, &NumberField::numberEdited, this, [this](std::optional<std::int64_t> number) {
        flash::Options options = m_options;
        options.bins = static_cast<int>(number.value_or(flash::Options{}.bins));
        edit(options);
    });
    connect(m_rules, &QComboBox::activated, this, [this](int index) {
        flash::Options options = m_options;
        options.compat = index == 0 ? std::nullopt : std::optional(options.compat.value_or(data_centric::Quirks{}));
        edit(options);
    });
    setOptions({});
}

void FlashFields::build() {
    QGridLayout* grid = addFieldGrid(*this);
    grid->setColumnStretch(1, 1);
    grid->setColumnMinimumWidth(0, fontMetrics().horizontalAdvance(tr("Algorithm")) + 1);  // as in the form around
    int row = 0;
    const auto add = [&](const QString& text, QWidget* field, const char* name, const QString& tip) {
        if (auto* combo = qobject_cast<QComboBox*>(field)) fitColumn(*combo, 12);
        grid->addWidget(captionOf(*field, text, name, tip), row, 0);
        grid->addWidget(field, row++, 1);
    };
    m_style->addItem(tr("All five"));
    fillCombo<flash::Style>(*m_style);
    m_order->addItem(tr("All six"));
    fillCombo<flash::Order>(*m_order);
    fillCombo<flash::Tiles>(*m_tiles);
    fillCombo<flash::Space>(*m_space);
    fillCombo<flash::Overflow>(*m_overflow);
    m_rules->addItem(tr("Edge-exact"));
    m_rules->setItemData(0, tr("Every step moves and computes its actual sizes"), Qt::ToolTipRole);
    m_rules->addItem(tr("MAESTRO"));
    m_rules->setItemData(1, tr("As MAESTRO counts, with the quirks that are on"), Qt::ToolTipRole);
    m_cluster->setEmptyText(tr("the style's own"));
    fillQuirks();
    m_progress->setFixedHeight(6);
    m_progress->setObjectName("flashProgress");
    grid->addWidget(m_state, row++, 0, 1, 2);
    grid->addWidget(m_progress, row++, 0, 1, 2);
    add(tr("Style"), m_style, "flashStyleChoice", tr("Which style of accelerator deals out the product (Table 2)"));
    grid->addWidget(m_facts, row++, 0, 1, 2);
    add(tr("Order"), m_order, "flashOrder", tr("The loop order of MAERI's style; the others have their own"));
    add(tr("Tiles"), m_tiles, "flashTiles", tr("Which sizes tiles and clusters may have, in elements and PEs"));
    add(tr("Cluster"), m_cluster, "flashCluster",
        tr("PEs of a cluster: one size for all styles instead of each style's own (Table 2)"));
    add(tr("Limits"), m_space, "flashSpace", tr("What limits tiles: the bounds of Table 6, or equations 1 and 2"));
    add(tr("Overflow"), m_overflow, "flashOverflow", tr("What becomes of candidates that a buffer can't hold"));
    add(tr("Random"), m_samples, "flashSamples",
        tr("Tile sets drawn at random per style, to compare the pick with; 0: none"));
    add(tr("Bins"), m_bins, "flashBins", tr("Bars of the histogram, of equal width in cycles"));
    add(tr("Rules"), m_rules, "flashRules",
        tr("By which rules of the data-centric model runtime and energy are counted"));
    m_quirks->setObjectName("flashQuirks");
    grid->addWidget(m_quirks, row++, 1);
}

/// Each as the command line's --quirk KEY=on or off.
void FlashFields::fillQuirks() {
    auto* menu = new QMenu(m_quirks);
    for (const auto& quirk : data_centric::keyTable(data_centric::Quirk{})) {
        QAction* action = menu->addAction(fromView(quirk.label));
        action->setObjectName(QStringLiteral("flashQuirk.%1").arg(fromView(quirk.key)));
        action->setCheckable(true);
        action->setToolTip(QStringLiteral("%1 (%2)").arg(fromView(quirk.meaning), fromView(quirk.source)));
        connect(action, &QAction::triggered, this, [this, value = quirk.value](bool on) {
            if (!m_options.compat) return;
            flash::Options options = m_options;
            (*options.compat)[value] = on;
            edit(options);
        });
    }
    menu->setToolTipsVisible(true);
    m_quirks->setMenu(menu);
    m_quirks->setPopupMode(QToolButton::InstantPopup);
    m_quirks->setToolButtonStyle(Qt::ToolButtonTextOnly);
    m_quirks->setAccessibleName(tr("Quirks of MAESTRO"));
    m_quirks->setToolTip(tr("Which of MAESTRO's quirks count: each can be switched off, to see what it does"));
}

void FlashFields::refreshRules() {
    const auto& quirks = m_options.compat;
    m_rules->setCurrentIndex(quirks ? 1 : 0);
    m_quirks->setVisible(quirks.has_value());
    if (!quirks) return;
    const QList<QAction*> actions = m_quirks->menu()->actions();
    int on = 0;
    for (int i = 0; i < actions.size(); ++i) {
        const bool set = (*quirks)[data_centric::keyTable(data_centric::Quirk{})[static_cast<std::size_t>(i)].value];
        actions[i]->setChecked(set);
        on += set ? 1 : 0;
    }
    m_quirks->setText(on == actions.size() ? tr("all %1 quirks").arg(on)
                                           : tr("%1 of %2 quirks").arg(on).arg(actions.size()));
}

void FlashFields::setOptions(const flash::Options& options) {
    m_options = options;
    m_style->setCurrentIndex(options.style ? keyIndex(*options.style) + 1 : 0);
    m_order->setCurrentIndex(options.order ? keyIndex(*options.order) + 1 : 0);
    m_order->setEnabled(!options.style || *options.style == flash::Style::maeri);
    m_tiles->setCurrentIndex(keyIndex(options.tiles));
    m_space->setCurrentIndex(keyIndex(options.space));
    m_overflow->setCurrentIndex(keyIndex(options.overflow));
    m_samples->setNumber(options.samples);
    m_cluster->setNumber(options.cluster);
    m_bins->setNumber(options.bins);
    refreshRules();
    m_facts->setText(factsText(options.style));
}

void FlashFields::setState(const QString& state, double progress, const QString& refusal) {
    const QString hint = tr("Run (F5) maps this product, and the others of its network.");
    showState(*m_state, *m_progress, state.isEmpty() ? hint : state, progress, refusal);
}

void FlashFields::edit(const flash::Options& options) {
    setOptions(options);
    emit edited(options);
}

}  // namespace lapidary::ui
