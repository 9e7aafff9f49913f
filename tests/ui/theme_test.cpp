// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Contrast of every pair of colours that the visual language puts on each other: text at least 4.5, marks at least 3.

#include "ui/theme/theme.h"

#include <QtTest>

using namespace lapidary;
using namespace lapidary::ui;

class ThemeTest : public QObject {
    Q_OBJECT
private slots:
    void contrastIsThatOfWcag() {
        QCOMPARE(qRound(10 * contrast(Qt::black, Qt::white)), 210);
        QCOMPARE(qRound(100 * contrast(QColor(0x777777), QColor(Qt::white))), 448);  // a grey known to fall just short
    }

    void textReadsOnItsGround_data() { themes(); }
    void textReadsOnItsGround() {
        QFETCH(bool, dark);
        const Theme& t = dark ? darkTheme() : lightTheme();
        for (const QColor& ground : {t.window, t.panel, t.header, t.alternate}) {
            needs(4.5, t.text, ground, "text");
            needs(4.5, t.text2, ground, "text 2");
        }
        for (const QColor& ground : {t.panel, t.header, t.alternate}) needs(4.5, t.text3, ground, "text 3 in docks");
        for (const QColor& ground : {t.panel, t.tint1, t.tint2}) needs(4.5, t.accent, ground, "accent");
        for (const QColor& ground : {t.panel, t.tint1, t.selectedRow}) needs(4.5, t.text, ground, "text on rows");
        needs(4.5, t.warning, t.warningGround, "tail chip");
        needs(4.5, t.error, t.errorGround, "error banner");
        needs(4.5, t.text, t.errorGround, "text of an error banner");
        needs(4.5, t.text, t.warningGround, "text of a warning banner");
        needs(4.5, readableOn(t.accent), t.accent, "primary button");
        needs(4.5, readableOn(t.ok), t.ok, "valid share");
        for (const QColor& fill : t.tensors) needs(4.5, readableOn(fill), fill, "letter on a tensor");
    }

    void marksStandOutFromThePanel_data() { themes(); }
    void marksStandOutFromThePanel() {
        QFETCH(bool, dark);
        const Theme& t = dark ? darkTheme() : lightTheme();
        for (const QColor& outline : t.tensorOutlines) needs(3, outline, t.panel, "tensor outline");
        for (const QColor& line : {t.plotAxis, t.accent, t.ok, t.error, t.warning}) needs(3, line, t.panel, "mark");
        for (std::size_t i = 0; i < 3; ++i) needs(3, t.levels[i], t.panel, "level");
    }

    void paletteTellsItsTheme() {
        QVERIFY(!themeOf(paletteOf(lightTheme())).dark);
        QVERIFY(themeOf(paletteOf(darkTheme())).dark);
    }

private:
    static void themes() {
        QTest::addColumn<bool>("dark");
        QTest::newRow("light") << false;
        QTest::newRow("dark") << true;
    }
    static void needs(double least, const QColor& mark, const QColor& ground, const char* what) {
        const double found = contrast(mark, ground);
        QVERIFY2(found >= least,
                 qPrintable(QStringLiteral("%1: %2 on %3 has %4").arg(what, mark.name(), ground.name()).arg(found)));
    }
};

QTEST_APPLESS_MAIN(ThemeTest)
#include "theme_test.moc"
