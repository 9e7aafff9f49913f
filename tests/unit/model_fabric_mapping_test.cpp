// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Ordinary mappings on the three machines and tiles as mappings: what becomes of the loops, the same cycles as from the
// argument line, both ways, and what is refused.
#include <QtTest>

#include "core/explore/fabric_compare.h"
#include "core/io/presets.h"
#include "core/io/stonne/arguments.h"
#include "core/workload/builders.h"

using namespace lapidary;

namespace {

/// P x Q = 6 x 6 outputs of 3 x 3 filters over 4 channels, 8 filters.
Workload smallConvolution() {
    Conv2d shape;
    shape.c = 4, shape.m = 8, shape.p = shape.q = 6, shape.r = shape.s = 3;
    return *conv2d("small", shape);
}

TargetPtr targetWith(const char* design, const Workload& workload) {
    return *Target::make(workload, *loadArchitecture(design));
}

std::string textOf(const Diagnostics& problems) { return problems.empty() ? std::string() : problems.front().message; }

Result<fabric::Run> runOfText(const std::string& nest, const TargetPtr& target,
                              const fabric::MachineChoice& choice = {}) {
    const auto mapping = parseMapping(nest, "nest", target->workload, target->architecture);
    if (!mapping) return mapping.diagnostics();
    return fabric::runOf(*mapping, *target, choice);
}

std::int64_t cyclesOf(const fabric::Run& run) { return simulate(run)->cycles; }
std::int64_t cyclesOfLine(const std::string& line) { return cyclesOf(stonne::readArguments(line)->run); }

const std::string kMesh =
    " -ms_rows=16 -ms_cols=16 -dn_bw=32 -rn_bw=256 -accumulation_buffer=1 -rn_type=TEMPORALRN -mn_type=OS_MESH "
    "-mem_ctrl=TPU_OS_DENSE";

}  // namespace

class ModelFabricMappingTest : public QObject {
    Q_OBJECT
private slots:
    /// Rows and columns of the product lie along Y and X; the same cycles as STONNE's words give.
    void productOnMesh() {
        const TargetPtr target = targetWith("tpu-16x16", *gemm("g", 20, 12, 9));
        const auto run = runOfText(
            "GB [A B Z]\nfor m in 0..4\nfor n in 0..2\nparFor m in 0..5 @PE.Y\nparFor n in 0..6 @PE.X\nacc [Z]\nfor k "
            "in 0..9",
            target);
        QVERIFY2(run.ok(), textOf(run.diagnostics()).c_str());
        QCOMPARE(run->systolicTile.m, 5);
        QCOMPARE(run->systolicTile.n, 6);
        QCOMPARE(cyclesOf(*run), cyclesOfLine("-DenseGEMM -M=20 -N=12 -K=9 -T_M=5 -T_N=6 -T_K=1" + kMesh));
    }

