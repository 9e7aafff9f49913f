// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A window as tests use it: the example with a bounded search, settings of its own, no questions asked. The style and
// fonts are those of the program.
#pragma once

#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include "ui/shell/actions.h"
#include "ui/shell/banner.h"
#include "ui/shell/file_control.h"
#include "ui/shell/main_window.h"
#include "ui/shell/perspective.h"
#include "ui/shell/run_control.h"
#include "ui/theme/style.h"

namespace lapidary::ui {

inline void prepareApplication() {
    QApplication::setStyle(new Style);
    QApplication::setOrganizationName("lapidary-test");
    QApplication::setApplicationName("lapidary-test");
    applyTheme(ThemeChoice::light, QApplication::palette());
}

/// Types into a line in place of what stands there and presses Enter.
inline void fill(QLineEdit* field, const QString& text) {
    field->setFocus();
    field->selectAll();
    QTest::keyClicks(field, text);
    QTest::keyClick(field, Qt::Key_Return);
}

/// Moves the pointer within a widget; no button is down.
inline void moveTo(QWidget& widget, const QPointF& at) {
    QMouseEvent move(QEvent::MouseMove, at, widget.mapToGlobal(at), Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QApplication::sendEvent(&widget, &move);
}

class Desk {
public:
    explicit Desk(std::int64_t evaluations = 200'000) {
        auto inputs = exampleInputs();
        if (!inputs) qFatal("%s", inputs.errorText().c_str());
        inputs->search.maxEvaluations = evaluations;
        window = std::make_unique<MainWindow>(std::move(inputs).value(),
                                              WindowOptions{.safeMode = true, .askBeforeLoss = false});
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get())) qFatal("the window did not become active");
    }

    Document& document() const { return window->document(); }
    /// Keys of all perspectives.
    QStringList perspectives() const {
        QStringList keys;
        for (const Perspective* each : window->findChildren<Perspective*>()) keys << each->key();
        return keys;
    }
    QAction* action(const char* key) const { return window->actionTable()[key]; }
    template <class W>
    W* find(const char* name) const {
        return window->findChild<W*>(name);
    }
    /// Presses F5 and waits for the end.
    void runToEnd() const {
        action("run")->trigger();
        QVERIFY(QTest::qWaitFor([this] { return !window->runs().running(); }, 60'000));
    }
    QString sessionText() const { return QString::fromStdString(toJson(document().session()).dump()); }

    std::unique_ptr<MainWindow> window;
    QTemporaryDir folder;
};

}  // namespace lapidary::ui
