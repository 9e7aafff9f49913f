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

    void aFormatThatAViewLacksIsRefused() {
        const CliRun run = exported({"--view", "traffic", "--to", "c"});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("the view 'traffic' has no format 'c', expected one of text, csv, latex, markdown"),
                 qPrintable(run.err));
        QCOMPARE(cli(QStringList{"export"} + kToy).code, 2);
        QVERIFY(cli(QStringList{"export"} + kToy).err.contains("no mapping given"));
    }

    void aFigureComesFromTheDesktopProgramOrEndsWithThree() {
        const Folder folder;
        const bool installed = QFileInfo::exists(QFileInfo(LAPIDARY_CLI_PATH).dir().filePath("lapidary"));
        const CliRun run = exported({"-o", folder.path("nest.svg")});
        if (installed) {
            QCOMPARE(run.code, 0);
            QVERIFY(folder.read("nest.svg").contains("<svg"));
        } else {
            QCOMPARE(run.code, 3);
            QVERIFY2(run.err.contains("figures are made by the desktop program 'lapidary'"), qPrintable(run.err));
        }
    }
};

QTEST_APPLESS_MAIN(ExportTest)
#include "export_test.moc"
