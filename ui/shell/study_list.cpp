// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/shell/study_list.h"

#include <QHBoxLayout>
#include <QKeyEvent>
#include <QLabel>
#include <QListWidget>
#include <QPainter>
#include <QPushButton>
#include <QStyledItemDelegate>
#include <QVBoxLayout>

#include <algorithm>
#include <functional>

#include "ui/models/problem_text.h"
#include "ui/models/scale.h"
#include "ui/models/words.h"
#include "ui/shell/actions.h"
#include "ui/shell/study_control.h"
#include "ui/theme/fonts.h"
#include "ui/theme/style.h"
#include "ui/theme/theme.h"
#include "ui/views/paint_kit.h"
#include "ui/widgets/action_button.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/notice.h"
#include "ui/widgets/progress_line.h"

namespace lapidary::ui {

namespace {

enum StudyRole { kQuestionRole = Qt::UserRole, kStateRole, kToneRole };

constexpr int kStudySide = 10;
constexpr int kStudyTop = 5;
constexpr int kStudyTitle = 18;  ///< height of the first line

/// Paper and place with the state at the right, the question in as many lines as it takes.
class StudyDelegate final : public QStyledItemDelegate {
public:
    explicit StudyDelegate(QListWidget* view) : QStyledItemDelegate(view), m_view(view) {}

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override {
        const Theme& theme = themeOf(option.palette);
        const QRect& box = option.rect;
        const bool chosen = option.state & QStyle::State_Selected;
        painter->save();
        painter->setRenderHint(QPainter::Antialiasing);
        painter->fillRect(box, chosen                                     ? theme.selectedRow
                               : (option.state & QStyle::State_MouseOver) ? theme.tint1
                                                                          : theme.panel);
        painter->fillRect(QRect(box.left(), box.bottom(), box.width(), 1), theme.rowLine);
        if (chosen) painter->fillRect(QRect(box.topLeft(), QSize(3, box.height())), theme.accent);
        const QFont note = uiFont(TypeSize::note);
        const QString state = index.data(kStateRole).toString();
        const double pill = textWidth(state, note) + 14;
        const QRectF at(box.right() - kStudySide - pill, box.top() + kStudyTop, pill, kStudyTitle);
        const Tone tone = static_cast<Tone>(index.data(kToneRole).toInt());
        const QColor color = colorOf(tone, theme);
        drawBox(*painter, at, theme.panel, tone == Tone::neutral ? theme.line : color, 8.5);
        drawText(*painter, at, Qt::AlignCenter, state, note, color);
        drawText(*painter,
                 QRectF(box.left() + kStudySide, box.top() + kStudyTop, at.left() - box.left() - kStudySide - 6,
                        kStudyTitle),
                 Qt::AlignVCenter | Qt::AlignLeft, index.data().toString(), uiFont(TypeSize::control, true),
                 theme.text);
        drawWrapped(painter, textRoom(box), index.data(kQuestionRole).toString(), note, theme.text2);
        if (chosen && m_view->hasFocus()) drawOutline(*painter, theme, QRectF(box).adjusted(1, 1, -1, -2));
        painter->restore();
    }

    QSize sizeHint(const QStyleOptionViewItem&, const QModelIndex& index) const override {
        const QRect box(0, 0, m_view->viewport()->width(), 1000);
        const double text =
            drawWrapped(nullptr, textRoom(box), index.data(kQuestionRole).toString(), uiFont(TypeSize::note), {});
        return {120, static_cast<int>(text) + kStudyTitle + 2 * kStudyTop + 4};
    }

private:
    static QRectF textRoom(const QRect& box) {
        return QRectF(box).adjusted(kStudySide, kStudyTop + kStudyTitle + 2, -kStudySide, 0);
    }

