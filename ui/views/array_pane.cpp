// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/views/array_pane.h"

#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QScrollArea>
#include <QSignalBlocker>

#include <algorithm>
#include <cmath>

#include "ui/models/words.h"
#include "ui/views/array_view.h"
#include "ui/widgets/number_field.h"
#include "ui/widgets/scroll_view.h"
#include "ui/widgets/segmented.h"
#include "ui/widgets/step_bar.h"

namespace lapidary::ui {

namespace {

const std::vector<int> kArraySpeeds{1, 2, 5, 10, 20, 50, 100, 1000};
constexpr int kUsualArraySpeed = 3;
constexpr int kLeastBar = 320;
constexpr int kWiderSpacing = 4;

}  // namespace

ArrayPane::ArrayPane(ArrayView* view, ArrayView* follower, QWidget* parent)
    : QWidget(parent),
      m_view(view),
      m_follower(follower),
      m_colour(new QComboBox(this)),
      m_arrays(new QComboBox(this)) {
    auto* layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    buildBar();
    layout->addWidget(m_bar);
    auto* views = new QHBoxLayout;
    views->setSpacing(0);
    views->addWidget(scrolled(view), 1);
    if (follower) views->addWidget(scrolled(follower), 1);
    layout->addLayout(views, 1);
    buildChoosers();
    connectParts();
    refreshArray();
}

void ArrayPane::buildBar() {
    m_bar = new StepBar({.key = "array",
                         .first = tr("To the first step (Home)"),
                         .back = tr("One step back (Left)"),
                         .forward = tr("One step (Right)"),
                         .last = tr("To the last step (End)"),
                         .rate = tr("Steps a second")},
                        kArraySpeeds, kUsualArraySpeed);
    m_bar->setMinimumWidth(kLeastBar);
    QHBoxLayout* row = m_bar->row();
    m_step = new NumberField(1, 1);
    m_step->setObjectName("array.step");
    m_step->setAccessibleName(tr("Compute step"));
    m_step->setToolTip(tr("Compute step: one setting of all loops in time"));
    m_step->setFixedWidth(76);
    m_count = new QLabel;
    m_phase = new Segmented({tr("steady"), tr("last")});
    m_phase->setObjectName("array.phase");
    m_phase->setToolTips({tr("The first step, before any tail"), tr("The first step at which every tail is reached")});
    m_instanceName = new QLabel(tr("Array"));
    m_instance = new NumberField(1, 1);
    m_instance->setObjectName("array.instance");
    m_instance->setAccessibleName(tr("Which of the arrays that outer ones hold"));
    m_instance->setToolTip(m_instance->accessibleName());
    m_instance->setFixedWidth(44);
    row->addWidget(new QLabel(tr("Step")));
    row->addSpacing(kWiderSpacing);
    row->addWidget(m_step);
    row->addSpacing(kWiderSpacing);
    row->addWidget(m_count);
    row->addStretch(1);
    row->addWidget(m_instanceName);
    row->addWidget(m_instance);
    row->addSpacing(kWiderSpacing);
    row->addWidget(m_phase);
}

void ArrayPane::buildChoosers() {
    m_colour->setObjectName("array.colour");
    m_colour->setAccessibleName(tr("What colours say"));
    m_colour->setToolTip(tr("What the colour of a cell says"));
    m_colour->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_colour->setProperty("compact", true);
    m_arrays->setObjectName("array.fanout");
    m_arrays->setAccessibleName(tr("Which array"));
    m_arrays->setToolTip(tr("Which array of the design"));
    m_arrays->setSizeAdjustPolicy(QComboBox::AdjustToContents);
    m_arrays->setProperty("compact", true);
}

void ArrayPane::connectParts() {
    if (m_follower) {
        connect(m_view, &ArrayView::stepChanged, this, &ArrayPane::lead);
        connect(m_view, &ArrayView::colourChanged, this, &ArrayPane::lead);
        connect(m_follower, &ArrayView::arrayChanged, this, &ArrayPane::lead);
    }
    connect(m_view, &ArrayView::arrayChanged, this, &ArrayPane::refreshArray);
    connect(m_view, &ArrayView::stepChanged, this, &ArrayPane::refreshStep);
    connect(m_view, &ArrayView::colourChanged, this, &ArrayPane::refreshColour);
    for (ArrayView* view : {m_view, m_follower})
        if (view) m_bar->takeKeysOf(view);
    connect(m_bar, &StepBar::asked, m_view, &ArrayView::setStep);
    // A click works on the picture, which then has the keys, and Ctrl+E means it.
    connect(m_bar, &StepBar::used, m_view, [this] { m_view->setFocus(); });
    connect(m_step, &NumberField::numberEdited, this, [this](std::optional<std::int64_t> number) {
        if (number) m_view->setStep(*number - 1);
    });
    connect(m_instance, &NumberField::numberEdited, this, [this](std::optional<std::int64_t> number) {
        if (number) m_view->setInstance(*number - 1);
    });
    connect(m_phase, &Segmented::currentChanged, this, [this](int index) {
        for (ArrayView* view : {m_view, m_follower}) {
            if (!view) continue;
            if (index == 0)
                view->goToSteady();
            else
                view->goToLast();
        }
        refreshStep();
    });
    connect(m_colour, &QComboBox::activated, this,
            [this](int index) { m_view->setColour(m_view->colours()[static_cast<std::size_t>(index)]); });
    connect(m_arrays, &QComboBox::activated, m_view, &ArrayView::setFanout);
}

void ArrayPane::refreshArray() {
    const bool there = m_view->array() != nullptr;
    m_colour->clear();
    for (const ArrayColour& colour : m_view->colours())
        m_colour->addItem(tr("Colour: %1").arg(m_view->colourName(colour)));
    m_colour->setVisible(there);
    refreshColour();
    m_arrays->clear();
    m_arrays->addItems(m_view->fanoutNames());
    m_arrays->setCurrentIndex(m_view->fanout());
    m_arrays->setVisible(m_arrays->count() > 1);
    m_bar->setEnabled(there);
    const std::int64_t instances = there ? m_view->array()->instances() : 1;
    m_instance->setRange(1, instances);
    m_instance->setNumber(m_view->instance() + 1);
    m_instance->setVisible(instances > 1);
    m_instanceName->setVisible(instances > 1);
    m_step->setRange(1, std::max<std::int64_t>(1, m_view->stepCount()));
    m_count->setText(there ? tr("of %1").arg(countText(m_view->stepCount())) : QString());
    fitBar();
    refreshStep();
}

void ArrayPane::refreshColour() {
    const std::vector<ArrayColour> known = m_view->colours();
    const auto here = std::find(known.begin(), known.end(), m_view->colour());
    if (here != known.end()) m_colour->setCurrentIndex(static_cast<int>(here - known.begin()));
}

void ArrayPane::refreshStep() {
    const std::int64_t last = m_view->stepCount() - 1;
    const std::int64_t step = m_view->step();
    m_step->setNumber(m_view->array() ? std::optional(step + 1) : std::nullopt);
    m_bar->setPlace(step, 0, m_view->array() ? last : -1);
    m_phase->setEnabled(m_view->hasTails() || (m_follower && m_follower->hasTails()));
    const QSignalBlocker silent(m_phase);
    m_phase->setCurrent(m_view->inTail() || (m_follower && m_follower->inTail()) ? 1 : 0);
}

/// The follower is where the view is: the same share of its own run, coloured by the dimension or tensor of that name.
void ArrayPane::lead() {
    if (!m_view->array() || !m_follower->array()) return;
    const std::vector<ArrayColour> colours = m_follower->colours();
    const auto same = std::find_if(colours.begin(), colours.end(), [&](const ArrayColour& colour) {
        return m_follower->colourName(colour) == m_view->colourName(m_view->colour());
    });
    m_follower->setColour(same != colours.end() ? *same : ArrayColour{});
    const std::int64_t last = m_view->stepCount() - 1;
    const double share = last > 0 ? static_cast<double>(m_view->step()) / static_cast<double>(last) : 0;
    m_follower->setStep(std::llround(share * static_cast<double>(m_follower->stepCount() - 1)));
    const std::int64_t span = std::max(m_view->colourSpan(), m_follower->colourSpan());
    m_view->setLeastSpan(span);
    m_follower->setLeastSpan(span);
}

void ArrayPane::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    fitBar();
}

void ArrayPane::fitBar() {
    const auto widthOf = [](const QList<QWidget*>& parts) {
        int sum = 0;
        for (const QWidget* part : parts) sum += part->sizeHint().width() + StepBar::kSpacing + kWiderSpacing;
        return sum;
    };
    const QList<QWidget*> optional[] = {{m_count}, m_bar->speedParts()};
    int needed = m_bar->layout()->minimumSize().width();
    for (const QList<QWidget*>& parts : optional)
        if (parts.front()->isVisibleTo(m_bar)) needed -= widthOf(parts);
    for (const QList<QWidget*>& parts : optional) {
        const bool fits = needed + widthOf(parts) <= width();
        for (QWidget* part : parts) part->setVisible(fits);
        if (fits) needed += widthOf(parts);
    }
}

void ArrayPane::hideEvent(QHideEvent* event) {
    QWidget::hideEvent(event);
    m_bar->setPlaying(false);
}

}  // namespace lapidary::ui
