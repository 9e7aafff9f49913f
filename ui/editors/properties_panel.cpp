// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/properties_panel.h"

#include <QApplication>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QRegularExpression>
#include <QScrollArea>
#include <QScrollBar>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "core/arch/port_edit.h"
#include "core/arch/technology/fill.h"
#include "core/base/digit_groups.h"
#include "core/base/units.h"
#include "ui/editors/design_editor.h"
#include "ui/editors/part_text.h"
#include "ui/editors/setting_field.h"
#include "ui/editors/source_badge.h"
#include "ui/models/step.h"
#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

using Kind = PropertyField::Kind;

constexpr int kLabelWidth = 62, kFieldWidth = 86;

QLabel* caption(const QString& text, bool strong = false) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(strong ? TypeSize::note : TypeSize::control, strong));
    if (!strong) label->setForegroundRole(QPalette::WindowText);
    return label;
}

QString lookUp(const SettingList& values, const QString& path) {
    const std::string* value = findSetting(values, path.toStdString());
    return value ? QString::fromStdString(*value) : QString();
}

/// Digits in groups of three, as everywhere; what isn't a number of some size stays.
QString grouped(const QString& value) {
    bool isNumber = false;
    value.toDouble(&isNumber);
    return isNumber ? QString::fromStdString(withGroups(value.toStdString())) : value;
}

std::vector<std::string> namesOf(const QString& text) {
    std::vector<std::string> names;
    for (const QString& name : text.split(u',', Qt::SkipEmptyParts))
        if (!name.trimmed().isEmpty()) names.push_back(name.trimmed().toStdString());
    return names;
}

}  // namespace

PropertiesPanel::PropertiesPanel(DesignEditor& editor, QWidget* parent)
    : QWidget(parent), m_editor(editor), m_notice(new Notice) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    m_notice->setObjectName("propertiesNotice");
    layout->addWidget(m_notice);
    m_form = scrolled(new QWidget);
    layout->addWidget(m_form, 1);
    connect(&editor, &DesignEditor::selectionChanged, this, &PropertiesPanel::rebuild);
    connect(&editor.document(), &Document::inputsChanged, this, &PropertiesPanel::refresh);
    rebuild();
}

QString PropertiesPanel::subtitle() const {
    const QString title = m_editor.titleOf(m_editor.selected());
    switch (m_editor.selected().kind) {
    case Part::Kind::level: return tr("%1, storage level").arg(title);
    case Part::Kind::partition: return tr("%1, memory of its own").arg(title);
    case Part::Kind::fanout: return tr("%1, fanout").arg(title);
    case Part::Kind::compute: break;
    }
    return tr("%1, compute").arg(title);
}

void PropertiesPanel::rebuild() {
    const QStringList before = m_builtFor;
    const QWidget* focus = QApplication::focusWidget();
    const QString focused = focus && m_form->isAncestorOf(focus) ? focus->objectName() : QString();
    const auto* old = qobject_cast<QScrollArea*>(m_form);
    const int scrolledTo = old ? old->verticalScrollBar()->value() : 0;
    auto* form = new QWidget;
    auto* grid = new QGridLayout(form);
    grid->setContentsMargins(10, 8, 10, 8);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(5);
    grid->setColumnMinimumWidth(0, kLabelWidth);
    grid->setColumnStretch(3, 1);
    // What was just clicked is in the old form, so that it goes later, but speaks of rows that are no more.
    for (QWidget* part : m_form->findChildren<QWidget*>()) disconnect(part, nullptr, this, nullptr);
    m_rows.clear();
    m_refused = nullptr;
    ++m_built;
    m_builtFor = formOf();
    m_steppedRow = nullptr;
    m_notice->clear();
    emit problemsChanged(0);
    QString section;
    for (const PropertyField& field : fields()) {
        if (field.section != section) {
            section = field.section;
            if (grid->rowCount() > 1) grid->setRowMinimumHeight(grid->rowCount(), 4);
            grid->addWidget(caption(section, true), grid->rowCount(), 0, 1, 4);
        }
        addRow(*grid, field);
    }
    grid->setRowStretch(grid->rowCount(), 1);
    QWidget* frame = scrolled(form);
    delete layout()->replaceWidget(m_form, frame);
    m_form->hide();
    m_form->deleteLater();
    m_form = frame;
    refresh();
    if (!before.isEmpty() && before.front() == m_builtFor.front()) keepPlace(before, focused, scrolledTo);
}

