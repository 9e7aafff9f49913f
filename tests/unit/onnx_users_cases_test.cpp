// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What users of other tools ran into when they brought their models: C48 and C54 of the reference data's users/cases.md.
// ctest: onnx
#include <onnx/onnx_pb.h>

#include <QtTest>

#include "core/model/values/run_graph.h"
#include "tests/support/onnx/graphs.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// One module in GoogLeNet's manner and its classifier; exported while training, an auxiliary head beside it.
std::string googlenetBytes(bool training) {
    ModelWriter writer("googlenet");
    writer.input("image", {1, 8, 12, 12});
    writer.zeros("w1", {4, 8, 1, 1}).zeros("w3", {6, 8, 3, 3}).zeros("wp", {2, 8, 1, 1}).zeros("wc", {5, 12});
    writer.node("Conv", {"image", "w1"}, "branch1");
    writer.node("Conv", {"image", "w3"}, "branch3", {{"pads", Numbers{1, 1, 1, 1}}});
    writer.node("MaxPool", {"image"}, "pooled", {{"kernel_shape", Numbers{3, 3}}, {"pads", Numbers{1, 1, 1, 1}}});
    writer.node("Conv", {"pooled", "wp"}, "branchp");
    writer.node("Concat", {"branch1", "branch3", "branchp"}, "module", {{"axis", std::int64_t{1}}});
    writer.node("GlobalAveragePool", {"module"}, "mean");
    writer.node("Flatten", {"mean"}, "features");
    writer.node("Gemm", {"features", "wc"}, "logits", {{"transB", std::int64_t{1}}});
    writer.output("logits");
    if (training) {
        writer.zeros("wa", {3, 12, 1, 1}).zeros("wf", {5, 27});
        writer.node("AveragePool", {"module"}, "aux_pooled",
                    {{"kernel_shape", Numbers{4, 4}}, {"strides", Numbers{4, 4}}});
        writer.node("Conv", {"aux_pooled", "wa"}, "aux_conv");
        writer.node("Flatten", {"aux_conv"}, "aux_features");
        writer.node("Gemm", {"aux_features", "wf"}, "aux", {{"transB", std::int64_t{1}}});
        writer.output("aux");
    }
    return writer.bytes();
}

Result<GraphRun> valuesOf(const OnnxModel& model) {
    return runGraph(model.graph, model.lowered, drawInputs(model.graph, 1), literalLayer);
}

}  // namespace

class OnnxUsersCasesTest : public QObject {
    Q_OBJECT
private slots:
    /// C48: auxiliary heads stand in the file only if it was exported while training, which is no reason to fail: all of
    /// its layers are there, each by name, and the inference graph's are the same with and without.
    void c48_auxiliaryHeads() {
        const auto inference = onnxModel(googlenetBytes(false), "googlenet.onnx");
        const auto training = onnxModel(googlenetBytes(true), "googlenet.onnx");
        QVERIFY2(inference.ok() && training.ok(), (inference.errorText() + training.errorText()).c_str());
        QCOMPARE(inference->graph.nodes.size(), std::size_t{8});
        QCOMPARE(training->graph.nodes.size(), std::size_t{12});
        const std::int64_t module = 144 * 8 * (4 + 6 * 9 + 2) + 12 * 5;
        QCOMPARE(inference->lowered.macs(NodeFate::layer), module);
        QCOMPARE(training->lowered.macs(NodeFate::layer), module + 9 * 12 * 3 + 27 * 5);
        QCOMPARE(inference->network.layers.size(), std::size_t{4});
        QCOMPARE(training->network.layers.size(), std::size_t{6});
        for (std::size_t i = 0; i < 4; ++i) {
            const Workload &without = inference->network.layers[i].workload,
                           &with = training->network.layers[i].workload;
            QCOMPARE(with.name(), without.name());
            QVERIFY(with.dimensions() == without.dimensions() && with.tensors() == without.tensors());
        }
        QCOMPARE(shownShape(training, "aux"), QString("1x5"));
    }

    /// C54: products of integers come out wrong in floating point from 2^24 on; such a model is refused by node and operand
    /// where values count, while its shapes are as good as any.
    void c54_integerTensors() {
        ModelWriter writer;
        writer.input("x", {2, 3});
        writer.model().mutable_graph()->mutable_input(0)->mutable_type()->mutable_tensor_type()->set_elem_type(
            onnx::TensorProto::INT64);
        writer.input("w", {3, 4});
        writer.model().mutable_graph()->mutable_input(1)->mutable_type()->mutable_tensor_type()->set_elem_type(
            onnx::TensorProto::INT64);
        writer.node("MatMul", {"x", "w"}, "y");
        const auto model = onnxModel(writer.output("y").bytes(), "integers.onnx", {.values = true, .extents = {}});
        QVERIFY2(model.ok(), model.errorText().c_str());
        QCOMPARE(shownShape(model, "y"), QString("2x4"));
        QCOMPARE(model->network.layers.size(), std::size_t{1});
        const auto run = valuesOf(*model);
        QVERIFY(!run.ok());
        QVERIFY2(
            run.errorText().find("operand 'x' is a tensor of integers, expected floating point") != std::string::npos,
            run.errorText().c_str());
    }

    /// Integers may be made on the way, too: by Cast, which cuts off fractions, or by what tells a shape or a place.
    void c54_integersMadeByNodes() {
        const auto refusedAt = [](const char* op, const std::vector<NamedAttribute>& attributes) {
            ModelWriter writer;
            writer.input("x", {3, 3});
            writer.node(op, {"x"}, "whole", attributes);
            writer.node("Transpose", {"whole"}, "turned");
            writer.node("MatMul", {"turned", "turned"}, "y");
            const auto model = onnxModel(writer.output("y").bytes(), "made.onnx", {.values = true, .extents = {}});
            if (!model) return QString::fromStdString(model.errorText());
            const auto run = valuesOf(*model);
            return run ? QString("ran") : QString::fromStdString(run.errorText());
        };
        QVERIFY(refusedAt("Cast", {{"to", std::int64_t{7}}}).contains("operand 'turned' is a tensor of integers"));
        QVERIFY(refusedAt("Cast", {{"to", std::int64_t{3}}}).contains("operand 'turned' is a tensor of integers"));
        QCOMPARE(refusedAt("Cast", {{"to", std::int64_t{1}}}), QString("ran"));
        QCOMPARE(refusedAt("Identity", {}), QString("ran"));
    }

    /// The target shape of a Reshape as exporters write it: Shape -> Gather -> Unsqueeze -> Concat with a constant.
    void c54_shapesMadeByNodes() {
        ModelWriter writer;
        writer.input("x", {6, 2, 4}).integers("first", {0}).integers("rest", {-1}).zeros("w", {8, 5});
        writer.node("Shape", {"x"}, "shape");
        writer.node("Gather", {"shape", "first"}, "batch");
        writer.node("Concat", {"batch", "rest"}, "target", {{"axis", std::int64_t{0}}});
        writer.node("Reshape", {"x", "target"}, "flat");
        writer.node("MatMul", {"flat", "w"}, "y");
        const auto model = onnxModel(writer.output("y").bytes(), "shapes.onnx", {.values = true, .extents = {}});
        QVERIFY2(model.ok(), model.errorText().c_str());
        QCOMPARE(shownShape(model, "flat"), QString("6x8"));
        QCOMPARE(shownShape(model, "y"), QString("6x5"));
        QVERIFY(valuesOf(*model).ok());
    }
};

QTEST_APPLESS_MAIN(OnnxUsersCasesTest)
#include "onnx_users_cases_test.moc"
