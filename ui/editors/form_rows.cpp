// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/editors/form_rows.h"

#include <QComboBox>
#include <QGridLayout>
#include <QLabel>

#include "ui/models/words.h"
#include "ui/session/run.h"
#include "ui/theme/fonts.h"
#include "ui/theme/theme.h"
#include "ui/widgets/progress_line.h"
#include "ui/widgets/segmented.h"

namespace lapidary::ui {

QGridLayout* addFieldGrid(QWidget& part) {
    auto* grid = new QGridLayout(&part);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(6);
    grid->setVerticalSpacing(6);
    return grid;
}

QLabel* captionOf(QWidget& field, const QString& text, const char* name, const QString& tip) {
    auto* caption = new QLabel(text);
    caption->setBuddy(&field);
    field.setObjectName(QString::fromLatin1(name));
    field.setAccessibleName(text);
    field.setToolTip(tip);
    return caption;
}

void fitColumn(QComboBox& combo, int characters) {
    combo.setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    combo.setMinimumContentsLength(characters);
}

Segmented* mapspaceChoice() {
    QStringList labels, tips;
    for (const Factorization kind : mapspaceKinds()) {
        labels << shortName(kind);
        tips << fromView(entryOf(kind).meaning);
    }
    auto* choice = new Segmented(labels);
    choice->setToolTips(tips);
    return choice;
}

QLabel* smallLine(const QString& name) {
    auto* line = new QLabel;
    line->setObjectName(name);
    line->setFont(uiFont(TypeSize::note));
    line->setForegroundRole(QPalette::PlaceholderText);
    line->setWordWrap(true);
    line->setTextFormat(Qt::PlainText);
    line->setSizePolicy(QSizePolicy::Ignored, QSizePolicy::Preferred);
    return line;
}

void showState(QLabel& line, ProgressLine& bar, const QString& state, double progress, const QString& refusal) {
    bar.setVisible(progress >= 0);
    bar.setFraction(progress);
    line.setText(refusal.isEmpty() ? state : refusal);
    markAsError(line, !refusal.isEmpty());
}

void markAsError(QLabel& line, bool isError) {
    const QWidget* form = line.parentWidget();
    QPalette colors = form->palette();
    if (isError) colors.setColor(QPalette::PlaceholderText, themeOf(form).error);
    line.setPalette(colors);
}

}  // namespace lapidary::ui
