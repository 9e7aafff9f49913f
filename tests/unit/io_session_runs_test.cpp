// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "core/io/cloud_json.h"
#include "core/io/presets.h"
#include "core/io/session.h"
#include "tests/support/small_space.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

SessionInputs inputs() {
    SessionInputs made;
    made.workload = orDie(loadWorkload("resnet50/layer1_0_conv2"));
    made.architecture = orDie(loadArchitecture("eyeriss-like"));
    made.mapspace = {Factorization::rubyS, made.architecture.spec().constraints};
    made.search.maxEvaluations = 3'000;
    made.search.cloud = true;
    return made;
}

/// A finished run, hidden and named, and one that waits; shown is a point of the front.
Session session() {
    Session made;
    made.inputs = inputs();
    const TargetPtr target = orDie(Target::make(made.inputs.workload, made.inputs.architecture));
    Job job;
    SessionRun done{.inputs = made.inputs, .result = {}};
    done.result = orDie(search(orDie(Mapspace::make(target, made.inputs.mapspace)), orDie(Evaluator::make(target)),
                               made.inputs.search, job));
    done.number = 4;
    done.name = "narrow buffers";
    done.hidden = true;
    SessionRun waits{.inputs = made.inputs, .result = {}};
    waits.number = 7;
    waits.queued = true;
    made.runs = {done, waits};
    made.shown = {.run = 0, .rank = 0, .own = {}, .onFront = true};
    return made;
}

Json parsed(const std::string& text) { return orDie(parseJson(text, "s.lapidary")); }

Json without(const Json& object, const std::vector<std::string>& names) {
    Json rest = Json::object();
    for (const Json::Member& member : object.members())
        if (std::find(names.begin(), names.end(), member.name) == names.end()) rest.set(member.name, member.value);
    return rest;
}

}  // namespace

class IoSessionRunsTest : public QObject {
    Q_OBJECT
private slots:
    void runsReadBackWithNameStateAndCloud() {
        const Session before = session();
        QVERIFY(before.runs[0].result.cloud && before.runs[0].result.cloud->cells.size() > 5);
        const std::string text = toJson(before).dump();
        const Session after = orDie(sessionFromJson(parsed(text), "s.lapidary"));
        QCOMPARE(after.runs.size(), std::size_t{2});
        QCOMPARE(after.runs[0].number, 4);
        QCOMPARE(after.runs[0].name, std::string("narrow buffers"));
        QVERIFY(after.runs[0].hidden && !after.runs[0].queued);
        QCOMPARE(*after.runs[0].result.cloud, *before.runs[0].result.cloud);
        QCOMPARE(after.runs[0].result.front.size(), before.runs[0].result.front.size());
        QCOMPARE(after.runs[1].number, 7);
        QVERIFY(after.runs[1].queued && !after.runs[1].hidden && after.runs[1].name.empty());
        QVERIFY(after.shown == before.shown);
        QCOMPARE(toJson(after).dump(), text);
    }

    void boundAndCertificateReadBack() {
        Session before = session();
        SearchResult& result = before.runs[0].result;
        const double best = valueOf(Metric::edp, result.best->score);
        QVERIFY(result.bound && *result.bound > 0 && *result.bound < best);
        result.certificate = optimal::Certificate{.bound = result.bound,
                                                  .gap = result.gap,
                                                  .nodes = 12,
                                                  .closed = {{"bound", "closed by the bound", 5}},
                                                  .reason = "tables outgrew 1 MiB at GLB",
                                                  .method = "branch and bound"};
        before.runs[0].bounds = {{1, 0.25, 3e9}, {70, 0.5, 4e9}};
        const std::string text = toJson(before).dump();
        const Session after = orDie(sessionFromJson(parsed(text), "s.lapidary"));
        QCOMPARE(after.runs[0].bounds, before.runs[0].bounds);
        QCOMPARE(*after.runs[0].result.bound, *result.bound);
        QCOMPARE(*after.runs[0].result.gap, *result.gap);
        QCOMPARE(*after.runs[0].result.certificate, *result.certificate);
        QCOMPARE(toJson(after).dump(), text);
    }

