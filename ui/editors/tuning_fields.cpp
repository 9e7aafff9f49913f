// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/tuning_fields.h"

#include <QComboBox>
#include <QFileDialog>
#include <QGridLayout>
#include <QLabel>
#include <QLineEdit>
#include <QToolButton>

#include "ui/editors/form_rows.h"
#include "ui/editors/key_combo.h"
#include "ui/models/problem_text.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/progress_line.h"

namespace lapidary::ui {

namespace {

constexpr int kMostPopulation = 100'000;

QString valuesText(const std::vector<std::int64_t>& values) {
    QStringList words;
    for (const std::int64_t value : values) words << QString::number(value);
    return words.join(QStringLiteral(", "));
}

}  // namespace

TuningFields::TuningFields(QWidget* parent)
    : QWidget(parent),
      m_tuner(new QComboBox),
      m_prior(new QComboBox),
      m_objective(new QComboBox),
      m_sizes(new QComboBox),
      m_trials(new NumberField(1)),
      m_withoutGain(new NumberField(1)),
      m_population(new NumberField(2, kMostPopulation)),
      m_log(new QLineEdit),
      m_state(smallLine(QStringLiteral("tuningState"))),
      m_problem(smallLine(QStringLiteral("tuningProblem"))),
      m_progress(new ProgressLine) {
    build();
    const auto follow = [this](QComboBox* field, auto set) {
        connect(field, &QComboBox::activated, this, [this, set](int index) {
            TuningSettings settings = m_settings;
            set(settings, static_cast<std::size_t>(index));
            edit(settings);
        });
    };
    follow(m_tuner, [](TuningSettings& s, std::size_t i) { s.options.tuner = keyTable(fabric::Tuner{})[i].value; });
    follow(m_prior, [](TuningSettings& s, std::size_t i) { s.options.prior = keyTable(fabric::Prior{})[i].value; });
    follow(m_objective,
           [](TuningSettings& s, std::size_t i) { s.options.objective = keyTable(fabric::TuneObjective{})[i].value; });
    follow(m_sizes, [](TuningSettings& s, std::size_t i) { s.sizes = keyTable(fabric::TileSizes{})[i].value; });
    using Number = std::optional<std::int64_t>;
    const auto count = [this](NumberField* field, auto set) {
        connect(field, &NumberField::numberEdited, this, [this, set](Number number) {
            TuningSettings settings = m_settings;
            set(settings, number);
            edit(settings);
        });
    };
    count(m_trials, [](TuningSettings& s, Number n) { s.options.trials = n; });
    count(m_withoutGain, [](TuningSettings& s, Number n) { s.options.withoutGain = n; });
    count(m_population, [](TuningSettings& s, Number n) {
        s.options.population = static_cast<int>(n.value_or(fabric::TuneOptions{}.population));
    });
    connect(m_log, &QLineEdit::editingFinished, this, [this] {
        TuningSettings settings = m_settings;
        settings.log = m_log->text().trimmed().toStdString();
        if (settings.log != m_settings.log) edit(settings);
    });
    setSettings({});
}

void TuningFields::addRow(QGridLayout& grid, int& row, const QString& text, QWidget* field, const char* name,
                          const QString& tip) {
    if (auto* combo = qobject_cast<QComboBox*>(field)) fitColumn(*combo, 8);
    grid.addWidget(captionOf(*field, text, name, tip), row, 0);
    grid.addWidget(field, row++, 1, 1, 3);
}

void TuningFields::build() {
    setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);  // columns around follow their own fields
    QGridLayout* grid = addFieldGrid(*this);
    grid->setColumnStretch(1, 1);
    grid->setColumnStretch(3, 1);
    grid->setColumnMinimumWidth(0, fontMetrics().horizontalAdvance(tr("Algorithm")) + 1);  // as in the form around
    fillCombo<fabric::Tuner>(*m_tuner);
    m_tuner->removeItem(keyIndex(fabric::Tuner::analytic));  // an algorithm of its own in the form around
    fillCombo<fabric::Prior>(*m_prior);
    fillCombo<fabric::TuneObjective>(*m_objective);
    fillCombo<fabric::TileSizes>(*m_sizes);
    m_trials->setEmptyText(tr("all"));
    m_withoutGain->setEmptyText(tr("no limit"));
    m_progress->setFixedHeight(6);
    m_progress->setMaximumWidth(QWIDGETSIZE_MAX);
    int row = 0;
    grid->addWidget(m_state, row++, 0, 1, 4);
    grid->addWidget(m_progress, row++, 0, 1, 4);
    addRow(*grid, row, tr("Tuner"), m_tuner, "tuner", tr("How the next configuration is chosen (Bifrost, VII)"));
    m_ofTuner = {m_tuner, grid->itemAtPosition(row - 1, 0)->widget()};
    addRow(*grid, row, tr("Prior"), m_prior, "tunerPrior",
           tr("What the models know at first: the analytic mapper's estimates, or nothing"));
    m_ofXgboost = {m_prior, grid->itemAtPosition(row - 1, 0)->widget()};
    addRow(*grid, row, tr("Population"), m_population, "tunerPopulation", tr("Configurations that are bred from"));
    m_ofGenetic = {m_population, grid->itemAtPosition(row - 1, 0)->widget()};
    addRow(*grid, row, tr("Make small"), m_objective, "tuneObjective",
           tr("Cycles and energy are simulated; psums are counted, which is quick and blind to time"));
    addRow(*grid, row, tr("Tile sizes"), m_sizes, "tileSizes", tr("Which sizes of a dimension a tile may have"));
    addRow(*grid, row, tr("Trials"), m_trials, "tuneTrials", tr("At most; empty: every configuration"));
    addRow(*grid, row, tr("Stop after"), m_withoutGain, "tuneWithoutGain", tr("Trials without a better one"));
    auto* log = new QWidget;
    auto* pair = new QHBoxLayout(log);
    pair->setContentsMargins(0, 0, 0, 0);
    pair->setSpacing(4);
    auto* choose = new QToolButton;
    choose->setIcon(icon("open"));
    choose->setObjectName("tuneLogChoose");
    choose->setAccessibleName(tr("Choose the log file"));
    choose->setToolTip(tr("Choose the log file"));
    connect(choose, &QToolButton::clicked, this, &TuningFields::chooseLog);
    m_log->setPlaceholderText(tr("none"));
    pair->addWidget(m_log, 1);
    pair->addWidget(choose);
    addRow(*grid, row, tr("Log"), log, "tuneLogRow", tr("A file of costs: the same tuning goes on from there"));
    m_log->setObjectName("tuneLog");
    m_log->setAccessibleName(tr("Log file"));
    buildKnobs(*grid, row);
    grid->addWidget(m_problem, row++, 0, 1, 4);
}

