// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Random convolutions and products: the workload that the import makes of a node, computed point by point as workloads are
// defined, gives the values of the plain reference. So what searchers and models see is the operator that the file states.
// ctest: onnx
#include <QtTest>

#include <numeric>

#include "core/model/values/run_graph.h"
#include "tests/support/cases.h"
#include "tests/support/onnx/graphs.h"
#include "tests/support/random_draw.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::vector<float> drawn(Rng& rng, const Numbers& shape) {
    const auto count = std::accumulate(shape.begin(), shape.end(), std::int64_t{1}, std::multiplies<>());
    std::vector<float> values(static_cast<std::size_t>(count));
    for (float& value : values) value = static_cast<float>(2 * rng.unit() - 1);
    return values;
}

/// Small whole numbers: every sum is exact in float32, so both must be equal bit by bit.
std::vector<float> drawnWhole(Rng& rng, const Numbers& shape) {
    std::vector<float> values = drawn(rng, shape);
    for (float& value : values) value = static_cast<float>(between(rng, -8, 8));
    return values;
}

std::string randomConv(Rng& rng, bool normalised) {
    const std::int64_t axes = between(rng, 1, 3);
    const std::int64_t groups = between(rng, 1, 3);
    const std::int64_t channels = groups * between(rng, 1, 3);
    const std::int64_t outputs = groups * between(rng, 1, 3);
    Numbers data{between(rng, 1, 2), channels}, filter{outputs, channels / groups}, strides, dilations, pads;
    for (std::int64_t axis = 0; axis < axes; ++axis) {
        data.push_back(between(rng, 3, 9));
        filter.push_back(between(rng, 1, 3));
        strides.push_back(between(rng, 1, 3));
        dilations.push_back(between(rng, 1, 2));
    }
    for (std::int64_t pad = 0; pad < 2 * axes; ++pad) pads.push_back(between(rng, 1, 3));
    ModelWriter writer;
    writer.input("x", data)
        .floats("w", filter, drawnWhole(rng, filter))
        .floats("b", {outputs}, drawnWhole(rng, {outputs}));
    std::vector<NamedAttribute> attributes{{"group", groups}, {"strides", strides}, {"dilations", dilations}};
    const char* const words[] = {"SAME_UPPER", "SAME_LOWER"};
    if (rng.below(3) == 0)
        attributes.push_back({"auto_pad", std::string(words[rng.below(2)])});
    else
        attributes.push_back({"pads", pads});
    std::vector<std::string> inputs{"x", "w"};
    if (rng.below(2) == 0) inputs.emplace_back("b");
    writer.node("Conv", inputs, "y", attributes);
    if (!normalised) return writer.output("y").bytes();
    for (const char* name : {"scale", "shift", "mean"}) writer.floats(name, {outputs}, drawn(rng, {outputs}));
    std::vector<float> variance = drawn(rng, {outputs});
    for (float& value : variance) value += 1.5F;
    writer.floats("variance", {outputs}, variance);
    writer.node("BatchNormalization", {"y", "scale", "shift", "mean", "variance"}, "z");
    return writer.output("z").bytes();
}

std::string randomMatMul(Rng& rng) {
    const std::int64_t inner = between(rng, 1, 4);
    Numbers a, b;
    for (std::int64_t axis = between(rng, 0, 3); axis > 0; --axis) {
        const std::int64_t extent = between(rng, 1, 3);
        a.push_back(rng.below(4) == 0 ? 1 : extent);
        b.push_back(rng.below(4) == 0 ? 1 : extent);
    }
    const auto cut = static_cast<std::ptrdiff_t>(rng.below(a.size() + 1));
    Numbers& shorter = rng.below(2) == 0 ? a : b;  // leading axes that only the other has
    shorter.erase(shorter.begin(), shorter.begin() + cut);
    a.insert(a.end(), {between(rng, 1, 4), inner});
    b.insert(b.end(), {inner, between(rng, 1, 4)});
    const std::uint64_t constant = rng.below(3);
    ModelWriter writer;
    if (constant == 1)
        writer.floats("a", a, drawnWhole(rng, a));
    else
        writer.input("a", a);
    if (constant == 2)
        writer.floats("b", b, drawnWhole(rng, b));
    else
        writer.input("b", b);
    writer.node("MatMul", {"a", "b"}, "y");
    return writer.output("y").bytes();
}

std::string randomGemm(Rng& rng) {
    const std::int64_t m = between(rng, 1, 5), n = between(rng, 1, 5), k = between(rng, 1, 5);
    const bool transA = rng.below(2) == 0, transB = rng.below(2) == 0;
    const Numbers b = transB ? Numbers{n, k} : Numbers{k, n};
    ModelWriter writer;
    writer.input("a", transA ? Numbers{k, m} : Numbers{m, k}).floats("b", b, drawnWhole(rng, b));
    const Numbers spreads[] = {{m, n}, {n}, {m, 1}, {1, n}, {}};
    const Numbers& c = spreads[rng.below(5)];
    writer.floats("c", c, drawnWhole(rng, c));
    writer.node("Gemm", {"a", "b", "c"}, "y",
                {{"transA", std::int64_t{transA}}, {"transB", std::int64_t{transB}}, {"alpha", 2.0F}, {"beta", 3.0F}});
    return writer.output("y").bytes();
}

/// Relative error of a run whose inputs are whole numbers; it must have had a layer.
double errorOf(const std::string& bytes, std::uint64_t seed) {
    const auto model = onnxModel(bytes, "m.onnx", {true, {}});
    if (!model) qFatal("%s", model.errorText().c_str());
    if (model->lowered.layers.size() != 1) qFatal("no layer: %s", model->lowered.nodes.front().reason.c_str());
    NamedTensors inputs = drawInputs(model->graph, seed);
    for (auto& [name, tensor] : inputs)
        for (float& value : tensor.data) value = static_cast<float>(static_cast<int>(value * 8));
    const auto run = runGraph(model->graph, model->lowered, inputs, literalLayer);
    if (!run) qFatal("%s", run.errorText().c_str());
    return run->largestError();
}

}  // namespace

class ValuesLayersTest : public QObject {
    Q_OBJECT
private slots:
    void layersGiveTheReferencesValues() {
        const int count = cases(600, 20'000);
        for (int i = 0; i < count; ++i) {
            Rng rng(21, static_cast<std::uint64_t>(i));
            const QByteArray which = "case " + QByteArray::number(i);
            QVERIFY2(errorOf(randomConv(rng, false), 1) == 0, which);
            QVERIFY2(errorOf(randomMatMul(rng), 1) == 0, which);
            QVERIFY2(errorOf(randomGemm(rng), 1) == 0, which);
        }
    }

    void foldedNormalisationsGiveTheReferencesValues() {
        const int count = cases(600, 20'000);
        double largest = 0;
        for (int i = 0; i < count; ++i) {
            Rng rng(22, static_cast<std::uint64_t>(i));
            largest = std::max(largest, errorOf(randomConv(rng, true), 1));
        }
        QVERIFY2(largest > 0 && largest < 1e-5, qPrintable(QString::number(largest)));
    }
};

QTEST_APPLESS_MAIN(ValuesLayersTest)
#include "values_layers_test.moc"
