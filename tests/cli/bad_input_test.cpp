// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

const QByteArray kDesign =
    "{\"schema\": \"lapidary/architecture/1\", \"name\": \"x\",\n"
    " \"levels\": [{\"name\": \"DRAM\", \"word_bits\": 16},\n"
    "            {\"name\": \"GLB\", \"word_bits\": 16, \"capacity\": 64}],\n"
    " \"compute\": {\"name\": \"MAC\", \"energy_pj\": 1}}\n";
const QByteArray kWorkload =
    "{\"schema\": \"lapidary/workload/1\", \"einsum\": \"Z[m,n] += A[m,k] * B[k,n]\",\n"
    " \"bounds\": {\"m\": 100, \"n\": 100, \"k\": 100}}\n";

QByteArray with(QByteArray text, const char* before, const char* after) { return text.replace(before, after); }

/// One line on stderr, starting with the place, nothing on stdout.
void verifyRefused(const CliRun& run, const QString& place, const QString& message) {
    QCOMPARE(run.code, 2);
    QVERIFY2(run.out.isEmpty(), qPrintable(run.out));
    QVERIFY2(run.errorLines().size() == 1, qPrintable(run.err));
    QVERIFY2(run.err.startsWith(place + ": error: "), qPrintable(run.err));
    QVERIFY2(run.err.contains(message), qPrintable(run.err));
}

void addColumns() {
    QTest::addColumn<QByteArray>("text");
    QTest::addColumn<QString>("at");
    QTest::addColumn<QString>("message");
}

void row(const char* name, const QByteArray& text, const char* at, const char* message) {
    QTest::newRow(name) << text << QString(at) << QString(message);
}

}  // namespace

class CliBadInputTest : public QObject {
    Q_OBJECT
private slots:
    void designs_data() {
        addColumns();
        row("empty", "", "", "the file is empty");
        row("truncated", kDesign.left(130), ":3:29", "missing closing quote");
        row("no object", "[1, 2]", ":1:1", "expected an object, found an array");
        row("other schema", with(kDesign, "architecture/1", "nonsense/1"), ":1:12", "found 'lapidary/nonsense/1'");
        row("wrong type", with(kDesign, "64", "[64]"), ":3:58", "found an array [levels[1].capacity]");
        row("unknown key", with(kDesign, "capacity", "capacty"), ":3:46", "did you mean 'capacity'?");
        row("duplicate key", with(kDesign, "64", "64, \"capacity\": 32"), ":3:62", "duplicate key 'capacity'");
        row("negative", with(kDesign, "64", "-64"), ":3:58", "found -64 [levels[1].capacity]");
        row("2^63", with(kDesign, "64", "9223372036854775808"), ":3:58", "found 9223372036854775808");
        row("2^64", with(kDesign, "64", "18446744073709551616"), ":3:58", "found 18446744073709551616");
        row("no compute", with(kDesign, "\"compute\"", "\"fanouts\": [] }//"), ":1:1", "no compute level");
        row("no room", with(kDesign, "64", "\"1 B\""), ":3:58", "without room for one word");
    }
    void designs() {
        QFETCH(QByteArray, text);
        QFETCH(QString, at);
        QFETCH(QString, message);
        const Folder folder;
        const QString file = folder.write("design.json", text);
        for (const QString verb : {"count", "search"})
            verifyRefused(cli({verb, "--arch", file, "--einsum", "A[d]", "--bounds", "d=9"}), file + at, message);
    }

    void workloads_data() {
        addColumns();
        row("empty", "", "", "the file is empty");
        row("truncated", kWorkload.left(100), ":2:28", "the file ends within the object");
        row("wrong type", with(kWorkload, "\"m\": 100", "\"m\": \"x\""), ":2:18", "found the string \"x\" [bounds.m]");
        row("negative", with(kWorkload, "\"m\": 100", "\"m\": -1"), ":2:18", "found -1 [bounds.m]");
        row("2^63", with(kWorkload, "\"m\": 100", "\"m\": 9223372036854775808"), ":2:18", "found 9223372036854775808");
        row("2^64", with(kWorkload, "\"m\": 100", "\"m\": 18446744073709551616"), ":2:18", "18446744073709551616");
        row("duplicate key", with(kWorkload, "\"n\"", "\"m\""), ":2:23", "duplicate key 'm'");
        row("unknown key", with(kWorkload, "{\"schema\"", "{\"colour\": 1, \"schema\""), ":1:2",
            "unknown key 'colour'");
        row("missing bound", with(kWorkload, "\"m\": 100, ", ""), ":1:48", "dimension 'm' has no bound");
    }
    void workloads() {
        QFETCH(QByteArray, text);
        QFETCH(QString, at);
        QFETCH(QString, message);
        const Folder folder;
        const QString file = folder.write("workload.json", text);
        verifyRefused(cli({"count", "--arch", "toy-6", "--workload", file}), file + at, message);
    }