    /// Over three axes: 5 output slices, each a convolution over two of 2 x 3 channels, which are all the slices of a filter.
    void convolutionOverThreeAxes() {
        Conv2d shape;
        shape.c = 2, shape.m = 4, shape.p = shape.q = 6, shape.r = shape.s = 3;
        const TargetPtr target = targetWith("maeri-128", *conv3d("deep", shape, {5, 3}));
        const std::string above = "GB [W I O]\nfor E in 0..5\nfor M in 0..2\nfor P in 0..6\nfor Q in 0..6\n";
        const std::string tile =
            "parFor M in 0..2 @MS.X\nparFor T in 0..3 @MS.X\nparFor R in 0..3 @MS.X\nparFor S in "
            "0..3 @MS.X\n";
        const auto run = runOfText(above + tile + "for C in 0..2", target);
        QVERIFY2(run.ok(), textOf(run.diagnostics()).c_str());
        QCOMPARE(run->tile.c, 3);
        const fabric::Hardware& machine = run->hardware;
        const std::string on = " -num_ms=128 -dn_bw=" + std::to_string(machine.distributionWidth) +
                               " -rn_bw=" + std::to_string(machine.reductionWidth) +
                               " -accumulation_buffer=" + std::to_string(machine.accumulationBuffer ? 1 : 0);
        QCOMPARE(cyclesOf(*run),
                 5 * cyclesOfLine("-CONV -R=3 -S=3 -C=6 -K=4 -X=8 -Y=8 -T_R=3 -T_S=3 -T_C=3 -T_K=2" + on));
        QCOMPARE(simulate(*run)->macs, target->workload.macs());
        // A tile is a mapping and back, where it holds whole filters or a part of one.
        fabric::Run tiled = *run;
        for (const std::int64_t channels : {1, 3, 6}) {
            tiled.tile = {3, 1, channels, 2, 1, 1, 1, 3};
            const auto mapping = mappingOf(tiled, *target);
            QVERIFY2(mapping.ok(), textOf(mapping.diagnostics()).c_str());
            QVERIFY(fabric::runOf(*mapping, *target)->tile == tiled.tile);
        }
        tiled.tile.c = 2;
        QVERIFY(textOf(mappingOf(tiled, *target).diagnostics()).starts_with("a tile of 2 channels is neither"));
        const auto side = runOfText(
            "GB [W I O]\nfor M in 0..4\nfor P in 0..6\nfor Q in 0..6\nparFor E in 0..5 @MS.X\nfor C in "
            "0..2\nfor T in 0..3\nfor R in 0..3\nfor S in 0..3",
            target);
        QVERIFY2(textOf(side.diagnostics()).starts_with("the mapping spreads the output slices E"),
                 textOf(side.diagnostics()).c_str());
    }

    /// im2col: NHWC has positions in rows and filters in columns, NCHW the reverse. 36 positions, 8 filters, K = 36.
    void convolutionOnMesh() {
        const TargetPtr target = targetWith("tpu-16x16", smallConvolution());
        const std::string nest =
            "GB [W I O]\nfor P in 0..3\nparFor P in 0..2 @PE.Y\nparFor Q in 0..6 @PE.Y\nparFor M in 0..8 @PE.X\nacc "
            "[O]\n"
            "for C in 0..4\nfor R in 0..3\nfor S in 0..3";
        const auto nhwc = runOfText(nest, target);
        QVERIFY2(nhwc.ok(), textOf(nhwc.diagnostics()).c_str());
        QVERIFY(nhwc->layer.conv.layout == fabric::Layout::nhwc);
        QCOMPARE(nhwc->systolicTile.m, 12);
        QCOMPARE(nhwc->systolicTile.n, 8);
        QCOMPARE(cyclesOf(*nhwc), cyclesOfLine("-DenseGEMM -M=36 -N=8 -K=36 -T_M=12 -T_N=8 -T_K=1" + kMesh));
        fabric::MachineChoice choice;
        choice.layout = fabric::Layout::nchw;
        const auto nchw = runOfText(nest, target, choice);
        QCOMPARE(cyclesOf(*nchw), cyclesOfLine("-DenseGEMM -M=8 -N=36 -K=36 -T_M=8 -T_N=12 -T_K=1" + kMesh));
    }

    void refusedOnMesh() {
        const TargetPtr target = targetWith("tpu-16x16", smallConvolution());
        const auto run = runOfText(
            "GB [W I O]\nfor P in 0..6\nfor Q in 0..6\nfor M in 0..8\nparFor C in 0..4 @PE.X\nacc [O]\nfor R in "
            "0..2\nfor S in 0..3",
            target);
        QVERIFY2(textOf(run.diagnostics()).find("spreads C over 4 multipliers") != std::string::npos,
                 textOf(run.diagnostics()).c_str());
    }

