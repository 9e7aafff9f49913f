// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: onnx
#include <onnx/onnx_pb.h>

#include <QtTest>

#include "tests/support/onnx/graphs.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

QString problemOf(const std::string& bytes, const OnnxOptions& options = {}) {
    const auto model = onnxModel(bytes, "m.onnx", options);
    return QString::fromStdString(toText(model.diagnostics()));
}

QString problemOf(const std::string& op, const std::vector<Numbers>& inputs,
                  const std::vector<NamedAttribute>& attributes = {}) {
    ModelWriter writer;
    return problemOf(oneNode(writer, op, inputs, attributes).bytes());
}

constexpr std::int64_t kHuge = std::int64_t{1} << 40;

}  // namespace

class OnnxBadFilesTest : public QObject {
    Q_OBJECT
private slots:
    void filesThatAreNoModel() {
        QCOMPARE(problemOf(std::string()), QString("m.onnx: error: the file is empty, expected an ONNX model"));
        QCOMPARE(problemOf(std::string("{\"schema\": \"lapidary/network/1\"}")),
                 QString("m.onnx: error: the file is cut off or damaged at byte 0 of 32, expected an ONNX model"));
        onnx::ModelProto empty;
        empty.set_producer_name("nobody");
        QCOMPARE(problemOf(empty.SerializeAsString()), QString("m.onnx: error: no graph, expected an ONNX model"));
    }

    void cutOffFilesSayWhere() {
        ModelWriter writer;
        const std::string bytes = oneNode(writer, "Relu", {{1, 2}}).bytes();
        // In the middle of the node's operator, which the graph holds.
        const std::size_t cut = bytes.find("Relu") + 2;
        QCOMPARE(problemOf(bytes.substr(0, cut)),
                 QString("m.onnx: error: the file is cut off or damaged at byte %1 of %1, expected an ONNX model "
                         "[graph.node[0]]")
                     .arg(cut));
        // A node's list of attributes that claims to be longer than the file.
        std::string damaged = bytes;
        const std::size_t relu = damaged.find("Relu");
        damaged[relu - 1] = 120;
        QCOMPARE(problemOf(damaged), QString("m.onnx: error: the file is cut off or damaged at byte %1 of %2, expected "
                                             "an ONNX model [graph.node[0]]")
                                         .arg(relu - 2)
                                         .arg(bytes.size()));
    }

    void hugeExtents() {
        QCOMPARE(problemOf("Relu", {{kHuge + 1, 2}}),
                 QString("m.onnx: error: 'x0' has an extent of 1099511627777, expected 0 to 2^40 [graph.input[0]]"));
        QCOMPARE(problemOf("Relu", {{kHuge, kHuge}}),
                 QString("m.onnx: error: input 'x0' is 1099511627776x1099511627776, expected at most 2^62 elements "
                         "[graph.input[0]]"));
        QCOMPARE(
            problemOf("MatMul", {{kHuge, 1}, {1, kHuge}}),
            QString("m.onnx: error: node 'y' (MatMul): its output is 1099511627776x1099511627776, expected at most "
                    "2^62 elements [graph.node[0].output]"));
        QCOMPARE(
            problemOf("Concat", {{kHuge, 1}, {kHuge, 1}}, {{"axis", std::int64_t{0}}}),
            QString("m.onnx: error: node 'y' (Concat): an extent of its output is 2199023255552, expected 0 to 2^40 "
                    "[graph.node[0].output]"));
        ModelWriter writer;
        writer.zeros("w", {2});
        writer.model().mutable_graph()->mutable_initializer(0)->set_dims(0, kHuge);
        writer.node("Relu", {"w"}, "y");
        QCOMPARE(
            problemOf(writer.output("y").bytes()),
            QString("m.onnx: error: tensor 'w' is 1099511627776 of float, expected 1099511627776 elements, found 2 "
                    "[graph.initializer[0]]"));
    }

