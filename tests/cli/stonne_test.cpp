// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// evaluate --stonne: figures of the reference cases, what is refused and with which exit code.
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

const QString kReadmeConv =
    "-CONV -R=3 -S=3 -C=6 -K=6 -G=1 -N=1 -X=20 -Y=20 -strides=1 -T_R=3 -T_S=3 -T_C=1 -T_K=1 -T_G=1 -T_N=1 -T_X_=3 "
    "-T_Y_=1 -num_ms=64 -dn_bw=8 -rn_bw=8 -accumulation_buffer=0 -rn_type=ASNETWORK";
const QString kSparse = "-SparseGEMM -M=4 -N=4 -K=8 -num_ms=8 -dn_bw=8 -rn_bw=8 -dataflow=MK_STA_KN_STR";

CliRun evaluatedLine(const QString& arguments, const QStringList& more = {}) {
    return cli(QStringList{"evaluate", "--stonne", arguments, "--format", "json"} + more);
}

}  // namespace

class CliStonneTest : public QObject {
    Q_OBJECT
private slots:
    /// STONNE 22634b8b on the example of its README (reference/stonne, maeri_readme_conv).
    void readmeConv() {
        const CliRun run = evaluatedLine(kReadmeConv);
        QCOMPARE(run.code, 0);
        QVERIFY(run.at("valid").toBool());
        QCOMPARE(run.at("cycles").toInt(), 20478);
        QCOMPARE(run.at("multiplications").toInt(), 104976);
        QCOMPARE(run.at("sram.weight_reads").toInt(), 324);
        QCOMPARE(run.at("sram.input_reads").toInt(), 21600);
        QCOMPARE(run.at("sram.psum_reads").toInt(), 9720);
        QCOMPARE(run.at("sram.psum_writes").toInt(), 11664);
        QVERIFY(run.at("lapidary.schema").isString());
        QVERIFY(run.at("run.seconds").isDouble());
    }

    /// sigma_4x4x8_ms8_sp0_mksta: 44 cycles; all ones without a file, which half zeros need.
    void sparseProducts() {
        QCOMPARE(evaluatedLine(kSparse).at("cycles").toInt(), 44);
        const CliRun zeros = evaluatedLine(kSparse + " -MK_sparsity=50");
        QCOMPARE(zeros.code, 2);
        QVERIFY2(zeros.err.contains("--bitmaps"), qPrintable(zeros.err));
        const Folder folder;
        // sigma_4x4x8_ms8_sp80_mksta: the rows of MK have three ones each, KN is full: 22 cycles.
        const QByteArray maps =
            QByteArray("11100000\n11100000\n11100000\n11100000\n\n") + QByteArray("1111\n").repeated(8);
        const CliRun run = evaluatedLine(kSparse + " -MK_sparsity=80", {"--bitmaps", folder.write("bits.txt", maps)});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.at("multiplications").toInt(), 48);
        QCOMPARE(run.at("cycles").toInt(), 22);
        const CliRun wrong = evaluatedLine(kSparse, {"--bitmaps", folder.write("bits.txt", "111\n111\n\n1\n1\n1\n")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("bits.txt: error: the bitmap of MK has 2 x 3 bits, the layer needs 4 x 8"),
                 qPrintable(wrong.err));
    }

    /// Tiles on which STONNE aborts are mappings that aren't valid.
    void invalidTiles() {
        const CliRun large = evaluatedLine(
            "-CONV -R=3 -S=3 -C=5 -K=5 -X=9 -Y=9 -T_R=3 -T_S=2 -T_C=2 -T_K=2 -T_X_=2 "
            "-T_Y_=3 -num_ms=128 -dn_bw=16 -rn_bw=16 -accumulation_buffer=1");
        QCOMPARE(large.code, 4);
        QVERIFY(!large.at("valid").toBool(true));
        QVERIFY(large.at("reasons.0").toString().contains("needs 144 multipliers, the array has 128"));
        const CliRun small = evaluatedLine(
            "-CONV -R=1 -S=1 -C=4 -K=1 -X=2 -Y=2 -T_X_=2 -T_Y_=2 -num_ms=32 -dn_bw=8 -rn_bw=8 -accumulation_buffer=1");
        QCOMPARE(small.code, 4);
        QVERIFY2(small.err.contains("virtual neurons of one multiplier"), qPrintable(small.err));
    }

