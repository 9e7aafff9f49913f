// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Texts of directives as nests and back, and where each error points; MAESTRO's files as designs and networks.
#include "core/io/maestro/directive_text.h"

#include <QtTest>

#include "core/io/maestro/import.h"
#include "core/io/native.h"
#include "core/mapping/validity.h"
#include "core/model/data_centric/machine.h"
#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// DRAM, S2, an array of x by y, S1.
ArchitectureSpec flatSpec(std::int64_t x, std::int64_t y) {
    ArchitectureSpec spec;
    spec.name = "flat";
    spec.levels.resize(3);
    spec.levels[0].name = "DRAM";
    spec.levels[1].name = "S2";
    spec.levels[2].name = "S1";
    spec.fanouts.resize(1);
    spec.fanouts[0].name = "PE";
    spec.fanouts[0].below = 1;
    spec.fanouts[0].x = x;
    spec.fanouts[0].y = y;
    spec.compute = Compute{};
    return spec;
}

TargetPtr productTarget(std::int64_t m, std::int64_t n, std::int64_t k) {
    return targetOf(unwrap(gemm("VI", m, n, k)), flatSpec(4, 4));
}

std::string nestText(const Mapping& mapping, const Target& target) {
    return toText(mapping, target.workload, target.architecture);
}

/// FLASH's Fig. 6(c) on 8 of 16 PEs.
const std::string kBare =
    "TemporalMap(2,2) m;\nSpatialMap(1,1) n;\nTemporalMap(2,2) k;\nCluster(2, P);\n"
    "TemporalMap(2,2) m;\nTemporalMap(1,1) n;\nSpatialMap(1,1) k;\n";

}  // namespace

