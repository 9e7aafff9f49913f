// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: onnx
#include <QtTest>

#include <cmath>

#include "core/model/values/run_graph.h"
#include "tests/support/onnx/graphs.h"
#include "tests/support/onnx/models.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

OnnxModel modelOf(const std::string& bytes) {
    auto model = onnxModel(bytes, "m.onnx", {true, {}});
    if (!model) qFatal("%s", model.errorText().c_str());
    return *std::move(model);
}

Result<GraphRun> runOf(const OnnxModel& model, const LayerFunction& layers = literalLayer, std::uint64_t seed = 1) {
    return runGraph(model.graph, model.lowered, drawInputs(model.graph, seed), layers);
}

}  // namespace

class ValuesRunTest : public QObject {
    Q_OBJECT
private slots:
    void resnetRunsEndToEnd() {
        const OnnxModel model = modelOf(resnet18Bytes(64, 8));
        const auto run = runOf(model);
        QVERIFY2(run.ok(), run.errorText().c_str());
        // Every node but the 20 convolutions whose normalisation is folded into them.
        QCOMPARE(run->nodes.size(), model.graph.nodes.size() - 20);
        QVERIFY2(run->largestError() <= kValueTolerance, qPrintable(QString::number(run->largestError())));
        QVERIFY(run->largestError() > 0);  // folding and another order of sums do change the last bits
        QCOMPARE(run->accelerated.at("fc").shape, (TensorShape{1, 1000}));
        QVERIFY(run->accelerated.at("fc") != run->reference.at("fc"));
    }

    void transformerRunsEndToEnd() {
        const OnnxModel model = modelOf(transformerBytes());
        const auto run = runOf(model);
        QVERIFY2(run.ok(), run.errorText().c_str());
        QVERIFY2(run->largestError() <= kValueTolerance, qPrintable(QString::number(run->largestError())));
        // Layer norm with scale and shift taken off has mean 0 and variance 1 in each row.
        const auto numbers = [&](const char* name) { return *valueNamed(model.graph, name).floats; };
        const std::vector<float> scale = numbers("ln2_scale"), shift = numbers("ln2_shift");
        const std::vector<float>& y = run->accelerated.at("ln2").data;
        for (std::size_t row = 0; row < 12; ++row) {
            double mean = 0, square = 0;
            for (std::size_t i = 0; i < 32; ++i) {
                const double normal = static_cast<double>((y[row * 32 + i] - shift[i]) / scale[i]);
                mean += normal / 32;
                square += normal * normal / 32;
            }
            QVERIFY(std::abs(mean) < 1e-5);
            QVERIFY(std::abs(square - 1) < 1e-3);
        }
    }

    void theSameSeedGivesTheSameRun() {
        const OnnxModel model = modelOf(transformerBytes());
        QVERIFY(runOf(model)->accelerated == runOf(model)->accelerated);
        QVERIFY(runOf(model)->accelerated != runOf(model, literalLayer, 2)->accelerated);
    }

    void aWrongLayerIsFound() {
        const OnnxModel model = modelOf(transformerBytes());
        int calls = 0;
        const LayerFunction wrong = [&](const LayerCall& call) {
            auto values = literalLayer(call);
            if (++calls == 5) values->at(7) *= 1.001F;
            return values;
        };
        const auto run = runOf(model, wrong);
        QVERIFY(run.ok());
        QCOMPARE(calls, 8);
        QVERIFY(run->largestError() > kValueTolerance);
        for (const NodeRun& node : run->nodes) {  // the first that differs is the one that was wrong
            if (node.error <= kValueTolerance) continue;
            QCOMPARE(QString::fromStdString(model.graph.nodes[static_cast<std::size_t>(node.node)].name), "context");
            return;
        }
    }

    void functionsThatFailOrGiveTooLittleStopTheRun() {
        const OnnxModel model = modelOf(transformerBytes());
        const auto failing = runOf(model, [](const LayerCall&) -> Result<std::vector<float>> { return error("no"); });
        QCOMPARE(QString::fromStdString(failing.errorText()), QString("error: no"));
        const auto little =
            runOf(model, [](const LayerCall&) -> Result<std::vector<float>> { return std::vector<float>{1.0F}; });
        QCOMPARE(QString::fromStdString(little.errorText()),
                 QString("error: layer 'q_matmul' came back with 1 values, expected 1x12x32"));
    }

    void jobsStopRuns() {
        const OnnxModel model = modelOf(transformerBytes());
        Job job;
        int calls = 0;
        const LayerFunction stopping = [&](const LayerCall& call) {
            if (++calls == 3) job.requestStop();
            return literalLayer(call);
        };
        const auto run = runGraph(model.graph, model.lowered, drawInputs(model.graph, 1), stopping, &job);
        QVERIFY(run.ok());
        QCOMPARE(calls, 3);
        QVERIFY(run->nodes.size() < 15);
    }

    void tooLargeRunsAreRefused() {
        ModelWriter writer;
        const OnnxModel model = modelOf(oneNode(writer, "Relu", {{1 << 20, 1 << 10}}).bytes());
        QCOMPARE(QString::fromStdString(runOf(model).errorText()),
                 QString("error: node 'y' (Relu): up to here the values have more than 536870912 elements "
                         "[graph.node[0]]"));
    }

    void relativeErrors() {
        QCOMPARE(relativeError({1, 2}, {1, 2}), 0.0);
        QCOMPARE(relativeError({1, 2.5F}, {1, 2}), 0.25);
        QCOMPARE(relativeError({0.5F, 2}, {0, 2}), 0.25);
        QVERIFY(std::isinf(relativeError({NAN}, {1})));
        QCOMPARE(relativeError({NAN}, {NAN}), 0.0);
        QVERIFY(std::isinf(relativeError({1}, {1, 2})));
        QVERIFY(std::isinf(relativeError({1}, {0})));
    }
};

QTEST_APPLESS_MAIN(ValuesRunTest)
#include "values_run_test.moc"
