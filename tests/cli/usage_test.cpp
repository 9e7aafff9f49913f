// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

class CliUsageTest : public QObject {
    Q_OBJECT
private slots:
    void helpAndVersionEndWell() {
        for (const char* argument : {"--help", "--version"}) {
            const CliRun run = cli({argument});
            QCOMPARE(run.code, 0);
            QVERIFY(!run.out.isEmpty() && run.err.isEmpty());
        }
        const QString help = cli({}).out;
        for (const char* verb : {"presets", "show", "count", "evaluate", "search", "convert"}) {
            QVERIFY2(help.contains(verb), verb);
            QCOMPARE(cli({verb, "--help"}).code, 0);
        }
        const QString search = cli({"search", "--help"}).out;
        for (const char* word : {"--victory", "100000", "ruby-s", "exhaustive", "--drain-read"})
            QVERIFY2(search.contains(word), word);
    }

    void everyVerbHasExamplesOfItsOwn() {
        QSet<QString> all;
        const QStringList verbs{"presets", "show",  "convert", "count",  "evaluate", "validate",
                                "search",  "sweep", "compare", "export", "tech",     "study"};
        for (const QString& verb : verbs) {
            const QString help = cli({verb, "--help"}).out;
            const QString examples = help.section("Examples\n", 1).section("\n\n", 0, 0);
            QVERIFY2(!examples.isEmpty(), qPrintable(help));
            for (const QString& line : examples.split('\n'))
                QVERIFY2(line.contains("lapidary-cli " + verb + " "), qPrintable(line));
            all << examples;
        }
        QCOMPARE(all.size(), verbs.size());
    }

    void aCapacityWithoutAUnitIsSaidToBeWords() {
        const CliRun words = cli({"show", "toy-6", "--set", "GLB.capacity=64"});
        QCOMPARE(words.err, QString("note: GLB.capacity=64 means 64 words; write a unit for bytes, such as 64KiB\n"));
        QVERIFY(cli({"show", "toy-6", "--set", "GLB.capacity=64", "--quiet"}).err.isEmpty());
        QVERIFY(cli({"show", "toy-6", "--set", "GLB.capacity=64words"}).err.isEmpty());
        QVERIFY(cli({"show", "toy-6", "--set", "GLB.capacity=64B"}).err.isEmpty());
    }

    void showSaysWhichSizeFiguresAreOf() {
        const QString changed = cli({"show", "eyeriss-like", "--set", "GLB.capacity=16KiB"}).out;
        QVERIFY2(changed.contains("note: GLB: energy and area are those of 128 KiB"), qPrintable(changed));
        QVERIFY(!cli({"show", "eyeriss-like"}).out.contains("note:"));
        // The partitions have the figures; the level has none of its own to be unknown.
        for (const QString& line : changed.split('\n'))
            if (line.startsWith("level") && line.contains("spad"))
                QVERIFY2(!line.contains("unknown"), qPrintable(line));
    }

    void groupsThatAWorkloadLacksAreNoNews() {
        const CliRun run = cli(
            {"search", "--arch", "eyeriss-like", "--workload", "resnet50/layer1_0_conv2", "--max-evaluations", "20"});
        QVERIFY2(!run.err.contains("'G'"), qPrintable(run.err));
    }

