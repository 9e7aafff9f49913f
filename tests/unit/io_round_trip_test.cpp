// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
#include <QtTest>

#include "core/arch/memory_size.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/workload/builders.h"
#include "core/workload/einsum.h"

using namespace lapidary;

namespace {

Json parsed(const std::string& text) {
    const Result<Json> json = parseJson(text, "test");
    if (!json) qFatal("%s", json.errorText().c_str());
    return *json;
}

/// A design that uses every field a file has.
ArchitectureSpec everyField() {
    ArchitectureSpec spec;
    spec.name = "full";
    spec.title = "Every field \"quoted\"";
    spec.source = "by hand";
    spec.clockGhz = 0.2;
    Level dram;
    dram.name = "DRAM";
    dram.energy = {{512.0, "table"}, {512.0, "table"}, {}, {}};
    Level glb;
    glb.name = "GLB";
    glb.wordBits = 8;
    glb.capacity = Capacity{(128 * 1024 + 1) * 8, false};
    glb.block = 4;
    glb.buffers = 2;
    glb.bandwidth = {16.0, 0.5, 24.0};
    glb.doubleBuffered = false;
    glb.ports = {
        {.name = "r", .type = PortType::read, .bandwidth = Rate{16, false}, .least = Rate{0.5, false}, .serves = {}},
        {.name = "w",
         .type = PortType::readWrite,
         .bandwidth = Rate{512, true},
         .least = {},
         .serves = {{"output", std::nullopt}, {"input", Passage::fromAbove}, {"", Passage::fromBelow}}},
        {.name = "free", .type = PortType::write, .bandwidth = {}, .least = {}, .serves = {{"W", std::nullopt}}}};
    glb.energy = {{1.0 / 3, "table"}, {75.215, "user"}, {0.0, ""}, {1e-9, ""}};
    glb.area = {1162549.0, "table"};
    glb.keep = {{"weight", Keep::never}, {"input", Keep::may}, {"B", Keep::must}};
    Level spad;
    spad.name = "spad";
    Partition weights;
    weights.capacity = Capacity{224, true};
    weights.wordBits = 8;
    weights.block = 2;
    weights.bandwidth.read = 2;
    weights.energy.read = {1.586, "table"};
    weights.area = {std::nullopt, "user"};
    spad.partitions = {{"weight", weights}, {"input", {}}};
    spec.levels = {dram, glb, spad};
    Fanout pe;
    pe.name = "PE";
    pe.below = 1;
    pe.x = 14;
    pe.y = 12;
    pe.multicast = Multicast::distinct;
    pe.reduction = false;
    pe.hopEnergy = {0.08, "wires"};
    Fanout lane;
    lane.name = "lane";
    lane.below = 2;
    spec.fanouts = {pe, lane};
    spec.compute = Compute{"mult", {2.2, "a"}, {1239.5, "b"}, 4};
    LevelConstraints rules;
    rules.only = {"R", "C", "P"};
    rules.order = {"R", "C"};
    rules.outer = {"N"};
    rules.inner = {"S"};
    rules.before = {{"R", "P"}};
    rules.factors = {*parseFactorRule("C <= 4"), *parseFactorRule("R = full")};
    rules.keep = {"weight"};
    rules.bypass = {"output"};
    spec.constraints.levels["spad"] = rules;
    spec.constraints.levels["GLB"].only = std::vector<std::string>();
    FanoutConstraints axes;
    axes.x = {"Q", "M"};
    axes.y = std::vector<std::string>();
    axes.factors = {*parseFactorRule("Q >= 2")};
    axes.minUtilization = 0.5;
    spec.constraints.fanouts["PE"] = axes;
    return spec;
}

void compareWorkload(const Workload& workload) {
    const std::string text = toJson(workload).dump();
    const Result<Workload> again = workloadFromJson(parsed(text), "test");
    QVERIFY2(again.ok(), again.errorText().c_str());
    QVERIFY2(*again == workload, text.c_str());
}

}  // namespace

class IoRoundTripTest : public QObject {
    Q_OBJECT
private slots:
    void aDesignReadsBackEqual() {
        const Architecture architecture = *Architecture::make(everyField());
        const std::string text = toJson(architecture).dump();
        const Result<Architecture> again = architectureFromJson(parsed(text), "test");
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY2(*again == architecture, text.c_str());
        QCOMPARE(toJson(*again).dump(), text);
    }

