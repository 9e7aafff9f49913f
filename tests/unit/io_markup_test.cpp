// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// Tables for papers and pages, and where they say they come from.

#include <QtTest>

#include "core/base/version.h"
#include "core/io/native.h"
#include "core/io/provenance.h"
#include "core/io/table_markup.h"

using namespace lapidary;

class IoMarkupTest : public QObject {
    Q_OBJECT

private slots:
    void latexIsABooktabsTabular() {
        const Table table{{"PE_array", "EDP", "share"}, {{"2x7", "1,234", "50 %"}, {"a & b", "-5", ""}}};
        QCOMPARE(toLatex(table), std::string("\\begin{tabular}{lrr}\n"
                                             "\\toprule\n"
                                             "PE\\_array & EDP & share \\\\\n"
                                             "\\midrule\n"
                                             "2x7 & 1,234 & 50 \\% \\\\\n"
                                             "a \\& b & -5 &  \\\\\n"
                                             "\\bottomrule\n"
                                             "\\end{tabular}\n"));
        QCOMPARE(latexEscaped("um^2 ~ \\x{#$}"),
                 std::string("um\\textasciicircum{}2 \\textasciitilde{} \\textbackslash{}x\\{\\#\\$\\}"));
    }

    void markdownIsAPipeTable() {
        QCOMPARE(toMarkdown({{"a", "n"}, {{"x|y", "1"}, {"two\nlines", "2"}}}),
                 std::string("| a | n |\n| --- | ---: |\n| x\\|y | 1 |\n| two lines | 2 |\n"));
    }

    void commandsAreQuotedForAShell() {
        QCOMPARE(shellLine({"lapidary-cli", "count", "--einsum", "A[d] * B", "it's", "", "PE.fanout=14x12"}),
                 std::string("lapidary-cli count --einsum 'A[d] * B' 'it'\\''s' '' PE.fanout=14x12"));
    }

    void commentsSayWhereAFileComesFrom() {
        Provenance provenance{.command = "lapidary-cli export\n'x'", .seed = 18446744073709551615u, .inputs = {}};
        provenance.inputs.emplace_back("architecture toy", "00ff");
        QCOMPARE(commentLines(provenance, "% "),
                 "% Lapidary " + std::string(kVersion) +
                     "\n% made by: lapidary-cli export 'x'\n% seed: 18446744073709551615\n"
                     "% architecture toy: sha256 00ff\n");
        const Json json = toJson(provenance);
        QCOMPARE(json["seed"].text(), std::string("18446744073709551615"));
        QCOMPARE(json["inputs"]["architecture toy"].text(), std::string("00ff"));
        QVERIFY(toJson(Provenance{})["command"].isNull());
    }

    void equalInputsHaveEqualHashes() {
        const Json a = *parseJson("{\"x\": 1, /* comment */ \"y\": [1, 2]}", "a");
        const Json b = *parseJson("{ \"x\":1,\n\"y\":[1,2]}", "b");
        QCOMPARE(inputHash(a), inputHash(b));
        QVERIFY(inputHash(a) != inputHash(*parseJson("{\"x\": 1, \"y\": [2, 1]}", "c")));
    }
};

QTEST_APPLESS_MAIN(IoMarkupTest)
#include "io_markup_test.moc"
