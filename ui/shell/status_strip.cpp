// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/status_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "ui/models/scale.h"
#include "ui/session/document.h"
#include "ui/shell/actions.h"
#include "ui/theme/fonts.h"
#include "ui/theme/icons.h"
#include "ui/theme/theme.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/pill.h"
#include "ui/widgets/progress_line.h"

namespace lapidary::ui {

namespace {

QToolButton* smallButton(QAction* action) {
    auto* button = new QToolButton;
    button->setDefaultAction(action);
    button->setToolButtonStyle(Qt::ToolButtonIconOnly);
    button->setIconSize({13, 13});
    button->setFixedSize(22, 22);
    button->setAutoRaise(true);
    button->setObjectName(action->objectName() + "Strip");
    button->setAccessibleName(action->iconText());
    return button;
}

Tone toneOf(SearchState state) {
    switch (state) {
    case SearchState::running: return Tone::accent;
    case SearchState::paused: return Tone::warning;
    case SearchState::finished: return Tone::ok;
    case SearchState::stopped: break;
    }
    return Tone::neutral;
}

/// "00:42   1.31 M mappings/s   valid 31.8 %   best 1.583 µJ·s"
QString figuresOf(const Run& run) {
    const SearchSnapshot& live = run.live;
    const auto drawn = static_cast<double>(live.counters.drawn);
    QStringList parts{clockText(live.seconds)};
    parts << QObject::tr("%1 mappings/s").arg(shortCount(live.rate));
    if (drawn > 0) parts << QObject::tr("valid %1").arg(percentText(static_cast<double>(live.counters.valid) / drawn));
    if (live.best) {
        const Metric metric = run.inputs.search.objective.metrics.front();
        const double value = valueOf(metric, live.best->score);
        const Scale scale = metricScale(metric, value, run.inputs.architecture.spec().clockGhz);
        parts << QObject::tr("best %1 %2").arg(metricName(metric), scale.withUnit(value));
    }
    return parts.join(QStringLiteral("    "));
}

}  // namespace

StatusStrip::StatusStrip(Document& document, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_document(document),
      m_title(new QLabel),
      m_state(new Pill),
      m_progress(new ProgressLine),
      m_figures(new ElidedLabel),
      m_buttons(new QWidget),
      m_problems(new Pill),
      m_right(new QLabel) {
    setFixedHeight(26);
    setAccessibleName(tr("Status"));
    m_title->setFont(uiFont(TypeSize::control, true));
    m_right->setFont(uiFont(TypeSize::control));
    auto* buttons = new QHBoxLayout(m_buttons);
    buttons->setContentsMargins(0, 0, 0, 0);
    buttons->setSpacing(0);
    buttons->addWidget(smallButton(actions["pause"]));
    buttons->addWidget(smallButton(actions["stop"]));
    auto* layout = new QHBoxLayout(this);
    layout->setContentsMargins(34, 0, 10, 0);
    layout->setSpacing(10);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_state), static_cast<QWidget*>(m_progress)})
        layout->addWidget(widget);
    layout->addWidget(m_figures, 1);
    layout->addWidget(m_buttons);
    layout->addWidget(m_problems);
    layout->addWidget(m_right);
    connect(&document, &Document::runUpdated, this, &StatusStrip::refresh);
    connect(&document, &Document::runsChanged, this, &StatusStrip::refresh);
    connect(&document, &Document::inputsChanged, this, &StatusStrip::refresh);
    refresh();
}

void StatusStrip::setProblems(int count) {
    m_problems->setState(count == 0   ? QString()
                         : count == 1 ? tr("1 problem")
                                      : tr("%1 problems").arg(count),
                         Tone::error);
}

QString StatusStrip::jobText() const { return m_title->text() + u' ' + m_state->text() + u' ' + m_figures->text(); }

void StatusStrip::refresh() {
    const RunPtr run = m_document.currentRun();
    const bool live = run && !run->finished();
    m_progress->setVisible(live);
    m_buttons->setVisible(live);
    const SearchOptions& options = live ? run->inputs.search : m_document.inputs().search;
    m_right->setText(options.threads == 1 ? tr("seed %1    1 thread").arg(options.seed)
                                          : tr("seed %1    %2 threads").arg(options.seed).arg(options.threads));
    if (!run) {
        m_title->setText(tr("%1 on %2").arg(workloadTitle(m_document.inputs()), designTitle(m_document.inputs())));
        m_state->setState({});
        m_figures->setText(tr("no job running"));
        return;
    }
    m_title->setText(tr("Run %1: %2").arg(run->number).arg(titleOf(*run)));
    m_state->setState(stateText(*run), toneOf(run->live.state));
    m_progress->setFraction(run->live.progress);
    m_figures->setText(figuresOf(*run));
}

void StatusStrip::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.header);
    painter.fillRect(0, 0, width(), 1, theme.line);
    drawIcon(painter, "search", QRectF(12, 6, 14, 14), theme.accent);
}

}  // namespace lapidary::ui
