// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/status_strip.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QPainter>
#include <QToolButton>

#include "ui/models/scale.h"
#include "ui/models/words.h"
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
    if (live.gap && !isProven(run)) parts << QObject::tr("gap %1").arg(percentText(*live.gap));
    if (const QString eta = etaText(run); !eta.isEmpty()) parts << eta;
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
      m_where(new ElidedLabel),
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
    m_problems->setObjectName("problemCount");
    m_where->setObjectName("problemPlace");
    m_where->hide();
    layout->addWidget(m_problems);
    layout->addWidget(m_where, 1);
    for (QWidget* widget :
         {static_cast<QWidget*>(m_title), static_cast<QWidget*>(m_state), static_cast<QWidget*>(m_progress)})
        layout->addWidget(widget);
    layout->addWidget(m_figures, 1);
    layout->addWidget(m_buttons);
    layout->addWidget(m_right);
    connect(&document, &Document::runUpdated, this, [this] {
        m_ranLast.reset();
        refresh();
    });
    connect(&document, &Document::runsChanged, this, &StatusStrip::refresh);
    connect(&document, &Document::inputsChanged, this, &StatusStrip::refresh);
    const auto followSweep = [this] {  // once it has run, it is told until a search does something
        if (m_document.sweep() && m_document.sweep()->running()) m_ranLast = m_document.sweep();
        refresh();
    };
    connect(&document, &Document::sweepUpdated, this, followSweep);
    connect(&document, &Document::sweepChanged, this, followSweep);
    refresh();
}

void StatusStrip::setProblems(int banners, const QStringList& unread) {
    const int count = banners + static_cast<int>(unread.size());
    m_problems->setState(count == 0 ? QString() : count == 1 ? tr("1 error") : tr("%1 errors").arg(count), Tone::error);
    m_problems->setToolTip(unread.join(u'\n'));
    m_where->setText(unread.join(QStringLiteral("    ")));
    m_where->setVisible(!unread.isEmpty());
}

void StatusStrip::setWelcome(bool welcome) {
    m_welcome = welcome;
    refresh();
}

QString StatusStrip::jobText() const { return m_title->text() + u' ' + m_state->text() + u' ' + m_figures->text(); }

void StatusStrip::setStudy(const std::optional<StudyState>& study) {
    m_study = study;
    refresh();
}

void StatusStrip::setFlash(const std::optional<FlashState>& flash) {
    m_flash = flash;
    if (m_flash && m_flash->running) m_ranLast.reset();
    refresh();
}

void StatusStrip::refresh() {
    if (m_study) return showStudy(*m_study);
    if (m_flash && m_flash->running) return showFlash(*m_flash);
    if (const SweepRunPtr& sweep = m_document.sweep(); sweep && (sweep->running() || m_ranLast.lock() == sweep))
        return showSweep(*sweep);
    if (m_flash && !m_document.liveRun()) return showFlash(*m_flash);
    const RunPtr run = m_document.currentRun();
    const bool going = run && !run->finished();
    const int queued = m_document.queuedRuns();
    const QString waiting = queued > 0 ? tr("%1 queued    ").arg(queued) : QString();
    m_progress->setVisible(going);
    m_buttons->setVisible(going);
    const SearchOptions& options = going ? run->inputs.search : m_document.inputs().search;
    m_right->setText(waiting + (options.threads == 1
                                    ? tr("seed %1    1 thread").arg(options.seed)
                                    : tr("seed %1    %2 threads").arg(options.seed).arg(options.threads)));
    if (!run) {
        const bool quiet = m_welcome && m_document.untouched();
        m_title->setText(
            quiet ? QString()
                  : tr("%1 on %2").arg(workloadTitle(m_document.inputs()), designTitle(m_document.inputs())));
        m_title->setVisible(!quiet);
        m_right->setVisible(!quiet);
        m_state->setState({});
        m_figures->setText(tr("no job running"));
        return;
    }
    m_title->show();
    m_right->show();
    m_title->setText(tr("Run %1: %2").arg(run->number).arg(titleOf(*run)) +
                     (run->other.isEmpty() ? QString() : QStringLiteral(", ") + run->other));
    const bool none = run->finished() && run->live.state == SearchState::finished && !run->live.best;
    m_state->setState(stateText(*run), none ? Tone::error : toneOf(run->live.state));
    m_progress->setFraction(run->live.progress);
    m_figures->setText(figuresOf(*run));
}

