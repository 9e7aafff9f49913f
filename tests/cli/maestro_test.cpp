// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// evaluate --maestro: the walk-through of FLASH's Fig. 6(c), and files that are wrong.
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

const QByteArray kMachine = "num_pes: 8\nl1_size_cstr: 512\nl2_size_cstr: 102400\nnoc_bw_cstr: 32\n";
const QByteArray kFig6c =
    "Network G {\n Layer L {\n  Type: GEMM\n  Dimensions { M: 4, N: 4, K: 4 }\n  Dataflow {\n"
    "   TemporalMap(2,2) M;\n   SpatialMap(1,1) N;\n   TemporalMap(2,2) K;\n   Cluster(2, P);\n"
    "   TemporalMap(2,2) M;\n   TemporalMap(1,1) N;\n   SpatialMap(1,1) K;\n  }\n }\n}\n";

QByteArray with(QByteArray text, const char* before, const char* after) { return text.replace(before, after); }

CliRun evaluatedFiles(const Folder& folder, const QByteArray& hardware, const QByteArray& network,
                      const QStringList& more = {}) {
    return cli(QStringList{"evaluate", "--maestro", folder.write("hw.m", hardware), folder.write("map.m", network),
                           "--compat", "maestro"} +
               more);
}

}  // namespace

