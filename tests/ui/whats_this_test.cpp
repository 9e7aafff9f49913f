// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// "What's this?" answers on buttons, fields, tables and painted views.

#include <QHeaderView>
#include <QHelpEvent>
#include <QTableView>
#include <QWhatsThis>

#include "tests/ui/desk.h"
#include "ui/views/view_base.h"

using namespace lapidary;
using namespace lapidary::ui;

namespace {

bool answers(QWidget* widget, const QPoint& at) {
    QHelpEvent asked(QEvent::QueryWhatsThis, at, widget->mapToGlobal(at));
    return QApplication::sendEvent(widget, &asked) && asked.isAccepted();
}

/// The words that a click in the mode brings up.
bool isTold(QWidget* widget, const QPoint& at) {
    QHelpEvent asked(QEvent::WhatsThis, at, widget->mapToGlobal(at));
    QApplication::sendEvent(widget, &asked);
    bool told = false;
    for (const QWidget* top : QApplication::topLevelWidgets())
        told = told || (top->isVisible() && top->inherits("QWhatsThat"));
    QWhatsThis::hideText();
    return told;
}

}  // namespace

class WhatsThisTest : public QObject {
    Q_OBJECT
private slots:
    void initTestCase() { prepareApplication(); }

    void everyKindOfWidgetAnswers() {
        const Desk desk(20'000);
        desk.runToEnd();
        auto* run = desk.find<QWidget>("runButton");
        QVERIFY(answers(run, run->rect().center()));
        QVERIFY(isTold(run, run->rect().center()));
        auto* seed = desk.find<QWidget>("seed");
        QVERIFY(isTold(seed, seed->rect().center()));
        auto* table = desk.find<QTableView>("topTable");
        const QPoint header(table->horizontalHeader()->sectionViewportPosition(1) + 5, 8);
        QVERIFY(isTold(table->horizontalHeader()->viewport(), header));

        desk.window->setPerspective("mapping");
        desk.comeToRest();
        auto* nest = desk.find<View>("nestView");
        const QPoint store(nest->width() / 2, 32);  // the first line
        QVERIFY(!nest->wordsAt(store).isEmpty());
        QVERIFY(isTold(nest, store));
    }
};

QTEST_MAIN(WhatsThisTest)
#include "whats_this_test.moc"
