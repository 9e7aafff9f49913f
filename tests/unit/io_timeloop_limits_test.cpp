// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What Timeloop's files can't do to the program that reads them: use up its memory, its time or its stack. Each case took
// minutes, gigabytes or the whole program once; the limits are those of core/io/timeloop/yaml.h and expression.h.

#include <QtTest>

#include <cmath>
#include <ctime>
#include <filesystem>
#include <fstream>

#include "core/io/timeloop/expression.h"
#include "core/io/timeloop/import.h"
#include "core/io/timeloop/yaml.h"

using namespace lapidary;
using namespace lapidary::timeloop;

namespace {

std::string repeated(const std::string& text, int times) {
    std::string result;
    for (int i = 0; i < times; ++i) result += text;
    return result;
}

Json variablesOf(const std::string& text) {
    Result<Json> json = parseYaml(text, "variables.yaml");
    if (!json.ok()) qFatal("%s", json.errorText().c_str());
    return *std::move(json);
}

/// v0: "v1+v1+v1+v1" ... down to v25, which is `last`.
Json chainOf25(const std::string& last) {
    std::string text = "{";
    for (int i = 0; i < 25; ++i) {
        const std::string next = "v" + std::to_string(i + 1);
        text += "v" + std::to_string(i) + ": \"" + next + "+" + next + "+" + next + "+" + next + "\", ";
    }
    return variablesOf(text + "v25: " + last + "}");
}

}  // namespace

class IoTimeloopLimitsTest : public QObject {
    Q_OBJECT

private slots:
    void variablesAreWorkedOutOnce() {
        QCOMPARE(evaluateExpression("v0", chainOf25("1")), std::optional(std::pow(4.0, 25)));
        QVERIFY(!evaluateExpression("v0", chainOf25("nothing + 1")));
        QVERIFY(!evaluateExpression("a", variablesOf("{a: b + b, b: a + a}")));
    }

    void powersOfPowersEnd() {
        QCOMPARE(evaluateExpression("2 ** 3 ** 2", Json::object()), std::optional(512.0));
        // What Python prints.
        QCOMPARE(evaluateExpression("-2 ** 2", Json::object()), std::optional(-4.0));
        QCOMPARE(evaluateExpression("2 ** -1", Json::object()), std::optional(0.5));
        QCOMPARE(evaluateExpression("3 - -2 * -(1 + 1)", Json::object()), std::optional(-1.0));
        QCOMPARE(evaluateExpression("1" + repeated("**1", 40), Json::object()), std::optional(1.0));
        QVERIFY(!evaluateExpression("1" + repeated("**1", 60), Json::object()));
        QVERIFY(!evaluateExpression("1" + repeated("**1", 1'000'000), Json::object()));
        QVERIFY(!evaluateExpression(repeated("(", 1'000'000), Json::object()));
    }

    void longTextsAreNoArithmetic() {
        QCOMPARE(evaluateExpression("1" + repeated("+1", 499), Json::object()), std::optional(500.0));
        QVERIFY(!evaluateExpression("1" + repeated("+1", 500), Json::object()));
    }

    void namesMayBeginLikeNumbers() {
        const Json variables = variablesOf("{inf_size: 3, nano: 2, infinity: 5, NaN1: 7}");
        QCOMPARE(evaluateExpression("inf_size + nano", variables), std::optional(5.0));
        QCOMPARE(evaluateExpression("infinity", variables), std::optional(5.0));
        QCOMPARE(evaluateExpression("2 * NaN1", variables), std::optional(14.0));
        QVERIFY(!evaluateExpression("inf", variables));
        QVERIFY(!evaluateExpression("nan", variables));
    }

    void deepDocumentsAreRefused() {
        QVERIFY(parseYaml(repeated("[", 150) + repeated("]", 150), "deep.yaml").ok());
        const Result<Json> deep = parseYaml(repeated("[", 250) + repeated("]", 250), "deep.yaml");
        QVERIFY2(deep.errorText().find("deep.yaml:1:201: error: the document is more than 200 deep") == 0,
                 deep.errorText().c_str());
    }

