// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Study files: what is said of wrong ones and where, texts with figures, results that come back the same or are refused,
// and the studies that come along.

#include <QtTest>

#include "core/io/presets.h"
#include "core/io/study_page.h"
#include "core/io/study_results.h"
#include "core/io/study_text.h"
#include "tests/support/search_setup.h"
#include "tests/support/study_setup.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

/// 100 words on toy-6: 6 PEs take 17 steps by Ruby-S, 5 of them 20 by PFM (Ruby, Fig. 5).
const QByteArray kStudy = R"({
  "schema": "lapidary/study/1", "name": "small", "title": "Small", "source": "test",
  "paper": "Ruby", "place": "Fig. 5", "question": "How many cycles?",
  "paper_says": ["Ruby-S takes {paper|cycles|ruby-s} cycles."],
  "we_find": ["{ours|cycles|ruby-s} cycles, {ratio|cycles|max} at most, {better|cycles} of {rows|cycles} better."],
  "runs": [
    {"name": "hundred", "task": "search",
     "workloads": ["tensor-100"], "designs": ["toy-6"], "mapspaces": ["pfm", "ruby-s"],
     "settings": [{"name": "all", "search": {"algorithm": "exhaustive", "objective": "latency"}}]}
  ],
  "tables": [
    {"title": "Cycles", "runs": "hundred", "rows": ["mapspace"],
     "columns": [{"figure": "cycles",
                  "published": [{"by": "paper", "place": "Fig. 5", "values": {"pfm": 20, "ruby-s": 17}}]}]}
  ]
})";

Result<StudyFile> read(const QByteArray& text) {
    const Result<Json> json = parseJson(text.toStdString(), "s.json");
    return json ? studyFromJson(*json, "s.json") : Result<StudyFile>(json.diagnostics());
}

QByteArray with(const QByteArray& from, const QByteArray& to) {
    QByteArray text = kStudy;
    if (!text.contains(from)) qFatal("the study lacks %s", from.constData());
    return text.replace(from, to);
}

Json resultsOf(const StudyFile& study, const StudyOutcomes& outcomes) {
    // As a file: written and parsed again.
    return orDie(parseJson(studyResultsToJson(study, StudyStamp(study), outcomes, 1).dump(), "r.json"));
}

QString textOf(const Result<StudyFile>& study) { return QString::fromStdString(study.errorText()); }

}  // namespace

class IoStudyTest : public QObject {
    Q_OBJECT

private slots:
    void aStudyIsReadAndRun() {
        const auto study = read(kStudy);
        QVERIFY2(study.ok(), study.errorText().c_str());
        QCOMPARE(study->name, std::string("small"));
        const StudyOutcomes outcomes = ran(study->spec).outcomes;
        const StudyFacts facts(*study, outcomes);
        QCOMPARE(*facts.filled(study->weFind.front()), std::string("17 cycles, 1 at most, 0 of 2 better."));
        QCOMPARE(*facts.filled(study->paperSays.front()), std::string("Ruby-S takes 17 cycles."));
        const std::string page = studyPage(*study, outcomes);
        for (const char* part :
             {"# Small", "## The paper says", "Ruby-S takes 17 cycles.", "## We find", "### Cycles", "cycles, paper",
              "Published: cycles, paper: Fig. 5", "2 of 2 points", "`lapidary-cli study run small`"})
            QVERIFY2(page.find(part) != std::string::npos, (std::string(part) + " is not in\n" + page).c_str());
    }

    void whatHasNotRunIsSaidToBeUnknown() {
        const StudyFile study = *read(kStudy);
        const std::string empty = studyPage(study, {});
        QVERIFY(empty.find("## We find\n\nNothing yet: the study has not run.\n") != std::string::npos);
        QVERIFY(empty.find("(not known)") == std::string::npos);
        QVERIFY(empty.find("0 of 2 points") != std::string::npos);
        StudyOutcomes half = ran(study.spec).outcomes;
        half.back() = nullptr;
        const std::string page = studyPage(study, half);
        QVERIFY2(page.find("(not known)") != std::string::npos, page.c_str());
        QVERIFY(page.find("1 of 2 points") != std::string::npos);
    }

