// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/run_form.h"

#include <QComboBox>
#include <QDoubleSpinBox>
#include <QEvent>
#include <QGridLayout>
#include <QLabel>

#include <algorithm>

#include "core/base/arith.h"
#include "core/base/parallel.h"
#include "ui/editors/form_rows.h"
#include "ui/editors/key_combo.h"
#include "ui/editors/sunstone_fields.h"
#include "ui/models/scale.h"
#include "ui/models/size_term_model.h"
#include "ui/models/words.h"
#include "ui/session/document.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

constexpr int kField = 84;  ///< as wide as "30,000,000" asks for

QLabel* note(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(TypeSize::control));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

QLabel* exhaustiveHint() {
    auto* label = note(QObject::tr("Exhaustive would prove the best."));
    label->setObjectName("exhaustiveHint");
    label->setFont(uiFont(TypeSize::note));
    label->setToolTip(
        QObject::tr("The limit is no less than the mapspace, so that draws repeat mappings. Exhaustive looks at each "
                    "once."));
    return label;
}

}  // namespace

RunForm::RunForm(Document& document, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_algorithm(new QComboBox),
      m_objective(new QComboBox),
      m_evaluations(new NumberField(1)),
      m_seconds(new NumberField(1, 1'000'000)),
      m_victory(new NumberField(1)),
      m_gap(new QDoubleSpinBox),
      m_seed(new NumberField(0)),
      m_threads(new NumberField(1, std::max(availableThreads(), 1))),
      m_size(note({})),
      m_patience(new NumberField(1, kMaxPatience)),
      m_hot(new QDoubleSpinBox),
      m_cold(new QDoubleSpinBox),
      m_population(new NumberField(2, kMaxPopulation)),
      m_sunstone(new SunstoneFields),
      m_hint(exhaustiveHint()) {
    m_mapspace = mapspaceChoice();
    m_mapspace->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);  // may give way to its least width
    fillCombo<Algorithm>(*m_algorithm);
    fillCombo<Metric>(*m_objective);
    build();
    connectFields();
    connect(&document, &Document::inputsChanged, this, &RunForm::refresh);
    refresh();
}

/// What is typed or chosen goes into the document, one undo step each.
void RunForm::connectFields() {
    const auto edit = [this](const QString& what, auto change) {
        SearchOptions options = m_document.inputs().search;
        change(options);
        m_document.setSearch(options, what);
    };
    connect(m_algorithm, &QComboBox::activated, this, [this, edit](int index) {
        const int searches = static_cast<int>(keyTable(Algorithm{}).size());
        choose(index >= searches ? index - searches : -1);
        if (index >= searches) return;
        edit(tr("Algorithm"),
             [&](SearchOptions& o) { o.algorithm = keyTable(Algorithm{})[static_cast<std::size_t>(index)].value; });
    });
    connect(m_objective, &QComboBox::activated, this, [edit](int index) {
        edit(tr("Objective"), [&](SearchOptions& o) {
            o.objective.metrics = {keyTable(Metric{})[static_cast<std::size_t>(index)].value};
        });
    });
    connect(m_mapspace, &Segmented::currentChanged, this,
            [this](int index) { m_document.setFactorization(mapspaceKinds()[static_cast<std::size_t>(index)]); });
    using Number = std::optional<std::int64_t>;
    connect(m_evaluations, &NumberField::numberEdited, this,
            [edit](Number n) { edit(tr("Mapping limit"), [&](SearchOptions& o) { o.maxEvaluations = n; }); });
    connect(m_seconds, &NumberField::numberEdited, this, [edit](Number n) {
        edit(tr("Time limit"),
             [&](SearchOptions& o) { o.maxSeconds = n ? std::optional(static_cast<double>(*n)) : std::nullopt; });
    });
    connect(m_victory, &NumberField::numberEdited, this,
            [edit](Number n) { edit(tr("Victory rule"), [&](SearchOptions& o) { o.victory = n; }); });
    connect(m_gap, &QDoubleSpinBox::valueChanged, this, [edit](double percent) {
        edit(tr("Gap to stop at"),
             [&](SearchOptions& o) { o.gap = percent > 0 ? std::optional(percent / 100) : std::nullopt; });
    });
    connect(m_seed, &NumberField::numberEdited, this, [edit](Number n) {
        edit(tr("Seed"), [&](SearchOptions& o) { o.seed = static_cast<std::uint64_t>(n.value_or(0)); });
    });
    connect(m_threads, &NumberField::numberEdited, this, [edit](Number n) {
        edit(tr("Threads"), [&](SearchOptions& o) { o.threads = static_cast<int>(n.value_or(1)); });
    });
    connect(m_patience, &NumberField::numberEdited, this, [edit](Number n) {
        edit(tr("Patience"), [&](SearchOptions& o) { o.walk.patience = n.value_or(WalkSettings{}.patience); });
    });
    connect(m_population, &NumberField::numberEdited, this, [edit](Number n) {
        edit(tr("Population"),
             [&](SearchOptions& o) { o.walk.population = static_cast<int>(n.value_or(WalkSettings{}.population)); });
    });
    for (QDoubleSpinBox* field : {m_hot, m_cold})
        connect(field, &QDoubleSpinBox::valueChanged, this, [this, edit] {
            edit(tr("Temperature"), [&](SearchOptions& o) {
                o.walk.hot = m_hot->value();
                o.walk.cold = std::min(m_cold->value(), o.walk.hot);
            });
        });
    connect(m_sunstone, &SunstoneFields::edited, this, [edit](const sunstone::Options& chosen) {
        edit(tr("Sunstone's settings"), [&](SearchOptions& o) { o.sunstone = chosen; });
    });
}

