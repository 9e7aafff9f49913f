// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/architecture_panel.h"

#include <QHBoxLayout>
#include <QScrollArea>
#include <QStackedWidget>
#include <QToolButton>

#include "ui/editors/design_editor.h"
#include "ui/editors/diagram_view.h"
#include "ui/models/setting_table_model.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/scroll_view.h"

namespace lapidary::ui {

ArchitecturePanel::ArchitecturePanel(DesignEditor& editor, const QList<QAction*>& actions, QAction* removeAction,
                                     QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_notice(new Notice),
      m_pages(new QStackedWidget),
      m_diagram(new DiagramView(editor)),
      m_settings(new SettingTableModel(this)) {
    m_notice->setObjectName("designNotice");
    m_diagram->setObjectName("diagram");
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 6, 8, 2);
    buttons->setSpacing(6);
    for (QAction* action : actions) {
        auto* button = new ActionButton(action);
        button->setShortcutShown(false);
        buttons->addWidget(button);
        m_buttons << button;
    }
    auto* removal = new QToolButton;
    removal->setDefaultAction(removeAction);
    removal->setToolButtonStyle(Qt::ToolButtonIconOnly);
    removal->setFixedSize(26, 24);
    removal->setAutoRaise(true);
    removal->setAccessibleName(removeAction->iconText());
    buttons->addWidget(removal);
    buttons->addStretch(1);
    m_pages->addWidget(scrolled(m_diagram));
    m_pages->addWidget(buildTable());
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addLayout(buttons);
    layout->addWidget(m_pages, 1);

    const auto dismiss = [this] { m_notice->clear(); };
    connect(&editor, &DesignEditor::refused, this, [this, dismiss](const Diagnostics& reasons) {
        m_notice->tell(Severity::error, tr("Not possible:"), sentence(reasons),
                       {{tr("Dismiss"), "dismissDesign", dismiss}});
    });
    connect(&editor, &DesignEditor::accepted, this, dismiss);
    const auto follow = [this] { m_settings->setDesign(m_editor.design(), m_editor.preset()); };
    connect(&editor.document(), &Document::inputsChanged, this, follow);
    follow();
}

/// Where there is no room for all words, the last buttons keep their icons.
void ArchitecturePanel::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    constexpr int kRemoval = 26 + 2 * 8 + 6, kBetween = 6;
    for (ActionButton* button : m_buttons) button->setTextShown(true);
    const auto wanted = [this] {
        int sum = kRemoval;
        for (const ActionButton* button : m_buttons) sum += button->sizeHint().width() + kBetween;
        return sum;
    };
    for (auto button = m_buttons.rbegin(); button != m_buttons.rend() && wanted() > width(); ++button)
        (*button)->setTextShown(false);
}

QWidget* ArchitecturePanel::buildTable() {
    auto* table = new FigureTable(m_settings, tr("Settings of the design"));
    table->setObjectName("settingTable");
    table->setStretchColumn(0);
    table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    connect(m_settings, &SettingTableModel::valueEdited, this, [this](const QString& path, const QString& value) {
        const Diagnostics problems = m_editor.set(path, value, path);
        if (problems.empty()) return;
        m_notice->tell(Severity::error, tr("%1:").arg(path), sentence(problems) + tr(" The value before stays in use."),
                       {{tr("Dismiss"), "dismissDesign", [this] { m_notice->clear(); }}});
    });
    return table;
}

void ArchitecturePanel::showTable(bool table) { m_pages->setCurrentIndex(table ? 1 : 0); }

}  // namespace lapidary::ui