    void wrongWordsAreNamedWithTheNearestRightOne_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const QStringList& arguments, const char* message) {
            QTest::newRow(name) << arguments << QString(message);
        };
        row("verb", {"serach"}, "unknown verb 'serach'; did you mean 'search'?");
        row("option", QStringList{"count"} + kToy + QStringList{"--mapsapce", "pfm"},
            "unknown option '--mapsapce' after 'count'; did you mean '--mapspace'?");
        row("argument", QStringList{"count"} + kToy + QStringList{"pfm"}, "unexpected argument 'pfm' after 'count'");
        row("value", QStringList{"count"} + kToy + QStringList{"--mapspace", "rubys"}, "did you mean 'ruby");
        row("format", QStringList{"count"} + kToy + QStringList{"--format", "jsn"}, "did you mean 'json'?");
        row("design", {"show", "toy-7"}, "did you mean 'toy-6'?");
        row("no design", {"count", "--einsum", "A[d]", "--bounds", "d=3"}, "--arch: error: no design given");
        row("no workload", {"count", "--arch", "toy-6"}, "no workload given");
        row("two workloads", QStringList{"count"} + kToy + QStringList{"--workload", "resnet50/layer1_0_conv2"},
            "give only one of");
        row("no mapping", QStringList{"evaluate"} + kToy, "no mapping given");
        row("setting", QStringList{"count"} + kToy + QStringList{"--set", "GLB"}, "expected PATH=VALUE");
        row("setting's path", QStringList{"count"} + kToy + QStringList{"--set", "GLB.capacty=4"}, "GLB.capacity");
        row("bound", QStringList{"count"} + kToy + QStringList{"--set", "bounds.e=4"}, "no dimension 'e'");
        row("layer", {"count", "--arch", "toy-6", "--network", "resnet50", "--layer", "layer1_0_conv9"},
            "--layer: error: network 'resnet50' has no layer 'layer1_0_conv9'; did you mean 'layer1_0_conv");
        row("far layer", {"count", "--arch", "toy-6", "--network", "alexnet-onetower", "--layer", "zebra"},
            "--layer: error: network 'alexnet-onetower' has no layer 'zebra'; it has conv1, conv2, conv3, conv4, "
            "conv5, "
            "fc6, fc7, fc8");
        row("layer of a workload", {"count", "--arch", "toy-6", "--workload", "resnet50/zebra"},
            "--workload: error: network 'resnet50' has no layer 'zebra'; it has conv1, ");
        row("far design", {"count", "--arch", "zebra", "--einsum", "A[d]", "--bounds", "d=3"},
            "--arch: error: no design and no file is called 'zebra'; 'lapidary-cli presets architecture' lists some");
        row("far workload", {"count", "--arch", "toy-6", "--workload", "zebra"},
            "--workload: error: no workload and no file is called 'zebra'; 'lapidary-cli presets workload' lists some");
        row("far network", {"search", "--arch", "toy-6", "--network", "zebra"},
            "--network: error: no network and no file is called 'zebra'; 'lapidary-cli presets network' lists some");
        row("constraints", QStringList{"count"} + kToy + QStringList{"--constraints", "zebra"},
            "--constraints: error: no set of constraints and no file is called 'zebra'; expected none or a file");
        row("style",
            {"search", "--arch", "flash-edge", "--network", "flash-gemms", "--algorithm", "flash", "--flash",
             "style=zebra"},
            "--flash: error: style: unknown value 'zebra', expected eyeriss, nvdla, tpu, shidiannao, maeri or all");
        row("objective", QStringList{"search"} + kToy + QStringList{"--objective", "enrgy"}, "did you mean 'energy'?");
        row("threads", QStringList{"search"} + kToy + QStringList{"--threads", "-1"}, "--threads");
        row("top", QStringList{"search"} + kToy + QStringList{"--top", "0"}, "--top");
        row("threads 2^63", QStringList{"search"} + kToy + QStringList{"--threads", "9223372036854775808"},
            "--threads");
        row("seed 2^64", QStringList{"search"} + kToy + QStringList{"--seed", "18446744073709551616"},
            "--seed: expected a whole number from 0 to 18446744073709551615, found '18446744073709551616'");
        row("negative evaluations", QStringList{"search"} + kToy + QStringList{"--max-evaluations", "-5"},
            "--max-evaluations: expected a whole number from 1");
        row("evaluations 2^63", QStringList{"search"} + kToy + QStringList{"--max-evaluations", "9223372036854775808"},
            "found '9223372036854775808'");
        const QStringList kSearch = QStringList{"search"} + kToy;
        row("gap", kSearch + QStringList{"--gap", "5"}, "--gap must be at least 0 and below 1, found 5");
        row("gap in words", kSearch + QStringList{"--gap", "5%"}, "expected a number from 0 to below 1, found '5%'");
        row("empty gap", kSearch + QStringList{"--gap", ""}, "expected a number from 0 to below 1, found ''");
        row("another verb's option", QStringList{"count"} + kToy + QStringList{"--gap", "0.1"},
            "unknown option '--gap' after 'count'; it belongs to search, sweep");
        row("two values of one --set", kSearch + QStringList{"--set", "PE.fanout=2x1", "GLB.capacity=64"},
            "unexpected argument 'GLB.capacity=64' after 'search'; say --set before each PATH=VALUE");
        row("empty arguments of STONNE", {"evaluate", "--stonne", ""}, "nothing between the quotes");
        row("STONNE without an algorithm", {"search", "--stonne", "-FC -M=1 -N=4 -K=4"},
            "--stonne needs --algorithm tuner or mrna");
        row("seconds", QStringList{"search"} + kToy + QStringList{"--max-seconds", "-1"}, "more than 0 seconds");
    }
    void wrongWordsAreNamedWithTheNearestRightOne() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const CliRun run = cli(arguments);
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorLines().size(), 1);
        QVERIFY2(run.err.contains(message), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }

    void whatComesLaterEndsWithThree_data() {
        QTest::addColumn<QStringList>("arguments");
        const auto row = [](const char* name, const QStringList& arguments) { QTest::newRow(name) << arguments; };
        row("verb", {"merge"});
        row("placement", QStringList{"search"} + kToy + QStringList{"--placement", "uneven"});
        row("model", QStringList{"count"} + kToy + QStringList{"--model", "fabric"});
        row("compat", QStringList{"count"} + kToy + QStringList{"--compat", "maestro"});
        row("algorithm", QStringList{"sweep"} + kToy + QStringList{"--algorithm", "flash"});
        row("objective", QStringList{"search"} + kToy + QStringList{"--objective", "reads:GLB"});
        row("network", {"count", "--arch", "eyeriss-like", "--network", "resnet50"});
    }
    void whatComesLaterEndsWithThree() {
        QFETCH(QStringList, arguments);
        const CliRun run = cli(arguments);
        QCOMPARE(run.code, 3);
        QCOMPARE(run.errorLines().size(), 1);
        QVERIFY2(run.err.contains("not available yet"), qPrintable(run.err));
    }

    void presetsListDesignsAndNetworks() {
        const CliRun run = cli({"presets", "--format", "json"});
        QCOMPARE(run.code, 0);
        QStringList keys;
        for (const QJsonValue preset : run.at("presets").toArray()) keys << preset["key"].toString();
        for (const char* key : {"toy-6", "toy-linear", "eyeriss-like", "simba-like-15", "resnet50"})
            QVERIFY2(keys.contains(key), key);
        QVERIFY(!cli({"presets", "architecture"}).out.contains("resnet50"));
        QCOMPARE(cli({"presets", "nothing"}).code, 2);
    }

    void outputGoesToTheFileAskedFor() {
        const Folder folder;
        const CliRun run =
            cli(QStringList{"count"} + kToy + QStringList{"--format", "json", "-o", folder.path("c.json")});
        QCOMPARE(run.code, 0);
        QVERIFY(run.out.isEmpty());
        QVERIFY(QJsonDocument::fromJson(folder.read("c.json")).object().contains("size"));
        QCOMPARE(cli(QStringList{"count"} + kToy + QStringList{"-o", folder.path("no/such/folder/c.json")}).code, 2);
    }
};

QTEST_APPLESS_MAIN(CliUsageTest)
#include "usage_test.moc"