    void figuresOfADesignAreNumbers() {
        const Json json = toJson(*Architecture::make(everyField()));
        QCOMPARE(json["levels"][1]["energy_pj"]["write"].real(), 75.215);
        QCOMPARE(json["levels"][1]["area_um2"].integer(), 1162549);
        QCOMPARE(json["levels"][0]["source"].text(), std::string("table"));
        QCOMPARE(json["compute"]["sources"]["area_um2"].text(), std::string("b"));
        QCOMPARE(json["levels"][1]["capacity"].text(), std::string("131073 B"));
        QCOMPARE(json["levels"][2]["partitions"]["weight"]["capacity"].integer(), 224);
    }

    void theSizeThatFiguresAreOfReadsBack() {
        const auto changed = withSetting(*loadArchitecture("eyeriss-like"), "GLB.capacity", "16 KiB");
        const auto again = architectureFromJson(toJson(*changed), "f");
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(*again == *changed);
        QCOMPARE(sizeNotes(*again), std::vector<std::string>{"GLB: energy and area are those of 128 KiB"});
        QVERIFY(*withSetting(*again, "GLB.capacity", "128 KiB") == *loadArchitecture("eyeriss-like"));
    }

    void absentFieldsHaveTheirDefaults() {
        const Architecture architecture = *architectureFromJson(
            parsed(
                R"({"schema": "lapidary/architecture/1", "name": "a", "levels": [{"name": "DRAM"}], "compute": {}})"),
            "test");
        QVERIFY(architecture.levels()[0] == [] {
            Level level;
            level.name = "DRAM";
            return level;
        }());
        QVERIFY(architecture.compute() == Compute{});
        QVERIFY(architecture.fanouts().empty());
    }