    /// SIGMA takes the operand that stays: here the weights, MK of NCHW and KN of NHWC.
    void sigma() {
        const TargetPtr target = targetWith("sigma-128", smallConvolution());
        const std::string inside = "for P in 0..6\nfor Q in 0..6";
        const std::string tile =
            "parFor M in 0..3 (last 2) @MS.X\nparFor C in 0..4 @MS.X\nparFor R in 0..3 @MS.X\n"
            "parFor S in 0..3 @MS.X\nreg [W]\n";
        const auto weights = runOfText("GB [W I O]\nfor M in 0..3\n" + tile + inside, target);
        QVERIFY2(weights.ok(), textOf(weights.diagnostics()).c_str());
        QVERIFY(weights->hardware.controller == fabric::Controller::sigma);
        QVERIFY(weights->stationary == fabric::Stationary::mk);
        QCOMPARE(cyclesOf(*weights), cyclesOfLine("-SparseGEMM -M=8 -N=36 -K=36 -num_ms=128 -dataflow=MK_STA_KN_STR"));
        fabric::MachineChoice choice;
        choice.layout = fabric::Layout::nhwc;
        const auto nhwc = runOfText("GB [W I O]\nfor M in 0..3\n" + tile + inside, target, choice);
        QVERIFY(nhwc->stationary == fabric::Stationary::kn);
        QCOMPARE(cyclesOf(*nhwc), cyclesOfLine("-SparseGEMM -M=36 -N=8 -K=36 -num_ms=128 -dataflow=MK_STR_KN_STA"));
        const auto inputs = runOfText("GB [W I O]\n" + inside + "\nfor M in 0..3\n" + tile, target);
        QVERIFY(inputs->stationary == fabric::Stationary::kn);
        QCOMPARE(cyclesOf(*inputs), cyclesOfLine("-SparseGEMM -M=8 -N=36 -K=36 -num_ms=128 -dataflow=MK_STR_KN_STA"));
    }

    /// A design runs on another machine if asked to.
    void choices() {
        const TargetPtr target = targetWith("sigma-128", *gemm("g", 4, 8, 16));
        const std::string nest = "GB [A B Z]\nfor m in 0..4\nparFor n in 0..8 @MS.X\nparFor k in 0..16 @MS.X\nreg [B]";
        const auto own = runOfText(nest, target);
        QVERIFY2(own.ok(), textOf(own.diagnostics()).c_str());
        QVERIFY(own->hardware.controller == fabric::Controller::sigma);
        fabric::MachineChoice choice;
        choice.controller = fabric::Controller::maeri;
        const auto maeri = runOfText(nest, target, choice);
        QVERIFY(maeri->hardware.controller == fabric::Controller::maeri);
        QCOMPARE(cyclesOf(*maeri), cyclesOfLine("-DenseGEMM -M=4 -N=8 -K=16 -T_M=1 -T_N=8 -T_K=16 -num_ms=128"));
    }

    void bothWays_data() {
        QTest::addColumn<QString>("design");
        QTest::addColumn<QString>("line");
        const auto row = [](const char* name, const char* design, const std::string& line) {
            QTest::newRow(name) << design << QString::fromStdString(line);
        };
        const std::string layer = "-CONV -R=3 -S=3 -C=4 -K=8 -X=8 -Y=8";
        row("MAERI", "maeri-128", layer + " -num_ms=128 -T_R=3 -T_S=3 -T_C=2 -T_K=4");
        row("MAERI, not dividing", "maeri-128", layer + " -num_ms=128 -T_R=2 -T_S=3 -T_C=3 -T_K=3 -T_X_=2");
        row("MAERI, several rows", "maeri-128", layer + " -num_ms=128 -T_R=3 -T_S=1 -T_C=1 -T_K=2 -T_X_=3 -T_Y_=2");
        row("TPU", "tpu-16x16", layer + kMesh);
    }
    /// A tile as a mapping and back; without tiles beyond the layer's end the reuse model does as many steps as it says.
    void bothWays() {
        QFETCH(QString, design);
        QFETCH(QString, line);
        fabric::Run run = stonne::readArguments(line.toStdString())->run;
        run.systolicTile = {8, 12};  // of NCHW: 8 filters, two rows of positions
        const TargetPtr target = targetWith(qPrintable(design), smallConvolution());
        const auto mapping = fabric::mappingOf(run, *target);
        QVERIFY2(mapping.ok(), textOf(mapping.diagnostics()).c_str());
        fabric::MachineChoice choice;
        choice.layout = fabric::Layout::nchw;
        const auto back = fabric::runOf(*mapping, *target, choice);
        QVERIFY2(back.ok(), textOf(back.diagnostics()).c_str());
        QCOMPARE(toText(back->tile),
                 toText(run.hardware.controller == fabric::Controller::maeri ? run.tile : fabric::Tile{}));
        if (run.hardware.controller == fabric::Controller::systolic) QVERIFY(back->systolicTile == run.systolicTile);
        QCOMPARE(cyclesOf(*back), cyclesOf(run));
        const auto evaluator = Evaluator::make(target, Semantics{});
        const Cost cost = evaluator->evaluate(*mapping);
        QVERIFY(cost.valid);
        if (run.hardware.controller == fabric::Controller::maeri)
            QCOMPARE(cost.computes, simulate(run)->counters.multiplications);
    }

