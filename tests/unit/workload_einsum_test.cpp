// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=workload
#include <QtTest>

#include "core/workload/einsum.h"

using namespace lapidary;

namespace {

const BoundMap kMatrixBounds{{"m", 2}, {"n", 3}, {"k", 4}};

/// Bounds of 4 for every one-letter dimension of the text.
BoundMap boundsFor(const std::string& text) {
    BoundMap bounds;
    for (const char c : text)
        if (c >= 'a' && c <= 'z') bounds[std::string(1, c)] = 4;
    return bounds;
}

Result<Workload> parsed(const std::string& text) { return parseEinsum(text, boundsFor(text)); }

std::string rolesOf(const Workload& workload) {
    std::string text;
    for (const auto& tensor : workload.tensors()) text += (text.empty() ? "" : " ") + tensor.name + '=' + tensor.role;
    return text;
}

}  // namespace

class WorkloadEinsumTest : public QObject {
    Q_OBJECT
private slots:
    void matrixProductHasDimensionsOutputsFirstAndTensorsOperandsFirst() {
        const auto workload = parseEinsum("Z[m,n] += A[m,k] * B[k,n]", kMatrixBounds);
        QVERIFY2(workload.ok(), workload.errorText().c_str());
        QCOMPARE(workload->macs(), 24);
        QVERIFY((workload->dimensions() == std::vector<Dimension>{{"m", "", 2}, {"n", "", 3}, {"k", "", 4}}));
        QCOMPARE(rolesOf(*workload), "A=weight B=input Z=output");
        QVERIFY(!workload->tensors()[0].isOutput && !workload->tensors()[1].isOutput &&
                workload->tensors()[2].isOutput);
        QVERIFY((workload->tensors()[1].ranks == std::vector<Rank>{{{{2, 1}}, 0, 0, 0}, {{{1, 1}}, 0, 0, 0}}));
    }

