// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: onnx onnx-checker
#include <QtTest>

#include "core/io/onnx/onnx_model.h"
#include "tests/support/onnx/checker/onnx_checker.h"
#include "tests/support/onnx/graphs.h"
#include "tests/support/onnx/models.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// How many values ONNX knows the shape of, all of which must be ours.
int comparedShapes(const std::string& bytes) {
    const auto model = onnxModel(bytes, "model.onnx");
    if (!model) qFatal("%s", model.errorText().c_str());
    int count = 0;
    for (const auto& [name, shape] : shapesByOnnx(bytes)) {
        const GraphValue& value = valueNamed(model->graph, name);
        if (value.shape != shape)
            qFatal("%s: ours %s, theirs %s", name.c_str(), value.shape ? shapeText(*value.shape).c_str() : "unknown",
                   shapeText(shape).c_str());
        ++count;
    }
    return count;
}

}  // namespace

class OnnxShapesTest : public QObject {
    Q_OBJECT
private slots:
    void onnxAcceptsOurTestModels() {
        QCOMPARE(QString::fromStdString(checkedByOnnx(resnet18Bytes(64, 8))), QString());
        QCOMPARE(QString::fromStdString(checkedByOnnx(transformerBytes())), QString());
    }

    void wholeModels() {
        QCOMPARE(comparedShapes(resnet18Bytes(64, 8)), 69);
        ModelWriter writer;
        QVERIFY(comparedShapes(transformerBytes()) > 10);  // the open batch leaves most unknown there
    }

    void windows() {
        int count = 0;
        for (const char* op : {"Conv", "MaxPool", "AveragePool"}) {
            for (const char* pad : {"NOTSET", "VALID", "SAME_UPPER", "SAME_LOWER"})
                for (std::int64_t kernel = 1; kernel <= 4; ++kernel)
                    for (std::int64_t stride = 1; stride <= 3; ++stride)
                        for (std::int64_t size = 6; size <= 9; ++size) {
                            ModelWriter writer("window", 11);
                            writer.input("x", {1, 4, size, size + 3});
                            std::vector<NamedAttribute> attributes{{"kernel_shape", Numbers{kernel, 2}},
                                                                   {"strides", Numbers{stride, 2}},
                                                                   {"auto_pad", std::string(pad)}};
                            if (std::string(pad) == "NOTSET")
                                attributes.push_back({"pads", Numbers{kernel / 2, 0, 0, 1}});
                            const bool isConv = std::string(op) == "Conv";
                            if (isConv) {
                                attributes.push_back({"group", std::int64_t{2}});
                                writer.zeros("w", {6, 2, kernel, 2});
                                writer.node(op, {"x", "w"}, "y", attributes);
                            } else {
                                writer.node(op, {"x"}, "y", attributes);
                            }
                            writer.output("y");
                            count += comparedShapes(writer.bytes());
                        }
        }
        QCOMPARE(count, 3 * 4 * 4 * 3 * 4);
    }
};

QTEST_APPLESS_MAIN(OnnxShapesTest)
#include "onnx_shapes_test.moc"
