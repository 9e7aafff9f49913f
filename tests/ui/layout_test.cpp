// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Nothing is cut at the smallest supported size: every control of the forms, the tool bar and the titles is at least as
// wide as it needs to be, and docks get the room they ask for.

#include <QAbstractButton>
#include <QComboBox>
#include <QLabel>
#include <QLineEdit>

#include "tests/ui/desk.h"
#include "ui/widgets/dock.h"
#include "ui/widgets/elided_label.h"
#include "ui/widgets/preset_picker.h"
#include "ui/widgets/segmented.h"

using namespace lapidary;
using namespace lapidary::ui;

class LayoutTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void controlsAreAsWideAsTheyNeedToBe_data() {
        QTest::addColumn<QSize>("size");
        QTest::newRow("1440x900") << QSize(1440, 900);
        QTest::newRow("1024x700") << QSize(1024, 700);
    }
    void controlsAreAsWideAsTheyNeedToBe() {
        QFETCH(QSize, size);
        const Desk desk;
        desk.window->resize(size);
        desk.runToEnd();
        for (const char* perspective : {"design", "search", "mapping"}) {
            desk.window->setPerspective(perspective);
            QTest::qWait(50);
            for (const QWidget* widget : desk.window->findChildren<QWidget*>()) {
                // Docks behind tabs are called visible, but lie outside the window.
                if (!widget->isVisible() || widget->visibleRegion().isEmpty() || !mustFit(widget)) continue;
                QVERIFY2(widget->width() >= widget->minimumSizeHint().width() &&
                             widget->height() >= widget->minimumSizeHint().height() - 1,
                         qPrintable(QStringLiteral("%1 '%2' in %3: %4x%5, needs %6x%7")
                                        .arg(widget->metaObject()->className(), widget->accessibleName(), perspective)
                                        .arg(widget->width())
                                        .arg(widget->height())
                                        .arg(widget->minimumSizeHint().width())
                                        .arg(widget->minimumSizeHint().height())));
            }
        }
    }

    void everyActionHasTextIconTooltipAndName() {
        const Desk desk;
        QStringList names;
        for (const QAction* action : desk.window->actionTable().all()) {
            QVERIFY2(!action->text().isEmpty() && !action->icon().isNull() && !action->toolTip().isEmpty(),
                     qPrintable(action->objectName()));
            QVERIFY(!names.contains(action->objectName()));
            names << action->objectName();
        }
    }

private:
    static bool mustFit(const QWidget* widget) {
        if (qobject_cast<const ElidedLabel*>(widget) || qobject_cast<const PresetPicker*>(widget)) return false;
        return qobject_cast<const QAbstractButton*>(widget) || qobject_cast<const QComboBox*>(widget) ||
               qobject_cast<const QLineEdit*>(widget) || qobject_cast<const Segmented*>(widget) ||
               qobject_cast<const QLabel*>(widget);
    }
};

QTEST_MAIN(LayoutTest)
#include "layout_test.moc"
