// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QJsonArray>
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

const QStringList kSmall{"ski-slope", "--einsum", "C[m,n] += A[m,k] * B[k,n]", "--bounds", "m=4,n=4,k=4"};

}  // namespace

class CliSkiSlopeTest : public QObject {
    Q_OBJECT
private slots:
    void jsonHoldsTheCurveAndTheMemories() {
        const CliRun run =
            cli(kSmall + QStringList{"--arch", "eyeriss-like", "--set", "GLB.capacity=1KiB", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["lapidary"].toObject()["schema"].toString(), QString("lapidary/ski-slope/1"));
        QCOMPARE(json["word_bits"].toInt(), 16);
        QCOMPARE(json["compulsory_words"].toInt(), 48);
        const QJsonArray points = json["points"].toArray();
        QCOMPARE(points.first().toObject()["bits"].toInt(), 48);
        QCOMPARE(points.first().toObject()["words"].toInt(), 144);
        QCOMPARE(points.last().toObject()["words"].toInt(), 48);
        QCOMPARE(json["memories"].toArray().first().toObject()["bits"].toInt(), 8192);
        QCOMPARE(json["memories"].toArray().first().toObject()["words"].toInt(), 48);
    }

    void csvHasARowPerPoint() {
        const CliRun json = cli(kSmall + QStringList{"--word-bits", "8", "--format", "json"});
        const CliRun csv = cli(kSmall + QStringList{"--word-bits", "8", "--format", "csv"});
        const QStringList lines = csv.out.trimmed().split('\n');
        QCOMPARE(lines.front().trimmed(), QString("bits,capacity_words,least_words,of_compulsory,macs_per_word"));
        QCOMPARE(lines.size() - 1, json.json()["points"].toArray().size());
        QCOMPARE(lines[1].trimmed(), QString("24,3,144,3,0.4444444444444444"));
        QVERIFY(json.json()["architecture"].isNull());
    }

    void textSaysWhatMemoriesHold() {
        const CliRun run = cli(kSmall + QStringList{"--arch", "three-level-array", "--set", "L2.capacity=2"});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.out.contains("too small for a word of each tensor"), qPrintable(run.out));
        QVERIFY(run.out.contains("compulsory   48 words"));
    }

    void whatCannotBeHadIsRefused() {
        const CliRun one = cli({"ski-slope", "--einsum", "A[d]", "--bounds", "d=4"});
        QCOMPARE(one.code, 3);
        QVERIFY(one.err.contains("ski slopes don't cover workloads of 1 tensors"));
        const CliRun bits = cli(kSmall + QStringList{"--word-bits", "0"});
        QCOMPARE(bits.code, 2);
        QCOMPARE(cli({"ski-slope"}).code, 2);
    }
};

QTEST_APPLESS_MAIN(CliSkiSlopeTest)
#include "ski_slope_test.moc"
