// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the parts of the run's form are put together from: a grid of captions and fields, and the line that tells how the run
// goes. GUI thread only.
#pragma once

#include <QString>

class QComboBox;
class QGridLayout;
class QLabel;
class QWidget;

namespace lapidary::ui {

class ProgressLine;
class Segmented;

/// The grid of a part that stands within the form, without margins of its own.
QGridLayout* addFieldGrid(QWidget& part);
/// Names the field for people, tests and screen readers; its caption, to be put beside it.
QLabel* captionOf(QWidget& field, const QString& text, const char* name, const QString& tip);
/// As wide as its column but no less than so many characters, whatever its longest item.
void fitColumn(QComboBox& combo, int characters);
/// All kinds of mapspace side by side, in the order of mapspaceKinds().
Segmented* mapspaceChoice();

/// A line of small text that wraps within whatever width there is.
QLabel* smallLine(const QString& name);
/// Shows the refusal in the colour of errors, or else the state; the progress, in 0..1, is hidden if below 0.
void showState(QLabel& line, ProgressLine& bar, const QString& state, double progress, const QString& refusal);
/// A line that stands in a form: in the colour of errors, or again as small text is there.
void markAsError(QLabel& line, bool isError);

}  // namespace lapidary::ui
