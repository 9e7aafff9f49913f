// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// lapidary-cli sweep, from outside.

#include <QJsonArray>
#include <QtTest>

#include "tests/cli/cli_run.h"

using namespace lapidary::testing;

namespace {

/// A[d] on toy-6: PEs 2 and 3, PFM and Ruby-S, exhaustive.
CliRun swept(const QStringList& more) {
    return cli(
        QStringList{"sweep", "--axis", "PE.fanout=2x1,3x1", "--mapspace", "pfm,ruby-s", "--algorithm", "exhaustive"} +
        kToy + more);
}

QStringList columnOf(const QString& csv, const QString& name) {
    const QStringList lines = csv.split('\n', Qt::SkipEmptyParts);
    const qsizetype column = lines.front().split(',').indexOf(name);
    QStringList cells;
    for (const QString& line : lines.mid(1)) cells << line.split(',').value(column);
    return cells;
}

}  // namespace

class SweepTest : public QObject {
    Q_OBJECT

private slots:
    // 100 words: over 2 PEs 50 steps, over 3 PEs 50 by PFM (3 does not divide 100) and ceil(100 / 3) by Ruby-S.
    void pointsComeInTheOrderOfTheGrid() {
        const CliRun run = swept({"--format", "csv"});
        QCOMPARE(run.code, 0);
        QCOMPARE(columnOf(run.out, "PE.fanout"), (QStringList{"2x1", "2x1", "3x1", "3x1"}));
        QCOMPARE(columnOf(run.out, "mapspace"), (QStringList{"pfm", "ruby-s", "pfm", "ruby-s"}));
        QCOMPARE(columnOf(run.out, "cycles"), (QStringList{"50", "50", "50", "34"}));
    }

    // Stores where they like are never worse than one per level, and read the same.
    void unevenPlacementIsProvenAtEachPoint() {
        const QStringList command{"sweep",
                                  "--arch",
                                  "three-level-array",
                                  "--einsum",
                                  "C[m,n] += A[m,k] * B[k,n]",
                                  "--bounds",
                                  "m=12,n=10,k=6",
                                  "--axis",
                                  "PE.fanout=2x2,4x2",
                                  "--set",
                                  "L1.capacity=8",
                                  "--axis",
                                  "L2.capacity=32,64",
                                  "--mapspace",
                                  "pfm",
                                  "--algorithm",
                                  "optimal",
                                  "--objective",
                                  "energy"};
        const CliRun classic = cli(command + QStringList{"--format", "csv"});
        const CliRun uneven = cli(command + QStringList{"--placement", "uneven", "--format", "json"});
        QVERIFY2(classic.code == 0 && uneven.code == 0, qPrintable(classic.err + uneven.err));
        const QJsonObject json = uneven.json();
        QCOMPARE(json["sweep"]["search"]["placement"].toString(), QString("uneven"));
        const QStringList energies = columnOf(classic.out, "energy_pj");
        int better = 0;
        for (int i = 0; i < 4; ++i) {
            const QJsonValue point = json["points"][i];
            QVERIFY(point["layers"][0]["proven"].toBool());
            QVERIFY(point["energy_pj"].toDouble() <= energies[i].toDouble());
            better += point["energy_pj"].toDouble() < energies[i].toDouble();
        }
        QVERIFY(better > 0);
        const CliRun random =
            cli(QStringList{"sweep", "--axis", "PE.fanout=2x1"} + kToy + QStringList{"--placement", "uneven"});
        QCOMPARE(random.code, 3);
    }

