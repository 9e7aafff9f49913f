// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What a person does with runs in Search, in one call each.
#pragma once

#include <QAbstractButton>
#include <QComboBox>
#include <QTableView>

#include <algorithm>

#include "tests/ui/desk.h"

namespace lapidary::ui {

constexpr int kRunWithin = 120'000;  ///< milliseconds that anything a run does may take, however busy the machine is

/// Types into a field of the form and presses Enter.
inline void type(const Desk& desk, const char* field, const QString& text) { fill(desk.find<QLineEdit>(field), text); }

inline void click(const Desk& desk, const char* button) {
    auto* found = desk.find<QAbstractButton>(button);
    QVERIFY2(found, button);
    QTest::mouseClick(found, Qt::LeftButton);
}

/// Chooses the item as the mouse does.
inline void choose(QComboBox* combo, const QString& text) {
    const int row = combo->findText(text);
    QVERIFY2(row >= 0, qPrintable(text));
    combo->setCurrentIndex(row);
    emit combo->activated(row);
}

inline const std::vector<RunPtr>& runs(const Desk& desk) { return desk.document().runs(); }

inline void waitForAll(const Desk& desk) {
    QVERIFY(QTest::qWaitFor(
        [&] {
            return !desk.window->runs().running() &&
                   std::all_of(runs(desk).begin(), runs(desk).end(), [](const RunPtr& run) { return run->finished(); });
        },
        kRunWithin));
}

/// Puts a run with this seed into the queue.
inline void enqueue(const Desk& desk, int seed) {
    type(desk, "seed", QString::number(seed));
    click(desk, "enqueueButton");
}

inline QString cell(const QTableView& table, int row, int column) {
    return table.model()->index(row, column).data().toString();
}
inline QString cell(const Desk& desk, const char* table, int row, int column) {
    return cell(*desk.find<QTableView>(table), row, column);
}

}  // namespace lapidary::ui
