// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/compare_bar.h"

#include <QApplication>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/views/compare_pair.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

constexpr int kMostRanks = 10;

/// Items that are no mapping of a run, as x of their data.
enum Special { kTrivial = -1, kFile = -2, kShown = -3, kOwn = -4 };

QIcon symbolOf(int series) {
    QPixmap pixmap(12, 12);
    pixmap.fill(Qt::transparent);
    QPainter painter(&pixmap);
    drawSymbol(painter, themeOf(QApplication::palette()), series, {6, 6}, 4.5);
    return pixmap;
}

QLabel* letter(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(TypeSize::control, true));
    return label;
}

}  // namespace

std::vector<ModelChoice> modelChoices() {
    std::vector<ModelChoice> choices;
    const auto add = [&](const QString& rule, const auto& table, auto member) {
        for (const auto& entry : table) {
            Semantics semantics;
            if (semantics.*member == entry.value) continue;
            semantics.*member = entry.value;
            choices.push_back({rule + u' ' + fromView(entry.key), fromView(entry.meaning), semantics});
        }
    };
    add(QObject::tr("halo"), keyTable(Halo{}), &Semantics::halo);
    add(QObject::tr("window"), keyTable(Window{}), &Semantics::window);
    add(QObject::tr("multicast"), keyTable(Multicast{}), &Semantics::multicast);
    Semantics drains;
    drains.drainRead = true;
    choices.push_back(
        {QObject::tr("drains read"), QObject::tr("The final drain of an output is read at the child"), drains});
    choices.push_back({.name = modelTitle({}),
                       .meaning = QObject::tr("By loop order and Stores, with Lapidary's rules"),
                       .semantics = {}});
    for (const Compat rules : {Compat::dataCentric, Compat::maestro})
        choices.push_back(
            {.name = modelTitle(rules), .meaning = fromView(entryOf(rules).meaning), .semantics = {}, .rules = rules});
    choices.push_back(
        {.name = QObject::tr("fabric, cycle by cycle"),
         .meaning = QObject::tr("What the spatial loops hold at once, simulated on MAERI, SIGMA or a TPU"),
         .semantics = {},
         .fabric = true});
    return choices;
}

