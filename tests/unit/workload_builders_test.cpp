// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=workload
#include <QtTest>

#include "core/workload/builders.h"

using namespace lapidary;

namespace {

std::int64_t sizeOf(const Workload& workload, std::string_view tensor) {
    return workload.tensorSize(workload.findTensor(tensor));
}

}  // namespace

class WorkloadBuildersTest : public QObject {
    Q_OBJECT
private slots:
    void convolutionNamesDimensionsAsDesignsDo() {
        Conv2d shape;
        shape.n = 2;
        shape.c = 3;
        shape.m = 4;
        shape.p = shape.q = 5;
        shape.r = shape.s = 3;
        shape.strideP = 2;
        shape.dilationQ = 2;
        const auto workload = conv2d("c", shape);
        QVERIFY2(workload.ok(), workload.errorText().c_str());
        QCOMPARE(workload->einsum(), "O[N,M,P,Q] += W[M,C,R,S] * I[N,C,2P+R,Q+2S]");
        QCOMPARE(workload->macs(), 2 * 3 * 4 * 25 * 9);
        for (const auto& dimension : workload->dimensions()) QCOMPARE(dimension.alias, dimension.name);
        QCOMPARE(workload->findDimension("G"), -1);
        QVERIFY(workload->findTensor("weight") == workload->findTensor("W"));
        QVERIFY(workload->findTensor("input") == workload->findTensor("I"));
        QVERIFY(workload->findTensor("output") == workload->findTensor("O"));
        QCOMPARE(sizeOf(*workload, "I"), 2 * 3 * 11 * 9);
        QCOMPARE(sizeOf(*workload, "W"), 4 * 3 * 9);
        QCOMPARE(sizeOf(*workload, "O"), 2 * 4 * 25);
    }
    void groupsIndexEveryTensor() {
        Conv2d shape;
        shape.groups = 2;
        shape.c = 48;
        shape.m = 128;
        shape.p = shape.q = 27;
        shape.r = shape.s = 5;
        const auto workload = conv2d("alexnet conv2", shape);
        QCOMPARE(workload->einsum(), "O[N,G,M,P,Q] += W[G,M,C,R,S] * I[N,G,C,P+R,Q+S]");
        QCOMPARE(workload->macs(), 2LL * 48 * 128 * 27 * 27 * 25);  // 223,948,800, as the published table
        QCOMPARE(sizeOf(*workload, "W"), 2 * 128 * 48 * 25);
    }
    void paddingStandsAtTheInputsWindows() {
        Conv2d shape;
        shape.p = shape.q = 7;
        shape.r = 3;
        shape.s = 5;
        shape.paddingP = 1;
        shape.paddingQ = 2;
        shape.height = shape.width = 7;
        const auto workload = conv2d("same", shape);
        QVERIFY2(workload.ok(), workload.errorText().c_str());
        const Tensor& input = workload->tensors()[static_cast<std::size_t>(workload->findTensor("I"))];
        QCOMPARE(input.ranks[2].paddingBefore, 1);
        QCOMPARE(input.ranks[2].dataExtent, 7);
        QCOMPARE(input.ranks[3].paddingBefore, 2);
        QCOMPARE(input.ranks[3].dataExtent, 7);
    }
    void outputExtentsFollowPaddingStrideAndDilation() {
        QCOMPARE(convolvedExtent(224, 7, 2, 1, 3, 3), 112);  // ResNet conv1
        QCOMPARE(convolvedExtent(227, 11, 4), 55);           // AlexNet conv1
        QCOMPARE(convolvedExtent(7, 3, 1, 3, 3, 3), 7);      // dilated, same
        QCOMPARE(convolvedExtent(7, 9, 1, 1, 1, 1), 1);      // larger than the data, not than the padded data
        QCOMPARE(convolvedExtent(7, 10, 1, 1, 1, 1), 0);
    }
    void filterLargerThanTheDataIsLegalIfAnOutputExists() {
        Conv2d shape;
        shape.r = shape.s = 9;
        shape.height = shape.width = 7;
        shape.paddingP = shape.paddingQ = 1;
        QVERIFY(conv2d("wide", shape).ok());
        shape.p = convolvedExtent(7, 10, 1, 1, 1, 1);
        QCOMPARE(conv2d("too wide", shape).errorText(),
                 "error: P is 0, expected 1 to 2^40 [P]; the filter does not fit into the padded input");
    }
    void wrongNumbersAreNamed() {
        Conv2d shape;
        shape.c = 0;
        shape.strideQ = -1;
        shape.groups = 0;
        shape.paddingP = -1;
        QCOMPARE(conv2d("x", shape).errorText(),
                 "error: C is 0, expected 1 to 2^40 [C]\n"
                 "error: groups is 0, expected 1 to 2^40 [groups]\n"
                 "error: stride Q is -1, expected 1 to 2^40 [stride Q]\n"
                 "error: padding P is -1, expected 0 to 2^40 [padding P]");
        shape = {};
        shape.paddingQ = 1;
        QCOMPARE(conv2d("x", shape).errorText(), "error: padding is given, but the input's width is unknown");
    }

    void gemmSpeaksOfConvolutionChannels() {
        const auto workload = gemm("g", 2, 3, 4);
        QCOMPARE(workload->einsum(), "Z[m,n] += A[m,k] * B[k,n]");
        QCOMPARE(workload->bound(workload->findDimension("M")), 2);
        QCOMPARE(workload->bound(workload->findDimension("Q")), 3);
        QCOMPARE(workload->bound(workload->findDimension("C")), 4);
        QVERIFY(workload->findTensor("weight") == workload->findTensor("A"));
        QVERIFY(workload->findTensor("input") == workload->findTensor("B"));
    }
    void tensorAlgebrasAreThoseOfThePapers() {
        QCOMPARE(mttkrp("t", 2, 3, 5, 7)->einsum(), "O[i,j] += A[i,k,l] * B[k,j] * C[l,j]");
        QCOMPARE(ttmc("t", 2, 3, 5, 7, 11)->einsum(), "O[i,l,m] += A[i,j,k] * B[j,l] * C[k,m]");
        QCOMPARE(sddmm("t", 2, 3, 5)->einsum(), "O[i,j] += A[i,j] * B[i,k] * C[k,j]");
        QCOMPARE(mmc("t", 2, 3, 5, 7)->einsum(), "O[i,l] += A[i,j] * B[j,k] * C[k,l]");
        QCOMPARE(tcl("t", 2, 3, 5, 7, 11, 13)->einsum(), "O[l,m,n] += A[i,j,k] * B[i,l] * C[j,m] * D[k,n]");
        QCOMPARE(sizeOf(*mttkrp("t", 2, 3, 5, 7), "A"), 2 * 5 * 7);
        QCOMPARE(sizeOf(*ttmc("t", 2, 3, 5, 7, 11), "O"), 2 * 7 * 11);
        QCOMPARE(sizeOf(*sddmm("t", 2, 3, 5), "C"), 5 * 3);
        QCOMPARE(sizeOf(*mmc("t", 2, 3, 5, 7), "O"), 2 * 7);
        QCOMPARE(sizeOf(*tcl("t", 2, 3, 5, 7, 11, 13), "D"), 5 * 13);
        QCOMPARE(tcl("t", 2, 3, 5, 7, 11, 13)->macs(), 30030);
    }
};

QTEST_APPLESS_MAIN(WorkloadBuildersTest)
#include "workload_builders_test.moc"
