// SPDX-FileCopyrightText: 2026 The Lapidary authors
// SPDX-License-Identifier: GPL-3.0-or-later

// ctest: room=arch
// A design with a technology: what nobody gave comes from the tables and follows size, node and clock; what was given
// stays.
#include <QtTest>

#include <cmath>

#include "core/arch/architecture.h"
#include "core/arch/edit.h"
#include "core/arch/figures.h"
#include "core/arch/memory_size.h"
#include "core/arch/technology/fill.h"

using namespace lapidary;

namespace {

/// DRAM, GLB of 128 KiB and 64 bit per access, spad with 224 weights and 12 inputs, all open; 65 nm, 0.2 GHz.
ArchitectureSpec openSpec() {
    ArchitectureSpec spec;
    spec.name = "open";
    spec.clockGhz = 0.2;
    Level dram;
    dram.name = "DRAM";
    dram.block = 4;
    Level glb;
    glb.name = "GLB";
    glb.block = 4;
    glb.capacity = Capacity{128 * 1024 * 8, false};
    Level spad;
    spad.name = "spad";
    spad.partitions["weight"].capacity = Capacity{256, true};
    spad.partitions["input"].capacity = Capacity{12, true};
    spec.levels = {dram, glb, spad};
    Fanout pe;
    pe.name = "PE";
    pe.below = 1;
    pe.x = 14;
    spec.fanouts = {pe};
    spec.compute = Compute{};
    spec.technology = Technology{.nodeNm = 65};
    return spec;
}

Architecture made(const ArchitectureSpec& spec) {
    const auto design = Architecture::make(spec);
    if (!design) qFatal("%s", design.errorText().c_str());
    return *design;
}

Architecture set(const Architecture& from, const char* path, const char* value) {
    const auto changed = withSetting(from, path, value);
    if (!changed) qFatal("%s", changed.errorText().c_str());
    return *changed;
}

const Level& glbOf(const Architecture& design) { return design.levels()[1]; }
const Partition& spadOf(const Architecture& design, const char* role) { return design.levels()[2].partitions.at(role); }

bool isNear(double value, double expected) { return std::abs(value - expected) <= 1e-9 * expected; }
bool says(const Figure& figure, const char* words) { return figure.source.find(words) != std::string::npos; }

}  // namespace

class ArchTechnologyDesignTest : public QObject {
    Q_OBJECT
private slots:
    // sram_cacti.csv, 65 nm, itrs-lstp: 64 bit, 128 KiB 59.336 and 49.595 pJ, 0.047576 mW, 8.9644e5 um^2; 16 bit, 512 B
    // 1.34 and 2.04 pJ, 3875.9 um^2. At 0.2 GHz a milliwatt is 5 pJ/cycle.
    void openFiguresComeFromTheTables() {
        const Architecture design = made(openSpec());
        const Level& glb = glbOf(design);
        QCOMPARE(glb.energy.read.value.value(), 59.336);
        QCOMPARE(glb.energy.write.value.value(), 49.595);
        QVERIFY(isNear(glb.energy.leak.value.value(), 0.047576 / 0.2));
        QCOMPARE(glb.area.value.value(), 8.9644e5);
        QCOMPARE(glb.area.source, std::string("looked up: CACTI 7.0 table of one read-write port, itrs-lstp, 65 nm, "
                                              "128 KiB x 64 bit"));
        QVERIFY2(says(glb.energy.leak, "at 350 K, at 0.2 GHz"), glb.energy.leak.source.c_str());
        QVERIFY(!glb.energy.update.value);  // as write
        QCOMPARE(spadOf(design, "weight").energy.read.value.value(), 1.34);
        QCOMPARE(spadOf(design, "weight").area.value.value(), 3875.9);
        QVERIFY(says(spadOf(design, "input").area, "Aladdin table of registers and comparators"));  // below CACTI
        QVERIFY(isNear(design.compute().energy.value.value(), 0.89 * 1.906));
        QVERIFY(isNear(design.compute().area.value.value(), 1130 * 1.5));
        QVERIFY(!design.levels()[2].area.value && !design.levels()[2].energy.read.value);  // only its partitions have
        QVERIFY(!design.levels()[0].energy.read.value);                                    // which DRAM, nobody said
        QVERIFY(!design.fanouts()[0].hopEnergy.value);
        const double inputs = (5.98 * 192 + 1.5 * 71) * 1.5 / 0.7647;
        QVERIFY(isNear(design.area().value(), 8.9644e5 + 14 * (3875.9 + inputs + 1130 * 1.5)));
    }

