// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/fabric_pane.h"

#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>
#include <QSlider>

#include <algorithm>

#include "ui/models/words.h"
#include "ui/theme/fonts.h"
#include "ui/views/fabric_view.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/step_bar.h"

namespace lapidary::ui {

namespace {

const std::vector<int> kFabricSpeeds{1, 2, 4, 10, 20, 50, 100, 1000};
constexpr int kUsualFabricSpeed = 2;
constexpr int kPageOfCycles = 100;
constexpr int kPlaces = 10'000;     ///< of the slider along the run
constexpr int kRoomForSpeed = 640;  ///< narrower bars have none

}  // namespace

FabricPane::FabricPane(FabricView* view, QWidget* parent) : QWidget(parent), m_view(view) {
    m_bar = new StepBar({.key = "fabric",
                         .first = tr("To the first cycle (Home)"),
                         .back = tr("One cycle back (Left; Page Up: a hundred)"),
                         .forward = tr("One cycle (Right; Page Down: a hundred)"),
                         .last = tr("To the last cycle (End)"),
                         .rate = tr("Cycles a second")},
                        kFabricSpeeds, kUsualFabricSpeed);
    m_bar->setReady([this] { return m_view->cycle() == m_bar->place(); });  // else the window of cycles is under way
    buildPlace();
    m_note = new QLabel;
    m_note->setObjectName("fabricNote");
    m_note->setFont(uiFont(TypeSize::note));
    m_note->setForegroundRole(QPalette::PlaceholderText);
    m_note->setContentsMargins(10, 2, 10, 4);
    m_note->setTextFormat(Qt::PlainText);
    m_note->setWordWrap(true);
    m_note->setMinimumHeight(QFontMetrics(m_note->font()).height() + 6);
    m_note->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_bar);
    layout->addWidget(scrolled(view), 1);
    layout->addWidget(m_note);
    connect(view, &FabricView::told, this, [this](const QString& words) {
        m_note->setText(!words.isEmpty() || m_last == 0 ? words
                                                        : tr("Point at a port, multiplier, adder or line, or walk "
                                                             "along the multipliers with Up and Down; + and - (or "
                                                             "Ctrl and the wheel) zoom."));
    });
    takeKeysOf(view);
    connect(m_bar, &StepBar::asked, this, &FabricPane::cycleAsked);
    connect(m_bar, &StepBar::used, view, [view] { view->setFocus(); });  // which then has the keys
    setCycle(0, 0);
}

void FabricPane::takeKeysOf(QWidget* view) { m_bar->takeKeysOf(view, kPageOfCycles); }

void FabricPane::buildPlace() {
    constexpr int kSpacing = 4;
    m_number = new NumberField(1, 1);
    m_number->setObjectName("fabric.cycle");
    m_number->setAccessibleName(tr("Cycle"));
    m_number->setToolTip(tr("The cycle on show; type one to go there"));
    m_number->setFixedWidth(84);
    m_count = new QLabel;
    m_place = new QSlider(Qt::Horizontal);
    m_place->setObjectName("fabric.place");
    m_place->setAccessibleName(tr("Place in the run"));
    m_place->setRange(0, kPlaces);
    m_place->setPageStep(kPlaces / 20);
    m_place->setMinimumWidth(60);
    QHBoxLayout* row = m_bar->row();
    for (QWidget* part : {static_cast<QWidget*>(new QLabel(tr("Cycle"))), static_cast<QWidget*>(m_number),
                          static_cast<QWidget*>(m_count)}) {
        row->addWidget(part);
        row->addSpacing(kSpacing);
    }
    row->addWidget(m_place, 1);
    connect(m_number, &NumberField::numberEdited, this, [this](std::optional<std::int64_t> number) {
        if (number) m_bar->ask(*number);
    });
    connect(m_place, &QSlider::valueChanged, this, [this](int place) {
        // Where the run has fewer cycles than the slider has places, each place is a cycle.
        m_bar->ask(m_last <= kPlaces ? place + 1 : 1 + (m_last - 1) * static_cast<std::int64_t>(place) / kPlaces);
    });
}

void FabricPane::setCycle(std::int64_t cycle, std::int64_t last) {
    m_last = last;
    const bool there = last > 0;
    m_bar->setEnabled(there);
    m_number->setRange(1, std::max<std::int64_t>(1, last));
    m_number->setNumber(there ? std::optional(cycle) : std::nullopt);
    m_count->setText(there ? tr("of %1").arg(countText(last)) : QString());
    const QSignalBlocker silent(m_place);
    m_place->setRange(0, static_cast<int>(std::clamp<std::int64_t>(last - 1, 0, kPlaces)));
    m_place->setValue(last <= kPlaces ? static_cast<int>(cycle - 1)
                                      : static_cast<int>((cycle - 1) * kPlaces / std::max<std::int64_t>(1, last - 1)));
    m_bar->setPlace(cycle, 1, last);
}

void FabricPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    for (QWidget* part : m_bar->speedParts()) part->setVisible(width() >= kRoomForSpeed);
}

void FabricPane::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_bar->setPlaying(false);
}

}  // namespace lapidary::ui
