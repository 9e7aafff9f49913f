// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// STONNE's argument lines, tile, configuration and bitmap files: read back equal, wrong ones refused with their place.
#include <QtTest>

#include "core/io/stonne/arguments.h"

using namespace lapidary;
using namespace lapidary::stonne;

namespace {

QString textOf(const Diagnostics& problems) { return QString::fromStdString(toText(problems)); }

}  // namespace

class StonneFilesTest : public QObject {
    Q_OBJECT
private slots:
    void argumentsReadBack() {
        for (const char* line :
             {"-CONV -R=3 -S=2 -C=8 -K=4 -G=2 -N=1 -X=9 -Y=8 -strides=2 -T_R=3 -T_C=2 -T_X_=2 -T_Y_=1 -num_ms=64 "
              "-dn_bw=8",
              "-FC -M=2 -N=64 -K=240 -T_N=4 -T_K=16 -num_ms=128 -rn_type=FENETWORK -layer_name=fc6",
              "-SparseGEMM -M=4 -N=4 -K=8 -MK_sparsity=30 -dataflow=MK_STR_KN_STA",
              "-DenseGEMM -M=8 -N=8 -K=4 -ms_rows=4 -ms_cols=8 -rn_bw=4 -T_N=2 -T_M=3 -mem_ctrl=TPU_OS_DENSE"}) {
            const auto read = readArguments(line);
            QVERIFY2(read.ok(), read.errorText().c_str());
            const auto again = readArguments(argumentsText(*read));
            QVERIFY2(again.ok(), again.errorText().c_str());
            QVERIFY(again->run.layer == read->run.layer);
            QVERIFY(again->run.hardware == read->run.hardware);
            QVERIFY(again->run.tile == read->run.tile);
            QVERIFY(again->run.systolicTile == read->run.systolicTile);
            QVERIFY(again->run.stationary == read->run.stationary);
            QCOMPARE(again->mkSparsity, read->mkSparsity);
        }
    }
    /// -C and -K count all groups, the layer those of one.
    void groups() {
        const auto read = readArguments("-CONV -R=1 -S=1 -C=8 -K=4 -G=2 -X=3 -Y=3");
        QVERIFY(read.ok());
        QCOMPARE(read->run.layer.conv.c, 4);
        QCOMPARE(read->run.layer.conv.k, 2);
    }

