// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

#include <signal.h>

#include <QJsonArray>
#include <QtTest>

#include <cmath>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

const QStringList kGemm{"--arch",   "toy-6",         "--einsum",   "Z[m,n] += A[m,k] * B[k,n]",
                        "--bounds", "m=12,n=10,k=8", "--mapspace", "ruby-s"};

CliRun searched(const QStringList& more) { return cli(QStringList{"search"} + kGemm + more); }

}  // namespace

class CliSearchTest : public QObject {
    Q_OBJECT
private slots:
    void optimalPrintsItsCertificate() {
        const CliRun run = searched({"--algorithm", "optimal", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["proven"].toBool(), true);
        QCOMPARE(json["gap"].toDouble(), 0.0);
        QCOMPARE(json["stopped_by"].toString(), QString("complete"));
        QCOMPARE(json["lower_bound"].toDouble(), json["best"]["cost"]["edp"].toDouble());
        QCOMPARE(json["certificate"]["method"].toString(), QString("tables of tiles"));
        QVERIFY(json["certificate"]["nodes"].toInt() > 0);
        for (const char* rule : {"too-large", "dominated", "join-bound", "judged"})
            QVERIFY2(json["certificate"]["closed"][rule].isDouble(), rule);
        const CliRun text = searched({"--algorithm", "optimal"});
        QVERIFY2(text.out.contains("proven: no mapping of the space is better"), qPrintable(text.out));
        QVERIFY2(text.out.contains("lower bound"), qPrintable(text.out));
    }
    void optimalOnThreeLevelsLikeAccelforge() {
        const CliRun run = cli({"search",
                                "--arch",
                                "three-level-array",
                                "--einsum",
                                "C[m,n] += A[m,k] * B[k,n]",
                                "--bounds",
                                "m=64,n=64,k=64",
                                "--set",
                                "PE.fanout=4x4",
                                "--set",
                                "L2.capacity=1024",
                                "--algorithm",
                                "optimal",
                                "--placement",
                                "uneven",
                                "--compat",
                                "accelforge",
                                "--mapspace",
                                "pfm",
                                "--format",
                                "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["proven"].toBool(), true);
        QCOMPARE(QString::number(json["best"]["cost"]["energy_pj"].toDouble(), 'f', 2), QString("6368215.04"));
        QCOMPARE(json["best"]["cost"]["cycles"].toInt(), 16384);
        QCOMPARE(json["mapspace"]["placement"].toString(), QString("uneven"));
        QVERIFY(json["mapspace"]["size"].isNull());
    }
    void whatOptimalCannotProveEndsWithThree() {
        const CliRun run =
            cli({"search", "--arch", "toy-6", "--einsum", "Z[m] += A[m,k]", "--bounds", "m=4,k=6", "--mapspace", "ruby",
                 "--algorithm", "optimal", "--placement", "uneven", "--compat", "accelforge"});
        QCOMPARE(run.code, 3);
        QVERIFY2(run.err.contains("doesn't cover"), qPrintable(run.err));
        QVERIFY(run.out.isEmpty());
    }

    void aSearchStopsAtItsGap() {
        const CliRun run = searched({"--algorithm", "optimal", "--gap", "0.9", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["stopped_by"].toString(), QString("gap"));
        QCOMPARE(json["options"]["gap"].toDouble(), 0.9);
        QVERIFY(json["gap"].toDouble() <= 0.9);
        QVERIFY(searched({"--algorithm", "optimal", "--gap", "0.9"}).out.contains("nothing is better by more than"));
        QCOMPARE(searched({"--algorithm", "optimal", "--gap", "1"}).code, 2);
        const CliRun front = searched({"--algorithm", "optimal", "--gap", "0.1", "--front"});
        QVERIFY2(front.err.contains("a whole front has no gap"), qPrintable(front.err));
    }

    void theWholeFrontIsProven() {
        const CliRun run = searched({"--algorithm", "optimal", "--placement", "uneven", "--compat", "accelforge",
                                     "--front", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["proven"].toBool(), true);
        QCOMPARE(json["options"]["whole_front"].toBool(), true);
        const QJsonArray front = json["front"].toArray();
        QVERIFY(!front.isEmpty());
        for (int i = 1; i < front.size(); ++i) {
            QVERIFY(front[i]["energy_pj"].toDouble() > front[i - 1]["energy_pj"].toDouble());
            QVERIFY(front[i]["cycles"].toInt() < front[i - 1]["cycles"].toInt());
        }
        const CliRun classic = searched({"--algorithm", "optimal", "--front", "--format", "json"});
        QVERIFY2(classic.code == 0, qPrintable(classic.err));
        const QJsonObject whole = classic.json();
        QVERIFY(!whole["front"].toArray().isEmpty());
        const CliRun random = searched({"--front"});
        QCOMPARE(random.code, 2);
        QVERIFY2(random.err.contains("--front needs --algorithm optimal"), qPrintable(random.err));
    }

    void theContractsKeysAreThere() {
        const CliRun run = searched({"--max-evaluations", "2000", "--seed", "7", "--top", "3", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        for (const char* key : {"lapidary", "best", "top", "front", "counters", "lower_bound", "gap", "proven", "seed",
                                "options", "semantics", "run"})
            QVERIFY2(json.contains(key), key);
        QVERIFY(json["best"]["mapping"]["nest"].isArray());
        QCOMPARE(json["best"]["cost"]["valid"].toBool(), true);
        QCOMPARE(json["top"].toArray().size(), 3);
        QCOMPARE(json["counters"]["drawn"].toInt(), 2000);
        QCOMPARE(json["seed"].toInt(), 7);
        QCOMPARE(json["proven"].toBool(), false);
        const double bound = json["lower_bound"].toDouble(), best = json["best"]["cost"]["edp"].toDouble();
        QVERIFY(bound > 0 && bound <= best);
        QCOMPARE(json["gap"].toDouble(), (best - bound) / best);
        QVERIFY(searched({"--max-evaluations", "2000"}).out.contains("\nlower bound"));
    }

    void sunstoneTellsWhatItsPrinciplesSpared() {
        const CliRun run =
            searched({"--algorithm", "sunstone", "--sunstone", "tiling=settled", "--explain", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonObject json = run.json();
        QCOMPARE(json["stopped_by"].toString(), QString("complete"));
        QCOMPARE(json["proven"].toBool(), false);
        QCOMPARE(json["best"]["cost"]["valid"].toBool(), true);
        QCOMPARE(json["options"]["sunstone"]["tiling"].toString(), QString("settled"));
        QCOMPARE(json["sunstone"]["orders"].toInt(), 3);
        QCOMPARE(json["sunstone"]["orders_pruned"].toInt(), 3);
        QStringList kept;
        for (const QJsonValue& node : json["explain"]["trie"].toArray())
            if (node["status"].toString() == "kept") kept += node["order"].toString();
        QCOMPARE(kept, (QStringList{"m", "n", "k"}));
    }
    void sunstoneCountsWithEachPrincipleOff() {
        const CliRun run = searched({"--algorithm", "sunstone", "--principles", "--format", "csv"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QStringList lines = QString(run.out).trimmed().split('\n');
        QCOMPARE(lines.size(), 6);
        QVERIFY(lines[0].startsWith("setting,best,orders"));
        QVERIFY(lines[2].startsWith("ordering=off"));
    }
    void sunstoneOptionsAreChecked() {
        const CliRun wrong = searched({"--algorithm", "sunstone", "--sunstone", "alpha-bet=off"});
        QCOMPARE(wrong.code, 2);
        QVERIFY2(QString(wrong.err).contains("alpha-beta"), qPrintable(wrong.err));
        QCOMPARE(searched({"--sunstone", "tiling=all"}).code, 2);
        QCOMPARE(searched({"--compat", "sunstone", "--max-evaluations", "10"}).code, 3);
    }

    void exhaustiveSearchProvesItsBest() {
        const CliRun run = cli({"search", "--arch", "toy-6", "--einsum", "Z[m,n] += A[m,k] * B[k,n]", "--bounds",
                                "m=4,n=3,k=2", "--mapspace", "pfm", "--algorithm", "exhaustive", "--objective",
                                "latency,energy", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("proven").toBool(), true);
        QCOMPARE(run.at("lower_bound").toDouble(), run.at("best.cost.cycles").toDouble());
        QCOMPARE(run.at("gap").toInt(-1), 0);
    }

    void jsonIsTheSameAtAnyThreadCount() {
        const QStringList arguments{"--victory", "200", "--seed", "3", "--format", "json"};
        const QJsonObject one = searched(arguments + QStringList{"--threads", "1"}).jsonWithoutRun();
        QVERIFY(!one.isEmpty());
        for (const char* threads : {"2", "8"})
            QCOMPARE(searched(arguments + QStringList{"--threads", threads}).jsonWithoutRun(), one);
        QVERIFY(searched({"--victory", "200", "--seed", "4", "--format", "json"}).jsonWithoutRun() != one);
    }

    void theSavedBestEvaluatesToTheSameCost() {
        const Folder folder;
        const CliRun run =
            searched({"--max-evaluations", "2000", "--format", "json", "--save", folder.path("best.json")});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const CliRun again = cli(QStringList{"evaluate"} + kGemm +
                                 QStringList{"--mapping", folder.path("best.json"), "--format", "json"});
        QVERIFY2(again.code == 0, qPrintable(again.err));
        const QJsonObject cost = run.at("best.cost").toObject();
        for (const QString& key : cost.keys()) QCOMPARE(again.json()[key], cost[key]);
    }

    void noneFoundEndsWithFourAndReasons() {
        const Folder folder;  // the constraint asks for a tile of 120 words of Z
        const QString constraints =
            folder.write("c.json",
                         "{\"schema\": \"lapidary/constraints/1\","
                         " \"levels\": {\"GLB\": {\"factors\": [\"m = full\", \"n = full\"]}}}");
        const QStringList tight{"--set", "GLB.capacity=64", "--constraints", constraints, "--max-evaluations", "500"};
        const CliRun run = searched(tight + QStringList{"--format", "json"});
        QCOMPARE(run.code, 4);
        QVERIFY(run.at("best").isNull());
        const QJsonObject reason = run.at("counters.invalid").toArray()[0].toObject();
        QVERIFY2(reason["reason"].toString().contains("GLB capacity"), qPrintable(run.out));
        QVERIFY(reason["count"].toInt() > 0);
        const CliRun text = searched(tight);
        QCOMPARE(text.code, 4);
        QVERIFY2(text.out.contains("No valid mapping found") && text.out.contains("GLB capacity"),
                 qPrintable(text.out));
        // 120 words of Z, and at least 12 of A and 10 of B.
        const QJsonArray ways = run.at("relax.ways").toArray();
        QCOMPARE(ways.size(), 3);
        QCOMPARE(ways[0]["set"].toArray(), QJsonArray{"GLB.capacity=142"});
        QCOMPARE(ways[1]["what"].toString(), QString("GLB: without factor m = full"));
        QVERIFY2(text.out.contains("--set GLB.capacity=142 is the least"), qPrintable(text.out));
        const CliRun followed = searched({"--constraints", constraints, "--set", "GLB.capacity=142",
                                          "--max-evaluations", "5000", "--format", "json"});
        QCOMPARE(followed.code, 0);
        QVERIFY(followed.at("relax").isUndefined());
    }

    void interruptPrintsTheBestSoFar() {
        QProcess process;
        QJsonObject json;
        // With as long a head start as it takes here to find something: nothing tells from outside that it has been found.
        for (int headStart = 500; headStart < 40'000; headStart *= 4) {
            process.start(LAPIDARY_CLI_PATH,
                          QStringList{"search"} + kGemm + QStringList{"--max-seconds", "600", "--format", "json"});
            QVERIFY(process.waitForStarted());
            QTest::qWait(headStart);
            ::kill(static_cast<pid_t>(process.processId()), SIGINT);
            QVERIFY(process.waitForFinished(100'000));
            json = QJsonDocument::fromJson(process.readAllStandardOutput()).object();
            if (json["best"].isObject()) break;
        }
        QCOMPARE(process.exitCode(), 130);
        QCOMPARE(json["stopped_by"].toString(), QString("by-hand"));
        QVERIFY(json["best"].isObject());
    }

    void theReportOfALayerShowsBestRateAndReasons() {
        const CliRun run = cli({"search", "--arch", "eyeriss-like", "--workload", "resnet50/layer1_0_conv2",
                                "--mapspace", "ruby-s", "--max-evaluations", "20000"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        for (const char* word : {"EDP", "rate", "utilization", "Why mappings were not valid", "Best mapping", "DRAM ["})
            QVERIFY2(run.out.contains(word), qPrintable(run.out));
    }

    void csvListsTheBestMappings() {
        const CliRun run = searched({"--max-evaluations", "2000", "--top", "4", "--format", "csv"});
        QCOMPARE(run.out.count('\n'), 5);
        QVERIFY2(run.out.startsWith("rank,edp,energy_pj,cycles,utilization\n1,"), qPrintable(run.out));
    }

    // Totals are sums over the layers with their counts; each layer is what a search of it alone finds.
    void aNetworkIsTheSumOfItsLayers() {
        const QStringList how{"--arch", "eyeriss-like", "--mapspace", "ruby-s",   "--max-evaluations",
                              "3000",   "--seed",       "5",          "--format", "json"};
        const CliRun run = cli(QStringList{"search", "--network", "alexnet"} + how);
        QVERIFY2(run.code == 0, qPrintable(run.err));
        const QJsonArray layers = run.at("layers").toArray();
        QVERIFY(layers.size() >= 5);
        double energy = 0, edp = 0;
        std::int64_t cycles = 0;
        for (const QJsonValue& layer : layers) {
            const double count = layer["count"].toDouble();
            energy += count * layer["energy_pj"].toDouble();
            edp += count * layer["edp"].toDouble();
            cycles += layer["count"].toInteger() * layer["cycles"].toInteger();
            QVERIFY(layer["mapping"]["nest"].isArray());
        }
        QVERIFY(std::abs(run.at("energy_pj").toDouble() / energy - 1) < 1e-12);
        QVERIFY(std::abs(run.at("edp_sum").toDouble() / edp - 1) < 1e-12);
        QCOMPARE(run.at("cycles").toInteger(), cycles);
        QVERIFY(std::abs(run.at("edp").toDouble() / (energy * static_cast<double>(cycles)) - 1) < 1e-12);

        const QString name = layers[1]["name"].toString().section('/', -1);
        const CliRun alone = cli(QStringList{"search", "--network", "alexnet", "--layer", name} + how);
        QCOMPARE(alone.at("best.cost.edp").toDouble(), layers[1]["edp"].toDouble());

        const CliRun again = cli(QStringList{"search", "--network", "alexnet", "--threads", "2"} + how);
        QCOMPARE(again.jsonWithoutRun()["layers"], run.jsonWithoutRun()["layers"]);
        QCOMPARE(cli(QStringList{"search", "--network", "alexnet", "--save", "best.json"} + how).code, 2);
    }

    void walkingSearchersTakeTheirSettings() {
        const CliRun run = searched({"--max-evaluations", "5000", "--algorithm", "annealing", "--hot", "1", "--cold",
                                     "0.01", "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("options.algorithm").toString(), QString("annealing"));
        QCOMPARE(run.at("options.hot").toDouble(), 1.0);
        QCOMPARE(run.at("options.cold").toDouble(), 0.01);
        const CliRun refused = searched({"--max-evaluations", "5000", "--algorithm", "annealing", "--cold", "3"});
        QCOMPARE(refused.code, 2);
        QVERIFY2(refused.err.contains("temperatures must be above 0"), qPrintable(refused.err));
    }
};

QTEST_GUILESS_MAIN(CliSearchTest)
#include "search_test.moc"