    void aliasesOfAliasesAreRefused() {
        std::string text = "a0: &a0 [x, x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 10; ++i) {
            const std::string name = "a" + std::to_string(i), use = "*a" + std::to_string(i - 1);
            text += name + ": &" + name + " [" + use + repeated(", " + use, 9) + "]\n";
        }
        const Result<Json> bomb = parseYaml(text, "bomb.yaml");
        QVERIFY2(bomb.errorText().find("more than 500000 values") != std::string::npos, bomb.errorText().c_str());
    }

    void aliasesOfLongWordsAreRefused() {
        // 100,000 values of 10,000 characters: few enough values, and a gigabyte.
        const std::string text = "a: &a " + repeated("x", 10'000) + "\nb: [*a" + repeated(",*a", 99'999) + "]\n";
        const Result<Json> bomb = parseYaml(text, "bomb.yaml");
        QVERIFY2(bomb.errorText().find("64 MiB of words") != std::string::npos, bomb.errorText().c_str());
    }

    void largeTextsAreRefusedUnread() {
        const Result<Json> large = parseYaml(repeated("# nothing here\n", (16 << 20) / 15 + 1), "large.yaml");
        QCOMPARE(large.errorText(),
                 std::string("large.yaml: error: more than 16 MiB of YAML; give the parts that are needed"));
    }

    void mappingsOfManyKeysAreReadInTime() {
        constexpr int kKeys = 40'000;
        std::string own, merged = "a: &a\n";
        for (int i = 0; i < kKeys; ++i) {
            const std::string line = "k" + std::to_string(i) + ": 1\n";
            own += line;
            merged += "  " + line;
        }
        const std::clock_t start = std::clock();
        QCOMPARE(parseYaml(own, "keys.yaml")->size(), std::size_t{kKeys});
        QCOMPARE((*parseYaml(merged + "b: {<<: *a, y: 2}\n", "keys.yaml"))["b"].size(), std::size_t{kKeys + 1});
        // Of this process alone, so that a busy machine changes nothing. Each key compared with all others takes minutes.
        const double seconds = static_cast<double>(std::clock() - start) / CLOCKS_PER_SEC;
        QVERIFY2(seconds < 10, qPrintable(QString::number(seconds)));
        const Result<Json> twice = parseYaml("k-7: 1\nk0: 1\nk_7: 2\n", "keys.yaml");
        QCOMPARE(twice.errorText(), std::string("keys.yaml:3:1: error: duplicate key 'k_7'; it also stands in line 1"));
    }

    void foldersOfManyFilesAreRefused() {
        QTemporaryDir folder;
        const auto place = std::filesystem::path(folder.path().toStdString());
        for (int i = 0; i <= 1000; ++i) std::ofstream(place / (std::to_string(i) + ".yaml")) << "a: 1\n";
        const Result<TimeloopImport> read = importTimeloopFiles({place});
        QVERIFY(!read.ok());
        QVERIFY2(read.errorText().find("more than 1000 .yaml files in this folder") != std::string::npos,
                 read.errorText().c_str());
    }

    void tagsAreNotMerged() {
        const Json json = variablesOf("a: &a !Component {name: x}\nb: {<<: *a, y: 2}\nc: !Container {<<: *a}\n");
        QCOMPARE(json["a"]["!"].text(), std::string("Component"));
        QVERIFY(json["b"].find("!") == nullptr);
        QCOMPARE(json["b"]["name"].text(), std::string("x"));
        QCOMPARE(json["c"]["!"].text(), std::string("Container"));
    }

    void templatesInCommentsDoNothing() {
        QVERIFY(parseYaml("# was {{ DEPTH }}\na: 1  # {{ b }}\nc: \"#\"\n", "t.yaml").ok());
        for (const char* text :
             {"a: 1\nb: {{ DEPTH }}\n", "a: 1\nb: '{{ DEPTH }}'\n", "a: 1\nb: \"# {{ DEPTH }}\"\n"}) {
            const Result<Json> read = parseYaml(text, "t.yaml");
            QVERIFY2(read.errorText().find("t.yaml:2:") == 0, read.errorText().c_str());
            QVERIFY2(read.errorText().find("error: templates ('{{ ... }}') are not expanded") != std::string::npos,
                     read.errorText().c_str());
        }
    }

    void mappersChangeWhatTheyState() {
        SearchOptions present;
        present.algorithm = Algorithm::exhaustive;
        present.threads = 7;
        present.seed = 42;
        present.top = 3;
        present.maxSeconds = 60;
        present.victory = 9;
        present.maxEvaluations = 1000;
        const std::vector<TimeloopText> metric{{"m.yaml", "mapper: {optimization_metric: energy}\n"}};
        SearchOptions expected = present;
        expected.objective.metrics = {Metric::energy};
        const SearchOptions got = *importTimeloop(metric, present)->search;
        QVERIFY(got.algorithm == expected.algorithm && got.objective.metrics == expected.objective.metrics);
        QCOMPARE(got.threads, 7);
        QCOMPARE(got.seed, std::uint64_t{42});
        QCOMPARE(got.top, 3);
        QCOMPARE(got.maxSeconds, std::optional(60.0));
        QCOMPARE(got.victory, std::optional<std::int64_t>(9));
        QCOMPARE(got.maxEvaluations, std::optional<std::int64_t>(1000));
        // 0 is without limit, by formats.md, 8.
        const std::vector<TimeloopText> zero{
            {"m.yaml", "mapper: {algorithm: random, num_threads: 2, victory_condition: 0, search_size: 0}\n"}};
        const SearchOptions free = *importTimeloop(zero, present)->search;
        QVERIFY(free.algorithm == Algorithm::random && !free.victory && !free.maxEvaluations);
        QCOMPARE(free.threads, 2);
        QCOMPARE(free.top, 3);
        // Alone, what isn't stated is what Timeloop takes: a victory condition of 500.
        QCOMPARE(importTimeloop(metric)->search->victory, std::optional<std::int64_t>(500));
    }
};

QTEST_APPLESS_MAIN(IoTimeloopLimitsTest)
#include "io_timeloop_limits_test.moc"