/// Two knobs a row: the machine's, then the tile's.
void TuningFields::buildKnobs(QGridLayout& grid, int& row) {
    auto* head = new QLabel(tr("Knobs: values to try"));
    head->setFont(uiFont(TypeSize::control, true));
    grid.addWidget(head, row++, 0, 1, 4);
    using enum fabric::Knob;
    constexpr fabric::Knob kOrder[] = {multipliers, distribution, reduction, buffer, r, s, c, k, g, n, x, y};
    for (std::size_t i = 0; i < std::size(kOrder); ++i) {
        const auto& entry = entryOf(kOrder[i]);
        const auto knob = static_cast<std::size_t>(kOrder[i]);
        const QString name = kOrder[i] == buffer ? tr("buffer")
                             : i < 4 ? QString::fromUtf8(entry.key.data(), static_cast<qsizetype>(entry.key.size()))
                                     : fromView(entry.label);
        auto* caption = new QLabel(name);
        auto* field = new QLineEdit;
        field->setObjectName(QStringLiteral("knob.%1").arg(fromView(entry.key)));
        field->setAccessibleName(name);
        field->setToolTip(tr("%1: values with commas between them, such as 64, 128; empty: as shown in grey")
                              .arg(fromView(entry.meaning)));
        field->setMinimumWidth(40);
        field->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Fixed);
        caption->setBuddy(field);
        m_knobs[knob] = field;
        const int column = i % 2 == 0 ? 0 : 2;
        grid.addWidget(caption, row, column);
        grid.addWidget(field, row, column + 1);
        if (i % 2 == 1) ++row;
        connect(field, &QLineEdit::editingFinished, this, [this, knob] { takeKnob(knob); });
    }
}

