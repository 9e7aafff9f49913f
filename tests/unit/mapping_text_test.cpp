// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/support/mapping_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

std::string errorOf(const std::string& text) {
    const TargetPtr target = smallTarget();
    const auto mapping = parseMapping(text, "my.nest", target->workload, target->architecture);
    return mapping ? "accepted" : mapping.errorText();
}

}  // namespace

class MappingTextTest : public QObject {
    Q_OBJECT
private slots:
    void aNestIsWrittenAsTheContractShows() {
        const TargetPtr target = smallTarget();
        const Workload& w = target->workload;
        const int q = w.findDimension("Q");
        const int p = w.findDimension("P");
        const Mapping mapping{{store(0, 0b111), temporal(p, 5, 5), store(1, 0b110), temporal(q, 2, 2),
                               spatial(q, 4, 3, 0, Axis::x), store(2, 0b001)},
                              {}};
        QCOMPARE(toText(mapping, w, target->architecture),
                 "DRAM [W I O]\n"
                 "  for P in 0..5\n"
                 "    GLB [I O]\n"
                 "      for Q in 0..2\n"
                 "        parFor Q in 0..4 (last 3) @PE.X\n"
                 "          spad [W]\n");
    }
    void paddedDimensionsComeFirst() {
        const TargetPtr target = smallTarget();
        Mapping mapping{{store(0, 0b111)}, {}};
        for (const Dimension& dimension : target->workload.dimensions())
            mapping.paddedBounds.push_back(dimension.bound);
        mapping.paddedBounds[static_cast<std::size_t>(target->workload.findDimension("Q"))] = 8;
        const std::string text = toText(mapping, target->workload, target->architecture);
        QCOMPARE(text, "pad Q to 8\nDRAM [W I O]\n");
        QCOMPARE(read(*target, text), mapping);
    }
    void directivesStandBeforeTheNest() {
        const TargetPtr target = smallTarget();
        const std::string text =
            "no-reuse spad [W]\nrmw-first-update GLB [O]\nno-multicast PE [W I]\n"
            "no-link-transfer PE [I]\nDRAM [W I O]\n";
        const Mapping mapping = read(*target, text);
        QCOMPARE(mapping.directives.size(), std::size_t{4});
        QVERIFY((mapping.directives[2] == DirectiveUse{Directive::noMulticast, 0, 0b011}));
        QCOMPARE(mapping.tensorsUnder(Directive::noReuse, 2), 0b001u);
        QCOMPARE(mapping.tensorsUnder(Directive::noReuse, 1), 0u);
        QCOMPARE(toText(mapping, target->workload, target->architecture), text);
        QVERIFY(canonical(mapping, target->workload).directives == mapping.directives);
    }
    void directivesOfUnknownPlacesAreNamed() {
        const TargetPtr target = smallTarget();
        const auto message = [&](const char* text) {
            return parseMapping(text, "nest", target->workload, target->architecture).errorText();
        };
        QVERIFY(message("no-reuse PE [W]\nDRAM [W I O]").find("nest:1:10: error: no level is named 'PE'") !=
                std::string::npos);
        QVERIFY(message("no-multicast GLB [W]\nDRAM [W I O]").find("no fanout is named 'GLB'") != std::string::npos);
        QVERIFY(message("no-reuse spad\nDRAM [W I O]").find("expected '['") != std::string::npos);
    }
    void whatIsWrittenReadsBack() {
        const TargetPtr target = smallTarget();
        const Mapping mapping = read(*target, kSmallNest);
        QCOMPARE(mapping.nodes.size(), std::size_t{11});
        QCOMPARE(mapping.nodes[5], spatial(target->workload.findDimension("Q"), 4, 3, 0, Axis::x));
        QCOMPARE(toText(mapping, target->workload, target->architecture), std::string(kSmallNest));
    }
    void indentationCommentsAndBlankLinesMeanNothing() {
        const TargetPtr target = smallTarget();
        const Mapping plain = read(*target, "DRAM [W I O]\nfor Q in 0..7\nGLB [I O]");
        QCOMPARE(read(*target, "# a comment\n\nDRAM [W I O]\r\n\t\tfor Q in 0..7 # all of Q\n   \nGLB [ I  O ]\n\n"),
                 plain);
        QCOMPARE(read(*target, "DRAM[W I O]\nfor Q in 0.. 7\nGLB [I O]"), plain);
    }
    void tensorsGoByRoleAndDimensionsByAlias() {
        const auto workload = unwrap(gemm("g", 8, 4, 2));
        const auto target = targetOf(workload, smallDesignSpec());
        const Mapping byRole = read(*target, "DRAM [weight input output]\nfor M in 0..8\nfor Q in 0..4\nfor C in 0..2");
        QCOMPARE(byRole, read(*target, "DRAM [A B Z]\nfor m in 0..8\nfor n in 0..4\nfor k in 0..2"));
    }
    void aFanoutWithOneAxisNeedsNoAxisName() {
        ArchitectureSpec spec = smallDesignSpec();
        spec.fanouts[0].y = 1;
        const TargetPtr flat = targetOf(smallConvolution(), spec);
        QCOMPARE(read(*flat, "parFor Q in 0..4 @PE").nodes[0].axis, Axis::x);
        std::swap(spec.fanouts[0].x, spec.fanouts[0].y);
        const TargetPtr tall = targetOf(smallConvolution(), spec);
        QCOMPARE(read(*tall, "parFor Q in 0..4 @PE").nodes[0].axis, Axis::y);
        QCOMPARE(errorOf("parFor Q in 0..4 @PE"), "my.nest:1:19: error: PE has two axes; write '@PE.X' or '@PE.Y'");
    }
    void missingTailsAreCompletedIfTheTripsExceedTheBound() {
        const TargetPtr target = smallTarget();
        const Mapping mapping =
            read(*target, "DRAM [W I O]\nfor Q in 0..2\nfor Q in 0..4\nfor P in 0..2\nfor P in 0..2");
        QCOMPARE(mapping.nodes[1].tail, std::int64_t{2});  // Q = 7 = 4 + 3
        QCOMPARE(mapping.nodes[2].tail, std::int64_t{3});
        QCOMPARE(mapping.nodes[3].tail, std::int64_t{2});  // 2 * 2 < 5 = P stays as it is: an error of coverage later
        QCOMPARE(mapping.nodes[4].tail, std::int64_t{2});
    }
    void writtenTailsAreNeverChanged() {
        const TargetPtr target = smallTarget();
        const Mapping mapping = read(*target, "for Q in 0..2\nfor Q in 0..4 (last 2)");
        QCOMPARE(mapping.nodes[0].tail, std::int64_t{2});
        QCOMPARE(mapping.nodes[1].tail, std::int64_t{2});
    }
    void theLineOfEachNodeIsTold() {
        const TargetPtr target = smallTarget();
        std::vector<int> lines;
        unwrap(parseMapping("pad Q to 8\n\nDRAM [W I O]\n# x\nfor Q in 0..8", "f", target->workload,
                            target->architecture, &lines));
        QCOMPARE(lines, (std::vector<int>{3, 5}));
    }
    void errorsNameLineColumnAndTheNearestName_data() {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* text, const char* message) {
            QTest::newRow(name) << QString(text) << QString(message);
        };
        row("empty", "", "my.nest:1:1: error: the mapping is empty, expected a Store such as 'DRAM [W I O]'");
        row("only comments", "# nothing\n",
            "my.nest:1:1: error: the mapping is empty, expected a Store such as 'DRAM [W I O]'");
        row("level", "DRAM [W]\n  GBL [I]", "my.nest:2:3: error: no level is named 'GBL'; did you mean 'GLB'?");
        row("no level", " [W]", "my.nest:1:2: error: expected a level before '['; known: DRAM, GLB, spad");
        row("tensor", "DRAM [W X]",
            "my.nest:1:9: error: no tensor is named 'X'; known: W, weight, I, input, O, output");
        row("tensor twice", "DRAM [W weight]", "my.nest:1:9: error: 'weight' is listed twice");
        row("open bracket", "DRAM [W I", "my.nest:1:10: error: expected ']' after the tensors");
        row("behind a Store", "DRAM [W] I", "my.nest:1:10: error: found 'I', expected the end of the line");
        row("keyword", "  fro Q in 0..7",
            "my.nest:1:3: error: found 'fro', expected a Store such as 'DRAM [W I O]', 'for', "
            "'parFor' or 'pad'; did you mean 'for'?");
        row("dimension", "for K in 0..7", "my.nest:1:5: error: no dimension is named 'K'; known: N, M, P, Q, C, R, S");
        row("in", "for Q 0..7", "my.nest:1:7: error: found '0..7', expected 'in'");
        row("range", "for Q in 1..7", "my.nest:1:10: error: found '1..7', expected '0..'");
        row("number", "for Q in 0..x",
            "my.nest:1:13: error: found 'x' for the trip count, expected a whole number below 2^63");
        row("negative", "for Q in 0..-7",
            "my.nest:1:13: error: found '-7' for the trip count, expected a whole number below 2^63");
        row("2^63", "for Q in 0..9223372036854775808",
            "my.nest:1:13: error: found '9223372036854775808' for the trip count, expected a whole number below 2^63");
        row("no number", "for Q in 0..",
            "my.nest:1:13: error: found the end of the line for the trip count, expected a whole "
            "number below 2^63");
        row("last", "for Q in 0..4 (lst 3)", "my.nest:1:16: error: found 'lst', expected 'last'");
        row("parenthesis", "for Q in 0..4 (last 3", "my.nest:1:22: error: found the end of the line, expected ')'");
        row("temporal with fanout", "for Q in 0..4 @PE.X",
            "my.nest:1:15: error: found '@PE.X', expected the end of the line");
        row("no fanout", "parFor Q in 0..4", "my.nest:1:17: error: found the end of the line, expected '@'");
        row("fanout", "parFor Q in 0..4 @PEE.X",
            "my.nest:1:19: error: no fanout and axis is named 'PEE.X'; did you mean 'PE.X'?");
        row("axis", "parFor Q in 0..4 @PE.Z",
            "my.nest:1:19: error: no fanout and axis is named 'PE.Z'; did you mean 'PE.X'?");
        row("pad", "pad Q 8", "my.nest:1:7: error: found '8', expected 'to'");
        row("two errors", "DRAN [W]\nfor Q in 0..",
            "my.nest:1:1: error: no level is named 'DRAN'; did you mean 'DRAM'?\n"
            "my.nest:2:13: error: found the end of the line for the trip count, "
            "expected a whole number below 2^63");
    }
    void errorsNameLineColumnAndTheNearestName() {
        QFETCH(QString, text);
        QFETCH(QString, message);
        QCOMPARE(QString::fromStdString(errorOf(text.toStdString())), message);
    }
    void aFileOfAnotherKindGivesOneError() {
        const TargetPtr target = smallTarget();
        std::string text;
        for (int i = 0; i < 1000; ++i) text += "{\"a\": 1}\n";
        const auto mapping = parseMapping(text, "f", target->workload, target->architecture);
        QCOMPARE(mapping.diagnostics().size(), std::size_t{1});
        QVERIFY(mapping.errorText().starts_with("f:1:1: error: this does not look like a mapping: found '{\"a\":'"));
    }
    void aMappingGivesAScreenfulOfErrorsAtMost() {
        const TargetPtr target = smallTarget();
        std::string text = "for Q in 0..7\n";
        for (int i = 0; i < 1000; ++i) text += "{\"a\": 1}\n";
        const auto mapping = parseMapping(text, "f", target->workload, target->architecture);
        QCOMPARE(mapping.diagnostics().size(), std::size_t{20});
    }
};

QTEST_APPLESS_MAIN(MappingTextTest)
#include "mapping_text_test.moc"