    // A word takes 1/2, 1/4, 1/100 or no cycle. Of 100 words the first have to be there before the compute starts, and
    // nothing is left to load during its last step: 50 + 1 and 25 + 1. Six PEs need 17 steps; of a fast port, only the first
    // cycle adds to that.
    void bandwidthIsSweptByPorts() {
        const QStringList command{"sweep",      "--over",      "DRAM.bandwidth=2,4,100,unlimited",
                                  "--mapspace", "ruby-s",      "--algorithm",
                                  "exhaustive", "--objective", "latency",
                                  "--format",   "csv"};
        const CliRun run = cli(command + kToy + QStringList{"--time", "ports"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(columnOf(run.out, "DRAM.bandwidth"), (QStringList{"2", "4", "100", "unlimited"}));
        QCOMPARE(columnOf(run.out, "cycles"), (QStringList{"51", "26", "18", "17"}));
        QCOMPARE(columnOf(cli(command + kToy).out, "cycles"), (QStringList{"50", "25", "17", "17"}));
    }

    // 3 PEs: 34 cycles by Ruby-S, 50 by PFM, at nearly the same energy: about a third below.
    void improvementsArePositiveWhereTheEdpIsBelow() {
        const QStringList shares = columnOf(swept({"--format", "csv"}).out, "improvement_over_pfm");
        QCOMPARE(shares[2], QString("0"));
        QVERIFY(shares[3].toDouble() > 0.25 && shares[3].toDouble() < 0.35);
        const QString text = swept({}).out;
        QVERIFY2(text.contains("EDP below PFM, %") && text.contains("EDP of Ruby-S below PFM: "), qPrintable(text));
    }

    void edpIsInJouleSecondsWhereThereIsAClock() {
        QVERIFY(swept({}).out.contains("J·cycles"));
        const CliRun clocked = swept({"--set", "clock_ghz=0.5"});
        QVERIFY2(clocked.out.contains("J·s") && !clocked.out.contains("J·cycles"), qPrintable(clocked.out));
    }

    // The table has one size, so that a sweep of others has one area: each point says so.
    void pointsOfAnotherSizeSayWhatTheirFiguresAreOf() {
        const CliRun run = cli(QStringList{"sweep", "--axis", "GLB.capacity=512B,1KiB", "--mapspace", "pfm",
                                           "--algorithm", "exhaustive", "--format"} +
                               QStringList{"csv"} + kToy);
        QCOMPARE(columnOf(run.out, "note"), (QStringList{"GLB: energy and area are those of 1 KiB", ""}));
        QCOMPARE(columnOf(run.out, "area_um2")[0], columnOf(run.out, "area_um2")[1]);
        QVERIFY2(run.err.isEmpty(), qPrintable(run.err));
        const CliRun words =
            cli(QStringList{"sweep", "--axis", "GLB.capacity=512,1KiB", "--max-evaluations", "5"} + kToy);
        QCOMPARE(words.errorLines().front(),
                 QString("note: GLB.capacity=512 means 512 words; write a unit for bytes, such as 512KiB"));
    }

    void jsonIsTheSameAtAnyThreadCount() {
        const QJsonObject one = swept({"--threads", "1", "--format", "json"}).jsonWithoutRun();
        QCOMPARE(one["lapidary"].toObject()["schema"].toString(), QString("lapidary/sweep-result/1"));
        QCOMPARE(one["points"].toArray().size(), 4);
        QCOMPARE(swept({"--threads", "2", "--format", "json"}).jsonWithoutRun(), one);
        QCOMPARE(swept({"--format", "json", "--threads=8", "--quiet"}).jsonWithoutRun(), one);
    }

    void jsonSaysWhereItComesFrom() {
        const QJsonObject origin = swept({"--format", "json", "--seed", "7"}).json()["provenance"].toObject();
        QCOMPARE(origin["seed"].toInt(), 7);
        QVERIFY(origin["command"].toString().startsWith("lapidary-cli sweep --axis PE.fanout=2x1,3x1 --mapspace"));
        QVERIFY(origin["command"].toString().contains("--einsum 'A[d]'"));
        QCOMPARE(origin["inputs"].toObject()["architecture toy-6"].toString().size(), 64);
    }

    void aMappingOfAPointEvaluatesToItsFigures() {
        const QJsonObject point = swept({"--format", "json"}).json()["points"].toArray()[3].toObject();
        const QJsonObject layer = point["layers"].toArray()[0].toObject();
        const Folder folder;
        const QString file = folder.write("m.json", QJsonDocument(layer["mapping"].toObject()).toJson());
        const QJsonObject cost =
            cli(QStringList{"evaluate", "--mapping", file, "--set", "PE.fanout=3x1", "--format", "json"} + kToy).json();
        QCOMPARE(cost["cycles"], layer["cycles"]);
        QCOMPARE(cost["energy_pj"], layer["energy_pj"]);
        QCOMPARE(cost["area_um2"], point["area_um2"]);
    }

    void aRefusedPointIsSaidAndTheOthersStand() {
        const CliRun run = cli(QStringList{"sweep", "--axis", "PE.fanout=many,6x1", "--format", "json"} + kToy);
        QCOMPARE(run.code, 0);
        const QJsonArray points = run.json()["points"].toArray();
        QVERIFY(points[0].toObject()["failure"].toArray()[0].toString().contains("found 'many'"));
        QVERIFY(points[0].toObject()["edp"].isNull());
        QVERIFY(points[1].toObject()["complete"].toBool());
    }

    void whereNothingIsValidTheCodeIsFour() {
        const CliRun run = cli(QStringList{"sweep", "--axis", "PE.fanout=many"} + kToy);
        QCOMPARE(run.code, 4);
        QVERIFY(run.out.contains("expected a size such as '14x12', found 'many'"));
    }

    void optionsOverrideTheFile() {
        const Folder folder;
        const QString file = folder.write("s.json", R"({"schema": "lapidary/sweep/1", "architecture": "toy-6",
            "axes": [{"path": "PE.fanout", "values": ["2x1", "6x1"]}], "mapspaces": ["pfm"],
            "workload": "tensor-100", "search": {"algorithm": "exhaustive", "seed": 42}})");
        QCOMPARE(columnOf(cli({"sweep", "--sweep", file, "--format", "csv"}).out, "PE.fanout"),
                 (QStringList{"2x1", "6x1"}));
        const CliRun run = cli({"sweep", "--sweep", file, "--mapspace", "ruby-s", "--axis", "PE.x=4", "--seed", "3",
                                "--set", "GLB.capacity=64", "--format", "json"});
        QCOMPARE(run.code, 0);
        const QJsonObject sweep = run.json()["sweep"].toObject();
        QCOMPARE(sweep["mapspaces"].toArray(), QJsonArray{"ruby-s"});
        QCOMPARE(sweep["axes"].toArray()[0].toObject()["path"].toString(), QString("PE.x"));
        QCOMPARE(sweep["search"].toObject()["seed"].toInt(), 3);
        QCOMPARE(sweep["search"].toObject()["algorithm"].toString(), QString("exhaustive"));
    }

    void aWholeNetworkIsSearchedOncePerShape() {
        const CliRun run = cli({"sweep", "--arch", "eyeriss-like", "--network", "resnet18", "--max-evaluations", "50",
                                "--format", "json"});
        const QJsonObject point = run.json()["points"].toArray()[0].toObject();
        double counts = 0;
        for (const QJsonValueRef layer : point["layers"].toArray()) counts += layer.toObject()["count"].toDouble();
        QVERIFY(point["layers"].toArray().size() < counts);
        QCOMPARE(counts, 21.0);  // 17 convolutions, 3 down-samplings, 1 classifier
    }

    void aNetworksBoundIsTheSumOfItsLayers() {
        const CliRun run = cli({"search", "--arch", "eyeriss-like", "--network", "alexnet", "--max-evaluations",
                                "20000", "--objective", "energy", "--format", "json"});
        const QJsonObject network = run.json();
        double bound = 0, best = 0;
        for (const QJsonValueRef value : network["layers"].toArray()) {
            const QJsonObject layer = value.toObject();
            const double least = layer["lower_bound"].toDouble(), found = layer["energy_pj"].toDouble();
            QVERIFY(least > 0 && least <= found);
            bound += least * layer["count"].toDouble();
            best += found * layer["count"].toDouble();
        }
        QVERIFY(qAbs(network["lower_bound"].toDouble() / bound - 1) < 1e-12);
        QVERIFY(qAbs(network["gap"].toDouble() - (best - bound) / best) < 1e-12);
    }

    void badInputIsRefused_data() {
        QTest::addColumn<QStringList>("arguments");
        QTest::addColumn<QString>("message");
        QTest::newRow("path") << QStringList{"--axis", "PE.fanuot=2x1"}
                              << "--axis PE.fanuot=2x1: error: the design has no setting 'PE.fanuot'; did you mean "
                                 "'PE.fanout'?";
        QTest::newRow("value twice") << QStringList{"--axis", "PE.x=2", "--axis", "PE.fanout=2x1,3x1,2x1"}
                                     << "--axis PE.fanout=2x1,3x1,2x1: error: the axis 'PE.fanout' has the value '2x1' "
                                        "twice";
        QTest::newRow("mapspace twice") << QStringList{"--mapspace", "pfm,pfm"}
                                        << "--mapspace: error: a mapspace is named twice";
        QStringList many;
        for (int i = 1; i <= 101; ++i) many << QString::number(i);
        QTest::newRow("too many") << QStringList{"--axis", "PE.x=" + many.join(','), "--axis",
                                                 "bounds.d=" + many.join(',')}
                                  << "--axis: error: the grid has more than 10000 points; leave out values, axes or "
                                     "mapspaces";
        QTest::newRow("axis") << QStringList{"--axis", "2x1"}
                              << "--axis 2x1: error: expected PATH=V1,V2,...; for example PE.fanout=2x7,14x12";
        QTest::newRow("mapspace") << QStringList{"--mapspace", "pfm,rubi-s"}
                                  << "--mapspace: error: unknown value 'rubi-s', expected one of pfm, padded, ruby, "
                                     "ruby-s, ruby-t; did you mean 'ruby-s'?";
    }
    void badInputIsRefused() {
        QFETCH(QStringList, arguments);
        QFETCH(QString, message);
        const CliRun run = cli(QStringList{"sweep"} + kToy + arguments);
        QCOMPARE(run.code, 2);
        QCOMPARE(run.errorLines().front(), message);
    }

    void whatIsOfOneLayerIsRefusedOfANetwork() {
        for (const QStringList& option :
             {QStringList{"--front", "--algorithm", "optimal"}, QStringList{"--explain", "--algorithm", "sunstone"},
              QStringList{"--principles", "--algorithm", "sunstone"}}) {
            const CliRun run = cli(QStringList{"search", "--network", "alexnet", "--arch", "toy-6"} + option);
            QCOMPARE(run.code, 2);
            QCOMPARE(run.errorLines().front(),
                     option[0] + ": error: is of one layer, found a whole network; name a --layer");
        }
    }

    // A space too large for exhaustive search was not searched: that is no mapping which isn't valid (4).
    void whatCouldNotBeginIsNotInvalid() {
        const CliRun network = cli(
            {"search", "--network", "alexnet", "--arch", "toy-6", "--mapspace", "pfm", "--algorithm", "exhaustive"});
        QCOMPARE(network.code, 2);
        QVERIFY2(network.err.contains("exhaustive search takes at most 1,000,000,000"), qPrintable(network.err));
    }

    void anUnknownSweepNamesTheNearest() {
        const CliRun run = cli({"sweep", "--sweep", "ruby-pe-arrays"});
        QCOMPARE(run.code, 2);
        QCOMPARE(
            run.errorLines().front(),
            QString("--sweep: error: no sweep and no file is called 'ruby-pe-arrays'; did you mean 'ruby-pe-array'?"));
    }

    void axesOfAFileAreNamedByIt() {
        const Folder folder;
        const auto swept = [&](const QByteArray& axes, const QStringList& more = {}) {
            const QByteArray head = R"({"schema": "lapidary/sweep/1", "name": "s", "title": "t",
 "architecture": "toy-linear", "workload": "tensor-100", "search": {"max_evaluations": 10},
)";
            return cli(QStringList{"sweep", "--sweep", folder.write("s.json", head + axes + "}")} + more);
        };
        const auto verifyTold = [](const CliRun& run, const QString& message) {
            QCOMPARE(run.code, 2);
            QVERIFY2(run.err.contains(message), qPrintable(run.err));
        };
        const QByteArray wrong = R"( "axes": [{"path": "PE.fan", "values": ["2x1"]}, {"path": "GLB.capacity",
   "values": []}])";
        const CliRun run = swept(wrong);
        verifyTold(run, "s.json:3:20: error: the design has no setting 'PE.fan' [axes[0].path]");
        verifyTold(run,
                   "s.json:4:14: error: the axis 'GLB.capacity' has no values, expected at least one "
                   "[axes[1].values]");
        verifyTold(swept(R"( "axes": [{"path": "PE.x", "values": ["2", "3", "2"]}])"),
                   "s.json:3:49: error: the axis 'PE.x' has the value '2' twice [axes[0].values[2]]");
        verifyTold(swept(R"( "mapspaces": ["pfm", "pfm"])"),
                   "s.json:3:15: error: a mapspace is named twice [mapspaces]");
        verifyTold(swept(R"( "mapspaces": [])"), "s.json:3:15: error: a sweep needs at least one mapspace [mapspaces]");
        QByteArray many = "\"1\"";
        for (int i = 2; i <= 101; ++i) many += ", \"" + QByteArray::number(i) + '"';
        verifyTold(
            swept(" \"axes\": [{\"path\": \"PE.x\", \"values\": [" + many +
                  "]}, {\"path\": \"bounds.d\", \"values\": [" + many + "]}]"),
            "s.json:3:10: error: the grid has more than 10000 points [axes]; leave out values, axes or mapspaces");
        verifyTold(swept(wrong, {"--axis", "PE.fan=2x1"}),
                   "--axis PE.fan=2x1: error: the design has no setting 'PE.fan'");
    }

    // 5 of the 100 words have to be in a GLB of 4: the least is 5. Of a swept GLB, the point of 64 words is fine.
    void whatToRelaxWhereNothingIsValid() {
        const Folder folder;
        const QString rules = folder.write(
            "rules.json", R"({"schema": "lapidary/constraints/1", "levels": {"GLB": {"factors": ["d = 5"]}}})");
        const QStringList tight = QStringList{"--constraints", rules, "--mapspace", "pfm", "--algorithm", "exhaustive"};
        const auto swept = [&](const QStringList& more) { return cli(QStringList{"sweep"} + kToy + tight + more); };
        const CliRun none = swept({"--axis", "PE.fanout=2x1,3x1", "--set", "GLB.capacity=4"});
        QCOMPARE(none.code, 4);
        QVERIFY2(none.out.contains("What to relax") && none.out.contains("--set GLB.capacity=5 is the least") &&
                     none.out.contains("PE.fanout 2x1, Perfect"),
                 qPrintable(none.out));
        const CliRun some = swept({"--axis", "GLB.capacity=4,64", "--format", "json"});
        QCOMPARE(some.code, 0);
        QCOMPARE(some.at("relax.points").toArray().size(), 1);
        QCOMPARE(some.at("relax.points.0.point").toInt(-1), 0);
        const QString set = some.at("relax.points.0.layers.0.ways.0.set.0").toString();
        QCOMPARE(set, QString("GLB.capacity=5"));
        const CliRun followed = swept({"--set", set, "--format", "json"});
        QCOMPARE(followed.code, 0);
        QVERIFY(followed.at("relax").isUndefined());
    }
};

QTEST_APPLESS_MAIN(SweepTest)
#include "sweep_test.moc"