    void mappings_data() {
        addColumns();
        row("empty", "", "", "the file is empty");
        row("99 of 100", "DRAM [A]\n GLB [A]\n  for d in 0..17\n   parFor d in 0..6 (last 3) @PE.X\n", ":4:4",
            "d: the loops cover 99 of 100: (17 - 1) * 6 + 3 = 99");
        row("no number", "DRAM [A]\n  for d in 0..x", ":2:15", "found 'x' for the trip count");
        row("2^63", "DRAM [A]\n  for d in 0..9223372036854775808", ":2:15", "below 2^63");
        row("unknown dimension", "DRAM [A]\n  for e in 0..100", ":2:7", "no dimension is named 'e'");
        row("unknown fanout", "DRAM [A]\n GLB [A]\n  parFor d in 0..100 @QE.X", ":3:23", "did you mean 'PE.X'?");
        row("levels upside down", "GLB [A]\nDRAM [A]\n for d in 0..100", ":2:1", "expected outer levels first");
        row("no nest", "{\"schema\": \"lapidary/mapping/1\"}", ":1:1", "missing key 'nest'");
        row("nest of wrong type", "{\"schema\": \"lapidary/mapping/1\",\n \"nest\": 3}", ":2:10", "expected an array");
    }
    void mappings() {
        QFETCH(QByteArray, text);
        QFETCH(QString, at);
        QFETCH(QString, message);
        const Folder folder;
        const QString file = folder.write("mapping.txt", text);
        verifyRefused(cli(QStringList{"evaluate"} + kToy + QStringList{"--mapping", file}), file + at, message);
        verifyRefused(cli(QStringList{"convert", file} + kToy), file + at, message);
    }

    void bounds_data() {
        QTest::addColumn<QString>("bounds");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("message");
        const auto bad = [](const char* bounds, const char* place, const char* message) {
            QTest::newRow(bounds) << QString(bounds) << QString(place) << QString(message);
        };
        bad("d=-1", "--bounds:1:1", "expected at least 1");
        bad("d=0", "--bounds:1:1", "expected at least 1");
        bad("d=9223372036854775808", "--bounds:1:1", "expected at most 2^40");
        bad("d=18446744073709551616", "--bounds:1:1", "expected at most 2^40");
        bad("d=x", "--bounds:1:1", "expected an integer");
        bad("d=3,d=4", "--bounds:1:5", "given twice");
        bad("d=3,e=4", "--bounds", "bound 'e' names no dimension");
    }
    void bounds() {
        QFETCH(QString, bounds);
        QFETCH(QString, place);
        QFETCH(QString, message);
        verifyRefused(cli({"count", "--arch", "toy-6", "--einsum", "A[d]", "--bounds", bounds}), place, message);
    }

    void aRoleOfNoTensorIsBlamedOnTheRoles() {
        verifyRefused(cli(QStringList{"count"} + kToy + QStringList{"--roles", "B=weight"}), "--roles",
                      "role 'B' names no tensor");
    }

    void aTextOfAnotherKindIsToldInOneLine() {
        const Folder folder;
        const QString file =
            folder.write("README.md", "# Lapidary\n\nA design-space explorer.\n\n## Build\n\nRun it.\n\nMore of it.\n");
        verifyRefused(cli(QStringList{"evaluate"} + kToy + QStringList{"--mapping", file}), file + ":3:1",
                      "this does not look like a mapping: found 'A', expected a Store such as");
    }