    void unknownOperatorsAreListed() {
        ModelWriter writer;
        writer.input("x", {2, 3}).zeros("w", {3, 4});
        writer.node("MatMul", {"x", "w"}, "first");
        writer.node("Fancy", {"first"}, "second", {}, "com.example");
        writer.node("MatMul", {"second", "w"}, "third");
        const auto model = onnxModel(writer.output("third").bytes(), "m.onnx");
        QCOMPARE(QString::fromStdString(toText(model.diagnostics())),
                 QString("m.onnx: warning: node 'second' (com.example:Fancy): the operator isn't known, listed as not "
                         "accelerated; what it makes has the shape that the file declares, if any [graph.node[1]]"));
        QCOMPARE(model->network.layers.size(), std::size_t{1});
        QCOMPARE(QString::fromStdString(model->lowered.nodes[1].reason), QString("the operator isn't known"));
        QCOMPARE(QString::fromStdString(model->lowered.nodes[2].reason), QString("the shape of an input isn't known"));
        writer.declare("second", {2, 3});
        QCOMPARE(onnxModel(writer.bytes(), "m.onnx")->network.layers.size(), std::size_t{2});
    }

    void attributes_data() {
        QTest::addColumn<QString>("found");
        QTest::addColumn<QString>("message");
        const Numbers image{1, 4, 5, 5};
        const Numbers filter{6, 4, 3, 3};
        const auto conv = [&](const std::vector<NamedAttribute>& given) {
            return problemOf("Conv", {image, filter}, given);
        };
        QTest::newRow("stride 0")
            << conv({{"strides", Numbers{0, 1}}})
            << "node 'y' (Conv): attribute 'strides' is [0, 1], expected 2 numbers from 1 to 2^30 "
               "[graph.node[0].strides]";
        QTest::newRow("three strides")
            << conv({{"strides", Numbers{1, 1, 1}}})
            << "node 'y' (Conv): attribute 'strides' is [1, 1, 1], expected 2 numbers from 1 "
               "to 2^30 [graph.node[0].strides]";
        QTest::newRow("pads")
            << conv({{"pads", Numbers{1, -1, 0, 0}}})
            << "node 'y' (Conv): attribute 'pads' is [1, -1, 0, 0], expected 4 numbers from 0 to 2^30 "
               "[graph.node[0].pads]";
        QTest::newRow("kind") << conv({{"strides", std::int64_t{2}}})
                              << "node 'y' (Conv): attribute 'strides' is a whole number, expected a list of whole "
                                 "numbers [graph.node[0].strides]";
        QTest::newRow("auto_pad") << conv({{"auto_pad", std::string("SAME")}})
                                  << "node 'y' (Conv): attribute 'auto_pad' is 'SAME', expected NOTSET, SAME_UPPER, "
                                     "SAME_LOWER or VALID [graph.node[0].auto_pad]";
        QTest::newRow("groups") << conv({{"group", std::int64_t{2}}})
                                << "node 'y' (Conv): the input has 4 channels, expected 2 groups of the weights' 4 "
                                   "[graph.node[0].group]";
        QTest::newRow("too large a window")
            << conv({{"dilations", Numbers{3, 3}}})
            << "node 'y' (Conv): a window of 7 doesn't fit into 5 with padding 0 and 0 [graph.node[0].kernel_shape]";
        QTest::newRow("kernel") << conv({{"kernel_shape", Numbers{3, 2}}})
                                << "node 'y' (Conv): attribute 'kernel_shape' is [3, 2], but the weights are [3, 3] "
                                   "[graph.node[0].kernel_shape]";
        QTest::newRow("missing input") << problemOf("Conv", {image})
                                       << "node 'y' (Conv): input 2 is missing [graph.node[0].input]";
        QTest::newRow("inner") << problemOf("Gemm", {{2, 3}, {4, 5}})
                               << "node 'y' (Gemm): the operands are 2x3 and 4x5, expected the same inner extent "
                                  "[graph.node[0].input]";
        QTest::newRow("spread")
            << problemOf("Add", {{2, 3}, {4}})
            << "node 'y' (Add): the operands are 2x3 and 4, expected extents that are equal or 1 from "
               "the last axis on [graph.node[0].input]";
        QTest::newRow("perm") << problemOf("Transpose", {{2, 3}}, {{"perm", Numbers{0, 0}}})
                              << "node 'y' (Transpose): attribute 'perm' names 2 axes, expected each of 2 axes once "
                                 "[graph.node[0].perm]";
        QTest::newRow("axis") << problemOf("Softmax", {{2, 3}}, {{"axis", std::int64_t{2}}})
                              << "node 'y' (Softmax): axis is 2, expected -2 to 1 for a tensor of 2 axes "
                                 "[graph.node[0].axis]";
        QTest::newRow("kernel_shape") << problemOf("MaxPool", {image})
                                      << "node 'y' (MaxPool): attribute 'kernel_shape' is missing "
                                         "[graph.node[0].kernel_shape]";
    }
    void attributes() {
        QFETCH(QString, found);
        QFETCH(QString, message);
        QCOMPARE(found, "m.onnx: error: " + message);
    }

