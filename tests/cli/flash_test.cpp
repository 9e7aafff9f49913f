// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// search --algorithm flash: the pick of a layer, of a whole network, what it writes, and what it refuses.
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

const QStringList kFlash{"search", "--algorithm", "flash", "--arch", "flash-edge"};
const QStringList kSix = kFlash + QStringList{"--workload", "flash-gemms/VI"};

}  // namespace

class CliFlashTest : public QObject {
    Q_OBJECT
private slots:
    /// Tables 1 and 2 of the paper.
    void stylesArePresets() {
        const CliRun list = cli({"presets", "style", "--format", "json"});
        QCOMPARE(list.code, 0);
        QCOMPARE(list.at("presets").toArray().size(), 5);
        QCOMPARE(list.at("presets.1.key").toString(), QString("nvdla"));
        const CliRun style = cli({"show", "nvdla", "--format", "json"});
        QCOMPARE(style.code, 0);
        QCOMPARE(style.at("pes").toString(), QString("64 x 8"));
        QCOMPARE(style.at("cluster_sizes").toString(), QString("16 to 64"));
        QCOMPARE(style.at("directives").toArray().size(), 7);
        QCOMPARE(style.at("directives.1").toString(), QString("TemporalMap(TK*L,TK*L) K;"));
        QCOMPARE(style.at("directives.6").toString(), QString("SpatialMap(TK,TK) K;"));
        QVERIFY(cli({"show", "maeri"}).out.contains("Cluster(TK, P);"));
    }
    /// 132,273 cycles and 256 candidates: reference/maestro, flash_f8_edge_VI_nvdla.
    void picksAsTheReference() {
        const CliRun run = cli(kSix + QStringList{"--flash", "style=nvdla", "--compat", "maestro", "--format", "json"});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.at("workloads.0.styles.0.candidates").toInt(), 256);
        QCOMPARE(run.at("workloads.0.styles.0.best.cycles").toInt(), 132273);
        QCOMPARE(run.at("semantics.compat").toString(), QString("maestro"));
        QCOMPARE(run.at("hardware.pes").toInt(), 256);
        QCOMPARE(run.at("hardware.mac_nj").toDouble(), 0.904);
        QCOMPARE(run.at("hardware.l1_elements").toInt(), 512);
    }
    /// What it saves can be evaluated, and costs the same.
    void savesDirectives() {
        const Folder folder;
        const QString file = folder.path("best.m");
        const CliRun run = cli(kSix + QStringList{"--save", file, "--format", "json"});
        QCOMPARE(run.code, 0);
        const QString machine = folder.write("hw.m",
                                             "num_pes: 256\nl1_size_cstr: 512\nl2_size_cstr: 102400\n"
                                             "noc_bw_cstr: 32\n");
        const CliRun evaluated = cli({"evaluate", "--maestro", machine, file, "--format", "json"});
        QCOMPARE(evaluated.code, 0);
        const QString best = run.at("workloads.0.best").toString();
        bool met = false;
        for (int i = 0; i < 5; ++i) {
            const QString at = QString("workloads.0.styles.%1.").arg(i);
            const QString style = run.at(at + "style").toString();
            if (style != best && style + "-mnk" != best) continue;
            met = true;
            QCOMPARE(evaluated.at("layers.0.cycles").toInt(), run.at(at + "best.cycles").toInt());
            QCOMPARE(evaluated.at("layers.0.l2_required").toInt(), run.at(at + "best.l2_required").toInt());
        }
        QVERIFY(met);
    }
    void networksAndText() {
        const CliRun run = cli(kFlash + QStringList{"--network", "flash-mlp"});
        QCOMPARE(run.code, 0);
        for (const char* part : {"fc4", "shidiannao", "maeri-mnk", "the best of each workload marked"})
            QVERIFY2(run.out.contains(part), part);
        QVERIFY(cli(kSix + QStringList{"--format", "csv"}).out.startsWith("workload,style,candidates"));
        const CliRun random =
            cli(kSix + QStringList{"--flash", "samples=50", "--flash", "order=all", "--format", "json"});
        QCOMPARE(random.at("workloads.0.styles.9.order").toString(), QString("knm"));
        QCOMPARE(random.at("workloads.0.styles.0.random.drawn").toInt(), 50);
    }
    /// Workload I fits in no candidate of NVDLA's style (reference: 278,560 elements of S2).
    void overflowIsSaid() {
        const QStringList one =
            kFlash + QStringList{"--workload", "flash-gemms/I", "--flash", "style=nvdla", "--format", "json"};
        const CliRun flagged = cli(one);
        QCOMPARE(flagged.code, 4);
        QCOMPARE(flagged.at("workloads.0.styles.0.best.l2_required").toInt(), 278560);
        QVERIFY(!flagged.at("workloads.0.styles.0.best.equation_1").toBool(true));
        const CliRun refused = cli(one + QStringList{"--flash", "overflow=refuse"});
        QCOMPARE(refused.code, 4);
        QVERIFY(refused.at("workloads.0.best").isNull());
    }

    /// A nest under both models, as directives, and searched for.
    void nestsUnderTheModel() {
        const Folder folder;
        const QString nest = folder.write("nest.txt",
                                          "DRAM [A B Z]\nS2 [A B Z]\nfor m in 0..4\nparFor n in 0..4 @cluster.X\n"
                                          "parFor k in 0..4 @PE.X\nS1 [A B Z]\nfor m in 0..2\n");
        const QStringList on{"--arch",   "flash-edge", "--einsum", "Z[m,n] += A[m,k] * B[k,n]",
                             "--bounds", "m=8,n=4,k=4"};
        // Four steps. A's two rows of 4 change at each, B's stay: 8 * 4 and 16 words; 8 results go up each time. A PE has 2 MACs a
        // step; the clusters' first fetch adds a cycle, that of the array's another.
        const CliRun cost =
            cli(QStringList{"evaluate", "--mapping", nest, "--model", "data-centric", "--format", "json"} + on);
        QVERIFY2(cost.code == 0, qPrintable(cost.err));
        QCOMPARE(cost.at("cycles").toInt(), 4 * (2 + 1) + 1);
        QCOMPARE(cost.at("semantics.model").toString(), QString("data-centric"));
        QCOMPARE(cost.at("levels.1.tensors.0.reads").toInt(), 32);
        QCOMPARE(cost.at("levels.1.tensors.1.reads").toInt(), 16);
        QCOMPARE(cost.at("levels.1.tensors.2.updates").toInt(), 32);
        // The same as a table, and by the other model; a text of the nest is the same whoever counts.
        const QStringList traffic{"export", "--mapping", nest, "--view", "traffic", "--format", "json"};
        const CliRun table = cli(traffic + QStringList{"--model", "data-centric"} + on);
        QVERIFY2(table.code == 0, qPrintable(table.err));
        const auto reads = [](const CliRun& run, int row) { return run.at(QString("rows.%1.3").arg(row)).toInt(); };
        QCOMPARE(table.at("columns.3").toString(), QString("reads"));
        QCOMPARE(table.at("rows.0.0").toString(), QString("S2"));
        QCOMPARE(reads(table, 0), 32);
        QCOMPARE(reads(table, 1), 16);
        const CliRun reuse = cli(traffic + on);  // counts DRAM, too, and no results that S2 hands on
        QCOMPARE(reuse.at("rows.0.0").toString(), QString("DRAM"));
        QCOMPARE(reads(reuse, 0), 32);
        const auto withoutCommand = [](QString text) {
            return text.remove(QRegularExpression("[^\n]*made by[^\n]*\n"));
        };
        const QStringList text{"export", "--mapping", nest};
        QCOMPARE(withoutCommand(cli(text + QStringList{"--model", "data-centric"} + on).out),
                 withoutCommand(cli(text + on).out));
        const CliRun compared = cli(QStringList{"compare", nest, "--model", "reuse,data-centric"} + on);
        QVERIFY2(compared.out.contains("Why the models differ"), qPrintable(compared.out + compared.err));
        QVERIFY(compared.out.contains("waiting for data"));
        const QString file = folder.path("nest.m");
        QCOMPARE(cli(QStringList{"convert", nest, "--to", "directives", "-o", file} + on).code, 0);
        QVERIFY2(folder.read("nest.m").contains("SpatialMap(1,1) K"), folder.read("nest.m").constData());
        const CliRun again = cli({"evaluate", "--maestro", file, "--pes", "16", "--format", "json"});
        QCOMPARE(again.at("layers.0.tensors.0.l2_read").toInt(), 32);
        const CliRun walked = cli(QStringList{"search", "--algorithm", "annealing", "--max-evaluations", "3000",
                                              "--model", "data-centric", "--format", "json"} +
                                  on);
        QVERIFY2(walked.code == 0, qPrintable(walked.err));
        QVERIFY(walked.at("best.cost.cycles").toInt() <= 13);
        QVERIFY(!walked.at("proven").toBool(true));
        const CliRun proof = cli(QStringList{"search", "--algorithm", "optimal", "--model", "data-centric"} + on);
        QVERIFY2(proof.code != 0 && proof.err.contains("reuse model"), qPrintable(proof.err));
        const CliRun mixed =
            cli(QStringList{"evaluate", "--mapping", nest, "--model", "data-centric", "--halo", "box"} + on);
        QVERIFY2(mixed.err.contains("beside --model data-centric"), qPrintable(mixed.err));
        QVERIFY(cli(QStringList{"evaluate", "--mapping", nest, "--compat", "maestro"} + on)
                    .err.contains("--model data-centric"));
    }

    /// Table 5 as a study: runtimes and energies of all twelve rows to the printed digits.
    void table5AsAStudy() {
        const Folder folder;
        const QString results = folder.path("table-5.json");
        const CliRun run = cli({"study", "run", "flash-table-5", "--results", results, "--quiet"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const CliRun page = cli({"study", "export", "flash-table-5", "--results", results, "--to", "json"});
        const QJsonArray rows = page.at("tables.0.rows").toArray();
        QCOMPARE(rows.size(), 12);
        for (int i = 0; i < rows.size(); ++i) {
            const QString at = QString("tables.0.rows.%1.").arg(i);
            for (const char* column : {"milliseconds", "energy_mj"}) {
                const double ours = page.at(at + column + ".ours").toDouble();
                const double paper = page.at(at + column + ".published.paper").toDouble();
                QVERIFY2(paper > 0 && qRound64(ours * 100) == qRound64(paper * 100), qPrintable(at + column));
            }
        }
    }
    void refusals_data() {
        QTest::addColumn<QStringList>("options");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QStringList& options, const char* message) {
            QTest::newRow(name) << options << QString(message);
        };
        row("mapspace", kSix + QStringList{"--mapspace", "pfm"}, "--mapspace can't be given beside --algorithm flash");
        row("compat", kSix + QStringList{"--compat", "timeloop"}, "can't be counted with --compat timeloop");
        row("model", kSix + QStringList{"--model", "reuse"}, "counts with --model data-centric");
        row("option", kSix + QStringList{"--flash", "tile=powers"}, "tiles");
        row("two objectives", kSix + QStringList{"--objective", "edp,energy"}, "takes one objective");
        row("quirk", kSix + QStringList{"--quirk", "full_edge_tiles=off"}, "needs --compat maestro");
        row("convolution", kFlash + QStringList{"--workload", "resnet50/conv1"}, "maps matrix products only");
        row("design", {"search", "--algorithm", "flash", "--arch", "toy-6", "--workload", "flash-gemms/VI"},
            "the data-centric model can't take design 'toy-6'");
        row("quirk elsewhere",
            {"search", "--arch", "toy-6", "--workload", "flash-gemms/VI", "--quirk", "full_edge_tiles=off"},
            "needs --algorithm flash");
        row("PEs elsewhere", {"evaluate", "--arch", "toy-6", "--workload", "flash-gemms/VI", "--pes", "4"},
            "--pes needs --maestro");
        row("flash alone", {"search", "--arch", "toy-6", "--workload", "flash-gemms/VI", "--flash", "style=tpu"},
            "needs --algorithm flash");
    }
    void refusals() {
        QFETCH(QStringList, options);
        QFETCH(QString, message);
        const CliRun run = cli(options);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
    }
};

QTEST_GUILESS_MAIN(CliFlashTest)
#include "flash_test.moc"
