// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Files cut off at every byte and with bits flipped: a model or errors that name the file, never a crash, and never more
// memory than a few times the file's size.
// ctest: onnx
#include <sys/resource.h>

#include <QtTest>

#include "core/base/rng.h"
#include "core/model/values/run_graph.h"
#include "tests/support/cases.h"
#include "tests/support/onnx/graphs.h"
#include "tests/support/onnx/models.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// A bit of everything that the reader knows, as small as can be, so that flips hit it.
std::string mixedBytes() {
    ModelWriter writer;
    writer.input("x", {-1, 4, 6, 6});
    writer.floats("w", {2, 2, 3, 3}, std::vector<float>(36, 0.5F)).floats("b", {2}, {1, 2}).integers("to", {0, -1});
    writer.node("Conv", {"x", "w", "b"}, "c",
                {{"group", std::int64_t{2}}, {"pads", Numbers{1, 1, 1, 1}}, {"strides", Numbers{2, 1}}});
    writer.node("BatchNormalization", {"c", "b", "b", "b", "b"}, "n", {{"epsilon", 0.1F}});
    writer.node("MaxPool", {"n"}, "p", {{"kernel_shape", Numbers{2, 2}}, {"auto_pad", std::string("SAME_UPPER")}});
    writer.node("Reshape", {"p", "to"}, "r");
    writer.node("Transpose", {"r"}, "t", {{"perm", Numbers{1, 0}}});
    writer.node("MatMul", {"r", "t"}, "m");
    writer.node("Slice", {"m"}, "s", {{"starts", Numbers{0}}, {"ends", Numbers{1}}});
    writer.node("Softmax", {"s"}, "y");
    return writer.output("y").bytes();
}

/// Whether it is a model; complains of errors that don't say which file is wrong.
bool isModel(const std::string& bytes) {
    const auto model = onnxModel(bytes, "damaged.onnx", {true, {}});
    for (const Diagnostic& problem : model.diagnostics())
        if (problem.place.file != "damaged.onnx" || problem.message.empty())
            qFatal("no place: %s", toText(problem).c_str());
    if (!model) return false;
    if (model->lowered.nodes.size() != model->graph.nodes.size()) qFatal("a node isn't listed");
    return true;
}

std::int64_t peakMemory() {
    rusage usage{};
    getrusage(RUSAGE_SELF, &usage);
    return usage.ru_maxrss * 1024;
}

}  // namespace

class OnnxDamageTest : public QObject {
    Q_OBJECT
private slots:
    void cutOffAnywhere() {
        for (const std::string& bytes : {mixedBytes(), transformerBytes({2, 4, 2, 4})}) {
            QVERIFY(isModel(bytes));
            const auto step = static_cast<std::size_t>(cases(1000) >= 1000 ? 1 : 7);
            for (std::size_t size = 0; size < bytes.size(); size += step) {
                const bool isWhole = isModel(bytes.substr(0, size));
                // The list of operator versions stands last: without it, or with less, there is no model.
                QVERIFY2(!isWhole, qPrintable(QString("cut off at %1 of %2").arg(size).arg(bytes.size())));
            }
        }
    }

    void bitsFlipped() {
        const std::int64_t before = peakMemory();
        int models = 0;
        const int count = cases(8'000, 400'000);
        for (const std::string& bytes : {mixedBytes(), transformerBytes({2, 4, 2, 4})}) {
            Rng rng(11);
            for (int i = 0; i < count; ++i) {
                std::string damaged = bytes;
                for (std::uint64_t flips = 1 + rng.below(3); flips > 0; --flips)
                    damaged[rng.below(damaged.size())] ^= static_cast<char>(1U << rng.below(8));
                models += isModel(damaged);
            }
        }
        QVERIFY(models > 0 && models < 2 * count);
        QVERIFY2(peakMemory() - before < (std::int64_t{1} << 30), "more than a GiB for files of a few KiB");
    }

    /// Whole fields moved, doubled or taken out.
    void piecesMoved() {
        const std::string bytes = mixedBytes();
        Rng rng(12);
        for (int i = 0, count = cases(4'000, 200'000); i < count; ++i) {
            std::string damaged = bytes;
            const std::size_t from = rng.below(bytes.size());
            const std::string piece = bytes.substr(from, 1 + rng.below(60));
            if (rng.below(2) == 0)
                damaged.insert(rng.below(damaged.size()), piece);
            else
                damaged.erase(rng.below(damaged.size()), piece.size());
            isModel(damaged);
        }
    }

    /// What can still be read runs or says why not.
    void damagedModelsRunOrSayWhy() {
        const std::string bytes = mixedBytes();
        Rng rng(13);
        int ran = 0;
        for (int i = 0, count = cases(3'000, 100'000); i < count; ++i) {
            std::string damaged = bytes;
            damaged[rng.below(damaged.size())] ^= static_cast<char>(1U << rng.below(8));
            const auto model = onnxModel(damaged, "damaged.onnx", {true, {}});
            if (!model || model->lowered.macs(NodeFate::layer) > 1'000'000) continue;
            std::int64_t elements = 0;
            for (const NodeReport& node : model->lowered.nodes) elements += node.elements;
            if (elements > 1'000'000) continue;
            ran += runGraph(model->graph, model->lowered, drawInputs(model->graph, 1), literalLayer).ok();
        }
        QVERIFY(ran > 0);
    }
};

QTEST_APPLESS_MAIN(OnnxDamageTest)
#include "onnx_damage_test.moc"
