// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// `lapidary-cli tech`: lists, tables and look-ups, in text, JSON and CSV.
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

class TechTest : public QObject {
    Q_OBJECT
private slots:
    void withoutASubjectModelsAndTablesAreListed() {
        const CliRun run = cli({"tech"});
        QCOMPARE(run.code, 0);
        for (const char* word :
             {"sram-1r1w", "registers", "lpddr4", "mac", "wire", "scale", "sram_cacti", "1,470 rows"})
            QVERIFY2(run.out.contains(word), word);
        QCOMPARE(cli({"tech", "--format", "json"}).at("list").toArray().size(), 30);
    }

    // sram_cacti.csv, 65 nm, itrs-lstp, 64 bit, 128 KiB: 59.336 and 49.595 pJ, 0.047576 mW, 8.9644e5 um^2.
    void aLookUpIsThatOfTheTable() {
        const QStringList asked{"tech", "sram", "--size", "128KiB", "--width", "64", "--node", "65"};
        const CliRun text = cli(asked);
        QCOMPARE(text.code, 0);
        QVERIFY2(text.out.contains("59.336") && text.out.contains("itrs-lstp, 65 nm, 128 KiB x 64 bit"),
                 qPrintable(text.out));
        const CliRun json = cli(asked + QStringList{"--format", "json"});
        QCOMPARE(json.at("figures.0.figure").toString(), QString("read"));
        QCOMPARE(json.at("figures.0.value").toDouble(), 59.336);
        QCOMPARE(json.at("figures.3.value").toDouble(), 896440.0);
        QVERIFY(json.at("figures.3.source").toString().startsWith("CACTI 7.0 table"));
        QCOMPARE(json.at("technology.node_nm").toDouble(), 65.0);
        QCOMPARE(json.at("lapidary.schema").toString(), QString("lapidary/technology/1"));
        const CliRun csv = cli(asked + QStringList{"--format", "csv"});
        QCOMPARE(csv.out.section('\n', 0, 0).trimmed(), QString("figure,value,unit,source"));
        QVERIFY(csv.out.section('\n', 1, 1).startsWith("read,59.336,pJ,"));
    }

    void aTableIsPrintedWithItsSource() {
        const CliRun text = cli({"tech", "eyeriss_relative"});
        QVERIFY2(text.out.contains("source: Eyeriss ISCA 2016 Table IV"), qPrintable(text.out));
        QCOMPARE(cli({"tech", "sram_cacti", "--format", "csv"}).out.count('\n'), 1471);
        const CliRun json = cli({"tech", "dram", "--format", "json"});
        QCOMPARE(json.at("rows.0.energy_pj_per_bit").toDouble(), 8.0);
        QCOMPARE(json.at("rows.0.type").toString(), QString("LPDDR4"));
    }

    void wrongOptionsAreNamed() {
        const CliRun node = cli({"tech", "sram", "--size", "128KiB", "--node", "3"});
        QCOMPARE(node.code, 2);
        QVERIFY2(node.err.contains("--node: error: expected a number from 5 to 90, found 3"), qPrintable(node.err));
        const CliRun what = cli({"tech", "sarm"});
        QCOMPARE(what.code, 2);
        QVERIFY2(what.err.contains("did you mean 'sram'?"), qPrintable(what.err));
    }

    // toy-6 has figures for all; with them dropped the tables fill in. A MAC of 16 bit at 45 nm: 0.89 pJ, 1130 um^2.
    void settingsAndEvaluationUseTheTables() {
        const Folder folder;
        const QString nest = folder.write("nest.txt", kToyNest);
        const QStringList sets{"--set", "technology.node_nm=45", "--set", "MAC.format=int16",
                               "--set", "MAC.energy_pj=table",   "--set", "MAC.area_um2=table"};
        const CliRun json = cli(QStringList{"evaluate", "--mapping", nest, "--format", "json"} + kToy + sets);
        QCOMPARE(json.code, 0);
        const QJsonObject figures = json.json()["figures"].toObject();
        QCOMPARE(figures["MAC.energy_pj"].toObject()["value"].toDouble(), 0.89);
        QCOMPARE(figures["MAC.area_um2"].toObject()["value"].toDouble(), 1130.0);
        QVERIFY(
            figures["MAC.area_um2"].toObject()["source"].toString().startsWith("looked up: Horowitz ISSCC 2014 table"));
        const CliRun text = cli(QStringList{"evaluate", "--mapping", nest} + kToy + sets);
        QVERIFY2(text.out.contains("looked up for 45 nm"), qPrintable(text.out));
        const CliRun show = cli(QStringList{"show", "toy-6"} + sets);
        QVERIFY2(show.out.contains("Figures and their sources") && show.out.contains("technology: 45 nm"),
                 qPrintable(show.out));
    }
};

QTEST_APPLESS_MAIN(TechTest)
#include "tech_test.moc"
