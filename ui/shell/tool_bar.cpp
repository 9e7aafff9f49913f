// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/tool_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QSignalBlocker>
#include <QToolButton>

#include "ui/models/preset_keys.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/session/unread.h"
#include "ui/shell/actions.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/preset_picker.h"
#include "ui/widgets/search_box.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

/// Instead of the number of a run: a mapping that the list does not offer otherwise.
constexpr int kAsShown = -2;

QToolButton* iconButton(QAction* action) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setFixedSize(26, 24);
    button->setAutoRaise(true);
    button->setAccessibleName(action->iconText());
    return button;
}

QLabel* caption(const QString& text) {
    auto* label = new QLabel(text);
    label->setForegroundRole(QPalette::WindowText);
    return label;
}

}  // namespace

ToolBar::ToolBar(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_workload(new PresetPicker(tr("Workload"), [&document] { return workloadKeys(document.inputs()); })),
      m_design(new PresetPicker(tr("Design"), designPresetKeys)),
      m_mapspace(new QComboBox),
      m_mapping(new QComboBox),
      m_mapspaceLabel(caption(tr("in"))),
      m_mappingLabel(caption(tr("Mapping"))),
      m_model(new Segmented({tr("reuse"), tr("fabric")})),
      m_searchButtons(new QWidget),
      m_openPoint(new ActionButton(actions["openPoint"])),
      m_reason(new ElidedLabel) {
    setFixedHeight(36);
    m_openPoint->setShortcutShown(false);
    m_reason->setObjectName("standstill");
    m_reason->setTone(Tone::error);
    m_workload->setObjectName("workload");
    m_design->setObjectName("design");
    m_design->setColumnWidth(132);
    m_mapspace->setObjectName("mapspaceChoice");
    m_mapspace->setAccessibleName(tr("Mapspace"));
    m_mapping->setObjectName("mappingChoice");
    m_mapping->setAccessibleName(tr("Mapping shown"));
    for (const Factorization kind : mapspaceKinds()) {
        const std::string_view meaning = entryOf(kind).meaning;
        m_mapspace->addItem(shortName(kind));
        m_mapspace->setItemData(m_mapspace->count() - 1, fromView(meaning), Qt::ToolTipRole);
    }

    layOut(actions);

    m_model->setObjectName("modelChoice");
    m_model->setAccessibleName(tr("Model"));
    connect(m_model, &Segmented::currentChanged, this,
            [this](int index) { emit modelPicked(index == 0 ? QStringLiteral("mapping") : QStringLiteral("fabric")); });
    connect(m_workload, &PresetPicker::picked, this, &ToolBar::workloadPicked);
    connect(m_design, &PresetPicker::picked, this, &ToolBar::designPicked);
    connect(m_mapspace, &QComboBox::activated, this,
            [this](int index) { m_document.setFactorization(mapspaceKinds()[static_cast<std::size_t>(index)]); });
    connect(m_mapping, &QComboBox::activated, this, &ToolBar::pickMapping);
    connect(&document, &Document::inputsChanged, this, &ToolBar::refreshInputs);
    connect(&Unread::of(document), &Unread::changed, this, &ToolBar::refreshInputs);
    connect(&document, &Document::runsChanged, this, &ToolBar::refreshMappings);
    connect(&document, &Document::shownChanged, this, &ToolBar::refreshMappings);
    refreshInputs();
    refreshMappings();
}

void ToolBar::layOut(const Actions& actions) {
    auto* run = new ActionButton(actions["run"]);
    run->setPrimary(true);
    auto* buttons = new QHBoxLayout(m_searchButtons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(6);
    buttons->addWidget(run);
    buttons->addWidget(new ActionButton(actions["pause"]));
    buttons->addWidget(new ActionButton(actions["stop"]));

    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(8, 0, 8, 0);
    layout->setSpacing(6);
    for (const char* key : {"back", "forward", "undo", "redo"}) layout->addWidget(iconButton(actions[key]));
    layout->addSpacing(4);
    m_content = new QWidget;
    auto* content = new QHBoxLayout(m_content);
    content->setContentsMargins(0, 0, 0, 0);
    content->setSpacing(6);
    m_inputParts = {caption(tr("Workload")), m_workload, caption(tr("on")), m_design, m_searchButtons, m_reason};
    for (QWidget* part : m_inputParts.first(4)) content->addWidget(part);
    content->addWidget(m_mapspaceLabel);
    content->addWidget(m_mapspace);
    content->addWidget(m_mappingLabel);
    content->addWidget(m_mapping);
    content->addWidget(m_model);
    content->addSpacing(8);
    content->addWidget(m_searchButtons);
    content->addWidget(m_openPoint);
    content->addWidget(m_reason, 1);
    m_welcome = caption(tr("No session open"));
    m_welcome->hide();
    layout->addWidget(m_content, 1);
    layout->addWidget(m_welcome, 1);
    layout->addWidget(new SearchBox(actions["palette"]));
}

void ToolBar::setPerspective(const QString& key) {
    const bool fabric = key == u"fabric";
    const bool mapping = key == u"mapping" || fabric;
    const bool own = m_bars.contains(key);
    const bool explore = key == u"explore";
    m_mappingLabel->setVisible(mapping);
    m_mapping->setVisible(mapping);
    m_model->setVisible(mapping);
    const QSignalBlocker silent(m_model);
    m_model->setCurrent(fabric ? 1 : 0);
    m_mapspaceLabel->setVisible(!mapping && !own && !explore);
    m_mapspace->setVisible(!mapping && !own && !explore);
    m_openPoint->setVisible(explore);
    for (QWidget* part : m_inputParts) part->setVisible(!own);
    if (fabric) m_searchButtons->hide();  // it simulates at once
    fitButtons();
    for (auto bar = m_bars.begin(); bar != m_bars.end(); ++bar) bar.value()->setVisible(bar.key() == key);
}

void ToolBar::fitButtons() {
    constexpr int kRoomForAll = 1200;
    const bool room = width() >= kRoomForAll || !m_model->isVisibleTo(this);
    for (auto* button : m_searchButtons->findChildren<ActionButton*>()) {
        if (button->isPrimary()) continue;
        button->setTextShown(room);
        button->setShortcutShown(room);
    }
}

void ToolBar::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitButtons();
}

void ToolBar::addBar(const QString& key, QWidget* bar) {
    m_bars.insert(key, bar);
    static_cast<QBoxLayout*>(m_content->layout())->addWidget(bar, 1);
    bar->hide();
}

void ToolBar::setReason(const std::optional<QString>& reason) {
    m_otherReason = reason;
    refreshReason();
}

void ToolBar::refreshReason() {
    if (m_otherReason)
        m_reason->setText(*m_otherReason);
    else
        m_reason->setText(Unread::of(m_document).standstill());
}

void ToolBar::setWelcome(bool welcome) {
    m_content->setVisible(!welcome);
    m_welcome->setText(m_document.untouched() ? tr("No session open") : tr("%1 stays open").arg(m_document.title()));
    m_welcome->setVisible(welcome);
}

void ToolBar::refreshInputs() {
    const SessionInputs& inputs = m_document.inputs();
    m_workload->setShown(workloadTitle(inputs));
    m_design->setShown(
        QString::fromStdString(inputs.architectureKey.empty() ? inputs.architecture.name() : inputs.architectureKey));
    m_mapspace->setCurrentText(shortName(inputs.mapspace.factorization));
    refreshModel();
    refreshReason();
}

/// Beside the fabric stands the model that counts the mapping shown.
void ToolBar::refreshModel() {
    const auto& exhibit = m_document.exhibit();
    const auto model = modelOf(exhibit ? exhibit->inputs : m_document.inputs());
    m_model->setLabel(0, !model ? tr("reuse") : *model == Compat::maestro ? tr("MAESTRO") : tr("data-centric"));
    m_model->setToolTips(
        {model ? tr("%1: directives, counted case by case; Directives changes the model").arg(modelTitle(model))
               : tr("Reuse model: data that moves between memories, counted from the loops"),
         tr("Fabric model: MAERI, SIGMA or a TPU, simulated cycle by cycle (Ctrl+Shift+F)")});
}

void ToolBar::refreshMappings() {
    refreshModel();
    m_mapping->clear();
    int current = -1;
    const ShownMapping& shown = m_document.shown();
    const auto& runs = m_document.runs();
    for (std::size_t i = runs.size(); i-- > 0;) {
        const Run& run = *runs[i];
        if (run.queued()) continue;
        const auto ranks =
            std::min<std::size_t>(std::max<std::size_t>(run.live.top.size(), run.finished() ? 0 : 1), 10);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            const QString place = rank > 0         ? tr("number %1").arg(rank + 1)
                                  : run.finished() ? tr("best")
                                                   : tr("best so far");
            m_mapping->addItem(tr("Run %1, %2").arg(run.number).arg(place),
                               QPoint(static_cast<int>(i), static_cast<int>(rank)));
            if (!shown.onFront && shown.run == static_cast<int>(i) && shown.rank == static_cast<int>(rank))
                current = m_mapping->count() - 1;
        }
    }
    if (shown.onFront && m_document.exhibit()) {
        current = m_mapping->count();
        m_mapping->addItem(m_document.exhibit()->origin, QPoint(kAsShown, 0));
    }
    m_mapping->addItem(tr("Trivial mapping"), QPoint(-1, 0));
    if (shown.own) {
        current = m_mapping->count() - 1;
        if (m_document.exhibit()) m_mapping->setItemText(current, m_document.exhibit()->origin);
    }
    if (shown.point >= 0 && m_document.exhibit()) {
        m_mapping->addItem(m_document.exhibit()->origin, QPoint(-2, 0));
        current = m_mapping->count() - 1;
    }
    m_mapping->setCurrentIndex(current);
    m_mapping->setPlaceholderText(tr("none yet"));
}

void ToolBar::pickMapping(int index) {
    const QPoint place = m_mapping->itemData(index).toPoint();
    if (place.x() == kAsShown) return;
    if (place.x() >= 0)
        m_document.show({.run = place.x(), .rank = place.y(), .own = {}});
    else if (place.x() == -1 && m_document.setup())
        m_document.show({.run = -1,
                         .rank = 0,
                         .own = trivialMapping(m_document.inputs().workload, m_document.inputs().architecture)},
                        tr("Trivial mapping"));
}

void ToolBar::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.window);
    painter.fillRect(0, height() - 1, width(), 1, theme.line);
}

}  // namespace lapidary::ui
