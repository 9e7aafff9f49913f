// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/tool_bar.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "core/io/presets.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/theme/theme.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/preset_picker.h"

namespace lapidary::ui {

namespace {

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

/// Keys of all layers of all networks, and of workloads that stand alone.
QStringList workloadKeys() {
    QStringList keys;
    for (const PresetInfo& preset : presets("workload")) keys << QString::fromStdString(preset.key);
    for (const PresetInfo& preset : presets("network")) {
        const auto network = loadNetwork(preset.key);
        if (!network) continue;
        for (const Layer& layer : network->uniqueLayers())
            keys << QString::fromStdString(preset.key + "/" + layer.workload.name());
    }
    return keys;
}

QStringList designKeys() {
    QStringList keys;
    for (const PresetInfo& preset : presets("architecture")) keys << QString::fromStdString(preset.key);
    return keys;
}

}  // namespace

ToolBar::ToolBar(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_workload(new PresetPicker(tr("Workload"), workloadKeys())),
      m_design(new PresetPicker(tr("Design"), designKeys())),
      m_mapspace(new QComboBox),
      m_mapping(new QComboBox),
      m_mapspaceLabel(caption(tr("in"))),
      m_mappingLabel(caption(tr("Mapping"))),
      m_searchButtons(new QWidget),
      m_reason(new ElidedLabel) {
    setFixedHeight(36);
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
        m_mapspace->setItemData(m_mapspace->count() - 1,
                                QString::fromUtf8(meaning.data(), static_cast<qsizetype>(meaning.size())),
                                Qt::ToolTipRole);
    }

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
    layout->addWidget(iconButton(actions["undo"]));
    layout->addWidget(iconButton(actions["redo"]));
    layout->addSpacing(6);
    layout->addWidget(caption(tr("Workload")));
    layout->addWidget(m_workload);
    layout->addWidget(caption(tr("on")));
    layout->addWidget(m_design);
    layout->addWidget(m_mapspaceLabel);
    layout->addWidget(m_mapspace);
    layout->addWidget(m_mappingLabel);
    layout->addWidget(m_mapping);
    layout->addSpacing(8);
    layout->addWidget(m_searchButtons);
    layout->addWidget(m_reason, 1);

    connect(m_workload, &PresetPicker::picked, this, &ToolBar::workloadPicked);
    connect(m_design, &PresetPicker::picked, this, &ToolBar::designPicked);
    connect(m_mapspace, &QComboBox::activated, this,
            [this](int index) { m_document.setFactorization(mapspaceKinds()[static_cast<std::size_t>(index)]); });
    connect(m_mapping, &QComboBox::activated, this, &ToolBar::pickMapping);
    connect(&document, &Document::inputsChanged, this, &ToolBar::refreshInputs);
    connect(&document, &Document::runsChanged, this, &ToolBar::refreshMappings);
    connect(&document, &Document::shownChanged, this, &ToolBar::refreshMappings);
    refreshInputs();
    refreshMappings();
}

void ToolBar::setPerspective(const QString& key) {
    const bool mapping = key == u"mapping";
    m_mappingLabel->setVisible(mapping);
    m_mapping->setVisible(mapping);
    m_mapspaceLabel->setVisible(!mapping);
    m_mapspace->setVisible(!mapping);
}

void ToolBar::refreshInputs() {
    const SessionInputs& inputs = m_document.inputs();
    m_workload->setShown(workloadTitle(inputs));
    m_design->setShown(
        QString::fromStdString(inputs.architectureKey.empty() ? inputs.architecture.name() : inputs.architectureKey));
    m_mapspace->setCurrentText(shortName(inputs.mapspace.factorization));
    m_reason->setText(m_document.problems().empty()
                          ? QString()
                          : tr("cannot run: %1").arg(QString::fromStdString(m_document.problems().front().message)));
}

void ToolBar::refreshMappings() {
    m_mapping->clear();
    int current = -1;
    const ShownMapping& shown = m_document.shown();
    const auto& runs = m_document.runs();
    for (std::size_t i = runs.size(); i-- > 0;) {
        const Run& run = *runs[i];
        const auto ranks =
            std::min<std::size_t>(std::max<std::size_t>(run.live.top.size(), run.finished() ? 0 : 1), 10);
        for (std::size_t rank = 0; rank < ranks; ++rank) {
            const QString place = rank > 0         ? tr("number %1").arg(rank + 1)
                                  : run.finished() ? tr("best")
                                                   : tr("best so far");
            m_mapping->addItem(tr("Run %1, %2").arg(run.number).arg(place),
                               QPoint(static_cast<int>(i), static_cast<int>(rank)));
            if (shown.run == static_cast<int>(i) && shown.rank == static_cast<int>(rank))
                current = m_mapping->count() - 1;
        }
    }
    m_mapping->addItem(tr("Trivial mapping"), QPoint(-1, 0));
    if (shown.own) {
        current = m_mapping->count() - 1;
        if (m_document.exhibit()) m_mapping->setItemText(current, m_document.exhibit()->origin);
    }
    m_mapping->setCurrentIndex(current);
    m_mapping->setPlaceholderText(tr("none yet"));
}

void ToolBar::pickMapping(int index) {
    const QPoint place = m_mapping->itemData(index).toPoint();
    if (place.x() >= 0)
        m_document.show({.run = place.x(), .rank = place.y(), .own = {}});
    else if (m_document.setup())
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