    /// A figure's unit stands in its heading: once, and not over ratios.
    void headingsHaveUnits() {
        const auto study = loadStudy("sunstone-fig-6");
        QVERIFY(study.ok());
        const std::string page = studyPage(*study, {});
        QVERIFY2(page.find("| EDP, pJ·cycles, ours | EDP, pJ·cycles, public program |") != std::string::npos,
                 page.c_str());
        QVERIFY(page.find("| EDP |") == std::string::npos && page.find("EDP, ours") == std::string::npos);
        QVERIFY(page.find("| energy, pJ, ours |") != std::string::npos);
        QVERIFY(page.find("| EDP over Sunstone's |") != std::string::npos);
        QVERIFY(page.find("pJ*cycles") == std::string::npos);
    }

    void wrongStudiesAreRefusedWithPlaceAndHint_data() {
        QTest::addColumn<QByteArray>("text");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& text, const char* message) {
            QTest::newRow(name) << text << QString(message);
        };
        row("schema", with("study/1", "study/2"), "s.json:2:");
        row("kind", with("study/1", "sweep/1"), "study");
        row("no question", with("\"question\": \"How many cycles?\",", ""), "question");
        row("unknown key", with("\"paper_says\"", "\"paper_say\""), "s.json:4:");
        row("unknown key of runs", with("\"task\": \"search\",", "\"tsk\": \"search\","), "did you mean 'task'?");
        row("task", with("\"task\": \"search\"", "\"task\": \"saerch\""), "did you mean 'search'?");
        row("workload", with("[\"tensor-100\"]", "[\"tensor-10\"]"), "s.json:8:20: error: no workload and no file");
        row("layer", with("[\"tensor-100\"]", "[\"resnet18/conv9\"]"), "has no layer 'conv9'");
        row("design", with("[\"toy-6\"]", "[\"toy-7\"]"), "[runs[0].designs[0]]; did you mean 'toy-6'?");
        row("design of another kind", with("[\"toy-6\"]", "[6]"),
            "expected a key or an object with an architecture, found 6 [runs[0].designs[0]]");
        row("setting of a design", with("[\"toy-6\"]", "[{\"architecture\": \"toy-6\", \"set\": [\"GLB.capacty=4\"]}]"),
            "GLB.capacity");
        row("twice", with("[\"toy-6\"]", "[\"toy-6\", \"toy-6\"]"), "the name 'toy-6' stands here twice");
        row("mapspace", with("\"ruby-s\"],", "\"rubys\"],"), "found 'rubys' [runs[0].mapspaces[1]]");
        row("endless", with("exhaustive", "random"),
            "the search 'random' might never end [runs[0].settings[0].search]; give max_evaluations");
        row("search key", with("\"objective\"", "\"objetive\""), "did you mean 'objective'?");
        const auto flash = [&](const char* options) {
            return with("\"search\": {", ("\"flash\": " + QByteArray(options) + ", \"search\": {").constData());
        };
        row("directive", flash("{\"maps\": [\"SpatialMap(1) Q\", \"SpatialMap(0) Q\"]}"),
            "found the string \"SpatialMap(0) Q\", expected \"TemporalMap(3) R\", \"SpatialMap(1) Q\" or "
            "\"Cluster(16)\" "
            "[runs[0].settings[0].flash.maps[1]]");
        row("no directives", flash("{\"maps\": []}"), "expected a list of directives");
        row("space beside", flash("{\"beside\": \"bound\"}"),
            "expected one of 'bounds', 'equations', found the string");
        row("candidate beside directives",
            with("\"search\": {",
                 "\"flash\": {\"maps\": [\"SpatialMap(1) m\"]}, \"candidate\": {\"outer\": {\"M\": 1}, "
                 "\"inner\": {\"M\": 1}}, \"search\": {"),
            "'maps' beside a candidate");
        row("runs of a table", with("\"runs\": \"hundred\"", "\"runs\": \"hundrd\""), "did you mean 'hundred'?");
        row("axis", with("[\"mapspace\"]", "[\"mapspaces\"]"), "did you mean 'mapspace'?");
        row("axis of another task", with("[\"mapspace\"]", "[\"tensor\"]"), "expected an axis of these runs");
        row("figure", with("\"figure\": \"cycles\"", "\"figure\": \"cycle\""), "did you mean 'cycles'?");
        row("row", with("\"pfm\": 20", "\"pmf\": 20"), "the table has no row 'pmf'");
        row("value", with("\"pfm\": 20", "\"pfm\": [20]"), "expected a number or words");
        row("key of another column", with("\"columns\": [{", "\"columns\": [{\"figure\": \"cycles\"}, {"),
            "another column of this study has the key 'cycles'");
        row("only", with("\"rows\"", "\"only\": {\"mapspace\": [\"ruby\"]}, \"rows\""),
            "no mapspace of these runs is called 'ruby'");
        row("total", with("\"rows\"", "\"total\": true, \"rows\""), "a total is over workloads");
        row("relative",
            with("\"published\"", "\"relative_to\": {\"axis\": \"mapspace\", \"name\": \"pmf\"}, \"published\""),
            "no mapspace of these runs is called 'pmf'");
        row("text's column", with("{ours|cycles|", "{ours|cycle|"), "did you mean 'cycles'?");
        row("text's row", with("{ours|cycles|ruby-s}", "{ours|cycles|rubys}"), "[we_find[0]]; did you mean 'ruby-s'?");
        row("text's word", with("{better|cycles}", "{bettr|cycles}"), "did you mean 'better'?");
        row("text's publisher", with("{paper|cycles|ruby-s}", "{papers|cycles|ruby-s}"), "nobody called 'papers'");
        row("text's brace", with("{rows|cycles}", "{rows|cycles"), "has no '}'");
    }
    void wrongStudiesAreRefusedWithPlaceAndHint() {
        QFETCH(QByteArray, text);
        QFETCH(QString, message);
        const auto study = read(text);
        QVERIFY(!study.ok());
        QVERIFY2(textOf(study).contains(message), qPrintable(textOf(study)));
        QVERIFY2(textOf(study).startsWith("s.json:"), qPrintable(textOf(study)));
    }

    void timeloopsRulesAreASetOfSwitches() {
        const auto study = read(with("\"name\": \"all\",", "\"name\": \"all\", \"compat\": \"timeloop\","));
        QVERIFY2(study.ok(), study.errorText().c_str());
        const StudySetting& setting = study->spec.runs.front().settings.front();
        QVERIFY(setting.semantics == timeloopSemantics() && !setting.search.compat);
        const auto both = read(with(
            "\"name\": \"all\",", "\"name\": \"all\", \"compat\": \"timeloop\", \"semantics\": {\"halo\": \"box\"},"));
        QVERIFY2(textOf(both).contains("can't be given beside 'compat' [runs[0].settings[0].semantics]"),
                 qPrintable(textOf(both)));
        const auto other = read(with("\"name\": \"all\",", "\"name\": \"all\", \"compat\": \"timelop\","));
        QVERIFY2(textOf(other).contains("found 'timelop'"), qPrintable(textOf(other)));
    }

    void resultsComeBackTheSame() {
        const StudyFile study = *read(kStudy);
        StudyOutcomes outcomes = ran(study.spec).outcomes;
        outcomes[0] = nullptr;  // stopped before
        const Json written = resultsOf(study, outcomes);
        const auto again = studyResultsFromJson(written, "r.json", study);
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(!again->outcomes[0] && again->outcomes[1]);
        QVERIFY(resultsOf(study, again->outcomes) == written);
        QVERIFY(!again->seed);
        QVERIFY(written["complete"] == Json(false));
        // Going on gives the file of one run.
        const StudyOutcomes whole = ran(study.spec).outcomes;
        const StudyOutcomes resumed = ran(study.spec, {.known = again->outcomes}).outcomes;
        QCOMPARE(withoutRun(resultsOf(study, resumed)).dump(), withoutRun(resultsOf(study, whole)).dump());
    }

    void resultsKeepTheirSeed() {
        StudyFile study = *read(kStudy);
        study.spec.seed = 18446744073709551615u;
        const auto again = studyResultsFromJson(resultsOf(study, {}), "r.json", study);
        QCOMPARE(*again->seed, std::uint64_t{18446744073709551615u});
    }

    void resultsOfSomethingElseAreRefused_data() {
        QTest::addColumn<QByteArray>("study");
        QTest::addColumn<QString>("from");
        QTest::addColumn<QString>("to");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QByteArray& study, const char* from, const char* to,
                            const char* message) {
            QTest::newRow(name) << study << QString(from) << QString(to) << QString(message);
        };
        row("the study has changed", with("\"latency\"", "\"edp\""), "", "",
            "these results are of a study that has changed since");
        row("another study", with("\"small\"", "\"other\""), "", "", "these results are of another study than 'other'");
        row("version", kStudy, "\"version\": \"", "\"version\": \"9.", "these results are of version '9.");
        row("design", kStudy, "\"architecture toy-6 of hundred\": \"", "\"architecture toy-6 of hundred\": \"0",
            "these results are of another 'architecture toy-6 of hundred'");
        row("constraints", kStudy, "\"inputs\": {", "\"inputs\": {\"constraints of all of hundred\": \"0\", ",
            "these results are of other designs, workloads or constraints");
        row("no results", kStudy, "study-result/1", "sweep-result/1", "expected the results of a study");
        row("a point", kStudy, "/ pfm /", "/ pmf /",
            "the study has no point 'hundred / tensor-100 / toy-6 / pmf / all'");
        row("a figure", kStudy, "\"cycles\": 20", "\"cycles\": [20]", "expected a number, words or null");
    }
    void resultsOfSomethingElseAreRefused() {
        QFETCH(QByteArray, study);
        QFETCH(QString, from);
        QFETCH(QString, to);
        QFETCH(QString, message);
        const StudyFile made = *read(kStudy);
        QString text = QString::fromStdString(resultsOf(made, ran(made.spec).outcomes).dump());
        if (!from.isEmpty()) {
            QVERIFY2(text.contains(from), qPrintable(text));
            text.replace(from, to);
        }
        const Json json = orDie(parseJson(text.toStdString(), "r.json"));
        const auto results = studyResultsFromJson(json, "r.json", *read(study));
        QVERIFY(!results.ok());
        const QString said = QString::fromStdString(results.errorText());
        QVERIFY2(said.startsWith("r.json:") && said.contains(message), qPrintable(said));
    }

    void tablesOfTheExportHoldWhatWasPublished() {
        const StudyFile study = *read(kStudy);
        const Json tables = studyTablesJson(study, ran(study.spec).outcomes);
        const Json& row = tables[0]["rows"][1];
        QCOMPARE(row["mapspace"].text(), std::string("ruby-s"));
        QVERIFY(row["cycles"]["ours"] == Json(17));
        QVERIFY(row["cycles"]["published"]["paper"] == Json(17));
        QCOMPARE(row["cycles"]["ratio"]["paper"].real(), 1.0);
    }

    void everyPresetIsWhole() {
        QVERIFY(presets("study").size() >= 6);
        for (const PresetInfo& info : presets("study")) {
            const auto study = loadStudy(info.key);
            QVERIFY2(study.ok(), study.errorText().c_str());
            QCOMPARE(study->name, info.key);
            QVERIFY2(!study->paperSays.empty() && !study->weFind.empty() && !study->why.empty(), info.key.c_str());
            for (const StudyTable& table : study->tables)
                for (const StudyColumn& column : table.columns)
                    for (const StudyPublished& published : column.published)
                        QVERIFY2(!published.place.empty() && !published.values.empty(), column.key.c_str());
        }
    }

    // All nine cells of the paper's table.
    void tableThreeOfSunstoneAgrees() {
        const StudyFile study = *loadStudy("sunstone-table-3");
        int cells = 0;
        for (const StudyRow& row : rowsOf(study.spec, study.tables.front(), ran(study.spec).outcomes))
            for (const StudyCell& cell : row.cells) {
                QVERIFY2(cell.ours == cell.published.front(), row.key().c_str());
                ++cells;
            }
        QCOMPARE(cells, 9);
    }

    // Figs. 6 to 8: by the rules of the public program nowhere worse than it (whole cycles may cost a rounding).
    void figureEightOfSunstoneIsNowhereWorse() {
        const StudyFile study = *loadStudy("sunstone-fig-8");
        const std::vector<StudyRow> rows =
            rowsOf(study.spec, study.tables.front(), ran(study.spec, {.threads = 2}).outcomes);
        QCOMPARE(rows.size(), std::size_t{8});
        for (const StudyRow& row : rows) {
            const auto ratio = ratioOf(row.cells[0].ours, row.cells[0].published[0]);
            QVERIFY2(ratio && *ratio <= 1 + 1e-9, row.key().c_str());
        }
    }
};

QTEST_APPLESS_MAIN(IoStudyTest)
#include "io_study_test.moc"