CompareBar::CompareBar(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_mode(new Segmented({tr("two mappings"), tr("two models")})),
      m_a(chooser(Side::a)),
      m_b(chooser(Side::b)),
      m_model(new QComboBox),
      m_note(new ElidedLabel) {
    m_mode->setObjectName("compare.mode");
    m_mode->setToolTips({tr("Two mappings, counted alike"), tr("Mapping A, counted by two models")});
    m_model->setObjectName("compare.model");
    m_model->setAccessibleName(tr("The other model"));
    m_model->setToolTip(tr("B counts mapping A by this rule or model, or simulates it"));
    for (const ModelChoice& choice : modelChoices()) {
        m_model->addItem(choice.name);
        m_model->setItemData(m_model->count() - 1, choice.meaning, Qt::ToolTipRole);
    }
    auto* swap = new QToolButton;
    swap->setDefaultAction(actions["swapSides"]);
    swap->setToolButtonStyle(Qt::ToolButtonIconOnly);
    swap->setFixedSize(26, 24);
    swap->setAccessibleName(actions["swapSides"]->iconText());
    m_swap = swap;

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(6);
    layout->addWidget(m_mode);
    layout->addSpacing(4);
    layout->addWidget(letter(QStringLiteral("A")));
    layout->addWidget(m_a);
    layout->addWidget(m_swap);
    layout->addWidget(letter(QStringLiteral("B")));
    layout->addWidget(m_b);
    layout->addWidget(m_model);
    layout->addSpacing(4);
    layout->addWidget(m_note, 1);
    layout->addWidget(new ActionButton(actions["closeCompare"]));

    connect(m_mode, &Segmented::currentChanged, this, [this] {
        refresh();
        emit changed();
    });
    connect(m_model, &QComboBox::activated, this, &CompareBar::changed);
    connect(&document, &Document::runsChanged, this, &CompareBar::refresh);
    connect(&document, &Document::pinsChanged, this, &CompareBar::refresh);
    connect(&document, &Document::shownChanged, this, &CompareBar::refresh);
    refresh();
}

QComboBox* CompareBar::chooser(Side side) {
    auto* combo = new QComboBox;
    const bool isA = side == Side::a;
    combo->setObjectName(isA ? "compare.a" : "compare.b");
    combo->setAccessibleName(isA ? tr("Mapping A") : tr("Mapping B"));
    combo->setToolTip(isA ? tr("The first mapping") : tr("The second mapping"));
    combo->setPlaceholderText(tr("choose"));
    combo->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    combo->setIconSize({12, 12});
    combo->setMaximumWidth(230);
    connect(combo, &QComboBox::activated, this, [this, side](int index) { pick(side, index); });
    return combo;
}

bool CompareBar::underTwoModels() const { return m_mode->current() == 1; }

ModelChoice CompareBar::model() const {
    return modelChoices()[static_cast<std::size_t>(std::max(m_model->currentIndex(), 0))];
}

void CompareBar::compareModels() {
    const auto& a = m_document.compared(Side::a);
    const QString other = a && modelOf(a->inputs) ? modelTitle({}) : modelTitle(Compat::dataCentric);
    m_model->setCurrentIndex(m_model->findText(other));
    m_mode->setCurrent(1);
    refresh();
    emit changed();
}

void CompareBar::setNote(const QString& text) { m_note->setText(text); }

void CompareBar::refresh() {
    fill(*m_a, Side::a);
    fill(*m_b, Side::b);
    m_b->setVisible(!underTwoModels());
    m_swap->setVisible(!underTwoModels());
    m_model->setVisible(underTwoModels());
}

void CompareBar::fill(QComboBox& combo, Side side) {
    combo.clear();
    const auto& pin = m_document.pinned(side);
    int current = -1;
    const auto& runs = m_document.runs();
    for (std::size_t i = 0; i < runs.size(); ++i) {
        const Run& run = *runs[i];
        const int ranks = std::clamp(static_cast<int>(run.live.top.size()), run.live.best ? 1 : 0, kMostRanks);
        for (int rank = 0; rank < ranks; ++rank) {
            const QString place = rank > 0 ? tr("number %1").arg(rank + 1) : tr("best");
            combo.addItem(symbolOf(seriesOf(run.inputs.mapspace.factorization)),
                          tr("Run %1, %2 %3").arg(run.number).arg(place, shortName(run.inputs.mapspace.factorization)),
                          QPoint(static_cast<int>(i), rank));
            if (pin && pin->place.run == static_cast<int>(i) && pin->place.rank == rank) current = combo.count() - 1;
        }
    }
    if (pin && pin->place.own) {
        combo.addItem(pin->name.empty() ? tr("own mapping") : QString::fromStdString(pin->name), QPoint(kOwn, 0));
        current = combo.count() - 1;
    }
    if (combo.count() > 0) combo.insertSeparator(combo.count());
    if (m_document.exhibit())
        combo.addItem(tr("Mapping shown: %1").arg(m_document.exhibit()->origin), QPoint(kShown, 0));
    combo.addItem(tr("Trivial mapping"), QPoint(kTrivial, 0));
    combo.addItem(tr("From a file..."), QPoint(kFile, 0));
    combo.setCurrentIndex(current);
    const QString what = side == Side::a ? tr("The first mapping") : tr("The second mapping");
    combo.setToolTip(current < 0 ? what : what + u'\n' + combo.currentText());
}

void CompareBar::pick(Side side, int index) {
    const QPoint choice = (side == Side::a ? m_a : m_b)->itemData(index).toPoint();
    const SessionInputs& inputs = m_document.inputs();
    switch (choice.x()) {
    case kOwn: return;
    case kFile:
        refresh();
        emit fileWanted(side);
        return;
    case kShown: return m_document.pin(side, m_document.shownToPin());
    case kTrivial: {
        PinnedMapping pin;
        pin.place.own = trivialMapping(inputs.workload, inputs.architecture);
        pin.inputs = inputs;
        pin.name = tr("Trivial mapping").toStdString();
        return m_document.pin(side, std::move(pin));
    }
    default: {
        PinnedMapping pin;
        pin.place.run = choice.x();
        pin.place.rank = choice.y();
        m_document.pin(side, std::move(pin));
    }
    }
}

}  // namespace lapidary::ui