    void aCommonSourceSpeaksForEveryFigureWithoutItsOwn() {
        const Architecture architecture = *architectureFromJson(parsed(R"({
            "schema": "lapidary/architecture/1", "name": "a", "compute": {},
            "levels": [{"name": "DRAM", "energy_pj": {"read": 1, "write": 2}, "source": "common",
                        "sources": {"energy_pj.write": "own"}}]})"),
                                                                "test");
        QVERIFY((architecture.levels()[0].energy.read == Figure{1.0, "common"}));
        QVERIFY((architecture.levels()[0].energy.write == Figure{2.0, "own"}));
        QVERIFY((architecture.levels()[0].energy.leak == Figure{}));
    }

    void constraintsReadBackEqual() {
        const Constraints constraints = everyField().constraints;
        const Result<Constraints> again = constraintsFromJson(parsed(toJson(constraints).dump()), "test");
        QVERIFY2(again.ok(), again.errorText().c_str());
        QVERIFY(*again == constraints);
        QVERIFY(again->fromUser);
    }

    void factorRulesKnowTheirPlace() {
        const Constraints constraints = *constraintsFromJson(
            parsed("{\"schema\": \"lapidary/constraints/1\",\n\"levels\": {\"spad\": {\"factors\": [\"C <= 4\"]}}}"),
            "test");
        const FactorRule& rule = constraints.levels.at("spad").factors.front();
        QCOMPARE(rule.line, 2);
        QCOMPARE(rule.column, 33);
    }

    void workloadsReadBackEqual() {
        Conv2d shape{.n = 2, .c = 3, .m = 4, .p = 5, .q = 6, .r = 3, .s = 2};
        compareWorkload(*conv2d("plain", shape));
        shape.groups = 8;
        shape.strideP = 2;
        shape.strideQ = 8;
        shape.dilationP = shape.dilationQ = 2;
        shape.paddingP = 3;
        shape.height = 8;  // floor((8 + 2 * 3 - 5) / 2) + 1 = 5
        compareWorkload(*conv2d("grouped", shape));
        compareWorkload(*gemm("product", 100, 75, 49));
        compareWorkload(*mttkrp("mttkrp", 2, 3, 4, 5));
        compareWorkload(*tcl("tcl", 2, 3, 4, 5, 6, 7));
        compareWorkload(*parseEinsum("A[d]", {{"d", 100}}));
        compareWorkload(*parseEinsum("Y[i], Z[] += A[i,2j+3k+1] * B[j] * C[k]", {{"i", 3}, {"j", 4}, {"k", 5}},
                                     {.name = "free",
                                      .roles = {{"A", "input"}, {"B", "weight"}},
                                      .aliases = {{"i", "M"}},
                                      .wordBits = {{"Z", 24}},
                                      .density = {{"A", 0.25}}}));
    }

    void paddingOfAnyRankReadsBackEqual() {
        const Workload window = *parseEinsum("Z[p] += A[p+r] * B[r]", {{"p", 10}, {"r", 3}});
        std::vector<Tensor> tensors = window.tensors();
        tensors[0].ranks[0].paddingBefore = 1;
        tensors[0].ranks[0].dataExtent = 10;
        compareWorkload(*Workload::make("padded", window.dimensions(), tensors));
    }

    /// Written as conv2d they would be refused: 13 rows give 6 outputs; steps end at 2^20.
    void convolutionsThatNoShorthandTakesReadBackEqual() {
        const Conv2d plain{.p = 5, .q = 4, .r = 3, .strideP = 2, .dilationP = 2, .paddingP = 3, .height = 8};
        QVERIFY(toJson(*conv2d("plain", plain)).find("conv2d") != nullptr);
        Conv2d tall = plain;
        tall.height = 13;
        Conv2d far = plain;
        far.strideQ = (1 << 20) + 1;
        for (const Conv2d& shape : {tall, far}) {
            const Workload odd = *conv2d("odd", shape);
            QVERIFY(toJson(odd).find("conv2d") == nullptr);
            compareWorkload(odd);
        }
    }

    void shorthandsAreUsedOnlyWhereTheySayAll() {
        const Workload product = *gemm("product", 3, 4, 5);
        QVERIFY(toJson(product).find("gemm") != nullptr);
        std::vector<Tensor> tensors = product.tensors();
        tensors[0].density = 0.5;
        const Workload sparse = *Workload::make("product", product.dimensions(), tensors);
        QVERIFY(toJson(sparse).find("gemm") == nullptr);
        compareWorkload(sparse);
    }

    void networksReadBackEqual() {
        Network network{"key", "Title", "source", {}};
        network.layers.push_back({*gemm("a", 3, 4, 5), 12});
        network.layers.push_back({*conv2d("b", {.c = 3, .m = 4, .p = 5, .q = 6, .r = 3, .s = 3}), 1});
        const Result<Network> again = networkFromJson(parsed(toJson(network).dump()), "test");
        QVERIFY2(again.ok(), again.errorText().c_str());
        QCOMPARE(again->key, network.key);
        QCOMPARE(again->title, network.title);
        QCOMPARE(again->source, network.source);
        QCOMPARE(again->layers.size(), std::size_t{2});
        for (std::size_t i = 0; i < 2; ++i) {
            QVERIFY(again->layers[i].workload == network.layers[i].workload);
            QCOMPARE(again->layers[i].count, network.layers[i].count);
        }
    }

    void mappingsReadBackEqualFromBothForms() {
        const Workload workload = *gemm("product", 3, 4, 5);
        const Architecture architecture = *Architecture::make(everyField());
        const Mapping mapping = trivialMapping(workload, architecture);
        const std::string json = mappingToJson(mapping, workload, architecture).dump();
        std::vector<int> lines;
        const Result<Mapping> fromJson = mappingFromText("\n" + json, "test", workload, architecture, &lines);
        QVERIFY2(fromJson.ok(), fromJson.errorText().c_str());
        QVERIFY(*fromJson == mapping);
        QCOMPARE(lines.size(), mapping.nodes.size());
        QVERIFY(lines.front() > 3);  // counted in the file, not in the nest
        const Result<Mapping> fromText =
            mappingFromText(toText(mapping, workload, architecture), "test", workload, architecture);
        QVERIFY2(fromText.ok(), fromText.errorText().c_str());
        QVERIFY(*fromText == mapping);
    }

    void errorsInANestPointIntoTheFile() {
        const Workload workload = *gemm("product", 3, 4, 5);
        const Architecture architecture = *Architecture::make(everyField());
        const std::string text =
            "{\"schema\": \"lapidary/mapping/1\", \"nest\": [\"DRAM [A B Z]\",\n  \"  for x in 0..3\"]}";
        const Result<Mapping> mapping = mappingFromText(text, "m.json", workload, architecture);
        QVERIFY(!mapping.ok());
        const Place& place = mapping.diagnostics().front().place;
        QCOMPARE(place.file, std::string("m.json"));
        QCOMPARE(place.line, 2);
        QCOMPARE(place.column, 10);  // of x: two blanks, the quote, "  for "
        QCOMPARE(place.key, std::string("nest[1]"));
    }
};

QTEST_APPLESS_MAIN(IoRoundTripTest)
#include "io_round_trip_test.moc"
