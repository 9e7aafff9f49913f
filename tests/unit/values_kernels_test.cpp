// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Each operator on numbers small enough to redo by hand.
// ctest: onnx
#include <QtTest>

#include "core/model/values/run_graph.h"
#include "tests/support/onnx/graphs.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

struct Given {
    Numbers shape;
    std::vector<float> values;
};

/// Output of one node whose inputs are constants but the first; "error: ..." if it can't be run.
QString resultOf(const std::string& op, const std::vector<Given>& operands,
                 const std::vector<NamedAttribute>& attributes = {}, int opset = 13) {
    ModelWriter writer("kernel", opset);
    writer.input("x0", operands.front().shape);
    std::vector<std::string> names{"x0"};
    for (std::size_t i = 1; i < operands.size(); ++i) {
        names.push_back("x" + std::to_string(i));
        writer.floats(names.back(), operands[i].shape, operands[i].values);
    }
    writer.node(op, names, "y", attributes);
    const auto model = onnxModel(writer.output("y").bytes(), "m.onnx", {true, {}});
    if (!model) return QString::fromStdString(model.errorText());
    const NamedTensors inputs{{"x0", {operands.front().shape, operands.front().values}}};
    const auto run = runGraph(model->graph, model->lowered, inputs, literalLayer);
    if (!run) return QString::fromStdString(run.errorText());
    if (run->largestError() > kValueTolerance) return "layer and reference differ";
    QStringList text;
    for (const float value : run->reference.at("y").data) text << QString::number(static_cast<double>(value), 'g', 5);
    return QString::fromStdString(shapeText(run->reference.at("y").shape)) + ": " + text.join(' ');
}

const Given kImage{{1, 1, 3, 3}, {1, 2, 3, 4, 5, 6, 7, 8, 9}};

}  // namespace

class ValuesKernelsTest : public QObject {
    Q_OBJECT
private slots:
    void convolutions() {
        const Given filter{{1, 1, 2, 2}, {1, 0, 0, -1}};  // x[p,q] - x[p+1,q+1]
        QCOMPARE(resultOf("Conv", {kImage, filter}), QString("1x1x2x2: -4 -4 -4 -4"));
        QCOMPARE(resultOf("Conv", {kImage, filter, {{1}, {10}}}), QString("1x1x2x2: 6 6 6 6"));
        QCOMPARE(resultOf("Conv", {kImage, filter}, {{"strides", Numbers{2, 2}}}), QString("1x1x1x1: -4"));
        QCOMPARE(resultOf("Conv", {kImage, filter}, {{"dilations", Numbers{2, 2}}}), QString("1x1x1x1: -8"));
        QCOMPARE(resultOf("Conv", {kImage, filter}, {{"pads", Numbers{1, 0, 0, 1}}}),
                 QString("1x1x3x3: -2 -3 0 -4 -4 3 -4 -4 6"));
        QCOMPARE(resultOf("Conv", {kImage, filter}, {{"auto_pad", std::string("SAME_UPPER")}}),
                 QString("1x1x3x3: -4 -4 3 -4 -4 6 7 8 9"));
        QCOMPARE(resultOf("Conv", {kImage, filter}, {{"auto_pad", std::string("SAME_LOWER")}}),
                 QString("1x1x3x3: -1 -2 -3 -4 -4 -4 -7 -4 -4"));
        // Two groups of one channel each, 1x1: the first doubled, the second times 3 and -1.
        QCOMPARE(resultOf("Conv", {{{1, 2, 1, 2}, {1, 2, 3, 4}}, {{4, 1, 1, 1}, {2, 1, 3, -1}}},
                          {{"group", std::int64_t{2}}}),
                 QString("1x4x1x2: 2 4 1 2 9 12 -3 -4"));
        // One axis: differences of neighbours.
        QCOMPARE(resultOf("Conv", {{{1, 1, 4}, {1, 3, 6, 10}}, {{1, 1, 2}, {-1, 1}}}), QString("1x1x3: 2 3 4"));
    }

    void products() {
        const Given a{{2, 3}, {1, 2, 3, 4, 5, 6}};
        const Given b{{3, 2}, {1, 0, 0, 1, 1, 1}};
        QCOMPARE(resultOf("Gemm", {a, b}), QString("2x2: 4 5 10 11"));
        QCOMPARE(resultOf("Gemm", {a, b, {{2}, {1, 2}}}, {{"alpha", 2.0F}, {"beta", 10.0F}}),
                 QString("2x2: 18 30 30 42"));
        QCOMPARE(resultOf("Gemm", {a, b, {{2, 1}, {100, 200}}}), QString("2x2: 104 105 210 211"));
        QCOMPARE(resultOf("Gemm", {{{3, 2}, {1, 4, 2, 5, 3, 6}}, {{2, 3}, {1, 0, 1, 0, 1, 1}}},
                          {{"transA", std::int64_t{1}}, {"transB", std::int64_t{1}}}),
                 QString("2x2: 4 5 10 11"));
        QCOMPARE(resultOf("MatMul", {a, b}), QString("2x2: 4 5 10 11"));
        QCOMPARE(resultOf("MatMul", {{{2, 1, 2}, {1, 2, 3, 4}}, {{2, 2, 1}, {1, 1, 10, 100}}}),
                 QString("2x1x1: 3 430"));
        QCOMPARE(resultOf("MatMul", {{{2, 1, 1, 2}, {1, 2, 3, 4}}, {{2, 2, 1}, {1, 0, 0, 1}}}),
                 QString("2x2x1x1: 1 2 3 4"));
        QCOMPARE(resultOf("MatMul", {{{3}, {1, 2, 3}}, b}), QString("2: 4 5"));
        QCOMPARE(resultOf("MatMul", {a, {{3}, {1, 1, 1}}}), QString("2: 6 15"));
    }

