// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/sweep_form.h"

#include <QCheckBox>
#include <QComboBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>
#include <QStringListModel>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

#include "core/io/presets.h"
#include "core/io/sweep_plan.h"
#include "ui/editors/axis_row.h"
#include "ui/editors/form_rows.h"
#include "ui/editors/key_combo.h"
#include "ui/models/preset_keys.h"
#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/preset_picker.h"

namespace lapidary::ui {

namespace {

/// The entry of the picker that follows the session's workload.
QString ownWorkload() { return QObject::tr("this session's workload"); }

QStringList keysOfKind(std::string_view kind) {
    QStringList keys;
    for (const PresetInfo& preset : presets(kind)) keys << QString::fromStdString(preset.key);
    return keys;
}

QLabel* caption(const QString& text, QWidget* field) {
    auto* label = new QLabel(text);
    label->setFixedWidth(74);
    label->setBuddy(field);
    field->setAccessibleName(text);
    return label;
}

QLabel* heading(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(TypeSize::control, true));
    return label;
}

QLabel* unit(const QString& text) {
    auto* label = new ElidedLabel(text);
    label->setFont(uiFont(TypeSize::control));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QPushButton* smallButton(const QString& text, const QString& name, const QString& tip) {
    auto* button = new QPushButton(text);
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    button->setProperty("compact", true);
    return button;
}

QToolButton* iconButton(const char* picture, const QString& text, const QString& name, const QString& tip) {
    auto* button = new QToolButton;
    button->setIcon(icon(QString::fromLatin1(picture)));
    button->setObjectName(name);
    button->setAccessibleName(text);
    button->setToolTip(tip);
    button->setAutoRaise(true);
    button->setFixedSize(26, 24);
    return button;
}

QGridLayout* gridIn(QVBoxLayout& layout) {
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(6);
    layout.addLayout(grid);
    return grid;
}

}  // namespace

SweepForm::SweepForm(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_sweep(new PresetPicker(tr("Sweep"), [] { return keysOfKind("sweep"); })),
      m_workload(new PresetPicker(tr("Layers"),
                                  [&document] {
                                      return QStringList{ownWorkload()} + networkKeys(document.inputs()) +
                                             keysOfKind("network") + keysOfKind("workload");
                                  })),
      m_design(new PresetPicker(tr("Base design"), [] { return keysOfKind("architecture"); })),
      m_paths(new QStringListModel(this)),
      m_algorithm(new QComboBox),
      m_objective(new QComboBox),
      m_victory(new NumberField(1)),
      m_evaluations(new NumberField(1)),
      m_seed(new NumberField(0)),
      m_count(new QLabel) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(10, 8, 10, 8);
    layout->setSpacing(6);
    buildHead(*layout);
    buildParameters(*layout);
    m_count->setObjectName("searchCount");
    m_count->setFont(uiFont(TypeSize::control));
    m_count->setTextFormat(Qt::RichText);
    m_count->setWordWrap(true);
    layout->addWidget(m_count);
    buildSearch(*layout);
    layout->addStretch(1);
    connectSearch();
    connect(&document, &Document::sweepPlanChanged, this, &SweepForm::refresh);
    refresh();
}

void SweepForm::buildHead(QVBoxLayout& layout) {
    QGridLayout* grid = gridIn(layout);
    const auto add = [&](int row, const QString& text, PresetPicker* picker, const char* name) {
        picker->setObjectName(name);
        grid->addWidget(caption(text, picker), row, 0);
        grid->addWidget(picker, row, 1, 1, row == 0 ? 1 : 3);
    };
    add(0, tr("Sweep"), m_sweep, "sweepPicker");
    add(1, tr("Layers"), m_workload, "sweepLayers");
    add(2, tr("Base design"), m_design, "sweepDesign");
    QToolButton* open = iconButton("open", tr("Open sweep"), "openSweep", tr("Open a sweep file"));
    QToolButton* save =
        iconButton("save", tr("Save sweep"), "saveSweep", tr("Save this sweep as a file for lapidary-cli sweep"));
    grid->addWidget(open, 0, 2);
    grid->addWidget(save, 0, 3);
    grid->setColumnStretch(1, 1);
    connect(open, &QToolButton::clicked, this, &SweepForm::openWanted);
    connect(save, &QToolButton::clicked, this, &SweepForm::saveWanted);
    connect(m_sweep, &PresetPicker::picked, this, &SweepForm::sweepPicked);
    connect(m_workload, &PresetPicker::picked, this, &SweepForm::pickWorkload);
    connect(m_design, &PresetPicker::picked, this, &SweepForm::designPicked);
}

void SweepForm::buildParameters(QVBoxLayout& layout) {
    auto* head = new QHBoxLayout;
    head->addWidget(heading(tr("Parameters")));
    head->addStretch(1);
    QPushButton* add =
        smallButton(tr("Add"), "addAxis", tr("Vary another setting of the design or bound of the layers"));
    head->addWidget(add);
    connect(add, &QPushButton::clicked, this, &SweepForm::addAxis);
    layout.addSpacing(4);
    layout.addLayout(head);
    m_rowLayout = new QVBoxLayout;
    m_rowLayout->setSpacing(6);
    layout.addLayout(m_rowLayout);
    QGridLayout* grid = gridIn(layout);
    buildMapspaces(*grid, 0);
}

void SweepForm::buildMapspaces(QGridLayout& grid, int row) {
    grid.addWidget(heading(tr("Mapspaces")), row++, 0, 1, 4);
    const auto kinds = mapspaceKinds();
    for (std::size_t i = 0; i < kinds.size(); ++i) {
        auto* box = new QCheckBox(shortName(kinds[i]));
        box->setObjectName("sweepMapspace." + fromView(keyOf(kinds[i])));
        box->setToolTip(fromView(entryOf(kinds[i]).meaning));
        box->setAccessibleName(box->text());
        grid.addWidget(box, row + static_cast<int>(i) / 3, static_cast<int>(i) % 3);
        m_mapspaces[i] = box;
        connect(box, &QCheckBox::clicked, this, &SweepForm::setMapspaces);
    }
    grid.setColumnStretch(3, 1);
}

void SweepForm::buildSearch(QVBoxLayout& layout) {
    layout.addSpacing(4);
    layout.addWidget(heading(tr("Each search")));
    QGridLayout* grid = gridIn(layout);
    fillCombo<Algorithm>(*m_algorithm);
    fillCombo<Metric>(*m_objective);
    for (QComboBox* combo : {m_algorithm, m_objective}) fitColumn(*combo, 12);
    m_algorithm->setObjectName("sweepAlgorithm");
    m_objective->setObjectName("sweepObjective");
    grid->addWidget(caption(tr("Algorithm"), m_algorithm), 0, 0);
    grid->addWidget(m_algorithm, 0, 1, 1, 2);
    grid->addWidget(caption(tr("Objective"), m_objective), 1, 0);
    grid->addWidget(m_objective, 1, 1, 1, 2);
    int row = 2;
    const auto number = [&](const QString& text, NumberField* field, const char* name, const QString& after,
                            const QString& tip) {
        field->setObjectName(name);
        field->setToolTip(tip);
        field->setFixedWidth(84);
        grid->addWidget(caption(text, field), row, 0);
        grid->addWidget(field, row, 1);
        grid->addWidget(unit(after), row++, 2);
    };
    m_evaluations->setEmptyText(tr("no limit"));
    m_victory->setEmptyText(tr("no limit"));
    number(tr("At most"), m_evaluations, "sweepEvaluations", tr("mappings"),
           tr("Mappings drawn per search, valid or not; 200k is 200,000"));
    number(tr("or after"), m_victory, "sweepVictory", tr("without gain"),
           tr("Valid mappings in a row that are no better, in each of 24 streams; Ruby (Horeni et al., ISPASS 2022, "
              "IV-A) takes 3,000"));
    number(tr("Seed"), m_seed, "sweepSeed", tr("of every search"),
           tr("The same seed finds the same mappings at any number of threads"));
    grid->setColumnStretch(2, 1);
}

template <class Change>
void SweepForm::change(const QString& what, Change change) {
    SweepFile plan = m_document.sweepPlan();
    change(plan);
    m_document.editSweep(std::move(plan), what);
}

void SweepForm::connectSearch() {
    connect(m_algorithm, &QComboBox::activated, this, [this](int index) {
        change(tr("Algorithm of the sweep"), [&](SweepFile& plan) {
            plan.spec.search.algorithm = keyTable(Algorithm{})[static_cast<std::size_t>(index)].value;
        });
    });
    connect(m_objective, &QComboBox::activated, this, [this](int index) {
        change(tr("Objective of the sweep"), [&](SweepFile& plan) {
            plan.spec.search.objective.metrics = {keyTable(Metric{})[static_cast<std::size_t>(index)].value};
        });
    });
    using Number = std::optional<std::int64_t>;
    connect(m_evaluations, &NumberField::numberEdited, this, [this](Number number) {
        change(tr("Mapping limit of the sweep"), [&](SweepFile& plan) { plan.spec.search.maxEvaluations = number; });
    });
    connect(m_victory, &NumberField::numberEdited, this, [this](Number number) {
        change(tr("Victory rule of the sweep"), [&](SweepFile& plan) { plan.spec.search.victory = number; });
    });
    connect(m_seed, &NumberField::numberEdited, this, [this](Number number) {
        change(tr("Seed of the sweep"),
               [&](SweepFile& plan) { plan.spec.search.seed = static_cast<std::uint64_t>(number.value_or(0)); });
    });
}

void SweepForm::pickWorkload(const QString& key) {
    SweepFile plan = m_document.sweepPlan();
    plan.networkKey.clear();
    plan.workloadKey.clear();
    plan.spec.layers.clear();
    const auto& own = m_document.inputs().network;
    if (own && key.toStdString() == own->key) {
        plan.spec.layers = own->layers;
    } else if (key != ownWorkload()) {
        const std::string name = key.toStdString();
        const auto network = loadNetwork(name);
        if (network) {
            plan.networkKey = name;
            plan.spec.layers = network->layers;
        } else {
            const auto workload = loadWorkload(name);
            if (!workload) {
                emit failed(workload.diagnostics());
                return;
            }
            plan.workloadKey = name;
            plan.spec.layers = {{*workload, 1}};
        }
    }
    m_document.editSweep(std::move(plan), tr("Layers of the sweep"));
}

void SweepForm::setAxis(std::size_t index, const SweepAxis& axis) {
    change(tr("Values of %1").arg(QString::fromStdString(axis.path)),
           [&](SweepFile& plan) { plan.spec.axes[index] = axis; });
}

void SweepForm::addAxis() {
    const SweepAxis next = proposedAxis(m_document.sweepAsked().spec);
    change(tr("Add parameter"), [&](SweepFile& plan) { plan.spec.axes.push_back(next); });
    m_rows.back()->startEditing();
}

void SweepForm::setMapspaces() {
    std::vector<Factorization> kinds;
    for (std::size_t i = 0; i < m_mapspaces.size(); ++i)
        if (m_mapspaces[i]->isChecked()) kinds.push_back(mapspaceKinds()[i]);
    change(tr("Mapspaces of the sweep"), [&](SweepFile& plan) { plan.spec.mapspaces = kinds; });
}

QString SweepForm::countText() const {
    const SweepFile asked = m_document.sweepAsked();
    QStringList factors;
    for (const SweepAxis& axis : asked.spec.axes) factors << QString::number(axis.values.size());
    factors << QString::number(asked.spec.mapspaces.size());
    const std::size_t shapes = uniqueLayers(asked.spec).size();
    factors << (shapes == 1 ? tr("1 shape") : tr("%1 shapes").arg(shapes));
    const auto points = static_cast<std::int64_t>(pointCount(asked.spec));
    QString text =
        QStringLiteral("%1 = <b>%2</b> %3")
            .arg(factors.join(QStringLiteral(" × ")), ui::countText(points * static_cast<std::int64_t>(shapes)),
                 points * static_cast<std::int64_t>(shapes) == 1 ? tr("search") : tr("searches"));
    for (const SweepProblem& problem : m_document.sweepProblems())
        if (problem.axis < 0) {
            text += "<br>" + QString::fromStdString(problem.diagnostic.message).toHtmlEscaped();
            if (!problem.diagnostic.hint.empty())
                text += "; " + QString::fromStdString(problem.diagnostic.hint).toHtmlEscaped();
        }
    return text;
}

void SweepForm::refresh() {
    const SweepFile& plan = m_document.sweepPlan();
    const SweepFile asked = m_document.sweepAsked();
    m_sweep->setShown(plan.name.empty() ? tr("untitled") : QString::fromStdString(plan.name));
    QString layers = ownWorkload();
    if (!plan.networkKey.empty()) layers = QString::fromStdString(plan.networkKey);
    if (!plan.workloadKey.empty()) layers = QString::fromStdString(plan.workloadKey);
    if (!plan.spec.layers.empty() && plan.networkKey.empty() && plan.workloadKey.empty())
        layers = tr("%1 layers of %2")
                     .arg(plan.spec.layers.size())
                     .arg(networkKeys(m_document.inputs()).value(0, tr("a file")));
    m_workload->setShown(layers);
    const SessionInputs& inputs = m_document.inputs();
    m_design->setShown(
        QString::fromStdString(inputs.architectureKey.empty() ? inputs.architecture.name() : inputs.architectureKey));
    QStringList paths;
    for (const auto& [path, value] : settings(asked.spec.base)) paths << QString::fromStdString(path);
    if (!asked.spec.layers.empty())
        for (const Dimension& dimension : asked.spec.layers.front().workload.dimensions())
            paths << QStringLiteral("bounds.") + QString::fromStdString(dimension.name);
    if (paths != m_paths->stringList()) m_paths->setStringList(paths);
    refreshRows();
    refreshSearch();
    m_count->setText(countText());
}

void SweepForm::refreshRows() {
    const std::vector<SweepAxis>& axes = m_document.sweepPlan().spec.axes;
    while (m_rows.size() > axes.size()) {
        m_rows.back()->hide();
        m_rows.back()->deleteLater();
        m_rows.pop_back();
    }
    while (m_rows.size() < axes.size()) {
        const std::size_t index = m_rows.size();
        auto* row = new AxisRow(static_cast<int>(index), m_paths);
        m_rowLayout->addWidget(row);
        m_rows.push_back(row);
        connect(row, &AxisRow::edited, this, [this, index](const SweepAxis& axis) { setAxis(index, axis); });
        connect(row, &AxisRow::removed, this, [this, index] {
            change(tr("Remove parameter"), [&](SweepFile& plan) {
                plan.spec.axes.erase(plan.spec.axes.begin() + static_cast<std::ptrdiff_t>(index));
            });
        });
    }
    for (std::size_t i = 0; i < axes.size(); ++i) {
        std::vector<SweepProblem> mine;
        for (const SweepProblem& problem : m_document.sweepProblems())
            if (problem.axis == static_cast<int>(i)) mine.push_back(problem);
        m_rows[i]->setAxis(axes[i]);
        m_rows[i]->setProblems(mine);
    }
}

void SweepForm::refreshSearch() {
    const SweepSpec& spec = m_document.sweepPlan().spec;
    for (std::size_t i = 0; i < m_mapspaces.size(); ++i)
        m_mapspaces[i]->setChecked(std::find(spec.mapspaces.begin(), spec.mapspaces.end(), mapspaceKinds()[i]) !=
                                   spec.mapspaces.end());
    m_algorithm->setCurrentIndex(keyIndex(spec.search.algorithm));
    m_objective->setCurrentIndex(keyIndex(spec.search.objective.metrics.front()));
    m_evaluations->setNumber(spec.search.maxEvaluations);
    m_victory->setNumber(spec.search.victory);
    m_seed->setNumber(static_cast<std::int64_t>(spec.search.seed));
}

}  // namespace lapidary::ui
