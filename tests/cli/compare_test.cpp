// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lapidary-cli compare, from outside.

#include <QJsonArray>
#include <QRegularExpression>
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

/// 5 PEs, 20 steps.
const QByteArray kFivePes = "DRAM [A]\n  GLB [A]\n    for d in 0..20\n      parFor d in 0..5 @PE.X\n";

class Files {
public:
    CliRun compared(const QStringList& more) const { return cli(QStringList{"compare", m_a, m_b} + kToy + more); }

private:
    Folder m_folder;
    QString m_a = m_folder.write("five.txt", kFivePes);
    QString m_b = m_folder.write("six.txt", kToyNest);
};

QJsonObject row(const QJsonObject& json, const QString& metric) {
    for (const QJsonValueRef each : json["rows"].toArray())
        if (each.toObject()["metric"] == metric) return each.toObject();
    return {};
}

}  // namespace

class CompareTest : public QObject {
    Q_OBJECT

private slots:
    // 100 = 20 * 5 = 16 * 6 + 4: 20 steps on 5 of 6 PEs, 17 on 6.
    void rowsHaveDeltaRatioAndWhoIsBetter() {
        const CliRun run = Files().compared({"--format", "json"});
        QCOMPARE(run.code, 0);
        const QJsonObject cycles = row(run.json(), "cycles");
        QCOMPARE(cycles["a"].toInt(), 20);
        QCOMPARE(cycles["b"].toInt(), 17);
        QCOMPARE(cycles["delta"].toInt(), -3);
        QCOMPARE(cycles["ratio"].toDouble(), 0.85);
        QCOMPARE(cycles["better"].toString(), QString("b"));
        const QJsonObject utilization = row(run.json(), "utilization");
        QCOMPARE(utilization["a"].toDouble(), 100.0 / 120);
        QCOMPARE(utilization["b"].toDouble(), 100.0 / 102);
        QCOMPARE(utilization["better"].toString(), QString("b"));
        QCOMPARE(row(run.json(), "DRAM.A.reads")["better"].toString(), QString("equal"));
    }

    void nestsAreAligned() {
        const QJsonArray nests = Files().compared({"--format", "json"}).json()["nests"].toArray();
        QCOMPARE(nests.size(), 4);
        QCOMPARE(nests[2].toObject()["mark"].toString(), QString("changed"));
        QCOMPARE(nests[2].toObject()["ratio"].toDouble(), 0.85);
        QCOMPARE(nests[3].toObject()["b"].toString(), QString("parFor d in 0..6 (last 4) @PE.X"));
    }

    void textAndCsvSayTheSame() {
        const Files files;
        const CliRun text = files.compared({});
        QVERIFY2(text.out.contains("2 of 4 lines differ: 2 changed"), qPrintable(text.out));
        QVERIFY(text.out.contains("for d in 0..20"));
        const CliRun csv = files.compared({"--format", "csv"});
        QVERIFY2(csv.out.contains("\ncycles,,20,17,-3,0.85,b\n"), qPrintable(csv.out));
    }

    void mappingsMayBeOptions() {
        const Folder folder;
        const QString a = folder.write("a.txt", kFivePes), b = folder.write("b.txt", kToyNest);
        QCOMPARE(cli(QStringList{"compare", "--mapping", a, "--mapping", b, "--format", "json"} + kToy)
                     .json()["rows"]
                     .toArray(),
                 cli(QStringList{"compare", a, b, "--format", "json"} + kToy).json()["rows"].toArray());
    }

    void anInvalidMappingIsComparedAndEndsWithFour() {
        const Folder folder;
        const QString a = folder.write("a.txt", kToyNest);
        const QString b =
            folder.write("b.txt", "DRAM [A]\n  GLB [A]\n    for d in 0..10\n      parFor d in 0..10 @PE.X\n");
        const CliRun run = cli(QStringList{"compare", a, b, "--format", "json"} + kToy);
        QCOMPARE(run.code, 4);
        QVERIFY(run.json()["a"].toObject()["valid"].toBool());
        QVERIFY(!run.json()["b"].toObject()["valid"].toBool());
        QCOMPARE(run.json()["b"].toObject()["reasons"].toArray().size(), 1);
    }

