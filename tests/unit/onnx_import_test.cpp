// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: onnx
#include <QtTest>

#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/workload/builders.h"
#include "tests/support/onnx/graphs.h"
#include "tests/support/onnx/models.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::map<std::string, NodeReport> reportsOf(const OnnxModel& model) {
    std::map<std::string, NodeReport> reports;
    for (std::size_t i = 0; i < model.graph.nodes.size(); ++i)
        reports[model.graph.nodes[i].name] = model.lowered.nodes[i];
    return reports;
}

std::int64_t nodesOf(const OnnxModel& model, NodeFate fate) {
    return std::ranges::count(model.lowered.nodes, fate, &NodeReport::fate);
}

QString shownLayer(const OnnxModel& model, const std::string& name) {
    for (const Layer& layer : model.network.layers) {
        if (layer.workload.name() != name) continue;
        QString text = QString::fromStdString(layer.workload.einsum());
        for (const Dimension& dimension : layer.workload.dimensions())
            text += " " + QString::fromStdString(dimension.name) + "=" + QString::number(dimension.bound);
        return text;
    }
    return "no such layer";
}

}  // namespace

class OnnxImportTest : public QObject {
    Q_OBJECT
private slots:
    /// The preset was written from the paper, not from an ONNX file.
    void resnetBecomesThePreset() {
        const auto model = onnxModel(resnet18Bytes(224, 64, false), "resnet18.onnx");
        QVERIFY2(model.ok(), model.errorText().c_str());
        const Network preset = *loadNetwork("resnet18");
        QCOMPARE(model->network.layers.size(), preset.layers.size());
        for (const Layer& expected : preset.layers) {
            const std::string& name = expected.workload.name();
            const auto found = std::ranges::find(model->network.layers, name,
                                                 [](const Layer& layer) { return layer.workload.name(); });
            QVERIFY2(found != model->network.layers.end(), name.c_str());
            QCOMPARE(found->workload.macs(), expected.workload.macs());
            if (name == "fc") continue;  // the same product with its tensors lying as in the file
            QVERIFY2(found->workload.dimensions() == expected.workload.dimensions(), name.c_str());
            QVERIFY2(found->workload.tensors() == expected.workload.tensors(), name.c_str());
        }
        QCOMPARE(shownLayer(*model, "fc"), QString("Z[n,m] += A[m,k] * B[n,k] n=1 m=1000 k=512"));
    }

    void everyNodeOfResnetIsListed() {
        const auto model = onnxModel(resnet18Bytes(64, 8), "resnet18.onnx");
        QVERIFY2(model.ok(), model.errorText().c_str());
        QVERIFY(model.diagnostics().empty());
        QCOMPARE(model->graph.nodes.size(), std::size_t{20 + 20 + 17 + 1 + 8 + 1 + 1 + 1});
        QCOMPARE(model->lowered.nodes.size(), model->graph.nodes.size());
        QCOMPARE(nodesOf(*model, NodeFate::layer), 21);
        QCOMPARE(nodesOf(*model, NodeFate::folded), 20);
        QCOMPARE(nodesOf(*model, NodeFate::host), 17 + 1 + 8 + 1 + 1);
        QCOMPARE(model->lowered.macs(NodeFate::host), 0);
        const auto reports = reportsOf(*model);
        QCOMPARE(reports.at("relu1").elements, 8 * 32 * 32);
        QCOMPARE(reports.at("conv1").macs, 8 * 32 * 32 * 3 * 49);
        QCOMPARE(reports.at("layer2_0_downsample_bn").layer, reports.at("layer2_0_downsample").layer);
        QCOMPARE(importTable(*model, NumberStyle::exact).rows.size(), model->graph.nodes.size());
    }

    void transformerBecomesProducts() {
        OnnxOptions options;
        options.extents["batch"] = 3;
        const auto model = onnxModel(transformerBytes({12, 32, 4, 64}), "block.onnx", options);
        QVERIFY2(model.ok(), model.errorText().c_str());
        QVERIFY2(model.diagnostics().empty(), toText(model.diagnostics()).c_str());
        // Tokens of all sequences are rows of one matrix; each head of each sequence has its own product.
        QCOMPARE(shownLayer(*model, "q_matmul"), QString("Z[n,m] += A[k,m] * B[n,k] n=36 m=32 k=32"));
        QCOMPARE(shownLayer(*model, "scores"), QString("Z[b0,n,m] += A[b0,k,m] * B[b0,n,k] b0=12 n=12 m=12 k=8"));
        QCOMPARE(shownLayer(*model, "context"), QString("Z[b0,n,m] += A[b0,k,m] * B[b0,n,k] b0=12 n=12 m=8 k=12"));
        QCOMPARE(shownLayer(*model, "ff1_matmul"), QString("Z[n,m] += A[k,m] * B[n,k] n=36 m=64 k=32"));
        QCOMPARE(model->network.layers.size(), std::size_t{8});
        const auto reports = reportsOf(*model);
        QCOMPARE(reports.at("merge_shape").fate, NodeFate::constant);
        QCOMPARE(reports.at("merge_target").fate, NodeFate::constant);
        QCOMPARE(reports.at("attention").fate, NodeFate::host);
        QCOMPARE(shownShape(model, "q_heads"), QString("3x4x12x8"));
        QCOMPARE(shownShape(model, "ln2"), QString("3x12x32"));
    }