/// Settings of the searchers that walk, each beside its algorithm only.
void RunForm::buildWalk(QGridLayout& grid, int& row) {
    const auto add = [&](Algorithm algorithm, const QString& text, QWidget* field, const char* name,
                         const QString& unit, const QString& tip) {
        auto* caption = new QLabel(text);
        QLabel* after = note(unit);
        caption->setBuddy(field);
        field->setAccessibleName(text);
        field->setObjectName(name);
        field->setToolTip(tip);
        field->setFixedWidth(kField);
        grid.addWidget(caption, row, 0);
        grid.addWidget(field, row, 1);
        grid.addWidget(after, row++, 2);
        for (QWidget* part : {static_cast<QWidget*>(caption), field, static_cast<QWidget*>(after)})
            m_walkParts.emplace_back(algorithm, part);
    };
    for (QDoubleSpinBox* field : {m_hot, m_cold}) {
        field->setDecimals(3);
        field->setFrame(false);
        field->setRange(0.001, kMaxTemperature);
        field->setStepType(QAbstractSpinBox::AdaptiveDecimalStepType);
        field->setKeyboardTracking(false);
    }
    add(Algorithm::hillClimb, tr("Patience"), m_patience, "patience", tr("steps"),
        tr("Steps without an improvement before a stream begins anew elsewhere"));
    add(Algorithm::annealing, tr("Hot"), m_hot, "hot", tr("at first"),
        tr("Temperature, of the logarithm of the objective: at 0.5 a mapping 1.65 times as costly is taken in 1 of 2.7 "
           "cases"));
    add(Algorithm::annealing, tr("Cold"), m_cold, "cold", tr("at last"), tr("Temperature at the end of the budget"));
    add(Algorithm::genetic, tr("Population"), m_population, "population", tr("mappings"),
        tr("That each of 24 streams keeps and breeds from"));
    grid.addWidget(m_sunstone, row++, 0, 1, 3);
    m_walkParts.emplace_back(Algorithm::sunstone, m_sunstone);
}

