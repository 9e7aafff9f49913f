// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Networks whose layers the fabric computes: values of every node as the plain reference has them, on three machines.
// ctest: onnx
#include <QtTest>

#include "core/model/values/fabric_layers.h"
#include "core/model/values/run_graph.h"
#include "core/workload/builders.h"
#include "tests/support/onnx/graphs.h"
#include "tests/support/onnx/models.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

fabric::Hardware maeri(std::int64_t multipliers) {
    fabric::Hardware hardware;
    hardware.multipliers = multipliers;
    hardware.distributionWidth = hardware.reductionWidth = multipliers / 4;
    hardware.accumulationBuffer = true;
    return hardware;
}

fabric::Hardware systolic() {
    fabric::Hardware hardware;
    hardware.controller = fabric::Controller::systolic;
    hardware.array = fabric::Array::mesh;
    hardware.reduction = fabric::Reduction::temporal;
    hardware.rows = hardware.columns = 8;
    hardware.distributionWidth = 16;
    hardware.reductionWidth = 64;
    hardware.accumulationBuffer = true;
    return hardware;
}

fabric::Hardware sigma() {
    fabric::Hardware hardware = maeri(32);
    hardware.controller = fabric::Controller::sigma;
    return hardware;
}

/// Largest error of a run on a machine; every layer must have been simulated.
double errorOn(const fabric::Hardware& hardware, const std::string& bytes) {
    const Diagnostics problems = fabric::problemsOf(hardware);
    if (!problems.empty()) qFatal("%s", toText(problems).c_str());
    const auto model = onnxModel(bytes, "m.onnx", {true, {}});
    if (!model) qFatal("%s", model.errorText().c_str());
    std::vector<FabricLayerRun> runs;
    const auto run = runGraph(model->graph, model->lowered, drawInputs(model->graph, 1),
                              fabricLayers(hardware, withFillingTile, runs));
    if (!run) qFatal("%s", run.errorText().c_str());
    if (runs.size() != model->lowered.layers.size()) qFatal("a layer wasn't simulated");
    for (std::size_t i = 0; i < runs.size(); ++i)
        if (runs[i].outcome.cycles <= 0 || runs[i].run.layer.macs() != model->lowered.layers[i].workload.macs())
            qFatal("layer %s isn't the one of the graph", runs[i].layer.c_str());
    return run->largestError();
}

}  // namespace

class ValuesFabricTest : public QObject {
    Q_OBJECT
private slots:
    void networksRunOnEachMachine() {
        for (const std::string& bytes : {resnet18Bytes(32, 4), transformerBytes()})
            for (const fabric::Hardware& hardware : {maeri(32), systolic()}) {
                const double error = errorOn(hardware, bytes);
                QVERIFY2(error > 0 && error <= kValueTolerance, qPrintable(QString::number(error)));
            }
        QVERIFY(errorOn(sigma(), transformerBytes()) <= kValueTolerance);
    }

    void groupsStridesDilationsAndPaddingArrive() {
        ModelWriter writer;
        std::vector<float> filter(4 * 2 * 3 * 3);
        for (std::size_t i = 0; i < filter.size(); ++i) filter[i] = static_cast<float>(i % 7) - 3;
        writer.input("x", {2, 4, 9, 8}).floats("w", {4, 2, 3, 3}, filter);
        writer.node("Conv", {"x", "w"}, "y",
                    {{"group", std::int64_t{2}},
                     {"strides", Numbers{2, 2}},
                     {"dilations", Numbers{2, 1}},
                     {"pads", Numbers{1, 0, 2, 1}}});
        const std::string bytes = writer.output("y").bytes();
        QVERIFY(errorOn(maeri(64), bytes) <= kValueTolerance);
        QVERIFY(errorOn(systolic(), bytes) <= kValueTolerance);
    }

    /// A convolution over three axes runs slice after slice on each machine: groups, strides, dilations, padding.
    void threeAxes() {
        ModelWriter writer;
        std::vector<float> filter(4 * 2 * 3 * 2 * 3);
        for (std::size_t i = 0; i < filter.size(); ++i) filter[i] = static_cast<float>(i % 7) - 3;
        writer.input("x", {2, 4, 6, 7, 5}).floats("w", {4, 2, 3, 2, 3}, filter);
        writer.node("Conv", {"x", "w"}, "y",
                    {{"group", std::int64_t{2}},
                     {"strides", Numbers{2, 1, 1}},
                     {"dilations", Numbers{2, 1, 1}},
                     {"pads", Numbers{1, 1, 0, 2, 0, 1}}});
        const std::string bytes = writer.output("y").bytes();
        for (const fabric::Hardware& hardware : {maeri(64), systolic(), sigma()}) {
            const double error = errorOn(hardware, bytes);
            QVERIFY2(error <= kValueTolerance, qPrintable(QString::number(error)));
        }
    }

    /// SIGMA skips the zeros of each group by its own: one group all zeros but for one filter saves its rounds.
    void groupsHaveBitmapsOfTheirOwn() {
        const auto cyclesWith = [](bool zeros) {
            ModelWriter writer;
            std::vector<float> filter(8 * 4 * 3 * 3);
            for (std::size_t i = 0; i < filter.size(); ++i)
                filter[i] = zeros && i >= filter.size() / 2 ? 0.0F : static_cast<float>(i % 5) + 1;
            writer.input("x", {1, 8, 6, 6}).floats("w", {8, 4, 3, 3}, filter);
            writer.node("Conv", {"x", "w"}, "y", {{"group", std::int64_t{2}}});
            const auto model = onnxModel(writer.output("y").bytes(), "m.onnx", {true, {}});
            std::vector<FabricLayerRun> runs;
            const auto run = runGraph(model->graph, model->lowered, drawInputs(model->graph, 1),
                                      fabricLayers(sigma(), withFillingTile, runs));
            if (!run || run->largestError() > kValueTolerance) qFatal("wrong values");
            if (runs[0].run.mk->rows != 8 || runs[0].run.mk->columns != 36) qFatal("not a bitmap for each group");
            return runs[0].outcome.cycles;
        };
        // Four filters of 36 ones take 2 rounds each on 32 multipliers; four of 3 ones (the least) one round together.
        const std::int64_t dense = cyclesWith(false), half = cyclesWith(true);
        QVERIFY2(half > dense / 2 && half < 3 * dense / 4, qPrintable(QString("%1 %2").arg(half).arg(dense)));
    }

    void tilesFillTheArray() {
        const fabric::Layer layer = fabric::gemmLayer("l", {1, 6, 10, 12});
        QCOMPARE(fabric::toText(fillingTile(layer, maeri(64))),
                 std::string("T_R=1 T_S=12 T_C=1 T_K=5 T_G=1 T_N=1 T_X'=1 T_Y'=1"));
    }

    void otherWorkloadsAreRefused() {
        const auto other = mttkrp("odd", 2, 3, 4, 5);
        QCOMPARE(QString::fromStdString(fabricLayer(*other).errorText()),
                 QString("error: layer 'odd' is neither a convolution nor a product of two operands"));
    }
};

QTEST_APPLESS_MAIN(ValuesFabricTest)
#include "values_fabric_test.moc"
