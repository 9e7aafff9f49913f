// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// Timeloop's files at the command line: evaluated, converted, and broken in fifty ways. Each broken one is refused with
// exit code 2, the place in the file, and where there is one the nearest valid name.
// ctest: timeout=240

#include <QtTest>

#include "tests/cli/cli_run.h"
#include "tests/support/timeloop_files.h"

using namespace lapidary::testing;

namespace {

const QStringList kNames{"arch.yaml", "ert.yaml", "map.yaml", "mapper.yaml", "problem.yaml", "space.yaml"};

QByteArray textOf(const QString& name) {
    if (name == "arch.yaml") return kTimeloopArch;
    if (name == "problem.yaml") return kTimeloopProblem;
    if (name == "map.yaml") return kTimeloopMap;
    if (name == "space.yaml") return kTimeloopSpace;
    if (name == "mapper.yaml") return kTimeloopMapper;
    return kTimeloopErt;
}

void writeAll(const Folder& folder) {
    for (const QString& name : kNames) folder.write(name, textOf(name));
}

}  // namespace

class CliTimeloopTest : public QObject {
    Q_OBJECT
private slots:
    void aFolderIsEvaluated() {
        const Folder folder;
        writeAll(folder);
        const CliRun run = cli({"evaluate", "--timeloop", folder.path(""), "--format", "json"});
        QVERIFY2(run.code == 0, qPrintable(run.err));
        QCOMPARE(run.at("macs").toInt(), 8 * 10 * 3);
        // Steps: C 2, R 3, and P 2 at DRAM times 3 at RF, of which all but the last lane of the last pass need 3.
        QCOMPARE(run.at("steps").toInt(), 2 * 3 * 2 * 3);
        QCOMPARE(run.at("levels.1.name").toString(), QString("GLB"));
        QVERIFY(run.err.contains("the ERT has no table for 'DRAM'"));
        QVERIFY(!run.err.contains("error:"));
    }

    void filesOneByOneAreTheSame() {
        const Folder folder;
        writeAll(folder);
        QStringList files{"evaluate", "--timeloop"};
        for (const QString& name : kNames) files << folder.path(name);
        QCOMPARE(cli(files + QStringList{"--format", "json"}).jsonWithoutRun(),
                 cli({"evaluate", "--timeloop", folder.path(""), "--format", "json"}).jsonWithoutRun());
    }

    void whatDoesNotFitIsNotValid() {
        const Folder folder;
        writeAll(folder);
        const CliRun run =
            cli({"evaluate", "--timeloop", folder.path(""), "--set", "RF.capacity=1", "--format", "json"});
        QCOMPARE(run.code, 0);  // one weight a PE
        folder.write("arch.yaml", textOf("arch.yaml").replace("depth: 1024", "depth: 4"));
        const CliRun small = cli({"evaluate", "--timeloop", folder.path(""), "--format", "json"});
        QCOMPARE(small.code, 4);
        QVERIFY(!small.at("valid").toBool(true));
    }

