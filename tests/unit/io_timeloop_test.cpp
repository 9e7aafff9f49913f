// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// What the readers of Timeloop's files make of each form: YAML, the three architecture formats, tables, constraints,
// mapper. Expected values by hand from reference/timeloop/formats.md and README.

#include <QtTest>

#include <algorithm>
#include <cmath>

#include "core/io/timeloop/export.h"
#include "core/io/timeloop/import.h"
#include "core/io/timeloop/yaml.h"
#include "core/workload/builders.h"
#include "tests/support/timeloop_files.h"

using namespace lapidary;
using namespace lapidary::testing;

namespace {

constexpr const char* kNodes = R"(architecture:
  version: 0.4
  nodes:
  - !Container {name: system, attributes: {technology: "45nm", datawidth: 16}}
  - !Component {name: DRAM, class: DRAM, attributes: {width: 64, block_size: 4}}
  - !Component
    name: GLB
    class: smartbuffer_SRAM
    attributes: {depth: 2 * HALF, width: 16, read_bandwidth: 2}
  - !Container
    name: PE
    spatial: {meshX: COLUMNS, meshY: 2}
    constraints:
      spatial: {factors: [C<=4, R=1], permutation: [C, P, R], split: 1}
  - !Hierarchical
    nodes:
    - !Component
      name: RF
      class: smartbuffer_RF
      attributes: {depth: 32, width: 16}
      constraints: {dataspace: {keep: [Weights], bypass: [Inputs, Outputs]}, temporal: {factors: [P<=3]}}
    - !Nothing
  - !Component {name: mac, class: intmac, attributes: {multiplier_width: 8, adder_width: 16}}
variables: {HALF: 512, COLUMNS: 2 ** 2, version: 0.4}
)";

Result<TimeloopImport> import(std::vector<std::pair<std::string, std::string>> texts) {
    std::vector<TimeloopText> list;
    for (auto& [file, text] : texts) list.push_back({file, text});
    return importTimeloop(list);
}

TimeloopImport require(Result<TimeloopImport> read) {
    if (!read.ok()) qFatal("%s", read.errorText().c_str());
    return *std::move(read);
}

std::string with(std::string text, const std::string& before, const std::string& after) {
    const std::size_t at = text.find(before);
    if (at == std::string::npos) qFatal("no '%s'", before.c_str());
    return text.replace(at, before.size(), after);
}

Json yaml(const char* text) {
    const Result<Json> json = parseYaml(text, "x.yaml");
    if (!json.ok()) qFatal("%s", json.errorText().c_str());
    return *json;
}

}  // namespace

class IoTimeloopTest : public QObject {
    Q_OBJECT

private slots:
    void yamlWordsAreWhatTheyLookLike() {
        const Json json =
            yaml("{a: 12, b: -0.5, c: .5, d: 1e3, e: N, f: yes, g: '7', h: ~, i: 0x10, j: 010, k: 1.2.3, l: true}");
        QCOMPARE(json["a"].integer(), std::int64_t{12});
        QCOMPARE(json["b"].real(), -0.5);
        QCOMPARE(json["c"].real(), 0.5);
        QCOMPARE(json["d"].real(), 1000.0);
        QVERIFY(json["e"].isString());
        QVERIFY(json["f"].kind() == Json::Kind::boolean && json["f"].boolean());
        QVERIFY(json["g"].isString() && json["h"].isNull() && json["i"].isString() && json["j"].isString());
        QVERIFY(json["k"].isString() && json["l"].boolean());
    }

    void mergedKeysGiveWayToOwnOnes() {
        const Json json = yaml(
            "base: &b {word-bits: 8, depth: 4}\nother: &o {depth: 5, width: 6}\n"
            "one: {<<: *b, depth: 9}\nboth:\n  <<: [*b, *o]\n");
        QCOMPARE(json["one"]["word_bits"].integer(), std::int64_t{8});
        QCOMPARE(json["one"]["depth"].integer(), std::int64_t{9});
        QCOMPARE(json["both"]["depth"].integer(), std::int64_t{4});
        QCOMPARE(json["both"]["width"].integer(), std::int64_t{6});
        QCOMPARE(json["one"]["word_bits"].line(), 1);  // where it is written
    }

