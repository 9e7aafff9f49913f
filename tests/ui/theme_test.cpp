// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A palette tells which theme it was made of.

#include "ui/theme/theme.h"

#include <QtTest>

using namespace lapidary;
using namespace lapidary::ui;

class ThemeTest : public QObject {
    Q_OBJECT
private slots:
    void paletteTellsItsTheme() {
        QVERIFY(!themeOf(paletteOf(lightTheme())).dark);
        QVERIFY(themeOf(paletteOf(darkTheme())).dark);
    }
};

QTEST_APPLESS_MAIN(ThemeTest)
#include "theme_test.moc"
