// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

CliRun evaluated(const QString& mapping, const QStringList& more = {}) {
    return cli(QStringList{"evaluate"} + kToy + QStringList{"--mapping", mapping} + more);
}

}  // namespace

class CliEvaluateTest : public QObject {
    Q_OBJECT
private slots:
    // Ruby Figs. 4 and 5, by hand: 100 / (20 * 6) and 100 / (17 * 6).
    void theToyOfTheRubyPaper_data() {
        QTest::addColumn<QByteArray>("nest");
        QTest::addColumn<int>("steps");
        QTest::addColumn<double>("utilization");
        QTest::newRow("perfect") << QByteArray("DRAM [A]\n GLB [A]\n  for d in 0..20\n   parFor d in 0..5 @PE.X\n")
                                 << 20 << 100.0 / 120;
        QTest::newRow("imperfect") << kToyNest << 17 << 100.0 / 102;
    }
    void theToyOfTheRubyPaper() {
        QFETCH(QByteArray, nest);
        QFETCH(int, steps);
        QFETCH(double, utilization);
        const Folder folder;
        const CliRun run = evaluated(folder.write("nest.txt", nest), {"--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["valid"].toBool(), true);
        QCOMPARE(json["macs"].toInt(), 100);
        QCOMPARE(json["computes"].toInt(), 100);
        QCOMPARE(json["steps"].toInt(), steps);
        QVERIFY(qAbs(json["utilization"].toDouble() - utilization) < 1e-12);
    }

    // 100 words at two a cycle before the 17 steps.
    void timeByPorts() {
        const Folder folder;
        const QString nest = folder.write("nest.txt", kToyNest);
        const QStringList slow{"--set", "DRAM.bandwidth=2", "--time", "ports"};
        const CliRun run = evaluated(nest, slow + QStringList{"--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("cycles").toInt(), 67);
        QCOMPARE(run.at("onload_cycles").toInt(), 50);
        QCOMPARE(run.at("bound_by").toString(), QString("DRAM.read"));
        QCOMPARE(run.at("levels.0.ports.0.busy_cycles").toInt(), 50);
        QVERIFY(
            evaluated(nest, slow).out.contains("0 cycles of stalls, 50 before the compute starts, 0 after it ends"));
        QVERIFY(evaluated(nest, slow + QStringList{"--format", "csv"}).out.contains("DRAM,read,50,"));
        QVERIFY(evaluated(nest, slow + QStringList{"--explain", "cycles"}).out.contains("first tiles"));
        const CliRun unknown = evaluated(nest, {"--time", "port"});
        QCOMPARE(unknown.code, 2);
        QVERIFY2(unknown.err.contains("--time") && unknown.err.contains("did you mean 'ports'?"),
                 qPrintable(unknown.err));
    }

    void theContractsKeysAreThere() {
        const Folder folder;
        const QJsonObject json = evaluated(folder.write("nest.txt", kToyNest), {"--format", "json"}).json();
        for (const char* key :
             {"lapidary", "valid", "reasons", "macs", "computes", "steps", "cycles", "bound_by", "energy_pj", "edp",
              "area_um2", "utilization", "semantics", "levels", "networks", "run"})
            QVERIFY2(json.contains(key), key);
        QVERIFY(json["lapidary"].toObject().contains("version") && json["lapidary"].toObject().contains("schema"));
        for (const char* key : {"seconds", "threads", "rate"}) QVERIFY2(json["run"].toObject().contains(key), key);
        const QJsonObject level = json["levels"].toArray()[1].toObject();
        for (const char* key : {"name", "instances", "cycles", "energy_pj", "tensors"})
            QVERIFY2(level.contains(key), key);
        const QJsonObject tensor = level["tensors"].toArray()[0].toObject();
        for (const char* key :
             {"name", "stored", "tile", "reads", "fills", "updates", "accesses", "multicast", "energy_pj"})
            QVERIFY2(tensor.contains(key), key);
        QCOMPARE(tensor["tile"].toInt(), 100);
        QCOMPARE(tensor["fills"].toInt(), 100);
        QCOMPARE(tensor["reads"].toInt(), 100);
    }

    void switchesAreEchoed() {
        const Folder folder;
        const QJsonObject json =
            evaluated(folder.write("nest.txt", kToyNest), {"--format", "json", "--halo", "box", "--window", "one-axis",
                                                           "--multicast", "none", "--drain-read"})
                .json();
        const QJsonObject semantics = json["semantics"].toObject();
        QCOMPARE(semantics["halo"].toString(), QString("box"));
        QCOMPARE(semantics["window"].toString(), QString("one-axis"));
        QCOMPARE(semantics["multicast"].toString(), QString("none"));
        QCOMPARE(semantics["drain_read"].toBool(), true);
        QCOMPARE(semantics["padding"].toBool(), false);
    }

    // 'same' convolution of 5 x 5 with 3 x 3: 7 x 7 positions, 5 x 5 of them data.
    void zerosOfThePaddingAreLeftOutIfAsked() {
        const Folder folder;
        const QString workload = folder.write("same.json", R"({"schema": "lapidary/workload/1",
            "einsum": "O[P,Q] += W[R,S] * I[P+R,Q+S]", "bounds": {"P": 5, "Q": 5, "R": 3, "S": 3},
            "padding": {"I": [{"rank": 0, "before": 1, "data": 5}, {"rank": 1, "before": 1, "data": 5}]}})");
        const QString nest = folder.write("nest.txt",
                                          "DRAM [W I O]\n GLB [I O]\n  for P in 0..5\n   for Q in 0..5\n"
                                          "    spad [W I O]\n     for R in 0..3\n      for S in 0..3\n");
        const auto reads = [&](const QStringList& more) {
            const CliRun run = cli(QStringList{"evaluate", "--arch", "eyeriss-like", "--workload", workload,
                                               "--mapping", nest, "--format", "json"} +
                                   more);
            if (run.code != 0) qWarning("%s", qPrintable(run.err));
            const QJsonArray tensors = run.json()["levels"].toArray()[0].toObject()["tensors"].toArray();
            for (const auto& tensor : tensors)
                if (tensor.toObject()["name"] == "I") return tensor.toObject()["reads"].toInt();
            return -1;
        };
        QCOMPARE(reads({}), 49);
        QCOMPARE(reads({"--padding"}), 25);
    }

    void mappingsThatCannotRunEndWithFourAndReasons() {
        const Folder folder;
        const QString tooWide =
            folder.write("wide.txt", "DRAM [A]\n GLB [A]\n  for d in 0..10\n   parFor d in 0..10 @PE.X\n");
        const CliRun run = evaluated(tooWide, {"--format", "json"});
        QCOMPARE(run.code, 4);
        QCOMPARE(run.at("valid").toBool(), false);
        const QJsonObject reason = run.at("reasons").toArray()[0].toObject();
        QCOMPARE(reason["code"].toString(), QString("fanout-x"));
        QCOMPARE(reason["needed"].toInt(), 10);
        QCOMPARE(reason["available"].toInt(), 6);
        const CliRun text = evaluated(tooWide);
        QCOMPARE(text.code, 4);
        QVERIFY2(text.out.contains("PE.X: spatial loops need 10 lanes, 6 exist"), qPrintable(text.out));
    }

    void coveringNinetyNineOfAHundredIsBadInput() {
        const Folder folder;
        const CliRun run = evaluated(
            folder.write("99.txt", "DRAM [A]\n  GLB [A]\n    for d in 0..17\n      parFor d in 0..6 (last 3) @PE.X\n"));
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorLines().size(), 1);
        QVERIFY2(run.err.contains("99.txt:") && run.err.contains("the loops cover 99 of 100"), qPrintable(run.err));
    }

    // Ruby, Fig. 5: 100 indices in 17 rounds on 6 lanes, of which the last has 4.
    void figuresAreExplained() {
        const Folder folder;
        const QString nest = folder.write("nest.txt", kToyNest);
        const CliRun text = evaluated(nest, {"--explain", "GLB.A.fills", "--explain", "PE.idle"});
        QVERIFY2(text.code == 0, qPrintable(text.err));
        QVERIFY2(text.out.contains("GLB.A.fills = 100 words"), qPrintable(text.out));
        QVERIFY2(text.out.contains("PE.idle = 2 lane steps"), qPrintable(text.out));
        const CliRun json = evaluated(nest, {"--format", "json", "--explain", "all"});
        QCOMPARE(json.code, 0);
        const QJsonArray list = json.at("explain").toArray();
        QVERIFY(list.size() > 20);
        bool found = false;
        for (const QJsonValue& entry : list) {
            QCOMPARE(entry["value"], entry["expression"].toObject()["value"]);
            if (entry["figure"].toString() != "GLB.A.fills") continue;
            found = true;
            QCOMPARE(entry["value"].toInt(), json.at("levels.1.tensors.0.fills").toInt());
            QVERIFY(!entry["loops"].toArray().isEmpty() && entry["rule"].isString() && entry["unit"] == "words");
        }
        QVERIFY(found);
    }

    void aFigureThatIsNotThereIsBadInput() {
        const Folder folder;
        const QString nest = folder.write("nest.txt", kToyNest);
        const CliRun wrong = evaluated(nest, {"--explain", "GLB.A.raeds"});
        QCOMPARE(wrong.code, 2);
        QCOMPARE(wrong.errorLines().size(), 1);
        QVERIFY2(wrong.err.contains("column 7") && wrong.err.contains("did you mean 'reads'?"), qPrintable(wrong.err));
        QCOMPARE(evaluated(nest, {"--explain", "cycles", "--format", "csv"}).code, 2);
    }

    void anInvalidMappingIsExplainedToo() {
        const Folder folder;
        const QString wide =
            folder.write("wide.txt", "DRAM [A]\n GLB [A]\n  for d in 0..10\n   parFor d in 0..10 @PE.X\n");
        const CliRun run = evaluated(wide, {"--explain", "PE.used_x"});
        QCOMPARE(run.code, 4);
        QVERIFY2(run.out.contains("4 lanes too many for 6"), qPrintable(run.out));
    }

    void unevenPlacementIsNoObstacleHere() {
        const Folder folder;
        QCOMPARE(evaluated(folder.write("nest.txt", kToyNest), {"--placement", "uneven"}).code, 0);
    }

    void figuresOfAnotherSizeAreSaid() {
        const Folder folder;
        const QString file = folder.write("toy.txt", kToyNest);
        const QStringList changed{"evaluate", "--mapping", file, "--set", "GLB.capacity=512B"};
        const CliRun text = cli(changed + kToy);
        QVERIFY2(text.out.contains("note         GLB: energy and area are those of 1 KiB\n"), qPrintable(text.out));
        const CliRun json = cli(changed + kToy + QStringList{"--format", "json"});
        QVERIFY(json.json()["notes"].toArray().contains("GLB: energy and area are those of 1 KiB"));
    }

    void csvIsTheTrafficTable() {
        const Folder folder;
        const CliRun run = evaluated(folder.write("nest.txt", kToyNest), {"--format", "csv"});
        QVERIFY2(
            run.out.startsWith("level,tensor,tile,reads,fills,updates,accesses,energy_pj,share,instances,multicast\n"),
            qPrintable(run.out));
        QVERIFY2(run.out.contains("\nGLB,A,100,100,100,"), qPrintable(run.out));
    }
};

QTEST_APPLESS_MAIN(CliEvaluateTest)
#include "evaluate_test.moc"