    QListWidget* m_view;
};

/// Only keys run a study from the list: on some desktops a single click activates a row.
class StudyRows final : public QListWidget {
public:
    std::function<void()> entered;

protected:
    void keyPressEvent(QKeyEvent* event) override {
        if (event->key() == Qt::Key_Return || event->key() == Qt::Key_Enter) return entered();
        QListWidget::keyPressEvent(event);
    }
};

QLabel* studyLine(bool strong) {
    auto* label = new QLabel;
    label->setFont(uiFont(strong ? TypeSize::body : TypeSize::note, strong));
    return label;
}

QString numberText(std::size_t number) { return countText(static_cast<std::int64_t>(number)); }

}  // namespace

StudyList::StudyList(StudyControl& control, const Actions& actions, QWidget* parent)
    : QWidget(parent),
      m_control(control),
      m_view(new StudyRows),
      m_notice(new Notice),
      m_work(new QWidget),
      m_buttons(new QWidget),
      m_bar(new ProgressLine),
      m_done(studyLine(true)),
      m_now(new ElidedLabel) {
    m_view->setObjectName("studyList");
    m_view->setAccessibleName(tr("Studies of papers"));
    m_view->setFrameShape(QFrame::NoFrame);
    m_view->setItemDelegate(new StudyDelegate(m_view));
    m_view->setResizeMode(QListView::Adjust);
    m_view->setMouseTracking(true);
    m_view->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    m_view->setVerticalScrollMode(QAbstractItemView::ScrollPerPixel);
    m_view->setMinimumHeight(64);
    m_notice->setObjectName("studyNotice");
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_view, 1);
    layout->addWidget(m_notice);
    buildFoot(actions);
    connect(m_view, &QListWidget::currentRowChanged, this, [this](int row) {
        if (m_filling || row < 0) return;
        m_control.shelf().choose(row);
        emit pageWanted();
    });
    connect(m_view, &QListWidget::itemClicked, this, &StudyList::pageWanted);
    static_cast<StudyRows*>(m_view)->entered = [this] { activate(); };
    connect(&control.shelf(), &StudyShelf::listChanged, this, &StudyList::fill);
    connect(&control.shelf(), &StudyShelf::currentChanged, this, &StudyList::refresh);
    connect(&control.shelf(), &StudyShelf::outcomesChanged, this, &StudyList::refresh);
    connect(&control, &StudyControl::updated, this, &StudyList::refreshProgress);
    connect(&control, &StudyControl::runningChanged, this, &StudyList::refresh);
    connect(actions["runStudy"], &QAction::changed, this, &StudyList::refreshNotice);
    refresh();
}

void StudyList::buildFoot(const Actions& actions) {
    m_done->setObjectName("studyDone");
    m_now->setObjectName("studyNow");
    m_now->setFont(uiFont(TypeSize::note));
    m_bar->setMaximumWidth(QWIDGETSIZE_MAX);
    m_bar->setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
    auto* work = new QVBoxLayout(m_work);
    work->setContentsMargins(10, 6, 10, 0);
    work->setSpacing(4);
    work->addWidget(m_done);
    work->addWidget(m_bar);
    work->addWidget(m_now);

    auto* run = new ActionButton(actions["runStudy"]);
    auto* pause = new ActionButton(actions["pause"]);
    auto* stop = new ActionButton(actions["stop"]);
    pause->setObjectName("studyPause");
    stop->setObjectName("studyStop");
    // While something else runs, these two are of that.
    auto* held = new QHBoxLayout(m_buttons);
    held->setContentsMargins(0, 0, 0, 0);
    held->addWidget(pause);
    held->addWidget(stop);
    auto* open = new QPushButton(tr("Open..."));
    open->setObjectName("openStudy");
    open->setToolTip(tr("A study of your own: JSON, as docs/formats/study.md says"));
    connect(open, &QPushButton::clicked, this, &StudyList::openWanted);
    auto* buttons = new QHBoxLayout;
    buttons->setContentsMargins(10, 6, 10, 8);
    buttons->addWidget(run);
    buttons->addWidget(m_buttons);
    buttons->addStretch(1);
    buttons->addWidget(open);
    const auto only = [run, open, this] {  // there is no room for all of them
        const bool runs = m_control.running();
        m_buttons->setVisible(runs);
        run->setVisible(!runs);
        open->setVisible(!runs);
    };
    connect(&m_control, &StudyControl::runningChanged, this, only);
    connect(actions["runStudy"], &QAction::changed, this, only);
    only();
    auto* all = static_cast<QVBoxLayout*>(layout());
    all->addWidget(m_work);
    all->addLayout(buttons);
}

