// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A label of one line that gives way: what doesn't fit ends in an ellipsis and is told by the tooltip. GUI thread only.
#pragma once

#include <QLabel>

#include "ui/widgets/pill.h"

namespace lapidary::ui {

class ElidedLabel final : public QLabel {
    Q_OBJECT
public:
    using QLabel::QLabel;
    /// Neutral: text 2.
    void setTone(Tone tone);
    QSize minimumSizeHint() const override { return {0, QLabel::minimumSizeHint().height()}; }

protected:
    void paintEvent(QPaintEvent* event) override;

private:
    Tone m_tone = Tone::neutral;
};

}  // namespace lapidary::ui