    void keysInTwoSpellingsAreOne() {
        const Result<Json> json = parseYaml("{word_bits: 8, word-bits: 9}", "x.yaml");
        QCOMPARE(json.errorText(),
                 std::string("x.yaml:1:16: error: duplicate key 'word-bits'; it also stands in line 1"));
    }

    void tagsAreMembers() {
        const Json json = yaml("- !Component {name: x}\n- !Nothing\n");
        QCOMPARE(json[0]["!"].text(), std::string("Component"));
        QCOMPARE(json[1]["!"].text(), std::string("Nothing"));
    }

    void treesBecomeDesigns() {
        const TimeloopImport read = require(import({{"arch.yaml", kTimeloopArch}}));
        const Architecture& design = *read.architecture;
        QCOMPARE(design.levelCount(), 3);
        QVERIFY(!design.levels()[0].capacity);
        QCOMPARE(design.levels()[0].block, 4);
        QCOMPARE(design.levels()[1].capacity->words(16), std::int64_t{1024});
        QCOMPARE(design.levels()[1].bandwidth.read, std::optional(2.0));
        QCOMPARE(design.fanoutCount(), 1);
        QCOMPARE(design.fanouts()[0].name, std::string("to_RF"));
        QCOMPARE(design.fanouts()[0].x, std::int64_t{4});
        QCOMPARE(design.fanouts()[0].y, std::int64_t{2});
        QCOMPARE(design.instances(2), std::int64_t{8});
    }