void PropertiesPanel::keepPlace(const QStringList& before, const QString& focused, int scrolledTo) {
    QString wanted = focused;
    for (const auto& row : m_rows)  // a new port is named next
        if (row->about.kind == Kind::portName && !before.contains(row->about.path)) wanted = row->field->objectName();
    auto* frame = qobject_cast<QScrollArea*>(m_form);
    QTimer::singleShot(0, frame, [this, frame, wanted, scrolledTo] {  // once it is laid out
        frame->verticalScrollBar()->setValue(scrolledTo);
        if (wanted.isEmpty()) return;
        auto* field = frame->findChild<QWidget*>(wanted);
        if (!field) field = frame->findChild<QWidget*>("property." + m_builtFor.front() + ".ports.add");
        if (!field) return;
        field->setFocus();
        frame->ensureWidgetVisible(field);
    });
}

void PropertiesPanel::addRow(QGridLayout& grid, const PropertyField& about) {
    m_rows.push_back(std::make_unique<Row>());
    Row& row = *m_rows.back();
    row.about = about;
    const int at = grid.rowCount();
    auto* label = caption(about.label);
    grid.addWidget(label, at, 0);
    switch (about.kind) {
    case Kind::choice: return addChoice(grid, row, at);
    case Kind::flag:
    case Kind::split: return addToggle(grid, row, at);
    case Kind::addPort:
    case Kind::removePort:
    case Kind::timeByPorts: label->hide(); return addButton(grid, row, at);
    default: break;
    }
    row.field = new SettingField;
    row.field->setHelp(about.help);
    row.field->setAccessibleName(about.label);
    row.field->setObjectName("property." + (about.path.isEmpty() ? about.label.toLower() : about.path));
    row.field->setPlaceholderText(about.absent);
    label->setBuddy(row.field);
    connect(row.field, &SettingField::committed, this, [this, &row](const QString& text) { commit(row, text); });
    connect(row.field, &SettingField::stepped, this, [this, &row](int direction) { step(row, direction); });
    if (about.kind == Kind::name || about.kind == Kind::axis || about.kind == Kind::portName ||
        about.kind == Kind::portUses) {
        grid.addWidget(row.field, at, 1, 1, 3);
        return;
    }
    row.field->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
    row.field->setFixedWidth(kFieldWidth);
    grid.addWidget(row.field, at, 1);
    row.note = caption(about.unit);
    row.note->setForegroundRole(QPalette::PlaceholderText);
    grid.addWidget(row.note, at, 2, 1, about.hasSource ? 1 : 2);
    if (!about.hasSource) return;
    row.badge = new SourceBadge;
    row.badge->setObjectName("source." + about.path);
    connect(row.badge, &QAbstractButton::clicked, this, [this, &row] {
        if (const Architecture* preset = m_editor.preset()) {
            const ArchitectureSpec& original = preset->spec();
            const auto part = findPart(original, nameOf(m_editor.design().spec(), m_editor.selected()));
            if (!part) return;
            ArchitectureSpec spec = m_editor.spec();
            figureOf(spec, m_editor.selected(), row.about.path) = figureOf(original, *part, row.about.path);
            m_editor.apply(Architecture::make(std::move(spec)), tr("Reset %1").arg(whatOf(row)));
        }
    });
    grid.addWidget(row.badge, at, 3);
}

void PropertiesPanel::addChoice(QGridLayout& grid, Row& row, int at) {
    row.choice = new QComboBox;
    for (const PropertyField::Option& option : row.about.options) {
        row.choice->addItem(option.label, option.value);
        row.choice->setItemData(row.choice->count() - 1, option.meaning, Qt::ToolTipRole);
    }
    row.choice->setObjectName("property." + row.about.path);
    row.choice->setAccessibleName(row.about.label);
    row.choice->setToolTip(row.about.help);
    row.choice->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
    connect(row.choice, &QComboBox::activated, this,
            [this, &row](int index) { commit(row, row.choice->itemData(index).toString()); });
    grid.addWidget(row.choice, at, 1, 1, 3);
}

