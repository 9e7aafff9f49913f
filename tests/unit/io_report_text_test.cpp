// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What reports say of figures: EDP in the unit that suits, missing figures in one line.

#include <QtTest>

#include "core/io/report_text.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

class IoReportTextTest : public QObject {
    Q_OBJECT
private slots:
    void edpIsInJouleSecondsOnceThereIsAClock() {
        const TargetPtr target = makeTarget("Z[m] += A[m]", "m=4", {memory("DRAM")}, {});
        ArchitectureSpec spec = target->architecture.spec();
        spec.clockGhz.reset();
        QCOMPARE(edpText(3.166e11, *Architecture::make(spec)), std::string("316.6 mJ·cycles"));
        // At 0.2 GHz a cycle takes 5 ns: 0.3166 J * 5e-9 s = 1.583e-9 J s.
        spec.clockGhz = 0.2;
        QCOMPARE(edpText(3.166e11, *Architecture::make(spec)), std::string("1.583 nJ·s"));
        QCOMPARE(edpText(3.16612345e11, *Architecture::make(spec), 6), std::string("1.58306 nJ·s"));
    }

    void lackingFiguresAreOneLine() {
        QCOMPARE(lackingText({}), std::string());
        QCOMPARE(lackingText({"no leakage data: DRAM, GLB, W spad", "no area data: DRAM"}),
                 std::string("leakage of 3 parts, area of DRAM"));
        QCOMPARE(lackingText({"no energy data: MAC"}), std::string("energy of MAC"));
        QCOMPARE(lackingText({"no energy data: MAC", "GLB: energy and area are those of 128 KiB"}),
                 std::string("energy of MAC, the change of GLB from 128 KiB"));
        QCOMPARE(lackingText({"something else"}), std::string("something else"));
    }
};

QTEST_APPLESS_MAIN(IoReportTextTest)
#include "io_report_text_test.moc"
