// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Pruning by magnitude: which weights go, that values still agree, and that SIGMA takes fewer cycles for them. Imported layers
// fill a systolic array.
// ctest: onnx
#include <QtTest>

#include "core/model/values/fabric_layers.h"
#include "core/model/values/prune.h"
#include "core/model/values/run_graph.h"
#include "tests/support/onnx/graphs.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

Result<OnnxModel> small() {
    ModelWriter writer;
    std::vector<float> filters(4 * 3 * 3 * 3), weights(36 * 5);
    for (std::size_t i = 0; i < filters.size(); ++i)
        filters[i] = (i % 2 == 0 ? 1.0F : -1.0F) * static_cast<float>(i + 1);
    for (std::size_t i = 0; i < weights.size(); ++i) weights[i] = static_cast<float>(i * 7 % 181) - 90.5F;
    writer.input("x", {1, 3, 5, 5}).floats("w", {4, 3, 3, 3}, filters).floats("v", {36, 5}, weights);
    writer.node("Conv", {"x", "w"}, "c");
    writer.node("Flatten", {"c"}, "f");
    writer.node("MatMul", {"f", "v"}, "y");
    return onnxModel(writer.output("y").bytes(), "small.onnx", {.values = true, .extents = {}});
}

fabric::Hardware sigma() {
    fabric::Hardware hardware;
    hardware.controller = fabric::Controller::sigma;
    hardware.multipliers = 16;
    return hardware;
}

struct Ran {
    double error = 1;
    std::vector<std::int64_t> cycles;
};
Ran ranOnSigma(const OnnxModel& model) {
    std::vector<FabricLayerRun> runs;
    const auto run =
        runGraph(model.graph, model.lowered, drawInputs(model.graph, 1), fabricLayers(sigma(), withFillingTile, runs));
    Ran ran;
    if (!run) return ran;
    ran.error = run->largestError();
    for (const FabricLayerRun& layer : runs) ran.cycles.push_back(layer.outcome.cycles);
    return ran;
}

}  // namespace

class ValuesPruneTest : public QObject {
    Q_OBJECT
private slots:
    /// Of 108 filters' weights with magnitudes 1 to 108 half are 1 to 54, at the places 0 to 53.
    void leastMagnitudes() {
        auto model = small();
        QVERIFY2(model.ok(), model.errorText().c_str());
        QCOMPARE(pruneWeights(model->graph, model->lowered, 50), 54 + 90);
        const std::vector<float>& filters = *valueNamed(model->graph, "w").floats;
        for (std::size_t i = 0; i < filters.size(); ++i) QCOMPARE(filters[i] == 0, i < 54);
        QCOMPARE(filters[54], 55.0F);
    }

    /// The filters of 27 weights are four vectors; the first two lose all weights but the three that every vector keeps. 14 of 16
    /// multipliers and two rounds per filter become one round for both, and two rounds each for the other two.
    void sigmaSkipsZeros() {
        auto model = small();
        const Ran dense = ranOnSigma(*model);
        QVERIFY(dense.error <= kValueTolerance);
        pruneWeights(model->graph, model->lowered, 50);
        const Ran pruned = ranOnSigma(*model);
        QVERIFY(pruned.error <= kValueTolerance);
        QCOMPARE(dense.cycles.size(), std::size_t{2});
        QVERIFY(pruned.cycles[0] < dense.cycles[0] && pruned.cycles[1] < dense.cycles[1]);
        // The same as from bitmaps: rows of MK of im2col, columns of KN of the product.
        fabric::Run run;
        run.layer = fabric::gemmLayer("conv", {1, 4, 9, 27});
        run.hardware = sigma();
        run.mk = fabric::fullBitmap(4, 27);
        std::fill(run.mk->bits.begin(), run.mk->bits.begin() + 54, std::uint8_t{0});
        QCOMPARE(pruned.cycles[0], simulate(run)->cycles);
    }

    void wholeMesh() {
        fabric::Hardware mesh;
        mesh.controller = fabric::Controller::systolic;
        mesh.array = fabric::Array::mesh;
        mesh.reduction = fabric::Reduction::temporal;
        mesh.rows = mesh.columns = 4;
        mesh.distributionWidth = 8;
        mesh.reductionWidth = 16;
        mesh.accumulationBuffer = true;
        const auto model = small();
        std::vector<FabricLayerRun> runs;
        const auto run = runGraph(model->graph, model->lowered, drawInputs(model->graph, 1),
                                  fabricLayers(mesh, withFillingTile, runs));
        QVERIFY(run.ok() && run->largestError() <= kValueTolerance);
        // Weight x data: 4 filters, 9 positions in tiles of 4, 4 and 1, 27 products: K + m + n + 2, and 1 for the drain.
        QCOMPARE(runs[0].outcome.cycles, (27 + 8 + 3) * 2 + (27 + 5 + 2));
    }
};

QTEST_APPLESS_MAIN(ValuesPruneTest)
#include "values_prune_test.moc"