void PropertiesPanel::addToggle(QGridLayout& grid, Row& row, int at) {
    const bool split = row.about.kind == Kind::split;
    QStringList labels{tr("all tensors"), tr("one each")};
    if (!split) labels = {row.about.options[0].label, row.about.options[1].label};
    row.toggle = new Segmented(labels);
    row.toggle->setAccessibleName(row.about.label);
    row.toggle->setObjectName("property." + (split ? QStringLiteral("split") : row.about.path.section(u'.', -1)));
    row.toggle->setToolTip(row.about.help);
    connect(row.toggle, &Segmented::currentChanged, this, [this, &row, split](int index) {
        commit(row, split ? QString::number(index) : row.about.options[static_cast<std::size_t>(index)].value);
    });
    grid.addWidget(row.toggle, at, 1, 1, 3, Qt::AlignLeft);
}

void PropertiesPanel::addButton(QGridLayout& grid, Row& row, int at) {
    auto* button = new QPushButton(row.about.label);
    button->setObjectName("property." + row.about.path);
    button->setToolTip(row.about.help);
    button->setAutoDefault(false);
    if (row.about.kind == Kind::removePort) button->setAccessibleName(tr("Remove port %1").arg(row.about.port));
    connect(button, &QPushButton::clicked, this, [this, &row] { commit(row, {}); });
    grid.addWidget(button, at, 1, 1, 3, Qt::AlignLeft);
}

QString PropertiesPanel::shownValue(const Row& row) const {
    const Part& part = m_editor.selected();
    const auto& rules = m_editor.document().inputs().mapspace.constraints.fanouts;
    switch (row.about.kind) {
    case Kind::name: return m_editor.titleOf(part);
    case Kind::portName: return row.about.port;
    case Kind::portUses: {
        const auto& ports = m_editor.design().levels()[static_cast<std::size_t>(part.index)].ports;
        const auto found = std::ranges::find(ports, row.about.port.toStdString(), &Port::name);
        return found == ports.end() ? QString() : QString::fromStdString(portUsesText(*found));
    }
    case Kind::axis:
    case Kind::utilization: {
        const auto found = rules.find(nameOf(m_editor.design().spec(), part));
        const FanoutConstraints about = found == rules.end() ? FanoutConstraints() : found->second;
        if (row.about.kind == Kind::axis) return namesText(row.about.path == u"x" ? about.x : about.y);
        return QString::fromStdString(formatSignificant(100 * about.minUtilization));
    }
    default: break;
    }
    const QString value = lookUp(m_values, row.about.path);
    if (value == row.about.absent) return {};
    // What the tables yield has digits that mean nothing; what was typed stays as it was typed.
    if (row.about.hasSource && isLookedUp(figureOf(m_editor.design().spec(), part, row.about.path)))
        return grouped(QString::fromStdString(formatSignificant(value.toDouble(), 6)));
    return grouped(value);
}

void PropertiesPanel::refresh() {
    if (m_builtFor != formOf()) return rebuild();
    m_values = settings(m_editor.design());
    for (const auto& row : m_rows) refreshRow(*row);
}

void PropertiesPanel::refreshRow(Row& row) {
    const ArchitectureSpec& spec = m_editor.design().spec();
    const Part& part = m_editor.selected();
    if (row.choice) row.choice->setCurrentIndex(std::max(0, row.choice->findData(lookUp(m_values, row.about.path))));
    if (row.toggle) {
        const QSignalBlocker blocker(row.toggle);
        const bool second = row.about.kind == Kind::split
                                ? !spec.levels[static_cast<std::size_t>(part.index)].partitions.empty()
                                : lookUp(m_values, row.about.path) == row.about.options[1].value;
        row.toggle->setCurrent(second ? 1 : 0);
    }
    if (!row.field) return;
    row.field->setValue(shownValue(row));
    if (row.about.kind == Kind::capacity) {
        const Level& level = spec.levels[static_cast<std::size_t>(part.index)];
        const bool own = part.kind == Part::Kind::partition;
        const Partition* partition = own ? &level.partitions.at(part.role) : nullptr;
        const auto& capacity = own ? partition->capacity : level.capacity;
        const int bits = own && partition->wordBits != 0 ? partition->wordBits : level.wordBits;
        row.note->setText(!capacity ? QString() : otherUnit(*capacity, bits));
    }
    if (!row.badge) return;
    const Figure& figure = figureOf(spec, part, row.about.path);
    QString replaced;
    if (const Architecture* preset = m_editor.preset(); preset && figure.source == "user") {
        const QString original = lookUp(settings(*preset), row.about.path);
        if (original != lookUp(m_values, row.about.path)) replaced = grouped(original);
    }
    row.badge->setSource(figure, replaced);
}