class DirectiveTextTest : public QObject {
    Q_OBJECT
private slots:
    /// By hand: two of M and of K in time, N over four clusters, K over two PEs; a PE holds two rows, S2 what a step needs.
    void readsAsANest() {
        const TargetPtr target = productTarget(4, 4, 4);
        const auto nest = maestro::nestOfDirectives(kBare, "d.m", *target);
        QVERIFY2(nest, nest.errorText().c_str());
        const Mapping expected = read(*target,
                                      "DRAM [A B Z]\nfor m in 0..2\nfor k in 0..2\nS2 [A B Z]\nparFor n in 0..4 @PE.X\n"
                                      "parFor k in 0..2 @PE.Y\nS1 [A B Z]\nfor m in 0..2\n");
        QVERIFY2(nest->mapping == expected, nestText(nest->mapping, *target).c_str());
        QVERIFY(checkForm(nest->mapping, *target).empty());
        QCOMPARE(nest->lines, (std::vector<int>{0, 1, 3, 0, 2, 7, 0, 0}));
    }
    /// The names of MAESTRO's files, blocks, comments of both kinds and Sz() mean the same; so does a whole network.
    void otherForms() {
        const TargetPtr target = productTarget(4, 4, 4);
        const Mapping expected = maestro::nestOfDirectives(kBare, "d.m", *target)->mapping;
        const std::string directives =
            "TemporalMap(2,2) M; // rows\nSpatialMap(1,1) N;\n/* two\nlines */ TemporalMap(Half,Half) "
            "K;\nCluster(Half, P);\n"
            "TemporalMap(2,2) M;\nTemporalMap(1,1) N;\nSpatialMap(1,1) K;\n";
        const std::string network =
            "Constant Half 2;\nNetwork net {\n Layer first {\n Type: GEMM\n Dimensions { M: 4, N: 4, "
            "K: 4 }\n Dataflow {\n" +
            directives + "}\n}\n}\n";
        for (const std::string& text :
             {network,
              "Dataflow {\nTemporalMap(2,2) M;\nSpatialMap(1,1) N;\nTemporalMap(2,2) K;\nCluster(2);\n"
              "TemporalMap(2,2) M;\nTemporalMap(1,1) N;\nSpatialMap(1,1) K;\n}\n" +
                  std::string("// end\n")}) {
            QVERIFY(maestro::isDirectives(text));
            const auto nest = maestro::nestOfDirectives(text, "d.m", *target);
            QVERIFY2(nest, nest.errorText().c_str());
            QVERIFY2(nest->mapping == expected, nestText(nest->mapping, *target).c_str());
        }
        QVERIFY(!maestro::isDirectives("Cluster [A B Z]\n  for m in 0..4\n"));
        QVERIFY(!maestro::isDirectives("{\"schema\": \"lapidary/mapping/1\"}"));
        // Whoever reads a mapping reads directives.
        std::vector<int> lines;
        const auto any = mappingFromText(kBare, "d.m", target->workload, target->architecture, &lines);
        QVERIFY2(any, any.errorText().c_str());
        QVERIFY(*any == expected && lines.size() == expected.nodes.size());
    }
    void isWrittenBack() {
        const TargetPtr target = productTarget(4, 4, 4);
        const auto nest = maestro::nestOfDirectives(kBare, "d.m", *target);
        const auto text = maestro::directivesOfNest(nest->mapping, *target);
        QVERIFY2(text, text.errorText().c_str());
        QCOMPARE(text->pes, 8);
        // n is dealt out in one go and stays: its place in the order is at the end, and one n in a PE needs no map.
        QCOMPARE(QString::fromStdString(text->text),
                 QString("TemporalMap(2,2) m;\nTemporalMap(2,2) k;\nSpatialMap(1,1) n;\nCluster(2, P);\n"
                         "SpatialMap(1,1) k;\n"));
        QCOMPARE(text->lines, (std::vector<int>{0, 1, 2, 0, 3, 5, 0, 0}));
        QVERIFY(maestro::nestOfDirectives(text->text, "d.m", *target)->mapping == nest->mapping);
        QVERIFY(!text->lost.empty());
    }
    /// Editing keeps what directives don't say: the axes, the tensors of a level, the order of loops inside a PE.
    void keepsWhatDirectivesDontSay() {
        const TargetPtr target = productTarget(8, 4, 4);
        const Mapping before =
            read(*target,
                 "DRAM [A B Z]\nfor m in 0..2\nS2 [A Z]\nparFor n in 0..4 @PE.Y\nparFor k in 0..2 @PE.X\n"
                 "S1 [A B Z]\nfor k in 0..2\nfor m in 0..4\n");
        const auto text = maestro::directivesOfNest(before, *target);
        QVERIFY2(text, text.errorText().c_str());
        const auto same = maestro::nestOfDirectives(text->text, "d.m", *target, &before);
        QVERIFY2(same && same->mapping == before, nestText(same->mapping, *target).c_str());
        std::string edited = text->text;
        edited.replace(edited.find("TemporalMap(4,4) m"), 18, "TemporalMap(2,2) m");
        const auto changed = maestro::nestOfDirectives(edited, "d.m", *target, &before);
        QVERIFY2(changed, changed.errorText().c_str());
        QVERIFY2(changed->mapping ==
                     read(*target,
                          "DRAM [A B Z]\nfor m in 0..4\nS2 [A Z]\nparFor n in 0..4 @PE.Y\nparFor k in 0..2 @PE.X\n"
                          "S1 [A B Z]\nfor k in 0..2\nfor m in 0..2\n"),
                 nestText(changed->mapping, *target).c_str());
    }
    /// A window: Y of R + 1 rows holds two results of P at stride 1; stock files say Sz(R) and offset 1.
    void windows() {
        Conv2d shape;
        shape.m = 4, shape.c = 2, shape.p = shape.q = 4, shape.r = shape.s = 3;
        const TargetPtr target = targetOf(unwrap(conv2d("c", shape)), flatSpec(4, 4));
        const auto nest = maestro::nestOfDirectives(
            "TemporalMap(4,2) Y;\nTemporalMap(1,1) X\u2019;\nSpatialMap(1,1) K;\n", "d.m", *target);
        QVERIFY2(nest, nest.errorText().c_str());
        QVERIFY2(
            nest->mapping == read(*target,
                                  "DRAM [W I O]\nfor P in 0..2\nfor Q in 0..4\nS2 [W I O]\nparFor M in 0..4 @PE.X\n"
                                  "S1 [W I O]\nfor P in 0..2\nfor C in 0..2\nfor R in 0..3\nfor S in 0..3\n") ||
                nest->mapping == read(*target,
                                      "DRAM [W I O]\nfor P in 0..2\nfor Q in 0..4\nS2 [W I O]\nparFor M in 0..4 @PE.X\n"
                                      "S1 [W I O]\nfor C in 0..2\nfor P in 0..2\nfor R in 0..3\nfor S in 0..3\n"),
            nestText(nest->mapping, *target).c_str());
        const auto text = maestro::directivesOfNest(nest->mapping, *target);
        QCOMPARE(QString::fromStdString(text->text),
                 QString("TemporalMap(2,2) P;\nTemporalMap(1,1) Q;\nSpatialMap(1,1) M;\n"));
        QVERIFY(maestro::nestOfDirectives(text->text, "d.m", *target)->mapping == nest->mapping);
    }