    void pools() {
        const std::vector<NamedAttribute> window{{"kernel_shape", Numbers{2, 2}}};
        const auto with = [&](const std::string& name, WrittenAttribute value) {
            auto all = window;
            all.push_back({name, std::move(value)});
            return all;
        };
        QCOMPARE(resultOf("MaxPool", {kImage}, window), QString("1x1x2x2: 5 6 8 9"));
        QCOMPARE(resultOf("AveragePool", {kImage}, window), QString("1x1x2x2: 3 4 6 7"));
        auto stepped = with("strides", Numbers{2, 2});
        QCOMPARE(resultOf("MaxPool", {kImage}, stepped), QString("1x1x1x1: 5"));
        stepped.push_back({"ceil_mode", std::int64_t{1}});
        QCOMPARE(resultOf("MaxPool", {kImage}, stepped), QString("1x1x2x2: 5 6 8 9"));
        QCOMPARE(resultOf("AveragePool", {kImage}, stepped), QString("1x1x2x2: 3 4.5 7.5 9"));
        auto padded = with("pads", Numbers{1, 1, 0, 0});
        QCOMPARE(resultOf("AveragePool", {kImage}, padded), QString("1x1x3x3: 1 1.5 2.5 2.5 3 4 5.5 6 7"));
        padded.push_back({"count_include_pad", std::int64_t{1}});
        QCOMPARE(resultOf("AveragePool", {kImage}, padded), QString("1x1x3x3: 0.25 0.75 1.25 1.25 3 4 2.75 6 7"));
        QCOMPARE(resultOf("MaxPool", {{{1, 1, 1, 2}, {-3, -5}}},
                          {{"kernel_shape", Numbers{1, 2}}, {"pads", Numbers{0, 1, 0, 0}}}),
                 QString("1x1x1x2: -3 -3"));
        QCOMPARE(resultOf("GlobalAveragePool", {{{1, 2, 1, 2}, {1, 3, 10, 30}}}), QString("1x2x1x1: 2 20"));
        QCOMPARE(resultOf("GlobalMaxPool", {{{1, 2, 1, 2}, {1, 3, 10, 30}}}), QString("1x2x1x1: 3 30"));
    }

    void pointwise() {
        const Given x{{4}, {-2, -0.5F, 0, 3}};
        QCOMPARE(resultOf("Relu", {x}), QString("4: 0 0 0 3"));
        QCOMPARE(resultOf("LeakyRelu", {x}, {{"alpha", 0.5F}}), QString("4: -1 -0.25 0 3"));
        QCOMPARE(resultOf("Clip", {x, {{}, {-1}}, {{}, {2}}}), QString("4: -1 -0.5 0 2"));
        QCOMPARE(resultOf("Sigmoid", {{{2}, {0, 1}}}), QString("2: 0.5 0.73106"));
        QCOMPARE(resultOf("Tanh", {{{2}, {0, 1}}}), QString("2: 0 0.76159"));
        QCOMPARE(resultOf("Erf", {{{2}, {0, 1}}}), QString("2: 0 0.8427"));
        QCOMPARE(resultOf("Gelu", {{{2}, {1, -1}}}), QString("2: 0.84134 -0.15866"));  // the normal distribution
        QCOMPARE(resultOf("HardSwish", {{{3}, {-4, 0, 3}}}), QString("3: 0 0 3"));
        QCOMPARE(resultOf("Pow", {{{2}, {3, 4}}, {{}, {2}}}), QString("2: 9 16"));
        QCOMPARE(resultOf("Sqrt", {{{2}, {9, 16}}}), QString("2: 3 4"));
        QCOMPARE(resultOf("Add", {{{2, 2}, {1, 2, 3, 4}}, {{2}, {10, 20}}}), QString("2x2: 11 22 13 24"));
        QCOMPARE(resultOf("Add", {{{2, 1}, {1, 2}}, {{1, 3}, {10, 20, 30}}}), QString("2x3: 11 21 31 12 22 32"));
        QCOMPARE(resultOf("Sub", {{{2}, {10, 20}}, {{2, 1}, {1, 2}}}), QString("2x2: 9 19 8 18"));
        QCOMPARE(resultOf("Div", {{{2}, {10, 20}}, {{}, {4}}}), QString("2: 2.5 5"));
        QCOMPARE(resultOf("Max", {x, {{}, {-1}}}), QString("4: -1 -0.5 0 3"));
    }