    void withoutATechnologyNothingIsLookedUp() {
        ArchitectureSpec spec = openSpec();
        spec.technology.reset();
        const Architecture design = made(spec);
        for (const auto& [path, figure] : figuresOf(design.spec())) QVERIFY2(!figure->value, path.c_str());
        QCOMPARE(design.spec(), spec);
    }

    void dramAndHopsAreLookedUpWhenNamed() {
        ArchitectureSpec spec = openSpec();
        spec.levels[0].memory = MemoryKind::lpddr4;
        spec.fanouts[0].hopMm = 0.5;
        const Architecture design = made(spec);
        QCOMPARE(design.levels()[0].energy.read.value.value(), 8.0 * 64);
        QVERIFY(says(design.levels()[0].energy.read, "LPDDR4, 8 pJ/bit, device+IO (Accelergy-Project"));
        QVERIFY(!design.levels()[0].energy.leak.value && !design.levels()[0].area.value);
        const double perMm = 0.121 * std::pow(65.0 / 40, std::log(0.24 / std::sqrt(0.15 * 0.115)) / std::log(4.0));
        QVERIFY(isNear(design.fanouts()[0].hopEnergy.value.value(), 0.5 * perMm));
    }

    void whatIsGivenStaysUnknownIncluded() {
        ArchitectureSpec spec = openSpec();
        spec.levels[1].energy.read = {74.144, "Accelergy"};
        spec.levels[1].area = {std::nullopt, "user"};
        spec.levels[2].partitions["weight"].memory = MemoryKind::none;
        const Architecture design = made(spec);
        QCOMPARE(glbOf(design).energy.read, spec.levels[1].energy.read);
        QVERIFY(!glbOf(design).area.value);
        QCOMPARE(glbOf(design).energy.write.value.value(), 49.595);
        QVERIFY(!spadOf(design, "weight").energy.read.value);
        QVERIFY(spadOf(design, "input").energy.read.value.has_value());
    }

    void aLevelsFigureForAllPartitionsIsNotReplaced() {
        ArchitectureSpec spec = openSpec();
        spec.levels[2].area = {5000, "measured"};
        spec.levels[2].energy.read = {1, "measured"};
        const Architecture design = made(spec);
        QVERIFY(!spadOf(design, "weight").area.value && !spadOf(design, "weight").energy.read.value);
        QVERIFY(spadOf(design, "weight").energy.write.value.has_value());
        QVERIFY(isNear(design.area().value(), 8.9644e5 + 14 * (5000 + 1130 * 1.5)));
    }

    void leakageNeedsAClockAndMayBeLeftOut() {
        ArchitectureSpec spec = openSpec();
        spec.clockGhz.reset();
        QVERIFY(!glbOf(made(spec)).energy.leak.value);
        spec.clockGhz = 1;
        QCOMPARE(glbOf(made(spec)).energy.leak.value.value(), 0.047576);
        spec.technology->leakage = false;
        QVERIFY(!glbOf(made(spec)).energy.leak.value);
        QVERIFY(glbOf(made(spec)).area.value.has_value());
    }

    // 64 KiB: 47.044 pJ, 4.3622e5 um^2.
    void lookedUpFiguresFollowTheSizeAndGivenOnesAreMarked() {
        ArchitectureSpec spec = openSpec();
        spec.levels[1].energy.read = {74.144, "Accelergy"};
        const Architecture smaller = set(made(spec), "GLB.capacity", "64KiB");
        QCOMPARE(glbOf(smaller).area.value.value(), 4.3622e5);
        QVERIFY(says(glbOf(smaller).area, "64 KiB x 64 bit"));
        QCOMPARE(glbOf(smaller).energy.read.value.value(), 74.144);
        QCOMPARE(glbOf(smaller).energy.read.source, std::string("given for 128 KiB, 64 bit wide: Accelergy"));
        QCOMPARE(sizeNotes(smaller), std::vector<std::string>{"GLB: energy is that of 128 KiB"});
        const Architecture looked = set(smaller, "GLB.energy_pj.read", "table");
        QCOMPARE(glbOf(looked).energy.read.value.value(), 47.044);
        QVERIFY(sizeNotes(looked).empty());
        QCOMPARE(set(set(looked, "GLB.capacity", "128KiB"), "GLB.energy_pj.read", "5").levels()[1].energy.read,
                 (Figure{5, "user"}));
    }