    void everySpellingMeansTheSame_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("canonical");
        const auto row = [](const char* text, const char* canonical) { QTest::newRow(text) << text << canonical; };
        row("Z[m,n]=A[m,k]*B[k,n]", "Z[m,n] += A[m,k] * B[k,n]");
        row(" Z [ m , n ]\n+=\tA[m,k]*\nB[k,n] ", "Z[m,n] += A[m,k] * B[k,n]");
        row("Z[] += A[k] * B[k]", "Z[] += A[k] * B[k]");
        row("Z = A[k] * B[k]", "Z[] += A[k] * B[k]");
        row("Z[m] = A[m] * S", "Z[m] += A[m] * S[]");
        row("A[d]", "A[d]");
        row("A[d] * B[d]", "A[d] * B[d]");
        row("A[0]", "A[0]");
        row("O[p] += W[r] * I[2p+r]", "O[p] += W[r] * I[2p+r]");
        row("O[p] += W[r] * I[p*2 + 1 + r + 2]", "O[p] += W[r] * I[2p+r+3]");
        row("O[p] += W[r] * I[2 * p + 3 r]", "O[p] += W[r] * I[2p+3r]");
        row("O[p], Q[q] += A[p] * B[q]", "O[p], Q[q] += A[p] * B[q]");
        row("Z[m] += A[m] * B[m] * C[m] * D[m]", "Z[m] += A[m] * B[m] * C[m] * D[m]");
    }
    void everySpellingMeansTheSame() {
        QFETCH(QString, text);
        QFETCH(QString, canonical);
        const auto workload = parsed(text.toStdString());
        QVERIFY2(workload.ok(), workload.errorText().c_str());
        QCOMPARE(QString::fromStdString(workload->einsum()), canonical);
        QVERIFY(*parsed(workload->einsum()) == *workload);
    }

    void rolesFollowTheOrderUnlessGiven() {
        QCOMPARE(rolesOf(*parsed("Z[m] += A[m] * B[m] * C[m]")), "A=weight B=input C=C Z=output");
        QCOMPARE(rolesOf(*parsed("A[d]")), "A=weight");
        EinsumOptions options;
        options.name = "swapped";
        options.roles = {{"A", "input"}, {"B", "weight"}};
        options.aliases = {{"m", "M"}, {"n", "Q"}};
        options.wordBits = {{"Z", 24}};
        options.density = {{"A", 0.5}};
        const auto workload = parseEinsum("Z[m,n] += A[m,k] * B[k,n]", kMatrixBounds, options);
        QVERIFY2(workload.ok(), workload.errorText().c_str());
        QCOMPARE(workload->name(), "swapped");
        QCOMPARE(rolesOf(*workload), "A=input B=weight Z=output");
        QCOMPARE(workload->findDimension("Q"), 1);
        QCOMPARE(workload->tensors()[2].wordBits, 24);
        QCOMPARE(workload->tensors()[0].density, 0.5);
    }

    void wrongTextIsLocated_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) { QTest::newRow(text) << text << message; };
        row("", "1:1: error: the expression is empty; write for example Z[m,n] += A[m,k] * B[k,n]");
        row("[m]", "1:1: error: expected a tensor such as A[m,k], found '['");
        row("Z[m] += ", "1:9: error: expected a tensor such as A[m,k], found the end");
        row("Z[m] += A[m] *", "1:15: error: expected a tensor such as A[m,k], found the end");
        row("Z[m] == A[m]", "1:7: error: expected a tensor such as A[m,k], found '='");
        row("Z[m] += 3", "1:9: error: expected a tensor such as A[m,k], found '3'");
        row("Z[m], Y[m]", "1:11: error: expected '+=' after the outputs, found the end");
        row("Z[m] += A[m] B[m]", "1:14: error: expected '*' or the end, found 'B'");
        row("Z[m] += A[m] + B[m]",
            "1:14: error: expected '*' or the end, found '+'; sums of products are not "
            "supported; write one workload per product");
        row("Z[m",
            "1:4: error: expected ',', '+' or ']' after a rank, found the end; the '[' in column 2 is not "
            "closed");
        row("Z[m += A[m]", "1:5: error: expected ',', '+' or ']' after a rank, found '+='");
        row("Z[m,]", "1:5: error: expected a dimension or a number, found ']'");
        row("Z[m n]", "1:5: error: expected ',', '+' or ']' after a rank, found 'n'");
        row("Z[m*n]", "1:5: error: expected a number, found 'n'");
        row("Z[m,n] += A[m,k * B[k,n]",
            "1:17: error: expected ',', '+' or ']' after a rank, found '*'; the '[' in column 12 is not closed");
        row("Z[m,n] += A[m,k * B",
            "1:17: error: expected ',', '+' or ']' after a rank, found '*'; the '[' in column 12 is not closed");
        row("Z[2*3]", "1:5: error: expected a dimension or a number, found '3'");
        row("Z[2*p*3]", "1:6: error: expected ',', '+' or ']' after a rank, found '*'");
        row("Z[p-1]", "1:4: error: unexpected character '-'; coefficients and constants must not be negative");
        row("Z[-2p]", "1:3: error: unexpected character '-'; coefficients and constants must not be negative");
        row("Z(m)", "1:2: error: unexpected character '('; ranks stand in square brackets, as in A[m,k]");
        row("Z[m] += A[m] × B[m]",
            "1:14: error: unexpected character '×'; write a product such as Z[m,n] += A[m,k] * B[k,n]");
        row("Z[1099511627777p]", "1:3: error: the number 1099511627777 is too large, expected at most 2^40");
        row("Z[99999999999999999999]",
            "1:3: error: the number 99999999999999999999 is too large, expected at most 2^40");
        row("A[0p]", "1:4: error: coefficient 0 of 'p' in tensor 'A' is not within 1 to 2^40 [A[p]]");
        row("Z[i] += A[i,i]",
            "1:13: error: dimension 'i' stands twice in tensor 'A' [A[i]]; a dimension may index a "
            "tensor once; write p+p as 2p, diagonals are not supported");
        row("Z[p+p] += A[p]",
            "1:5: error: dimension 'p' stands twice in tensor 'Z' [Z[p]]; a dimension may index a "
            "tensor once; write p+p as 2p, diagonals are not supported");
        row("Z[m] += A[m] * A[m]", "1:16: error: tensor 'A' occurs twice [A]; give the second one a name of its own");
        row("Z[a,b,c,d,e,f,g,h,i] += A[a,b,c,d,e] * B[f,g,h,i]",
            "1:1: error: tensor 'Z' has 9 ranks, expected at most 8 [Z]");
        row("Z[a,b,c,d,e,f,g,h] += A[i,j,k,l,m,n,o,p] * B[q]", "1:1: error: 17 dimensions, expected at most 16");
        row("Z[a] += A[a]*B[a]*C[a]*D[a]*E[a]*F[a]*G[a]*H[a]", "1:1: error: 9 tensors, expected at most 8");
    }
    void wrongTextIsLocated() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QCOMPARE(QString::fromStdString(parsed(text.toStdString()).errorText()), message);
    }

    void wrongBoundsPointAtTheirDimension() {
        const auto message = [](const BoundMap& bounds) {
            return parseEinsum("Z[m,n] += A[m,k] * B[k,n]", bounds).errorText();
        };
        QCOMPARE(message({{"m", 2}, {"n", 3}}), "1:15: error: dimension 'k' has no bound [k]; add k=... to the bounds");
        QCOMPARE(message({{"m", 2}, {"n", 3}, {"k", 4}, {"M", 4}}),
                 "1:1: error: bound 'M' names no dimension of the expression [M]; did you mean 'm'?");
        QCOMPARE(message({{"m", 2}, {"n", 3}, {"k", 4}, {"x", 4}}),
                 "1:1: error: bound 'x' names no dimension of the expression [x]; expected one of m, n, k");
        QCOMPARE(message({{"m", 0}, {"n", -3}, {"k", 4}}),
                 "1:3: error: bound of dimension 'm' is 0, expected at least 1 [m]\n"
                 "1:5: error: bound of dimension 'n' is -3, expected at least 1 [n]");
        QCOMPARE(message({{"m", 1}, {"n", 1}, {"k", (std::int64_t{1} << 40) + 1}}),
                 "1:15: error: bound of dimension 'k' is 1099511627777, expected at most 2^40 [k]");
    }
    void wrongOptionsNameTheNearestTensor() {
        EinsumOptions options;
        options.roles = {{"a", "input"}};
        options.aliases = {{"q", "Q"}};
        QCOMPARE(parseEinsum("Z[m,n] += A[m,k] * B[k,n]", kMatrixBounds, options).errorText(),
                 "1:1: error: alias 'q' names no dimension of the expression [q]; expected one of m, n, k\n"
                 "1:1: error: role 'a' names no tensor of the expression [a]; did you mean 'A'?");
    }
    void everyTruncationIsReadOrReported() {
        const std::string text = "Z[m,n] += A[m, 2*k + n + 1] * B[k*3,n]";
        for (std::size_t length = 0; length < text.size(); ++length) {
            const auto workload = parsed(text.substr(0, length));
            QVERIFY(workload.ok() || workload.diagnostics()[0].place.line == 1);
        }
    }

    void boundsAreNamesAndIntegers_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* text, const char* message) { QTest::newRow(text) << text << message; };
        row("m", "1:1: error: expected entries such as m=100, found 'm' [m]");
        row("m=1,,n=2", "1:5: error: expected entries such as m=100, found ''");
        row("m=1,n=", "1:5: error: expected entries such as m=100, found 'n=' [n]");
        row("=3", "1:1: error: expected entries such as m=100, found '=3'");
        row("m=1, m=2", "1:6: error: 'm' is given twice [m]");
        row("m=1e3", "1:1: error: bound of 'm' is 1e3, expected an integer [m]");
        row("m=2.0", "1:1: error: bound of 'm' is 2.0, expected an integer [m]");
        row("m=2 3", "1:1: error: bound of 'm' is 2 3, expected an integer [m]");
        row("k=2,m=0", "1:5: error: bound of 'm' is 0, expected at least 1 [m]");
        row("m=-1", "1:1: error: bound of 'm' is -1, expected at least 1 [m]");
        row("m=1099511627777", "1:1: error: bound of 'm' is 1099511627777, expected at most 2^40 [m]");
        row("m=18446744073709551616", "1:1: error: bound of 'm' is 18446744073709551616, expected at most 2^40 [m]");
    }
    void boundsAreNamesAndIntegers() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QCOMPARE(QString::fromStdString(parseBounds(text.toStdString()).errorText()), message);
    }
    void listsMayHoldBlanks() {
        QVERIFY(*parseBounds(" m = 100,n=3 ,  k=1099511627776 ") ==
                (BoundMap{{"m", 100}, {"n", 3}, {"k", std::int64_t{1} << 40}}));
        QVERIFY(parseBounds("")->empty());
        QVERIFY(*parseNames("A=weight, B = input") == (NameMap{{"A", "weight"}, {"B", "input"}}));
        QCOMPARE(parseNames("A:weight").errorText(),
                 "1:1: error: expected entries such as A=weight, found 'A:weight' [A:weight]");
    }
};

QTEST_APPLESS_MAIN(WorkloadEinsumTest)
#include "workload_einsum_test.moc"