QString PropertiesPanel::whatOf(const Row& row) const {
    const QString part = m_editor.titleOf(m_editor.selected());
    if (row.about.port.isEmpty()) return tr("%1 %2").arg(part, row.about.label.toLower());
    return tr("%1 port %2, %3").arg(part, row.about.port, row.about.label.toLower());
}

QStringList PropertiesPanel::formOf() const {
    const ArchitectureSpec& spec = m_editor.design().spec();
    QStringList form{QString::fromStdString(nameOf(spec, m_editor.selected()))};
    for (const PropertyField& field : fields()) form << field.path;
    return form;
}

std::vector<PropertyField> PropertiesPanel::fields() const {
    const bool byPorts = m_editor.document().inputs().semantics.time == Time::ports;
    return propertyFields(m_editor.design().spec(), m_editor.selected(), byPorts);
}

void PropertiesPanel::commit(Row& row, const QString& text, int mergeId) {
    if (row.field && text == row.field->value()) {
        row.field->accept();
        row.problems.clear();
        return tellProblems();
    }
    const int built = m_built;
    const Diagnostics problems = carryOut(row, text, whatOf(row), mergeId);
    if (built == m_built) tell(row, problems);  // else the form is another one now
}

void PropertiesPanel::tell(Row& row, const Diagnostics& problems) {
    row.problems = problems;
    if (problems.empty()) {
        if (row.field) row.field->accept();
        refresh();
        return tellProblems();
    }
    m_refused = &row;
    if (row.field) row.field->refuse(problemText(problems));
    refreshRow(row);
    tellProblems();
    if (!row.field) row.problems.clear();  // what was chosen is taken back at once
}

void PropertiesPanel::tellProblems() {
    int count = 0;
    Row* told = nullptr;
    for (const auto& each : m_rows) {
        if (each->problems.empty()) continue;
        ++count;
        if (!told || each.get() == m_refused) told = each.get();
    }
    if (!told) {
        m_notice->clear();
        emit problemsChanged(0);
        return;
    }
    Row& row = *told;
    const Diagnostics& problems = row.problems;
    const QString kept = row.field ? (row.field->value().isEmpty() ? row.about.absent : row.field->value()) : QString();
    std::vector<NoticeButton> buttons;
    if (row.field)
        buttons.push_back({tr("Back to %1").arg(kept), "propertyBack", [this, &row] {
                               row.field->accept();
                               row.field->setText(row.field->value());
                               row.field->setFocus();
                               commit(row, row.field->value());
                           }});
    QString text = sentence(problems);
    if (row.field) text += tr(" %1 stays in use.").arg(kept);
    if (count > 1) text += tr(" (One of %1 fields in red.)").arg(count);
    m_notice->tell(Severity::error, tr("%1:").arg(whatOf(row)), text, std::move(buttons));
    emit problemsChanged(count);
}

Diagnostics PropertiesPanel::carryOut(const Row& row, const QString& text, const QString& what, int mergeId) {
    const Part part = m_editor.selected();
    switch (row.about.kind) {
    case Kind::name: return m_editor.apply(renamePart(m_editor.spec(), part, text.toStdString()), what, mergeId);
    case Kind::axis:
    case Kind::utilization: return commitAxis(row, text, what);
    case Kind::portName:
    case Kind::portUses:
    case Kind::addPort:
    case Kind::removePort: return commitPort(row, text, what);
    case Kind::timeByPorts: {
        SessionInputs next = m_editor.document().inputs();
        next.semantics.time = Time::ports;
        m_editor.document().edit(std::move(next), tr("Count time by ports"));
        return {};
    }
    case Kind::split: {
        if (text == u"0") return m_editor.apply(joinLevel(m_editor.spec(), part.index), what);
        return m_editor.apply(splitLevel(m_editor.spec(), part.index, m_editor.rolesAt(part.index)), what);
    }
    default: break;
    }
    QString value = text;
    static const QRegularExpression kGroups("^[+-]?\\d{1,3}(,\\d{3})+(?![\\d,])");  // "65,536 B", but not "0,5"
    if (kGroups.match(value).hasMatch()) value.remove(u',');
    // A figure that nobody gives any more is that of the tables, where the design has a technology.
    if (value.isEmpty()) value = row.about.hasSource ? QStringLiteral("table") : row.about.absent;
    return m_editor.set(row.about.path, value, what, mergeId);
}