    void aMissingPartIsNamed() {
        const Folder folder;
        writeAll(folder);
        const CliRun run = cli({"evaluate", "--timeloop", folder.path("arch.yaml"), folder.path("problem.yaml")});
        QCOMPARE(run.code, 2);
        QVERIFY2(run.err.contains("no mapping in these files"), qPrintable(run.err));
        const CliRun alone = cli({"evaluate", "--timeloop", folder.path("map.yaml")});
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("map.yaml:1:1: error: 'mapping' can't be read without a 'problem'"),
                 qPrintable(alone.err));
    }

    void convertedFilesEvaluateTheSame_data() {
        QTest::addColumn<QString>("form");
        for (const char* form : {"timeloop-v3", "timeloop-v3-hyphens", "timeloop-v4"})
            QTest::newRow(form) << QString(form);
    }
    void convertedFilesEvaluateTheSame() {
        QFETCH(QString, form);
        const Folder folder, other;
        writeAll(folder);
        const CliRun written = cli({"convert", folder.path(""), "--to", form, "-o", other.path("all.yaml")});
        QVERIFY2(written.code == 0, qPrintable(written.err));
        QVERIFY(other.read("all.yaml").contains("P=3,1"));
        QCOMPARE(other.read("all.yaml").contains("word-bits"), form == "timeloop-v3-hyphens");
        const CliRun before = cli({"evaluate", "--timeloop", folder.path(""), "--format", "json"});
        const CliRun after = cli({"evaluate", "--timeloop", other.path("all.yaml"), "--format", "json"});
        QVERIFY2(after.code == 0, qPrintable(after.err));
        for (const char* key : {"macs", "steps", "cycles", "energy_pj", "edp", "utilization", "levels.0.tensors",
                                "levels.1.tensors", "levels.2.tensors"})
            QCOMPARE(after.at(key), before.at(key));
    }

    void partsBecomeNativeDocuments() {
        const Folder folder;
        writeAll(folder);
        const CliRun problem = cli({"convert", folder.path("problem.yaml"), "-o", folder.path("problem.json")});
        QVERIFY2(problem.code == 0, qPrintable(problem.err));
        const CliRun arch = cli({"convert", folder.path("arch.yaml"), "-o", folder.path("arch.json")});
        QVERIFY2(arch.code == 0, qPrintable(arch.err));
        const CliRun count =
            cli({"count", "--arch", folder.path("arch.json"), "--workload", folder.path("problem.json")});
        QVERIFY2(count.code == 0, qPrintable(count.err));
        const CliRun all = cli({"convert", folder.path("")});
        QVERIFY2(all.code == 0, qPrintable(all.err));
        QCOMPARE(all.at("mapspace").toString(), QString("ruby-s"));
        QCOMPARE(all.at("search.objective").toString(), QString("latency,energy"));
        QCOMPARE(all.at("constraints.levels.RF.bypass.1").toString(), QString("Outputs"));
    }

    /// The same mapspace as that of the native documents that the files become.
    void filesAreCountedAndSearched() {
        const Folder folder, native;
        writeAll(folder);
        const CliRun counted = cli({"count", "--timeloop", folder.path(""), "--format", "json"});
        QVERIFY2(counted.code == 0, qPrintable(counted.err));
        const CliRun all = cli({"convert", folder.path("")});
        for (const char* part : {"architecture", "workload", "constraints"})
            native.write(QString(part) + ".json", QJsonDocument(all.at(part).toObject()).toJson());
        const QStringList inputs{"--arch",        native.path("architecture.json"),
                                 "--workload",    native.path("workload.json"),
                                 "--constraints", native.path("constraints.json"),
                                 "--mapspace",    all.at("mapspace").toString(),
                                 "--format",      "json"};
        const CliRun same = cli(QStringList{"count"} + inputs);
        QVERIFY2(same.code == 0, qPrintable(same.err));
        QVERIFY(!counted.at("size").toString().isEmpty());
        QCOMPARE(counted.at("size"), same.at("size"));
        QVERIFY(counted.at("size") !=
                cli(QStringList{"count", "--mapspace", "pfm"} + inputs.mid(0, 6) + QStringList{"--format", "json"})
                    .at("size"));

        // All of it: dimensions stand in another order there, so that draws would differ.
        const QStringList limits{"--algorithm", "exhaustive", "--objective", "edp", "--victory", "1000000"};
        const CliRun found = cli(QStringList{"search", "--timeloop", folder.path(""), "--format", "json"} + limits);
        const CliRun own = cli(QStringList{"search"} + inputs + limits);
        QVERIFY2(found.code == 0, qPrintable(found.err));
        QVERIFY(found.at("best.cost.edp").toDouble() > 0);
        QCOMPARE(found.at("best.cost.edp"), own.at("best.cost.edp"));
        QVERIFY(found.at("proven").toBool() && own.at("proven").toBool());
        // Of the mapper: what the command line doesn't say.
        const CliRun mapper = cli({"search", "--timeloop", folder.path(""), "--format", "json"});
        QCOMPARE(mapper.at("options.objective"), QJsonValue("latency,energy"));
        QCOMPARE(mapper.at("options.victory"), QJsonValue(100));

        const CliRun both = cli({"count", "--timeloop", folder.path(""), "--arch", "toy-6"});
        QCOMPARE(both.code, 2);
        QVERIFY(both.err.contains("--arch can't be given beside --timeloop"));
        const CliRun alone = cli({"search", "--timeloop", folder.path("arch.yaml")});
        QCOMPARE(alone.code, 2);
        QVERIFY2(alone.err.contains("no workload in these files"), qPrintable(alone.err));
    }

    void brokenFiles_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QByteArray>("before");
        QTest::addColumn<QByteArray>("after");
        QTest::addColumn<QString>("place");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* name, const char* file, const char* before, const char* after,
                            const char* place, const char* message) {
            QTest::newRow(name) << QString(file) << QByteArray(before) << QByteArray(after) << QString(place)
                                << QString(message);
        };
        const char *arch = "arch.yaml", *problem = "problem.yaml", *map = "map.yaml", *space = "space.yaml",
                   *mapper = "mapper.yaml", *ert = "ert.yaml";

        row("key", arch, "read_bandwidth", "read_bandwith", ":18:11", "did you mean 'read_bandwidth'?");
        row("indentation", arch, "          depth: 1024", "        depth: 1024", ":16:", "no YAML");
        row("no compute", arch, "class: intmac", "class: adder", ":1:1", "the architecture has no compute level");
        row("no storage", arch, "class: DRAM", "class: DRUM", ":7:14", "did you mean 'DRAM'?");
        row("class", arch, "intmac", "intmax", ":26:18", "did you mean 'intmac'?");
        row("two of a name", arch, "name: RF", "name: GLB", ":22:17", "two parts of the design are called 'GLB'");
        row("unit", arch, "1024", "2KiB", ":15:18", "found the string \"2KiB\"");
        row("negative", arch, "1024", "-4", ":15:18", "found -4");
        row("no bandwidth", arch, "read_bandwidth: 2", "read_bandwidth: 0", ":18:27",
            "expected a number above 0, found 0");
        row("mesh", arch, "word_bits: 16, meshX: 4}", "word_bits: 16, meshX: 3}", ":24:68",
            "8 instances are no mesh of 3");
        row("meshes that don't divide", arch, "word_bits: 16\n          read_bandwidth: 2",
            "word_bits: 16\n          instances: 3", ":22:17", "a mesh of 4 x 2 does not divide over 3 x 1 of GLB");
        row("row width", arch, "          width: 16", "          width: 24", ":16:18",
            "a row of 24 bits is no multiple of 16");
        row("duplicate", arch, "          width", "          depth: 9\n          width", ":16:11",
            "duplicate key 'depth'");
        row("two sizes", arch, "read_bandwidth: 2", "entries: 99", ":18:20", "the size is given twice");
        row("two words for one thing", arch, "read_bandwidth: 2", "datawidth: 8", ":18:22",
            "means the same as 'word_bits'");
        row("range", arch, "PE[0..7]", "PE[7..0]", ":20:15", "ends before it begins");
        row("no range", arch, "PE[0..7]", "PE[0..x]", ":20:15", "such as 'PE[0..15]'");
        row("part", arch, "architecture:", "architekture:", ":1:1", "did you mean 'architecture'?");
        row("unknown alias", arch, "class: SRAM", "class: *sram", ":13:", "no YAML");
        row("template", arch, "depth: 1024", "depth: {{ DEPTH }}", ":15:18",
            "templates ('{{ ... }}') are not expanded");
        row("empty", arch, kTimeloopArch, "", "", "the file is empty");
        row("no mapping of keys", arch, kTimeloopArch, "- 1\n- 2\n", ":1:1", "found an array");

        row("coefficient", problem, "[P, Wstride]", "[P, Wstrid]", ":10:37", "did you mean 'Wstride'?");
        row("letter of a projection", problem, "[[R],", "[[K],", ":10:29", "no dimension is named 'K'");
        row("no bound", problem, "    R: 3\n", "", ":13:5", "dimension 'R' has no bound");
        row("bound 0", problem, "C: 8", "C: 0", ":13:8", "found 0");
        row("2^63", problem, "P: 10", "P: 9223372036854775808", ":14:8", "found 9223372036854775808");
        row("two letters", problem, "[C, P, R]", "[C, PP, R]", ":4:21", "expected a dimension of one letter");
        row("bound of no dimension", problem, "R: 3", "R: 3\n    Hstride: 1", ":16:5", "unknown key 'Hstride'");
        row("key of a data space", problem, "read_write", "read_wrote", ":11:44", "did you mean 'read_write'?");
        row("diagonal", problem, "[[[P]]]", "[[[P]], [[P]]]", ":11:14", "dimension 'P' stands twice");
        row("density", problem, "R: 3", "R: 3\n    densities: {Input: 0.5}", ":16:17", "did you mean 'Inputs'?");
        row("flat projection", problem, "[[[C]], [[R]]]", "[3]", ":8:36", "expected a sum of terms");

        row("too few", map, "P=2 C=2", "P=2", "", "C: the loops cover 4 of 8");
        row("residual", map, "P=3,1", "P=3,4", ":20:16", "residual 4 of 'P' is out of range, expected 1 to 3");
        row("letter", map, "R=3", "K=3", ":8:12", "no dimension is named 'K'");
        row("small letter", map, "R=3", "r=3", ":8:12", "did you mean 'R'?");
        row("no number", map, "R=3", "R=x", ":8:14", "expected a whole number");
        row("number with a unit", map, "R=3", "R=3k", ":8:14", "found '3k'");
        row("twice", map, "R=3", "R=3 R=1", ":8:16", "'R' has a factor here already");
        row("target", map, "target: RF", "target: RG", ":14:11", "did you mean 'RF'?");
        row("type", map, "type: bypass", "type: bypasss", ":15:9", "did you mean 'bypass'?");
        row("skew", map, "type: bypass", "type: skew", ":15:9", "skewed loops can't be expressed");
        row("no fan-out", map, "- target: RF\n  type: temporal", "- target: RF\n  type: spatial", ":20:12",
            "no fan-out below 'RF'");
        row("permutation", map, "permutation: CPR\n- target", "permutation: CPC\n- target", ":5:18",
            "'C' stands in the permutation twice");
        row("tensor", map, "[Weights]", "[Weight]", ":16:10", "did you mean 'Weights'?");
        row("kept and bypassed", map, "[Weights]", "[Weights, Inputs]", ":17:11", "both kept and bypassed");
        row("entry twice", map, "type: spatial", "type: temporal", ":9:3", "a second entry of this type for 'GLB'");
        row("indented mapping", map, "  type: spatial", " type: spatial", ":10:", "no YAML");
        row("no type", map, "  type: bypass\n", "", ":14:3", "missing key 'type'");
        row("bound of a factor", map, "R=3", "R<=3", ":8:12", "expected '='");

        row("too little is allowed", space, "  - target: RF\n    type: bypass",
            "  - {target: DRAM, type: temporal, factors: C=1}\n  - {target: GLB, type: temporal, factors: C=1}\n"
            "  - target: RF\n    type: bypass",
            ":14:44", "C: the factors allowed at all places multiply to 4, less than the bound 8");
        row("indented constraint", space, "    bypass: [Inputs", "  bypass: [Inputs", ":16:3", "unknown key 'bypass'");
        row("indented within", space, "    factors: C=1 P<=3", "  factors: C=1 P<=3", ":13:3", "no YAML");
        row("template of mapspaces", space, "template: ruby", "template: rubby", ":2:13", "did you mean 'ruby'?");
        row("said twice", space, "C=1 P<=3", "C=1 P<=3\n  - {target: RF, type: temporal, factors: C=2}", ":13:43",
            "is given twice");
        row("key of a constraint", space, "remainders", "remainder", ":9:5", "did you mean 'remainders'?");
        row("split", space, "split: 1", "split: x", ":7:12", "expected an integer");
        row("algorithm", mapper, "random_pruned", "random_prund", ":2:14", "did you mean 'random_pruned'?");
        row("metric", mapper, "delay", "dealy", ":3:26", "did you mean 'delay'?");
        row("mapper key", mapper, "num_threads", "num_thread", ":4:3", "did you mean 'num_threads'?");
        row("energy", ert, "6.0", "-6.0", ":6:43", "found -6.0");
        row("two tables", ert, "energy: 7.0}", "energy: 7.0}\n  - {name: chip.GLB, actions: []}", ":8:12",
            "a second table for 'GLB'");
        row("two problems", ert, "ERT:", "problem: {}\nERT:", "", "'problem' is given twice");
    }
    void brokenFiles() {
        QFETCH(QString, file);
        QFETCH(QByteArray, before);
        QFETCH(QByteArray, after);
        QFETCH(QString, place);
        QFETCH(QString, message);
        const Folder folder;
        writeAll(folder);
        QVERIFY(textOf(file).contains(before));
        const QString path =
            folder.write(file, textOf(file).replace(textOf(file).indexOf(before), before.size(), after));
        for (const QStringList& verb : {QStringList{"evaluate", "--timeloop"}, QStringList{"convert"}}) {
            const CliRun run = cli(verb + QStringList{folder.path("")});
            QVERIFY2(run.code == 2, qPrintable(run.err));
            QVERIFY2(run.out.isEmpty(), qPrintable(run.out));
            if (!place.isEmpty()) QVERIFY2(run.errorLines().value(0).startsWith(path + place), qPrintable(run.err));
            QVERIFY2(run.err.contains(": error: ") && run.err.contains(message), qPrintable(run.err));
        }
    }

    void yamlBombsAndLoopsEnd() {
        const Folder folder;
        QByteArray bomb = "a0: &a0 [x, x, x, x, x, x, x, x, x]\n";
        for (int i = 1; i < 9; ++i)
            bomb += "a" + QByteArray::number(i) + ": &a" + QByteArray::number(i) + " [" +
                    QByteArray("*a" + QByteArray::number(i - 1) + ", ").repeated(8) + "*a" + QByteArray::number(i - 1) +
                    "]\n";
        for (const QByteArray& text : {bomb, QByteArray("problem: &p {shape: *p}\n"), QByteArray("[").repeated(100'000),
                                       QByteArray("- ").repeated(5000), QByteArray("problem: &p [*p]\n")}) {
            const CliRun run = cli({"convert", folder.write("x.yaml", text)});
            QVERIFY2(run.code == 2, qPrintable(run.err));
            QVERIFY(run.err.contains("x.yaml:"));
        }
    }
};

QTEST_APPLESS_MAIN(CliTimeloopTest)
#include "timeloop_test.moc"