    /// Longer than any file's name may be: asking the system about it is an error of its own.
    void namesLongerThanAnyFile_data() {
        QTest::addColumn<QStringList>("arguments");
        const QString name(5000, 'a');
        const auto named = [](const char* row, const QStringList& arguments) { QTest::newRow(row) << arguments; };
        named("show", {"show", name});
        named("convert", {"convert", name});
        named("design", {"count", "--arch", name});
        named("workload", {"count", "--arch", "toy-6", "--workload", name});
        named("network", {"search", "--arch", "toy-6", "--network", name});
        named("constraints", QStringList{"count"} + kToy + QStringList{"--constraints", name});
        named("mapping", QStringList{"evaluate"} + kToy + QStringList{"--mapping", name});
        named("sweep", {"sweep", "--sweep", name});
        named("study", {"study", "show", "--study", name});
        named("results", {"study", "export", "flash-fig-9", "--to", "json", "--results", name});
        named("session", {"export", name, "--view", "nest"});
        named("model", {"run", name + ".onnx"});
        named("machine", {"evaluate", "--stonne", "-FC -M=1 -N=4 -K=4", "--fabric", name});
        named("log", {"search", "--algorithm", "tuner", "--stonne", "-FC -M=1 -N=4 -K=4", "--log", name});
        named("reference", {"validate", "--reference", name});
        named("output", QStringList{"count"} + kToy + QStringList{"-o", name});
    }
    void namesLongerThanAnyFile() {
        QFETCH(QStringList, arguments);
        const CliRun run = cli(arguments);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.errorLines().last().contains("error: "), qPrintable(run.err));
    }

    void byteOrderMarksAreNoText() {
        const Folder folder;
        const QByteArray mark = "\xEF\xBB\xBF";
        const auto done = [](const CliRun& run) { return run.code == 0; };
        const QString design = folder.write("design.json", mark + kDesign);
        const QString workload = folder.write("workload.json", mark + kWorkload);
        QVERIFY(done(cli({"count", "--arch", design, "--workload", workload})));
        QVERIFY(done(cli({"show", workload})));
        const QString nest = folder.write("nest.txt", mark + kToyNest);
        QVERIFY(done(cli(QStringList{"evaluate"} + kToy + QStringList{"--mapping", nest})));
        const QString mapping = folder.write(
            "mapping.json",
            mark + R"({"schema": "lapidary/mapping/1", "nest": ["DRAM [A]", "GLB [A]", "for d in 0..100"]})");
        QVERIFY(done(cli(QStringList{"evaluate"} + kToy + QStringList{"--mapping", mapping})));
        QVERIFY(done(cli(QStringList{"convert", mapping} + kToy)));
    }

    void messagesHoldNoBytesThatATerminalCannotShow() {
        const Folder folder;
        const QString nest = folder.write("nest.txt", QByteArray("DRAM [A]\n GLB\x1b[31m\xff [A]\n", 24));
        const CliRun run = cli(QStringList{"evaluate"} + kToy + QStringList{"--mapping", nest});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("GLB\\x1B"), qPrintable(run.err));
        for (const QChar c : run.err) QVERIFY(c == u'\n' || (c.isPrint() && c != QChar::ReplacementCharacter));
        const QString lots = folder.write("lots.txt", QByteArray(300'000, 'a'));
        QVERIFY(cli(QStringList{"evaluate"} + kToy + QStringList{"--mapping", lots}).err.size() < 5000);
    }

    void noEndlessListsOfErrors() {
        QStringList words{"-FC"};
        for (int i = 0; i < 1000; ++i) words << QString::number(i);
        const CliRun run = cli({"evaluate", "--stonne", words.join(' ')});
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorLines().size(), 51);
        QCOMPARE(run.errorLines().last(), QString("error: 950 more errors are left out"));
    }

    void bytesWithoutMeaningNeverCrash() {
        const Folder folder;
        QByteArray noise;
        for (int i = 0; i < 400; ++i) noise.append(static_cast<char>(i * 7919 % 251));
        const QString file = folder.write("noise", noise);
        for (const QStringList& arguments :
             {QStringList{"count", "--arch", file, "--einsum", "A[d]", "--bounds", "d=9"},
              QStringList{"count", "--arch", "toy-6", "--workload", file},
              QStringList{"count"} + kToy + QStringList{"--constraints", file},
              QStringList{"evaluate"} + kToy + QStringList{"--mapping", file}, QStringList{"show", file},
              QStringList{"convert", file}}) {
            const CliRun run = cli(arguments);
            QCOMPARE(run.code, 2);
            QVERIFY2(!run.err.isEmpty(), qPrintable(arguments.join(' ')));
        }
    }
};

QTEST_APPLESS_MAIN(CliBadInputTest)
#include "bad_input_test.moc"