Diagnostics PropertiesPanel::commitPort(const Row& row, const QString& text, const QString& what) {
    const int level = m_editor.selected().index;
    const std::string port = row.about.port.toStdString();
    switch (row.about.kind) {
    case Kind::portName: return m_editor.apply(renamePort(m_editor.spec(), level, port, text.toStdString()), what);
    case Kind::portUses: return m_editor.apply(setPortUses(m_editor.spec(), level, port, text.toStdString()), what);
    case Kind::addPort: return m_editor.apply(addPort(m_editor.spec(), level, m_editor.rolesAt(level)), tr("Add port"));
    default: return m_editor.apply(removePort(m_editor.spec(), level, port), tr("Remove port %1").arg(row.about.port));
    }
}

Diagnostics PropertiesPanel::commitAxis(const Row& row, const QString& text, const QString& what) {
    Constraints constraints = m_editor.document().inputs().mapspace.constraints;
    FanoutConstraints& rules = constraints.fanouts[nameOf(m_editor.design().spec(), m_editor.selected())];
    if (row.about.kind == Kind::utilization) {
        bool fine = false;
        const double percent = QString(text).remove(u'%').toDouble(&fine);
        if (!fine || percent < 0 || percent > 100)
            return {error("expected a share from 0 to 100 %, found '" + text.toStdString() + "'")};
        rules.minUtilization = percent / 100;
    } else {
        auto& axis = row.about.path == u"x" ? rules.x : rules.y;
        if (text.isEmpty() || text == u"all")
            axis.reset();
        else
            axis = text == u"none" ? std::vector<std::string>() : namesOf(text);
    }
    return m_editor.setConstraints(constraints, what);
}

void PropertiesPanel::step(Row& row, int direction) {
    QString value = row.field->value();
    value.remove(u',');
    QString next;
    if (row.about.kind == Kind::capacity) {
        const auto capacity = parseCapacity(value.toStdString());
        if (!capacity) return;
        Capacity changed = *capacity;
        changed.amount = direction > 0 ? changed.amount * 2 : changed.amount / 2;
        next = QString::fromStdString(toText(changed));
    } else if (row.about.kind == Kind::whole && !value.isEmpty()) {
        next = QString::number(value.toLongLong() + direction);
    } else if (row.about.kind == Kind::real && !value.isEmpty()) {
        const double now = value.toDouble();
        const bool rate = row.about.path.contains(u".bandwidth.");  // as capacities: twice or half
        const double changed = rate ? (direction > 0 ? 2 * now : now / 2) : steppedReal(now, direction);
        next = QString::fromStdString(formatSignificant(changed, 6));
    } else {
        return;
    }
    if (m_steppedRow != &row) m_stepId = Document::freshMergeId();
    m_steppedRow = &row;
    commit(row, next, m_stepId);
}

void PropertiesPanel::startEditing() {
    for (const auto& row : m_rows)
        if (row->field && row->about.kind != Kind::name) {
            row->field->setFocus();
            row->field->selectAll();
            return;
        }
}

SettingField* PropertiesPanel::field(const QString& key) const {
    for (const auto& row : m_rows)
        if (row->field && (row->about.path.endsWith(u'.' + key) || row->about.label.toLower() == key))
            return row->field;
    return nullptr;
}

void PropertiesPanel::resetToPreset() {
    const Architecture* preset = m_editor.preset();
    if (!preset) return;
    const QString title = m_editor.titleOf(m_editor.selected());
    const Diagnostics problems =
        m_editor.apply(resetPart(m_editor.spec(), m_editor.selected(), preset->spec()), tr("Reset %1").arg(title));
    if (problems.empty()) return rebuild();
    m_notice->tell(Severity::error, tr("%1 cannot be reset:").arg(title), sentence(problems));
}

}  // namespace lapidary::ui
