// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/constraints_panel.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QMenu>
#include <QPushButton>
#include <QRegularExpression>
#include <QStackedWidget>

#include "core/mapspace/rules.h"
#include "ui/editors/design_editor.h"
#include "ui/models/constraint_table_model.h"
#include "ui/models/words.h"
#include "ui/session/unread.h"
#include "ui/theme/icons.h"
#include "ui/widgets/code_edit.h"
#include "ui/widgets/empty_line.h"
#include "ui/widgets/figure_table.h"
#include "ui/widgets/notice.h"

namespace lapidary::ui {

namespace {

/// Keys strong, comments quiet.
std::vector<CodeSpan> jsonSpans(const QString& line) {
    std::vector<CodeSpan> spans;
    static const QRegularExpression key(QStringLiteral("\"[^\"]*\"(?=\\s*:)"));
    for (auto match = key.globalMatch(line); match.hasNext();) {
        const auto found = match.next();
        spans.push_back(
            {static_cast<int>(found.capturedStart()), static_cast<int>(found.capturedLength()), CodeTone::strong});
    }
    const auto comment = line.indexOf(QStringLiteral("//"));
    if (comment >= 0)
        spans.push_back({static_cast<int>(comment), static_cast<int>(line.size() - comment), CodeTone::quiet});
    return spans;
}

QString ruleName(const ConstraintRule& rule) {
    return QObject::tr("Constraint %1 at %2")
        .arg(QString::fromStdString(rule.what), QString::fromStdString(rule.where));
}

}  // namespace

ConstraintsPanel::ConstraintsPanel(DesignEditor& editor, QWidget* parent)
    : QWidget(parent),
      m_editor(editor),
      m_notice(new Notice),
      m_pages(new QStackedWidget),
      m_model(new ConstraintTableModel(this)),
      m_code(new CodeEdit(jsonSpans)) {
    m_notice->setObjectName("constraintsNotice");
    m_code->setObjectName("constraintsText");
    m_code->setAccessibleName(tr("Constraints as text"));
    m_pages->addWidget(buildTable());
    m_pages->addWidget(m_code);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_notice);
    layout->addWidget(m_pages, 1);

    connect(m_code, &CodeEdit::edited, this, &ConstraintsPanel::read);
    connect(m_code, &CodeEdit::focusGained, this, [this] { m_typingId = Document::freshMergeId(); });
    connect(m_code, &CodeEdit::undoRequested, this, [this] {
        if (!m_unread) return m_editor.document().undoStack().undo();
        m_unread = false;
        refresh();
    });
    connect(m_code, &CodeEdit::redoRequested, this, [this] { m_editor.document().undoStack().redo(); });
    connect(&editor.document(), &Document::inputsChanged, this, &ConstraintsPanel::follow);
    refresh();
}

QWidget* ConstraintsPanel::buildTable() {
    m_table = new FigureTable(m_model, tr("Constraints"));
    m_table->setObjectName("constraintTable");
    m_table->setStretchColumn(ConstraintTableModel::kValueColumn);
    m_table->setEditTriggers(QAbstractItemView::DoubleClicked | QAbstractItemView::EditKeyPressed);
    connect(m_model, &ConstraintTableModel::valueEdited, this, [this](const ConstraintRule& rule) {
        const auto changed = withRule(m_editor.document().inputs().mapspace.constraints, rule);
        const Diagnostics problems =
            changed ? m_editor.setConstraints(*changed, ruleName(rule)) : changed.diagnostics();
        if (!problems.empty()) tellProblems(problems, tr("The value before stays in use."));
    });
    auto* add = new QPushButton(icon("plus"), tr("Rule"));
    add->setObjectName("addRule");
    add->setToolTip(tr("Limit a level or a fanout"));
    auto* menu = new QMenu(add);
    menu->setToolTipsVisible(true);
    connect(menu, &QMenu::aboutToShow, this, [this, menu] { fillMenu(*menu); });
    add->setMenu(menu);
    m_remove = new QPushButton(icon("remove"), tr("Remove"));
    m_remove->setObjectName("removeRule");
    m_remove->setToolTip(tr("Take the rule of the current row away"));
    connect(m_remove, &QPushButton::clicked, this, &ConstraintsPanel::removeRule);

    m_empty = new EmptyLine(tr("No constraints: any loop may stand anywhere, in any order. Add a rule to limit them."));
    m_empty->setContentsMargins(10, 8, 10, 0);

    auto* page = new QWidget;
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(8, 5, 8, 6);
    buttons->setSpacing(6);
    buttons->addWidget(add);
    buttons->addWidget(m_remove);
    buttons->addStretch(1);
    auto* layout = new QVBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_empty);
    layout->addWidget(m_table, 1);
    layout->addStretch(0);
    layout->addLayout(buttons);
    return page;
}

