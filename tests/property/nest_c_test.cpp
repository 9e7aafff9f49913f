// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: timeout=300
// Mappings written as C: the system's compiler takes them without a warning, and the programs find that the nest makes
// the result of the plain loops with as many MACs as the workload has.

#include "core/io/nest_c.h"

#include <QProcess>
#include <QStandardPaths>
#include <QTemporaryDir>
#include <QtTest>

#include "core/io/native.h"
#include "core/io/nest_tikz.h"
#include "core/mapping/validity.h"
#include "core/workload/einsum.h"
#include "tests/support/cases.h"
#include "tests/support/problem.h"
#include "tests/support/random_mapping.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

struct Ran {
    bool ok = false;
    QString output;  ///< of the program, or what the compiler says
};

Ran run(const QString& program, const QStringList& arguments) {
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(program, arguments);
    const bool ended = process.waitForFinished(60'000);
    return {ended && process.exitStatus() == QProcess::NormalExit && process.exitCode() == 0,
            QString::fromUtf8(process.readAll()).trimmed()};
}

/// Compiles with all warnings as errors and runs.
Ran compileAndRun(const std::string& code) {
    const QTemporaryDir folder;
    const QString source = folder.filePath("nest.c"), program = folder.filePath("nest");
    if (hasErrors(writeTextFile(source.toStdString(), code))) return {false, "cannot write " + source};
    const Ran compiled = run("cc", {"-std=c99", "-Wall", "-Wextra", "-Werror", "-O1", "-o", program, source});
    return compiled.ok ? run(program, {}) : compiled;
}

QString expected(std::int64_t macs, std::int64_t computes) {
    return QString("macs %1 computes %2 equal").arg(macs).arg(computes);
}

std::string codeOf(const Problem& problem) {
    return nestToC(problem.mapping, *problem.target, {.command = "lapidary-cli export", .seed = 1, .inputs = {}});
}

}  // namespace

class NestCTest : public QObject {
    Q_OBJECT

private slots:
    void initTestCase();
    void imperfectNestsComputeWhatTheEinsumSays();
    void paddingIsExecutedButNoWork();
    void anExpressionWithoutOutputIsSummed();
    void namesThatCReservesAreChanged();
    void tailsAreTheRemainderOfAllIterations();
    void tikzBalancesItsBraces();
};

void NestCTest::initTestCase() {
    if (QStandardPaths::findExecutable("cc").isEmpty()) QSKIP("no C compiler here");
}

void NestCTest::imperfectNestsComputeWhatTheEinsumSays() {
    Rng rng(31);
    int imperfect = 0;
    const int wanted = cases(20, 200);
    while (imperfect < wanted) {
        const RandomProblem problem = randomProblem(rng);
        const auto hasTail = [](const Node& node) { return node.isLoop() && node.tail != node.bound; };
        if (std::none_of(problem.mapping.nodes.begin(), problem.mapping.nodes.end(), hasTail)) continue;
        ++imperfect;
        const std::string code = nestToC(problem.mapping, *problem.target, {});
        const Ran ran = compileAndRun(code);
        const std::int64_t macs = problem.target->workload.macs();
        QVERIFY2(ran.ok && ran.output == expected(macs, macs), qPrintable(ran.output + "\n" + code.c_str()));
    }
}

void NestCTest::paddingIsExecutedButNoWork() {
    const Problem padded = problem("Z[m,n] += A[m,k] * B[k,n]", "m=5,n=3,k=2", ladder({"DRAM", "PE 4x1", "spad"}),
                                   "pad m to 8\nDRAM [A B Z]\nfor m in 0..2\nfor n in 0..3\nparFor m in 0..4 @PE.X\n"
                                   "spad [A B Z]\nfor k in 0..2");
    const Ran ran = compileAndRun(codeOf(padded));
    QCOMPARE(ran.output, expected(5 * 3 * 2, 8 * 3 * 2));
    QVERIFY(ran.ok);
}

void NestCTest::anExpressionWithoutOutputIsSummed() {
    const Problem single = problem("A[d]", "d=100", ladder({"DRAM", "PE 6x1", "spad"}),
                                   "DRAM [A]\nfor d in 0..17\nparFor d in 0..6 (last 4) @PE.X\nspad [A]");
    const Ran ran = compileAndRun(codeOf(single));
    QCOMPARE(ran.output, expected(100, 100));
    QVERIFY(ran.ok);
}

void NestCTest::namesThatCReservesAreChanged() {
    const Problem reserved =
        problem("main[int,for] += word[int,if] * macs[if,for]", "int=4,for=3,if=5", ladder({"DRAM", "spad"}),
                "DRAM [main word macs]\nfor int in 0..4\nspad [main word macs]\nfor for in 0..3\n"
                "for if in 0..5");
    const Ran ran = compileAndRun(codeOf(reserved));
    QCOMPARE(ran.output, expected(60, 60));
    QVERIFY(ran.ok);
}

void NestCTest::tailsAreTheRemainderOfAllIterations() {
    // 100 = (17 - 1) * 6 + 4: the text says so, as in Ruby's Fig. 5.
    const Problem single = problem("A[d]", "d=100", ladder({"DRAM", "PE 6x1", "spad"}),
                                   "DRAM [A]\nfor d in 0..17\nparFor d in 0..6 (last 4) @PE.X\nspad [A]");
    const std::string code = codeOf(single);
    QVERIFY(code.find("for (int64_t d1 = 0; d1 < 17; ++d1) {\n") != std::string::npos);
    QVERIFY(code.find("for (int64_t d0 = 0; d0 < smaller(6, 100 - 6 * d1); ++d0) {  // parFor PE.X, last 4\n") !=
            std::string::npos);
    QVERIFY(code.find("// made by: lapidary-cli export\n// seed: 1\n") != std::string::npos);
}

void NestCTest::tikzBalancesItsBraces() {
    Rng rng(7);
    for (int i = 0; i < cases(50); ++i) {
        const RandomProblem problem = randomProblem(rng);
        const std::string picture = nestToTikz(problem.mapping, *problem.target, {});
        QCOMPARE(std::count(picture.begin(), picture.end(), '{'), std::count(picture.begin(), picture.end(), '}'));
        QVERIFY(picture.ends_with("\\end{tikzpicture}\n"));
    }
}

QTEST_APPLESS_MAIN(NestCTest)
#include "nest_c_test.moc"
