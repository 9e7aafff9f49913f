// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// --compat and --model data-centric from the command line: what is counted by other rules, and that of a whole network and
// of a sweep it is the same as of each layer alone.

#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

CliRun evaluated(const QString& bounds, const QString& nest, const QStringList& more) {
    const Folder folder;
    return cli(QStringList{"evaluate", "--arch", "three-level-array", "--set", "PE.fanout=4x4", "--set",
                           "L2.capacity=1024", "--einsum", "C[m,n] += A[m,k] * B[k,n]", "--bounds", bounds, "--mapping",
                           folder.write("nest.txt", nest.toUtf8())} +
               more);
}

/// The optimum that AccelForge found for 64 x 64 x 64.
const QString kGemm64 =
    "DRAM [A B C]\nfor m in 0..4\nfor n in 0..2\nL2 [C]\nfor k in 0..4\nL2 [A]\nfor n in 0..2\nL2 [B]\n"
    "parFor n in 0..2 @PE.Y\nparFor m in 0..2 @PE.Y\nparFor m in 0..2 @PE.X\nparFor k in 0..2 @PE.X\n"
    "L1 [A]\nfor n in 0..8\nL1 [B]\nfor m in 0..4\nL1 [C]\nfor k in 0..8\n";
const QString kAtOnce = "DRAM [A B C]\nL2 [A B C]\nL1 [A B C]\nfor m in 0..4\nfor n in 0..4\nfor k in 0..4\n";

const QByteArray kTwoLayers = R"({"schema": "lapidary/network/1", "key": "two", "layers": [
  {"name": "a", "count": 2, "gemm": {"m": 16, "n": 16, "k": 8}}, {"name": "b", "gemm": {"m": 8, "n": 32, "k": 16}}]})";

}  // namespace

