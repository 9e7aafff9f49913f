// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=workload
// Layers whose sizes other tools got wrong, as their users reported.
#include <QtTest>

#include "core/workload/builders.h"
#include "core/workload/einsum.h"

using namespace lapidary;

namespace {

std::int64_t inputs(const Workload& workload) { return workload.tensorSize(workload.findTensor("input")); }

}  // namespace

class ConvolutionSizesCountedWrongTest : public QObject {
    Q_OBJECT
private slots:
    /// DeepBench's DeepSpeech conv1 reads 700 x 161; a published configuration took these for outputs (360,640,000).
    void c46_deepSpeechConv1HasOutputs341By79() {
        Conv2d shape;
        shape.m = 32;
        shape.r = 20;
        shape.s = 5;
        shape.strideP = shape.strideQ = 2;
        shape.height = 700;
        shape.width = 161;
        shape.p = convolvedExtent(shape.height, shape.r, shape.strideP);
        shape.q = convolvedExtent(shape.width, shape.s, shape.strideQ);
        QCOMPARE(shape.p, 341);
        QCOMPARE(shape.q, 79);
        QCOMPARE(conv2d("conv1", shape)->macs(), 86'204'800);
    }
    /// 4410 operations on (1 + 3 - 1)(7 + 3 - 1) * 14 = 378 distinct inputs: each is used 11.667 times.
    void c52_overlappingWindowsCountEachInputOnce() {
        Conv2d shape;
        shape.c = 14;
        shape.m = 5;
        shape.r = shape.s = 3;
        shape.q = 7;
        const auto workload = conv2d("reuse", shape);
        QCOMPARE(workload->macs(), 4410);
        QCOMPARE(inputs(*workload), 378);
    }
    /// A stride beyond the filter crashed one tool and counted the box of 3,025 in another.
    void c27_stridedOneByOneNeedsOnlyEverySecondInput() {
        Conv2d shape;
        shape.p = shape.q = 28;
        shape.strideP = shape.strideQ = 2;
        QCOMPARE(inputs(*conv2d("downsample", shape)), 784);
    }
    /// Keyword spotting: stride 8 x 2, filter 20 x 5.
    void c45_eachAxisHasItsOwnStride() {
        Conv2d shape;
        shape.p = 10;
        shape.q = 18;
        shape.r = 20;
        shape.s = 5;
        shape.strideP = 8;
        shape.strideQ = 2;
        const auto workload = conv2d("keywords", shape);
        QCOMPARE(workload->einsum(), "O[N,M,P,Q] += W[M,C,R,S] * I[N,C,8P+R,2Q+S]");
        QCOMPARE(inputs(*workload), (8 * 9 + 20) * (2 * 17 + 5));
    }
};

QTEST_APPLESS_MAIN(ConvolutionSizesCountedWrongTest)
#include "convolution_sizes_counted_wrong_test.moc"