void RunForm::build() {
    auto* grid = new QGridLayout(this);
    grid->setContentsMargins(10, 8, 10, 8);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(6);
    grid->setColumnStretch(2, 1);
    int row = 0;
    const auto label = [&](const QString& text, QWidget* field, const char* name) {
        auto* caption = new QLabel(text);
        caption->setBuddy(field);
        grid->addWidget(caption, row, 0);
        field->setAccessibleName(text);
        field->setObjectName(name);
    };
    const auto wide = [&](const QString& text, QComboBox* field, const char* name) {
        label(text, field, name);
        fitColumn(*field, 12);
        grid->addWidget(field, row++, 1, 1, 2);
    };
    const auto number = [&](const QString& text, QWidget* field, const char* name, const QString& unit,
                            const QString& tip) {
        label(text, field, name);
        field->setToolTip(tip);
        field->setFixedWidth(kField);
        grid->addWidget(field, row, 1);
        grid->addWidget(note(unit), row++, 2);
    };
    wide(tr("Algorithm"), m_algorithm, "algorithm");
    buildWalk(*grid, row);
    wide(tr("Objective"), m_objective, "objective");
    label(tr("Mapspace"), m_mapspace, "mapspace");
    grid->addWidget(m_size, row++, 1, 1, 2);
    grid->addWidget(m_mapspace, row++, 0, 1, 3);
    grid->addWidget(m_hint, row++, 0, 1, 3);
    for (NumberField* field : {m_evaluations, m_seconds, m_victory}) field->setEmptyText(tr("no limit"));
    number(tr("Stop after"), m_evaluations, "maxEvaluations", tr("mappings"),
           tr("Mappings drawn, valid or not; 5M is five million"));
    number(tr("or after"), m_seconds, "maxSeconds", tr("seconds"), tr("Time, pauses not counted"));
    number(tr("or after"), m_victory, "victory", tr("without gain"),
           tr("Valid mappings in a row that are no better, in each of 24 streams"));
    styleGap();
    number(tr("or at"), m_gap, "gap", tr("% gap"),
           tr("Ends once no mapping can be better by more than this: the gap between best mapping and lower bound"));
    m_gap->setAccessibleName(tr("Gap to stop at"));
    m_seconds->setAccessibleName(tr("Time limit"));
    m_victory->setAccessibleName(tr("Victory rule"));
    m_seed->setToolTip(tr("The same seed finds the same mappings at any number of threads"));
    m_threads->setToolTip(
        tr("Threads, of %1 cores; with one less than there are the window stays quick").arg(availableThreads()));
    label(tr("Seed"), m_seed, "seed");
    m_seed->setFixedWidth(kField);
    m_threads->setAccessibleName(tr("Threads"));
    m_threads->setObjectName("threads");
    m_threads->setFixedWidth(40);
    auto* threads = new QHBoxLayout;
    threads->setSpacing(6);
    threads->addWidget(m_threads);
    threads->addWidget(note(tr("threads")), 1);
    grid->addWidget(m_seed, row, 1);
    grid->addLayout(threads, row++, 2);
    grid->setRowStretch(row, 1);
}

/// As the fields of whole numbers beside it.
void RunForm::styleGap() {
    m_gap->setDecimals(1);
    m_gap->setRange(0, 99);
    m_gap->setSpecialValueText(tr("no limit"));
    m_gap->setButtonSymbols(QAbstractSpinBox::NoButtons);
    m_gap->setKeyboardTracking(false);
    connect(m_gap, &QDoubleSpinBox::textChanged, this, &RunForm::greyNoGap);
    m_gap->setFrame(false);  // that of the field within is ours
    m_gap->setAlignment(Qt::AlignRight | Qt::AlignVCenter);
}

/// "no limit" is grey, as in the fields above.
void RunForm::greyNoGap() {
    QPalette own;
    if (m_gap->text() == m_gap->specialValueText())
        own.setColor(QPalette::Text, palette().color(QPalette::PlaceholderText));
    m_gap->setPalette(own);
}

void RunForm::changeEvent(QEvent* event) {
    QWidget::changeEvent(event);
    if (event->type() == QEvent::PaletteChange) greyNoGap();
}

/// What is neither shared with algorithms that search no mapspace nor belongs to one that walks.
void RunForm::gatherOrdinary() {
    auto* grid = static_cast<QGridLayout*>(layout());
    for (int i = 0; i < grid->count(); ++i) {
        QLayoutItem* item = grid->itemAt(i);
        std::vector<QWidget*> parts{item->widget()};
        for (int k = 0; item->layout() && k < item->layout()->count(); ++k)
            parts.push_back(item->layout()->itemAt(k)->widget());
        for (QWidget* part : parts) {
            const auto* caption = qobject_cast<QLabel*>(part);
            const QWidget* of = caption && caption->buddy() ? caption->buddy() : part;
            const bool shared = of == m_algorithm || of == m_objective || of == m_seed || !of;
            const bool walks = std::ranges::any_of(m_walkParts, [&](const auto& each) { return each.second == part; });
            if (of == m_objective) m_objectiveRow.push_back(part);
            if (!shared && !walks && part != m_hint) m_ordinary.push_back(part);
        }
    }
}