    void openAxesAreOneUnlessTold() {
        const auto model = onnxModel(transformerBytes(), "block.onnx");
        QVERIFY(model.ok());
        QCOMPARE(QString::fromStdString(toText(model.diagnostics())),
                 QString("block.onnx: note: axis 0 of input 'x' is left open, taken as 1 [graph.input[0]]; --extents "
                         "batch=N gives it another extent"));
        QCOMPARE(shownShape(model, "ln2"), QString("1x12x32"));
    }

    void networksReadBackEqual() {
        for (const std::string& bytes : {resnet18Bytes(64, 8, false), transformerBytes()}) {
            const auto model = onnxModel(bytes, "model.onnx");
            QVERIFY(model.ok());
            const auto json = parseJson(toJson(model->network).dump(), "written");
            const auto again = networkFromJson(*json, "written");
            QVERIFY2(again.ok(), again.errorText().c_str());
            QCOMPARE(again->layers.size(), model->network.layers.size());
            for (std::size_t i = 0; i < again->layers.size(); ++i)
                QVERIFY(again->layers[i].workload == model->network.layers[i].workload);
        }
    }

    void normalisationsStayWhereTheyCantBeFolded() {
        ModelWriter writer;
        writer.input("x", {1, 2, 4, 4}).zeros("w", {2, 2, 1, 1}).zeros("v", {2});
        writer.node("Conv", {"x", "w"}, "shared");
        writer.node("BatchNormalization", {"shared", "v", "v", "v", "v"}, "bn1");
        writer.node("Relu", {"shared"}, "relu");
        writer.node("BatchNormalization", {"relu", "v", "v", "v", "v"}, "bn2");
        writer.output("bn1").output("bn2");
        const auto model = onnxModel(writer.bytes(), "m.onnx");
        QVERIFY2(model.ok(), model.errorText().c_str());
        QCOMPARE(QString::fromStdString(reportsOf(*model).at("bn1").reason),
                 QString("what it reads is used elsewhere, too"));
        QCOMPARE(QString::fromStdString(reportsOf(*model).at("bn2").reason),
                 QString("no Conv or Gemm right before it to fold it into"));
    }

    /// 27 outputs of 3 filters over 2 channels of 2 x 2 x 2; a fourth axis, and a transposed convolution, are listed with
    /// their products and why they are none.
    void convolutionsOverMoreAxes() {
        ModelWriter writer;
        writer.input("x", {1, 2, 4, 4, 4}).zeros("w", {3, 2, 2, 2, 2}).zeros("v", {2, 3, 2, 2, 2});
        writer.input("z", {1, 1, 3, 3, 3, 3}).zeros("u", {1, 1, 2, 2, 2, 2});
        writer.node("Conv", {"x", "w"}, "y");
        writer.node("ConvTranspose", {"x", "v"}, "t");
        writer.node("Conv", {"z", "u"}, "f");
        writer.output("y").output("t").output("f");
        const auto model = onnxModel(writer.bytes(), "m.onnx");
        QVERIFY2(model.ok(), model.errorText().c_str());
        const auto reports = reportsOf(*model);
        QVERIFY(reports.at("y").fate == NodeFate::layer);
        QCOMPARE(reports.at("y").macs, 3 * 27 * 2 * 8);
        QCOMPARE(shownLayer(*model, "y"),
                 QString("O[N,M,E,P,Q] += W[M,C,T,R,S] * I[N,C,E+T,P+R,Q+S] N=1 M=3 E=3 P=3 Q=3 C=2 T=2 R=2 S=2"));
        QCOMPARE(reports.at("t").macs, 64 * 2 * 3 * 8);
        QVERIFY2(reports.at("t").reason.find("overlapping outputs") != std::string::npos,
                 reports.at("t").reason.c_str());
        QCOMPARE(QString::fromStdString(reports.at("f").reason),
                 QString("4 spatial axes, only up to 3 become a layer"));
        QCOMPARE(reports.at("f").macs, 16 * 16);
    }

    void productsThatSpreadKeepTheirAxes() {
        const auto layerOf = [](const Numbers& a, const Numbers& b) {
            ModelWriter writer;
            const auto model = onnxModel(oneNode(writer, "MatMul", {a, b}).bytes(), "m.onnx");
            return model ? shownLayer(*model, "y") : QString::fromStdString(model.errorText());
        };
        QCOMPARE(layerOf({5, 1, 2, 3}, {4, 3, 6}),
                 QString("Z[b0,b1,n,m] += A[b1,k,m] * B[b0,n,k] b0=5 b1=4 n=2 m=6 k=3"));
        QCOMPARE(layerOf({2, 3}, {7, 3, 6}), QString("Z[b0,n,m] += A[b0,k,m] * B[n,k] b0=7 n=2 m=6 k=3"));
        QCOMPARE(layerOf({3}, {3, 6}), QString("Z[n,m] += A[k,m] * B[n,k] n=1 m=6 k=3"));
        QCOMPARE(layerOf({2, 3}, {3}), QString("Z[n,m] += A[k,m] * B[n,k] n=2 m=1 k=3"));
    }

    void namesOfLayersHaveNoSlash() {
        ModelWriter writer;
        writer.input("x", {2, 3}).zeros("w", {3, 4});
        writer.node("MatMul", {"x", "w"}, "/encoder/0/MatMul");
        writer.output("/encoder/0/MatMul");
        const auto model = onnxModel(writer.bytes(), "m.onnx");
        QCOMPARE(QString::fromStdString(model->network.layers.front().workload.name()), QString("encoder.0.MatMul"));
    }
};

QTEST_APPLESS_MAIN(OnnxImportTest)
#include "onnx_import_test.moc"