    void graphsThatDontHoldTogether() {
        ModelWriter dangling;
        dangling.node("Relu", {"nothing"}, "y");
        QCOMPARE(problemOf(dangling.output("y").bytes()),
                 QString("m.onnx: error: node 'y' (Relu): reads 'nothing', which nothing makes [graph.node[0]]"));
        ModelWriter cycle;
        cycle.node("Relu", {"b"}, "a");
        cycle.node("Relu", {"a"}, "b");
        QCOMPARE(
            problemOf(cycle.output("a").bytes()),
            QString("m.onnx: error: node 'a' (Relu): waits for its own output, expected no cycle [graph.node[0]]"));
        ModelWriter twice;
        twice.input("x", {1});
        twice.node("Relu", {"x"}, "y");
        twice.node("Abs", {"x"}, "y");
        QCOMPARE(problemOf(twice.output("y").bytes()),
                 QString("m.onnx: error: node 'y#2' (Abs): writes 'y', which node 'y' (Relu) writes, too "
                         "[graph.node[1]]"));
        ModelWriter noOutput;
        noOutput.input("x", {1});
        noOutput.node("Relu", {"x"}, "y");
        QCOMPARE(problemOf(noOutput.output("z").bytes()),
                 QString("m.onnx: error: no node makes the output 'z' [graph.output[0]]"));
    }

    void versionsAreNeeded() {
        ModelWriter writer;
        oneNode(writer, "Relu", {{1}});
        writer.model().clear_opset_import();
        QCOMPARE(problemOf(writer.bytes()),
                 QString("m.onnx: error: no version of ONNX's operators, expected an opset_import for the domain "
                         "'ai.onnx' [opset_import]"));
    }

    /// Thousands of empty messages would become objects of a hundred times their size.
    void filesThatWouldGrowAreRefused() {
        std::string graph;
        for (std::size_t i = 0; i < (std::size_t{2} << 20); ++i) graph += std::string("\x0a\x00", 2);
        std::string bytes = "\x08\x07\x3a";
        for (std::size_t size = graph.size(); size > 0; size >>= 7)
            bytes += static_cast<char>((size & 0x7F) | (size > 0x7F ? 0x80 : 0));
        const QString problem = problemOf(bytes + graph);
        QVERIFY2(problem.startsWith("m.onnx: error: more than 1048576 fields, no real model has as many [graph"),
                 qPrintable(problem));
    }

    void namesAreMadePrintable() {
        ModelWriter writer;
        writer.input("x", {1});
        writer.node("Re\x01\xFFlu", {"x"}, std::string(300, 'y'));
        const auto model = onnxModel(writer.bytes(), "m.onnx");
        QVERIFY2(model.ok(), model.errorText().c_str());
        QCOMPARE(QString::fromStdString(model->graph.nodes.front().op), QString("Re??lu"));
        QCOMPARE(model->graph.nodes.front().name.size(), std::size_t{123});
    }
};

QTEST_APPLESS_MAIN(OnnxBadFilesTest)
#include "onnx_bad_files_test.moc"
