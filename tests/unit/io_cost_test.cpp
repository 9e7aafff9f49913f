// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=io
#include <QtTest>

#include "core/base/version.h"
#include "core/io/native.h"
#include "core/io/presets.h"
#include "core/workload/builders.h"

using namespace lapidary;

namespace {

TargetPtr target() {
    return *Target::make(*gemm("product", 2, 3, 4), *withSetting(*loadArchitecture("toy-6"), "clock_ghz", "0.5"));
}

Cost someCost() {
    Cost cost;
    cost.valid = true;
    cost.macs = 24;
    cost.computes = 24;
    cost.steps = 12;
    cost.cycles = 14;
    cost.boundBy = "GLB";
    cost.energyPj = 100.5;
    cost.edp = 1407.0;
    cost.utilization = 1.0 / 3;
    cost.notes = {"no area data: DRAM"};
    LevelCost dram{.name = "DRAM", .energyPj = 64.0, .leakagePj = {}, .tensors = {}};
    dram.tensors.resize(3);
    dram.tensors[1].stored = true;
    dram.tensors[1].tile = 12;
    dram.tensors[1].reads = 36;
    dram.tensors[1].accesses = 5;
    dram.tensors[1].multicast = {{1, 12}, {6, 24}};
    cost.levels = {dram};
    NetworkCost network;
    network.name = "PE";
    network.usedX = 6;
    cost.networks = {network};
    return cost;
}

}  // namespace

class IoCostTest : public QObject {
    Q_OBJECT
private slots:
    void keysAreThoseOfTheContract() {
        const Json json = costToJson(someCost(), *target());
        for (const char* key :
             {"valid", "reasons", "macs", "computes", "steps", "cycles", "bound_by", "energy_pj", "edp", "edp_js",
              "area_um2", "notes", "utilization", "throughput_utilization", "semantics", "levels", "networks"})
            QVERIFY2(json.find(key) != nullptr, key);
        for (const char* key : {"name", "instances", "cycles", "energy_pj", "tensors"})
            QVERIFY2(json["levels"][0].find(key) != nullptr, key);
        for (const char* key :
             {"name", "stored", "tile", "reads", "fills", "updates", "accesses", "multicast", "energy_pj"})
            QVERIFY2(json["levels"][0]["tensors"][1].find(key) != nullptr, key);
    }

    void valuesStandUnderTheirKeys() {
        const Json json = costToJson(someCost(), *target());
        QCOMPARE(json["valid"].boolean(), true);
        QCOMPARE(json["cycles"].integer(), 14);
        QCOMPARE(json["bound_by"].text(), std::string("GLB"));
        QCOMPARE(json["energy_pj"].real(), 100.5);
        QCOMPARE(json["utilization"].real(), 1.0 / 3);
        const Json& tensor = json["levels"][0]["tensors"][1];
        QCOMPARE(tensor["name"].text(), std::string("B"));
        QCOMPARE(tensor["reads"].integer(), 36);
        QCOMPARE(tensor["multicast"].dump(-1), std::string("{\"1\": 12, \"6\": 24}"));
        QCOMPARE(json["networks"][0]["used_x"].integer(), 6);
        QCOMPARE(json["semantics"].dump(-1), std::string("{\"halo\": \"exact\", \"window\": \"set\", \"multicast\": "
                                                         "\"equal\", \"drain_read\": false, \"padding\": false}"));
    }

    void unknownFiguresAreNull() {
        const Json json = costToJson(someCost(), *target());
        QVERIFY(json.find("area_um2")->isNull());
        QVERIFY(json["networks"][0].find("energy_pj")->isNull());
        QCOMPARE(json["notes"][0].text(), std::string("no area data: DRAM"));
    }

    /// 1,407 pJ * cycles at 0.5 GHz: 1,407e-12 J * 2e-9 s.
    void edpInJouleSecondsNeedsAClock() {
        const Json json = costToJson(someCost(), *target());
        QVERIFY(std::abs(json["edp_js"].real() - 2.814e-18) < 1e-24);
        const TargetPtr unclocked = *Target::make(*gemm("product", 2, 3, 4), *loadArchitecture("toy-6"));
        QVERIFY(costToJson(someCost(), *unclocked).find("edp_js") == nullptr);
    }

    void reasonsNameWhatTheyConcern() {
        Cost cost = someCost();
        cost.valid = false;
        cost.reasons = {{.code = ReasonCode::capacity, .level = 1, .tensor = 1, .needed = 16384, .available = 8192}};
        const Json reason = costToJson(cost, *target())["reasons"][0];
        QCOMPARE(reason["code"].text(), std::string(keyOf(ReasonCode::capacity)));
        QCOMPARE(reason["level"].text(), std::string("GLB"));
        QCOMPARE(reason["tensor"].text(), std::string("B"));
        QVERIFY(reason["fanout"].isNull());
        QCOMPARE(reason["needed"].integer(), 16384);
        QCOMPARE(reason["available"].integer(), 8192);
        QCOMPARE(reason["text"].text(), describe(cost.reasons.front(), *target()));
    }

    void everyOutputSaysWhatProducedIt() {
        QCOMPARE(producerJson("lapidary/cost/1").dump(-1),
                 "{\"version\": \"" + std::string(kVersion) + "\", \"schema\": \"lapidary/cost/1\"}");
    }
};

QTEST_APPLESS_MAIN(IoCostTest)
#include "io_cost_test.moc"