void StudyList::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    m_control.shelf().load();
}

void StudyList::fill() {
    m_filling = true;
    const auto& all = m_control.shelf().all();
    while (m_view->count() > static_cast<int>(all.size())) delete m_view->takeItem(m_view->count() - 1);
    while (m_view->count() < static_cast<int>(all.size())) m_view->addItem(new QListWidgetItem);
    for (int row = 0; row < m_view->count(); ++row) {
        const ShelvedStudy& study = all[static_cast<std::size_t>(row)];
        QListWidgetItem* item = m_view->item(row);
        item->setText(study.name());
        item->setData(kQuestionRole, study.study ? QString::fromStdString(study.study->question) : tr("not readable"));
        item->setToolTip(study.study ? tr("%1\n%2 points. Enter runs it.")
                                           .arg(QString::fromStdString(study.study->title), numberText(study.points))
                                     : study.key);
    }
    m_filling = false;
    refresh();
}

void StudyList::refresh() {
    m_filling = true;
    if (m_view->currentRow() != m_control.shelf().current()) m_view->setCurrentRow(m_control.shelf().current());
    m_filling = false;
    refreshStates();
    refreshProgress();
    refreshNotice();
}

void StudyList::refreshStates() {
    const auto& all = m_control.shelf().all();
    for (int row = 0; row < std::min(m_view->count(), static_cast<int>(all.size())); ++row) {
        const ShelvedStudy& study = all[static_cast<std::size_t>(row)];
        const bool runs = row == m_control.runningStudy();
        QString state = study.done() == 0 ? tr("not run yet") : tr("%1 of %2").arg(study.done()).arg(study.points);
        Tone tone = Tone::neutral;
        if (hasErrors(study.problems)) {
            state = tr("has errors");
            tone = Tone::error;
        } else if (runs) {
            state = m_control.paused() ? tr("paused") : tr("running");
            tone = m_control.paused() ? Tone::warning : Tone::accent;
        } else if (study.whole()) {
            state = tr("done");
            tone = Tone::ok;
        }
        QListWidgetItem* item = m_view->item(row);
        item->setData(kStateRole, state);
        item->setData(kToneRole, static_cast<int>(tone));
        item->setData(Qt::AccessibleTextRole,
                      QStringLiteral("%1: %2 %3").arg(item->text(), state, item->data(kQuestionRole).toString()));
    }
}

void StudyList::refreshProgress() {
    m_work->setVisible(m_control.running());
    if (!m_control.running()) return;
    const StudySnapshot& live = m_control.live();
    m_done->setText(tr("%1 of %2 points, %3 %4")
                        .arg(numberText(live.done), numberText(live.points),
                             m_control.paused() ? tr("paused at") : tr("elapsed"), clockText(live.seconds)));
    m_bar->setFraction(live.points == 0 ? 0 : static_cast<double>(live.done) / static_cast<double>(live.points));
    const QString now = live.running.empty() ? QString() : QString::fromStdString(live.running.front());
    m_now->setText(now);
    m_now->setToolTip(now);
}

void StudyList::refreshNotice() {
    const ShelvedStudy* chosen = m_control.shelf().chosen();
    if (!chosen || m_control.running()) return m_notice->clear();
    if (hasErrors(chosen->problems))
        return m_notice->tell(Severity::error, tr("%1 can't run.").arg(chosen->name()), sentence(chosen->problems));
    if (const QString reason = m_control.reason(); !reason.isEmpty())
        return m_notice->tell(Severity::note, tr("Not now:"), reason + u'.');
    if (hasErrors(chosen->refused))
        return m_notice->tell(Severity::warning, tr("Results kept are not of this study; running it replaces them."),
                              sentence(chosen->refused));
    m_notice->clear();
}

void StudyList::activate() {
    const ShelvedStudy* chosen = m_control.shelf().chosen();
    if (chosen && !chosen->whole()) m_control.runChosen();
    emit pageWanted();
}

}  // namespace lapidary::ui