void ConstraintsPanel::fillMenu(QMenu& menu) {
    menu.clear();
    const Constraints& now = m_editor.document().inputs().mapspace.constraints;
    const std::vector<ConstraintRule> rules = rulesOf(now);
    const auto addPlace = [&](const std::string& where, bool atFanout) {
        QMenu* place = menu.addMenu(QString::fromStdString(where));
        place->setToolTipsVisible(true);
        for (const RuleKind& kind : ruleKinds()) {
            if (kind.atFanout != atFanout) continue;
            const bool there = std::any_of(rules.begin(), rules.end(), [&](const ConstraintRule& rule) {
                return rule.where == where && rule.what == kind.what && rule.atFanout == atFanout;
            });
            QAction* action = place->addAction(fromView(kind.label));
            action->setToolTip(fromView(kind.meaning));
            action->setEnabled(!there);
            const ConstraintRule fresh{atFanout, where, std::string(kind.what),
                                       kind.what == "min_utilization" ? "0.5" : "none"};
            connect(action, &QAction::triggered, this, [this, fresh] {
                const auto changed = withRule(m_editor.document().inputs().mapspace.constraints, fresh);
                if (changed) m_editor.setConstraints(*changed, ruleName(fresh));
                for (int row = 0; row < m_model->rowCount(); ++row)
                    if (m_model->rule(row).where == fresh.where && m_model->rule(row).what == fresh.what)
                        m_table->edit(m_model->index(row, ConstraintTableModel::kValueColumn));
            });
        }
    };
    for (const Level& level : m_editor.design().levels()) addPlace(level.name, false);
    for (const Fanout& fanout : m_editor.design().fanouts()) addPlace(fanout.name, true);
}

void ConstraintsPanel::removeRule() {
    const QModelIndex current = m_table->currentIndex();
    if (!current.isValid()) return;
    ConstraintRule rule = m_model->rule(current.row());
    rule.value.clear();
    const auto changed = withRule(m_editor.document().inputs().mapspace.constraints, rule);
    if (changed) m_editor.setConstraints(*changed, tr("Remove: %1").arg(ruleName(rule)));
}

void ConstraintsPanel::showText(bool text) { m_pages->setCurrentIndex(text ? 1 : 0); }

void ConstraintsPanel::read() {
    const std::string text = m_code->toPlainText().toStdString();
    auto constraints = constraintsFromText(text);
    Diagnostics problems = constraints.diagnostics();
    m_unread = true;
    if (constraints) {
        constraints.value().fromUser = m_editor.document().inputs().mapspace.constraints.fromUser;
        problems = m_editor.setConstraints(*constraints, tr("Constraints"), m_typingId);
    }
    m_unread = !problems.empty();
    if (m_unread) return tellProblems(problems, tr("The last valid constraints stay in use."));
    m_code->setSquiggles({});
    judge();
}

void ConstraintsPanel::tellProblems(const Diagnostics& problems, const QString& after) {
    const Place& place = problems.front().place;
    QString at;
    if (place.line > 0) {
        at = tr("at %1:%2. ").arg(place.line).arg(place.column);
        m_code->setSquiggles({{place.line, place.column, 1, problemText(problems)}});
    }
    m_notice->tell(Severity::error, sentence(problems), at + after, {{tr("Take back"), "takeBackConstraints", [this] {
                                                                          m_unread = false;
                                                                          refresh();
                                                                      }}});
    if (m_unread) Unread::of(m_editor.document()).set(tr("Constraints"), at + sentence(problems));
    emit brokenChanged(true);
}

void ConstraintsPanel::follow() {
    // Text that is being typed and cannot be read yet stays as it is; everything else follows.
    if (!m_unread) return refresh();
    showRules();
}

void ConstraintsPanel::showRules() {
    m_model->setConstraints(m_editor.document().inputs().mapspace.constraints, m_editor.design());
    const bool any = m_model->rowCount() > 0;
    m_table->setVisible(any);
    m_empty->setVisible(!any);
    m_remove->setEnabled(any);
}

void ConstraintsPanel::refresh() {
    const Constraints& now = m_editor.document().inputs().mapspace.constraints;
    showRules();
    const auto typed = constraintsFromText(m_code->toPlainText().toStdString());
    if (!typed || *typed != now) m_code->setCode(QString::fromStdString(constraintsText(now)));
    m_code->setSquiggles({});
    judge();
}

void ConstraintsPanel::judge() {
    const SessionInputs& inputs = m_editor.document().inputs();
    m_notice->clear();
    Unread::of(m_editor.document()).set(tr("Constraints"), {});
    emit brokenChanged(false);
    const auto target = Target::make(inputs.workload, inputs.architecture);
    if (!target) return;  // the design's matter, told elsewhere
    if (!m_editor.document().problems().empty()) {
        m_notice->tell(Severity::error, tr("No mapping can do that:"), sentence(m_editor.document().problems()),
                       {{tr("Undo"), "undoConstraints", [this] { m_editor.document().undoStack().undo(); }}});
        emit brokenChanged(true);
    }
}

}  // namespace lapidary::ui