    void filesFromBeforeNamesAndCloudsAreRead() {
        Json old = toJson(session());
        const Json run = without(old["runs"][0], {"number", "name", "hidden", "cloud"});
        old.set("runs", Json::array().push(run));
        const Session read = orDie(sessionFromJson(parsed(old.dump()), "s.lapidary"));
        QCOMPARE(read.runs.size(), std::size_t{1});
        QCOMPARE(read.runs[0].number, 0);
        QVERIFY(!read.runs[0].hidden && !read.runs[0].queued && !read.runs[0].result.cloud);
    }

    void cloudsAreOneTextPerRowOfCells() {
        const Cloud cloud{64, 32, {{-3, 5, 1}, {7, 5, 12}, {7, 6, 2}}};
        const Json json = toJson(cloud);
        QCOMPARE(json["rows"][0].text(), std::string("5: -3 7x12"));
        QCOMPARE(json["rows"][1].text(), std::string("6: 7x2"));
        Diagnostics problems;
        QCOMPARE(cloudFromJson(json, "f", "cloud", problems), cloud);
        QVERIFY(problems.empty());
    }

    void brokenCloudsSayWhere_data() {
        QTest::addColumn<QString>("row");
        QTest::addColumn<bool>("fine");
        QTest::newRow("as written") << "5: 1 2x3" << true;
        QTest::newRow("no cells") << "5:" << false;
        QTest::newRow("no number of cycles") << "x: 1" << false;
        QTest::newRow("falling") << "5: 2 1" << false;
        QTest::newRow("twice") << "5: 2 2" << false;
        QTest::newRow("no count") << "5: 2x" << false;
        QTest::newRow("count of none") << "5: 2x0" << false;
        QTest::newRow("negative count") << "5: 2x-4" << false;
        QTest::newRow("beyond all cells") << "5: 99999999" << false;
        QTest::newRow("number too long") << "5: 99999999999999999999" << false;
        QTest::newRow("rubbish after") << "5: 2x3;" << false;
    }
    void brokenCloudsSayWhere() {
        QFETCH(QString, row);
        QFETCH(bool, fine);
        const std::string text =
            "{\"energy_per_octave\": 4,\n \"cycles_per_octave\": 8,\n \"rows\": [\"" + row.toStdString() + "\"]}";
        Diagnostics problems;
        const Cloud cloud = cloudFromJson(parsed(text), "s.lapidary", "runs[0].cloud", problems);
        QCOMPARE(!hasErrors(problems), fine);
        QCOMPARE(cloud.empty(), !fine);
        if (fine) return;
        QCOMPARE(problems.front().place.line, 3);
        QVERIFY(problems.front().message.find("'CYCLES: ENERGY ENERGYxCOUNT ...' is expected") != std::string::npos);
    }

    void searchesHaveTheLimitsOfEveryOtherFile() {
        Session made;
        made.inputs = inputs();
        const std::string text = toJson(made).dump();
        const auto errorOf = [&](const std::string& before, const std::string& after) {
            std::string changed = text;
            const std::size_t at = changed.find(before);
            if (at == std::string::npos) qFatal("no %s", before.c_str());
            return sessionFromJson(parsed(changed.replace(at, before.size(), after)), "s.lapidary").errorText();
        };
        const std::string top = "\"top\": " + std::to_string(made.inputs.search.top);
        QCOMPARE(errorOf(top, "\"top\": 10000"), std::string());
        const std::string many = errorOf(top, "\"top\": 10001");
        QVERIFY2(many.find("expected an integer from 1 to 10000, found 10001") != std::string::npos, many.c_str());
        const std::string unknown = errorOf("\"algorithm\": \"random\"", "\"algorithm\": \"randon\"");
        QVERIFY2(unknown.find("expected one of 'random'") != std::string::npos, unknown.c_str());
        QVERIFY2(unknown.find("did you mean 'random'?") != std::string::npos, unknown.c_str());
    }

    void resolutionsArePowersOfTwo() {
        Diagnostics problems;
        cloudFromJson(parsed(R"({"energy_per_octave": 3, "cycles_per_octave": 8, "rows": []})"), "f", "cloud",
                      problems);
        QVERIFY(hasErrors(problems));
        QVERIFY(problems.front().message.find("a power of two is expected") != std::string::npos);
    }
};

QTEST_APPLESS_MAIN(IoSessionRunsTest)
#include "io_session_runs_test.moc"