class CliMaestroTest : public QObject {
    Q_OBJECT
private slots:
    /// 13 cycles, 64 MACs, 40 and 10 elements: MAESTRO 4eb08d1 on the same files (reference/maestro, flash_fig6c).
    void walkThrough() {
        const Folder folder;
        const CliRun run = evaluatedFiles(folder, kMachine, kFig6c, {"--format", "json"});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.at("layers.0.cycles").toInt(), 13);
        QCOMPARE(run.at("layers.0.macs").toInt(), 64);
        QCOMPARE(run.at("layers.0.l2_required").toInt(), 40);
        QCOMPARE(run.at("layers.0.l1_required").toInt(), 10);
        QCOMPARE(run.at("layers.0.tensors.1.l2_read").toInt(), 24);
        QCOMPARE(run.at("layers.0.energy_macs").toDouble(), 2794.48);
        QCOMPARE(run.at("semantics.compat").toString(), QString("maestro"));
    }
    void overflowIsWarnedOf() {
        const Folder folder;
        const CliRun run = evaluatedFiles(folder, with(kMachine, "512", "9"), kFig6c, {"--format", "json"});
        QCOMPARE(run.code, 0);
        QVERIFY(!run.at("layers.0.fits").toBool(true));
        QVERIFY2(run.err.contains("L1 must hold 10 elements, but has room for 9"), qPrintable(run.err));
    }

    void wrongFiles_data() {
        QTest::addColumn<QByteArray>("hardware");
        QTest::addColumn<QByteArray>("network");
        QTest::addColumn<QString>("message");
        const auto network = [](const char* name, const QByteArray& text, const char* message) {
            QTest::newRow(name) << kMachine << text << QString(message);
        };
        const auto hardware = [](const char* name, const QByteArray& text, const char* message) {
            QTest::newRow(name) << text << kFig6c << QString(message);
        };
        network("two spatial", with(kFig6c, "TemporalMap(1,1) N", "SpatialMap(1,1) N"),
                "map.m:12:4: error: a second SpatialMap in one cluster level");
        network("no spatial", with(kFig6c, "SpatialMap(1,1) K", "TemporalMap(1,1) K"),
                "map.m:9:4: error: no SpatialMap");
        network("mapped dimension", with(kFig6c, "(2,2) K", "(2,2) Q"), "map.m:8:21: error: unknown dimension 'Q'");
        network("dimension", with(kFig6c, "M: 4", "Z: 4"), "map.m:4:19: error: unknown dimension 'Z'");
        network("extent 0", with(kFig6c, "N: 4", "N: 0"), "map.m:4:25: error: size 0 of N");
        network("size 0", with(kFig6c, "Map(1,1) N;\n   Temp", "Map(0,1) N;\n   Temp"),
                "map.m:7:4: error: size 0 of N");
        network("offset 0", with(kFig6c, "(1,1) K", "(1,0) K"), "map.m:12:4: error: offset 0 of K");
        network("large cluster", with(kFig6c, "Cluster(2", "Cluster(16"),
                "map.m:9:4: error: clusters of 16 PEs in an array of 8");
        network("cluster 0", with(kFig6c, "Cluster(2", "Cluster(0"), "map.m:9:4: error: cluster of 0");
        network("type", with(kFig6c, "GEMM", "LSTM"),
                "map.m:3:9: error: found 'LSTM', expected CONV, DSCONV, GEMM or BMM");
        network("type as another", with(kFig6c, "GEMM", "TRCONV"), "say it as a CONV of stride 1");
        network("group as another", with(kFig6c, "GEMM", "NGCONV"), "once per group");
        network("huge", with(kFig6c, "M: 4", "M: 99999999999999999999"),
                "map.m:4:19: error: found '99999999999999999999'");
        network("tiles too large",
                with(with(kFig6c, "Map(2,2) M", "Map(1099511627776,2) M"), "Map(2,2) K", "Map(1099511627776,2) K"),
                "map.m:2:8: error: sizes in a cluster level are too large");
        network("empty", "\n", "map.m:2:1: error: found the end of the file, expected 'Network");
        network("windows",
                "Network N { Layer L { Type: CONV Dimensions { R: 3, Y: 9 }\nDataflow {\n"
                " SpatialMap(1,1) K; TemporalMap(2,2) Y; } } }",
                "holds 2 of Y, less than the 3 of R");
        hardware("key", with(kMachine, "noc_bw", "noc_wb"), "hw.m:4:1: error: found 'noc_wb_cstr'");
        hardware("no PEs", with(kMachine, "num_pes: 8\n", ""), "expected 'num_pes: N'");
        hardware("0 PEs", with(kMachine, "num_pes: 8", "num_pes: 0"), "hw.m:1:10: error: num_pes is 0");
    }
    void wrongFiles() {
        QFETCH(QByteArray, hardware);
        QFETCH(QByteArray, network);
        QFETCH(QString, message);
        const Folder folder;
        const CliRun run = evaluatedFiles(folder, hardware, network);
        QCOMPARE(run.code, 2);
        QVERIFY(run.out.isEmpty());
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
    }

    void cutFilesAreRefused() {
        const Folder folder;
        for (qsizetype length = 0; length < kFig6c.size() - 3; length += 5) {
            const CliRun run = evaluatedFiles(folder, kMachine, kFig6c.left(length));
            QCOMPARE(run.code, 2);
            QVERIFY2(run.err.contains("map.m:"), qPrintable(run.err));
        }
    }
    /// Fig. 6(c) by hand: two steps of M times two of K, all of N at once on four clusters. A's tile (2x2) changes at each of
    /// the four steps and is read once for all clusters: 16 words. B's tiles (2x1 each) change, too: 4 * 4 * 2 = 32, where
    /// MAESTRO has 24 (Q1).
    void edgeExactIsTheDefault() {
        const Folder folder;
        const QStringList files{"evaluate", "--maestro", folder.write("hw.m", kMachine), folder.write("map.m", kFig6c)};
        const CliRun run = cli(files + QStringList{"--format", "json"});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.at("semantics.rules").toString(), QString("edge-exact"));
        QCOMPARE(run.at("layers.0.macs").toInt(), 64);
        QCOMPARE(run.at("layers.0.tensors.0.l2_read").toInt(), 16);
        QCOMPARE(run.at("layers.0.tensors.1.l2_read").toInt(), 32);
        folder.write("hw.m", with(kMachine, "512", "9"));
        QCOMPARE(cli(files).code, 4);
    }

    /// Two PEs slide over a row by a filter of three (Fig. 3 of FLASH): at three of four steps the left one lacks two words, of
    /// which the right one had the first.
    void neighboursAreCounted() {
        const Folder folder;
        const QStringList files{
            "evaluate", "--maestro", folder.write("hw.m", with(kMachine, "8", "2")),
            folder.write("row.m",
                         "Network N { Layer L { Type: CONV Dimensions { K: 1, C: 1, R: 1, S: 3, Y: 1, X: "
                         "10 } Dataflow { SpatialMap(3,1) X; } } }")};
        const CliRun run = cli(files + QStringList{"--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("layers.0.tensors.0.l2_read").toInt(), 2 * 3 + 3 * 2 * 2);
        QCOMPARE(run.at("layers.0.tensors.0.passed").toInt(), 3);
        QCOMPARE(run.at("layers.0.tensors.0.passed_below").toInt(-1), 0);
        QVERIFY(run.at("layers.0.tensors.2.passed").isUndefined());
        QVERIFY(cli(files).out.contains("a neighbour had: 3 words of input read from L2, and 0 brought below"));
        const CliRun compat = cli(files + QStringList{"--compat", "maestro", "--format", "json"});
        QVERIFY(compat.at("layers.0.tensors.0.passed").isUndefined());
    }

    /// Fig. 6(c) needs 40 elements of L2: without the quirk an overflow is an error.
    void quirksAreSwitches() {
        const Folder folder;
        const QByteArray small = with(kMachine, "102400", "39");
        QCOMPARE(evaluatedFiles(folder, small, kFig6c).code, 0);
        const CliRun strict =
            evaluatedFiles(folder, small, kFig6c, {"--quirk", "overflow_is_warning=off", "--format", "json"});
        QCOMPARE(strict.code, 4);
        QVERIFY2(strict.err.contains("error: L2 must hold 40 elements"), qPrintable(strict.err));
        QCOMPARE(strict.at("semantics.quirks.overflow_is_warning").toBool(true), false);
        QCOMPARE(strict.at("semantics.quirks.full_edge_tiles").toBool(), true);
        const CliRun wrong = evaluatedFiles(folder, kMachine, kFig6c, {"--quirk", "full_edge_tile=off"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("full_edge_tiles"), qPrintable(wrong.err));
        const QStringList exact{
            "evaluate", "--maestro",          folder.write("hw.m", kMachine), folder.write("map.m", kFig6c),
            "--quirk",  "full_edge_tiles=off"};
        QVERIFY2(cli(exact).err.contains("needs --compat maestro"), qPrintable(cli(exact).err));
    }
    /// Fig. 6(c) without a limit of bandwidth: every fetch takes 0 cycles under Q10, so that only 4 steps of 2 cycles are
    /// left (two rows, one column, one of two K per PE); one hop adds a cycle to the first fetch of each of the 4 invocations
    /// of a cluster and to that of the array.
    void withoutHardwareAHopTakesNoTime() {
        const Folder folder;
        const QStringList files{"evaluate", "--maestro", folder.write("map.m", kFig6c), "--format", "json",
                                "--compat", "maestro"};
        QVERIFY2(cli(files).err.contains("--pes"), qPrintable(cli(files).err));
        const CliRun quirk = cli(files + QStringList{"--pes", "8"});
        QCOMPARE(quirk.code, 0);
        QCOMPARE(quirk.at("layers.0.cycles").toInt(), 4 * 2);
        const CliRun hop = cli(files + QStringList{"--pes", "8", "--quirk", "no_hops_without_hardware=off"});
        QCOMPARE(hop.at("layers.0.cycles").toInt(), 4 * (2 + 1) + 1);
    }

    /// MAESTRO's files wherever ours go: a design, a network, a mapping; and the mapping costs what its directives do.
    void filesAreTakenAsOurs() {
        const Folder folder;
        const QString machine = folder.write("hw.m", kMachine), network = folder.write("map.m", kFig6c);
        const CliRun design = cli({"convert", machine});
        QCOMPARE(design.code, 0);
        QCOMPARE(design.at("fanouts.0.x").toInt(), 8);
        QCOMPARE(design.at("levels.1.capacity").toString(), QString("100 KiB"));
        const CliRun layers = cli({"convert", network});
        QCOMPARE(layers.at("layers.0.gemm.k").toInt(), 4);
        const CliRun mapping = cli({"convert", network, "--arch", machine, "--to", "mapping"});
        QCOMPARE(mapping.code, 0);
        QCOMPARE(mapping.at("schema").toString(), QString("lapidary/mapping/1"));
        QCOMPARE(mapping.at("nest.4").toString().trimmed(), QString("parFor n in 0..4 @PE.X"));
        const QStringList as{"--arch", machine, "--workload", network, "--format", "json", "--model", "data-centric"};
        for (const QString& file : {network, folder.write("best.json", mapping.out.toUtf8())}) {
            const CliRun ours = cli(QStringList{"evaluate", "--mapping", file} + as);
            QVERIFY2(ours.code == 0, qPrintable(ours.err));
            const CliRun theirs = cli({"evaluate", "--maestro", machine, network, "--format", "json"});
            QCOMPARE(ours.at("cycles").toInt(), theirs.at("layers.0.cycles").toInt());
        }
        const CliRun text = cli({"convert", network, "--arch", machine, "--to", "text"});
        QVERIFY(text.out.contains("S2 [A B Z]"));
        QCOMPARE(cli({"convert", network, "--to", "mapping"}).code, 2);  // on which design?
        QCOMPARE(cli({"convert", machine, "--to", "mapping"}).code, 2);
        const CliRun large =
            cli({"convert", folder.write("l.m", with(kFig6c, "Cluster(2", "Cluster(16")), "--arch", machine});
        QCOMPARE(large.code, 2);
        QVERIFY2(large.err.contains("l.m:9:4: error: clusters of 16 PEs in an array of 8"), qPrintable(large.err));
    }

    void optionsThatTheFilesAnswerAreRefused_data() {
        QTest::addColumn<QStringList>("option");
        QTest::newRow("workload") << QStringList{"--workload", "resnet50/conv1"};
        QTest::newRow("set") << QStringList{"--set", "PE.fanout=4x4"};
        QTest::newRow("explain") << QStringList{"--explain", "cycles"};
    }
    void optionsThatTheFilesAnswerAreRefused() {
        QFETCH(QStringList, option);
        const Folder folder;
        const QStringList files{"evaluate", "--maestro", folder.write("hw.m", kMachine), folder.write("map.m", kFig6c)};
        const CliRun run = cli(files + option);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("beside --maestro"), qPrintable(run.err));
    }
};

QTEST_GUILESS_MAIN(CliMaestroTest)
#include "maestro_test.moc"