    void errorsPoint_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QString(text) << QString(message);
        };
        row("two spatial", "SpatialMap(1,1) n;\n  SpatialMap(1,1) m;\n",
            "d.m:2:3: error: a second SpatialMap in one cluster level");
        row("no spatial", "TemporalMap(1,1) n;\n", "d.m:1:1: error: no SpatialMap in a cluster level");
        row("unknown", "SpatialMap(1,1) n;\nTemporalMap(1,1) z;\n",
            "d.m:2:18: error: unknown dimension 'z', expected m, n or k");
        row("unknown in Sz", "TemporalMap(Sz(R),1) n;\n", "d.m:1:16: error: unknown dimension 'R' in Sz()");
        row("size 0", "SpatialMap(0,1) n;\n", "d.m:1:1: error: size 0 of n, expected at least 1");
        row("offset 0", "SpatialMap(1,0) n;\n", "d.m:1:1: error: offset 0 of n, expected at least 1");
        row("cluster 0", "SpatialMap(1,1) n;\nCluster(0);\nSpatialMap(1,1) k;\n", "d.m:2:1: error: cluster of 0");
        row("large cluster", "SpatialMap(1,1) n;\nCluster(32);\nSpatialMap(1,1) k;\n",
            "d.m:2:1: error: clusters of 32 PEs in an array of 16");
        row("no axis", "SpatialMap(1,1) n;\nCluster(8);\nSpatialMap(1,1) m;\n",
            "d.m:3:1: error: these directives can't be said as a nest: no axis of the design has room for 8 units of "
            "m");
        row("rest", "TemporalMap(3,3) m;\nSpatialMap(1,1) n;\nCluster(2);\nTemporalMap(2,2) m;\nSpatialMap(1,1) k;\n",
            "d.m:4:1: error: these directives can't be said as a nest: a tile of 3 m is cut into 2");
        row("overlap", "TemporalMap(2,1) m;\nSpatialMap(1,1) n;\n",
            "d.m:1:1: error: m moves on by 1, but a tile has 2: work would be repeated");
        row("absurd", "TemporalMap(99999999999999999999,1) m;\n", "d.m:1:13: error: found '99999999999999999999'");
        row("negative", "TemporalMap(-1,1) m;\n", "d.m:1:1: error: ");
        row("many PEs", "PEs(17);\nSpatialMap(1,1) n;\n",
            "d.m:1:5: error: found 17 PEs, expected 1 to the design's 16");
        row("no PEs", "PEs(0);\nSpatialMap(1,1) n;\n", "d.m:1:5: error: found 0 PEs");
        row("cut", "SpatialMap(1,1", "d.m:1:15: error: found the end of the file, expected ')'");
        row("cut block", "Dataflow {\nSpatialMap(1,1) n;\n", "d.m:3:1: error: found the end of the file");
        row("too much", "Dataflow {\nSpatialMap(1,1) n;\n}\n}\n", "d.m:4:1: error: found '}'");
        row("other sizes",
            "Network N {\nLayer L {\nType: GEMM\nDimensions { M: 8, N: 9, K: 4 }\nDataflow {\nSpatialMap(1,1) "
            "N;\n}\n}\n}\n",
            "d.m:4:23: error: N is 9, but the workload has 4 along n");
        row("other type",
            "Network N {\nLayer L {\nType: CONV\nDimensions { K: 8 }\nDataflow {\nSpatialMap(1,1) K;\n}\n}\n}\n",
            "d.m:2:7: error: layer 'L' is a CONV, the workload a GEMM");
        row("which layer",
            "Network N {\nLayer L1 {\nType: GEMM\nDataflow {\nSpatialMap(1,1) N;\n}\n}\nLayer L2 {\nType: "
            "GEMM\nDataflow "
            "{\nSpatialMap(1,1) N;\n}\n}\n}\n",
            "d.m:1:1: error: none of its 2 layers is called 'VI'");
        row("no dataflow", "Network N {\nLayer L {\nType: GEMM\nDimensions { M: 8, N: 4, K: 4 }\n}\n}\n",
            "d.m:2:7: error: layer 'L' has no dataflow");
        row("two dataflows", "Network N {\nLayer L {\nDataflow {\nSpatialMap(1,1) K;\n}\nDataflow {\n}\n}\n}\n",
            "d.m:6:10: error: found '{', expected one dataflow per layer");
        row("constant twice", "Constant A 1;\nConstant A 2;\n", "d.m:2:10: error: constant A is given twice");
    }
    void errorsPoint() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        const TargetPtr target = productTarget(8, 4, 4);
        const auto nest = maestro::nestOfDirectives(text.toStdString(), "d.m", *target);
        QVERIFY(!nest);
        QVERIFY2(QString::fromStdString(nest.errorText()).contains(message), nest.errorText().c_str());
    }
    /// No beginning of a text crashes; each that isn't whole says where.
    void cutTexts() {
        const TargetPtr target = productTarget(4, 4, 4);
        const std::string network =
            "Network N {\nLayer L {\nType: GEMM\nDimensions { M: 4, N: 4, K: 4 }\nDataflow {\n" + kBare + "}\n}\n}\n";
        for (const std::string& whole : {kBare, network})
            for (std::size_t length = 0; length < whole.size(); ++length) {
                const auto nest = maestro::nestOfDirectives(whole.substr(0, length), "d.m", *target);
                if (!nest) QVERIFY2(nest.diagnostics().front().place.line > 0, nest.errorText().c_str());
            }
    }

    void hardwareIsADesign() {
        const std::string text = "// edge\nNumPEs: 256\nL1Size: 512\nL2Size: 102400\nNoC_BW: 32\nNoC_NumHops: 1\n";
        QVERIFY(maestro::isHardware(text) && !maestro::isNetwork(text) && !maestro::isHardware("{}"));
        const auto design = maestro::readDesign(text, "folder/edge 1.m");
        QVERIFY2(design, design.errorText().c_str());
        QCOMPARE(design->name(), std::string("edge-1"));
        const auto machine = data_centric::hardwareOf(*design);
        QVERIFY2(machine, machine.errorText().c_str());
        QCOMPARE(machine->pes, 256);
        QVERIFY(machine->l1Elements == 512 && machine->l2Elements == 102400 && machine->nocBandwidth == 32);
        QVERIFY(!machine->offchipBandwidth);
        QCOMPARE(machine->costs.macNj, 0.00023);
        QVERIFY(std::abs(machine->costs.l2Access - 18.61) < 1e-12);
        QVERIFY(!maestro::readDesign("NumPEs: 0\n", "hw.m"));
        const auto hops = maestro::readDesign("num_pes: 4\nNoC_NumHops: 3\n", "hw.m");
        QVERIFY(hops && hops.diagnostics().front().message.find("1 hop, not 3") != std::string::npos);
    }
    /// Stride 2: (11 - 3) / 2 + 1 rows; depthwise layers have a channel per group; models have no dataflow.
    void networksAreNetworks() {
        const auto network = maestro::readModel(
            "Network net {\nLayer one {\nType: CONV\nStride { X: 2, Y: 2 }\nDimensions { K: 4, C: 3, R: 3, S: 3, Y: "
            "11, X: 9 "
            "}\n}\nLayer two {\nType: DSCONV\nDimensions { K 1,C 6,R 3,S 3,Y 5,X 5 }\n}\nLayer three {\nType: GEMM\n"
            "Dimensions { M: 2, N: 3, K: 5 }\n}\n}\n",
            "net.m");
        QVERIFY2(network, network.errorText().c_str());
        QCOMPARE(network->layers.size(), std::size_t{3});
        const auto bound = [&](std::size_t layer, const char* name) {
            const Workload& workload = network->layers[layer].workload;
            for (const Dimension& dimension : workload.dimensions())
                if (dimension.name == name) return dimension.bound;
            return std::int64_t{-1};
        };
        QCOMPARE(bound(0, "P"), 5);
        QCOMPARE(bound(0, "Q"), 4);
        QCOMPARE(bound(0, "M"), 4);
        QCOMPARE(bound(1, "G"), 6);
        QCOMPARE(bound(1, "P"), 3);
        QCOMPARE(bound(2, "k"), 5);
        const auto batch = maestro::readModel(
            "Network net {\nLayer heads {\nType: BMM\nDimensions { B: 12, M: 64, N: 32, K: 16 }\n}\n}\n", "net.m");
        QVERIFY2(batch, batch.errorText().c_str());
        const TargetPtr target = targetOf(batch->layers.front().workload, flatSpec(4, 4));
        // Typographic primes are read, too; a product has no results of X.
        const auto nest = maestro::nestOfDirectives(
            "Network net {\nLayer heads {\nType: BMM\nDimensions { B: 12, M: 64, N: 32, K: 16 }\nDataflow {\n"
            "TemporalMap(1,1) B;\nSpatialMap(8,8) M;\nCluster(4);\nSpatialMap(4,4) K;\n}\n}\n}\n",
            "net.m", *target);
        QVERIFY2(nest, nest.errorText().c_str());
        QVERIFY2(
            nest->mapping == read(*target,
                                  "DRAM [A B Z]\nfor b in 0..12\nfor m in 0..2\nS2 [A B Z]\nparFor m in 0..4 @PE.X\n"
                                  "parFor k in 0..4 @PE.Y\nS1 [A B Z]\nfor m in 0..8\nfor n in 0..32\nfor k in 0..4\n"),
            nestText(nest->mapping, *target).c_str());
        const auto wrong =
            maestro::readModel("Network net {\nLayer two {\nType: DSCONV\nDimensions { K: 2, C: 6 }\n}\n}\n", "net.m");
        QVERIFY2(wrong.errorText().find("net.m:4:17: error: a depthwise layer with 2 of K") != std::string::npos,
                 wrong.errorText().c_str());
    }
};

QTEST_GUILESS_MAIN(DirectiveTextTest)
#include "directive_text_test.moc"