    void wrongLines_data() {
        QTest::addColumn<QString>("arguments");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QString& arguments, const char* message) {
            QTest::newRow(name) << arguments << QString(message);
        };
        row("no layer", "-num_ms=64", "no layer, expected -CONV");
        row("two layers", "-CONV -FC", "--stonne:1:7: error: a second layer -FC beside -CONV");
        row("unknown", "-CONV -T_Z=3", "--stonne:1:7: error: -T_Z is unknown");
        row("number", "-CONV -R=three", "--stonne:1:7: error: 'three' for -R, expected a whole number");
        row("zero", "-CONV -R=0", "'0' for -R, expected a whole number of at least 1");
        row("huge", "-CONV -R=99999999999999999999", "'99999999999999999999' for -R");
        row("twice", "-CONV -R=1 -R=2", "-R is given twice");
        row("no dash", "-CONV R=1", "found 'R=1', expected -NAME=VALUE");
        row("groups", "-CONV -C=3 -K=4 -G=2", "-G=2 groups don't divide -C=3 channels");
        row("filter", "-CONV -R=5 -S=1 -C=1 -K=1 -X=3 -Y=1",
            "a filter that covers 5 x 1 elements in an image of 3 x 1");
        row("controller", "-CONV -mem_ctrl=MAGMA", "'MAGMA' for -mem_ctrl, expected MAERI_DENSE_WORKLOAD or");
        row("ms_size", "-FC -M=1 -N=1 -K=4 -num_ms=100", "ms_size is 100, expected a power of two from 8");
        row("dn_bw", "-FC -M=1 -N=1 -K=4 -num_ms=64 -dn_bw=128", "dn_bw is 128, expected a power of two from 1 to 64");
        row("rn_bw", "-FC -M=1 -N=1 -K=4 -num_ms=64 -rn_bw=3", "rn_bw is 3, expected a power of two from 1 to 64");
        row("reduction", "-FC -M=1 -N=1 -K=4 -rn_type=TEMPORALRN", "MAERI needs ASNETWORK or FENETWORK");
        row("mesh", "-FC -M=1 -N=1 -K=4 -mn_type=OS_MESH -ms_rows=4 -ms_cols=4", "MAERI needs LINEAR");
        row("tpu width", "-FC -M=1 -N=1 -K=4 -mem_ctrl=TPU_OS_DENSE -ms_rows=4 -ms_cols=4 -dn_bw=4",
            "dn_bw is 4, a TPU needs ms_rows + ms_cols = 8");
        row("sigma K", "-SparseGEMM -M=4 -N=4 -K=2", "K is 2, SIGMA needs at least 3");
        row("sparse MAERI", "-SparseGEMM -mem_ctrl=MAERI_DENSE_WORKLOAD", "-SparseGEMM on MAERI");
        row("no sizes", "-CONV -R=3 -S=3 -X=9", "-CONV without -C, -K, -Y: sizes that the layer must have");
        row("no reduction", "-FC -M=1 -N=4", "-FC without -K: a size that the layer must have");
        row("no tile", "-FC -M=1 -N=1 -K=4 -generate_tile=performance", "-generate_tile=performance without a tile");
    }
    void wrongLines() {
        QFETCH(QString, arguments);
        QFETCH(QString, message);
        const CliRun run = evaluatedLine(arguments);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
    }

    /// Bifrost's Fig. 10 at 16 multipliers: the best of all dividing tiles takes 3,236 cycles.
    void search() {
        const QString fig10 = "-CONV -R=5 -S=5 -C=2 -K=2 -X=12 -Y=12 -num_ms=16 -dn_bw=8 -rn_bw=8";
        const Folder folder;
        const QStringList arguments{"search", "--stonne",         fig10,      "--algorithm", "tuner", "--tuner", "grid",
                                    "--log",  folder.path("log"), "--format", "json"};
        const CliRun run = cli(arguments);
        QCOMPARE(run.code, 0);
        QCOMPARE(run.at("best.cost.cycles").toInt(), 3236);
        QCOMPARE(run.at("counters.trials").toInt(), 35);
        QCOMPARE(folder.read("log").count('\n'), 36);
        QVERIFY(cli(arguments).jsonWithoutRun() == run.jsonWithoutRun());
        const CliRun mapped = cli({"search", "--stonne", fig10, "--algorithm", "mrna", "--format", "json"});
        QCOMPARE(mapped.code, 0);
        QVERIFY(mapped.at("best.cost.cycles").toInt() <= 3236 * 1.05);
        const CliRun few = cli({"search", "--stonne", fig10, "--algorithm", "tuner", "--objective", "psums",
                                "--max-evaluations", "12", "--seed", "3", "--format", "json"});
        QCOMPARE(few.at("counters.trials").toInt(), 12);
        const CliRun counted = cli({"search", "--arch", "maeri-128", "--workload", "gemm-100", "--algorithm", "tuner",
                                    "--objective", "psums", "--max-evaluations", "12", "--format", "json"});
        QVERIFY2(counted.code == 0, qPrintable(counted.err));
        QCOMPARE(counted.at("objective").toString(), QString("psums"));
        // One trial: with the estimates as prior the mapper's tile, without one drawn at random.
        const QStringList once{"search", "--stonne", fig10, "--algorithm", "tuner", "--max-evaluations",
                               "1",      "--format", "json"};
        const CliRun first = cli(once), drawn = cli(once + QStringList{"--prior", "none"});
        QCOMPARE(first.at("prior").toString(), QString("analytic"));
        QCOMPARE(first.at("best.tile").toObject(), mapped.at("best.tile").toObject());
        QCOMPARE(drawn.at("prior").toString(), QString("none"));
        QVERIFY(drawn.at("best.cost.cycles").toInt() > first.at("best.cost.cycles").toInt());
        const CliRun grid = cli(once + QStringList{"--tuner", "grid", "--prior", "none"});
        QCOMPARE(grid.code, 2);
        QVERIFY2(grid.err.contains("--prior is of --tuner xgboost, not of grid"), qPrintable(grid.err));
        QVERIFY(cli(once + QStringList{"--prior", "some"}).err.contains("expected one of analytic, none"));
        QCOMPARE(cli({"search", "--arch", "toy-6", "--prior", "none"}).code, 2);
        QCOMPARE(cli({"search", "--stonne", fig10, "--algorithm", "random"}).code, 2);
        QCOMPARE(cli({"search", "--stonne", fig10, "--algorithm", "tuner", "--arch", "toy-6"}).code, 2);
        QCOMPARE(cli({"search", "--arch", "toy-6", "--tuner", "grid"}).code, 2);
        const CliRun alone = cli({"search", "--arch", "toy-6", "--algorithm", "tuner"});
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("no workload given"), qPrintable(alone.err));
    }

    /// Of Fig. 10's arrays of 8, 16 and 32 multipliers the largest has the fastest tile, 1,062 cycles.
    void tunesTheMachine() {
        const QStringList search{"search",      "--stonne", "-CONV -R=5 -S=5 -C=2 -K=2 -X=12 -Y=12 -dn_bw=8 -rn_bw=8",
                                 "--algorithm", "tuner",    "--tuner",
                                 "grid",        "--tune",   "ms_size=8,32,16"};
        const CliRun run = cli(search + QStringList{"--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("best.cost.cycles").toInt(), 1062);
        QCOMPARE(run.at("best.cost.hardware.ms_size").toInt(), 32);
        QCOMPARE(run.at("tune.0").toString(), QString("ms_size=8,32,16"));
        QCOMPARE(run.at("counters.configurations").toInt(), 3 * 256);
        QVERIFY(run.at("trials.0.ms_size").isDouble());
        const CliRun table = cli(search + QStringList{"--format", "csv"});
        QVERIFY2(table.out.startsWith("trial,index,tile,ms_size,cost,predicted"), qPrintable(table.out.left(60)));
        const auto refused = [&](const QString& knob, const char* message) {
            const CliRun wrong = cli(search + QStringList{"--tune", knob});
            return wrong.code == 2 && wrong.err.contains(message);
        };
        QVERIFY(refused("dn_with=4", "--tune: error: 'dn_with' is no knob, expected KEY=V1,V2 with one of T_R"));
        QVERIFY(refused("ms_size=8", "ms_size is given twice"));
        QVERIFY(refused("dn_bw", "dn_bw has no values"));
        QVERIFY(refused("dn_bw=4,4", "4 stands twice"));
        QVERIFY(refused("dn_bw=4,", "'' for dn_bw, expected a whole number of at least 1"));
        QVERIFY(refused("dn_bw=3", "dn_bw is 3, expected a power of two from 1 to 32"));
        QVERIFY(refused("accumulation_buffer=2", "'2' for accumulation_buffer, expected 0 or 1"));
        QCOMPARE(cli({"search", "--arch", "toy-6", "--tune", "T_R=1"}).code, 2);
    }

    /// A product of 1 x 8 x 12 with 3 products of 4 outputs at once: as the argument line of the same tile says.
    void ordinaryMappings() {
        const Folder folder;
        const QString nest = folder.write("nest.txt",
                                          "DRAM [A B Z]\n  for k in 0..4\n    for n in 0..2\n"
                                          "      parFor n in 0..4 @PE.X\n        parFor k in 0..3 @PE.X\n"
                                          "          spad [A B Z]\n");
        const QStringList mapping{
            "evaluate", "--model",      "fabric",    "--arch", "toy-linear", "--einsum", "Z[m,n] += A[m,k] * B[k,n]",
            "--bounds", "m=1,n=8,k=12", "--mapping", nest,     "--format",   "json"};
        const CliRun run = cli(mapping);
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const CliRun line = evaluatedLine(
            "-DenseGEMM -M=1 -N=8 -K=12 -T_N=4 -T_K=3 -num_ms=16 -dn_bw=16 -rn_bw=16 "
            "-accumulation_buffer=1");
        QCOMPARE(run.at("cycles").toInt(), line.at("cycles").toInt());
        QCOMPARE(run.at("sram").toObject(), line.at("sram").toObject());
        QCOMPARE(run.at("reuse.cycles").toInt(), 8);
        QCOMPARE(cli({"search", "--model", "fabric", "--arch", "toy-6"}).code, 3);
        const QStringList convert{"convert", nest, "--to", "tiles", "--arch", "toy-linear"};
        const QStringList product{"--einsum", "Z[m,n] += A[m,k] * B[k,n]", "--bounds", "m=1,n=8,k=12"};
        const CliRun tile = cli(convert + product);
        QVERIFY2(tile.code == 0, qPrintable(tile.err));
        QVERIFY2(tile.out.contains("tile_type=\"FC\"") && tile.out.contains("T_S=3\n") &&
                     tile.out.contains("T_K=4\n") && tile.out.contains("T_N=1\n"),
                 qPrintable(tile.out));
        QCOMPARE(cli({"convert", LAPIDARY_SOURCE_DIR "/presets/architectures/toy-linear.json", "--to", "tiles"}).code,
                 2);
    }

    /// The trace of 5 K + 1 = 11 cycles, of which memory takes the last result in the last; products in 1, 4, 5, 8, 9.
    void trace() {
        const QString line = "-FC -M=1 -N=1 -K=2 -num_ms=8 -dn_bw=4 -rn_bw=4";
        const CliRun run = evaluatedLine(line, {"--trace", "1-20"});
        QCOMPARE(run.code, 0);
        QCOMPARE(run.at("trace.cycles").toArray().size(), 11);
        QCOMPARE(run.at("trace.cycles.0.packets.0.kind").toString(), QString("weight"));
        QCOMPARE(run.at("trace.sections.0.neurons.0.1").toInt(), 2);
        QCOMPARE(run.at("timeline.activity.working").toInt(), 5);
        const CliRun binned = evaluatedLine(line, {"--timeline", "3"});
        QCOMPARE(binned.at("timeline.width").toInt(), 4);
        QCOMPARE(binned.at("timeline.bins.1.products").toInt(), 2);
        QCOMPARE(binned.at("timeline.bins.2.to").toInt(), 11);
        QVERIFY(!binned.json().contains("trace"));
        for (const char* wrong : {"0-3", "5-2", "x", "1-20000"})
            QCOMPARE(evaluatedLine(line, {"--trace", wrong}).code, 2);
        QCOMPARE(evaluatedLine(line, {"--timeline", "0"}).code, 2);
        QCOMPARE(cli({"evaluate", "--stonne", line, "--trace", "1-2", "--timeline", "2", "--format", "csv"}).code, 2);
        const QString sparse = "-SparseGEMM -M=2 -N=2 -K=3 -num_ms=8 -dn_bw=8 -rn_bw=8";
        QCOMPARE(evaluatedLine(sparse, {"--trace", "1-2"}).at("trace.cycles.0.activity").toString(),
                 QString("configuration"));
    }

    /// Tile and hardware in files of their own, as the tool's users have them: the same run as in one line.
    void tileAndHardwareFiles() {
        const Folder folder;
        const QString tile =
            folder.write("tile.txt", "tile_type=\"CONV\"\nT_R=3\nT_S=3\nT_C=1\nT_K=1\nT_G=1\nT_N=1\nT_X'=3\nT_Y'=1\n");
        const QString machine =
            folder.write("maeri.cfg",
                         "[MSNetwork]\ntype=\"LINEAR\"\nms_size=64\n\n[ReduceNetwork]\ntype=\"ASNETWORK\"\n"
                         "accumulation_buffer_enabled=0\n\n[SDMemory]\ndn_bw=8\nrn_bw=8\n"
                         "controller_type=\"MAERI_DENSE_WORKLOAD\"\n");
        const QString layer = "-CONV -R=3 -S=3 -C=6 -K=6 -X=20 -Y=20";
        QCOMPARE(evaluatedLine(layer, {"--tile", tile, "--fabric", machine}).at("cycles").toInt(), 20478);
        QCOMPARE(evaluatedLine(layer, {"--tile", tile, "--fabric", "maeri-64"}).at("cycles").toInt(), 20478);
        const CliRun twice = evaluatedLine(layer + " -num_ms=64", {"--fabric", machine});
        QCOMPARE(twice.code, 2);
        QVERIFY2(twice.err.contains("-num_ms beside a machine from elsewhere"), qPrintable(twice.err));
        QVERIFY(evaluatedLine(layer + " -T_R=3", {"--tile", tile}).err.contains("a tile beside -T_"));
        QVERIFY(evaluatedLine("-FC -M=1 -N=4 -K=8", {"--tile", tile}).err.contains("a tile of a convolution"));
        QVERIFY(cli({"evaluate", "--tile", tile}).err.contains("--tile needs --stonne"));
    }

    /// A tile as a mapping and back, and what the reuse model says of it beside the fabric.
    void tilesAreMappings() {
        const Folder folder;
        const QByteArray tile = "tile_type=\"FC\"\nT_S=16\nT_K=4\nT_N=1\n";
        const QStringList target{"--arch",   "maeri-128",    "--einsum", "Z[m,n] += A[m,k] * B[k,n]",
                                 "--bounds", "m=4,n=8,k=48", "--roles",  "A=input,B=weight"};
        const CliRun nest = cli(QStringList{"convert", folder.write("tile.txt", tile), "--to", "text"} + target);
        QVERIFY2(nest.code == 0, qPrintable(nest.err));
        const QString mapping = folder.write("nest.txt", nest.out.toUtf8());
        QCOMPARE(cli(QStringList{"convert", mapping, "--to", "tiles"} + target).out.toUtf8(), tile);
        const CliRun both =
            cli(QStringList{"compare", mapping, "--model", "reuse,fabric", "--format", "json"} + target);
        QVERIFY2(both.code == 0, qPrintable(both.err));
        const int cycles = evaluatedLine("-FC -M=4 -N=8 -K=48 -T_M=1 -T_N=4 -T_K=16 -num_ms=128").at("cycles").toInt();
        QCOMPARE(both.at("figures.0.fabric").toInt(), cycles);
        int terms = both.at("figures.0.reuse").toInt();
        for (const QJsonValue term : both.at("terms").toArray()) terms += term["cycles"].toInt();
        QCOMPARE(terms, cycles);
        QCOMPARE(cli(QStringList{"compare", mapping, mapping, "--model", "reuse,fabric"} + target).code, 2);
        QCOMPARE(cli(QStringList{"compare", mapping, "--model", "data-centric,fabric"} + target).code, 2);
        QVERIFY(cli(QStringList{"evaluate", "--mapping", mapping, "--fabric", "maeri-64"} + target)
                    .err.contains("--fabric needs --model fabric"));
    }

    /// Tiles for a design and a workload, saved as a mapping that the fabric runs in as many cycles.
    void searchesOrdinaryLayers() {
        const Folder folder;
        const QString best = folder.path("best.json");
        const QStringList target{"--arch",   "maeri-128",     "--einsum", "Z[m,n] += A[m,k] * B[k,n]",
                                 "--bounds", "m=1,n=24,k=48", "--roles",  "A=input,B=weight"};
        for (const QStringList& algorithm : {QStringList{"mrna"}, QStringList{"tuner", "--tuner", "grid"}}) {
            const CliRun found =
                cli(QStringList{"search", "--save", best, "--format", "json", "--algorithm"} + algorithm + target);
            QVERIFY2(found.code == 0, qPrintable(found.err));
            const CliRun run =
                cli(QStringList{"evaluate", "--model", "fabric", "--mapping", best, "--format", "json"} + target);
            QVERIFY2(run.code == 0, qPrintable(run.err));
            const CliRun line = cli(QStringList{"search", "--stonne", "-DenseGEMM -M=1 -N=24 -K=48 -num_ms=128",
                                                "--format", "json", "--algorithm"} +
                                    algorithm);
            QVERIFY2(line.code == 0, qPrintable(line.err));
            QVERIFY(run.at("cycles").toInt() > 0);
            QCOMPARE(line.at("best.cost.cycles").toInt(), run.at("cycles").toInt());
        }
    }

    void machinesAndKnobs() {
        QVERIFY(cli({"presets", "machine"}).out.contains("sigma-128"));
        QVERIFY(cli({"presets", "knob"}).out.contains("accumulation_buffer"));
        QStringList kinds;
        for (const QJsonValue& preset : cli({"presets", "--format", "json"}).at("presets").toArray())
            kinds << preset["kind"].toString();
        QVERIFY(kinds.contains("machine") && kinds.contains("knob"));
        // What is shown is a hardware configuration.
        const CliRun shown = cli({"show", "tpu-8x8", "--format", "json"});
        QVERIFY2(shown.code == 0, qPrintable(shown.err));
        const Folder folder;
        const QString file = folder.write("hw.cfg", shown.at("configuration").toString().toUtf8());
        const QStringList run{"evaluate", "--stonne", "-DenseGEMM -M=8 -N=8 -K=4", "--format", "json", "--fabric"};
        QVERIFY(cli(run + QStringList{file}).jsonWithoutRun() == cli(run + QStringList{"tpu-8x8"}).jsonWithoutRun());
        QVERIFY(cli({"show", "sigma-128"}).out.contains("SIGMA_SPARSE_GEMM"));
        QVERIFY2(cli({"show", "ms_size"}).err.contains("--tune ms_size=V1,V2"),
                 qPrintable(cli({"show", "ms_size"}).err));
    }

    void contradictions() {
        const CliRun run = evaluatedLine(kReadmeConv, {"--arch", "toy-6"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("--arch can't be given beside --stonne"), qPrintable(run.err));
        QCOMPARE(cli({"evaluate", "--bitmaps", "x"}).code, 2);
    }
};

QTEST_APPLESS_MAIN(CliStonneTest)
#include "stonne_test.moc"
