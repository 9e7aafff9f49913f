// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=workload
#include <QtTest>

#include "core/workload/builders.h"
#include "core/workload/einsum.h"
#include "core/workload/network.h"

using namespace lapidary;

namespace {

Rank axis(int dimension, std::int64_t coefficient = 1) { return {{{dimension, coefficient}}, 0, 0, 0}; }

Tensor operand(std::string name, std::vector<Rank> ranks) {
    Tensor tensor;
    tensor.name = name;
    tensor.role = std::move(name);
    tensor.ranks = std::move(ranks);
    return tensor;
}

std::string problems(std::vector<Dimension> dimensions, std::vector<Tensor> tensors) {
    return Workload::make("w", std::move(dimensions), std::move(tensors)).errorText();
}

}  // namespace

class WorkloadTest : public QObject {
    Q_OBJECT
private slots:
    void namesComeBeforeAliasesAndCaseOnlyHelpsIfUnambiguous() {
        const auto workload = Workload::make("w", {{"m", "M", 2}, {"n", "Q", 3}, {"k", "C", 4}, {"K", "", 5}},
                                             {operand("A", {axis(0), axis(1), axis(2), axis(3)})});
        QVERIFY2(workload.ok(), workload.errorText().c_str());
        QCOMPARE(workload->findDimension("m"), 0);
        QCOMPARE(workload->findDimension("M"), 0);
        QCOMPARE(workload->findDimension("q"), 1);
        QCOMPARE(workload->findDimension("N"), 1);
        QCOMPARE(workload->findDimension("k"), 2);
        QCOMPARE(workload->findDimension("K"), 3);
        QCOMPARE(workload->findDimension("x"), -1);
        QCOMPARE(workload->findDimension(""), -1);
    }
    void rolesShareAMask() {
        const auto workload = parseEinsum("Z[m] += A[m] * B[m] * C[m]", {{"m", 2}}, {"", {{"C", "input"}}, {}, {}, {}});
        QCOMPARE(workload->tensorMask("input"), 0b0110u);
        QCOMPARE(workload->tensorMask("B"), 0b0010u);
        QCOMPARE(workload->tensorMask("none"), 0u);
        QCOMPARE(workload->findTensor("input"), 1);
        QCOMPARE(workload->findTensor("output"), 3);
        QCOMPARE(workload->findTensor("none"), -1);
    }
    void tensorNamesComeBeforeRoles() {
        const auto workload = parseEinsum("Z[m] += input[m] * weight[m]", {{"m", 2}});
        QCOMPARE(workload->findTensor("input"), 0);  // its role is weight
        QCOMPARE(workload->findTensor("weight"), 1);
    }
    void boundsCanBeReplaced() {
        const auto workload = gemm("g", 2, 3, 4);
        QCOMPARE(workload->withBounds({5, 6, 7})->macs(), 210);
        QCOMPARE(workload->withBounds({5, 6}).errorText(), "error: expected 3 bounds, found 2");
        QCOMPARE(workload->withBounds({5, 0, 7}).errorText(),
                 "error: bound of dimension 'n' is 0, expected at least 1 [n]");
        QCOMPARE(workload->named("h").name(), "h");
        QVERIFY(!(workload->named("h") == *workload));
    }

    void wrongPartsAreNamed() {
        QCOMPARE(problems({{"m", "", 2}, {"m", "", 3}}, {operand("A", {axis(0), axis(1)})}),
                 "error: two dimensions are named 'm' [m]");
        QCOMPARE(problems({{"", "", 2}}, {operand("A", {axis(0)})}),
                 "error: dimension name '' is not a name; use letters, digits and _, a letter first");
        QCOMPARE(problems({{"2m", "", 2}}, {operand("A", {axis(0)})}),
                 "error: dimension name '2m' is not a name [2m]; use letters, digits and _, a letter first");
        QCOMPARE(problems({{"m", "X", 2}, {"n", "X", 3}}, {operand("A", {axis(0), axis(1)})}),
                 "error: alias 'X' of dimension 'n' also stands for dimension 'm' [n]");
        QCOMPARE(problems({{"m", "n", 2}, {"n", "", 3}}, {operand("A", {axis(0), axis(1)})}),
                 "error: alias 'n' of dimension 'm' also stands for dimension 'n' [m]");
        QCOMPARE(problems({{"m", "", 2}, {"n", "", 3}}, {operand("A", {axis(0)})}),
                 "error: dimension 'n' is used by no tensor [n]");
        QCOMPARE(problems({{"m", "", 2}}, {operand("A", {axis(1)})}),
                 "error: tensor 'A' names dimension number 1, expected less than 1 [A]");
        QCOMPARE(problems({{"m", "", 2}}, {operand("A", {axis(0, 0)})}),
                 "error: coefficient 0 of 'm' in tensor 'A' is not within 1 to 2^40 [A[m]]");
        QCOMPARE(problems({{"m", "", 2}}, {operand("A", {axis(0)}), operand("A", {axis(0)})}),
                 "error: tensor 'A' occurs twice [A]; give the second one a name of its own");
    }
    void aWorkloadReadsAtLeastOneTensor() {
        Tensor output = operand("Z", {axis(0)});
        output.isOutput = true;
        QCOMPARE(problems({{"m", "", 2}}, {output}), "error: no tensor is read, expected at least one operand");
    }
    void densityAndWordSizeHaveRanges() {
        Tensor tensor = operand("A", {axis(0)});
        tensor.density = 0;
        QCOMPARE(problems({{"m", "", 2}}, {tensor}), "error: density of tensor 'A' is not above 0 and at most 1 [A]");
        tensor.density = 1;
        tensor.wordBits = -1;
        QCOMPARE(problems({{"m", "", 2}}, {tensor}), "error: tensor 'A' has words of -1 bits, expected 1 to 4096 [A]");
        tensor.wordBits = 0;
        tensor.ranks[0].paddingBefore = -1;
        QCOMPARE(problems({{"m", "", 2}}, {tensor}),
                 "error: a constant, padding or extent of tensor 'A' is not within 0 to 2^40 [A]");
    }
    void computesStayWithinSixtyTwoBits() {
        const std::int64_t large = std::int64_t{1} << 31;
        QCOMPARE(problems({{"m", "", large}, {"n", "", large}}, {operand("A", {axis(0), axis(1)})}), "");
        QCOMPARE(problems({{"m", "", large}, {"n", "", large + 1}}, {operand("A", {axis(0)}), operand("B", {axis(1)})}),
                 "error: the bounds multiply to 4611686020574871552 computes, expected at most 2^62");
        QCOMPARE(
            problems({{"m", "", large}}, {operand("A", {axis(0, std::int64_t{1} << 40)})}),
            "error: the bounding box of tensor 'A' has 2361183240335310979073 elements, expected at most 2^62 [A]");
    }

    void equalShapesMergeAndKeepTheFirstName() {
        Network network;
        network.layers = {{*gemm("a", 2, 3, 4), 1}, {*gemm("b", 2, 3, 5), 2}, {*gemm("c", 2, 3, 4), 3}};
        const auto unique = network.uniqueLayers();
        QCOMPARE(unique.size(), 2u);
        QCOMPARE(unique[0].workload.name(), "a");
        QCOMPARE(unique[0].count, 4);
        QCOMPARE(unique[1].count, 2);
    }
};

QTEST_APPLESS_MAIN(WorkloadTest)
#include "workload_test.moc"
