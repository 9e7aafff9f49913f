// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
// Examples: every one that comes along is sound and finds something; wrong files are told with their place.

#include <QtTest>

#include <set>

#include "core/io/examples.h"
#include "core/io/presets.h"

using namespace lapidary;

namespace {

const std::string kSound = R"({"schema": "lapidary/example/1", "place": 1, "title": "T", "about": "A", "source": "S",
  "workload": "tensor-100", "architecture": "toy-6", "mapspace": "ruby-s", "search": {"seed": 3},
  "perspective": "mapping", "picture": "tree",
  "runs": [{"max_evaluations": 500}]})";

std::string with(const std::string& from, const std::string& to) {
    std::string text = kSound;
    const std::size_t at = text.find(from);
    return at == std::string::npos ? std::string() : text.replace(at, from.size(), to);
}

Result<Example> read(const std::string& text) {
    const auto json = parseJson(text, "e.json");
    if (!json) return json.diagnostics();
    return exampleFromJson(*json, "e.json");
}

}  // namespace

class IoExamplesTest : public QObject {
    Q_OBJECT
private slots:
    void everyExampleIsSoundAndFindsAMapping() {
        std::set<int> places;
        for (const PresetInfo& info : presets("example")) {
            const auto example = loadExample(info.key);
            QVERIFY2(example, example.errorText().c_str());
            QVERIFY2(places.insert(example->place).second, info.key.c_str());
            QVERIFY(!example->runs.empty());
            Job job;
            const auto session = rehearse(*example, job);
            QVERIFY2(session, session.errorText().c_str());
            for (const SessionRun& run : session->runs) {
                QVERIFY2(run.result.best, info.key.c_str());
                QVERIFY2(run.result.cloud, info.key.c_str());  // as of any run of the window
            }
            QCOMPARE(session->shown.run, static_cast<int>(session->runs.size()) - 1);
        }
        QCOMPARE(places.size(), std::size_t{6});
    }

    void theSameTwiceAndWithMoreThreads() {
        auto example = *read(kSound);
        Job job;
        const auto one = rehearse(example, job);
        example.inputs.search.threads = 3;
        const auto three = rehearse(example, job);
        QCOMPARE(one->runs[0].result.best->mapping, three->runs[0].result.best->mapping);
        QCOMPARE(one->runs[0].result.counters.valid, three->runs[0].result.counters.valid);
    }

    void stoppedIsAnError() {
        Job job;
        job.requestStop();
        QVERIFY(!rehearse(*read(kSound), job));
    }

    void wrongFilesAreToldWithTheirPlace_data() {
        QTest::addColumn<std::string>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* name, const std::string& text, const char* said) {
            QTest::newRow(name) << text << QString(said);
        };
        row("workload", with("tensor-100", "tensor-10"), "no workload and no file is called 'tensor-10'");
        row("design", with("toy-6", "toy-7"), "toy-7");
        row("mapspace", with("ruby-s", "ruby_s"), "did you mean 'ruby-s'");
        row("picture", with("tree", "bush"), "expected one of 'tree', 'array', 'curves', 'energy', 'nest'");
        row("too long a run", with("500", "5000000"), "runs[0].max_evaluations");
        row("no title", with("\"title\": \"T\", ", ""), "title");
        row("unknown key", with("\"about\"", "\"abouts\""), "abouts");
    }
    void wrongFilesAreToldWithTheirPlace() {
        QFETCH(std::string, text);
        QFETCH(QString, said);
        const auto example = read(text);
        QVERIFY(!example);
        const QString told = QString::fromStdString(example.errorText());
        QVERIFY2(told.contains(said) && told.contains(QRegularExpression("e.json:[1-4]:[0-9]+")), qPrintable(told));
    }
};

QTEST_APPLESS_MAIN(IoExamplesTest)
#include "io_examples_test.moc"
