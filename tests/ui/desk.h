// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A window as tests use it: the example with a bounded search, settings of its own, no questions asked. The style and
// fonts are those of the program.
#pragma once

#include <QAbstractAnimation>
#include <QApplication>
#include <QLineEdit>
#include <QMouseEvent>
#include <QSettings>
#include <QTemporaryDir>
#include <QtTest>

#include <algorithm>
#include <memory>

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

/// Where everything visible in a window lies.
inline QList<std::pair<const QWidget*, QRect>> placesIn(const QWidget& window) {
    QList<std::pair<const QWidget*, QRect>> places{{&window, window.geometry()}};
    for (const QWidget* widget : window.findChildren<QWidget*>())
        if (widget->isVisible()) places.emplaceBack(widget, QRect(widget->mapTo(&window, QPoint()), widget->size()));
    return places;
}

/// Lets the program go on until a window is laid out for good: the window system has told all that it had to, no dock
/// glides, and nothing has moved for some rounds. Queued repaints have happened by then, too.
inline void comeToRest(const QWidget& window) {
    constexpr int kCalmRounds = 3, kMostRounds = 3'000;
    int calm = 0;
    for (int round = 0; round < kMostRounds && calm < kCalmRounds; ++round) {
        const auto before = placesIn(window);
        QGuiApplication::sync();
        QTest::qWait(10);
        const auto animations = window.findChildren<QAbstractAnimation*>();
        const bool glides = std::any_of(animations.begin(), animations.end(), [](const QAbstractAnimation* each) {
            return each->state() == QAbstractAnimation::Running;
        });
        calm = !glides && placesIn(window) == before ? calm + 1 : 0;
    }
    QVERIFY2(calm == kCalmRounds, "the window does not come to rest");
}

/// What a value has come to once many looks in a row have found the same. One that never stands still is handed back as it
/// is in the end, and then differs from the next look.
template <class Look>
auto standing(const Look& look) {
    constexpr int kSame = 15, kMostLooks = 1'000;
    auto value = look();
    for (int looks = 0, same = 0; looks < kMostLooks && same < kSame; ++looks) {
        QTest::qWait(20);
        const auto now = look();
        same = now == value ? same + 1 : 0;
        value = now;
    }
    return value;
}

class Desk {
public:
    static constexpr int kActiveWithin = 60'000;  ///< milliseconds, however busy the machine is

    explicit Desk(std::int64_t evaluations = 200'000) {
        auto inputs = exampleInputs();
        if (!inputs) qFatal("%s", inputs.errorText().c_str());
        inputs->search.maxEvaluations = evaluations;
        window = std::make_unique<MainWindow>(std::move(inputs).value(),
                                              WindowOptions{.safeMode = true, .askBeforeLoss = false});
        window->show();
        window->activateWindow();
        if (!QTest::qWaitForWindowActive(window.get(), kActiveWithin)) qFatal("the window did not become active");
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
    /// A key that the window takes wherever the focus is.
    void press(Qt::Key key, Qt::KeyboardModifiers modifiers = {}) const {
        // Without a window manager nobody gives the activation back that a tooltip or menu took.
        window->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window.get(), kActiveWithin));
        QTest::keyClick(window.get(), key, modifiers);
    }
    /// See ui::comeToRest.
    void comeToRest() const { ui::comeToRest(*window); }
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