    void noLoopNest() {
        fabric::Run run = stonne::readArguments("-CONV -R=3 -S=3 -C=4 -K=8 -X=8 -Y=8" + kMesh)->run;
        run.systolicTile = {8, 10};
        const TargetPtr target = targetWith("tpu-16x16", smallConvolution());
        QVERIFY(textOf(fabric::mappingOf(run, *target).diagnostics()).find("isn't whole rows of 6") !=
                std::string::npos);
    }

    /// The terms are the difference, to the cycle, on every machine.
    void terms_data() {
        QTest::addColumn<QString>("design");
        QTest::addColumn<QString>("nest");
        QTest::newRow("MAERI")
            << "maeri-128"
            << "GB [W I O]\nfor M in 0..2\nparFor M in 0..4 @MS.X\nparFor R in 0..3 @MS.X\nparFor S in 0..3 "
               "@MS.X\nreg [W]\nfor P in 0..6\nfor Q in 0..6\nfor C in 0..4";
        QTest::newRow("SIGMA")
            << "sigma-128"
            << "GB [W I O]\nfor M in 0..8\nparFor C in 0..4 @MS.X\nparFor R in 0..3 @MS.X\nparFor S in 0..3 "
               "@MS.X\nreg [W]\nfor P in 0..6\nfor Q in 0..6";
        QTest::newRow("TPU")
            << "tpu-16x16"
            << "GB [W I O]\nfor P in 0..3\nparFor P in 0..2 @PE.Y\nparFor Q in 0..6 @PE.Y\nparFor M in 0..8 "
               "@PE.X\nacc [O]\nfor C in 0..4\nfor R in 0..3\nfor S in 0..3";
    }
    void terms() {
        QFETCH(QString, design);
        QFETCH(QString, nest);
        const TargetPtr target = targetWith(qPrintable(design), smallConvolution());
        const auto mapping = parseMapping(nest.toStdString(), "nest", target->workload, target->architecture);
        const auto evaluator = Evaluator::make(target, Semantics{});
        const auto comparison = compareWithFabric(*mapping, *evaluator);
        QVERIFY2(comparison.ok(), textOf(comparison.diagnostics()).c_str());
        std::int64_t sum = 0;
        for (const FabricTerm& term : comparison->terms) sum += term.cycles;
        QCOMPARE(sum, comparison->outcome.cycles - comparison->reuse.cycles);
        QCOMPARE(comparison->reuse.cycles, evaluator->evaluate(*mapping).cycles);
        QCOMPARE(comparison->outcome.cycles, cyclesOf(comparison->run));
        QVERIFY(comparison->terms.size() >= 2);
    }
};

QTEST_APPLESS_MAIN(ModelFabricMappingTest)
#include "model_fabric_mapping_test.moc"