void StatusStrip::showSweep(const SweepRun& run) {
    const SweepSnapshot& live = run.live;
    m_progress->setVisible(run.running());
    m_buttons->setVisible(run.running());
    m_title->show();
    m_right->show();
    m_title->setText(tr("Sweep %1").arg(titleOf(run.file)));
    m_state->setState(stateText(run), toneOf(live.state));
    m_progress->setFraction(live.tasks == 0 ? 1
                                            : static_cast<double>(live.tasksDone) / static_cast<double>(live.tasks));
    const auto number = [](std::size_t n) { return countText(static_cast<std::int64_t>(n)); };
    QStringList parts{tr("%1 of %2 searches").arg(number(live.tasksDone), number(live.tasks))};
    if (run.running() && !live.running.empty()) {
        const SweepTask& task = live.running.front();
        QString now = pointText(run, task.point);
        if (run.layers.size() > 1)
            now += QStringLiteral(", ") + QString::fromStdString(run.layers[task.layer].workload.name());
        parts << now;
    }
    parts << tr("elapsed %1").arg(clockText(run.seconds()));
    if (live.secondsLeft && live.state == SearchState::running)
        parts << tr("ETA %1 from the last %2")
                     .arg(clockText(*live.secondsLeft))
                     .arg(std::min(live.tasksDone, SweepMonitor::kRecentTasks));
    m_figures->setText(parts.join(QStringLiteral("    ")));
    m_right->setText(run.threads == 1 ? tr("seed %1    1 thread").arg(run.spec().search.seed)
                                      : tr("seed %1    %2 threads").arg(run.spec().search.seed).arg(run.threads));
}

void StatusStrip::showFlash(const FlashState& flash) {
    m_progress->setVisible(flash.running);
    m_buttons->setVisible(flash.running);
    m_title->show();
    m_right->show();
    using Kind = FlashState::Kind;
    m_title->setText((flash.kind == Kind::tuning   ? tr("Tuning %1")
                      : flash.kind == Kind::fabric ? tr("Simulating %1")
                                                   : tr("FLASH %1"))
                         .arg(flash.name));
    m_state->setState(flash.paused    ? tr("paused")
                      : flash.running ? tr("running")
                      : flash.stopped ? tr("stopped")
                                      : tr("finished"),
                      flash.paused    ? Tone::warning
                      : flash.running ? Tone::accent
                      : flash.stopped ? Tone::neutral
                                      : Tone::ok);
    m_progress->setFraction(std::max(flash.progress, 0.0));
    QStringList parts = flash.told;
    if (flash.running) parts.prepend(clockText(flash.seconds));
    parts.removeAll(QString());
    m_figures->setText(parts.join(QStringLiteral("    ")));
    m_right->setText(flash.kind == Kind::fabric ? tr("1 thread") : tr("seed %1    1 thread").arg(flash.seed));
}

void StatusStrip::showStudy(const StudyState& study) {
    for (QWidget* widget : {static_cast<QWidget*>(m_progress), m_buttons, static_cast<QWidget*>(m_title)})
        widget->show();
    m_right->hide();
    m_title->setText(tr("Study %1").arg(study.name));
    m_state->setState(study.paused ? tr("paused") : tr("running"), study.paused ? Tone::warning : Tone::accent);
    m_progress->setFraction(study.points == 0 ? 0
                                              : static_cast<double>(study.done) / static_cast<double>(study.points));
    const auto number = [](std::size_t n) { return countText(static_cast<std::int64_t>(n)); };
    m_figures->setText(
        tr("%1 of %2 points    elapsed %3").arg(number(study.done), number(study.points), clockText(study.seconds)));
}

void StatusStrip::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    painter.fillRect(rect(), theme.header);
    painter.fillRect(0, 0, width(), 1, theme.line);
    const bool troubled = !m_problems->text().isEmpty();
    drawIcon(painter, troubled ? "error" : "search", QRectF(12, 6, 14, 14), troubled ? theme.error : theme.accent);
}

}  // namespace lapidary::ui
