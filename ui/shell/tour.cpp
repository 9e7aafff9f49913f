// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/tour.h"

#include <QDockWidget>
#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QPainter>
#include <QPushButton>
#include <QTimer>
#include <QVBoxLayout>

#include <algorithm>

#include "ui/shell/main_window.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"

namespace lapidary::ui {

namespace {
constexpr int kCardWidth = 320;
constexpr int kGap = 10;

/// The first that can be seen; a dock that is closed or behind a tab is brought to the front.
QWidget* visibleOf(const QList<QWidget*>& targets) {
    for (QWidget* target : targets)
        if (target->isVisible() && !target->visibleRegion().isEmpty()) return target;
    for (QWidget* widget = targets.front(); widget; widget = widget->parentWidget())
        if (auto* dock = qobject_cast<QDockWidget*>(widget)) {
            dock->show();
            dock->raise();
        }
    return targets.front();
}

}  // namespace

const std::vector<TourStep>& tourSteps() {
    static const std::vector<TourStep> steps{
        {"design", "workloadEditor", QT_TRANSLATE_NOOP("Tour", "Describe"),
         QT_TRANSLATE_NOOP("Tour", "Describe the work and the machine"),
         QT_TRANSLATE_NOOP("Tour",
                           "Any tensor algebra is one line here; bounds stand below it. The diagram shows the design. "
                           "Every edit is checked as you type and can be undone.")},
        {"search", "runButton", QT_TRANSLATE_NOOP("Tour", "Search"), QT_TRANSLATE_NOOP("Tour", "Search for mappings"),
         QT_TRANSLATE_NOOP("Tour",
                           "Run (F5) looks for the best mapping and shows the best so far while it works. Pause "
                           "with F6, stop with Shift+F5; what was found stays.")},
        {"mapping", "nest", QT_TRANSLATE_NOOP("Tour", "See why"), QT_TRANSLATE_NOOP("Tour", "See why it is good"),
         QT_TRANSLATE_NOOP("Tour",
                           "One mapping, many views: the loop nest, its tiles, the PEs, the memories and the "
                           "energy. Point at a loop and all of them show it.")},
        {"explore", "exploreMode", QT_TRANSLATE_NOOP("Tour", "Sweep"), QT_TRANSLATE_NOOP("Tour", "Sweep over designs"),
         QT_TRANSLATE_NOOP("Tour",
                           "Vary array, buffers and mapspaces over a whole network and see which designs are worth "
                           "their area. A click on a point opens its mappings.")},
        {"mapping", "nest.export", QT_TRANSLATE_NOOP("Tour", "Export"), QT_TRANSLATE_NOOP("Tour", "Take it with you"),
         QT_TRANSLATE_NOOP("Tour",
                           "Each view exports itself as SVG, PDF or PNG, each table as CSV or LaTeX, with the "
                           "command line that makes it again.")},
    };
    return steps;
}

/// Around the target; lets the mouse through.
class Tour::Frame final : public QWidget {
public:
    explicit Frame(QWidget* window) : QWidget(window) {
        setAttribute(Qt::WA_TransparentForMouseEvents);
        hide();
    }

protected:
    void paintEvent(QPaintEvent*) override {
        QPainter painter(this);
        painter.setPen(QPen(themeOf(this).accent, 2));
        painter.drawRect(rect().adjusted(1, 1, -1, -1));
    }
};

Tour::Tour(MainWindow& window)
    : QWidget(&window),
      m_window(window),
      m_frame(new Frame(&window)),
      m_title(new QLabel),
      m_text(new QLabel),
      m_count(new QLabel),
      m_back(new QPushButton(tr("Back"))),
      m_next(new QPushButton(tr("Next"))) {
    setObjectName("tour");
    setAccessibleName(tr("Tour"));
    setFocusPolicy(Qt::StrongFocus);
    setFixedWidth(kCardWidth);
    hide();
    m_title->setObjectName("tourTitle");
    m_title->setFont(uiFont(TypeSize::body, true));
    m_title->setWordWrap(true);
    m_text->setObjectName("tourText");
    m_text->setWordWrap(true);
    m_count->setFont(uiFont(TypeSize::note));
    m_count->setForegroundRole(QPalette::PlaceholderText);
    auto* skip = new QPushButton(tr("Skip"));
    skip->setObjectName("tourSkip");
    skip->setToolTip(tr("End the tour; Help > Tour starts it again (Esc)"));
    m_back->setObjectName("tourBack");
    m_back->setToolTip(tr("The step before (Left)"));
    m_next->setObjectName("tourNext");
    m_next->setToolTip(tr("The next step (Right)"));
    auto* foot = new QHBoxLayout;
    foot->setSpacing(6);
    foot->addWidget(m_count, 1);
    foot->addWidget(skip);
    foot->addWidget(m_back);
    foot->addWidget(m_next);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(14, 12, 14, 10);
    layout->setSpacing(8);
    layout->addWidget(m_title);
    layout->addWidget(m_text);
    layout->addLayout(foot);
    connect(skip, &QPushButton::clicked, this, &Tour::end);
    connect(m_back, &QPushButton::clicked, this, [this] { go(m_step - 1, -1); });
    connect(m_next, &QPushButton::clicked, this, [this] { go(m_step + 1, 1); });
    window.installEventFilter(this);
}

void Tour::start() { go(0, 1); }

void Tour::end() {
    if (m_step < 0) return;
    m_step = -1;
    m_target.clear();
    hide();
    m_frame->hide();
    emit ended();
}

void Tour::go(int step, int direction) {
    const auto& steps = tourSteps();
    const int count = static_cast<int>(steps.size());
    for (; step >= 0 && step < count; step += direction) {
        const TourStep& wanted = steps[static_cast<std::size_t>(step)];
        if (!m_window.findChild<QWidget*>(QString::fromLatin1(wanted.target))) continue;
        m_step = step;
        m_window.setPerspective(QString::fromLatin1(wanted.perspective));
        m_target = visibleOf(m_window.findChildren<QWidget*>(QString::fromLatin1(wanted.target)));
        m_title->setText(tr(wanted.title));
        m_text->setText(tr(wanted.text));
        m_count->setText(tr("%1 of %2").arg(step + 1).arg(count));
        m_back->setEnabled(step > 0);
        m_next->setText(step + 1 == count ? tr("Done") : tr("Next"));
        show();
        setFocus();
        place();
        // The perspective may only now be laid out.
        QTimer::singleShot(0, this, &Tour::place);
        return;
    }
    if (direction > 0) end();
}

void Tour::place() {
    if (m_step < 0 || !m_target) return;
    const QRect window = m_window.rect();
    const QRect target =
        QRect(m_target->mapTo(&m_window, QPoint()), m_target->size()).intersected(window.adjusted(2, 2, -2, -2));
    m_frame->setGeometry(target.adjusted(-3, -3, 3, 3).intersected(window));
    m_frame->setVisible(m_target->isVisible());
    m_frame->raise();
    resize(kCardWidth, layout()->heightForWidth(kCardWidth));
    // Right of it, else left, below, above, and in the middle of a target that leaves no room.
    const QSize card = size();
    const QPoint places[] = {{target.right() + kGap, target.top()},
                             {target.left() - kGap - card.width(), target.top()},
                             {target.left(), target.bottom() + kGap},
                             {target.left(), target.top() - kGap - card.height()},
                             target.center() - QPoint(card.width(), card.height()) / 2};
    const QRect room = window.adjusted(8, 8, -8, -8);
    const auto fits = std::find_if(std::begin(places), std::end(places) - 1,
                                   [&](const QPoint& place) { return room.contains(QRect(place, card)); });
    move(*fits);
    raise();
}

void Tour::paintEvent(QPaintEvent*) {
    const Theme& theme = themeOf(this);
    QPainter painter(this);
    drawBox(painter, rect(), theme.panel, theme.accent, 4);
}

void Tour::keyPressEvent(QKeyEvent* event) {
    switch (event->key()) {
    case Qt::Key_Escape: return end();
    case Qt::Key_Left: return go(m_step - 1, -1);
    case Qt::Key_Right: return go(m_step + 1, 1);
    default: QWidget::keyPressEvent(event);
    }
}

bool Tour::eventFilter(QObject* watched, QEvent* event) {
    if (watched == &m_window && event->type() == QEvent::Resize) QTimer::singleShot(0, this, &Tour::place);
    return QWidget::eventFilter(watched, event);
}

}  // namespace lapidary::ui