    void settingsOfTheTechnologyWork() {
        const Architecture design = made(openSpec());
        // 45 nm, 64 bit, 128 KiB: 32.286 pJ with itrs-lstp, 32.957 pJ with itrs-hp.
        const auto readOf = [](const Architecture& from) { return glbOf(from).energy.read.value.value(); };
        QCOMPARE(readOf(set(design, "technology.node_nm", "45")), 32.286);
        QCOMPARE(readOf(set(set(design, "technology.node_nm", "45"), "technology.flavor", "itrs-hp")), 32.957);
        QCOMPARE(set(design, "technology.temperature_k", "300").levels()[1].energy.leak.value.value(),
                 0.047576 * 0.468 / 0.2);
        QCOMPARE(set(design, "MAC.format", "int8").compute().energy.value.value(), 0.3 * 1.906);
        QVERIFY(says(glbOf(set(design, "GLB.memory", "registers")).area, "registers"));
    }

    void differencesLeaveOutWhatFollows() {
        const Architecture design = made(openSpec());
        const auto all = settingDifferences(design, set(design, "GLB.capacity", "64KiB"));
        QCOMPARE(all.size(), std::size_t{1});
        QCOMPARE(all.front().path, std::string("GLB.capacity"));
    }

    void settingsReadBackWhatTheyShow() {
        const Architecture design = made(openSpec());
        for (const auto& [path, value] : settings(design)) {
            const auto again = withSetting(design, path, value);
            QVERIFY2(again.ok(), (path + "=" + value + ": " + again.errorText()).c_str());
            QCOMPARE(settings(*again), settings(design));
        }
    }

    void wrongSettingsSayWhatIsExpected_data() {
        QTest::addColumn<QString>("path");
        QTest::addColumn<QString>("value");
        QTest::addColumn<QString>("message");
        const auto row = [](const char* path, const char* value, const char* message) {
            QTest::addRow("%s=%s", path, value) << path << value << message;
        };
        row("technology.node_nm", "3", "expected a number from 5 to 90, found 3");
        row("technology.node_nm", "45nm", "expected a number, found '45nm'");
        row("technology.tables", "cactus", "did you mean 'cacti'?");
        row("technology.flavor", "hp", "expected one of itrs-lstp, itrs-hp, itrs-lop, found 'hp'");
        row("technology.temperature_k", "27", "expected a number from 300 to 400, found 27");
        row("technology.leakage", "no", "expected true or false, found 'no'");
        row("technology.mac_pj", "0", "expected a number above 0, found 0");
        row("technology.nodes", "45", "did you mean 'technology.node_nm'?");
        row("GLB.memory", "srum", "did you mean 'sram'?");
        row("GLB.banks", "0", "expected a number from 1 to 4096, found 0");
        row("MAC.format", "int0", "expected int1 to int1024, fp16, bf16 or fp32, found 'int0'");
        row("PE.hop_mm", "-1", "expected a number above 0, found -1");
    }
    void wrongSettingsSayWhatIsExpected() {
        QFETCH(QString, path);
        QFETCH(QString, value);
        QFETCH(QString, message);
        const auto changed = withSetting(made(openSpec()), path.toStdString(), value.toStdString());
        QVERIFY(!changed);
        QVERIFY2(QString::fromStdString(changed.errorText()).contains(message), changed.errorText().c_str());
    }

    void scalingsThatEndAboveTheNodeAreRefused() {
        ArchitectureSpec spec = openSpec();
        spec.technology->nodeNm = 5;
        QVERIFY(made(spec).area().has_value());
        spec.technology->scaling = EnergyScaling::stillmaker;
        const auto refused = Architecture::make(spec);
        QVERIFY(!refused);
        QCOMPARE(refused.errorText(),
                 std::string("error: 'stillmaker' ends at 7 nm, found 5 nm [technology.scaling]; use "
                             "'product' below"));
    }

