// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lapidary-cli study, from outside.

#include <signal.h>

#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

/// Ruby, Table I: 4096 elements, 9 PEs: 46 and 43 mappings by PFM, 96 and 93 by Ruby-S. And a search: by PFM 8 PEs take
/// 512 steps, by Ruby-S 9 PEs ceil(4096 / 9) = 456.
const QByteArray kTableOne = R"({
  "schema": "lapidary/study/1", "name": "table-1", "title": "Sizes", "source": "Ruby",
  "paper": "Ruby", "place": "Table I", "question": "How many?",
  "we_find": ["{ours|valid|ruby-s} valid ones, {ratio|valid|max} times those of the paper."],
  "runs": [
    {"name": "sizes", "task": "count", "samples": 1000, "mapspaces": ["pfm", "ruby-s"],
     "designs": [{"name": "nine", "architecture": "toy-linear", "set": ["PE.fanout=9x1"]}],
     "workloads": [{"workload": "tensor-100", "set": ["bounds.d=4096"]}]},
    {"name": "cycles", "mapspaces": ["pfm", "ruby-s"],
     "designs": [{"name": "nine", "architecture": "toy-linear", "set": ["PE.fanout=9x1"]}],
     "workloads": [{"workload": "tensor-100", "set": ["bounds.d=4096"]}],
     "settings": [{"name": "all", "search": {"algorithm": "exhaustive", "objective": "latency"}}]}
  ],
  "tables": [{"title": "Sizes", "runs": "sizes", "rows": ["mapspace"], "columns": [
    {"figure": "size", "published": [{"by": "paper", "place": "Table I", "values": {"pfm": 46, "ruby-s": 96}}]},
    {"figure": "valid", "published": [{"by": "paper", "place": "Table I", "values": {"pfm": 43, "ruby-s": 93}}]}]}]
})";

QJsonObject withoutMoment(const QByteArray& text) {
    QJsonObject object = QJsonDocument::fromJson(text).object();
    object.remove("run");
    return object;
}

class Studies {
public:
    Studies() : file(folder.write("s.json", kTableOne)), results(folder.path("r.json")) {}
    CliRun study(const QString& action, const QStringList& more = {}) const {
        return cli(QStringList{"study", action, file, "--results", results} + more);
    }
    Folder folder;
    QString file, results;
};

}  // namespace

class StudyTest : public QObject {
    Q_OBJECT

private slots:
    void studiesAreListedAndShown() {
        const CliRun list = cli({"study", "list"});
        QCOMPARE(list.code, 0);
        for (const char* key : {"sunstone-table-1", "sunstone-table-3", "sunstone-table-6", "sunstone-fig-6",
                                "sunstone-fig-7", "sunstone-fig-8", "flash-table-5", "flash-fig-8", "flash-wider"})
            QVERIFY2(list.out.contains(key), qPrintable(list.out));
        const CliRun json = cli({"study", "list", "--format", "json"});
        QCOMPARE(json.at("studies.0.paper").toString(), QString("Bifrost (Stjerngren, Gibson, Cano)"));
        const CliRun shown = cli({"study", "show", "sunstone-fig-8"});
        QCOMPARE(shown.code, 0);
        QVERIFY2(shown.out.contains("The paper says") && shown.out.contains("32 points"), qPrintable(shown.out));
        QCOMPARE(cli({"study", "show", "sunstone-fig-8", "--format", "json"}).out,
                 cli({"show", "sunstone-fig-8", "--format", "json"}).out);
        QVERIFY(cli({"presets", "study"}).out.contains("sunstone-table-6"));
    }

    void aStudyIsRunAndExported() {
        const Studies it;
        const CliRun run = it.study("run");
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QVERIFY2(run.out.contains("93 valid ones, 1 times those of the paper."), qPrintable(run.out));
        QCOMPARE(it.study("run", {"--format", "json"}).at("points.2.figures.cycles").toInt(), 512);
        QCOMPARE(cli({"study", "run", "--study", it.file, "--results", it.results, "--format", "json"})
                     .at("points.3.figures.cycles")
                     .toInt(),
                 456);
        const CliRun csv = it.study("export", {"--to", "csv"});
        QCOMPARE(csv.out.split('\n', Qt::SkipEmptyParts).size(), 5);
        QVERIFY(csv.out.startsWith("runs,workload,design,mapspace,setting,seed,tensor,count,failure,"));
        const CliRun page = it.study("export", {"-o", it.folder.path("page.md")});
        QCOMPARE(page.code, 0);
        const QByteArray text = it.folder.read("page.md");
        QVERIFY2(text.startsWith("# Sizes\n") && text.contains("| ruby-s"), text.constData());
        const CliRun json = it.study("export", {"-o", it.folder.path("all.json")});
        QCOMPARE(json.code, 0);
        const QJsonObject all = QJsonDocument::fromJson(it.folder.read("all.json")).object();
        QCOMPARE(all["tables"].toArray().at(0)["rows"].toArray().at(0)["valid"]["published"]["paper"].toInt(), 43);
    }