    void theReasonIsToldInFactors() {
        const CliRun run = Files().compared({"--format", "json"});
        const QJsonObject why = run.json()["why"].toObject();
        QCOMPARE(why["winner"].toString(), QString("b"));
        const QJsonObject steps = why["steps"].toArray().first().toObject();
        QCOMPARE(steps["a"].toInt(), 20);
        QCOMPARE(steps["b"].toInt(), 17);
        QVERIFY2(Files().compared({}).out.contains("17 / 20 = 0.8500"), qPrintable(Files().compared({}).out));
    }

    // Rows of 3 + 1 = 4 inputs for 2 outputs, twice; a step of 4 leaves gaps that a box fetches, too.
    void oneMappingIsCountedInTwoWays() {
        const Folder folder;
        const QString nest = folder.write("a.txt",
                                          "DRAM [I W O]\n  for p in 0..2\n    GLB [I W O]\n      for p in 0..3\n"
                                          "        for r in 0..2\n");
        const QStringList inputs{"--arch",   "toy-6",   "--einsum", "O[p] += I[4p+r] * W[r]",
                                 "--bounds", "p=6,r=2", "--format", "json"};
        const CliRun run = cli(QStringList{"compare", nest, "--halo", "exact", "--halo", "box"} + inputs);
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject reads = row(run.json(), "DRAM.I.reads");
        QCOMPARE(reads["a"].toInt(), 2 * 3 * 2);        // distinct: 2 of every 4
        QCOMPARE(reads["b"].toInt(), 2 * (4 * 2 + 2));  // first to last
        QVERIFY(run.json()["b"].toObject()["name"].toString().endsWith("halo box"));
        QCOMPARE(cli(QStringList{"compare", nest, "--halo", "exact,box"} + inputs).json()["rows"], run.json()["rows"]);
    }

    void twoMappingsUnderTwoModelsAreRefused() {
        const CliRun run = Files().compared({"--halo", "exact", "--halo", "box"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("expected one mapping to count in two ways, found 2"), qPrintable(run.err));
        QVERIFY2(Files().compared({"--halo", "exact,boxy"}).err.size() > 0, "an unknown rule is told");
    }

    // 16 uJ or so times 20 or 17 cycles; a cycle of 0.5 GHz takes 2 ns.
    void edpIsInJouleSecondsWhereThereIsAClock() {
        const QString cycles = Files().compared({}).out;
        QVERIFY2(cycles.contains("J·cycles") && !cycles.contains("J·s"), qPrintable(cycles));
        const CliRun clocked = Files().compared({"--set", "clock_ghz=0.5"});
        QVERIFY2(clocked.out.contains("J·s") && !clocked.out.contains("J·cycles"), qPrintable(clocked.out));
        const QJsonObject edp = row(Files().compared({"--set", "clock_ghz=0.5", "--format", "json"}).json(), "edp");
        QCOMPARE(edp["unit"].toString(), QString("pJ*cycles"));  // files keep one unit
    }

    void allDifferencesHaveOneMinus() {
        const QString text = Files().compared({}).out;
        QVERIFY2(text.contains("−"
                               "3 "),
                 qPrintable(text));  // cycles
        QVERIFY2(!text.contains(QRegularExpression("[ (]-[0-9]")), qPrintable(text));
    }

    void figuresOfAnotherSizeAreSaidOfBothSides() {
        const CliRun run = Files().compared({"--set", "GLB.capacity=512B"});
        QCOMPARE(run.out.count("note: GLB: energy and area are those of 1 KiB"), 2);
        const QJsonObject json = Files().compared({"--set", "GLB.capacity=512B", "--format", "json"}).json();
        QVERIFY(json["a"].toObject()["notes"].toArray().contains("GLB: energy and area are those of 1 KiB"));
    }

    void oneMappingIsNotEnough() {
        const Folder folder;
        const CliRun run = cli(QStringList{"compare", folder.write("a.txt", kToyNest)} + kToy);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("expected two mappings, found 1"), qPrintable(run.err));
    }
};

QTEST_APPLESS_MAIN(CompareTest)
#include "compare_test.moc"
