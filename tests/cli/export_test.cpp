// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lapidary-cli export, from outside: text formats by itself, figures by the desktop program.

#include <QCryptographicHash>
#include <QFileInfo>
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

/// The nest of Fig. 5 on toy-6.
CliRun exported(const QStringList& more) {
    const Folder folder;
    return cli(QStringList{"export", "--mapping", folder.write("nest.txt", kToyNest)} + kToy + more);
}

}  // namespace

class ExportTest : public QObject {
    Q_OBJECT

private slots:
    void theNestInEachFormat_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("contains");
        QTest::newRow("text") << "text"
                              << "parFor d in 0..6 (last 4) @PE.X";
        QTest::newRow("json") << "json"
                              << "\"schema\": \"lapidary/mapping/1\"";
        QTest::newRow("c") << "c"
                           << "d0 < smaller(6, 100 - 6 * d1)";
        QTest::newRow("tikz") << "tikz"
                              << "\\colorbox{lapTail}{last 4}";
    }
    void theNestInEachFormat() {
        QFETCH(QString, format);
        QFETCH(QString, contains);
        const CliRun run = exported({"--to", format});
        QCOMPARE(run.code, 0);
        QVERIFY2(run.out.contains(contains), qPrintable(run.out));
        QVERIFY2(run.out.contains("lapidary-cli export --mapping"), qPrintable(run.out));
    }

    void tablesInEachFormat_data() {
        QTest::addColumn<QString>("format");
        QTest::addColumn<QString>("head");
        QTest::newRow("csv") << "csv"
                             << "# Lapidary ";
        QTest::newRow("latex") << "latex"
                               << "% Lapidary ";
        QTest::newRow("markdown") << "markdown"
                                  << "<!--\nLapidary ";
    }
    void tablesInEachFormat() {
        QFETCH(QString, format);
        QFETCH(QString, head);
        for (const char* view : {"traffic", "design", "workload"}) {
            const CliRun run = exported({"--view", view, "--to", format});
            QCOMPARE(run.code, 0);
            QVERIFY2(run.out.startsWith(head), qPrintable(run.out));
        }
        QVERIFY(exported({"--view", "traffic", "--to", "csv"}).out.contains("\nlevel,tensor,tile,reads"));
    }

    void theEndingOfTheFileChoosesTheFormat() {
        const Folder folder;
        QCOMPARE(exported({"-o", folder.path("n.tex")}).code, 0);
        QVERIFY(folder.read("n.tex").contains("\\begin{tikzpicture}"));
        QCOMPARE(exported({"--view", "traffic", "-o", folder.path("t.tex")}).code, 0);
        QVERIFY(folder.read("t.tex").contains("\\toprule"));
        QCOMPARE(exported({"-o", folder.path("n.c")}).code, 0);
        QVERIFY(folder.read("n.c").contains("int main(void)"));
    }

    void whatIsExportedCanBeReadAgain() {
        for (const char* format : {"text", "json"}) {
            const Folder folder;
            const QString file = folder.write("again", exported({"--to", format}).out.toUtf8());
            const CliRun run = cli(QStringList{"evaluate", "--mapping", file, "--format", "json"} + kToy);
            QCOMPARE(run.code, 0);
            QCOMPARE(run.json()["cycles"].toInt(), 17);
        }
    }

    // As the provenance promises: `show X --format json | sha256sum`.
    void hashesAreThoseOfWhatShowPrints() {
        const CliRun shown = cli({"show", "toy-6", "--format", "json"});
        const QByteArray sum = QCryptographicHash::hash(shown.out.toUtf8(), QCryptographicHash::Sha256).toHex();
        QVERIFY(exported({"--to", "c"}).out.contains("// architecture toy-6: sha256 " + sum));
    }

    /// FLASH's answer without the desktop program: VI on the edge machine has five styles, and rows of one are those of all.
    void flashTables() {
        const QStringList on{"export",         "--arch",   "flash-edge", "--workload",
                             "flash-gemms/VI", "--format", "json",       "--view"};
        const CliRun cases = cli(on + QStringList{"flash-cases"});
        QVERIFY2(cases.code == 0, qPrintable(cases.err));
        const auto rowsOf = [](const CliRun& run, const QString& style) {
            QJsonArray rows;
            for (const QJsonValue row : run.at("rows").toArray())
                if (style.isEmpty() || row.toArray()[1].toString() == style) rows.append(row);
            return rows;
        };
        const CliRun one = cli(on + QStringList{"flash-cases", "--style", "nvdla"});
        QVERIFY(!rowsOf(one, {}).isEmpty());
        QCOMPARE(rowsOf(one, {}), rowsOf(cases, "nvdla"));
        QVERIFY(rowsOf(cases, {}).size() > rowsOf(one, {}).size());
        for (const char* view : {"flash-histogram", "flash-styles"}) {
            const CliRun run = cli(on + QStringList{view});
            QVERIFY2(run.code == 0 && !rowsOf(run, {}).isEmpty(), qPrintable(run.err));
        }
        const CliRun wrong = cli(on + QStringList{"flash-cases", "--flash", "tile=integers"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("tiles"), qPrintable(wrong.err));
        const CliRun other =
            cli({"export", "--arch", "toy-6", "--workload", "flash-gemms/VI", "--view", "flash-styles"});
        QCOMPARE(other.code, 2);
        QVERIFY2(other.err.contains("toy-6"), qPrintable(other.err));
    }

    void aFormatThatAViewLacksIsRefused() {
        const CliRun run = exported({"--view", "traffic", "--to", "c"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(
                     "the view 'traffic' has no format 'c', expected one of text, csv, tsv, latex, markdown, json"),
                 qPrintable(run.err));
        QCOMPARE(cli(QStringList{"export"} + kToy).code, 2);
        QVERIFY(cli(QStringList{"export"} + kToy).err.contains("no mapping given"));
    }

    void tablesAreNamedByFormatToo() {
        for (const char* format : {"csv", "tsv", "latex", "md", "json"}) {
            const CliRun run = exported({"--view", "traffic", "--format", format});
            QVERIFY2(run.code == 0, qPrintable(run.err));
            QVERIFY2(run.out.contains("multicast"), format);
        }
        const QJsonObject table = exported({"--view", "traffic", "--format", "json"}).json();
        QCOMPARE(table["lapidary"].toObject()["schema"].toString(), "lapidary/table/1");
        // Fig. 5: 100 elements leave DRAM once.
        QCOMPARE(table["columns"].toArray()[3].toString(), "reads");
        QCOMPARE(table["rows"].toArray()[0].toArray()[3].toInt(), 100);
    }

    void theTreeAsTikz() {
        const CliRun run = exported({"--view", "tree", "--to", "tikz"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        // 100 over 6 PEs: 17 rounds, 4 lanes work in the last, 2 idle beyond the bound.
        QVERIFY2(run.out.contains("P 6\\enspace R 4"), qPrintable(run.out));
        QVERIFY(run.out.contains("P 17\\enspace R 17"));
        QVERIFY(run.out.contains("pattern=north east lines"));
        const CliRun wrong = exported({"--view", "tree", "--to", "tikz", "--dimension", "q"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("--dimension: error: unknown value 'q', expected one of d"), qPrintable(wrong.err));
    }

    void theCommandOfATextMakesItAgain() {
        const Folder folder;
        folder.write("nest.txt", kToyNest);
        const auto runIn = [&](const QStringList& words) {
            QProcess process;
            process.setWorkingDirectory(folder.path(""));
            process.start(LAPIDARY_CLI_PATH, words);
            return process.waitForFinished() ? process.exitCode() : -1;
        };
        QCOMPARE(runIn(QStringList{"export", "--mapping", "nest.txt", "-o", "n.tex"} + kToy), 0);
        const QByteArray first = folder.read("n.tex");
        const qsizetype at = first.indexOf("made by: ") + 9;
        const QString command = QString::fromUtf8(first.mid(at, first.indexOf('\n', at) - at));
        QVERIFY2(command.startsWith("lapidary-cli ") && command.endsWith("-o n.tex"), qPrintable(command));
        QVERIFY(QFile::remove(folder.path("n.tex")));
        QCOMPARE(runIn(QProcess::splitCommand(QString(command).remove('\'')).mid(1)), 0);
        QCOMPARE(folder.read("n.tex"), first);
    }

    void badInputIsSaidWithItsPlace() {
        const Folder folder;
        const QString file = folder.write("bad.txt", "DRAM [A]\n  GLB [A]\n    for e in 0..17\n");
        const CliRun run = cli(QStringList{"export", "--mapping", file} + kToy);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("bad.txt:3:"), qPrintable(run.err));
        const CliRun session = cli({"export", folder.write("s.lapidary", "{\n  \"schema\": 7\n}"), "--view", "nest"});
        QCOMPARE(session.code, 2);
        QVERIFY2(session.err.contains("s.lapidary:2:"), qPrintable(session.err));
    }

    void aFigureComesFromTheDesktopProgramWithAllOptions() {
        if (!QFileInfo::exists(QFileInfo(LAPIDARY_CLI_PATH).dir().filePath("lapidary")))
            QSKIP("the desktop program is not built");
        const Folder folder;
        const CliRun run =
            exported({"--view", "tree", "--dimension", "d", "--width", "84", "-o", folder.path("t.svg")});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QByteArray svg = folder.read("t.svg");
        QVERIFY(svg.contains(" width=\"84mm\""));
        QVERIFY2(svg.contains("--arch toy-6 --einsum &apos;A[d]&apos;") || svg.contains("--arch toy-6 --einsum 'A[d]'"),
                 svg.left(1500).constData());
        const CliRun wrong = exported({"--view", "tre", "-o", folder.path("t.svg")});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(wrong.err.contains("did you mean 'tree'?"), qPrintable(wrong.err));
        QCOMPARE(exported({"--halo", "box", "-o", folder.path("t.svg")}).code, 3);
    }

    void withoutTheDesktopProgramAFigureEndsWithThree() {
        const Folder folder;
        const QString alone = folder.path("lapidary-cli");
        QVERIFY(QFile::copy(LAPIDARY_CLI_PATH, alone));
        QProcess process;
        QProcessEnvironment environment;
        environment.insert("PATH", folder.path("nothing"));
        process.setProcessEnvironment(environment);
        process.start(alone, QStringList{"export", "--mapping", folder.write("nest.txt", kToyNest), "-o",
                                         folder.path("nest.svg")} +
                                 kToy);
        QVERIFY(process.waitForFinished());
        QCOMPARE(process.exitCode(), 3);
        const QByteArray said = process.readAllStandardError();
        QVERIFY2(said.contains("figures are made by the desktop program 'lapidary'"), said.constData());
    }
};

QTEST_APPLESS_MAIN(ExportTest)
#include "export_test.moc"
