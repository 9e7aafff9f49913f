// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What is written as MAESTRO's text reads back equal; the forms of it that its stock files have.
#include <QtTest>

#include "core/io/maestro/files.h"

using namespace lapidary;
using namespace lapidary::data_centric;

class MaestroFilesTest : public QObject {
    Q_OBJECT
private slots:
    void hardwareReadsBack() {
        Hardware hardware = edgeHardware();
        hardware.hops = 3;
        const auto read = maestro::readHardware(maestro::hardwareText(hardware), "hw.m");
        QVERIFY2(read, read.errorText().c_str());
        QCOMPARE(read->pes, 256);
        QVERIFY(read->l1Elements == hardware.l1Elements && read->l2Elements == hardware.l2Elements);
        QVERIFY(read->nocBandwidth == hardware.nocBandwidth && !read->offchipBandwidth);
        QCOMPARE(read->hops, 3);
    }
    void networksReadBack() {
        maestro::MappedLayer conv{convLayer("conv", {1, 64, 3, 7, 7, 224, 224, 2, 2}), {}, {}};
        conv.layer.network = "net";
        const int y = conv.layer.findDimension("Y"), k = conv.layer.findDimension("K");
        conv.dataflow = {{{0, {spatialMap(k, 1), Map{MapKind::temporal, y, 2, 2, true}}}, {8, {spatialMap(y, 7, 1)}}}};
        maestro::MappedLayer gemm{gemmLayer("gemm", 5, 6, 7), {{{0, {spatialMap(kGemmM, 2)}}}}, {}};
        gemm.layer.network = "net";
        const auto read = maestro::readNetwork(maestro::networkText({conv, gemm}), "map.m");
        QVERIFY2(read, read.errorText().c_str());
        QCOMPARE(read->size(), std::size_t{2});
        QVERIFY((*read)[0].layer == conv.layer && (*read)[0].dataflow == conv.dataflow);
        QVERIFY((*read)[1].layer == gemm.layer && (*read)[1].dataflow == gemm.dataflow);
    }
    /// Without colons, with comments, Sz() before and after the dimensions' block, results as X'.
    void stockForms() {
        const auto read = maestro::readNetwork(
            "// stock\nNetwork N {\nLayer CONV1 { // first\nType: CONV\nDataflow {\nSpatialMap (1, 1) K;\n"
            "TemporalMap(Sz(R),1) Y;\nTemporalMap(1,1) X';\nCluster(Sz(S), P);\nSpatialMap(1,1) C;\n}\n"
            "Dimensions { K 64,C 3,R 3,S 3,Y 224,X 224 }\n}\n}\n",
            "map.m");
        QVERIFY2(read, read.errorText().c_str());
        QCOMPARE(read->front().dataflow.levels[1].units, 3);
        const auto again = maestro::readNetwork(
            "Network N {\nLayer CONV1 {\nType: CONV\nDimensions { K 64,C 3,R 3,S 3,Y 224,X 224 }\nDataflow {\n"
            "SpatialMap (1, 1) K; // comment\nTemporalMap(Sz(R),1) Y;\nTemporalMap(1,1) X';\nCluster(Sz(S), P);\n"
            "SpatialMap(1,1) C;\n}\n}\n}\n",
            "map.m");
        QVERIFY2(again, again.errorText().c_str());
        const Dataflow& flow = again->front().dataflow;
        QCOMPARE(flow.levels.size(), std::size_t{2});
        QCOMPARE(flow.levels[1].units, 3);
        QVERIFY(flow.levels[0].maps[1] == temporalMap(again->front().layer.findDimension("Y"), 3, 1));
        QVERIFY(flow.levels[0].maps[2].inResults);
    }
    /// What it hides can't be told from what was meant.
    void commentsThatNeverEnd() {
        const std::string layer =
            "Network N {\nLayer L {\nType: GEMM\nDimensions { M: 4, N: 4, K: 4 }\nDataflow { SpatialMap(1,1) M; "
            "}\n}\n}\n";
        QVERIFY(maestro::readNetwork(layer + "/* closed\n */", "map.m"));
        for (const char* open : {"/*", "/* never\nclosed", "/*/"}) {
            const auto read = maestro::readNetwork(layer + "  " + open, "map.m");
            QVERIFY(!read);
            QCOMPARE(read.errorText(), std::string("map.m:8:3: error: found '/* without its */', expected 'Network'"));
        }
        const auto hardware = maestro::readHardware("num_pes: 4\n/* l1_size_cstr: 8\n", "hw.m");
        QVERIFY(!hardware);
        QVERIFY2(hardware.errorText().starts_with("hw.m:2:1: error: found '/* without its */'"),
                 hardware.errorText().c_str());
    }
};

QTEST_GUILESS_MAIN(MaestroFilesTest)
#include "maestro_files_test.moc"