    void flatListsStandInsideOut() {
        const TimeloopImport read = require(import({{"arch.yaml", R"(arch:
  arithmetic: {name: MACs, instances: 16, meshX: 4, word-bits: 16}
  storage:
  - {name: RF, instances: 16, meshX: 4, entries: 64}
  - {name: GLB, sizeKB: 64, word-bits: 8, block-size: 4}
  - {name: DRAM, technology: DRAM}
)"}}));
        const Architecture& design = *read.architecture;
        QCOMPARE(design.levels()[0].name, std::string("DRAM"));
        QCOMPARE(design.levels()[1].capacity->words(8), std::int64_t{65536});
        QCOMPARE(design.fanouts()[0].below, 1);
        QCOMPARE(design.fanouts()[0].x * design.fanouts()[0].y, std::int64_t{16});
        // Built-in tables: DRAM 200 pJ * 16 bit / 16; 64 words of 16 bit = 0.125 KiB: 1 + 5 / 99.5 * (0.125 - 0.5).
        QCOMPARE(*design.levels()[0].energy.read.value, 200.0);
        QVERIFY(std::abs(*design.levels()[2].energy.write.value - 0.9811557788944724) < 1e-12);
        QCOMPARE(*design.compute().energy.value, 1.0);
        QVERIFY(design.levels()[0].energy.read.source.find("built-in table of DRAM") != std::string::npos);
    }

    void nodesSayWhatTreesSay() {
        const TimeloopImport tree = require(
            import({{"arch.yaml", kTimeloopArch}, {"problem.yaml", kTimeloopProblem}, {"map.yaml", kTimeloopMap}}));
        for (const char* target : {"target: PE", "target: inter_PE_spatial", "target: GLB"}) {
            const std::string map =
                with(kTimeloopMap, "target: GLB\n  type: spatial", std::string(target) + "\n  type: spatial");
            const TimeloopImport nodes =
                require(import({{"nodes.yaml", kNodes}, {"problem.yaml", kTimeloopProblem}, {"map.yaml", map}}));
            const Architecture &a = *tree.architecture, &b = *nodes.architecture;
            QCOMPARE(b.levelCount(), a.levelCount());
            for (std::size_t l = 0; l < a.levels().size(); ++l) {
                QCOMPARE(b.levels()[l].name, a.levels()[l].name);
                QVERIFY(b.levels()[l].capacity == a.levels()[l].capacity && b.levels()[l].block == a.levels()[l].block);
                QVERIFY(b.levels()[l].bandwidth == a.levels()[l].bandwidth);
            }
            QCOMPARE(b.fanouts()[0].name, std::string("PE"));
            QCOMPARE(b.fanouts()[0].x, a.fanouts()[0].x);
            QCOMPARE(b.fanouts()[0].y, a.fanouts()[0].y);
            QVERIFY(*nodes.mapping == *tree.mapping);
            const FanoutConstraints& limits = nodes.constraints->fanouts.at("PE");
            QCOMPARE(*limits.x, std::vector<std::string>{"C"});
            QCOMPARE(*limits.y, (std::vector<std::string>{"P", "R"}));
            QCOMPARE(nodes.constraints->levels.at("RF").keep, std::vector<std::string>{"Weights"});
        }
    }

    void nodesHaveTheirOwnMistakes_data() {
        QTest::addColumn<QString>("before");
        QTest::addColumn<QString>("after");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* before, const char* after, const char* message) {
            QTest::newRow(after) << QString(before) << QString(after) << QString(message);
        };
        row("!Nothing", "!Nothingg",
            "nodes.yaml:22:7: error: unknown tag '!Nothingg' [architecture.nodes[4].nodes[1]]; did you mean "
            "'Nothing'?");
        row("- !Nothing", "- {name: x}", "nodes.yaml:22:7: error: expected a node with a tag such as !Component");
        row("meshX: COLUMNS", "meshX: COLUMN",
            "nodes.yaml:12:22: error: expected an integer from 1 to 16777216, found the string \"COLUMN\"");
        row("meshY: 2", "meshZ: 2", "nodes.yaml:12:31: error: unknown key 'meshZ'");
        row("name: mac,", "name: \"mac[0..3]\",", "'mac[0..3]' has a range");
        row("class: intmac", "class: SRAM", "the architecture has no compute level");
        row("    constraints:\n      spatial", "      constraints:\n        spatial", "no YAML");
        row("attributes: {depth: 32, width: 16}", "attributes: {depth: 32, widthh: 16}", "did you mean 'width'?");
        row("    - !Nothing", "    - !Parallel {nodes: [!Container {name: q, spatial: {meshX: 2}}]}",
            "a fan-out within !Parallel can't be expressed");
    }
    void nodesHaveTheirOwnMistakes() {
        QFETCH(QString, before);
        QFETCH(QString, after);
        QFETCH(QString, message);
        const Result<TimeloopImport> read =
            import({{"nodes.yaml", with(kNodes, before.toStdString(), after.toStdString())}});
        QVERIFY(!read.ok());
        QVERIFY2(read.errorText().find(message.toStdString()) != std::string::npos, read.errorText().c_str());
    }

    void mapspacesBecomeConstraints() {
        const TimeloopImport read = require(import(
            {{"arch.yaml", kTimeloopArch},
             {"problem.yaml", kTimeloopProblem},
             {"space.yaml", with(kTimeloopSpace, "factors: C=1 P<=3", "factors: C=0 P<=3\n    permutation: RC_P")}}));
        QVERIFY(read.factorization == Factorization::rubyS);
        const FanoutConstraints& fanout = read.constraints->fanouts.at("to_RF");
        QCOMPARE(*fanout.x, std::vector<std::string>{"C"});
        QCOMPARE(*fanout.y, (std::vector<std::string>{"P", "R"}));
        QCOMPARE(toText(fanout.factors[0]), std::string("C <= 4"));
        const LevelConstraints& level = read.constraints->levels.at("RF");
        QVERIFY(level.factors[0].full);
        QCOMPARE(level.inner, (std::vector<std::string>{"C", "R"}));  // innermost last
        QCOMPARE(level.outer, std::vector<std::string>{"P"});
        QCOMPARE(level.bypass, (std::vector<std::string>{"Inputs", "Outputs"}));
    }

    void templatesAndRemaindersChooseTheMapspace_data() {
        QTest::addColumn<QString>("spatial");
        QTest::addColumn<QString>("temporal");
        QTest::addColumn<int>("kind");
        QTest::newRow("none") << ""
                              << "" << static_cast<int>(Factorization::perfect);
        QTest::newRow("spatial") << "remainders: 4"
                                 << "" << static_cast<int>(Factorization::rubyS);
        QTest::newRow("temporal") << ""
                                  << "remainders: 4" << static_cast<int>(Factorization::rubyT);
        QTest::newRow("both") << "remainders: 4"
                              << "remainders: 4" << static_cast<int>(Factorization::ruby);
    }
    void templatesAndRemaindersChooseTheMapspace() {
        QFETCH(QString, spatial);
        QFETCH(QString, temporal);
        QFETCH(int, kind);
        std::string space =
            with(kTimeloopSpace, "remainders: 4", spatial.isEmpty() ? "default_max_factor: 8" : spatial.toStdString());
        if (!temporal.isEmpty())
            space = with(space, "factors: C=1 P<=3", "factors: C=1 P<=3\n    " + temporal.toStdString());
        const TimeloopImport read = require(import({{"a", kTimeloopArch}, {"p", kTimeloopProblem}, {"s", space}}));
        QVERIFY(*read.factorization == static_cast<Factorization>(kind));
    }

    void namedConstraintListsAreFound() {
        const TimeloopImport read =
            require(import({{"a", kTimeloopArch},
                            {"p", kTimeloopProblem},
                            {"c",
                             "architecture_constraints: {constraints: my-list}\nconstraints_my-list:\n- {target: RF, "
                             "type: temporal, factors: R3}\n"}}));
        QCOMPARE(toText(read.constraints->levels.at("RF").factors[0]), std::string("R = 3"));
    }

    void mapperSettingsBecomeSearchOptions() {
        const Result<TimeloopImport> read = import({{"mapper.yaml", kTimeloopMapper}});
        QVERIFY2(read.ok(), read.errorText().c_str());
        QVERIFY(read->search->algorithm == Algorithm::random);
        QCOMPARE(toText(read->search->objective), std::string("latency,energy"));
        QCOMPARE(read->search->victory, std::optional<std::int64_t>(100));
        QCOMPARE(read->search->threads, 2);
        QVERIFY(toText(read.diagnostics()).find("random_pruned is not here: random is taken") != std::string::npos);
    }

    void tablesOfAnyVersionAreRead() {
        for (const char* ert : {"ERT: {version: 0.2, tables: {system.chip.GLB: {read: [{arguments: {}, energy: 6}, "
                                "{energy: 5}], idle: {energy: 9}, write: {energy: 7}}}}",
                                "ERT: {version: 0.3, tables: [{name: 'x.GLB[0..3]', actions: [{name: read, energy: 6}, "
                                "{name: read, energy: 5}, {name: write, energy: 7}]}]}"}) {
            const TimeloopImport read = require(import({{"a", kTimeloopArch}, {"e", ert}}));
            const Energies& energy = read.architecture->levels()[1].energy;
            QCOMPARE(*energy.read.value, 6.0);  // of several entries the largest
            QCOMPARE(*energy.update.value, 7.0);
        }
    }

    void whatIsLeftOutIsNamed() {
        const Result<TimeloopImport> read =
            import({{"arch.yaml", with(kTimeloopArch, "read_bandwidth: 2", "router_energy: 0.5")},
                    {"ert.yaml", with(kTimeloopErt, "chip.GLB", "chip.GBL")},
                    {"sparse.yaml", "sparse_optimizations: {targets: []}"}});
        QVERIFY2(read.ok(), read.errorText().c_str());
        const std::string report = toText(read.diagnostics());
        for (const char* part : {"arch.yaml:18:26: warning: GLB: 'router_energy' can't be expressed: energy of routers "
                                 "is not counted [architecture",
                                 "ert.yaml:4:11: warning: ERT: the architecture counts no part 'GBL' "
                                 "[ERT.tables[0].name]; did you mean 'GLB'?",
                                 "sparse.yaml:1:1: warning: sparse optimizations can't be expressed"})
            QVERIFY2(report.find(part) != std::string::npos, report.c_str());
    }

    void namesOfAnyKindReadBack() {
        const Workload workload = *gemm("a \"quoted\" \\ name:\n  factors: [M=2] # {{no}}\t\x01", 2, 3, 4);
        for (const auto& form : keyTable(TimeloopFormat{})) {
            const Result<std::string> text = exportTimeloop({nullptr, &workload, nullptr}, form.value);
            QVERIFY2(text.ok(), text.errorText().c_str());
            const TimeloopImport read = require(import({{"problem.yaml", *text}}));
            QCOMPARE(read.workload->name(), workload.name());
            QCOMPARE(read.workload->macs(), std::int64_t{24});
        }
    }

    void whatTimingAndTablesSayIsNamedWhenWritten() {
        const Architecture design = *require(import({{"arch.yaml", kTimeloopArch}})).architecture;
        ArchitectureSpec spec = design.spec();
        const Result<std::string> plain = exportTimeloop({&design, nullptr, nullptr}, TimeloopFormat::v3);
        QVERIFY2(toText(plain.diagnostics()).find("GLB") == std::string::npos, toText(plain.diagnostics()).c_str());
        spec.levels[1].ports = {
            {.name = "r", .type = PortType::read, .bandwidth = Rate{4, false}, .least = {}, .serves = {}},
            {.name = "w", .type = PortType::write, .bandwidth = {}, .least = {}, .serves = {}}};
        spec.levels[1].doubleBuffered = false;
        spec.levels[1].banks = 2;
        spec.fanouts[0].hopMm = 0.5;
        const Architecture more = *Architecture::make(spec);
        for (const auto& form : keyTable(TimeloopFormat{})) {
            const std::string report = toText(exportTimeloop({&more, nullptr, nullptr}, form.value).diagnostics());
            for (const char* part :
                 {"warning: GLB: its ports can't be written", "warning: GLB: that it is not double-buffered",
                  "note: GLB: its kind of memory and banks are left out",
                  "note: to_RF: the length of its hops is left out"})
                QVERIFY2(report.find(part) != std::string::npos, report.c_str());
        }
    }

    void blocksBeyondTheLimitAreRefused() {
        // 2^24 bits of 8 are 2^21 words, twice the largest block.
        const Result<TimeloopImport> read = import({{"arch.yaml",
                                                     "arch:\n  arithmetic: {name: MACs}\n  storage:\n"
                                                     "  - {name: GLB, entries: 64, word-bits: 8, width: 16777216}\n"}});
        QVERIFY2(read.errorText().find("arch.yaml:4:") == 0, read.errorText().c_str());
        QVERIFY2(read.errorText().find("holds more than 1048576 words of 8 bits") != std::string::npos,
                 read.errorText().c_str());
    }

    void oldProblemsHaveTheirBoundsBelowThem() {
        const TimeloopImport read = require(
            import({{"p", "problem: {shape: cnn-layer, C: 4, M: 8, R: 3, S: 3, N: 1, P: 5, Q: 6, Wstride: 2}"}}));
        QCOMPARE(read.workload->macs(), std::int64_t{4 * 8 * 9 * 30});
        QCOMPARE(read.workload->tensors()[0].role, std::string("weight"));
        QCOMPARE(read.workload->tensors()[2].isOutput, true);
        QVERIFY2(read.workload->einsum().find("2P") != std::string::npos ||
                     read.workload->einsum().find("2*P") != std::string::npos,
                 read.workload->einsum().c_str());
    }
};

QTEST_APPLESS_MAIN(IoTimeloopTest)
#include "io_timeloop_test.moc"