    /// Each wrong argument has its column in the line, and what would be right.
    void wrongArguments_data() {
        QTest::addColumn<QString>("line");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* line, const char* message) {
            QTest::newRow(line) << QString(line) << "--stonne:1:" + QString(message);
        };
        row("-CONV -R=1 -S=1 -C=8 -K=4 -X=3 -Y=3 -G=3",
            "37: error: -G=3 groups don't divide -C=8 channels and -K=4 filters [G]; -C and -K count all groups");
        row("-FC -M=1 -N=4 -K=4 -accumulation_buffer=2",
            "20: error: -accumulation_buffer=2, expected 0 or 1 [accumulation_buffer]");
        row("-SparseGEMM -M=4 -N=4 -K=8 -KN_sparsity=101",
            "28: error: a sparsity of 101 %, expected 0 to 100 [KN_sparsity]");
        row("-SparseGEMM -M=4 -N=4 -K=8 -mem_ctrl=MAERI_DENSE_WORKLOAD",
            "28: error: -SparseGEMM on MAERI, expected -mem_ctrl=SIGMA_SPARSE_GEMM [mem_ctrl]");
        row("-DenseGEMM -M=8 -N=8 -K=4 -T_K=2 -ms_rows=4 -ms_cols=8 -mem_ctrl=TPU_OS_DENSE",
            "27: error: -T_K on a TPU, where each multiplier sums up alone: expected 1 [T_K]");
        row("-FC -M=1 -N=4 -K=4 -rn_type=FENETWRK",
            "20: error: 'FENETWRK' for -rn_type, expected ASNETWORK or FENETWORK or TEMPORALRN [rn_type]; did you mean "
            "'FENETWORK'?");
        row("-SparseGEMM -M=4 -N=4 -K=8 -zebra=1",
            "28: error: -zebra is unknown or not used by -SparseGEMM on this machine [zebra]; it uses -mem_ctrl, "
            "-mn_type, -rn_type, -num_ms, -dn_bw, -rn_bw, -accumulation_buffer, -M, -N, -K, -MK_sparsity, "
            "-KN_sparsity, -dataflow, -layer_name, -print_stats");
    }
    void wrongArguments() {
        QFETCH(QString, line);
        QFETCH(QString, message);
        const auto read = readArguments(line.toStdString());
        QVERIFY(!read.ok());
        QCOMPARE(textOf(read.diagnostics()), message);
    }

    void tilesReadBack() {
        const fabric::Tile conv{3, 2, 4, 5, 1, 1, 6, 7};
        const auto readConv = readTile(tileText(conv, true), "tile.txt");
        QVERIFY(readConv.ok());
        QVERIFY(*readConv == conv);
        // Bifrost's Table VI: 16 inputs (T_S) of 4 outputs (T_K) of one image (T_N).
        const auto fc = readTile("tile_type=\"FC\"\nT_S=16 # reduction\nT_K=4\n\nT_N=1\n", "tile.txt");
        QVERIFY(fc.ok());
        QVERIFY(*fc == fabric::gemmTile(1, 4, 16));
        QVERIFY(*readTile(tileText(*fc, false), "tile.txt") == *fc);
    }
    void wrongTiles() {
        QCOMPARE(textOf(readTile("T_R=1\n", "t").diagnostics()),
                 "t: error: no tile_type, expected tile_type=\"CONV\" or \"FC\" [tile_type]");
        QVERIFY(
            textOf(readTile("tile_type=CONV\nT_Q=1\n", "t").diagnostics()).contains("t:2: error: unknown name 'T_Q'"));
        QVERIFY(textOf(readTile("tile_type=CONV\nT_R=x\n", "t").diagnostics()).contains("t:2: error: 'x', expected"));
        QVERIFY(textOf(readTile("tile_type=CONV\nT_R\n", "t").diagnostics()).contains("t:2: error: found 'T_R'"));
        QVERIFY(
            textOf(readTile("tile_type=FC\nT_S=1\nT_S=2\n", "t").diagnostics()).contains("t:3: error: 'T_S' is given"));
    }

    void hardwareReadsBack() {
        fabric::Hardware maeri;
        maeri.multipliers = 128;
        maeri.distributionWidth = 64;
        maeri.accumulationBuffer = true;
        fabric::Hardware tpu;
        tpu.controller = fabric::Controller::systolic;
        tpu.array = fabric::Array::mesh;
        tpu.reduction = fabric::Reduction::temporal;
        tpu.rows = 4, tpu.columns = 8, tpu.distributionWidth = 12, tpu.reductionWidth = 32;
        tpu.accumulationBuffer = true;
        for (const fabric::Hardware& hardware : {maeri, tpu}) {
            const auto read = readHardware(hardwareText(hardware), "m.cfg");
            QVERIFY2(read.ok(), read.errorText().c_str());
            QVERIFY(read->controller == hardware.controller && read->rows == hardware.rows);
            QCOMPARE(hardwareText(*read), hardwareText(hardware));
        }
    }
    void wrongHardware() {
        const auto message = [](const char* text) { return textOf(readHardware(text, "m.cfg").diagnostics()); };
        QVERIFY(message("[MSNetwork]\nms_size=12\n").contains("m.cfg: error: ms_size is 12, expected a power of two"));
        QVERIFY(
            message("[MSNetwork]\ntype=\"RING\"\n").contains("m.cfg:2: error: 'RING', expected OS_MESH or LINEAR") ||
            message("[MSNetwork]\ntype=\"RING\"\n").contains("m.cfg:2: error: 'RING', expected LINEAR or OS_MESH"));
        QVERIFY(message("ms_size=64\n").contains("m.cfg:1: error: unknown name 'ms_size' [ms_size]; it belongs below"));
        QVERIFY(message("[SDMemory]\nbw=3\n").contains("m.cfg:2: error: unknown name 'SDMemory.bw'"));
    }

    void bitmaps() {
        const auto maps = readBitmaps("101\n010\n\n11\n01\n10\n", "b");
        QVERIFY2(maps.ok(), maps.errorText().c_str());
        QCOMPARE(maps->first.rows, 2);
        QCOMPARE(maps->first.columns, 3);
        QVERIFY(maps->first.at(0, 2) && !maps->first.at(1, 2) && maps->second.at(1, 1));
        QCOMPARE(bitmapsText(maps->first, maps->second), std::string("101\n010\n\n11\n01\n10\n"));
        const auto message = [](const char* text) { return textOf(readBitmaps(text, "b").diagnostics()); };
        QVERIFY(message("").contains("no rows of MK"));
        QVERIFY(message("11\n").contains("no rows of KN"));
        QVERIFY(message("11\n1\n\n1\n").contains("b:2:1: error: a row of 1 bits, expected 2"));
        QVERIFY(message("11\n12\n\n1\n").contains("b:2:2: error: found '2', expected 0 or 1"));
        QVERIFY(message("1\n\n1\n\n1\n").contains("b:5: error: a third matrix"));
    }
};

QTEST_APPLESS_MAIN(StonneFilesTest)
#include "stonne_files_test.moc"