void TuningFields::takeKnob(std::size_t knob) {
    const QString typed = m_knobs[knob]->text().remove(u' ');
    if (typed == valuesText(m_settings.knobs[knob]).remove(u' ')) return;
    TuningSettings settings = m_settings;
    settings.knobs[knob].clear();
    if (!typed.isEmpty()) {
        const std::string key(keyTable(fabric::Knob{})[knob].key);
        const Diagnostics problems = fabric::addKnobValues(settings.knobs, key + "=" + typed.toStdString());
        if (!problems.empty()) {
            m_problem->setText(sentence(problems));
            markAsError(*m_problem, true);
            return m_problem->show();
        }
    }
    edit(settings);
}

void TuningFields::chooseLog() {
    const QString path = QFileDialog::getSaveFileName(this, tr("Log of the tuning"), m_log->text(),
                                                      tr("Logs (*.log *.jsonl);;All files (*)"), nullptr,
                                                      QFileDialog::DontConfirmOverwrite);
    if (path.isEmpty()) return;
    TuningSettings settings = m_settings;
    settings.log = path.toStdString();
    edit(settings);
}

void TuningFields::setSettings(const TuningSettings& settings) {
    m_settings = settings;
    if (settings.options.tuner != fabric::Tuner::analytic) m_tuner->setCurrentIndex(keyIndex(settings.options.tuner));
    m_prior->setCurrentIndex(keyIndex(settings.options.prior));
    m_objective->setCurrentIndex(keyIndex(settings.options.objective));
    m_sizes->setCurrentIndex(keyIndex(settings.sizes));
    m_trials->setNumber(settings.options.trials);
    m_withoutGain->setNumber(settings.options.withoutGain);
    m_population->setNumber(settings.options.population);
    m_log->setText(QString::fromStdString(settings.log));
    for (std::size_t i = 0; i < fabric::kKnobs; ++i) m_knobs[i]->setText(valuesText(settings.knobs[i]));
    showRows();
    m_problem->hide();
}

void TuningFields::setOwnValues(const std::array<QString, fabric::kKnobs>& values) {
    for (std::size_t i = 0; i < fabric::kKnobs; ++i) m_knobs[i]->setPlaceholderText(values[i]);
}

void TuningFields::setAnalytic(bool analytic) {
    m_analyticMapper = analytic;
    showRows();
}

void TuningFields::showRows() {
    const auto tunes = [this](fabric::Tuner tuner) { return !m_analyticMapper && m_settings.options.tuner == tuner; };
    for (QWidget* part : m_ofTuner) part->setVisible(!m_analyticMapper);
    for (QWidget* part : m_ofXgboost) part->setVisible(tunes(fabric::Tuner::xgboost));
    for (QWidget* part : m_ofGenetic) part->setVisible(tunes(fabric::Tuner::genetic));
}

void TuningFields::setState(const QString& state, double progress, const QString& refusal) {
    const QString hint = tr("Run (F5) tries tiles of this layer on the machine of this design.");
    showState(*m_state, *m_progress, state.isEmpty() ? hint : state, progress, refusal);
}

void TuningFields::edit(const TuningSettings& settings) {
    setSettings(settings);
    emit edited(settings);
}

}  // namespace lapidary::ui
