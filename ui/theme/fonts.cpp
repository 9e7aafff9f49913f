// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include "ui/theme/fonts.h"

#include <QApplication>

namespace lapidary::ui {

namespace {

QFont font(const QStringList& families, double pixels, bool strong) {
    QFont result;
    result.setFamilies(families);
    // Points at 72 per inch keep the half pixels that setPixelSize cannot express.
    result.setPointSizeF(pixels * 0.75);
    result.setWeight(strong ? QFont::DemiBold : QFont::Normal);
    return result;
}

}  // namespace

QFont uiFont(TypeSize size, bool strong) {
    static const QStringList families{"Noto Sans", "DejaVu Sans"};
    QFont result = font(families, static_cast<int>(size), strong);
    result.setPixelSize(static_cast<int>(size));
    return result;
}

QFont monoFont(double pixels, bool strong) {
    static const QStringList families{"DejaVu Sans Mono", "Noto Sans Mono", "monospace"};
    QFont result = font(families, pixels, strong);
    result.setStyleHint(QFont::Monospace);
    return result;
}

void applyFonts() {
    QApplication::setFont(uiFont(TypeSize::body));
    const QFont control = uiFont(TypeSize::control);
    for (const char* widgetClass : {"QPushButton", "QToolButton", "QComboBox", "QLineEdit", "QCheckBox", "QLabel",
                                    "QAbstractItemView", "QPlainTextEdit"})
        QApplication::setFont(control, widgetClass);
    QApplication::setFont(uiFont(TypeSize::note, true), "QHeaderView");
    QApplication::setFont(uiFont(TypeSize::note), "QToolTip");
}

}  // namespace lapidary::ui