    // 4 KiB, 64 bit, 65 nm: 6.1677 pJ, 28163 um^2. 27 of them: side sqrt(0.760401) mm, half of it is 0.436 mm.
    void banksAreSideBySideAndAnAccessReachesOne() {
        ArchitectureSpec spec = openSpec();
        spec.levels[1].capacity = Capacity{108 * 1024 * 8, false};
        spec.levels[1].banks = 27;
        const Level glb = glbOf(made(spec));
        QVERIFY(isNear(glb.area.value.value(), 27 * 28163.0));
        const double perMm = 0.121 * std::pow(65.0 / 40, std::log(0.24 / std::sqrt(0.15 * 0.115)) / std::log(4.0));
        QVERIFY(isNear(glb.energy.read.value.value(), 6.1677 + 64 * perMm * std::sqrt(27 * 28163e-6) / 2));
        QVERIFY2(says(glb.energy.read, "one of 27 banks and 0.436 mm of wire"), glb.energy.read.source.c_str());
        QVERIFY(says(glb.area, "times 27 banks"));
    }

    // Eyeriss ISCA 2016, Table IV, with one MAC of 2 pJ: 64 bit are 4 accesses of 16; 128 KiB by the line through
    // (0.5, 1) and (100, 6).
    void relativeCostsAreATechnologyOfTheirOwn() {
        ArchitectureSpec spec = openSpec();
        spec.technology = Technology{.tables = TableSet::eyerissRelative, .macPj = 2};
        spec.fanouts[0].hopMm = 1;
        const Architecture design = made(spec);
        QCOMPARE(design.levels()[0].energy.read.value.value(), 200.0 * 2 * 4);
        QVERIFY(isNear(glbOf(design).energy.read.value.value(), (1 + 5 * 127.5 / 99.5) * 2 * 4));
        QCOMPARE(spadOf(design, "weight").energy.read.value.value(), 1.0 * 2);
        QCOMPARE(design.compute().energy.value.value(), 2.0);
        QCOMPARE(design.fanouts()[0].hopEnergy.value.value(), 2.0 * 2 / 16);
        QVERIFY(!design.area() && !glbOf(design).energy.leak.value);
        QVERIFY(says(glbOf(design).energy.read, "Eyeriss ISCA 2016 table"));
    }

    void editsKeepTheTechnology() {
        const Architecture design = made(openSpec());
        const auto split = splitLevel(design.spec(), 1, {"input", "output"});
        QVERIFY(split.ok());
        const Architecture halves = made(split->spec);
        QCOMPARE(halves.levels()[1].partitions.at("input").area.value.value(), 4.3622e5);  // of 64 KiB
        QVERIFY(!halves.levels()[1].area.value);
        const auto joined = joinLevel(halves.spec(), 1);
        QVERIFY(joined.ok());
        QCOMPARE(made(joined->spec).levels()[1].area, glbOf(design).area);
    }

    void withoutItsTechnologyADesignKnowsNothingFromTables() {
        const Architecture without = set(made(openSpec()), "technology.tables", "none");
        QVERIFY(!without.spec().technology);
        for (const auto& [path, figure] : figuresOf(without.spec())) QVERIFY2(*figure == Figure{}, path.c_str());
        QCOMPARE(set(without, "technology.node_nm", "65"), made(openSpec()));
    }

    void onlyTablesAndNodeBeginATechnology() {
        const Architecture without = set(made(openSpec()), "technology.tables", "none");
        for (const auto& [key, value] :
             {std::pair{"flavor", "itrs-hp"}, std::pair{"scaling", "product"}, std::pair{"temperature_k", "350"},
              std::pair{"leakage", "false"}, std::pair{"mac_pj", "default"}, std::pair{"mac_pj", "2"}}) {
            const std::string path = "technology." + std::string(key);
            QCOMPARE(withSetting(without, path, value).errorText(),
                     "error: the design has no technology to change [" + path + "]; give technology.node_nm first");
        }
        QVERIFY(set(without, "technology.tables", "cacti").spec().technology);
    }
};

QTEST_APPLESS_MAIN(ArchTechnologyDesignTest)
#include "arch_technology_design_test.moc"