int RunForm::offer(const QString& name, const QString& meaning, QWidget* fields, bool ownObjective) {
    if (m_others.empty()) gatherOrdinary();
    m_algorithm->addItem(name);
    m_algorithm->setItemData(m_algorithm->count() - 1, meaning, Qt::ToolTipRole);
    m_others.push_back({fields, ownObjective});
    auto* grid = static_cast<QGridLayout*>(layout());
    if (grid->indexOf(fields) < 0) {
        const int last = grid->rowCount();
        grid->setRowStretch(last - 1, 0);
        grid->addWidget(fields, last, 0, 1, 3);
        grid->setRowStretch(last + 1, 1);
    }
    refreshOthers();
    return static_cast<int>(m_others.size()) - 1;
}

void RunForm::offerFlash(QWidget* fields) {
    m_flash =
        offer(tr("FLASH"), tr("Mapper of matrix products over five styles of accelerator, by the data-centric model"),
              fields, false);
}

void RunForm::setFlash(bool chosen) {
    if (chosen != (m_other == m_flash)) choose(chosen ? m_flash : -1);
}

void RunForm::choose(int other) {
    if (other == m_other) return;
    const bool wasFlash = m_other == m_flash;
    m_other = other;
    refreshOthers();
    refresh();
    if (wasFlash != (m_other == m_flash)) emit flashChosen(m_other == m_flash);
    emit otherChosen(m_other);
}

void RunForm::refreshOthers() {
    const QWidget* chosen = m_other < 0 ? nullptr : m_others[static_cast<std::size_t>(m_other)].fields;
    for (const Other& other : m_others) other.fields->setVisible(other.fields == chosen);
    auto* grid = static_cast<QGridLayout*>(layout());
    grid->setColumnMinimumWidth(2, chosen ? kField : 0);  // else it counts as empty
    grid->setColumnStretch(1, chosen ? 1 : 0);            // and the captions would have its room
    for (QWidget* part : m_ordinary) part->setVisible(!chosen);
    const bool own = chosen && m_others[static_cast<std::size_t>(m_other)].ownObjective;
    for (QWidget* part : m_objectiveRow) part->setVisible(!own);
}

void RunForm::refresh() {
    const SessionInputs& inputs = m_document.inputs();
    m_algorithm->setCurrentIndex(m_other >= 0 ? static_cast<int>(keyTable(Algorithm{}).size()) + m_other
                                              : keyIndex(inputs.search.algorithm));
    m_objective->setCurrentIndex(keyIndex(inputs.search.objective.metrics.front()));
    {
        const QSignalBlocker blocker(m_mapspace);
        const auto kinds = mapspaceKinds();
        const auto kind = std::find(kinds.begin(), kinds.end(), inputs.mapspace.factorization);
        m_mapspace->setCurrent(static_cast<int>(kind - kinds.begin()));
    }
    m_evaluations->setNumber(inputs.search.maxEvaluations);
    m_seconds->setNumber(inputs.search.maxSeconds ? std::optional(static_cast<std::int64_t>(*inputs.search.maxSeconds))
                                                  : std::nullopt);
    m_victory->setNumber(inputs.search.victory);
    {
        const QSignalBlocker blocker(m_gap);
        m_gap->setValue(100 * inputs.search.gap.value_or(0));
        greyNoGap();
    }
    const WalkSettings& walk = inputs.search.walk;
    m_patience->setNumber(walk.patience);
    m_population->setNumber(walk.population);
    for (const auto& [field, value] : {std::pair(m_hot, walk.hot), std::pair(m_cold, walk.cold)}) {
        const QSignalBlocker blocker(field);
        field->setValue(value);
    }
    m_sunstone->setOptions(inputs.search.sunstone);
    for (const auto& [algorithm, part] : m_walkParts)
        part->setVisible(m_other < 0 && algorithm == inputs.search.algorithm);
    m_seed->setNumber(static_cast<std::int64_t>(inputs.search.seed));
    m_threads->setNumber(inputs.search.threads);
    refreshSize();
}

void RunForm::refreshSize() {
    const SearchOptions& asked = m_document.inputs().search;
    const bool known = m_document.problems().empty() && m_document.setup() != nullptr;
    m_hint->setVisible(m_other < 0 && known && asked.algorithm != Algorithm::exhaustive && asked.maxEvaluations &&
                       m_document.setup()->mapspace.size() <= bigInt(*asked.maxEvaluations));
    if (known)
        m_size->setText(tr("%1 mappings").arg(sizeText(m_document.setup()->mapspace.size())));
    else
        m_size->setText(tr("no mapspace: see the banner"));
}

}  // namespace lapidary::ui
