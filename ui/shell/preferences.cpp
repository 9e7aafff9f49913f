// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/preferences.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QGridLayout>
#include <QLabel>
#include <QPushButton>

#include <algorithm>

#include "core/base/parallel.h"
#include "ui/models/words.h"
#include "ui/session/setup.h"
#include "ui/theme/fonts.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

namespace {

QLabel* note(const QString& text) {
    auto* label = new QLabel(text);
    label->setFont(uiFont(TypeSize::note));
    label->setForegroundRole(QPalette::PlaceholderText);
    return label;
}

template <class F>
Segmented* themeSwitch(F changed, QObject* context) {
    QStringList labels, tips;
    for (const auto& entry : keyTable(ThemeChoice{})) {
        labels << fromView(entry.label);
        tips << fromView(entry.meaning);
    }
    auto* control = new Segmented(labels);
    control->setToolTips(tips);
    QObject::connect(control, &Segmented::currentChanged, context, changed);
    return control;
}

}  // namespace

Preferences::Preferences(const Settings& settings, QWidget* parent)
    : QDialog(parent),
      m_scaleNow(qEnvironmentVariable("QT_SCALE_FACTOR", "1").toDouble()),
      m_theme(themeSwitch([this] { take(); }, this)),
      m_scale(new QComboBox),
      m_scaleNote(note({})),
      m_threads(new NumberField(1, std::max(availableThreads(), 1))),
      m_autosave(new NumberField(kLeastAutosaveSeconds, kMostAutosaveSeconds)),
      m_welcome(new QCheckBox(tr("Show the welcome page at start"))),
      m_recent(new NumberField(0, kMostRecentFiles)),
      m_reset(new QPushButton(tr("Reset all"))) {
    setObjectName("preferences");
    setWindowTitle(tr("Preferences - Lapidary"));
    for (const int percent : scaleChoices()) m_scale->addItem(tr("%1 %").arg(percent), percent);
    build();
    connect(m_scale, &QComboBox::activated, this, &Preferences::take);
    connect(m_welcome, &QCheckBox::clicked, this, &Preferences::take);
    for (NumberField* field : {m_threads, m_autosave, m_recent})
        connect(field, &NumberField::numberEdited, this, &Preferences::take);
    connect(m_reset, &QPushButton::clicked, this, [this] {
        show(Settings{});
        emit changed(m_settings);
    });
    show(settings);
}

void Preferences::addRow(QGridLayout& grid, const QString& text, QWidget* field, const char* name, const QString& tip,
                         const QString& unit) {
    const int row = grid.rowCount();
    auto* caption = new QLabel(text);
    caption->setBuddy(field);
    field->setObjectName(name);
    field->setAccessibleName(text);
    field->setToolTip(tip);
    grid.addWidget(caption, row, 0);
    const bool number = qobject_cast<NumberField*>(field);
    if (number) field->setFixedWidth(64);
    if (number || !unit.isEmpty()) {
        grid.addWidget(field, row, 1, Qt::AlignLeft);
        grid.addWidget(note(unit), row, 2);
    } else {
        grid.addWidget(field, row, 1, 1, 2, Qt::AlignLeft);
    }
}

void Preferences::build() {
    auto* outer = new QVBoxLayout(this);
    outer->setContentsMargins(20, 16, 20, 14);
    outer->setSpacing(14);
    auto* grid = new QGridLayout;
    grid->setHorizontalSpacing(12);
    grid->setVerticalSpacing(8);
    grid->setColumnStretch(2, 1);
    addRow(*grid, tr("Theme"), m_theme, "prefTheme", tr("Colours of the window; exports are light unless asked"), {});
    addRow(*grid, tr("Scale"), m_scale, "prefScale", tr("Size of everything in the window, beside that of the desktop"),
           {});
    grid->addWidget(m_scaleNote, grid->rowCount(), 1, 1, 2);
    addRow(*grid, tr("Search threads"), m_threads, "prefThreads",
           tr("Threads of new sessions; results do not depend on them"),
           tr("of %1 cores; with %2 the window stays quick").arg(availableThreads()).arg(searchThreads()));
    addRow(*grid, tr("Keep unsaved work after"), m_autosave, "prefAutosave",
           tr("Longest time in seconds between a change and the copy that survives a crash, %1 to %2")
               .arg(kLeastAutosaveSeconds)
               .arg(kMostAutosaveSeconds),
           tr("seconds, %1 at most").arg(kMostAutosaveSeconds));
    addRow(*grid, tr("Recent files"), m_recent, "prefRecent",
           tr("How many files are remembered, 0 to %1").arg(kMostRecentFiles), tr("remembered"));
    m_welcome->setObjectName("prefWelcome");
    m_welcome->setToolTip(tr("Otherwise the program starts with the first example on the desk"));
    grid->addWidget(m_welcome, grid->rowCount(), 0, 1, 3);
    outer->addLayout(grid);
    outer->addStretch();
    auto* foot = new QHBoxLayout;
    m_reset->setObjectName("prefReset");
    m_reset->setToolTip(tr("Take back all preferences; layouts and recent files stay"));
    m_reset->setAutoDefault(false);
    foot->addWidget(m_reset);
    foot->addSpacing(6);
    foot->addWidget(note(tr("Changes apply at once.")), 1);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Close);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    foot->addWidget(buttons);
    outer->addLayout(foot);
}

void Preferences::show(const Settings& settings) {
    m_filling = true;
    m_settings = settings;
    const auto themes = keyTable(ThemeChoice{});
    for (std::size_t i = 0; i < themes.size(); ++i)
        if (themes[i].value == settings.theme) m_theme->setCurrent(static_cast<int>(i));
    m_scale->setCurrentIndex(m_scale->findData(settings.scalePercent));
    m_scaleNote->setText(qFuzzyCompare(settings.scalePercent / 100.0, m_scaleNow) ? tr("as now")
                                                                                  : tr("from the next start on"));
    m_threads->setNumber(searchThreadsBy(settings));
    m_autosave->setNumber(settings.autosaveSeconds);
    m_welcome->setChecked(settings.welcome);
    m_recent->setNumber(settings.recentFiles);
    m_reset->setEnabled(settings != Settings{});
    m_filling = false;
}

void Preferences::take() {
    if (m_filling) return;
    Settings next = m_settings;
    next.theme = keyTable(ThemeChoice{})[static_cast<std::size_t>(m_theme->current())].value;
    next.scalePercent = m_scale->currentData().toInt();
    const auto threads = static_cast<int>(m_threads->number().value_or(0));
    next.searchThreads = threads == searchThreads() ? 0 : threads;
    next.autosaveSeconds = static_cast<int>(m_autosave->number().value_or(next.autosaveSeconds));
    next.welcome = m_welcome->isChecked();
    next.recentFiles = static_cast<int>(m_recent->number().value_or(next.recentFiles));
    if (next == m_settings) return;
    show(next);
    emit changed(next);
}

}  // namespace lapidary::ui
