// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// A ski slope beside a design's memories. The curve itself: tests/oracle/optimal_accelforge_test.cpp.

#include <QtTest>

#include "core/explore/slope.h"
#include "core/io/presets.h"
#include "core/io/slope_report.h"
#include "core/workload/einsum.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Workload product(const char* bounds) {
    return orDie(parseEinsum("C[m,n] += A[m,k] * B[k,n]", orDie(parseBounds(bounds))));
}

}  // namespace

class ExploreSlopeTest : public QObject {
    Q_OBJECT
private slots:
    /// 4x4x4: three words at least, of which C stays for four steps: 64 + 64 + 16; all 48 words once everything fits.
    void endsOfTheCurve() {
        Job job;
        const Slope slope = orDie(slopeOf(product("m=4,n=4,k=4"), nullptr, 8, job));
        QCOMPARE(slope.compulsory, 48);
        QCOMPARE(slope.macs, 64);
        QCOMPARE(slope.points.front().bits, 3 * 8);
        QCOMPARE(slope.points.front().words, 64 + 64 + 16);
        QCOMPARE(slope.points.back().words, 48);
        // A row of A, a column of B and the sums of one step: 4 + 4 + ... - all of one operand, a line of the two others.
        QVERIFY(slope.points.back().bits <= (16 + 4 + 4) * 8);
        for (std::size_t i = 1; i < slope.points.size(); ++i) {
            QVERIFY(slope.points[i].bits > slope.points[i - 1].bits);
            QVERIFY(slope.points[i].words < slope.points[i - 1].words);
        }
        QVERIFY(!leastWords(slope, 23));
        QCOMPARE(*leastWords(slope, 24), 144);
        QCOMPARE(*leastWords(slope, std::int64_t{1} << 40), 48);
    }

    /// Eyeriss-like: 128 KiB once; 168 scratchpads of 12, 224 and 16 words of 16 bit.
    void memoriesStandOnTheCurve() {
        const Architecture design = orDie(loadArchitecture("eyeriss-like"));
        Job job;
        const Slope slope = orDie(slopeOf(product("m=64,n=64,k=64"), &design, slopeWordBits(design), job));
        QCOMPARE(slope.wordBits, 16);
        QCOMPARE(slope.marks.size(), std::size_t{2});
        QCOMPARE(slope.marks[0].memory, std::string("GLB"));
        QCOMPARE(slope.marks[0].bits, 128 * 1024 * 8);
        QCOMPARE(slope.marks[0].words, std::optional(std::int64_t{3 * 4096}));
        QCOMPARE(slope.marks[1].instances, 168);
        QCOMPARE(slope.marks[1].bits, 168 * (12 + 224 + 16) * 16);
        QVERIFY(slope.marks[1].words && *slope.marks[1].words >= 3 * 4096);
    }

    void tooSmallMemoriesHaveNoPlace() {
        const Architecture design =
            orDie(withSetting(orDie(loadArchitecture("three-level-array")), "L2.capacity", "2"));
        Job job;
        const Slope slope = orDie(slopeOf(product("m=4,n=4,k=4"), &design, slopeWordBits(design), job));
        QVERIFY(!slope.marks.front().words);
        QVERIFY(toAligned(slopeMarkTable(slope, NumberStyle::people)).find("too small for a word of each tensor") !=
                std::string::npos);
        QVERIFY(slopeToJson(slope, product("m=4,n=4,k=4"), design.name(), 0)["memories"][0]["words"].isNull());
    }

    void whatIsNotCoveredIsSaidOfTheCurve() {
        Job job;
        const auto slope = slopeOf(orDie(parseEinsum("A[d]", orDie(parseBounds("d=4")))), nullptr, 16, job);
        QVERIFY(!slope.ok());
        QCOMPARE(slope.diagnostics().front().message,
                 std::string("ski slopes don't cover workloads of 1 tensors, expected 2 to 4"));
        QVERIFY(slope.diagnostics().front().hint.empty());
    }

    void aStoppedJobHasNoCurve() {
        Job job;
        job.requestStop();
        QVERIFY(!slopeOf(product("m=64,n=64,k=64"), nullptr, 16, job).ok());
    }
};

QTEST_APPLESS_MAIN(ExploreSlopeTest)
#include "explore_slope_test.moc"