    void resumingGivesWhatOneRunGives() {
        const Studies it;
        QCOMPARE(it.study("run", {"--threads", "1"}).code, 0);
        const QByteArray whole = it.folder.read("r.json");
        // As if stopped after two points.
        QJsonObject cut = QJsonDocument::fromJson(whole).object();
        QJsonArray points = cut["points"].toArray();
        points.removeLast();
        points.removeAt(0);
        cut["points"] = points;
        cut["complete"] = false;
        it.folder.write("r.json", QJsonDocument(cut).toJson());
        const CliRun resumed = it.study("resume", {"--threads", "2"});
        QVERIFY2(resumed.code == 0, qPrintable(resumed.err));
        QVERIFY(withoutMoment(it.folder.read("r.json")) == withoutMoment(whole));
        QCOMPARE(withoutMoment(whole)["complete"], QJsonValue(true));
    }

    void interruptKeepsWhatIsFinished() {
        const Folder folder;
        QByteArray text = kTableOne;  // the second matrix would take ten minutes
        text.replace("\"exhaustive\", \"objective\": \"latency\"", "\"random\", \"max_seconds\": 600");
        const QString results = folder.path("r.json");
        QProcess process;
        process.start(LAPIDARY_CLI_PATH, {"study", "run", folder.write("s.json", text), "--results", results,
                                          "--threads", "2", "--format", "json"});
        QVERIFY(process.waitForStarted());
        const auto points = [](const QByteArray& json) {
            return QJsonDocument::fromJson(json).object()["points"].toArray();
        };
        QTRY_COMPARE_WITH_TIMEOUT(points(folder.read("r.json")).size(), 2, 100'000);
        ::kill(static_cast<pid_t>(process.processId()), SIGINT);
        QVERIFY(process.waitForFinished(100'000));
        QCOMPARE(process.exitCode(), 130);
        QVERIFY(points(process.readAllStandardOutput()) == points(folder.read("r.json")));
        QCOMPARE(points(folder.read("r.json")).at(1)["point"].toString(),
                 QString("sizes / tensor-100 / nine / ruby-s / default"));
    }

    void resultsOfAChangedStudyAreRefused() {
        const Studies it;
        QCOMPARE(it.study("run").code, 0);
        QByteArray changed = kTableOne;
        it.folder.write("s.json", changed.replace("latency", "edp"));
        for (const char* action : {"resume", "export"}) {
            const CliRun run = it.study(action);
            QCOMPARE(run.code, 2);
            QVERIFY2(run.err.contains("r.json:") && run.err.contains("a study that has changed since"),
                     qPrintable(run.err));
        }
        it.folder.write("s.json", kTableOne);
        const CliRun seeded = it.study("resume", {"--seed", "7"});
        QCOMPARE(seeded.code, 2);
        QVERIFY2(seeded.err.contains("not of seed 7"), qPrintable(seeded.err));
    }

    void whatIsNoResultIsNotOverwritten() {
        const Studies it;
        it.folder.write("r.json", "my notes");
        const CliRun run = it.study("run");
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("holds no results of a study"), qPrintable(run.err));
        QCOMPARE(it.folder.read("r.json"), QByteArray("my notes"));
        const CliRun nowhere = cli({"study", "run", it.file, "--results", it.folder.path("no/such/r.json")});
        QCOMPARE(nowhere.code, 2);
        QVERIFY2(nowhere.err.contains("cannot write"), qPrintable(nowhere.err));
    }

    void wrongWordsAreRefused_data() {
        QTest::addColumn<QStringList>("words");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QStringList& words, const char* message) {
            QTest::newRow(name) << words << QString(message);
        };
        row("no action", {}, "takes one of list, show, run, resume and export");
        row("action", {"rnu"}, "did you mean 'run'?");
        row("no study", {"show"}, "needs the key or file of a study");
        row("study", {"show", "sunstone-fig-9"}, "did you mean 'sunstone-fig-");
        row("two", {"show", "sunstone-fig-8", "--study", "sunstone-fig-7"}, "either KEY or --study");
        row("format", {"run", "sunstone-table-3", "--format", "jsn"}, "did you mean 'json'?");
        row("to", {"export", "sunstone-table-3", "--to", "pdf"}, "expected one of markdown, json, csv, text");
        row("nothing to export", {"export", "sunstone-table-3", "--results", "/nowhere/r.json"},
            "'lapidary-cli study run' makes them");
        row("nothing to resume", {"resume", "sunstone-table-3", "--results", "/nowhere/r.json"},
            "there are no results");
    }
    void wrongWordsAreRefused() {
        QFETCH(QStringList, words);
        QFETCH(QString, message);
        const CliRun run = cli(QStringList{"study"} + words);
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }
};

QTEST_APPLESS_MAIN(StudyTest)
#include "study_test.moc"