    void normalisations() {
        // (x - mean) * scale / sqrt(variance) + shift, variances 4 and 1
        QCOMPARE(resultOf("BatchNormalization",
                          {{{1, 2, 2}, {3, 5, 7, 9}}, {{2}, {2, 10}}, {{2}, {1, 0}}, {{2}, {3, 8}}, {{2}, {4, 1}}},
                          {{"epsilon", 0.0F}}),
                 QString("1x2x2: 1 3 -10 10"));
        QCOMPARE(resultOf("Softmax", {{{1, 2}, {0, 1.0986123F}}}), QString("1x2: 0.25 0.75"));  // ln 3
        QCOMPARE(resultOf("Softmax", {{{2, 2}, {0, 1000, 1.0986123F, 1000}}}, {{"axis", std::int64_t{0}}}),
                 QString("2x2: 0.25 0.5 0.75 0.5"));
        // Before version 13 all axes from `axis` on are one: four equal numbers.
        QCOMPARE(resultOf("Softmax", {{{1, 2, 2}, {5, 5, 5, 5}}}, {}, 11), QString("1x2x2: 0.25 0.25 0.25 0.25"));
        QCOMPARE(resultOf("Softmax", {{{1, 2, 2}, {5, 5, 5, 5}}}), QString("1x2x2: 0.5 0.5 0.5 0.5"));
        QCOMPARE(resultOf("LogSoftmax", {{{2}, {0, 0}}}), QString("2: -0.69315 -0.69315"));
        // 1, 3 has mean 2 and deviation 1
        QCOMPARE(resultOf("LayerNormalization", {{{1, 2}, {1, 3}}, {{2}, {5, 7}}, {{2}, {100, 200}}},
                          {{"epsilon", 0.0F}}, 17),
                 QString("1x2: 95 207"));
        const Given table{{2, 3}, {1, 2, 3, 4, 5, 9}};
        QCOMPARE(resultOf("ReduceMean", {table}, {{"axes", Numbers{-1}}}), QString("2x1: 2 6"));
        QCOMPARE(resultOf("ReduceMean", {table}, {{"axes", Numbers{0}}, {"keepdims", std::int64_t{0}}}),
                 QString("3: 2.5 3.5 6"));
        QCOMPARE(resultOf("ReduceMax", {table}), QString("1x1: 9"));
        QCOMPARE(resultOf("ReduceSum", {table}, {{"keepdims", std::int64_t{0}}}), QString("scalar: 24"));
    }

    void layouts() {
        const Given table{{2, 3}, {1, 2, 3, 4, 5, 6}};
        QCOMPARE(resultOf("Transpose", {table}), QString("3x2: 1 4 2 5 3 6"));
        QCOMPARE(resultOf("Transpose", {{{1, 2, 2}, {1, 2, 3, 4}}}, {{"perm", Numbers{2, 0, 1}}}),
                 QString("2x1x2: 1 3 2 4"));
        QCOMPARE(resultOf("Flatten", {{{1, 2, 1, 2}, {1, 2, 3, 4}}}), QString("1x4: 1 2 3 4"));
        QCOMPARE(resultOf("Flatten", {table}, {{"axis", std::int64_t{0}}}), QString("1x6: 1 2 3 4 5 6"));
        QCOMPARE(resultOf("Concat", {table, {{2, 1}, {10, 20}}}, {{"axis", std::int64_t{1}}}),
                 QString("2x4: 1 2 3 10 4 5 6 20"));
        QCOMPARE(resultOf("Concat", {table, {{1, 3}, {7, 8, 9}}}, {{"axis", std::int64_t{0}}}),
                 QString("3x3: 1 2 3 4 5 6 7 8 9"));
        QCOMPARE(resultOf("Slice", {table}, {{"starts", Numbers{-1, 0}}, {"ends", Numbers{9, 2}}}, 9),
                 QString("1x2: 4 5"));
        QCOMPARE(resultOf("Pad", {{{1, 2}, {1, 2}}}, {{"pads", Numbers{0, 1, 1, 0}}, {"value", 7.0F}}, 10),
                 QString("2x3: 7 1 2 7 7 7"));
        QCOMPARE(resultOf("Reshape", {table}, {{"shape", Numbers{3, -1}}}, 4), QString("3x2: 1 2 3 4 5 6"));
        QCOMPARE(resultOf("Squeeze", {{{1, 2, 1}, {1, 2}}}), QString("2: 1 2"));
        QCOMPARE(resultOf("Gather", {table, {{2}, {1, 0}}}), QString("2x3: 4 5 6 1 2 3"));
    }

    void whatCantBeRunSaysSo() {
        QCOMPARE(
            resultOf("Hardmax", {{{2}, {1, 2}}}),
            QString("error: node 'y' (Hardmax): can't be run, the operator has no plain reference [graph.node[0]]"));
        QCOMPARE(resultOf("Gather", {{{2}, {1, 2}}, {{1}, {5}}}),
                 QString("error: node 'y' (Gather): index 5, expected less than 2 [graph.node[0].input]"));
    }
};

QTEST_APPLESS_MAIN(ValuesKernelsTest)
#include "values_kernels_test.moc"