class CliCompatTest : public QObject {
    Q_OBJECT
private slots:
    void accelforgeCountsGemm64() {
        const CliRun run = evaluated("m=64,n=64,k=64", kGemm64, {"--compat", "accelforge", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY(qAbs(run.at("energy_pj").toDouble() - 6'368'215.04) < 1e-6);
        QCOMPARE(run.at("cycles").toInt(), 16'384);
        QCOMPARE(run.at("semantics.compat").toString(), QString("accelforge"));
    }

    // 64 MACs at 2.2 pJ. L1 at 0.45 pJ: 64 reads of A and of B, 64 updates and 48 reads of C, 32 fills. L2 at 17.57 pJ: 32
    // reads, 16 updates, 32 fills. DRAM at 128 pJ: 32 reads, 16 updates.
    void sunstoneCountsASmallGemm() {
        const CliRun run = evaluated("m=4,n=4,k=4", kAtOnce, {"--compat", "sunstone", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const double expected = 2.2 * 64 + 0.45 * (64 + 64 + 64 + 48 + 32) + 17.57 * (32 + 16 + 32) + 128 * (32 + 16);
        QVERIFY(qAbs(run.at("energy_pj").toDouble() - expected) < 1e-9);
        QCOMPARE(run.at("cycles").toInt(), 64);
        QCOMPARE(run.at("semantics.compat").toString(), QString("sunstone"));
    }

    void theReportSaysWhoseRulesCount() {
        const CliRun run = evaluated("m=4,n=4,k=4", kAtOnce, {"--compat", "sunstone"});
        QVERIFY2(run.out.contains("semantics    those of Sunstone, see docs/models/compat-sunstone.md"),
                 qPrintable(run.out));
        QVERIFY(!run.out.contains("window set"));
    }

    void whatAToolDoesntKnowIsRefused() {
        const CliRun run = evaluated("m=64,n=64,k=64", kGemm64, {"--compat", "sunstone"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("compat sunstone knows one Store per level, found two of L"), qPrintable(run.err));
        QCOMPARE(run.errorLines().filter("error:").size(), 1);  // besides the note that 1024 means words
    }

    void switchesBesideItAreRefused() {
        const CliRun run = evaluated("m=4,n=4,k=4", kAtOnce, {"--compat", "sunstone", "--halo", "box"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("--halo: error: can't be given beside --compat sunstone"), qPrintable(run.err));
    }

    void unknownToolsNameTheNearest() {
        const CliRun run = evaluated("m=4,n=4,k=4", kAtOnce, {"--compat", "sunstome"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("did you mean 'sunstone'?"), qPrintable(run.err));
    }

    void networksAreCountedAsTheirLayers_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("key");
        QTest::addColumn<QString>("rules");
        QTest::newRow("sunstone") << QStringList{"--arch",      "sunstone-conventional",
                                                 "--mapspace",  "pfm",
                                                 "--algorithm", "sunstone",
                                                 "--compat",    "sunstone"}
                                  << "compat"
                                  << "sunstone";
        QTest::newRow("accelforge") << QStringList{"--arch",        "three-level-array", "--set",
                                                   "PE.fanout=4x4", "--mapspace",        "pfm",
                                                   "--algorithm",   "optimal",           "--placement",
                                                   "uneven",        "--compat",          "accelforge"}
                                    << "compat"
                                    << "accelforge";
        QTest::newRow("data-centric") << QStringList{"--arch",      "flash-edge", "--model",           "data-centric",
                                                     "--algorithm", "random",     "--max-evaluations", "3000"}
                                      << "rules"
                                      << "edge-exact";
    }
    void networksAreCountedAsTheirLayers() {
        QFETCH(QStringList, options);
        QFETCH(QString, key);
        QFETCH(QString, rules);
        const Folder folder;
        const QStringList network{"--network", folder.write("two.json", kTwoLayers), "--format", "json"};
        const CliRun whole = cli(QStringList{"search"} + network + options);
        QVERIFY2(whole.code == 0, qPrintable(whole.err));
        QCOMPARE(whole.at("semantics." + key).toString(), rules);
        double energy = 0, cycles = 0;
        const QStringList names{"a", "b"};
        for (int i = 0; i < 2; ++i) {
            const CliRun alone = cli(QStringList{"search", "--layer", names[i]} + network + options);
            QVERIFY2(alone.code == 0, qPrintable(alone.err));
            QCOMPARE(alone.at("semantics." + key).toString(), rules);
            for (const QString figure : {"energy_pj", "cycles", "edp", "utilization"})
                QCOMPARE(whole.at("layers." + QString::number(i) + "." + figure).toDouble(),
                         alone.at("best.cost." + figure).toDouble());
            energy += (2 - i) * alone.at("best.cost.energy_pj").toDouble();
            cycles += (2 - i) * alone.at("best.cost.cycles").toDouble();
        }
        QVERIFY(energy > 0 && qAbs(whole.at("energy_pj").toDouble() / energy - 1) < 1e-12);
        QCOMPARE(whole.at("cycles").toDouble(), cycles);
        QVERIFY(whole.at("utilization").toDouble() > 0 && whole.at("utilization").toDouble() <= 1);

        const CliRun swept = cli(QStringList{"sweep"} + network + options);
        QVERIFY2(swept.code == 0, qPrintable(swept.err));
        QCOMPARE(swept.at("points.0.layers").toArray(), whole.at("layers").toArray());
        // Its file says whose rules count.
        const QJsonObject sweep = swept.at("sweep").toObject();
        const CliRun again =
            cli({"sweep", "--sweep", folder.write("sweep.json", QJsonDocument(sweep).toJson()), "--format", "json"});
        QVERIFY2(again.code == 0, qPrintable(again.err));
        QCOMPARE(again.at("points").toArray(), swept.at("points").toArray());
    }

    void searchesDontFollowOtherRulesYet() {
        const CliRun run = cli({"search", "--arch", "toy-6", "--workload", "gemm-100", "--compat", "sunstone"});
        QCOMPARE(run.code, 3);
        QVERIFY2(run.err.contains("--compat sunstone with 'search' by another --algorithm than sunstone"),
                 qPrintable(run.err));
    }
};

QTEST_APPLESS_MAIN(CliCompatTest)
#include "compat_test.moc"
